//! Derivatives written by hand, where the project has one.

use bench::adjoints::{gmm, llsq, log_sum_exp, lstm, ode};
use bench::race::Sink;
use gradbench::Failure;
use gradbench::evals::{GmmInput, LlsqInput, LseInput, LstmInput, OdeInput, ParticleInput, SaddleInput};
use gradbench::objectives::saddle::{argmin, height};
use serde_json::value::RawValue;
use std::hint::black_box;

/// A derivative that hands in its numbers.
pub(crate) type Derivative = Box<dyn FnMut(&mut Sink)>;

/// The derivative by hand of an eval on an input.
pub(crate) fn by_hand(eval: &str, input: &RawValue) -> Result<Option<Derivative>, Failure> {
    let input = input.get();
    Ok(match eval {
        "gmm" => Some(mixture(serde_json::from_str(input)?)),
        "lstm" => Some(network(&serde_json::from_str(input)?)),
        "lse" => {
            let LseInput { x } = serde_json::from_str(input)?;
            Some(gradient(x, log_sum_exp::by_hand))
        }
        "llsq" => {
            let LlsqInput { x, n } = serde_json::from_str(input)?;
            let mut powers = Vec::new();
            Some(gradient(x, move |x, g| llsq::by_hand(x, n, g, &mut powers)))
        }
        "ode" => {
            let OdeInput { x, s } = serde_json::from_str(input)?;
            let mut buffers = ode::Buffers::default();
            Some(gradient(x, move |x, g| ode::by_hand(x, s, g, &mut buffers)))
        }
        "particle" => {
            let ParticleInput { w } = serde_json::from_str(input)?;
            Some(Box::new(move |sink| sink.slice(&argmin(|[w]| path(w)[0], |[w]| [path(w)[1]], [black_box(w)]))))
        }
        "saddle" => {
            let SaddleInput { start } = serde_json::from_str(input)?;
            Some(Box::new(move |sink| sink.slice(&saddle(black_box(start)))))
        }
        _ => None,
    })
}

/// A derivative from a function that writes the gradient at `x`.
fn gradient(x: Vec<f64>, mut f: impl FnMut(&[f64], &mut [f64]) -> f64 + 'static) -> Derivative {
    let mut gradient = vec![0.0; x.len()];
    Box::new(move |sink| {
        black_box(f(black_box(&x), &mut gradient));
        sink.slice(&gradient);
    })
}

fn mixture(input: GmmInput) -> Derivative {
    let GmmInput { d, m, gamma, alpha, .. } = input;
    let [x, mu, q, l] = [input.x, input.mu, input.q, input.l].map(|rows| rows.concat());
    let (mut gradient, mut buffers) = (gmm::Gradient::default(), gmm::Buffers::default());
    Box::new(move |sink| {
        let alpha = black_box(&alpha);
        black_box(gmm::by_hand(alpha, &mu, &q, &l, &x, d, m, gamma, &mut gradient, &mut buffers));
        sink.with(&gradient, |g, out| [&g.alpha, &g.mu, &g.q, &g.l].iter().for_each(|part| out.extend(*part)));
    })
}

fn network(input: &LstmInput) -> Derivative {
    let (layers, b) = (input.state.len() / 2, input.extra_params[0].len());
    let main = input.main_params.concat();
    let parameters = [&main[..], &input.extra_params.concat()].concat();
    let (state, sequence) = (input.state.concat(), input.sequence.concat());
    let mut buffers = lstm::Buffers::default();
    gradient(parameters, move |parameters, g| {
        let (main, extra) = parameters.split_at(main.len());
        let (by_main, by_extra) = g.split_at_mut(main.len());
        lstm::by_hand(main, extra, &state, &sequence, layers, b, by_main, by_extra, &mut buffers)
    })
}

/// The miss of a particle, and its derivative, which the path carries along.
fn path(w: f64) -> [f64; 2] {
    let (mut at, mut speed) = ([0.0, 8.0], [0.75, 0.0]);
    let (mut at_w, mut speed_w) = ([0.0; 2], [0.0; 2]);
    loop {
        let (mut force, mut force_w) = ([0.0; 2], [0.0; 2]);
        for (high, high_w) in [(10.0 - w, -1.0), (0.0, 0.0)] {
            let away = [at[0] - 10.0, at[1] - high];
            let away_w = [at_w[0], at_w[1] - high_w];
            let square = away[0] * away[0] + away[1] * away[1];
            let cube = 1.0 / (square * square.sqrt());
            let fall = 3.0 * (away[0] * away_w[0] + away[1] * away_w[1]) / square;
            for i in 0..2 {
                force[i] += away[i] * cube;
                force_w[i] += (away_w[i] - fall * away[i]) * cube;
            }
        }
        for i in 0..2 {
            at[i] += 0.1 * speed[i];
            at_w[i] += 0.1 * speed_w[i];
        }
        if at[1].is_nan() || at[1] <= 0.0 {
            let t = -at[1] / speed[1];
            let t_w = -(at_w[1] + t * speed_w[1]) / speed[1];
            let x = at[0] + t * speed[0];
            return [x * x, 2.0 * x * (at_w[0] + t_w * speed[0] + t * speed_w[0])];
        }
        for i in 0..2 {
            speed[i] += 0.1 * force[i];
            speed_w[i] += 0.1 * force_w[i];
        }
    }
}

/// The least maximum of the surface and where it is; no maximum moves with x.
fn saddle(start: [f64; 2]) -> [f64; 4] {
    let top = |x: [f64; 2]| argmin(|y| -height(x, y), |[a, b]| [2.0 * a, 2.0 * b], start);
    let x = argmin(|x| height(x, top(x)), |[a, b]| [2.0 * a, 2.0 * b], start);
    let y = top(x);
    [x[0], x[1], y[0], y[1]]
}
