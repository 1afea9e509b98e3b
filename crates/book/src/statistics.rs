//! Statistics: does coaching help, in eight schools? A hierarchical model, sampled by Hamiltonian Monte Carlo.

use crate::Failure;
use crate::noise::Noise;
use picture::{Axis, Beside, COLOURS, Chart, Colour, INK, PALE, Panel, Scene, line, words};
use wengert::Workspace;
use wengert::prelude::*;

// [data]
/// Gains in points, and their standard errors (Rubin 1981).
const GAINS: [f64; 8] = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
const ERRORS: [f64; 8] = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
// [/data]

// [density]
/// The logarithm of the posterior density of the mean gain, the logarithm of the spread, and a standard normal number
/// for each school, up to a constant.
#[differentiable]
fn density(q: &[f64], #[constant] gains: &[f64], #[constant] errors: &[f64]) -> f64 {
    let (mean, spread) = (q[0], q[1].exp());
    // Priors: normal for the mean, half of Cauchy's for the spread; its logarithm is what moves, hence `+ q[1]`.
    let mut sum = -0.5 * (mean / 10.0).powi(2) - (1.0 + (spread / 10.0).powi(2)).ln() + q[1];
    for i in 0..gains.len() {
        let school = mean + spread * q[2 + i];
        sum -= 0.5 * q[2 + i].powi(2) + 0.5 * ((gains[i] - school) / errors[i]).powi(2);
    }
    sum
}
// [/density]

// [sampler]
/// Draws: from each point, a path of `steps` leaps with a random momentum; its end is taken or refused by its energy.
fn sample(draws: usize, steps: usize, leap: f64) -> (Vec<Vec<f64>>, f64) {
    let n = 2 + GAINS.len();
    let (mut noise, mut workspace) = (Noise::new(7), Workspace::new());
    let mut force = vec![0.0; n];
    let mut at =
        |q: &[f64], force: &mut [f64]| density::value_and_gradient_into(q, &GAINS, &ERRORS, force, &mut workspace);
    let mut q = vec![0.0; n];
    let mut value = at(&q, &mut force);
    let (mut all, mut taken) = (Vec::new(), 0);
    for _ in 0..draws {
        let mut p: Vec<f64> = (0..n).map(|_| noise.normal()).collect();
        let (mut next, mut pull, mut reached) = (q.clone(), force.clone(), value);
        let energy = |value: f64, p: &[f64]| 0.5 * p.iter().map(|p| p * p).sum::<f64>() - value;
        let before = energy(value, &p);
        for _ in 0..steps {
            p.iter_mut().zip(&pull).for_each(|(p, f)| *p += 0.5 * leap * f);
            next.iter_mut().zip(&p).for_each(|(q, p)| *q += leap * p);
            reached = at(&next, &mut pull);
            p.iter_mut().zip(&pull).for_each(|(p, f)| *p += 0.5 * leap * f);
        }
        if noise.uniform() < (before - energy(reached, &p)).exp() {
            (q, force, value) = (next, pull, reached);
            taken += 1;
        }
        all.push(q.clone());
    }
    (all, f64::from(taken) / draws as f64)
}
// [/sampler]

/// The mean and the bounds of the middle 80 %.
fn summary(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let at = |part: f64| values[(part * (values.len() - 1) as f64) as usize];
    [values.iter().sum::<f64>() / values.len() as f64, at(0.1), at(0.9)]
}

/// The picture: what each school reported, and what the model makes of it.
///
/// # Errors
/// If too few paths are taken.
pub fn draw() -> Result<Scene, Failure> {
    let (draws, taken) = sample(4000, 10, 0.22);
    if taken < 0.5 {
        return Err(format!("only {taken} of the paths were taken").into());
    }
    let bottom = 104.0 + 40.0 * 8.0;
    let panel = Panel {
        x: Axis::between(-26.0, 54.0, 8.0),
        y: Axis::between(0.0, 1.0, 1.0),
        sides: [96.0, 104.0, 820.0, bottom],
    };
    let mut chart = Chart::new(
        [860.0, bottom + 60.0],
        "Does coaching help?",
        "means, and where 80 % of the probability lies: 4000 draws of a hierarchical model",
    );
    let mean = summary(draws[500..].iter().map(|q| q[0]).collect())[0];
    for x in [-20.0, -10.0, 0.0, 10.0, 20.0, 30.0, 40.0, 50.0] {
        let [x_at, _] = panel.place(x, 0.0);
        chart.push(line(&[[x_at, 104.0], [x_at, bottom]], picture::GRID, 1.0, false).ok_or("no line")?);
        chart.push(words(picture::number(x, 3), [x_at, bottom + 16.0], 12.0, INK, Beside::Around));
    }
    let [x_mean, _] = panel.place(mean, 0.0);
    chart.push(line(&[[x_mean, 104.0], [x_mean, bottom]], COLOURS[0], 1.2, true).ok_or("no line")?);
    chart.push(words("mean of all", [x_mean, 94.0], 13.0, COLOURS[0], Beside::Around));
    chart.push(words("points gained", [458.0, bottom + 38.0], 13.0, PALE, Beside::Around));
    for i in 0..8 {
        let y = 104.0 + 40.0 * i as f64;
        chart.push(words(format!("school {}", (b'A' + i as u8) as char), [84.0, y + 20.0], 13.0, INK, Beside::Left));
        let reported = [GAINS[i], GAINS[i] - 1.2816 * ERRORS[i], GAINS[i] + 1.2816 * ERRORS[i]];
        let modelled = summary(draws[500..].iter().map(|q| q[0] + q[1].exp() * q[2 + i]).collect());
        for (values, y, colour, name) in
            [(reported, y + 13.0, COLOURS[1], "as reported"), (modelled, y + 27.0, COLOURS[0], "in the model")]
        {
            bar(&mut chart, &panel, values, y, colour)?;
            if i == 0 {
                let x = panel.place(values[2], 0.0)[0] + 10.0;
                chart.push(words(name, [x, y], 13.0, colour, Beside::Right));
            }
        }
    }
    Ok(chart.scene())
}

fn bar(chart: &mut Chart, panel: &Panel, [mean, low, high]: [f64; 3], y: f64, colour: Colour) -> Result<(), Failure> {
    let x = |value: f64| panel.place(value, 0.0)[0];
    chart.push(line(&[[x(low), y], [x(high), y]], colour, 2.0, false).ok_or("no line")?);
    chart.push(picture::dot([x(mean), y], 4.0, colour));
    Ok(())
}
