use wengert::prelude::*;

#[differentiable]
#[constant]
fn whole(a: f64) -> f64 {
    a
}

#[differentiable]
fn value(a: f64) -> f64 {
    #[constant]
    let b = a * 2.0;
    b * a
}

#[derive(Clone, Differentiable)]
#[constant]
struct Rates {
    a: f64,
}

#[differentiable]
#[differentiable]
fn twice(a: f64) -> f64 {
    a
}

#[differentiable]
#[differentiable]
trait Twice {
    fn twice(&self, a: f64) -> f64;
}

#[differentiable]
#[differentiable(tape)]
impl Rates {
    fn at(&self, t: f64) -> f64 {
        self.a * t
    }
}

#[differentiable]
fn mixed(a: f32, b: f64) -> f32 {
    a * b as f32
}

trait Square {
    fn square(self) -> f64;
}

#[differentiable]
impl Square for f64 {
    fn square(self) -> f64 {
        self * self
    }
}

#[differentiable]
fn squared(a: f64) -> f64 {
    a.square()
}

struct Params<T> {
    a: T,
}

#[differentiable]
fn scaled(params: &Params<f64>, x: f64) -> f64 {
    params.a * x
}

#[differentiable]
fn first(x: &[f64]) -> f64 {
    let a = x.first()?;
    a * a
}

fn main() {
    squared::gradient(1.0);
}

#[derive(Clone, Copy, Differentiable)]
struct Km(f64);

#[differentiable]
impl TryFrom<&[f64]> for Km {
    type Error = String;
    fn try_from(v: &[f64]) -> Result<Self, String> {
        v.first().map(|x| Km(*x)).ok_or_else(String::new)
    }
}

#[differentiable]
impl From<Km> for f64 {
    fn from(km: Km) -> f64 {
        km.0
    }
}

#[differentiable]
impl<T> From<[T; 2]> for Km
where
    T: Into<f64>,
{
    fn from([a, b]: [T; 2]) -> Km {
        Km(a.into() - b.into())
    }
}

#[differentiable]
impl std::ops::BitXor for Km {
    type Output = f64;
    fn bitxor(self, other: Km) -> f64 {
        self.0 * other.0
    }
}

#[derive(Clone, Differentiable)]
struct Pair<A, B> {
    a: A,
    b: B,
}

#[differentiable]
impl<A, B> Pair<A, B> {
    fn swapped(self) -> Pair<B, A> {
        Pair { a: self.b, b: self.a }
    }
}

#[derive(Clone, Differentiable)]
struct Wrapped<T>(T);

#[differentiable]
impl<T> Wrapped<T> {
    fn made(x: T) -> Self {
        Wrapped(x)
    }
}
