//! Products with the derivatives of functions of time, state and parameters, for the solvers of differential equations.

use super::By;
use crate::implicit::Equations;
use crate::ode::{Dynamics, Pull};
use crate::{Dual, Tape, Var};
use core::fmt;
use rules::Lift;
use std::sync::{Mutex, PoisonError};

/// Values, and products with their derivatives.
pub(crate) trait Values {
    fn value(&self, t: f64, u: &[f64], p: &[f64], out: &mut [f64]);

    /// The derivative along `v`.
    fn push(&self, by: By, t: f64, u: &[f64], p: &[f64], v: &[f64], out: &mut [f64]);

    /// `w` times the derivatives.
    fn pull(&self, by: By, t: f64, u: &[f64], p: &[f64], w: &[f64], out: &mut [f64]);
}

/// A right-hand side, with memory for its derivatives.
pub(crate) struct Products<F> {
    pub(crate) f: F,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    u: Vec<Dual>,
    p: Vec<Dual>,
    du: Vec<Dual>,
    pull: Pull,
}

impl<F> Products<F> {
    pub(crate) fn new(f: F) -> Self {
        Products { f, memory: Mutex::default() }
    }
}

impl<F: Dynamics> Values for Products<F> {
    fn value(&self, t: f64, u: &[f64], p: &[f64], out: &mut [f64]) {
        self.f.eval(t, u, p, out);
    }

    fn push(&self, by: By, t: f64, u: &[f64], p: &[f64], v: &[f64], out: &mut [f64]) {
        let mut guard = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let Memory { u: duals, p: parameters, du, .. } = &mut *guard;
        enter(duals, u, v, by == By::State);
        enter(parameters, p, v, by == By::Parameters);
        du.clear();
        du.resize(out.len(), Dual::fixed(0.0));
        self.f.eval(Dual::fixed(t), duals, parameters, du);
        out.iter_mut().zip(du).for_each(|(out, du)| *out = du.tangent);
    }

    fn pull(&self, by: By, t: f64, u: &[f64], p: &[f64], w: &[f64], out: &mut [f64]) {
        let mut guard = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        out.fill(0.0);
        match by {
            By::State => self.f.pull(t, u, p, w, out, &mut [], &mut guard.pull),
            By::Parameters => self.f.pull(t, u, p, w, &mut [], out, &mut guard.pull),
        }
    }
}

fn enter(list: &mut Vec<Dual>, values: &[f64], v: &[f64], moves: bool) {
    list.clear();
    match moves {
        true => list.extend(values.iter().zip(v).map(|(&x, &v)| Dual::new(x, v))),
        false => list.extend(values.iter().map(|&x| Dual::fixed(x))),
    }
}

/// Of what does not depend on the time.
impl<E: Equations> Values for E {
    fn value(&self, _: f64, u: &[f64], p: &[f64], out: &mut [f64]) {
        out.copy_from_slice(self.eval(u, p).as_ref());
    }

    fn push(&self, by: By, _: f64, u: &[f64], p: &[f64], v: &[f64], out: &mut [f64]) {
        let (mut duals, mut parameters) = (Vec::new(), Vec::new());
        enter(&mut duals, u, v, by == By::State);
        enter(&mut parameters, p, v, by == By::Parameters);
        out.iter_mut().zip(self.eval(&duals, &parameters).as_ref()).for_each(|(out, y)| *out = y.tangent);
    }

    fn pull(&self, by: By, _: f64, u: &[f64], p: &[f64], w: &[f64], out: &mut [f64]) {
        let tape = Tape::new();
        let still = |list: &[f64]| list.iter().map(|&x| Var::lift(x)).collect::<Vec<Var<'_>>>();
        let (u, p) = match by {
            By::State => (tape.vars(u), still(p)),
            By::Parameters => (still(u), tape.vars(p)),
        };
        let seeds: Vec<(Var<'_>, f64)> = self.eval(&u, &p).as_ref().iter().copied().zip(w.iter().copied()).collect();
        let adjoints = tape.adjoints(&seeds);
        let moving = if by == By::State { u } else { p };
        out.iter_mut().zip(&moving).for_each(|(out, &x)| *out = adjoints.wrt(x));
    }
}

impl<F> fmt::Debug for Products<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Products")
    }
}
