//! The solver russell_ode on functions with `#[differentiable]`.

use russell_lab::Vector;
use russell_ode::{Method, OdeSolver, Params};
use wengert::prelude::*;

#[differentiable]
fn robertson(_t: f64, u: &[f64], k: &[f64], du: &mut [f64]) {
    let (a, b, c) = (k[0] * u[0], k[1] * u[1] * u[2], k[2] * u[1] * u[1]);
    du[0] = b - a;
    du[1] = a - b - c;
    du[2] = c;
}

#[test]
fn stiff_steps_with_exact_jacobians() {
    let system = wengert::adapters::russell::system(3, wengert::dynamics!(robertson)).unwrap();
    let mut params = Params::new(Method::Radau5);
    params.set_tolerances(1e-13, 1e-10, None).unwrap();
    let mut solver = OdeSolver::new(params, system).unwrap();
    let mut u = Vector::from(&[1.0, 0.0, 0.0]);
    solver.solve(&mut u, 0.0, 0.4, None, &mut vec![0.04, 1e4, 3e7], None).unwrap();
    for (i, exact) in [0.98517211386099, 3.386395378974904e-5, 1.479402218522039e-2].into_iter().enumerate() {
        assert!((u[i] - exact).abs() < 1e-8 * exact, "{i}: {}", u[i]);
    }
}
