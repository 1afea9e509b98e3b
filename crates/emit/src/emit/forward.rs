//! The forward sweep: the function itself, and what it leaves for the reverse sweep.

use crate::emit::{Emitter, Mode};
use crate::ir::{Atom, Block, Frame, Join, Said, Step, Val};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashSet;

impl Emitter<'_> {
    /// The steps of a block in order. Values that the reverse of a frame at hand wants are handed out of arms.
    pub(crate) fn forward(&mut self, block: &Block) -> TokenStream {
        let mut out = TokenStream::new();
        for (k, step) in block.steps.iter().enumerate() {
            if self.mode == Mode::Joint && (self.plan.late.contains(&(block.id, k)) || self.is_fused(step)) {
                continue;
            }
            out.extend(self.forward_step(step));
        }
        out
    }

    /// The steps of a block that were put off: they make up the value from what fused loops leave.
    pub(crate) fn late(&mut self, block: &Block) -> TokenStream {
        let late = |(k, step): (usize, &Step)| self.plan.late.contains(&(block.id, k)).then(|| step.clone());
        let steps: Vec<Step> = block.steps.iter().enumerate().filter_map(late).collect();
        steps.iter().map(|s| self.forward_step(s)).collect()
    }

    pub(crate) fn is_fused(&self, step: &Step) -> bool {
        matches!(step, Step::Loop(l) if self.plan.fused.contains(&l.frame))
    }

    fn forward_step(&mut self, step: &Step) -> TokenStream {
        match step {
            Step::Let(v, _) if self.mode == Mode::Eval && self.plan.read_back.contains(v) => TokenStream::new(),
            // It is made where it is held.
            Step::Let(v, _) if self.order.once.repeated.contains(v) => TokenStream::new(),
            Step::Let(v, op) => {
                if let Some(code) = self.let_of_both(*v, op) {
                    return code;
                }
                let term = self.hand_out(*v, op);
                let value = self.let_value(*v, self.operation(*v, op));
                quote!(#term #value)
            }
            Step::If { cond, then, other, joins } => self.forward_if(cond, then, other, joins),
            Step::Loop(l) => self.forward_loop(l),
            Step::Call(c) => self.forward_call(c),
            Step::Assert(name, cond, message) => {
                let cond = self.tokens(cond);
                quote!(#name!(#cond, #message);)
            }
            Step::Say(path, text, said) => {
                let said = said.iter().map(|(name, what)| {
                    let (name, what) = (name.iter(), self.said(what));
                    quote!(#(#name =)* #what)
                });
                let text = text.iter();
                quote!(#path!(#(#text,)* #(#said),*);)
            }
            Step::Bounds(end, limit) => {
                let (end, limit) = (self.tokens(end), self.tokens(limit));
                quote!(::wengert::generated::bounds(#end, #limit);)
            }
            Step::Alias(a, v, path) => self.alias(*a, *v, path),
            Step::Hold(a, value) => self.hold(*a, value),
            Step::Put(put) => self.put(put),
            other => self.forward_array_step(other),
        }
    }

    /// What is printed, derivatives left out.
    fn said(&self, what: &Said) -> TokenStream {
        match what {
            Said::Atom(a) => self.plain_value(a),
            Said::Code(tokens, _) => tokens.clone(),
            Said::View(v) => {
                let (name, range) = (self.array(v.arr), self.range(v));
                if self.p.arrays[v.arr].lifted {
                    quote!(#name[#range].iter().map(|x| x.value()).collect::<::std::vec::Vec<_>>())
                } else {
                    quote!(&#name[#range])
                }
            }
            Said::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.said(p));
                quote!((#(#parts,)*))
            }
        }
    }

    fn forward_if(&mut self, cond: &Atom, then: &Block, other: &Block, joins: &[Join]) -> TokenStream {
        if let Some(code) = self.if_of_both(cond, then, other, joins) {
            return code;
        }
        let mut outs: Vec<(Val, TokenStream, TokenStream)> =
            joins.iter().map(|j| (j.out, self.for_value(j.out, &j.then), self.for_value(j.out, &j.other))).collect();
        if self.mode != Mode::Eval {
            let inside = |block: &Block, then: bool| self.order.values_in(block).into_iter().map(move |v| (v, then));
            let mut wanted: Vec<(Val, bool)> = inside(then, true).chain(inside(other, false)).collect();
            wanted.retain(|(v, _)| self.plan.wanted.contains(v) && self.lent(*v).is_none());
            wanted.sort_unstable();
            for (v, in_then) in wanted {
                let value = &self.p.values[v];
                let name = &value.name;
                if self.has_no_dummy(v) {
                    // Below another arm it is an option already.
                    let here = value.block == then.id || value.block == other.id;
                    let some = if here { quote!(::core::option::Option::Some(#name)) } else { quote!(#name) };
                    let none = quote!(::core::option::Option::None);
                    outs.push(if in_then { (v, some, none) } else { (v, none, some) });
                    continue;
                }
                outs.push(match in_then {
                    true => (v, quote!(#name), self.dummy(v)),
                    false => (v, self.dummy(v), quote!(#name)),
                });
            }
        }
        let cond = self.tokens(cond);
        let (a, b) = (self.forward_arm(then), self.forward_arm(other));
        match outs.as_slice() {
            [] if b.is_empty() => quote!(if #cond { #a }),
            [] => quote!(if #cond { #a } else { #b }),
            [(v, x, y)] => {
                let code = quote!(if #cond { #a #x } else { #b #y });
                self.let_value(*v, code)
            }
            outs => {
                let names = outs.iter().map(|(v, ..)| self.name(*v));
                let (xs, ys) = (outs.iter().map(|o| &o.1), outs.iter().map(|o| &o.2));
                quote!(let (#(#names),*) = if #cond { #a (#(#xs),*) } else { #b (#(#ys),*) };)
            }
        }
    }

    fn forward_arm(&mut self, block: &Block) -> TokenStream {
        let mut out = self.forward(block);
        if self.recording {
            out.extend(self.push_saved(block));
            out.extend(self.leave_held(block));
        }
        out
    }

    /// Pushes what the block has to save.
    pub(crate) fn push_saved(&self, block: &Block) -> TokenStream {
        let (numbers, kept) = (self.push_numbers(block), self.push_kept(block.id));
        quote!(#numbers #kept)
    }

    /// Pushes what the block has to save of numbers and words.
    pub(super) fn push_numbers(&self, block: &Block) -> TokenStream {
        let (numbers, words) = self.plan.saved.get(&block.id).map(|list| self.record(list)).unwrap_or_default();
        let mut out = TokenStream::new();
        if !numbers.is_empty() {
            let names = numbers.iter().map(|&v| self.name(v));
            out.extend(quote!(ws.push([#(#names),*]);));
        }
        if !words.is_empty() {
            let words = words.iter().map(|word| self.word(word));
            out.extend(quote!(ws.push_words([#(#words),*]);));
        }
        out
    }

    /// Pops what the block has saved.
    pub(crate) fn pop_saved(&self, block: &Block) -> TokenStream {
        let (numbers, words) = self.plan.saved.get(&block.id).map(|list| self.record(list)).unwrap_or_default();
        let mut out = self.pop_kept(block.id);
        if !words.is_empty() {
            let raw: Vec<_> = words.iter().map(|word| self.word_name(word)).collect();
            let typed = words.iter().zip(&raw).map(|(word, raw)| self.of_word(word, raw.to_token_stream()));
            out.extend(quote!(let [#(#raw),*] = ws.pop_words();));
            out.extend(typed);
        }
        if !numbers.is_empty() {
            let names = numbers.iter().map(|&v| self.name(v));
            out.extend(quote!(let [#(#names),*] = ws.pop();));
        }
        out
    }

    /// Declares, before a frame runs, the arrays that its arms make.
    pub(crate) fn declare_arm_arrays(&mut self, frame: Frame, top: &Block) -> TokenStream {
        if self.mode == Mode::Eval {
            return TokenStream::new();
        }
        let made_at_top: HashSet<_> =
            top.steps.iter().filter(|s| !matches!(s, Step::Loop(_) | Step::If { .. })).flat_map(made).collect();
        let mut out = TokenStream::new();
        for a in self.arrays_of(frame) {
            if !made_at_top.contains(&a) && !self.declared.contains(&a) && !self.is_held(a) {
                self.declared.insert(a);
                out.extend(self.declare_empty(a));
            }
        }
        out
    }
}

/// The arrays that a step makes.
pub(crate) fn made(step: &Step) -> Vec<crate::ir::Arr> {
    match step {
        Step::Alloc(a, _) | Step::Alias(a, ..) | Step::Hold(a, _) => vec![*a],
        Step::Call(c) => {
            let mut out = vec![];
            c.out.each(&mut |_| {}, &mut |a| out.push(a));
            out
        }
        _ => vec![],
    }
}
