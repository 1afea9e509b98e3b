//! Parts of structures that are used where they lie.

use crate::emit::Emitter;
use crate::ir::{Op, Projection, Projections, Val};
use crate::plan::order::Def;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Member;

/// The adjoints that a call reaches: of a whole, or of one of its fields.
#[derive(Default)]
pub(crate) struct Claims(Vec<(Val, Option<Member>)>);

impl Claims {
    /// Whether nothing of it is reached yet; then it is from here on.
    fn take(&mut self, whole: Val, part: Option<Member>) -> bool {
        let free = self.0.iter().all(|(v, p)| *v != whole || p.is_some() && part.is_some() && *p != part);
        if free {
            self.0.push((whole, part));
        }
        free
    }
}

/// The field that a way leads into; an index may reach any part.
fn part(path: &Projections) -> Option<Member> {
    match path.steps().first() {
        Some(Projection::Field(member)) => Some(member.clone()),
        _ => None,
    }
}

impl Emitter<'_> {
    /// What a value is a part of, and which, if it is only lent.
    pub(crate) fn lent(&self, v: Val) -> Option<(Val, &Projections)> {
        match &self.order.defs.get(&v)?.1 {
            Def::Let(Op::Field(of, path)) if self.p.values[v].by_ref => Some((of.val()?, path)),
            _ => None,
        }
    }

    /// The value of a part, or of what becomes one over the number, by reference.
    pub(crate) fn lent_value(&self, of: &TokenStream, path: &Projections) -> TokenStream {
        let (number, path) = (self.number(), path.tokens(self.p));
        quote!({
            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
            (&&&::wengert::generated::kind::<#number, _>(&#of #path)).lend(&#of #path)
        })
    }

    /// Whether a call may reach the adjoint of a value where it lies: no other argument does.
    pub(crate) fn claim(&self, v: Val, claims: &mut Claims) -> bool {
        let (mut whole, mut reached) = (v, None);
        while let Some((of, path)) = self.lent(whole) {
            whole = of;
            reached = part(path);
        }
        claims.take(whole, reached)
    }

    /// The adjoint of a value of open kind, for a call.
    pub(crate) fn reached(&mut self, v: Val, before: &mut TokenStream, after: &mut TokenStream) -> TokenStream {
        let place = self.adjoint_of(v);
        if self.lent(v).is_none() {
            return quote!(&mut #place);
        }
        self.reached_at(&place, before, after)
    }

    /// The adjoint of a part, where it lies or beside it.
    pub(crate) fn reached_at(
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
