//! Functions on `f32`, generic over the number, and with constant generics.

// What users write: loops over indices.
#![allow(clippy::needless_range_loop)]

use crate::flat::{close, laws, scalar_laws};
use wengert::prelude::*;

#[differentiable]
fn on_any<T: Real>(x: &[T], a: T) -> T {
    let mut s = T::from(1.0);
    for i in 0..x.len() {
        if x[i] > 0.2 {
            s += a * x[i] * 2.0;
        } else {
            s *= x[i].exp();
        }
    }
    s
}

#[differentiable]
fn helper<T: Real>(x: T) -> T {
    x.sin() * x
}

#[differentiable]
fn plain_helper(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn calls_generic(x: f64) -> f64 {
    helper(x) + plain_helper(helper(x))
}

#[differentiable]
fn outputs_on_any<T: Real>(x: [T; 2], y: &mut [T]) -> (T, Vec<T>) {
    y[0] *= x[0];
    (x[0] * x[1], vec![x[1], y[0] * y[1]])
}

#[differentiable]
fn sized<const N: usize>(x: [f64; N], #[constant] w: [f64; N]) -> f64 {
    let mut s = 0.0;
    for i in 0..N {
        s += x[i] * x[i] * w[i];
    }
    s * (N as f64)
}

#[differentiable]
fn matrix<const R: usize, const C: usize>(x: &[f64], y: [f64; R]) -> [f64; C] {
    let mut z = [0.0; C];
    for r in 0..R {
        for c in 0..C {
            z[c] += x[r * C + c] * y[r];
        }
    }
    z
}

#[differentiable]
fn both<T: Real, const N: usize>(x: [T; N]) -> T {
    let mut p = T::from(1.0);
    for v in x.iter() {
        p *= *v;
    }
    p
}

#[differentiable]
fn calls_sized(x: [f64; 3]) -> f64 {
    sized(x, [1.0, 2.0, 3.0]) * both([x[0], x[1]])
}

#[test]
fn generic_over_the_number() {
    scalar_laws!(on_any(&[0.3, 0.1, 0.9], 0.5); at([0.3, 0.1, 0.9], 0.5); along(&[1.0, -1.0, 0.5], 2.0));
    laws!(on_any(&[0.3, 0.1, 0.9], 0.5); at([0.3, 0.1, 0.9], 0.5); along(&[1.0, -1.0, 0.5], 2.0); weighted(1.5));
    scalar_laws!(calls_generic(0.4); at(0.4); along(1.5));
    laws!(
        outputs_on_any([0.3, 0.7], &mut [2.0, 3.0]);
        at([0.3, 0.7], [2.0, 3.0]);
        along([1.0, -1.0], &[0.5, 0.2]);
        weighted(1.5, &[0.5, 2.0], &[1.0, -1.0])
    );
    let d = derivative(|t| on_any(&[t, t * t], t), 0.7);
    let g = on_any::gradient(&[0.7, 0.7 * 0.7], 0.7);
    close(&[d], &[g.0[0] + g.0[1] * 1.4 + g.1], "the function as it was written runs on any number");
}

#[test]
fn constant_generics() {
    scalar_laws!(sized([0.3, 0.1, 0.9], [1.0, 2.0, 3.0]); at([0.3, 0.1, 0.9]); along([1.0, -1.0, 0.5]));
    scalar_laws!(both([0.3, 0.1, 0.9]); at([0.3, 0.1, 0.9]); along([1.0, -1.0, 0.5]));
    scalar_laws!(calls_sized([0.3, 0.1, 0.9]); at([0.3, 0.1, 0.9]); along([1.0, -1.0, 0.5]));
    assert_eq!(sized::gradient([3.0], [2.0]), [12.0]);
    let none: [f64; 0] = sized::gradient([], []);
    assert!(none.is_empty());
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let (z, (gx, gy)) = matrix::vjp::<2, 3>(&x, [0.5, 2.0], &[1.0, 0.0, -1.0]);
    assert_eq!(z, [8.5, 11.0, 13.5]);
    assert_eq!((gx, gy), (vec![0.5, 0.0, -0.5, 2.0, 0.0, -2.0], [-2.0, -2.0]));
    let j = matrix::jacobian::<2, 3>(&x, [0.5, 2.0]);
    assert_eq!((j.rows(), j.columns(), j[(1, 4)], j[(2, 7)]), (3, 8, 2.0, 6.0));
    let (_, dz) = matrix::jvp::<2, 3>(&x, [0.5, 2.0], &[0.0; 6], [1.0, 0.0]);
    assert_eq!(dz, [1.0, 2.0, 3.0]);
}

#[differentiable]
fn single(x: &[f32], a: f32) -> f32 {
    let mut s = 0.0;
    for v in x {
        s += (a * v).sin() * 0.5;
    }
    s
}

#[differentiable]
fn single_outputs(x: f32, y: &mut [f32]) -> (f32, [f32; 2], Vec<f32>) {
    y[0] *= x;
    (x * x, [x, 2.0 * x], vec![y[0], y[1]])
}

#[differentiable]
fn single_any<T: Real<f32>>(x: T, y: T) -> T {
    x * y.exp() + x * 2.0
}

#[test]
fn single_precision() {
    let (x, a) = ([0.5f32, -1.25, 2.0], 0.75f32);
    let (y, (gx, ga)) = single::value_and_gradient(&x, a);
    assert_eq!(y.to_bits(), single(&x, a).to_bits());
    for (g, v) in gx.iter().zip(x) {
        assert!((g - a * (a * v).cos() * 0.5).abs() < 1e-6);
    }
    let want: f32 = x.iter().map(|v| v * (a * v).cos() * 0.5).sum();
    assert!((ga - want).abs() < 1e-6);
    let (_, dy) = single::jvp(&x, a, &[1.0, 0.5, -1.0], 2.0);
    let along = gx[0] + 0.5 * gx[1] - gx[2] + 2.0 * ga;
    assert!((dy - along).abs() < 1e-6);
    let (hx, ha): (Vec<f32>, f32) = single::hvp(&x, a, &[0.0; 3], 1.0);
    assert!((ha + x.iter().map(|v| v * v * (a * v).sin() * 0.5).sum::<f32>()).abs() < 1e-6);
    assert_eq!(hx.len(), 3);
    let mut ws = Workspace::default();
    let (mut tx, mut ta) = ([0.0f32; 3], 0.0f32);
    single::value_and_gradient_into(&x, a, &mut tx, &mut ta, &mut ws);
    assert_eq!((tx.to_vec(), ta), (gx, ga));
}

#[test]
fn outputs_in_single_precision() {
    let mut y = [3.0f32, 4.0];
    let (value, (gx, gy)) = single_outputs::vjp(2.0, &mut y, 1.0, &[10.0, 100.0], &[1.0, 1.0], &[0.0, 0.0]);
    assert_eq!(value, (4.0, [2.0, 4.0], vec![6.0, 4.0]));
    assert_eq!((gx, gy, y), (4.0 + 10.0 + 200.0 + 3.0, vec![2.0, 1.0], [6.0, 4.0]));
    let (y, g) = single_any::value_and_gradient(2.0, 0.5);
    assert_eq!((y, g.0), (2.0 * 0.5f32.exp() + 4.0, 0.5f32.exp() + 2.0));
    assert_eq!(single_any(2.0f32, 0.5), y);
}

/// Lists of the number itself are no lists of structures.
#[differentiable]
fn lists_of_numbers<T: Real>(x: &[T], out: &mut [T]) -> T {
    let rows: Vec<Vec<T>> = (0..2).map(|k| x.iter().skip(k).map(|v| *v * x[0]).collect()).collect();
    let mut pairs: Vec<(T, usize)> = x.iter().enumerate().map(|(i, v)| (*v, i)).collect();
    pairs.push((x[1], 3));
    let mut last: Vec<T> = Vec::new();
    for r in &rows {
        last.push(r[r.len() - 1]);
    }
    out[0] = last[0] * pairs[2].0;
    out[0] + rows[1][0]
}

#[test]
fn lists_of_the_number_are_told_from_structures() {
    let mut out = [0.0];
    let (value, (gx, _)) = lists_of_numbers::value_and_gradient(&[2.0, 3.0], &mut out);
    assert_eq!((value, gx), (24.0, vec![12.0, 14.0]));
}

#[differentiable]
fn weighted(x: &[f64], #[constant] weights: &[f64], offset: f64) -> f64 {
    x.iter().zip(weights).map(|(x, w)| w * x * x).sum::<f64>() + offset
}

#[differentiable]
fn of_rows(rows: &[Vec<f64>], k: f64) -> f64 {
    rows.iter().map(|row| row.iter().product::<f64>()).sum::<f64>() * k
}

/// With what it changes it gives several.
#[differentiable]
fn shifted(x: &mut [f64], by: f64) -> f64 {
    x[0] += by;
    x[0] * by
}

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

/// A number is asked for.
fn at(f: impl Function<Output<f64> = f64>, x: &[f64]) -> (f64, Vec<f64>) {
    (f.eval(x), f.gradient(x))
}

#[test]
fn bound_functions_of_a_number_give_a_number() {
    let bound = weighted::function(&[0.0; 2], &[2.0, 3.0], 0.0);
    assert_eq!(at(bound, &[1.0, 2.0, 10.0]), (24.0, vec![4.0, 12.0, 1.0]));
    let bound = of_rows::function(&[vec![0.0; 2], vec![0.0]], 0.0);
    assert_eq!(at(bound, &[2.0, 3.0, 4.0, 0.5]), (5.0, vec![1.5, 1.0, 0.5, 10.0]));
    let spring = Spring { k: 4.0 };
    assert_eq!(at(spring_function(&spring), &[4.0, 3.0]), (18.0, vec![4.5, 12.0]));
    let several = shifted::function(&mut [0.0], 0.0);
    assert_eq!(several.jacobian(&[2.0, 3.0]).as_slice(), [3.0, 8.0, 1.0, 1.0]);
}

fn spring_function(spring: &Spring) -> impl Function<Output<f64> = f64> {
    Spring::energy_function(spring, 0.0)
}

/// What `into` gives is what the bound says, also where the argument goes into more than that.
mod into_what_the_bound_says {
    use wengert::prelude::*;

    #[derive(Clone, Copy)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[derive(Clone, Copy)]
    struct Offset {
        x: f64,
        y: f64,
    }

    impl From<(f64, f64)> for Point {
        fn from((x, y): (f64, f64)) -> Point {
            Point { x, y }
        }
    }

    impl From<(f64, f64)> for Offset {
        fn from((x, y): (f64, f64)) -> Offset {
            Offset { x: 2.0 * x, y: 3.0 * y }
        }
    }

    impl From<Offset> for Point {
        fn from(o: Offset) -> Point {
            Point { x: o.x, y: o.y }
        }
    }

    fn moved<P: Into<Point>, O>(p: P, by: O) -> Point
    where
        O: Into<Offset>,
    {
        let p = p.into();
        let by = by.into();
        Point { x: p.x + by.x * by.y, y: p.y * by.y }
    }

    fn square(of: impl Into<Point> + Copy) -> f64 {
        let of = of.into();
        of.x * of.x + of.y
    }

    #[differentiable]
    fn f(a: f64, b: f64) -> f64 {
        let p = moved((a, b), (b, a));
        square(p) + square((a, b)) + square(Offset { x: b, y: 1.0 })
    }

    #[test]
    fn and_derivatives_follow() {
        // p = (a + 6 a b, 3 a b)
        let (a, b): (f64, f64) = (0.75, -1.25);
        let (value, (da, db)) = f::value_and_gradient(a, b);
        assert_eq!(value, f(a, b));
        let x = a + 6.0 * a * b;
        assert!((da - (2.0 * x * (1.0 + 6.0 * b) + 3.0 * b + 2.0 * a)).abs() < 1e-13, "{da}");
        assert!((db - (2.0 * x * 6.0 * a + 3.0 * a + 1.0 + 2.0 * b)).abs() < 1e-13, "{db}");
    }
}

/// Recorded on a tape these would be warned of.
#[deny(deprecated)]
mod wholes {
    use wengert::prelude::*;

    #[differentiable]
    pub(super) fn weighted<T: Real>(pairs: &[(T, T)], tail: &[Vec<(T, usize)>], scale: Option<T>) -> T {
        let mut sum = scale.unwrap_or(T::constant(1.0));
        for &(a, b) in pairs {
            sum *= a + b * b;
        }
        tail.iter().flatten().fold(sum, |sum, &(a, times)| sum + a * T::constant(times as f64))
    }

    #[differentiable]
    pub(super) fn even<T: Real>(x: T, n: usize) -> (T, T) {
        if n == 0 {
            return (x, x * x);
        }
        let (a, b) = odd(x * T::constant(0.5), n - 1);
        (a + b, a * b)
    }

    #[differentiable]
    pub(super) fn odd<T: Real>(x: T, n: usize) -> (T, T) {
        if n == 0 {
            return (x.sin(), x);
        }
        let (a, b) = even(x + T::constant(0.5), n - 1);
        (a - b, a * b)
    }
}

#[test]
fn lists_of_tuples_of_any_number_and_self_calls_that_give_tuples_are_transformed() {
    let (by_pairs, by_tail, by_scale) =
        wholes::weighted::gradient(&[(1.0, 2.0), (3.0, 4.0)], &[vec![], vec![(5.0, 3)]], Some(2.0));
    assert_eq!(by_pairs, [(38.0, 152.0), (10.0, 80.0)]);
    assert_eq!((by_tail, by_scale), (vec![vec![], vec![(3.0, 3)]], Some(95.0)));
    // even(x, 2) from u = x/2 + 1/2: (u - u^2 + u^3, (u - u^2) u^3).
    let u = 0.85f64;
    let wanted = [(1.0 - 2.0 * u + 3.0 * u * u) / 2.0, (4.0 * u.powi(3) - 5.0 * u.powi(4)) / 2.0];
    let found = wholes::even::jacobian(0.7, 2);
    assert!((found[(0, 0)] - wanted[0]).abs() < 1e-15 && (found[(1, 0)] - wanted[1]).abs() < 1e-15, "{found:?}");
}
