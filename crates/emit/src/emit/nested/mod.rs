//! The derivative of one function as a function with derivatives of its own: `f::gradient` in a body.
//!
//! What it gives is `f` forward and back on the number at hand. Its own adjoint is forward over reverse: `f` forward and
//! back on duals that move along the weights. Both are generic over the number, so that this nests to every depth.

mod carrier;
mod matrix;
mod place;
mod product;

use super::Emitter;
use super::shapes::doubt_nan;
use crate::ir::lowered::Leaf;
use crate::signature::Shape;
use crate::signature::nests::Part;
use carrier::Carrier;
use front::items::Derivative;
use place::{Along, Kind, Place};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The function whose derivative it is.
pub struct Inner<'a> {
    /// The type with its generated functions.
    pub of: &'a Ident,
    pub form: Derivative,
    /// How many of the parameters are its own; directions and weights come behind.
    pub params: usize,
    /// How many of the first are held fixed: nothing is derived by them, but they have adjoints.
    pub held: usize,
    /// What it gives.
    pub gives: &'a Shape,
    /// Whether it runs on a tape, where a NaN comes out.
    pub again: bool,
    /// Whether forward and back it puts nothing into a workspace.
    pub idle: bool,
}

impl Inner<'_> {
    /// What belongs to a place, of a list for those that nothing holds fixed.
    fn of_place<'l, X>(&self, k: usize, list: &'l [X]) -> Option<&'l X> {
        k.checked_sub(self.held).and_then(|k| list.get(k))
    }
}

/// The weights of a result, in the order of its parts.
fn weights(shape: &Shape, from: TokenStream, out: &mut Vec<TokenStream>) {
    match shape {
        Shape::Tuple(parts) => {
            for (k, part) in parts.iter().enumerate() {
                let k = syn::Index::from(k);
                weights(part, quote!(#from.#k), out);
            }
        }
        Shape::Scalar | Shape::Fixed(_) | Shape::Vec | Shape::Record(_) => out.push(quote!(#from.0)),
        _ => {}
    }
}

impl Emitter<'_> {
    /// The parameters that carry derivatives, flat: those of the function, and the directions.
    fn nested_places(&self, inner: &Inner<'_>) -> [Vec<Place>; 2] {
        let mut all = [vec![], vec![]];
        for (leaf, k) in self.flat_leaves() {
            if !self.sig.params[k].active {
                continue;
            }
            let kind = match (&leaf, &self.sig.params[k].shape) {
                (_, Some(Shape::Record(r))) => Kind::Record(r.clone()),
                (Leaf::Array(a), _) if matches!(self.p.arrays[*a].storage, crate::ir::Storage::Fixed(_)) => Kind::Fixed,
                (Leaf::Array(_), _) => Kind::List,
                _ => Kind::Scalar,
            };
            all[usize::from(k >= inner.params)].push(Place { name: self.leaf_name(&leaf), kind });
        }
        all
    }

    /// The arguments of a generated function of the inner one; of those that carry derivatives, what `active` gives.
    fn nested_args(
        &self,
        inner: &Inner<'_>,
        places: &[Place],
        active: &dyn Fn(&Place) -> TokenStream,
    ) -> Vec<TokenStream> {
        let mut places = places.iter();
        let own = self.flat_leaves().into_iter().filter(|(_, k)| *k < inner.params);
        own.filter_map(|(leaf, k)| {
            if self.sig.params[k].active {
                return places.next().map(active);
            }
            let name = self.leaf_name(&leaf);
            Some(match leaf {
                Leaf::Array(a) if matches!(self.p.arrays[a].storage, crate::ir::Storage::Heap) => quote!(&#name[..]),
                _ => quote!(::core::clone::Clone::clone(&#name)),
            })
        })
        .collect()
    }

    /// The inner function forward and back on a number, from what the places hold there.
    fn nested_run(
        &self,
        inner: &Inner<'_>,
        places: &[Place],
        number: &TokenStream,
        moved: &dyn Fn(usize, &Place) -> Option<TokenStream>,
        seed: &TokenStream,
    ) -> TokenStream {
        let own = self.number();
        let (mut code, mut zeros) = (TokenStream::new(), TokenStream::new());
        let mut still = true;
        for (k, place) in places.iter().enumerate() {
            let (name, adjoint) = (place.moved(), place.adjoint());
            let like = match moved(k, place) {
                Some(moved) => {
                    still = false;
                    code.extend(quote!(let #name = #moved;));
                    quote!(#name)
                }
                None => {
                    let name = &place.name;
                    match place.kind {
                        Kind::Record(_) => quote!(*#name),
                        _ => quote!(#name),
                    }
                }
            };
            let zero = place.zero(number, &like);
            code.extend(quote!(let mut #adjoint = #zero;));
            zeros.extend(quote!(let mut #adjoint = #zero;));
        }
        let args = self.nested_args(inner, places, &|place| {
            let (name, adjoint) = (place.moved(), place.adjoint());
            let x = match place.kind {
                _ if still => place.as_given(),
                Kind::List => quote!(&#name[..]),
                Kind::Record(_) => quote!(&#name),
                _ => quote!(#name),
            };
            match place.kind {
                Kind::List => quote!(#x, &mut #adjoint[..]),
                _ => quote!(#x, &mut #adjoint),
            }
        });
        let (of, arguments) = (inner.of, &self.sig.arguments);
        let run = |ws: TokenStream| quote!(::wengert::generated::certain(#of::__joint::<#number, #(#arguments),*>(#(#args,)* #seed, #ws)));
        // Where the memory is: that of the function itself, one beside it, or none is kept.
        let of_own = Carrier::BOTH.iter().any(|carrier| carrier.of(&quote!(#own)).to_string() == number.to_string());
        let run = match (still, of_own) {
            (true, _) => run(quote!(ws)),
            (false, _) if inner.idle => {
                let run = run(quote!(inner__));
                quote!(::wengert::generated::without_workspace::<#number, _>(|inner__| #run))
            }
            (false, true) => {
                let run = run(quote!(inner__));
                quote!(::wengert::generated::on_duals::<#number, _, _>(ws, |inner__| #run))
            }
            (false, false) => run(quote!(&mut ::wengert::generated::Workspace::default())),
        };
        let again = self.nested_again(inner, places, number, &zeros, &args, seed);
        quote! {
            #code
            let value__ = #run;
            #again
        }
    }

    /// Asks a tape for adjoints where one is NaN, as it knows what reached what: a weight of zero adds nothing at a pole. Where a
    /// number does not follow where seeds reach, another run on one that does asks it.
    fn nested_again(
        &self,
        inner: &Inner<'_>,
        places: &[Place],
        number: &TokenStream,
        zeros: &TokenStream,
        args: &[TokenStream],
        seed: &TokenStream,
    ) -> TokenStream {
        let (of, arguments) = (inner.of, &self.sig.arguments);
        if places.is_empty() || !inner.again {
            return TokenStream::new();
        }
        let nans = places.iter().map(Place::any_nan);
        let adjoints: Vec<_> = places.iter().map(Place::adjoint).collect();
        // In places of their own: those that are lent to a function lie in memory in what is always done.
        quote! {
            ::wengert::generated::where_followed::<#number, _>(|| {
                if #(#nans)||* {
                    (#(#adjoints,)*) = {
                        #zeros
                        #of::__again::<#number, #(#arguments),*>(#(#args,)* #seed);
                        (#(#adjoints,)*)
                    };
                }
            });
        }
    }

    /// What the rows of adjoints lie like, for each parameter that is an array of arrays.
    fn nested_rows(&self, inner: &Inner<'_>) -> Vec<TokenStream> {
        let mut all = vec![];
        for (k, p) in self.sig.params[..inner.params].iter().enumerate() {
            let Some(Part::Numbers(nested)) = &p.part else { continue };
            if !p.active || nested.levels.is_empty() {
                continue;
            }
            let (mut tables, count) = (k + 1.., self.parameter(k + 1 + nested.tables()));
            let levels = nested.levels.iter().map(|level| match (level, tables.clone().next()) {
                (None, Some(at)) => {
                    tables.next();
                    let table = self.parameter(at);
                    quote!(::wengert::generated::Lie::Table(#table.to_vec()))
                }
                (level, _) => quote!(::wengert::generated::Lie::Even(#level)),
            });
            all.push(quote!(::wengert::generated::Rows { count: #count, levels: [#(#levels),*] }));
        }
        all
    }

    /// A gradient of a shape: a part of the adjoints of the places.
    fn nested_gradient(
        &self,
        shape: &Shape,
        places: &mut dyn Iterator<Item = &Place>,
        rows: &mut dyn Iterator<Item = TokenStream>,
        numbers: [&TokenStream; 2],
        part: &TokenStream,
    ) -> TokenStream {
        match shape {
            Shape::Tuple(parts) => {
                let parts = parts.iter().map(|s| self.nested_gradient(s, places, rows, numbers, part));
                let parts: Vec<_> = parts.collect();
                quote!((#(#parts),*))
            }
            Shape::Rows(_) => rows.next().unwrap_or_default(),
            shape => {
                let Some(place) = places.next() else { return quote!(()) };
                let code = place.part(numbers, part);
                match (shape, &place.kind) {
                    (Shape::Fixed(_), Kind::List) => quote!(::wengert::generated::to_array(#code)),
                    (Shape::Vec, Kind::Fixed) => quote!(#code.to_vec()),
                    _ => code,
                }
            }
        }
    }

    /// What the function gives: the value and the parts of the adjoints, as its form says.
    fn nested_result(
        &self,
        inner: &Inner<'_>,
        places: &[Place],
        numbers: [&TokenStream; 2],
        [value, gradient, product]: [&TokenStream; 3],
    ) -> TokenStream {
        let shape = match (&self.sig.ret, inner.form) {
            (Shape::Tuple(parts), form) if form.has_value() => &parts[1],
            (shape, _) => shape,
        };
        let of = |part: &TokenStream| {
            let mut rows = self.nested_rows(inner).into_iter();
            self.nested_gradient(shape, &mut places[inner.held..].iter(), &mut rows, numbers, part)
        };
        match inner.form {
            Derivative::Gradient => of(gradient),
            Derivative::Hvp => of(product),
            Derivative::ValueAndGradient | Derivative::Vjp => {
                let gradient = of(gradient);
                quote!((value__ #value, #gradient))
            }
            _ => {
                let (gradient, product) = (of(gradient), of(product));
                quote!((value__ #value, #gradient, #product))
            }
        }
    }

    /// The function on any number, and the function forward and back.
    pub fn nested(&mut self, inner: &Inner<'_>) -> TokenStream {
        let (params, borrow) = self.eval_params();
        let (generics, ret, unpack, name) = (self.generics(), self.result_type(), self.unpack(), self.public("eval"));
        let ((joint_params, _), ws) = (self.joint_params(), self.workspace());
        let within = self.public("__within");
        let forward = self.handed_on(&format_ident!("__forward"), &within, Some(ws.clone()));
        let (number, arguments) = (self.number(), &self.sig.arguments);
        let args = (0..self.sig.params.len()).map(|k| self.parameter(k));
        let seeds = Self::seed_type(&self.sig.ret, &self.number().clone());
        let (eval, joint) = match inner.form {
            Derivative::Jvp => (self.nested_jvp(inner), self.nested_jvp_back(inner)),
            Derivative::Vjp => (self.nested_vjp(inner), self.nested_vjp_back(inner)),
            Derivative::HessianRows => (self.nested_hessian(inner), self.nested_hessian_back(inner)),
            Derivative::JacobianRows => (self.nested_jacobian(inner), self.nested_jacobian_back(inner)),
            _ => (self.nested_value(inner), self.nested_back(inner)),
        };
        let args: Vec<_> = args.collect();
        let doubts = doubt_nan(&self.sig.ret, &quote!(result__));
        let [eval, joint] = [eval, joint].map(|run| quote!(let result__ = { #run }; #doubts result__));
        let inline = self.inlined.then(|| self.inline());
        // What goes forward alone needs no memory.
        let calls = match inner.form {
            Derivative::Jvp => quote! {
                #[doc(hidden)]
                #inline
                pub fn #name #generics(#(#params),*) -> #ret {
                    #borrow
                    #unpack
                    #eval
                }
                #[doc(hidden)]
                #[inline]
                pub fn #within #generics(#(#params,)* #ws) -> #ret {
                    Self::#name::<#number, #(#arguments),*>(#(#args),*)
                }
            },
            _ => quote! {
                #[doc(hidden)]
                pub fn #name #generics(#(#params),*) -> #ret {
                    let mut ws = ::wengert::generated::Workspace::<#number>::default();
                    Self::#within::<#number, #(#arguments),*>(#(#args,)* &mut ws)
                }
                #[doc(hidden)]
                #inline
                pub fn #within #generics(#(#params,)* #ws) -> #ret {
                    #borrow
                    #unpack
                    #eval
                }
            },
        };
        quote! {
            #calls
            #forward
            #[doc(hidden)]
            #inline
            pub fn __joint #generics(#(#joint_params,)* seeds: #seeds, #ws) -> ::core::option::Option<#ret> {
                ::core::option::Option::Some({ #joint })
            }
        }
    }

    fn nested_value(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, directions] = self.nested_places(inner);
        let number = self.number();
        let number = &quote!(#number);
        if !inner.form.has_directions() {
            let seed = quote!(::wengert::generated::Seed(<#number as ::wengert::Number>::constant(1.0)));
            let run = self.nested_run(inner, &places, number, &|_, _| None, &seed);
            let none = &TokenStream::new();
            let result = self.nested_result(inner, &places, [number, number], [none, none, none]);
            return quote!(#run #result);
        }
        let dual = &quote!(::wengert::Dual<#number>);
        let moved = |k: usize, place: &Place| {
            Some(place.along(
                number,
                place.as_given(),
                Along::direction(inner.of_place(k, &directions).map(Place::as_direction)),
            ))
        };
        let seed = quote!(::wengert::generated::Seed(<#dual as ::wengert::Number>::constant(1.0)));
        let run = self.nested_run(inner, &places, dual, &moved, &seed);
        let (value, tangent) = (&quote!(.value), &quote!(.tangent));
        let result = self.nested_result(inner, &places, [dual, number], [value, value, tangent]);
        quote!(#run #result)
    }

    fn nested_back(&self, inner: &Inner<'_>) -> TokenStream {
        let [places, directions] = self.nested_places(inner);
        let number = self.number();
        let number = &quote!(#number);
        let dual = &quote!(::wengert::Dual<#number>);
        let constant = |of: &TokenStream, c: f64| quote!(<#of as ::wengert::Number>::constant(#c));
        let by_shape = |k: Option<usize>| {
            let mut all = vec![];
            match (k, &self.sig.ret) {
                (None, shape) => weights(shape, quote!(seeds), &mut all),
                (Some(k), Shape::Tuple(parts)) => {
                    let at = syn::Index::from(k);
                    weights(&parts[k], quote!(seeds.#at), &mut all);
                }
                _ => {}
            }
            all
        };
        let with_value = matches!(inner.form, Derivative::ValueAndGradient | Derivative::ValueAndHvp);
        if !inner.form.has_directions() {
            let along = by_shape((inner.form == Derivative::ValueAndGradient).then_some(1));
            // The run on other duals is a function of its own: what is lent to that lies in memory in what is always done.
            let held = |k: usize, place: &Place| {
                let d = inner.of_place(k, &along)?;
                matches!(place.kind, Kind::Fixed).then(|| (place.weights(), place.held_weights(d)))
            };
            let held_weights = places.iter().enumerate().filter_map(|(k, place)| held(k, place).map(|(_, code)| code));
            let held_weights: TokenStream = held_weights.collect();
            let by_value: Vec<_> = places.iter().filter(|p| p.is_small()).collect();
            let taken: Vec<_> = by_value.iter().map(|place| place.adjoint()).collect();
            let run = carrier::on_both(number, &|carrier| {
                let dual = &carrier.of(number);
                let moved = |k: usize, place: &Place| {
                    if let Some((weights, _)) = held(k, place) {
                        return Some(place.along_weights(carrier, number, &weights));
                    }
                    Some(place.along_on(carrier, number, place.as_given(), Along::weights(inner.of_place(k, &along))))
                };
                let one = constant(number, 1.0);
                let direction = quote!(<#dual as ::wengert::generated::Direction<#number>>);
                let seed = match with_value {
                    true => quote!(#direction::reached(#one, (seeds.0).0)),
                    false => quote!(#direction::fixed(#one)),
                };
                let seed = quote!(::wengert::generated::Seed(#seed));
                let run = self.nested_run(inner, &places, dual, &moved, &seed);
                let tangent = &carrier.tangent();
                let large = places.iter().filter(|place| !place.is_small());
                let receive = large.map(|place| place.receive(place, [dual, number], tangent));
                let tangents = by_value.iter().map(|place| place.part([dual, number], tangent));
                let value = &quote!(.value);
                let result = self.nested_result(inner, &places, [dual, number], [value, value, value]);
                let nans = places.iter().map(Place::any_nan).collect();
                carrier::Run { run, nans, result: quote!({ #(#receive)* (#(#tangents,)* #result) }) }
            });
            let receive = by_value.iter().map(|place| place.receive(place, [number, number], &TokenStream::new()));
            return quote!(#held_weights let (#(#taken,)* result__) = #run; #(#receive)* result__);
        }
        let twice = &quote!(::wengert::Dual<#dual>);
        let (of_gradient, of_product) = match inner.form {
            Derivative::ValueAndHvp => (by_shape(Some(1)), by_shape(Some(2))),
            _ => (vec![], by_shape(None)),
        };
        let moved = |k: usize, place: &Place| {
            let x = place.along(
                number,
                place.as_given(),
                Along::direction(inner.of_place(k, &directions).map(Place::as_direction)),
            );
            Some(match inner.of_place(k, &of_product) {
                Some(d) => {
                    let d = place.turned(number, d.clone(), Along::weights(inner.of_place(k, &of_gradient)));
                    place.along_itself(dual, x, d)
                }
                None => place.still(dual, x),
            })
        };
        let (one, zero) = (constant(dual, 1.0), constant(number, 0.0));
        let seed = match with_value {
            true => quote! {
                ::wengert::Dual::<#dual, #dual>::new(#one, ::wengert::Dual::<#number, #number>::new(#zero, (seeds.0).0))
            },
            false => quote!(::wengert::Dual::<#dual, #dual>::fixed(#one)),
        };
        let seed = quote!(::wengert::generated::Seed(#seed));
        let run = self.nested_run(inner, &places, twice, &moved, &seed);
        let receive = places.iter().enumerate().map(|(k, place)| {
            let own = place.receive(place, [twice, number], &quote!(.tangent.tangent));
            let turned = inner
                .of_place(k, &directions)
                .map(|direction| direction.receive(place, [twice, number], &quote!(.tangent.value)));
            quote!(#own #turned)
        });
        let (value, product) = (&quote!(.value.value), &quote!(.value.tangent));
        let result = self.nested_result(inner, &places, [twice, number], [value, value, product]);
        quote!(#run #(#receive)* #result)
    }
}
