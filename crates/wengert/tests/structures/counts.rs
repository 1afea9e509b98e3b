//! Integers and flags in results, beside numbers and beside structures that are changed.

use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Ball {
    height: f64,
    speed: f64,
    hits: u32,
}

#[differentiable]
impl Ball {
    /// Advances, and says whether it touched the ground.
    fn step(&mut self, dt: f64) -> bool {
        self.speed -= 9.81 * dt;
        self.height += self.speed * dt;
        if self.height < 0.0 {
            self.height = -self.height;
            self.speed *= -0.9;
            self.hits += 1;
            return true;
        }
        false
    }
    fn touches(&mut self, dt: f64, n: usize) -> usize {
        let mut k = 0;
        for _ in 0..n {
            if self.step(dt) {
                k += 1;
            }
        }
        k
    }
    fn direction(&mut self, dt: f64) -> i32 {
        self.height *= 1.0 + dt;
        if self.speed > 0.0 { 1 } else { -1 }
    }
    fn hits(&mut self, dt: f64) -> u32 {
        self.step(dt);
        self.hits
    }
    fn energy_and_flag(&mut self, dt: f64) -> (f64, bool) {
        let touched = self.step(dt);
        (self.height * self.speed, touched)
    }
}

#[differentiable]
fn kicked(b: &mut Ball, dt: f64) -> bool {
    b.speed += dt;
    b.speed > 0.0
}

/// A function that hands its own `&mut` on.
#[differentiable]
fn twice_kicked(b: &mut Ball, dt: f64) -> usize {
    let mut n = 0;
    if kicked(b, dt) {
        n += 1;
    }
    kicked(b, dt);
    n
}

#[differentiable]
fn flight(height: f64, speed: f64, dt: f64, n: usize) -> f64 {
    let mut b = Ball { height, speed, hits: 0 };
    let mut t = b.touches(dt, n) as f64 * dt;
    // The condition changes the ball, each time that it is asked.
    while !b.step(dt) {
        t += b.height;
        if t > 3.0 {
            break;
        }
    }
    if b.height > 10.0 || b.step(dt) {
        t += b.height;
    }
    let (e, touched) = b.energy_and_flag(dt);
    t += if touched { 2.0 * e } else { e };
    let s = b.direction(dt);
    t += twice_kicked(&mut b, dt) as f64 * height + s as f64 * b.height;
    b.step(dt);
    t * b.speed + b.hits(dt) as f64 * b.height
}

/// Central differences of the function itself.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-5;
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-6 * (1.0 + b.abs()), "{a} {b}");
}

#[test]
fn methods_that_change_and_say_whether() {
    let (h, v, dt, n) = (0.5, 0.1, 0.03, 30);
    let (value, (by_h, by_v, by_dt)) = flight::value_and_gradient(h, v, dt, n);
    assert_eq!(value.to_bits(), flight(h, v, dt, n).to_bits());
    near(by_h, slope(|h| flight(h, v, dt, n), h));
    near(by_v, slope(|v| flight(h, v, dt, n), v));
    near(by_dt, slope(|dt| flight(h, v, dt, n), dt));
    let tape = flight::function(h, v, dt, n).gradient(&[h, v, dt]);
    [by_h, by_v, by_dt].iter().zip(&tape).for_each(|(a, b)| near(*a, *b));
}

#[test]
fn what_stands_beside_them_gives_counts_too() {
    let ball = Ball { height: 0.1, speed: -1.0, hits: 0 };
    let zero = Ball { height: 0.0, speed: 0.0, hits: 0 };
    let along = Ball { height: 1.0, ..zero.clone() };
    let ((touched, after), (_, by_height)) = ball.step_jvp(0.2, &along, 0.0);
    assert!(touched && after.hits == 1);
    // It fell below the ground, and came back up.
    assert_eq!(by_height.height, -1.0);
    let mut same = ball.clone();
    assert_eq!((same.step(0.2), same), (touched, after));
}

/// The root of x^2 = a, and how many steps it took.
#[differentiable]
fn root(a: f64, tolerance: f64) -> (f64, usize) {
    let mut x = a;
    for k in 0..50 {
        if (x * x - a).abs() < tolerance {
            return (x, k);
        }
        x = 0.5 * (x + a / x);
    }
    (x, 50)
}

#[differentiable]
fn bracketed(a: f64, n: usize) -> Option<(f64, usize)> {
    if n == 0 { None } else { Some((a * a, n + 1)) }
}

#[differentiable]
fn outside(a: f64, limit: f64) -> bool {
    a * a > limit
}

#[differentiable]
fn counted(a: f64) -> f64 {
    let (x, steps) = root(a, 1e-14);
    let both = root(2.0 * a, 1e-14);
    let mut s = x * steps as f64 + both.0 + if both.1 > 3 { a } else { 0.0 };
    if let Some((b, k)) = bracketed(a, 2) {
        s += b * k as f64;
    }
    if outside(a, 1.0) { s * a } else { s }
}

#[test]
fn integers_beside_numbers() {
    let a = 2.0;
    let (value, by_a) = counted::value_and_gradient(a);
    assert_eq!(value.to_bits(), counted(a).to_bits());
    near(by_a, slope(counted, a));
    assert_eq!(root::vjp(4.0, 1e-14, 1.0).0, root(4.0, 1e-14));
    near(root::jacobian(4.0, 1e-14).as_slice()[0], 0.25);
}

#[differentiable]
impl Ball {
    fn is_near(&self, other: &Ball, reach: f64) -> bool {
        let apart = self.height - other.height;
        apart * apart < reach * reach
    }
    fn below(&self, others: &[Ball], by: f64) -> usize {
        others.iter().filter(|other| other.height > self.height + by).count()
    }
    fn highest(a: &Ball, b: &Ball) -> usize {
        if a.height > b.height { 0 } else { 1 }
    }
}

#[differentiable]
fn together(balls: &[Ball], reach: f64) -> f64 {
    let mut e = 0.0;
    for i in 0..balls.len() {
        for j in 0..i {
            if i == j + 2 || balls[i].is_near(&balls[j], 0.5 * reach) {
                e += balls[i].speed * balls[j].speed * reach;
            }
        }
        let low = balls[i].below(balls, 0.1 * reach);
        e += low as f64 * balls[i].height + balls[Ball::highest(&balls[0], &balls[i])].speed;
        let near = balls[0].is_near(&balls[i], balls[i].height);
        e = if near { e * balls[i].height } else { e.sin() };
    }
    e
}

#[test]
fn methods_that_say_something_of_numbers() {
    let ball = |height, speed| Ball { height, speed, hits: 0 };
    let balls = [ball(1.0, 0.3), ball(1.3, -0.7), ball(0.2, 1.1), ball(2.5, 0.9)];
    let (value, (by_balls, by_reach)) = together::value_and_gradient(&balls, 0.8);
    assert_eq!(value.to_bits(), together(&balls, 0.8).to_bits());
    near(by_reach, slope(|reach| together(&balls, reach), 0.8));
    for (i, by_ball) in by_balls.iter().enumerate() {
        let with = |ball: Ball| {
            let mut balls = balls.clone();
            balls[i] = ball;
            together(&balls, 0.8)
        };
        near(by_ball.height, slope(|height| with(Ball { height, ..balls[i].clone() }), balls[i].height));
        near(by_ball.speed, slope(|speed| with(Ball { speed, ..balls[i].clone() }), balls[i].speed));
    }
}
