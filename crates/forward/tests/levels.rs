//! Levels of differentiation are not confused.

use forward::{Dual, Tagged};
use rules::{Functions, Lift, Real};

fn derivative<T: Real>(f: impl for<'t> Fn(Tagged<'t, Dual<T>>) -> Tagged<'t, Dual<T>>, x: T) -> T {
    f(Tagged::bind(Dual::variable(x))).release().tangent
}

#[test]
fn an_inner_derivative_that_uses_the_outer_variable() {
    assert_eq!(derivative(|x| x * derivative(|y| Tagged::lift(x) + y, x), 1.0), 1.0);
    // d/dx [x d/dy (x y^2)] at y = x is d/dx (2 x^3).
    assert_eq!(derivative(|x| x * derivative(|y| Tagged::lift(x) * y * y, x), 2.0), 24.0);
}

#[test]
fn three_levels() {
    // d/dx d/dy d/dz (x y z)^2 at 1, 2, 3 is 8 x y z.
    let d = derivative(
        |x| {
            derivative(
                |y| {
                    let xy = Tagged::lift(x) * y;
                    derivative(|z| (Tagged::lift(xy) * z).powi(2), Tagged::lift(x) * 0.0 + 3.0)
                },
                x * 0.0 + 2.0,
            )
        },
        1.0,
    );
    assert_eq!(d, 48.0);
}

#[test]
fn a_derivative_inside_a_recursion() {
    // D^n of x^n, each level around the last, is n!.
    fn power<T: Real>(n: i32, x: T) -> T {
        if n == 0 { x * 0.0 + 1.0 } else { x * power(n - 1, x) }
    }
    assert_eq!(derivative(|x| derivative(|y| derivative(|z| power(3, z), y), x), 5.0), 6.0);
}

#[test]
fn a_plain_function() {
    assert_eq!(derivative(|t| t.powi(2) + t + 1.0, 5.0), 11.0);
}
