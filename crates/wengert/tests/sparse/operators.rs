//! Operators, products, parts, and J^T J, held against dense matrices.

use crate::random::{Dice, Terms, Total};
use wengert::prelude::*;
use wengert::sparse::{GaussNewton, Gram, HessianOperator, LinearOperator, Options, SparseHessian, SparseJacobian};

fn vector(dice: &mut Dice, n: usize) -> Vec<f64> {
    (0..n).map(|_| dice.unit()).collect()
}

#[track_caller]
fn near(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    let scale = want.iter().fold(1.0f64, |m, w| m.max(w.abs()));
    for (g, w) in got.iter().zip(want) {
        assert!((g - w).abs() <= 1e-12 * scale, "{got:?} for {want:?}");
    }
}

/// The product of a dense matrix with a vector.
fn product(m: &wengert::Matrix, v: &[f64]) -> Vec<f64> {
    (0..m.rows()).map(|i| m.row(i).iter().zip(v).map(|(a, b)| a * b).sum()).collect()
}

#[test]
fn products_are_those_of_the_dense_matrices() {
    let mut dice = Dice::new(7);
    for shape in [[6, 9], [9, 6], [1, 1], [0, 4], [4, 0]] {
        let f = Terms::roll(&mut dice, shape, 12, [true, true], 2);
        let ([m, n], x) = (shape, f.point(&mut dice));
        let dense = f.jacobian(&x);
        let jacobian = SparseJacobian::with_pattern(&f, f.pattern(), &Options::new()).unwrap();
        let values = jacobian.eval(&x).unwrap();
        let (v, w) = (vector(&mut dice, n), vector(&mut dice, m));
        let (mut jv, mut wj) = (vec![7.0; m], vec![7.0; n]);
        jacobian.multiply_into(&values, &v, &mut jv);
        jacobian.multiply_transposed_into(&values, &w, &mut wj);
        near(&jv, &f.jvp(&x, &v).1);
        near(&wj, &f.vjp(&x, &w).1);

        let gram = Gram::of(&jacobian).unwrap();
        let weights: Vec<f64> = (0..m).map(|i| 0.5 + i as f64).collect();
        for weighted in [false, true] {
            let mut entries = vec![7.0; gram.entries()];
            match weighted {
                true => gram.weighted_into(&values, &weights, &mut entries),
                false => gram.eval_into(&values, &mut entries),
            }
            let weight = |i: usize| if weighted { weights[i] } else { 1.0 };
            let entry = |k, l| (0..m).map(|i| dense[(i, k)] * weight(i) * dense[(i, l)]).sum::<f64>();
            for ((k, l), value) in gram.pattern().iter().zip(&entries) {
                assert!(k >= l);
                assert!((value - entry(k, l)).abs() <= 1e-12 * (1.0 + entry(k, l).abs()));
            }
            for k in 0..n {
                for l in 0..=k {
                    assert!(entry(k, l) == 0.0 || gram.pattern().position(k, l).is_some());
                }
            }
        }

        let total = Total(f);
        let hessian = total.hessian(&x);
        let mut hv = vec![7.0; n];
        HessianOperator::new(&total, &x).apply_into(&v, &mut hv);
        near(&hv, &product(&hessian, &v));
        let lower = SparseHessian::with_pattern(&total, total.0.hessian_pattern(), &Options::new()).unwrap();
        let values = lower.eval(&x).unwrap();
        lower.multiply_into(&values, &v, &mut hv);
        near(&hv, &product(&hessian, &v));
        lower.diagonal_into(&values, &mut hv);
        near(&hv, &(0..n).map(|i| hessian[(i, i)]).collect::<Vec<_>>());
    }
}

#[test]
fn gauss_newton_is_the_jacobian_twice() {
    let x = [0.5, 1.5, -1.0];
    let (_, map) = linearize(|x| vec![x[0] * x[1], (x[1] * x[2]).sin(), x[2].exp(), x[0] - x[2]], &x);
    let v = [1.0, -2.0, 0.5];
    let mut out = [0.0; 3];
    GaussNewton::new(&map).apply_into(&v, &mut out);
    near(&out, &map.pull(&map.push(&v)));
    let metric = [2.0, 0.5, 1.0, 3.0];
    let fisher = GaussNewton::with_metric(&map, |w| w.iter_mut().zip(metric).for_each(|(w, m)| *w *= m));
    fisher.apply_into(&v, &mut out);
    let weighted: Vec<f64> = map.push(&v).iter().zip(metric).map(|(a, b)| a * b).collect();
    near(&out, &map.pull(&weighted));
    assert_eq!((fisher.rows(), fisher.columns()), (3, 3));
    let counted = allocation_counter::measure(|| fisher.apply_into(&v, &mut out));
    assert_eq!(counted.count_total, 0);
}

#[test]
fn parts_are_those_of_the_whole() {
    let mut dice = Dice::new(8);
    for round in 0..20 {
        let f = Total(Terms::roll(&mut dice, [1, 18], 25, [round % 2 == 1, false], 3));
        let x = f.0.point(&mut dice);
        let whole = SparseHessian::prepare(&f, &x).unwrap();
        let dense = whole.to_dense(&whole.eval(&x).unwrap());
        let keeps: [fn(usize, usize) -> bool; 5] =
            [|i, j| i == j, |i, j| i / 3 == j / 3, |i, _| i == 7, |_, _| true, |_, _| false];
        for keep in keeps {
            let part = SparseHessian::prepare_part(&f, &x, keep).unwrap();
            assert_eq!(part.pattern(), &whole.pattern().filter(keep));
            let values = part.eval(&x).unwrap();
            for (i, j, value) in part.triplets(&values) {
                assert!((value - dense[(i, j)]).abs() <= 1e-12 * dense[(i, j)].abs(), "{i} {j} {value}");
            }
            assert_eq!(
                part.check(&x).unwrap_err().to_string(),
                "a part of a Hessian cannot be checked: prepare the whole"
            );
        }
    }
}

#[test]
#[should_panic(expected = "a Hessian wants one output, the function gave 2")]
fn an_operator_wants_one_output() {
    let _ = HessianOperator::new(wengert::function!(|x| -> [T; 2] { [x[0], x[0]] }), &[1.0]);
}

#[test]
fn a_product_that_no_memory_holds_is_an_error() {
    let n = 2_000_000;
    let sum = wengert::function!(|x| x.iter().copied().sum::<T>());
    let pattern = wengert::sparse::Pattern::dense(1, n).unwrap();
    let jacobian = SparseJacobian::with_pattern(sum, pattern, &Options::new().check(false)).unwrap();
    let error = Gram::of(&jacobian).map(drop).unwrap_err().to_string();
    assert!(error.starts_with("a 2000000 x 2000000 matrix with 2000001000000 entries or more takes "), "{error}");
}
