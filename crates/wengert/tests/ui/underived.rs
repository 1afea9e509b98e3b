use wengert::{Differentiable, differentiable};

#[derive(Clone, Copy)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Clone, Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn ends(&self) -> Pair {
        Pair { a: -self.slope, b: self.slope }
    }
}

#[differentiable]
impl Pair {
    fn sum(&self) -> f64 {
        self.a + self.b
    }
}

struct Options {
    steps: usize,
    pair: Option<Pair>,
}

#[differentiable]
fn area(pairs: &[Pair], #[constant] marked: &Pair, options: &Options, x: f64) -> f64 {
    let scale = options.pair.map_or(1.0, |p| p.a) * options.steps as f64;
    pairs.iter().map(|p| p.a * p.b * x).sum::<f64>() * marked.a * scale
}

#[differentiable]
fn twice(pairs: &[Pair], options: &Options, x: f64) -> f64 {
    2.0 * area(pairs, &pairs[0], options, x)
}

fn main() {
    Line { slope: 1.0 }.ends();
}
