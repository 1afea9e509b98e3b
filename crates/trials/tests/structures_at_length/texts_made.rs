//! Texts that a function makes and cuts, and functions of texts by their paths.

use std::str::FromStr;
use wengert::prelude::*;

#[differentiable]
fn pieces(x: f64, y: f64) -> f64 {
    let text = String::from("2,x,40");
    let mut sum: f64 = text.split(',').map(|p| p.parse::<f64>().unwrap_or(0.5) * x).sum();
    for (k, word) in format!("{} {}", text.len(), text).split_whitespace().enumerate() {
        sum += y * word.len() as f64 + k as f64 * x;
    }
    sum
}

#[differentiable]
fn two_halves(x: f64, y: f64) -> f64 {
    let text = "Mass;Length".to_lowercase();
    let Some((left, right)) = text.split_once(';') else { return x };
    let parts: Vec<&str> = text.replace(';', "/").split('/').map(str::len).map(|n| &text[..n - 1]).collect();
    x * left.len() as f64 + y.powi(right.len() as i32) + x * y * parts[1].len() as f64
}

#[differentiable]
fn letters(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    for (k, c) in "aBc".to_uppercase().char_indices() {
        sum += if c == 'B' { x * y } else { k as f64 * x };
    }
    let bytes = "xyz".repeat(2);
    sum + y * f64::from(bytes.as_bytes()[4]) + bytes.trim_start_matches('x').chars().rev().count() as f64 * x
}

#[differentiable]
fn by_paths(x: f64, y: f64) -> f64 {
    let names = ["A", "bb", "B"].map(String::from).to_vec();
    let more: Vec<String> = ["c", "d"].iter().map(ToString::to_string).collect();
    let others: Vec<String> = ["e"].into_iter().map(str::to_owned).collect();
    let lower: Vec<String> = names.iter().map(|s| s.as_str()).map(str::to_lowercase).collect();
    let lengths: usize = names.iter().map(String::len).sum();
    let numbers: f64 = "1.5 z 2".split(' ').map(str::parse::<f64>).filter_map(Result::ok).sum();
    let at = lower.iter().position(|s| s == "b").unwrap_or(0);
    let plain: Vec<f64> = [x, y].iter().map(ToOwned::to_owned).collect();
    x * at as f64 + y * lengths as f64 + plain[0] * plain[1] * numbers + (more.len() * others.len()) as f64 * x * x
}

#[test]
fn texts_are_cut_where_they_are_made() {
    held_at!([[0.7, 1.3], [2.1, 0.4]]; pieces two_halves letters);
}

#[test]
fn functions_of_texts_are_passed() {
    held_at!([[0.7, 1.3], [2.1, 0.4]]; by_paths);
}

#[differentiable(tape)]
fn read_on_a_tape(x: f64, y: f64) -> f64 {
    let text = "1.5 z 2";
    let sum: f64 = text.split(' ').map(str::parse::<f64>).filter_map(Result::ok).sum();
    let product: f64 = text.split(' ').map(f64::from_str).filter_map(Result::ok).map(|v| v * y).product();
    let first = f64::from_str(&text[..3]).unwrap_or(0.0);
    x * sum + product * first
}

#[test]
fn numbers_are_read_on_a_tape() {
    held_at!([[0.7, 1.3], [2.1, 0.4]]; read_on_a_tape);
}

/// Adds to a text that another function has.
fn note(log: &mut String, what: &str, times: usize) {
    for _ in 0..times {
        log.push_str(what);
    }
    log.push(';');
}

#[differentiable]
fn texts_grow(x: f64, y: f64) -> f64 {
    let mut log = String::new();
    for word in ["a", "bc", "d"] {
        if x > 1.0 && word == "bc" {
            continue;
        }
        note(&mut log, word, word.len());
        log += "-";
    }
    let mut sum = log.split(';').map(|part| part.len() as f64 * x).sum::<f64>();
    let copy = log.clone() + "end" + &log;
    log.insert(0, '>');
    log.insert_str(1, "> ");
    log.truncate(5);
    sum += y * (log.len() * copy.len()) as f64;
    log.clear();
    if log.is_empty() { sum * y } else { sum }
}

#[differentiable]
fn bytes(x: f64, y: f64) -> f64 {
    let mut sum = x;
    for c in b"a1B; q7" {
        if c.is_ascii_digit() {
            sum += y * f64::from(c - b'0');
        }
        if c.to_ascii_lowercase() == b'b' || c.eq_ignore_ascii_case(&b'Q') {
            sum *= x;
        }
    }
    let letters = "a1B; q7".bytes().filter(u8::is_ascii_alphabetic).count();
    sum + letters as f64 * x * y
}

#[test]
fn texts_that_grow() {
    held_at!([[0.7, 1.3], [2.1, 0.4]]; texts_grow);
}

#[test]
fn letters_are_bytes() {
    held_at!([[0.7, 1.3], [2.1, 0.4]]; bytes);
}
