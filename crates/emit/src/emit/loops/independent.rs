//! Loops with `#[independent]`: their iterations in chunks, each with a workspace of its own, which may run on several
//! threads.
//!
//! A chunk is the loop itself over a part of its range, in a closure. What it reads from outside is lent to it; of
//! arrays that it writes to, and of adjoints that only its own iterations touch, it has a part; other adjoints it
//! collects by itself, and they are added in the order of the chunks. The terms of a sum are handed out and added in the
//! order of the iterations, so that the value keeps its bits.

use crate::emit::{Emitter, Mode};
use crate::ir::reduction::sum_chain;
use crate::ir::{Arr, Atom, Frame, Head, IntTy, Loop, Op, Step, Storage, Val, walk};
use crate::plan::independent::{Touched, Window, touched};
use crate::plan::loop_is_active;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The loop that is being written in chunks.
pub(crate) struct Chunk {
    frame: Frame,
    /// The partial sums, and where their terms go: the name of a list.
    sums: BTreeMap<Val, (Val, Ident)>,
    /// Arrays of which each iteration has some elements, that the indices do not tell exactly: they are checked.
    narrow: Vec<(Ident, Window)>,
    /// The adjoints of what the loop carries, as they come in.
    entering: BTreeMap<Val, Ident>,
}

/// What the code of a chunk mentions of what lies outside.
#[derive(Default)]
struct Outside {
    numbers: BTreeSet<Val>,
    lists: BTreeSet<Arr>,
    adjoints: BTreeSet<Val>,
    array_adjoints: BTreeSet<Arr>,
}

impl Emitter<'_> {
    /// Whether a loop is written in chunks.
    pub(crate) fn in_chunks(&self, l: &Loop) -> bool {
        if l.independent.is_none()
            || self.plan.in_order.contains(&l.frame)
            || !self.plan.tune
            || self.chunk.is_some()
            || self.mode == Mode::Eval
            || !loop_is_active(self.p, l)
        {
            return false;
        }
        let outside = |a: Arr| !self.p.within(self.p.arrays[a].frame, l.frame);
        let inside: HashSet<Frame> = (0..self.p.parents.len()).filter(|&f| self.p.within(f, l.frame)).collect();
        let again = self.plan.again.iter().filter(|(f, _)| **f != l.frame);
        let mut kept = self.plan.restored.iter().chain(again).chain(&self.plan.checkpointed);
        let puts_back = kept.any(|(f, arrays)| inside.contains(f) && arrays.iter().any(|&a| outside(a)));
        let mut plain = true;
        let (mut vals, mut arrays) = (HashSet::new(), HashSet::new());
        crate::ir::uses::reads_of(&l.body, &mut vals, &mut arrays);
        walk(&l.body, &mut |step, block| {
            arrays.extend(step.writes());
            plain &= match step {
                Step::Hold(..) | Step::Put(_) | Step::Alias(..) => false,
                Step::Call(c) => arrays.iter().all(|&a| !self.plan.snapshots.contains(&(c.id, a)) || !outside(a)),
                _ => true,
            };
            plain &= self.plan.saved.get(&block.id).is_none_or(|list| !list.iter().any(|&v| self.p.is_whole(v)));
            plain &= self.plan.shaped.get(&block.id).is_none_or(Vec::is_empty);
        });
        let rich = |v: &Val| self.p.is_rich(*v) && !self.p.within(self.p.values[*v].frame, l.frame);
        plain &= !l.carried.iter().any(|c| self.p.is_rich(c.param));
        plain && !puts_back && !vals.iter().any(rich) && !arrays.iter().any(|&a| self.is_held(a))
    }

    /// Forward, with a record or without.
    pub(crate) fn forward_chunks(&mut self, l: &Loop) -> TokenStream {
        let touched = touched(self.p, self.order, l);
        let (part, mut written) = (Self::chunk_of(l), vec![]);
        let mut chunk = self.start_chunk(l);
        for (&a, t) in &touched {
            if let (true, Some(window)) = (t.written, &t.window) {
                written.push((a, self.array(a).clone(), window.clone()));
                chunk.narrow.extend((!window.is_exact()).then(|| (self.array(a).clone(), window.clone())));
            }
        }
        self.chunk = Some(chunk);
        let outside = self.strip_arrays.take();
        let code = self.forward_recorded(&part);
        self.strip_arrays = outside;
        let run = self.run(l, code, &written, &touched, &BTreeMap::new(), self.recording, false);
        self.chunk = None;
        run
    }

    /// Back through the chunks' records, or forward and back at once.
    pub(crate) fn reverse_chunks(&mut self, l: &Loop) -> TokenStream {
        let fused = self.plan.fused.contains(&l.frame);
        let touched = touched(self.p, self.order, l);
        let mut out = TokenStream::new();
        let mut chunk = self.start_chunk(l);
        for c in l.carried.iter().filter(|c| self.p.values[c.param].active) {
            let entering = self.unique("entering");
            let g = self.take(c.after, &mut out).unwrap_or_else(|| self.zero());
            out.extend(quote!(let #entering = #g;));
            chunk.entering.insert(c.after, entering);
        }
        let mut parts = vec![];
        for (&a, t) in &touched {
            let Some(window) = &t.window else { continue };
            let mut names = vec![];
            if fused && t.written {
                names.push(self.array(a).clone());
            }
            if self.p.arrays[a].active {
                names.push(self.own_adjoint(a));
            }
            for name in names {
                chunk.narrow.extend((!window.is_exact()).then(|| (name.clone(), window.clone())));
                parts.push((a, name, window.clone()));
            }
        }
        let entering = chunk.entering.clone();
        self.chunk = Some(chunk);
        let outside = self.strip_arrays.take();
        let code = self.reverse_recorded(&Self::chunk_of(l));
        self.strip_arrays = outside;
        out.extend(self.run(l, code, &parts, &touched, &entering, false, true));
        self.chunk = None;
        for c in &l.carried {
            if let Some(state) = entering.get(&c.after) {
                self.contribute(&c.init, false, quote!(#state), &mut out);
            }
        }
        out
    }

    fn start_chunk(&mut self, l: &Loop) -> Chunk {
        let mut sums = BTreeMap::new();
        for c in &l.carried {
            let list = self.unique("terms");
            for v in sum_chain(l, c.param).into_iter().flatten() {
                sums.insert(v, (c.param, list.clone()));
            }
        }
        Chunk { frame: l.frame, sums, narrow: vec![], entering: BTreeMap::new() }
    }

    /// The loop over the range of a chunk; its sums start from nothing.
    fn chunk_of(l: &Loop) -> Loop {
        let mut part = l.clone();
        if let Head::Range { lo, hi, .. } = &mut part.head {
            *lo = Atom::lit(quote!(chunk_lo__));
            *hi = Atom::lit(quote!(chunk_hi__));
        }
        for c in &mut part.carried {
            c.init = Atom::lit(quote!(0.0));
        }
        part
    }

    /// What is done with a partial sum of the loop: its term is handed out.
    pub(crate) fn hand_out(&self, v: Val, op: &Op) -> TokenStream {
        let Some(chunk) = &self.chunk else { return TokenStream::new() };
        let own = |a: &Atom| a.val().is_some_and(|u| chunk.sums.contains_key(&u));
        let Some((param, list)) = chunk.sums.get(&v) else { return TokenStream::new() };
        let (term, negative) = match op {
            Op::Bin('+', a, b) if own(a) => (b, false),
            Op::Bin('+', a, _) => (a, false),
            Op::Bin(_, _, b) => (b, true),
            _ => return TokenStream::new(),
        };
        let term = self.as_value(term, self.p.values[*param].lifted);
        if negative { quote!(#list.push(-(#term));) } else { quote!(#list.push(#term);) }
    }

    /// The adjoint that a carried value of the loop comes in with.
    pub(crate) fn entering(&self, after: Val) -> Option<Ident> {
        self.chunk.as_ref()?.entering.get(&after).cloned()
    }

    /// At the start of an iteration, where debug assertions are on: which elements are its own.
    pub(crate) fn narrow(&self, l: &Loop) -> TokenStream {
        let Some(chunk) = self.chunk.as_ref().filter(|c| c.frame == l.frame && self.blocked.is_none()) else {
            return TokenStream::new();
        };
        let Head::Range { var, .. } = &l.head else { return TokenStream::new() };
        let var = self.name(*var);
        let narrow = chunk.narrow.iter().map(|(name, window)| {
            let range = window.range(self.p, &quote!(#var));
            quote!(#name.narrow(#range);)
        });
        let code = quote!(#(#narrow)*);
        if code.is_empty() { code } else { quote!(if ::core::cfg!(debug_assertions) { #code }) }
    }

    /// The code of a chunk in its closure, what goes in, and what comes out.
    #[allow(clippy::too_many_arguments)]
    fn run(
        &mut self,
        l: &Loop,
        code: TokenStream,
        parts: &[(Arr, Ident, Window)],
        touched: &BTreeMap<Arr, Touched>,
        entering: &BTreeMap<Val, Ident>,
        keeps: bool,
        back: bool,
    ) -> TokenStream {
        let Head::Range { var, lo, hi, rev } = &l.head else { return code };
        let Some(mark) = &l.independent else { return code };
        let fused = self.plan.fused.contains(&l.frame);
        let (zero, scalar) = (self.zero(), &self.sig.scalar);
        let outside = self.mentioned(l, &code, parts);
        let (var, lo, hi) = (self.name(*var), self.tokens(lo), self.tokens(hi));
        let [chunks, pass, lent, done, spaces, steps, step] =
            ["chunks", "pass", "lent", "done", "spaces", "steps", "step"].map(|name| self.unique(name));
        // What is lent.
        let mut numbers: Vec<Ident> = outside.numbers.iter().map(|&v| self.name(v).clone()).collect();
        numbers.extend(entering.values().cloned());
        let is_fixed = |a: &Arr| matches!(self.p.arrays[*a].storage, Storage::Fixed(_));
        let (fixed, lists): (Vec<Arr>, Vec<Arr>) = outside.lists.iter().copied().partition(|a| is_fixed(a));
        let lists: Vec<_> = lists.into_iter().map(|a| self.array(a)).collect();
        let fixed: Vec<_> = fixed.into_iter().map(|a| self.array(a)).collect();
        let boxes: Vec<_> = fixed.iter().map(|name| format_ident!("{name}_lent")).collect();
        // Adjoints that each chunk collects by itself.
        let (mut sizes, mut open, mut handed, mut close) =
            (TokenStream::new(), TokenStream::new(), vec![], TokenStream::new());
        let mut apart: Vec<(Ident, TokenStream)> = vec![];
        for &a in &outside.array_adjoints {
            let (name, array) = (self.own_adjoint(a), &self.p.arrays[a]);
            let len = format_ident!("{name}_len");
            match &array.storage {
                Storage::Fixed(n) => {
                    let own = format_ident!("{name}_own");
                    let reference = array.param && !self.is_written(a) && !array.result;
                    open.extend(match reference {
                        true => quote!(let mut #own = [#zero; #n]; let #name = &mut #own;),
                        false => quote!(let mut #name = [#zero; #n];),
                    });
                    handed.push(quote!(ws.copied(&#name[..])));
                }
                _ => {
                    let own = format_ident!("{name}_own");
                    sizes.extend(quote!(let #len = #name.len();));
                    open.extend(quote!(let mut #own = ws.filled(#zero, #len);));
                    apart.push((name.clone(), quote!(&mut #own[..])));
                    handed.push(quote!(#own));
                }
            }
            let k = handed.len() - 1;
            close.extend(quote!(::wengert::generated::seed(&mut #name[..], &#done.numbers()[#k]);));
        }
        let adjoints: Vec<Ident> = outside.adjoints.iter().map(|&v| self.adjoint(v)).collect();
        if !adjoints.is_empty() {
            let (k, places) = (handed.len(), 0..adjoints.len());
            open.extend(quote!(#(let mut #adjoints = #zero;)*));
            handed.push(quote!(ws.copied(&[#(#adjoints),*])));
            close.extend(quote!(#(#adjoints += #done.numbers()[#k][#places];)*));
        }
        // Sums: their terms.
        let (mut constants, mut starts, mut sums) = (vec![], TokenStream::new(), TokenStream::new());
        if !back || fused {
            for c in &l.carried {
                let lifted = self.p.values[c.param].lifted;
                let (param, init) = (self.name(c.param), self.for_value(c.param, &c.init));
                let list = self.chunk.as_ref().and_then(|chunk| chunk.sums.get(&c.param)).map(|(_, list)| list);
                let from = match lifted {
                    true => {
                        open.extend(quote!(let mut #list = ws.filled(#zero, 0);));
                        handed.push(quote!(#list));
                        let k = handed.len() - 1;
                        quote!(#done.numbers()[#k])
                    }
                    false => {
                        open.extend(quote!(let mut #list: ::std::vec::Vec<#scalar> = ::std::vec::Vec::new();));
                        constants.push(quote!(#list));
                        let k = constants.len() - 1;
                        quote!(#done.constants()[#k])
                    }
                };
                let ty = (!lifted).then(|| quote!(: #scalar));
                starts.extend(quote!(let mut #param #ty = #init;));
                close.extend(quote!(for &term in #from.iter() { #param = #param + term; }));
                sums.extend(self.let_value(c.after, quote!(#param)));
            }
        }
        // Parts of arrays.
        let ty = self.step_type(l);
        let first = match rev {
            false => quote!(let #var #ty = ::wengert::generated::ahead(#lo, #hi, #step);),
            true => quote!(let #var #ty = ::wengert::generated::behind(#lo, #hi, #step + 1);),
        };
        let (mut cut, mut each, mut take, mut names) = (TokenStream::new(), vec![], TokenStream::new(), vec![]);
        for (k, (a, name, window)) in parts.iter().enumerate() {
            let (range, label, all) = (
                window.range(self.p, &quote!(#var)),
                self.p.arrays[*a].name.to_string(),
                format_ident!("{name}_parts"),
            );
            cut.extend(quote! {
                let mut #all = #chunks.parts(&mut #name[..], #label, |#step: usize| { #first #range }).into_iter();
            });
            let one = quote!(::wengert::generated::certain(#all.next()));
            let numbers = self.p.arrays[*a].lifted;
            each.push(if numbers { quote!(#pass.carry_part(#one)) } else { one });
            names.push(name);
            let index = syn::Index::from(k);
            let taken = if numbers { quote!(parts__.#index.take()) } else { quote!(parts__.#index) };
            take.extend(quote!(let mut #name = #taken;));
        }
        let private = touched.iter().filter(|(a, t)| t.window.is_none() && self.p.arrays[**a].active);
        let private = private.filter(|(a, _)| !self.gone(**a)).map(|(&a, _)| self.array(a));
        let tables: BTreeSet<Arr> = touched.values().filter_map(|t| t.window.as_ref().and_then(|w| w.table)).collect();
        let tables: Vec<_> = tables.into_iter().map(|a| self.array(a)).collect();
        let spaces_of = match back && !fused {
            true => {
                quote!(let #spaces = ws.kept_spaces(); let #chunks = ::wengert::generated::Chunks::again((#lo..#hi).count(), #spaces.len());)
            }
            false => quote! {
                let #chunks = ::wengert::generated::Chunks::new((#lo..#hi).count(), 0 #(+ #private.len())*);
                #(let #chunks = #chunks.over_rows(&#tables[..]);)*
                let #spaces = ws.spaces(#chunks.len());
            },
        };
        let threads = if back { mark.reverse } else { mark.forward };
        let bounds = match rev {
            false => quote! {
                let chunk_lo__ #ty = ::wengert::generated::ahead(#lo, #hi, #steps.start);
                let chunk_hi__ #ty = ::wengert::generated::ahead(#lo, #hi, #steps.end);
            },
            true => quote! {
                let chunk_lo__ #ty = ::wengert::generated::behind(#lo, #hi, #steps.end);
                let chunk_hi__ #ty = ::wengert::generated::behind(#lo, #hi, #steps.start);
            },
        };
        let end = match self.mode {
            Mode::Joint => {
                quote!(let ::core::option::Option::Some(#spaces) = #spaces else { return ::core::option::Option::None };)
            }
            _ => quote!(let #spaces = ::wengert::generated::certain(#spaces);),
        };
        let give = match keeps {
            true => quote!(ws.keep_spaces(#spaces);),
            false => quote!(ws.give_spaces(#spaces);),
        };
        // What is collected comes as arguments of a closure, from which the compiler knows that they do not overlap.
        let number = self.number();
        let (collected, owned): (Vec<_>, Vec<_>) = apart.into_iter().unzip();
        let run = match collected.is_empty() && lists.is_empty() {
            true => code,
            false => quote! {
                (|#(#lists: &[#number],)* #(#collected: &mut [#number],)* ws: &mut ::wengert::generated::Workspace<#number>| {
                    #code
                    ::core::option::Option::Some(())
                })(#(#lists,)* #(#owned,)* ws)?;
            },
        };
        let carried: Vec<_> = l.carried.iter().filter(|_| !back || fused).map(|c| self.name(c.after)).collect();
        quote! {
            let (#(#carried,)*) = {
                #spaces_of
                let #pass = ws.passage();
                let #lent = (#pass.carry_numbers([#(#numbers),*]), #pass.carry_lists([#(&#lists[..]),*]));
                #(let #boxes = #pass.carry_numbers(#fixed);)*
                #sizes
                #cut
                let parts__: ::std::vec::Vec<_> = (0..#chunks.len()).map(|_| (#(#each,)*)).collect();
                #starts
                let #spaces = #chunks.run(#pass, #threads, #spaces, parts__, |#steps, parts__, ws| {
                    let [#(#numbers),*] = *#lent.0.get();
                    let [#(#lists),*] = *#lent.1.get();
                    #(let #fixed = *#boxes.get();)*
                    #take
                    #open
                    #bounds
                    #run
                    ::core::option::Option::Some(::wengert::generated::Outcomes::<_, #scalar>::new(
                        #pass, ::std::vec![#(#handed),*], ::std::vec![#(#constants),*]
                    ))
                }, |#done| { #close });
                #end
                #sums
                #give
                (#(#carried,)*)
            };
        }
    }

    /// The type of the loop's variable, where its bounds do not tell.
    fn step_type(&self, l: &Loop) -> TokenStream {
        match &l.head {
            Head::Range { var, lo: Atom::Lit(_), hi: Atom::Lit(_), .. } => match &self.p.values[*var].ty {
                crate::ir::Ty::Int(int) if *int != IntTy::Open => quote!(: #int),
                _ => TokenStream::new(),
            },
            _ => TokenStream::new(),
        }
    }

    /// Whether only the length of an array is known on the way back.
    fn gone(&self, a: Arr) -> bool {
        let kept = self.plan.restored.values().any(|set| set.contains(&a));
        self.mode == Mode::Reverse && matches!(self.p.arrays[a].storage, Storage::Exclusive) && !kept
    }

    /// The numbers, arrays and adjoints outside the loop that its code mentions; not those of which it has parts.
    fn mentioned(&self, l: &Loop, code: &TokenStream, parts: &[(Arr, Ident, Window)]) -> Outside {
        let mut names = HashSet::new();
        identifiers(code.clone(), &mut names);
        let apart: HashSet<String> = parts.iter().map(|(_, name, _)| name.to_string()).collect();
        let has = |name: &Ident| {
            let name = name.to_string();
            names.contains(&name) && !apart.contains(&name)
        };
        let mut out = Outside::default();
        let made: HashSet<Val> = l.carried.iter().map(|c| c.after).chain(l.count).collect();
        for (v, value) in self.p.values.iter().enumerate() {
            if !value.lifted || self.p.within(value.frame, l.frame) || made.contains(&v) {
                continue;
            }
            out.numbers.extend(has(&value.name).then_some(v));
            out.adjoints.extend((value.active && has(&self.adjoint(v))).then_some(v));
        }
        for (a, array) in self.p.arrays.iter().enumerate() {
            if !array.lifted || self.p.within(array.frame, l.frame) {
                continue;
            }
            out.lists.extend((has(&array.name) && !self.gone(a)).then_some(a));
            out.array_adjoints.extend((array.active && has(&self.own_adjoint(a))).then_some(a));
        }
        out
    }
}

/// The names in code that may be variables.
fn identifiers(code: TokenStream, out: &mut HashSet<String>) {
    let mut before = [' ', ' '];
    for token in code {
        let now = match &token {
            TokenTree::Punct(p) => p.as_char(),
            _ => ' ',
        };
        match token {
            TokenTree::Group(g) => identifiers(g.stream(), out),
            // A field or a method follows one dot, the end of a range two.
            TokenTree::Ident(i) if before[1] != '.' || before[0] == '.' => drop(out.insert(i.to_string())),
            _ => {}
        }
        before = [before[1], now];
    }
}
