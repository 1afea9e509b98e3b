use wengert::{Differentiable, differentiable};

#[differentiable]
trait Filter {
    fn process(&mut self, x: f64) -> f64;
}

#[derive(Clone, Differentiable)]
struct OnePole {
    a: f64,
    z: f64,
}

#[differentiable]
impl Filter for OnePole {
    fn process(&mut self, x: f64) -> f64 {
        self.z += self.a * (x - self.z);
        self.z
    }
}

#[differentiable]
fn filtered(a: f64, x: f64) -> f64 {
    let mut chain: Vec<Box<dyn Filter>> = vec![Box::new(OnePole { a, z: 0.0 }), Box::new(OnePole { a: 0.5, z: a })];
    chain.iter_mut().fold(x, |s, f| f.process(s))
}

#[differentiable]
trait Gains {
    fn gain(&mut self, k: usize) -> Option<&mut f64>;
    fn total(&self) -> f64;
}

#[derive(Clone, Differentiable)]
struct Two(f64, f64);

#[differentiable]
impl Gains for Two {
    fn gain(&mut self, k: usize) -> Option<&mut f64> {
        match k {
            0 => Some(&mut self.0),
            1 => Some(&mut self.1),
            _ => None,
        }
    }
    fn total(&self) -> f64 {
        self.0 + 2.0 * self.1
    }
}

#[differentiable]
fn amplified(a: f64, x: f64) -> f64 {
    let mut gains: Box<dyn Gains> = Box::new(Two(a, x));
    if let Some(gain) = gains.gain(1) {
        *gain *= 5.0 * x;
    }
    gains.total()
}

fn main() {
    amplified::gradient(0.5, 1.0);
    filtered::gradient(0.5, 1.0);
}
