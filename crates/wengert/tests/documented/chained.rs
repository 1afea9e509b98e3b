//! Chains whose closures give `Option`s or have a state, sorting, lists that take others, iterators advanced by hand.

use wengert::prelude::*;

#[differentiable]
fn stateful(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {
    let sums: Vec<f64> = x
        .iter()
        .scan(a, |p, v| {
            *p += v * a;
            Some(*p)
        })
        .collect();
    let short: Vec<f64> = x
        .iter()
        .scan((1.0, 0), |p, v| {
            p.0 *= v.cos();
            p.1 += 1;
            if p.1 > 3 { None } else { Some(p.0) }
        })
        .collect();
    let mut seen = 0.0;
    let mut s = 0.0;
    for (i, v) in
        x.iter().inspect(|v| seen += **v * a).filter_map(|v| if *v > a { Some(v * v) } else { None }).enumerate()
    {
        s += v * i as f64;
    }
    let found = sums.iter().map_while(|v| (*v < 2.0).then_some(v * 0.5)).sum::<f64>();
    let known: f64 = (0..n).filter_map(|i| data.get(i).map(|d| d * x[i])).sum();
    let cycled: f64 = x.iter().zip([a, 2.0, 0.5].iter().cycle().skip(1)).map(|(p, q)| p * q).sum();
    s + seen + found + known + cycled + sums.iter().product::<f64>() + short.iter().sum::<f64>() * short.len() as f64
}

#[differentiable]
fn sorted(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut v: Vec<f64> = x.iter().map(|t| t * a).collect();
    v.sort_by(|p, q| q.partial_cmp(p).unwrap());
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| x[i].abs().total_cmp(&x[j].abs()));
    let mut rows = vec![vec![0.0; n]; 2];
    for i in 0..n {
        rows[1][i] = x[i].sin() * v[0];
    }
    rows[1].sort_by(f64::total_cmp);
    let mut back = order.clone();
    back.sort_unstable_by_key(|&k| n - k);
    let mut s = 0.0;
    for i in 0..n {
        s += v[i] * (i + 1) as f64 + x[order[i]] * x[back[i]] * (2 * i + 1) as f64 + rows[1][i] * i as f64;
    }
    s
}

#[differentiable]
fn replaced(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut v = vec![a];
    let mut w = x.to_vec();
    for i in 0..n {
        v = v.iter().map(|t| t * x[i]).chain(x.iter().copied().skip(i)).collect();
        if v.len() > 4 {
            w = v[1..].to_vec();
            v = v[..2].to_vec();
        }
        (v, w) = (w, v);
    }
    let (up, down): (Vec<f64>, Vec<f64>) = v.iter().copied().partition(|t| *t > 0.0);
    let all = [&up[..], &w, &[a, 1.0]].concat();
    all.iter().enumerate().map(|(k, t)| t.sin() * (k + 1) as f64).sum::<f64>() + down.len() as f64 * a
}

#[differentiable]
fn advanced(x: &[f64], a: f64, _n: usize, #[constant] _data: &[f64]) -> f64 {
    let mut it = x.iter().map(|v| v * a).rev();
    let mut s = it.next().unwrap_or(a);
    while let Some(v) = it.next() {
        s = s * 0.5 + v * v;
        if s > 3.0 {
            break;
        }
        if let Some(w) = it.next() {
            s *= w;
        }
    }
    let at_end = it.next().is_none() as usize;
    s + at_end as f64 * a + it.sum::<f64>()
}

#[differentiable]
fn left_early(x: &[f64], a: f64, n: usize, #[constant] _data: &[f64]) -> f64 {
    let root = |v: f64| {
        for k in 0..n {
            if x[k] > v {
                return x[k] * v;
            }
        }
        if v < 0.0 {
            return -v;
        }
        v.sqrt()
    };
    let pick = |k: usize| {
        if k >= n {
            return None;
        }
        if x[k] < 0.0 {
            return Some((x[k] * a, 1.0));
        }
        Some((x[k], a))
    };
    let mut s = root(a) + root(a * a + 0.1);
    for k in 0..=n {
        if let Some((p, q)) = pick(k) {
            s += p * q;
        }
    }
    let parts = halves(x, a);
    s + parts.iter().zip(x).map(|(p, v)| p * v).sum::<f64>() + parts.len() as f64 * a
}

#[differentiable]
fn halves(x: &[f64], a: f64) -> Vec<f64> {
    if x.is_empty() {
        return vec![];
    }
    let mut v = vec![a * x[0]];
    for t in x {
        if *t < -1.0 {
            return v;
        }
        for k in 0..2 {
            v.push(t * 0.5);
            if v.len() > 5 + k {
                return v[1..].to_vec();
            }
        }
    }
    v.reverse();
    v
}

#[differentiable]
fn optional(x: &[f64], a: f64, _n: usize, #[constant] data: &[f64]) -> f64 {
    let r = if a > 0.0 { Some(a) } else { None };
    let p = r.map(|v| v * v).and_then(|v| if v > 0.1 { Some(v * a) } else { None });
    let q = x.first().copied().filter(|v| *v > 0.0).or(p);
    let both = p.zip(q).map_or(a, |(v, w)| v * w);
    let most = x.iter().copied().reduce(f64::max).map_or_else(|| a * 2.0, |v| v.sin());
    let far = x.get(3).or_else(|| x.last()).map(|v| v.exp()).unwrap_or_default();
    let known = data.get(1).map(|d| d * a).unwrap_or_else(|| a);
    let mut taken = q;
    let t = taken.take().unwrap_or(0.5 * a);
    if taken.is_none() && x.last().is_some_and(|v| *v > a) {
        return both * t;
    }
    if let Some((first, rest)) = x.split_first()
        && let Some((last, _)) = rest.split_last()
    {
        return first * last + both + known;
    }
    both + most * far + known * t
}

crate::programs!(stateful sorted replaced advanced left_early optional);
