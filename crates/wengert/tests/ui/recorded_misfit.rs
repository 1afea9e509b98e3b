use wengert::prelude::*;

enum Formula {
    Number(f64),
    X,
    Sum(Box<Formula>, Box<Formula>),
}

struct Reader<'t> {
    words: Vec<&'t str>,
}

impl<'t> Reader<'t> {
    fn sum(&mut self) -> Formula {
        match self.words.pop() {
            Some("x") => Formula::X,
            Some(number) => Formula::Number(number.parse().unwrap()),
            None => Formula::Sum(Box::new(self.sum()), Box::new(self.sum())),
        }
    }
}

fn valued(f: &Formula, x: f64) -> f64 {
    match f {
        Formula::Number(c) => *c,
        Formula::X => x,
        Formula::Sum(a, b) => valued(a, x) + valued(b, x),
    }
}

#[differentiable]
fn read(text: &str, x: f64) -> f64 {
    let mut reader = Reader { words: text.split('+').collect() };
    let formula = reader.sum();
    valued(&formula, x)
}

#[differentiable]
fn rounded(x: &[f64]) -> f64 {
    let mut out = String::new();
    for v in x {
        out.push_str(&format!("{v:.1} "));
    }
    let back: Vec<f64> = out.split_whitespace().map(|w| w.parse().unwrap()).collect();
    back.iter().zip(x).map(|(a, b)| a * b).sum()
}

fn main() {}
