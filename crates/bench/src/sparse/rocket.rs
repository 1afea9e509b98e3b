//! Goddard's rocket by the trapezoidal rule: height, velocity, mass and thrust at each point, and one final time that all
//! steps share, so that its row and column of the Hessian are dense. COPS has it as problem 13.

use wengert::{Function, Real};

/// The height that is reached: minus it is to be least.
#[derive(Clone, Copy)]
pub struct Height;

/// The steps from each point to the next, three equations each.
#[derive(Clone, Copy)]
pub struct Steps;

const DRAG: f64 = 310.0;
const DECAY: f64 = 500.0;
const EXHAUST: f64 = 0.5;

/// A point with so many grid points: four numbers each, then the final time.
pub fn start(points: usize) -> Vec<f64> {
    let mut x = Vec::new();
    for k in 0..points {
        let t = k as f64 / points as f64;
        x.extend([1.0 + 0.01 * t, 0.1 * t * (1.0 - t), 1.0 - 0.4 * t, 3.5 * (1.0 - t)]);
    }
    x.push(0.2);
    x
}

fn rates<T: Real>(p: &[T]) -> [T; 3] {
    let (h, v, m, thrust) = (p[0], p[1], p[2], p[3]);
    let drag = DRAG * v * v * (-DECAY * (h - 1.0)).exp();
    [v, (thrust - drag) / m - 1.0 / (h * h), -thrust / EXHAUST]
}

impl Function for Height {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        -x[x.len() - 5]
    }
}

impl Function for Steps {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let points = x.as_chunks::<4>().0;
        let half = x[x.len() - 1] * (0.5 / (points.len() - 1) as f64);
        let mut defects = Vec::with_capacity(3 * points.len());
        let mut before = rates(&points[0]);
        for (p, q) in points.iter().zip(&points[1..]) {
            let after = rates(q);
            for i in 0..3 {
                defects.push(q[i] - p[i] - half * (before[i] + after[i]));
            }
            before = after;
        }
        defects
    }
}
