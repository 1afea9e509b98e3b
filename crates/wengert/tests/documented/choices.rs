//! `match`, `if let`, `let .. else` and `while let` on constants, with exits in them.

use wengert::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    Scaled(f64),
    Shifted { by: f64, times: usize },
}

const KINDS: [Kind; 4] = [Kind::Plain, Kind::Scaled(1.5), Kind::Shifted { by: 0.25, times: 2 }, Kind::Scaled(-0.5)];

const LIMIT: usize = 3;

fn kind(i: usize) -> Kind {
    KINDS[i % 4]
}

#[differentiable]
fn on_integers(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = match n {
        0 => return a,
        1 | 2 => x[0] * a,
        k @ 3..=4 if a > 0.0 => x[k - 1] * a * k as f64,
        LIMIT => a * a,
        _ => 1.0,
    };
    for i in 0..n {
        match (i % 3, i > 1) {
            (0, _) => s += x[i] * a,
            (1, false) => {
                s *= x[i];
                continue;
            }
            (k, true) if s > 1.0 && k > 0 => s -= x[i],
            (_, big) => {
                if big {
                    s *= 1.1;
                }
            }
        }
        s *= a;
    }
    s
}

#[differentiable]
fn on_enums(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = a;
    for i in 0..n {
        let (p, q) = match kind(i) {
            Kind::Plain => (x[i], a),
            Kind::Scaled(f) if f > 0.0 => (x[i] * f, f),
            Kind::Scaled(f) => (x[i] + f, a * f),
            Kind::Shifted { by, times } => {
                let mut p = x[i];
                for _ in 0..times {
                    p = p * a + by;
                }
                (p, data[times])
            }
        };
        s += p * q;
    }
    s
}

#[differentiable]
fn on_comparisons(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += match x[i] {
            v if v > 1.0 => v * v,
            v if v < a => {
                let w = v * a;
                w.sin()
            }
            0.0 => a,
            -0.5..0.5 => x[i] * 3.0,
            v => v,
        };
        let flag = matches!(x[i], v if v > 0.0) && matches!(i, 1..=3 | 7);
        s = match (a > 0.0, flag) {
            (true, true) => s * a,
            (true, false) => s + x[i] * a,
            (false, f) => {
                if f {
                    s - 1.0
                } else {
                    s
                }
            }
        };
    }
    s
}

#[differentiable]
fn on_words(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let word = match n {
        0 => "none",
        1 => "one",
        _ => "many",
    };
    match word {
        "none" => a,
        "one" if x[0] > 0.0 => x[0] * a,
        "one" => -x[0],
        _ => {
            let k = match data.iter().position(|d| *d < 0.0) {
                Some(k) => k,
                None => 0,
            };
            x[k] * data[k] * a
        }
    }
}

#[differentiable]
fn if_lets(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = a;
    if let Some(k) = data.first() {
        s *= k;
    }
    for i in 0..n {
        if let Some(k) = data.get(i + 1) {
            s += x[i] * *k;
        } else if let Some(&k) = data.get(i)
            && k > 0.0
            && x[i] > 0.0
        {
            s += x[i] * k * k;
        } else {
            s -= a;
        }
        if let Kind::Shifted { by, .. } | Kind::Scaled(by) = kind(i)
            && s < 3.0
        {
            s += by * x[i];
        }
        if let Some(k) = data.get(i) {
            if *k > 1.9 {
                break;
            }
        }
        s *= 1.25;
    }
    s
}

#[differentiable]
fn let_elses(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let Some(first) = data.first() else { panic!("no data") };
    let mut s = a * first;
    for i in 0..n {
        let Kind::Scaled(f) = kind(i) else {
            s += x[i];
            continue;
        };
        let Some(k) = data.iter().position(|d| *d == f) else { break };
        s *= x[i] * data[k];
    }
    let Some(last) = data.get(n) else { return s };
    s * last + a
}

#[differentiable]
fn value_or_leave(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..=n {
        let k = match data.get(i) {
            Some(k) => *k,
            None => return s * a,
        };
        let v = if let Some(w) = data.get(2 * i) { w * a } else { break };
        s += k * v;
        let j = match i.checked_sub(1) {
            Some(j) => j,
            None => continue,
        };
        s += x[j] * v;
    }
    s * a
}

#[differentiable]
fn while_lets(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let mut s = a;
    let mut it = (0..n).filter(|i| *i != 1).map(|i| (i, data[i % 4]));
    let mut rows = data.iter();
    while let Some((i, d)) = it.next() {
        s += x[i] * d * a;
        if s > 4.0 {
            if let Some((j, _)) = it.next() {
                s -= x[j];
            }
            continue;
        }
        let Some(r) = rows.next() else { break };
        s *= r;
        'inner: for k in 0..3 {
            while let Some(d) = rows.next()
                && s > 0.0
            {
                s *= 0.5 + x[k.min(n - 1)];
                if *d < 0.5 {
                    break 'inner;
                }
            }
        }
    }
    let mut k = n;
    while let 1.. = k {
        k /= 2;
        s *= x[k];
    }
    s
}

crate::programs! { while_lets on_integers on_enums on_comparisons on_words if_lets let_elses value_or_leave }
