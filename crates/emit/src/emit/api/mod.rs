//! What users call: gradient, jvp, vjp, hvp, hessian, jacobian, and the function as one that every engine takes.

pub(crate) mod along;
pub(crate) mod both_arms;
pub(crate) mod bound;
pub(crate) mod check_only;
pub mod delegate;
pub(crate) mod documentation;
pub(crate) mod jacobian;
pub(crate) mod jvp;
pub(crate) mod layout;
pub(crate) mod nested_arrays;
pub(crate) mod optional;
pub(crate) mod second_order;

use crate::emit::Emitter;
use crate::emit::api::bound::owned;
use crate::emit::shapes::zeros;
use crate::ir::Storage;
use crate::ir::lowered::Leaf;
use crate::signature::{By, Param, Shape};
use crate::syntax::generated::mentions;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// An active parameter.
pub struct Active {
    pub(crate) k: usize,
    pub(crate) name: Ident,
    pub(crate) shape: Shape,
}

impl Emitter<'_> {
    pub(crate) fn active(&self) -> Vec<Active> {
        let made = |(k, p): (usize, &Param)| {
            let shape = p.shape.clone().filter(|_| p.active)?;
            Some(Active { k, name: self.parameter(k), shape })
        };
        self.sig.params.iter().enumerate().filter_map(made).collect()
    }

    /// The parameters of a public function, on plain scalars.
    pub(crate) fn plain_params(&self) -> Vec<TokenStream> {
        let param = |(k, p): (usize, &Param)| {
            let (name, ty) = (self.parameter(k), self.constant_type(p));
            quote!(#name: #ty)
        };
        self.sig.params.iter().enumerate().map(param).collect()
    }

    pub(crate) fn plain_args(&self) -> Vec<TokenStream> {
        let arg = |(k, p): (usize, &Param)| {
            let name = self.parameter(k);
            match &p.ty {
                syn::Type::Reference(r) if r.mutability.is_some() => quote!(&mut *#name),
                _ => quote!(#name),
            }
        };
        self.sig.params.iter().enumerate().map(arg).collect()
    }

    pub(crate) fn constant_generics(&self) -> TokenStream {
        let (lifetime, rest) = (self.sig.lifetime(), &self.sig.generics);
        quote!(<#lifetime #(#rest),*>)
    }

    /// The arguments of `__run` on numbers of type `f64` or `f32`: values and where their adjoints go.
    pub(crate) fn run_args(&self) -> Vec<TokenStream> {
        let mut args = vec![];
        for (k, leaf) in self.leaves.iter().enumerate() {
            let name = self.parameter(k);
            let target = format_ident!("{}_gradient", name);
            self.run_leaf(leaf, k, quote!(#name), quote!(#target), false, &mut args);
        }
        args
    }

    /// A run on plain numbers, in wide vectors if that is wanted; a workspace `ws` is in scope.
    fn run_on_scalars(&self, seed: TokenStream) -> TokenStream {
        let mut args = self.run_args();
        args.extend([seed, quote!(ws)]);
        self.call_run(&args)
    }

    /// One leaf's value and the place of its adjoint; inside tuples places are taken by reference.
    pub(crate) fn run_leaf(
        &self,
        leaf: &Leaf,
        k: usize,
        value: TokenStream,
        target: TokenStream,
        inside: bool,
        args: &mut Vec<TokenStream>,
    ) {
        let active = self.sig.params[k].active;
        match leaf {
            Leaf::Tuple(parts) => {
                for (j, part) in parts.iter().enumerate() {
                    let j = syn::Index::from(j);
                    self.run_leaf(part, k, quote!(#value.#j), quote!(#target.#j), true, args);
                }
            }
            Leaf::Array(a) => {
                let value = match &self.p.arrays[*a].storage {
                    Storage::Exclusive => quote!(&mut *#value),
                    Storage::Heap => quote!(&#value[..]),
                    _ => value,
                };
                args.push(value);
                if active {
                    args.push(match (&self.p.arrays[*a].storage, inside) {
                        (Storage::Fixed(_), true) => quote!(&mut #target),
                        (Storage::Fixed(_), false) => quote!(&mut *#target),
                        _ => quote!(&mut #target[..]),
                    });
                }
            }
            leaf if active && self.is_record(leaf) => {
                let name = self.parameter(k);
                let (over, target) = (format_ident!("{name}_over"), format_ident!("{name}_gradient_over"));
                args.extend([quote!(&#over), quote!(&mut #target)]);
            }
            Leaf::Scalar(_) => {
                args.push(value);
                if active {
                    args.push(if inside { quote!(&mut #target) } else { quote!(&mut *#target) });
                }
            }
        }
    }

    /// The name of a public function; where arrays of arrays are laid out for it, that of the one on flat lists.
    pub(crate) fn public(&self, name: &str) -> Ident {
        match self.sig.outside {
            Some(_) => format_ident!("__flat_{name}"),
            None => format_ident!("{name}"),
        }
    }

    pub fn api(&mut self, gambles: bool) -> TokenStream {
        let (forms, scalar) = (self.sig.forms, matches!(self.sig.ret, Shape::Scalar));
        let mut out = self.left_out();
        if forms.run() {
            out.extend(self.run_function(gambles));
        }
        if forms.gradient && scalar {
            out.extend(self.gradient());
        }
        if forms.vjp || forms.gradient && self.sig.maybe {
            out.extend(self.vjp());
        }
        if forms.vjp && forms.jacobian {
            out.extend(self.jacobian_into());
        }
        if self.sig.reverse_only {
            out.extend(self.outside());
            return out;
        }
        if forms.hvp && self.gives_a_number() {
            out.extend(self.hvp());
        }
        if forms.jvp {
            out.extend(self.jvp());
        }
        if self.binds() {
            out.extend(self.bind_function(true));
            out.extend(self.matrices());
        } else if self.sig.maybe && self.takes_columns() {
            if self.is_bound() {
                out.extend(self.bind_function(false));
            }
            out.extend(self.hessian());
        }
        out.extend(self.outside());
        out
    }

    /// What there is none of, so that the error of who asks for it says why.
    fn left_out(&self) -> TokenStream {
        let second = ["jvp", "hvp", "value_and_hvp", "hessian", "jacobian", "function"];
        let reverse_only = self.sig.reverse_only;
        let forms = self.sig.forms;
        let missing = forms.missing().into_iter().filter(|name| match *name {
            "eval" => !self.evaluates() || self.sig.outside.is_some() && !forms.calls,
            name => !(reverse_only && second.contains(&name)),
        });
        let why = format_ident!("{}", if forms.said { "LeftOutByOnly" } else { "WriteDifferentiableAll" });
        let missing = missing.map(|name| (format_ident!("{name}"), why.clone()));
        let second = second.into_iter().filter(|_| reverse_only);
        let second = second.map(|name| (format_ident!("{name}"), format_ident!("LeftOutByReverseOnly")));
        let (names, why): (Vec<_>, Vec<_>) = missing.chain(second).unzip();
        quote!(#(
            #[doc(hidden)]
            pub const #names: ::wengert::generated::#why = ::wengert::generated::#why;
        )*)
    }

    /// The parameters that receive adjoints.
    pub(crate) fn target_params(&self) -> Vec<TokenStream> {
        let scalar = &self.sig.scalar;
        self.active()
            .iter()
            .map(|a| {
                let target = format_ident!("{}_gradient", a.name);
                match &a.shape {
                    Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(#target: &mut [#scalar]),
                    shape => {
                        let ty = owned(shape, &quote!(#scalar));
                        quote!(#target: &mut #ty)
                    }
                }
            })
            .collect()
    }

    /// Checks the lengths of the targets and sets them to zero, or to the weights of what is written; those that are `own` are
    /// zero.
    pub(crate) fn clear_targets(&self, weighted: bool, own: bool) -> TokenStream {
        let mut out = TokenStream::new();
        let scalar = &self.sig.scalar;
        for a in self.active() {
            let (name, target) = (&a.name, format_ident!("{}_gradient", a.name));
            let text = a.name.to_string();
            out.extend(match &a.shape {
                Shape::SliceMut if weighted => {
                    let weight = format_ident!("{}_weight", a.name);
                    quote! {
                        ::wengert::generated::same(#text, #target.len(), #name.len());
                        #target.copy_from_slice(#weight);
                    }
                }
                Shape::Record(_) => {
                    let over = self.plain_over(&a);
                    let (whole, target) = (format_ident!("{name}_over"), format_ident!("{name}_gradient_over"));
                    quote!(let #whole = #over; let mut #target = ::wengert::Bundle::<#scalar>::zero(&#whole);)
                }
                _ if own => TokenStream::new(),
                Shape::Slice | Shape::SliceMut | Shape::Vec => quote! {
                    ::wengert::generated::same(#text, #target.len(), #name.len());
                    #target.fill(0.0);
                },
                shape => cleared(shape, quote!((*#target)), &quote!(#name)),
            });
        }
        out
    }

    /// Fresh targets, and the gradient made of them.
    pub(crate) fn own_targets(&self) -> (TokenStream, Vec<TokenStream>, TokenStream, TokenStream) {
        let scalar = &self.sig.scalar;
        let (mut make, mut pass, mut names, mut types) = (TokenStream::new(), vec![], vec![], vec![]);
        for a in self.active() {
            let (name, target, held) = (&a.name, format_ident!("{}_gradient", a.name), self.held(&a));
            let zero = match &held {
                // It is made of the adjoint.
                Shape::Record(_) => quote!(::core::option::Option::None),
                shape => zeros(shape, &quote!(#name), &quote!(0.0)),
            };
            make.extend(quote!(let mut #target = #zero;));
            pass.push(match a.shape {
                Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(&mut #target[..]),
                _ => quote!(&mut #target),
            });
            names.push(match a.shape {
                Shape::Record(_) => quote!(::wengert::generated::certain(#target)),
                _ => quote!(#target),
            });
            types.push(owned(&held, &quote!(#scalar)));
        }
        match (names.as_slice(), types.as_slice()) {
            ([name], [ty]) => (make, pass, quote!(#name), ty.clone()),
            _ => (make, pass, quote!((#(#names),*)), quote!((#(#types),*))),
        }
    }

    pub(crate) fn gradient(&self) -> TokenStream {
        let (scalar, generics) = (&self.sig.scalar, self.constant_generics());
        let (params, args, run) =
            (self.plain_params(), self.plain_args(), self.run_on_scalars(quote!(::wengert::generated::Seed(1.0))));
        let (targets, clear) = (self.target_params(), self.clear_targets(false, false));
        let clear_own = self.clear_targets(false, true);
        let (make, pass, gradient, ty) = self.own_targets();
        let names = self.target_names();
        let (arguments, close, close_own) = (&self.sig.arguments, self.close_targets(false), self.close_targets(true));
        let workspace = self.with_workspace(&[&clear_own, &close_own, &quote!(#(#pass)*)]);
        let [just, with_value, into] =
            ["gradient", "value_and_gradient", "value_and_gradient_into"].map(|name| self.public(name));
        let [about_gradient, about_value_and_gradient, about_value_and_gradient_into] =
            ["gradient", "value_and_gradient", "value_and_gradient_into"].map(|name| self.entry(name));
        quote! {
            #about_gradient
            pub fn #just #generics(#(#params),*) -> #ty {
                Self::#with_value::<#(#arguments),*>(#(#args),*).1
            }
            #about_value_and_gradient
            pub fn #with_value #generics(#(#params),*) -> (#scalar, #ty) {
                #make
                let value = #workspace(|ws| {
                    #(let #names = #pass;)*
                    #clear_own
                    let value = #run;
                    #close_own
                    value
                });
                (value, #gradient)
            }
            #about_value_and_gradient_into
            pub fn #into #generics(
                #(#params,)* #(#targets,)* ws: &mut ::wengert::generated::Workspace<#scalar>
            ) -> #scalar {
                #clear
                let value = #run;
                #close
                value
            }
        }
    }

    /// What runs a closure with a workspace: one of the thread's, unless neither the run nor what is beside it needs one.
    pub(crate) fn with_workspace(&self, beside: &[&TokenStream]) -> TokenStream {
        match self.idle && beside.iter().all(|code| mentions(code, "ws") == 0) {
            true => quote!(::wengert::generated::without_workspace),
            false => quote!(::wengert::generated::with_workspace),
        }
    }

    /// A parameter over the scalar; a structure's twin.
    pub(crate) fn plain_over(&self, a: &Active) -> TokenStream {
        let (name, scalar) = (&a.name, &self.sig.scalar);
        match &a.shape {
            Shape::Record(r) => {
                let ty = r.plain();
                match r.by {
                    By::Slice => quote!(::wengert::generated::over_each::<#scalar, #scalar, _>(#name)),
                    _ => {
                        quote!(::wengert::generated::over::<#scalar, #scalar, #ty>(::core::borrow::Borrow::borrow(&#name)))
                    }
                }
            }
            _ => quote!(#name),
        }
    }

    /// Slices of structures as lists of their own.
    pub(crate) fn own_lists(&self) -> TokenStream {
        let mut out = TokenStream::new();
        for a in self.active() {
            if matches!(&a.shape, Shape::Record(r) if r.by == By::Slice) {
                let name = &a.name;
                out.extend(quote!(let #name = &#name.to_vec();));
            }
        }
        out
    }

    /// The names of what receives adjoints.
    fn target_names(&self) -> Vec<Ident> {
        self.active().iter().map(|a| format_ident!("{}_gradient", a.name)).collect()
    }

    /// Hands the adjoints of structures to the user; `own` if the targets are [`own_targets`](Self::own_targets).
    fn close_targets(&self, own: bool) -> TokenStream {
        let mut out = TokenStream::new();
        for a in self.active() {
            if let Shape::Record(_) = a.shape {
                let (place, target) = (format_ident!("{}_gradient", a.name), format_ident!("{}_gradient_over", a.name));
                let made = quote!(::wengert::Bundle::into_plain(#target, &mut |x| x));
                let made = if own { quote!(::core::option::Option::Some(#made)) } else { made };
                out.extend(quote!(*#place = #made;));
            }
        }
        out
    }

    /// The type of the result on plain scalars.
    pub(crate) fn plain_result(&self) -> TokenStream {
        let scalar = &self.sig.scalar;
        owned(&self.sig.ret, &quote!(#scalar))
    }

    fn take_result(&self, result: TokenStream) -> TokenStream {
        fn taken(shape: &Shape, x: TokenStream) -> TokenStream {
            match shape {
                Shape::Record(_) => quote!(::wengert::generated::plain(&#x, |x| x)),
                Shape::Tuple(parts) => {
                    let parts = parts.iter().enumerate().map(|(k, s)| {
                        let k = syn::Index::from(k);
                        taken(s, quote!(#x.#k))
                    });
                    quote!((#(#parts),*))
                }
                _ => x,
            }
        }
        if self.sig.ret.has_record() { taken(&self.sig.ret, result) } else { result }
    }

    /// Weights of the outputs: parameters, and the seed made of them.
    pub(crate) fn weights(&self) -> (Vec<TokenStream>, TokenStream) {
        fn go(of: &Emitter<'_>, shape: &Shape, in_parts: bool, params: &mut Vec<TokenStream>) -> TokenStream {
            let (name, scalar) = (of.weight(params.len(), in_parts), &of.sig.scalar);
            match shape {
                Shape::Scalar => {
                    params.push(quote!(#name: #scalar));
                    quote!(::wengert::generated::Seed(#name))
                }
                Shape::Fixed(_) | Shape::Vec => {
                    params.push(quote!(#name: &[#scalar]));
                    quote!(::wengert::generated::Seed(#name))
                }
                Shape::Tuple(parts) => {
                    let parts: Vec<_> = parts.iter().map(|s| go(of, s, true, params)).collect();
                    quote!((#(#parts),*))
                }
                Shape::Record(r) => {
                    let ty = r.plain();
                    params.push(quote!(#name: &#ty));
                    quote!(::wengert::generated::Seed(
                        &::wengert::generated::over::<#scalar, #scalar, #ty>(#name)
                    ))
                }
                _ => quote!(()),
            }
        }
        let mut params = vec![];
        let scalar = &self.sig.scalar;
        let seed = go(self, &self.sig.ret, false, &mut params);
        for a in self.active().iter().filter(|a| matches!(a.shape, Shape::SliceMut)) {
            let name = format_ident!("{}_weight", a.name);
            params.push(quote!(#name: &[#scalar]));
        }
        (params, seed)
    }

    pub(crate) fn vjp(&self) -> TokenStream {
        let (scalar, generics) = (&self.sig.scalar, self.constant_generics());
        let params = self.plain_params();
        let (targets, clear) = (self.target_params(), self.clear_targets(true, false));
        let clear_own = self.clear_targets(true, true);
        let (make, pass, gradient, ty) = self.own_targets();
        let names = self.target_names();
        let (weights, seed) = self.weights();
        let run = self.run_on_scalars(seed);
        let (before, after) = self.weight_checks();
        let value = self.plain_result();
        let (close, close_own) = (self.close_targets(false), self.close_targets(true));
        let taken = self.take_result(quote!(result));
        let workspace = self.with_workspace(&[&clear_own, &close_own, &quote!(#(#pass)*)]);
        let (vjp, vjp_into) = (self.public("vjp"), self.public("vjp_into"));
        let [about_vjp, about_vjp_into] = ["vjp", "vjp_into"].map(|name| self.entry(name));
        quote! {
            #about_vjp
            pub fn #vjp #generics(#(#params,)* #(#weights),*) -> (#value, #ty) {
                #make
                #before
                let result = #workspace(|ws| {
                    #(let #names = #pass;)*
                    #clear_own
                    let result = #run;
                    #close_own
                    result
                });
                #after
                (#taken, #gradient)
            }
            #about_vjp_into
            pub fn #vjp_into #generics(
                #(#params,)* #(#weights,)* #(#targets,)* ws: &mut ::wengert::generated::Workspace<#scalar>
            ) -> #value {
                #before
                #clear
                let result = #run;
                #close
                #after
                #taken
            }
        }
    }

    /// Checks of the weights' lengths: of what is written, before the run; of the result, when it is there.
    fn weight_checks(&self) -> (TokenStream, TokenStream) {
        fn go(of: &Emitter<'_>, shape: &Shape, path: TokenStream, k: &mut usize, alone: bool, out: &mut TokenStream) {
            let scalar = &of.sig.scalar;
            match shape {
                Shape::Fixed(_) | Shape::Vec => {
                    let weight = of.weight(*k, !alone || of.sig.maybe);
                    let what = if alone { "the result".to_string() } else { format!("result {k}") };
                    out.extend(quote!(::wengert::generated::same_weights(#what, #weight.len(), #path.len());));
                    *k += 1;
                }
                Shape::Tuple(parts) => {
                    for (j, part) in parts.iter().enumerate() {
                        let j = syn::Index::from(j);
                        go(of, part, quote!(#path.#j), k, false, out);
                    }
                }
                Shape::Record(r) => {
                    let (weight, ty) = (of.weight(*k, !alone || of.sig.maybe), r.plain());
                    let what = if alone { "the result".to_string() } else { format!("result {k}") };
                    out.extend(quote!(::wengert::generated::same_shape(
                        #what,
                        ::wengert::generated::count(&::wengert::generated::over::<#scalar, #scalar, #ty>(#weight)),
                        ::wengert::generated::count::<#scalar, _>(&#path),
                    );));
                    *k += 1;
                }
                Shape::Scalar => *k += 1,
                _ => {}
            }
        }
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        for a in self.active().iter().filter(|a| matches!(a.shape, Shape::SliceMut)) {
            let (name, text) = (&a.name, a.name.to_string());
            let weight = format_ident!("{}_weight", name);
            before.extend(quote!(::wengert::generated::same(#text, #weight.len(), #name.len());));
        }
        match (&self.sig.ret, self.sig.maybe) {
            // What is not there has no weights.
            (Shape::Tuple(parts), true) => {
                let mut checks = TokenStream::new();
                go(self, &parts[0], quote!(result.0), &mut 0, true, &mut checks);
                after.extend(quote!(if result.1.count != 0 { #checks }));
            }
            (ret, _) => go(self, ret, quote!(result), &mut 0, true, &mut after),
        }
        (before, after)
    }
}

/// Code that sets a place of the caller's to zeros of the shape of a value, its lists in the memory that they have.
fn cleared(shape: &Shape, place: TokenStream, like: &TokenStream) -> TokenStream {
    match shape {
        Shape::Slice | Shape::SliceMut | Shape::Vec => quote!(#place.clear(); #place.resize(#like.len(), 0.0);),
        Shape::Scalar => quote!(#place = 0.0;),
        Shape::Fixed(_) => quote!(#place.fill(0.0);),
        Shape::Tuple(parts) => {
            let part = |(k, s): (usize, &Shape)| {
                let k = syn::Index::from(k);
                cleared(s, quote!(#place.#k), &quote!(#like.#k))
            };
            parts.iter().enumerate().map(part).collect()
        }
        Shape::Unit | Shape::Rows(_) | Shape::Count(_) | Shape::Record(_) => TokenStream::new(),
    }
}
