//! The solver diffsol on functions with `#[differentiable]`.

use diffsol::{
    AdjointOdeSolverMethod, DenseMatrix, NalgebraLU, NalgebraMat, NonLinearOp, NonLinearOpAdjoint, NonLinearOpJacobian,
    NonLinearOpSensAdjoint, OdeBuilder, OdeEquations, OdeSolverMethod, OdeSolverState, SensitivitiesOdeSolverMethod,
    Vector,
};
use wengert::adapters::diffsol::Differentiated;
use wengert::prelude::*;

type M = NalgebraMat<f64>;
type V = diffsol::NalgebraVec<f64>;
type Solver = NalgebraLU<f64>;

/// Lotka's and Volterra's model.
#[differentiable]
fn prey(_t: f64, u: &[f64], p: &[f64], du: &mut [f64]) {
    du[0] = p[0] * u[0] - p[1] * u[0] * u[1];
    du[1] = u[0] * u[1] - p[2] * u[1];
}

/// Derivatives of x(10) and y(10) by a, b, c, x0 and y0, to 18 digits by Taylor series.
const DX: [f64; 5] =
    [2.160557523562618, 0.1885687770780593, 0.5631827941681977, 1.9659960547281691, 0.1885687770780593];
const DY: [f64; 5] =
    [-6.256770521220816, -0.6979775889893585, -1.7090176805979348, -2.7439791559201811, 0.2117134891466831];

fn vector(list: &[f64]) -> V {
    V::from_vec(list.to_vec(), Default::default())
}

#[test]
fn all_products_have_the_signs_that_are_asked_for() {
    let problem = OdeBuilder::<M>::new()
        .p([1.5, 1.0, 3.0])
        .dynamics_with_adjoint(wengert::dynamics!(prey))
        .start_with_adjoint(2, wengert::equations!(|_, _| [T::from(0.5), T::from(2.0)]))
        .build()
        .unwrap();
    let rhs = problem.eqn.rhs();
    let (u, w) = (vector(&[0.5, 2.0]), vector(&[1.0, 10.0]));
    let mut out = vector(&[0.0; 2]);
    rhs.call_inplace(&u, 0.0, &mut out);
    assert_eq!(out.clone_as_vec(), [-0.25, -5.0]);
    // J = [a - b y, -b x; y, x - c]
    rhs.jac_mul_inplace(&u, 0.0, &w, &mut out);
    assert_eq!(out.clone_as_vec(), [-0.5 - 5.0, 2.0 - 25.0]);
    rhs.jac_transpose_mul_inplace(&u, 0.0, &w, &mut out);
    assert_eq!(out.clone_as_vec(), [0.5 - 20.0, 0.5 + 25.0]);
    let mut by_p = vector(&[0.0; 3]);
    rhs.sens_transpose_mul_inplace(&u, 0.0, &w, &mut by_p);
    assert_eq!(by_p.clone_as_vec(), [-0.5, 1.0, 20.0]);
}

/// The initial state is a parameter too.
#[test]
fn forward_sensitivities() {
    let problem = OdeBuilder::<M>::new()
        .p([1.5, 1.0, 3.0, 1.0, 1.0])
        .rtol(1e-10)
        .atol([1e-10])
        .sens_rtol(1e-10)
        .sens_atol([1e-10])
        .dynamics_with_sensitivities(wengert::dynamics!(prey))
        .start_with_sensitivities(2, wengert::equations!(|_, p| [p[3], p[4]]))
        .build()
        .unwrap();
    let mut solver = problem.bdf_sens::<Solver>().unwrap();
    let (states, slopes, _) = solver.solve_dense_sensitivities(&[10.0]).unwrap();
    assert!((states.get_index(0, 0) - 1.026344767575089).abs() < 1e-6);
    for (k, slope) in slopes.iter().enumerate() {
        assert!((slope.get_index(0, 0) - DX[k]).abs() < 1e-5, "{k}: {}", slope.get_index(0, 0));
        assert!((slope.get_index(1, 0) - DY[k]).abs() < 1e-5, "{k}: {}", slope.get_index(1, 0));
    }
}

#[test]
fn adjoints_through_start_and_outputs() {
    let problem = OdeBuilder::<M>::new()
        .p([1.5, 1.0, 3.0, 1.0, 1.0])
        .rtol(1e-9)
        .atol([1e-9])
        .use_coloring(true)
        .dynamics_with_adjoint(wengert::dynamics!(prey))
        .start_with_adjoint(2, wengert::equations!(|_, p| [p[3], p[4]]))
        .outputs_with_adjoint(1, wengert::equations!(|u, p| [u[0] + p[2] * u[1]]))
        .build()
        .unwrap();
    let mut solver = problem.bdf::<Solver>().unwrap();
    let (path, outputs, _) = solver.solve_dense_with_checkpointing(&[10.0], None).unwrap();
    let (x, y) = (1.026344767575089, 0.909691078136042);
    assert!((outputs.get_index(0, 0) - (x + 3.0 * y)).abs() < 1e-6);
    let mut weights = outputs.clone();
    weights.set_index(0, 0, 1.0);
    let back = problem.bdf_solver_adjoint::<Solver, _>(path, Some(solver), Some(1)).unwrap();
    let (end, _) = back.solve_adjoint_backwards_pass(&[10.0], &[&weights]).unwrap();
    let found = end.into_common().sg;
    for k in 0..5 {
        let exact = DX[k] + 3.0 * DY[k] + if k == 2 { y } else { 0.0 };
        assert!((found.get_index(k) - exact).abs() < 1e-3, "{k}: {} is not {exact}", found.get_index(k));
    }
}
