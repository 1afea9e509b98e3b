//! Expressions of many links, as programs write them that write programs.

use wengert::prelude::*;

macro_rules! of_many {
    ($($k:literal)*) => {
        #[differentiable]
        fn sum_of_many(x: &[f64], a: f64) -> f64 {
            0.5 $(+ x[$k % 3] * $k as f64 - a)*
        }

        #[differentiable]
        fn arms(x: &[f64], a: f64) -> f64 {
            $(if a < $k as f64 { x[$k % 3] * (a - $k as f64) } else)* { a * a }
        }

        #[differentiable]
        fn statements(x: &[f64], a: f64) -> f64 {
            let mut s = x[0];
            $(if a < $k as f64 && s > 0.0 { s += x[$k % 3] * a; } else)* { s = a; }
            s * s
        }

        #[differentiable]
        fn straight(x: &[f64], a: f64) -> f64 {
            let (mut s, v) = (x[0], a);
            $(
                let u = v * x[$k % 3] + 0.1 * a;
                let up = u > s;
                let v = if up { u.sin() } else { v - u * 0.5 };
                s += u.cos() * v;
                let v = v.tanh() + x[$k % 2] * 0.1;
                let v = (v * 0.5 + u.atan() * x[2]) / (1.0 + v * v);
            )*
            s + v
        }

        fn terms() -> Vec<usize> {
            vec![$($k),*]
        }
    };
}

of_many! {
     0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37
    38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75
}

macro_rules! nested {
    ($($f:ident)*) => {
        #[differentiable]
        fn nested(a: f64) -> f64 {
            (a * 0.5) $(.$f())*
        }

        const IN_TURN: &[fn(f64) -> f64] = &[$(f64::$f),*];
    };
}

nested! {
    sin cos tanh atan cos asinh sin cos tanh cos sin cos tanh atan cos asinh sin cos tanh cos sin cos tanh atan cos asinh
    sin cos tanh cos sin cos tanh atan cos asinh sin cos tanh cos sin cos tanh atan cos asinh sin cos tanh cos sin cos tanh
    atan cos asinh sin cos tanh cos sin cos tanh atan cos asinh sin cos tanh cos
}

const X: [f64; 3] = [0.75, -1.25, 2.5];

#[test]
fn the_order_of_the_terms_stays() {
    let a = 0.3;
    let (mut value, mut gx) = (0.5, vec![0.0; 3]);
    for k in terms() {
        value = value + X[k % 3] * k as f64 - a;
        gx[k % 3] += k as f64;
    }
    let (found, (by_x, by_a)) = sum_of_many::value_and_gradient(&X, a);
    assert_eq!((sum_of_many(&X, a).to_bits(), found.to_bits()), (value.to_bits(), value.to_bits()));
    assert_eq!((by_x, by_a), (gx, -(terms().len() as f64)));
}

#[test]
fn each_arm_is_found() {
    for at in (0..terms().len()).map(|k| k as f64 - 0.5).chain([75.0, 80.0]) {
        let arm = terms().into_iter().find(|&k| at < k as f64);
        let mut gx = vec![0.0; 3];
        let (value, ga) = match arm {
            Some(k) => {
                gx[k % 3] = at - k as f64;
                (X[k % 3] * (at - k as f64), X[k % 3])
            }
            None => (at * at, 2.0 * at),
        };
        assert_eq!(arms(&X, at), value);
        assert_eq!(arms::value_and_gradient(&X, at), (value, (gx, ga)), "at {at}");
        let (value, tangent) = arms::jvp(&X, at, &[0.0; 3], 1.0);
        assert_eq!((value, tangent), (arms(&X, at), ga));
        let s = X[0] + arm.map_or(at - X[0], |k| X[k % 3] * at);
        assert_eq!(statements::value_and_gradient(&X, at).0, s * s);
    }
}

#[test]
fn a_chain_of_functions_is_that_of_a_tape() {
    for a in [0.0, 0.4, -1.3] {
        let (value, generated) = nested::value_and_gradient(a);
        let plain = IN_TURN.iter().fold(a * 0.5, |x, f| f(x));
        assert_eq!((value.to_bits(), nested(a).to_bits()), (plain.to_bits(), plain.to_bits()));
        let by_tape = gradient(|x| nested::eval(x[0]), &[a]);
        assert!((generated - by_tape[0]).abs() <= 1e-14 * by_tape[0].abs());
    }
}

#[test]
fn hundreds_of_statements_in_a_row() {
    for a in [0.3, -1.7] {
        let (value, (by_x, by_a)) = straight::value_and_gradient(&X, a);
        assert_eq!(value.to_bits(), straight(&X, a).to_bits());
        let by_tape = gradient(|v| straight::eval(&v[..3], v[3]), &[X[0], X[1], X[2], a]);
        let (split, by_split) = straight_twice::value_and_gradient(&X, a);
        assert_eq!(split, 2.0 * value);
        for (k, tape) in by_tape.into_iter().enumerate() {
            let ours = if k < 3 { by_x[k] } else { by_a };
            let called = if k < 3 { by_split.0[k] } else { by_split.1 };
            assert!((ours - tape).abs() <= 1e-12 * (1.0 + tape.abs()), "{k} at {a}: {ours} {tape}");
            assert!((called - 2.0 * tape).abs() <= 1e-12 * (1.0 + tape.abs()), "{k} at {a}: {called} {tape}");
        }
    }
}

/// Its adjoint is that of a call, in two functions.
#[differentiable]
fn straight_twice(x: &[f64], a: f64) -> f64 {
    2.0 * straight(x, a)
}
