//! Adjoints of values: contributions to them, and what is computed again before they are.

use crate::emit::Emitter;
use crate::ir::{Atom, Block, Init, Op, Step, Storage, Val};
use crate::plan::partials::Tree;
use crate::plan::{arithmetic, parameter, partials_of};
use proc_macro2::TokenStream;
use quote::quote;

/// So many terms of a sum are written as one expression.
const PIECE: usize = 64;

impl Emitter<'_> {
    /// Adds to the adjoint of an atom, if it has one.
    pub(crate) fn contribute(&mut self, a: &Atom, negative: bool, code: TokenStream, out: &mut TokenStream) {
        let Some(v) = a.val().filter(|&v| self.p.values[v].active) else { return };
        if self.p.is_rich(v) {
            out.extend(self.absorb(v, &code));
        } else if self.p.values[v].straight {
            self.pending.entry(v).or_default().push((negative, code));
        } else {
            let name = match self.lanes_of(v) {
                Some(lanes) => quote!(#lanes[lane_sum]),
                None => {
                    let name = self.adjoint(v);
                    quote!(#name)
                }
            };
            out.extend(if negative { quote!(#name -= #code;) } else { quote!(#name += #code;) });
        }
    }

    /// The adjoint of a value, when all contributions are in; none if there are none.
    pub(crate) fn take(&mut self, v: Val, out: &mut TokenStream) -> Option<TokenStream> {
        let value = &self.p.values[v];
        if !value.active {
            return None;
        }
        if self.p.is_rich(v) {
            return Some(self.adjoint_of(v));
        }
        let name = self.adjoint(v);
        if !value.straight {
            return Some(quote!(#name));
        }
        let parts = self.pending.remove(&v)?;
        if let [(false, code)] = parts.as_slice()
            && syn::parse2::<syn::Ident>(code.clone()).is_ok()
        {
            return Some(code.clone());
        }
        let mut sum = TokenStream::new();
        for (k, (negative, code)) in parts.iter().enumerate() {
            // The compiler does not take expressions of any length.
            if k > 0 && k % PIECE == 0 {
                out.extend(quote!(let #name = #sum;));
                sum = quote!(#name);
            }
            sum.extend(match (k, negative) {
                (0, false) => quote!(#code),
                (0, true) => quote!(-#code),
                (_, false) => quote!(+ #code),
                (_, true) => quote!(- #code),
            });
        }
        out.extend(quote!(let #name = #sum;));
        Some(quote!(#name))
    }

    /// Declares the adjoints that a block's values and arrays collect.
    pub(crate) fn declare_adjoints(&mut self, block: &Block) -> TokenStream {
        let mut out = TokenStream::new();
        let zero = self.zero();
        for v in self.values_of(block) {
            let value = &self.p.values[v];
            if self.is_shaped(v) || self.order.once.holder(v).is_some() || self.lent(v).is_some() {
                continue;
            }
            if value.active && self.p.is_rich(v) {
                let name = self.adjoint(v);
                let (like, number) = (self.name(v), self.number());
                out.extend(quote!(let mut #name = ::wengert::Bundle::<#number>::nothing(&#like);));
            } else if value.active && !value.straight {
                let name = self.adjoint(v);
                out.extend(quote!(let mut #name = #zero;));
            }
        }
        for step in &block.steps {
            if let Step::Alias(a, v, path) = step {
                out.extend(self.declare_alias(*a, *v, path));
                continue;
            }
            for a in crate::emit::forward::made(step) {
                let array = &self.p.arrays[a];
                if !array.active {
                    continue;
                }
                if self.is_held(a) {
                    if !self.is_left_as_shape(a, block.id) {
                        out.extend(self.declare_held(a));
                    }
                    continue;
                }
                let name = self.array_adjoint(a);
                if self.is_expanded(a, array.frame) {
                    out.extend(quote!(#name.fill(#zero);));
                    continue;
                }
                let len = array.len.as_ref().map(|l| self.tokens(l)).unwrap_or(quote!(0));
                out.extend(match &array.storage {
                    Storage::Fixed(n) => quote!(let mut #name = [#zero; #n];),
                    _ => quote!(let mut #name = ws.filled(#zero, #len);),
                });
            }
        }
        out
    }

    /// The values that belong to a block: its steps' and, for a loop body, what it is handed.
    fn values_of(&self, block: &Block) -> Vec<Val> {
        self.order.locals.get(&block.id).cloned().unwrap_or_default()
    }

    pub(crate) fn give_adjoints(&self, block: &Block) -> TokenStream {
        let mut out = TokenStream::new();
        for a in block.steps.iter().flat_map(crate::emit::forward::made) {
            let array = &self.p.arrays[a];
            if array.active && self.is_heap(a) && !self.is_expanded(a, array.frame) {
                let name = self.array_adjoint(a);
                out.extend(quote!(ws.give(#name);));
            }
        }
        out
    }

    /// Computes again what the plan says, in a frame that was not kept.
    pub(crate) fn recompute(&self, block: &Block) -> TokenStream {
        let mut out = TokenStream::new();
        for step in &block.steps {
            match step {
                // The way forward has checked it.
                Step::Let(v, Op::Offset(off, i, _) | Op::GuardedOffset([off, i, _], _))
                    if self.plan.computed.contains(v) =>
                {
                    let (off, i) = (self.tokens(off), self.tokens(i));
                    out.extend(self.let_value(*v, quote!(#off + #i)));
                }
                Step::Let(v, op) if self.plan.computed.contains(v) => {
                    out.extend(self.let_value(*v, self.operation(*v, op)));
                }
                Step::Alloc(a, Init::Elements(elements)) if self.plan.remade.contains(a) => {
                    let (name, lifted) = (self.array(*a), self.p.arrays[*a].lifted);
                    let elements = elements.iter().map(|x| self.as_value(x, lifted));
                    out.extend(quote!(let #name = [#(#elements),*];));
                }
                Step::If { cond, joins, .. } => {
                    for j in joins.iter().filter(|j| self.plan.computed.contains(&j.out)) {
                        let (c, x, y) =
                            (self.tokens(cond), self.for_value(j.out, &j.then), self.for_value(j.out, &j.other));
                        out.extend(self.let_value(j.out, quote!(if #c { #x } else { #y })));
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// The adjoint step of a `let`.
    pub(crate) fn reverse_let(&mut self, v: Val, op: &Op) -> TokenStream {
        let mut out = TokenStream::new();
        let assigned = self.plan.overwritten.assigned.contains(&v);
        let Some(g) = self.take(v, &mut out).or_else(|| assigned.then(|| self.zero())) else { return out };
        if self.reverse_rich(v, op, &g, &mut out) {
            return out;
        }
        match op {
            Op::Read(a, i) => {
                if let Some((register, first)) = self.carried.get(&v) {
                    out.extend(if *first { quote!(#register = #g;) } else { quote!(#register += #g;) });
                } else if self.p.arrays[*a].active {
                    let place = self.adjoint_place(*a, i);
                    out.extend(if assigned { quote!(#place = #g;) } else { quote!(#place += #g;) });
                }
            }
            Op::Guarded(a, i, lo, hi) if self.p.arrays[*a].active => {
                let (name, i) = (self.array_adjoint(*a), self.tokens(i));
                let (lo, hi) = (self.tokens(lo), self.tokens(hi));
                out.extend(quote!(if #lo < #hi { #name[#i] += #g; }));
            }
            Op::Neg(a) => self.rule(v, rules::Op::Neg, &[a], None, &g, &mut out),
            Op::Bin(sign, a, b) => self.rule(v, arithmetic(*sign), &[a, b], None, &g, &mut out),
            Op::Fun(f, args, n) => self.rule(v, *f, &args.iter().collect::<Vec<_>>(), n.as_ref(), &g, &mut out),
            _ => {}
        }
        out
    }

    /// Contributions by the table's partials.
    fn rule(
        &mut self,
        v: Val,
        row: rules::Op,
        args: &[&Atom],
        n: Option<&Atom>,
        g: &TokenStream,
        out: &mut TokenStream,
    ) {
        let active: Vec<bool> = args.iter().map(|a| self.p.active(a)).collect();
        let Some(parameter) = parameter(row, n, &active) else {
            return self.rule_at_run_time(v, row, args, &active, n, g, out);
        };
        if let (rules::Op::Div, [_, true]) = (row, active.as_slice()) {
            return self.quotient(v, args, active[0], g, out);
        }
        let trees = partials_of(self.p, self.order, v, (row, args, parameter));
        for (a, tree) in args.iter().zip(trees) {
            let Some(tree) = tree else { continue };
            let (negative, tree) = match tree {
                Tree::Neg(inner) => (true, *inner),
                Tree::Const(-1.0) => (true, Tree::Const(1.0)),
                tree => (false, tree),
            };
            let code = if tree == Tree::Const(1.0) {
                g.clone()
            } else {
                match row.row().chooses {
                    true => {
                        let partial = self.partial_number(v, args, &tree);
                        quote!(::wengert::generated::strong(#partial, #g))
                    }
                    false => {
                        let (code, _) = self.partial(v, args, &tree);
                        quote!(#g * #code)
                    }
                }
            };
            self.contribute(a, negative, code, out);
        }
    }

    /// A partial as code, and whether that is an engine's number.
    fn partial(&self, v: Val, args: &[&Atom], tree: &Tree) -> (TokenStream, bool) {
        let env = |leaf: &Tree| match leaf {
            Tree::Arg(k) => (self.tokens(args[*k]), self.p.lifted(args[*k])),
            Tree::Given(w) => (self.tokens(&Atom::Val(*w)), self.p.values[*w].lifted),
            _ => {
                let name = self.name(v);
                (quote!(#name), true)
            }
        };
        tree.tokens(self.number(), &env)
    }

    /// A partial as an engine's number.
    pub(crate) fn partial_number(&self, v: Val, args: &[&Atom], tree: &Tree) -> TokenStream {
        let ((code, lifted), number) = (self.partial(v, args, tree), self.number());
        if lifted { code } else { quote!(#number::constant(#code)) }
    }

    /// A quotient a / b with an active divisor: g / b for the dividend serves the divisor too, as -(g / b) (a / b). The
    /// table's partial -(a / b) / b overflows for a small b where a small g makes the product finite.
    fn quotient(&mut self, v: Val, args: &[&Atom], dividend: bool, g: &TokenStream, out: &mut TokenStream) {
        let (share, quotient, divisor) = (self.unique("share"), self.name(v), self.tokens(args[1]));
        out.extend(quote!(let #share = #g * #divisor.recip();));
        if dividend {
            self.contribute(args[0], false, quote!(#share), out);
        }
        self.contribute(args[1], true, quote!(#share * #quotient), out);
    }

    /// The same where the partials are known only when the program runs.
    #[allow(clippy::too_many_arguments)]
    fn rule_at_run_time(
        &mut self,
        v: Val,
        row: rules::Op,
        args: &[&Atom],
        active: &[bool],
        n: Option<&Atom>,
        g: &TokenStream,
        out: &mut TokenStream,
    ) {
        let values: Vec<_> = args.iter().map(|a| self.lifted(a)).collect();
        let (name, rule) = (self.name(v), quote::format_ident!("{}", format!("{row:?}")));
        let (n, count) = (n.map_or_else(|| quote!(0), |n| self.tokens(n)), args.len());
        let d = self.unique("partials");
        out.extend(quote! {
            let #d = ::wengert::generated::partials::<::wengert::generated::rule::#rule, _, #count>(
                [#(#values),*], #name, [#(#active),*], #n
            );
        });
        for (k, a) in args.iter().enumerate().filter(|(k, _)| active[*k]) {
            self.contribute(a, false, quote!(#g * #d[#k]), out);
        }
    }
}
