//! Functions of the table, and rules of a user's, called by their bare name inside a differentiable function.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop)]

use wengert::prelude::*;

fn same(got: f64, want: f64, scale: f64, what: &str) {
    let close = (got - want).abs() <= 16.0 * f64::EPSILON * (want.abs() + scale);
    assert!(close || got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(), "{what}: {got} for {want}");
}

/// A gradient by one or several parameters.
trait Gradient {
    fn list(&self) -> Vec<f64>;
}
impl Gradient for f64 {
    fn list(&self) -> Vec<f64> {
        vec![*self]
    }
}
impl Gradient for (f64, f64) {
    fn list(&self) -> Vec<f64> {
        vec![self.0, self.1]
    }
}
impl Gradient for (f64, f64, f64) {
    fn list(&self) -> Vec<f64> {
        vec![self.0, self.1, self.2]
    }
}

/// Modules named like the functions, which hide the functions' types where they stand.
mod rows {
    use super::{Gradient, same};
    use wengert::prelude::*;

    /// Each function in a module of its own: alone, and twice in a loop with its result used again.
    macro_rules! rows {
        ($($name:ident($($x:ident),+ $(; $n:ident)?);)+) => {
            $(mod $name {
                use wengert::prelude::*;

                #[differentiable]
                pub(crate) fn alone($($x: f64,)+ $($n: i32)?) -> f64 {
                    $name($($x,)+ $($n)?)
                }

                #[differentiable(no_fuse)]
                pub(crate) fn weighted($($x: f64,)+ $($n: i32,)? #[constant] w: &[f64]) -> f64 {
                    let mut s = 0.0;
                    for i in 0..w.len() {
                        let y = $name($($x,)+ $($n)?);
                        s = s * 0.5 + w[i] * y;
                    }
                    s
                }
            })+

            #[test]
            fn every_function_agrees_with_the_tape() {
                let mut seen = Vec::new();
                $({
                    let row = rules::Row::find(stringify!($name)).expect("a row");
                    seen.push(row.name);
                    for point in row.points {
                        for &parameter in row.parameters {
                            let what = format!("{}({point:?}; {parameter})", row.name);
                            let (value, tape) = value_and_gradient(|x| row.op.apply(x, parameter), point);
                            let mut all = point.iter().copied();
                            $(let $x = all.next().unwrap_or(0.0);)+
                            $(let $n = parameter;)?
                            let list = |g: &dyn Gradient| g.list();
                            let (y, g) = $name::alone::value_and_gradient($($x,)+ $($n)?);
                            same(y, value, 0.0, &what);
                            for (got, want) in list(&g).iter().zip(&tape) {
                                same(*got, *want, 0.0, &what);
                            }
                            let w = [2.0, -3.0, 1.5];
                            let factor = 2.0 * 0.25 - 3.0 * 0.5 + 1.5;
                            let (_, g) = $name::weighted::value_and_gradient($($x,)+ $($n,)? &w);
                            for (got, want) in list(&g).iter().zip(&tape) {
                                same(*got, factor * want, want.abs(), &what);
                            }
                            let second = hessian(|x| row.op.apply(x, parameter), point);
                            let ours = $name::alone::hessian($($x,)+ $($n)?);
                            for (got, want) in ours.as_slice().iter().zip(second.as_slice()) {
                                same(*got, *want, tape.iter().map(|t| t.abs()).fold(0.0, f64::max), &what);
                            }
                        }
                    }
                })+
                let all = rules::ROWS.iter().filter(|row| row.kind == rules::Kind::Function).map(|row| row.name);
                assert_eq!(seen, all.collect::<Vec<_>>(), "the list of this test is not that of the table");
            }
        };
    }

    rows! {
        sech(x);
        sigmoid(x);
        logit(x);
        softplus(x);
        logaddexp(x, y);
        relu(x);
        sinc(x);
        xlogy(x, y);
        entr(x);
        erf(x);
        erfc(x);
        erfcx(x);
        bell(x);
        gamma(x);
        ln_gamma(x);
        digamma(x);
        trigamma(x);
        polygamma(x; n);
        beta(x, y);
        ln_beta(x, y);
        norm_pdf(x);
        norm_cdf(x);
        norm_ppf(x);
        bessel_j(x; n);
        bessel_y(x; n);
        ge(x, y);
        gt(x, y);
        le(x, y);
        lt(x, y);
        eq(x, y);
        ne(x, y);
        select(x, y, z);
        stop_gradient(x);
    }
}

#[differentiable]
fn with_constants(x: f64, #[constant] c: f64, n: i32) -> f64 {
    let known = sigmoid(2.0) + erf(c);
    let mut s = logaddexp(x, c) * xlogy(c, x) + known * bessel_j(x, n);
    for _ in 0..3 {
        s = s * 0.5 + logaddexp(1.0, s) * known;
    }
    s
}

#[test]
fn constants_among_the_arguments() {
    let (c, n) = (0.4, 2);
    let (y, g) = with_constants::value_and_gradient(0.7, c, n);
    let (value, d) = wengert::value_and_derivative(
        |x| {
            let known = sigmoid(2.0) + erf(c);
            let mut s = logaddexp(x, c.into()) * xlogy(c.into(), x) + known * bessel_j(x, n);
            for _ in 0..3 {
                s = s * 0.5 + logaddexp(1.0.into(), s) * known;
            }
            s
        },
        0.7,
    );
    assert_eq!(y.to_bits(), value.to_bits());
    assert_eq!(y.to_bits(), with_constants(0.7, c, n).to_bits());
    same(g, d, 0.0, "derivative");
}

#[differentiable]
fn strong(x: f64, #[constant] zero: f64) -> f64 {
    xlogy(zero, x) + logaddexp(x, zero)
}

#[test]
fn a_constant_argument_has_no_partial() {
    // The partial of xlogy by its first argument is -inf at (0, 0).
    let (y, g) = strong::value_and_gradient(0.0, 0.0);
    assert_eq!((y, g), (2.0f64.ln(), 0.5));
}

#[differentiable]
fn single(x: f32) -> f32 {
    erf(x) * sigmoid(x)
}

#[differentiable]
fn generic<T: Real>(x: &[T]) -> T {
    let mut s = erf(x[0]);
    for i in 1..x.len() {
        s += softplus(x[i] * s);
    }
    s
}

#[test]
fn in_single_precision_and_in_generic_functions() {
    let (y, d) = single::value_and_gradient(0.5);
    let want = wengert::value_and_derivative(|x| erf(x) * sigmoid(x), 0.5);
    assert!((f64::from(y) - want.0).abs() < 1e-7 && (f64::from(d) - want.1).abs() < 2e-7, "{y} {d}");
    let x = [0.3, -1.2, 2.5];
    let (y, g) = generic::value_and_gradient(&x);
    let (value, tape) = value_and_gradient(|x| generic(x), &x);
    assert_eq!(y.to_bits(), value.to_bits());
    for (g, t) in g.iter().zip(&tape) {
        same(*g, *t, 1.0, "generic");
    }
}

mod own {
    use wengert::prelude::*;

    /// Not the logistic function.
    #[differentiable]
    pub(crate) fn sigmoid(x: f64) -> f64 {
        x / (1.0 + x.abs())
    }

    /// As long as the table's, with an integer.
    #[differentiable]
    pub(crate) fn polygamma(x: f64, n: usize) -> f64 {
        let mut y = x;
        for _ in 0..n {
            y *= x;
        }
        y
    }

    #[differentiable]
    pub(crate) fn logaddexp<T: Real>(a: T, b: T) -> T {
        a * b + 2.0 * a
    }

    #[differentiable]
    pub(crate) fn gamma(x: &[f64], s: f64) -> f64 {
        s * x[0]
    }

    #[differentiable]
    pub(crate) fn all(x: f64) -> f64 {
        sigmoid(x) + polygamma(x, 2) + logaddexp(x, 3.0) + gamma(&[x, 1.0], x) + softplus(x)
    }
}

#[test]
fn functions_of_the_user_win() {
    let (y, d) = own::all::value_and_gradient(2.0);
    assert_eq!(y, 2.0 / 3.0 + 8.0 + 10.0 + 4.0 + softplus(2.0));
    same(d, 1.0 / 9.0 + 12.0 + 5.0 + 4.0 + sigmoid(2.0), 0.0, "derivative");
}

mod ruled {
    use wengert::extend::rule;
    use wengert::prelude::*;

    rule! {
        /// The soft sign.
        Softsign: softsign(x) = x / (1.0 + x.abs()), d [((1.0 + x.abs()) * (1.0 + x.abs())).recip()];
        /// A rule with a name of the table.
        Erf: erfc(a, b) = a * b, d [b, a];
    }

    #[differentiable]
    pub(crate) fn by_rules(x: f64) -> f64 {
        softsign(x) * erfc(x, 3.0)
    }
}

#[test]
fn rules_of_the_user() {
    let (y, d) = ruled::by_rules::value_and_gradient(1.0);
    assert_eq!((y, d), (1.5, 0.25 * 3.0 + 0.5 * 3.0));
    let second = ruled::by_rules::hessian(1.0);
    same(second[(0, 0)], 3.0 * (2.0 * 0.25 - 1.0 * 0.25), 0.0, "second derivative");
}
