//! Numbers that are taken apart into bits and put together again: between two powers of two the one is a line in the
//! other, and derivatives go through. Published code does so to halve, to scale, to guess a root or a logarithm.

// None is recorded.
#![deny(deprecated)]

use wengert::prelude::*;

const FRACTION: u64 = (1 << 52) - 1;

#[differentiable]
fn significand(x: f64) -> f64 {
    let bits = x.to_bits();
    let sign = if bits >> 63 != 0 { -1.0 } else { 1.0 };
    sign * f64::from_bits((bits & 0xf_ffff_ffff_ffff) | 0x3fe0_0000_0000_0000)
}

#[differentiable]
fn scaled(x: f64, n: i64) -> f64 {
    f64::from_bits((x.to_bits() as i64 + (n << 52)) as u64)
}

fn high(x: f64) -> u32 {
    (x.to_bits() >> 32) as u32
}

fn low(x: f64) -> u32 {
    x.to_bits() as u32
}

fn of_words(high: u32, low: u32) -> f64 {
    f64::from_bits(((high as u64) << 32) | low as u64)
}

/// A product whose first factor has few bits, as libraries round it.
#[differentiable]
fn square_in_halves(x: f64) -> f64 {
    let head = of_words(high(x), 0);
    let tail = x - head;
    head * head + tail * (head + x)
}

/// The first steps of a logarithm: the number between the roots of 1/2 and 2.
#[differentiable]
fn reduced(x: f64) -> f64 {
    let mut hx = high(x);
    hx = hx.wrapping_add(0x3ff0_0000 - 0x3fe6_a09e);
    let k = (hx >> 20) as i32 - 0x3ff;
    hx = (hx & 0x000f_ffff) + 0x3fe6_a09e;
    let f = of_words(hx, low(x)) - 1.0;
    let s = f / (2.0 + f);
    2.0 * s + s * s * s * (2.0 / 3.0) + k as f64 * std::f64::consts::LN_2
}

#[differentiable]
fn logarithm(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i64 - 1023;
    let m = f64::from_bits((bits & FRACTION) | (1023 << 52));
    exponent as f64 + (m - 1.0) * (1.3 - 0.3 * m)
}

/// Bits as an integer are a logarithm.
#[differentiable]
fn straight_logarithm(x: f64) -> f64 {
    x.to_bits() as f64 * (1.0 / (1u64 << 52) as f64) - 1023.0
}

#[differentiable]
fn halved_until_small(mut x: f64) -> f64 {
    let mut n = 0;
    while x.abs() >= 1.0 {
        x = f64::from_bits(x.to_bits() - (1 << 52));
        n += 1;
    }
    x * x * n as f64
}

#[differentiable]
fn carried(x: f64) -> f64 {
    let mut bits = x.to_bits();
    for k in 0..3 {
        bits += 1 << 52;
        if k == 1 {
            bits ^= 1 << 63;
        }
    }
    f64::from_bits(bits) * x
}

#[differentiable]
fn inverse_root(x: f32) -> f32 {
    let i = 0x5f37_59df - (x.to_bits() >> 1);
    let y = f32::from_bits(i);
    y * (1.5 - 0.5 * x * y * y)
}

/// A guess of exp(x), whose bits are a line in x.
#[differentiable]
fn guess(x: f64) -> f64 {
    f64::from_bits(((1_512_775.395_195_185_6 * x + 1_072_632_447.0) as i64 as u64) << 32)
}

#[differentiable]
fn exponential(x: f64) -> f64 {
    let k = (x * std::f64::consts::LOG2_E).floor() as i64;
    let r = x - k as f64 * std::f64::consts::LN_2;
    f64::from_bits(((k + 1023) as u64) << 52) * (1.0 + r * (1.0 + r * (0.5 + r / 6.0)))
}

/// Which entry is read is no line in anything.
#[differentiable]
fn by_table(x: f64) -> f64 {
    let table = [1.0_f64.to_bits(), 1.5_f64.to_bits(), 2.5_f64.to_bits()];
    f64::from_bits(table[(x.to_bits() >> 51) as usize % 3]) * x
}

#[differentiable]
fn rounded(x: f64) -> f64 {
    let near = x as f32 as f64;
    let single = x as f32;
    let large = if single > 3.0 { 2.0 } else { 1.0 };
    near * near * large + 3.0 * (x - near)
}

fn difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-5 * x.abs();
    (8.0 * (f(x + h) - f(x - h)) - (f(x + 2.0 * h) - f(x - 2.0 * h))) / (12.0 * h)
}

#[track_caller]
fn assert_near(found: f64, truth: f64, eps: f64) {
    assert!((found - truth).abs() <= eps * truth.abs().max(1e-3), "{found} for {truth}");
}

macro_rules! as_differences {
    ($($f:ident),*) => {$(
        for x in [0.7, 1.3, 3.3, 11.9, 2.5e-5, 1e200] {
            let (value, slope) = $f::value_and_gradient(x);
            assert_eq!(value.to_bits(), $f(x).to_bits(), "{} at {x}", stringify!($f));
            if value.is_finite() && slope.is_finite() {
                assert_near(slope, difference($f, x), 1e-6);
            }
            assert_near($f::jvp(x, 1.0).1, slope, 1e-14);
        }
    )*};
}

#[test]
fn derivatives_go_through_bits() {
    as_differences!(
        significand,
        square_in_halves,
        reduced,
        logarithm,
        straight_logarithm,
        halved_until_small,
        carried,
        by_table
    );
}

#[test]
fn an_exponent_that_is_set_moves_nothing() {
    for x in [-3.1, 0.2, 0.7, 11.9] {
        assert_near(exponential::gradient(x), difference(exponential, x), 1e-8);
    }
}

#[test]
fn they_are_those_of_the_line() {
    assert_eq!(significand::gradient(3.3), 0.25);
    assert_eq!(significand::gradient(-3.3), 0.25);
    assert_eq!(significand::gradient(5e-310), 2.0_f64.powi(1021));
    assert_eq!(scaled::gradient(0.7, 3), 8.0);
    assert_eq!(scaled::gradient(-0.7, -2), 0.25);
    assert_eq!(square_in_halves::gradient(3.3), 6.6);
    assert_eq!(straight_logarithm::gradient(3.3), 0.5);
    assert_eq!(carried::gradient(3.3), -16.0 * 3.3);
    assert_eq!(square_in_halves::hvp(3.3, 1.0), 2.0);
    // A shift by one bit rounds, and is half of the line.
    assert_near(inverse_root::gradient(2.0).into(), -0.176_776_7, 0.03);
    assert_near(guess::gradient(3.3), guess(3.3), 0.2);
}

#[test]
fn what_is_no_line_moves_nothing() {
    for x in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let (value, slope) = significand::value_and_gradient(x);
        assert_eq!((value.to_bits(), slope), (significand(x).to_bits(), 0.0));
    }
    assert_eq!(significand::value_and_gradient(-0.0).0.to_bits(), significand(-0.0).to_bits());
}

#[test]
fn a_number_that_is_rounded_moves_as_it_does() {
    for x in [1.1, 2.7, 3.3] {
        let (value, slope) = rounded::value_and_gradient(x);
        assert_eq!(value.to_bits(), rounded(x).to_bits());
        assert_near(slope, 2.0 * (x as f32 as f64) * if x > 3.0 { 2.0 } else { 1.0 }, 1e-14);
    }
}
