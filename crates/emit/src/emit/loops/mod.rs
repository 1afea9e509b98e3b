//! Loops, forward and backward.

pub(crate) mod array_expansion;
pub(crate) mod blocked;
pub(crate) mod checkpoint;
pub(crate) mod flat_records;
pub(crate) mod independent;
pub(crate) mod recompute;
pub(crate) mod rows;
pub(crate) mod sliced;
pub(crate) mod stencil;
pub(crate) mod vector;

use crate::emit::loops::flat_records::{Flat, flat_chain};
use crate::emit::{Emitter, Mode};
use crate::ir::{Atom, Carried, Head, Loop, Ty};
use crate::plan::order::Def;
use crate::plan::sparse::Log;
use crate::plan::{counter, loop_is_active};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

impl Emitter<'_> {
    pub(crate) fn indices(lo: &TokenStream, hi: &TokenStream, rev: bool) -> TokenStream {
        if rev { quote!((#lo..#hi).rev()) } else { quote!(#lo..#hi) }
    }

    pub(crate) fn forward_loop(&mut self, l: &Loop) -> TokenStream {
        if let (true, Some(mark), true) = (self.recording, &l.checkpoint, self.plan.checkpointed.contains_key(&l.frame))
        {
            return self.forward_checkpointed(l, mark);
        }
        if let (true, Some(arrays)) = (self.recording, self.plan.again.get(&l.frame)) {
            return self.forward_once(l, arrays);
        }
        self.forward_whole(l)
    }

    /// A loop, in chunks where its iterations are independent.
    pub(crate) fn forward_whole(&mut self, l: &Loop) -> TokenStream {
        if self.in_chunks(l) { self.forward_chunks(l) } else { self.forward_recorded(l) }
    }

    /// Its reverse.
    pub(crate) fn reverse_whole(&mut self, l: &Loop) -> TokenStream {
        if self.in_chunks(l) { self.reverse_chunks(l) } else { self.reverse_recorded(l) }
    }

    /// A loop with its record, where one is wanted.
    pub(crate) fn forward_recorded(&mut self, l: &Loop) -> TokenStream {
        self.behind_strip_arrays(|this| this.forward_loop_recorded(l))
    }

    fn forward_loop_recorded(&mut self, l: &Loop) -> TokenStream {
        let recording = self.recording;
        let active = loop_is_active(self.p, l);
        let flat = if recording { self.flat(l) } else { None };
        let mut before = self.start_carried(l);
        let rows = recording && active;
        if rows {
            before.extend(self.open_rows(l));
            self.enter_rows(l);
        }
        if let Some(count) = l.count {
            let count = self.name(count);
            before.extend(quote!(let mut #count = 0usize;));
        }
        let mut body = self.declare_arm_arrays(l.frame, &l.body);
        if rows {
            body.extend(self.take_rows(l));
        }
        if let Head::While { block, cond } = &l.head {
            // The condition is only ever asked, its steps leave no record.
            let was = std::mem::replace(&mut self.recording, false);
            let (steps, cond) = (self.forward(block), self.tokens(cond));
            self.recording = was;
            body.extend(quote!(#steps if !(#cond) { break; }));
        }
        self.recording = recording && active;
        let strips = self.enter_strips(l);
        self.blocked = if self.mode == Mode::Eval || strips.is_some() { None } else { self.sliceable(l) };
        body.extend(self.narrow(l));
        body.extend(self.forward(&l.body));
        self.leave_strips(strips.as_ref());
        self.leave_rows(l);
        let sliced = self.blocked.take();
        self.recording = recording;
        let mut kept = vec![];
        let mut held = TokenStream::new();
        if recording && active {
            match &flat {
                Some(flat) => body.extend(self.write_flat(flat)),
                None => {
                    kept = self.restored(l.frame);
                    body.extend(self.save_arrays(l.frame));
                    if !self.plan.sparse.contains_key(&l.frame) {
                        body.extend(self.push_numbers(&l.body));
                    }
                    body.extend(self.push_kept_of(l));
                    held = self.leave_held(&l.body);
                }
            }
        }
        let log = self.plan.sparse.get(&l.frame).filter(|_| recording && active);
        let (mut log_start, mut log_end) = (TokenStream::new(), TokenStream::new());
        if let (Some(log), Head::Range { var, .. }) = (log, &l.head) {
            let (counts, saved, var) = (self.is_logged(log), self.push_numbers(&l.body), self.name(*var));
            let moved = self.hand_on_these(l, |c| log.moves(c.param));
            log_start = quote!(let mut logged = 0u64;);
            body.extend(quote!(if #counts {
                #saved
                ws.push_words([::wengert::generated::Word::word(#var)]);
                logged += 1;
                #moved
            }));
            log_end = quote!(ws.push_words([logged]););
        }
        if self.mode != Mode::Eval {
            body.extend(self.give_arrays(l.frame, &kept));
        }
        // What an extremum is otherwise is what it was.
        body.extend(self.hand_on_these(l, |c| !log.is_some_and(|log| log.moves(c.param))));
        body.extend(held);
        if let Some(count) = l.count {
            let count = self.name(count);
            body.extend(quote!(#count += 1;));
        }
        if let Some(exit) = &l.exit {
            let exit = self.tokens(exit);
            body.extend(quote!(if #exit { break; }));
        }
        let run = match &l.head {
            Head::While { .. } => quote!(loop { #body }),
            Head::Range { var, lo, hi, rev } => {
                let (var, lo, hi) = (self.name(*var), self.tokens(lo), self.tokens(hi));
                let range = Self::indices(&lo, &hi, *rev);
                match &flat {
                    Some(flat) if !flat.numbers.is_empty() || !flat.words.is_empty() => {
                        let (pattern, chain) = flat_chain(flat, false);
                        let (n, k) = (flat.numbers.len(), flat.words.len());
                        let reserve = quote!(let (record_x, record_w) = ws.reserve(record_n * #n, record_n * #k););
                        match (&sliced, &strips) {
                            (_, Some(strips)) => {
                                let run = self.strip_run(l, strips, Some((pattern, chain)), &body);
                                quote!(let record_n = (#lo..#hi).count(); #reserve #run)
                            }
                            (Some(sliced), _) => self.sliced_run(l, sliced, Some((reserve, pattern, chain)), &body),
                            _ => quote! {
                                let record_n = (#lo..#hi).count();
                                #reserve
                                for (#var, #pattern) in (#range).zip(#chain) { #body }
                            },
                        }
                    }
                    _ if let Some(strips) = &strips => self.strip_run(l, strips, None, &body),
                    _ if sliced.is_some() => {
                        sliced.map_or_else(TokenStream::new, |sliced| self.sliced_run(l, &sliced, None, &body))
                    }
                    _ => quote!(for #var in #range { #body }),
                }
            }
        };
        let mut after = TokenStream::new();
        for c in &l.carried {
            let name = self.name(c.param);
            after.extend(self.let_value(c.after, quote!(#name)));
        }
        let check = self.covers(l);
        quote!(#before #log_start #run #log_end #after #check)
    }

    /// The carried values as they are before the loop.
    pub(crate) fn start_carried(&self, l: &Loop) -> TokenStream {
        let mut out = TokenStream::new();
        for c in &l.carried {
            let (name, value) = (self.name(c.param), &self.p.values[c.param]);
            let init = self.for_value(c.param, &c.init);
            let scalar = &self.sig.scalar;
            let ty = (value.ty == Ty::Float && !value.lifted).then(|| quote!(: #scalar));
            out.extend(quote!(let mut #name #ty = #init;));
        }
        out
    }

    /// What a fused loop around has to know: that this one went over the whole array.
    fn covers(&self, l: &Loop) -> TokenStream {
        let mut out = TokenStream::new();
        if self.mode != Mode::Joint {
            return out;
        }
        for a in self.plan.checks.covers.get(&l.frame).into_iter().flatten() {
            if let Head::Range { hi, .. } = &l.head {
                let (hi, name) = (self.tokens(hi), self.array(*a));
                out.extend(quote!(if #hi < #name.len() { return ::core::option::Option::None; }));
            }
        }
        out
    }

    /// Whether an iteration is logged.
    fn is_logged(&self, log: &Log) -> TokenStream {
        match log {
            Log::Flag(flag) => self.name(*flag).to_token_stream(),
            Log::Extrema(extrema) => {
                let moves = extrema.iter().map(|e| {
                    let (old, new) = (self.name(e.old), self.lifted(&e.new));
                    if e.largest {
                        quote!(::wengert::generated::moves_maximum(#old, #new))
                    } else {
                        quote!(::wengert::generated::moves_minimum(#old, #new))
                    }
                });
                quote!(#(#moves)||*)
            }
        }
    }

    /// The carried values take what the iteration made of them.
    pub(crate) fn hand_on(&self, l: &Loop) -> TokenStream {
        self.hand_on_these(l, |_| true)
    }

    fn hand_on_these(&self, l: &Loop, these: impl Fn(&Carried) -> bool) -> TokenStream {
        let next = |c: &Carried| match c.next.val().filter(|&v| self.moves_on(v, l)) {
            Some(v) => self.name(v).to_token_stream(),
            None => self.for_value(c.param, &c.next),
        };
        let moves: Vec<_> = l.carried.iter().filter(|c| these(c)).map(|c| (self.name(c.param), next(c))).collect();
        match moves.as_slice() {
            [] => TokenStream::new(),
            [(name, next)] => quote!(#name = #next;),
            moves => {
                let (names, nexts) = (moves.iter().map(|m| m.0), moves.iter().map(|m| &m.1));
                quote!((#(#names),*) = (#(#nexts),*);)
            }
        }
    }

    pub(crate) fn reverse_loop(&mut self, l: &Loop) -> TokenStream {
        if !loop_is_active(self.p, l) {
            return TokenStream::new();
        }
        if self.plan.checkpointed.contains_key(&l.frame) {
            return self.reverse_checkpointed(l);
        }
        if let Some(arrays) = self.plan.again.get(&l.frame) {
            return self.reverse_again_from_start(l, arrays);
        }
        let mut out = self.reverse_whole(l);
        out.extend(self.clear_left(l));
        out
    }

    /// Clears what the loop would have cleared and the next one does not assign.
    fn clear_left(&self, l: &Loop) -> TokenStream {
        let Head::Range { var, lo, hi, .. } = &l.head else { return TokenStream::new() };
        let spent = self.plan.overwritten.spent.iter().filter(|((_, v), _)| v == var);
        let mut left: Vec<_> = spent.filter_map(|((a, _), next)| Some((*a, next.as_ref()?))).collect();
        left.retain(|(_, next)| !(next.offset == 0 && next.lo.same(lo) && next.hi.same(hi)));
        left.sort_by_key(|(a, _)| *a);
        let clear = left.into_iter().map(|(a, next)| {
            let (name, offset) = (self.array_adjoint(a), proc_macro2::Literal::i64_unsuffixed(next.offset));
            let [lo, hi, from, to] = [lo, hi, &next.lo, &next.hi].map(|a| self.tokens(a));
            quote!(::wengert::generated::clear(&mut #name[..], #lo..#hi, #from..#to, #offset);)
        });
        clear.collect()
    }

    /// Back through a loop whose record is there, or that runs forward at once.
    pub(crate) fn reverse_recorded(&mut self, l: &Loop) -> TokenStream {
        self.behind_strip_arrays(|this| this.reverse_loop_recorded(l))
    }

    fn reverse_loop_recorded(&mut self, l: &Loop) -> TokenStream {
        let fused = self.plan.fused.contains(&l.frame);
        let mut out = TokenStream::new();
        let states = self.adjoint_states(l, &mut out);
        let flat = if fused { None } else { self.flat(l) };
        self.blocked = if fused || flat.is_some() { self.blockable(l, fused) } else { None };
        if !fused
            && flat.as_ref().is_some_and(|f| f.numbers.is_empty() && f.words.is_empty())
            && let Some(blocked) = self.blocked.take_if(|b| b.is_rows(l))
        {
            out.extend(self.row_by_row(l, blocked, &states));
            return out;
        }
        let stencils = match &self.blocked {
            Some(blocked) => {
                let stencils = blocked.stencils.clone();
                self.use_lanes(&stencils);
                vec![]
            }
            None => {
                let ascending = matches!(&l.head, Head::Range { rev, .. } if fused != *rev);
                let stencils = self.stencils(l, ascending, false);
                self.use_registers(&stencils);
                stencils
            }
        };
        out.extend(self.stencil_start(&stencils));
        let mut body = self.narrow(l);
        let mut strips = None;
        if fused {
            match &self.blocked {
                Some(blocked) => body.extend(self.forward_in_lanes(l, blocked)),
                None => {
                    let was = std::mem::replace(&mut self.recording, true);
                    body.extend(self.declare_arm_arrays(l.frame, &l.body));
                    strips = self.enter_strips(l);
                    body.extend(self.forward(&l.body));
                    self.leave_strips(strips.as_ref());
                    self.recording = was;
                }
            }
        } else {
            match &flat {
                Some(flat) if self.blocked.is_some() => body.extend(self.read_rows(&flat.numbers, &flat.words)),
                Some(flat) => body.extend(self.read_flat(flat)),
                None => {
                    body.extend(self.take_held(&l.body));
                    body.extend(self.pop_saved(&l.body));
                    body.extend(self.restore_arrays(l.frame));
                    body.extend(self.take_rows(l));
                    out.extend(self.open_row_adjoints(l));
                    let inside = self.restored_inside(l.frame);
                    body.extend(inside.into_iter().map(|a| self.declare_empty(a)));
                }
            }
            body.extend(self.closed_forms(l));
            body.extend(self.recompute(&l.body));
        }
        body.extend(self.declare_adjoints(&l.body));
        for (k, state) in &states {
            self.contribute(&l.carried[*k].next, false, quote!(#state), &mut body);
        }
        body.extend(self.reverse_steps(&l.body));
        body.extend(self.stencil_flush(&stencils));
        body.extend(self.hand_back(l, &states));
        body.extend(self.give_adjoints(&l.body));
        if fused {
            body.extend(self.give_arrays(l.frame, &[]));
            if self.blocked.is_none() {
                body.extend(self.late(&l.body));
                body.extend(self.hand_on(l));
            }
        } else {
            let kept = [self.restored(l.frame), self.restored_inside(l.frame)].concat();
            for a in self.arrays_of(l.frame) {
                if kept.contains(&a) && self.is_heap(a) && self.p.arrays[a].lifted && !self.is_expanded(a, l.frame) {
                    let name = self.array(a);
                    body.extend(quote!(ws.give(#name);));
                }
            }
        }
        let blocked = self.blocked.take();
        out.extend(match (&blocked, &flat) {
            (Some(blocked), _) if fused => {
                let run = self.blocked_run(l, blocked, (0, 0), &body);
                self.fused_run(l, &run)
            }
            _ if fused => {
                let run = match &strips {
                    Some(strips) => self.strip_run(l, strips, None, &body),
                    None => self.counted(l, &body),
                };
                self.fused_run(l, &run)
            }
            (Some(blocked), Some(flat)) => self.blocked_run(l, blocked, (flat.numbers.len(), flat.words.len()), &body),
            _ => self.reverse_run(l, flat.as_ref(), &body),
        });
        out.extend(self.stencil_end(l, &stencils));
        if !fused {
            out.extend(self.give_rows(l));
        }
        for (k, state) in &states {
            self.contribute(&l.carried[*k].init, false, quote!(#state), &mut out);
        }
        out
    }

    /// The running adjoints of what is carried, by its place among what is.
    pub(crate) fn adjoint_states(&mut self, l: &Loop, out: &mut TokenStream) -> Vec<(usize, Ident)> {
        let mut states = vec![];
        for (k, c) in l.carried.iter().enumerate() {
            if !self.p.values[c.param].active {
                continue;
            }
            let state = format_ident!("{}_state", self.adjoint(c.after));
            let start = match self.entering(c.after).map(|g| quote!(#g)).or_else(|| self.take(c.after, out)) {
                Some(g) => g,
                None if self.p.is_rich(c.param) => {
                    let (like, number) = (self.lend(&c.init), self.number());
                    quote!(::wengert::Bundle::<#number>::nothing(#like))
                }
                None => self.zero(),
            };
            out.extend(quote!(let mut #state = #start;));
            states.push((k, state));
        }
        states
    }

    /// The running adjoints take what an iteration's reverse made of them.
    pub(crate) fn hand_back(&mut self, l: &Loop, states: &[(usize, Ident)]) -> TokenStream {
        let (mut out, mut moves) = (TokenStream::new(), vec![]);
        for (k, state) in states {
            let next = match self.take(l.carried[*k].param, &mut out) {
                Some(g) => g,
                None => self.zero(),
            };
            if *state != next.to_string() {
                moves.push((state.clone(), next));
            }
        }
        match moves.as_slice() {
            [] => {}
            [(state, next)] => out.extend(quote!(#state = #next;)),
            moves => {
                let (names, nexts) = (moves.iter().map(|m| &m.0), moves.iter().map(|m| &m.1));
                out.extend(quote!((#(#names),*) = (#(#nexts),*);));
            }
        }
        out
    }

    /// A run of a fused loop between what it starts from and what it leaves.
    fn fused_run(&self, l: &Loop, run: &TokenStream) -> TokenStream {
        let mut before = TokenStream::new();
        let mut after = TokenStream::new();
        for c in &l.carried {
            let name = self.name(c.param);
            let init = self.for_value(c.param, &c.init);
            before.extend(quote!(let mut #name = #init;));
            after.extend(self.let_value(c.after, quote!(#name)));
        }
        quote!(#before #run #after)
    }

    fn counted(&self, l: &Loop, body: &TokenStream) -> TokenStream {
        let Head::Range { var, lo, hi, rev } = &l.head else { return TokenStream::new() };
        let (var, lo, hi) = (self.name(*var), self.tokens(lo), self.tokens(hi));
        let range = Self::indices(&lo, &hi, *rev);
        quote!(for #var in #range { #body })
    }

    fn reverse_run(&self, l: &Loop, flat: Option<&Flat>, body: &TokenStream) -> TokenStream {
        if let (Some(log), Head::Range { var, .. }) = (self.plan.sparse.get(&l.frame), &l.head) {
            let var = self.read_word(*var, quote!(logged_at));
            let flag = match log {
                Log::Flag(flag) => Some(self.name(*flag)),
                Log::Extrema(_) => None,
            };
            let flag = flag.map(|flag| quote!(let #flag = true;));
            return quote! {
                let [logged] = ws.pop_words();
                for _ in 0..logged {
                    let [logged_at] = ws.pop_words();
                    #var
                    #flag
                    #body
                }
            };
        }
        match (&l.head, l.count) {
            (Head::Range { var, lo, hi, rev }, None) => {
                let (var, lo, hi) = (self.name(*var), self.tokens(lo), self.tokens(hi));
                let range = Self::indices(&lo, &hi, !*rev);
                match flat {
                    Some(flat) if !flat.numbers.is_empty() || !flat.words.is_empty() => {
                        let (pattern, chain) = flat_chain(flat, true);
                        let (n, k) = (flat.numbers.len(), flat.words.len());
                        quote! {
                            let record_n = (#lo..#hi).count();
                            let (record_x, record_w) = ws.release(record_n * #n, record_n * #k);
                            for (#var, #pattern) in (#range).zip(#chain) { #body }
                        }
                    }
                    _ => quote!(for #var in #range { #body }),
                }
            }
            (Head::Range { var, lo, hi, rev }, Some(count)) => {
                let ty = match &self.p.values[*var].ty {
                    ty @ Ty::Int(int) if *ty != Ty::usize() => quote!(as #int),
                    _ => quote!(),
                };
                let (var, lo, hi, count) = (self.name(*var), self.tokens(lo), self.tokens(hi), self.name(count));
                let range = if *rev { quote!((#hi - #count #ty)..#hi) } else { quote!((#lo..#lo + #count #ty).rev()) };
                quote!(for #var in #range { #body })
            }
            (Head::While { .. }, count) => {
                let count = count.map(|c| self.name(c));
                quote!(for iteration in (0..#count).rev() { #body })
            }
        }
    }

    /// Counters from the iteration's number.
    pub(crate) fn closed_forms(&self, l: &Loop) -> TokenStream {
        let mut out = TokenStream::new();
        for c in &l.carried {
            if !self.plan.computed.contains(&c.param) {
                continue;
            }
            let Some((_, Def::Param { init, next })) = self.order.defs.get(&c.param) else { continue };
            let Some((step, grows)) = counter(self.p, self.order, c.param, next, l.frame) else { continue };
            let Ty::Int(int) = &self.p.values[c.param].ty else { continue };
            let number = match &l.head {
                Head::Range { var, lo, rev: false, .. } => {
                    let (var, lo) = (self.name(*var), self.tokens(lo));
                    quote!((#var - #lo) as #int)
                }
                Head::Range { var, hi, .. } => {
                    let (var, hi) = (self.name(*var), self.tokens(hi));
                    quote!((#hi - 1 - #var) as #int)
                }
                Head::While { .. } => quote!(iteration as #int),
            };
            let (init, step) = (self.tokens(init), self.step_tokens(&step));
            let sign = if grows { quote!(+) } else { quote!(-) };
            out.extend(self.let_value(c.param, quote!(#init #sign (#number) * #step)));
        }
        out
    }

    fn step_tokens(&self, step: &Atom) -> TokenStream {
        let tokens = self.tokens(step);
        quote!((#tokens))
    }
}
