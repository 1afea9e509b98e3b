//! Derivatives written by hand, where the project has one.

use bench::adjoints::{gmm, llsq, log_sum_exp, lstm, ode};
use bench::race::Sink;
use gradbench::Failure;
use gradbench::evals::{GmmInput, LlsqInput, LseInput, LstmInput, OdeInput};
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
