//! How an integer expression moves with the integers that it is made of.

use crate::ir::{Atom, Binary, Function, Int, Program, Target, Unary, Val, Verbatim};
use proc_macro2::{Delimiter, Ident, Literal, TokenStream, TokenTree};
use quote::quote;
use std::collections::HashSet;

/// So many low bits may go, and what is left is rounded: the first guess of a root is `OFFSET - (bits >> 1)`.
const ROUNDED: u32 = 4;
/// A number that is made an integer moves bits only where its steps are so many bits smaller than a power of two: those
/// of `(a * x + b) as i64` are, as the bits of a guess of exp(x); an exponent, or an integer by itself, is stairs.
const FINE: i64 = 16;

/// How an integer moves with one that it is made of.
pub(super) struct Term {
    pub(super) of: Val,
    pub(super) times: f64,
    /// What else it is multiplied by.
    pub(super) by: Vec<Verbatim>,
    /// Whether it is a number that was made an integer.
    pub(super) whole: bool,
}

/// The sum of these, or `None` where it is not known.
pub(super) type Line = Option<Vec<Term>>;

/// What is known where an expression stands.
pub(super) struct Look<'p> {
    pub(super) p: &'p Program,
    /// The type of the numbers.
    pub(super) float: &'p TokenStream,
    pub(super) moves: &'p dyn Fn(Val) -> bool,
    /// Those that are made of bits, and not of numbers that were made integers alone.
    pub(super) bits: &'p HashSet<Val>,
    /// The values of which it is not known how they move.
    pub(super) lost: &'p HashSet<Val>,
}

impl Look<'_> {
    /// How an expression moves.
    pub(super) fn line(&self, int: &Int) -> Line {
        let scaled = |terms: Line, times: f64| terms.map(|terms| scale(terms, times));
        let still = |int: &Int| self.line(int).is_some_and(|terms| terms.iter().all(|term| term.whole));
        match int {
            Int::Atom(Atom::Val(v)) if self.lost.contains(v) => None,
            Int::Atom(Atom::Val(v)) if (self.moves)(*v) => {
                Some(vec![Term { of: *v, times: 1.0, by: vec![], whole: !self.bits.contains(v) }])
            }
            Int::Atom(_) | Int::Len(_) => Some(vec![]),
            Int::Code(code) => {
                let mut computed =
                    code.vals.iter().filter(|v| is_computed_with(&code.tokens, &self.p.values[**v].name));
                computed.all(|v| !self.bits.contains(v) && !self.lost.contains(v)).then(Vec::new)
            }
            Int::Unary(Unary::Not | Unary::Neg, a) => scaled(self.line(a), -1.0),
            Int::Cast(a, _) => self.line(a),
            Int::Call(Function::WrappingAdd | Function::SaturatingAdd, _, args) => {
                sum(self.line(&args[0]), self.line(&args[1]))
            }
            Int::Call(Function::WrappingSub | Function::SaturatingSub, _, args) => {
                sum(self.line(&args[0]), scaled(self.line(&args[1]), -1.0))
            }
            Int::Call(_, _, args) => args.iter().all(still).then(Vec::new),
            Int::Binary(op, a, b) => match op {
                Binary::Add | Binary::BitOr | Binary::BitXor => sum(self.line(a), self.line(b)),
                Binary::Sub => sum(self.line(a), scaled(self.line(b), -1.0)),
                Binary::Rem if still(b) => self.line(a),
                Binary::Mul | Binary::Shl if still(b) => self.times(self.line(a), *op, b),
                Binary::Mul if still(a) => self.times(self.line(b), *op, a),
                Binary::BitAnd if still(b) => self.masked(self.line(a), b),
                Binary::BitAnd if still(a) => self.masked(self.line(b), a),
                Binary::Mul | Binary::Shl | Binary::BitAnd | Binary::Rem => None,
                Binary::Shr | Binary::Div => match (self.line(a)?, b.literal()) {
                    (terms, Some(n)) if *op == Binary::Shr && n <= i64::from(ROUNDED) => {
                        Some(scale(terms, f64::exp2(-n as f64)))
                    }
                    (terms, Some(n)) if *op == Binary::Div && n <= 1 << ROUNDED => Some(scale(terms, 1.0 / n as f64)),
                    _ => self.line(b).map(|_| vec![]),
                },
                _ => Some(vec![]),
            },
        }
    }

    /// A line times a constant, or shifted by it.
    fn times(&self, terms: Line, op: Binary, by: &Int) -> Line {
        let mut terms = terms?;
        let factor = match (op, number(by)) {
            (Binary::Shl, Some(n)) => Some(f64::exp2(n as f64)),
            (_, Some(n)) => Some(n as f64),
            (_, None) => None,
        };
        let fraction = if self.float.to_string() == "f32" { 23 } else { 52 };
        if factor.is_none_or(|by| by > f64::exp2((fraction - FINE) as f64)) {
            terms.retain(|term| !term.whole);
        }
        if let Some(by) = factor {
            return Some(scale(terms, by));
        }
        let (tokens, float) = (by.tokens(self.p), self.float);
        let times = if op == Binary::Shl { quote!((1u128 << (#tokens))) } else { quote!((#tokens)) };
        terms.iter_mut().for_each(|term| term.by.push(Verbatim::of(quote!(#times as #float), by.vals())));
        Some(terms)
    }

    /// A line behind a mask.
    fn masked(&self, terms: Line, mask: &Int) -> Line {
        let mut terms = terms?;
        match number(mask) {
            Some(mask) if mask.trailing_zeros() <= ROUNDED => {}
            Some(_) => terms.clear(),
            None => {
                let (tokens, float, low) = (mask.tokens(self.p), self.float, (2 << ROUNDED) - 1);
                let low = Literal::u8_unsuffixed(low);
                let factor = Verbatim::of(quote!(((#tokens) & #low != 0) as u8 as #float), mask.vals());
                terms.iter_mut().for_each(|term| term.by.push(factor.clone()));
            }
        }
        Some(terms)
    }
}

fn sum(a: Line, b: Line) -> Line {
    Some(a?.into_iter().chain(b?).collect())
}

fn scale(mut terms: Vec<Term>, times: f64) -> Vec<Term> {
    terms.iter_mut().for_each(|term| term.times *= times);
    terms
}

/// Whether code names a value elsewhere than in an index, which says where something is read and not how it moves.
pub(super) fn is_computed_with(code: &TokenStream, name: &Ident) -> bool {
    let mut indexed = false;
    code.clone().into_iter().any(|token| {
        let found = match &token {
            TokenTree::Ident(ident) => ident == name,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && indexed => false,
            TokenTree::Group(group) => is_computed_with(&group.stream(), name),
            _ => false,
        };
        indexed = matches!(token, TokenTree::Ident(_) | TokenTree::Group(_));
        found
    })
}

/// What a constant expression is, where that shows.
fn number(int: &Int) -> Option<u128> {
    Some(match int {
        Int::Atom(Atom::Lit(lit)) => lit.integer()?.base10_parse().ok()?,
        Int::Cast(a, Target::Int(_)) => number(a)?,
        Int::Unary(Unary::Not, a) => !number(a)?,
        Int::Binary(op, a, b) => {
            let (a, b) = (number(a)?, number(b)?);
            match op {
                Binary::Add => a.wrapping_add(b),
                Binary::Sub => a.wrapping_sub(b),
                Binary::BitAnd => a & b,
                Binary::BitOr => a | b,
                Binary::BitXor => a ^ b,
                Binary::Shl => a.checked_shl(b.try_into().ok()?)?,
                _ => return None,
            }
        }
        _ => return None,
    })
}
