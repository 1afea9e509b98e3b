//! The number of operations that a Taylor series of order K takes grows as K^2.

use forward::Taylor;
use rules::{Lift, Number, ROWS, Row, Rule};
use std::cell::Cell;

thread_local! {
    static APPLIED: Cell<u64> = const { Cell::new(0) };
}

/// A number that counts what is done to it.
#[derive(Clone, Copy, Debug)]
struct Counted<T> {
    inner: T,
}

impl<T: Number> Number for Counted<T> {
    type Scalar = T::Scalar;
    fn constant(c: T::Scalar) -> Self {
        Counted { inner: T::constant(c) }
    }
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        APPLIED.set(APPLIED.get() + 1);
        Counted { inner: T::apply::<R, N>(args.map(|a| a.inner), n) }
    }
    fn known(self) -> Option<T::Scalar> {
        self.inner.known()
    }
    fn has_nan(self) -> bool {
        self.inner.has_nan()
    }
    fn is_constant(self) -> bool {
        self.inner.is_constant()
    }
}

impl<T: Number> Lift for Counted<T> {
    type Inner = T;
    fn lift(inner: T) -> Self {
        Counted { inner }
    }
}

rules::number_operators! { [T: Number] Counted<T>, inner: T }

/// What one application of a row takes on series of order `K`: general ones, or lines.
fn cost<const K: usize>(row: &Row, point: &[f64], n: i32, line: bool) -> f64 {
    let higher = [0.25; K].map(Counted::constant);
    let degree = if line { 1 } else { K };
    let args: Vec<Taylor<Counted<f64>, K>> =
        point.iter().map(|&x| Taylor::polynomial(Counted::constant(x), &higher[..degree])).collect();
    APPLIED.set(0);
    row.op.apply(&args, n);
    APPLIED.get() as f64
}

/// The rows that lead to ever new functions.
const OPEN: &[&str] = &[
    "erfcx",
    "erfcx_slope",
    "sinc",
    "sinc_slope",
    "gamma",
    "ln_gamma",
    "digamma",
    "trigamma",
    "polygamma",
    "beta",
    "ln_beta",
    "beta_slope",
    "polygamma_difference",
    "bessel_j",
    "bessel_y",
];

/// A family of two parameters, which series reach through `beta_slope` only where that has no finite slope.
const WIDE: &str = "beta_mixed";

fn growth(line: bool) -> impl Iterator<Item = (&'static Row, f64, String)> {
    ROWS.iter().filter(|row| row.name != WIDE).map(move |row| {
        // A point inside the domain, where powers are none of zero.
        let inside = |p: &&&[f64]| p.iter().all(|x| *x != 0.0 && x.abs() < 100.0);
        let point = row.points.iter().find(inside).or(row.points.first()).unwrap();
        let n = *row.parameters.last().unwrap();
        let [a, b, c] =
            [cost::<10>(row, point, n, line), cost::<20>(row, point, n, line), cost::<40>(row, point, n, line)];
        (row, (c / b).max(b / a), format!("{}: {a}, {b}, {c} operations at order 10, 20, 40", row.name))
    })
}

#[test]
fn closed_rows_cost_the_square_of_the_order() {
    for (row, growth, counts) in growth(false) {
        let limit = if OPEN.contains(&row.name) { 8.0 } else { 4.6 };
        assert!(growth < limit, "{counts}");
    }
}

#[test]
fn every_row_costs_the_square_of_the_order_on_the_variable() {
    for (_, growth, counts) in growth(true) {
        assert!(growth < 4.6, "{counts}");
    }
}
