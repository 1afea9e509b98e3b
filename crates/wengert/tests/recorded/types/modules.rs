//! Types of another module, with what is private there, and those with derivatives beside others.

use super::holds;
use wengert::{Differentiable, differentiable};

mod inner {
    pub(super) struct Settings {
        pub(super) steps: usize,
        pub(super) rate: f64,
        pub(super) names: Vec<String>,
    }

    const RATE: f64 = 0.3;

    pub(super) struct Layer {
        w: f64,
        act: Box<dyn Fn(f64) -> f64>,
    }

    impl Layer {
        pub(super) fn new(w: f64, k: usize) -> Layer {
            let act: Box<dyn Fn(f64) -> f64> =
                if k.is_multiple_of(2) { Box::new(f64::tanh) } else { Box::new(move |x| x * w * RATE) };
            Layer { w, act }
        }
        pub(super) fn run(&self, x: f64) -> f64 {
            (self.act)(self.w * x)
        }
    }

    pub(super) fn refined(x: f64, n: usize) -> f64 {
        split(x, n)
    }

    fn split(x: f64, n: usize) -> f64 {
        if n == 0 { x.sin() } else { split(0.5 * x, n - 1) + split(x, n - 1) * RATE }
    }

    pub(super) fn build(ws: &[f64], limit: usize) -> Vec<Layer> {
        ws.iter().take(limit).enumerate().map(|(k, w)| Layer::new(*w, k)).collect()
    }
}
use inner::{Settings, build};

/// The same numbers on each run.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    fn normal(&mut self, sigma: f64) -> f64 {
        let (u, v) = (self.next().max(1e-16), self.next());
        sigma * (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Params {
    k: f64,
    w: Vec<f64>,
    kind: usize,
    #[constant]
    scale: f64,
    next: Option<Box<Params>>,
}

#[derive(Clone, Debug, Differentiable)]
enum Out {
    Nothing,
    Traced { loss: f64, trace: Vec<f64>, n: usize },
}

#[differentiable(tape)]
fn fit(p: &Params, x: f64, #[constant] s: &Settings) -> Out {
    let layers = build(&p.w, s.steps);
    if layers.is_empty() {
        return Out::Nothing;
    }
    let (mut v, mut trace, mut rng) = (x * p.scale, Vec::new(), Rng(7));
    for layer in &layers {
        v = layer.run(v) + s.rate * rng.normal(p.k);
        trace.push(v);
    }
    let deeper = p.next.as_ref().map_or(0.0, |p| p.k * p.scale);
    let loss = v * v + p.k * p.kind as f64 + s.names.len() as f64 + deeper;
    Out::Traced { loss, trace, n: layers.len() }
}

#[differentiable(tape)]
fn loss(p: &Params, x: f64, #[constant] s: &Settings) -> f64 {
    match fit(p, x, s) {
        Out::Nothing => x,
        Out::Traced { loss, trace, n } => loss + trace.iter().sum::<f64>() * n as f64,
    }
}

fn params(x: &[f64]) -> Params {
    let next = Params { k: x[4], w: vec![], kind: 0, scale: 0.5, next: None };
    Params { k: x[0], w: x[1..4].to_vec(), kind: 2, scale: 1.3, next: Some(Box::new(next)) }
}

#[test]
fn structures_go_in_and_come_out() {
    for steps in [0, 2, 5] {
        let s = Settings { steps, rate: 0.05, names: vec!["a".into()] };
        holds(
            &[0.4, 0.9, -1.1, 0.6, 0.3, 0.8],
            |x| loss(&params(x), x[5], &s),
            |x| {
                let (value, (p, dx)) = loss::value_and_gradient(&params(x), x[5], &s);
                let deeper = p.next.map_or(0.0, |p| p.k);
                (value, [vec![p.k], p.w, vec![deeper, dx]].concat())
            },
        );
    }
}

#[differentiable(tape)]
fn refined(x: f64, n: usize) -> f64 {
    inner::refined(x, n)
}

#[test]
fn what_is_private_elsewhere() {
    holds(
        &[0.7],
        |x| refined(x[0], 3),
        |x| {
            let (value, g) = refined::value_and_gradient(x[0], 3);
            (value, vec![g])
        },
    );
}
