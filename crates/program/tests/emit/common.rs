//! What is emitted in all languages.

use program::Program;
use rules::functions::{lt, select};
use rules::{Functions, Real};

fn smooth<T: Real>(x: &[T]) -> T {
    (x[0] * x[1]).exp() / (1.0 + x[2].abs()) - x[0].sqrt().mul_add(x[1], x[2].powi(-3)) + x[1].max(x[2]).ln_1p()
}

fn long<T: Real>(x: &[T]) -> T {
    let (mut a, mut b) = (x[0], x[1]);
    for _ in 0..700 {
        (a, b) = (a * 0.5 + b.sin(), b - x[2] * a);
    }
    if a < b { a * f64::NAN } else { a + b * f64::INFINITY.recip() }
}

/// Programs with points at which they run, or stop at a guard.
pub(crate) fn programs() -> Vec<(&'static str, Program, Vec<Vec<f64>>)> {
    let point = vec![0.5, 0.25, 0.125];
    let points = vec![point.clone(), vec![0.3, -0.2, 2.0], vec![0.0, -0.0, -1.0], vec![f64::NAN, 1.0, f64::INFINITY]];
    let smooth = Program::record_at(&point, |x| vec![smooth(x), x[0], 2.5.into()]).unwrap();
    let first = Program::record_at(&point, |x| vec![self::smooth(x)]).unwrap();
    let steered = Program::record_at(&point, |x| {
        let ordered = x[0].partial_cmp(&x[1]).is_some_and(|order| order.is_gt());
        let y = if ordered && x[2] != 0.0 { x[0] - -0.0 } else { x[1] };
        vec![select(lt(x[1], 0.0.into()), y, x[1] % x[2]), x[2].copysign(x[1])]
    });
    let kept = Program::record_at(&[-0.0, f64::NAN, 1.0], |x| {
        let unordered = x[0].partial_cmp(&x[1]).is_none();
        vec![x[0].value() * x[1].value() * x[2] + f64::from(u8::from(unordered)), 5e-324.into(), 1e300.into()]
    });
    let long = Program::record_at(&point, |x| vec![long(x)]).unwrap();
    vec![
        ("smooth", smooth, points.clone()),
        ("hessian", first.hessian().unwrap(), points.clone()),
        ("steered", steered.unwrap(), points.clone()),
        ("kept", kept.unwrap(), vec![vec![-0.0, -f64::NAN, 2.0], vec![0.0, f64::NAN, 2.0], vec![-0.0, 1.0, 2.0]]),
        ("long_gradient", long.gradient().unwrap(), points.clone()),
        ("lengthy", long, points),
    ]
}

/// Bits, the same for every NaN.
pub(crate) fn bits(y: f64) -> u64 {
    if y.is_nan() { 1 } else { y.to_bits() }
}

/// Long sums of products, of about that many operations.
pub(crate) fn of_length(operations: usize) -> Program {
    let p = Program::record(4, |x| {
        let mut v = x.to_vec();
        for i in 0..operations / 5 {
            let k = v.len();
            let (a, b, c) = (v[k - 1], v[k - 2], v[(i * 7919) % k]);
            v.push(0.5 * a + 0.25 * b * c - 0.125 * x[i % 4]);
        }
        vec![v[v.len() - 1]]
    });
    p.unwrap()
}

/// How many operations a long program has: `WENGERT_EMIT_OPERATIONS`, else some thousands.
pub(crate) fn operations() -> usize {
    std::env::var("WENGERT_EMIT_OPERATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000)
}
