//! Lengths of arrays that a pattern tells, and integers that become others where they fit.

use wengert::prelude::*;

#[differentiable]
fn by_a_function(x: f64, y: f64) -> f64 {
    let [a, b, c] = std::array::from_fn(|i| x * (i as f64 + y));
    a * b + c.sin()
}

#[differentiable]
fn by_the_first(x: f64, y: f64) -> f64 {
    let list = vec![x, y, x * y, x - y];
    let &[a, b] = list[1..].first_chunk().unwrap();
    let (&[c, d], rest) = list.split_first_chunk().unwrap();
    a * b + c / d + rest[1]
}

#[differentiable]
fn by_the_last(x: f64, y: f64) -> f64 {
    let list = [x, y, x * y, x - y];
    match list.last_chunk() {
        Some([a, b, c]) => a * b - c,
        None => 0.0,
    }
}

#[differentiable]
fn by_a_conversion(x: f64, y: f64) -> f64 {
    let list = vec![x, y, x * y];
    let [a, b] = list[..2].try_into().unwrap();
    let Ok([c, d, e]) = <[f64; 3]>::try_from(list) else { return x };
    a * b + c * d * e
}

#[differentiable]
fn by_parts(x: f64, y: f64) -> f64 {
    let [[a, b], [c, d]] = std::array::from_fn(|i| std::array::from_fn(|j| x.powi(i as i32 + 1) * y.powi(j as i32)));
    a * d - b * c * x
}

#[derive(Debug, PartialEq)]
enum Fault {
    Place(std::num::TryFromIntError),
    Digits(std::num::ParseIntError),
    Empty,
}

impl From<std::num::TryFromIntError> for Fault {
    fn from(error: std::num::TryFromIntError) -> Fault {
        Fault::Place(error)
    }
}

impl From<std::num::ParseIntError> for Fault {
    fn from(error: std::num::ParseIntError) -> Fault {
        Fault::Digits(error)
    }
}

#[differentiable]
fn at(list: &[f64], k: i64, n: usize) -> Result<f64, Fault> {
    let k = usize::try_from(k)?;
    if n == 0 {
        Err(Fault::Empty)?;
    }
    let step: i32 = n.try_into()?;
    Ok(list[k].powi(step) * list[0])
}

#[differentiable]
fn in_digits(x: f64, y: f64) -> f64 {
    let text = String::from("2,x,40");
    let sum: f64 =
        text.split(',').map(<f64 as std::str::FromStr>::from_str).filter_map(Result::ok).map(|v| v * x).sum();
    let octal = i64::from_str_radix(text.trim_start_matches("2,x,"), 8).unwrap_or_default();
    match char::from_digit(octal as u32 % 10, 10) {
        Some('2') => sum * y,
        _ => sum,
    }
}

#[differentiable]
fn in_hex(list: &[f64], text: &str) -> Result<f64, Fault> {
    let mut sum = 0.0;
    for k in 0..text.len() / 2 {
        let byte = u8::from_str_radix(&text[2 * k..2 * k + 2], 16)?;
        let place = usize::from(byte) % list.len();
        sum += list[place] * f64::from(byte);
    }
    Ok(sum * list[0])
}

#[differentiable]
fn where_it_fits(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    for n in [-3i64, 2, 70_000, i64::MAX] {
        sum += match u16::try_from(n) {
            Ok(k) if k > 1 => x.powi(k.into()) * y,
            Ok(_) => x,
            Err(_) => y * y,
        };
        let Some(k) = u32::try_from(n).ok().and_then(|k| k.checked_sub(1)) else { continue };
        let few: u8 = k.try_into().unwrap_or(u8::MAX);
        sum -= x * f64::from(few);
    }
    let shorts: Vec<i8> = [1u64, 300, 5].into_iter().map(i8::try_from).filter_map(Result::ok).collect();
    let all: Result<Vec<u8>, _> = [1i32, -1].iter().map(|&k| u8::try_from(k)).collect();
    sum + shorts.into_iter().map(f64::from).sum::<f64>() * x + if all.is_err() { x * y } else { 0.0 }
}

#[test]
fn a_pattern_tells_a_length() {
    held_at!([[0.7, 1.3], [2.1, -0.4]]; by_a_function by_the_first by_the_last by_a_conversion by_parts);
}

#[test]
fn integers_become_others() {
    held_at!([[0.7, 1.3], [2.1, -0.4]]; where_it_fits in_digits);
    let list = [0.7, 1.3, -2.0];
    let given = |list: &[f64], k, n| at::value_and_gradient(list, k, n);
    crate::held(|x| at(x, 2, 3).unwrap(), |x| given(x, 2, 3).unwrap(), &list);
    assert!(given(&list, -1, 3).is_none() && given(&list, 1, usize::MAX).is_none());
    assert!(matches!(at(&list, -1, 3), Err(Fault::Place(_))));
    assert!(at(&list, 1, 0) == Err(Fault::Empty) && given(&list, 1, 0).is_none());
    crate::held(|x| in_hex(x, "0a1Fff").unwrap(), |x| in_hex::value_and_gradient(x, "0a1Fff").unwrap(), &list);
    assert!(in_hex::value_and_gradient(&list, "0a1g").is_none());
}
