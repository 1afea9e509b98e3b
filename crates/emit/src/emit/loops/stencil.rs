//! Overlapping reads of an array in a loop, `x[i]` and `x[i + 1]`: their adjoints meet in registers, and each element is
//! written once.
//!
//! Without it every iteration adds to an element that the one before has just written: on Rosenbrock the gradient took
//! 8.3 times the function's time, with it about 2.

use crate::emit::Emitter;
use crate::ir::{Arr, Atom, Head, Int, Loop, Op, Step, Ty, Val, walk};
use crate::plan::order::Def;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;

/// The widest window that is kept in registers.
const WIDEST: i64 = 4;

/// The reads of one array that overlap, and where the loop goes.
#[derive(Clone)]
pub(crate) struct Stencil {
    pub(crate) arr: Arr,
    /// The values read, each with its register.
    reads: Vec<(Val, usize)>,
    registers: Vec<Ident>,
    /// The index that is written at the end of an iteration.
    flush: Atom,
    /// What the index that the offsets are from is in the first iteration.
    start: TokenStream,
    /// The smallest offset.
    least: i64,
    ascending: bool,
}

impl Emitter<'_> {
    /// The stencils of a loop whose reverse takes its variable up or down; with `rows`, also where several parts of an
    /// array are read side by side, of which it is not known how far they are from one another.
    pub(crate) fn stencils(&mut self, l: &Loop, ascending: bool, rows: bool) -> Vec<Stencil> {
        let Head::Range { var, lo, .. } = &l.head else { return vec![] };
        let logged = self.plan.sparse.contains_key(&l.frame);
        if !self.plan.tune || logged || l.count.is_some() || self.p.values[*var].ty != Ty::usize() {
            return vec![];
        }
        // By array and by the index that the offsets are from.
        let mut reads = BTreeMap::<Arr, BTreeMap<Val, Vec<(Val, Atom, i64)>>>::new();
        let mut starts = BTreeMap::<Val, TokenStream>::from([(*var, self.tokens(lo))]);
        let at_hand = self.plan.fused.contains(&l.frame);
        for step in &l.body.steps {
            if let Step::Let(v, Op::Read(a, i)) = step
                && self.p.values[*v].active
                && !self.plan.overwritten.assigned.contains(v)
                && let Some(index) = i.val()
                && let Some((root, offset)) = self.affine(index, *var)
            {
                if rows && root != *var && !starts.contains_key(&root) {
                    let Some(start) = self.base(&Atom::Val(root), *var, lo, l, at_hand) else { continue };
                    starts.insert(root, start);
                }
                if starts.contains_key(&root) {
                    reads.entry(*a).or_default().entry(root).or_default().push((*v, i.clone(), offset));
                }
            }
        }
        let span =
            |list: &[(Val, Atom, i64)]| list.iter().fold((i64::MAX, i64::MIN), |(l, m), r| (l.min(r.2), m.max(r.2)));
        let mut found = vec![];
        for (arr, groups) in reads {
            let several = groups.len() > 1;
            let fits = |list: &Vec<_>| {
                let (least, most) = span(list);
                (several || most > least) && most - least < WIDEST
            };
            if !groups.values().all(fits) || self.touches(l, arr) != groups.values().map(Vec::len).sum::<usize>() {
                continue;
            }
            for (root, list) in groups {
                let (least, most) = span(&list);
                let base = self.unique("carry");
                let register = |k| format_ident!("{base}_{}", k as usize);
                let registers: Vec<Ident> = (0..=most - least).map(register).collect();
                let edge = if ascending { least } else { most };
                let Some((_, flush, _)) = list.iter().find(|r| r.2 == edge) else { continue };
                let (flush, start) = (flush.clone(), starts[&root].clone());
                let reads = list.into_iter().map(|(v, _, offset)| (v, (offset - least) as usize)).collect();
                found.push(Stencil { arr, reads, registers, flush, start, least, ascending });
            }
        }
        found
    }

    /// Makes the adjoints of their reads go to registers.
    pub(crate) fn use_registers(&mut self, stencils: &[Stencil]) {
        for s in stencils {
            let newest = if s.ascending { s.registers.len() - 1 } else { 0 };
            let once = s.reads.iter().filter(|r| r.1 == newest).count() == 1;
            for &(v, k) in &s.reads {
                // The register that was emptied last takes its only contribution without an addition.
                let register = &s.registers[k];
                self.carried.insert(v, (quote!(#register), once && k == newest));
            }
        }
    }

    /// The same in a blocked loop: an offset's register has an entry for each lane.
    pub(crate) fn use_lanes(&mut self, stencils: &[Stencil]) {
        for s in stencils {
            for &(v, k) in &s.reads {
                let once = s.reads.iter().filter(|r| r.1 == k).count() == 1;
                let register = &s.registers[k];
                self.carried.insert(v, (quote!(#register[lane]), once));
            }
        }
    }

    /// The same where only one of the stencils is served, through a slice.
    pub(crate) fn use_slice(&mut self, stencils: &[Stencil], served: usize, slice: &Ident) {
        for (k, s) in stencils.iter().enumerate() {
            for &(v, _) in &s.reads {
                let place = if k == served { (quote!(#slice[lane]), false) } else { (quote!(_), true) };
                self.carried.insert(v, place);
            }
        }
    }

    /// How often the loop's adjoint touches the array's.
    fn touches(&self, l: &Loop, arr: Arr) -> usize {
        let mut count = 0;
        walk(&l.body, &mut |step, _| {
            count += match step {
                Step::Let(v, Op::Read(a, _) | Op::Guarded(a, ..)) => usize::from(*a == arr && self.p.values[*v].active),
                Step::Alloc(_, crate::ir::Init::Copy(v)) => 2 * usize::from(v.arr == arr),
                Step::CopyFrom(_, v) => 2 * usize::from(v.arr == arr),
                Step::Call(c) => 2 * c.args.iter().filter(|a| a.uses().1.contains(&arr)).count(),
                _ => 0,
            };
            count += 1000 * step.writes().iter().filter(|a| **a == arr).count();
        });
        count
    }

    /// The index from which an index differs by a constant, and the constant: the loop's variable, or one that is made of
    /// it.
    fn affine(&self, v: Val, var: Val) -> Option<(Val, i64)> {
        if v == var || !self.p.within(self.p.values[v].frame, self.p.values[var].frame) {
            return (v == var).then_some((var, 0));
        }
        Some(self.shifted_from(v, var).unwrap_or((v, 0)))
    }

    fn shifted_from(&self, v: Val, var: Val) -> Option<(Val, i64)> {
        let add = |(root, offset): (Val, i64), by: i64| (root, offset + by);
        let literal = |a: &Atom| Int::Atom(a.clone()).literal();
        match &self.order.defs.get(&v)?.1 {
            Def::Let(Op::Offset(a, b, _)) => match (a, b) {
                (Atom::Val(u), other) | (other, Atom::Val(u)) => Some(add(self.affine(*u, var)?, literal(other)?)),
                _ => None,
            },
            Def::Let(Op::Int(int)) => {
                let (u, shift) = int.shift()?;
                Some(add(self.affine(u, var)?, shift))
            }
            _ => None,
        }
    }

    /// The registers, before the loop.
    pub(crate) fn stencil_start(&self, stencils: &[Stencil]) -> TokenStream {
        let zero = self.zero();
        stencils.iter().flat_map(|s| &s.registers).map(|r| quote!(let mut #r = #zero;)).collect()
    }

    /// The element that no later iteration adds to, at the end of an iteration.
    pub(crate) fn stencil_flush(&self, stencils: &[Stencil]) -> TokenStream {
        let zero = self.zero();
        let mut out = TokenStream::new();
        for s in stencils {
            let (name, index) = (self.array_adjoint(s.arr), self.tokens(&s.flush));
            let order: Vec<&Ident> =
                if s.ascending { s.registers.iter().collect() } else { s.registers.iter().rev().collect() };
            let first = order[0];
            out.extend(quote!(#name[#index] += #first;));
            for pair in order.windows(2) {
                let (to, from) = (pair[0], pair[1]);
                out.extend(quote!(#to = #from;));
            }
            let last = order[order.len() - 1];
            out.extend(quote!(#last = #zero;));
        }
        out
    }

    /// What is left in the registers, after the loop.
    pub(crate) fn stencil_end(&self, l: &Loop, stencils: &[Stencil]) -> TokenStream {
        let Head::Range { lo, hi, .. } = &l.head else { return TokenStream::new() };
        let (lo, hi) = (self.tokens(lo), self.tokens(hi));
        let mut out = TokenStream::new();
        for s in stencils {
            let name = self.array_adjoint(s.arr);
            let n = s.registers.len();
            // After the last shift a register stands for its element seen from one iteration further on.
            let rest: Vec<TokenStream> = if s.ascending {
                let add = |k: usize| {
                    let (r, at) = (&s.registers[k], shifted(&hi, s.least + k as i64));
                    quote!(#name[#at] += #r;)
                };
                (0..n - 1).map(add).collect()
            } else {
                let add = |k: usize| {
                    let (r, at) = (&s.registers[k], shifted(&lo, s.least + k as i64 - 1));
                    quote!(#name[#at] += #r;)
                };
                (1..n).map(add).collect()
            };
            out.extend(quote!(if #lo < #hi { #(#rest)* }));
        }
        out
    }

    /// What a blocked loop's stencils hand from block to block, before the loop.
    pub(crate) fn windows_start(&self, stencils: &[Stencil]) -> TokenStream {
        let zero = self.zero();
        stencils
            .iter()
            .filter(|s| s.registers.len() > 1)
            .map(|s| (s.window(), s.registers.len() - 1))
            .map(|(w, n)| quote!(let mut #w = [#zero; #n];))
            .collect()
    }

    /// The lanes of the registers, before a block.
    pub(crate) fn windows_open(&self, stencils: &[Stencil], lanes: usize) -> TokenStream {
        let zero = self.zero();
        stencils.iter().flat_map(|s| &s.registers).map(|r| quote!(let mut #r = [#zero; #lanes];)).collect()
    }

    /// After a block: where the lanes of the registers meet, and what goes on to the next block. At the end, `rest` is
    /// the number of lanes in use, and all is written.
    pub(crate) fn windows_close(&self, stencils: &[Stencil], lanes: usize, rest: bool) -> TokenStream {
        let zero = self.zero();
        let mut out = TokenStream::new();
        for s in stencils {
            let start = &s.start;
            let first = if rest { quote!(#start + record_n / #lanes * #lanes) } else { quote!(#start + at * #lanes) };
            let base = shifted(&first, s.least);
            let (name, window) = (self.array_adjoint(s.arr), s.window());
            let (keep, registers) = (s.registers.len() - 1, &s.registers);
            let count = if rest { quote!(record_n % #lanes + #keep) } else { quote!(#lanes) };
            if let [register] = registers.as_slice() {
                let count = if rest { quote!(record_n % #lanes) } else { count };
                out.extend(quote!(::wengert::generated::seed(&mut #name[#base..][..#count], &#register[..#count]);));
                continue;
            }
            if rest {
                let size = lanes + keep;
                let meet = registers
                    .iter()
                    .enumerate()
                    .map(|(k, r)| quote!(for lane in 0..#lanes { sums[lane + #k] += #r[lane]; }));
                out.extend(quote! {
                    let mut sums = [#zero; #size];
                    sums[..#keep].copy_from_slice(&#window);
                    #(#meet)*
                });
            } else {
                out.extend(self.windows_meet(s, lanes));
            }
            out.extend(quote!(::wengert::generated::seed(&mut #name[#base..][..#count], &sums[..#count]);));
        }
        out
    }

    /// The sums of a block, and those that the next block goes on with. Lanes are shifted in registers: in an array that is longer
    /// by what goes on, each register's lanes would be read across those that were just written.
    fn windows_meet(&self, s: &Stencil, lanes: usize) -> TokenStream {
        let (window, first) = (s.window(), &s.registers[0]);
        let keep = s.registers.len() - 1;
        let later = || s.registers.iter().enumerate().skip(1);
        let meet = later().map(|(k, r)| quote!(for lane in #k..#lanes { sums[lane] += #r[lane - #k]; }));
        let goes_on = (0..keep).map(|j| {
            let parts = later().filter(|(k, _)| *k > j).map(|(k, r)| {
                let lane = lanes + j - k;
                quote!(#r[#lane])
            });
            quote!(#(#parts)+*)
        });
        quote! {
            let mut sums = #first;
            for lane in 0..#keep { sums[lane] = #window[lane] + sums[lane]; }
            #(#meet)*
            #window = [#(#goes_on),*];
        }
    }
}

impl Stencil {
    /// Whether each element is read once.
    pub(crate) fn is_row(&self) -> bool {
        self.registers.len() == 1
    }

    /// The index that is read in the first iteration.
    pub(crate) fn first(&self) -> TokenStream {
        shifted(&self.start, self.least)
    }

    /// The sums that the next block goes on with.
    fn window(&self) -> Ident {
        format_ident!("{}_window", self.registers[0])
    }
}

fn shifted(base: &TokenStream, by: i64) -> TokenStream {
    let amount = Literal::usize_unsuffixed(by.unsigned_abs() as usize);
    match by {
        0 => quote!(#base),
        1.. => quote!(#base + #amount),
        _ => quote!(#base - #amount),
    }
}
