//! `Option`s that hold numbers with derivatives.

use wengert::prelude::*;

#[differentiable]
fn chosen(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let first = if n > 1 { Some(a * x[1]) } else { None };
    let mut s = match first {
        Some(v) if v > 1.0 => v * v,
        Some(v) => v * a,
        None => a,
    };
    let place = if a > 0.0 { data.iter().position(|d| *d < 0.0) } else { None };
    if let Some(k) = place
        && let Some(v) = first
    {
        s += v * data[k] * k as f64;
    }
    let tail = Some(a * s);
    s += tail.unwrap_or(1.0);
    let Some(v) = first else { return s * a };
    let k = place.unwrap_or(7);
    s + v * first.unwrap() + k as f64 * a
}

#[differentiable]
fn best(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut best = None;
    let mut both: Option<(f64, usize)> = None;
    let mut at: Option<usize> = None;
    for i in 0..n {
        let v = x[i] * a + data[i % 4];
        match best {
            Some(b) if v <= b => {}
            _ => {
                best = Some(v);
                at = Some(i);
            }
        }
        both = match both {
            None => Some((v, i)),
            Some((b, k)) => {
                if b * v < 0.0 {
                    None
                } else {
                    Some((b * v, k + i))
                }
            }
        };
        if at == Some(3) {
            both = None;
        }
    }
    let mut s = best.unwrap_or(a * a);
    if best.is_some() && both.is_none() {
        s *= 2.0;
    }
    while let Some((p, k)) = both {
        s += p * k as f64;
        both = if k > 0 { Some((p * a, k / 2)) } else { None };
    }
    if let Some(k) = at {
        s += x[k];
    }
    s
}

crate::programs! { chosen best }
