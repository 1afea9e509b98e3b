//! Second derivatives do not depend on the order of the arguments: Hessians are symmetric to the bit, at edges too.

use super::common::{OfRow, engines, near, same_bits};
use rules::{Kind, ROWS, Row};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Numbers at which rows have edges, poles, overflow and underflow; pairs of them hold every tie.
const EDGES: [f64; 13] = [0.0, -0.0, 5e-324, 1e-200, 1e300, INF, -INF, 1.0, 2.0, -1.0, 0.5, 1.7, -2.5];

/// Helpers of which another derivative is a sum of products that engines add up in different orders: what differs is a
/// third derivative of hypot, atan2 and beta.
const SUMS: [&str; 3] = ["direction", "inversion", "beta_slope"];

#[test]
fn mixed_second_derivatives_are_equal() {
    let mut wrong = Vec::new();
    for row in ROWS.iter().filter(|row| row.arity == 2 && !SUMS.contains(&row.name)) {
        let pairs = EDGES.iter().flat_map(|&a| EDGES.iter().map(move |&b| vec![a, b]));
        for point in pairs.chain(row.points.iter().map(|p| p.to_vec())) {
            for &n in row.parameters {
                for (name, engine) in engines::<OfRow>() {
                    let Some(h) = engine(&OfRow(row, n), &point).hessian else { continue };
                    // Zeros may differ in sign.
                    if !same_bits(h[1] + 0.0, h[2] + 0.0) {
                        wrong.push(format!("{name}: {}({point:?}; {n}): {:e} and {:e}", row.name, h[1], h[2]));
                    }
                }
            }
        }
    }
    assert!(SUMS.iter().all(|name| Row::find(name).is_some_and(|row| row.kind == Kind::Helper)));
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

/// The mixed derivative of x^y: the numbers are x^(y-1) (1 + y ln x) to 17 digits, from mpmath with 50 of them.
const POWERS: &[(f64, f64, f64)] = &[
    (1e-200, 1.7, -7.818789316179915e-138),
    (1e-200, 2.0, -9.200340371976183e-198),
    (5e-324, 1.5, -2.479843266246341e-159),
    (5e-324, 1.7, -6.131752556932184e-224),
    (5e-324, 1.0, -743.4400719213812),
    (5e-324, 0.5, -1.6700869405943724e+164),
    (1e+300, 1.7, 1.1753183974269273e+213),
    (1e+300, 2.0, 1.3825510557964275e+303),
    (0.5, -1.25, 8.878306254340698),
    (2.0, 3.5, 19.38046825805204),
    (1.0, 2.0, 1.0),
    (0.0, 2.5, 0.0),
    (0.0, 1.0, -INF),
    (0.0, 0.5, -INF),
    (0.0, 5e-324, -INF),
    (0.0, 0.0, INF),
    (0.0, -1.0, INF),
    (-0.0, 2.0, 0.0),
    (-0.0, 1.0, -INF),
    (-0.0, -1.0, INF),
    (0.0, INF, 0.0),
    (0.5, INF, 0.0),
    (2.0, -INF, 0.0),
    (INF, 2.0, INF),
    (INF, 1.0, INF),
    (INF, 0.5, 0.0),
    (INF, -2.0, 0.0),
    (1.0, INF, NAN),
    (-2.0, 3.0, NAN),
    (-1.0, 0.0, NAN),
];

#[test]
fn the_mixed_derivative_of_a_power() {
    let mut wrong = Vec::new();
    for &(x, y, want) in POWERS {
        for (name, engine) in engines::<OfRow>() {
            let Some(h) = engine(&OfRow(Row::find("powf").unwrap(), 0), &[x, y]).hessian else { continue };
            // Series have it as a difference, of which two infinities leave nothing, and two great numbers little.
            let (size, loose) = (h.iter().fold(0.0, |m: f64, h| m.max(h.abs())), name == "taylor");
            let allowed = 8.0 * f64::EPSILON * if loose { size } else { want.abs() };
            for got in [h[1], h[2]] {
                if !(near(want, got, allowed) || loose && got.is_nan()) {
                    wrong.push(format!("{name}: x^y at ({x:?}, {y:?}): {got:e}, not {want:e}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}
