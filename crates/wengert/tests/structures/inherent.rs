//! Functions that a type has of its own, beside those of its traits under the same names.

use wengert::{Differentiable, differentiable};

trait Shape {
    const FACTOR: f64;
    fn area(&self) -> f64;
    fn unit() -> f64;
}

trait Measured {
    fn size(&self) -> f64;
}

#[derive(Clone, Differentiable)]
struct Square(f64);

#[differentiable]
impl Square {
    fn area(&self) -> f64 {
        self.0
    }
    fn unit() -> f64 {
        10.0
    }
    fn size(&self) -> f64 {
        self.0.sin()
    }
}

#[differentiable]
impl Shape for Square {
    const FACTOR: f64 = 3.0;
    fn area(&self) -> f64 {
        self.0 * self.0
    }
    fn unit() -> f64 {
        1.0
    }
}

#[differentiable]
impl Measured for Square {
    fn size(&self) -> f64 {
        7.0 * self.0
    }
}

fn by_path<S: Shape>(s: &S) -> f64 {
    S::area(s) + S::unit()
}

fn by_method<S: Shape>(s: &S) -> f64 {
    s.area() * S::FACTOR
}

fn by_object(s: &dyn Measured) -> f64 {
    s.size()
}

#[differentiable]
fn of_all(x: f64) -> f64 {
    let s = Square(x);
    let by_traits = by_path(&s) * by_method(&s) + by_object(&s) + 3.0 * Shape::area(&s);
    by_traits * s.area() + Square::unit() * 100.0 * s.size()
}

#[test]
fn parameters_have_what_their_bounds_say() {
    let by_hand = |x: f64| ((x * x + 1.0) * (3.0 * x * x) + 7.0 * x + 3.0 * x * x) * x + 1000.0 * x.sin();
    let x = 1.3;
    let (value, slope) = of_all::value_and_gradient(x);
    assert_eq!(value, of_all(x));
    assert!((value - by_hand(x)).abs() < 1e-12 * value);
    let wanted = 15.0 * x.powi(4) + 9.0 * x * x + 14.0 * x + 9.0 * x * x + 1000.0 * x.cos();
    assert!((slope - wanted).abs() < 1e-12 * wanted, "{slope} {wanted}");
}
