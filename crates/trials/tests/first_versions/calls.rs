//! Calls as people write them first: of what may give nothing, of what gives lists of tuples, with constant rows, with
//! tuples out of lists, and closures in variables.

use super::held;
use wengert::prelude::*;

#[derive(Debug)]
struct Singular(usize);

#[differentiable]
fn solve<const N: usize>(a: [[f64; N]; N], b: [f64; N]) -> Result<[f64; N], Singular> {
    let mut x = b;
    for i in 0..N {
        if a[i][i] == 0.0 {
            return Err(Singular(i));
        }
        x[i] /= a[i][i];
    }
    Ok(x)
}

#[differentiable]
fn half(a: f64) -> Result<f64, String> {
    if a < 0.0 { Err(format!("{a}")) } else { Ok(0.5 * a.sqrt()) }
}

#[differentiable]
fn told(x: f64, y: f64) -> Result<f64, String> {
    let d = solve([[x, 0.0], [1.0, y]], [1.0, x]).map_err(|e| format!("singular in column {}", e.0))?;
    let h = half(x).map_err(|e| e.len().to_string())?;
    Ok(d[0] * d[1] + h)
}

#[differentiable]
fn asked(x: f64, y: f64) -> Option<f64> {
    let h = half(x).ok().filter(|h| *h > 0.0)?;
    let v: Vec<f64> = [x, -y, y].iter().filter_map(|t| half(*t).ok()).collect();
    let n = [x, -y].iter().filter(|t| half(**t).is_ok()).count() as f64;
    let g = half(y).map(|g| g * x).unwrap_or(0.0) + half(-y).unwrap_or(x) + half(x).map_or(y, |v| v * v);
    let all: Result<Vec<f64>, String> = [x, y].into_iter().map(half).collect();
    let all = all.ok()?;
    let k = if let Ok(k) = half(y) { k } else { return None };
    let m = match half(x + y) {
        Ok(m) => m,
        Err(_) => 0.0,
    };
    Some(h * v[1] + g * n + all[1] * k + m + half(x).and_then(|v| half(v + y)).unwrap())
}

#[test]
fn calls_that_may_give_nothing_need_no_pattern() {
    let y = [0.7, 1.3];
    let (value, (by_x, by_y)) = told::value_and_gradient(y[0], y[1]).unwrap();
    held(&y, |y| told(y[0], y[1]).unwrap(), value, &[by_x, by_y]);
    let (value, (by_x, by_y)) = asked::value_and_gradient(y[0], y[1]).unwrap();
    held(&y, |y| asked(y[0], y[1]).unwrap(), value, &[by_x, by_y]);
    assert!(told::gradient(0.0, 1.0).is_none() && asked::gradient(-0.5, 1.0).is_none());
}

#[differentiable]
fn pairs(x: &[f64]) -> Vec<(f64, f64)> {
    x.windows(2).map(|w| (w[0] * w[1], w[0])).collect()
}

#[differentiable]
fn distance(from: (f64, f64), to: (f64, f64)) -> Option<f64> {
    let d = (to.0 - from.0).hypot(to.1 - from.1);
    if d == 0.0 { None } else { Some(d) }
}

#[differentiable]
fn looked_into(x: &[f64]) -> Option<f64> {
    let &(p, q) = pairs(x).last()?;
    let r = pairs(x);
    let (s, t) = *r.first()?;
    let (u, v) = pairs(x)[1];
    let part: f64 = pairs(x)[1..].iter().map(|&(a, b)| a * b).sum();
    let mut way = 0.0;
    for pair in r.windows(2) {
        way += distance(pair[0], pair[1])?;
    }
    Some(p * q + s * t + pairs(x)[0].1 + u * v + part + way + r.get(1)?.0)
}

#[test]
fn lists_of_tuples_that_calls_give_are_looked_into() {
    let x = [0.3, 0.8, 1.1, -0.4];
    let (value, gradient) = looked_into::value_and_gradient(&x).unwrap();
    held(&x, |x| looked_into(x).unwrap(), value, &gradient);
    assert!(looked_into::gradient(&x[..1]).is_none());
}

#[differentiable]
fn kernel(p: &[f64; 2], a: &[f64], b: &[f64; 2]) -> f64 {
    a.iter().zip(b).map(|(a, b)| p[0] * (a - b * p[1]).powi(2)).sum()
}

#[differentiable]
fn weighted(p: &[f64; 2], #[constant] rows: &[Vec<f64>], #[constant] at: &[([f64; 2], usize)]) -> Option<f64> {
    let scale = half(p[0]).ok()?;
    let near: Vec<f64> = rows.iter().zip(at).map(|(row, (at, _))| kernel(p, row, at)).collect();
    let last = at.iter().map(|(at, k)| kernel(p, at, &[p[1], *k as f64])).last()?;
    Some(near.iter().zip(rows).map(|(n, row)| n * kernel(p, row, &[scale, n * 0.1])).sum::<f64>() * last)
}

#[test]
fn constant_rows_are_passed_where_numbers_are_taken() {
    let (rows, at) = (vec![vec![0.3, 0.1], vec![0.7, -0.4]], [([0.2, 0.5], 1), ([1.2, 0.1], 3)]);
    let p = [0.6, 1.7];
    let (value, gradient) = weighted::value_and_gradient(&p, &rows, &at).unwrap();
    held(&p, |p| weighted(&[p[0], p[1]], &rows, &at).unwrap(), value, &gradient);
}

type State = [f64; 2];

#[differentiable]
fn turning(rate: f64, pull: f64, y: &State) -> State {
    [-rate * y[1], rate * y[0] - pull * y[1]]
}

#[differentiable]
fn step(f: &impl Fn(f64, &State) -> State, t: f64, y: &State, h: f64) -> State {
    let slope = f(t, y);
    let middle: State = std::array::from_fn(|i| y[i] + 0.5 * h * slope[i]);
    let slope = f(t + 0.5 * h, &middle);
    std::array::from_fn(|i| y[i] + h * slope[i])
}

#[differentiable]
fn within(f: &impl Fn(f64, &State) -> State, y0: State, end: f64) -> Result<State, usize> {
    let (mut t, mut y, mut k) = (0.0, y0, 0);
    while t < end {
        if k > 100 {
            return Err(k);
        }
        y = step(f, t, &y, 0.25);
        (t, k) = (t + 0.25, k + 1);
    }
    Ok(y)
}

#[differentiable]
fn carried(rate: f64, pull: f64) -> Option<f64> {
    let rhs = |t: f64, y: &State| turning(rate * (1.0 + t), pull, y);
    let mut y = [1.0, 0.5];
    for k in 0..3 {
        y = step(&rhs, 0.2 * k as f64, &y, 0.2);
    }
    let end = within(&|t, y| turning(rate, pull + t, y), y, 1.0).ok()?;
    Some(end.iter().sum::<f64>() * y[0])
}

#[test]
fn closures_in_variables_give_what_is_expected_of_them() {
    let y = [0.7, 0.3];
    let (value, (by_rate, by_pull)) = carried::value_and_gradient(y[0], y[1]).unwrap();
    held(&y, |y| carried(y[0], y[1]).unwrap(), value, &[by_rate, by_pull]);
}

#[differentiable]
fn transposed<const R: usize, const C: usize>(x: &[[f64; C]; R]) -> [[f64; R]; C] {
    std::array::from_fn(|i| std::array::from_fn(|j| x[j][i]))
}

#[differentiable]
fn table(x: &[f64], f: impl Fn(f64) -> f64) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for (i, v) in x.iter().enumerate() {
        let mut row = vec![f(*v)];
        for j in 1..=i {
            let value = row[j - 1] * rows[i - 1][j - 1];
            row.push(value);
        }
        rows.push(row);
    }
    let mean = rows.iter().flatten().sum::<f64>() / rows.iter().map(Vec::len).sum::<usize>() as f64;
    mean + *rows.last().unwrap().last().unwrap() * rows[1].first().unwrap()
}

#[differentiable]
fn tables(x: &[f64], k: f64, #[constant] times: &[(f64, bool)]) -> f64 {
    let t = transposed(&[[x[0], x[1], k], [1.0, x[2], x[0]]]);
    let mut order: Vec<usize> = (0..times.len()).collect();
    order.sort_by(|&i, &j| times[j].0.partial_cmp(&times[i].0).unwrap_or(std::cmp::Ordering::Equal));
    let inside = x.iter().filter(|v| (0.5..=2.0).contains(*v) || !(..k).contains(*v)).map(|v| v * k).sum::<f64>();
    t[2][0] * t[1][1] + x[order[0]] * x[order[2]] * k + table(x, |v| v * k) + inside
}

#[test]
fn tables_are_asked_for_their_ends_and_lengths() {
    let (y, times) = ([0.7, 1.3, 0.2, 0.9], [(2.0, true), (0.5, false), (3.5, true)]);
    let (value, (mut gradient, by_k)) = tables::value_and_gradient(&y[..3], y[3], &times);
    gradient.push(by_k);
    held(&y, |y| tables(&y[..3], y[3], &times), value, &gradient);
}

#[differentiable]
fn casteljau(points: &[[f64; 2]], t: f64) -> [f64; 2] {
    let mut p = points.to_vec();
    while p.len() > 1 {
        p = p.windows(2).map(|w| [(1.0 - t) * w[0][0] + t * w[1][0], (1.0 - t) * w[0][1] + t * w[1][1]]).collect();
    }
    p[0]
}

#[differentiable]
fn clenshaw(c: &[f64], x: f64) -> f64 {
    let b = c.iter().skip(2).rev().fold((0.0, 0.0), |(p, q), c| (2.0 * x * p - q + c, p)).0;
    let (mut low, mut high);
    if x > 0.5 {
        (low, high) = (b, x);
    } else {
        low = x;
        high = b * x;
    }
    high *= 2.0;
    low += high;
    c[0] + low * high
}

#[differentiable]
fn stages(rhs: impl Fn(&[f64]) -> Vec<f64>, y: &[f64]) -> f64 {
    let mut k: Vec<Vec<f64>> = Vec::new();
    for j in 0..3 {
        let moved: Vec<f64> = match k.last() {
            Some(k) => y.iter().zip(k).map(|(y, k)| y + 0.1 * j as f64 * k).collect(),
            None => y.to_vec(),
        };
        k.push(rhs(&moved));
    }
    let paired: f64 = k.chunks(2).map(|c| c[0][0] * c[c.len() - 1][1]).sum();
    let whole: f64 = k.chunks_exact(2).map(|c| c.iter().map(|r| r[0] * r[1]).sum::<f64>()).sum();
    paired + whole + rhs(y).iter().zip(rhs(&k[2])).map(|(a, b)| a * b).sum::<f64>() + rhs(&k[1])[1]
}

#[differentiable]
fn curves(x: &[f64], t: f64) -> f64 {
    let p = casteljau(&[[x[0], x[1]], [x[2], t], [1.0, x[0]]], t);
    p[0] * p[1] + clenshaw(x, 0.4) + clenshaw(x, 0.7) + stages(|v| vec![v[1] * t, v[0] * v[2], v[1] - x[0]], x)
}

#[test]
fn rows_go_in_windows_and_chunks() {
    let y = [0.7, 1.3, 0.2, 0.4];
    let (value, (mut gradient, by_t)) = curves::value_and_gradient(&y[..3], y[3]);
    gradient.push(by_t);
    held(&y, |y| curves(&y[..3], y[3]), value, &gradient);
}

#[differentiable]
fn fitted(model: impl Fn(f64, [f64; 2]) -> (f64, [f64; 2]), t: &[f64], p: [f64; 2]) -> f64 {
    let cost: f64 = t.iter().map(|&t| (model(t, p).0 - 1.0).powi(2)).sum();
    let slope = model(t[0], p).1[1];
    let (value, by_p) = model(t[1], [cost, slope]);
    model(value, by_p).0 + by_p[0]
}

#[differentiable]
fn decay(t: &[f64], p: [f64; 2], w: f64) -> f64 {
    let model = |t: f64, [a, k]: [f64; 2]| {
        let e = (-k * t * w).exp();
        (a * e, [e, -a * t * e])
    };
    fitted(model, t, p)
}

#[test]
fn parts_are_taken_of_what_a_passed_function_gives() {
    let y = [0.3, 0.8, 1.2, 0.4, 1.1];
    let (value, (by_t, by_p, by_w)) = decay::value_and_gradient(&y[..2], [y[2], y[3]], y[4]);
    held(&y, |y| decay(&y[..2], [y[2], y[3]], y[4]), value, &[&by_t[..], &by_p, &[by_w]].concat());
}

#[differentiable]
fn grid(u: &[Vec<f64>], source: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let mut half = vec![vec![0.0; 3]; 2];
    for i in 0..2 {
        for j in 0..3 {
            half[i][j] = u[i][j] * u[i][j] + source(i, j);
        }
    }
    let mut next = vec![vec![-1.0; 3]; half[1].len() - 1];
    for (i, row) in next.iter_mut().enumerate() {
        let right: Vec<f64> = (0..3).map(|j| half[i].get(j + 1).copied().unwrap_or(0.5) * half[i][j]).collect();
        row.copy_from_slice(&right);
    }
    next
}

#[differentiable]
fn heated(x: &[f64], strength: f64) -> f64 {
    let rows = vec![x[..3].to_vec(), x[3..].to_vec()];
    let next = grid(&rows, |i, j| if (i, j) == (1, 1) { strength } else { 0.1 });
    next[0][1] * next[1][2] + next[1][0]
}

#[test]
fn rows_of_numbers_stay_such_beside_functions() {
    let y = [0.3, 0.8, 1.2, 0.4, 1.1, 0.7, 0.9];
    let (value, (mut gradient, by_strength)) = heated::value_and_gradient(&y[..6], y[6]);
    gradient.push(by_strength);
    held(&y, |y| heated(&y[..6], y[6]), value, &gradient);
}

/// Rows change places: what stands where is given beside the numbers.
#[differentiable]
fn eliminated(mut a: Vec<Vec<f64>>) -> (Vec<Vec<f64>>, Vec<usize>, f64) {
    let n = a.len();
    let mut order: Vec<usize> = (0..n).collect();
    let mut sign = 1.0;
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs())).unwrap();
        if pivot != k {
            a.swap(k, pivot);
            order.swap(k, pivot);
            sign = -sign;
        }
        for i in k + 1..n {
            a[i][k] /= a[k][k];
            for j in k + 1..n {
                let t = a[i][k] * a[k][j];
                a[i][j] -= t;
            }
        }
    }
    (a, order, sign)
}

#[differentiable]
fn forward_solved(lu: &[Vec<f64>], #[constant] order: &[usize], b: &[f64]) -> Vec<f64> {
    let mut x: Vec<f64> = order.iter().map(|&k| b[k]).collect();
    for i in 0..b.len() {
        let s: f64 = lu[i][..i].iter().zip(&x[..i]).map(|(l, v)| l * v).sum();
        x[i] -= s;
    }
    x
}

#[differentiable]
fn pivoted(a: &[Vec<f64>], b: &[f64], rounds: usize) -> f64 {
    let mut s = 0.0;
    let mut b = b.to_vec();
    for _ in 0..rounds {
        let (lu, order, sign) = eliminated(a.to_vec());
        b = forward_solved(&lu, &order, &b);
        s += sign * lu[0][0] * b[order[0]] * order.len() as f64;
    }
    s
}

fn drawn(n: usize, seed: &mut u32) -> Vec<usize> {
    (0..n)
        .map(|_| {
            *seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (*seed >> 16) as usize % n
        })
        .collect()
}

#[differentiable]
fn resampled(values: &[f64], rounds: usize) -> f64 {
    let mut seed = 2024u32;
    let sums: Vec<f64> = (0..rounds)
        .map(|_| {
            let chosen = drawn(values.len(), &mut seed);
            chosen.iter().map(|&i| values[i] * values[chosen[0]]).sum()
        })
        .collect();
    sums.iter().map(|s| s * s).sum()
}

#[test]
fn integers_are_given_beside_numbers() {
    let x = [0.3, 2.0, 1.2, 0.4, 0.7, -0.6];
    let rows = |x: &[f64]| vec![x[..2].to_vec(), x[2..4].to_vec()];
    let (value, (by_a, by_b)) = pivoted::value_and_gradient(&rows(&x), &x[4..], 2);
    held(&x, |x| pivoted(&rows(x), &x[4..], 2), value, &[by_a.concat(), by_b].concat());
    let (value, by_x) = resampled::value_and_gradient(&x, 3);
    held(&x, |x| resampled(x, 3), value, &by_x);
}
