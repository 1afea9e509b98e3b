//! Which steps are taken: chosen on plain numbers, and then the same for every number.

use super::control::{Control, Tolerated};
use super::layout::Layout;
use super::problem::{Dynamics, Jump, Jumps};
use super::step::{Field, Given, Lists, Method, Step};
use super::{Ode, Sparsity};
use crate::Error;
use crate::error::{finite, tolerated};
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
    watch: Watch,
    rush: Rush,
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
    /// To the root of another guard at the same time.
    At { index: usize, slope: f64 },
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
        Planning { plan, starts, step: lists, stops, watch: guards, rush }: &mut Planning,
    ) -> Result<(), Error> {
        self.check(u0, p, [t0, t1], saves)?;
        let forward = if t1 < t0 { -1.0 } else { 1.0 };
        match (&self.sparse, self.method, &*plan.layout) {
            (Sparsity::Dense, _, Layout::Dense) | (_, Method::Tsit5, Layout::Dense) => {}
            (Sparsity::Dense, ..) | (_, Method::Tsit5, _) => plan.layout = Arc::new(Layout::Dense),
            (Sparsity::Given(pattern), _, Layout::Sparse(columns)) if columns.given == *pattern => {}
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
        guards.begin(self, t0, u0, p)?;
        guards.waiting.clear();
        let (mut saved, mut next, mut taken) = (0, 0, 0);
        rush.begin = t0;
        rush.guards.clear();
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
            if let Some(index) = guards.waiting.pop() {
                let slope = guards.slope(self, &mut field, &step, index);
                if slope == 0.0 || !slope.is_finite() {
                    return Err(Error::Touched { guard: index, t: step.t });
                }
                leg.reach = Reach::At { index, slope };
                leg.jump = Some(Jump::Guard(index));
            } else if rest * forward > 0.0 {
                if control.fresh {
                    let h = tolerated.initial(&mut field, &mut step, rest);
                    control.begin(h);
                }
                taken += 1;
                if taken > self.limit {
                    return Err(Error::Steps { t: step.t, limit: self.limit, explicit: self.method == Method::Tsit5 });
                }
                if !step.is_prepared()
                    && let Some(wider) = step.layout.wider(&self.dynamics, step.t, &step.start, p)?
                {
                    step.hold(wider);
                    plan.layout = Arc::clone(&step.layout);
                }
                if let Some(row) = step.prepare(&mut field) {
                    return Err(Error::Pattern { row });
                }
                let whole = control.h.abs() * 1.0001 >= rest.abs();
                let h = if whole { rest } else { control.rounded(step.t) };
                if !control.attempt(&mut field, &mut step, h, &tolerated)? {
                    plan.rejected += 1;
                    starts.truncate(begun);
                    continue;
                }
                let crossed = guards.crossed(self, &step, p)?;
                if let Some((index, s)) = crossed {
                    let (h, slope) = self.locate(&step, p, (index, s), guards)?;
                    step.take(&mut field, h)?;
                    guards.find_others(self, &step, p, index);
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
                let flow = step.jump(|t, state| self.jumps.jump(jump, t, state, p));
                let t = step.t;
                finite("the state after a jump", &step.start)?;
                guards.restart(self, t, &step.start, p, jump)?;
                control = match (jump, &plan.legs[plan.legs.len() - 1].reach) {
                    (Jump::Guard(guard), reach) => {
                        let longest = rush.after(guard, t, (t1 - t0).abs())?;
                        if matches!(reach, Reach::At { .. }) { control } else { Control::new(longest) }
                    }
                    (Jump::Time(_), _) => Control::new(f64::INFINITY),
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
        self.absolute.iter().chain([&self.relative]).try_for_each(|&tolerance| tolerated(tolerance))?;
        if self.relative == 0.0 && self.absolute.iter().all(|a| *a == 0.0) {
            return Err(Error::Untolerant);
        }
        finite("the first step", self.first.as_slice())?;
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
    fn locate(
        &self,
        step: &Step<f64>,
        p: &[f64],
        (index, s): (usize, f64),
        Watch { start, parameters, step: kept, .. }: &mut Watch,
    ) -> Result<(f64, f64), Error> {
        for (list, values) in [(&mut *start, &*step.start), (&mut *parameters, p)] {
            list.clear();
            list.extend(values.iter().map(|&x| Dual::lift(x)));
        }
        let (p, lists) = (&*parameters, core::mem::take(kept));
        let mut moving = Step::<Dual>::with((step.method, &step.layout), Dual::lift(step.t), start, lists);
        let (mut h, mut slope) = (s * step.h, f64::NAN);
        for _ in 0..10 {
            moving.take(&mut Given { f: &self.dynamics, p }, Dual::variable(h))?;
            let t = moving.t + moving.h;
            let g = self.jumps.guards(t, &moving.end, p).as_ref()[index];
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
        *kept = moving.lists();
        Ok((h, slope))
    }
}

/// Whether events come ever closer, as those of a ball that comes to rest: of each guard.
#[derive(Debug, Default)]
struct Rush {
    begin: f64,
    guards: Vec<Events>,
}

/// What is known of the events of a guard.
#[derive(Clone, Debug)]
struct Events {
    last: f64,
    gap: f64,
    /// How often in a row the time between two was shorter than the one before, and shorter than a part of all.
    shrunk: usize,
    close: usize,
}

/// So many events of a guard in a row, each within a part of 10^7 of the integration, and it comes to no end.
const CLOSE: usize = 1000;

impl Rush {
    /// How long the step behind an event may be, so that one that follows as closely as this one is not passed over.
    fn after(&mut self, guard: usize, t: f64, span: f64) -> Result<f64, Error> {
        let none = Events { last: self.begin, gap: f64::INFINITY, shrunk: 0, close: 0 };
        self.guards.resize(self.guards.len().max(guard + 1), none);
        let events = &mut self.guards[guard];
        let gap = (t - events.last).abs();
        events.shrunk = if gap < events.gap { events.shrunk + 1 } else { 0 };
        events.close = if gap < 1e-7 * span { events.close + 1 } else { 0 };
        (events.last, events.gap) = (t, gap);
        if events.shrunk >= 10 && events.close > 0 || events.close >= CLOSE || gap == 0.0 {
            return Err(Error::Crowded { guard, t, gap });
        }
        Ok(10.0 * gap)
    }
}

/// The values of the guards at the start of a step; NaN where the sign is not known, behind a jump.
#[derive(Debug, Default)]
struct Watch {
    values: Vec<f64>,
    early: bool,
    /// Guards whose events happen at the time of another.
    waiting: Vec<usize>,
    /// A state inside the step, and the guards there.
    state: Vec<f64>,
    inside: Vec<f64>,
    /// For a step that moves with its length.
    start: Vec<Dual>,
    parameters: Vec<Dual>,
    step: Lists<Dual>,
}

impl Watch {
    fn begin<F: Dynamics, J: Jumps>(&mut self, ode: &Ode<F, J>, t: f64, u: &[f64], p: &[f64]) -> Result<(), Error> {
        self.values.clear();
        self.values.extend_from_slice(ode.jumps.guards(t, u, p).as_ref());
        self.early = true;
        finite("the guards", &self.values)?;
        self.values.iter_mut().filter(|g| **g == 0.0).for_each(|g| *g = f64::NAN);
        Ok(())
    }

    /// Behind a jump the sign of the guard that made it is not known, unless it is further from zero than what is tolerated
    /// of the state makes of it.
    fn restart<F: Dynamics, J: Jumps>(
        &mut self,
        ode: &Ode<F, J>,
        t: f64,
        u: &[f64],
        p: &[f64],
        jump: Jump,
    ) -> Result<(), Error> {
        self.begin(ode, t, u, p)?;
        let Jump::Guard(index) = jump else { return Ok(()) };
        let Watch { start, parameters, .. } = self;
        start.clear();
        start.extend(u.iter().map(|&u| Dual::lift(u)));
        parameters.clear();
        parameters.extend(p.iter().map(|&p| Dual::lift(p)));
        let mut noise = 0.0;
        for (i, &u) in u.iter().enumerate() {
            start[i] = Dual::seeded(u, 1.0);
            let slope = ode.jumps.guards(Dual::lift(t), start, parameters).as_ref()[index].tangent;
            start[i] = Dual::lift(u);
            noise += slope.abs() * (ode.absolute[i % ode.absolute.len()] + ode.relative * u.abs());
        }
        if self.values[index].abs() <= noise {
            self.values[index] = f64::NAN;
        }
        Ok(())
    }

    /// How fast a guard changes at the start of a step.
    fn slope<F: Dynamics, J: Jumps>(
        &mut self,
        ode: &Ode<F, J>,
        field: &mut Given<'_, F, f64>,
        step: &Step<f64>,
        index: usize,
    ) -> f64 {
        let Watch { state, start, parameters, .. } = self;
        state.clone_from(&step.start);
        field.value(step.t, &step.start, state);
        start.clear();
        start.extend(step.start.iter().zip(&*state).map(|(&u, &slope)| Dual::new(u, slope)));
        parameters.clear();
        parameters.extend(field.p.iter().map(|&p| Dual::lift(p)));
        ode.jumps.guards(Dual::variable(step.t), start, parameters).as_ref()[index].tangent
    }

    /// Takes note of the other guards whose signs have changed where a step ends at an event.
    fn find_others<F: Dynamics, J: Jumps>(&mut self, ode: &Ode<F, J>, step: &Step<f64>, p: &[f64], index: usize) {
        let now = ode.jumps.guards(step.t + step.h, &step.end, p);
        let changed = |(&before, &now): (&f64, &f64)| before * now < 0.0 || now == 0.0 && !before.is_nan();
        let others = self.values.iter().zip(now.as_ref()).enumerate().rev();
        self.waiting.extend(others.filter(|&(k, signs)| k != index && changed(signs)).map(|(k, _)| k));
    }

    /// The guard that is the first to change its sign in a step, and where, if one does.
    fn crossed<F: Dynamics, J: Jumps>(
        &mut self,
        ode: &Ode<F, J>,
        step: &Step<f64>,
        p: &[f64],
    ) -> Result<Option<(usize, f64)>, Error> {
        let Watch { values: before, early, state, inside, .. } = self;
        if before.is_empty() {
            return Ok(None);
        }
        state.clone_from(&step.end);
        let mut at = |s: f64, see: &mut dyn FnMut(&[f64])| {
            if s < 1.0 {
                step.inside(s, state);
            } else {
                state.copy_from_slice(&step.end);
            }
            see(ode.jumps.guards(step.t + s * step.h, state, p).as_ref());
        };
        let mut low = 0.0;
        let samples = if *early { &EARLY[..] } else { &SAMPLES };
        for &high in samples {
            inside.clear();
            at(high, &mut |values| inside.extend_from_slice(values));
            finite("the guards", inside)?;
            let changed = |(a, b): (&f64, &f64)| a * b < 0.0 || (*b == 0.0 && !a.is_nan() && *a != 0.0);
            let mut first: Option<(usize, f64)> = None;
            for (index, signs) in before.iter().zip(&*inside).enumerate() {
                if !changed(signs) {
                    continue;
                }
                let (mut a, mut b) = (low, high);
                while b - a > 1e-14 * b {
                    let middle = 0.5 * (a + b);
                    if middle <= a || middle >= b {
                        break;
                    }
                    let mut value = 0.0;
                    at(middle, &mut |values| value = values[index]);
                    if value * signs.0 > 0.0 {
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
            core::mem::swap(before, inside);
            low = high;
        }
        *early = false;
        Ok(None)
    }
}
