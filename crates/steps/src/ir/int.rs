//! Expressions of integers and flags: sums, comparisons, lengths, as trees.
//!
//! What is no arithmetic, such as a call of an ordinary function, is a leaf of such a tree that is kept as it stands.

use super::{Arr, Atom, IntTy, Program, Val, Verbatim};
pub use front::hir::{Binary, Unary};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// An expression of constants, integers and flags as far as their types are known.
#[derive(Clone, Debug)]
pub enum Int {
    Atom(Atom),
    /// How long an array is.
    Len(Arr),
    /// Other constant code, such that operators can stand beside it.
    Code(Verbatim),
    Unary(Unary, Box<Int>),
    Binary(Binary, Box<Int>, Box<Int>),
    Call(Function, Spelling, Vec<Int>),
    Cast(Box<Int>, Target),
}

/// The functions of integers that the standard library has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Min,
    Max,
    Clamp,
    Pow,
    Abs,
    AbsDiff,
    DivCeil,
    SaturatingAdd,
    SaturatingSub,
    WrappingAdd,
    WrappingSub,
}

/// How a function is called, which tells the compiler the type.
#[derive(Clone, Copy, Debug)]
pub enum Spelling {
    /// `::core::cmp::min(a, b)`
    Free,
    /// `usize::min(a, b)`
    Of(IntTy),
}

/// What an integer is cast to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Int(IntTy),
    F32,
    F64,
}

impl ToTokens for Target {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Target::Int(int) => int.to_tokens(tokens),
            Target::F32 => quote!(f32).to_tokens(tokens),
            Target::F64 => quote!(f64).to_tokens(tokens),
        }
    }
}

impl Function {
    const NAMES: [(Function, &str, usize); 11] = [
        (Function::Min, "min", 2),
        (Function::Max, "max", 2),
        (Function::Clamp, "clamp", 3),
        (Function::Pow, "pow", 2),
        (Function::Abs, "abs", 1),
        (Function::AbsDiff, "abs_diff", 2),
        (Function::DivCeil, "div_ceil", 2),
        (Function::SaturatingAdd, "saturating_add", 2),
        (Function::SaturatingSub, "saturating_sub", 2),
        (Function::WrappingAdd, "wrapping_add", 2),
        (Function::WrappingSub, "wrapping_sub", 2),
    ];

    /// The function of this name, with so many arguments.
    pub fn named(name: &Ident, arity: usize) -> Option<Function> {
        Self::NAMES.iter().find(|(_, own, n)| name == own && *n == arity).map(|(f, ..)| *f)
    }

    fn name(self) -> Ident {
        let name = Self::NAMES.iter().find(|(f, ..)| *f == self).map_or("min", |(_, name, _)| name);
        Ident::new(name, Span::call_site())
    }
}

/// How tightly an operator binds, as Rust has it.
fn binds(op: Binary) -> u8 {
    match op {
        Binary::Or => 1,
        Binary::And => 2,
        op if op.compares() => 3,
        Binary::BitOr => 4,
        Binary::BitXor => 5,
        Binary::BitAnd => 6,
        Binary::Shl | Binary::Shr => 7,
        Binary::Add | Binary::Sub => 8,
        _ => 9,
    }
}

/// Code in parentheses, which stand where it begins.
fn closed(tokens: TokenStream) -> TokenStream {
    let at = tokens.clone().into_iter().next().map(|t| t.span());
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(at.unwrap_or_else(Span::call_site));
    TokenTree::Group(group).into()
}

/// What binds more tightly than all operators.
const CALL: u8 = 12;
const PREFIX: u8 = 11;
const CAST: u8 = 10;

impl Int {
    /// What it is made of directly.
    pub fn parts(&self) -> Vec<&Int> {
        match self {
            Int::Atom(_) | Int::Len(_) | Int::Code(_) => vec![],
            Int::Unary(_, a) | Int::Cast(a, _) => vec![a],
            Int::Binary(_, a, b) => vec![a, b],
            Int::Call(_, _, args) => args.iter().collect(),
        }
    }

    /// Visits the expression and all in it, from left to right.
    pub fn each<'a>(&'a self, f: &mut dyn FnMut(&'a Int)) {
        f(self);
        self.parts().into_iter().for_each(|part| part.each(f));
    }

    fn any(&self, is: impl Fn(&Int) -> bool) -> bool {
        let mut any = false;
        self.each(&mut |part| any |= is(part));
        any
    }

    /// The values that it is computed from, as often as they stand in it.
    pub fn vals(&self) -> Vec<Val> {
        let mut vals = vec![];
        self.each(&mut |part| match part {
            Int::Atom(a) => vals.extend(a.val()),
            Int::Code(code) => vals.extend(&code.vals),
            _ => {}
        });
        vals
    }

    /// The arrays of which it reads elements.
    pub fn reads(&self) -> Vec<Arr> {
        let mut arrays = vec![];
        self.each(&mut |part| {
            if let Int::Code(code) = part {
                arrays.extend(&code.reads);
            }
        });
        arrays
    }

    /// The arrays of which it asks the length.
    pub fn lens(&self) -> Vec<Arr> {
        let mut arrays = vec![];
        self.each(&mut |part| match part {
            Int::Len(a) => arrays.push(*a),
            Int::Code(code) => arrays.extend(&code.lens),
            _ => {}
        });
        arrays
    }

    pub fn mentions(&self, v: Val) -> bool {
        self.vals().contains(&v)
    }

    /// The literal that it is.
    pub fn literal(&self) -> Option<i64> {
        match self {
            Int::Atom(Atom::Lit(t)) => t.integer()?.base10_parse().ok(),
            _ => None,
        }
    }

    /// The value from which it differs by a constant, and the constant.
    pub fn shift(&self) -> Option<(Val, i64)> {
        let val = |a: &Int| match a {
            Int::Atom(a) => a.val(),
            _ => None,
        };
        match self {
            Int::Binary(Binary::Add, a, b) => match (val(a), val(b)) {
                (Some(v), _) => Some((v, b.literal()?)),
                (_, Some(v)) => Some((v, a.literal()?)),
                _ => None,
            },
            Int::Binary(Binary::Sub, a, b) => Some((val(a)?, -b.literal()?)),
            _ => None,
        }
    }

    /// Whether it grows by one where the value does.
    pub fn grows_with(&self, v: Val) -> bool {
        match self {
            Int::Atom(a) => a.val() == Some(v),
            Int::Binary(Binary::Add, a, b) => a.grows_with(v) && !b.mentions(v) || b.grows_with(v) && !a.mentions(v),
            Int::Binary(Binary::Sub, a, b) => a.grows_with(v) && !b.mentions(v),
            _ => false,
        }
    }

    /// Whether it can be evaluated where it might not have been: sums and products of values, which wrap nowhere in
    /// practice.
    pub fn is_harmless(&self) -> bool {
        let fine = |part: &Int| {
            matches!(part, Int::Atom(_) | Int::Cast(..) | Int::Binary(Binary::Add | Binary::Mul | Binary::BitXor, ..))
        };
        !self.any(|part| !fine(part))
    }

    /// Whether it has a value for all operands: comparisons, and what flags and bits are joined by.
    pub fn is_total(&self) -> bool {
        let fine = |part: &Int| match part {
            Int::Atom(_) | Int::Len(_) | Int::Cast(..) | Int::Unary(Unary::Not, _) => true,
            Int::Binary(op, ..) => {
                op.compares()
                    || matches!(op, Binary::And | Binary::Or | Binary::BitAnd | Binary::BitOr | Binary::BitXor)
            }
            _ => false,
        };
        !self.any(|part| !fine(part))
    }

    /// What it costs: an operator one, a division five, a call three; lengths and casts are free.
    pub fn cost(&self) -> i64 {
        let own = match self {
            Int::Atom(_) | Int::Len(_) | Int::Cast(..) | Int::Unary(Unary::Not, _) => 0,
            Int::Binary(Binary::Div | Binary::Rem, ..) => 5,
            Int::Unary(..) | Int::Binary(..) => 1,
            Int::Call(..) => 3,
            Int::Code(code) => code.cost(),
        };
        own + self.parts().into_iter().map(Int::cost).sum::<i64>()
    }

    /// As Rust.
    pub fn tokens(&self, p: &Program) -> TokenStream {
        self.tokens_with(p, &|v| p.values[v].name.to_token_stream())
    }

    /// As Rust, with this code for values.
    pub fn tokens_with(&self, p: &Program, code: &dyn Fn(Val) -> TokenStream) -> TokenStream {
        let part = |a: &Int, least: u8| {
            let tokens = a.tokens_with(p, code);
            if a.binds() < least { closed(tokens) } else { tokens }
        };
        match self {
            Int::Atom(Atom::Val(v)) => code(*v),
            Int::Atom(Atom::Lit(t)) => t.tokens(),
            Int::Len(a) => {
                let name = &p.arrays[*a].name;
                quote!(#name.len())
            }
            Int::Code(own) => own.tokens_with(p, code),
            Int::Unary(op, a) => {
                let a = part(a, PREFIX);
                match op {
                    Unary::Neg => quote!(-#a),
                    Unary::Not => quote!(!#a),
                }
            }
            Int::Binary(op, a, b) => {
                // Comparisons do not follow one another.
                let least = binds(*op) + u8::from(op.compares());
                let mut left = part(a, least);
                // `a as usize < b` would begin a list of types.
                if a.binds() >= least && matches!(op, Binary::Lt | Binary::Shl) && a.ends_in_type() {
                    left = closed(left);
                }
                let right = part(b, binds(*op) + 1);
                quote!(#left #op #right)
            }
            Int::Call(f, spelling, args) => {
                let (name, args) = (f.name(), args.iter().map(|a| part(a, 0)));
                match spelling {
                    Spelling::Free => quote!(::core::cmp::#name(#(#args),*)),
                    Spelling::Of(int) => quote!(#int::#name(#(#args),*)),
                }
            }
            Int::Cast(a, to) => {
                let a = part(a, CAST);
                quote!(#a as #to)
            }
        }
    }

    fn binds(&self) -> u8 {
        match self {
            Int::Atom(_) | Int::Len(_) | Int::Code(_) | Int::Call(..) => CALL,
            Int::Unary(..) => PREFIX,
            Int::Cast(..) => CAST,
            Int::Binary(op, ..) => binds(*op),
        }
    }

    fn ends_in_type(&self) -> bool {
        match self {
            Int::Cast(..) => true,
            Int::Binary(op, _, b) => b.binds() > binds(*op) && b.ends_in_type(),
            _ => false,
        }
    }
}
