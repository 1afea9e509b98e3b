//! Which steps are taken: chosen on plain numbers, and then the same for every number.

use super::control::{Control, Tolerated};
use super::layout::Layout;
use super::problem::{Dynamics, Jump, Jumps};
use super::step::{Given, Lists, Method, Step};
use super::{Ode, Sparsity};
use crate::Error;
use crate::error::finite;
use core::ops::{ControlFlow, Range};
use forward::Dual;
use rules::Lift;
use std::sync::Arc;

/// The legs of an integration.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) layout: Arc<Layout>,
    pub(crate) legs: Vec<Leg>,
    /// The indices of the points to be saved, in the order in which they are reached.
    pub(crate) order: Vec<usize>,
    /// Those of them that lie at the end, behind its jump.
    pub(crate) tail: Range<usize>,
    pub(crate) rejected: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { layout: Arc::new(Layout::Dense), legs: Vec::new(), order: Vec::new(), tail: 0..0, rejected: 0 }
    }
}

/// A plan, with what making it leaves.
#[derive(Debug, Default)]
pub(crate) struct Planning {
    pub(crate) plan: Plan,
    /// State and time at the start of each leg.
    pub(crate) starts: Vec<f64>,
    step: Lists<f64>,
    stops: Vec<usize>,
}

/// A step, with what happens in it and at its end.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    pub(crate) reach: Reach,
    /// Which points are saved inside, of those in order.
    pub(crate) saves: Range<usize>,
    pub(crate) jump: Option<Jump>,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reach {
    /// So far.
    Step(f64),
    /// To a point of time, the jumps' or, behind them, the end.
    Time(usize),
    /// To the root of a guard, so far from the start, where the guard has this slope along the step.
    Guard { index: usize, h: f64, slope: f64 },
}

/// How many samples of the guards are taken in a step.
const SAMPLES: [f64; 4] = [0.25, 0.5, 0.75, 1.0];
/// And in a step after a jump.
const EARLY: [f64; 7] = [1e-6, 1e-3, 0.05, 0.25, 0.5, 0.75, 1.0];

impl<F: Dynamics, J: Jumps> Ode<F, J> {
    /// Integrates on plain numbers, with steps whose estimated error is tolerated; `observe` sees every step.
    pub(crate) fn plan(
        &self,
        u0: &[f64],
        p: &[f64],
        span: [f64; 2],
        saves: &[f64],
        observe: &mut dyn FnMut(&Step<f64>),
    ) -> Result<Plan, Error> {
        let mut memory = Planning::default();
        self.plan_with(u0, p, span, saves, observe, &mut memory)?;
        Ok(memory.plan)
    }

    /// As [`plan`](Ode::plan), in memory that is there.
    pub(crate) fn plan_with(
        &self,
        u0: &[f64],
        p: &[f64],
        [t0, t1]: [f64; 2],
        saves: &[f64],
        observe: &mut dyn FnMut(&Step<f64>),
        Planning { plan, starts, step: lists, stops }: &mut Planning,
    ) -> Result<(), Error> {
        self.check(u0, p, [t0, t1], saves)?;
        let forward = if t1 < t0 { -1.0 } else { 1.0 };
        match (&self.sparse, self.method, &*plan.layout) {
            (Sparsity::Dense, _, Layout::Dense) | (_, Method::Tsit5, Layout::Dense) => {}
            (Sparsity::Dense, ..) | (_, Method::Tsit5, _) => plan.layout = Arc::new(Layout::Dense),
            (Sparsity::Found, ..) => plan.layout = Arc::new(Layout::found(&self.dynamics, t0, u0, p)?),
            (Sparsity::Given(pattern), ..) => plan.layout = Arc::new(Layout::sparse(pattern, u0.len())?),
        }
        plan.legs.clear();
        plan.order.clear();
        plan.order.extend(0..saves.len());
        plan.rejected = 0;
        starts.clear();
        plan.order.sort_unstable_by(|&a, &b| (forward * saves[a]).total_cmp(&(forward * saves[b])).then(a.cmp(&b)));
        let times = self.jumps.times(p);
        let times = times.as_ref();
        finite("the times of jumps", times)?;
        let end = times.len();
        let within = |k: &usize| forward * (times[*k] - t0) >= 0.0 && forward * (times[*k] - t1) <= 0.0;
        stops.clear();
        stops.extend((0..end).filter(within));
        stops.sort_by(|&a, &b| (forward * times[a]).total_cmp(&(forward * times[b])));
        stops.push(end);
        let time = |k: usize| if k == end { t1 } else { times[k] };

        let mut step = Step::with((self.method, &plan.layout), t0, u0, core::mem::take(lists));
        let mut guards = Watch::new(self, t0, u0, p)?;
        let (mut saved, mut next, mut taken) = (0, 0, 0);
        let mut rush = Rush { last: t0, gap: f64::INFINITY, shrunk: 0 };
        let mut control = self.first.map_or(Control::new(f64::INFINITY), |h| Control::of(h * forward));
        let tolerated = Tolerated { relative: self.relative, absolute: &self.absolute };
        let mut field = Given { f: &self.dynamics, p };
        while next < stops.len() {
            let target = time(stops[next]);
            let mut leg = Leg { reach: Reach::Time(stops[next]), saves: saved..saved, jump: None };
            let begun = starts.len();
            starts.extend_from_slice(&step.start);
            starts.push(step.t);
            let rest = target - step.t;
            if rest * forward > 0.0 {
                if control.fresh {
                    let h = tolerated.initial(&mut field, &mut step, rest);
                    control.begin(h);
                }
                taken += 1;
                if taken > self.limit {
                    return Err(Error::Steps { t: step.t, limit: self.limit, explicit: self.method == Method::Tsit5 });
                }
                let whole = control.h.abs() * 1.0001 >= rest.abs();
                let h = if whole { rest } else { control.h };
                if !control.attempt(&mut field, &mut step, h, &tolerated)? {
                    plan.rejected += 1;
                    starts.truncate(begun);
                    continue;
                }
                let crossed = guards.crossed(self, &step, p)?;
                if let Some((index, s)) = crossed {
                    let (h, slope) = self.locate(&step, p, index, s)?;
                    step.take(&mut field, h)?;
                    leg.reach = Reach::Guard { index, h, slope };
                    leg.jump = Some(Jump::Guard(index));
                } else if !whole {
                    leg.reach = Reach::Step(h);
                }
                observe(&step);
                step.advance();
            }
            if let Reach::Time(k) = leg.reach {
                (step.t, next) = (time(k), next + 1);
                leg.jump = (k < end).then_some(Jump::Time(k));
            }
            let reached = |&k: &usize| {
                let left = forward * (step.t - saves[k]);
                left > 0.0 || (left == 0.0 && leg.jump.is_none())
            };
            saved += plan.order[saved..].iter().take_while(|k| reached(k)).count();
            leg.saves.end = saved;
            let jump = leg.jump;
            plan.legs.push(leg);
            if let Some(jump) = jump {
                let mut state = step.start.clone();
                let flow = self.jumps.jump(jump, step.t, &mut state, p);
                finite("the state after a jump", &state)?;
                let t = step.t;
                step.jump_to(t, &state);
                guards.restart(self, t, &state, p, jump)?;
                control = match jump {
                    Jump::Guard(guard) => Control::new(rush.after(guard, t, (t1 - t0).abs())?),
                    Jump::Time(_) => Control::new(f64::INFINITY),
                };
                if flow == ControlFlow::Break(()) {
                    let here = plan.order[saved..].iter().take_while(|&&k| saves[k] == t).count();
                    saved += here;
                    plan.tail = saved - here..saved;
                    *lists = step.lists();
                    return Ok(());
                }
            }
        }
        plan.tail = saved..saved;
        *lists = step.lists();
        Ok(())
    }

    fn check(&self, u0: &[f64], p: &[f64], [t0, t1]: [f64; 2], saves: &[f64]) -> Result<(), Error> {
        finite("the initial state", u0)?;
        finite("the parameters", p)?;
        finite("the ends of the integration", &[t0, t1])?;
        finite("the times to be saved", saves)?;
        finite("the tolerances", &self.absolute)?;
        finite("the tolerances", &[self.relative])?;
        crate::error::fits("absolute tolerances, one or one for each component", self.absolute.len(), {
            if self.absolute.len() == 1 { 1 } else { u0.len() }
        })?;
        let (low, high) = (t0.min(t1), t0.max(t1));
        match saves.iter().position(|t| !(low..=high).contains(t)) {
            Some(index) => Err(Error::Outside { index, t: saves[index], low, high }),
            None => Ok(()),
        }
    }

    /// The length of the step that ends at a root of the guard, and the guard's slope along it: by Newton's method on the
    /// step itself, from a root of the dense output.
    fn locate(&self, step: &Step<f64>, p: &[f64], index: usize, s: f64) -> Result<(f64, f64), Error> {
        let lift = |list: &[f64]| list.iter().map(|&x| Dual::lift(x)).collect::<Vec<Dual>>();
        let p = lift(p);
        let mut moving = Step::<Dual>::new((step.method, &step.layout), Dual::lift(step.t), &lift(&step.start));
        let (mut h, mut slope) = (s * step.h, f64::NAN);
        for _ in 0..10 {
            moving.take(&mut Given { f: &self.dynamics, p: &p }, Dual::variable(h))?;
            let t = moving.t + moving.h;
            let g = self.jumps.guards(t, &moving.end, &p).as_ref()[index];
            slope = g.tangent;
            let move_by = g.value / slope;
            if slope == 0.0 || !move_by.is_finite() {
                return Err(Error::Touched { guard: index, t: t.value });
            }
            if move_by.abs() <= 4.0 * f64::EPSILON * (step.t.abs() + h.abs()) {
                break;
            }
            let next = h - move_by;
            if next / step.h <= 0.0 || next / step.h > 1.0 {
                break;
            }
            h = next;
        }
        Ok((h, slope))
    }
}

/// Whether events come ever closer, as those of a ball that comes to rest.
struct Rush {
    last: f64,
    gap: f64,
    shrunk: usize,
}

impl Rush {
    /// How long the step behind an event may be, so that one that follows as closely as this one is not passed over.
    fn after(&mut self, guard: usize, t: f64, span: f64) -> Result<f64, Error> {
        let gap = (t - self.last).abs();
        self.shrunk = if gap < self.gap { self.shrunk + 1 } else { 0 };
        (self.last, self.gap) = (t, gap);
        if self.shrunk >= 10 && gap < 1e-7 * span || gap == 0.0 {
            return Err(Error::Crowded { guard, t, gap });
        }
        Ok(10.0 * gap)
    }
}

/// The values of the guards at the start of a step; NaN where the sign is not known, behind a jump.
struct Watch {
    values: Vec<f64>,
    early: bool,
}

impl Watch {
    fn new<F: Dynamics, J: Jumps>(ode: &Ode<F, J>, t: f64, u: &[f64], p: &[f64]) -> Result<Watch, Error> {
        let mut values = ode.jumps.guards(t, u, p).as_ref().to_vec();
        finite("the guards", &values)?;
        values.iter_mut().filter(|g| **g == 0.0).for_each(|g| *g = f64::NAN);
        Ok(Watch { values, early: true })
    }

    fn restart<F: Dynamics, J: Jumps>(
        &mut self,
        ode: &Ode<F, J>,
        t: f64,
        u: &[f64],
        p: &[f64],
        jump: Jump,
    ) -> Result<(), Error> {
        *self = Watch::new(ode, t, u, p)?;
        if let Jump::Guard(index) = jump {
            self.values[index] = f64::NAN;
        }
        Ok(())
    }

    /// The guard that is the first to change its sign in a step, and where, if one does.
    fn crossed<F: Dynamics, J: Jumps>(
        &mut self,
        ode: &Ode<F, J>,
        step: &Step<f64>,
        p: &[f64],
    ) -> Result<Option<(usize, f64)>, Error> {
        if self.values.is_empty() {
            return Ok(None);
        }
        let mut state = step.end.clone();
        let mut at = |s: f64| {
            if s < 1.0 {
                step.inside(s, &mut state);
            } else {
                state.copy_from_slice(&step.end);
            }
            ode.jumps.guards(step.t + s * step.h, &state, p).as_ref().to_vec()
        };
        let mut low = 0.0;
        let samples = if self.early { &EARLY[..] } else { &SAMPLES };
        for &high in samples {
            let values = at(high);
            finite("the guards", &values)?;
            let changed = |(a, b): (&f64, &f64)| a * b < 0.0 || (*b == 0.0 && !a.is_nan() && *a != 0.0);
            let mut first: Option<(usize, f64)> = None;
            for (index, signs) in self.values.iter().zip(&values).enumerate() {
                if !changed(signs) {
                    continue;
                }
                let (mut a, mut b) = (low, high);
                while b - a > 1e-14 * b {
                    let middle = 0.5 * (a + b);
                    if at(middle)[index] * signs.0 > 0.0 {
                        a = middle;
                    } else {
                        b = middle;
                    }
                }
                if first.is_none_or(|(_, s)| b < s) {
                    first = Some((index, b));
                }
            }
            if first.is_some() {
                return Ok(first);
            }
            (self.values, low) = (values, high);
        }
        self.early = false;
        Ok(None)
    }
}
