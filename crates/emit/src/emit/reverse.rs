//! The reverse sweep: the steps backwards, each with its adjoint.

use super::Emitter;
use crate::emit::absent::Before;
use crate::ir::{Arr, Atom, Block, Init, Join, Mode, Step, View};
use crate::plan::{has_active, is_active};
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    pub(crate) fn reverse_steps(&mut self, block: &Block) -> TokenStream {
        self.reverse_between(block, 0, block.steps.len())
    }

    pub(super) fn reverse_step(&mut self, step: &Step) -> TokenStream {
        match step {
            Step::If { cond, then, other, joins } => self.reverse_if(cond, [(then, None), (other, None)], joins),
            Step::Loop(l) => self.reverse_loop(l),
            step if !is_active(self.p, step) => TokenStream::new(),
            Step::Let(v, op) => self.reverse_let(*v, op),
            Step::Alloc(a, init) => self.reverse_alloc(*a, init),
            Step::Store(a, i, mode, x) => self.reverse_store(*a, i, *mode, x),
            Step::Undo(a, ..) if !self.undoes(*a) => TokenStream::new(),
            Step::Undo(a, i, old) => {
                let (name, i, old) = (self.array(*a), self.tokens(i), self.name(*old));
                quote!(#name[#i] = #old;)
            }
            Step::CopyFrom(to, from) => self.reverse_copy(to, from),
            Step::Swap(a, i, j) => {
                let (name, i, j) = (self.array_adjoint(*a), self.tokens(i), self.tokens(j));
                let back = self.undoes(*a).then(|| {
                    let name = self.array(*a);
                    quote!(#name.swap(#i, #j);)
                });
                quote!(#back #name.swap(#i, #j);)
            }
            Step::Exchange(a, b) => {
                let back = (self.plan.exchanged.contains(a) || self.plan.exchanged.contains(b)).then(|| {
                    let (a, b) = (self.array(*a), self.array(*b));
                    quote!(::core::mem::swap(&mut #a, &mut #b);)
                });
                let (a, b) = (self.array_adjoint(*a), self.array_adjoint(*b));
                quote!(#back ::core::mem::swap(&mut #a, &mut #b);)
            }
            Step::Call(c) => self.reverse_call(c),
            Step::Alias(a, v, path) => self.reverse_alias(*a, *v, path),
            Step::Hold(a, value) => self.reverse_hold(*a, value),
            Step::Put(put) => self.reverse_put(put),
            Step::Grow(..) | Step::Cut(..) | Step::Assert(..) | Step::Say(..) | Step::Bounds(..) => TokenStream::new(),
        }
    }

    /// Whether the way back takes the writes of an array back; one that nothing is read of any more is not handed over.
    fn undoes(&self, a: Arr) -> bool {
        let array = &self.p.arrays[a];
        let stays = match array.frame {
            0 => self.mode != super::Mode::Reverse,
            home => self.plan.fused.contains(&home),
        };
        array.undone && (stays || self.plan.restored.get(&array.frame).is_some_and(|set| set.contains(&a)))
    }

    fn reverse_store(&mut self, a: Arr, i: &Atom, mode: Mode, x: &Atom) -> TokenStream {
        let (place, zero) = (self.adjoint_place(a, i), self.zero());
        let mut out = TokenStream::new();
        let cleared = mode == Mode::Set && !self.is_spent(a, i);
        if self.p.active(x) {
            let g = self.unique("g");
            out.extend(quote!(let #g = #place;));
            if cleared {
                out.extend(quote!(#place = #zero;));
            }
            self.contribute(x, mode == Mode::Sub, quote!(#g), &mut out);
        } else if cleared {
            out.extend(quote!(#place = #zero;));
        }
        out
    }

    /// Whether the adjoint of an element that is written need not be cleared.
    pub(super) fn is_spent(&self, a: Arr, i: &Atom) -> bool {
        i.val().is_some_and(|i| self.plan.overwritten.spent.contains_key(&(a, i)))
    }

    fn reverse_alloc(&mut self, a: Arr, init: &Init) -> TokenStream {
        let name = self.array_adjoint(a);
        let mut out = TokenStream::new();
        match init {
            Init::Fill(x, _) if self.p.active(x) => {
                let g = self.unique("sum");
                out.extend(quote!(let #g = ::wengert::generated::sum(&#name[..]);));
                self.contribute(x, false, quote!(#g), &mut out);
            }
            Init::Fill(..) => {}
            Init::Elements(xs) => {
                for (k, x) in xs.iter().enumerate().filter(|(_, x)| self.p.active(x)) {
                    let g = self.unique("g");
                    out.extend(quote!(let #g = #name[#k];));
                    self.contribute(x, false, quote!(#g), &mut out);
                }
            }
            Init::Copy(from) if self.p.arrays[from.arr].active => {
                let (source, range) = (self.array_adjoint(from.arr), self.range(from));
                out.extend(quote!(::wengert::generated::flow(&mut #name[..], &mut #source[#range]);));
            }
            Init::Copy(_) => {}
        }
        out
    }

    fn reverse_copy(&mut self, to: &View, from: &View) -> TokenStream {
        let (a, r) = (self.array_adjoint(to.arr), self.range(to));
        if !self.p.arrays[from.arr].active {
            let zero = self.zero();
            return quote!(#a[#r].fill(#zero););
        }
        let (b, s) = (self.array_adjoint(from.arr), self.range(from));
        if to.arr == from.arr {
            return quote!(::wengert::generated::flow_within(&mut #a[..], #r, #s););
        }
        quote!(::wengert::generated::flow(&mut #a[#r], &mut #b[#s]);)
    }

    /// The arms, each with the steps before the branch that hang on it.
    pub(super) fn reverse_if(
        &mut self,
        cond: &Atom,
        [(then, on_then), (other, on_other)]: [(&Block, Option<Before<'_>>); 2],
        joins: &[Join],
    ) -> TokenStream {
        let any = joins.iter().any(|j| self.p.values[j.out].active);
        if !any && !has_active(self.p, then) && !has_active(self.p, other) {
            return TokenStream::new();
        }
        let mut out = TokenStream::new();
        let adjoints: Vec<_> = joins.iter().map(|j| self.take(j.out, &mut out)).collect();
        let arm = |e: &mut Self, block: &Block, hanging: Option<Before<'_>>, pick: &dyn Fn(&Join) -> Atom| {
            let mut body = e.take_held(block);
            body.extend(e.pop_saved(block));
            body.extend(e.unwrap_kept(block));
            body.extend(e.recompute(block));
            body.extend(e.declare_adjoints(block));
            for (j, g) in joins.iter().zip(&adjoints) {
                if let Some(g) = g {
                    e.contribute(&pick(j), false, g.clone(), &mut body);
                }
            }
            body.extend(e.reverse_steps(block));
            body.extend(e.give_adjoints(block));
            body.extend(hanging.map(|(outer, start, end)| e.reverse_between(outer, start, end)));
            body
        };
        let a = arm(self, then, on_then, &|j| j.then.clone());
        let b = arm(self, other, on_other, &|j| j.other.clone());
        let cond = self.tokens(cond);
        out.extend(match (a.is_empty(), b.is_empty()) {
            (true, true) => TokenStream::new(),
            (false, true) => quote!(if #cond { #a }),
            (true, false) => quote!(if !#cond { #b }),
            (false, false) => quote!(if #cond { #a } else { #b }),
        });
        out
    }
}
