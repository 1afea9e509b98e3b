//! Optimal control by collocation: a particle is accelerated in a direction that is free at each moment, and is to be at a
//! height with a speed along the ground as soon as possible (Bryson and Ho 1975; COPS 3.0, problem 10).

use super::picture::{Chart, save};
use pounce_rs::{ApplicationReturnStatus, IpoptApplication, TNLP};
use std::cell::RefCell;
use std::error::Error;
use std::f64::consts::FRAC_PI_2;
use std::rc::Rc;
use wengert::adapters::pounce::Nlp;
use wengert::prelude::*;

/// Intervals, and numbers of a point: height, both speeds, angle. Before them stands the time.
const INTERVALS: usize = 60;
const POINT: usize = 4;
/// The acceleration, the height that is wanted, and the speed.
const WANTED: [f64; 3] = [100.0, 5.0, 45.0];

#[differentiable]
fn time(x: &[f64]) -> f64 {
    x[0]
}

/// What is left of the trapezoidal rule in each interval.
#[differentiable]
fn defects(x: &[f64]) -> Vec<f64> {
    let intervals = (x.len() - 1) / 4 - 1;
    let half = 0.5 * x[0] / intervals as f64;
    let mut left = vec![0.0; 3 * intervals];
    for k in 0..intervals {
        let (a, b) = (1 + 4 * k, 5 + 4 * k);
        left[3 * k] = x[b] - x[a] - half * (x[a + 2] + x[b + 2]);
        left[3 * k + 1] = x[b + 1] - x[a + 1] - half * 100.0 * (x[a + 3].cos() + x[b + 3].cos());
        left[3 * k + 2] = x[b + 2] - x[a + 2] - half * 100.0 * (x[a + 3].sin() + x[b + 3].sin());
    }
    left
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let [_, height, speed] = WANTED;
    let (mut start, mut low, mut high) = (vec![1.0], vec![0.1], vec![10.0]);
    for k in 0..=INTERVALS {
        let part = k as f64 / INTERVALS as f64;
        start.extend([part * height, part * speed, 0.0, 0.0]);
        let mut bounds = [[-1e3, 1e3], [-1e3, 1e3], [-1e3, 1e3], [-FRAC_PI_2, FRAC_PI_2]];
        if k == 0 {
            (0..3).for_each(|i| bounds[i] = [0.0; 2]);
        } else if k == INTERVALS {
            (0..3).for_each(|i| bounds[i] = [[height, speed, 0.0][i]; 2]);
        }
        low.extend(bounds.map(|b| b[0]));
        high.extend(bounds.map(|b| b[1]));
    }
    let start: &'static [f64] = start.leak();
    let problem = Nlp::new(time::function(start), defects::function(start), start)?.bounds(&low, &high);
    println!("{} variables, entries of Jacobian and Hessian: {:?}", start.len(), problem.entries());
    let problem = Rc::new(RefCell::new(problem));
    let mut solver = IpoptApplication::new();
    solver.initialize().map_err(|error| format!("{error:?}"))?;
    let status = solver.optimize_tnlp(Rc::clone(&problem) as Rc<RefCell<dyn TNLP>>);
    assert_eq!(status, ApplicationReturnStatus::SolveSucceeded);
    let problem = problem.borrow();
    let x = &problem.optimum().ok_or("no optimum")?.x;
    println!("as soon as {:.6}", x[0]);
    // COPS 3.0 prints 0.554577 on its finest grid.
    assert!((x[0] - 0.554577).abs() < 2e-4, "{}", x[0]);
    // The tangent of the angle falls evenly: the law of linear tangents.
    let tangent = |k: usize| x[1 + POINT * k + 3].tan();
    let (first, last) = (tangent(1), tangent(INTERVALS - 1));
    for k in 1..INTERVALS {
        let even = first + (last - first) * (k - 1) as f64 / (INTERVALS - 2) as f64;
        assert!((tangent(k) - even).abs() < 0.02 * first.abs(), "{k}: {} is not {even}", tangent(k));
    }
    let over = |i: usize| {
        let at = |k: usize| (x[0] * k as f64 / INTERVALS as f64, x[1 + POINT * k + i]);
        (0..=INTERVALS).map(at).collect::<Vec<_>>()
    };
    save(
        "steering",
        &[
            Chart::new("the fastest way to a height and a speed", "time", "height").line("", 0, over(0)),
            Chart::new("where the thrust points", "time", "angle").line("", 1, over(3)),
        ],
    )
}
