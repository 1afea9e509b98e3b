//! Loops of which some states are kept: the others are computed again on the way back.

use crate::emit::{Emitter, Mode};
use crate::ir::{Arr, Carried, Checkpoint, Frame, Head, Loop, Storage, Ty};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

impl Emitter<'_> {
    /// Forward: a state is kept whenever one is due.
    pub(crate) fn forward_checkpointed(&mut self, l: &Loop, mark: &Checkpoint) -> TokenStream {
        let (kept, at) = (self.unique("kept"), self.unique("at"));
        let (gather, iteration) = (self.gather(l, &kept), self.plain_iteration(l, true));
        let (mut leave, mut out) = (self.hand_on(l), self.start_carried(l));
        leave.extend(quote!(#at += 1;));
        if let Some(count) = l.count {
            let count = self.name(count);
            out.extend(quote!(let mut #count = 0usize;));
            leave.extend(quote!(#count += 1;));
        }
        if let Some(exit) = &l.exit {
            let exit = self.tokens(exit);
            leave.extend(quote!(if #exit { break; }));
        }
        let (head, steps) = match &l.head {
            Head::While { .. } => (quote!(loop), quote!(::core::option::Option::None)),
            Head::Range { var, lo, hi, rev } => {
                let (var, lo, hi) = (self.name(*var), self.tokens(lo), self.tokens(hi));
                let range = Self::indices(&lo, &hi, *rev);
                let steps = match l.exit {
                    None => quote!(::core::option::Option::Some((#lo..#hi).count() as u64)),
                    Some(_) => quote!(::core::option::Option::None),
                };
                (quote!(for #var in #range), steps)
            }
        };
        let (cond, iteration) = iteration;
        let (schedule, disk) = (self.schedule(mark), self.disk(mark));
        out.extend(match self.has_rich_state(l) {
            false => quote!(let mut #kept = ws.checkpoints(#schedule, #steps, #disk);),
            true => quote!(let mut #kept = ws.structured_checkpoints(#schedule, #steps, #disk);),
        });
        out.extend(quote! {
            let mut #at = 0u64;
            #head {
                #cond
                if #kept.due(#at) {
                    #gather
                    #kept.keep();
                }
                #iteration
                #leave
            }
            #kept.end(#at);
        });
        out.extend(match self.has_rich_state(l) {
            false => quote!(ws.keep_checkpoints(#kept);),
            true => {
                let stack = self.kept_stack(l.frame);
                quote!(#stack.push(#kept);)
            }
        });
        for c in &l.carried {
            let name = self.name(c.param);
            out.extend(self.let_value(c.after, quote!(#name)));
        }
        out
    }

    /// Back: states are fetched, run on from, and each iteration is reversed right after it ran.
    pub(crate) fn reverse_checkpointed(&mut self, l: &Loop) -> TokenStream {
        let mut out = TokenStream::new();
        let states = self.adjoint_states(l, &mut out);
        let kept = self.unique("kept");
        let (gather, load) = (self.gather(l, &kept), self.load(l, &kept));
        out.extend(match self.has_rich_state(l) {
            false => quote!(let mut #kept = ws.kept_checkpoints();),
            true => {
                let stack = self.kept_stack(l.frame);
                quote!(let mut #kept = ::wengert::generated::certain(#stack.pop());)
            }
        });
        for c in &l.carried {
            let (name, value) = (self.name(c.param), &self.p.values[c.param]);
            let number = value.lifted && !self.p.is_rich(c.param);
            let start = if number { self.zero() } else { self.for_value(c.param, &c.init) };
            let scalar = &self.sig.scalar;
            let ty = (value.ty == Ty::Float && !value.lifted).then(|| quote!(: #scalar));
            out.extend(quote!(let mut #name #ty = #start;));
        }
        let [step, from, to] = ["step", "from", "to"].map(|name| self.unique(name));
        let index = self.index_of_step(l, &step);
        let (cond, iteration) = self.plain_iteration(l, false);
        let hand_on = self.hand_on(l);
        let back = self.iteration_and_back(l, &states);
        out.extend(quote! {
            loop {
                match #kept.next() {
                    ::wengert::generated::Task::Load => { #load }
                    ::wengert::generated::Task::Keep => { #gather #kept.keep_here(); }
                    ::wengert::generated::Task::Run(#from, #to) => for #step in #from..#to {
                        #index
                        #cond
                        #iteration
                        #hand_on
                    },
                    ::wengert::generated::Task::Back(#step) => {
                        #index
                        #back
                    }
                    ::wengert::generated::Task::Done => break,
                }
            }
        });
        if !self.has_rich_state(l) {
            out.extend(quote!(ws.end_checkpoints(#kept);));
        }
        for (k, state) in &states {
            self.contribute(&l.carried[*k].init, false, quote!(#state), &mut out);
        }
        out
    }

    /// An iteration that leaves a record within itself only, and its reverse.
    fn iteration_and_back(&mut self, l: &Loop, states: &[(usize, Ident)]) -> TokenStream {
        self.forget_declared(l.frame);
        let was = std::mem::replace(&mut self.recording, true);
        let mut body = self.declare_arm_arrays(l.frame, &l.body);
        if let Head::While { block, .. } = &l.head {
            self.recording = false;
            body.extend(self.forward(block));
            self.recording = true;
        }
        body.extend(self.forward(&l.body));
        self.recording = was;
        body.extend(self.declare_adjoints(&l.body));
        for (k, state) in states {
            self.contribute(&l.carried[*k].next, false, quote!(#state), &mut body);
        }
        body.extend(self.reverse_steps(&l.body));
        body.extend(self.hand_back(l, states));
        body.extend(self.give_adjoints(&l.body));
        body.extend(self.give_arrays(l.frame, &[]));
        body
    }

    /// An iteration that leaves no record; apart, what comes before it and may end the loop.
    fn plain_iteration(&mut self, l: &Loop, ends: bool) -> (TokenStream, TokenStream) {
        self.forget_declared(l.frame);
        let was = std::mem::replace(&mut self.recording, false);
        let mut before = TokenStream::new();
        if let Head::While { block, cond } = &l.head {
            before.extend(self.forward(block));
            let cond = self.tokens(cond);
            before.extend(ends.then(|| quote!(if !(#cond) { break; })));
        }
        let mut body = self.declare_arm_arrays(l.frame, &l.body);
        body.extend(self.forward(&l.body));
        self.recording = was;
        body.extend(self.give_arrays(l.frame, &[]));
        (before, body)
    }

    /// The arrays inside a loop are declared anew wherever its body is written.
    pub(crate) fn forget_declared(&mut self, frame: Frame) {
        let p = self.p;
        self.declared.retain(|a| !p.within(p.arrays[*a].frame, frame));
    }

    /// The loop's variable, from the number of the iteration.
    fn index_of_step(&self, l: &Loop, step: &Ident) -> TokenStream {
        let Head::Range { var, lo, hi, rev } = &l.head else { return TokenStream::new() };
        let ty = match &self.p.values[*var].ty {
            Ty::Int(int) => quote!(#int),
            _ => quote!(_),
        };
        let (var, lo, hi) = (self.name(*var), self.tokens(lo), self.tokens(hi));
        match rev {
            false => quote!(let #var: #ty = #lo + #step as #ty;),
            true => quote!(let #var: #ty = #hi - 1 - #step as #ty;),
        }
    }

    /// Collects the state: what the loop carries, and the arrays that it writes to.
    fn gather(&self, l: &Loop, kept: &Ident) -> TokenStream {
        let mut out = quote!(#kept.clear(););
        for c in &l.carried {
            let name = self.name(c.param);
            out.extend(match self.kind(c) {
                Kind::Number => quote!(#kept.number(#name);),
                Kind::Constant => quote!(#kept.word(::wengert::generated::Word::word(#name));),
                Kind::Rich => continue,
            });
        }
        for a in self.state_arrays(l) {
            let name = self.array(a);
            out.extend(match self.p.arrays[a].lifted {
                true => quote!(#kept.numbers(&#name[..]);),
                false => quote!(#kept.words(&#name[..]);),
            });
        }
        if self.has_rich_state(l) {
            let rich = self.rich_state(l).into_iter().map(|name| quote!(::core::clone::Clone::clone(&#name)));
            let rich = pairs(rich.collect());
            out.extend(quote!(#kept.rest(#rich);));
        }
        out
    }

    /// Takes the state from where it was fetched to.
    fn load(&self, l: &Loop, kept: &Ident) -> TokenStream {
        let mut out = TokenStream::new();
        for c in &l.carried {
            let name = self.name(c.param);
            out.extend(match self.kind(c) {
                Kind::Number => quote!(#name = #kept.next_number();),
                Kind::Constant => quote!(#name = ::wengert::generated::Word::from_word(#kept.next_word());),
                Kind::Rich => continue,
            });
        }
        for a in self.state_arrays(l) {
            let array = &self.p.arrays[a];
            let name = &array.name;
            let fixed = matches!(array.storage, Storage::Fixed(_));
            out.extend(match (array.lifted, fixed) {
                (true, true) => quote!(#kept.next_numbers(&mut #name[..]);),
                (true, false) => quote!(#kept.next_list(&mut #name);),
                (false, true) => quote!(#kept.next_words(&mut #name[..]);),
                (false, false) => quote!(#kept.next_word_list(&mut #name);),
            });
        }
        if self.has_rich_state(l) {
            let rich = pairs(self.rich_state(l).into_iter().map(Ident::to_token_stream).collect());
            out.extend(quote!(#rich = #kept.next_rest();));
        }
        out
    }

    fn kind(&self, c: &Carried) -> Kind {
        match () {
            () if self.p.is_rich(c.param) => Kind::Rich,
            () if self.p.values[c.param].lifted => Kind::Number,
            () => Kind::Constant,
        }
    }

    fn state_arrays(&self, l: &Loop) -> Vec<Arr> {
        let all = self.plan.checkpointed.get(&l.frame).into_iter().flatten().copied();
        all.filter(|&a| !self.is_held(a)).collect()
    }

    /// Structures that are carried, and those that are changed where they lie.
    fn rich_state(&self, l: &Loop) -> Vec<&Ident> {
        let carried = l.carried.iter().filter(|c| self.p.is_rich(c.param)).map(|c| self.name(c.param));
        let held = self.plan.checkpointed.get(&l.frame).into_iter().flatten().filter(|&&a| self.is_held(a));
        carried.chain(held.map(|&a| self.array(a))).collect()
    }

    fn has_rich_state(&self, l: &Loop) -> bool {
        !self.rich_state(l).is_empty()
    }

    /// Where the states of a loop are kept that hold structures: their type cannot be named.
    fn kept_stack(&self, frame: Frame) -> Ident {
        format_ident!("kept_states_{frame}")
    }

    /// Declares these places, at the start of the function.
    pub(crate) fn kept_stacks(&self) -> TokenStream {
        let mut out = self.found_stacks();
        crate::ir::walk(&self.p.body, &mut |step, _| {
            if let crate::ir::Step::Loop(l) = step
                && self.plan.checkpointed.contains_key(&l.frame)
                && self.has_rich_state(l)
                && self.mode == Mode::Joint
            {
                let stack = self.kept_stack(l.frame);
                out.extend(quote!(let mut #stack = ::std::vec::Vec::new();));
            }
        });
        out
    }

    fn schedule(&self, mark: &Checkpoint) -> TokenStream {
        let Some(name) = &mark.schedule else { return quote!(::core::option::Option::None) };
        let number = mark.number.as_ref().map(|n| self.tokens(n));
        let schedule = match name.to_string().as_str() {
            "given" => quote!(#number),
            "periodic" => quote!(::wengert::checkpoint::Schedule::periodic((#number) as u64)),
            "binomial" if mark.disk.is_some() => quote!(::wengert::generated::on_two_levels((#number) as usize)),
            "ctz" | "store_all" => quote!(::wengert::checkpoint::Schedule::#name()),
            _ => quote!(::wengert::checkpoint::Schedule::#name((#number) as usize)),
        };
        quote!(::core::option::Option::Some(#schedule))
    }

    fn disk(&self, mark: &Checkpoint) -> TokenStream {
        match &mark.disk {
            Some(dir) => {
                let dir = self.tokens(dir);
                quote!(::core::option::Option::Some(&#dir))
            }
            None => quote!(::core::option::Option::None),
        }
    }
}

/// One value of several: pairs within pairs, as tuples end somewhere.
fn pairs(parts: Vec<TokenStream>) -> TokenStream {
    let rest = parts.into_iter().rev().reduce(|rest, part| quote!((#part, #rest)));
    rest.unwrap_or_else(|| quote!(()))
}

/// How a carried value is kept.
enum Kind {
    Number,
    Constant,
    Rich,
}
