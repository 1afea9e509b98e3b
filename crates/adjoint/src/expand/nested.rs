//! Derivatives that a body takes of other functions: `f::gradient(&x)`.
//!
//! Each becomes a function of its own beside the one that takes it, with derivatives like all others; what it does is
//! written in [`crate::emit::nested`].

use super::{EXPANSION, prepared};
use crate::around;
use crate::core;
use crate::emit::nested::Inner;
use crate::emit::{Emitter, Mode};
use crate::ir::lowered::{Lowered, Nested, Of};
use crate::ir::{Step, walk};
use crate::plan::order;
use crate::plan::{self, Variant};
use crate::signature::Shape;
use crate::signature::options::Options;
use crate::signature::{self, changed, normal};
use crate::syntax::generated::mentions;
use front::items::Derivative;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{ItemFn, Result};

/// Functions of more values are called.
const MOST: usize = 200;

/// The function with its derivatives.
///
/// # Errors
/// If its signature is none that is supported.
pub(super) fn function(nested: &Nested) -> Result<TokenStream> {
    let Called { code: inner, params, gives, again, idle, few } = call(nested)?;
    let (sig, simple) = read(&nested.outer, &nested.name)?;
    let Lowered { program, leaves, items, .. } = core::parameters(&simple, &sig)?;
    let order = order::Order::new(&program);
    let plan = plan::plan(&program, &order, Options::default(), Variant::Joint, None);
    let emitter = || {
        let mut emitter = Emitter::new(&program, &order, &plan, &sig, &leaves, &items, Mode::Eval);
        emitter.inlined = few;
        emitter
    };
    let of = inner_name(nested);
    let held = usize::from(nested.of == Of::Passed);
    let own = Inner { of: &of, form: nested.form, params, held, gives: &gives, again, idle };
    let functions = [emitter().nested(&own), emitter().value(), emitter().reverse_again("__joint")];
    let (name, plain) = (&nested.name, plain(nested));
    Ok(quote! {
        #inner
        #plain
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #[derive(Clone, Copy, Debug)]
        struct #name {}
        #[allow(warnings, clippy::all)]
        impl #name { #(#functions)* }
    })
}

fn inner_name(nested: &Nested) -> Ident {
    format_ident!("{}__inner", nested.name)
}

/// The function whose derivative it is, called.
struct Called {
    /// Its functions on any number.
    code: TokenStream,
    /// How many parameters it has, and what it gives.
    params: usize,
    gives: Shape,
    /// Whether it has `__again`.
    again: bool,
    /// Whether forward and back it puts nothing into a workspace.
    idle: bool,
    /// Whether it is put where it is called.
    few: bool,
}

fn call(nested: &Nested) -> Result<Called> {
    let name = inner_name(nested);
    let (sig, simple) = read(&nested.inner, &name)?;
    let lowered = match written_out(nested, &name, &sig) {
        Some(lowered) => lowered,
        None => core::calls(&simple, &sig, &nested.path, nested.of != Of::Function)?,
    };
    let Lowered { program, leaves, mut items, .. } = prepared(lowered, &sig, Options::default())?;
    let again = again(nested, &sig, &simple)?;
    let has_again = again.is_some();
    if nested.of == Of::Passed {
        items.push(syn::parse_quote!(
            #[allow(unused_imports)]
            use ::wengert::generated::Callee1 as _;
        ));
    }
    let order = order::Order::new(&program);
    let plan = plan::plan(&program, &order, Options::default(), Variant::Joint, None);
    let emitter = |mode| Emitter::new(&program, &order, &plan, &sig, &leaves, &items, mode);
    let value = goes_forward(nested)
        .then(|| [emitter(Mode::Eval).eval(), emitter(Mode::Eval).value()].map(|code| quote!(#code)));
    let value = value.into_iter().flatten();
    let joint = emitter(Mode::Joint).joint_function("__joint");
    // The parameter is the one mention.
    let idle = mentions(&joint, "ws") == 1;
    let few = idle && emitter(Mode::Joint).is_short();
    let code = quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        struct #name {}
        #[allow(warnings, clippy::all)]
        impl #name { #(#value)* #joint #again }
    };
    Ok(Called { code, params: sig.params.len(), gives: sig.ret, again: has_again, idle, few })
}

/// The function on a tape, for where a NaN comes out; nothing where it cannot run on one.
fn again(nested: &Nested, sig: &signature::Signature, simple: &ItemFn) -> Result<Option<TokenStream>> {
    let lowered = core::calls(simple, sig, &nested.path, nested.of != Of::Function)?;
    let Lowered { program, leaves, items, .. } = prepared(lowered, sig, Options::default())?;
    let order = order::Order::new(&program);
    let plan = plan::plan(&program, &order, Options::default(), Variant::Joint, None);
    let emitter = || Emitter::new(&program, &order, &plan, sig, &leaves, &items, Mode::Eval);
    if !emitter().takes_columns() {
        return Ok(None);
    }
    let eval = (!goes_forward(nested)).then(|| emitter().eval());
    let (bound, adjoints) = (emitter().bind_function(false), emitter().adjoints_by_tape());
    Ok(Some(quote!(#eval #bound #adjoints)))
}

/// Whether the inner function runs forward alone.
fn goes_forward(nested: &Nested) -> bool {
    matches!(nested.form, Derivative::Jvp | Derivative::JacobianRows)
}

/// The function's own steps, where these are few and call nothing: what they save then goes through no record.
fn written_out(nested: &Nested, name: &Ident, sig: &signature::Signature) -> Option<Lowered> {
    let mut text = around::configured(nested.text.as_ref()?);
    text.sig.ident = name.clone();
    let lowered = core::written_out(&normal::of_numbers_and_lists(&text), sig, EXPANSION)?;
    let alone = lowered.beside.is_empty() && lowered.within.is_empty() && lowered.nested.is_empty();
    let mut calls = false;
    walk(&lowered.program.body, &mut |step, _| calls |= matches!(step, Step::Call(_)));
    (alone && !calls && lowered.program.values.len() <= MOST).then_some(lowered)
}

/// The function on plain numbers, for calls of constants.
fn plain(nested: &Nested) -> TokenStream {
    let (name, of) = (&nested.name, &nested.path);
    let signature = syn::Signature { ident: name.clone(), ..nested.outer.sig.clone() };
    let signature = without_marks(signature);
    let names = nested.outer.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(input) => Some(&input.pat),
        syn::FnArg::Receiver(_) => None,
    });
    let names: Vec<_> = names.collect();
    let called = |form: &str| match (names.split_first(), of.get_ident()) {
        (Some((itself, rest)), Some(of)) if nested.of == Of::Method => {
            let method = format_ident!("{of}_{form}");
            quote!(#itself.#method(#(#rest),*))
        }
        _ => {
            let form = format_ident!("{form}");
            quote!(#of::#form(#(#names),*))
        }
    };
    let form = nested.form.name();
    let call = match nested.form {
        _ if nested.of == Of::Passed => {
            // There is no function on plain numbers but the generated one.
            let args = names.iter().skip(1);
            quote! { #name::eval::<f64>(&::wengert::generated::over::<f64, f64, _>(itself), #(#args),*) }
        }
        Derivative::HessianRows | Derivative::JacobianRows => {
            let whole = called(form.trim_start_matches('_'));
            quote!({ let matrix = #whole; (matrix.rows(), matrix.into_vec()) })
        }
        _ => called(form),
    };
    quote! {
        #[doc(hidden)]
        #[allow(warnings, clippy::all)]
        #signature { #call }
    }
}

fn without_marks(mut signature: syn::Signature) -> syn::Signature {
    for input in &mut signature.inputs {
        if let syn::FnArg::Typed(input) = input {
            input.attrs.clear();
        }
    }
    signature
}

/// A signature under another name.
fn read(head: &ItemFn, name: &Ident) -> Result<(signature::Signature, ItemFn)> {
    let mut head = head.clone();
    head.sig.ident = name.clone();
    let mut simple = normal::simple(&head)?;
    changed::given_back(&mut simple);
    let sig = signature::read(&mut simple)?;
    Ok((sig, simple))
}
