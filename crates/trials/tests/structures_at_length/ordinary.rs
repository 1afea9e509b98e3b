//! Ordinary functions and methods that give no number, called with what carries derivatives.

use super::{near, slope};
use wengert::Differentiable;
use wengert::prelude::*;

fn positive(x: f64) -> bool {
    x > 0.0
}

fn cell(x: &f64, width: f64) -> usize {
    (x / width) as usize
}

fn above(x: f64, grid: &[f64]) -> Option<usize> {
    grid.iter().position(|&g| g > x)
}

fn check(x: &[f64]) -> Result<(), String> {
    if x.is_empty() { Err("no data".to_string()) } else { Ok(()) }
}

fn order(x: &Vec<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&i, &j| x[i].total_cmp(&x[j]));
    order
}

#[differentiable]
fn looked_up(x: f64, grid: &[f64]) -> f64 {
    if positive(x) { x * x * grid[cell(&x, 1.0)] } else { 0.0 }
}

#[differentiable]
fn next(x: f64, grid: &[f64]) -> Option<f64> {
    let i = above(x, grid)?;
    Some(x * grid[i])
}

#[differentiable]
fn branches(x: f64, grid: &[f64]) -> f64 {
    let first = above(x, grid).unwrap_or(0);
    let second = if let Some(i) = above(2.0 * x, grid) { x * grid[i] } else { x };
    let third = match above(3.0 * x, grid) {
        Some(0) => x,
        None => 5.0 * x,
        Some(i) => x * grid[i],
    };
    x * grid[first] + second + third
}

#[differentiable]
fn checked(x: &[f64]) -> Result<f64, String> {
    check(x)?;
    let mut all = x.to_vec();
    all[0] *= 2.0;
    let order = order(&all);
    let mut sum = 0.0;
    for (k, &i) in order.iter().enumerate() {
        if check(&all[..k]).is_err() {
            continue;
        }
        sum += all[i] * (k as f64);
    }
    Ok(sum * x[0])
}

#[test]
fn functions_run_on_values() {
    let grid = [1.5, 2.5, 4.0];
    near(looked_up::gradient(1.2, &grid).0, slope(|x| looked_up(x, &grid), 1.2));
    assert_eq!(looked_up::gradient(-1.2, &grid), (0.0, vec![0.0; 3]));
    assert_eq!(next::gradient(2.0, &grid), Some((2.5, vec![0.0, 2.0, 0.0])));
    assert_eq!(next::gradient(9.0, &grid), None);
    for x in [0.4, 1.2, 3.0, 9.0] {
        near(branches::gradient(x, &grid).0, slope(|x| branches(x, &grid), x));
        let (h, _) = branches::hvp(x, &grid, 1.0, &[1.0; 3]);
        near(h, slope(|t| branches::gradient(x + t, &[1.5 + t, 2.5 + t, 4.0 + t]).0, 0.0));
    }
    let x = [0.3, 0.5, -0.2];
    let by_x = checked::gradient(&x).unwrap();
    for k in 0..3 {
        let at = |v: f64| {
            let mut x = x;
            x[k] = v;
            checked(&x).unwrap()
        };
        near(by_x[k], slope(at, x[k]));
    }
    assert_eq!(checked::gradient(&[]), None);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Ball {
    x: f64,
    r: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
}

impl Ball {
    fn is_sound(&self) -> bool {
        self.r > 0.0
    }
    fn validate(&self, limit: f64) -> Result<(), String> {
        if self.r < limit { Ok(()) } else { Err(format!("{} is too large", self.r)) }
    }
}

#[differentiable]
impl Ball {
    fn overlaps(&self, o: &Ball) -> bool {
        (self.x - o.x).abs() < self.r + o.r
    }
    fn side(&self, x: f64) -> Side {
        if self.x < x { Side::Left } else { Side::Right }
    }
    fn slot(&self, grid: &[f64]) -> Option<usize> {
        grid.iter().position(|&g| g > self.x)
    }
    fn fits(&self) -> Result<(), String> {
        if self.r < 0.0 { Err("a radius is not negative".into()) } else { Ok(()) }
    }
    fn force(&self, o: &Ball, grid: &[f64]) -> f64 {
        let mut f = 0.0;
        if self.overlaps(o) {
            f += (self.x - o.x) * self.r;
        }
        if self.side(o.x) == Side::Left {
            f *= 2.0;
        }
        match self.side(0.5 * o.x) {
            Side::Left => f += self.x,
            Side::Right => f -= self.x * o.r,
        }
        if let Some(i) = self.slot(grid) {
            f += grid[i] * self.x;
        }
        if self.fits().is_err() || !self.is_sound() {
            return 0.0;
        }
        f
    }
    fn area(&self, limit: f64) -> Result<f64, String> {
        self.validate(limit)?;
        self.fits()?;
        Ok(self.r * self.r * 3.0)
    }
}

#[differentiable]
fn total(balls: &[Ball], grid: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..balls.len() {
        for j in 0..i {
            if balls[i].overlaps(&balls[j]) {
                sum += balls[i].force(&balls[j], grid);
            }
        }
    }
    let near = balls.iter().filter(|b| b.overlaps(&balls[0])).count();
    for b in balls {
        if b.side(0.3) == Side::Right {
            sum += b.x * b.r;
        }
    }
    sum * near as f64 + balls.iter().filter(|b| !b.overlaps(&balls[0])).map(|b| b.x * b.x).sum::<f64>()
}

#[test]
fn methods_run_on_values() {
    let balls = [(0.1, 0.3), (0.5, 0.4), (2.0, 0.6), (-0.45, 0.2), (1.2, 0.5)].map(|(x, r)| Ball { x, r });
    let grid = [0.0, 0.7, 1.9];
    let (by_balls, by_grid) = total::gradient(&balls, &grid);
    for k in 0..balls.len() {
        let at = |x: f64, r: f64| {
            let mut balls = balls.clone();
            balls[k] = Ball { x, r };
            total(&balls, &grid)
        };
        let (x, r) = (balls[k].x, balls[k].r);
        near(by_balls[k].x, slope(|x| at(x, r), x));
        near(by_balls[k].r, slope(|r| at(x, r), r));
    }
    near(by_grid[1], slope(|g| total(&balls, &[0.0, g, 1.9]), 0.7));
    let ball = Ball { x: 0.0, r: 2.0 };
    assert_eq!(ball.area_gradient(3.0), Some((Ball { x: 0.0, r: 12.0 }, 0.0)));
    assert_eq!(ball.area_gradient(1.0), None);
}

#[differentiable]
fn area(start: f64, end: f64, f: fn(f64) -> f64, steps: usize) -> f64 {
    let width = (end - start) / steps as f64;
    (0..steps).map(|i| f(start + i as f64 * width) * width).sum()
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn areas(a: f64, b: f64) -> f64 {
    area(a, b, square, 50) + area(a, b, |x| x * 2.0, 10)
}

#[differentiable]
fn power_sum(base: i32, mut n: i32) -> f64 {
    let (mut sum, mut i) = (0.0, 0);
    while n > 0 {
        sum += (base.pow(i) as f64) * ((n % 2) as f64);
        i += 1;
        n /= 2;
    }
    sum
}

#[differentiable]
fn sums(x: f64) -> Vec<f64> {
    let mut all = Vec::new();
    all.reserve_exact(3);
    for n in 0..3 {
        all.push(power_sum(3, n) * x);
    }
    all.shrink_to_fit();
    all
}

#[differentiable]
fn valid(x: f64) -> Result<(), String> {
    if x > 0.0 { Ok(()) } else { Err("not positive".to_string()) }
}

#[differentiable]
fn root(x: f64) -> Result<f64, String> {
    valid(x)?;
    Ok(x.sqrt())
}

#[test]
fn pointers_and_constants_are_called() {
    let (by_a, by_b) = areas::gradient(1.0, 2.0);
    near(by_a, slope(|a| areas(a, 2.0), 1.0));
    near(by_b, slope(|b| areas(1.0, b), 2.0));
    assert_eq!(sums::jvp(2.0, 1.0), (vec![0.0, 2.0, 6.0], vec![0.0, 1.0, 3.0]));
    assert_eq!(power_sum::hessian(3, 2).as_slice(), [0.0; 0]);
    assert_eq!((root::gradient(4.0), root::gradient(-4.0)), (Some(0.25), None));
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Activation {
    Relu,
    Tanh,
    Identity,
}

impl Activation {
    fn is_linear(self) -> bool {
        self == Activation::Identity
    }
}

/// An enum of names needs no mark.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
    activation: Activation,
}

#[differentiable]
impl Layer {
    fn applied(activation: Activation, x: f64) -> f64 {
        match activation {
            Activation::Relu => x.max(0.0),
            Activation::Tanh => x.tanh(),
            Activation::Identity => x,
        }
    }
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut out = Vec::with_capacity(self.bias.len());
        for (row, b) in self.weights.iter().zip(&self.bias) {
            let z = row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b;
            out.push(if self.activation.is_linear() { z } else { Layer::applied(self.activation, z) });
        }
        out
    }
}

#[differentiable]
fn loss(layers: &[Layer], x: &[f64]) -> f64 {
    let mut x = x.to_vec();
    for layer in layers {
        x = layer.forward(&x);
    }
    x.iter().map(|v| v * v).sum()
}

#[test]
fn enums_of_names_are_constants() {
    let layer = |activation, k: f64| Layer {
        weights: vec![vec![0.3 * k, -0.2], vec![0.5, 0.1 * k]],
        bias: vec![0.1, -0.2 * k],
        activation,
    };
    let layers = [layer(Activation::Tanh, 1.0), layer(Activation::Relu, -1.0), layer(Activation::Identity, 2.0)];
    let x = [0.7, -0.4];
    let (by_layers, by_x) = loss::gradient(&layers, &x);
    assert_eq!(by_layers[1].activation, Activation::Relu);
    near(by_x[0], slope(|v| loss(&layers, &[v, -0.4]), 0.7));
    let at = |w: f64| {
        let mut layers = layers.clone();
        layers[0].weights[1][0] = w;
        loss(&layers, &x)
    };
    near(by_layers[0].weights[1][0], slope(at, 0.5));
}
