//! Numbers, arrays, tuples and lists that are known by a trait of the author's alone.

use wengert::prelude::*;

trait Area {
    fn area(&self) -> f64;
    fn grow(&mut self, by: f64);
}

impl Area for f64 {
    fn area(&self) -> f64 {
        self * self
    }
    fn grow(&mut self, by: f64) {
        *self *= by;
    }
}

impl Area for [f64; 2] {
    fn area(&self) -> f64 {
        self[0] * self[1]
    }
    fn grow(&mut self, by: f64) {
        self[0] *= by;
    }
}

impl Area for (f64, f64) {
    fn area(&self) -> f64 {
        self.0 + self.1
    }
    fn grow(&mut self, by: f64) {
        self.1 += by;
    }
}

impl Area for Vec<f64> {
    fn area(&self) -> f64 {
        self.iter().sum()
    }
    fn grow(&mut self, by: f64) {
        self.push(by);
    }
}

fn twice(a: &dyn Area) -> f64 {
    2.0 * a.area()
}

fn grown(a: &mut dyn Area, by: f64) {
    a.grow(by);
    if by > 0.5 {
        again(a, by)
    }
}

fn again(a: &mut dyn Area, by: f64) {
    a.grow(by * 0.5);
}

#[differentiable]
fn lent(x: f64, y: f64) -> f64 {
    let all: [&dyn Area; 3] = [&x, &[x, y], &(y, x)];
    let mut s = 0.0;
    for one in all {
        s += twice(one);
    }
    s + twice(&vec![x, y]) + twice(&0.5)
}

#[differentiable]
fn changed(x: f64, y: f64) -> f64 {
    let (mut a, mut b, mut c, mut d) = (x, [x, y], (x, y), vec![x]);
    grown(&mut a, y);
    grown(&mut b, y);
    grown(&mut c, x);
    grown(&mut d, y);
    a * b[0] + c.1 * d.len() as f64 + d.area()
}

#[differentiable]
fn boxed(x: f64, y: f64) -> f64 {
    let all: Vec<Box<dyn Area>> = vec![Box::new(x), Box::new([x, y]), Box::new((y, 2.0))];
    all.iter().map(|one| one.area()).sum::<f64>() * y
}

#[differentiable]
fn one_of_two(x: f64, y: f64) -> f64 {
    let a: Box<dyn Area> = if x > 1.0 { Box::new(x) } else { Box::new([x, y]) };
    let b: &dyn Area = if y > 1.0 { &x } else { &y };
    a.area() * b.area()
}

#[test]
fn numbers_are_objects() {
    held_at!([[0.4, 0.3], [1.4, 0.8], [0.7, 1.9], [2.2, 1.3]]; lent changed boxed one_of_two);
}
