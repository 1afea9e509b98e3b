//! Structures that are kept for the way back: values, shapes of adjoints, what is held.

use crate::emit::{Emitter, Mode};
use crate::ir::{Arr, Block, BlockId, Loop, Step, Val, walk};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// What finds out how something is kept.
fn ways() -> TokenStream {
    quote!(
        use ::wengert::generated::{KeepAnything as _, KeepNumbers as _, KeepWords as _};
    )
}

impl Emitter<'_> {
    /// Where values of a type are kept that cannot be taken apart.
    fn beside_of(&self, v: Val) -> Ident {
        format_ident!("{}_kept", self.p.values[v].name)
    }

    fn ends_of(&self, a: Arr) -> Ident {
        format_ident!("{}_ends", self.p.arrays[a].name)
    }

    fn save(&self, x: &Ident, beside: &Ident, how: &str) -> TokenStream {
        let (ways, number, how) = (ways(), self.number(), format_ident!("{}", how));
        quote!({ #ways (&&&::wengert::generated::kind::<#number, _>(&#x)).#how(&#x, &mut #beside, ws); })
    }

    fn fetch(&self, beside: &Ident, how: &str) -> TokenStream {
        let (ways, number, how) = (ways(), self.number(), format_ident!("{}", how));
        quote!({ #ways (&&&::wengert::generated::kind_beside::<#number, _>(&#beside)).#how(&mut #beside, ws) })
    }

    /// The structures that a block saves, and those of which it saves the shape.
    fn kept_in(&self, block: BlockId) -> (Vec<Val>, Vec<Val>) {
        let of = |list: Option<&Vec<Val>>| list.cloned().unwrap_or_default();
        let mut saved = of(self.plan.saved.get(&block));
        saved.retain(|&v| self.p.is_whole(v));
        (saved, of(self.plan.shaped.get(&block)))
    }

    /// Whether structures go from one sweep to the other as they are: both are in one function, so that their types need
    /// no names. Lists in them are not copied then.
    fn stows(&self, block: BlockId) -> bool {
        let frame = self.order.bodies.get(&block);
        self.mode == Mode::Joint && frame.is_some_and(|&f| !self.order.independent.iter().any(|&i| self.p.within(f, i)))
    }

    /// Whether nothing reads a value after the steps of the body of a loop, but what is handed on to the next iteration.
    fn is_done_with(&self, v: Val, l: &Loop) -> bool {
        let own = self.p.values[v].block == l.body.id || l.carried.iter().any(|c| c.param == v);
        own && self.stows(l.body.id) && !self.p.values[v].by_ref && self.p.is_rich(v)
    }

    /// Whether a value moves to the next iteration.
    pub(crate) fn moves_on(&self, v: Val, l: &Loop) -> bool {
        let times = l.carried.iter().filter(|c| c.next.val() == Some(v)).count();
        times == 1 && self.p.values[v].block == l.body.id && self.is_done_with(v, l)
    }

    /// Keeps what the body of a loop saves.
    pub(crate) fn push_kept_of(&self, l: &Loop) -> TokenStream {
        if !self.stows(l.body.id) {
            return self.push_kept(l.body.id);
        }
        let (saved, shaped) = self.kept_in(l.body.id);
        let shaped = shaped.iter().map(|&v| self.save(self.name(v), &self.beside_of(v), "save_shape"));
        let saved = saved.iter().map(|&v| {
            let goes_on = l.carried.iter().any(|c| c.next.val() == Some(v));
            let moves = self.is_done_with(v, l) && !goes_on;
            let (ways, number, name, beside) = (ways(), self.number(), self.name(v), self.beside_of(v));
            let value = if moves { quote!(#name) } else { quote!(::core::clone::Clone::clone(&#name)) };
            quote!({ #ways (&&&::wengert::generated::kind::<#number, _>(&#name)).stow(#value, &mut #beside, ws); })
        });
        quote!(#(#saved)* #(#shaped)*)
    }

    pub(crate) fn push_kept(&self, block: BlockId) -> TokenStream {
        let (saved, shaped) = self.kept_in(block);
        let saved = saved.iter().map(|&v| self.save(self.name(v), &self.beside_of(v), "save"));
        let shaped = shaped.iter().map(|&v| self.save(self.name(v), &self.beside_of(v), "save_shape"));
        quote!(#(#saved)* #(#shaped)*)
    }

    /// What was kept last comes first.
    pub(crate) fn pop_kept(&self, block: BlockId) -> TokenStream {
        let (saved, shaped) = self.kept_in(block);
        let shaped = shaped.iter().rev().map(|&v| {
            let (adjoint, zero) = (self.adjoint(v), self.fetch(&self.beside_of(v), "load_zero"));
            quote!(let mut #adjoint = #zero;)
        });
        let load = if self.stows(block) { "unstow" } else { "load" };
        let saved = saved.iter().rev().map(|&v| {
            let (name, value) = (self.name(v), self.fetch(&self.beside_of(v), load));
            quote!(let #name = #value;)
        });
        quote!(#(#shaped)* #(#saved)*)
    }

    /// Whether the adjoint of a value begins by the shape that was kept.
    pub(crate) fn is_shaped(&self, v: Val) -> bool {
        self.plan.shaped.get(&self.p.values[v].block).is_some_and(|list| list.contains(&v))
    }

    /// Whether what is held in a block is gone when that is reversed: its values are not at hand.
    fn is_left(&self, block: BlockId) -> bool {
        let at_hand = block == 0 && matches!(self.mode, Mode::Joint | Mode::Eval);
        // An iteration of such a loop is reversed right after it ran.
        let at_once = self.order.bodies.get(&block).is_some_and(|frame| self.plan.checkpointed.contains_key(frame));
        !at_hand && !at_once
    }

    /// What is held in a block, has an adjoint, and is left.
    fn left_in(&self, block: &Block) -> Vec<Arr> {
        let held = |s: &Step| match s {
            Step::Hold(a, _) if self.p.arrays[*a].active => Some(*a),
            _ => None,
        };
        let left = self.is_left(block.id);
        block.steps.iter().filter_map(held).filter(|_| left).collect()
    }

    /// Whether what is held is wanted itself: a loop inside runs again from it, or calls use it.
    fn is_found(&self, a: Arr) -> bool {
        self.plan.again.values().chain(self.plan.checkpointed.values()).any(|set| set.contains(&a))
    }

    /// Whether the adjoint of what is held begins by the shape that was kept.
    pub(crate) fn is_left_as_shape(&self, a: Arr, block: BlockId) -> bool {
        self.is_left(block) && !self.is_found(a)
    }

    /// Whether a value takes what is held out of its place.
    pub(crate) fn ends_in(&self, v: Val) -> bool {
        matches!(self.mode, Mode::Eval | Mode::Forward) && self.order.once.ends.contains_key(&v)
    }

    /// Whether a value moves to its only use: what it was like is not asked after that.
    pub(crate) fn moves(&self, v: Val) -> bool {
        let (once, plan) = (&self.order.once, self.plan);
        let block = self.p.values[v].block;
        let listed = |of: Option<&Vec<Val>>| of.is_some_and(|list| list.contains(&v));
        let kept = || {
            plan.wanted.contains(&v)
                || once.ends.contains_key(&v)
                || listed(plan.saved.get(&block))
                || listed(plan.shaped.get(&block))
        };
        match self.mode {
            Mode::Eval => once.moves.contains(&v),
            Mode::Forward => once.moves.contains(&v) && (self.leaving || !kept()),
            Mode::Joint | Mode::Reverse => false,
        }
    }

    /// Leaves what is held in a block that is reversed later.
    pub(crate) fn leave_held(&self, block: &Block) -> TokenStream {
        if !self.recording {
            return TokenStream::new();
        }
        let held = self.left_in(block).into_iter().map(|a| {
            let how = if self.is_found(a) { "save" } else { "save_shape" };
            let end = self.order.once.ends.iter().find(|(v, held)| **held == a && self.ends_in(**v));
            let place = end.map_or(self.array(a), |(v, _)| self.name(*v));
            self.save(place, &self.ends_of(a), how)
        });
        held.collect()
    }

    /// Takes it again.
    pub(crate) fn take_held(&self, block: &Block) -> TokenStream {
        let held = self.left_in(block).into_iter().rev().map(|a| match self.is_found(a) {
            true => {
                let (name, value) = (self.array(a), self.fetch(&self.ends_of(a), "load"));
                quote!(let mut #name = #value;)
            }
            false => {
                let (name, zero) = (self.array_adjoint(a), self.fetch(&self.ends_of(a), "load_zero"));
                quote!(let mut #name = #zero;)
            }
        });
        held.collect()
    }

    /// All places for what cannot be taken apart, and whether it is the shape that is kept there.
    pub(crate) fn besides(&self) -> Vec<(Ident, bool)> {
        let mut values: Vec<(Val, bool)> = self.plan.saved.values().flatten().map(|&v| (v, false)).collect();
        values.retain(|&(v, _)| self.p.is_whole(v));
        values.extend(self.plan.shaped.values().flatten().map(|&v| (v, true)));
        values.sort_unstable();
        values.dedup();
        let mut out: Vec<_> = values.into_iter().map(|(v, shape)| (self.beside_of(v), shape)).collect();
        walk(&self.p.body, &mut |step, block| match step {
            Step::Put(put) if self.counts(put) => out.push((self.before(put), true)),
            Step::Hold(a, _) if self.p.arrays[*a].active && self.is_left(block.id) => {
                out.push((self.ends_of(*a), !self.is_found(*a)));
            }
            _ => {}
        });
        out
    }

    /// Declares these places.
    pub(crate) fn declare_besides(&self) -> TokenStream {
        let names = self.besides().into_iter().map(|(name, _)| name);
        quote!(#(let mut #names = ::wengert::generated::Beside::new();)*)
    }

    /// Whether nothing has to be kept there.
    pub(crate) fn all_taken_apart(&self) -> TokenStream {
        let (ways, number) = (ways(), self.number());
        let each = self.besides().into_iter().map(|(name, shape)| {
            let how = if shape { quote!(packs_shape) } else { quote!(packs) };
            quote!((&&&::wengert::generated::kind_beside::<#number, _>(&#name)).#how())
        });
        quote!({ #ways true #(&& #each)* })
    }
}
