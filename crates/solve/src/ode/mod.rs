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
/// // Solved as often as wanted.
/// for p in [1.0, 2.0] {
///     let s = problem.solve(&[1.0], &[p], [0.0, 1.0], &[])?;
///     assert!((s.last[0] - (-p).exp()).abs() < 1e-8);
/// }
/// # Ok::<(), solve::Error>(())
/// ```
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
/// let s = ode(Decay).solve(&[1.0], &[2.0], [0.0, 1.0], &[0.25, 0.5])?;
/// assert_eq!((s.states.len(), s.end), (2, 1.0));
/// assert!((s.states[1][0] - (-1f64).exp()).abs() < 1e-5);
/// # Ok::<(), solve::Error>(())
/// ```
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
///
/// ```
/// # use core::ops::ControlFlow;
/// # use rules::Real;
/// # use solve::ode::{Dynamics, Jump, Jumps, ode};
/// # /// Height and speed of a stone.
/// # struct Fall;
/// # impl Dynamics for Fall {
/// #     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
/// #         (du[0], du[1]) = (u[1], -p[0]);
/// #     }
/// # }
/// # /// It stops where the height is zero.
/// # struct Ground;
/// # impl Jumps for Ground {
/// #     fn guards<T: Real>(&self, _: T, u: &[T], _: &[T]) -> impl AsRef<[T]> {
/// #         [u[0]]
/// #     }
/// #     fn jump<T: Real>(&self, _: Jump, _: T, _: &mut [T], _: &[T]) -> ControlFlow<()> {
/// #         ControlFlow::Break(())
/// #     }
/// # }
/// let s = ode(Fall).jumps(Ground).solve(&[20.0, 0.0], &[10.0], [0.0, 5.0], &[])?;
/// let event = s.events[0];
/// assert_eq!(event.which, Jump::Guard(0));
/// assert!((event.t - 2.0).abs() < 1e-6);
/// # Ok::<(), solve::Error>(())
/// ```
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
    ///
    /// ```
    /// # use core::ops::ControlFlow;
    /// # use rules::Real;
    /// # use solve::ode::{Dynamics, Jump, Jumps, ode};
    /// # /// Height and speed of a stone.
    /// # struct Fall;
    /// # impl Dynamics for Fall {
    /// #     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
    /// #         (du[0], du[1]) = (u[1], -p[0]);
    /// #     }
    /// # }
    /// # /// It stops where the height is zero.
    /// # struct Ground;
    /// # impl Jumps for Ground {
    /// #     fn guards<T: Real>(&self, _: T, u: &[T], _: &[T]) -> impl AsRef<[T]> {
    /// #         [u[0]]
    /// #     }
    /// #     fn jump<T: Real>(&self, _: Jump, _: T, _: &mut [T], _: &[T]) -> ControlFlow<()> {
    /// #         ControlFlow::Break(())
    /// #     }
    /// # }
    /// let s = ode(Fall).jumps(Ground).solve(&[20.0, 0.0], &[10.0], [0.0, 5.0], &[])?;
    /// // It falls 10 t^2 / 2.
    /// assert!((s.event(0)? - 2.0).abs() < 1e-6);
    /// // In a second it does not arrive.
    /// assert!(ode(Fall).jumps(Ground).solve(&[20.0, 0.0], &[10.0], [0.0, 1.0], &[])?.event(0).is_err());
    /// # Ok::<(), solve::Error>(())
    /// ```
    pub fn event(&self, guard: usize) -> Result<T, Error> {
        let found = self.events.iter().find(|event| event.which == Jump::Guard(guard));
        found.map(|event| event.t).ok_or(Error::NoEvent { guard, end: self.end.value() })
    }
}

/// The gradient of a loss through an integration.
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
/// let g = ode(Decay).tolerances(1e-9, 1e-12).gradient(&[3.0], &[2.0], [0.0, 1.0], &[1.0], |_, u, _| u[0])?;
/// // u(1) = u0 exp(-p)
/// let e = (-2f64).exp();
/// assert!((g.value - 3.0 * e).abs() < 1e-7);
/// assert!((g.state[0] - e).abs() < 1e-7 && (g.parameters[0] + 3.0 * e).abs() < 1e-7);
/// # Ok::<(), solve::Error>(())
/// ```
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
    ///
    /// ```
    /// # use core::ops::ControlFlow;
    /// # use rules::Real;
    /// # use solve::ode::{Dynamics, Jump, Jumps, ode};
    /// /// Height and speed of a stone.
    /// struct Fall;
    /// impl Dynamics for Fall {
    ///     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
    ///         (du[0], du[1]) = (u[1], -p[0]);
    ///     }
    /// }
    /// /// It stops where the height is zero.
    /// struct Ground;
    /// impl Jumps for Ground {
    ///     fn guards<T: Real>(&self, _: T, u: &[T], _: &[T]) -> impl AsRef<[T]> {
    ///         [u[0]]
    ///     }
    ///     fn jump<T: Real>(&self, _: Jump, _: T, _: &mut [T], _: &[T]) -> ControlFlow<()> {
    ///         ControlFlow::Break(())
    ///     }
    /// }
    /// let s = ode(Fall).jumps(Ground).solve(&[20.0, 0.0], &[10.0], [0.0, 5.0], &[])?;
    /// // It ends there, at a speed of -20.
    /// assert!((s.end - 2.0).abs() < 1e-6 && (s.last[1] + 20.0).abs() < 1e-5);
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn jumps<K: Jumps>(self, jumps: K) -> Ode<F, K> {
        let Ode { dynamics, method, relative, absolute, first, limit, kept, sparse, .. } = self;
        Ode { dynamics, jumps, method, relative, absolute, first, limit, kept, sparse }
    }

    /// By that method.
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
    /// use solve::ode::Method;
    /// let s = ode(Decay).method(Method::Rodas5P).solve(&[1.0], &[2.0], [0.0, 1.0], &[])?;
    /// assert!((s.last[0] - (-2f64).exp()).abs() < 1e-5);
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// By the method for stiff problems, [`Method::Rodas5P`].
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
    /// let (u0, p, span) = ([1.0], [5000.0], [0.0, 1.0]);
    /// let (stiff, explicit) = (ode(Decay).stiff().solve(&u0, &p, span, &[])?, ode(Decay).solve(&u0, &p, span, &[])?);
    /// assert!(10 * stiff.steps < explicit.steps);
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn stiff(self) -> Self {
        self.method(Method::Rodas5P)
    }

    /// As [`stiff`](Ode::stiff), with a Jacobian that is held sparse: its pattern is found by running the right-hand side at
    /// the start, and where it branches on the other branches too, in at most 32 runs. If these may not be all, it is found again
    /// wherever the Jacobian is evaluated, by one run there, and becomes wider by entries of any size.
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
    /// let s = ode(Decay).sparse().solve(&[1.0], &[2.0], [0.0, 1.0], &[])?;
    /// assert!((s.last[0] - (-2f64).exp()).abs() < 1e-5);
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn sparse(mut self) -> Self {
        self.sparse = Sparsity::Found;
        self.stiff()
    }

    /// As [`sparse`](Ode::sparse), with a pattern that is known: n x n, rows are components of the right-hand side. Entries
    /// that it lacks are an error, [`Error::Pattern`], where the Jacobian has some that are more than a part of 10^9 of their row.
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
    /// // One equation, with one derivative.
    /// let pattern = sparse::Pattern::dense(1, 1).expect("a small pattern");
    /// let s = ode(Decay).pattern(pattern).solve(&[1.0], &[2.0], [0.0, 1.0], &[])?;
    /// assert!((s.last[0] - (-2f64).exp()).abs() < 1e-5);
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn pattern(mut self, pattern: Pattern) -> Self {
        self.sparse = Sparsity::Given(pattern);
        self.stiff()
    }

    /// The estimated error of a step is at most `absolute`, and `relative` times the state.
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
    /// let error = |relative| -> Result<f64, solve::Error> {
    ///     let s = ode(Decay).tolerances(relative, 0.0).solve(&[1.0], &[2.0], [0.0, 1.0], &[])?;
    ///     Ok((s.last[0] / (-2f64).exp() - 1.0).abs())
    /// };
    /// assert!(error(1e-10)? < 1e-9);
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn tolerances(mut self, relative: f64, absolute: f64) -> Self {
        (self.relative, self.absolute) = (relative, vec![absolute]);
        self
    }

    /// As [`tolerances`](Ode::tolerances), with an absolute one for each component of the state.
    ///
    /// ```
    /// # use core::ops::ControlFlow;
    /// # use rules::Real;
    /// # use solve::ode::{Dynamics, Jump, Jumps, ode};
    /// # /// Height and speed of a stone.
    /// # struct Fall;
    /// # impl Dynamics for Fall {
    /// #     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
    /// #         (du[0], du[1]) = (u[1], -p[0]);
    /// #     }
    /// # }
    /// # /// It stops where the height is zero.
    /// # struct Ground;
    /// # impl Jumps for Ground {
    /// #     fn guards<T: Real>(&self, _: T, u: &[T], _: &[T]) -> impl AsRef<[T]> {
    /// #         [u[0]]
    /// #     }
    /// #     fn jump<T: Real>(&self, _: Jump, _: T, _: &mut [T], _: &[T]) -> ControlFlow<()> {
    /// #         ControlFlow::Break(())
    /// #     }
    /// # }
    /// // Metres, and metres per second.
    /// let fine = ode(Fall).tolerances_each(1e-6, &[1e-9, 1e-6]);
    /// assert!((fine.solve(&[20.0, 0.0], &[10.0], [0.0, 1.0], &[])?.last[0] - 15.0).abs() < 1e-6);
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn tolerances_each(mut self, relative: f64, absolute: &[f64]) -> Self {
        (self.relative, self.absolute) = (relative, absolute.to_vec());
        self
    }

    /// The length of the first step, instead of an estimate; zero is none.
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
    /// let s = ode(Decay).first_step(1e-3).solve(&[1.0], &[2.0], [0.0, 1e-3], &[])?;
    /// assert_eq!(s.steps, 1);
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn first_step(mut self, h: f64) -> Self {
        self.first = Some(h.abs()).filter(|h| *h != 0.0);
        self
    }

    /// At most so many steps, instead of 100 000.
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
    /// let error = ode(Decay).limit(3).solve(&[1.0], &[1000.0], [0.0, 1.0], &[]).unwrap_err();
    /// assert!(matches!(error, solve::Error::Steps { limit: 3, .. }));
    /// # Ok::<(), solve::Error>(())
    /// ```
    #[must_use]
    pub fn limit(mut self, steps: usize) -> Self {
        self.limit = steps;
        self
    }

    /// [`gradient`](Ode::gradient) keeps so many states, and computes the others again; all, unless it is said.
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
    /// let gradient = |problem: solve::ode::Ode<_>| problem.gradient(&[3.0], &[2.0], [0.0, 1.0], &[1.0], |_, u, _| u[0]);
    /// // The same numbers, with three states in memory.
    /// assert_eq!(gradient(ode(Decay).checkpoints(3))?, gradient(ode(Decay))?);
    /// # Ok::<(), solve::Error>(())
    /// ```
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
    /// use forward::Dual;
    /// let (u0, p) = ([Dual::fixed(3.0)], [Dual::variable(2.0)]);
    /// let s = ode(Decay).tolerances(1e-9, 1e-12).solve(&u0, &p, [Dual::fixed(0.0), Dual::fixed(1.0)], &[])?;
    /// // By p: -u0 exp(-p)
    /// assert!((s.last[0].tangent + 3.0 * (-2f64).exp()).abs() < 1e-7);
    /// # Ok::<(), solve::Error>(())
    /// ```
    pub fn solve<T: Real>(&self, u0: &[T], p: &[T], span: [T; 2], saves: &[T]) -> Result<Solution<T>, Error> {
        if T::ORDER == usize::MAX {
            return Err(Error::Open);
        }
        let plain = |list: &[T]| list.iter().map(T::value).collect::<Vec<f64>>();
        let plan = self.plan(&plain(u0), &plain(p), [span[0].value(), span[1].value()], &plain(saves), &mut |_| {})?;
        self.run(&plan, u0, p, span, saves)
    }
}
