//! Constraints of parameters, and the coordinates without constraints that stand for them.

use crate::gradient::value_and_gradient_into;
use rules::Real;

/// What the values of a parameter keep to.
///
/// The transforms are those of Stan (*Stan Reference Manual*, "Constraint transforms"); each comes with the logarithm of
/// its Jacobian determinant.
///
/// ```
/// use wengert::adapters::nuts::Constraint;
/// // Four parts of a whole have three degrees of freedom.
/// assert_eq!((Constraint::Simplex(4).numbers(), Constraint::Simplex(4).free()), (4, 3));
/// assert_eq!((Constraint::Above(0.0).numbers(), Constraint::Ordered(3).free()), (1, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Constraint {
    /// One number, any.
    Free,
    /// Several numbers, any.
    Frees(usize),
    /// One number above this: x = low + e^u.
    Above(f64),
    /// One number below this: x = high - e^u.
    Below(f64),
    /// One number between these two: x = low + (high - low) / (1 + e^-u).
    Between(f64, f64),
    /// That many numbers, each above the one before.
    Ordered(usize),
    /// That many numbers that are positive and have the sum 1: a stick that is broken again and again.
    Simplex(usize),
}

impl Constraint {
    /// How many numbers it has.
    pub fn numbers(self) -> usize {
        match self {
            Constraint::Frees(n) | Constraint::Ordered(n) | Constraint::Simplex(n) => n,
            _ => 1,
        }
    }

    /// How many coordinates stand for them.
    pub fn free(self) -> usize {
        match self {
            Constraint::Simplex(n) => n - 1,
            _ => self.numbers(),
        }
    }

    #[track_caller]
    pub(super) fn check(self) {
        match self {
            Constraint::Above(x) | Constraint::Below(x) => assert!(x.is_finite(), "a bound of {x}: take Free"),
            Constraint::Between(low, high) => {
                let sound = low < high && (high - low).is_finite();
                assert!(sound, "nothing can be between {low} and {high}: take finite bounds, the low one first");
            }
            _ => assert!(self.numbers() > 0, "a parameter without numbers: leave it out"),
        }
    }

    /// Appends the values at coordinates `u`; the logarithm of the determinant of their Jacobian.
    pub(super) fn constrain<T: Real>(self, u: &[T], x: &mut Vec<T>) -> T {
        let zero = T::from(0.0);
        match self {
            Constraint::Free | Constraint::Frees(_) => {
                x.extend_from_slice(u);
                zero
            }
            Constraint::Above(low) => {
                x.push(u[0].exp() + low);
                u[0]
            }
            Constraint::Below(high) => {
                x.push(-u[0].exp() + high);
                u[0]
            }
            Constraint::Between(low, high) => {
                x.push(rules::functions::sigmoid(u[0]) * (high - low) + low);
                between(u[0]) + (high - low).ln()
            }
            Constraint::Ordered(_) => {
                let mut last = u[0];
                x.push(last);
                let mut sum = zero;
                for &u in &u[1..] {
                    last += u.exp();
                    sum += u;
                    x.push(last);
                }
                sum
            }
            Constraint::Simplex(n) => {
                let (mut left, mut sum) = (T::from(1.0), zero);
                for (k, &u) in u.iter().enumerate() {
                    // So that coordinates of zero stand for equal parts.
                    let v = u - ((n - 1 - k) as f64).ln();
                    sum += between(v) + left.ln();
                    x.push(left * rules::functions::sigmoid(v));
                    left *= rules::functions::sigmoid(-v);
                }
                x.push(left);
                sum
            }
        }
    }

    /// Writes the gradient by the coordinates, from the derivatives of the density by the values.
    pub(super) fn pull(self, u: &[f64], weights: &[f64], gradient: &mut [f64]) {
        match self {
            Constraint::Free | Constraint::Frees(_) => gradient.copy_from_slice(weights),
            _ => {
                value_and_gradient_into(
                    |u| {
                        let mut x = Vec::new();
                        let jacobian = self.constrain(u, &mut x);
                        x.iter().zip(weights).fold(jacobian, |sum, (&x, &w)| sum + x * w)
                    },
                    u,
                    gradient,
                );
            }
        }
    }
}

/// ln(s (1 - s)) of the sigmoid s of u, without overflow.
fn between<T: Real>(u: T) -> T {
    -rules::functions::softplus(u) - rules::functions::softplus(-u)
}
