//! Methods of one name, a type's own and those of its traits: what is written for any type means that of the bounds.

// None is recorded.
#![deny(deprecated)]

use wengert::prelude::*;

trait Shape {
    fn area(&self) -> f64;
    fn scale(a: f64) -> f64;
    fn doubled(&self) -> f64 {
        2.0 * self.area() + Self::scale(3.0)
    }
}

trait Solid: Shape {
    fn volume(&self, height: f64) -> f64 {
        self.area() * height
    }
}

trait Rim {
    fn area(&self) -> f64;
}

#[derive(Clone, Copy)]
struct Disc {
    radius: f64,
}

impl Disc {
    fn area(&self) -> f64 {
        self.radius
    }
    fn scale(a: f64) -> f64 {
        a * 100.0
    }
}

impl Shape for Disc {
    fn area(&self) -> f64 {
        self.radius * self.radius
    }
    fn scale(a: f64) -> f64 {
        a
    }
}

impl Rim for Disc {
    fn area(&self) -> f64 {
        self.radius.powi(3)
    }
}

impl Solid for Disc {}

struct Grown<T>(T);

impl<T: Shape> Shape for Grown<T> {
    fn area(&self) -> f64 {
        self.0.area() + 1.0
    }
    fn scale(a: f64) -> f64 {
        T::scale(a) * 2.0
    }
}

struct Holder<S> {
    shape: S,
    weight: f64,
}

impl<S: Shape> Holder<S> {
    fn total(&self) -> f64 {
        self.shape.area() * self.weight + S::scale(2.0)
    }
    fn all(&self, others: &[S]) -> f64 {
        others.iter().map(|shape| shape.area() * self.weight).sum()
    }
}

fn of_one(shape: &impl Shape) -> f64 {
    shape.area()
}

fn of_rim<S: Rim>(shape: S) -> f64 {
    shape.area()
}

fn of_solid<S: Solid + Copy>(shape: S) -> f64 {
    shape.volume(2.0) + shape.area() + S::scale(1.0) + S::area(&shape)
}

fn where_said<S>(shape: S) -> f64
where
    S: Shape,
{
    let scaled = |x: f64| shape.area() * x;
    scaled(2.0) + shape.doubled()
}

fn of_items(discs: impl Iterator<Item = Disc>) -> f64 {
    discs.map(|disc| disc.area()).sum()
}

fn of_objects(shapes: &[Box<dyn Rim>]) -> f64 {
    shapes.iter().map(|shape| shape.area()).sum()
}

trait Wave: Copy {
    fn sin(self) -> Self;
    fn twice(self) -> Self {
        self.sin()
    }
}

impl Wave for f64 {
    fn sin(self) -> f64 {
        self * self
    }
}

fn of_wave<T: Wave>(x: T) -> T {
    x.sin().twice()
}

#[differentiable]
fn by_bounds(x: f64, y: f64) -> f64 {
    let (disc, holder) = (Disc { radius: x }, Holder { shape: Disc { radius: y }, weight: x });
    of_one(&disc) * y + of_rim(disc) + of_solid(disc) + where_said(Grown(disc)) + holder.total() + where_said(disc)
}

#[differentiable]
fn by_the_type(x: f64, y: f64) -> f64 {
    let disc = Disc { radius: x };
    disc.area() * y + Disc::scale(x) + of_items(vec![disc, Disc { radius: y }].into_iter()) + Shape::area(&disc)
}

#[differentiable]
fn in_lists(x: f64, y: f64) -> f64 {
    let holder = Holder { shape: Disc { radius: x }, weight: y };
    holder.all(&[Disc { radius: 2.0 * x }, holder.shape])
        + of_objects(&[Box::new(holder.shape), Box::new(Disc { radius: y })])
}

#[differentiable]
fn of_numbers(x: f64, y: f64) -> f64 {
    of_wave(x) + of_wave(x + y).sin() + x.twice() * y
}

#[test]
fn the_trait_that_the_bounds_say_is_meant() {
    held_at!([[0.4, 0.8], [0.9, -0.3]]; by_bounds by_the_type in_lists of_numbers);
}

mod lengths {
    pub trait Measure {
        fn size(&self) -> f64;
        fn made(x: f64) -> Self;
    }
    impl Measure for f64 {
        fn size(&self) -> f64 {
            self * 2.0
        }
        fn made(x: f64) -> f64 {
            x
        }
    }
}

mod areas {
    pub trait Extent {
        fn size(&self) -> f64;
        fn made(x: f64) -> Self;
    }
    impl Extent for f64 {
        fn size(&self) -> f64 {
            self * self
        }
        fn made(x: f64) -> f64 {
            x * x
        }
    }
    pub mod all {
        pub use super::Extent;
    }
}

mod of_lengths {
    use super::lengths::Measure;
    pub fn sized(x: f64) -> f64 {
        x.size() + f64::made(x)
    }
}

mod of_areas {
    use super::areas::all::*;
    pub fn sized(x: f64) -> f64 {
        x.size() + f64::made(x)
    }
}

#[differentiable]
fn in_scope(x: f64, y: f64) -> f64 {
    of_lengths::sized(x) * y + of_areas::sized(x + y)
}

#[test]
fn the_trait_that_is_in_scope_is_meant() {
    held_at!([[0.4, 0.8], [0.9, -0.3]]; in_scope);
}

trait Edged {
    const EDGES: usize;
    const WEIGHT: f64 = 2.0;
    fn weighed(&self) -> f64 {
        Self::WEIGHT * Self::EDGES as f64
    }
}

trait Heavy {
    const WEIGHT: f64 = 3.0;
}

struct Tile {
    side: f64,
}

impl Tile {
    const EDGES: usize = 7;
    const WEIGHT: f64 = 10.0;
}

impl Edged for Tile {
    const EDGES: usize = 4;
}

struct Brick(f64);

impl Edged for Brick {
    const EDGES: usize = 12;
}

impl Heavy for Brick {}

fn of_edges<S: Edged>(shape: &S, x: f64) -> f64 {
    S::WEIGHT * x + S::EDGES as f64 + shape.weighed() * x
}

fn of_weight<S: Heavy>(_: &S, x: f64) -> f64 {
    S::WEIGHT * x
}

#[differentiable]
fn constants(x: f64, y: f64) -> f64 {
    let (tile, brick) = (Tile { side: x }, Brick(y));
    of_edges(&tile, x) * y + of_edges(&brick, y) + of_weight(&brick, x) + Tile::WEIGHT * tile.side * brick.0
}

#[test]
fn the_constant_that_the_bounds_say_is_meant() {
    held_at!([[0.4, 0.8], [0.9, -0.3]]; constants);
}
