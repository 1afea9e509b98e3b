//! What a function gives for the time of what it is lent, as `impl Iterator<Item = f64> + '_`: numbers in it live as long.

use front::visit::{self, Visit};
use front::visit_mut::{self, VisitMut};
use proc_macro2::{Ident, Span};
use syn::{FnArg, Lifetime, PathArguments, Signature, parse_quote};

/// The time of what a function gives, where it has no name.
const LENT: &str = "'lent__";

/// Says that the number lives as long as what a function gives, where that says how long it lives.
pub(super) fn outlive_given(sig: &mut Signature, number: &Ident) {
    let mut bounds = Bounds(vec![]);
    bounds.visit_return_type(&sig.output);
    let own: Vec<Ident> = sig.generics.lifetimes().map(|l| l.lifetime.ident.clone()).collect();
    let (unnamed, mut named): (Vec<_>, Vec<_>) = bounds.0.into_iter().partition(|life| life.ident == "_");
    named.retain(|life| own.contains(&life.ident));
    if !unnamed.is_empty() {
        let life = Lifetime::new(LENT, Span::call_site());
        let mut lent = Named { from: 0, life: &life };
        let mut inputs = sig.inputs.clone();
        // That of `self` goes before all others.
        match inputs.first_mut() {
            Some(FnArg::Receiver(syn::Receiver { colon_token: None, reference: Some((_, at)), ty, .. })) => {
                lent.visit_type_mut(ty);
                *at = Some(life.clone());
            }
            _ => inputs.iter_mut().for_each(|input| {
                if let FnArg::Typed(t) = input {
                    lent.visit_type_mut(&mut t.ty);
                }
            }),
        }
        if lent.from != 1 {
            return;
        }
        sig.inputs = inputs;
        Named { from: 0, life: &life }.visit_return_type_mut(&mut sig.output);
        sig.generics.params.insert(0, parse_quote!(#life));
        named.push(life);
    }
    for life in named {
        sig.generics.make_where_clause().predicates.push(parse_quote!(#number: #life));
    }
}

/// The times that bounds of types name.
struct Bounds(Vec<Lifetime>);

impl<'a> Visit<'a> for Bounds {
    fn visit_type_param_bound(&mut self, bound: &'a syn::TypeParamBound) {
        if let syn::TypeParamBound::Lifetime(life) = bound {
            self.0.push(life.clone());
        }
        visit::visit_type_param_bound(self, bound);
    }
}

/// Gives a name to the times that have none.
struct Named<'l> {
    from: usize,
    life: &'l Lifetime,
}

impl VisitMut for Named<'_> {
    fn visit_lifetime_mut(&mut self, life: &mut Lifetime) {
        if life.ident == "_" {
            *life = self.life.clone();
            self.from += 1;
        }
    }

    fn visit_type_reference_mut(&mut self, r: &mut syn::TypeReference) {
        if r.lifetime.is_none() {
            r.lifetime = Some(self.life.clone());
            self.from += 1;
        }
        visit_mut::visit_type_reference_mut(self, r);
    }

    // A function that is passed has times of its own.
    fn visit_path_arguments_mut(&mut self, args: &mut PathArguments) {
        if !matches!(args, PathArguments::Parenthesized(_)) {
            visit_mut::visit_path_arguments_mut(self, args);
        }
    }

    fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}
}
