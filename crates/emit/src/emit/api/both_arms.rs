//! The function on numbers that take both arms of a branch, as those do that find patterns: what a comparison of numbers
//! decides is run either way, and what the arms give is joined.
//!
//! Where an arm changes more than numbers, or the answer goes elsewhere than to such a branch, the point decides.

use crate::emit::Emitter;
use crate::ir::{Access, Arg, Arr, Atom, Block, BlockId, Call, Join, Loop, Op, Out, Program, Step, Storage};
use crate::ir::{Mode, Ty, Val, View};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::HashSet;

/// The branches of a function that take both arms, by their first block, and the flags that decide them.
#[derive(Clone, Default)]
pub(crate) struct Both {
    branches: HashSet<BlockId>,
    flags: HashSet<Val>,
    /// Constant floats that such a branch decides: they have no derivative, and are as open as flags.
    constants: HashSet<Val>,
}

impl Both {
    /// None if there is no such branch.
    pub(crate) fn of(p: &Program) -> Option<Both> {
        let mut both = Both::default();
        crate::ir::walk(&p.body, &mut |step, _| {
            if let Step::If { then, other, joins, .. } = step {
                if Arms::new([then, other]).are_joinable(p, joins) {
                    both.branches.insert(then.id);
                }
                // Arms come behind what they give.
                let given = || joins.iter().map(|j| j.out);
                both.flags.extend(given().filter(|&v| p.values[v].ty == Ty::Bool));
                both.constants.extend(given().filter(|&v| is_constant_float(p, v)));
            }
        });
        crate::ir::walk(&p.body, &mut |step, _| match step {
            Step::Let(v, op) if both.asks_numbers(p, op) => _ = both.flags.insert(*v),
            Step::Let(v, Op::Bin(..) | Op::Neg(_) | Op::Fun(..)) if is_constant_float(p, *v) => {
                both.constants.insert(*v);
            }
            _ => {}
        });
        // What goes elsewhere is no such flag, and a branch that gives one is no such branch.
        loop {
            let before = (both.flags.len(), both.branches.len(), both.constants.len());
            let elsewhere = both.elsewhere(p);
            both.flags.retain(|v| !elsewhere.contains(v));
            both.constants.retain(|v| !elsewhere.contains(v));
            let (flags, branches) = (&both.flags, &mut both.branches);
            crate::ir::walk(&p.body, &mut |step, _| {
                if let Step::If { then, joins, .. } = step
                    && joins.iter().any(|j| p.values[j.out].ty == Ty::Bool && !flags.contains(&j.out))
                {
                    branches.remove(&then.id);
                }
            });
            if before == (both.flags.len(), both.branches.len(), both.constants.len()) {
                break;
            }
        }
        let mut decides = false;
        crate::ir::walk(&p.body, &mut |step, _| {
            decides |= matches!(step, Step::If { cond, then, .. } if both.takes_both(cond, then));
        });
        decides.then_some(both)
    }

    fn takes_both(&self, cond: &Atom, then: &Block) -> bool {
        self.branches.contains(&then.id) && self.is_flag(cond)
    }

    fn is_flag(&self, a: &Atom) -> bool {
        a.val().is_some_and(|v| self.flags.contains(&v))
    }

    /// Whether the answer depends on numbers, of which other ones may be there elsewhere.
    fn asks_numbers(&self, p: &Program, op: &Op) -> bool {
        match op {
            Op::Not(a) => self.is_flag(a),
            Op::Compare(_, a, b) => {
                let structures = [a, b].into_iter().any(|a| p.rich(a));
                let asks = |a: &Atom| p.lifted(a) || self.is_flag(a) || self.is_constant(a);
                !structures && [a, b].into_iter().any(asks)
            }
            _ => false,
        }
    }

    fn is_constant(&self, a: &Atom) -> bool {
        a.val().is_some_and(|v| self.constants.contains(&v))
    }

    /// The values that are used otherwise than for these branches.
    fn elsewhere(&self, p: &Program) -> HashSet<Val> {
        let mut out = HashSet::new();
        crate::ir::walk(&p.body, &mut |step, _| match step {
            Step::Let(v, Op::Not(_) | Op::Compare(..)) if self.flags.contains(v) => {}
            Step::Let(v, Op::Bin(..) | Op::Neg(_) | Op::Fun(_, _, None))
                if self.constants.contains(v) || p.values[*v].lifted && !p.is_rich(*v) => {}
            Step::If { cond, then, joins, .. } => {
                out.extend(cond.val().filter(|_| !self.branches.contains(&then.id)));
                let stays = |v: Val| self.flags.contains(&v) || self.constants.contains(&v) || p.values[v].lifted;
                let gone = joins.iter().filter(|j| !stays(j.out));
                out.extend(gone.flat_map(|j| [&j.then, &j.other]).filter_map(Atom::val));
            }
            step => step.mentions(&mut |v| _ = out.insert(v)),
        });
        out.extend(p.ret.scalars().filter_map(Atom::val));
        out
    }
}

/// A float that is no number of the engine.
fn is_constant_float(p: &Program, v: Val) -> bool {
    p.values[v].ty == Ty::Float && !p.values[v].lifted
}

/// The arms of a branch, and the arrays that they make.
struct Arms<'p> {
    blocks: [&'p Block; 2],
    made: HashSet<Arr>,
}

impl<'p> Arms<'p> {
    fn new(blocks: [&'p Block; 2]) -> Self {
        let mut made = HashSet::new();
        let mut collect = |step: &Step, _: &Block| made.extend(crate::emit::forward::made(step));
        blocks.into_iter().for_each(|block| crate::ir::walk(block, &mut collect));
        Arms { blocks, made }
    }

    /// Whether one can run after the other, with nothing left of it but numbers.
    fn are_joinable(&self, p: &Program, joins: &[Join]) -> bool {
        let mut all = joins.iter().all(|j| is_plain(p, j.out));
        self.blocks.into_iter().for_each(|block| {
            crate::ir::walk(block, &mut |step, _| all &= self.is_harmless(p, step));
        });
        all
    }

    fn is_harmless(&self, p: &Program, step: &Step) -> bool {
        match step {
            Step::Let(v, op) => is_plain(p, *v) && is_harmless(p, op),
            Step::If { joins, .. } => joins.iter().all(|j| is_plain(p, j.out)),
            Step::Alloc(a, _) => p.arrays[*a].lifted,
            Step::Store(a, ..) => p.arrays[*a].lifted || self.made.contains(a),
            Step::CopyFrom(View { arr, .. }, _) => self.made.contains(arr),
            Step::Swap(a, ..) => self.made.contains(a),
            Step::Loop(l) => self.is_harmless_loop(p, l),
            Step::Call(c) => is_harmless_call(p, c),
            Step::Assert(..) | Step::Bounds(..) | Step::Undo(..) => true,
            _ => false,
        }
    }

    fn is_harmless_loop(&self, p: &Program, l: &Loop) -> bool {
        let mut all = l.carried.iter().all(|c| is_plain(p, c.param) && is_plain(p, c.after));
        if let crate::ir::Head::While { block, .. } = &l.head {
            crate::ir::walk(block, &mut |step, _| all &= self.is_harmless(p, step));
        }
        all
    }
}

/// A number, an integer or a flag.
fn is_plain(p: &Program, v: Val) -> bool {
    let value = &p.values[v];
    let known = match value.ty {
        Ty::Float | Ty::Bool => true,
        Ty::Int(_) => value.ty != Ty::some_int(),
        Ty::Record | Ty::Unknown => false,
    };
    known && !value.option && !value.by_ref
}

/// Code of the user's may take what it mentions by value, so it has to be without calls.
fn is_harmless(p: &Program, op: &Op) -> bool {
    match op {
        Op::Verbatim(code) => !has_calls(&code.tokens),
        Op::Field(..) | Op::Look(..) | Op::Nothing(_) | Op::Something(_) => false,
        Op::List(..) | Op::Repeat(..) | Op::Make(_) | Op::Pack(_) => false,
        op => op.vals().into_iter().all(|v| is_plain(p, v)),
    }
}

fn has_calls(code: &TokenStream) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Bracket || has_calls(&group.stream()),
        TokenTree::Punct(punct) => "!?|".contains(punct.as_char()),
        _ => false,
    })
}

fn is_harmless_call(p: &Program, call: &Call) -> bool {
    let owned = |a: &Arr| matches!(p.arrays[*a].storage, Storage::Fixed(_));
    let mut all = call.changed.is_empty() && call.method.is_none();
    for arg in &call.args {
        arg.each(&mut |arg| {
            all &= match arg {
                Arg::Scalar(a) => a.val().is_none_or(|v| is_plain(p, v)),
                Arg::View(_, access) => *access == Access::Read,
                Arg::Owned(a) => owned(a),
                Arg::Tuple(_) => true,
            }
        });
    }
    let mut scalars = true;
    call.out.each(&mut |v| scalars &= is_plain(p, v), &mut |_| {});
    all && scalars && !call.lent.contains(&true) && matches!(call.out, Out::Unit | Out::Scalar(_) | Out::Array(_))
}

impl Emitter<'_> {
    /// The body on numbers that take both arms, where that is another one; the function ends with it.
    pub(crate) fn body_of_both(&self) -> TokenStream {
        let Some(both) = Both::of(self.p).filter(|_| !self.is_long()) else { return TokenStream::new() };
        let mut emitter =
            Emitter::new(self.p, self.order, self.plan, self.sig, self.leaves, self.items, crate::emit::Mode::Eval);
        emitter.both = Some(both);
        let (number, body) = (self.number(), emitter.forward(&self.p.body));
        let ret = emitter.returned(&self.p.ret, &self.sig.ret);
        quote! {
            if <#number as ::wengert::Number>::TAKES_BOTH_ARMS {
                #body
                return #ret;
            }
        }
    }

    /// The name of whether a flag may be another elsewhere.
    fn open_name(&self, v: Val) -> Ident {
        format_ident!("{}_open__", self.name(v))
    }

    fn openness(&self, a: &Atom) -> TokenStream {
        match (&self.both, a.val()) {
            (Some(both), Some(v)) if both.flags.contains(&v) || both.constants.contains(&v) => {
                let name = self.open_name(v);
                quote!(#name)
            }
            _ => quote!(false),
        }
    }

    /// A flag, or a constant, with whether it may be another elsewhere; a number with a constant as what that is; none for
    /// other values.
    pub(crate) fn let_of_both(&self, v: Val, op: &Op) -> Option<TokenStream> {
        let both = self.both.as_ref()?;
        if self.p.values[v].lifted {
            let Op::Bin(sign, a, b) = op else { return None };
            if self.p.is_rich(v) || !(both.is_constant(a) || both.is_constant(b)) {
                return None;
            }
            let sign = proc_macro2::Punct::new(*sign, proc_macro2::Spacing::Alone);
            let [a, b] = [a, b].map(|a| if both.is_constant(a) { self.lifted(a) } else { self.tokens(a) });
            return Some(self.let_value(v, quote!(#a #sign #b)));
        }
        let (value, open) = (self.operation(v, op), self.open_name(v));
        if both.constants.contains(&v) {
            let asked = op.atoms().into_iter().map(|a| self.openness(a)).collect::<Vec<_>>();
            let value = self.let_value(v, value);
            return Some(quote!(#value let #open = false #(|| #asked)*;));
        }
        both.flags.get(&v)?;
        let asked = op.atoms().into_iter().map(|a| self.asked(a));
        let value = self.let_value(v, quote!(::wengert::generated::quietly(|| #value)));
        Some(quote!(#value let #open = #(#asked)||*;))
    }

    /// A constant that a branch decides, as a number that is not one constant; none for others.
    pub(crate) fn lifted_of_both(&self, a: &Atom) -> Option<TokenStream> {
        self.both.as_ref().filter(|both| both.is_constant(a))?;
        let (number, value, open) = (self.number(), self.tokens(a), self.openness(a));
        Some(quote!(::wengert::generated::decided::<#number>(#number::constant(#value), #open)))
    }

    fn asked(&self, a: &Atom) -> TokenStream {
        if !self.p.lifted(a) {
            return self.openness(a);
        }
        let a = self.tokens(a);
        quote!(::wengert::generated::undecided(#a))
    }

    /// A store of a number inside an arm, behind which either may be there.
    pub(crate) fn store_of_both(&self, a: Arr, i: &Atom, mode: Mode, x: &Atom) -> Option<TokenStream> {
        if self.arms == 0 || !self.p.arrays[a].lifted {
            return None;
        }
        let place = self.place(a, i);
        let (value, operand) = (self.as_value(x, true), self.tokens(x));
        let new = match mode {
            Mode::Set => quote!(#value),
            Mode::Add => quote!(#place + #operand),
            Mode::Sub => quote!(#place - #operand),
        };
        Some(quote!(#place = ::wengert::generated::stored(#place, #new);))
    }

    /// A branch that takes both arms, or gives flags that decide one; none for others.
    pub(crate) fn if_of_both(
        &mut self,
        cond: &Atom,
        then: &Block,
        other: &Block,
        joins: &[Join],
    ) -> Option<TokenStream> {
        let both = self.both.as_ref()?;
        let takes = both.takes_both(cond, then);
        let is_flag = |v: Val| both.flags.contains(&v) || both.constants.contains(&v);
        let flags: Vec<bool> = joins.iter().map(|j| is_flag(j.out)).collect();
        if !takes && !flags.contains(&true) {
            return None;
        }
        let (c, open) = (self.tokens(cond), self.openness(cond));
        self.arms += usize::from(takes);
        let (a, b) = (self.forward(then), self.forward(other));
        self.arms -= usize::from(takes);
        let given = |e: &Self, which: &dyn Fn(&Join) -> Atom| -> Vec<TokenStream> {
            let parts = joins.iter().zip(&flags).map(|(j, flag)| {
                let (atom, value) = (which(j), e.for_value(j.out, &which(j)));
                let open = flag.then(|| e.openness(&atom)).into_iter();
                quote!(#value #(, #open)*)
            });
            parts.collect()
        };
        let (xs, ys) = (given(self, &|j| j.then.clone()), given(self, &|j| j.other.clone()));
        let names: Vec<_> = joins
            .iter()
            .zip(&flags)
            .map(|(j, flag)| {
                let (name, open) = (self.name(j.out), flag.then(|| self.open_name(j.out)).into_iter());
                quote!(#name #(, #open)*)
            })
            .collect();
        if !takes {
            return Some(quote!(let (#(#names,)*) = if #c { #a (#(#xs,)*) } else { #b (#(#ys,)*) };));
        }
        let (mut firsts, mut seconds, mut met) = (vec![], vec![], vec![]);
        for (k, (j, flag)) in joins.iter().zip(&flags).enumerate() {
            let [x, y] = ["first", "second"].map(|name| format_ident!("{name}_{k}__"));
            let [open_x, open_y] = [&x, &y].map(|name| format_ident!("{name}open__"));
            if *flag {
                met.push(quote!(#x, #open_x || #open_y || ::wengert::generated::differ(#x, #y)));
                firsts.push(quote!(#x, #open_x));
                seconds.push(quote!(#y, #open_y));
                continue;
            }
            met.push(match self.p.values[j.out].lifted {
                true => quote!(::wengert::Number::joined(#x, #y)),
                false => quote!(::wengert::generated::settled(#x, #y)),
            });
            firsts.push(quote!(#x));
            seconds.push(quote!(#y));
        }
        Some(quote! {
            let (#(#names,)*) = {
                let arms__ = ::wengert::generated::Arms::of(#c, #open);
                let then__ = arms__.then(|| { #a (#(#xs,)*) });
                let other__ = arms__.other(|| { #b (#(#ys,)*) });
                match arms__.meet(then__, other__) {
                    ::wengert::generated::Met::One(one__) => one__,
                    ::wengert::generated::Met::Both((#(#firsts,)*), (#(#seconds,)*)) => (#(#met,)*),
                }
            };
        })
    }
}
