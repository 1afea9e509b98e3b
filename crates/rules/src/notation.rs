//! How people write the functions of the table: relations by their signs, the others by what stands in books.

use crate::Op;

/// Sums and what else binds least.
pub const SUM: u8 = 1;
/// Products.
pub const PRODUCT: u8 = 2;
/// Fractions, which need no brackets as factors.
pub const FACTOR: u8 = 3;
/// Powers.
pub const POWER: u8 = 4;
/// What never needs brackets.
pub const ATOM: u8 = 5;

/// A relation whose truth is 1 or 0.
///
/// ```
/// let relation = rules::Op::Ge.relation().unwrap();
/// assert_eq!((relation.sign, relation.latex), (">=", r"\ge"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Its sign in programs.
    pub sign: &'static str,
    /// Its sign in LaTeX.
    pub latex: &'static str,
}

impl Op {
    /// The relation that this row is, if it is one.
    ///
    /// ```
    /// assert_eq!(rules::Op::Ge.relation().unwrap().sign, ">=");
    /// ```
    pub fn relation(self) -> Option<Relation> {
        let (sign, latex) = match self {
            Op::Ge => (">=", r"\ge"),
            Op::Gt => (">", ">"),
            Op::Le => ("<=", r"\le"),
            Op::Lt => ("<", "<"),
            Op::Eq => ("==", "="),
            Op::Ne => ("!=", r"\ne"),
            _ => return None,
        };
        Some(Relation { sign, latex })
    }

    /// How strongly the row binds in a formula, and its LaTeX, where `#a`, `#b`, `#c` stand for the operands, `#n` for the
    /// integer parameter, and a digit after an operand for the strength below which it needs brackets. None where books
    /// have the name, as `\operatorname`.
    ///
    /// ```
    /// assert_eq!(rules::Op::Log.notation().unwrap().1, r"\log_{#b}\left(#a\right)");
    /// ```
    pub fn notation(self) -> Option<(u8, &'static str)> {
        Some(match self {
            Op::Add => (SUM, "#a1 + #b2"),
            Op::Sub => (SUM, "#a1 - #b2"),
            Op::Mul => (PRODUCT, r"#a2 \, #b3"),
            Op::Div => (FACTOR, r"\frac{#a}{#b}"),
            Op::Neg => (PRODUCT, "-#a2"),
            Op::Rem => (PRODUCT, r"#a3 \bmod #b3"),
            Op::Recip => (FACTOR, r"\frac{1}{#a}"),
            Op::Powi => (POWER, "#a5^{#n}"),
            Op::Powf => (POWER, "#a5^{#b}"),
            Op::Sqrt => (ATOM, r"\sqrt{#a}"),
            Op::Cbrt => (ATOM, r"\sqrt[3]{#a}"),
            Op::Hypot => (ATOM, r"\sqrt{#a5^{2} + #b5^{2}}"),
            Op::Exp => (POWER, "e^{#a}"),
            Op::Exp2 => (POWER, "2^{#a}"),
            Op::ExpM1 => (SUM, "e^{#a} - 1"),
            Op::Ln => (ATOM, r"\ln\left(#a\right)"),
            Op::Log => (ATOM, r"\log_{#b}\left(#a\right)"),
            Op::Log2 => (ATOM, r"\log_{2}\left(#a\right)"),
            Op::Log10 => (ATOM, r"\log_{10}\left(#a\right)"),
            Op::Ln1p => (ATOM, r"\ln\left(1 + #a2\right)"),
            Op::Sin => (ATOM, r"\sin\left(#a\right)"),
            Op::Cos => (ATOM, r"\cos\left(#a\right)"),
            Op::Tan => (ATOM, r"\tan\left(#a\right)"),
            Op::Asin => (ATOM, r"\arcsin\left(#a\right)"),
            Op::Acos => (ATOM, r"\arccos\left(#a\right)"),
            Op::Atan => (ATOM, r"\arctan\left(#a\right)"),
            Op::Sinh => (ATOM, r"\sinh\left(#a\right)"),
            Op::Cosh => (ATOM, r"\cosh\left(#a\right)"),
            Op::Tanh => (ATOM, r"\tanh\left(#a\right)"),
            Op::Asinh => (ATOM, r"\operatorname{arsinh}\left(#a\right)"),
            Op::Acosh => (ATOM, r"\operatorname{arcosh}\left(#a\right)"),
            Op::Atanh => (ATOM, r"\operatorname{artanh}\left(#a\right)"),
            Op::Abs => (ATOM, r"\left|#a\right|"),
            Op::Signum => (ATOM, r"\operatorname{sgn}\left(#a\right)"),
            Op::Max => (ATOM, r"\max\left(#a, #b\right)"),
            Op::Min => (ATOM, r"\min\left(#a, #b\right)"),
            Op::Floor => (ATOM, r"\left\lfloor #a\right\rfloor"),
            Op::Ceil => (ATOM, r"\left\lceil #a\right\rceil"),
            Op::MulAdd => (SUM, r"#a2 \, #b3 + #c2"),
            Op::Logaddexp => (ATOM, r"\ln\left(e^{#a} + e^{#b}\right)"),
            Op::Softplus => (ATOM, r"\ln\left(1 + e^{#a}\right)"),
            Op::Xlogy => (PRODUCT, r"#a2 \, \ln\left(#b\right)"),
            Op::Entr => (PRODUCT, r"-#a2 \, \ln\left(#a\right)"),
            Op::Gamma => (ATOM, r"\Gamma\left(#a\right)"),
            Op::LnGamma => (ATOM, r"\ln\left|\Gamma\left(#a\right)\right|"),
            Op::Digamma => (ATOM, r"\psi\left(#a\right)"),
            Op::Trigamma => (ATOM, r"\psi^{(1)}\left(#a\right)"),
            Op::Polygamma => (ATOM, r"\psi^{(#n)}\left(#a\right)"),
            Op::Beta => (ATOM, r"\mathrm{B}\left(#a, #b\right)"),
            Op::LnBeta => (ATOM, r"\ln\left|\mathrm{B}\left(#a, #b\right)\right|"),
            Op::NormPdf => (ATOM, r"\varphi\left(#a\right)"),
            Op::NormCdf => (ATOM, r"\Phi\left(#a\right)"),
            Op::NormPpf => (ATOM, r"\Phi^{-1}\left(#a\right)"),
            Op::BesselJ => (ATOM, r"J_{#n}\left(#a\right)"),
            Op::BesselY => (ATOM, r"Y_{#n}\left(#a\right)"),
            _ => return None,
        })
    }
}
