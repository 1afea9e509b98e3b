//! Innermost loops whose iterations can be reversed in any order: in blocks, with one partial sum for each lane.
//!
//! Reverse sweeps are full of sums (of what a value used in every iteration receives), each addition waiting for the
//! one before. Blocks of fixed length give the compiler independent sums and slices whose bounds are checked once, so
//! that it can vectorise. Lanes tried on the mixture with 10 and 64 dimensions: see `LANES`.

use crate::emit::Emitter;
use crate::emit::loops::sliced::is_short;
use crate::emit::loops::stencil::Stencil;
use crate::emit::words::Word;
use crate::ir::reduction::{accumulates, sum_chain};
use crate::ir::{Arr, Atom, Head, Loop, Mode, Op, Step, Storage, Ty, Val};
use crate::plan::counter;
use crate::plan::order::Def;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rules::Op as Row;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Iterations in a block.
pub(crate) const LANES: usize = 4;
/// The same for numbers that are more than a scalar, in loops whose reads overlap. Blocks of four are unrolled before anything
/// is vectorised, and lanes of value and tangent then become vectors of both: the product of Rosenbrock's Hessian with a
/// direction took twice the time.
const WIDE_LANES: usize = 8;

/// What the body of a blocked loop refers to instead of arrays and sums.
#[derive(Default)]
pub(crate) struct Blocked {
    frame: usize,
    /// Values read, and the slice they are read from.
    pub(crate) reads: HashMap<Val, Ident>,
    /// Arrays that are written through a slice, going forward.
    pub(crate) stores: HashMap<Arr, Ident>,
    /// Indices that are checked before the loop.
    pub(crate) checked: HashSet<Val>,
    /// The checks.
    pub checks: TokenStream,
    /// Arrays whose adjoint is a slice.
    pub(crate) adjoints: HashMap<Arr, Ident>,
    /// Adjoints outside that collect a sum in lanes.
    pub(crate) sums: BTreeMap<Val, Ident>,
    pub(crate) slices: Vec<Slice>,
    /// Arrays whose reads overlap.
    pub(crate) stencils: Vec<Stencil>,
    /// In a fused loop, the sums of the function itself.
    value_sums: HashSet<Val>,
    /// Whether it stays as it is, but for slices: no lanes then.
    plain: bool,
    /// Whether adjoints outside collect anything.
    pub(crate) has_sums: bool,
}

impl Blocked {
    pub(crate) fn of(l: &Loop) -> Blocked {
        Blocked { frame: l.frame, ..Blocked::default() }
    }
}

/// A part of an array that the loop goes over.
pub(crate) struct Slice {
    pub(crate) name: Ident,
    pub(crate) arr: Arr,
    /// The index in the first iteration.
    pub(crate) base: TokenStream,
    pub(crate) adjoint: bool,
    pub(crate) written: bool,
}

impl Emitter<'_> {
    /// Whether a loop can be reversed in blocks, and what its body then refers to.
    pub(crate) fn blockable(&mut self, l: &Loop, fused: bool) -> Option<Blocked> {
        let Head::Range { var, lo, hi, rev: false } = &l.head else { return None };
        // The compiler unrolls what is known to be short.
        let short = is_short(lo, hi);
        if short && fused || !self.plan.tune || l.count.is_some() || self.p.values[*var].ty != Ty::usize() {
            return None;
        }
        let mut value_sums = HashSet::new();
        for c in &l.carried {
            if fused {
                if self.p.values[c.param].ty != Ty::Float {
                    return None;
                }
                value_sums.extend(sum_chain(l, c.param)?);
            } else if self.p.values[c.param].active && !accumulates(l, c.param) {
                return None;
            }
        }
        if fused && !l.body.steps.iter().all(Self::in_lanes) {
            return None;
        }
        let stencils = self.stencils(l, true, !short);
        if short && !stencils.is_empty() {
            return None;
        }
        let mut blocked = Blocked { value_sums, plain: short, ..Blocked::of(l) };
        if fused {
            self.check_before(l, &mut blocked);
        }
        // Where each array's adjoint is touched: the index, whether it is set, whether it is added to.
        let mut touched = BTreeMap::<Arr, Vec<(Atom, bool, bool)>>::new();
        for step in &l.body.steps {
            match step {
                Step::Let(v, Op::Read(a, i)) => {
                    if self.p.values[*v].active && stencils.iter().all(|s| s.arr != *a) {
                        touched.entry(*a).or_default().push((i.clone(), false, true));
                    }
                    if (fused || self.plan.computed.contains(v))
                        && let Some(base) = self.base(i, *var, lo, l, fused)
                    {
                        self.read_slice(&mut blocked, *v, *a, base);
                    }
                }
                Step::Let(_, Op::Guarded(..)) => return None,
                Step::Let(_, op) if op.arrays().is_empty() => {}
                Step::Store(a, i, mode, _) => {
                    if self.p.arrays[*a].active {
                        let set = *mode == Mode::Set && !self.is_spent(*a, i);
                        touched.entry(*a).or_default().push((i.clone(), set, false));
                    }
                }
                _ => return None,
            }
        }
        for (a, list) in touched {
            let set = list.iter().any(|t| t.1);
            let one = list.iter().all(|t| t.0.same(&list[0].0));
            let base = self.base(&list[0].0, *var, lo, l, fused);
            match (one, base) {
                (true, Some(base)) => {
                    let name = self.unique("part");
                    blocked.adjoints.insert(a, name.clone());
                    let written = set || list.iter().any(|t| t.2);
                    blocked.slices.push(Slice { name, arr: a, base, adjoint: true, written });
                }
                // Elements set at places that are not known to differ have to be reversed in order, and so have those that
                // are added to and read: what a sum receives hands it on to all that were added before.
                _ if set => return None,
                _ if list.iter().any(|t| matches!(self.mode_of(l, a, &t.0), Some(Mode::Add | Mode::Sub)))
                    && (!one || list.iter().any(|t| t.2)) =>
                {
                    return None;
                }
                _ => {}
            }
        }
        if short {
            return blocked.slices.iter().any(|s| !self.is_known(s.arr)).then_some(blocked);
        }
        // One array and no sum: without lanes it is as fast, or faster (least squares 1.53 against 1.73).
        let written = blocked.slices.iter().filter(|s| s.written).count();
        blocked.has_sums = self.has_sums(l);
        blocked.plain = !fused && written <= 1 && stencils.is_empty() && !blocked.has_sums;
        blocked.stencils = stencils;
        (!blocked.plain || !blocked.slices.is_empty()).then_some(blocked)
    }

    /// Whether the compiler knows how long an array is.
    pub(crate) fn is_known(&self, a: Arr) -> bool {
        matches!(self.p.arrays[a].storage, Storage::Fixed(_))
    }

    /// Makes a value one that is read from a slice.
    pub(crate) fn read_slice(&mut self, blocked: &mut Blocked, v: Val, arr: Arr, base: TokenStream) {
        let text = base.to_string();
        let same = |s: &&Slice| s.arr == arr && !s.adjoint && s.base.to_string() == text;
        let name = match blocked.slices.iter().find(same) {
            Some(slice) => slice.name.clone(),
            None => {
                let name = self.unique("part");
                blocked.slices.push(Slice { name: name.clone(), arr, base, adjoint: false, written: false });
                name
            }
        };
        blocked.reads.insert(v, name);
    }

    /// Whether a step is one that processors have for several numbers at once.
    pub(crate) fn in_lanes(step: &Step) -> bool {
        match step {
            Step::Let(_, Op::Fun(f, ..)) => matches!(f, Row::Sqrt | Row::Abs | Row::Recip),
            Step::Let(..) => true,
            _ => false,
        }
    }

    /// Whether the reverse of the loop adds to the adjoint of a value outside, again and again.
    fn has_sums(&self, l: &Loop) -> bool {
        let sum =
            |a: &Atom| self.p.active(a) && a.val().is_some_and(|v| !self.p.within(self.p.values[v].frame, l.frame));
        l.body.steps.iter().any(|s| match s {
            Step::Let(v, op) => self.p.values[*v].active && op.atoms().into_iter().any(sum),
            Step::Store(a, _, _, x) => self.p.arrays[*a].active && sum(x),
            _ => false,
        })
    }

    fn mode_of(&self, l: &Loop, arr: Arr, index: &Atom) -> Option<Mode> {
        l.body.steps.iter().find_map(|s| match s {
            Step::Store(a, i, mode, _) if *a == arr && i.same(index) => Some(*mode),
            _ => None,
        })
    }

    /// The index in the first iteration, if it grows by one in each. `at_hand` if no value of the loop is computed again.
    pub(crate) fn base(&self, index: &Atom, var: Val, lo: &Atom, l: &Loop, at_hand: bool) -> Option<TokenStream> {
        let v = index.val()?;
        let lo = self.tokens(lo);
        if v == var {
            return Some(lo);
        }
        let value = &self.p.values[v];
        if value.frame != l.frame || !at_hand && !self.plan.computed.contains(&v) {
            return None;
        }
        let outside = |u: Val| !self.p.within(self.p.values[u].frame, l.frame);
        match &self.order.defs.get(&v)?.1 {
            Def::Param { init, next } => {
                let (step, grows) = counter(self.p, self.order, v, next, l.frame)?;
                let one = matches!(&step, Atom::Lit(t) if matches!(t.text(), "1" | "1usize"));
                (one && grows && value.ty == Ty::usize()).then(|| self.tokens(init))
            }
            Def::Let(Op::Int(int)) => {
                let inner: Vec<Val> = int.vals().into_iter().filter(|&u| !outside(u)).collect();
                let &[u] = inner.as_slice() else { return None };
                if !int.grows_with(u) {
                    return None;
                }
                let start = self.base(&Atom::Val(u), var, &Atom::lit(lo), l, at_hand)?;
                Some(int.tokens_with(self.p, &|v| match v == u {
                    true => quote!((#start)),
                    false => self.name(v).to_token_stream(),
                }))
            }
            Def::Let(Op::Offset(off, i, _)) => {
                let fixed = |a: &Atom| a.val().is_none_or(outside);
                let (a, b) = match (fixed(off), fixed(i)) {
                    (true, false) => (self.tokens(off), self.base(i, var, &Atom::lit(lo), l, at_hand)?),
                    (false, true) => (self.base(off, var, &Atom::lit(lo), l, at_hand)?, self.tokens(i)),
                    _ => return None,
                };
                Some(quote!((#a + #b)))
            }
            _ => None,
        }
    }

    /// The check of all indices into a part of an array at once: the last one, where they grow.
    pub(crate) fn check_once(&self, op: &Op, var: Val, lo: &Atom, l: &Loop) -> Option<TokenStream> {
        let Op::Offset(off, i, len) = op else { return None };
        let fixed = |a: &Atom| a.val().is_none_or(|u| !self.p.within(self.p.values[u].frame, l.frame));
        if !fixed(len) {
            return None;
        }
        let limit = self.tokens(len);
        Some(match (fixed(off), fixed(i)) {
            (true, false) => {
                let start = self.base(i, var, lo, l, true)?;
                quote!(::wengert::generated::bounds(#start + record_n, #limit);)
            }
            (_, true) => {
                let index = self.tokens(i);
                quote!(::wengert::generated::offset(0, #index, #limit);)
            }
            _ => return None,
        })
    }

    /// The lanes in which a blocked loop collects what an outer adjoint receives.
    pub(crate) fn lanes_of(&mut self, v: Val) -> Option<Ident> {
        let frame = self.p.values[v].frame;
        let blocked = self.blocked.as_mut()?;
        if blocked.plain || self.p.within(frame, blocked.frame) {
            return None;
        }
        let name = format_ident!("{}_lanes", self.p.values[v].name);
        blocked.sums.insert(v, name.clone());
        Some(name)
    }

    /// The loop around a body that was written for blocks; `rows` is the width of its record.
    pub(crate) fn blocked_run(
        &self,
        l: &Loop,
        blocked: &Blocked,
        widths: (usize, usize),
        body: &TokenStream,
    ) -> TokenStream {
        if blocked.plain || blocked.sums.is_empty() && blocked.stencils.is_empty() && blocked.value_sums.is_empty() {
            return self.apart(l, blocked, widths, body);
        }
        let in_blocks = |lanes| self.in_blocks(l, blocked, widths, lanes, body);
        if blocked.stencils.is_empty() {
            return in_blocks(LANES);
        }
        let (number, narrow, wide) = (self.number(), in_blocks(LANES), in_blocks(WIDE_LANES));
        quote!(if ::wengert::generated::is_scalar::<#number>() { #narrow } else { #wide })
    }

    /// The same in blocks of so many iterations.
    fn in_blocks(
        &self,
        l: &Loop,
        blocked: &Blocked,
        widths: (usize, usize),
        lanes: usize,
        body: &TokenStream,
    ) -> TokenStream {
        let Head::Range { var, lo, hi, .. } = &l.head else { return TokenStream::new() };
        let (var, lo, hi, zero) = (self.name(*var), self.tokens(lo), self.tokens(hi), self.zero());
        let checks = &blocked.checks;
        let (mut cut, mut block, mut back, mut tail) =
            (TokenStream::new(), TokenStream::new(), TokenStream::new(), TokenStream::new());
        let mut slice = |name: &Ident, source: TokenStream, mutable: bool, width: usize| {
            let rest = format_ident!("{}_rest", name);
            if mutable {
                cut.extend(quote!(let (#name, #rest) = (#source).as_chunks_mut::<#width>();));
                // Through a copy: nothing else can then be thought to overlap with it.
                let all = format_ident!("{}_all", name);
                block.extend(quote!(let #all = &mut #name[at]; let mut #name = *#all;));
                back.extend(quote!(*#all = #name;));
            } else {
                cut.extend(quote!(let (#name, #rest) = (#source).as_chunks::<#width>();));
                block.extend(quote!(let #name = #name[at];));
            }
            tail.extend(quote!(let #name = #rest;));
        };
        for Slice { name, arr, base, adjoint, written } in &blocked.slices {
            let owner = if *adjoint { self.array_adjoint(*arr) } else { self.array(*arr).to_token_stream() };
            slice(name, quote!(#owner[#base..#base + record_n]), *written, lanes);
        }
        let record = (widths != (0, 0)).then(|| {
            let (n, k) = widths;
            quote!(let (record_x, record_w) = ws.release(record_n * #n, record_n * #k);)
        });
        if widths.0 > 0 {
            slice(&format_ident!("record_row"), quote!(record_x), false, lanes * widths.0);
        }
        if widths.1 > 0 {
            slice(&format_ident!("record_bits"), quote!(record_w), false, lanes * widths.1);
        }
        let (mut start, mut end) = (self.windows_start(&blocked.stencils), TokenStream::new());
        for (v, name) in &blocked.sums {
            let adjoint = self.adjoint(*v);
            start.extend(quote!(let mut #name = [#zero; #lanes];));
            end.extend(quote!(#adjoint += ::wengert::generated::sum_lanes(#name);));
        }
        block.extend(self.windows_open(&blocked.stencils, lanes));
        tail.extend(self.windows_open(&blocked.stencils, lanes));
        let (terms, in_order) = self.value_terms(l, blocked, lanes);
        let (close, close_tail) =
            (self.windows_close(&blocked.stencils, lanes, false), self.windows_close(&blocked.stencils, lanes, true));
        let (sum, sum_tail) = if in_order.is_empty() {
            (TokenStream::new(), TokenStream::new())
        } else {
            (quote!(for lane in 0..#lanes { #in_order }), quote!(for lane in 0..record_n % #lanes { #in_order }))
        };
        quote! {
            if #lo < #hi {
                let record_n = #hi - #lo;
                #checks
                #record
                #cut
                #start
                for at in 0..record_n / #lanes {
                    #block
                    #terms
                    for lane in 0..#lanes {
                        let (#var, lane_sum) = (#lo + at * #lanes + lane, lane);
                        #body
                    }
                    #sum
                    #close
                    #back
                }
                #tail
                #terms
                for lane in 0..record_n % #lanes {
                    // One sum for the rest: an index that varies would keep the sums out of registers.
                    let (#var, lane_sum) = (#lo + record_n / #lanes * #lanes + lane, 0);
                    #body
                }
                #sum_tail
                #close_tail
                #end
            }
        }
    }

    /// The loop where nothing is summed: as it is, with what it writes as arguments of a closure, from which the compiler
    /// knows that they do not overlap. As fast as blocks (ode 3.4 times the function either way), and half the code.
    pub(crate) fn apart(&self, l: &Loop, blocked: &Blocked, widths: (usize, usize), body: &TokenStream) -> TokenStream {
        let Head::Range { var, lo, hi, .. } = &l.head else { return TokenStream::new() };
        let (var, lo, hi, number) = (self.name(*var), self.tokens(lo), self.tokens(hi), self.number());
        let (mut reads, mut params, mut args) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for Slice { name, arr, base, adjoint, written } in &blocked.slices {
            let owner = if *adjoint { self.array_adjoint(*arr) } else { self.array(*arr).to_token_stream() };
            if *written {
                params.extend(quote!(#name: &mut [#number],));
                args.extend(quote!(&mut #owner[#base..#base + record_n],));
            } else {
                reads.extend(quote!(let #name = &#owner[#base..#base + record_n];));
            }
        }
        let (n, k) = widths;
        if widths != (0, 0) {
            reads.extend(quote!(let (record_row, record_bits) = ws.release(record_n * #n, record_n * #k);));
        }
        let same = blocked.slices.iter().filter(|s| s.written).map(|s| &s.name);
        quote! {
            if #lo < #hi {
                let record_n = #hi - #lo;
                #reads
                (|#params| {
                    #(let #same = &mut #same[..record_n];)*
                    for lane in 0..record_n {
                        let #var = #lo + lane;
                        #body
                    }
                })(#args);
            }
        }
    }

    /// The forward steps of a fused loop in blocks: sums wait for [`Self::value_terms`], their terms are kept by lane.
    pub(crate) fn forward_in_lanes(&self, l: &Loop, blocked: &Blocked) -> TokenStream {
        let mut out = TokenStream::new();
        for step in &l.body.steps {
            if let Step::Let(v, op) = step
                && !blocked.value_sums.contains(v)
            {
                out.extend(self.let_value(*v, self.operation(*v, op)));
            }
        }
        for v in self.terms(l, blocked) {
            let (name, lanes) = (self.name(v), self.term_lanes(v));
            out.extend(quote!(#lanes[lane] = #name;));
        }
        out
    }

    /// The values of an iteration that its sums take up.
    fn terms(&self, l: &Loop, blocked: &Blocked) -> Vec<Val> {
        let mut terms = vec![];
        for step in &l.body.steps {
            if let Step::Let(v, op) = step
                && blocked.value_sums.contains(v)
            {
                let own = |u: &Val| self.p.values[*u].frame == l.frame && !blocked.value_sums.contains(u);
                terms.extend(op.vals().into_iter().filter(own));
            }
        }
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    fn term_lanes(&self, v: Val) -> Ident {
        format_ident!("{}_terms", self.p.values[v].name)
    }

    /// Room for the terms of a block, and the sums of a lane: in the order of the function itself.
    fn value_terms(&self, l: &Loop, blocked: &Blocked, lanes: usize) -> (TokenStream, TokenStream) {
        let (mut room, mut sums) = (TokenStream::new(), TokenStream::new());
        for v in self.terms(l, blocked) {
            let (name, terms, zero) = (self.name(v), self.term_lanes(v), self.dummy(v));
            room.extend(quote!(let mut #terms = [#zero; #lanes];));
            sums.extend(quote!(let #name = #terms[lane];));
        }
        for step in &l.body.steps {
            if let Step::Let(v, op) = step
                && blocked.value_sums.contains(v)
            {
                sums.extend(self.hand_out(*v, op));
                sums.extend(self.let_value(*v, self.operation(*v, op)));
            }
        }
        if !blocked.value_sums.is_empty() {
            sums.extend(self.hand_on(l));
        }
        (room, sums)
    }

    /// Reads of a blocked loop's record.
    pub(crate) fn read_rows(&self, numbers: &[Val], words: &[Word]) -> TokenStream {
        let (n, k) = (numbers.len(), words.len());
        let mut out = TokenStream::new();
        for (j, &v) in numbers.iter().enumerate() {
            let name = self.name(v);
            out.extend(quote!(let #name = record_row[lane * #n + #j];));
        }
        for (j, word) in words.iter().enumerate() {
            out.extend(self.of_word(word, quote!(record_bits[lane * #k + #j])));
        }
        out
    }
}
