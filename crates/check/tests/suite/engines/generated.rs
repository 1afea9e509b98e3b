//! The golden corpus and the table of conventions in generated adjoints: each function written out in Rust.

use super::common::{Found, same_bits};
use super::{conventions, corpus};

/// The functions of the golden corpus, by their names there.
macro_rules! golden {
    ($($name:ident: $($case:literal)|+ = |$x:ident| $body:block)+) => {
        mod programs {
            use wengert::prelude::*;
            $(#[differentiable]
            pub(super) fn $name($x: &[f64]) -> f64 $body)+

            /// Calls itself once where its first argument is negative.
            #[differentiable]
            fn foo(x1: f64, x2: f64) -> f64 {
                let z = x1 * x2.sin() / (x1 * x1).ln();
                if x1 < 0.0 {
                    foo(-x1, z)
                } else {
                    let y = x1 - x2.cos();
                    z * (y * y + x2)
                }
            }

            #[differentiable]
            fn doubled(y: f64, n: usize) -> f64 {
                if n == 0 { y } else { doubled(y + y, n - 1) }
            }
        }

        fn golden(case: &str, x: &[f64]) -> Option<Found> {
            match case {
                $($($case)|+ => {
                    let (value, gradient) = programs::$name::value_and_gradient(x);
                    let hessian = programs::$name::hessian(x);
                    Some(Found { value, gradient, hessian: Some(hessian.as_slice().to_vec()) })
                })+
                _ => None,
            }
        }
    };
}

golden! {
    product_and_sine: "product and sine" | "product and sine at (2, 3)" = |x| { x[0] * x[1] + x[0].sin() }
    first_of_two: "two outputs, the first: 2x + sin x" = |x| { 2.0 * x[0] + x[0].sin() }
    second_of_two: "two outputs, the second: 4x + cos x" = |x| { 4.0 * x[0] + x[0].cos() }
    quadratic: "quadratic at 5" | "quadratic at 3" = |x| { x[0].powi(2) + x[0] + 1.0 }
    product: "product" | "two outputs, along (1, 2) at (2, 3): the first" = |x| { x[0] * x[1] }
    shared: "a shared product added to itself" = |x| {
        let s = x[0] * x[1];
        s + s
    }
    doublings: "sixty doublings" = |x| { doubled(x[0], 60) }
    several_first: "several outputs, the first" = |x| {
        let y = x[0].sin().powi(2);
        y + 10.0 * x[0]
    }
    several_second: "several outputs, the second" = |x| {
        let y = x[0].sin().powi(2);
        x[0] + 20.0 * y
    }
    logarithm: "logarithm, product and sine" = |x| { x[0].ln() + x[0] * x[1] - x[1].sin() }
    sine_of_cosine: "x sin(cos x)" = |x| { x[0] * x[0].cos().sin() }
    sharing: "sharing by let" = |x| {
        let y = 2.0 * x[0] * x[0];
        y + y.cos()
    }
    lets: "eleven lets" = |x| {
        let (v1, v2) = (x[0].cos(), x[0].sin());
        let v3 = 2.0 * v2;
        let v4 = v3 + 1.0;
        let v5 = x[0].ln();
        let v6 = v5 - 1.0;
        let v7 = v6.powi(2);
        let v8 = x[0].exp();
        let v9 = 3.0 - v8;
        let (v10, v11) = (v1 * v4, v7 * v9);
        v10 * v11
    }
    factors: "a polynomial in factors" = |x| {
        let t = x[0];
        t * (2.0 * t + 1.0) * (t - 1.0).powi(2) * (3.0 - t)
    }
    branches: "functions, recursion, branches and lambdas: the second branch"
        | "functions, recursion, branches and lambdas: the first branch" = |x| { foo(x[0], x[1]) }
    three: "three inputs" = |x| {
        let a = x[0].ln() / x[2];
        a * (a.sin() + x[2].exp() * x[1] * x[0].sin())
    }
    sine_and_square: "two outputs, along (1, 2) at (2, 3): the second" = |x| { x[0].sin() + x[1].powi(2) }
    cube_and_sine: "cube and sine" = |x| { x[0].powi(3) + x[0].sin() }
    square_of_sum: "the square of a sum" = |x| { (x[0] * x[1] + x[2].sin()).powi(2) }
}

#[test]
fn generated_adjoints_give_the_golden_numbers() {
    let mut errors = Vec::new();
    for case in corpus::cases() {
        match golden(&case.name, &case.x) {
            Some(found) => errors.extend(corpus::wrong(&case, "generated adjoint", &found)),
            None => errors.push(format!("{}: not written out in Rust", case.name)),
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// A gradient by one or several numbers.
trait List {
    fn list(&self) -> Vec<f64>;
}
impl List for f64 {
    fn list(&self) -> Vec<f64> {
        vec![*self]
    }
}
impl List for (f64, f64) {
    fn list(&self) -> Vec<f64> {
        vec![self.0, self.1]
    }
}
impl List for (f64, f64, f64) {
    fn list(&self) -> Vec<f64> {
        vec![self.0, self.1, self.2]
    }
}

/// The rows of the conventions: with all arguments active, and with the first alone.
macro_rules! rows {
    ($($name:ident($x:ident $(, $y:ident)* $(; $n:ident)?) = $body:expr;)+) => {
        mod rows {
            $(pub(super) mod $name {
                use wengert::prelude::*;
                #[differentiable]
                pub(in super::super) fn all($x: f64, $($y: f64,)* $($n: i32)?) -> f64 {
                    $body
                }
                #[differentiable]
                pub(in super::super) fn first($x: f64, $(#[constant] $y: f64,)* $($n: i32)?) -> f64 {
                    $body
                }
            })+
        }

        fn row(name: &str, at: &[f64], n: i32, moves: usize) -> Option<Found> {
            let mut args = at.iter().copied();
            let mut next = || args.next().unwrap_or(f64::NAN);
            let _ = n;
            match name {
                $(stringify!($name) => {
                    let $x = next();
                    $(let $y = next();)*
                    $(let $n = n;)?
                    let (value, gradient, hessian) = if moves == at.len() {
                        let (value, gradient) = rows::$name::all::value_and_gradient($x, $($y,)* $($n)?);
                        (value, gradient.list(), rows::$name::all::hessian($x, $($y,)* $($n)?))
                    } else {
                        let (value, gradient) = rows::$name::first::value_and_gradient($x, $($y,)* $($n)?);
                        (value, gradient.list(), rows::$name::first::hessian($x, $($y,)* $($n)?))
                    };
                    Some(Found { value, gradient, hessian: Some(hessian.as_slice().to_vec()) })
                })+
                _ => None,
            }
        }
    };
}

rows! {
    powf(x, y) = x.powf(y);
    powi(x; n) = x.powi(n);
    sqrt(x) = x.sqrt();
    cbrt(x) = x.cbrt();
    recip(x) = x.recip();
    ln(x) = x.ln();
    log(x, b) = x.log(b);
    log2(x) = x.log2();
    log10(x) = x.log10();
    ln_1p(x) = x.ln_1p();
    logit(p) = logit(p);
    erf(x) = erf(x);
    erfc(x) = erfc(x);
    bell(x) = bell(x);
    norm_cdf(x) = norm_cdf(x);
    norm_pdf(x) = norm_pdf(x);
    sigmoid(x) = sigmoid(x);
    softplus(x) = softplus(x);
    sech(x) = sech(x);
    atan(x) = x.atan();
    div(x, y) = x / y;
    asin(x) = x.asin();
    acos(x) = x.acos();
    atanh(x) = x.atanh();
    acosh(x) = x.acosh();
    atan2(y, x) = y.atan2(x);
    hypot(x, y) = x.hypot(y);
    abs(x) = x.abs();
    max(x, y) = x.max(y);
    min(x, y) = x.min(y);
    relu(x) = relu(x);
    clamp(x, lo, hi) = x.clamp(lo, hi);
    select(c, x, y) = select(c, x, y);
    tanh(x) = x.tanh();
    sinc(x) = sinc(x);
    logaddexp(x, y) = logaddexp(x, y);
    xlogy(x, y) = xlogy(x, y);
    entr(x) = entr(x);
    gamma(x) = gamma(x);
    ln_gamma(x) = ln_gamma(x);
    digamma(x) = digamma(x);
    norm_ppf(p) = norm_ppf(p);
    floor(x) = x.floor();
    ceil(x) = x.ceil();
    round(x) = x.round();
    trunc(x) = x.trunc();
    signum(x) = x.signum();
    fract(x) = x.fract();
    ge(x, y) = ge(x, y);
    eq(x, y) = eq(x, y);
    rem(x, y) = x % y;
    rem_euclid(x, y) = x.rem_euclid(y);
    mul_add(x, y, z) = x.mul_add(y, z);
}

/// The expressions of the conventions, by their text there.
macro_rules! expressions {
    ($($name:ident: $text:literal = |$x:ident $(, $y:ident)?| $body:block)+) => {
        mod expressions {
            use wengert::prelude::*;
            $(#[differentiable]
            pub(super) fn $name($x: f64 $(, $y: f64)?) -> f64 $body)+
        }

        fn expression(text: &str, at: &[f64]) -> Option<Found> {
            let mut args = at.iter().copied();
            match text {
                $($text => {
                    let $x = args.next()?;
                    $(let $y = args.next()?;)?
                    let (value, gradient) = expressions::$name::value_and_gradient($x $(, $y)?);
                    let hessian = expressions::$name::hessian($x $(, $y)?);
                    Some(Found { value, gradient: gradient.list(), hessian: Some(hessian.as_slice().to_vec()) })
                })+
                _ => None,
            }
        }
    };
}

expressions! {
    odd_square: "x*abs(x)" = |x| { x * x.abs() }
    truncated: "sqrt(max(x, 0))" = |x| { x.max(0.0).sqrt() }
    truncated_from_left: "sqrt(max(0, x))" = |x| { 0.0f64.max(x).sqrt() }
    times_truncated: "sqrt(x*max(x, 0))" = |x| { (x * x.max(0.0)).sqrt() }
    root_of_greater: "sqrt(max(x, y))" = |x, y| { x.max(y).sqrt() }
    greater_of_root: "max(sqrt(x), y)" = |x, y| { x.sqrt().max(y) }
    greatest: "max(max(ln(x), y), 1)*y" = |x, y| { x.ln().max(y).max(1.0) * y }
    over_lesser: "1/min(x, 0)" = |x| { 1.0 / x.min(0.0) }
    lesser_of_quotient: "min(1/x, y)" = |x, y| { (1.0 / x).min(y) }
    log_of_clamped: "ln(clamp(x, 0, 1))" = |x| { x.clamp(0.0, 1.0).ln() }
    clamped_root: "clamp(sqrt(x), y, 2)" = |x, y| { x.sqrt().clamp(y, 2.0) }
    root_of_relu: "sqrt(relu(x))" = |x| { relu(x).sqrt() }
    root_of_selected: "sqrt(select(gt(x, 1), x, 0))" = |x| { select(gt(x, 1.0), x, 0.0).sqrt() }
    several: "sqrt(max(x, 0) + y) + max(ln(x), 1)" = |x, y| { (x.max(0.0) + y).sqrt() + x.ln().max(1.0) }
    tie: "max(x*x, y)" = |x, y| { (x * x).max(y) }
    root_of_square: "sqrt(x*x)" = |x| { (x * x).sqrt() }
    root_and_other: "sqrt(x) + y" = |x, y| { x.sqrt() + y }
    selected: "select(gt(x, 1), sqrt(x - 5), 3*x)" = |x| { select(gt(x, 1.0), (x - 5.0).sqrt(), 3.0 * x) }
    branch: "if x > 1 then ln(x - 5) else 3*x" = |x| { if x > 1.0 { (x - 5.0).ln() } else { 3.0 * x } }
    equal: "if x == 0 then 5*x else x^2" = |x| { if x == 0.0 { 5.0 * x } else { x.powi(2) } }
    times_zero: "x*0 + 1" = |x| { x * 0.0 + 1.0 }
    difference: "x - x" = |x| {
        let same = x;
        x - same
    }
    step_over_zero: "floor(x)/y" = |x, y| { x.floor() / y }
    step_times_pole: "floor(x)*ln(y)" = |x, y| { x.floor() * y.ln() }
    powers: "x^0 + x^1" = |x| { x.powi(0) + x.powi(1) }
}

#[test]
fn generated_adjoints_keep_the_conventions() {
    let mut wrong = Vec::new();
    for line in conventions::lines() {
        let found = match line.written() {
            conventions::Written::Row { name, n, at, moves } => row(name, at, n, moves.len()),
            conventions::Written::Text(text) => expression(text, &line.x),
        };
        let Some(found) = found else {
            wrong.push(format!("not written out in Rust: {}", line.text));
            continue;
        };
        if !same_bits(found.value, line.plain()) {
            wrong.push(format!("value {} is not that of f64, {}: {}", found.value, line.plain(), line.text));
        }
        wrong.extend(conventions::differences(&line, "generated adjoint", &found));
    }
    assert!(wrong.is_empty(), "{} entries:\n{}", wrong.len(), wrong.join("\n"));
}

/// The partial by the divisor alone is 1e400 there.
#[test]
fn a_small_adjoint_meets_a_small_divisor_before_it_overflows() {
    #[wengert::differentiable]
    fn scaled(a: f64, b: f64) -> f64 {
        a / b * 1e-300
    }

    #[wengert::differentiable]
    fn inverse(b: f64) -> f64 {
        2.0 / b * 1e-300
    }

    let near = |got: f64, exact: f64| assert!((got / exact - 1.0).abs() < 1e-15, "{got:e} instead of {exact:e}");
    let (by_a, by_b) = scaled::gradient(3.0, 1e-200);
    near(by_a, 1e-100);
    near(by_b, -3e100);
    near(inverse::gradient(1e-200), -2e100);
}
