//! Lists of constants that recorded functions hand to functions of numbers, and operators that take lists.

use super::{moved, near};
use std::ops::{Add, AddAssign, Mul, SubAssign};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Turn {
    w: f64,
    v: [f64; 3],
}

#[differentiable]
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[differentiable]
fn along(axis: &[f64], scales: &[f64]) -> f64 {
    axis.iter().zip(scales).map(|(a, s)| a * s).sum()
}

#[differentiable]
impl Turn {
    fn about(axis: &[f64; 3], angle: f64) -> Turn {
        Turn { w: (angle / 2.0).cos(), v: axis.map(|a| a * (angle / 2.0).sin()) }
    }
    fn applied(&self, p: [f64; 3]) -> [f64; 3] {
        let t = cross(self.v, p).map(|c| 2.0 * c);
        let u = cross(self.v, t);
        [p[0] + self.w * t[0] + u[0], p[1] + self.w * t[1] + u[1], p[2] + self.w * t[2] + u[2]]
    }
    fn scaled(&self, by: &[f64]) -> f64 {
        self.v.iter().zip(by).map(|(v, b)| v * b).sum::<f64>() * self.w
    }
}

#[derive(Clone, Debug)]
enum Joint {
    Turning { axis: [f64; 3] },
    Sliding { axis: [f64; 3], scales: Vec<f64> },
}

#[derive(Clone, Debug)]
struct Link {
    joint: Joint,
    offset: [f64; 3],
}

macro_rules! chain {
    ($name:ident, $($how:tt)*) => {
        #[differentiable $($how)*]
        fn $name(theta: &[f64], #[constant] links: &[Link]) -> f64 {
            let mut turn = Turn { w: 1.0, v: [0.0; 3] };
            let mut sum = 0.0;
            for (link, angle) in links.iter().zip(theta) {
                let moved = turn.applied(link.offset);
                sum += moved[0] * moved[1] + moved[2];
                match &link.joint {
                    Joint::Turning { axis } => turn = Turn::about(axis, *angle),
                    Joint::Sliding { axis, scales } => {
                        let moved = turn.applied(*axis);
                        sum += moved[1] * angle * along(axis, scales) * along(&link.offset, &scales[..3]);
                        sum += turn.scaled(scales) + along(theta, scales) + along(&moved, axis);
                    }
                }
            }
            sum
        }
    };
}
chain!(generated,);
chain!(recorded, (tape));

#[test]
fn constants_become_numbers_where_numbers_are_taken() {
    let links = [
        Link { joint: Joint::Turning { axis: [0.0, 0.6, 0.8] }, offset: [0.1, 0.2, 0.3] },
        Link { joint: Joint::Sliding { axis: [1.0, 0.0, 0.0], scales: vec![0.5, 1.5, 2.5] }, offset: [0.4, -0.2, 0.3] },
        Link { joint: Joint::Turning { axis: [1.0, 0.0, 0.0] }, offset: [-0.3, 0.7, 0.1] },
        Link { joint: Joint::Sliding { axis: [0.0, 0.0, 1.0], scales: vec![1.0, 0.0, 2.0] }, offset: [0.2, 0.2, 0.2] },
    ];
    let theta = [0.7, -0.4, 1.1, 0.6];
    let (value, gradient) = recorded::value_and_gradient(&theta, &links);
    assert_eq!(value.to_bits(), generated(&theta, &links).to_bits());
    for (k, (own, other)) in gradient.iter().zip(generated::gradient(&theta, &links)).enumerate() {
        near(*own, |h| generated(&moved(&theta, k, h), &links));
        assert!((own - other).abs() < 1e-14, "{own} and {other}");
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Table {
    data: Vec<f64>,
    columns: usize,
}

#[differentiable]
impl AddAssign<&[f64]> for Table {
    fn add_assign(&mut self, row: &[f64]) {
        for own in self.data.chunks_mut(self.columns) {
            own.iter_mut().zip(row).for_each(|(x, y)| *x += y);
        }
    }
}

#[differentiable]
impl SubAssign<[f64; 2]> for Table {
    fn sub_assign(&mut self, by: [f64; 2]) {
        for (k, x) in self.data.iter_mut().enumerate() {
            *x -= by[k % 2] * *x;
        }
    }
}

#[differentiable]
impl Mul<(f64, f64)> for &Table {
    type Output = Table;
    fn mul(self, (a, b): (f64, f64)) -> Table {
        Table { data: self.data.iter().map(|x| a * x + b).collect(), columns: self.columns }
    }
}

#[differentiable]
impl Add<Vec<f64>> for Table {
    type Output = Table;
    fn add(mut self, other: Vec<f64>) -> Table {
        self.data.iter_mut().zip(&other).for_each(|(x, y)| *x += y);
        self
    }
}

#[differentiable(tape)]
fn operators(p: &[f64]) -> f64 {
    let mut table = Table { data: p.to_vec(), columns: 2 };
    table += &p[..2];
    table -= [p[0], 2.0];
    let sum = &table * (p[1], 3.0) + vec![p[2]; 4];
    sum.data.iter().map(|x| x * x).sum()
}

#[test]
fn operators_take_lists() {
    let p = [0.5, -1.2, 0.8, 2.0];
    for (k, derivative) in operators::gradient(&p).into_iter().enumerate() {
        near(derivative, |h| operators(&moved(&p, k, h)));
    }
}
