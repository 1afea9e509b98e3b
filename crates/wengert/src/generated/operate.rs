//! Operators on values of open kind: numbers by the table, structures by the user's implementations.

use super::Workspace;
use core::marker::PhantomData;
use rules::{Bundle, Number, Rule};

macro_rules! operators {
    ($($(#[$doc:meta])* $Op:ident),+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Op;

        impl<T: Number> Operate<$Op, T, T> for T {
            type Output = T;
            #[inline(always)]
            fn operate(&self, right: &T) -> T {
                T::apply::<rules::rule::$Op, 2>([*self, *right], 0)
            }
            #[inline(always)]
            fn back(&self, right: &T, seed: &T, to: (Option<&mut T>, Option<&mut T>), _: &mut Workspace<T>) {
                let active = [to.0.is_some(), to.1.is_some()];
                let out = T::apply::<rules::rule::$Op, 2>([*self, *right], 0);
                let [a, b] = <rules::rule::$Op as Rule<2>>::partials([*self, *right], out, active, 0);
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
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem
}

/// `-` in front.
#[derive(Clone, Copy, Debug)]
pub struct Neg;

/// Where the adjoints of two operands are added, as far as they have any.
pub type Ends<'a, A, B> = (Option<&'a mut A>, Option<&'a mut B>);

/// An operator with the structure, or a number, on its left.
#[diagnostic::on_unimplemented(
    message = "this operator has no derivative on `{Self}`",
    note = "put #[differentiable] on its `impl`"
)]
pub trait Operate<Op, T: Number, R>: Sized {
    /// What it gives.
    type Output: Bundle<T>;
    /// The value.
    fn operate(&self, right: &R) -> Self::Output;
    /// Adds what reaches the operands.
    fn back(&self, right: &R, seed: &Self::Output, to: Ends<'_, Self, R>, ws: &mut Workspace<T>);
}

/// An operator with a number on its left and the structure on its right.
pub trait OperateRight<Op, T: Number>: Sized {
    /// What it gives.
    type Output: Bundle<T>;
    /// The value.
    fn operate(&self, left: &T) -> Self::Output;
    /// Adds what reaches the operands.
    fn back(&self, left: &T, seed: &Self::Output, to: Ends<'_, T, Self>, ws: &mut Workspace<T>);
}

/// An operator with one operand.
pub trait OperateOne<Op, T: Number>: Sized {
    /// What it gives.
    type Output: Bundle<T>;
    /// The value.
    fn operate(&self) -> Self::Output;
    /// Adds what reaches the operand.
    fn back(&self, seed: &Self::Output, to: &mut Self, ws: &mut Workspace<T>);
}

impl<T: Number> OperateOne<Neg, T> for T {
    type Output = T;
    #[inline(always)]
    fn operate(&self) -> T {
        -*self
    }
    #[inline(always)]
    fn back(&self, seed: &T, to: &mut T, _: &mut Workspace<T>) {
        *to = *to - *seed;
    }
}

/// Two operands of open kind: which implementation serves them is found by method lookup.
#[derive(Debug)]
pub struct Operands<'a, Op, T, A, B>(&'a A, &'a B, PhantomData<(Op, T)>);

/// Two operands, for an operator and a number.
#[inline(always)]
pub fn operands<'a, Op, T, A, B>(_: Op, a: &'a A, b: &'a B) -> Operands<'a, Op, T, A, B> {
    Operands(a, b, PhantomData)
}

/// The left operand has it.
pub trait ByLeft<T: Number, A, B> {
    /// What it gives.
    type Output;
    /// The value.
    fn operate(&self) -> Self::Output;
    /// Adds what reaches the operands.
    fn back(&self, seed: &Self::Output, to: Ends<'_, A, B>, ws: &mut Workspace<T>);
}

impl<Op, T: Number, A: Operate<Op, T, B>, B> ByLeft<T, A, B> for &Operands<'_, Op, T, A, B> {
    type Output = A::Output;
    #[inline(always)]
    fn operate(&self) -> A::Output {
        self.0.operate(self.1)
    }
    #[inline(always)]
    fn back(&self, seed: &A::Output, to: Ends<'_, A, B>, ws: &mut Workspace<T>) {
        self.0.back(self.1, seed, to, ws);
    }
}

/// The right operand has it.
pub trait ByRight<T: Number, B> {
    /// What it gives.
    type Output;
    /// The value.
    fn operate(&self) -> Self::Output;
    /// Adds what reaches the operands.
    fn back(&self, seed: &Self::Output, to: Ends<'_, T, B>, ws: &mut Workspace<T>);
}

impl<Op, T: Number, B: OperateRight<Op, T>> ByRight<T, B> for Operands<'_, Op, T, T, B> {
    type Output = B::Output;
    #[inline(always)]
    fn operate(&self) -> B::Output {
        self.1.operate(self.0)
    }
    #[inline(always)]
    fn back(&self, seed: &B::Output, to: Ends<'_, T, B>, ws: &mut Workspace<T>) {
        self.1.back(self.0, seed, to, ws);
    }
}
