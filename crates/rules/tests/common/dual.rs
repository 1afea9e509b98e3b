//! The least number that differentiates: for partials of partials, below the engines.

use core::ops::{Add, Div, Mul, Neg, Sub};
use rules::{Number, Op, Rule, RuleId, Scalar, rule};

/// A value, its tangent, and whether the tangent is there at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dual<T> {
    pub(crate) value: T,
    pub(crate) tangent: T,
    pub(crate) active: bool,
}

impl<T: Number> Dual<T> {
    pub(crate) fn variable(value: T) -> Self {
        Dual { value, tangent: rules::Term::from(1.0).0, active: true }
    }

    pub(crate) fn fixed(value: T) -> Self {
        Dual { value, tangent: rules::Term::from(0.0).0, active: false }
    }
}

impl<T: Number> Number for Dual<T> {
    type Scalar = T::Scalar;

    fn constant(c: T::Scalar) -> Self {
        Dual::fixed(T::constant(c))
    }

    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        let at = args.map(|a| a.value);
        let value = T::apply::<R, N>(at, n);
        if matches!(R::ID, RuleId::Table(Op::Select)) {
            let taken = if args[0].known() != Some(T::Scalar::default()) { args[N - 2] } else { args[N - 1] };
            return Dual { value, ..taken };
        }
        let mut result = Dual::fixed(value);
        if !R::STEPS {
            let partials = R::partials(at, value, args.map(|a| a.active), n);
            for (partial, arg) in partials.into_iter().zip(args).filter(|(_, arg)| arg.active) {
                let part = partial * arg.tangent;
                result.tangent = if result.active { result.tangent + part } else { part };
                result.active = true;
            }
        }
        result
    }

    fn known(self) -> Option<T::Scalar> {
        self.value.known()
    }

    fn has_nan(self) -> bool {
        self.value.has_nan() || self.tangent.has_nan()
    }

    fn is_constant(self) -> bool {
        !self.active && self.value.is_constant()
    }
}

impl<T: Number> Neg for Dual<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::apply::<rule::Neg, 1>([self], 0)
    }
}

macro_rules! operator {
    ($($Op:ident $op:ident)*) => {$(
        impl<T: Number> $Op for Dual<T> {
            type Output = Self;
            fn $op(self, other: Self) -> Self {
                Self::apply::<rule::$Op, 2>([self, other], 0)
            }
        }
    )*};
}
operator!(Add add Sub sub Mul mul Div div);

/// Value, first partials, and second partials in the order 11 12 13 22 23 33 of a row at a point; what needs an
/// argument that is not active is 0.
pub(crate) fn derivatives<S: Scalar>(op: Op, args: &[S], n: i32, active: &[bool]) -> (S, Vec<S>, Vec<S>) {
    let zero = S::default();
    let count = args.len();
    let value = op.apply(args, n);
    let mut first = vec![zero; count];
    op.partials(args, value, active, n, &mut first);
    // Row i: the derivatives of all partials by argument i.
    let by: Vec<Vec<S>> = (0..count)
        .map(|i| {
            let at: Vec<_> =
                (0..count).map(|k| if k == i { Dual::variable(args[k]) } else { Dual::fixed(args[k]) }).collect();
            let out = op.apply(&at, n);
            let mut partials = vec![Dual::fixed(zero); count];
            op.partials(&at, out, active, n, &mut partials);
            partials.iter().map(|p| p.tangent).collect()
        })
        .collect();
    let kept = |i: usize, x: S| if active[i] { x } else { zero };
    let second =
        (0..count).flat_map(|i| (i..count).map(move |k| (i, k))).map(|(i, k)| kept(i, kept(k, by[i][k]))).collect();
    let first = first.into_iter().enumerate().map(|(i, d)| kept(i, d)).collect();
    (value, first, second)
}
