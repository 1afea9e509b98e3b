//! Chains of what may not be there, iterators that are advanced by hand, what is found by a key.

use super::held;
use wengert::prelude::*;

/// Tests of functions of `x`, `a` and constant `data`, from their bodies.
macro_rules! chains {
    ($($name:ident($x:ident, $a:ident, $data:ident) $body:block)+) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn of($x: &[f64], $a: f64, #[constant] $data: &[f64]) -> f64 $body
            let (y, data) = ([0.7, 1.3, 2.4, 0.9, 1.25], [0.5, 1.0, 1.5, 2.0]);
            let (value, (mut gradient, by_a)) = of::value_and_gradient(&y[..4], y[4], &data);
            gradient.push(by_a);
            held(&y, |y| of(&y[..4], y[4], &data), value, &gradient);
        }
    )+};
}

chains! {
    all_in_an_option(x, a, data) {
        let all: Option<Vec<f64>> = x.iter().map(|&v| if v > 0.0 { Some(v.ln()) } else { None }).collect();
        let few: Option<Vec<f64>> = x.iter().map(|&v| (v > 1.0).then(|| v * a)).collect();
        match (all, few) {
            (Some(v), None) => v.iter().sum::<f64>() * a * data[0],
            _ => a,
        }
    }
    all_in_a_result(x, a, data) {
        let all = x.iter().map(|&v| if v > 0.0 { Ok(v * a) } else { Err("negative") }).collect::<Result<Vec<_>, _>>();
        let pairs: Result<Vec<(usize, f64)>, String> =
            x.iter().enumerate().map(|(i, v)| if *v < 9.0 { Ok((i, v * v)) } else { Err(format!("{v}")) }).collect();
        let pairs = pairs.unwrap();
        all.map(|v| v.iter().sum::<f64>() * data[1]).unwrap_or(0.0) + pairs[1].1 * pairs[3].0 as f64
    }
    rows_in_an_option(x, a, data) {
        let rows: Option<Vec<Vec<f64>>> =
            data.iter().map(|d| if *d > 0.0 { Some(vec![x[0] * d, a]) } else { None }).collect();
        rows.map_or(0.0, |m| m[1][0] * m[2][1])
    }
    sums_of_options(x, a, data) {
        let sum: Option<f64> = x.iter().map(|&v| if v > 0.0 { Some(v * a) } else { None }).sum();
        let product = x.iter().map(|&v| if v > 1.0 { Some(v * a) } else { None }).product::<Option<f64>>();
        sum.unwrap_or(0.0) * product.unwrap_or(data[2])
    }
    folds_that_end(x, a, data) {
        let all = x.iter().try_fold(data[0], |s, &v| if v > 0.0 { Some(s + v.ln() * a) } else { None });
        let few = x.iter().try_fold(0.0, |s, &v| if v < 2.0 { Ok(s + v) } else { Err(v) });
        all.unwrap_or(0.0) + few.unwrap_or(a * a)
    }
    peeked_at(x, a, data) {
        let mut it = x.iter().peekable();
        let mut s = data[1];
        while let Some(v) = it.next() {
            match it.peek() {
                Some(next) => s += v * **next * a,
                None => s += v,
            }
        }
        s
    }
    by_a_key(x, a, data) {
        let near = (0..x.len()).min_by_key(|&i| (i as i64 - 2).abs()).unwrap();
        let (k, v) = x.iter().enumerate().max_by_key(|(i, _)| (i * 7) % 5).unwrap();
        let last = x.iter().enumerate().max_by_key(|(i, _)| i / 2).map_or(0.0, |(_, v)| *v);
        x[near] * a + v * k as f64 * data[1] + last * a
    }
    found_and_made(x, a, data) {
        x.iter().find_map(|&v| if v > data[1] { Some(v * a) } else { None }).unwrap_or(0.0)
    }
    constants_advanced_by_hand(x, a, data) {
        let mut it = data.iter();
        let first = it.next().unwrap();
        let mut s = *first;
        for v in it {
            s = s * a + v * x[0];
        }
        let mut rest = data.iter();
        rest.next();
        let n = rest.count();
        let mut few = data.iter().skip(1);
        let second = *few.next().unwrap();
        s * n as f64 + x[1] * second * few.map(|d| d * a).sum::<f64>()
    }
    searched_for(x, a, data) {
        let k = match data.binary_search_by(|d| d.partial_cmp(&1.2).unwrap()) {
            Ok(i) => i,
            Err(i) => i,
        };
        x[k.min(x.len() - 1)] * a
    }
    windows_of_pairs(x, a, data) {
        let mut pairs: Vec<(f64, f64)> = x.iter().copied().zip(data.iter().copied()).collect();
        pairs.sort_by(|p, q| p.0.partial_cmp(&q.0).unwrap());
        let mut s = 0.0;
        for w in pairs.windows(2) {
            s += (w[1].0 - w[0].0) * w[0].1 * a;
        }
        s + pairs.chunks(3).map(|c| c[0].0 * c.len() as f64).sum::<f64>()
    }
    ends_that_are_written_to(x, a, data) {
        let mut v = x.to_vec();
        *v.first_mut().unwrap() *= a;
        *v.last_mut().expect("not empty") += data[0] * v[0];
        *v.get_mut(1).unwrap() = v[0] * v[3];
        v.iter().sum()
    }
    nothing_instead_of_lists(x, a, data) {
        let roots = |lift: f64| x.iter().map(|&v| if v + lift > 0.0 { Some(v.sqrt() * a) } else { None }).collect::<Option<Vec<f64>>>();
        let (all, none) = (roots(0.0).unwrap_or_default(), roots(-1.0).unwrap_or_default());
        all.iter().sum::<f64>() * data[2] + none.iter().sum::<f64>() + none.len() as f64
    }
}

/// These are recorded.
mod moved_on {
    #![allow(deprecated)]

    use super::super::held;
    use wengert::prelude::*;

    chains! {
        by_nth(x, a, data) {
            let mut it = x.iter();
            let p = it.next().unwrap();
            let q = it.nth(1).unwrap();
            let r = it.next().unwrap();
            p * q * q + r * a * data[0]
        }
        by_position(x, a, data) {
            let mut behind = x.iter().map(|v| v * a);
            let k = behind.position(|v| v > 0.0).unwrap_or(0);
            behind.sum::<f64>() * (k + 1) as f64 * data[0]
        }
        by_reference(x, a, data) {
            let mut first = x.iter();
            let mut s = 0.0;
            for v in first.by_ref().take(2) {
                s += v * data[0];
            }
            for v in &mut first {
                s = s * a + v;
            }
            s
        }
    }
}

#[differentiable]
fn shares(c: &[f64]) -> Vec<f64> {
    let s: f64 = c.iter().sum();
    c.iter().map(|v| v / s).collect()
}

#[differentiable]
fn rows_of_a_function(x: &[f64]) -> f64 {
    let rows = x.chunks(2).map(shares).collect::<Vec<Vec<f64>>>();
    rows.iter().map(|r| r[0] * r[0]).sum()
}

#[differentiable]
fn an_array_that_takes_another(x: &[f64], n: usize) -> f64 {
    let mut p = [x[0], x[1], x[2]];
    for _ in 0..n {
        p = std::array::from_fn(|i| p[i] * 0.5 + p[(i + 1) % 3] * x[i]);
    }
    p[0] * p[1] + p[2]
}

#[test]
fn functions_give_rows_and_arrays_take_what_is_made_of_them() {
    let x = [0.7, 1.1, 1.3, 0.2];
    let (value, g) = rows_of_a_function::value_and_gradient(&x);
    held(&x, rows_of_a_function, value, &g);
    let (value, g) = an_array_that_takes_another::value_and_gradient(&x, 3);
    held(&x, |x| an_array_that_takes_another(x, 3), value, &g);
}

#[differentiable]
fn rows_that_take_others(x: &[f64]) -> f64 {
    let mut p = [[x[0], x[1]], [x[1], x[2]]];
    for _ in 0..2 {
        let q = p;
        p = std::array::from_fn(|i| std::array::from_fn(|j| q[i][j] * x[0] + q[j][1 - i]));
    }
    p[0][1] * p[1][0]
}

#[test]
fn rows_take_what_is_made_of_others() {
    let x = [0.7, 1.1, 1.3];
    let (value, g) = rows_that_take_others::value_and_gradient(&x);
    held(&x, rows_that_take_others, value, &g);
}

fn rule(n: usize) -> Vec<(f64, f64)> {
    (0..n).map(|k| (0.3 * k as f64 + 0.1, 1.0 / (k + 1) as f64)).collect()
}

#[differentiable]
fn over_what_is_made_for_it(x: f64, n: usize) -> f64 {
    let f = |t: f64| (t * x).sin();
    let mut s = x * rule(n).iter().map(|(t, w)| w * f(t + x)).sum::<f64>();
    for (k, (t, w)) in rule(n + 1).iter().enumerate() {
        s += w * f(t * k as f64);
    }
    s
}

#[test]
fn chains_run_over_what_is_made_for_them() {
    let (value, g) = over_what_is_made_for_it::value_and_gradient(0.6, 3);
    held(&[0.6], |x| over_what_is_made_for_it(x[0], 3), value, &[g]);
}
