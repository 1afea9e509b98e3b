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
pub trait Dynamics {
    /// Writes the derivative of every component of the state.
    fn eval<T: Real>(&self, t: T, u: &[T], p: &[T], du: &mut [T]);

    /// Adds `w` times the derivatives of f by the state and by the parameters to `by_u` and `by_p`.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jump {
    /// The guard with this index has changed its sign.
    Guard(usize),
    /// The point of time with this index is reached.
    Time(usize),
}

/// No jumps.
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
