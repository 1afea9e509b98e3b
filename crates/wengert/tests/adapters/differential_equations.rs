//! The solvers of differential-equations on functions with `#[differentiable]`, and on duals.

use differential_equations::linalg::Matrix;
use differential_equations::prelude::*;
use wengert::Dual;
use wengert::adapters::differential_equations::Problem;
use wengert::prelude::*;

#[differentiable]
fn robertson(_t: f64, u: &[f64], k: &[f64], du: &mut [f64]) {
    let (a, b, c) = (k[0] * u[0], k[1] * u[1] * u[2], k[2] * u[1] * u[1]);
    du[0] = b - a;
    du[1] = a - b - c;
    du[2] = c;
}

const K: [f64; 3] = [0.04, 1e4, 3e7];
const A: f64 = 0.98517211386099;
const DA: [f64; 3] = [-3.559525659828556e-1, 9.542381427849769e-8, -1.583176635557635e-11];

#[test]
fn jacobians_are_exact() {
    let problem = Problem::new(wengert::dynamics!(robertson), &K);
    let (u, mut j) = (vec![0.9, 2e-5, 0.1], Matrix::full(3, 3));
    ODE::jacobian(&problem, 0.0, &u, &mut j);
    let exact = [[-0.04, 1e3, 0.2], [0.04, -1e3 - 1200.0, -0.2], [0.0, 1200.0, 0.0]];
    for (i, row) in exact.iter().enumerate() {
        for (k, exact) in row.iter().enumerate() {
            assert!((j[(i, k)] - exact).abs() <= 1e-12 * exact.abs(), "{i} {k}");
        }
    }
    let mut by_p = Matrix::full(3, 3);
    ParametrizedODE::<f64, Vec<f64>, Vec<f64>>::jacobian_p(&problem, 0.0, &u, &mut by_p);
    assert_eq!((by_p[(0, 0)], by_p[(2, 2)]), (-0.9, 2e-5 * 2e-5));
}

#[test]
fn stiff_steps_and_forward_sensitivities() {
    let problem = Problem::new(wengert::dynamics!(robertson), &K);
    let found = IVP::ode(&problem, 0.0, 0.4, [1.0, 0.0, 0.0])
        .method(ImplicitRungeKutta::radau5().rtol(1e-10).atol(1e-13))
        .solve()
        .unwrap();
    assert!((found.y.last().unwrap()[0] - A).abs() < 1e-9);
    let mut start = [0.0; 12];
    start[0] = 1.0;
    let found = IVP::ode(&problem, 0.0, 0.4, [1.0, 0.0, 0.0])
        .forward_sensitivity::<Vec<f64>, _>(start)
        .method(ImplicitRungeKutta::radau5().rtol(1e-10).atol(1e-13))
        .solve()
        .unwrap();
    let end = found.y.last().unwrap();
    // The last one is not far above the tolerance.
    (0..3).for_each(|k| assert!((end[3 + k] - DA[k]).abs() < 1e-6 * DA[k].abs() + 1e-12, "{k}: {}", end[3 + k]));
}

#[test]
fn its_solvers_run_on_duals() {
    type D = Dual<f64, [f64; 3]>;
    let lanes: Vec<D> = K.iter().enumerate().map(|(j, &k)| D::lane(k, j)).collect();
    let problem = Problem::new(wengert::dynamics!(robertson), &lanes);
    let fixed = D::fixed;
    let method = ImplicitRungeKutta::radau5().rtol(fixed(1e-10)).atol(fixed(1e-13));
    let start = [fixed(1.0), fixed(0.0), fixed(0.0)];
    let found = IVP::ode(&problem, fixed(0.0), fixed(0.4), start).method(method).solve().unwrap();
    let end = found.y.last().unwrap()[0];
    assert!((end.value - A).abs() < 1e-9);
    (0..3).for_each(|k| assert!((end.tangent[k] - DA[k]).abs() < 1e-5 * DA[k].abs(), "{k}: {}", end.tangent[k]));
}
