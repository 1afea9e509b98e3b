//! Functions that give an `Option` or a `Result`, and those that call them.

use wengert::prelude::*;

#[differentiable]
fn root(a: f64, b: f64, c: f64) -> Option<f64> {
    let d = b * b - 4.0 * a * c;
    if d < 0.0 {
        return None;
    }
    Some((-b + d.sqrt()) / (2.0 * a))
}

#[differentiable]
fn ratio(p: f64, q: f64) -> Result<f64, String> {
    if q.abs() < 0.2 { Err(format!("division of {p} by {q}")) } else { Ok(p / q) }
}

#[differentiable]
fn chained(x: &[f64], a: f64) -> Result<f64, String> {
    let first = x.first().ok_or("nothing".to_string())?;
    let mut q = ratio(*first, a)?;
    for v in x.iter().skip(1) {
        q = ratio(q, *v)? * a + ratio(a, 2.0)?;
        if q > 50.0 {
            return Err("much".into());
        }
    }
    Ok(q.sin())
}

#[differentiable]
fn normalized(x: &[f64]) -> Option<Vec<f64>> {
    let n = x.iter().map(|v| v * v).sum::<f64>().sqrt();
    if n < 0.5 {
        return None;
    }
    Some(x.iter().map(|v| v / n).collect())
}

#[differentiable]
fn peak(x: &[f64]) -> Option<(f64, f64)> {
    let k = x.iter().position(|v| *v > 0.5)?;
    let (p, q) = (x[k], x.get(k + 1)?);
    Some((p * q, p - q))
}

#[differentiable]
fn called(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = match chained(x, a) {
        Ok(v) => v * a,
        Err(_) => a * a,
    };
    for v in x {
        if let Some(r) = root(1.0, *v, -a * a) {
            s += r * v;
        }
        s += root(1.0, a, v * v).unwrap_or(0.5 * v) + ratio(a, *v).map(|q| q.cos()).unwrap_or_default();
    }
    let scaled: Option<Vec<f64>> = normalized(x);
    if let Some(w) = scaled {
        s += w[0] * w[n - 1];
    }
    let known = |i: usize| -> Option<f64> {
        let d = data.get(i)?;
        Some(d * x.get(i)?)
    };
    s += known(0).unwrap_or(a) + known(9).unwrap_or(2.0 * a);
    let Some((p, q)) = peak(x) else { return s };
    s + p * q
}

crate::programs!(called);

#[test]
fn what_is_not_there_has_no_derivative() {
    assert_eq!(root::value_and_gradient(1.0, 0.0, 1.0), None);
    assert_eq!(root::value_and_gradient(1.0, -3.0, 2.0), Some((2.0, (-4.0, -2.0, -1.0))));
    assert_eq!(root::gradient(1.0, -3.0, 2.0), Some((-4.0, -2.0, -1.0)));
    assert_eq!(root::jvp(1.0, -3.0, 2.0, 0.0, 1.0, 0.0), (Some(2.0), Some(-2.0)));
    assert_eq!(root::eval::<f64>(1.0, 0.0, 1.0), None);
    assert_eq!(chained(&[0.5], 0.1), Err("division of 0.5 by 0.1".into()));
    assert_eq!(chained::gradient(&[0.5], 0.1), None);
    assert_eq!(ratio::vjp(3.0, 2.0, 4.0), (Some(1.5), (2.0, -3.0)));
    assert_eq!(normalized::vjp(&[0.1, 0.0], &[1.0, 0.0]), (None, vec![0.0, 0.0]));
    assert_eq!(normalized::vjp(&[3.0, 4.0], &[5.0, 0.0]).0, Some(vec![0.6, 0.8]));
    assert_eq!(peak::jvp(&[2.0, 3.0], &[1.0, 0.0]), (Some((6.0, -1.0)), Some((3.0, 1.0))));
}
