//! The continuous adjoint: an equation for the adjoint, integrated backwards along the dense output, with the derivative by
//! the parameters as a Gauss quadrature on the way.

use super::control::{Control, Tolerated};
use super::discrete::of_loss;
use super::layout::{Lanes, Layout};
use super::problem::{Dynamics, Jumps, Pull};
use super::segments::Segment;
use super::step::{Field, Given, Method, Step};
use super::{Gradient, Ode};
use crate::Error;
use forward::Dual;
use reverse::{Tape, Var};
use rules::Lift;
use std::sync::Arc;

/// Nodes of Gauss and Legendre on the unit interval, with their weights.
const NODES: [(f64, f64); 3] = [(0.1127016653792583, 5.0 / 18.0), (0.5, 4.0 / 9.0), (0.8872983346207417, 5.0 / 18.0)];

impl<F: Dynamics, J: Jumps> Ode<F, J> {
    /// The gradient of a sum of losses at the points `saves`, by the adjoint equation: by initial state, parameters, the
    /// start and the points. `loss` is as in [`gradient`](Ode::gradient).
    ///
    /// The adjoint is integrated backwards by the same method, with steps of its own, along the dense output of the
    /// solution, and the part of the parameters is a Gauss quadrature in each of its steps (the Gauss adjoint of SciML; Kim
    /// et al. 2021, *Stiff neural ordinary differential equations*). The result is the gradient of the solution up to the
    /// tolerances, not of the numerical solution to the bit. At a jump the adjoint jumps too, by the derivatives of the jump and
    /// of its time. Cost: about two integrations, with as many products
    /// [`Dynamics::pull`] as there are right-hand sides in the first; memory for the dense output.
    ///
    /// # Errors
    /// As [`solve`](Ode::solve).
    ///
    /// ```
    /// # use rules::Real;
    /// # use solve::ode::{Dynamics, ode};
    /// # struct Decay;
    /// # impl Dynamics for Decay {
    /// #     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
    /// #         du[0] = -p[0] * u[0];
    /// #     }
    /// # }
    /// let problem = ode(Decay).tolerances(1e-9, 1e-12);
    /// let g = problem.gauss_gradient(&[3.0], &[2.0], [0.0, 1.0], &[1.0], |_, u, _| u[0])?;
    /// assert!((g.state[0] - (-2f64).exp()).abs() < 1e-7);
    /// assert!((g.parameters[0] + 3.0 * (-2f64).exp()).abs() < 1e-7);
    /// # Ok::<(), solve::Error>(())
    /// ```
    pub fn gauss_gradient(
        &self,
        u0: &[f64],
        p: &[f64],
        span: [f64; 2],
        saves: &[f64],
        loss: impl for<'t> Fn(usize, &[Var<'t>], &[Var<'t>]) -> Var<'t>,
    ) -> Result<Gradient, Error> {
        let mut steps: Vec<Step<f64>> = Vec::new();
        let plan = self.plan(u0, p, span, saves, &mut |step| steps.push(step.kept()))?;
        let n = u0.len();
        let mut gradient = Gradient::default();
        gradient.clear(n, p.len(), saves.len(), plan.legs.len());
        let segments = self.segments(&plan, &steps, u0, p, span);
        let (layout, from) = plan.layout.transposed(n)?;
        let mut field = Along {
            layout: Arc::clone(&plan.layout),
            from,
            f: &self.dynamics,
            p,
            start: u0,
            steps: &[],
            at: 0,
            u: u0.to_vec(),
            memory: Pull::default(),
            moving: Pull::default(),
            by_u: Vec::new(),
            lifted: p.iter().map(|&p| Dual::lift(p)).collect(),
        };
        let mut step = Step::new((self.method, &Arc::new(layout)), span[1], &vec![0.0; n]);
        let mut control = Control::new(f64::INFINITY);
        let mut slope = vec![0.0; n];
        for (i, segment) in segments.iter().enumerate().rev() {
            if let (Some(jump), Some(next)) = (segment.jump, segments.get(i + 1)) {
                let mut adjoint = step.start.clone();
                let before = segment.end(&steps);
                self.back_over(jump, next.t, [before, &next.start], p, &mut adjoint, &mut gradient.parameters);
                crate::error::finite("the adjoint before a jump", &adjoint)?;
                step.jump_to(next.t, &adjoint);
            }
            field.enter(segment, &steps);
            for &k in plan.order[segment.saves.clone()].iter().rev() {
                self.back_to(&mut field, &mut step, &mut control, saves[k], &mut gradient.parameters)?;
                field.look(saves[k]);
                let (value, by_u, by_p) = observe(&loss, k, &field.u, p);
                of_loss(k, value)?;
                gradient.value += value;
                gradient.parameters.iter_mut().zip(&by_p).for_each(|(g, b)| *g += b);
                self.dynamics.eval(saves[k], &field.u, p, &mut slope);
                gradient.saves[k] = crate::krylov::dot(&by_u, &slope);
                let jumped: Vec<f64> = step.start.iter().zip(&by_u).map(|(a, b)| a + b).collect();
                crate::error::finite("the gradient of the loss", &jumped)?;
                step.jump_to(saves[k], &jumped);
            }
            self.back_to(&mut field, &mut step, &mut control, segment.t, &mut gradient.parameters)?;
        }
        self.dynamics.eval(span[0], u0, p, &mut slope);
        gradient.span[0] = -crate::krylov::dot(&step.start, &slope);
        gradient.state.copy_from_slice(&step.start);
        Ok(gradient)
    }

    /// Integrates the adjoint back to a point of time, and adds the part of the parameters.
    fn back_to(
        &self,
        field: &mut Along<'_, F>,
        step: &mut Step<f64>,
        control: &mut Control,
        target: f64,
        by_p: &mut [f64],
    ) -> Result<(), Error> {
        let mut adjoint = step.start.clone();
        let mut taken = 0;
        while step.t != target {
            let rest = target - step.t;
            // What is small beside the largest component is known less well.
            let largest = step.start.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            let absolute = [(1e-3 * self.relative * largest).max(f64::MIN_POSITIVE)];
            let tolerated = Tolerated { relative: self.relative, absolute: &absolute };
            if largest == 0.0 {
                // Nothing depends on what comes before.
                step.jump_to(target, &adjoint);
                return Ok(());
            }
            if control.fresh {
                let h = tolerated.initial(field, step, rest);
                control.begin(h);
            }
            taken += 1;
            if taken > self.limit {
                return Err(Error::Steps { t: step.t, limit: self.limit, explicit: self.method == Method::Tsit5 });
            }
            if !step.is_prepared() {
                field.look(step.t);
                if let Some(wider) = field.layout.wider(field.f, step.t, &field.u, field.p)? {
                    let (transposed, from) = wider.transposed(adjoint.len())?;
                    (field.layout, field.from) = (Arc::new(wider), from);
                    step.hold(transposed);
                }
            }
            if let Some(row) = step.prepare(field) {
                return Err(Error::Pattern { row });
            }
            let whole = control.h.abs() * 1.0001 >= rest.abs();
            let h = if whole { rest } else { control.rounded(step.t) };
            if !control.attempt(field, step, h, &tolerated)? {
                continue;
            }
            for (s, weight) in NODES {
                let t = step.t + s * h;
                step.inside(s, &mut adjoint);
                adjoint.iter_mut().for_each(|a| *a *= weight * -h);
                field.look(t);
                let Along { f, p, u, memory, .. } = field;
                f.pull(t, u, p, &adjoint, &mut [], by_p, memory);
            }
            step.advance();
            if whole {
                step.t = target;
            }
            adjoint.copy_from_slice(&step.start);
        }
        Ok(())
    }
}

/// The value of a loss, and its derivatives by state and parameters.
fn observe(
    loss: &impl for<'t> Fn(usize, &[Var<'t>], &[Var<'t>]) -> Var<'t>,
    k: usize,
    u: &[f64],
    p: &[f64],
) -> (f64, Vec<f64>, Vec<f64>) {
    let tape = Tape::new();
    let (u, p) = (tape.vars(u), tape.vars(p));
    let term = loss(k, &u, &p);
    let adjoints = term.grad();
    let by = |vars: &[Var<'_>]| vars.iter().map(|&x| adjoints.wrt(x)).collect();
    (term.inner(), by(&u), by(&p))
}

/// The adjoint equation a' = -J^T a along a solution.
struct Along<'s, F> {
    /// How the derivatives of the solution are held, and where the transposed ones are among them.
    layout: Arc<Layout>,
    from: Vec<usize>,
    f: &'s F,
    p: &'s [f64],
    /// The state at the start of the segment, and its steps.
    start: &'s [f64],
    steps: &'s [Step<f64>],
    /// The step that was looked into last, and what was seen.
    at: usize,
    u: Vec<f64>,
    memory: Pull,
    /// The derivatives of the solution's right-hand side.
    by_u: Vec<f64>,
    moving: Pull<Dual>,
    lifted: Vec<Dual>,
}

impl<'s, F: Dynamics> Along<'s, F> {
    /// Goes to another part of the solution.
    fn enter(&mut self, segment: &'s Segment, steps: &'s [Step<f64>]) {
        (self.start, self.steps) = (&segment.start, &steps[segment.steps.clone()]);
        self.at = self.steps.len().saturating_sub(1);
    }

    /// The solution at a point of time.
    fn look(&mut self, t: f64) {
        let Some(first) = self.steps.first() else { return self.u.copy_from_slice(self.start) };
        let forward = first.h.signum();
        let before = |step: &Step<f64>| forward * (t - step.t) < 0.0;
        let behind = |step: &Step<f64>| forward * (t - step.t - step.h) > 0.0;
        while self.at > 0 && before(&self.steps[self.at]) {
            self.at -= 1;
        }
        while self.at + 1 < self.steps.len() && behind(&self.steps[self.at]) {
            self.at += 1;
        }
        let step = &self.steps[self.at];
        step.inside(((t - step.t) / step.h).clamp(0.0, 1.0), &mut self.u);
    }
}

impl<F: Dynamics> Field<f64> for Along<'_, F> {
    fn value(&mut self, t: f64, a: &[f64], da: &mut [f64]) {
        self.look(t);
        da.fill(0.0);
        self.f.pull(t, &self.u, self.p, a, da, &mut [], &mut self.memory);
        da.iter_mut().for_each(|d| *d = -*d);
    }

    fn slopes(
        &mut self,
        layout: &Layout,
        t: f64,
        a: &[f64],
        lanes: &mut Lanes<f64>,
        slopes: &mut Vec<f64>,
    ) -> Option<usize> {
        self.look(t);
        let n = a.len();
        let row = self.layout.slopes_into(self.f, (t, &self.u, self.p), lanes, &mut self.by_u);
        let mut slope = vec![0.0; n];
        Given { f: self.f, p: self.p }.value(t, &self.u, &mut slope);
        let moving: Vec<Dual> = self.u.iter().zip(slope).map(|(&u, s)| Dual::new(u, s)).collect();
        let weights: Vec<Dual> = a.iter().map(|&a| Dual::lift(a)).collect();
        let mut pulled = vec![Dual::lift(0.0); n];
        self.moving.run(self.f, Dual::variable(t), &moving, &self.lifted, &weights, &mut pulled, &mut []);
        layout.join(&self.by_u, &self.from, pulled.iter().map(|p| -p.tangent), slopes);
        row
    }
}
