//! The solver pounce on functions with `#[differentiable]`.

use pounce_rs::{ApplicationReturnStatus, IpoptApplication, TNLP};
use std::cell::RefCell;
use std::rc::Rc;
use wengert::adapters::pounce::Nlp;
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

fn close(x: &[f64], y: &[f64], error: f64) {
    assert!(x.len() == y.len() && x.iter().zip(y).all(|(x, y)| (x - y).abs() < error), "{x:?} is not {y:?}");
}

#[test]
#[should_panic(expected = "1 low and 4 high bounds for 4 variables: give one of each for each")]
fn bounds_that_do_not_fit() {
    let start = [1.0, 5.0, 5.0, 1.0];
    let _ = Nlp::new(cost::function(&start), constraints::function(&start), &start).unwrap().bounds(&[1.0], &[5.0; 4]);
}

fn solved<F: Function + 'static, G: Function + 'static>(problem: Nlp<F, G>) -> (ApplicationReturnStatus, Vec<f64>) {
    let problem = Rc::new(RefCell::new(problem));
    let mut solver = IpoptApplication::new();
    solver.initialize().unwrap();
    let status = solver.optimize_tnlp(Rc::clone(&problem) as Rc<RefCell<dyn TNLP>>);
    let x = problem.borrow().optimum().map(|found| found.x.clone());
    (status, x.expect("a solution"))
}

#[test]
fn hock_and_schittkowski() {
    static START: [f64; 4] = [1.0, 5.0, 5.0, 1.0];
    let problem = Nlp::new(cost::function(&START), constraints::function(&START), &START)
        .unwrap()
        .bounds(&[1.0; 4], &[5.0; 4])
        .constraints(&[25.0, 40.0], &[f64::INFINITY, 40.0]);
    let (status, x) = solved(problem);
    assert_eq!(status, ApplicationReturnStatus::SolveSucceeded);
    close(&x, &OPTIMUM, 1e-6);
}

#[test]
fn many_variables_with_few_entries() {
    static START: [f64; 201] = [1.5; 201];
    let problem = Nlp::new(chain_cost::function(&START), chain_links::function(&START), &START).unwrap();
    // Two links for each equation; the diagonal and, below it, what the links multiply.
    assert_eq!(problem.entries(), (400, 401));
    let (status, x) = solved(problem);
    assert_eq!(status, ApplicationReturnStatus::SolveSucceeded);
    close(&[x[0] * x[1], x[100] * x[101]], &[2.0, 2.0], 1e-6);
}
