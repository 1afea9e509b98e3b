//! Numbers that go on through their bits: `f64::from_bits(x.to_bits() & MASK)`.
//!
//! Between two powers of two the bits of a number are a line in it, and a number is a line in its bits. Sums, shifts to
//! the left, and masks that keep the low bits leave a line a line. Shifts to the right, quotients, and masks that clear
//! the low bits make stairs of it, whose derivative is 0; steps of a few bits are rounding, and leave a line. So each
//! integer that is such a line has a shadow, a number that moves as the integer does, in units of the bit above the
//! fraction; what is made of the bits moves with the shadow. A number as `f32` is such a line too.

mod found;
mod line;

use super::{activity, prune};
use crate::ir::{Atom, Block, Call, Carried, Head, Int, IntTy, Join, Loop, Op, Program, Step, Target, Ty, Val, Value};
use crate::ir::{Verbatim, walk};
use found::Found;
use line::{Look, Term, is_computed_with};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::{HashMap, HashSet};
use syn::{Error, Result};

/// What errors say of numbers whose bits go where no derivative follows.
pub const UNKNOWN_BITS: &str = "nothing is known of the derivative through these bits: between `to_bits` and `from_bits` may \
                            stand sums, differences, products, shifts and masks; or take bits of the value alone, \
                            `stop_gradient(x).to_bits()`";
/// What errors say of numbers that are computed with in the other precision.
pub const SINGLE: &str = "a number with a derivative goes through `f32` here: compute in `f64`, or take its value \
                          with `stop_gradient`";

/// Gives numbers that are made of bits the derivatives of the numbers whose bits they are.
///
/// # Errors
/// Where nothing is known of the way from one to the other.
pub(super) fn follow(p: &mut Program) -> Result<()> {
    let mut float = None;
    walk(&p.body, &mut |step, _| match step {
        Step::Let(_, Op::OfBits(of, Atom::Val(_))) => float = Some(of.clone()),
        Step::Let(_, Op::ToBits(of, _)) => float = Some(of.clone()),
        Step::Let(v, Op::Cast(..)) if is_rounded(p, *v) => float = Some(quote!(f64)),
        _ => {}
    });
    let Some(float) = float else { return Ok(()) };
    let mut marked = p.clone();
    activity::mark(&mut marked)?;
    let Found { lines, bits, lost, .. } = Found::of(&marked, &p.body, &float);
    // What constant code or a function would take as a constant, and what is said of that.
    let said = |v: Val| if is_rounded(p, v) { SINGLE } else { UNKNOWN_BITS };
    let in_code = |code: &Verbatim| {
        let mut moving = code.vals.iter().filter(|v| bits.contains(v) || lost.contains(v));
        moving.find(|v| is_computed_with(&code.tokens, &p.values[**v].name)).map(|v| said(*v))
    };
    let in_call = |call: &Call| {
        let moving = call.args.iter().flat_map(|arg| arg.uses().0).find(|v| bits.contains(v))?;
        Some((moving, said(moving)))
    };
    let mut error = None;
    walk(&p.body, &mut |step, _| {
        let (v, message) = match step {
            Step::Let(v, Op::OfBits(_, Atom::Val(of))) if lost.contains(of) => (*v, UNKNOWN_BITS),
            Step::Let(v, Op::Verbatim(code)) if p.values[*v].ty == Ty::Float => match in_code(code) {
                Some(message) => (*v, message),
                None => return,
            },
            Step::Call(call) if gives_numbers(p, call) => match in_call(call) {
                Some(found) => found,
                None => return,
            },
            Step::Let(v, Op::Int(Int::Cast(of, _))) => match &**of {
                Int::Atom(Atom::Val(of)) if lost.contains(of) && is_rounded(p, *of) => (*v, SINGLE),
                _ => return,
            },
            _ => return,
        };
        error.get_or_insert(Error::new(p.values[v].name.span(), message));
    });
    if let Some(error) = error {
        return Err(error);
    }
    // What is generated is the same each time.
    let mut lines: Vec<Val> = lines.into_iter().collect();
    lines.sort_unstable();
    let shadows = lines.into_iter().map(|v| (v, shadow(p, v))).collect();
    let mut body = std::mem::replace(&mut p.body, Block { id: 0, steps: vec![] });
    Follow { p, float, shadows, bits }.block(&mut body);
    p.body = body;
    prune::prune(p);
    Ok(())
}

/// Whether a value is an `f32` among numbers that are `f64`.
fn is_rounded(p: &Program, v: Val) -> bool {
    matches!(p.values[v].ty, Ty::Int(IntTy::Other(_)))
}

/// Whether numbers are among what a call gives.
fn gives_numbers(p: &Program, call: &Call) -> bool {
    let (mut scalars, mut lists) = (vec![], vec![]);
    call.out.each(&mut |v| scalars.push(v), &mut |a| lists.push(a));
    scalars.iter().any(|v| p.values[*v].ty == Ty::Float) || lists.iter().any(|a| p.arrays[*a].float)
}

/// A number beside an integer.
fn shadow(p: &mut Program, of: Val) -> Val {
    let value = &p.values[of];
    let (frame, block) = (value.frame, value.block);
    p.values.push(Value::new(format_ident!("{}_line", value.name), Ty::Float, frame, block));
    p.values.len() - 1
}

/// Puts the shadows into the steps.
struct Follow<'p> {
    p: &'p mut Program,
    /// The type of the numbers.
    float: TokenStream,
    shadows: HashMap<Val, Val>,
    /// Those that are made of bits, and not of numbers that were made integers alone.
    bits: HashSet<Val>,
}

impl Follow<'_> {
    fn block(&mut self, b: &mut Block) {
        let mut out = Vec::with_capacity(b.steps.len());
        for mut step in std::mem::take(&mut b.steps) {
            match &mut step {
                Step::If { then, other, joins, .. } => {
                    self.block(then);
                    self.block(other);
                    let more: Vec<_> = joins
                        .iter()
                        .filter_map(|j| {
                            let out = *self.shadows.get(&j.out)?;
                            Some(Join { out, then: self.beside(&j.then), other: self.beside(&j.other) })
                        })
                        .collect();
                    joins.extend(more);
                }
                Step::Loop(l) => self.inside(l),
                _ => {}
            }
            match step {
                Step::Let(v, op) => self.step(v, op, &mut out),
                step => out.push(step),
            }
        }
        b.steps = out;
    }

    fn inside(&mut self, l: &mut Loop) {
        if let Head::While { block, .. } = &mut l.head {
            self.block(block);
        }
        self.block(&mut l.body);
        let more: Vec<_> = l
            .carried
            .iter()
            .filter_map(|c| {
                let (param, after) = (*self.shadows.get(&c.param)?, *self.shadows.get(&c.after)?);
                Some(Carried { param, after, init: self.beside(&c.init), next: self.beside(&c.next) })
            })
            .collect();
        l.carried.extend(more);
    }

    /// The shadow of an integer, zero of one that has none.
    fn beside(&self, int: &Atom) -> Atom {
        let shadow = int.val().and_then(|v| self.shadows.get(&v));
        shadow.map_or_else(|| Atom::lit(quote!(0.0)), |v| Atom::Val(*v))
    }

    fn step(&mut self, v: Val, op: Op, out: &mut Vec<Step>) {
        match &op {
            Op::ToBits(float, x) if self.shadows.contains_key(&v) => {
                let (float, x) = (float.clone(), x.clone());
                out.push(Step::Let(v, op));
                let slope = self.code(v, &Atom::Val(v), quote!(::wengert::generated::bits::Bits::per_number), out);
                self.line_of(v, x, [quote!(#float::MIN), quote!(#float::MAX)], slope, out);
            }
            Op::Cast(to, x) if self.shadows.contains_key(&v) => {
                let (to, x, float, unit) = (to.clone(), x.clone(), self.float.clone(), self.unit());
                out.push(Step::Let(v, op));
                let within = [quote!((#to::MIN as #float)), quote!((#to::MAX as #float))];
                self.line_of(v, x, within, Atom::lit(quote!((1.0 / #unit))), out);
            }
            Op::Int(int) if self.shadows.contains_key(&v) => {
                let terms = self.terms(int);
                let moves = self.sum(v, terms, out);
                out.push(Step::Let(v, op));
                // What moves as it does already needs no name of its own.
                self.shadows.extend(moves.val().map(|moves| (v, moves)));
            }
            Op::Int(Int::Cast(int, Target::F32 | Target::F64)) if self.terms(int).iter().any(|term| !term.whole) => {
                let terms = self.terms(int).into_iter().filter(|term| !term.whole).collect();
                let moves = self.sum(v, terms, out);
                self.moved(v, op, moves, Atom::lit(self.unit()), out);
            }
            Op::OfBits(_, bits) if bits.val().is_some_and(|v| self.shadows.contains_key(&v)) => {
                let bits = bits.clone();
                let sign = self.code(v, &bits, quote!(::wengert::generated::bits::Bits::sign), out);
                let moves = self.fresh(v, Op::Bin('*', self.beside(&bits), sign), out);
                let slope = self.code(v, &bits, quote!(::wengert::generated::bits::Bits::per_bit), out);
                self.moved(v, op, moves, slope, out);
            }
            _ => out.push(Step::Let(v, op)),
        }
    }

    /// The shadow of what a number is made into: what lies outside, or is no number, moves nothing.
    fn line_of(&mut self, v: Val, x: Atom, [least, most]: [TokenStream; 2], slope: Atom, out: &mut Vec<Step>) {
        let above = self.fresh(v, Op::Fun(rules::Op::Max, vec![x, Atom::lit(least)], None), out);
        let within = self.fresh(v, Op::Fun(rules::Op::Min, vec![above, Atom::lit(most)], None), out);
        out.push(Step::Let(self.shadows[&v], Op::Bin('*', within, slope)));
    }

    /// The lowest bit of the exponent.
    fn unit(&self) -> TokenStream {
        if self.float.to_string() == "f32" { quote!(8388608.0) } else { quote!(4503599627370496.0) }
    }

    fn terms(&self, int: &Int) -> Vec<Term> {
        let (moves, lost) = (|v: Val| self.shadows.contains_key(&v), HashSet::new());
        let look = Look { p: self.p, float: &self.float, moves: &moves, bits: &self.bits, lost: &lost };
        look.line(int).unwrap_or_default()
    }

    /// A value that a constant operation gives, and that moves as `by` does, so many times as fast: the difference
    /// between `by` and its value is a positive zero, and changes no bit of what it is taken from.
    fn moved(&mut self, v: Val, op: Op, by: Atom, slope: Atom, out: &mut Vec<Step>) {
        let value = self.fresh(v, op, out);
        let stopped = self.fresh(v, Op::Stop(by.clone()), out);
        let still = self.fresh(v, Op::Bin('-', stopped, by), out);
        let still = self.fresh(v, Op::Bin('*', still, slope), out);
        out.push(Step::Let(v, Op::Bin('-', value, still)));
    }

    /// The sum of these.
    fn sum(&mut self, v: Val, terms: Vec<Term>, out: &mut Vec<Step>) -> Atom {
        let mut sum: Option<Atom> = None;
        for Term { of, times, by, .. } in terms {
            let mut moves = self.beside(&Atom::Val(of));
            if times.abs() != 1.0 {
                let times = Literal::f64_unsuffixed(times.abs());
                moves = self.fresh(v, Op::Bin('*', moves, Atom::lit(quote!(#times))), out);
            }
            if times < 0.0 {
                moves = self.fresh(v, Op::Neg(moves), out);
            }
            for factor in by {
                let factor = self.fresh(v, Op::Verbatim(factor), out);
                moves = self.fresh(v, Op::Bin('*', moves, factor), out);
            }
            sum = Some(match sum {
                Some(before) => self.fresh(v, Op::Bin('+', before, moves), out),
                None => moves,
            });
        }
        sum.unwrap_or_else(|| Atom::lit(quote!(0.0)))
    }

    /// What a function says of bits.
    fn code(&mut self, v: Val, bits: &Atom, path: TokenStream, out: &mut Vec<Step>) -> Atom {
        let tokens = self.p.tokens(bits);
        self.fresh(v, Op::Verbatim(Verbatim::of(quote!(#path(#tokens)), bits.val().into_iter().collect())), out)
    }

    /// A new number beside a value.
    fn fresh(&mut self, beside: Val, op: Op, out: &mut Vec<Step>) -> Atom {
        let v = shadow(self.p, beside);
        self.p.values[v].name = format_ident!("{}_{v}", self.p.values[v].name);
        out.push(Step::Let(v, op));
        Atom::Val(v)
    }
}
