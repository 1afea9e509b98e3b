//! Macros of one's own in functions.

use super::held;
use wengert::prelude::*;

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

/// Has names of its own, which arguments may have too.
macro_rules! horner {
    ($x:expr, $c:expr, $($a:expr),* $(,)?) => {{
        let mut y = $c;
        let mut u = 1.0;
        $(
            u *= $x;
            y += u * $a;
        )*
        y
    }};
}

macro_rules! largest {
    ($x:expr) => { $x };
    ($x:expr, $($rest:expr),+) => {
        $x.max(largest!($($rest),+))
    };
}

macro_rules! add_to {
    ($sum:ident += $($x:expr => $w:literal),+; $n:expr) => {
        for i in 0..$n {
            $( $sum += $w * $x * i as f64; )+
        }
    };
}

macro_rules! both {
    ($a:ident, $b:ident from $p:expr) => {
        let ($a, $b) = ($p[0], $p[1]);
    };
}

macro_rules! constants {
    ($($name:ident = $v:expr;)*) => {
        $( const $name: f64 = $v; )*
    };
}
constants! { HALF = 0.5; THIRD = 1.0 / 3.0; }

#[differentiable]
fn series(y: f64, u: f64) -> f64 {
    let x = y + u;
    let i = 2.0;
    let mut s = horner!(y, u, -2.0, u * y, x - 1.0,) + square!(y - u) * HALF;
    add_to!(s += y * i => 2.0, u => -1.5; 3);
    both!(p, q from [s, x]);
    p * largest!(q, y * THIRD, u) + vec![square!(y), u].iter().sum::<f64>()
}

#[differentiable(tape)]
fn taped(y: f64, u: f64) -> f64 {
    both!(p, q from [y, u]);
    horner!(q, p, u, y) + square!(p + q)
}

#[test]
fn macros_of_ones_own_are_expanded() {
    let y = [0.7, 1.3];
    let (value, (by_y, by_u)) = series::value_and_gradient(y[0], y[1]);
    held(&y, |y| series(y[0], y[1]), value, &[by_y, by_u]);
    let (value, (by_y, by_u)) = taped::value_and_gradient(y[0], y[1]);
    held(&y, |y| taped(y[0], y[1]), value, &[by_y, by_u]);
}
