// Estimators, likelihoods, regressions, learning.

use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub struct Summary {
    mean: f64,
    variance: f64,
    quartiles: [f64; 3],
    range: (f64, f64),
    n: usize,
}

fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}

fn variance(x: &[f64]) -> f64 {
    let m = mean(x);
    x.iter().map(|v| (v - m) * (v - m)).sum::<f64>() / (x.len() - 1) as f64
}

fn quantile(sorted: &[f64], q: f64) -> f64 {
    let h = q * (sorted.len() - 1) as f64;
    let (lo, hi) = (h.floor() as usize, h.ceil() as usize);
    sorted[lo] + (h - lo as f64) * (sorted[hi] - sorted[lo])
}

fn summary(x: &[f64]) -> Summary {
    let mut sorted = x.to_vec();
    sorted.sort_by(f64::total_cmp);
    let quartiles = [0.25, 0.5, 0.75].map(|q| quantile(&sorted, q));
    let range = (sorted[0], *sorted.last().unwrap());
    Summary { mean: mean(x), variance: variance(x), quartiles, range, n: x.len() }
}

fn welford(x: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let mut n = 0u64;
    let (mut m, mut s) = (0.0, 0.0);
    for v in x {
        n += 1;
        let d = v - m;
        m += d / n as f64;
        s += d * (v - m);
    }
    (m, s / n as f64)
}

fn log_likelihood(x: &[f64], mu: f64, sigma: f64) -> f64 {
    let n = x.len() as f64;
    let ss: f64 = x.iter().map(|&v| ((v - mu) / sigma).powi(2)).sum();
    -0.5 * ss - n * sigma.ln() - 0.5 * n * (2.0 * std::f64::consts::PI).ln()
}

fn mixture(x: &[f64], weights: &[f64], means: &[f64], sds: &[f64]) -> f64 {
    x.iter()
        .map(|v| {
            let terms: Vec<f64> = weights
                .iter()
                .zip(means.iter().zip(sds))
                .map(|(w, (m, s))| w.ln() - s.ln() - 0.5 * ((v - m) / s).powi(2))
                .collect();
            log_sum_exp(&terms)
        })
        .sum()
}

fn log_sum_exp(t: &[f64]) -> f64 {
    let max = t.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    if max.is_infinite() {
        return max;
    }
    max + t.iter().map(|v| (v - max).exp()).sum::<f64>().ln()
}

fn softmax(z: &[f64]) -> Vec<f64> {
    let m = z.iter().copied().reduce(f64::max).unwrap_or(0.0);
    let e: Vec<_> = z.iter().map(|v| (v - m).exp()).collect();
    let total: f64 = e.iter().sum();
    e.into_iter().map(|v| v / total).collect()
}

fn cross_entropy(logits: &[Vec<f64>], labels: &[usize]) -> f64 {
    assert_eq!(logits.len(), labels.len(), "one label each");
    let mut loss = 0.0;
    for (row, &label) in logits.iter().zip(labels) {
        let p = softmax(row);
        loss -= p[label].max(1e-12).ln();
    }
    loss / labels.len() as f64
}

fn ols(x: &[f64], y: &[f64]) -> Option<(f64, f64)> {
    let (mx, my) = (mean(x), mean(y));
    let sxy: f64 = x.iter().zip(y.iter()).map(|(a, b)| (a - mx) * (b - my)).sum();
    let sxx: f64 = x.iter().map(|a| (a - mx).powi(2)).sum();
    if sxx == 0.0 {
        None
    } else {
        let slope = sxy / sxx;
        Some((my - slope * mx, slope))
    }
}

fn residuals<'a>(x: &'a [f64], y: &'a [f64], fit: (f64, f64)) -> Vec<f64> {
    let (a, b) = fit;
    x.iter().zip(y).map(move |(x, y)| y - (a + b * x)).collect()
}

fn r_squared(x: &[f64], y: &[f64]) -> f64 {
    match ols(x, y) {
        None => f64::NAN,
        Some(fit) => {
            let rss = residuals(x, y, fit).iter().map(|r| r * r).sum::<f64>();
            1.0 - rss / (variance(y) * (y.len() as f64 - 1.0))
        }
    }
}

fn logistic(data: &[(Vec<f64>, bool)], w: &[f64], l2: f64) -> f64 {
    let nll: f64 = data
        .iter()
        .map(|(x, label)| {
            let z = w[0] + x.iter().zip(&w[1..]).map(|(a, b)| a * b).sum::<f64>();
            let sign = if *label { 1.0 } else { -1.0 };
            (1.0 + (-sign * z).exp()).ln()
        })
        .sum();
    nll + l2 * w.iter().skip(1).map(|v| v * v).sum::<f64>()
}

#[derive(Clone, Debug)]
pub struct Layer {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
    activation: Activation,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Activation {
    Linear,
    Relu,
    Tanh,
    Leaky(f64),
}

impl Activation {
    fn apply(&self, x: f64) -> f64 {
        match *self {
            Activation::Linear => x,
            Activation::Relu => x.max(0.0),
            Activation::Tanh => x.tanh(),
            Activation::Leaky(a) => {
                if x < 0.0 {
                    a * x
                } else {
                    x
                }
            }
        }
    }
}

impl Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .zip(&self.bias)
            .map(|(row, b)| {
                let z = row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b;
                self.activation.apply(z)
            })
            .collect()
    }

    fn decay(&mut self, rate: f64) {
        for row in &mut self.weights {
            for w in row.iter_mut() {
                *w *= 1.0 - rate;
            }
        }
        self.bias.iter_mut().for_each(|b| *b -= rate * *b);
    }
}

#[derive(Clone, Debug)]
pub struct Net {
    layers: Vec<Layer>,
    dropout: Option<f64>,
}

impl Net {
    fn predict(&self, x: &[f64]) -> Vec<f64> {
        let keep = 1.0 - self.dropout.unwrap_or(0.0);
        self.layers.iter().fold(x.to_vec(), |h, layer| {
            let mut out = layer.forward(&h);
            out.iter_mut().for_each(|v| *v *= keep);
            out
        })
    }

    fn loss(&self, data: &[(Vec<f64>, Vec<f64>)]) -> f64 {
        let mut total = 0.0;
        for (x, y) in data {
            let p = self.predict(x);
            total += p.iter().zip(y).map(|(p, y)| (p - y).powi(2)).sum::<f64>();
        }
        total / data.len() as f64
    }

    fn parameters(&self) -> usize {
        self.layers.iter().map(|l| l.weights.iter().map(Vec::len).sum::<usize>() + l.bias.len()).sum()
    }
}

fn adam(w: &mut [f64], g: &[f64], m: &mut Vec<f64>, v: &mut Vec<f64>, t: i32, rate: f64) {
    const B1: f64 = 0.9;
    const B2: f64 = 0.999;
    for i in 0..w.len() {
        m[i] = B1 * m[i] + (1.0 - B1) * g[i];
        v[i] = B2 * v[i] + (1.0 - B2) * g[i] * g[i];
        let mh = m[i] / (1.0 - B1.powi(t));
        let vh = v[i] / (1.0 - B2.powi(t));
        w[i] -= rate * mh / (vh.sqrt() + 1e-8);
    }
}

fn cholesky(a: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, usize> {
    let n = a.len();
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let s: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            if i == j {
                let d = a[i][i] - s;
                if d <= 0.0 {
                    return Err(i);
                }
                l[i][j] = d.sqrt();
            } else {
                l[i][j] = (a[i][j] - s) / l[j][j];
            }
        }
    }
    Ok(l)
}

fn gaussian_process(x: &[f64], y: &[f64], length: f64, noise: f64) -> Result<f64, usize> {
    let n = x.len();
    let kernel = |a: f64, b: f64| (-0.5 * ((a - b) / length).powi(2)).exp();
    let k: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| kernel(x[i], x[j]) + if i == j { noise } else { 0.0 }).collect()).collect();
    let l = cholesky(&k)?;
    let mut z = Vec::new();
    for i in 0..n {
        let s = (0..i).fold(y[i], |s, j| s - l[i][j] * z[j]);
        z.push(s / l[i][i]);
    }
    let log_det = l.iter().enumerate().map(|(i, row)| row[i].ln()).sum::<f64>();
    Ok(-0.5 * z.iter().map(|v: &f64| v.powi(2)).sum::<f64>() - log_det)
}

fn kernel_density(x: &[f64], at: f64, h: Option<f64>) -> f64 {
    let h = h.unwrap_or_else(|| 1.06 * variance(x).sqrt() * (x.len() as f64).powf(-0.2));
    x.iter().map(|v| (-0.5 * ((at - v) / h).powi(2)).exp()).sum::<f64>() / (x.len() as f64 * h)
}

fn histogram(x: &[f64], bins: usize, lo: f64, hi: f64) -> Vec<usize> {
    let mut counts = vec![0; bins];
    for v in x.iter().filter(|v| **v >= lo && **v < hi) {
        let k = ((v - lo) / (hi - lo) * bins as f64) as usize;
        counts[k] += 1;
    }
    counts
}

fn entropy(counts: &[usize]) -> f64 {
    let total: usize = counts.iter().sum();
    counts
        .iter()
        .filter(|&&c| c > 0)
        .map(|&c| {
            let p = c as f64 / total as f64;
            -p * p.ln()
        })
        .sum()
}

fn autocorrelation(x: &[f64], lag: usize) -> f64 {
    let m = mean(x);
    let num: f64 = x.iter().zip(x.iter().skip(lag)).map(|(a, b)| (a - m) * (b - m)).sum();
    num / x.iter().map(|a| (a - m).powi(2)).sum::<f64>()
}

fn arma(x: &[f64], phi: &[f64], theta: &[f64]) -> f64 {
    let mut e: Vec<f64> = Vec::with_capacity(x.len());
    for t in 0..x.len() {
        let ar: f64 = phi.iter().enumerate().filter_map(|(k, p)| t.checked_sub(k + 1).map(|i| p * x[i])).sum();
        let ma: f64 = theta.iter().zip(e.iter().rev()).map(|(q, e)| q * e).sum();
        e.push(x[t] - ar - ma);
    }
    e.iter().map(|v| v * v).sum()
}

fn garch(r: &[f64], omega: f64, alpha: f64, beta: f64) -> f64 {
    let mut h = omega / (1.0 - alpha - beta);
    let mut ll = 0.0;
    for v in r {
        ll -= 0.5 * (h.ln() + v * v / h);
        h = omega + alpha * v * v + beta * h;
    }
    ll
}

fn spearman(x: &[f64], y: &[f64]) -> f64 {
    fn ranks(x: &[f64]) -> Vec<f64> {
        let mut order: Vec<usize> = (0..x.len()).collect();
        order.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap_or(std::cmp::Ordering::Equal));
        let mut ranks = vec![0.0; x.len()];
        for (rank, i) in order.into_iter().enumerate() {
            ranks[i] = rank as f64 + 1.0;
        }
        ranks
    }
    let (rx, ry) = (ranks(x), ranks(y));
    let d2 = rx.iter().zip(&ry).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
    let n = x.len() as f64;
    1.0 - 6.0 * d2 / (n * (n * n - 1.0))
}

fn kmeans(points: &[[f64; 2]], centers: &mut Vec<[f64; 2]>, rounds: usize) -> f64 {
    let dist = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2);
    let mut inertia = 0.0;
    for _ in 0..rounds {
        let mut sums = vec![([0.0, 0.0], 0usize); centers.len()];
        inertia = 0.0;
        for p in points {
            let (k, d) = centers
                .iter()
                .enumerate()
                .map(|(k, c)| (k, dist(p, c)))
                .min_by(|a, b| a.1.partial_cmp(&b.1).unwrap())
                .unwrap();
            inertia += d;
            sums[k].0[0] += p[0];
            sums[k].0[1] += p[1];
            sums[k].1 += 1;
        }
        for (c, (s, n)) in centers.iter_mut().zip(&sums) {
            if *n > 0 {
                *c = [s[0] / *n as f64, s[1] / *n as f64];
            }
        }
    }
    inertia
}

fn forward_algorithm(pi: &[f64], a: &[Vec<f64>], b: &[Vec<f64>], obs: &[usize]) -> f64 {
    let Some((&first, rest)) = obs.split_first() else { return 0.0 };
    let mut alpha: Vec<f64> = pi.iter().zip(b).map(|(p, row)| p * row[first]).collect();
    let mut ll = 0.0;
    for &o in rest {
        let c: f64 = alpha.iter().sum();
        ll += c.ln();
        alpha =
            (0..pi.len()).map(|j| b[j][o] * alpha.iter().zip(a).map(|(x, row)| x / c * row[j]).sum::<f64>()).collect();
    }
    ll + alpha.iter().sum::<f64>().ln()
}

fn metropolis(start: f64, uniforms: &[(f64, f64)], target: &dyn Fn(f64) -> f64) -> Vec<f64> {
    let mut x = start;
    uniforms
        .iter()
        .map(|&(step, u)| {
            let proposal = x + step - 0.5;
            if u < (target(proposal) / target(x)).min(1.0) {
                x = proposal;
            }
            x
        })
        .collect()
}

fn grouped(keys: &[u32], values: &[f64]) -> f64 {
    let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
    for (k, v) in keys.iter().zip(values) {
        *sums.entry(*k).or_insert(0.0) += *v;
    }
    sums.values().map(|s| s * s).sum()
}

fn weighted_median(mut pairs: Vec<(f64, f64)>) -> f64 {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = pairs.iter().map(|p| p.1).sum::<f64>() / 2.0;
    let mut acc = 0.0;
    for (value, weight) in pairs {
        acc += weight;
        if acc >= half {
            return value;
        }
    }
    f64::NAN
}

fn huber(residuals: &[f64], delta: f64) -> f64 {
    residuals
        .iter()
        .map(|r| match r.abs() {
            a if a <= delta => 0.5 * a * a,
            a => delta * (a - 0.5 * delta),
        })
        .sum()
}

fn poisson(counts: &[u64], rate: f64) -> f64 {
    fn ln_factorial(n: u64) -> f64 {
        (1..=n).map(|k| (k as f64).ln()).sum()
    }
    counts.iter().map(|&k| k as f64 * rate.ln() - rate - ln_factorial(k)).sum()
}
