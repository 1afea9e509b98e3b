//! Control flow: labels, blocks and loops with values, in each other.

use wengert::prelude::*;

#[differentiable]
fn continue_outer(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = 0.0;
    'rows: for i in 0..n {
        for j in 0..n {
            if j > i {
                continue 'rows;
            }
            s += x[i] * x[j] * a;
        }
        s *= a;
    }
    s
}

#[differentiable]
fn break_outer(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = a;
    'all: for i in 0..n {
        let mut k = 0;
        while k < n {
            s *= 1.0 + x[k] * x[i];
            if s > 2.0 {
                s -= x[i];
                break 'all;
            }
            if s < 0.5 {
                break;
            }
            k += 1;
        }
        s += 0.1 * a;
    }
    s * a
}

#[differentiable]
fn three_deep(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = 1.0;
    'a: for i in 0..n {
        'b: loop {
            for j in 0..n + 2 {
                if j == n {
                    break 'b;
                }
                if s * s > 9.0 {
                    continue 'a;
                }
                if i + j == 5 {
                    break 'a;
                }
                s += x[j] * a;
                if s < -2.0 {
                    return s * a;
                }
            }
        }
        s -= x[i] * x[i];
    }
    s
}

#[differentiable]
fn labelled_blocks(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut t = 0.0;
    for i in 0..n {
        let (p, q) = 'done: {
            if x[i] > 1.0 {
                break 'done (a, x[i]);
            }
            for j in 0..i {
                if x[j] * a < 0.0 {
                    break 'done (x[j] * x[i], 2.0);
                }
                t += x[j];
            }
            'inner: {
                if i > 1 {
                    break 'inner;
                }
                t *= a;
                if a < 0.0 {
                    break 'done (a * a, a);
                }
            }
            (x[i] * a, x[i])
        };
        t += p * q;
    }
    t
}

#[differentiable]
fn loop_values(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut p = a;
    let mut k = 0;
    let root = loop {
        let next = 0.5 * (p + (2.0 + a * a) / p);
        k += 1;
        if (next - p).abs() < 1e-3 {
            break next;
        }
        if k > 7 {
            break p * next;
        }
        p = next;
    };
    let (s, m) = 'outer: loop {
        let mut s = root;
        for i in 0..n {
            s += x[i] * root;
            if s > 3.0 {
                break 'outer (s, i);
            }
        }
        break (s * a, n);
    };
    s * m as f64 + root
}

#[differentiable]
fn exits_of_blocks_in_loops(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut s = 0.5;
    'all: for i in 0..n {
        'part: {
            if x[i] < -0.5 {
                continue 'all;
            }
            if i > 1 && s > 2.0 {
                break 'all;
            }
            if x[i] * s > 1.0 {
                break 'part;
            }
            if a < -3.0 {
                return s * x[i];
            }
            s += x[i] * a;
        }
        s *= 1.5;
    }
    s + a
}

#[differentiable]
fn last_expression_returns(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    if n == 0 {
        return a * a;
    } else {
        let mut s = a;
        if x[0] > 0.3 {
            s *= x[0];
        } else {
            return s;
        }
        s * a
    }
}

#[differentiable]
fn loop_at_the_end(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let (mut s, mut k) = (a, 0);
    loop {
        if k == n {
            return s;
        }
        s *= 1.0 + x[k];
        if s > 1.5 {
            break s * a;
        }
        k += 1;
    }
}

crate::programs! {
    continue_outer break_outer three_deep labelled_blocks loop_values exits_of_blocks_in_loops last_expression_returns
    loop_at_the_end
}
