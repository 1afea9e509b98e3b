//! Memory that is used again, for solutions and first derivatives in loops.

use crate::isolated;
use crate::{Equations, Lu};
use forward::Dual;
use reverse::{Adjoints, Tape, Var};
use rules::{Lift, Real};

/// Columns of a Jacobian per run.
pub(crate) const LANES: usize = 8;

/// Memory for the methods that end in `_into`: from the second call of one size on they allocate nothing themselves.
///
/// ```
/// use rules::Real;
/// use solve::{Buffers, Equations, Newton, Solver};
/// struct Square; // x^2 = theta
/// impl Equations for Square {
///     fn eval<T: Real>(&self, x: &[T], theta: &[T]) -> impl AsRef<[T]> {
///         [x[0] * x[0] - theta[0]]
///     }
/// }
/// let (newton, mut buffers, mut x) = (Newton::from(&[1.0]), Buffers::default(), Vec::new());
/// for theta in [1.0, 4.0, 9.0] {
///     newton.solve_into(&Square, &[theta], &mut x, &mut buffers)?;
///     assert!((x[0] - theta.sqrt()).abs() < 1e-14);
/// }
/// # Ok::<(), solve::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Buffers {
    /// Where the solver ended.
    pub(crate) x: Vec<f64>,
    pub(crate) plain: Plain,
    pub(crate) lanes: Lanes<f64>,
    /// Residuals and their Jacobian.
    pub(crate) rows: [Vec<f64>; 2],
    /// By the parameters.
    pub(crate) recording: Recording<f64>,
    /// Of second order: of a gradient's columns, and of a gradient along one direction.
    pub(crate) columns: Recording<Dual<f64, [f64; LANES]>>,
    pub(crate) mixed: Recording<Dual>,
    pub(crate) along: Along,
    /// What of a gradient does not go through the solution.
    pub(crate) direct: Vec<f64>,
}

/// Unknowns and parameters along one direction.
#[derive(Debug, Default)]
pub(crate) struct Along {
    x: Vec<Dual>,
    theta: Vec<Dual>,
}

impl Along {
    /// The derivatives of equations along `v` of the parameters.
    pub(crate) fn push<E: Equations>(&mut self, e: &E, [x, theta, v]: [&[f64]; 3], out: &mut Vec<f64>) {
        self.x.clear();
        self.x.extend(x.iter().map(|&x| Dual::fixed(x)));
        self.theta.clear();
        self.theta.extend(theta.iter().zip(v).map(|(&t, &v)| Dual::new(t, v)));
        out.clear();
        out.extend(e.eval(&self.x, &self.theta).as_ref().iter().map(|y| y.tangent));
    }
}

/// Lists of plain numbers.
#[derive(Debug, Default)]
pub(crate) struct Plain {
    pub(crate) values: Vec<f64>,
    pub(crate) matrix: Vec<f64>,
    pub(crate) step: Vec<f64>,
    pub(crate) next: Vec<f64>,
    pub(crate) room: Vec<f64>,
    pub(crate) lu: Lu,
    pub(crate) isolated: isolated::Room,
}

/// Unknowns and parameters on duals.
#[derive(Debug)]
pub(crate) struct Lanes<T: Real> {
    pub(crate) x: Vec<Dual<T, [T; LANES]>>,
    pub(crate) theta: Vec<Dual<T, [T; LANES]>>,
}

impl<T: Real> Default for Lanes<T> {
    fn default() -> Self {
        Lanes { x: Vec::new(), theta: Vec::new() }
    }
}

/// A tape with the lists around it.
#[derive(Debug)]
pub(crate) struct Recording<T: Real + 'static> {
    tape: Tape<T>,
    adjoints: Adjoints<T>,
    moving: Vec<Var<'static, T>>,
    still: Vec<Var<'static, T>>,
    seeds: Vec<(Var<'static, T>, T)>,
}

impl<T: Real + 'static> Default for Recording<T> {
    fn default() -> Self {
        Recording {
            tape: Tape::default(),
            adjoints: Adjoints::new(),
            moving: Vec::new(),
            still: Vec::new(),
            seeds: Vec::new(),
        }
    }
}

impl<T: Real + 'static> Recording<T> {
    /// Records what `run` does with variables and constants, and hands their adjoints to `each`, one after the other; `run`
    /// says where the sweep begins.
    pub(crate) fn pull(
        &mut self,
        moving: impl Iterator<Item = T>,
        still: impl Iterator<Item = T>,
        run: impl for<'t> FnOnce(&[Var<'t, T>], &[Var<'t, T>], &mut Vec<(Var<'t, T>, T)>),
        mut each: impl FnMut(usize, T),
    ) {
        self.tape.clear();
        let tape: &Tape<T> = &self.tape;
        let mut variables = emptied(core::mem::take(&mut self.moving));
        variables.extend(moving.map(|x| tape.var(x)));
        let mut constants = emptied(core::mem::take(&mut self.still));
        constants.extend(still.map(Var::lift));
        let mut seeds = emptied(core::mem::take(&mut self.seeds));
        run(&variables, &constants, &mut seeds);
        tape.adjoints_into(&seeds, &mut self.adjoints);
        variables.iter().enumerate().for_each(|(j, &x)| each(j, self.adjoints.wrt(x)));
        (self.moving, self.still, self.seeds) = (emptied(variables), emptied(constants), emptied(seeds));
    }
}

/// An empty list in the memory of another: std collects what comes out of a list in its place, where sizes are equal.
pub(crate) fn emptied<A, B>(mut list: Vec<A>) -> Vec<B> {
    list.clear();
    list.into_iter().map(|_| unreachable!("the list is empty")).collect()
}
