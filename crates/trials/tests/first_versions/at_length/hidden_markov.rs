//! Hidden Markov models: forward algorithm and best path.

use wengert::prelude::*;

pub(super) struct Hmm<'a> {
    pub(super) observations: &'a [usize],
    pub(super) states: usize,
    pub(super) symbols: usize,
}

fn softmax(row: &[f64]) -> Vec<f64> {
    let m = row.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = row.iter().map(|v| (v - m).exp()).collect();
    let total: f64 = exps.iter().sum();
    exps.into_iter().map(|e| e / total).collect()
}

fn logsumexp(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let m = values.clone().fold(f64::NEG_INFINITY, f64::max);
    if m.is_infinite() {
        return m;
    }
    m + values.map(|v| (v - m).exp()).sum::<f64>().ln()
}

#[differentiable]
pub(super) fn forward_log_likelihood(
    init: &[f64],
    trans: &[Vec<f64>],
    emit: &[Vec<f64>],
    #[constant] hmm: &Hmm<'_>,
) -> f64 {
    let pi = softmax(init);
    let a: Vec<Vec<f64>> = trans.iter().map(|r| softmax(r)).collect();
    let b: Vec<Vec<f64>> = emit.iter().map(|r| softmax(r)).collect();
    let mut alpha: Vec<f64> = (0..hmm.states).map(|s| pi[s].ln() + b[s][hmm.observations[0]].ln()).collect();
    for &o in &hmm.observations[1..] {
        let next: Vec<f64> = (0..hmm.states)
            .map(|j| {
                let terms = (0..hmm.states).map(|i| alpha[i] + a[i][j].ln());
                logsumexp(terms) + b[j][o].ln()
            })
            .collect();
        alpha = next;
    }
    logsumexp(alpha.iter().copied())
}

#[differentiable]
pub(super) fn viterbi_score(init: &[f64], trans: &[Vec<f64>], emit: &[Vec<f64>], #[constant] obs: &[usize]) -> f64 {
    let n = init.len();
    let mut best = vec![0.0; n];
    for s in 0..n {
        best[s] = init[s] + emit[s][obs[0]];
    }
    let mut back = vec![vec![0usize; n]; obs.len()];
    for (t, &o) in obs.iter().enumerate().skip(1) {
        let mut next = vec![f64::NEG_INFINITY; n];
        for j in 0..n {
            for i in 0..n {
                let v = best[i] + trans[i][j];
                if v > next[j] {
                    next[j] = v;
                    back[t][j] = i;
                }
            }
            next[j] += emit[j][o];
        }
        std::mem::swap(&mut best, &mut next);
    }
    let (mut k, mut top) = (0, best[0]);
    for (i, v) in best.iter().enumerate() {
        if *v > top {
            top = *v;
            k = i;
        }
    }
    let mut path = vec![k];
    for t in (1..obs.len()).rev() {
        k = back[t][k];
        path.push(k);
    }
    path.reverse();
    top + 0.01 * path.iter().map(|&s| init[s]).sum::<f64>()
}
