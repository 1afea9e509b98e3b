//! Every row of the table in every engine and nesting, at every point of the row.

use super::common::{Compute, Found, OfRow, engines, near, same_bits};
use forward::Dual;
use rules::{ROWS, Real, Row};

/// A row with some arguments held constant.
struct Held<'a> {
    row: &'static Row,
    n: i32,
    point: &'a [f64],
    moves: &'a [bool],
}

impl Compute for Held<'_> {
    fn on<T: Real>(&self, x: &[T]) -> T {
        let mut x = x.iter();
        let args: Vec<T> = (0..self.point.len())
            .map(|i| if self.moves[i] { *x.next().unwrap() } else { T::from(self.point[i]) })
            .collect();
        self.row.op.apply(&args, self.n)
    }
}

fn cases() -> impl Iterator<Item = (&'static Row, &'static [f64], i32)> {
    ROWS.iter().flat_map(|row| {
        let points = row.points.iter().flat_map(move |&p| row.parameters.iter().map(move |&n| (row, p, n)));
        points.filter(move |(_, p, _)| (row.admits)(p))
    })
}

/// Where an engine's second derivatives differ from nested duals, and why.
const EXCEPTIONS: [(&str, &str, &[f64], &str); 1] = [(
    "taylor",
    "powf",
    &[0.0, 1.0],
    "the mixed derivative does not exist where x^y turns from smooth to infinitely steep",
)];

/// The reference is nested duals; a first derivative is a partial and the same in all bits but the sign of a zero, a
/// second one is a sum of products, which engines may add up in different order.
fn compare(name: &str, row: &Row, point: &[f64], n: i32, moves: &[bool], want: &Found, got: &Found) -> Option<String> {
    let case = || format!("{name}: {}({point:?}; {n}) moving {moves:?}", row.name);
    let loose = name == "taylor";
    if !same_bits(want.value, got.value) {
        return Some(format!("{}: value {}, expected {}", case(), got.value, want.value));
    }
    for (i, (&a, &b)) in want.gradient.iter().zip(&got.gradient).enumerate() {
        if !near(a, b, if loose { 1e-14 * a.abs() } else { 0.0 }) {
            return Some(format!("{}: slope {i} is {b}, expected {a}", case()));
        }
    }
    let (want, got) = (want.hessian.as_ref()?, got.hessian.as_ref()?);
    let size = want.iter().filter(|h| h.is_finite()).fold(0.0, |m: f64, h| m.max(h.abs()));
    for (k, (&a, &b)) in want.iter().zip(got).enumerate() {
        // Where a term overflows, the order of the products decides between infinity and NaN; the series takes mixed
        // derivatives for differences, which then have no value at all.
        let unlike = !a.is_finite() && !b.is_finite() || loose && !(a.is_finite() && b.is_finite());
        let excused = EXCEPTIONS.iter().any(|&(e, r, p, _)| (e, r, p) == (name, row.name, point));
        if !unlike && !excused && !near(a, b, 64.0 * f64::EPSILON * size) {
            return Some(format!("{}: second derivative {k} is {b}, expected {a}", case()));
        }
    }
    None
}

#[test]
fn all_engines_agree_on_every_row() {
    let mut wrong = Vec::new();
    for (row, point, n) in cases() {
        for mask in 1..1 << row.arity {
            let moves: Vec<bool> = (0..row.arity).map(|i| mask >> i & 1 == 1).collect();
            let x: Vec<f64> = point.iter().zip(&moves).filter(|(_, m)| **m).map(|(x, _)| *x).collect();
            let f = Held { row, n, point, moves: &moves };
            let engines = engines::<Held>();
            let mut reference = engines[0].1(&f, &x);
            reference.value = f.on(&x);
            for (name, engine) in engines {
                wrong.extend(compare(name, row, point, n, &moves, &reference, &engine(&f, &x)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_engine_that_is_wrong_is_noticed() {
    let (row, point) = (Row::find("atan2").unwrap(), [1.0, 2.0]);
    let right = engines::<OfRow>()[0].1(&OfRow(row, 0), &point);
    let differs = |found: &Found| compare("tape", row, &point, 0, &[true, true], &right, found).is_some();
    assert!(!differs(&right));
    assert!(differs(&Found { value: right.value.next_up(), ..right.clone() }));
    let gradient = vec![right.gradient[0], right.gradient[1].next_up()];
    assert!(differs(&Found { gradient, ..right.clone() }));
    let hessian = right.hessian.as_ref().map(|h| vec![h[0], h[1] + 1e-13, h[2], h[3]]);
    assert!(differs(&Found { hessian, ..right.clone() }));
}

#[test]
fn single_precision_is_near_double_precision() {
    let mut wrong = Vec::new();
    for (row, point, n) in cases() {
        let single: Vec<f32> = point.iter().map(|&x| x as f32).collect();
        if single.iter().any(|x| x.is_infinite() || x.is_subnormal()) {
            continue;
        }
        let double: Vec<f64> = single.iter().map(|&x| f64::from(x)).collect();
        if !(row.admits)(&double) {
            continue;
        }
        for j in 0..row.arity {
            let seed = |i| u8::from(i == j);
            let x64: Vec<Dual> = double.iter().zip(0..).map(|(&x, i)| Dual::seeded(x, seed(i).into())).collect();
            let x32: Vec<Dual<f32>> = single.iter().zip(0..).map(|(&x, i)| Dual::seeded(x, seed(i).into())).collect();
            let (a, b) = (row.op.apply(&x64, n), row.op.apply(&x32, n));
            for (what, a, b) in [("value", a.value, b.value), ("slope", a.tangent, b.tangent)] {
                // What single precision cannot hold is infinite or zero there.
                let lost = a.abs() > 1e38 || a.abs() < 1e-36;
                if !lost && !near(a, f64::from(b), 1e-4 * a.abs() + 1e-6) {
                    wrong.push(format!("{}({double:?}; {n}) {what} {j}: {b} in f32, {a} in f64", row.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_row_has_points() {
    for row in ROWS {
        assert!(!row.points.is_empty() && row.points.iter().all(|p| p.len() == row.arity), "{}", row.name);
        let f = OfRow(row, row.parameters[0]);
        assert!(same_bits(f.on(row.points[0]), row.op.apply(row.points[0], row.parameters[0])));
    }
}
