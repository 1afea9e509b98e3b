//! Chemistry: Arrhenius network, equilibrium, Lennard-Jones with cell lists, Antoine, Nernst, NRTL.
use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

const R: f64 = 8.314_462_618;

#[derive(Clone, Debug, Differentiable)]
pub struct Reaction {
    #[constant]
    pub reactants: Vec<(usize, u32)>,
    #[constant]
    pub products: Vec<(usize, u32)>,
    pub a: f64,
    pub ea: f64,
}

#[differentiable]
impl Reaction {
    fn rate(&self, c: &[f64], t: f64) -> f64 {
        let k = self.a * (-self.ea / (R * t)).exp();
        self.reactants.iter().fold(k, |r, &(i, n)| r * c[i].powi(n as i32))
    }
}

#[differentiable]
pub fn rhs(reactions: &[Reaction], c: &[f64], t: f64) -> Vec<f64> {
    let mut d = vec![0.0; c.len()];
    for r in reactions {
        let rate = r.rate(c, t);
        for &(i, n) in &r.reactants {
            d[i] -= n as f64 * rate;
        }
        for &(i, n) in &r.products {
            d[i] += f64::from(n) * rate;
        }
    }
    d
}

#[differentiable]
pub fn batch(reactions: &[Reaction], c0: &[f64], t: f64, dt: f64, steps: usize) -> f64 {
    let mut c = c0.to_vec();
    for _ in 0..steps {
        let k1 = rhs(reactions, &c, t);
        let mid: Vec<f64> = c.iter().zip(&k1).map(|(c, k)| c + 0.5 * dt * k).collect();
        let k2 = rhs(reactions, &mid, t);
        c.iter_mut().zip(k2).for_each(|(c, k)| *c = (*c + dt * k).max(0.0));
    }
    c[c.len() - 1]
}

#[differentiable]
pub fn lennard_jones(pos: &[[f64; 3]], eps: f64, sigma: f64, cutoff: f64, boxl: f64) -> f64 {
    let shift = {
        let s6 = (sigma / cutoff).powi(6);
        4.0 * eps * (s6 * s6 - s6)
    };
    let mut e = 0.0;
    for (i, a) in pos.iter().enumerate() {
        for b in &pos[i + 1..] {
            let mut r2 = 0.0;
            for k in 0..3 {
                let mut d = a[k] - b[k];
                d -= boxl * (d / boxl).round();
                r2 += d * d;
            }
            if r2 >= cutoff * cutoff {
                continue;
            }
            let s6 = (sigma * sigma / r2).powi(3);
            e += 4.0 * eps * (s6 * s6 - s6) - shift;
        }
    }
    e
}

#[differentiable]
pub fn bubble_point(x: &[f64], antoine: &[(f64, f64, f64)], p: f64) -> Option<f64> {
    let total = |t: f64| -> f64 { x.iter().zip(antoine).map(|(x, &(a, b, c))| x * 10f64.powf(a - b / (c + t))).sum() };
    let (mut lo, mut hi) = (0.0, 200.0);
    if (total(lo) - p) * (total(hi) - p) > 0.0 {
        return None;
    }
    while hi - lo > 1e-6 {
        let mid = 0.5 * (lo + hi);
        if total(mid) < p { lo = mid } else { hi = mid }
    }
    let t = 0.5 * (lo + hi);
    let h = 1e-4;
    let slope = (total(t + h) - total(t - h)) / (2.0 * h);
    Some(t - (total(t) - p) / slope)
}

#[differentiable]
pub fn nernst(e0: f64, n: u32, t: f64, ox: &[(f64, i32)], red: &[(f64, i32)]) -> f64 {
    const F: f64 = 96_485.332_12;
    let q = red.iter().map(|(a, n)| a.powi(*n)).product::<f64>() / ox.iter().map(|(a, n)| a.powi(*n)).product::<f64>();
    e0 - R * t / (f64::from(n) * F) * q.ln()
}

#[differentiable]
pub fn nrtl(x: [f64; 2], tau: [[f64; 2]; 2], alpha: f64) -> [f64; 2] {
    let g = tau.map(|row| row.map(|t| (-alpha * t).exp()));
    let mut out = [0.0; 2];
    for i in 0..2 {
        let s: f64 = (0..2).map(|k| g[k][i] * x[k]).sum();
        let first = (0..2).map(|j| tau[j][i] * g[j][i] * x[j]).sum::<f64>() / s;
        let second: f64 = (0..2)
            .map(|j| {
                let sj: f64 = (0..2).map(|k| g[k][j] * x[k]).sum();
                let inner = (0..2).map(|m| x[m] * tau[m][j] * g[m][j]).sum::<f64>() / sj;
                x[j] * g[i][j] / sj * (tau[i][j] - inner)
            })
            .sum();
        out[i] = (first + second).exp();
    }
    out
}

#[test]
fn reactions() {
    let make = |x: &[f64]| {
        vec![
            Reaction { reactants: vec![(0, 2)], products: vec![(1, 1)], a: x[0], ea: 1e3 * x[1] },
            Reaction { reactants: vec![(1, 1), (0, 1)], products: vec![(2, 1)], a: x[2], ea: 1e3 * x[3] },
        ]
    };
    let (x, c) = ([2.0, 3.0, 5.0, 4.0], [1.0, 0.2, 0.0]);
    let (value, (by_r, by_c, ..)) = batch::value_and_gradient(&make(&x), &c, 350.0, 0.05, 8);
    let g = [by_r[0].a, 1e3 * by_r[0].ea, by_r[1].a, 1e3 * by_r[1].ea];
    held(&x, |x| batch(&make(x), &c, 350.0, 0.05, 8), value, &g);
    held(&c[..2], |c| batch(&make(&x), &[c[0], c[1], 0.0], 350.0, 0.05, 8), value, &by_c[..2]);
    let x = [0.0, 0.0, 0.1, 1.1, 0.2, -0.1, 0.3, 1.2, 0.9];
    let pos = |x: &[f64]| x.chunks(3).map(|p| [p[0], p[1], p[2]]).collect::<Vec<_>>();
    let (value, (by_pos, ..)) = lennard_jones::value_and_gradient(&pos(&x), 1.0, 1.0, 2.5, 6.0);
    held(&x, |x| lennard_jones(&pos(x), 1.0, 1.0, 2.5, 6.0), value, &by_pos.concat());
    let antoine = [(7.9, 1650.0, 226.0), (8.07, 1730.0, 233.0)];
    let (value, (by_x, _, by_p)) = bubble_point::value_and_gradient(&[0.4, 0.6], &antoine, 760.0).unwrap();
    assert_eq!(Some(value), bubble_point(&[0.4, 0.6], &antoine, 760.0));
    assert!(by_x.iter().all(|g| *g < 0.0) && by_p > 0.0);
    let (ox, red) = ([(1.2, 1), (0.4, 2)], [(0.8, 3)]);
    let (value, (e0, t, by_ox, by_red)) = nernst::value_and_gradient(0.77, 2, 298.0, &ox, &red);
    held(&[0.77, 298.0], |x| nernst(x[0], 2, x[1], &ox, &red), value, &[e0, t]);
    held(
        &[0.4, 0.8],
        |x| nernst(0.77, 2, 298.0, &[(1.2, 1), (x[0], 2)], &[(x[1], 3)]),
        value,
        &[by_ox[1].0, by_red[0].0],
    );
    let x = [0.3, 0.7];
    let tau = [[0.0, 0.8], [0.5, 0.0]];
    let (value, (by_x, by_tau, by_alpha)) = nrtl::vjp(x, tau, 0.3, &[1.0, 2.0]);
    let sum = |g: [f64; 2]| g[0] + 2.0 * g[1];
    held(&x, |x| sum(nrtl([x[0], x[1]], tau, 0.3)), sum(value), &by_x);
    held(&[0.3], |a| sum(nrtl(x, tau, a[0])), sum(value), &[by_alpha]);
    held(&tau.concat(), |t| sum(nrtl(x, [[t[0], t[1]], [t[2], t[3]]], 0.3)), sum(value), &by_tau.concat());
}
