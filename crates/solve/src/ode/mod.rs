//! Ordinary differential equations.
//!
//! Steps are chosen on plain numbers, by the estimated error of the values, and are the same for every number: a solution on
//! duals, series or a tape is the exact derivative of the numerical solution, step lengths held fixed.

mod control;
mod discrete;
mod gauss;
mod layout;
mod plan;
mod problem;
mod run;
mod segments;
mod step;
mod tableau;

pub use discrete::Memory;
pub use problem::{Dynamics, Jump, Jumps, NoJumps, Pull};
pub use step::Method;

use crate::Error;
use rules::Real;
use sparse::Pattern;

/// An initial value problem u' = f(t, u, p), to be told how to be solved, and then solved as often as wanted.
///
/// Relative and absolute tolerance are 1e-6 and 1e-9 unless they are said, the method is [`Method::Tsit5`].
///
/// ```
/// use rules::Real;
/// use solve::ode::{Dynamics, ode};
/// struct Decay;
/// impl Dynamics for Decay {
///     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
///         du[0] = -p[0] * u[0];
///     }
/// }
/// let s = ode(Decay).tolerances(1e-10, 1e-12).solve(&[1.0], &[2.0], [0.0, 1.0], &[0.5])?;
/// assert!((s.states[0][0] - (-1f64).exp()).abs() < 1e-9);
/// assert!((s.last[0] - (-2f64).exp()).abs() < 1e-9);
/// # Ok::<(), solve::Error>(())
/// ```
pub fn ode<F: Dynamics>(dynamics: F) -> Ode<F> {
    Ode {
        dynamics,
        jumps: NoJumps,
        method: Method::Tsit5,
        relative: 1e-6,
        absolute: vec![1e-9],
        first: None,
        limit: 100_000,
        kept: None,
        sparse: Sparsity::Dense,
    }
}

/// An initial value problem: made by [`ode`].
#[derive(Clone, Debug)]
pub struct Ode<F, J = NoJumps> {
    dynamics: F,
    jumps: J,
    method: Method,
    relative: f64,
    absolute: Vec<f64>,
    first: Option<f64>,
    limit: usize,
    kept: Option<usize>,
    sparse: Sparsity,
}

/// How the Jacobian of a stiff problem is held.
#[derive(Clone, Debug)]
enum Sparsity {
    Dense,
    Found,
    Given(Pattern),
}

/// A solution at the points that were asked for, and at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<T> {
    /// The state at each point of time to be saved, in the order in which they were given; at the time of a jump, behind it.
    /// Empty for points behind the end, if a jump has ended the integration.
    pub states: Vec<Vec<T>>,
    /// Where it ended.
    pub end: T,
    /// The state there.
    pub last: Vec<T>,
    /// The jumps, in the order of their times.
    pub events: Vec<Event<T>>,
    /// How many steps were taken.
    pub steps: usize,
    /// How many were tried in vain.
    pub rejected: usize,
}

/// A jump that has happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event<T> {
    /// Which.
    pub which: Jump,
    /// When.
    pub t: T,
}

impl<T: Real> Solution<T> {
    /// The time at which a guard changed its sign for the first time.
    ///
    /// # Errors
    /// If it has not.
    pub fn event(&self, guard: usize) -> Result<T, Error> {
        let found = self.events.iter().find(|event| event.which == Jump::Guard(guard));
        found.map(|event| event.t).ok_or(Error::NoEvent { guard, end: self.end.value() })
    }
}

/// The gradient of a loss through an integration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gradient {
    /// The loss.
    pub value: f64,
    /// Its derivative by the initial state.
    pub state: Vec<f64>,
    /// Its derivative by the parameters.
    pub parameters: Vec<f64>,
    /// Its derivative by the ends of the integration, where the adjoint gives it: [`Ode::gradient`] does.
    pub span: [f64; 2],
    /// Its derivative by the points of time to be saved.
    pub saves: Vec<f64>,
    /// How many steps were taken forward.
    pub steps: usize,
}

impl Gradient {
    /// Zero, of another size.
    fn clear(&mut self, states: usize, parameters: usize, saves: usize, steps: usize) {
        for (list, size) in [(&mut self.state, states), (&mut self.parameters, parameters), (&mut self.saves, saves)] {
            list.clear();
            list.resize(size, 0.0);
        }
        (self.value, self.span, self.steps) = (0.0, [0.0; 2], steps);
    }
}

impl<F: Dynamics, J: Jumps> Ode<F, J> {
    /// With jumps, by time or by events.
    #[must_use]
    pub fn jumps<K: Jumps>(self, jumps: K) -> Ode<F, K> {
        let Ode { dynamics, method, relative, absolute, first, limit, kept, sparse, .. } = self;
        Ode { dynamics, jumps, method, relative, absolute, first, limit, kept, sparse }
    }

    /// By that method.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// By the method for stiff problems, [`Method::Rodas5P`].
    #[must_use]
    pub fn stiff(self) -> Self {
        self.method(Method::Rodas5P)
    }

    /// As [`stiff`](Ode::stiff), with a Jacobian that is held sparse: its pattern is found by running the right-hand side at
    /// the start. Where it branches, so that another part of the pattern counts later, give the
    /// [`pattern`](Ode::pattern) instead.
    #[must_use]
    pub fn sparse(mut self) -> Self {
        self.sparse = Sparsity::Found;
        self.stiff()
    }

    /// As [`sparse`](Ode::sparse), with a pattern that is known: n x n, rows are components of the right-hand side.
    #[must_use]
    pub fn pattern(mut self, pattern: Pattern) -> Self {
        self.sparse = Sparsity::Given(pattern);
        self.stiff()
    }

    /// The estimated error of a step is at most `absolute`, and `relative` times the state.
    #[must_use]
    pub fn tolerances(mut self, relative: f64, absolute: f64) -> Self {
        (self.relative, self.absolute) = (relative, vec![absolute]);
        self
    }

    /// As [`tolerances`](Ode::tolerances), with an absolute one for each component of the state.
    #[must_use]
    pub fn tolerances_each(mut self, relative: f64, absolute: &[f64]) -> Self {
        (self.relative, self.absolute) = (relative, absolute.to_vec());
        self
    }

    /// The length of the first step, instead of an estimate; zero is none.
    #[must_use]
    pub fn first_step(mut self, h: f64) -> Self {
        self.first = Some(h.abs()).filter(|h| *h != 0.0);
        self
    }

    /// At most so many steps, instead of 100 000.
    #[must_use]
    pub fn limit(mut self, steps: usize) -> Self {
        self.limit = steps;
        self
    }

    /// [`gradient`](Ode::gradient) keeps so many states, and computes the others again; all, unless it is said.
    #[must_use]
    pub fn checkpoints(mut self, states: usize) -> Self {
        self.kept = Some(states);
        self
    }

    /// The solution from the initial state `u0`, over `span` from its first to its second end, at the points `saves` and at
    /// the end, on any number: state, parameters, and all times may be active.
    ///
    /// Cost: an integration on plain numbers, which chooses the steps, and one on these numbers.
    ///
    /// # Errors
    /// If the step length falls below what time can tell apart, the limit of steps is reached, both tolerances are zero, a
    /// guard is touched and not crossed, a point to be saved lies outside, something is not finite, or the number is one of [`Error::Open`].
    pub fn solve<T: Real>(&self, u0: &[T], p: &[T], span: [T; 2], saves: &[T]) -> Result<Solution<T>, Error> {
        if T::ORDER == usize::MAX {
            return Err(Error::Open);
        }
        let plain = |list: &[T]| list.iter().map(T::value).collect::<Vec<f64>>();
        let plan = self.plan(&plain(u0), &plain(p), [span[0].value(), span[1].value()], &plain(saves), &mut |_| {})?;
        self.run(&plan, u0, p, span, saves)
    }
}
