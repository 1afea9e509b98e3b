//! Innermost loops going forward: what they read and write side by side is cut out as slices before they run, so that
//! indices are checked once, and the compiler can work on several elements at a time.
//!
//! A product of matrices of 64 by 64 as lists of lists took 3.2 times its own time with its gradient, and half of that
//! in the way forward.

use crate::emit::Emitter;
use crate::emit::loops::blocked::{Blocked, LANES, Slice};
use crate::ir::{Arr, Atom, Head, Loop, Op, Step, Storage, Ty};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeMap;

impl Emitter<'_> {
    /// The place of an element.
    pub(crate) fn place(&self, a: Arr, i: &Atom) -> TokenStream {
        match self.blocked.as_ref().and_then(|b| b.stores.get(&a)) {
            Some(part) => quote!(#part[lane]),
            None => {
                let (name, i) = (self.array(a), self.tokens(i));
                quote!(#name[#i])
            }
        }
    }

    /// The indices of a loop that can be checked before it runs.
    pub(crate) fn check_before(&self, l: &Loop, blocked: &mut Blocked) {
        let Head::Range { var, lo, .. } = &l.head else { return };
        for step in &l.body.steps {
            if let Step::Let(v, op) = step
                && let Some(check) = self.check_once(op, *var, lo, l)
            {
                blocked.checked.insert(*v);
                blocked.checks.extend(check);
            }
        }
    }

    /// What a loop going forward refers to instead of arrays, if that pays.
    pub(crate) fn sliceable(&mut self, l: &Loop) -> Option<Blocked> {
        let Head::Range { var, lo, hi, rev: false } = &l.head else { return None };
        let said = literal(lo).is_some() && literal(hi).is_some();
        // What is known to be long is left to the compiler as it is: a product of arrays 3.4 against 4.3.
        if said && !is_short(lo, hi) {
            return None;
        }
        if !self.plan.tune || l.count.is_some() || l.exit.is_some() || self.p.values[*var].ty != Ty::usize() {
            return None;
        }
        // Where each array is touched: the index, and whether it is written.
        let mut touched = BTreeMap::<Arr, Vec<(&Atom, bool)>>::new();
        for step in &l.body.steps {
            match step {
                Step::Let(_, Op::Read(a, i)) => touched.entry(*a).or_default().push((i, false)),
                Step::Let(_, Op::Guarded(..)) => return None,
                Step::Let(_, op) if op.arrays().is_empty() => {}
                Step::Store(a, i, ..) => touched.entry(*a).or_default().push((i, true)),
                Step::Undo(..) => {}
                _ => return None,
            }
        }
        let mut blocked = Blocked::of(l);
        self.check_before(l, &mut blocked);
        // A sum waits for itself anyway.
        if blocked.checked.is_empty() && l.carried.iter().any(|c| self.p.values[c.param].ty == Ty::Float) {
            return None;
        }
        for (a, list) in &touched {
            if !self.p.arrays[*a].float || matches!(self.p.arrays[*a].storage, Storage::Held) {
                continue;
            }
            if list.iter().any(|t| t.1) {
                let Some(base) = self.base(list[0].0, *var, lo, l, true) else { continue };
                if list.iter().all(|t| t.0.same(list[0].0)) {
                    let name = self.unique("part");
                    blocked.stores.insert(*a, name.clone());
                    blocked.slices.push(Slice { name, arr: *a, base, adjoint: false, written: true });
                }
                continue;
            }
            for step in &l.body.steps {
                if let Step::Let(v, Op::Read(b, i)) = step
                    && a == b
                    && let Some(base) = self.base(i, *var, lo, l, true)
                {
                    self.read_slice(&mut blocked, *v, *a, base);
                }
            }
        }
        for step in &l.body.steps {
            if let Step::Let(v, Op::Read(a, _)) = step
                && let Some(part) = blocked.stores.get(a)
            {
                blocked.reads.insert(*v, part.clone());
            }
        }
        // Of loops and arrays whose length it is told, the compiler knows all that is to be known.
        let pays = |s: &Slice| !said || !self.is_known(s.arr);
        blocked.slices.iter().any(pays).then_some(blocked)
    }

    /// The loop around a body that was written for slices; `reserve` makes room for its record, and `rows` goes over it.
    pub(crate) fn sliced_run(
        &self,
        l: &Loop,
        blocked: &Blocked,
        record: Option<(TokenStream, TokenStream, TokenStream)>,
        body: &TokenStream,
    ) -> TokenStream {
        let Head::Range { var, lo, hi, .. } = &l.head else { return TokenStream::new() };
        let (var, lo, hi, number) = (self.name(*var), self.tokens(lo), self.tokens(hi), self.number());
        let (mut reads, mut params, mut args) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for Slice { name, arr, base, written, .. } in &blocked.slices {
            let owner = self.array(*arr);
            if *written {
                let element = if self.p.arrays[*arr].lifted { number } else { &self.sig.scalar };
                params.extend(quote!(#name: &mut [#element],));
                args.extend(quote!(&mut #owner[#base..#base + record_n],));
            } else {
                reads.extend(quote!(let #name = &#owner[#base..#base + record_n];));
            }
        }
        let same = blocked.slices.iter().filter(|s| s.written).map(|s| &s.name);
        let checks = &blocked.checks;
        let (reserve, run) = match record {
            Some((reserve, pattern, chain)) => {
                (reserve, quote!(for (lane, #pattern) in (0..record_n).zip(#chain) { let #var = #lo + lane; #body }))
            }
            None => (TokenStream::new(), quote!(for lane in 0..record_n { let #var = #lo + lane; #body })),
        };
        quote! {
            if #lo < #hi {
                let record_n = #hi - #lo;
                #checks
                #reserve
                #reads
                (|#params| {
                    #(let #same = &mut #same[..record_n];)*
                    #run
                })(#args);
            }
        }
    }
}

/// Whether a loop is known to have few iterations.
pub(crate) fn is_short(lo: &Atom, hi: &Atom) -> bool {
    matches!((literal(lo), literal(hi)), (Some(lo), Some(hi)) if hi < lo + 2 * LANES)
}

fn literal(a: &Atom) -> Option<usize> {
    match a {
        Atom::Lit(t) => t.text().trim_end_matches("usize").parse().ok(),
        Atom::Val(_) => None,
    }
}
