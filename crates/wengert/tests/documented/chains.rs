//! Chains of iterators and closures: in each other, in loops and branches, with exits, over nothing.

use wengert::prelude::*;

#[differentiable]
fn stages(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let above = x.iter().map(|v| v * a).filter(|v| *v > 0.1);
    let mut s = above.map(|v| v.sin()).sum::<f64>();
    s += x.iter().filter(|v| **v > -0.9).take(3).zip(data).map(|(v, d)| v * d * a).sum::<f64>();
    s += x.iter().filter(|v| **v > -0.9).skip(1).step_by(2).enumerate().map(|(i, v)| v * i as f64).sum::<f64>();
    s += x.iter().zip(x.iter().filter(|v| **v > 0.0)).map(|(p, q)| p * q * a).product::<f64>();
    s += x.iter().skip_while(|v| **v > -0.1).take_while(|v| **v < 0.9).map(|v| v * v).fold(a, |p, v| p * 0.5 + v);
    s + (0..n).rev().filter(|i| i % 2 == 0).map(|i| x[i] * data[i.min(3)]).sum::<f64>()
}

#[differentiable]
fn chained(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = x.iter().chain(&[a, a * a]).map(|v| v * v).sum::<f64>();
    let turned = x.iter().skip(1).chain(x.iter().take(1));
    s += x.iter().zip(turned).map(|(p, q)| p * q * a).sum::<f64>();
    for (i, v) in x.iter().chain(x.iter().rev()).enumerate() {
        if i == 2 {
            continue;
        }
        s += v * a * i as f64;
        if s > 2.5 {
            break;
        }
    }
    let pairs = (0..n).flat_map(|i| (i..n).map(move |j| (i, j)));
    s + pairs.filter(|(i, j)| i != j).map(|(i, j)| x[i] * x[j] * a).sum::<f64>()
}

#[differentiable]
fn returns_from_a_chain(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = a;
    'rows: for i in 0..n {
        for v in x.iter().filter(|v| **v > -0.7).chain(&[a]).map(|v| v * x[i]) {
            if v > 1.5 {
                continue 'rows;
            }
            if s > 4.0 {
                return s * v;
            }
            s += v * a;
            if s < -1.0 {
                break 'rows;
            }
        }
        s *= 0.9;
    }
    s
}

#[differentiable]
fn collected(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let scaled: Vec<f64> = x.iter().map(|t| t * a).collect();
    let some = scaled.iter().filter(|t| **t > 0.0).copied().collect::<Vec<_>>();
    let mut s = some.iter().enumerate().map(|(i, t)| t * t * i as f64).sum::<f64>() + some.len() as f64;
    let (p, q): (Vec<f64>, Vec<f64>) = scaled.iter().chain(&some).map(|t| (t * a, t.cos())).unzip();
    s += p.iter().zip(&q).map(|(p, q)| p * q).sum::<f64>();
    let odd: Vec<usize> = (0..n).filter(|i| i % 2 == 1).collect();
    s += odd.iter().map(|&i| x[i] * a).sum::<f64>();
    let mut t = 0.0;
    let running: Vec<f64> = x
        .iter()
        .map(|v| {
            t += v;
            t * a
        })
        .collect();
    let fixed: [f64; 3] = std::array::from_fn(|i| a * i as f64 + running.len() as f64);
    let fixed = fixed.map(|v| v.sin() * t);
    s + running.iter().map(|v| v * v).sum::<f64>() + fixed[0] * fixed[1] * fixed[2]
}

#[differentiable]
fn closures(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let dot = |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(p, q)| p * q).sum::<f64>();
    let both = |p: f64, q: f64| (p * q, p + q * a);
    let inner = |t: f64| both(t, a).0 * 0.5;
    let mut k = 1.0 + a * a;
    let held = move |v: f64| k * v;
    let mut sums = [0.0; 2];
    let mut add = |i: usize, v: f64| sums[i % 2] += inner(v) * held(v);
    for (i, v) in x.iter().enumerate() {
        if *v > -1.0 {
            add(i, *v);
        }
        add(i + 1, v * v);
    }
    k *= 3.0;
    let iterated = |v: f64| {
        let mut t = v;
        for _ in 0..3 {
            if t > 2.0 {
                break;
            }
            t = 0.3 * t * t + a;
        }
        t
    };
    sums[0] * sums[1] + k + dot(x, x) * dot(&x[..n / 2], &x[n - n / 2..]) + x.iter().map(|v| iterated(*v)).sum::<f64>()
}

#[differentiable]
fn counting_closure(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut c = 2.0;
    let mut own = c;
    let mut grow = move |v: f64| {
        own *= 1.0 + 0.1 * v;
        own
    };
    let mut step = |t: &mut f64, v: f64| {
        *t += v * a;
        c += *t;
    };
    let mut t = 0.5;
    for i in 0..n {
        if x[i] > -0.5 {
            step(&mut t, grow(x[i]));
        } else {
            step(&mut t, a);
        }
    }
    x.iter().for_each(|v| t += v * c);
    t * c * own
}

#[differentiable]
fn folds(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let (p, q) = x.iter().fold((0.0, 1.0), |(p, q), v| (p + v * a, q * (1.0 + 0.3 * v)));
    let sums = x.iter().fold([0.0; 2], |mut sums, v| {
        sums[0] += v * a;
        sums[1] += v * v;
        sums
    });
    let rows = (0..n).map(|i| (0..n).map(|j| x[i] * x[j] * a).sum::<f64>()).fold(0.0, |p, q| 0.3 * p + q * q);
    let halves: f64 = x.chunks(2).map(|c| c.iter().map(|v| v * v).sum::<f64>() / c.len() as f64).sum();
    p * q + sums[0] * sums[1] + rows + halves * a
}

#[differentiable]
fn best(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = x.iter().copied().reduce(f64::max).unwrap_or(a) * a;
    s += x.iter().map(|v| v * a).min_by(|p, q| p.partial_cmp(q).unwrap()).unwrap_or(0.5) * a;
    if let 1.. = n {
        let (i, v) = x.iter().enumerate().max_by(|(_, p), (_, q)| q.total_cmp(p)).unwrap();
        s += v * a * i as f64;
    }
    let even = x.iter().copied().enumerate().filter(|(i, _)| i % 2 == 0);
    s += even.min_by(|p, q| p.1.total_cmp(&q.1)).map_or(a, |(i, v)| v * a + i as f64);
    s += x.iter().find(|v| **v > 0.2).map(|v| v * a).unwrap_or(a * a) + x.last().copied().unwrap_or(1.0) * a;
    let k = x.iter().position(|v| v * a > 0.1).unwrap_or(0);
    s += x.get(k + 1).copied().unwrap_or(a) * x.iter().nth(k).map_or(0.5, |v| v * a);
    if x.iter().all(|v| *v > -1.0) && x.iter().any(|v| v * a > 0.3) { s * a } else { s }
}

#[differentiable]
fn called(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    (1..3).map(|k| stages(x, a * k as f64, n, data)).zip([a, 2.0]).map(|(v, w)| v * w).sum::<f64>()
        + closures(&x.iter().map(|v| v * a).collect::<Vec<_>>(), a, n, data)
}

crate::programs!(stages chained returns_from_a_chain collected closures counting_closure folds best called);
