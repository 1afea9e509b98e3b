//! References to constants that outlive an arm, functions inside of bodies.

use super::holds;
use wengert::differentiable;

#[derive(Clone, Debug)]
struct Gauge {
    gains: [f64; 2],
    unit: &'static str,
}

const COARSE: Gauge = Gauge { gains: [0.5, 2.0], unit: "m" };
const FINE: Gauge = Gauge { gains: [1.5, -1.0], unit: "mm" };
const WEIGHTS: [f64; 3] = [0.2, 0.3, 0.5];

#[differentiable(tape)]
fn measured(x: f64, y: f64, fine: bool) -> f64 {
    fn factorial(n: u32) -> u32 {
        if n == 0 { 1 } else { n * factorial(n - 1) }
    }
    let gauge = if fine { &FINE } else { &COARSE };
    let weights = match gauge.unit {
        "m" => &WEIGHTS,
        _ => &[0.0; 3],
    };
    let roots: Vec<f64> = gauge.gains.iter().map(|g| g * x).collect();
    let sum = weights.iter().sum::<f64>();
    roots[0] * y + roots[1] * weights[1] + f64::from(factorial(4)) * x * y + sum
}

#[test]
fn what_lasts() {
    for fine in [false, true] {
        holds(
            &[0.7, 1.3],
            |x| measured(x[0], x[1], fine),
            |x| {
                let (value, (dx, dy)) = measured::value_and_gradient(x[0], x[1], fine);
                (value, vec![dx, dy])
            },
        );
    }
}
