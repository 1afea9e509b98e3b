//! Constants of types with parameters, also where these have no name.

use crate::held;
use wengert::prelude::*;

trait System {
    fn slope(&self, y: [f64; 2]) -> [f64; 2];
}

struct Pendulum {
    damping: f64,
}

impl System for Pendulum {
    fn slope(&self, [a, v]: [f64; 2]) -> [f64; 2] {
        [v, -a.sin() - self.damping * v]
    }
}

impl<F: Fn([f64; 2]) -> [f64; 2]> System for F {
    fn slope(&self, y: [f64; 2]) -> [f64; 2] {
        self(y)
    }
}

struct Stepper<S> {
    system: S,
    y: [f64; 2],
}

impl<S: System> Stepper<S> {
    const STAGES: [[f64; 2]; 2] = [[0.5, 0.0], [-1.0, 2.0]];
    const WEIGHTS: [f64; 3] = [1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0];
    const LIMIT: f64 = 2.0 * Self::STEP;
    const STEP: f64 = 0.125;

    fn step(&mut self) {
        let mut slopes = [self.system.slope(self.y); 3];
        for (s, row) in Self::STAGES.iter().enumerate() {
            let mut at = self.y;
            for k in 0..2 {
                at[k] += Self::STEP * row.iter().zip(&slopes).map(|(a, slope)| a * slope[k]).sum::<f64>();
            }
            slopes[s + 1] = self.system.slope(at);
        }
        for k in 0..2 {
            let by: f64 = Self::WEIGHTS.iter().zip(&slopes).map(|(w, slope)| w * slope[k]).sum();
            self.y[k] += (Self::STEP * by).clamp(-Self::LIMIT, Self::LIMIT);
        }
    }
}

#[differentiable]
fn steps(x: &[f64]) -> f64 {
    let k = x[0];
    let mut one = Stepper { system: Pendulum { damping: k }, y: [x[1], 0.5] };
    let mut other = Stepper { system: |[a, v]: [f64; 2]| [v * k, -k * a], y: [0.3, x[1]] };
    for _ in 0..3 {
        one.step();
        other.step();
    }
    one.y[0] * other.y[1] + one.y[1] * other.y[0]
}

trait Payoff {
    const NAME: &'static str;
    const EARLY: bool = false;
    const NOTIONAL: f64 = 2.0;
    fn at(&self, s: f64) -> f64;
}

struct Put<const AMERICAN: bool> {
    strike: f64,
}

impl<const AMERICAN: bool> Payoff for Put<AMERICAN> {
    const NAME: &'static str = "put";
    const EARLY: bool = AMERICAN;
    fn at(&self, s: f64) -> f64 {
        (self.strike - s).max(0.0)
    }
}

struct Custom<F: Fn(f64) -> f64>(F);

impl<F: Fn(f64) -> f64> Payoff for Custom<F> {
    const NAME: &'static str = "custom";
    fn at(&self, s: f64) -> f64 {
        (self.0)(s)
    }
}

fn worth<P: Payoff>(payoff: &P, s: f64) -> f64 {
    let value = match P::NAME {
        "put" => payoff.at(s),
        _ => payoff.at(s) * s,
    };
    if P::EARLY { value.max(s) } else { P::NOTIONAL * value }
}

#[differentiable]
fn payoffs(x: &[f64]) -> f64 {
    let strike = x[1];
    let own = Custom(|s: f64| s * s - strike);
    worth(&Put::<true> { strike }, x[0]) * worth(&Put::<false> { strike }, x[0]) + worth(&own, x[0])
}

#[test]
fn constants_of_types_with_parameters() {
    held(steps, |x| steps::value_and_gradient(x), &[0.7, 1.2]);
    held(payoffs, |x| payoffs::value_and_gradient(x), &[0.7, 1.3]);
    held(payoffs, |x| payoffs::value_and_gradient(x), &[0.5, 0.9]);
}

// Neither can be cloned.
#[derive(Debug)]
struct Junction {
    next: usize,
    weight: f64,
}

#[derive(Debug)]
struct Network {
    junctions: Vec<Junction>,
    name: String,
}

impl Network {
    fn at(&self, i: usize) -> &Junction {
        &self.junctions[i]
    }
}

impl std::str::FromStr for Network {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let one = |line: &str| -> Result<Junction, String> {
            let (next, weight) = line.split_once(' ').ok_or_else(|| format!("no weight: {line}"))?;
            Ok(Junction {
                next: next.parse().map_err(|_| "a number of a junction".to_owned())?,
                weight: weight.parse().map_err(|_| "a weight".to_owned())?,
            })
        };
        Ok(Network { junctions: text.lines().map(one).collect::<Result<_, _>>()?, name: "ab".into() })
    }
}

#[differentiable]
fn down(#[constant] network: &Network, x: &[f64], i: usize) -> f64 {
    let here = network.at(i);
    match here.next {
        0 => x[0] * network.name.len() as f64,
        next => here.weight * x[1] * down(network, x, next).sin(),
    }
}

#[differentiable]
fn from_all(#[constant] network: &Network, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..network.junctions.len() {
        s += down(network, x, i) * s.cos();
        if s > 1.0 {
            s *= down(network, x, 0);
        }
    }
    let one = |i: usize| down(network, x, i);
    s + (0..2).map(one).sum::<f64>()
}

#[differentiable]
fn of_text(text: &str, x: &[f64]) -> Result<f64, String> {
    let network: Network = text.parse()?;
    let mut s = 0.0;
    for junction in &network.junctions {
        s += (junction.weight * x[0]).sin() * x[1];
    }
    Ok(s * x[network.junctions[0].next])
}

#[test]
fn constants_that_cannot_be_cloned() {
    let text = "1 2.5\n2 -0.5\n0 1.5";
    let network: Network = text.parse().unwrap();
    let gradient = |x: &[f64]| from_all::value_and_gradient(&network, x);
    crate::held(|x| from_all(&network, x), gradient, &[0.6, 0.7]);
    let gradient = |x: &[f64]| of_text::value_and_gradient(text, x).unwrap();
    crate::held(|x| of_text(text, x).unwrap(), gradient, &[0.6, 0.7]);
    assert!(of_text::value_and_gradient("1", &[0.6, 0.7]).is_none());
}

#[differentiable]
fn list_of(x: f64, y: f64) -> Vec<f64> {
    vec![x, y, x * y]
}

#[differentiable]
fn boxed_list_of(x: f64, y: f64) -> Box<[f64]> {
    vec![x, y].into_boxed_slice()
}

#[differentiable]
fn array_of(x: f64, y: f64) -> [f64; 3] {
    [x, y, x * y]
}

#[differentiable]
fn rows_of(x: f64, y: f64) -> Vec<Vec<f64>> {
    vec![vec![x], vec![y, x * y]]
}

#[differentiable]
fn parts_of(x: f64, y: f64) -> (f64, Vec<f64>) {
    (x, list_of(x, y))
}

#[differentiable]
fn given_lists_changed(x: f64, y: f64, #[constant] data: &[f64]) -> f64 {
    let (mut list, mut array) = (list_of(data[1], data[0]), array_of(data[0], 0.5));
    list[0] *= x;
    for k in 0..array.len() {
        array[k] += y * array[k] * x;
    }
    let (mut a, mut l) = parts_of(data[0], data[1]);
    a *= y;
    l.push(x);
    let mut boxed = boxed_list_of(data[1], data[1]);
    boxed[1] *= y;
    list[0] * list[1] + array[1] * array[2] + a * l[3] * l[1] + boxed[0] * boxed[1]
}

#[differentiable]
fn given_rows_changed(x: f64, y: f64, #[constant] data: &[f64]) -> f64 {
    let (read, mut rows) = (rows_of(data[1], data[0]), rows_of(data[0], 0.5));
    rows[1][0] *= x;
    rows.push(vec![y]);
    rows[1][0] * rows[1][1] * rows[2][0] + read[1][1] * x
}

#[test]
fn lists_that_functions_give_for_constants() {
    let data = [0.7, 1.3];
    for x in [[0.4, 1.2], [-0.3, 0.6]] {
        held(
            |x| given_lists_changed(x[0], x[1], &data),
            |x| {
                let (value, (x, y)) = given_lists_changed::value_and_gradient(x[0], x[1], &data);
                (value, vec![x, y])
            },
            &x,
        );
        held(
            |x| given_rows_changed(x[0], x[1], &data),
            |x| {
                let (value, (x, y)) = given_rows_changed::value_and_gradient(x[0], x[1], &data);
                (value, vec![x, y])
            },
            &x,
        );
    }
}
