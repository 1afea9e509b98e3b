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

fn main() {
    filtered::gradient(0.5, 1.0);
}
