//! Tables of constants, whose types need not be `Clone`: iterators over them are kept, references to them go on.

use super::holds;
use wengert::differentiable;

/// A term of a table, which is neither copied nor cloned.
struct Term {
    by: f64,
    powers: [i32; 2],
}

const REGION: [Term; 3] =
    [Term { by: 0.5, powers: [1, 0] }, Term { by: -1.5, powers: [0, 2] }, Term { by: 2.0, powers: [2, 1] }];

const LEVELS: [f64; 4] = [0.25, 0.5, 1.0, 2.0];
const GRID: [[f64; 2]; 2] = [[1.0, 0.5], [0.25, 2.0]];
const PAIRS: &[(f64, Term)] = &[(2.0, Term { by: 1.0, powers: [1, 1] })];
const UNIT: f64 = 1.5;

struct Shape {
    centre: [f64; 2],
    kind: Kind,
}

enum Kind {
    Round(f64),
    Long { by: f64 },
}

const DISC: Shape = Shape { centre: [0.5, 1.0], kind: Kind::Round(2.0) };
const ROD: Shape = Shape { centre: [0.0, 1.0], kind: Kind::Long { by: 0.5 } };

fn sum_of(terms: &[Term], x: f64, y: f64) -> f64 {
    terms.iter().map(|t| t.by * x.powi(t.powers[0]) * y.powi(t.powers[1])).sum()
}

fn size(shape: Shape, x: f64) -> f64 {
    match shape.kind {
        Kind::Round(r) => r * x + shape.centre[0],
        Kind::Long { by } => by * x * x + shape.centre[1],
    }
}

/// What is no number, and is not cloned either.
#[derive(PartialEq)]
enum Side {
    Left,
    Right,
}

struct Load {
    side: Side,
    by: f64,
    unit: &'static Side,
}

const LOADS: [Load; 2] =
    [Load { side: Side::Left, by: 1.5, unit: &Side::Right }, Load { side: Side::Right, by: -0.5, unit: &Side::Left }];
static MORE: [Load; 1] = [Load { side: Side::Right, by: 0.25, unit: &Side::Left }];

/// Closures that outlive the function in which they are made.
fn laws(by: f64) -> Vec<Box<dyn Fn(f64) -> f64>> {
    vec![Box::new(move |x| x * by * UNIT), Box::new(move |x| x * LEVELS[2] + GRID[1][1] * by)]
}

/// Constants that are read where they lie: by iterators that are kept, by references, by closures, and as values.
#[differentiable(tape)]
fn tables(x: f64, y: f64) -> f64 {
    let mut rest = LEVELS.iter().skip(1);
    let mut s = 0.0;
    while let Some(level) = rest.next() {
        s += level * x;
    }
    let first = REGION.first();
    let mut windows = LEVELS.windows(2);
    s += windows.next().map_or(0.0, |w| w[0] * w[1] * y);
    s += first.map_or(0.0, |t| t.by * y);
    for t in &REGION {
        s += t.by * x * f64::from(t.powers[0]);
    }
    for t in REGION.iter().rev().take(2) {
        s += t.by * y * f64::from(t.powers[1]);
    }
    let pick = |k: usize| &LEVELS[k % 4];
    s += pick(2) * x * GRID[1][0] + sum_of(&REGION, x, y) + sum_of(&REGION[1..], y, x);
    let row = &GRID[0];
    s += row.iter().zip(&LEVELS).map(|(a, b)| a * b * x).sum::<f64>();
    s += PAIRS.iter().map(|(a, t)| a * t.by * y).sum::<f64>();
    let unit = &UNIT;
    s += *unit * size(DISC, x) + size(ROD, y) + DISC.centre[1] * ROD.centre.iter().sum::<f64>() * x;
    let all = LEVELS.map(|l| l * y);
    let kind = ROD.kind;
    if let Kind::Long { by } = kind {
        s *= by;
    }
    s += laws(y).iter().map(|law| law(x)).sum::<f64>();
    s + all.iter().sum::<f64>() + LEVELS.len() as f64 * x
}

#[differentiable(tape)]
fn loads(x: f64) -> f64 {
    let last = LOADS.last().unwrap();
    let mut s = last.by * x;
    for load in LOADS.iter().chain(&MORE) {
        match load.side {
            Side::Left => s += load.by * x * x,
            Side::Right => s *= load.by,
        }
    }
    let Some(load) = MORE.iter().find(|load| *load.unit == Side::Left) else { return x };
    s + load.by * x.sin()
}

#[test]
fn what_stays_need_not_be_cloned() {
    holds(&[0.7], |x| loads(x[0]), |x| (loads(x[0]), vec![loads::gradient(x[0])]));
}

#[test]
fn constants_are_read_where_they_lie() {
    holds(
        &[0.7, 1.3],
        |x| tables(x[0], x[1]),
        |x| {
            let (value, (dx, dy)) = tables::value_and_gradient(x[0], x[1]);
            (value, vec![dx, dy])
        },
    );
}
