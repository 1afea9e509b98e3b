//! Other names for types, with parameters: all arguments are put in at once.

use wengert::prelude::*;

type Mat<const R: usize, const C: usize> = [[f64; C]; R];
/// Parameters in another order than those of the type behind it, with the same names.
type Turned<const R: usize, const C: usize> = Mat<C, R>;
type Square<const C: usize> = Mat<C, C>;
/// Numbers that stand for others: one after the other, both would become the last.
type Both<A, B> = (A, B);
type Swapped<B, A> = Both<A, B>;
type Row<T = f64, const N: usize = 3> = [T; N];
type Slope<T, U = T> = (T, U);
type Lent<'a> = &'a [f64];
type Between<'b, 'a, T> = (&'a [T], &'b [T]);

/// The transposed matrix.
#[differentiable]
fn t<const R: usize, const C: usize>(a: &Mat<R, C>) -> Mat<C, R> {
    let mut b = [[0.0; R]; C];
    for i in 0..R {
        for j in 0..C {
            b[j][i] = a[i][j] * a[i][j];
        }
    }
    b
}

#[differentiable]
fn turned<const R: usize, const C: usize>(a: &Turned<R, C>) -> f64 {
    let mut sum = 0.0;
    for (j, row) in a.iter().enumerate() {
        for (i, x) in row.iter().enumerate() {
            sum += x * x * (1 + i + 10 * j) as f64;
        }
    }
    sum
}

#[differentiable]
fn lower<const R: usize, const C: usize>(a: &Mat<R, C>) -> f64 {
    let b: Mat<C, R> = t(a);
    let c: Mat<R, C> = t(&b);
    turned::<C, R>(&c) + b[C - 1][R - 1]
}

#[differentiable]
fn square<const R: usize>(a: &Square<R>) -> f64 {
    let mut sum = 0.0;
    for i in 0..R {
        for j in 0..=i {
            sum += a[i][j] * a[j][i];
        }
    }
    sum
}

#[differentiable]
fn swapped(p: Swapped<f64, Row>) -> f64 {
    let (row, x) = p;
    row[0] * x + row[2] * row[1]
}

#[differentiable]
fn defaults(a: Row<f64, 2>, s: Slope<f64>) -> Row<f64> {
    [a[0] * s.0, a[1] * s.1, s.0 * s.1]
}

#[differentiable]
fn lent(xs: Lent, ys: Lent<'_>) -> f64 {
    xs.iter().zip(ys).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn between<'a, 'b>(p: &'b [f64], q: &'a [f64]) -> f64 {
    let both: Between<'a, 'b, f64> = (p, q);
    both.0[0] * both.1[1]
}

#[test]
fn parameters_may_change_places() {
    let a = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let weights = [[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]];
    let (value, gradient) = t::vjp(&a, &weights);
    assert_eq!(value, [[1.0, 16.0], [4.0, 25.0], [9.0, 36.0]]);
    assert_eq!(gradient, [[2.0, 8.0, 18.0], [80.0, 200.0, 360.0]]);
    let (_, tangent) = t::jvp(&a, &[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(tangent, [[2.0, 0.0], [0.0, 0.0], [0.0, 12.0]]);
}

#[test]
fn parameters_may_change_places_twice() {
    let a = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let expected = |scale: f64| {
        let mut g = [[0.0; 3]; 2];
        for (j, row) in a.iter().enumerate() {
            for (i, x) in row.iter().enumerate() {
                g[j][i] = scale * x * (1 + i + 10 * j) as f64;
            }
        }
        g
    };
    assert_eq!(turned::gradient::<3, 2>(&a), expected(2.0));
    // Of the fourth powers, and of the last square.
    let mut g = [[0.0; 3]; 2];
    for (j, row) in a.iter().enumerate() {
        for (i, x) in row.iter().enumerate() {
            g[j][i] = 8.0 * x.powi(7) * (1 + i + 10 * j) as f64;
        }
    }
    g[1][2] += 12.0;
    let found = lower::gradient(&a);
    for (row, expected) in found.iter().zip(&g) {
        for (x, expected) in row.iter().zip(expected) {
            assert!((x - expected).abs() <= 1e-14 * expected.abs(), "{x} {expected}");
        }
    }
    assert_eq!(square::gradient(&[[1.0, 2.0], [3.0, 4.0]]), [[2.0, 3.0], [2.0, 8.0]]);
}

#[test]
fn types_may_change_places() {
    let (row, x) = swapped::gradient(([2.0, 3.0, 5.0], 7.0));
    assert_eq!((row, x), ([7.0, 5.0, 3.0], 2.0));
}

#[test]
fn defaults_are_on_the_parameters_in_front() {
    let (value, (a, s)) = defaults::vjp([2.0, 3.0], (5.0, 7.0), &[1.0, 10.0, 100.0]);
    assert_eq!(value, [10.0, 21.0, 35.0]);
    assert_eq!((a, s), ([5.0, 70.0], (702.0, 530.0)));
}

#[test]
fn lifetimes_are_arguments_too() {
    assert_eq!(lent::gradient(&[1.0, 2.0], &[3.0, 4.0]), (vec![3.0, 4.0], vec![1.0, 2.0]));
    assert_eq!(between::gradient(&[1.0, 2.0], &[3.0, 4.0]), (vec![4.0, 0.0], vec![0.0, 1.0]));
}
