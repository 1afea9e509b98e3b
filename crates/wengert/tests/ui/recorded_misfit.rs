use wengert::prelude::*;

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
