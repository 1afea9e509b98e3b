//! Differential equations through the face: with generated adjoints, and inside operators.

use std::cell::RefCell;
use wengert::Real;
use wengert::ode::{Dynamics, Pull, ode};
use wengert::prelude::*;

#[differentiable]
fn reaction(u: &[f64], k: &[f64]) -> [f64; 3] {
    let (a, b, c) = (k[0] * u[0], k[1] * u[1] * u[2], k[2] * u[1] * u[1]);
    [b - a, a - b - c, c]
}

/// Robertson's reactions, whose way back was generated at compile time.
struct Generated(RefCell<(Workspace, Vec<f64>, Vec<f64>)>);

impl Dynamics for Generated {
    fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
        du.copy_from_slice(&reaction::eval(u, p));
    }
    fn pull(&self, _: f64, u: &[f64], p: &[f64], w: &[f64], by_u: &mut [f64], by_p: &mut [f64], _: &mut Pull) {
        let (workspace, u_room, p_room) = &mut *self.0.borrow_mut();
        u_room.resize(u.len(), 0.0);
        p_room.resize(p.len(), 0.0);
        reaction::vjp_into(u, p, &[w[0], w[1], w[2]], u_room, p_room, workspace);
        by_u.iter_mut().zip(u_room).for_each(|(sum, x)| *sum += *x);
        by_p.iter_mut().zip(p_room).for_each(|(sum, x)| *sum += *x);
    }
}

#[test]
fn a_generated_adjoint_serves_the_adjoint_equation() {
    let (k, u0, saves) = ([0.04, 1e4, 3e7], [1.0, 0.0, 0.0], [0.1, 0.4]);
    let generated = Generated(RefCell::default());
    let by_tape = wengert::dynamics!(|_, u, p, du| du.copy_from_slice(&reaction::eval(u, p)));
    let by_tape = ode(by_tape).stiff().tolerances(1e-9, 1e-12);
    let generated = ode(generated).stiff().tolerances(1e-9, 1e-12);
    let expected = by_tape.gauss_gradient(&u0, &k, [0.0, 0.4], &saves, |_, u, _| u[0] * u[2]).unwrap();
    let found = generated.gauss_gradient(&u0, &k, [0.0, 0.4], &saves, |_, u, _| u[0] * u[2]).unwrap();
    assert_eq!(found.value, expected.value);
    for (a, b) in found.parameters.iter().zip(&expected.parameters).chain(found.state.iter().zip(&expected.state)) {
        assert!((a - b).abs() <= 1e-9 * b.abs(), "{a} is not {b}");
    }
}

#[test]
fn a_shooting_problem_is_an_equation_through_an_integration() {
    // u'' = -p sin u from u = 0 with the speed that leads to u(1) = 0.5.
    struct Pendulum;
    impl wengert::implicit::Equations for Pendulum {
        fn eval<T: Real>(&self, x: &[T], p: &[T]) -> impl AsRef<[T]> {
            let swing = ode(wengert::dynamics!(|_, u, p, du| {
                du[0] = u[1];
                du[1] = -p[0] * u[0].sin();
            }));
            let ends = [0.0, 1.0].map(T::from);
            let swing = swing.tolerances(1e-12, 1e-12);
            let end = swing.solve(&[T::from(0.0), x[0]], p, ends, &[]).map(|s| s.last[0]);
            [end.map_or(T::from(f64::NAN), |u| u - 0.5)]
        }
    }
    let speed = wengert::implicit::root(Pendulum, wengert::implicit::Newton::from(&[0.5]));
    let at = |p: f64| speed.at(&[p]).unwrap()[0];
    let (value, slope) = value_and_derivative(|p| speed.at(&[p]).unwrap()[0], 2.0);
    assert_eq!(value, at(2.0));
    assert!((slope - (at(2.0 + 1e-4) - at(2.0 - 1e-4)) / 2e-4).abs() < 1e-7, "{slope}");
    let in_reverse = gradient(|p| speed.at(p).unwrap()[0], &[2.0]);
    assert!((in_reverse[0] - slope).abs() < 1e-12);
}
