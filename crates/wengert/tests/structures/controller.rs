//! Methods that change their receiver and give a value, called as any other.

use super::close;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Pid {
    gains: [f64; 3],
    integral: f64,
    last: f64,
}

#[differentiable]
impl Pid {
    fn new(gains: [f64; 3]) -> Self {
        Self { gains, integral: 0.0, last: 0.0 }
    }
    fn update(&mut self, error: f64, dt: f64) -> f64 {
        self.integral += error * dt;
        let slope = (error - self.last) / dt;
        self.last = error;
        self.gains[0] * error + self.gains[1] * self.integral + self.gains[2] * slope
    }
}

#[differentiable]
fn cost(gains: [f64; 3], target: f64, steps: usize) -> f64 {
    let mut pid = Pid::new(gains);
    let (mut position, mut speed, mut cost) = (0.0, 0.0, 0.0);
    for _ in 0..steps {
        let error = target - position;
        let force = pid.update(error, 0.05);
        speed += 0.05 * (force.clamp(-10.0, 10.0) - 0.3 * speed);
        position += 0.05 * speed;
        cost += error * error + 1e-3 * force * force;
    }
    cost + pid.integral
}

/// Two values of one call, and constants to begin with.
#[differentiable]
fn twice(error: f64) -> f64 {
    let mut pid = Pid::new([1.0, 2.0, 0.5]);
    pid.update(error, 0.1) * pid.update(2.0 * error, 0.1)
}

#[test]
fn a_controller_is_changed_by_what_it_is_asked() {
    for steps in [0, 1, 40] {
        let gains = [2.0, 0.1, 0.5];
        let (v, (by_gains, by_target)) = cost::value_and_gradient(gains, 1.0, steps);
        assert_eq!(v.to_bits(), cost(gains, 1.0, steps).to_bits());
        let g = [by_gains[0], by_gains[1], by_gains[2], by_target];
        close(&g, &cost::function(gains, 1.0, steps).gradient(&[2.0, 0.1, 0.5, 1.0]));
    }
    // (1 + 0.2 + 5) e, then 2 e + 0.6 e + 5 e.
    assert!((twice::gradient(3.0) - 2.0 * 3.0 * 6.2 * 7.6).abs() < 1e-12);
}
