//! The sampler nuts-rs on functions with `#[differentiable]`.

use nuts_rs::{CpuLogpFunc, DiagNutsSettings, HashMapConfig, HashMapValue, LogpError, Sampler, SamplerWaitResult};
use std::sync::Arc;
use std::time::Duration;
use wengert::Workspace;
use wengert::adapters::nuts::{Constraint, Posterior};
use wengert::prelude::*;

/// Nine numbers with all kinds of constraints; not finite for a scale of 100 and more.
#[differentiable]
fn density(p: &[f64]) -> f64 {
    -0.5 * (p[0] - p[1]).powi(2) / p[1] - p[1].ln() - p[2] * p[3]
        + p[4].sin() * p[5]
        + (100.0 - p[1]).sqrt()
        + p[6] * p[7]
}

fn all_kinds() -> Posterior<impl Fn(&[f64], &mut [f64], &mut Workspace) -> f64 + Clone> {
    Posterior::new(|p: &[f64], g: &mut [f64], ws: &mut Workspace| density::value_and_gradient_into(p, g, ws))
        .parameter("location", Constraint::Free)
        .parameter("scale", Constraint::Above(0.0))
        .parameter("below", Constraint::Below(-2.0))
        .parameter("share", Constraint::Between(-1.0, 3.0))
        .parameter("cuts", Constraint::Ordered(2))
        .parameter("parts", Constraint::Simplex(3))
}

/// Gradients against differences.
#[test]
fn gradients_through_constraints() {
    let mut model = all_kinds().density();
    let u = [0.3, 0.2, -0.4, 0.7, -0.5, 0.1, 0.6, -0.8];
    let mut g = [0.0; 8];
    model.logp(&u, &mut g).unwrap();
    for j in 0..u.len() {
        let mut at = |h: f64| {
            let mut moved = u;
            moved[j] += h;
            model.logp(&moved, &mut [0.0; 8]).unwrap()
        };
        let h = 1e-5;
        let difference = (at(h) - at(-h)) / (2.0 * h);
        assert!((difference - g[j]).abs() < 1e-8, "{j}: {difference} is not {}", g[j]);
    }
    let x = model.constrained(&u);
    assert!(x[1] > 0.0 && x[2] < -2.0 && (-1.0..3.0).contains(&x[3]) && x[4] < x[5]);
    assert!((x[6] + x[7] + x[8] - 1.0).abs() < 1e-15 && x[6] > 0.0);
}

/// Determinants against those of Jacobians by differences.
#[test]
fn the_determinants_are_those_of_the_jacobians() {
    let zero = |_: &[f64], g: &mut [f64], _: &mut Workspace| {
        g.fill(0.0);
        0.0
    };
    for (constraint, free) in [
        (Constraint::Above(1.0), 1),
        (Constraint::Below(1.0), 1),
        (Constraint::Between(-1.0, 4.0), 1),
        (Constraint::Ordered(3), 3),
        (Constraint::Simplex(4), 3),
    ] {
        let mut model = Posterior::new(zero).parameter("p", constraint).density();
        let u = &[0.3, -0.7, 0.4][..free];
        let value = model.logp(u, &mut vec![0.0; free]).unwrap();
        let moved = |j: usize, h: f64| {
            let mut moved = u.to_vec();
            moved[j] += h;
            model.constrained(&moved)
        };
        // Of the parts of one the last follows from the others.
        let entry = |i: usize, j: usize| (moved(j, 1e-5)[i] - moved(j, -1e-5)[i]) / 2e-5;
        let determinant = nalgebra::DMatrix::from_fn(free, free, entry).determinant().abs().ln();
        assert!((determinant - value).abs() < 1e-8, "{constraint:?}: {determinant} is not {value}");
    }
}

#[test]
fn divergences_are_recoverable() {
    let mut model = all_kinds().density();
    let mut u = [0.0; 8];
    u[1] = 5.0;
    let error = model.logp(&u, &mut [0.0; 8]).unwrap_err();
    assert!(error.is_recoverable());
    assert_eq!(error.to_string(), "the log-density is NaN");
    u[1] = 0.0;
    assert!(model.logp(&u, &mut [0.0; 8]).is_ok());
}

#[test]
#[should_panic(expected = "two parameters are called `p`")]
fn names_are_not_used_twice() {
    let density = |p: &[f64], g: &mut [f64], ws: &mut Workspace| density::value_and_gradient_into(p, g, ws);
    let _ = Posterior::new(density).parameter("p", Constraint::Free).parameter("p", Constraint::Free);
}

/// Counts 3, 5 and 4 of a Poisson process with the prior gamma(2, 1): the posterior of the rate is gamma(14, 4).
#[differentiable]
fn poisson(p: &[f64]) -> f64 {
    p[0].ln() - p[0] + 12.0 * p[0].ln() - 3.0 * p[0]
}

#[test]
fn the_posterior_of_a_rate() {
    let model =
        Posterior::new(|p: &[f64], g: &mut [f64], ws: &mut Workspace| poisson::value_and_gradient_into(p, g, ws))
            .parameter("rate", Constraint::Above(0.0));
    let mut settings = DiagNutsSettings::default();
    (settings.num_chains, settings.num_tune, settings.num_draws, settings.seed) = (4, 500, 2000, 7);
    let mut sampler = Sampler::new(Arc::new(model), settings, HashMapConfig::new(), 2, None).unwrap();
    let traces = loop {
        match sampler.wait_timeout(Duration::from_secs(60)) {
            SamplerWaitResult::Trace(traces) => break traces,
            SamplerWaitResult::Timeout(again) => sampler = again,
            SamplerWaitResult::Err(error, _) => panic!("{error}"),
        }
    };
    let mut draws = Vec::new();
    for chain in &traces {
        let HashMapValue::F64(values) = &chain.draws["rate"] else { panic!("numbers") };
        draws.extend_from_slice(&values[values.len() - 2000..]);
    }
    let n = draws.len() as f64;
    let mean = draws.iter().sum::<f64>() / n;
    let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    // 14/4 and 14/16. If 1000 of the 8000 draws were independent, the errors would be 0.03 and 0.05.
    assert!((mean - 3.5).abs() < 0.12, "{mean}");
    assert!((variance - 0.875).abs() < 0.2, "{variance}");
}
