//! Buffers that a loop fills anew in each step: their adjoints are assigned where nothing has been added yet, and those that
//! change places are put back.

// `a[i] = a[i] + x` is one of the forms that are looked at.
#![allow(clippy::needless_range_loop, clippy::assign_op_pattern)]

use wengert::Workspace;
use wengert::prelude::*;

/// Two stages; the second is read beside itself, so that the ends are left out.
#[differentiable]
fn stages(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut y = vec![0.5; n];
    let mut k = vec![0.0; n];
    let mut stage = vec![0.0; n];
    for _ in 0..steps {
        for i in 0..n {
            k[i] = x[i] * y[i];
        }
        for i in 0..n {
            stage[i] = y[i] + 0.1 * k[i] * k[i];
        }
        for i in 1..n.max(1) - 1 {
            y[i] += 0.1 * stage[i - 1] * stage[i + 1];
        }
        for i in 1..n {
            k[i] = x[i] * stage[i - 1];
        }
        for i in 0..n {
            y[i] += 0.2 * k[i] * stage[i];
        }
    }
    y.iter().sum()
}

/// What is read goes over one part, and the next time over another.
#[differentiable]
fn parts(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    let mut a = vec![0.0; n];
    for s in 0..steps {
        for i in 0..n {
            a[i] = y[i] * x[n - 1 - i];
        }
        for i in s.min(n)..n {
            y[i] += 0.3 * a[i];
        }
    }
    y.iter().map(|v| v * v).sum()
}

/// The part that is read has bounds that the step computes.
#[differentiable]
fn moving(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    let mut a = vec![0.0; n];
    for s in 0..steps {
        let (lo, hi) = ((s * 2) % (n + 1), n - s % n.max(1) / 2);
        for i in lo..hi {
            y[i] *= 1.0 + 0.1 * a[i];
        }
        for i in 0..n {
            a[i] = y[i].sin() * x[0];
        }
    }
    y.iter().map(|v| v * v).sum::<f64>() + a.iter().sum::<f64>()
}

/// It is filled in two parts, of which one is longer than what is read.
#[differentiable]
fn halves(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let m = n / 2;
    let mut s = 1.0;
    let mut a = vec![0.0; n];
    for _ in 0..steps {
        for i in 0..m {
            a[i] = x[i] * s;
        }
        for i in m..n {
            a[i] = x[i] * x[i] * s;
        }
        let mut t = 0.0;
        for i in 0..n {
            t += a[i] * x[n - 1 - i];
        }
        for i in 0..m {
            t += a[i] * a[i];
        }
        s = 0.5 * s + 0.1 * t.tanh();
    }
    s
}

/// The buffer is made in each step, is filled once more, and is not filled at all where there is nothing to do.
#[differentiable]
fn own(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    for s in 0..steps {
        let mut a = vec![0.0; n];
        for i in 1..n {
            a[i] = x[i] * y[i - 1];
        }
        for i in 0..n {
            y[i] += 0.1 * a[i];
        }
        for i in s.min(n)..n {
            a[i] = y[i] * y[i];
        }
        for i in 0..n {
            y[i] -= 0.1 * a[i] * x[0];
        }
    }
    y.iter().sum()
}

/// A loop in a step fills a buffer again and again; what it held in the last round is read behind.
#[differentiable]
fn rounds(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    let mut a = vec![0.0; n];
    for _ in 0..steps {
        for r in 0..3 {
            for i in 0..n {
                a[i] = y[i] * (1.0 + 0.1 * r as f64);
            }
            for i in 0..n {
                y[i] = 0.9 * a[i] + 0.01 * a[i] * a[i];
            }
        }
        y[0] += 0.1 * a[n - 1];
    }
    y.iter().map(|v| v.sin()).sum()
}

/// An element is read twice, one is set apart, some only under a condition.
#[differentiable]
fn mixed(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut y = x.to_vec();
    let mut a = vec![0.0; n];
    let mut b = vec![0.0; n];
    for _ in 0..steps {
        a[0] = y[n - 1];
        for i in 1..n {
            a[i] = y[i] * y[i];
        }
        for i in 0..n {
            b[i] = a[i];
            if a[i] > 0.2 {
                y[i] += 0.1 * a[i];
            }
        }
        for i in 0..n {
            y[i] = 0.5 * y[i] + 0.1 * b[i] * a[n - 1 - i];
        }
    }
    y.iter().sum()
}

/// Products of a matrix with a vector, and buffers that change places.
#[differentiable]
fn powers(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut v = x.to_vec();
    let mut total = 0.0;
    for _ in 0..steps {
        let mut next = vec![0.0; n];
        for i in 0..n {
            let mut sum = 0.0;
            for j in 0..n {
                sum += v[j] * (1.0 + x[i] - x[j]);
            }
            next[i] = sum / n as f64;
        }
        std::mem::swap(&mut v, &mut next);
        total += v[0] * next[n - 1];
    }
    total + v.iter().sum::<f64>()
}

/// The same with a buffer that lives on.
#[differentiable]
fn kept(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut v = vec![0.0; n];
    v.copy_from_slice(x);
    let mut next = vec![0.5; n];
    for s in 0..steps {
        for i in 0..n {
            let mut sum = 0.0;
            for j in 0..n {
                sum += v[j] * v[j] * x[i];
            }
            if i + s > 1 {
                next[i] = 0.3 * sum + 0.1 * next[i];
            }
        }
        std::mem::swap(&mut v, &mut next);
    }
    v[0] + v.iter().sum::<f64>() + next[n - 1]
}

/// What came in by the exchange is read, and written once more.
#[differentiable]
fn behind(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut v = vec![0.3; n];
    let mut next = vec![0.5; n];
    let mut total = 0.0;
    for _ in 0..steps {
        for i in 0..n {
            next[i] = x[i] * v[n - 1 - i] + 0.1;
        }
        std::mem::swap(&mut v, &mut next);
        let mut sum = 0.0;
        for i in 0..n {
            for j in 0..n {
                sum += v[i] * v[j] * next[j];
            }
        }
        v[0] = sum * x[0];
        total += sum;
    }
    total + v.iter().sum::<f64>()
}

/// Elements that are read, added to and stored; one of them after another write, which may be to the same element.
#[differentiable]
fn added(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut y = vec![0.2; n];
    let mut z = x.to_vec();
    for s in 0..steps {
        for i in 0..n {
            for j in 0..n {
                let before = y[i];
                y[j] = 0.5 * y[j] - 0.1 * x[i] * x[j];
                y[i] = before + z[j] * x[i];
                z[i] = z[i] - 0.1 * x[j] * z[j];
                z[j] = 0.05 * x[i] + z[j];
            }
        }
        let k = s % n;
        y[k] = y[k] - y[k] * z[k];
        z[k] = z[k] + 0.5;
    }
    y.iter().zip(&z).map(|(y, z)| y * z).sum()
}

fn size(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

/// Buffers of each round that loops inside put back, and the round itself does not: after those loops they are only asked.
#[differentiable]
fn asked(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut q = x.to_vec();
    let mut sum = 0.0;
    for _ in 0..steps {
        let mut p = vec![1.0; n];
        let mut r = p.clone();
        for _ in 0..2 {
            for _ in 0..2 {
                for i in 0..n {
                    p[i] -= 0.3 * q[i] * r[i];
                }
                for i in 0..n {
                    r[i] += 0.1 * p[i] * p[i];
                }
            }
            for i in 0..n {
                q[i] += 0.1 * r[i] * p[i];
            }
        }
        if size(&p) > size(&r) - 20.0 {
            q[0] *= 1.1;
        }
        sum += size(&q);
    }
    sum
}

/// Buffers of rounds that are made in an arm, and put back by a loop in it.
#[differentiable]
fn in_arms(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut q = x.to_vec();
    for s in 0..steps {
        if q[s % n] > 0.35 {
            let mut v = vec![1.0; n];
            for k in 0..n {
                v[k] = v[0].sin();
                let w: Vec<f64> = v.iter().map(|t| t * x[0]).collect();
                q[k] += 0.1 * w[k] * w[0];
            }
            continue;
        }
        q[0] += x[n - 1];
    }
    size(&q)
}

/// Buffers that each round fills, or makes and fills in part, forward and back at once for each step: rounds have rows of
/// them. One is renewed by what is called, one is read before it is filled.
#[differentiable]
fn of_rows(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut b = vec![0.0; n];
    let mut c = vec![0.0; n];
    let mut d = vec![0.2; n];
    let mut total = 0.0;
    for s in 0..steps {
        let mut terms = vec![0.0; n];
        for r in (1..n).rev() {
            let mut a = vec![0.1; n];
            for i in r..n {
                a[i] = x[i] * x[r] + s as f64;
            }
            for i in 0..b.len() {
                b[i] = a[i] * x[n - 1 - i];
            }
            for i in 1..n {
                b[i] += b[i - 1] * a[i];
            }
            mixed_up(&b, &a, &mut c);
            for i in 0..n {
                d[i] = c[i] * b[i] + 0.5 * d[i];
            }
            terms[r] = size(&b) * a[r].sin() + c[n - 1];
        }
        total += (1.0 + size(&terms)).ln();
    }
    total
}

/// The same outside of a loop; its rounds begin anywhere, and there is one that is left.
#[differentiable]
fn of_rounds_alone(x: &[f64], steps: usize) -> f64 {
    let n = x.len();
    let mut a = vec![0.0; n];
    let mut y = x[0];
    for r in steps / 2..steps {
        let mut b = vec![y; n];
        let mut e = vec![0.5; n];
        for i in 0..n {
            a[i] = x[i] * y;
        }
        for i in 0..n {
            b[i] += a[i] * a[n - 1 - i];
            e[i] = b[i] * a[0] + e[0];
        }
        y = 0.1 * (size(&a) + size(&b) + size(&e)).sin() + y / (1.0 + r as f64);
    }
    for r in 0..steps {
        let mut b = vec![0.0; n];
        for i in 0..n {
            b[i] = x[i] * y;
        }
        for i in 1..n {
            b[i] = b[i] * b[i - 1] + x[0];
        }
        if r > 2 {
            break;
        }
        y += 0.1 * size(&b).cos();
    }
    y
}

/// `out` from `a` and `b`, behind a loop that is not written out.
#[differentiable]
fn mixed_up(a: &[f64], b: &[f64], out: &mut [f64]) {
    let mut k = 0;
    while k < a.len() {
        out[k] = a[k] * b[a.len() - 1 - k];
        k += 1;
    }
    for i in 1..a.len() {
        out[i] = 0.5 * out[i] + out[i - 1] * b[i];
    }
}

mod called {
    use wengert::prelude::*;

    macro_rules! called {
        ($($f:ident)*) => {$(
            #[differentiable]
            pub(crate) fn $f(x: &[f64], steps: usize) -> f64 {
                2.0 * super::$f(x, steps) + x[0]
            }
        )*};
    }
    called!(stages parts moving halves own rounds mixed powers kept behind added asked in_arms of_rows of_rounds_alone);
}

macro_rules! check {
    ($f:ident) => {
        for n in 1..8 {
            for steps in 0..5 {
                let x: Vec<f64> = (0..n).map(|i| 0.3 + 0.17 * (i as f64 * 1.7).sin()).collect();
                // What was there before is of no matter.
                let (mut ws, mut gradient) = (Workspace::new(), vec![f64::NAN; n]);
                for _ in 0..2 {
                    let value = $f::value_and_gradient_into(&x, steps, &mut gradient, &mut ws);
                    assert_eq!(value.to_bits(), $f(&x, steps).to_bits());
                }
                let outside = called::$f::gradient(&x, steps);
                for k in 0..n {
                    let mut e = vec![0.0; n];
                    e[k] = 1.0;
                    let (_, along) = $f::jvp(&x, steps, &e);
                    let near = |g: f64, along: f64| (g - along).abs() < 1e-12 * (1.0 + along.abs());
                    let name = stringify!($f);
                    assert!(near(gradient[k], along), "{name} n={n} s={steps} {k}: {} is not {along}", gradient[k]);
                    let own = if k == 0 { 1.0 } else { 0.0 };
                    assert!(near(outside[k], 2.0 * along + own), "{name} called, n={n} s={steps} {k}: {}", outside[k]);
                }
                // A column of the Hessian against differences.
                let mut e = vec![0.0; n];
                e[n / 2] = 1.0;
                let column = $f::hvp(&x, steps, &e);
                let at = |h: f64| {
                    let mut x = x.clone();
                    x[n / 2] += h;
                    $f::gradient(&x, steps)
                };
                for (k, (up, down)) in at(1e-5).iter().zip(at(-1e-5)).enumerate() {
                    let d = (up - down) / 2e-5;
                    assert!((column[k] - d).abs() < 1e-6 * (1.0 + d.abs()), "hvp {k}: {} is not {d}", column[k]);
                }
            }
        }
    };
}

#[test]
fn of_stages() {
    check!(stages);
    check!(parts);
    check!(moving);
    check!(halves);
}

#[test]
fn of_rounds() {
    check!(own);
    check!(rounds);
    check!(mixed);
}

#[test]
fn with_a_row_for_each_round() {
    check!(of_rows);
    check!(of_rounds_alone);
}

/// Three buffers, and a number for each element of one.
#[test]
fn in_rows_are_kept_once() {
    let bytes = |rounds: usize| {
        let mut ws = Workspace::new();
        let x = [0.2; 100];
        for _ in 0..3 {
            of_rounds_alone::value_and_gradient_into(&x, rounds, &mut [0.0; 100], &mut ws);
        }
        ws.high_water_bytes()
    };
    let more = bytes(400) - bytes(200);
    assert!(more < 4 * 100 * 100 * size_of::<f64>() * 11 / 10, "{more}");
}

#[test]
fn whose_elements_are_added_to() {
    check!(added);
}

#[test]
fn that_change_places() {
    check!(powers);
    check!(kept);
    check!(behind);
    check!(asked);
    check!(in_arms);
}

#[test]
fn of_products_are_kept_once_a_step() {
    let bytes = |n: usize| {
        let x: Vec<f64> = (0..n).map(|i| 0.01 * i as f64).collect();
        let mut ws = Workspace::new();
        powers::value_and_gradient_into(&x, 20, &mut vec![0.0; n], &mut ws);
        ws.high_water_bytes()
    };
    // Each number is read for each of them.
    assert!(bytes(64) < 3 * bytes(32), "{} bytes for 64 numbers, {} for 32", bytes(64), bytes(32));
}
