//! `math = "vector"`: functions in loops are computed for many iterations at once, by kernels that differ from std in the last
//! digits. Values and derivatives agree bit for bit with each other in every engine, and with std's to rounding.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop)]

use wengert::functions::{erf, erfc, norm_cdf};
use wengert::prelude::*;

/// The same function by std and by kernels.
macro_rules! both {
    ($name:ident: $($item:tt)*) => {
        mod $name {
            pub(crate) mod std {
                #[allow(unused_imports)]
                use super::super::*;
                #[differentiable(all)]
                $($item)*
            }
            pub(crate) mod vector {
                #[allow(unused_imports)]
                use super::super::*;
                #[differentiable(all, math = "vector")]
                $($item)*
            }
        }
    };
}

both! { log_sum_exp: pub(crate) fn f(x: &[f64]) -> f64 {
    let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for v in x {
        sum += (v - largest).exp();
    }
    sum.ln() + largest
} }

both! { chained: pub(crate) fn f(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        let a = x[i].sin();
        let b = (a * a).exp() + (2.0 + a).ln();
        total += b.tanh() * (x[i] * b).cos() + (1.5 + a).powf(b) + norm_cdf(a) - erfc(b - a);
    }
    total * total
} }

both! { lists: pub(crate) fn f(x: &[f64]) -> f64 {
    let e: Vec<f64> = x.iter().map(|v| v.exp()).collect();
    let total: f64 = e.iter().sum();
    e.iter().enumerate().map(|(k, v)| v / (1.0 + total) * k as f64).sum::<f64>().sin()
} }

both! { carried: pub(crate) fn f(x: &[f64]) -> f64 {
    let mut state = 0.1;
    for i in 0..x.len() {
        // The first can be computed ahead, the second waits for the iteration before.
        let drive = (-x[i] * x[i]).exp();
        state = (state + drive).sin();
    }
    state
} }

both! { overwritten: pub(crate) fn f(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut sum = 0.0;
    for i in 1..v.len() {
        // What it reads is written in the loop.
        v[i] = 0.5 * v[i] + v[i - 1].exp().ln();
        sum += v[i].cos();
    }
    sum
} }

both! { branches: pub(crate) fn f(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        let e = (0.3 * v).exp();
        if *v > 0.5 {
            sum += e * i as f64;
        } else if *v < -0.5 {
            sum -= (e * v).sin();
        }
    }
    sum
} }

both! { rows: pub(crate) fn f(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..x.len() {
        let scale = x[k].exp();
        let mut inner = 0.0;
        for v in x {
            inner += (v * scale).cos() * x[k];
        }
        sum += inner.sin();
    }
    sum
} }

both! { products: pub(crate) fn f(x: &[f64]) -> f64 {
    let mut product = 1.0;
    for i in 0..x.len() {
        let c = (i as f64).cos();
        product *= 1.0 + 0.01 * c * (x[i] * c).tanh();
    }
    product
} }

both! { partners: pub(crate) fn f(x: &[f64]) -> f64 {
    let (mut total, w) = (1.0, x[0]);
    for v in x {
        // What the adjoints read: of the sine a cosine that stands there, of the others functions that do not.
        let (s, c) = ((w * v).sin(), (w * v).cos());
        let near = norm_cdf(0.3 * v + s) * erfc(c - v);
        total = 0.9 * total + near * (v + w).cos() + (2.0 + s).powf(1.5) - erf(v * w);
    }
    total
} }

both! { independent: pub(crate) fn f(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for round in 0..2 {
        let mut out = vec![0.0; x.len()];
        #[independent]
        for i in 0..x.len() {
            let mut sum = 0.0;
            for v in x {
                sum += (v * x[i]).sin();
            }
            out[i] = sum * sum;
        }
        for o in &out {
            total += (o * (1 + round) as f64).tanh();
        }
    }
    total
} }

fn point(n: usize) -> Vec<f64> {
    (0..n).map(|i| 1.2 * (i as f64 * 0.77).sin()).collect()
}

fn close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    let size = b.iter().fold(1.0f64, |m, x| m.max(x.abs()));
    for (k, (a, b)) in a.iter().zip(b).enumerate() {
        assert!((a - b).abs() <= 1e-11 * size, "{k}: {a} {b}");
    }
}

macro_rules! agree {
    ($name:ident) => {
        for n in [1, 2, 63, 64, 65, 130] {
            let x = point(n);
            let d: Vec<f64> = (0..n).map(|i| (i as f64 * 1.3).cos()).collect();
            let value = $name::vector::f(&x);
            close(&[value], &[$name::std::f(&x)]);
            let (of_gradient, gradient) = $name::vector::f::value_and_gradient(&x);
            assert_eq!(of_gradient.to_bits(), value.to_bits(), "{} {n}", stringify!($name));
            assert_eq!($name::vector::f::vjp(&x, 1.0), (value, gradient.clone()));
            close(&gradient, &$name::std::f::gradient(&x));

            let (of_jvp, along) = $name::vector::f::jvp(&x, &d);
            assert_eq!(of_jvp.to_bits(), value.to_bits(), "{} {n}", stringify!($name));
            close(&[along], &[gradient.iter().zip(&d).map(|(g, d)| g * d).sum()]);

            let (of_hvp, again, product) = $name::vector::f::value_and_hvp(&x, &d);
            assert_eq!(of_hvp.to_bits(), value.to_bits(), "{} {n}", stringify!($name));
            close(&again, &gradient);
            close(&product, &$name::std::f::hvp(&x, &d));

            // The tape, and any other engine, by the rules of the kernels.
            let function = $name::vector::f::function(&x);
            let (of_tape, by_tape) = (function.value(&x), function.jacobian(&x));
            assert_eq!(of_tape[0].to_bits(), value.to_bits(), "{} {n}", stringify!($name));
            close(by_tape.as_slice(), &gradient);
        }
    };
}

#[test]
fn sums_of_exponentials() {
    agree!(log_sum_exp);
}

#[test]
fn functions_of_functions() {
    agree!(chained);
}

#[test]
fn lists_of_values() {
    agree!(lists);
}

#[test]
fn what_waits_for_the_iteration_before() {
    agree!(carried);
}

#[test]
fn what_the_loop_overwrites() {
    agree!(overwritten);
}

#[test]
fn arms_of_branches() {
    agree!(branches);
}

#[test]
fn loops_in_loops() {
    agree!(rows);
}

#[test]
fn functions_of_constants() {
    agree!(products);
}

#[test]
fn what_the_adjoints_of_functions_read() {
    agree!(partners);
}

#[test]
fn loops_in_loops_that_may_run_at_once() {
    agree!(independent);
}

#[test]
fn nothing_is_computed_of_empty_lists() {
    assert_eq!(chained::vector::f(&[]), 0.0);
    assert_eq!(chained::vector::f::value_and_gradient(&[]), (0.0, vec![]));
    assert_eq!(log_sum_exp::vector::f(&[]), log_sum_exp::std::f(&[]));
}

#[differentiable(all, math = "vector")]
fn decay(t: &[f64], rate: f64, #[constant] scale: f64, out: &mut [f64]) {
    for i in 0..t.len() {
        out[i] = scale * (-rate * t[i]).exp();
    }
}

#[differentiable(math = "vector")]
fn caller(t: &[f64], rate: f64) -> f64 {
    let mut y = vec![0.0; t.len()];
    decay(t, rate, 2.0, &mut y);
    y.iter().map(|y| y.sin()).sum()
}

#[test]
fn what_is_written_and_what_calls_it() {
    let t = point(100);
    let (mut plain, mut again) = (vec![0.0; 100], vec![0.0; 100]);
    decay(&t, 0.7, 2.0, &mut plain);
    let by_kernel = |t: &f64| 2.0 * wengert::vector::exp(-0.7 * t);
    assert_eq!(plain, t.iter().map(by_kernel).collect::<Vec<_>>());
    let weight = vec![1.0; 100];
    let ((), (by_t, by_rate, by_out)) = decay::vjp(&t, 0.7, 2.0, &mut again, &weight);
    assert_eq!(plain, again);
    close(&by_t, &plain.iter().map(|y| -0.7 * y).collect::<Vec<_>>());
    close(&[by_rate], &[plain.iter().zip(&t).map(|(y, t)| -t * y).sum()]);
    assert!(by_out.iter().all(|d| *d == 0.0));

    let (value, (by_t, by_rate)) = caller::value_and_gradient(&t, 0.7);
    assert_eq!(value.to_bits(), caller(&t, 0.7).to_bits());
    close(&by_t, &plain.iter().map(|y| y.cos() * -0.7 * y).collect::<Vec<_>>());
    close(&[by_rate], &[plain.iter().zip(&t).map(|(y, t)| y.cos() * -t * y).sum()]);
}

mod kinds {
    use super::*;

    #[differentiable(all, math = "vector")]
    pub(super) fn of_a_length<const N: usize>(x: &[f64; N], k: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..N {
            sum += (x[i] * k as f64).exp();
        }
        sum
    }

    #[differentiable(all, math = "vector")]
    pub(super) fn of_rows(x: &[[f64; 3]], y: &mut [f64]) {
        for (p, y) in x.iter().zip(y.iter_mut()) {
            *y = (p[0] * p[1] + p[2]).tanh();
        }
    }

    #[differentiable(all, math = "vector")]
    pub(super) fn of_lists(x: &[Vec<f64>]) -> Vec<f64> {
        x.iter().map(|row| row.iter().map(|v| v.exp()).sum::<f64>().ln()).collect()
    }

    #[differentiable(all, math = "vector")]
    pub(super) fn of_steps(x: &[f64]) -> f64 {
        let evens = x.iter().skip(1).step_by(2).map(|v| v.exp()).sum::<f64>();
        evens + of_a_length::<2>(&[x[0], x[1]], 3) + x.chunks(2).map(|c| c[0].sin().exp()).sum::<f64>()
    }

    #[differentiable(all, math = "vector")]
    pub(super) fn of_pairs(mut pair: (f64, f64), #[constant] t: &[f64]) -> (f64, f64) {
        let mut sum = 0.0;
        for v in t {
            sum += (-v * pair.0).exp();
        }
        pair.0 *= sum;
        (pair.0, pair.1 * sum)
    }

    #[differentiable(all, math = "vector")]
    pub(super) fn of_grown(x: &[f64], n: usize) -> Option<f64> {
        let mut list = vec![x[0]];
        for i in 1..n {
            // The list is read while it grows.
            let next = 0.5 * list[i - 1].exp() + (0.1 * i as f64).cos() * x[i % x.len()];
            list.push(next.sin());
        }
        if n == 0 { None } else { Some(list.iter().map(|v| v.exp()).sum()) }
    }
}

/// The gradient by central differences.
fn differences(x: &[f64], f: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let at = |i: usize, h: f64| {
        let mut x = x.to_vec();
        x[i] += h;
        f(&x)
    };
    (0..x.len()).map(|i| (at(i, 1e-6) - at(i, -1e-6)) / 2e-6).collect()
}

fn near(a: &[f64], b: &[f64]) {
    assert!(a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6 * (1.0 + b.abs())), "{a:?} {b:?}");
}

#[test]
fn parameters_and_loops_of_all_kinds() {
    let x = point(6);
    let three = [x[0], x[1], x[2]];
    let (value, gradient) = kinds::of_a_length::value_and_gradient(&three, 2);
    assert_eq!(value, kinds::of_a_length(&three, 2));
    near(&gradient, &differences(&three, |x| kinds::of_a_length::<3>(x.try_into().expect("three"), 2)));

    let (rows, mut y) = ([[x[0], x[1], x[2]], [x[3], x[4], x[5]]], [0.0; 2]);
    let sum = |x: &[f64]| {
        let mut y = [0.0; 2];
        kinds::of_rows(x.as_chunks::<3>().0, &mut y);
        y[0] - 2.0 * y[1]
    };
    let ((), (gradient, _)) = kinds::of_rows::vjp(&rows, &mut y, &[1.0, -2.0]);
    near(gradient.as_flattened(), &differences(&x, sum));

    let lists = |x: &[f64]| vec![x[..4].to_vec(), x[4..].to_vec()];
    let jacobian = kinds::of_lists::jacobian(&lists(&x));
    for k in 0..2 {
        near(jacobian.row(k), &differences(&x, |x| kinds::of_lists(&lists(x))[k]));
    }

    let (value, gradient) = kinds::of_steps::value_and_gradient(&x);
    assert_eq!(value, kinds::of_steps(&x));
    near(&gradient, &differences(&x, kinds::of_steps));

    let ((a, b), by_pair) = kinds::of_pairs::vjp((0.5, 2.0), &x, 1.0, 1.0);
    assert_eq!((a, b), kinds::of_pairs((0.5, 2.0), &x));
    let total = |p: &[f64]| {
        let (a, b) = kinds::of_pairs((p[0], p[1]), &x);
        a + b
    };
    near(&[by_pair.0, by_pair.1], &differences(&[0.5, 2.0], total));

    let (value, gradient) = kinds::of_grown::value_and_gradient(&x, 40).expect("a value");
    assert_eq!(Some(value), kinds::of_grown(&x, 40));
    near(&gradient, &differences(&x, |x| kinds::of_grown(x, 40).expect("a value")));
}

#[test]
fn edges_are_those_of_std() {
    let x = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.0, -0.0, 800.0, -800.0];
    for x in x {
        let list = [x; 3];
        let (value, gradient) = branches::vector::f::value_and_gradient(&list);
        let (by_std, by_std_gradient) = branches::std::f::value_and_gradient(&list);
        assert_eq!(value.is_nan(), by_std.is_nan(), "{x}");
        assert!(value == by_std || value.is_nan() || (value - by_std).abs() <= 1e-12 * by_std.abs(), "{x}");
        let same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-12 * b.abs();
        assert!(gradient.iter().zip(&by_std_gradient).all(same), "{x}: {gradient:?} {by_std_gradient:?}");
    }
}
