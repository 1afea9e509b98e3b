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
use front::items::Derivative;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{ItemFn, Result};

/// Functions of more values are called.
const MOST: usize = 200;

impl Nested {
    /// The function with its derivatives.
    ///
    /// # Errors
    /// If its signature is none that is supported.
    pub(crate) fn expanded(&self) -> Result<TokenStream> {
        let (inner, params, gives, again) = self.call()?;
        let (sig, simple) = read(&self.outer, &self.name)?;
        let Lowered { program, leaves, items, .. } = core::parameters(&simple, &sig)?;
        let order = order::Order::new(&program);
        let plan = plan::plan(&program, &order, Options::default(), Variant::Joint, None);
        let emitter = || Emitter::new(&program, &order, &plan, &sig, &leaves, &items, Mode::Eval);
        let of = self.inner_name();
        let held = usize::from(self.of == Of::Passed);
        let own = Inner { of: &of, form: self.form, params, held, gives: &gives, again };
        let functions = [emitter().nested(&own), emitter().value(), emitter().reverse_again("__joint")];
        let (name, plain) = (&self.name, self.plain());
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

    fn inner_name(&self) -> Ident {
        format_ident!("{}__inner", self.name)
    }

    /// The function whose derivative it is, called: its functions on any number, how many parameters it has, what it gives,
    /// and whether it has `__again`.
    fn call(&self) -> Result<(TokenStream, usize, Shape, bool)> {
        let name = self.inner_name();
        let (sig, simple) = read(&self.inner, &name)?;
        let lowered = match self.written_out(&name, &sig) {
            Some(lowered) => lowered,
            None => core::calls(&simple, &sig, &self.path, self.of != Of::Function)?,
        };
        let Lowered { program, leaves, mut items, .. } = prepared(lowered, &sig, Options::default())?;
        let again = self.again(&sig, &simple)?;
        let has_again = again.is_some();
        if self.of == Of::Passed {
            items.push(syn::parse_quote!(
                #[allow(unused_imports)]
                use ::wengert::generated::Callee1 as _;
            ));
        }
        let order = order::Order::new(&program);
        let plan = plan::plan(&program, &order, Options::default(), Variant::Joint, None);
        let emitter = |mode| Emitter::new(&program, &order, &plan, &sig, &leaves, &items, mode);
        let value = self
            .goes_forward()
            .then(|| [emitter(Mode::Eval).eval(), emitter(Mode::Eval).value()].map(|code| quote!(#code)));
        let value = value.into_iter().flatten();
        let joint = emitter(Mode::Joint).joint_function("__joint");
        let code = quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, dead_code)]
            struct #name {}
            #[allow(warnings, clippy::all)]
            impl #name { #(#value)* #joint #again }
        };
        Ok((code, sig.params.len(), sig.ret, has_again))
    }

    /// The function on a tape, for where a NaN comes out; nothing where it cannot run on one.
    fn again(&self, sig: &signature::Signature, simple: &ItemFn) -> Result<Option<TokenStream>> {
        let lowered = core::calls(simple, sig, &self.path, self.of != Of::Function)?;
        let Lowered { program, leaves, items, .. } = prepared(lowered, sig, Options::default())?;
        let order = order::Order::new(&program);
        let plan = plan::plan(&program, &order, Options::default(), Variant::Joint, None);
        let emitter = || Emitter::new(&program, &order, &plan, sig, &leaves, &items, Mode::Eval);
        if !emitter().bindable() {
            return Ok(None);
        }
        let eval = (!self.goes_forward()).then(|| emitter().eval());
        let (bound, adjoints) = (emitter().bind_function(false), emitter().adjoints_by_tape());
        Ok(Some(quote!(#eval #bound #adjoints)))
    }

    /// Whether the inner function runs forward alone.
    fn goes_forward(&self) -> bool {
        matches!(self.form, Derivative::Jvp | Derivative::JacobianRows)
    }

    /// The function's own steps, where these are few and call nothing: what they save then goes through no record.
    fn written_out(&self, name: &Ident, sig: &signature::Signature) -> Option<Lowered> {
        let mut text = around::configured(self.text.as_ref()?);
        text.sig.ident = name.clone();
        let lowered = core::written_out(&normal::of_numbers_and_lists(&text), sig, EXPANSION)?;
        let alone = lowered.beside.is_empty() && lowered.within.is_empty() && lowered.nested.is_empty();
        let mut calls = false;
        walk(&lowered.program.body, &mut |step, _| calls |= matches!(step, Step::Call(_)));
        (alone && !calls && lowered.program.values.len() <= MOST).then_some(lowered)
    }

    /// The function on plain numbers, for calls of constants.
    fn plain(&self) -> TokenStream {
        let (name, of) = (&self.name, &self.path);
        let signature = syn::Signature { ident: name.clone(), ..self.outer.sig.clone() };
        let signature = without_marks(signature);
        let names = self.outer.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => Some(&input.pat),
            syn::FnArg::Receiver(_) => None,
        });
        let names: Vec<_> = names.collect();
        let called = |form: &str| match (names.split_first(), of.get_ident()) {
            (Some((itself, rest)), Some(of)) if self.of == Of::Method => {
                let method = format_ident!("{of}_{form}");
                quote!(#itself.#method(#(#rest),*))
            }
            _ => {
                let form = format_ident!("{form}");
                quote!(#of::#form(#(#names),*))
            }
        };
        let form = self.form.name();
        let call = match self.form {
            _ if self.of == Of::Passed => {
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
