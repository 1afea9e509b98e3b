//! Derivatives of functions that are made of blocks.

use wengert::prelude::*;
use wengert::sparse::{SparseHessian, SparseJacobian};

/// A residual of three inputs with a weight, two outputs.
fn residual<T: Real>(weight: f64, x: &[T]) -> [T; 2] {
    [(x[0] * x[1]).sin() * weight + x[2], (x[1] - x[2] * x[0]).exp() / (2.0 + x[0] * x[0])]
}

/// Which inputs and rows each block touches: they overlap, wrap around, and two name an input twice.
fn touches(k: usize, n: usize, m: usize) -> ([usize; 3], [usize; 2]) {
    ([k % n, (3 * k + 1) % n, (k * k + 2) % n], [k % m, (2 * k + 1) % m])
}

struct All {
    weights: Vec<f64>,
    outputs: usize,
}

impl Function for All {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let mut y = vec![T::from(0.0); self.outputs];
        for (k, &weight) in self.weights.iter().enumerate() {
            let (inputs, rows) = touches(k, x.len(), self.outputs);
            let r = residual(weight, &inputs.map(|j| x[j]));
            for (row, r) in rows.into_iter().zip(r) {
                y[row] += r;
            }
        }
        y
    }
}

/// One block as a function whose size is known at run time.
#[derive(Clone, Copy)]
struct One(f64);

impl Function for One {
    type Output<T: Real> = [T; 2];
    fn eval<T: Real + 'static>(&self, x: &[T]) -> [T; 2] {
        residual(self.0, x)
    }
}

fn point(n: usize) -> Vec<f64> {
    (0..n).map(|i| (1.3 * i as f64).sin() * 0.8).collect()
}

#[track_caller]
fn close(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    for (k, (g, w)) in got.iter().zip(want).enumerate() {
        assert!((g - w).abs() <= 1e-13 * (1.0 + w.abs()), "{k}: {g} for {w}");
    }
}

#[test]
fn jacobians_of_blocks_are_those_of_the_whole() {
    for (n, m, count) in [(5, 4, 17), (9, 12, 7), (1, 1, 3), (40, 2, 30), (4, 4, 0)] {
        let weights: Vec<f64> = (0..count).map(|k| 0.5 + k as f64).collect();
        let x = point(n);
        let (value, dense) = All { weights: weights.clone(), outputs: m }.value_and_jacobian(Default::default(), &x);
        let of_closures = SparseJacobian::of_blocks(n, m)
            .each(&weights, |k, _| touches(k, n, m), |&weight, x| residual(weight, x))
            .build()
            .unwrap();
        let list: Vec<One> = weights.iter().map(|&weight| One(weight)).collect();
        let lists = |k: usize, _: &One| {
            let (inputs, rows) = touches(k, n, m);
            (inputs.to_vec(), rows.to_vec())
        };
        let of_functions = SparseJacobian::of_blocks(n, m).functions(list.clone(), lists).build().unwrap();
        let (mut y, mut values) = (vec![0.0; m], vec![0.0; of_closures.entries()]);
        of_closures.value_and_eval_into(&x, &mut y, &mut values).unwrap();
        close(&y, &value);
        close(of_closures.to_dense(&values).as_slice(), dense.as_slice());
        let (bits, mut others) = (values.clone(), vec![f64::NAN; values.len()]);
        of_functions.value_and_eval_into(&x, &mut y, &mut others).unwrap();
        close(&y, &value);
        close(of_functions.to_dense(&others).as_slice(), dense.as_slice());
        of_closures.par_value_and_eval_into(&x, &mut y, &mut values).unwrap();
        assert_eq!(values, bits, "the same bits on threads");
        let sequential = others.clone();
        of_functions.par_value_and_eval_into(&x, &mut y, &mut others).unwrap();
        assert_eq!(others, sequential, "the same bits on threads");
    }
}

#[test]
fn rows_behind_each_other_have_the_bits_of_rows_in_any_order() {
    let weights: Vec<f64> = (0..30).map(|k| 0.5 + k as f64).collect();
    let three = |weight: f64, x: &[f64], rows: &mut [[f64; 4]; 3]| {
        *rows = [[weight, -x[0], x[1], 0.0], [x[2], -0.0, x[3], 1.0], [x[0] * x[1], weight, 2.0, x[2]]];
        [x[0] + weight, x[1], x[2] * x[3]]
    };
    // Rows that are shared by blocks and rows of one block each; an input is named twice.
    for (m, step) in [(9, 2), (90, 3)] {
        let touches = |k: usize| ([k % 7, (k + 1) % 7, 7 + k % 2, k % 7], (step * k) % (m - 2));
        let ordered = SparseJacobian::of_blocks(9, m)
            .derived(
                &weights,
                |k, _| (touches(k).0, [0, 1, 2].map(|r| touches(k).1 + r)),
                |&weight, x, rows, _| three(weight, x, rows),
            )
            .build()
            .unwrap();
        let turned = SparseJacobian::of_blocks(9, m)
            .derived(
                &weights,
                |k, _| (touches(k).0, [2, 1, 0].map(|r| touches(k).1 + r)),
                |&weight, x, rows, _| {
                    let y = three(weight, x, rows);
                    rows.reverse();
                    [y[2], y[1], y[0]]
                },
            )
            .build()
            .unwrap();
        assert_eq!(ordered.pattern(), turned.pattern());
        let (mut y, mut values) = (vec![f64::NAN; m], vec![f64::NAN; ordered.entries()]);
        let (mut other_y, mut others) = (y.clone(), values.clone());
        ordered.value_and_eval_into(&point(9), &mut y, &mut values).unwrap();
        turned.value_and_eval_into(&point(9), &mut other_y, &mut others).unwrap();
        let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!((bits(&y), bits(&values)), (bits(&other_y), bits(&others)));
        assert!(values.iter().any(|&v| v != 0.0));
        ordered.par_value_and_eval_into(&point(9), &mut y, &mut others).unwrap();
        assert_eq!(bits(&values), bits(&others), "the same bits on threads");
    }
}

/// The sum of the products of all blocks' outputs.
struct Sum {
    weights: Vec<f64>,
}

impl Function for Sum {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let mut sum = T::from(0.0);
        for (k, &weight) in self.weights.iter().enumerate() {
            let [a, b] = residual(weight, &touches(k, x.len(), 1).0.map(|j| x[j]));
            sum += a * b;
        }
        sum
    }
}

struct Term(f64);

impl Function for Term {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        let [a, b] = residual(self.0, x);
        a * b
    }
}

#[test]
fn hessians_of_blocks_are_those_of_the_sum() {
    for (n, count) in [(5, 17), (9, 7), (1, 3), (40, 30), (3, 0)] {
        let weights: Vec<f64> = (0..count).map(|k| 0.5 + k as f64).collect();
        let x = point(n);
        let (value, gradient, dense) = Sum { weights: weights.clone() }.value_and_hessian(&x);
        let of_closures = SparseHessian::of_blocks(n)
            .each(
                weights.clone(),
                |k, _| touches(k, n, 1).0,
                |&weight, x| {
                    let [a, b] = residual(weight, x);
                    a * b
                },
            )
            .build()
            .unwrap();
        let terms: Vec<Term> = weights.iter().map(|&weight| Term(weight)).collect();
        let of_functions =
            SparseHessian::of_blocks(n).functions(&terms, |k, _| touches(k, n, 1).0.to_vec()).build().unwrap();
        assert_eq!(of_closures.pattern(), of_functions.pattern());
        assert!(of_closures.pattern().iter().all(|(i, j)| i >= j), "the lower triangle");
        let (mut g, mut values) = (vec![0.0; n], vec![f64::NAN; of_closures.entries()]);
        let y = of_closures.value_gradient_and_eval_into(&x, &mut g, &mut values).unwrap();
        close(&[y], &[value]);
        close(&g, &gradient);
        let scale = dense.as_slice().iter().fold(1.0f64, |m, h| m.max(h.abs()));
        let scaled = |h: &[f64]| h.iter().map(|h| h / scale).collect::<Vec<_>>();
        close(&scaled(of_closures.to_dense(&values).as_slice()), &scaled(dense.as_slice()));
        let bits = (values.clone(), g.clone());
        of_closures.par_value_gradient_and_eval_into(&x, &mut g, &mut values).unwrap();
        assert_eq!((values, g.clone()), bits, "the same bits on threads");
        let mut others = vec![f64::NAN; of_functions.entries()];
        let y = of_functions.value_gradient_and_eval_into(&x, &mut g, &mut others).unwrap();
        close(&[y], &[value]);
        close(&g, &gradient);
        close(&scaled(of_functions.to_dense(&others).as_slice()), &scaled(dense.as_slice()));
        let bits = (others.clone(), g.clone());
        of_functions.par_value_gradient_and_eval_into(&x, &mut g, &mut others).unwrap();
        assert_eq!((others, g), bits, "the same bits on threads");
    }
}

#[test]
fn kinds_of_blocks_are_added_up() {
    let wide: Vec<usize> = (0..50).collect();
    struct Wide;
    impl Function for Wide {
        type Output<T: Real> = T;
        fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
            x.iter().map(|&x| x * x).sum::<T>().sqrt()
        }
    }
    let data = [2.0, 3.0];
    let jacobian = SparseJacobian::of_blocks(50, 3)
        .each(data, |k, _| ([k], [k]), |&factor, x| [x[0] * factor])
        .functions([Wide], |_, _| (wide.clone(), vec![2]))
        .build()
        .unwrap();
    let x = [1.0; 50];
    let values = jacobian.eval(&x).unwrap();
    let dense = jacobian.to_dense(&values);
    assert_eq!((dense[(0, 0)], dense[(1, 1)]), (2.0, 3.0));
    assert!(dense.row(2).iter().all(|&d| (d - 1.0 / 50f64.sqrt()).abs() < 1e-15));
    assert_eq!(jacobian.entries(), 52);
    assert_eq!(jacobian.to_string(), "SparseJacobian 3 x 50, 52 entries, 35 % dense, 3 blocks");
    assert!(format!("{jacobian:#}").lines().count() > 1);
}

#[test]
fn blocks_may_bring_their_derivatives() {
    let factors = [2.0, 3.0, 5.0];
    let touches = |k: usize, _: &f64| ([k, k + 1], [k % 2, 2]);
    let by_lanes =
        SparseJacobian::of_blocks(4, 3).each(factors, touches, |&a, x| [x[0] * x[1] * a, x[1].sin()]).build().unwrap();
    let by_hand = SparseJacobian::of_blocks(4, 3)
        .derived(factors, touches, |&a, x, rows, _| {
            rows[0] = [x[1] * a, x[0] * a];
            rows[1][1] = x[1].cos();
            [x[0] * x[1] * a, x[1].sin()]
        })
        .build()
        .unwrap();
    let x = [0.5, 1.5, -2.0, 3.0];
    let [mut y, mut z] = [[0.0; 3]; 2];
    let [mut values, mut others] = [(); 2].map(|()| vec![0.0; by_hand.entries()]);
    by_lanes.value_and_eval_into(&x, &mut y, &mut values).unwrap();
    by_hand.value_and_eval_into(&x, &mut z, &mut others).unwrap();
    assert_eq!((y, &values), (z, &others));
    by_hand.par_value_and_eval_into(&x, &mut y, &mut values).unwrap();
    assert_eq!((y, values), (z, others));
}

#[test]
fn what_a_block_does_not_use_does_not_harm() {
    // The root's derivative is infinite, and the other input has nothing to do with it.
    let jacobian = SparseJacobian::of_blocks(2, 2)
        .each([()], |_, _| ([0, 1], [0, 1]), |_, x| [x[0].sqrt() + 0.0, x[1] * 2.0])
        .build()
        .unwrap();
    assert_eq!(jacobian.eval(&[0.0, 1.0]).unwrap(), [f64::INFINITY, 0.0, 0.0, 2.0]);
    let nan = jacobian.eval(&[f64::NAN, 1.0]).unwrap();
    assert!(nan[0].is_nan());
    assert_eq!(nan[1..], [0.0, 0.0, 2.0]);
}

/// More blocks and more sums than a thread takes at once.
#[test]
fn many_blocks_on_threads_have_the_bits_of_one_thread() {
    let (n, m, count) = (2000, 400, 1500);
    let (x, weights) = (point(n), (0..count).map(|k| 0.5 + k as f64).collect::<Vec<f64>>());
    let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let jacobian = SparseJacobian::of_blocks(n, m)
        .each(
            &weights,
            |k, _| ([k, (7 * k + 3) % n, (13 * k + 5) % n], [k % m, 3 * k % m]),
            |&weight, x| residual(weight, x),
        )
        .build()
        .unwrap();
    let (mut y, mut values) = (vec![0.0; m], vec![0.0; jacobian.entries()]);
    let (mut other_y, mut others) = (y.clone(), values.clone());
    jacobian.value_and_eval_into(&x, &mut y, &mut values).unwrap();
    jacobian.par_value_and_eval_into(&x, &mut other_y, &mut others).unwrap();
    assert!(jacobian.entries() > 2 * 4096 && values.iter().all(|value| value.is_finite()));
    assert!((bits(&y), bits(&values)) == (bits(&other_y), bits(&others)));

    let term = |k: usize| wengert::function!(k: usize; |x| (x[k % 50] * x[7 * k % 1999 + 1]).sin() * x[k]);
    let hessian = SparseHessian::of_terms(&x, (0..count).map(term).collect::<Vec<_>>()).unwrap();
    let (mut gradient, mut values) = (vec![0.0; n], vec![0.0; hessian.entries()]);
    let (mut other, mut others) = (gradient.clone(), values.clone());
    let sum = hessian.value_gradient_and_eval_into(&x, &mut gradient, &mut values).unwrap();
    let same = hessian.par_value_gradient_and_eval_into(&x, &mut other, &mut others).unwrap();
    assert_eq!(sum.to_bits(), same.to_bits());
    assert!((bits(&gradient), bits(&values)) == (bits(&other), bits(&others)));
}

#[test]
fn an_index_outside_is_an_error_that_names_the_block() {
    let outside = SparseJacobian::of_blocks(2, 2).each([1.0; 3], |k, _| ([k], [0]), |_, x| [x[0]]).build();
    let error = outside.unwrap_err();
    assert!(error.is_out_of_range());
    assert_eq!(error.to_string(), "block 2 names input 2, but there are 2, numbered from 0");
    let outside = SparseJacobian::of_blocks(2, 2).functions([One(1.0)], |_, _| (vec![0, 1, 0], vec![0, 7])).build();
    assert_eq!(outside.unwrap_err().to_string(), "block 0 names row 7, but there are 2, numbered from 0");
    let outside = SparseHessian::of_blocks(2).each([()], |_, _| [usize::MAX], |_, x| x[0]).build();
    assert_eq!(
        outside.unwrap_err().to_string(),
        format!("block 0 names input {}, but there are 2, numbered from 0", usize::MAX)
    );
    let wrong = SparseJacobian::of_blocks(3, 3).functions([One(1.0)], |_, _| (vec![0, 1, 2], vec![0])).build();
    assert!(wrong.unwrap().eval(&[1.0; 3]).unwrap_err().is_wrong_outputs());
}

#[test]
#[should_panic(expected = "the point has length 1, but there are 2 columns")]
fn a_point_of_another_length_panics() {
    let jacobian = SparseJacobian::of_blocks(2, 1).each([()], |_, _| ([0], [0]), |_, x| [x[0]]).build().unwrap();
    let _ = jacobian.eval(&[1.0]);
}

#[test]
fn what_has_one_term_is_written_anew() {
    // Each row and entry belongs to one block: what stands in memory does not matter, and zeros have one sign.
    let own = SparseJacobian::of_blocks(4, 2)
        .each([-1.0, 1.0], |k, _| ([2 * k, 2 * k + 1], [k]), |&sign: &f64, x| [sign * x[0] * x[1]])
        .build()
        .unwrap();
    let (mut y, mut values) = (vec![f64::NAN; 2], vec![f64::NAN; 4]);
    own.value_and_eval_into(&[0.0, 2.0, 3.0, 0.0], &mut y, &mut values).unwrap();
    let bits = |list: &[f64]| list.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    assert_eq!((bits(&y), bits(&values)), (bits(&[0.0; 2]), bits(&[-2.0, 0.0, 0.0, 3.0])));
    let (mut other_y, mut others) = (vec![f64::NAN; 2], vec![f64::NAN; 4]);
    own.par_value_and_eval_into(&[0.0, 2.0, 3.0, 0.0], &mut other_y, &mut others).unwrap();
    assert_eq!((bits(&y), bits(&values)), (bits(&other_y), bits(&others)));
    // The last row belongs to none.
    let fewer = SparseJacobian::of_blocks(4, 3)
        .each([1.0, 1.0], |k, _| ([2 * k, 2 * k + 1], [k]), |_: &f64, x| [x[0] + x[1]])
        .build()
        .unwrap();
    let mut y = vec![f64::NAN; 3];
    fewer.value_and_eval_into(&[1.0, 2.0, 3.0, 4.0], &mut y, &mut values).unwrap();
    assert_eq!((y, values), (vec![3.0, 7.0, 0.0], vec![1.0; 4]));
}

#[test]
fn more_blocks_than_memory_are_an_error_with_the_numbers() {
    // As many as one likes: items without a size.
    let many = vec![(); 1 << 50];
    let jacobian = SparseJacobian::of_blocks(3, 3).each(&many, |_, ()| ([0], [0]), |(), x| [x[0] * x[0]]).build();
    let hessian = SparseHessian::of_blocks(3).each(&many, |_, ()| [0], |(), x| x[0] * x[0]).build();
    for error in [jacobian.map(drop).unwrap_err(), hessian.map(drop).unwrap_err()] {
        let error = error.to_string();
        assert!(error.starts_with("a list of 1125899906842624 blocks takes "), "{error}");
        assert!(error.ends_with(" GB of memory free"), "{error}");
    }
}

#[test]
fn rows_that_cannot_be_numbered_are_an_error_with_their_number() {
    let rows = 1 << 33;
    let jacobian = SparseJacobian::of_blocks(3, rows).each([()], |_, ()| ([0], [rows - 1]), |(), x| [x[0]]).build();
    assert_eq!(jacobian.map(drop).unwrap_err().to_string(), "8589934592 rows are more than can be numbered");
}
