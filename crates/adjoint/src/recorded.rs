//! Functions that are recorded while they run: what the transformation does not support runs on a tape.
//!
//! Their text is rewritten to any number, and that is their form on every engine; the way back is a tape's. To callers
//! and to users they look like all others.

mod macros;
mod names;
mod natural;
mod paths;
mod source;
mod texts;
mod twins;

pub(crate) use natural::as_written;
pub(crate) use source::{Param, Source, method_over, opening};

use crate::emit::{Emitter, Mode};
use crate::options::Options;
use crate::order::Order;
use crate::plan;
use crate::plan::Variant;
use crate::signature::Signature;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Error, Expr, GenericArgument, ItemFn, PathArguments, Result, ReturnType, Stmt, Type};

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
    if let Some(ty) = typed.into_iter().find(|ty| crate::written::lends_inside(ty)) {
        return Err(Error::new_spanned(
            ty,
            "an `Option` of a reference cannot be recorded: take the structure by value",
        ));
    }
    let lends = |output: &syn::ReturnType| quote::ToTokens::to_token_stream(output).to_string().contains('&');
    let lent = lends(&f.sig.output) && !lends(&simple.sig.output);
    if lent && matches!(&f.sig.output, ReturnType::Type(_, ty) if crate::types::argument_of(ty, &["Result"]).is_some())
    {
        return Err(Error::new_spanned(
            &f.sig.output,
            "a function that gives a reference in a `Result` cannot be recorded: give a clone",
        ));
    }
    if let Some(mark) = crate::marks::first_in(&text.block) {
        let message = "a function that is recorded keeps all that its tape needs: leave this attribute out";
        return Err(Error::new_spanned(mark, message));
    }
    // What it is on any number is written in any case.
    let sig = &Signature { forms: crate::forms::Forms { eval: true, ..sig.forms }, ..sig.clone() };
    let source = source::source(f, text, simple, sig)?;
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
    if forms.calls || forms.recorded {
        functions.extend(as_written(f, simple, sig));
    }
    if forms.run() || forms.calls {
        functions.push(emitter().joint_by_tape());
        if !emitter().binds() {
            functions.push(emitter().bind_function(false));
        }
    }
    functions.push(emitter().api(false));
    Ok(crate::beside(&sig.name, &simple.vis, &functions, &[]))
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
    if is_final(&error.to_string()) || crate::marks::first_in(&text.block).is_some() || forgets_value(f) {
        return Err(error);
    }
    let Ok(beside) = derivatives(f, text, simple, sig) else { return Err(error) };
    let (note, span) = (format!("{error}; until then {SAID}"), error.span());
    let used = quote_spanned!(span=> RECORDED_ON_A_TAPE);
    Ok(quote! {
        #beside
        const _: () = {
            #[deprecated(note = #note)]
            const RECORDED_ON_A_TAPE: () = ();
            #used
        };
    })
}

/// Whether an error holds of the recorded text too: it says where a derivative would be lost, or that there is too much.
fn is_final(message: &str) -> bool {
    let all = [
        crate::activity::LOST,
        crate::core::NOT_MARKED,
        crate::core::LENT,
        crate::around::HOLDS_REFERENCES,
        crate::TAKES_MINUTES,
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

/// A type over the number of a signature.
pub(crate) fn over(sig: &Signature, ty: &mut Type) {
    source::Types::new(sig).over(ty);
}

/// Whether a constant of this type is made of floats, which become numbers, and of integers and flags, which stay.
pub(crate) fn lifts(ty: &Type, scalar: &Ident) -> bool {
    match ty {
        Type::Reference(r) => r.mutability.is_none() && lifts(&r.elem, scalar),
        Type::Slice(s) => made_of(&s.elem, scalar) == Some(true),
        ty => made_of(ty, scalar) == Some(true),
    }
}

/// Whether floats are in a type that is made of floats, integers and flags; none where anything else is.
fn made_of(ty: &Type, scalar: &Ident) -> Option<bool> {
    let any = |parts: Vec<Option<bool>>| parts.into_iter().try_fold(false, |any, part| Some(any | part?));
    match ty {
        ty if crate::types::is_count(ty) => Some(false),
        Type::Array(a) => made_of(&a.elem, scalar),
        Type::Paren(p) => made_of(&p.elem, scalar),
        Type::Tuple(t) if !t.elems.is_empty() => any(t.elems.iter().map(|ty| made_of(ty, scalar)).collect()),
        Type::Path(p) if p.qself.is_none() && crate::around::is_matrix(&p.path) => Some(true),
        Type::Path(p) if p.qself.is_none() => {
            let last = p.path.segments.last()?;
            match &last.arguments {
                PathArguments::None => p.path.is_ident(scalar).then_some(true),
                PathArguments::AngleBracketed(a) if last.ident == "Vec" || last.ident == "Option" => {
                    let inner = |a: &GenericArgument| match a {
                        GenericArgument::Type(ty) => made_of(ty, scalar),
                        _ => None,
                    };
                    any(a.args.iter().map(inner).collect())
                }
                _ => None,
            }
        }
        _ => None,
    }
}
