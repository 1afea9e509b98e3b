//! One step, of either method, on any number, and the solution inside it.

use super::layout::{Lanes, Layout, System};
use super::problem::Dynamics;
use super::tableau::{rodas, tsitouras};
use crate::Error;
use crate::buffers::emptied;
use rules::Real;
use std::sync::Arc;

/// How the steps are taken.
///
/// ```
/// use rules::{Functions, Real};
/// use solve::ode::{Dynamics, Method, ode};
/// /// What follows the cosine of the time, at once.
/// struct Follow;
/// impl Dynamics for Follow {
///     fn eval<T: Real>(&self, t: T, u: &[T], _: &[T], du: &mut [T]) {
///         du[0] = 1e4 * (t.cos() - u[0]) - t.sin();
///     }
/// }
/// let end = |method| ode(Follow).method(method).limit(1000).solve(&[1.0], &[], [0.0, 1.0], &[]);
/// assert!((end(Method::Rodas5P)?.last[0] - 1f64.cos()).abs() < 1e-4);
/// // An explicit method takes steps of the length 1e-4 for it.
/// assert!(end(Method::Tsit5).is_err());
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The explicit pair of order 5(4) by Tsitouras (2011): for problems that are not stiff.
    #[default]
    Tsit5,
    /// The Rosenbrock method Rodas5P of order 5 (Steinebach 2023), with the exact Jacobian: for stiff problems.
    Rodas5P,
}

/// A right-hand side on one kind of number, with its parameters.
pub(crate) trait Field<T: Real> {
    fn value(&mut self, t: T, u: &[T], du: &mut [T]);

    /// Writes the derivatives by state and time, and gives a row that the layout has not all entries of.
    fn slopes(&mut self, layout: &Layout, t: T, u: &[T], lanes: &mut Lanes<T>, slopes: &mut Vec<T>) -> Option<usize>;
}

/// That of a problem.
pub(crate) struct Given<'f, F, T> {
    pub(crate) f: &'f F,
    pub(crate) p: &'f [T],
}

impl<F: Dynamics, T: Real> Field<T> for Given<'_, F, T> {
    fn value(&mut self, t: T, u: &[T], du: &mut [T]) {
        // What the right-hand side leaves out is no number, and none of an earlier time.
        if T::ORDER == 0 {
            du.fill(T::from(f64::NAN));
        }
        self.f.eval(t, u, self.p, du);
    }

    fn slopes(&mut self, layout: &Layout, t: T, u: &[T], lanes: &mut Lanes<T>, slopes: &mut Vec<T>) -> Option<usize> {
        layout.slopes_into(self.f, (t, u, self.p), lanes, slopes)
    }
}

/// A step from a point of time and a state.
pub(crate) struct Step<T: Real> {
    pub(crate) method: Method,
    pub(crate) layout: Arc<Layout>,
    pub(crate) t: T,
    pub(crate) h: T,
    pub(crate) start: Vec<T>,
    pub(crate) end: Vec<T>,
    /// The stages, and behind those of Rodas5P the three rows of its dense output.
    pub(crate) k: Vec<Vec<T>>,
    /// The first stage is there already, and for Rodas5P the derivatives at the start.
    ready: bool,
    system: System<T>,
    lanes: Lanes<T>,
    pub(crate) room: Vec<T>,
    /// The lists of a step beside this one.
    pub(crate) beside: Vec<Lists<T>>,
}

/// The lists of a step, which outlive it.
#[derive(Debug)]
pub(crate) struct Lists<T: Real> {
    start: Vec<T>,
    end: Vec<T>,
    k: Vec<Vec<T>>,
    system: System<T>,
    lanes: Lanes<T>,
    room: Vec<T>,
    beside: Vec<Lists<T>>,
}

impl<T: Real> Default for Lists<T> {
    fn default() -> Self {
        let (system, lanes) = (System::default(), Lanes::default());
        Lists { start: vec![], end: vec![], k: vec![], system, lanes, room: vec![], beside: vec![] }
    }
}

impl<T: Real> Lists<T> {
    /// Empty ones for another number, in the same memory.
    pub(crate) fn emptied<U: Real>(self) -> Lists<U> {
        Lists {
            start: emptied(self.start),
            end: emptied(self.end),
            k: self.k.into_iter().map(emptied).collect(),
            system: self.system.emptied(),
            lanes: self.lanes.emptied(),
            room: emptied(self.room),
            beside: self.beside.into_iter().map(Lists::emptied).collect(),
        }
    }
}

impl<T: Real> Step<T> {
    pub(crate) fn new(of: (Method, &Arc<Layout>), t: T, state: &[T]) -> Self {
        Step::with(of, t, state, Lists::default())
    }

    /// As [`new`](Step::new), in memory that is there.
    pub(crate) fn with((method, layout): (Method, &Arc<Layout>), t: T, state: &[T], lists: Lists<T>) -> Self {
        let (n, zero) = (state.len(), T::from(0.0));
        let stages = match method {
            Method::Tsit5 => tsitouras::STAGES,
            Method::Rodas5P => rodas::STAGES + 3,
        };
        let Lists { mut start, mut end, mut k, system, lanes, mut room, beside } = lists;
        start.clear();
        start.extend_from_slice(state);
        k.resize_with(stages, Vec::new);
        for list in k.iter_mut().chain([&mut end, &mut room]) {
            list.clear();
            list.resize(n, zero);
        }
        let (layout, ready) = (Arc::clone(layout), false);
        Step { method, layout, t, h: zero, start, end, k, ready, system, lanes, room, beside }
    }

    /// The lists, for another step.
    pub(crate) fn lists(self) -> Lists<T> {
        let Step { start, end, k, system, lanes, room, beside, .. } = self;
        Lists { start, end, k, system, lanes, room, beside }
    }

    /// Goes on from the end of the last step.
    pub(crate) fn advance(&mut self) {
        self.t += self.h;
        self.start.copy_from_slice(&self.end);
        self.ready = self.method == Method::Tsit5;
        if self.ready {
            self.k.swap(0, tsitouras::STAGES - 1);
        }
    }

    /// Goes on from what is made of the state and the time, as a jump does.
    pub(crate) fn jump<R>(&mut self, change: impl FnOnce(T, &mut [T]) -> R) -> R {
        self.ready = false;
        change(self.t, &mut self.start)
    }

    /// Goes on from another state.
    pub(crate) fn jump_to(&mut self, t: T, state: &[T]) {
        self.t = t;
        self.start.copy_from_slice(state);
        self.ready = false;
    }

    /// The derivative at the start.
    pub(crate) fn slope(&mut self, f: &mut impl Field<T>) -> &[T] {
        if self.method == Method::Rodas5P {
            f.value(self.t, &self.start, &mut self.room);
            return &self.room;
        }
        if !self.ready {
            f.value(self.t, &self.start, &mut self.k[0]);
            self.ready = true;
        }
        &self.k[0]
    }

    /// Takes the step from the start, `h` long.
    pub(crate) fn take(&mut self, f: &mut impl Field<T>, h: T) -> Result<(), Error> {
        self.h = h;
        match self.method {
            Method::Tsit5 => {
                self.slope(f);
                self.explicit(f);
                Ok(())
            }
            Method::Rodas5P => self.implicit(f),
        }
    }

    fn explicit(&mut self, f: &mut impl Field<T>) {
        for s in 1..tsitouras::STAGES {
            let (done, rest) = self.k.split_at_mut(s);
            for (i, x) in self.end.iter_mut().enumerate() {
                let weighted = done.iter().zip(tsitouras::A[s]).map(|(k, &a)| k[i] * a);
                *x = self.start[i] + self.h * sum(weighted);
            }
            f.value(self.t + self.h * tsitouras::C[s], &self.end, &mut rest[0]);
        }
    }

    /// Whether derivatives at the start are there already, or none are needed.
    pub(crate) fn is_prepared(&self) -> bool {
        self.ready || self.method == Method::Tsit5
    }

    /// Makes sure that a method with derivatives has those at the start; a row that the layout has not all entries of.
    pub(crate) fn prepare(&mut self, f: &mut impl Field<T>) -> Option<usize> {
        if self.is_prepared() {
            return None;
        }
        self.ready = true;
        f.slopes(&self.layout, self.t, &self.start, &mut self.lanes, &mut self.system.slopes)
    }

    /// Holds derivatives otherwise.
    pub(crate) fn hold(&mut self, layout: Layout) {
        self.layout = Arc::new(layout);
        self.ready = false;
    }

    /// Equations (1 / (gamma h) - J) k = .. for each stage, with the derivatives at the start.
    fn implicit(&mut self, f: &mut impl Field<T>) -> Result<(), Error> {
        let n = self.start.len();
        self.prepare(f);
        let (layout, system) = (&*self.layout, &mut self.system);
        let over = 1.0 / self.h;
        system.factor(over / rodas::GAMMA, layout, n)?;
        for s in 0..rodas::STAGES {
            let (done, rest) = self.k.split_at_mut(s);
            for (i, x) in self.end.iter_mut().enumerate() {
                *x = self.start[i] + sum(done.iter().zip(rodas::A[s]).map(|(k, &a)| k[i] * a));
            }
            f.value(self.t + self.h * rodas::C[s], &self.end, &mut rest[0]);
            for (i, x) in rest[0].iter_mut().enumerate() {
                *x += over * sum(done.iter().zip(rodas::B[s]).map(|(k, &b)| k[i] * b));
                if rodas::D[s] != 0.0 {
                    *x += self.h * rodas::D[s] * layout.by_time(&system.slopes, i, n);
                }
            }
            system.solve(&mut rest[0], layout);
        }
        self.end.iter_mut().zip(&self.k[rodas::STAGES - 1]).for_each(|(x, &k)| *x += k);
        let (stages, dense) = self.k.split_at_mut(rodas::STAGES);
        for (row, weights) in dense.iter_mut().zip(&rodas::DENSE) {
            for (i, x) in row.iter_mut().enumerate() {
                *x = sum(stages.iter().zip(weights).map(|(k, &w)| k[i] * w));
            }
        }
        Ok(())
    }

    /// The solution at the start and `s` steps, for `s` from 0 to 1.
    pub(crate) fn inside(&self, s: T, out: &mut [T]) {
        match self.method {
            Method::Tsit5 => {
                let weights = tsitouras::DENSE.map(|[a, b, c, d]| s * (a + s * (b + s * (c + s * d))));
                for (i, x) in out.iter_mut().enumerate() {
                    *x = self.start[i] + self.h * sum(self.k.iter().zip(weights).map(|(k, w)| k[i] * w));
                }
            }
            Method::Rodas5P => {
                let [a, b, c] = [0, 1, 2].map(|row| &self.k[rodas::STAGES + row]);
                let rest = 1.0 - s;
                for (i, x) in out.iter_mut().enumerate() {
                    let bent = rest * (a[i] + s * (b[i] + s * c[i]));
                    *x = rest * self.start[i] + s * (self.end[i] + bent);
                }
            }
        }
    }
}

impl Step<f64> {
    /// What the dense output needs, and no more.
    pub(crate) fn kept(&self) -> Step<f64> {
        let unused = if self.method == Method::Rodas5P { rodas::STAGES } else { 0 };
        let k = self.k.iter().enumerate().map(|(i, k)| if i < unused { Vec::new() } else { k.clone() }).collect();
        let (start, end) = (self.start.clone(), self.end.clone());
        Step {
            method: self.method,
            layout: Arc::clone(&self.layout),
            t: self.t,
            h: self.h,
            start,
            end,
            k,
            ready: false,
            system: System::default(),
            lanes: Lanes::default(),
            room: vec![],
            beside: vec![],
        }
    }

    /// The estimated error of the end, relative to what is tolerated: in the mean of squares.
    pub(crate) fn error(&self, relative: f64, absolute: &[f64]) -> f64 {
        let n = self.start.len().max(1) as f64;
        let of = |i: usize| match self.method {
            Method::Tsit5 => self.h * self.k.iter().zip(tsitouras::ERROR).map(|(k, e)| k[i] * e).sum::<f64>(),
            Method::Rodas5P => self.k[rodas::STAGES - 1][i],
        };
        let scaled = |i: usize| {
            let scale = absolute[i % absolute.len()] + relative * self.start[i].abs().max(self.end[i].abs());
            // A state that is zero and stays so is right whatever is tolerated.
            if scale == 0.0 && of(i) == 0.0 { 0.0 } else { of(i) / scale }
        };
        ((0..self.start.len()).map(|i| scaled(i).powi(2)).sum::<f64>() / n).sqrt()
    }
}

/// A sum without a zero that it starts from.
fn sum<T: Real>(mut terms: impl Iterator<Item = T>) -> T {
    let first = terms.next().unwrap_or_else(|| T::from(0.0));
    terms.fold(first, |sum, term| sum + term)
}
