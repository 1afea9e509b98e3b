//! Functions that are recorded while they run: what the transformation does not support runs on a tape. To callers and to
//! users they look like all others.

use crate::emit::{Emitter, Mode};
use crate::plan::order::Order;
use crate::plan::{self, Variant};
use crate::recorded::{as_written, source};
use crate::signature::Signature;
use crate::signature::options::Options;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Error, Expr, ItemFn, Result, ReturnType, Stmt, Type};

/// The derivatives of a function, beside it, by a tape.
///
/// # Errors
/// At what cannot run on another number.
pub(crate) fn derivatives(f: &ItemFn, text: &ItemFn, simple: &ItemFn, sig: &Signature) -> Result<TokenStream> {
    if sig.scalar != "f64" {
        return Err(Error::new_spanned(&simple.sig, "what is recorded runs on `f64`"));
    }
    if let Some(typed) = sig.typed.first() {
        return Err(Error::new_spanned(&typed.name, "a function of open types or of functions cannot be recorded"));
    }
    if let Some(float) = crate::signature::normal::any_float(f) {
        let message =
            format!("what is recorded runs on `f64`: write it for `{float}`, or call this from a function on `f64`");
        return Err(Error::new_spanned(float, message));
    }
    let writes = |p: &crate::signature::Param| {
        !p.active && p.part.is_none() && matches!(&p.ty, Type::Reference(r) if r.mutability.is_some())
    };
    if let Some(p) = sig.params.iter().find(|p| writes(p)) {
        return Err(Error::new_spanned(&p.ty, "a constant that changes cannot be recorded"));
    }
    let typed = f.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(t) => Some(&*t.ty),
        syn::FnArg::Receiver(_) => None,
    });
    if let Some(ty) = typed.into_iter().find(|ty| crate::signature::normal::lends_inside(ty)) {
        return Err(Error::new_spanned(
            ty,
            "an `Option` of a reference cannot be recorded: take the structure by value",
        ));
    }
    let lends = |output: &syn::ReturnType| quote::ToTokens::to_token_stream(output).to_string().contains('&');
    let lent = lends(&f.sig.output) && !lends(&simple.sig.output);
    if lent
        && matches!(&f.sig.output, ReturnType::Type(_, ty) if crate::syntax::types::argument_of(ty, &["Result"]).is_some())
    {
        return Err(Error::new_spanned(
            &f.sig.output,
            "a function that gives a reference in a `Result` cannot be recorded: give a clone",
        ));
    }
    if let Some(mark) = crate::syntax::marks::first_in(&text.block) {
        let message = "a function that is recorded keeps all that its tape needs: leave this attribute out";
        return Err(Error::new_spanned(mark, message));
    }
    // What it is on any number is written in any case.
    let sig = &Signature { forms: crate::signature::forms::Forms { eval: true, ..sig.forms }, ..sig.clone() };
    let source = source(f, text, simple, sig)?;
    let lowered = crate::core::parameters(simple, sig)?;
    let (program, leaves) = (lowered.program, lowered.leaves);
    let order = Order::new(&program);
    let plan = plan::plan(&program, &order, Options::default(), Variant::Joint, None);
    let emitter = || Emitter::new(&program, &order, &plan, sig, &leaves, &[], Mode::Eval);
    let forms = sig.forms;
    let mut functions = vec![emitter().source_function(&source), emitter().eval_of_source(&source)];
    if forms.calls {
        functions.extend([emitter().value(), emitter().called(), emitter().forward_again()]);
        functions.push(emitter().reverse_again("__joint"));
    }
    if forms.calls {
        functions.extend(as_written(f, simple, sig));
    }
    if forms.run() || forms.calls {
        functions.push(emitter().joint_by_tape());
        if !emitter().is_bound() {
            functions.push(emitter().bind_function(false));
        }
    }
    let mut last = emitter();
    last.recorded = true;
    functions.push(last.api(false));
    Ok(super::beside(&sig.name, &simple.vis, &functions, &[]))
}

/// What is said where a function is recorded without having been asked to.
const SAID: &str = "the function is recorded on a tape while it runs, which is right but several times slower; \
                    #[differentiable(tape)] says that this is wanted";

/// A function that is not supported as it is, recorded instead, with a warning; or the error.
pub(crate) fn instead(
    error: Error,
    f: &ItemFn,
    text: &ItemFn,
    simple: &ItemFn,
    sig: &Signature,
) -> Result<TokenStream> {
    if is_final(&error.to_string()) || crate::syntax::marks::first_in(&text.block).is_some() || forgets_value(f) {
        return Err(error);
    }
    match derivatives(f, text, simple, sig) {
        Ok(beside) => Ok(with_warning(&beside, &error)),
        Err(other) if other.to_string() == error.to_string() => Err(error),
        Err(other) => Err(Error::new(error.span(), format!("{error}; {NO_TAPE}: {other}"))),
    }
}

/// What is said where a function can be recorded neither.
const NO_TAPE: &str = "it cannot run on a tape either";

/// Derivatives by a tape, with a warning that says why.
fn with_warning(beside: &TokenStream, error: &Error) -> TokenStream {
    let (note, span) = (format!("{error}; until then {SAID}"), error.span());
    let used = quote_spanned!(span=> RECORDED_ON_A_TAPE);
    quote! {
        #beside
        const _: () = {
            #[deprecated(note = #note)]
            const RECORDED_ON_A_TAPE: () = ();
            #used
        };
    }
}

/// Whether an error holds of the recorded text too: it says where a derivative would be lost, or that there is too much.
fn is_final(message: &str) -> bool {
    let all = [
        crate::passes::LOST,
        crate::passes::UNKNOWN_BITS,
        crate::passes::SINGLE,
        crate::core::NOT_MARKED,
        crate::core::OF_A_FIELD,
        crate::around::HOLDS_REFERENCES,
        crate::core::TAKES_MINUTES,
    ];
    all.iter().any(|part| message.contains(part))
}

/// Whether the body ends with a value that a semicolon takes away, which the compiler refuses in every form.
fn forgets_value(f: &ItemFn) -> bool {
    let computed = |e: &Expr| {
        matches!(
            e,
            Expr::Assign(_) | Expr::Binary(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Lit(_) | Expr::Unary(_)
        )
    };
    let ends = match f.block.stmts.last() {
        Some(Stmt::Expr(e, Some(_))) => computed(e),
        Some(Stmt::Local(_)) | None => true,
        _ => false,
    };
    ends && matches!(&f.sig.output, ReturnType::Type(_, ty) if !matches!(&**ty, Type::Tuple(t) if t.elems.is_empty()))
}
