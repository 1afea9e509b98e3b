//! Jacobians by colours: products with groups of columns or rows, from which the entries are read.

use super::Error;
use super::jacobian::{JacobianSource, Sealed};
use super::lanes::{MOST, passes};
use super::options::{Mode, Options};
use super::plan::Plan;
use super::probe::{Products, lacking};
use super::products::{by_lanes, by_sweeps, column, row};
use crate::function::Function;
use crate::jacobian::SWEEP;
use crate::pool::with_kept;
use ::sparse::color::{Order, bidirectional, columns, rows};
use ::sparse::detect::Detected;
use ::sparse::{Coloring, NEUTRAL, Pattern};
use core::fmt;

/// A function whose Jacobian is computed by colours: the source of a [`SparseJacobian`](super::SparseJacobian) that was
/// prepared of a function.
///
/// ```
/// use wengert::sparse::{Compressed, SparseJacobian};
/// let squares = wengert::function!(|x| -> Vec<T> { x.iter().map(|&x| x * x).collect() });
/// fn products<F>(jacobian: &SparseJacobian<Compressed<F>>) -> usize
/// where
///     F: wengert::Function,
/// {
///     jacobian.colors()
/// }
/// // A diagonal: one product gives all of it.
/// assert_eq!(products(&SparseJacobian::prepare(&squares, &[1.0; 100])?), 1);
/// # Ok::<(), wengert::sparse::Error>(())
/// ```
pub struct Compressed<F> {
    pub(super) f: F,
    pub(super) columns: Coloring,
    pub(super) rows: Coloring,
    /// Whether each entry is read in a product with columns; empty where all are, or none.
    by_column: Vec<bool>,
    pub(super) mode: Mode,
    pub(super) local: bool,
    plan: Plan,
    check: bool,
}

/// What a product costs beside the function: a pass of duals by its lanes, a recording with its first sweep, a sweep.
const PASS: f64 = 1.0;
const LANE: f64 = 0.25;
const RECORDING: f64 = 5.0;
const SWEEPS: f64 = 3.0;

impl<F: Function> Compressed<F> {
    pub(super) fn new(f: F, pattern: &Pattern, holds: Holds, options: &Options) -> Result<Self, Error> {
        let check = options.check.unwrap_or(holds != Holds::Everywhere);
        let probe = usize::from(check);
        let none = |vertices: usize| Coloring::new(vec![NEUTRAL; vertices]);
        let (no_rows, no_columns) = (|| none(pattern.rows()), || none(pattern.columns()));
        let by_columns = || fewest(options, |order| columns(pattern, order), Coloring::count);
        let by_rows = || fewest(options, |order| rows(pattern, order), Coloring::count);
        let by_both = || fewest(options, |order| bidirectional(pattern, order), |both| both.count());
        let forward = |colors: usize| PASS * passes(colors, MOST).len() as f64 + LANE * colors as f64;
        let reverse = |colors: usize| RECORDING + SWEEPS * colors.div_ceil(SWEEP) as f64;
        let (mut columns, mut rows, mut by_column) = (no_columns(), no_rows(), Vec::new());
        let mut mode = options.mode;
        match options.mode {
            Mode::Forward => columns = by_columns(),
            Mode::Reverse => rows = by_rows(),
            Mode::Bidirectional => {
                let both = by_both();
                (columns, rows, by_column) = (both.columns, both.rows, both.by_column);
            }
            Mode::Auto => {
                columns = by_columns();
                mode = Mode::Forward;
                let mut cost = forward(columns.count() + probe);
                if cost > reverse(1) {
                    let others = by_rows();
                    if reverse(others.count() + probe) < cost {
                        cost = reverse(others.count() + probe);
                        (columns, rows, mode) = (no_columns(), others, Mode::Reverse);
                    }
                }
                if cost > forward(1 + probe) + reverse(1) {
                    let both = by_both();
                    if forward(both.columns.count() + probe) + reverse(both.rows.count()) < cost {
                        (columns, rows, by_column) = (both.columns, both.rows, both.by_column);
                        mode = Mode::Bidirectional;
                    }
                }
            }
        }
        let plan = Plan::new(pattern, &columns, &by_column, check && mode != Mode::Reverse)?;
        Ok(Compressed { f, columns, rows, by_column, mode, local: holds == Holds::Here, plan, check })
    }

    /// The outputs and entries at `x`; with `check` it is an error if the pattern is seen not to hold there.
    pub(super) fn run(
        &self,
        pattern: &Pattern,
        x: &[f64],
        y: &mut [f64],
        values: &mut [f64],
        check: bool,
    ) -> Result<(), Error> {
        with_kept(|Exact(exact)| {
            exact.clear();
            exact.resize(if self.mode == Mode::Reverse { pattern.columns() } else { pattern.rows() }, 0.0);
            let mut sink = Sink { pattern, by_column: &self.by_column, y, values, exact };
            if self.mode != Mode::Reverse {
                by_lanes(&self.f, x, &self.columns, &self.plan, check, &mut sink)?;
            }
            if self.rows.count() > 0 || self.mode == Mode::Reverse {
                by_sweeps(&self.f, x, &self.rows, check && self.mode == Mode::Reverse, &mut sink)?;
            }
            if check { self.compare(x, &sink) } else { Ok(()) }
        })
    }

    /// Whether the entries give the products that the function has without them.
    fn compare(&self, x: &[f64], sink: &Sink<'_>) -> Result<(), Error> {
        let pattern = sink.pattern;
        with_kept(|products: &mut Products| {
            products.clear(sink.exact.len(), pattern.rows().max(pattern.columns()));
            products.add_all(pattern, sink.values, self.mode != Mode::Reverse);
            if self.mode == Mode::Reverse {
                let lacks = |j| lacking(column(&self.f, x, j).into_iter(), |i| pattern.position(i, j).is_some());
                return products.compare(sink.exact, lacks, |j, i, d| Error::lacks(i, j, d, self.local));
            }
            let lacks = |i| lacking(row(&self.f, x, i).into_iter(), |j| pattern.position(i, j).is_some());
            products.compare(sink.exact, lacks, |i, j, d| Error::lacks(i, j, d, self.local))
        })
    }
}

/// Room for the products with the random direction.
#[derive(Default)]
struct Exact(Vec<f64>);

/// Where the results of passes go.
pub(super) struct Sink<'s> {
    pub(super) pattern: &'s Pattern,
    /// Whether each entry is read in a product with columns; empty where all are, or none.
    pub(super) by_column: &'s [bool],
    pub(super) y: &'s mut [f64],
    pub(super) values: &'s mut [f64],
    /// The product with the random direction.
    pub(super) exact: &'s mut [f64],
}

/// For which points a pattern is known to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// For all.
    Everywhere,
    /// For the one where it was found, and those where the function takes the same branches.
    Here,
    /// The user said so.
    Given,
}

impl Holds {
    pub(super) fn of(found: &Detected) -> Self {
        if found.is_local() { Holds::Here } else { Holds::Everywhere }
    }
}

/// The colouring with the fewest products of those that the options ask for.
pub(super) fn fewest<C>(options: &Options, color: impl Fn(Order) -> C, count: impl Fn(&C) -> usize) -> C {
    let mut orders = options.orders();
    let first = color(orders.next().unwrap_or_default());
    orders.map(color).fold(first, |best, other| if count(&other) < count(&best) { other } else { best })
}

impl<F> Sealed for Compressed<F> {}

impl<F: Function> JacobianSource for Compressed<F> {
    fn eval(&self, pattern: &Pattern, x: &[f64], y: &mut [f64], values: &mut [f64]) -> Result<(), Error> {
        self.run(pattern, x, y, values, self.check)
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.columns.count() + self.rows.count();
        let s = if count == 1 { "" } else { "s" };
        let here = if self.local { ", local" } else { "" };
        write!(f, "{count} colour{s}, {}{here}", self.mode)
    }
}
