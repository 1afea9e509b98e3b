//! Parts of structures that are used where they lie.

use super::Emitter;
use crate::ir::{Arr, Op, Val};
use crate::order::Def;
use proc_macro2::TokenStream;
use quote::quote;

/// The adjoints that a call reaches: of a whole, or of its part under a name.
#[derive(Default)]
pub(super) struct Claims(Vec<(Whole, Option<String>)>);

/// What an adjoint is reached of.
#[derive(Clone, Copy, PartialEq)]
enum Whole {
    Value(Val),
    Held(Arr),
}

impl Claims {
    /// Whether nothing of it is reached yet; then it is from here on.
    fn take(&mut self, whole: Whole, part: Option<String>) -> bool {
        let free = self.0.iter().all(|(v, p)| *v != whole || p.is_some() && part.is_some() && *p != part);
        if free {
            self.0.push((whole, part));
        }
        free
    }

    /// The same of a place in what is held.
    pub(super) fn take_held(&mut self, a: Arr, path: &TokenStream) -> bool {
        self.take(Whole::Held(a), (!path.is_empty()).then(|| part(path)))
    }
}

/// The part that a way leads to: `.name`; an index reaches any of them.
fn part(path: &TokenStream) -> String {
    let mut first = path.clone().into_iter();
    match (first.next(), first.next()) {
        (Some(dot), Some(name)) if dot.to_string() == "." => name.to_string(),
        _ => String::new(),
    }
}

impl Emitter<'_> {
    /// What a value is a part of, and which, if it is only lent.
    pub(super) fn lent(&self, v: Val) -> Option<(Val, &TokenStream)> {
        match &self.order.defs.get(&v)?.1 {
            Def::Let(Op::Field(of, path, _)) if self.p.values[v].by_ref => Some((of.val()?, path)),
            _ => None,
        }
    }

    /// The value of a part, or of what becomes one over the number, by reference.
    pub(super) fn lent_value(&self, of: &TokenStream, path: &TokenStream) -> TokenStream {
        let number = self.number();
        quote!({
            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
            (&&&::wengert::generated::kind::<#number, _>(&#of #path)).lend(&#of #path)
        })
    }

    /// Whether a call may reach the adjoint of a value where it lies: no other argument does.
    pub(super) fn claim(&self, v: Val, claims: &mut Claims) -> bool {
        let (mut whole, mut reached) = (v, None);
        while let Some((of, path)) = self.lent(whole) {
            whole = of;
            reached = Some(part(path));
        }
        claims.take(Whole::Value(whole), reached)
    }

    /// The adjoint of a value of open kind, for a call.
    pub(super) fn reached(&mut self, v: Val, before: &mut TokenStream, after: &mut TokenStream) -> TokenStream {
        let place = self.adjoint_of(v);
        if self.lent(v).is_none() {
            return quote!(&mut #place);
        }
        self.reached_at(&place, before, after)
    }

    /// The adjoint of a part, where it lies or beside it.
    pub(super) fn reached_at(
        &mut self,
        place: &TokenStream,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        let (room, number) = (self.unique("room"), self.number());
        before.extend(quote!(let mut #room = ::core::option::Option::None;));
        let ask = |question: TokenStream| {
            quote!({
                use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
                (&&&::wengert::generated::kind::<#number, _>(&#place)).#question
            })
        };
        let settle = ask(quote!(settle(&mut #place, #room)));
        after.extend(quote!(#settle;));
        ask(quote!(reach(&mut #place, &mut #room)))
    }
}
