//! Loops with `#[independent]`: against tapes, on one thread and on several.

use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable(reverse_only)]
fn rows(m: &mut [Vec<f64>], w: &[f64]) {
    #[independent]
    for i in 0..m.len() {
        for j in 0..w.len() {
            m[i][j] *= w[j] * m[i][0];
        }
    }
    #[independent]
    for row in m.iter_mut() {
        let most = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for v in row.iter_mut() {
            *v = (*v - most).exp();
        }
    }
}

#[differentiable(reverse_only)]
fn rows_of(x: &[f64], w: &[f64], n: usize) -> f64 {
    let mut m = vec![x.to_vec(); n];
    rows(&mut m, w);
    let mut s = 0.0;
    for i in 1..n {
        for j in 0..x.len() {
            s += m[i][j] * m[i - 1][j] * i as f64;
        }
    }
    s
}

#[differentiable(reverse_only)]
fn chunks(x: &[f64], w: usize, a: f64) -> f64 {
    let mut y = x.to_vec();
    #[independent(forward)]
    for (y, x) in y.chunks_exact_mut(w).zip(x.chunks_exact(w)) {
        for k in 1..w {
            y[k] = y[k - 1] * a + x[k].cos();
        }
    }
    #[independent(reverse)]
    for y in y.chunks_mut(w + 1) {
        for v in y.iter_mut() {
            *v *= a;
        }
    }
    #[independent]
    for (v, x) in y.iter_mut().rev().zip(x) {
        *v += a * x;
    }
    y.iter().map(|y| y * y).sum::<f64>()
}

/// What a round keeps, beside a loop that takes memory of its own.
#[differentiable]
fn relaxed(x: &[f64], a: f64, n: usize) -> f64 {
    let mut u = x.to_vec();
    for k in 1..n {
        u[k] = (u[k - 1] + a * u[k + 1]).tanh();
        #[independent]
        for i in 0..u.len() {
            u[i] += (a * x[i]).sin() * u[i];
        }
    }
    u.iter().sum()
}

#[differentiable]
fn back(x: &[f64], a: f64) -> f64 {
    let (mut s, mut t) = (0.5, 0.0);
    let mut y = vec![0.0; x.len()];
    #[independent]
    for i in (0..x.len()).rev() {
        y[i] = x[i] * a;
        s += y[i].sin();
        if x[i] > 0.0 {
            t -= x[i] * a;
            continue;
        }
        s -= 1.0;
        t += a.cos();
    }
    s * t + y.iter().map(|y| y * y).sum::<f64>()
}

#[differentiable(reverse_only)]
fn price(s: f64, k: f64, v: f64) -> f64 {
    if s > k { (s - k) * v.sqrt() } else { (s / k).powf(v) }
}

#[differentiable(reverse_only)]
fn book(spot: &[f64], strike: &[f64], vol: f64, #[constant] weight: &[f64]) -> f64 {
    let mut total = 1.0;
    #[independent]
    for (i, (s, k)) in spot.iter().zip(strike).enumerate() {
        total += weight[i] * price(*s, *k, vol);
    }
    total
}

#[differentiable(reverse_only)]
fn pairs(x: &[f64], n: i32) -> f64 {
    let mut e = 0.0;
    #[independent]
    for k in -n..=n {
        for v in x {
            let d = x[(k + n) as usize] - v;
            e += 1.0 / (1.0 + d * d);
        }
    }
    e
}

#[differentiable(reverse_only)]
fn march(u0: &[f64], a: f64, n: usize) -> f64 {
    let mut u = u0.to_vec();
    let mut next = u.clone();
    #[checkpoint(slots = 2)]
    for _ in 0..n {
        #[independent]
        for i in 1..u.len() - 1 {
            next[i] = u[i] + a * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    u[1] * u[2]
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[differentiable]
fn scale(x: &mut [f64], a: f64) {
    for x in x.iter_mut() {
        *x = *x * a * *x;
    }
}

#[differentiable]
fn called(x: &[f64], m: usize, a: f64) -> f64 {
    let n = x.len() / m;
    let (mut y, mut norms) = (vec![0.0; n * m], vec![0.0; n]);
    #[independent]
    for i in 0..n {
        let mut own = vec![a];
        for j in 0..m {
            y[i * m + j] = x[i * m + j] * own[j];
            own.push(own[j] * 0.5);
        }
        norms[i] = norm(&y[i * m..(i + 1) * m]);
        scale(&mut y[i * m..(i + 1) * m], a);
    }
    let mut s = 0.0;
    for t in 0..2 {
        #[independent]
        #[recompute]
        for i in 0..n {
            norms[i] = (norms[i] + t as f64).sin();
        }
    }
    for i in 0..n {
        s += norms[i] * y[i * m].exp();
    }
    s
}

#[differentiable(reverse_only)]
fn overlapping(x: &[f64], m: usize) -> f64 {
    let mut y = vec![0.0; x.len() + 1];
    #[independent]
    for i in 0..x.len() / m {
        for j in 0..=m {
            y[i * m + j] += x[i * m];
        }
    }
    y[0]
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    x: f64,
    v: f64,
}

/// Structures stay on one thread.
#[differentiable(reverse_only)]
fn moved(bodies: &[Body], dt: f64) -> f64 {
    let mut own = bodies.to_vec();
    #[independent]
    for b in own.iter_mut() {
        b.x += dt * b.v;
    }
    #[independent]
    for i in 0..own.len() {
        own[i].v *= dt;
    }
    own.iter().map(|b| b.x.sin() + b.v * b.v).sum::<f64>()
}

fn numbers(n: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * 37 % 101) as f64) / 50.0 - 0.99).collect()
}

fn close(ours: &[f64], tape: &[f64]) {
    assert_eq!(ours.len(), tape.len());
    for (a, b) in ours.iter().zip(tape) {
        assert!((a - b).abs() <= 1e-11 * (1.0 + b.abs()), "{ours:?} {tape:?}");
    }
}

/// All values and gradients for lists of `n`, held against those of a tape.
fn all(n: usize) -> Vec<f64> {
    let mut out = vec![];
    let (x, y) = (numbers(n), numbers(n).iter().map(|x| x.cos() + 1.5).collect::<Vec<_>>());
    let mut hold = |f: &dyn Fn(&[f64]) -> f64, ours: (f64, Vec<f64>), tape: &dyn Fn(&[f64]) -> Vec<f64>, at: &[f64]| {
        assert_eq!(f(at).to_bits(), ours.0.to_bits());
        close(&ours.1, &tape(at));
        out.push(ours.0);
        out.extend(ours.1);
    };
    macro_rules! held {
        ($at:expr, |$p:ident| $f:ident($($arg:expr),*), $g:ident => $flat:expr) => {{
            let at: Vec<f64> = $at;
            let ours = { let $p = &at[..]; let (v, $g) = $f::value_and_gradient($($arg),*); (v, $flat) };
            hold(&|$p| $f($($arg),*), ours, &|p| gradient(|$p| $f::eval($($arg),*), p), &at);
        }};
    }
    let with = |a: f64| x.iter().copied().chain([a]).collect::<Vec<_>>();
    held!(with(0.7), |p| chunks(&p[..n], 3, p[n]), g => [g.0, vec![g.1]].concat());
    held!(with(0.7), |p| back(&p[..n], p[n]), g => [g.0, vec![g.1]].concat());
    held!([y.clone(), with(0.7)].concat(), |p| book(&p[..n], &p[n..2 * n], p[2 * n], &x),
        g => [g.0, g.1, vec![g.2]].concat());
    held!(numbers(2 * n + 1), |p| pairs(p, n as i32), g => g);
    held!(with(0.7), |p| called(&p[..n], 3, p[n]), g => [g.0, vec![g.1]].concat());
    if n > 3 {
        held!(with(0.1), |p| march(&p[..n], p[n], 7), g => [g.0, vec![g.1]].concat());
        held!(with(0.1), |p| relaxed(&p[..n], p[n], 4), g => [g.0, vec![g.1]].concat());
    }
    let along = numbers(n);
    for (v, at) in [back::value_and_hvp(&x, 0.7, &along, 0.3), called::value_and_hvp(&x, 3, 0.7, &along, 0.3)]
        .into_iter()
        .map(|(v, _, h)| (v, [h.0, vec![h.1]].concat()))
    {
        out.push(v);
        out.extend(at);
    }
    out
}

#[test]
fn as_a_tape_has_it_on_any_number_of_threads() {
    for n in [0, 1, 2, 7, 130] {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| all(n)).into_iter().map(f64::to_bits).collect::<Vec<_>>()
        };
        let alone = on(1);
        assert_eq!(alone, on(2));
        assert_eq!(alone, on(7));
    }
}

#[test]
fn second_derivatives() {
    let (x, n) = (numbers(30), 30);
    let (at, along) = ([x.clone(), vec![0.7]].concat(), [x.clone(), vec![0.3]].concat());
    let (h, k) = back::hvp(&x, 0.7, &x, 0.3);
    close(&[h, vec![k]].concat(), &hvp(|p| back::eval(&p[..n], p[n]), &at, &along));
    let (h, k) = called::hvp(&x, 3, 0.7, &x, 0.3);
    close(&[h, vec![k]].concat(), &hvp(|p| called::eval(&p[..n], 3, p[n]), &at, &along));
}

#[test]
fn rows_of_arrays() {
    let (x, w) = (numbers(4), [0.5, -1.0, 2.0, 0.3]);
    for n in [0, 1, 2, 70] {
        let (value, (by_x, by_w)) = rows_of::value_and_gradient(&x, &w, n);
        assert_eq!(value.to_bits(), rows_of(&x, &w, n).to_bits());
        let tape = gradient(|p| rows_of::eval(&p[..4], &p[4..], n), &[&x[..], &w].concat());
        close(&[by_x, by_w].concat(), &tape);
    }
}

#[test]
fn lists_of_structures() {
    let bodies = [Body { x: 0.5, v: 2.0 }, Body { x: -0.25, v: -1.0 }];
    let (value, (by_bodies, by_dt)) = moved::value_and_gradient(&bodies, 0.5);
    assert_eq!(value.to_bits(), moved(&bodies, 0.5).to_bits());
    let slopes = [1.5f64.cos(), (-0.75f64).cos()];
    for ((b, g), slope) in bodies.iter().zip(&by_bodies).zip(slopes) {
        close(&[g.x, g.v], &[slope, 0.5 * slope + 0.5 * b.v]);
    }
    close(&[by_dt], &[2.0 * slopes[0] - slopes[1] + 4.0 + 1.0]);
}

#[test]
#[should_panic(expected = "more than one of them has to do with `y[2]`")]
fn elements_of_two_iterations() {
    overlapping::gradient(&[1.0; 6], 2);
}
