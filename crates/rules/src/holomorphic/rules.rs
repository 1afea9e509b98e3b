//! The rules of complex functions, one after the other.

use super::elementary::*;
use super::inverse::*;
use super::operators::Quotient;
use super::pair::{Im, Re};
use super::powers::Power;
use crate::Rule;

/// Takes rules of whatever type.
///
/// ```
/// use rules::{Rule, Visitor};
/// struct Count(usize);
/// impl Visitor for Count {
///     fn visit<R: Rule<N>, const N: usize>(&mut self) {
///         self.0 += usize::from(N == 4);
///     }
/// }
/// let mut of_two = Count(0);
/// rules::complex_rules(&mut of_two);
/// // Both parts of quotients and powers take two complex numbers.
/// assert_eq!(of_two.0, 4);
/// ```
pub trait Visitor {
    /// Takes one.
    ///
    /// ```
    /// use rules::{Rule, Visitor};
    /// struct Most(usize);
    /// impl Visitor for Most {
    ///     fn visit<R: Rule<N>, const N: usize>(&mut self) {
    ///         self.0 = self.0.max(N);
    ///     }
    /// }
    /// let mut most = Most(0);
    /// most.visit::<rules::rule::Atan2, 2>();
    /// assert_eq!(most.0, 2);
    /// ```
    fn visit<R: Rule<N>, const N: usize>(&mut self);
}

/// Shows a visitor all rules of complex functions: of each the real and the imaginary part, also of those that stand in the
/// derivatives of others alone. They are no rows of the table; by this list one that was written down by its name is found.
///
/// ```
/// use rules::{Rule, RuleId, Visitor};
/// struct Names(Vec<&'static str>);
/// impl Visitor for Names {
///     fn visit<R: Rule<N>, const N: usize>(&mut self) {
///         if let RuleId::User(name) = R::ID {
///             self.0.push(name);
///         }
///     }
/// }
/// let mut names = Names(Vec::new());
/// rules::complex_rules(&mut names);
/// assert!(names.0.contains(&"complex::quotient_re") && names.0.contains(&"complex::ln_abs"));
/// ```
pub fn complex_rules(visitor: &mut impl Visitor) {
    macro_rules! show {
        ($($F:ident $N:literal;)*) => {$(
            visitor.visit::<Re<$F>, $N>();
            visitor.visit::<Im<$F>, $N>();
        )*};
    }
    show! {
        Quotient 4;
        Power 4;
        Recip 2;
        Sqrt 2;
        Tan 2;
        SecSquared 2;
        Tanh 2;
        SechSquared 2;
        Asin 2;
        Acos 2;
        Atan 2;
        Asinh 2;
        Acosh 2;
        Atanh 2;
        AsinSlope 2;
        AtanSlope 2;
        AsinhSlope 2;
        AcoshSlope 2;
        AtanhSlope 2;
    }
    visitor.visit::<LnAbs, 2>();
    visitor.visit::<Ln1pAbs, 2>();
}
