//! A number whose functions are the kernels, to run the table's partials on.

use crate::rule::{Bell, Cos, Erf, Erfc, Exp, Ln, NormCdf, NormPdf, Powf, Sech, Sigmoid, Sin, Tanh, Vector};
use rules::{Number, Op, Rule, RuleId};

/// Another number, with the kernels in place of the rows that they stand for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InVector<T>(pub(crate) T);

impl<T: Number> Number for InVector<T> {
    type Scalar = T::Scalar;
    const ORDER: usize = T::ORDER;

    #[inline]
    fn constant(c: T::Scalar) -> Self {
        InVector(T::constant(c))
    }

    #[inline]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let args = args.map(InVector::inner);
        let one = |f: fn([T; 1], i32) -> T| f([args[0]], n);
        InVector(match R::ID {
            RuleId::Table(Op::Exp) => one(T::apply::<Vector<Exp>, 1>),
            RuleId::Table(Op::Ln) => one(T::apply::<Vector<Ln>, 1>),
            RuleId::Table(Op::Sin) => one(T::apply::<Vector<Sin>, 1>),
            RuleId::Table(Op::Cos) => one(T::apply::<Vector<Cos>, 1>),
            RuleId::Table(Op::Tanh) => one(T::apply::<Vector<Tanh>, 1>),
            RuleId::Table(Op::Sech) => one(T::apply::<Vector<Sech>, 1>),
            RuleId::Table(Op::Sigmoid) => one(T::apply::<Vector<Sigmoid>, 1>),
            RuleId::Table(Op::Bell) => one(T::apply::<Vector<Bell>, 1>),
            RuleId::Table(Op::NormPdf) => one(T::apply::<Vector<NormPdf>, 1>),
            RuleId::Table(Op::Erf) => one(T::apply::<Vector<Erf>, 1>),
            RuleId::Table(Op::Erfc) => one(T::apply::<Vector<Erfc>, 1>),
            RuleId::Table(Op::NormCdf) => one(T::apply::<Vector<NormCdf>, 1>),
            RuleId::Table(Op::Powf) => T::apply::<Vector<Powf>, 2>([args[0], args[N - 1]], n),
            _ => T::apply::<R, N>(args, n),
        })
    }

    #[inline]
    fn known(self) -> Option<T::Scalar> {
        self.0.known()
    }

    #[inline]
    fn has_nan(self) -> bool {
        self.0.has_nan()
    }

    #[inline]
    fn is_constant(self) -> bool {
        self.0.is_constant()
    }
}

impl<T> InVector<T> {
    pub(crate) fn inner(self) -> T {
        self.0
    }
}

rules::number_operators! { [T: Number] InVector<T> }
