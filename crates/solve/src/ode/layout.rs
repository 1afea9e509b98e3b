//! How the Jacobian of a right-hand side by state and time is held, and systems with it.

use super::problem::Dynamics;
use crate::buffers::{LANES, emptied};
use crate::solvers::irregular;
use crate::{Error, Lu, SparseLu};
use forward::Dual;
use rules::{Lift, Number, Real};
use sparse::detect::{Detector, PatternNumber};
use sparse::{Coloring, Pattern, color};

/// In so many runs a right-hand side that branches takes others.
const BRANCHES: usize = 32;

/// How the derivatives by the state, and behind them those by time, are held: n x (n + 1).
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    /// Row by row.
    Dense,
    /// Column by column, the entries of a pattern.
    Sparse(Box<Columns>),
}

/// A pattern with all that is worth knowing of it before there are values.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// What all of it was made of.
    pub(crate) given: Pattern,
    /// By the state, with the whole diagonal.
    square: Pattern,
    /// The same, and the full column of the time.
    whole: Pattern,
    colors: Coloring,
    diagonal: Vec<usize>,
    order: Vec<usize>,
    doubt: Doubt,
}

/// Whether a pattern may lack entries.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Doubt {
    None,
    /// Of one that was found, where the right-hand side branches otherwise: it is looked for there.
    Local,
    /// Of one that was given: each evaluation compares a product with the entries.
    Given,
}

impl Layout {
    /// Sparse, with this n x n pattern, from which entries may be missing.
    pub(crate) fn sparse(pattern: &Pattern, n: usize) -> Result<Layout, Error> {
        Layout::of_pattern(pattern, n, Doubt::Given)
    }

    fn of_pattern(pattern: &Pattern, n: usize, doubt: Doubt) -> Result<Layout, Error> {
        crate::error::fits("rows of the pattern", pattern.rows(), n)?;
        crate::error::fits("columns of the pattern", pattern.columns(), n)?;
        let with = |columns: usize, more: &mut dyn Iterator<Item = (usize, usize)>| {
            Pattern::from_coordinates(n, columns, pattern.iter().chain(more).collect::<Vec<_>>()).map_err(solver)
        };
        let square = with(n, &mut (0..n).map(|i| (i, i)))?;
        let whole = with(n + 1, &mut (0..n).map(|i| (i, i)).chain((0..n).map(|i| (i, n))))?;
        let colors = color::columns(&whole, color::Order::Natural);
        let diagonal = (0..n).filter_map(|i| square.position(i, i)).collect();
        let order = SparseLu::order(&square);
        let given = pattern.clone();
        Ok(Layout::Sparse(Box::new(Columns { given, square, whole, colors, diagonal, order, doubt })))
    }

    /// Sparse, with the pattern that the right-hand side has at a point, and where it takes its other branches.
    pub(crate) fn found<F: Dynamics>(f: &F, t: f64, u: &[f64], p: &[f64]) -> Result<Layout, Error> {
        // What branches by the time takes the others later.
        let found = Detector::jacobian().run_branches_static(&[u, &[t]].concat(), BRANCHES, rates(f, p));
        let found = found.map_err(solver)?;
        let doubt = if found.is_local() { Doubt::Local } else { Doubt::None };
        Layout::of_pattern(&by_state(&found.into_here())?, u.len(), doubt)
    }

    /// With the entries that the right-hand side has at another point too, and those of its other branches there; nothing, if
    /// these are there, as those of a pattern are that holds everywhere.
    pub(crate) fn wider<F: Dynamics>(&self, f: &F, t: f64, u: &[f64], p: &[f64]) -> Result<Option<Layout>, Error> {
        let Layout::Sparse(known) = self else { return Ok(None) };
        if known.doubt != Doubt::Local {
            return Ok(None);
        }
        let here = Detector::jacobian().run_static(&[u, &[t]].concat(), rates(f, p)).map_err(solver)?.into_here();
        let is_known = |(i, j)| j == u.len() || known.square.position(i, j).is_some();
        if here.iter().all(is_known) {
            return Ok(None);
        }
        let Layout::Sparse(here) = Layout::found(f, t, u, p)? else { return Ok(None) };
        let both = known.square.union(&here.square).map_err(solver)?;
        Layout::of_pattern(&both, u.len(), Doubt::Local).map(Some)
    }

    /// That of the transposed derivatives by the state, and where each of their entries is among those of this one.
    pub(crate) fn transposed(&self, n: usize) -> Result<(Layout, Vec<usize>), Error> {
        match self {
            Layout::Dense => Ok((Layout::Dense, (0..n * n).map(|k| k % n * (n + 1) + k / n).collect())),
            Layout::Sparse(columns) => {
                let layout = Layout::of_pattern(&columns.square.transpose(), n, Doubt::None)?;
                let mut by_row: Vec<Vec<usize>> = vec![Vec::new(); n];
                columns.square.row_indices().iter().enumerate().for_each(|(k, &row)| by_row[row].push(k));
                Ok((layout, by_row.concat()))
            }
        }
    }

    /// The derivatives on any number, in memory that is there, and on plain numbers a row with an entry that a
    /// pattern that was given does not have, if there is one. Cost: a run on duals for every eight components, or colours and the
    /// direction in which such a pattern is looked at.
    pub(crate) fn slopes_into<F: Dynamics, T: Real>(
        &self,
        f: &F,
        (t, u, p): (T, &[T], &[T]),
        lanes: &mut Lanes<T>,
        slopes: &mut Vec<T>,
    ) -> Option<usize> {
        let n = u.len();
        let Lanes { state, parameters, rates, direction, left, sizes } = lanes;
        parameters.clear();
        parameters.extend(p.iter().map(|&p| Dual::lift(p)));
        rates.clear();
        rates.resize(n, Dual::lift(T::from(0.0)));
        slopes.clear();
        let (colors, count, looks) = match self {
            Layout::Dense => (None, n + 1, false),
            Layout::Sparse(columns) => {
                let looks = columns.doubt == Doubt::Given && T::ORDER == 0;
                (Some(columns.colors.colors()), columns.colors.count(), looks)
            }
        };
        slopes.resize(self.entries(n), T::from(0.0));
        direction.clear();
        direction.extend(irregular(n + 1).take(if looks { n + 1 } else { 0 }));
        left.clear();
        // The time stands behind the state, as its column does.
        let lane = |column: usize, first: usize| {
            let color = colors.map_or(column, |colors| colors[column] as usize);
            color.checked_sub(first).filter(|&lane| lane < LANES)
        };
        for first in (0..count + usize::from(looks)).step_by(LANES) {
            let enter = |(column, &x): (usize, &T)| lane(column, first).map_or(Dual::lift(x), |k| Dual::lane(x, k));
            state.clear();
            state.extend(u.iter().chain([&t]).enumerate().map(enter));
            // Behind the colours.
            let along = (count - first < LANES && looks).then(|| count - first);
            if let Some(along) = along {
                state.iter_mut().zip(&*direction).for_each(|(x, &v)| x.tangent[along] = T::from(v));
            }
            let (time, state) = state.split_last().expect("the time stands behind the state");
            f.eval(*time, state, parameters, rates);
            match self {
                Layout::Dense => {
                    for (row, rate) in slopes.chunks_exact_mut(n + 1).zip(&*rates) {
                        row[first..].iter_mut().zip(rate.tangent).for_each(|(slope, by)| *slope = by);
                    }
                }
                Layout::Sparse(columns) => {
                    for (slope, (row, column)) in slopes.iter_mut().zip(columns.whole.iter()) {
                        if let Some(lane) = lane(column, first) {
                            *slope = rates[row].tangent[lane];
                        }
                    }
                }
            }
            left.extend(along.into_iter().flat_map(|k| rates.iter().map(move |rate| rate.tangent[k].value())));
        }
        match self {
            Layout::Sparse(columns) if looks => columns.missing(slopes, direction, left, sizes),
            _ => None,
        }
    }

    fn entries(&self, n: usize) -> usize {
        match self {
            Layout::Dense => n * (n + 1),
            Layout::Sparse(columns) => columns.whole.entries(),
        }
    }

    /// Puts together the derivatives of an adjoint equation: those by the state, negative, from the entries of a solution's,
    /// and those by time.
    pub(crate) fn join(
        &self,
        slopes: &[f64],
        from: &[usize],
        by_time: impl ExactSizeIterator<Item = f64>,
        out: &mut Vec<f64>,
    ) {
        out.clear();
        let n = by_time.len();
        let mut by_state = from.iter().map(|&k| -slopes[k]);
        match self {
            Layout::Dense => {
                for t in by_time {
                    out.extend(by_state.by_ref().take(n));
                    out.push(t);
                }
            }
            Layout::Sparse(_) => out.extend(by_state.chain(by_time)),
        }
    }

    /// The derivative of a component by time.
    pub(crate) fn by_time<T: Real>(&self, slopes: &[T], component: usize, n: usize) -> T {
        match self {
            Layout::Dense => slopes[component * (n + 1) + n],
            Layout::Sparse(_) => slopes[slopes.len() - n + component],
        }
    }

    /// Calls for each derivative by the state with row, column and value.
    fn each<T: Real>(&self, slopes: &[T], n: usize, mut call: impl FnMut(usize, usize, T)) {
        match self {
            Layout::Dense => {
                for (i, row) in slopes.chunks_exact(n + 1).enumerate() {
                    row[..n].iter().enumerate().for_each(|(j, &a)| call(i, j, a));
                }
            }
            Layout::Sparse(columns) => {
                columns.square.iter().zip(slopes).for_each(|((i, j), &a)| call(i, j, a));
            }
        }
    }
}

impl Columns {
    /// A row whose derivative along a direction, in which entries do not cancel, is not that of the entries. The derivatives
    /// along it become what the entries leave.
    fn missing<T: Real>(
        &self,
        slopes: &[T],
        direction: &[f64],
        left: &mut [f64],
        sizes: &mut Vec<f64>,
    ) -> Option<usize> {
        sizes.clear();
        sizes.extend(left.iter().map(|l| l.abs()));
        for (slope, (row, column)) in slopes.iter().zip(self.whole.iter()) {
            let part = slope.value() * direction[column];
            left[row] -= part;
            sizes[row] += part.abs();
        }
        left.iter().zip(&*sizes).position(|(l, s)| l.abs() > 1e-9 * s)
    }
}

/// The right-hand side on numbers that find patterns, by state and time.
fn rates<'f, F: Dynamics>(
    f: &'f F,
    p: &'f [f64],
) -> impl Fn(&[PatternNumber<'static>]) -> Vec<PatternNumber<'static>> + 'f {
    move |x| {
        let (time, u) = x.split_last().expect("the time stands behind the state");
        let p: Vec<_> = p.iter().map(|&p| PatternNumber::from(p)).collect();
        let mut du = vec![PatternNumber::from(0.0); u.len()];
        f.eval(*time, u, &p, &mut du);
        du
    }
}

/// What of a pattern by state and time is by the state.
fn by_state(pattern: &Pattern) -> Result<Pattern, Error> {
    let n = pattern.rows();
    Pattern::from_coordinates(n, n, pattern.iter().filter(|&(_, j)| j < n).collect::<Vec<_>>()).map_err(solver)
}

fn solver(error: sparse::Error) -> Error {
    Error::Solver(Box::new(error))
}

/// Memory for derivatives of right-hand sides: state and time, parameters and rates on duals; and for what is looked for
/// beside the pattern.
#[derive(Debug)]
pub(crate) struct Lanes<T: Real> {
    state: Vec<Dual<T, [T; LANES]>>,
    parameters: Vec<Dual<T, [T; LANES]>>,
    rates: Vec<Dual<T, [T; LANES]>>,
    direction: Vec<f64>,
    left: Vec<f64>,
    sizes: Vec<f64>,
}

impl<T: Real> Default for Lanes<T> {
    fn default() -> Self {
        Lanes {
            state: Vec::new(),
            parameters: Vec::new(),
            rates: Vec::new(),
            direction: Vec::new(),
            left: Vec::new(),
            sizes: Vec::new(),
        }
    }
}

impl<T: Real> Lanes<T> {
    /// Empty lists for another number, in the same memory.
    pub(crate) fn emptied<U: Real>(self) -> Lanes<U> {
        let Lanes { state, parameters, rates, direction, left, sizes } = self;
        let (state, parameters, rates) = (emptied(state), emptied(parameters), emptied(rates));
        Lanes { state, parameters, rates, direction, left, sizes }
    }
}

/// The equations (shift - J) x = b of a Rosenbrock step: values are factored, and what they lack of the numbers is refined.
#[derive(Debug)]
pub(crate) struct System<T> {
    /// Derivatives, as their layout has them.
    pub(crate) slopes: Vec<T>,
    shift: T,
    matrix: Vec<f64>,
    lu: Lu,
    sparse: SparseLu,
    plain: Vec<f64>,
    /// A solution, what it leaves, and room.
    lists: [Vec<T>; 3],
}

impl<T: Real> Default for System<T> {
    fn default() -> Self {
        let shift = T::from(0.0);
        let (lu, sparse) = (Lu::default(), SparseLu::default());
        System {
            slopes: Vec::new(),
            shift,
            matrix: Vec::new(),
            lu,
            sparse,
            plain: Vec::new(),
            lists: Default::default(),
        }
    }
}

impl<T: Real> System<T> {
    /// That of another number, in the same memory.
    pub(crate) fn emptied<U: Real>(self) -> System<U> {
        let System { slopes, matrix, lu, sparse, plain, lists, .. } = self;
        let (slopes, lists) = (emptied(slopes), lists.map(emptied));
        System { slopes, shift: U::from(0.0), matrix, lu, sparse, plain, lists }
    }

    /// Factors the matrix with this shift.
    pub(crate) fn factor(&mut self, shift: T, layout: &Layout, n: usize) -> Result<(), Error> {
        self.shift = shift;
        let matrix = &mut self.matrix;
        matrix.clear();
        match layout {
            Layout::Dense => {
                matrix.resize(n * n, 0.0);
                layout.each(&self.slopes, n, |i, j, a| matrix[i * n + j] = -a.value());
                matrix.iter_mut().step_by(n + 1).for_each(|w| *w += shift.value());
                self.lu.refactor(n, matrix)
            }
            Layout::Sparse(columns) => {
                matrix.extend(self.slopes[..columns.square.entries()].iter().map(|a| -a.value()));
                columns.diagonal.iter().for_each(|&k| matrix[k] += shift.value());
                self.sparse.refactor(&columns.square, matrix, &columns.order)
            }
        }
    }

    /// Replaces `b` by the solution.
    pub(crate) fn solve(&mut self, b: &mut [T], layout: &Layout) {
        let System { slopes, shift, lu, sparse, matrix, plain, lists: [x, left, room], .. } = self;
        let (lu, sparse) = (&*lu, &*sparse);
        if T::ORDER == 0 {
            return solve(layout, (lu, sparse), b, room);
        }
        plain.clear();
        plain.extend(b.iter().map(T::value));
        // The matrix is not needed any more.
        solve(layout, (lu, sparse), plain, matrix);
        x.clear();
        x.extend(plain.iter().map(|&x| T::from(x)));
        for _ in 0..T::ORDER {
            left.clear();
            left.extend(b.iter().zip(&*x).map(|(&b, &x)| b - *shift * x));
            layout.each(slopes, b.len(), |i, j, a| {
                if !(a.is_constant() && a.value() == 0.0) {
                    left[i] += a * x[j];
                }
            });
            left.iter_mut().for_each(|l| *l -= l.value());
            solve(layout, (lu, sparse), left, room);
            x.iter_mut().zip(&*left).for_each(|(x, &l)| *x += l);
        }
        b.copy_from_slice(x);
    }
}

fn solve<N: Number>(layout: &Layout, (lu, sparse): (&Lu, &SparseLu), b: &mut [N], room: &mut Vec<N>) {
    match layout {
        Layout::Dense => lu.solve_in(b, room),
        Layout::Sparse(_) => sparse.solve_in(b, room),
    }
}
