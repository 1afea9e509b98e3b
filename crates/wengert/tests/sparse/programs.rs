//! Small programs of many kinds, each held against its dense derivatives, in every mode.

use std::sync::atomic::{AtomicBool, Ordering};
use wengert::linalg::{self, Matrix};
use wengert::prelude::*;
use wengert::sparse::{LagrangianHessian, Mode, Options, Pattern, Recovery, SparseHessian, SparseJacobian};

fn same(what: &str, found: &[f64], dense: &[f64]) {
    assert_eq!(found.len(), dense.len(), "{what}");
    for (k, (a, b)) in found.iter().zip(dense).enumerate() {
        let close = a == b || (a - b).abs() <= 1e-11 * b.abs() || a.is_nan() && b.is_nan();
        assert!(close, "{what}: entry {k} is {a}, not {b}");
    }
}

fn jacobian<F: Function>(what: &str, f: F, x: &[f64], elsewhere: &[f64]) {
    let modes = [Mode::Auto, Mode::Forward, Mode::Reverse, Mode::Bidirectional];
    for mode in modes {
        for options in [Options::new().mode(mode), Options::new().mode(mode).check(true)] {
            let sparse = SparseJacobian::prepare_with(&f, x, &options).unwrap();
            for at in [x, elsewhere] {
                let dense = f.jacobian(at);
                let what = format!("{what}, {mode:?}, at {:?}", &at[..at.len().min(5)]);
                match sparse.eval(at) {
                    Ok(values) => same(&what, sparse.to_dense(&values).as_slice(), dense.as_slice()),
                    Err(error) => assert!(sparse.is_local() && error.is_wrong_pattern(), "{what}: {error}"),
                }
            }
        }
    }
}

fn hessian<F: Function<Output<f64> = f64>>(what: &str, f: F, x: &[f64], elsewhere: &[f64]) {
    for recovery in [Recovery::Direct, Recovery::Substitution] {
        for check in [false, true] {
            let options = Options::new().recovery(recovery).check(check);
            let sparse = SparseHessian::prepare_with(&f, x, &options).unwrap();
            // Where it is local and not checked, it is trusted.
            let points = if sparse.is_local() && !check { vec![x] } else { vec![x, elsewhere] };
            for at in points {
                let dense = f.hessian(at);
                let what = format!("{what}, {recovery:?}, at {:?}", &at[..at.len().min(5)]);
                match sparse.eval(at) {
                    Ok(values) => {
                        let found = sparse.to_dense(&values);
                        let scale = |k: usize| match recovery {
                            Recovery::Direct => dense.as_slice()[k].abs(),
                            _ => dense.as_slice()[k].abs() * 100.0,
                        };
                        for (k, (a, b)) in found.as_slice().iter().zip(dense.as_slice()).enumerate() {
                            let close =
                                a == b || (a - b).abs() <= 1e-11 * scale(k) + 1e-300 || a.is_nan() && b.is_nan();
                            assert!(close, "{what}: entry {k} is {a}, not {b}");
                        }
                    }
                    Err(error) => assert!(sparse.is_local() && error.is_wrong_pattern(), "{what}: {error}"),
                }
            }
        }
    }
}

fn ramp(n: usize) -> Vec<f64> {
    (0..n).map(|k| 0.3 + 0.7 * (k as f64 * 1.3).sin()).collect()
}
fn other(n: usize) -> Vec<f64> {
    (0..n).map(|k| -0.4 + 1.1 * (k as f64 * 0.7).cos()).collect()
}

macro_rules! probes {
    ($kind:ident: $($name:ident, $n:expr, $f:expr;)+) => {$(
        #[test]
        fn $name() {
            $kind(stringify!($name), $f, &ramp($n), &other($n));
        }
    )+};
}

probes! { jacobian:
    jacobian_of_implicit_euler, 9, wengert::function!(|x| -> Vec<T> {
        let old = [1.0, 0.0, 0.0];
        x.chunks(3).flat_map(|c| {
            let r = [-0.04 * c[0] + 1e4 * c[1] * c[2], 0.04 * c[0] - 1e4 * c[1] * c[2] - 3e7 * c[1] * c[1], 3e7 * c[1] * c[1]];
            (0..3).map(move |i| c[i] - old[i] - 1e-3 * r[i]).collect::<Vec<_>>()
        }).collect()
    });
    jacobian_of_trapezoid_with_final_time, 13, wengert::function!(|x| -> Vec<T> {
        let h = x[12] / 5.0;
        let rate = |y: T, v: T| [v, (1.0 - y * y) * v - y];
        (0..5).flat_map(|k| {
            let (a, b) = (rate(x[2 * k], x[2 * k + 1]), rate(x[2 * k + 2], x[2 * k + 3]));
            (0..2).map(|i| x[2 * k + 2 + i] - x[2 * k + i] - 0.5 * h * (a[i] + b[i])).collect::<Vec<_>>()
        }).collect()
    });
    jacobian_of_graph_laplacian, 6, wengert::function!(|x| -> Vec<T> {
        let mut y = vec![T::from(0.0); 6];
        for (i, j, w) in [(0, 1, 1.0), (1, 4, 2.0), (4, 4, 3.0), (2, 0, 0.5), (5, 2, 0.1)] {
            let flow = w * (x[i] - x[j]).sin();
            y[i] += flow;
            y[j] -= flow;
        }
        y
    });
    jacobian_of_empty_rows, 3, wengert::function!(|x| -> Vec<T> { vec![T::from(1.0), x[1].exp(), T::from(2.0), x[0] * x[2], T::from(3.0)] });
    jacobian_of_empty_columns, 8, wengert::function!(|x| -> Vec<T> { vec![x[3] * x[3], x[3].sin() + x[5]] });
    jacobian_of_no_outputs, 5, wengert::function!(|x| -> Vec<T> { x[..0].to_vec() });
    jacobian_of_no_inputs, 0, wengert::function!(|x| -> Vec<T> { vec![T::from(x.len() as f64); 3] });
    jacobian_of_one, 1, wengert::function!(|x| -> [T; 1] { [x[0].tanh()] });
    jacobian_of_arrow, 40, wengert::function!(|x| -> Vec<T> {
        let mut y: Vec<T> = x.iter().map(|&x_k| x_k * x_k + x[0].sin()).collect();
        y[0] = x.iter().map(|x| x.cos()).sum();
        y
    });
    jacobian_of_tall, 3, wengert::function!(|x| -> Vec<T> { (0..200).map(|k| (x[k % 3] * (k as f64)).sin()).collect() });
    jacobian_of_wide, 200, wengert::function!(|x| -> Vec<T> { (0..3).map(|k| x.iter().skip(k).step_by(3).map(|x| x.exp()).sum()).collect() });
    jacobian_of_zero_times, 4, wengert::function!(|x| -> Vec<T> { vec![0.0 * x[0], x[1] - x[1], x[2].powi(0), x[3].powi(1), x[0] * 0.0 + x[3]] });
    jacobian_of_periodic_advection, 12, wengert::function!(|x| -> Vec<T> { (0..12).map(|i| x[i] * (x[(i + 1) % 12] - x[(i + 11) % 12])).collect() });
    jacobian_of_upwind, 12, wengert::function!(|x| -> Vec<T> {
        (1..11).map(|i| if x[i] > 0.0 { x[i] * (x[i] - x[i - 1]) } else { x[i] * (x[i + 1] - x[i]) }).collect()
    });
    jacobian_of_index_by_value, 6, wengert::function!(|x| -> Vec<T> {
        (0..3).map(|i| { let k = 3 + ((x[i].value().abs() * 10.0) as usize) % 3; x[i] * x[k] }).collect()
    });
    jacobian_of_matrix_product, 18, wengert::function!(|x| -> Vec<T> {
        let (a, b) = x.split_at(9);
        (0..9).map(|k| (0..3).map(|l| a[k / 3 * 3 + l] * b[3 * l + k % 3]).sum()).collect()
    });
    jacobian_of_forward_substitution, 7, wengert::function!(|x| -> Vec<T> {
        let mut y: Vec<T> = Vec::new();
        for (i, &b) in x.iter().enumerate() {
            let s = y.iter().fold(b, |s, &y| s - 0.3 * y);
            y.push(s / (1.0 + i as f64));
        }
        y
    });
    jacobian_of_cumulative, 9, wengert::function!(|x| -> Vec<T> { x.iter().scan(T::from(1.0), |p, &x| { *p *= x; Some(*p) }).collect() });
    jacobian_of_sorting_network, 4, wengert::function!(|x| -> Vec<T> {
        let mut y = x.to_vec();
        for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] { (y[i], y[j]) = (y[i].min(y[j]), y[i].max(y[j])); }
        y
    });
    jacobian_of_same_output_twice, 3, wengert::function!(|x| -> Vec<T> { let y = x[0] * x[1]; vec![y, y, x[2], x[2]] });
    jacobian_of_permutation, 9, wengert::function!(|x| -> Vec<T> { (0..9).map(|k| x[(4 * k + 1) % 9]).collect() });
    jacobian_of_power_flow, 6, wengert::function!(|x| -> Vec<T> {
        let (v, a) = x.split_at(3);
        let pairs = [[0, 1], [1, 2]];
        (0..3).flat_map(|i| {
            let mut pq = [v[i] * v[i] * 0.1, -v[i] * v[i]];
            for [k, l] in pairs {
                if i == k || i == l {
                    let j = k + l - i;
                    let (s, c) = ((a[i] - a[j]).sin(), (a[i] - a[j]).cos());
                    pq[0] += v[i] * v[j] * (0.1 * c + 5.0 * s);
                    pq[1] += v[i] * v[j] * (0.1 * s - 5.0 * c);
                }
            }
            pq
        }).collect()
    });
    jacobian_of_log_sum_exp, 12, wengert::function!(|x| -> Vec<T> { x.chunks(4).map(|c| {
        let m = c.iter().copied().reduce(|a, b| a.max(b)).unwrap();
        c.iter().map(|&x| (x - m).exp()).sum::<T>().ln() + m
    }).collect() });
    jacobian_of_polar, 8, wengert::function!(|x| -> Vec<T> { x.chunks(2).flat_map(|c| [c[0].hypot(c[1]), c[1].atan2(c[0])]).collect() });
    jacobian_of_scales, 10, wengert::function!(|x| -> Vec<T> { (0..10).map(|i| (0..10).filter(|j| (i + j) % 3 == 0).map(|j| x[j].sin() * 10f64.powi(2 * j as i32 - 10 - i as i32)).sum()).collect() });
    jacobian_of_heat_2d, 25, wengert::function!(|x| -> Vec<T> { (0..25).map(|k| {
        let (i, j) = (k / 5, k % 5);
        let mut s = -4.0 * x[k] + x[k].exp();
        for (is_inside, other) in [(i > 0, k.wrapping_sub(5)), (i < 4, k + 5), (j > 0, k.wrapping_sub(1)), (j < 4, k + 1)] {
            if is_inside {
                s += x[other];
            }
        }
        s
    }).collect() });
    jacobian_of_poles, 6, wengert::function!(|x| -> Vec<T> { (0..5).map(|k| (x[k] - x[k]).sqrt() + x[k + 1]).collect() });
}

probes! { hessian:
    hessian_of_powell, 8, wengert::function!(|x| x.chunks(4).map(|c| (c[0] + 10.0 * c[1]).powi(2) + 5.0 * (c[2] - c[3]).powi(2) + (c[1] - 2.0 * c[2]).powi(4) + 10.0 * (c[0] - c[3]).powi(4)).sum::<T>());
    hessian_of_wood, 12, wengert::function!(|x| x.windows(4).step_by(2).map(|c| 100.0 * (c[0] * c[0] - c[1]).powi(2) + (c[0] - 1.0).powi(2) + 90.0 * (c[2] * c[2] - c[3]).powi(2) + 19.8 * (c[1] - 1.0) * (c[3] - 1.0)).sum::<T>());
    hessian_of_shared_parameter, 21, wengert::function!(|x| (0..19).map(|k| (x[k + 1] - x[20] * x[k] * x[k]).powi(2)).sum::<T>());
    hessian_of_logistic, 12, wengert::function!(|x| (0..30usize).map(|k| (x[k % 12] * 0.3 + x[(5 * k + 2) % 12] - x[(7 * k) % 12]).exp().ln_1p()).sum::<T>());
    hessian_of_constant, 4, wengert::function!(|x| T::from(x.len() as f64));
    hessian_of_linear, 4, wengert::function!(|x| x.iter().map(|&x| 2.0 * x).sum::<T>());
    hessian_of_no_inputs, 0, wengert::function!(|x| x.iter().copied().sum::<T>());
    hessian_of_product, 6, wengert::function!(|x| x.iter().copied().product::<T>());
    hessian_of_arrow, 30, wengert::function!(|x| x.iter().map(|&y| (y * x[0]).sin()).sum::<T>());
    hessian_of_one, 1, wengert::function!(|x| x[0].powi(3));
    hessian_of_quotients, 10, wengert::function!(|x| x.iter().skip(1).map(|&y| y / x[0]).sum::<T>() + x[0].powi(4));
    hessian_of_unused, 9, wengert::function!(|x| x[4] * x[4] * x[7]);
    hessian_of_two_ends, 20, wengert::function!(|x| x.windows(2).map(|w| (w[0] * w[1]).cos()).sum::<T>() + x[0] * x[19] + x[..5].iter().map(|x| x.exp()).sum::<T>() * x[19]);
    hessian_of_huber, 12, wengert::function!(|x| x.windows(2).map(|w| { let r = w[1] - w[0] * w[0]; if r.abs() < 0.5 { r * r } else { r.abs() } }).sum::<T>());
    hessian_of_nested_sums, 16, wengert::function!(|x| x.chunks(4).map(|c| c.iter().copied().sum::<T>().powi(3)).sum::<T>());
}

/// A symmetric matrix of three numbers.
fn of_three<T: Real>(x: &[T]) -> Matrix<T> {
    Matrix::from_rows([[x[0] + 3.0, x[1]], [x[1], x[2]]])
}

#[test]
fn operations_that_go_by_values() {
    let f = wengert::function!(|x| -> Vec<T> {
        let e = linalg::symmetric_eigenvalues(&of_three(x)).unwrap();
        let s = linalg::singular_values(&of_three(&x[3..])).unwrap();
        let m = linalg::expm(&of_three(&x[6..])).unwrap();
        vec![e[(0, 0)] * x[9], e[(1, 0)], s[(0, 0)] + x[10], m[(0, 1)], x[9] * x[10]]
    });
    let (x, elsewhere) = (ramp(11), other(11));
    jacobian("by values", &f, &x, &elsewhere);
    let sparse = SparseJacobian::prepare(&f, &x).unwrap();
    assert!((sparse.entries(), sparse.is_local()) == (4 + 3 + 4 + 3 + 2, false), "{sparse}");
    let total = wengert::function!(|x| {
        let e = linalg::symmetric_eigenvalues(&of_three(x)).unwrap();
        let m = linalg::expm(&of_three(&x[3..])).unwrap();
        e[(0, 0)] * x[6] + m[(1, 0)] + x[7] * x[8]
    });
    hessian("by values", &total, &x[..9], &elsewhere[..9]);
    assert_eq!(SparseHessian::prepare(&total, &x[..9]).unwrap().entries(), 6 + 3 + 6 + 1);
    // At a matrix that has none.
    let least = wengert::function!(|x| linalg::symmetric_eigenvalues(&of_three(x)).unwrap()[(0, 0)]);
    assert_eq!(SparseHessian::prepare(&least, &[f64::NAN; 4]).unwrap().entries(), 6);
}

#[test]
fn nan_and_infinite_inputs() {
    let f = wengert::function!(|x| -> Vec<T> { x.windows(2).map(|w| w[0] * w[1] + w[0].exp()).collect() });
    let total = wengert::function!(|x| x.windows(2).map(|w| w[0] * w[1] * w[1]).sum::<T>());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -0.0, 5e-324] {
        for k in [0, 3, 7] {
            let mut x = ramp(8);
            x[k] = bad;
            jacobian("bad", &f, &ramp(8), &x);
            jacobian("bad", &f, &x, &ramp(8));
            hessian("bad", &total, &ramp(8), &x);
            hessian("bad", &total, &x, &ramp(8));
        }
    }
}

#[test]
fn large_n() {
    let n = 100_000;
    let f = wengert::function!(|x| -> Vec<T> { (0..x.len()).map(|i| x[i] * x[i.saturating_sub(1)]).collect() });
    let x = ramp(n);
    let sparse = SparseJacobian::prepare(&f, &x).unwrap();
    let values = sparse.eval(&x).unwrap();
    assert!(sparse.triplets(&values).all(|(i, j, d)| d == if i == 0 { 2.0 * x[0] } else { x[i + i - 1 - j] }));
}

#[test]
fn blocks_with_repeated_indices() {
    let f = wengert::function!(|x| -> Vec<T> {
        let mut y = vec![T::from(0.0); 2];
        for k in [0, 1, 2] {
            let (a, b) = (x[k], x[2 - k]);
            y[1] += a * b * 3.0;
            y[1] += a;
        }
        y[0] = x[1].sin();
        y
    });
    let sparse = SparseJacobian::of_blocks(3, 2)
        .each([(); 3], |k, _| ([k, 2 - k], [1, 1]), |_, x| [x[0] * x[1] * 3.0, x[0]])
        .each([()], |_, _| ([1], [0]), |_, x| [x[0].sin()])
        .each([(); 0], |_, _| ([0], [0]), |_, x| [x[0]])
        .each([(); 2], |_, _| ([], []), |_, []| [])
        .build()
        .unwrap();
    let x = ramp(3);
    same("blocks", sparse.to_dense(&sparse.eval(&x).unwrap()).as_slice(), f.jacobian(&x).as_slice());
    let total = wengert::function!(|x| (0..3).map(|k| x[k] * x[2 - k] * x[k]).sum::<T>());
    let sparse =
        SparseHessian::of_blocks(3).each([(); 3], |k, _| [k, 2 - k, k], |_, x| x[0] * x[1] * x[2]).build().unwrap();
    same("blocks", sparse.to_dense(&sparse.eval(&x).unwrap()).as_slice(), total.hessian(&x).as_slice());
}

#[test]
fn huge_indices_and_sizes() {
    let at = |n: usize, m: usize, j: usize, i: usize| {
        SparseJacobian::of_blocks(n, m).each([()], move |_, _| ([j], [i]), |_, x| [x[0]]).build()
    };
    assert!(at(3, 3, usize::MAX, 0).is_err_and(|e| e.is_out_of_range()));
    assert!(at(3, 3, 0, 1 << 32).is_err_and(|e| e.is_out_of_range()));
    assert!(at(usize::MAX, usize::MAX, usize::MAX - 1, 0).is_err());
    assert!(at(usize::MAX, 3, 0, 0).is_err());
    assert!(at(3, usize::MAX, 0, 0).is_err());
    assert!(SparseHessian::of_blocks(usize::MAX).each([()], |_, _| [5], |_, x| x[0]).build().is_err());
    assert!(
        SparseHessian::of_blocks(2)
            .each([()], |_, _| [usize::MAX], |_, x| x[0])
            .build()
            .is_err_and(|e| e.is_out_of_range())
    );
    assert!(Pattern::from_coordinates(usize::MAX, usize::MAX, [(usize::MAX, 0)]).is_err());
    assert!(Pattern::from_coordinates(2, usize::MAX, [(0, 0)]).is_err());
}

#[test]
fn a_panic_in_a_closure_leaves_all_usable() {
    static PANICS: AtomicBool = AtomicBool::new(false);
    let sparse = SparseJacobian::of_blocks(4, 3)
        .each(
            [(); 3],
            |k, _| ([k, k + 1], [k]),
            |_, x| {
                assert!(!PANICS.load(Ordering::Relaxed));
                [x[0] * x[1]]
            },
        )
        .build()
        .unwrap();
    let f = wengert::function!(|x| -> Vec<T> {
        assert!(!PANICS.load(Ordering::Relaxed));
        x.windows(2).map(|w| w[0] * w[1]).collect()
    });
    let x = ramp(4);
    let by = [Mode::Forward, Mode::Reverse]
        .map(|mode| SparseJacobian::prepare_with(&f, &x, &Options::new().mode(mode)).unwrap());
    let total = wengert::function!(|x| {
        assert!(!PANICS.load(Ordering::Relaxed));
        x.windows(2).map(|w| w[0] * w[1]).sum::<T>()
    });
    let hessian = SparseHessian::prepare(&total, &x).unwrap();
    let before = (sparse.eval(&x).unwrap(), by.each_ref().map(|j| j.eval(&x).unwrap()), hessian.eval(&x).unwrap());
    PANICS.store(true, Ordering::Relaxed);
    let caught = |f: &dyn Fn()| assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).is_err());
    caught(&|| drop(sparse.eval(&x)));
    caught(&|| drop(by[0].eval(&x)));
    caught(&|| drop(by[1].eval(&x)));
    caught(&|| drop(hessian.eval(&x)));
    caught(&|| drop(SparseHessian::prepare(&total, &x)));
    PANICS.store(false, Ordering::Relaxed);
    let after = (sparse.eval(&x).unwrap(), by.each_ref().map(|j| j.eval(&x).unwrap()), hessian.eval(&x).unwrap());
    assert_eq!(before, after);
    assert_eq!(SparseHessian::prepare(&total, &x).unwrap().entries(), hessian.entries());
}

#[test]
fn on_many_threads() {
    let f = wengert::function!(|x| -> Vec<T> { (0..x.len()).map(|i| x[i] * x[(i + 1) % x.len()].sin()).collect() });
    let total = wengert::function!(|x| (0..x.len()).map(|i| x[i] * x[(i + 1) % x.len()].sin()).sum::<T>());
    let points: Vec<Vec<f64>> = (0..8).map(|t| (0..50).map(|k| (k * (t + 1)) as f64 * 0.01).collect()).collect();
    let jacobian = SparseJacobian::prepare(&f, &points[0]).unwrap();
    let hessian = SparseHessian::prepare(&total, &points[0]).unwrap();
    std::thread::scope(|scope| {
        for x in &points {
            let (jacobian, hessian, f, total) = (&jacobian, &hessian, &f, &total);
            scope.spawn(move || {
                for _ in 0..20 {
                    same("threads", jacobian.to_dense(&jacobian.eval(x).unwrap()).as_slice(), f.jacobian(x).as_slice());
                    same(
                        "threads",
                        hessian.to_dense(&hessian.eval(x).unwrap()).as_slice(),
                        total.hessian(x).as_slice(),
                    );
                }
            });
        }
    });
}

#[test]
fn lagrangians_with_zero_multipliers() {
    let objective = wengert::function!(|x| x.iter().map(|&x| x.powi(3)).sum::<T>());
    // The second constraint is not defined where x[0] is negative, the third has a pole at zero.
    let constraints = wengert::function!(|x| -> Vec<T> { vec![x[0] * x[1], x[0].ln() * x[2], x[1] / x[3]] });
    let lagrangian = LagrangianHessian::prepare(&objective, &constraints, &[1.0, 2.0, 3.0, 4.0]).unwrap();
    let weighted = wengert::function!(|x| x.iter().map(|&x| x.powi(3)).sum::<T>() + 2.0 * x[0] * x[1]);
    for x in [[1.0, 2.0, 3.0, 4.0], [-1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 1.0, 0.0], [1.0, 2.0, 3.0, 0.0]] {
        let values = lagrangian.eval(&x, 1.0, &[2.0, 0.0, 0.0]).unwrap();
        same(&format!("at {x:?}"), lagrangian.to_dense(&values).as_slice(), weighted.hessian(&x).as_slice());
        let values = lagrangian.eval(&x, 0.0, &[0.0, 0.0, 0.0]).unwrap();
        assert!(values.iter().all(|&v| v == 0.0), "{x:?} {values:?}");
    }
}

#[test]
fn parameters_twelve_orders_apart() {
    let n = 13;
    let f = wengert::function!(|x| {
        let scaled: Vec<T> = x.iter().enumerate().map(|(k, &x)| x * 10f64.powi(k as i32 - 6)).collect();
        let total: T = scaled.iter().copied().sum();
        scaled.windows(2).map(|w| (w[0] * w[1]).exp() + w[0].powi(3)).sum::<T>() + total * total
    });
    let x: Vec<f64> = (0..n).map(|k| 10f64.powi(6 - k)).collect();
    hessian("scales", &f, &x, &x);
    let thin = wengert::function!(|x| {
        let scaled: Vec<T> = x.iter().enumerate().map(|(k, &x)| x * 10f64.powi(k as i32 - 6)).collect();
        scaled.windows(3).map(|w| (w[0] * w[1] * w[2]).exp() + w[0].powi(3)).sum::<T>()
    });
    hessian("scales", &thin, &x, &x);
}

#[test]
fn wrong_shapes_are_told() {
    let f = wengert::function!(|x| -> Vec<T> { x.windows(2).map(|w| w[0] * w[1]).collect() });
    let pattern = Pattern::from_coordinates(7, 4, [(0, 0)]).unwrap();
    let wrong = SparseJacobian::with_pattern(&f, pattern, &Options::new()).unwrap();
    assert!(wrong.eval(&[1.0; 4]).is_err_and(|e| e.is_wrong_outputs()));
    let square = Pattern::from_coordinates(3, 4, [(0, 0)]).unwrap();
    let one = wengert::function!(|x| x[0] * x[1]);
    assert!(SparseHessian::with_pattern(&one, square, &Options::new()).is_err());
    let thin = Pattern::from_coordinates(4, 4, [(0, 0)]).unwrap();
    let thin = SparseHessian::with_pattern(&one, thin, &Options::new()).unwrap();
    assert!(thin.eval(&[1.0; 4]).is_err_and(|e| e.lacking() == Some((1, 0, 1.0))));
    // A function whose number of outputs depends on the values.
    let odd = wengert::function!(|x| -> Vec<T> { if x[0] > 0.0 { x.to_vec() } else { x[1..].to_vec() } });
    let jacobian = SparseJacobian::prepare(&odd, &[1.0, 2.0]).unwrap();
    assert!(jacobian.eval(&[-1.0, 2.0]).is_err_and(|e| e.is_wrong_outputs()));
}
