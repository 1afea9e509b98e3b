//! The solver ripopt on functions with `#[differentiable]`.

use ripopt::{NlpProblem, SolveStatus, SolverOptions};
use wengert::adapters::ripopt::Nlp;
use wengert::prelude::*;

#[differentiable]
fn cost(x: &[f64]) -> f64 {
    x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2]
}

#[differentiable]
fn constraints(x: &[f64]) -> [f64; 2] {
    [x[0] * x[1] * x[2] * x[3], x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]]
}

/// The optimum of problem 71 of Hock and Schittkowski.
const OPTIMUM: [f64; 4] = [1.0, 4.742999636, 3.821149979, 1.379408293];

fn quiet() -> SolverOptions {
    SolverOptions { print_level: 0, ..SolverOptions::default() }
}

fn close(x: &[f64], y: &[f64], error: f64) {
    assert!(x.len() == y.len() && x.iter().zip(y).all(|(x, y)| (x - y).abs() < error), "{x:?} is not {y:?}");
}

#[test]
fn hock_and_schittkowski() {
    let start = [1.0, 5.0, 5.0, 1.0];
    let problem = Nlp::new(cost::function(&start), constraints::function(&start), &start)
        .unwrap()
        .bounds(&[1.0; 4], &[5.0; 4])
        .constraints(&[25.0, 40.0], &[f64::INFINITY, 40.0]);
    let found = ripopt::solve(&problem, &quiet());
    assert_eq!(found.status, SolveStatus::Optimal);
    close(&found.x, &OPTIMUM, 1e-6);
}

/// A chain: minimise the sum of (x_i - 1)^4 with x_i x_(i+1) = 2.
#[differentiable]
fn chain_cost(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in x {
        sum += (x - 1.0).powi(4);
    }
    sum
}

#[differentiable]
fn chain_links(x: &[f64]) -> Vec<f64> {
    let mut links = vec![0.0; x.len() - 1];
    for i in 0..x.len() - 1 {
        links[i] = x[i] * x[i + 1] - 2.0;
    }
    links
}

#[test]
fn many_variables_with_few_entries() {
    let start = [1.5; 201];
    let problem = Nlp::new(chain_cost::function(&start), chain_links::function(&start), &start).unwrap();
    let (rows, columns) = problem.hessian_structure();
    assert!(rows.len() == 401 && rows.iter().zip(&columns).all(|(i, j)| i >= j), "a lower triangle");
    let found = ripopt::solve(&problem, &quiet());
    assert_eq!(found.status, SolveStatus::Optimal);
    close(&[found.x[0] * found.x[1], found.x[100] * found.x[101]], &[2.0, 2.0], 1e-6);
}

#[differentiable]
fn barrier(x: &[f64]) -> f64 {
    x[0] - x[0].ln()
}

#[differentiable]
fn free(x: &[f64]) -> [f64; 0] {
    let _ = x;
    []
}

#[test]
fn what_is_not_finite_is_refused_and_the_step_shortened() {
    let start = [30.0];
    let problem = Nlp::new(barrier::function(&start), free::function(&start), &start).unwrap();
    assert!(!NlpProblem::objective(&problem, &[-1.0], true, &mut 0.0));
    let found = ripopt::solve(&problem, &quiet());
    assert_eq!(found.status, SolveStatus::Optimal);
    close(&found.x, &[1.0], 1e-6);
}
