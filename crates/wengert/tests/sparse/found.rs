//! Patterns that are found: they hold, and where they may not, that is noticed.

use crate::random::{Dice, Terms, Total, each_close};
use wengert::prelude::*;
use wengert::sparse::{Options, SparseHessian, SparseJacobian};

#[test]
fn random_programs_have_the_derivatives_of_the_dense_matrix() {
    let mut dice = Dice::new(6);
    for round in 0..40 {
        let shape = [[4, 9], [9, 4], [12, 12], [0, 3], [3, 0]][round % 5];
        let f = Terms::roll(&mut dice, shape, 20, [round % 2 == 1, round % 4 == 3], 6);
        let x = f.point(&mut dice);
        let jacobian = SparseJacobian::prepare(&f, &x).unwrap();
        assert!(!jacobian.is_local());
        assert!(f.pattern().contains(jacobian.pattern()));
        let elsewhere = f.point(&mut dice);
        for x in [&x, &elsewhere] {
            let values = jacobian.eval(x).unwrap();
            each_close(jacobian.to_dense(&values).as_slice(), f.jacobian(x).as_slice(), &f);
            jacobian.check(x).unwrap();
        }
        let total = Total(f);
        let hessian = SparseHessian::prepare(&total, &x).unwrap();
        assert!(total.0.hessian_pattern().contains(hessian.pattern()));
        for x in [&x, &elsewhere] {
            let (values, dense) = (hessian.eval(x).unwrap(), total.hessian(x));
            let found = hessian.to_dense(&values);
            let scale = dense.as_slice().iter().fold(1e-300f64, |m, h| m.max(h.abs()));
            for (a, b) in found.as_slice().iter().zip(dense.as_slice()) {
                assert!((a - b).abs() <= 1e-13 * scale, "{a} {b}");
            }
            hessian.check(x).unwrap();
        }
    }
}

/// Another pattern on either side of zero.
fn bent<T: Real>(x: &[T]) -> T {
    if x[0] > 0.0 { x[0] * x[1] * x[1] } else { x[0] * x[2] * x[2] }
}

#[test]
fn a_local_pattern_that_is_used_elsewhere_is_noticed() {
    let f = wengert::function!(|x| -> [T; 2] { [bent(x), x[1] * 2.0] });
    let jacobian = SparseJacobian::prepare(&f, &[1.0, 2.0, 3.0]).unwrap();
    assert!(jacobian.is_local());
    assert!(jacobian.to_string().ends_with(", local"), "{jacobian}");
    jacobian.eval(&[5.0, 1.0, 1.0]).unwrap();
    let error = jacobian.eval(&[-1.0, 2.0, 3.0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the pattern has no entry (0, 2), but the derivative there is -6: it holds at the point where it was found; \
         prepare again at this one"
    );
    let one = wengert::function!(|x| bent(x));
    let hessian = SparseHessian::prepare(&one, &[1.0, 2.0, 3.0]).unwrap();
    assert!(hessian.is_local());
    hessian.eval(&[5.0, 1.0, 1.0]).unwrap();
    assert!(hessian.eval(&[-1.0, 2.0, 3.0]).unwrap_err().is_wrong_pattern());
    let trusting = SparseHessian::prepare_with(&one, &[1.0, 2.0, 3.0], &Options::new().check(false)).unwrap();
    trusting.eval(&[-1.0, 2.0, 3.0]).unwrap();
}

#[test]
fn where_a_function_branches_both_arms_can_be_found() {
    use wengert::sparse::LagrangianHessian;
    let options = Options::new().branches(50);
    let (here, there) = ([1.0, 2.0, 3.0], [-1.0, 2.0, 3.0]);
    let f = wengert::function!(|x| -> [T; 2] { [bent(x), x[1] * 2.0] });
    let jacobian = SparseJacobian::prepare_with(&f, &here, &options).unwrap();
    assert!(!jacobian.is_local() && jacobian.entries() == 4);
    let one = wengert::function!(|x| bent(x));
    let hessian = SparseHessian::prepare_with(&one, &here, &options).unwrap();
    let lagrangian = LagrangianHessian::prepare_with(&one, &f, &here, &options).unwrap();
    assert!(!hessian.is_local() && !lagrangian.is_local());
    for x in [here, there] {
        assert_eq!(jacobian.to_dense(&jacobian.eval(&x).unwrap()), f.jacobian(&x));
        assert_eq!(hessian.to_dense(&hessian.eval(&x).unwrap()), one.hessian(&x));
        let mut values = vec![0.0; lagrangian.entries()];
        lagrangian.eval_into(&x, 0.5, &[0.5, 7.0], &mut values).unwrap();
        assert_eq!(values, hessian.eval(&x).unwrap());
    }
}

#[test]
fn quotients_and_products_have_no_entry_too_many() {
    // JuMP's example: 19 entries, 10 of them in the lower triangle, which could hold 55.
    let f = wengert::function!(|x| x.iter().map(|&a| a / x[0]).sum::<T>() + x[0].powi(4));
    let x = [1.5; 10];
    let hessian = SparseHessian::prepare(&f, &x).unwrap();
    assert_eq!(hessian.entries(), 10);
    let values = hessian.eval(&x).unwrap();
    let dense = f.hessian(&x);
    for (a, b) in hessian.to_dense(&values).as_slice().iter().zip(dense.as_slice()) {
        assert!((a - b).abs() < 1e-13 * 20.0, "{a} {b}");
    }
}

#[test]
fn a_function_with_several_outputs_has_no_hessian() {
    let f = wengert::function!(|x| -> [T; 2] { [x[0], x[0]] });
    let error = SparseHessian::prepare(f, &[1.0]).unwrap_err();
    assert!(error.is_wrong_outputs() && error.to_string().contains("2 outputs where one is wanted"), "{error}");
}

#[differentiable]
fn reaction(u: &[f64], rate: f64) -> Vec<f64> {
    let n = u.len();
    let mut out = vec![0.0; n];
    for i in 0..n {
        let left = if i == 0 { 0.0 } else { u[i - 1] };
        out[i] = left - u[i] + rate * u[i] * u[i];
    }
    out
}

#[test]
fn functions_with_the_attribute_are_prepared_like_others() {
    let (u, rate) = (vec![0.5; 30], 2.0);
    let jacobian = SparseJacobian::prepare(reaction::function(&u, rate), &[u.clone(), vec![rate]].concat()).unwrap();
    assert_eq!((jacobian.rows(), jacobian.columns(), jacobian.entries()), (30, 31, 30 + 29 + 30));
    let values = jacobian.eval(&[u.clone(), vec![rate]].concat()).unwrap();
    each_close(jacobian.to_dense(&values).as_slice(), reaction::jacobian(&u, rate).as_slice(), &"reaction");
}

#[test]
fn prepared_derivatives_are_shared_by_threads() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    let f = wengert::function!(|x| -> Vec<T> { x.windows(2).map(|w| (w[0] * w[1]).sin()).collect() });
    let energy = wengert::function!(|x| x.windows(2).map(|w| (w[0] * w[1]).sin()).sum::<T>());
    let point = |k: usize| (0..50).map(|i| ((i * (k + 1)) as f64).sin()).collect::<Vec<f64>>();
    let jacobian = SparseJacobian::prepare(&f, &point(0)).unwrap();
    let hessian = SparseHessian::prepare(&energy, &point(0)).unwrap();
    is_shared(&(&jacobian, &hessian));
    std::thread::scope(|scope| {
        for k in 0..4 {
            let (jacobian, hessian, f, energy) = (&jacobian, &hessian, &f, &energy);
            scope.spawn(move || {
                let x = point(k);
                for _ in 0..3 {
                    let values = jacobian.eval(&x).unwrap();
                    each_close(jacobian.to_dense(&values).as_slice(), f.jacobian(&x).as_slice(), &k);
                    let values = hessian.eval(&x).unwrap();
                    each_close(hessian.to_dense(&values).as_slice(), energy.hessian(&x).as_slice(), &k);
                }
            });
        }
    });
}
