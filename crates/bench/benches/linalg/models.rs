//! Models that scalars and matrices mix in.

use crate::{noise, race};
use std::hint::black_box;
use wengert::linalg::{Covariance, Matrix, dot, matmul, matmul_transposed, shifted};
use wengert::{Dual, Real, gradient_into, value_and_hessian_into};

/// Minus the logarithm of the likelihood of a Gaussian process, by length, height and noise.
fn process<T: Real>(t: &[f64], y: &Matrix, x: &[T]) -> T {
    let n = t.len();
    let (rate, height, noise) = (-0.5 / (x[0] * x[0]), x[1] * x[1], x[2] * x[2]);
    let mut k = Matrix::filled(n, n, height + noise);
    for j in 0..n {
        for i in j + 1..n {
            let d = t[i] - t[j];
            let entry = height * (rate * (d * d)).exp();
            k[(i, j)] = entry;
            k[(j, i)] = entry;
        }
    }
    let k = k.cholesky().expect("positive definite");
    let y = Matrix::constant(y);
    0.5 * (dot(&y, &k.solve(&y).expect("positive definite")) + k.logdet())
}

/// The same with covariances that are one operation.
fn process_by_kernel<T: Real>(t: &[f64], y: &Matrix, x: &[T]) -> T {
    let (points, none) = (Matrix::constant(&Matrix::column(t)), Matrix::zeros(0, 0));
    let lengths = Matrix::filled(1, 1, x[0]);
    let k = Covariance::SquaredExponential.matrix(&points, &points, &lengths, x[1] * x[1], &none);
    let k = shifted(&k, x[2] * x[2]).cholesky().expect("positive definite");
    let y = Matrix::constant(y);
    0.5 * (dot(&y, &k.solve(&y).expect("positive definite")) + k.logdet())
}

/// Minus the logarithm of the likelihood of a Kalman filter of 6 states and 2 measurements, by the noises of both and by
/// the damping.
fn filter<T: Real>(seen: &[Matrix], x: &[T]) -> T {
    let n = 6;
    let zero = T::constant(0.0);
    let f = Matrix::from_fn(n, n, |i, j| match j {
        _ if i == j => T::constant(1.0) - x[2] * 0.01,
        _ if j == i + 1 => T::constant(0.1),
        _ => zero,
    });
    let h = Matrix::from_fn(2, n, |i, j| T::constant(if j == 3 * i { 1.0 } else { 0.0 }));
    let q = Matrix::from_fn(n, n, |i, j| if i == j { x[0] * x[0] } else { zero });
    let r = Matrix::from_fn(2, 2, |i, j| if i == j { x[1] * x[1] } else { zero });
    let mut mean = Matrix::zeros(n, 1);
    let mut p = Matrix::identity(n);
    let mut sum = zero;
    for z in seen {
        mean = matmul(&f, &mean);
        p = matmul_transposed(&matmul(&f, &p), &f) + &q;
        let ph = matmul_transposed(&p, &h);
        let s = (matmul(&h, &ph) + &r).cholesky().expect("positive definite");
        let rest = Matrix::constant(z) - matmul(&h, &mean);
        let gain = s.solve(&ph.transposed()).expect("positive definite");
        sum += dot(&rest, &s.solve(&rest).expect("positive definite")) + s.logdet();
        mean += matmul(&gain.transposed(), &rest);
        p -= matmul(&ph, &gain);
    }
    0.5 * sum
}

pub(crate) fn run(only: &str) {
    for n in [200, 1000] {
        if !"process".contains(only) {
            break;
        }
        let t: Vec<f64> = (0..n).map(|i| i as f64 * 0.05).collect();
        let y = noise(n, 1, 9);
        let x = [0.7, 1.1, 0.4];
        let (mut g, mut by_both, mut h) = ([0.0; 3], [0.0; 3], [0.0; 9]);
        let times = race(&mut [
            &mut || {
                black_box(process(&t, &y, black_box(&x)));
            },
            &mut || gradient_into(|x| process(&t, &y, x), black_box(&x), &mut g),
            &mut || {
                black_box(value_and_hessian_into(|x| process(&t, &y, x), black_box(&x), &mut by_both, &mut h));
            },
        ]);
        println!(
            "Gaussian process of {n} points: value {:.0} us, gradient {:.2}, Hessian {:.2}",
            times[0] / 1e3,
            times[1] / times[0],
            times[2] / times[0]
        );
        check(&x, &g, |x| process(&t, &y, x));
        let times = race(&mut [
            &mut || {
                black_box(process_by_kernel(&t, &y, black_box(&x)));
            },
            &mut || gradient_into(|x| process_by_kernel(&t, &y, x), black_box(&x), &mut g),
            &mut || {
                black_box(value_and_hessian_into(
                    |x| process_by_kernel(&t, &y, x),
                    black_box(&x),
                    &mut by_both,
                    &mut h,
                ));
            },
        ]);
        println!(
            "  with covariances in one operation: value {:.0} us, gradient {:.2}, Hessian {:.2}",
            times[0] / 1e3,
            times[1] / times[0],
            times[2] / times[0]
        );
        check(&x, &g, |x| process_by_kernel(&t, &y, x));
    }
    if "filter".contains(only) {
        let seen: Vec<Matrix> = (0..1000).map(|k| noise(2, 1, k + 1)).collect();
        let x = [0.3, 0.5, 0.7];
        let mut g = [0.0; 3];
        let times = race(&mut [
            &mut || {
                black_box(filter(&seen, black_box(&x)));
            },
            &mut || gradient_into(|x| filter(&seen, x), black_box(&x), &mut g),
        ]);
        println!(
            "Kalman filter of 6 states, 1000 steps: value {:.0} us, gradient {:.2}",
            times[0] / 1e3,
            times[1] / times[0]
        );
        check(&x, &g, |x| filter(&seen, x));
    }
}

/// Holds a gradient against forward mode.
fn check(x: &[f64; 3], g: &[f64; 3], f: impl Fn(&[Dual]) -> Dual) {
    for (k, g) in g.iter().enumerate() {
        let duals: Vec<Dual> = (0..3).map(|i| if i == k { Dual::variable(x[i]) } else { Dual::fixed(x[i]) }).collect();
        let d = f(&duals).tangent;
        assert!((d - g).abs() < 1e-6 * (1.0 + d.abs()), "{k}: {g} and {d}");
    }
}
