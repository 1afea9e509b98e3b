//! Lists of references to constants: filtered, sorted, taken of parts, of several lists.

use super::held;
use wengert::prelude::*;

#[derive(Clone, Debug)]
struct Subject {
    time: f64,
    event: bool,
    covariates: Vec<f64>,
}

#[derive(Clone, Debug)]
struct Study {
    arms: Vec<Vec<Subject>>,
    all: Vec<Subject>,
    held_out: Vec<Subject>,
}

fn eta(s: &Subject, beta: &[f64]) -> f64 {
    s.covariates.iter().zip(beta).map(|(x, b)| x * b).sum()
}

#[differentiable]
fn partial_likelihood(beta: &[f64], #[constant] subjects: &[Subject]) -> f64 {
    let mut order: Vec<&Subject> = subjects.iter().collect();
    order.sort_by(|a, b| b.time.partial_cmp(&a.time).unwrap());
    let (mut risk, mut sum) = (0.0, 0.0);
    for s in order {
        risk += eta(s, beta).exp();
        if s.event {
            sum += eta(s, beta) - risk.ln();
        }
    }
    sum
}

/// Parts of the list: what they begin with is part of the index.
#[differentiable]
fn of_the_later(beta: &[f64], #[constant] subjects: &[Subject]) -> f64 {
    let later: Vec<&Subject> = subjects[2..].iter().rev().filter(|s| s.time > 0.5).collect();
    let pairs: Vec<(usize, &Subject)> = subjects.iter().enumerate().skip(1).step_by(2).collect();
    let first = later.iter().map(|s| eta(s, beta).tanh()).sum::<f64>();
    first * pairs.iter().map(|(k, s)| (*k as f64 + 1.0) * eta(s, beta)).sum::<f64>()
}

#[differentiable]
fn of_a_field(beta: &[f64], #[constant] study: &Study) -> f64 {
    let mut chosen: Vec<&Subject> = Vec::new();
    for s in &study.all {
        if s.event {
            chosen.push(s);
        }
    }
    chosen.swap(0, 1);
    chosen.dedup_by(|a, b| a.time == b.time);
    let last = chosen.pop().map_or(0.0, |s| eta(s, beta).sin());
    chosen.iter().enumerate().map(|(k, s)| eta(s, beta).powi(k as i32 + 1)).sum::<f64>() + last
}

/// What leads into several lists, or is looked at before anything is in it, is copied.
#[differentiable]
fn of_several(beta: &[f64], #[constant] study: &Study) -> f64 {
    let mut best: Vec<&Subject> = study.arms.iter().map(|arm| &arm[0]).collect();
    best.push(&study.all[1]);
    let mut distinct: Vec<&Subject> = Vec::new();
    for s in &study.all {
        if distinct.iter().all(|d| d.covariates[0] != s.covariates[0]) {
            distinct.push(s);
        }
    }
    let sum = |list: &[&Subject]| list.iter().map(|s| eta(s, beta).cos()).sum::<f64>();
    sum(&best) * sum(&distinct)
}

#[differentiable]
fn of_both(beta: &[f64], #[constant] study: &Study) -> f64 {
    let mut both: Vec<&Subject> = vec![];
    for (s, t) in study.all.iter().zip(&study.held_out) {
        both.push(s);
        both.push(t);
    }
    both.iter().enumerate().map(|(k, s)| eta(s, beta) * k as f64).sum()
}

#[differentiable]
fn of_either(beta: &[f64], #[constant] study: &Study) -> f64 {
    let chosen: Vec<&Subject> =
        if beta[1] > 0.0 { study.all.iter().collect() } else { study.held_out.iter().filter(|s| s.event).collect() };
    chosen.iter().map(|s| eta(s, beta).cos()).sum()
}

/// Each iteration has a list of its own.
#[differentiable]
fn of_each_arm(beta: &[f64], #[constant] study: &Study) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        let mut near: Vec<&Subject> = study.all.iter().filter(|s| s.covariates.len() > k).collect();
        near.sort_by(|a, b| a.covariates[k].total_cmp(&b.covariates[k]));
        near.truncate(3);
        let middle = near[near.len() / 2];
        sum += near.iter().map(|s| eta(s, beta)).product::<f64>() + eta(middle, beta).exp();
    }
    sum
}

#[test]
fn references_in_lists() {
    let subject = |k: usize| {
        let x = |i: usize| ((3 * k + 7 * i) as f64).sin();
        Subject { time: (1.7 * k as f64).cos(), event: k % 3 != 1, covariates: (0..2 + k % 2).map(x).collect() }
    };
    let subjects: Vec<Subject> = (0..9).map(subject).collect();
    let study = Study {
        arms: subjects.chunks(3).map(<[Subject]>::to_vec).collect(),
        all: subjects.clone(),
        held_out: subjects[4..].to_vec(),
    };
    let beta = [0.4, -0.7, 0.2];
    held(|x| partial_likelihood(x, &subjects), |x| partial_likelihood::value_and_gradient(x, &subjects), &beta);
    held(|x| of_the_later(x, &subjects), |x| of_the_later::value_and_gradient(x, &subjects), &beta);
    held(|x| of_a_field(x, &study), |x| of_a_field::value_and_gradient(x, &study), &beta);
    held(|x| of_several(x, &study), |x| of_several::value_and_gradient(x, &study), &beta);
    held(|x| of_both(x, &study), |x| of_both::value_and_gradient(x, &study), &beta);
    for beta in [beta, [0.4, 0.7, 0.2]] {
        held(|x| of_either(x, &study), |x| of_either::value_and_gradient(x, &study), &beta);
    }
    held(|x| of_each_arm(x, &study), |x| of_each_arm::value_and_gradient(x, &study), &beta);
}
