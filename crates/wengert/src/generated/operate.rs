//! Operators on values of open kind: numbers by the table, structures by the user's implementations.

use super::Workspace;
use core::marker::PhantomData;
use rules::{Bundle, Number, Rule};

/// How an operator is written: whether its operands are references.
#[derive(Clone, Copy, Debug)]
pub struct Form<const LEFT: bool, const RIGHT: bool>;

macro_rules! operators {
    ($($(#[$doc:meta])* $Op:ident by $rule:ident),+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Op;

        impl<T: Number, F> Operate<$Op, T, T, F> for T {
            type Output = T;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn operate(&self, right: &T) -> T {
                T::apply::<rules::rule::$rule, 2>([*self, *right], 0)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ahead(&self, right: &T, _: &mut Workspace<T>) -> T {
                T::apply::<rules::rule::$rule, 2>([*self, *right], 0)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn back(&self, right: &T, seed: &T, to: (Option<&mut T>, Option<&mut T>), _: &mut Workspace<T>) {
                let active = [to.0.is_some(), to.1.is_some()];
                let out = T::apply::<rules::rule::$rule, 2>([*self, *right], 0);
                let [a, b] = <rules::rule::$rule as Rule<2>>::partials([*self, *right], out, active, 0);
                if let Some(to) = to.0 {
                    *to = *to + a * *seed;
                }
                if let Some(to) = to.1 {
                    *to = *to + b * *seed;
                }
            }
        }
    )+};
}
operators! {
    /// `+`
    Add by Add,
    /// `-`
    Sub by Sub,
    /// `*`
    Mul by Mul,
    /// `/`
    Div by Div,
    /// `%`
    Rem by Rem,
    /// `+=`
    AddAssign by Add,
    /// `-=`
    SubAssign by Sub,
    /// `*=`
    MulAssign by Mul,
    /// `/=`
    DivAssign by Div,
    /// `%=`
    RemAssign by Rem
}

/// `-` in front.
#[derive(Clone, Copy, Debug)]
pub struct Neg;

/// Where the adjoints of two operands are added, as far as they have any.
pub type Ends<'a, A, B> = (Option<&'a mut A>, Option<&'a mut B>);

/// An operator with the structure, or a number, on its left, written in a form.
#[diagnostic::on_unimplemented(
    message = "this operator has no derivative on `{Self}`",
    note = "put #[differentiable] on its `impl`"
)]
pub trait Operate<Op, T: Number, R, F>: Sized {
    /// What it gives.
    type Output: Bundle<T>;
    /// The value.
    fn operate(&self, right: &R) -> Self::Output;
    /// The value, with a record for the way back.
    fn ahead(&self, right: &R, ws: &mut Workspace<T>) -> Self::Output;
    /// Adds what reaches the operands.
    fn back(&self, right: &R, seed: &Self::Output, to: Ends<'_, Self, R>, ws: &mut Workspace<T>);
}

/// An operator with a number on its left and the structure on its right.
pub trait OperateRight<Op, T: Number, F>: Sized {
    /// What it gives.
    type Output: Bundle<T>;
    /// The value.
    fn operate(&self, left: &T) -> Self::Output;
    /// The value, with a record for the way back.
    fn ahead(&self, left: &T, ws: &mut Workspace<T>) -> Self::Output;
    /// Adds what reaches the operands.
    fn back(&self, left: &T, seed: &Self::Output, to: Ends<'_, T, Self>, ws: &mut Workspace<T>);
}

/// An operator with one operand.
pub trait OperateOne<Op, T: Number, F>: Sized {
    /// What it gives.
    type Output: Bundle<T>;
    /// The value.
    fn operate(&self) -> Self::Output;
    /// The value, with a record for the way back.
    fn ahead(&self, ws: &mut Workspace<T>) -> Self::Output;
    /// Adds what reaches the operand.
    fn back(&self, seed: &Self::Output, to: &mut Self, ws: &mut Workspace<T>);
}

impl<T: Number, F> OperateOne<Neg, T, F> for T {
    type Output = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn operate(&self) -> T {
        -*self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ahead(&self, _: &mut Workspace<T>) -> T {
        -*self
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn back(&self, seed: &T, to: &mut T, _: &mut Workspace<T>) {
        *to = *to - *seed;
    }
}

/// Two operands of open kind: which implementation serves them is found by method lookup, that of the form in which the
/// operator is written first.
#[derive(Debug)]
pub struct Operands<'a, Op, T, A, B, F>(&'a A, &'a B, PhantomData<(Op, T, F)>);

/// Two operands, for an operator, a number, and the form in which it is written.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn operands<'a, Op, T, A, B, F>(_: Op, a: &'a A, b: &'a B) -> Operands<'a, Op, T, A, B, F> {
    Operands(a, b, PhantomData)
}

/// An implementation for two operands.
pub trait Operated<T: Number, A, B> {
    /// What it gives.
    type Output;
    /// The value.
    fn operate(&self) -> Self::Output;
    /// The value, with a record for the way back.
    fn ahead(&self, ws: &mut Workspace<T>) -> Self::Output;
    /// Adds what reaches the operands.
    fn back(&self, seed: &Self::Output, to: Ends<'_, A, B>, ws: &mut Workspace<T>);
}

macro_rules! found {
    (left $Place:ty, $Form:ty) => {
        impl<Op, T: Number, A: Operate<Op, T, B, $Form>, B, F> Operated<T, A, B> for $Place {
            type Output = A::Output;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn operate(&self) -> A::Output {
                self.0.operate(self.1)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ahead(&self, ws: &mut Workspace<T>) -> A::Output {
                self.0.ahead(self.1, ws)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn back(&self, seed: &A::Output, to: Ends<'_, A, B>, ws: &mut Workspace<T>) {
                self.0.back(self.1, seed, to, ws);
            }
        }
    };
    (right $Place:ty, $Form:ty) => {
        impl<Op, T: Number, B: OperateRight<Op, T, $Form>, F> Operated<T, T, B> for $Place {
            type Output = B::Output;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn operate(&self) -> B::Output {
                self.1.operate(self.0)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ahead(&self, ws: &mut Workspace<T>) -> B::Output {
                self.1.ahead(self.0, ws)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn back(&self, seed: &B::Output, to: Ends<'_, T, B>, ws: &mut Workspace<T>) {
                self.1.back(self.0, seed, to, ws);
            }
        }
    };
}
found!(left &&&&&&&&&Operands<'_, Op, T, A, B, F>, F);
found!(right &&&&&&&&Operands<'_, Op, T, T, B, F>, F);
found!(left &&&&&&&Operands<'_, Op, T, A, B, F>, Form<false, false>);
found!(left &&&&&&Operands<'_, Op, T, A, B, F>, Form<true, true>);
found!(left &&&&&Operands<'_, Op, T, A, B, F>, Form<true, false>);
found!(left &&&&Operands<'_, Op, T, A, B, F>, Form<false, true>);
found!(right &&&Operands<'_, Op, T, T, B, F>, Form<false, false>);
found!(right &&Operands<'_, Op, T, T, B, F>, Form<false, true>);
found!(right &Operands<'_, Op, T, T, B, F>, Form<true, false>);
found!(right Operands<'_, Op, T, T, B, F>, Form<true, true>);

/// An operand of open kind.
#[derive(Debug)]
pub struct OneOperand<'a, Op, T, A, F>(&'a A, PhantomData<(Op, T, F)>);

/// An operand, for an operator, a number, and the form in which it is written.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn operand<'a, Op, T, A, F>(_: Op, a: &'a A) -> OneOperand<'a, Op, T, A, F> {
    OneOperand(a, PhantomData)
}

/// An implementation for one operand.
pub trait OperatedOne<T: Number, A> {
    /// What it gives.
    type Output;
    /// The value.
    fn operate(&self) -> Self::Output;
    /// The value, with a record for the way back.
    fn ahead(&self, ws: &mut Workspace<T>) -> Self::Output;
    /// Adds what reaches the operand.
    fn back(&self, seed: &Self::Output, to: &mut A, ws: &mut Workspace<T>);
}

macro_rules! found_one {
    ($Place:ty, $Form:ty) => {
        impl<Op, T: Number, A: OperateOne<Op, T, $Form>, F> OperatedOne<T, A> for $Place {
            type Output = A::Output;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn operate(&self) -> A::Output {
                self.0.operate()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn ahead(&self, ws: &mut Workspace<T>) -> A::Output {
                self.0.ahead(ws)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn back(&self, seed: &A::Output, to: &mut A, ws: &mut Workspace<T>) {
                self.0.back(seed, to, ws);
            }
        }
    };
}
found_one!(&&OneOperand<'_, Op, T, A, F>, F);
found_one!(&OneOperand<'_, Op, T, A, F>, Form<false, false>);
found_one!(OneOperand<'_, Op, T, A, F>, Form<true, false>);
