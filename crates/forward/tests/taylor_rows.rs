//! A Taylor series of order 4 gives the derivatives of four nested duals, for every row at every point.

mod common;

use common::{Four, Nest, same};
use forward::Taylor;
use rules::{Number, ROWS, Row};

type Series = Taylor<f64, 4>;

/// Which arguments move: each one alone, then all.
fn moving(arity: usize) -> impl Iterator<Item = Vec<bool>> {
    let one = move |i| (0..arity).map(|j| i == j).collect();
    let all = (arity > 1).then(|| vec![true; arity]);
    (0..arity).map(one).chain(all)
}

const SEEDS: [f64; 3] = [1.0, -0.75, 0.5];

fn cases(check: impl Fn(&Row, &[f64], i32, &[bool]) -> Option<String>) {
    let mut wrong = Vec::new();
    for row in ROWS {
        for (point, &n) in row.points.iter().flat_map(|p| row.parameters.iter().map(move |n| (p, n))) {
            for moves in moving(row.arity) {
                wrong.extend(check(row, point, n, &moves));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn close(row: &Row, point: &[f64], n: i32, moves: &[bool], series: Series, nested: Four) -> Option<String> {
    let want = nested.derivatives();
    let got: Vec<f64> = (0..=4).map(|k| series.derivative(k)).collect();
    (0..=4).find_map(|k| {
        // Where a derivative cancels, its error is that of the terms it is made of.
        let terms = want[..k].iter().fold(0.0, |m: f64, w| m.max(w.abs()));
        let near = (got[k] - want[k]).abs() <= 1e-12 * want[k].abs().max(terms);
        // Beyond the range of the format, how it overflows is a matter of order.
        let beyond = terms > 1e250 && !got[k].is_finite() && !want[k].is_finite();
        let wrong = !near && !beyond && !same(got[k], want[k]);
        wrong.then(|| format!("{} {point:?} {n} {moves:?}, derivative {k}:\n  {got:?}\n  {want:?}", row.name))
    })
}

#[test]
fn along_a_line() {
    cases(|row, point, n, moves| {
        let at = |i: usize| (point[i], SEEDS[i], moves[i]);
        let series: Vec<Series> = (0..row.arity)
            .map(|i| match at(i) {
                (x, v, true) => Series::polynomial(x, &[v]),
                (x, _, false) => Series::fixed(x),
            })
            .collect();
        let nested: Vec<Four> = (0..row.arity)
            .map(|i| match at(i) {
                (x, v, true) => Four::along(x, v),
                (x, _, false) => Four::constant(x),
            })
            .collect();
        close(row, point, n, moves, row.op.apply(&series, n), row.op.apply(&nested, n))
    });
}

/// x + v t + t^2 / 4 + t^3 / 8, on either number.
fn curve<T: Number<Scalar = f64>>(x: f64, v: f64, t: T) -> T {
    let c = T::constant;
    c(x) + t * (c(v) + t * (c(0.25) + t * c(0.125)))
}

#[test]
fn along_a_curve() {
    cases(|row, point, n, moves| {
        let path = |i: usize, t: Series| if moves[i] { curve(point[i], SEEDS[i], t) } else { Series::fixed(point[i]) };
        let nest = |i: usize, t: Four| if moves[i] { curve(point[i], SEEDS[i], t) } else { Four::constant(point[i]) };
        let series: Vec<Series> = (0..row.arity).map(|i| path(i, Series::variable(0.0))).collect();
        let nested: Vec<Four> = (0..row.arity).map(|i| nest(i, Four::along(0.0, 1.0))).collect();
        close(row, point, n, moves, row.op.apply(&series, n), row.op.apply(&nested, n))
    });
}
