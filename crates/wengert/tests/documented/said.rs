//! Programs that print and panic.

// Some functions are recorded.
#![allow(deprecated)]

use wengert::prelude::*;

const LEVEL: usize = 2;

#[differentiable]
fn prints(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = dbg!(a * 2.0);
    let level = LEVEL + n;
    for (i, v) in x.iter().enumerate() {
        println!("{i}: {v:.3} {:>width$} {s} {{}}", level, width = i + 3);
        s += v * v * dbg!(data[i % 4]);
    }
    let pair = (s, n);
    eprintln!("{x:?} {:?} {pair:?} {LEVEL} {}", &data[1..], weight_of(n));
    print!("{0} {0:?} {}\n", s * a);
    println!();
    s * a
}

fn weight_of(n: usize) -> String {
    format!("{n}!")
}

#[differentiable]
fn panics(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let v = match n {
        0 => return a,
        1..9 => x.to_vec(),
        k => panic!("{k} are too many for {a}"),
    };
    let w = if data.len() == 4 { v.clone() } else { panic!("no data") };
    if w.len() > 8 {
        unreachable!();
    }
    let mut s = 0.0;
    for i in 0..n {
        let k = match i.checked_sub(1) {
            Some(k) => k,
            None if data.is_empty() => panic!("not a number"),
            None => n - 1,
        };
        s += if v[k] > 5.0 {
            panic!("{} at {k}", v[k]);
        } else if w[i] > 0.0 {
            w[i] * a
        } else {
            v[i] * v[k]
        };
    }
    s
}

crate::programs! { prints panics }

#[test]
fn panics_say_what_is_written() {
    let message =
        |f: fn() -> f64| *std::panic::catch_unwind(f).expect_err("a panic").downcast::<String>().expect("a text");
    let own = message(|| panics(&[1.0; 12], 0.5, 12, &[1.0; 4]));
    assert_eq!(own, message(|| panics::gradient(&[1.0; 12], 0.5, 12, &[1.0; 4]).1));
    assert_eq!(own, message(|| panics::hessian(&[1.0; 12], 0.5, 12, &[1.0; 4])[(0, 0)]));
    assert_eq!(own, "12 are too many for 0.5");
    let own = message(|| panics(&[1.0, 6.0], 0.5, 2, &[1.0; 4]));
    assert_eq!(own, message(|| panics::gradient(&[1.0, 6.0], 0.5, 2, &[1.0; 4]).1));
    assert_eq!(own, "6 at 1");
}
