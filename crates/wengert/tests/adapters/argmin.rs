//! The solvers of argmin on functions with `#[differentiable]`.

use argmin::core::{CostFunction, Executor, Gradient, Hessian, Jacobian, Operator, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use nalgebra::{DMatrix, DVector};
use wengert::adapters::argmin::{Form, Objective, Residuals};
use wengert::prelude::*;

#[differentiable]
fn rosenbrock(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += 100.0 * (x[i] - x[i - 1] * x[i - 1]).powi(2) + (1.0 - x[i - 1]).powi(2);
    }
    sum
}

#[differentiable]
fn guarded(x: &[f64]) -> f64 {
    x[0] - x[0].ln()
}

#[test]
fn a_quasi_newton_method_runs_once_for_each_point() {
    let problem = Objective::new(|x, g, ws| rosenbrock::value_and_gradient_into(x, g, ws));
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let result =
        Executor::new(problem, solver).configure(|state| state.param(vec![-1.2; 10]).max_iters(200)).run().unwrap();
    let best = result.state().get_best_param().unwrap();
    assert!(best.iter().all(|x| (x - 1.0).abs() < 1e-6), "{best:?}");
    let counts = &result.problem.counts;
    let runs = result.problem.problem.as_ref().unwrap().runs();
    // Cost and gradient of a point share a run.
    let asked = (counts["cost_count"], counts["gradient_count"]);
    assert!(runs as u64 <= asked.0.max(asked.1) + 2, "{runs} runs for {asked:?}");
}

#[test]
fn a_trust_region_takes_exact_hessians() {
    let problem =
        Objective::new(|x, g, ws| rosenbrock::value_and_gradient_into(x, g, ws)).hessian(|x| rosenbrock::hessian(x));
    let solver = TrustRegion::new(Steihaug::new().with_max_iters(20));
    let result =
        Executor::new(problem, solver).configure(|state| state.param(vec![-1.2, 1.0]).max_iters(100)).run().unwrap();
    let best = result.state().get_best_param().unwrap();
    assert!(best.iter().all(|x| (x - 1.0).abs() < 1e-8), "{best:?}");
}

#[test]
fn the_last_point_is_remembered() {
    let problem = Objective::new(|x, g, ws| rosenbrock::value_and_gradient_into(x, g, ws));
    let (a, b) = (vec![0.5, 0.25], vec![2.0, 1.0]);
    assert_eq!(problem.cost(&a).unwrap(), rosenbrock(&a));
    assert_eq!(problem.gradient(&a).unwrap(), rosenbrock::gradient(&a));
    assert_eq!(problem.runs(), 1);
    assert_eq!(problem.gradient(&b).unwrap(), rosenbrock::gradient(&b));
    assert_eq!(problem.cost(&b).unwrap(), rosenbrock(&b));
    assert_eq!(problem.cost(&a).unwrap(), rosenbrock(&a));
    assert_eq!(problem.runs(), 3);
    // Another length, and a zero of another sign, are other points.
    problem.cost(&vec![0.0, 1.0]).unwrap();
    problem.cost(&vec![-0.0, 1.0]).unwrap();
    problem.cost(&vec![-0.0]).unwrap();
    assert_eq!(problem.runs(), 6);
}

#[test]
fn what_is_not_a_number_is_an_error_with_the_point() {
    let problem = Objective::new(|x, g, ws| guarded::value_and_gradient_into(x, g, ws));
    let error = problem.cost(&vec![-1.0]).unwrap_err().to_string();
    assert_eq!(error, "the value is NaN at [-1]: start elsewhere, or keep the search where it is defined");
    assert_eq!(problem.cost(&vec![0.0]).unwrap(), f64::INFINITY);
}

#[test]
fn vectors_of_other_crates() {
    let form = Form::new(DVector::as_slice, DMatrix::from_row_slice);
    let problem = Objective::with_form(|x, g, ws| rosenbrock::value_and_gradient_into(x, g, ws), form);
    let problem = problem.hessian(|x| rosenbrock::hessian(x));
    let x = DVector::from_vec(vec![0.5, 2.0]);
    assert_eq!(problem.gradient(&x).unwrap().as_slice(), rosenbrock::gradient(x.as_slice()));
    let hessian: DMatrix<f64> = problem.hessian(&x).unwrap();
    assert_eq!(hessian[(1, 0)], -200.0);
}

#[differentiable]
fn residuals(x: &[f64]) -> [f64; 3] {
    [x[0] * x[1] - 2.0, x[0] - x[1], x[0] * x[0]]
}

#[test]
fn residuals_with_their_jacobian() {
    let problem = Residuals::new(|x| residuals(x).to_vec(), |x| residuals::jacobian(x));
    assert_eq!(problem.apply(&vec![1.0, 3.0]).unwrap(), [1.0, -2.0, 1.0]);
    assert_eq!(problem.jacobian(&vec![1.0, 3.0]).unwrap(), [[3.0, 1.0], [1.0, -1.0], [2.0, 0.0]]);
    assert!(problem.apply(&vec![f64::NAN, 1.0]).unwrap_err().to_string().contains("a residual is NaN at [NaN, 1]"));
}
