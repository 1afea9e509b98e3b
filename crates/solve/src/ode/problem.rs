//! What is integrated: right-hand sides and jumps, written once on any number.

use core::ops::ControlFlow;
use reverse::{Adjoints, Tape, Var};
use rules::{Lift, Real};

/// The right-hand side of u' = f(t, u, p).
///
/// ```
/// use rules::Real;
/// use solve::ode::Dynamics;
/// struct Decay;
/// impl Dynamics for Decay {
///     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
///         du[0] = -p[0] * u[0];
///     }
/// }
/// let mut du = [0.0];
/// Decay.eval(0.0, &[2.0], &[3.0], &mut du);
/// assert_eq!(du, [-6.0]);
/// ```
///
/// With a way back that is faster than a tape's, here written by hand:
///
/// ```
/// use rules::Real;
/// use solve::ode::{Dynamics, Pull, ode};
/// struct Decay;
/// impl Dynamics for Decay {
///     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
///         du[0] = -p[0] * u[0];
///     }
///     fn pull(&self, _: f64, u: &[f64], p: &[f64], w: &[f64], by_u: &mut [f64], by_p: &mut [f64], _: &mut Pull) {
///         by_u.iter_mut().for_each(|by| *by -= w[0] * p[0]);
///         by_p.iter_mut().for_each(|by| *by -= w[0] * u[0]);
///     }
/// }
/// let gradient = ode(Decay).gauss_gradient(&[3.0], &[2.0], [0.0, 1.0], &[1.0], |_, u, _| u[0])?;
/// // By p, u0 e^(-p t) has the derivative -t u0 e^(-p t).
/// assert!((gradient.parameters[0] + 3.0 * (-2f64).exp()).abs() < 1e-4);
/// # Ok::<(), solve::Error>(())
/// ```
pub trait Dynamics {
    /// Writes the derivative of every component of the state.
    fn eval<T: Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]);

    /// Adds `w` times the derivatives of f by the state and by the parameters to `by_u` and `by_p`. One that is not asked for
    /// is empty.
    ///
    /// A tape does it unless a faster way is given here, such as the `vjp_into` of a function with `#[differentiable]`.
    #[allow(clippy::too_many_arguments)]
    fn pull(&self, t: f64, u: &[f64], p: &[f64], w: &[f64], by_u: &mut [f64], by_p: &mut [f64], memory: &mut Pull) {
        memory.run(self, t, u, p, w, by_u, by_p);
    }
}

impl<F: Dynamics + ?Sized> Dynamics for &F {
    fn eval<T: Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]) {
        (**self).eval(t, u, p, du);
    }
    fn pull(&self, t: f64, u: &[f64], p: &[f64], w: &[f64], by_u: &mut [f64], by_p: &mut [f64], memory: &mut Pull) {
        (**self).pull(t, u, p, w, by_u, by_p, memory);
    }
}

/// Memory for the way back through a right-hand side.
///
/// ```
/// use rules::Real;
/// use solve::ode::{Dynamics, Pull};
/// struct Spring;
/// impl Dynamics for Spring {
///     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
///         (du[0], du[1]) = (u[1], -p[0] * u[0]);
///     }
/// }
/// // The derivatives of 10 du[0] + du[1] by the state and by the parameter, added to what is there.
/// let (mut by_u, mut by_p, mut memory) = ([0.0; 2], [100.0], Pull::default());
/// Spring.pull(0.0, &[2.0, 5.0], &[3.0], &[10.0, 1.0], &mut by_u, &mut by_p, &mut memory);
/// assert_eq!((by_u, by_p), ([-3.0, 10.0], [98.0]));
/// ```
#[derive(Debug)]
pub struct Pull<T: Real = f64> {
    tape: Tape<T>,
    adjoints: Adjoints<T>,
}

impl<T: Real> Default for Pull<T> {
    fn default() -> Self {
        Pull { tape: Tape::default(), adjoints: Adjoints::new() }
    }
}

impl<T: Real> Pull<T> {
    /// Adds `w` times the derivatives of f to `by_u` and `by_p`, each of which may be empty.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn run<F: Dynamics + ?Sized>(
        &mut self,
        f: &F,
        t: T,
        u: &[T],
        p: &[T],
        w: &[T],
        by_u: &mut [T],
        by_p: &mut [T],
    ) {
        let Pull { tape, adjoints } = self;
        tape.clear();
        let tape: &Tape<T> = tape;
        let enter = |values: &[T], moves: bool| -> Vec<Var<'_, T>> {
            values.iter().map(|&x| if moves { tape.var(x) } else { Var::lift(x) }).collect()
        };
        let (u, p) = (enter(u, !by_u.is_empty()), enter(p, !by_p.is_empty()));
        let mut du = vec![Var::lift(T::from(0.0)); u.len()];
        f.eval(Var::lift(t), &u, &p, &mut du);
        let seeds: Vec<(Var<'_, T>, T)> = du.into_iter().zip(w.iter().copied()).collect();
        tape.adjoints_into(&seeds, adjoints);
        by_u.iter_mut().zip(&u).chain(by_p.iter_mut().zip(&p)).for_each(|(sum, &x)| *sum += adjoints.wrt(x));
    }
}

/// What happens at points of time: the state jumps, or the integration ends.
///
/// ```
/// use core::ops::ControlFlow;
/// use rules::Real;
/// use solve::ode::{Jump, Jumps};
/// // Every p[1] units of time a dose p[0] is given, twice.
/// struct Doses;
/// impl Jumps for Doses {
///     fn times<T: Real>(&self, p: &[T]) -> impl AsRef<[T]> {
///         [p[1], 2.0 * p[1]]
///     }
///     fn jump<T: Real>(&self, _: Jump, _: T, u: &mut [T], p: &[T]) -> ControlFlow<()> {
///         u[0] += p[0];
///         ControlFlow::Continue(())
///     }
/// }
/// ```
///
/// A ball that falls until it meets the ground, where the integration ends:
///
/// ```
/// use core::ops::ControlFlow;
/// use rules::{Functions, Real};
/// use solve::ode::{Dynamics, Jump, Jumps, ode};
/// struct Fall; // height and speed, under the gravity p[0]
/// impl Dynamics for Fall {
///     fn eval<T: Real>(&self, _: T, u: &[T], p: &[T], du: &mut [T]) {
///         (du[0], du[1]) = (u[1], -p[0]);
///     }
/// }
/// struct Ground;
/// impl Jumps for Ground {
///     fn guards<T: Real>(&self, _: T, u: &[T], _: &[T]) -> impl AsRef<[T]> {
///         [u[0]]
///     }
///     fn jump<T: Real>(&self, _: Jump, _: T, _: &mut [T], _: &[T]) -> ControlFlow<()> {
///         ControlFlow::Break(())
///     }
/// }
/// let tape = reverse::Tape::new();
/// let (height, gravity) = (tape.var(5.0), tape.var(10.0));
/// let zero = gravity * 0.0;
/// let fall = ode(Fall).jumps(Ground).solve(&[height, zero], &[gravity], [zero, zero + 3.0], &[])?;
/// // The time sqrt(2 height / gravity), and its derivatives.
/// let time = fall.event(0)?;
/// let g = time.grad();
/// assert!((time.inner() - 1.0).abs() < 1e-9);
/// assert!((g.wrt(height) - 0.1).abs() < 1e-9 && (g.wrt(gravity) + 0.05).abs() < 1e-9);
/// # Ok::<(), solve::Error>(())
/// ```
pub trait Jumps {
    /// Functions whose roots are events: a jump happens where one changes its sign.
    fn guards<T: Real>(&self, _t: T, _u: &[T], _p: &[T]) -> impl AsRef<[T]> {
        []
    }

    /// Points of time at which a jump happens in any case. Those outside of the integration are passed over.
    fn times<T: Real>(&self, _p: &[T]) -> impl AsRef<[T]> {
        []
    }

    /// Changes the state; `Break` ends the integration.
    fn jump<T: Real>(&self, which: Jump, t: T, u: &mut [T], p: &[T]) -> ControlFlow<()>;
}

/// Why there is a jump.
///
/// ```
/// use core::ops::ControlFlow;
/// use rules::Real;
/// use solve::ode::{Dynamics, Jump, Jumps, ode};
/// struct Rest;
/// impl Dynamics for Rest {
///     fn eval<T: Real>(&self, _: T, _: &[T], _: &[T], du: &mut [T]) {
///         du[0] = T::from(0.0);
///     }
/// }
/// struct Doses; // twice as much each time
/// impl Jumps for Doses {
///     fn times<T: Real>(&self, _: &[T]) -> impl AsRef<[T]> {
///         [1.0, 2.0, 3.0].map(T::from)
///     }
///     fn jump<T: Real>(&self, which: Jump, _: T, u: &mut [T], p: &[T]) -> ControlFlow<()> {
///         if let Jump::Time(index) = which {
///             u[0] += p[0] * 2f64.powi(index as i32);
///         }
///         ControlFlow::Continue(())
///     }
/// }
/// let s = ode(Rest).jumps(Doses).solve(&[0.0], &[5.0], [0.0, 4.0], &[])?;
/// assert_eq!(s.last, [35.0]);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jump {
    /// The guard with this index has changed its sign.
    Guard(usize),
    /// The point of time with this index is reached.
    Time(usize),
}

/// No jumps.
///
/// ```
/// use rules::Real;
/// use solve::ode::{Dynamics, NoJumps, Ode, ode};
/// struct Growth;
/// impl Dynamics for Growth {
///     fn eval<T: Real>(&self, _: T, u: &[T], _: &[T], du: &mut [T]) {
///         du[0] = u[0];
///     }
/// }
/// // A problem is one without jumps until some are given.
/// let plain: Ode<Growth, NoJumps> = ode(Growth);
/// let same = ode(Growth).jumps(NoJumps);
/// let end = |problem: Ode<Growth, NoJumps>| problem.solve(&[1.0], &[], [0.0, 1.0], &[]).map(|s| s.last);
/// assert_eq!(end(plain)?, end(same)?);
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoJumps;

impl Jumps for NoJumps {
    fn jump<T: Real>(&self, _: Jump, _: T, _: &mut [T], _: &[T]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<J: Jumps + ?Sized> Jumps for &J {
    fn guards<T: Real>(&self, t: T, u: &[T], p: &[T]) -> impl AsRef<[T]> {
        (**self).guards(t, u, p)
    }
    fn times<T: Real>(&self, p: &[T]) -> impl AsRef<[T]> {
        (**self).times(p)
    }
    fn jump<T: Real>(&self, which: Jump, t: T, u: &mut [T], p: &[T]) -> ControlFlow<()> {
        (**self).jump(which, t, u, p)
    }
}
