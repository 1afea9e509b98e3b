//! What users call where arrays of arrays are among the parameters or in the result: the functions on flat lists, with
//! arrays laid out before and put together behind.

use crate::emit::Emitter;
use crate::emit::api::bound::{owned, with_lifetime};
use crate::emit::api::layout::{as_shape, lay, put, same_rows};
use crate::emit::calls::protocol::replace;
use crate::signature::Shape;
use crate::signature::nests::{Given, Nested, Outer, Outside};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// A parameter of the user's, on its way in.
pub(crate) struct Door {
    /// Code before the call, the arguments, code behind.
    before: TokenStream,
    pass: TokenStream,
    after: TokenStream,
}

/// Whether it is kept whole, in an `Option` of its own.
fn is_structure(of: &Given) -> bool {
    matches!(of, Given::Plain(Shape::Record(_)))
}

impl Emitter<'_> {
    /// The functions on the user's types; nothing where those are the flat ones.
    pub(crate) fn outside(&self) -> TokenStream {
        let Some((params, given)) = &self.sig.outside else { return TokenStream::new() };
        let (forms, scalar) = (self.sig.forms, matches!(self.sig.ret, Shape::Scalar));
        let mut out = TokenStream::new();
        if forms.eval || forms.calls && !self.sig.columns {
            out.extend(self.outside_eval(params, given));
        }
        if forms.gradient && self.sig.maybe && self.gives_a_number() {
            out.extend(self.maybe_gradient(params));
        }
        if forms.gradient && scalar {
            out.extend(self.outside_gradient(params));
        }
        if forms.vjp {
            out.extend(self.outside_vjp(params, given));
        }
        if self.sig.reverse_only {
            return out;
        }
        if forms.hvp && self.gives_a_number() {
            out.extend(self.outside_hvp(params, given));
        }
        if forms.jvp {
            out.extend(self.outside_jvp(params, given));
        }
        if self.bindable() {
            out.extend(self.outside_matrices(params));
        } else if self.sig.maybe && self.takes_columns() {
            out.extend(self.outside_hessian(params));
        }
        out
    }

    /// The shape of the flat list of an array of arrays.
    pub(crate) fn flat_shape(&self, nested: &Nested) -> Shape {
        nested.flat(&self.sig.arguments)
    }

    fn outside_type(&self, p: &Outside, number: &Ident) -> TokenStream {
        match (&p.nested, &p.shape) {
            (Some(nested), _) => nested.parameter(&number.to_token_stream()),
            // Users pass structures as they are.
            (None, Some(Shape::Record(_))) if *number == self.sig.scalar => {
                let ty = p.ty.to_token_stream();
                if self.sig.generic { replace(ty, &self.sig.number, &self.sig.scalar) } else { ty }
            }
            (None, Some(shape)) if p.active => Self::shape_type(shape, &quote!(#number)),
            _ => {
                let ty = p.ty.to_token_stream();
                if self.sig.generic { replace(ty, &self.sig.number, &self.sig.scalar) } else { ty }
            }
        }
    }

    pub(crate) fn outside_params(&self, params: &[Outside], number: &Ident) -> Vec<TokenStream> {
        params
            .iter()
            .map(|p| {
                let (name, ty) = (&p.name, self.outside_type(p, number));
                quote!(#name: #ty)
            })
            .collect()
    }

    pub(crate) fn doors(&self, params: &[Outside]) -> Vec<Door> {
        let door = |p: &Outside| {
            let name = &p.name;
            let Some(nested) = &p.nested else {
                let pass = match &p.ty {
                    syn::Type::Reference(r) if r.mutability.is_some() => quote!(&mut *#name),
                    _ => name.to_token_stream(),
                };
                return Door { before: TokenStream::new(), pass, after: TokenStream::new() };
            };
            let laid = lay(nested, name, nested.writes());
            let (flat, tables) = (as_shape(&laid, nested, &self.flat_shape(nested)), &laid.tables);
            let counted = format_ident!("{name}__count");
            let count = (!nested.levels.is_empty()).then(|| quote!(, #counted));
            let before = &laid.before;
            let before = quote!(let #counted = #name.len(); #before);
            Door { pass: quote!(#flat #(, #tables)* #count), before, after: laid.after }
        };
        params.iter().map(door).collect()
    }

    /// The adjoint of a parameter on the user's type, from that of the flat one.
    pub(crate) fn adjoint_up(&self, p: &Outside, flat: &TokenStream) -> TokenStream {
        let Some(nested) = &p.nested else { return flat.clone() };
        let name = &p.name;
        let count = format_ident!("{name}__count");
        put(nested, flat, &quote!(#count), &|k| {
            let table = format_ident!("{name}__rows{k}");
            quote!((#table[2 * k__], #table[2 * k__ + 1]))
        })
    }

    pub(crate) fn adjoint_type(&self, p: &Outside) -> TokenStream {
        let scalar = self.sig.scalar.to_token_stream();
        match (&p.nested, &p.shape) {
            (Some(nested), _) => nested.owned(&scalar),
            (None, Some(shape)) => owned(shape, &scalar),
            (None, None) => quote!(()),
        }
    }

    /// The type of all adjoints, and them from the flat ones.
    pub(crate) fn adjoints(&self, params: &[Outside], flat: &TokenStream) -> (TokenStream, TokenStream) {
        let active: Vec<&Outside> = params.iter().filter(|p| p.active).collect();
        if let [p] = active.as_slice() {
            return (self.adjoint_type(p), self.adjoint_up(p, flat));
        }
        let types = active.iter().map(|p| self.adjoint_type(p));
        let parts = active.iter().enumerate().map(|(k, p)| {
            let k = syn::Index::from(k);
            self.adjoint_up(p, &quote!(#flat.#k))
        });
        let parts: Vec<_> = parts.collect();
        (quote!((#(#types),*)), quote!((#(#parts),*)))
    }

    pub(crate) fn given_type(&self, given: &Given, number: &Ident) -> TokenStream {
        match given {
            Given::Plain(shape @ Shape::Record(_)) if *number == self.sig.scalar => owned(shape, &quote!(#number)),
            Given::Plain(shape) => Self::shape_type(shape, &quote!(#number)),
            Given::Nested(nested) => nested.owned(&quote!(#number)),
            Given::Maybe(of) => {
                let value = self.given_type(of, number);
                if is_structure(of) { value } else { quote!(::core::option::Option<#value>) }
            }
            Given::Tuple(parts) => {
                let parts = parts.iter().map(|g| self.given_type(g, number));
                quote!((#(#parts),*))
            }
        }
    }

    /// A result on the user's type.
    pub(crate) fn given_up(&self, given: &Given, flat: &TokenStream) -> TokenStream {
        match given {
            Given::Plain(_) => flat.clone(),
            Given::Maybe(of) if is_structure(of) => quote!(#flat.0),
            Given::Maybe(of) => {
                let value = self.given_up(of, &quote!(value__));
                quote!({ let (value__, there__) = #flat; (there__.count != 0).then(|| #value) })
            }
            Given::Nested(nested) => {
                let rows = put(nested, &quote!(list__), &quote!(rows__.count), &|k| quote!(rows__.row(#k, k__)));
                quote!({ let (list__, rows__) = #flat; #rows })
            }
            Given::Tuple(parts) => {
                let names: Vec<Ident> = (0..parts.len()).map(|k| format_ident!("part{k}__")).collect();
                let parts: Vec<_> =
                    parts.iter().zip(&names).map(|(g, name)| self.given_up(g, &quote!(#name))).collect();
                quote!({ let (#(#names),*) = #flat; (#(#parts),*) })
            }
        }
    }

    fn outside_eval(&self, params: &[Outside], given: &Given) -> TokenStream {
        let (number, generics, arguments) = (self.number(), self.generics(), &self.sig.arguments);
        let (types, ret) = (self.outside_params(params, number), self.given_type(given, number));
        let doors = self.doors(params);
        let (before, pass, after) = parts(&doors);
        let mutable = params.iter().zip(types).map(|(p, ty)| {
            let owned = p.nested.as_ref().is_some_and(|n| matches!(n.outer, Outer::Vec | Outer::Fixed(_)));
            if owned { quote!(mut #ty) } else { ty }
        });
        let up = self.given_up(given, &quote!(result__));
        let about_eval = self.documentation("eval");
        quote! {
            #about_eval
            pub fn eval #generics(#(#mutable),*) -> #ret {
                #before
                let result__ = Self::__flat_eval::<#number, #(#arguments),*>(#pass);
                #after
                #up
            }
        }
    }

    fn outside_gradient(&self, params: &[Outside]) -> TokenStream {
        let (scalar, generics, arguments) = (&self.sig.scalar, self.constant_generics(), &self.sig.arguments);
        let types = self.outside_params(params, scalar);
        let doors = self.doors(params);
        let (before, pass, after) = parts(&doors);
        let (ty, up) = self.adjoints(params, &quote!(adjoints__));
        let args = params.iter().map(|p| match &p.ty {
            syn::Type::Reference(r) if r.mutability.is_some() => {
                let name = &p.name;
                quote!(&mut *#name)
            }
            _ => p.name.to_token_stream(),
        });
        let (mut targets, mut open, mut places, mut close) = (vec![], TokenStream::new(), vec![], TokenStream::new());
        for p in params.iter().filter(|p| p.active) {
            let (target, place, closing) = self.target(p, &mut open);
            targets.push(target);
            places.push(place);
            close.extend(closing);
        }
        let [about_gradient, about_value_and_gradient, about_value_and_gradient_into] =
            ["gradient", "value_and_gradient", "value_and_gradient_into"].map(|name| self.entry_outside(name));
        quote! {
            #about_gradient
            pub fn gradient #generics(#(#types),*) -> #ty {
                Self::value_and_gradient::<#(#arguments),*>(#(#args),*).1
            }
            #about_value_and_gradient
            pub fn value_and_gradient #generics(#(#types),*) -> (#scalar, #ty) {
                #before
                let (value__, adjoints__) = Self::__flat_value_and_gradient::<#(#arguments),*>(#pass);
                #after
                (value__, #up)
            }
            #about_value_and_gradient_into
            pub fn value_and_gradient_into #generics(
                #(#types,)* #(#targets,)* ws: &mut ::wengert::generated::Workspace<#scalar>
            ) -> #scalar {
                #before
                #open
                let value__ = Self::__flat_value_and_gradient_into::<#(#arguments),*>(#pass #(#places,)* ws);
                #close
                #after
                value__
            }
        }
    }

    /// A place for the adjoint of a parameter: as a parameter, as an argument, and what is done with it at last.
    fn target(&self, p: &Outside, open: &mut TokenStream) -> (TokenStream, TokenStream, TokenStream) {
        let (scalar, name, target) = (&self.sig.scalar, &p.name, format_ident!("{}_gradient", p.name));
        let Some(nested) = &p.nested else {
            let (ty, place) = match &p.shape {
                Some(Shape::Slice | Shape::SliceMut | Shape::Vec) => (quote!(&mut [#scalar]), quote!(&mut #target[..])),
                Some(shape) => {
                    let ty = owned(shape, &quote!(#scalar));
                    (quote!(&mut #ty), quote!(&mut *#target))
                }
                None => (quote!(()), quote!(())),
            };
            return (quote!(#target: #ty), place, TokenStream::new());
        };
        let ty = nested.target(&scalar.to_token_stream());
        let checks = same_rows(nested, &name.to_string(), &quote!(#target), &quote!(#name));
        open.extend(checks);
        let laid = lay(nested, &target, true);
        open.extend(laid.before);
        let flat = &laid.flat;
        let place = match (self.flat_shape(nested), nested.is_even()) {
            (Shape::Fixed(total), _) => quote!(::wengert::generated::array_mut::<_, { #total }>(#flat)),
            (_, true) => flat.clone(),
            (_, false) => quote!(&mut #flat[..]),
        };
        (quote!(#target: #ty), place, laid.after)
    }

    pub(crate) fn is_mutable(&self, p: &Outside) -> bool {
        matches!(p.shape, Some(Shape::SliceMut)) || p.nested.as_ref().is_some_and(Nested::writes)
    }

    /// Weights of a result: as parameters, as arguments, and what is checked behind.
    fn given_weights(
        &self,
        given: &Given,
        (result, in_parts): (TokenStream, bool),
        params: &mut Vec<TokenStream>,
        places: &mut Vec<TokenStream>,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) {
        let scalar = &self.sig.scalar;
        let name = self.weight(params.len(), in_parts);
        match given {
            Given::Plain(Shape::Scalar) => {
                params.push(quote!(#name: #scalar));
                places.push(quote!(#name));
            }
            Given::Plain(Shape::Fixed(_) | Shape::Vec) => {
                params.push(quote!(#name: &[#scalar]));
                places.push(quote!(#name));
            }
            Given::Plain(Shape::Tuple(shapes)) => {
                for (k, shape) in shapes.iter().enumerate() {
                    let k = syn::Index::from(k);
                    let part = Given::Plain(shape.clone());
                    self.given_weights(&part, (quote!(#result.#k), true), params, places, before, after);
                }
            }
            Given::Plain(Shape::Record(r)) => {
                let ty = r.plain();
                params.push(quote!(#name: &#ty));
                places.push(quote!(#name));
            }
            Given::Plain(_) => {}
            Given::Maybe(of) => {
                let mut unchecked = TokenStream::new();
                self.given_weights(of, (result.clone(), in_parts), params, places, before, &mut unchecked);
            }
            Given::Nested(nested) => {
                let row = nested.row(&scalar.to_token_stream());
                params.push(quote!(#name: &[#row]));
                let laid = lay(nested, &name, false);
                before.extend(laid.before.clone());
                places.push(as_shape(&laid, nested, &Shape::Slice));
                after.extend(same_rows(nested, "the result", &quote!(#name), &result));
            }
            Given::Tuple(parts) => {
                for (k, part) in parts.iter().enumerate() {
                    let k = syn::Index::from(k);
                    self.given_weights(part, (quote!(#result.#k), true), params, places, before, after);
                }
            }
        }
    }

    fn outside_vjp(&self, params: &[Outside], given: &Given) -> TokenStream {
        let (scalar, generics, arguments) = (&self.sig.scalar, self.constant_generics(), &self.sig.arguments);
        let types = self.outside_params(params, scalar);
        let (mut before, pass, after) = parts(&self.doors(params));
        let (mut weights, mut places, mut checks) = (vec![], vec![], TokenStream::new());
        self.given_weights(given, (quote!(value__), false), &mut weights, &mut places, &mut before, &mut checks);
        for p in params.iter().filter(|p| p.active && self.is_mutable(p)) {
            let (name, weight) = (&p.name, format_ident!("{}_weight", p.name));
            match &p.nested {
                None => {
                    weights.push(quote!(#weight: &[#scalar]));
                    places.push(quote!(#weight));
                }
                Some(nested) => {
                    let row = nested.row(&scalar.to_token_stream());
                    weights.push(quote!(#weight: &[#row]));
                    before.extend(same_rows(nested, &name.to_string(), &quote!(#weight), &quote!(#name)));
                    let laid = lay(nested, &weight, false);
                    before.extend(laid.before.clone());
                    places.push(as_shape(&laid, nested, &Shape::Slice));
                }
            }
        }
        let (ret, value) = (self.given_type(given, scalar), self.given_up(given, &quote!(value__)));
        let (ty, up) = self.adjoints(params, &quote!(adjoints__));
        let (mut targets, mut open, mut into, mut close) = (vec![], TokenStream::new(), vec![], TokenStream::new());
        for p in params.iter().filter(|p| p.active) {
            let (target, place, closing) = self.target(p, &mut open);
            targets.push(target);
            into.push(place);
            close.extend(closing);
        }
        let [about_vjp, about_vjp_into] = ["vjp", "vjp_into"].map(|name| self.entry_outside(name));
        quote! {
            #about_vjp
            pub fn vjp #generics(#(#types,)* #(#weights),*) -> (#ret, #ty) {
                #before
                let (value__, adjoints__) = Self::__flat_vjp::<#(#arguments),*>(#pass #(#places),*);
                #after
                let value__ = #value;
                #checks
                (value__, #up)
            }
            #about_vjp_into
            pub fn vjp_into #generics(
                #(#types,)* #(#weights,)* #(#targets,)* ws: &mut ::wengert::generated::Workspace<#scalar>
            ) -> #ret {
                #before
                #open
                let value__ = Self::__flat_vjp_into::<#(#arguments),*>(#pass #(#places,)* #(#into,)* ws);
                #close
                #after
                let value__ = #value;
                #checks
                value__
            }
        }
    }

    fn outside_hessian(&self, params: &[Outside]) -> TokenStream {
        if !self.sig.forms.hessian || !self.gives_a_number() {
            return TokenStream::new();
        }
        let (generics, arguments) = (self.constant_generics(), &self.sig.arguments);
        let types = self.outside_params(params, &self.sig.scalar);
        let (before, pass, _) = parts(&self.doors(params));
        let about_hessian = self.entry_outside("hessian");
        let matrix = quote!(::wengert::Matrix);
        let ty = if self.sig.maybe { quote!(::core::option::Option<#matrix>) } else { matrix };
        quote! {
            #about_hessian
            pub fn hessian #generics(#(#types),*) -> #ty {
                #before
                Self::__flat_hessian::<#(#arguments),*>(#pass)
            }
        }
    }

    fn outside_matrices(&self, params: &[Outside]) -> TokenStream {
        let (scalar, generics, arguments) = (&self.sig.scalar, self.constant_generics(), &self.sig.arguments);
        let rest = &self.sig.generics;
        let types = self.outside_params(params, scalar);
        let (before, pass, _) = parts(&self.doors(params));
        let bound = params.iter().map(|p| {
            let (name, ty) = (&p.name, self.outside_type(p, scalar));
            let ty = if p.active { ty } else { with_lifetime(&ty) };
            let mutable = p.nested.as_ref().is_some_and(|n| matches!(n.outer, Outer::Vec | Outer::Fixed(_)));
            if mutable { quote!(mut #name: #ty) } else { quote!(#name: #ty) }
        });
        let (forms, hessian) = (self.sig.forms, self.outside_hessian(params));
        let jacobian = forms.jacobian.then(|| {
            let about_jacobian = self.entry_outside("jacobian");
            quote! {
                #about_jacobian
                pub fn jacobian #generics(#(#types),*) -> ::wengert::Matrix {
                    #before
                    Self::__flat_jacobian::<#(#arguments),*>(#pass)
                }
            }
        });
        if !forms.function {
            return quote!(#hessian #jacobian);
        }
        let live = self.live();
        let (about_function, gives) = (self.documentation("function"), self.bound_for_users());
        let function = self.with_texts(quote! {
            #about_function
            #[inline]
            pub fn function<'a, #(#rest),*>(#(#bound),*) -> #gives
            where #(#live),* {
                #before
                Self::__flat_function::<#(#arguments),*>(#pass)
            }
        });
        quote!(#hessian #jacobian #function)
    }
}

/// The code before a call, its arguments, the code behind it.
pub(crate) fn parts(doors: &[Door]) -> (TokenStream, TokenStream, TokenStream) {
    let before = doors.iter().map(|d| d.before.clone()).collect();
    let pass: Vec<_> = doors.iter().map(|d| d.pass.clone()).collect();
    let after = doors.iter().map(|d| d.after.clone()).collect();
    (before, quote!(#(#pass,)*), after)
}
