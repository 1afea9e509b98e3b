//! The parts of an integration between its jumps, and the way back over a jump.

use super::Ode;
use super::plan::{Plan, Reach};
use super::problem::{Dynamics, Jump, Jumps};
use super::step::Step;
use core::ops::Range;
use reverse::{Adjoints, Tape, Var};

/// What lies between two jumps.
pub(crate) struct Segment {
    /// The time and the state that it begins with.
    pub(crate) t: f64,
    pub(crate) start: Vec<f64>,
    pub(crate) steps: Range<usize>,
    /// Of the points to be saved, in the order in which they are reached.
    pub(crate) saves: Range<usize>,
    /// The jump at its end.
    pub(crate) jump: Option<Jump>,
}

impl Segment {
    /// The state at the end, before the jump.
    pub(crate) fn end<'s>(&'s self, steps: &'s [Step<f64>]) -> &'s [f64] {
        steps[self.steps.clone()].last().map_or(&self.start, |step| &step.end)
    }
}

impl<F: Dynamics, J: Jumps> Ode<F, J> {
    /// The segments of a plan, whose steps were observed.
    pub(crate) fn segments(
        &self,
        plan: &Plan,
        steps: &[Step<f64>],
        u0: &[f64],
        p: &[f64],
        span: [f64; 2],
    ) -> Vec<Segment> {
        let times = self.jumps.times(p).as_ref().to_vec();
        let forward = if span[1] < span[0] { -1.0 } else { 1.0 };
        let (mut t, mut taken, mut segments) = (span[0], 0, Vec::new());
        let mut segment = Segment { t, start: u0.to_vec(), steps: 0..0, saves: 0..0, jump: None };
        for leg in &plan.legs {
            let target = match leg.reach {
                Reach::Time(k) => Some(times.get(k).copied().unwrap_or(span[1])),
                _ => None,
            };
            let moves = !matches!(leg.reach, Reach::At { .. });
            if moves && target.is_none_or(|target| forward * (target - t) > 0.0) {
                t = steps[taken].t + steps[taken].h;
                taken += 1;
            }
            t = target.unwrap_or(t);
            segment.steps.end = taken;
            segment.saves.end = leg.saves.end;
            if let Some(jump) = leg.jump {
                segment.jump = Some(jump);
                let mut after = segment.end(steps).to_vec();
                let _ = self.jumps.jump(jump, t, &mut after, p);
                let next =
                    Segment { t, start: after, steps: taken..taken, saves: leg.saves.end..leg.saves.end, jump: None };
                segments.push(core::mem::replace(&mut segment, next));
            }
        }
        segment.saves.end = segment.saves.end.max(plan.tail.end);
        segments.push(segment);
        segments
    }

    /// Takes the adjoint of the state behind a jump to that before it, and adds to the gradient by the parameters.
    ///
    /// With t the time of the jump, a function of the parameters, or of them and the state before it by the guard, the state
    /// behind it moves by dg - f(u+) dt, where g is the jump at the moved time and state.
    pub(crate) fn back_over(
        &self,
        jump: Jump,
        t: f64,
        [before, after]: [&[f64]; 2],
        p: &[f64],
        adjoint: &mut [f64],
        by_p: &mut [f64],
    ) {
        let slope = |u: &[f64]| {
            let mut slope = vec![0.0; u.len()];
            self.dynamics.eval(t, u, p, &mut slope);
            slope
        };
        let (slope_before, slope_after) = (slope(before), slope(after));
        let tape = Tape::new();
        let (u, at, vars) = (tape.vars(before), tape.var(t), tape.vars(p));
        let mut state = u.clone();
        let _ = self.jumps.jump(jump, at, &mut state, &vars);
        let mut adjoints = Adjoints::new();
        let seeds: Vec<(Var<'_>, f64)> = state.into_iter().zip(adjoint.iter().copied()).collect();
        tape.adjoints_into(&seeds, &mut adjoints);
        let dot = crate::krylov::dot;
        let by =
            |adjoints: &Adjoints<f64>, vars: &[Var<'_>]| vars.iter().map(|&x| adjoints.wrt(x)).collect::<Vec<f64>>();
        let by_u = by(&adjoints, &u);
        // What is gained by a later jump.
        let later = adjoints.wrt(at) + dot(&by_u, &slope_before) - dot(adjoint, &slope_after);
        by_p.iter_mut().zip(by(&adjoints, &vars)).for_each(|(sum, b)| *sum += b);
        adjoint.copy_from_slice(&by_u);
        let when = match jump {
            Jump::Time(k) => self.jumps.times(&vars).as_ref()[k],
            Jump::Guard(k) => self.jumps.guards(at, &u, &vars).as_ref()[k],
        };
        tape.adjoints_into(&[(when, 1.0)], &mut adjoints);
        let by_u = by(&adjoints, &u);
        let factor = match jump {
            Jump::Time(_) => later,
            Jump::Guard(_) => -later / (adjoints.wrt(at) + dot(&by_u, &slope_before)),
        };
        by_p.iter_mut().zip(by(&adjoints, &vars)).for_each(|(sum, b)| *sum += factor * b);
        if matches!(jump, Jump::Guard(_)) {
            adjoint.iter_mut().zip(&by_u).for_each(|(a, b)| *a += factor * b);
        }
    }
}
