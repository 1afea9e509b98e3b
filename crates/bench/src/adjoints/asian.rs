//! An arithmetic average option by Monte Carlo.

use wengert::differentiable;

pub use crate::hand::asian as by_hand;

/// Price of an arithmetic average call; `normals` holds `steps` standard normal draws for each path.
#[differentiable]
pub fn asian(
    spot: f64,
    rate: f64,
    volatility: f64,
    time: f64,
    strike: f64,
    #[constant] normals: &[f64],
    steps: usize,
) -> f64 {
    let paths = normals.len() / steps;
    let dt = time / steps as f64;
    let drift = (rate - 0.5 * volatility * volatility) * dt;
    let diffusion = volatility * dt.sqrt();
    let mut total = 0.0;
    for path in 0..paths {
        let mut price = spot;
        let mut sum = 0.0;
        for step in 0..steps {
            price *= (drift + diffusion * normals[path * steps + step]).exp();
            sum += price;
        }
        let payoff = sum / steps as f64 - strike;
        if payoff > 0.0 {
            total += payoff;
        }
    }
    total * (-rate * time).exp() / paths as f64
}

/// [`asian()`] with the average price along a path as a function.
#[differentiable]
pub fn split(
    spot: f64,
    rate: f64,
    volatility: f64,
    time: f64,
    strike: f64,
    #[constant] normals: &[f64],
    steps: usize,
) -> f64 {
    let paths = normals.len() / steps;
    let dt = time / steps as f64;
    let drift = (rate - 0.5 * volatility * volatility) * dt;
    let diffusion = volatility * dt.sqrt();
    let mut total = 0.0;
    for path in 0..paths {
        let payoff = average(spot, drift, diffusion, &normals[path * steps..(path + 1) * steps]) - strike;
        if payoff > 0.0 {
            total += payoff;
        }
    }
    total * (-rate * time).exp() / paths as f64
}

/// The average price along a path.
#[differentiable]
pub fn average(spot: f64, drift: f64, diffusion: f64, #[constant] normals: &[f64]) -> f64 {
    let mut price = spot;
    let mut sum = 0.0;
    for step in 0..normals.len() {
        price *= (drift + diffusion * normals[step]).exp();
        sum += price;
    }
    sum / normals.len() as f64
}

/// [`asian()`] over chunks in place of indices.
#[differentiable]
pub fn chunked(
    spot: f64,
    rate: f64,
    volatility: f64,
    time: f64,
    strike: f64,
    #[constant] normals: &[f64],
    steps: usize,
) -> f64 {
    let dt = time / steps as f64;
    let drift = (rate - 0.5 * volatility * volatility) * dt;
    let diffusion = volatility * dt.sqrt();
    let mut total = 0.0;
    for path in normals.chunks_exact(steps) {
        let mut price = spot;
        let mut sum = 0.0;
        for &z in path {
            price *= (drift + diffusion * z).exp();
            sum += price;
        }
        let payoff = sum / steps as f64 - strike;
        if payoff > 0.0 {
            total += payoff;
        }
    }
    total * (-rate * time).exp() / (normals.len() / steps) as f64
}
