//! Numerical methods with closures: Gauss-Kronrod adaptive with stack, Brent, Romberg, Newton systems, continued fractions, Remez-like, Clenshaw.
use super::super::held;
use wengert::prelude::*;

fn simpson<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}
fn adaptive<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, tol: f64) -> f64 {
    let mut stack = vec![(a, b, simpson(&f, a, b), tol)];
    let mut total = 0.0;
    while let Some((a, b, whole, tol)) = stack.pop() {
        let m = 0.5 * (a + b);
        let (l, r) = (simpson(&f, a, m), simpson(&f, m, b));
        if (l + r - whole).abs() < 15.0 * tol || b - a < 1e-9 {
            total += l + r + (l + r - whole) / 15.0;
        } else {
            stack.push((a, m, l, tol / 2.0));
            stack.push((m, b, r, tol / 2.0));
        }
    }
    total
}
#[differentiable]
pub fn arc_length(a: f64, b: f64) -> f64 {
    adaptive(|t| (a * a * t.sin().powi(2) + b * b * t.cos().powi(2)).sqrt(), 0.0, std::f64::consts::PI, 1e-6)
}

fn brent<F>(mut f: F, lo: f64, hi: f64) -> Result<f64, &'static str>
where
    F: FnMut(f64) -> f64,
{
    let (mut a, mut b) = (lo, hi);
    let (mut fa, mut fb) = (f(a), f(b));
    if fa * fb > 0.0 {
        return Err("no sign change");
    }
    if fa.abs() < fb.abs() {
        std::mem::swap(&mut a, &mut b);
        std::mem::swap(&mut fa, &mut fb);
    }
    let (mut c, mut fc, mut d, mut flag) = (a, fa, a, true);
    for _ in 0..100 {
        if fb == 0.0 || (b - a).abs() < 1e-12 {
            break;
        }
        let mut s = if fa != fc && fb != fc {
            a * fb * fc / ((fa - fb) * (fa - fc))
                + b * fa * fc / ((fb - fa) * (fb - fc))
                + c * fa * fb / ((fc - fa) * (fc - fb))
        } else {
            b - fb * (b - a) / (fb - fa)
        };
        let (x, y) = ((3.0 * a + b) / 4.0, b);
        let outside = !((x < s && s < y) || (y < s && s < x));
        if outside || (flag && (s - b).abs() >= (b - c).abs() / 2.0) || (!flag && (s - b).abs() >= (c - d).abs() / 2.0)
        {
            s = (a + b) / 2.0;
            flag = true;
        } else {
            flag = false;
        }
        let fs = f(s);
        d = c;
        c = b;
        fc = fb;
        if fa * fs < 0.0 {
            b = s;
            fb = fs;
        } else {
            a = s;
            fa = fs;
        }
        if fa.abs() < fb.abs() {
            std::mem::swap(&mut a, &mut b);
            std::mem::swap(&mut fa, &mut fb);
        }
    }
    Ok(b)
}
#[differentiable]
pub fn colebrook(re: f64, rough: f64) -> Option<f64> {
    let g = |f: f64| 1.0 / f.sqrt() + 2.0 * (rough / 3.7 + 2.51 / (re * f.sqrt())).log10();
    let f = brent(g, 1e-3, 0.5).ok()?;
    let h = 1e-7;
    Some(f - g(f) / ((g(f + h) - g(f - h)) / (2.0 * h)))
}
#[differentiable]
pub fn romberg(c: &[f64], a: f64, b: f64) -> f64 {
    let poly = |x: f64| c.iter().rev().fold(0.0, |acc, &k| acc * x + k);
    const LEVELS: usize = 5;
    let mut r = [[0.0f64; LEVELS]; LEVELS];
    let mut h = b - a;
    r[0][0] = 0.5 * h * (poly(a).exp() + poly(b).exp());
    for i in 1..LEVELS {
        h /= 2.0;
        let sum: f64 = (1..=1usize << (i - 1)).map(|k| poly(a + (2 * k - 1) as f64 * h).exp()).sum();
        r[i][0] = 0.5 * r[i - 1][0] + h * sum;
        for j in 1..=i {
            r[i][j] = r[i][j - 1] + (r[i][j - 1] - r[i - 1][j - 1]) / (4f64.powi(j as i32) - 1.0);
        }
    }
    r[LEVELS - 1][LEVELS - 1]
}
#[differentiable]
pub fn clenshaw(c: &[f64], x: f64) -> f64 {
    let (b1, _) = c[1..].iter().rev().fold((0.0, 0.0), |(b1, b2), &ck| (2.0 * x * b1 - b2 + ck, b1));
    c.iter().skip(1).rev().fold((0.0, 0.0), |(b1, b2), &ck| (2.0 * x * b1 - b2 + ck, b1)).0 * x + c[0] - {
        let mut p = (0.0, 0.0);
        for &ck in c[1..].iter().rev() {
            p = (2.0 * x * p.0 - p.1 + ck, p.0);
        }
        p.1
    } + 0.0 * b1
}
fn solve<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> Option<[f64; N]> {
    for col in 0..N {
        let pivot = (col..N).max_by(|&i, &j| a[i][col].abs().partial_cmp(&a[j][col].abs()).unwrap())?;
        if a[pivot][col].abs() < 1e-12 {
            return None;
        }
        a.swap(col, pivot);
        b.swap(col, pivot);
        for row in col + 1..N {
            let f = a[row][col] / a[col][col];
            for k in col..N {
                let t = a[col][k];
                a[row][k] -= f * t;
            }
            b[row] -= f * b[col];
        }
    }
    let mut x = [0.0; N];
    for i in (0..N).rev() {
        let s: f64 = (i + 1..N).map(|k| a[i][k] * x[k]).sum();
        x[i] = (b[i] - s) / a[i][i];
    }
    Some(x)
}
#[differentiable]
pub fn circles(p: &[(f64, f64, f64); 2], guess: [f64; 2]) -> f64 {
    let mut x = guess;
    for _ in 0..8 {
        let f: [f64; 2] = std::array::from_fn(|i| (x[0] - p[i].0).powi(2) + (x[1] - p[i].1).powi(2) - p[i].2.powi(2));
        let j = [[2.0 * (x[0] - p[0].0), 2.0 * (x[1] - p[0].1)], [2.0 * (x[0] - p[1].0), 2.0 * (x[1] - p[1].1)]];
        let Some(d) = solve(j, f) else { return f64::NAN };
        x = [x[0] - d[0], x[1] - d[1]];
    }
    x[0] * x[1]
}
fn gammp(a: f64, x: f64) -> f64 {
    if x < a + 1.0 {
        let mut sum = 1.0 / a;
        let mut del = sum;
        let mut ap = a;
        loop {
            ap += 1.0;
            del *= x / ap;
            sum += del;
            if del.abs() < sum.abs() * 1e-15 {
                break;
            }
        }
        sum * (-x + a * x.ln()).exp()
    } else {
        let mut b = x + 1.0 - a;
        let mut c = 1.0 / 1e-300;
        let mut d = 1.0 / b;
        let mut h = d;
        let mut i = 1;
        while i < 200 {
            let an = -(i as f64) * (i as f64 - a);
            b += 2.0;
            d = an * d + b;
            if d.abs() < 1e-300 {
                d = 1e-300;
            }
            c = b + an / c;
            if c.abs() < 1e-300 {
                c = 1e-300;
            }
            d = 1.0 / d;
            let del = d * c;
            h *= del;
            if (del - 1.0).abs() < 1e-15 {
                break;
            }
            i += 1;
        }
        (-x + a * x.ln()).exp() * h
    }
}
#[differentiable]
pub fn incomplete_gammas(a: f64, x: f64) -> f64 {
    gammp(a, x) + gammp(a, 4.0 * x)
}
#[differentiable]
pub fn conjugate_gradient(diag: &[f64], off: f64, b: &[f64]) -> f64 {
    let n = b.len();
    let apply = |v: &[f64]| -> Vec<f64> {
        (0..n)
            .map(|i| {
                diag[i] * v[i] + if i > 0 { off * v[i - 1] } else { 0.0 } + if i + 1 < n { off * v[i + 1] } else { 0.0 }
            })
            .collect()
    };
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut x = vec![0.0; n];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut rs = dot(&r, &r);
    for _ in 0..n {
        let ap = apply(&p);
        let alpha = rs / dot(&p, &ap);
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let new = dot(&r, &r);
        if new.sqrt() < 1e-12 {
            break;
        }
        p = r.iter().zip(&p).map(|(r, p)| r + new / rs * p).collect();
        rs = new;
    }
    dot(&x, &x)
}

#[test]
fn methods() {
    let (value, (a, b)) = arc_length::value_and_gradient(2.0, 1.1);
    held(&[2.0, 1.1], |x| arc_length(x[0], x[1]), value, &[a, b]);
    let (value, (re, rough)) = colebrook::value_and_gradient(1e4, 1e-3).unwrap();
    assert_eq!(Some(value), colebrook(1e4, 1e-3));
    // By the implicit function theorem.
    let g = |f: f64, re: f64, r: f64| 1.0 / f.sqrt() + 2.0 * (r / 3.7 + 2.51 / (re * f.sqrt())).log10();
    let by = |x: f64, y: f64, h: f64| (x - y) / (2.0 * h);
    let slope = by(g(value + 1e-6, 1e4, 1e-3), g(value - 1e-6, 1e4, 1e-3), 1e-6);
    let wanted = -by(g(value, 1e4 + 1.0, 1e-3), g(value, 1e4 - 1.0, 1e-3), 1.0) / slope;
    assert!((re - wanted).abs() < 1e-4 * wanted.abs(), "{re} {wanted}");
    let wanted = -by(g(value, 1e4, 1e-3 + 1e-7), g(value, 1e4, 1e-3 - 1e-7), 1e-7) / slope;
    assert!((rough - wanted).abs() < 1e-4 * wanted.abs(), "{rough} {wanted}");
    let c = [0.3, -0.6, 0.2, 0.1];
    let (value, (by_c, a, b)) = romberg::value_and_gradient(&c, -0.5, 1.5);
    held(&c, |c| romberg(c, -0.5, 1.5), value, &by_c);
    held(&[-0.5, 1.5], |x| romberg(&c, x[0], x[1]), value, &[a, b]);
    let (value, (by_c, x)) = clenshaw::value_and_gradient(&c, 0.4);
    held(&c, |c| clenshaw(c, 0.4), value, &by_c);
    held(&[0.4], |x| clenshaw(&c, x[0]), value, &[x]);
    let p = [0.0, 0.0, 1.5, 2.0, 0.4, 1.2];
    let make = |p: &[f64]| [(p[0], p[1], p[2]), (p[3], p[4], p[5])];
    let (value, (g, _)) = circles::value_and_gradient(&make(&p), [1.0, 1.0]);
    held(&p, |p| circles(&make(p), [1.0, 1.0]), value, &[g[0].0, g[0].1, g[0].2, g[1].0, g[1].1, g[1].2]);
    let (value, (a, x)) = incomplete_gammas::value_and_gradient(2.3, 1.4);
    held(&[2.3, 1.4], |x| incomplete_gammas(x[0], x[1]), value, &[a, x]);
    let diag = [4.0, 5.0, 3.0, 6.0];
    let (value, (d, off, b)) = conjugate_gradient::value_and_gradient(&diag, -1.1, &c);
    held(&diag, |d| conjugate_gradient(d, -1.1, &c), value, &d);
    held(&[-1.1], |o| conjugate_gradient(&diag, o[0], &c), value, &[off]);
    held(&c, |c| conjugate_gradient(&diag, -1.1, c), value, &b);
}
