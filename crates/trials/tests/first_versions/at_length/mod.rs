//! Whole models as people write them: longer than a function or two.

#![allow(dead_code)]

mod arm;
mod curve;
mod garch;
mod heat;
mod heston;
mod hidden_markov;
mod network;
mod pharmacokinetics;
mod phylogeny;
mod process;
mod spheres;
mod tracking;

use super::held;

#[track_caller]
fn check(_: &str, (value, gradient): (f64, Vec<f64>), f: impl Fn(&[f64]) -> f64, x: &[f64]) {
    held(x, f, value, &gradient);
}

#[test]
fn pharmacokinetics_holds() {
    use pharmacokinetics::*;
    let doses = [Dose { time: 0.0, amount: 100.0 }, Dose { time: 12.0, amount: 50.0 }];
    let obs = [1.0, 3.0, 2.0, 4.0];
    let p = |x: &[f64]| Patient { clearance: x[0], volume: x[1], ka: x[2], q: x[3], v2: x[4] };
    let x = [2.0, 20.0, 1.2, 0.5, 30.0, 1.0, 4.0, 10.1, 15.0, 0.3];
    let f = |x: &[f64]| log_likelihood(&p(x), &doses, &x[5..9], &obs, x[9]);
    let (v, (g, t, s)) = log_likelihood::value_and_gradient(&p(&x), &doses, &x[5..9], &obs, x[9]);
    check("a1", (v, [&[g.clearance, g.volume, g.ka, g.q, g.v2][..], &t, &[s]].concat()), f, &x);
}

#[test]
fn hidden_markov_holds() {
    use hidden_markov::*;
    let hmm = Hmm { observations: &[0, 1, 2, 1, 0, 2, 2], states: 2, symbols: 3 };
    let x = [0.1, 0.4, 0.3, -0.2, 0.5, 0.6, 0.1, 0.2, 0.3, -0.1, -0.4, 0.9];
    let sp = |x: &[f64]| {
        (x[..2].to_vec(), vec![x[2..4].to_vec(), x[4..6].to_vec()], vec![x[6..9].to_vec(), x[9..12].to_vec()])
    };
    let (i, t, e) = sp(&x);
    let (v, (a, b, c)) = forward_log_likelihood::value_and_gradient(&i, &t, &e, &hmm);
    check(
        "a2",
        (v, [a, b.concat(), c.concat()].concat()),
        |x| {
            let (i, t, e) = sp(x);
            forward_log_likelihood(&i, &t, &e, &hmm)
        },
        &x,
    );
    let (v, (a, b, c)) = viterbi_score::value_and_gradient(&i, &t, &e, &[0, 1, 2, 1, 0]);
    check(
        "a2v",
        (v, [a, b.concat(), c.concat()].concat()),
        |x| {
            let (i, t, e) = sp(x);
            viterbi_score(&i, &t, &e, &[0, 1, 2, 1, 0])
        },
        &x,
    );
}

#[test]
fn network_holds() {
    use network::*;
    let net = |x: &[f64]| Network {
        layers: vec![
            Layer {
                weights: vec![x[0..2].to_vec(), x[2..4].to_vec(), x[4..6].to_vec()],
                bias: x[6..9].to_vec(),
                activation: Activation::Leaky(0.1),
            },
            Layer {
                weights: vec![x[9..12].to_vec(), x[12..15].to_vec()],
                bias: x[15..17].to_vec(),
                activation: Activation::Tanh,
            },
        ],
    };
    let x: Vec<f64> = (0..18).map(|k| ((k * 7) as f64 * 0.37).sin()).collect();
    let images = vec![vec![0.3, -0.5], vec![1.2, 0.4], vec![-0.7, 0.9]];
    let labels = [0, 1, 1];
    let (v, (g, l2)) = cross_entropy::value_and_gradient(&net(&x), &images, &labels, x[17]);
    let flat: Vec<f64> =
        g.layers.iter().flat_map(|l| l.weights.concat().into_iter().chain(l.bias.clone())).chain([l2]).collect();
    check("a3", (v, flat), |x| cross_entropy(&net(x), &images, &labels, x[17]), &x);
}

#[test]
fn heston_holds() {
    use heston::*;
    let m = |x: &[f64]| Heston { kappa: x[0], theta: x[1], xi: x[2], rho: x[3], v0: x[4] };
    let x = [1.5, 0.04, 0.3, -0.6, 0.05, 100.0, 95.0, 0.02, 1.0];
    let f = |x: &[f64]| heston_call(m(x), x[5], x[6], x[7], x[8], 7, 50, 12);
    let (v, (g, a, b, c, d)) = heston_call::value_and_gradient(m(&x), x[5], x[6], x[7], x[8], 7, 50, 12);
    check("a4", (v, vec![g.kappa, g.theta, g.xi, g.rho, g.v0, a, b, c, d]), f, &x);
}

#[test]
fn heat_holds() {
    use heat::*;
    let x: Vec<f64> = (0..12).map(|k| 1.0 + 0.3 * (k as f64).sin()).collect();
    let target = [0.5; 5];
    let (v, (a, b, c)) = heat_misfit::value_and_gradient(&x[..6], &x[6..11], &target, 0.01, 4);
    let mut y = x.clone();
    y[11] = 0.01;
    check("a5", (v, [a, b, vec![c]].concat()), |x| heat_misfit(&x[..6], &x[6..11], &target, x[11], 4), &y);
}

#[test]
fn arm_holds() {
    use arm::*;
    let arm: Vec<Joint> =
        (0..4).map(|k| Joint { d: 0.1 * k as f64, a: 0.5, alpha: 0.3, limits: (-0.5, 0.9) }).collect();
    let x = [0.2, -0.7, 1.1, 0.4, 0.5, 0.6, 0.7, 0.2];
    let f = |x: &[f64]| reach_cost(&x[..4], &arm, Vec3 { x: x[4], y: x[5], z: x[6] }, x[7]);
    let (v, (a, t, w)) = reach_cost::value_and_gradient(&x[..4], &arm, Vec3 { x: x[4], y: x[5], z: x[6] }, x[7]);
    check("a6", (v, [a, vec![t.x, t.y, t.z, w]].concat()), f, &x);
}

#[test]
fn curve_holds() {
    use curve::*;
    let c = |x: &[f64]| Curve { times: vec![0.5, 1.0, 2.0, 5.0], zeros: x[..4].to_vec() };
    let quotes = [
        Quote { instrument: Instrument::Deposit { t: 0.5 }, rate: 0.01, weight: 1.0 },
        Quote { instrument: Instrument::Fra { start: 0.7, end: 1.7 }, rate: 0.015, weight: 2.0 },
        Quote { instrument: Instrument::Swap { maturity: 4, frequency: 2 }, rate: 0.02, weight: 3.0 },
    ];
    let x = [0.01, 0.013, 0.02, 0.025, 0.1];
    let (v, (g, s)) = calibration_error::value_and_gradient(&c(&x), &quotes, x[4]);
    check("a7", (v, [g.zeros, vec![s]].concat()), |x| calibration_error(&c(x), &quotes, x[4]), &x);
}

#[test]
fn phylogeny_holds() {
    use phylogeny::*;
    let leaf = |s: &str| Node { children: None, sequence: s.bytes().collect() };
    let nodes = [
        leaf("ACGT"),
        leaf("ACGA"),
        Node { children: Some((0, 1)), sequence: vec![] },
        leaf("NCTT"),
        Node { children: Some((2, 3)), sequence: vec![] },
    ];
    let x = [0.1, 0.2, 0.3, 0.15, 0.5];
    let (v, g) = tree_log_likelihood::value_and_gradient(&x, &nodes, 4);
    check("a8", (v, g), |x| tree_log_likelihood(x, &nodes, 4), &x);
}

#[test]
fn spheres_holds() {
    use spheres::*;
    let s = |x: &[f64]| {
        vec![
            Sphere { center: [x[0], x[1], x[2]], radius: x[3], albedo: x[4] },
            Sphere { center: [x[5], x[6], x[7]], radius: x[8], albedo: x[9] },
        ]
    };
    let x = [0.0, 0.1, 0.0, 1.0, 0.8, 0.6, -0.2, 1.0, 0.7, 0.5, 2.0, -3.0, -4.0];
    let target: Vec<f64> = (0..36).map(|k| (k as f64 * 0.3).sin().abs()).collect();
    let f = |x: &[f64]| render_loss(&s(x), [x[10], x[11], x[12]], 6, &target);
    let (v, (g, l)) = render_loss::value_and_gradient(&s(&x), [x[10], x[11], x[12]], 6, &target);
    let flat: Vec<f64> =
        g.iter().flat_map(|s| [s.center[0], s.center[1], s.center[2], s.radius, s.albedo]).chain(l).collect();
    check("a9", (v, flat), f, &x);
}

#[test]
fn garch_holds() {
    use garch::*;
    let g = |x: &[f64]| Garch { mu: x[0], omega: x[1], alpha: x[2..4].to_vec(), beta: vec![x[4]], nu: x[5] };
    let r: Vec<f64> = (0..20).map(|k| 0.5 * (k as f64 * 1.7).sin()).collect();
    let x = [0.01, 0.05, 0.1, 0.05, 0.7, 6.0];
    let (v, d) = neg_log_likelihood::value_and_gradient(&g(&x), &r);
    check(
        "b1",
        (v, [vec![d.mu, d.omega], d.alpha, d.beta, vec![d.nu]].concat()),
        |x| neg_log_likelihood(&g(x), &r),
        &x,
    );
}

#[test]
fn tracking_holds() {
    use tracking::*;
    let z = [[0.1, 0.2], [0.3, 0.3], [0.6, 0.5]];
    let x = [0.1, 0.3, 0.0, 0.1, 0.5, 0.4, 0.7];
    let (v, (a, b, c, d)) = kalman::value_and_gradient(x[0], x[1], &[x[2], x[3], x[4], x[5]], &z, x[6]);
    check(
        "b2",
        (v, [vec![a, b], c.to_vec(), vec![d]].concat()),
        |x| kalman(x[0], x[1], &[x[2], x[3], x[4], x[5]], &z, x[6]),
        &x,
    );
}

#[test]
fn process_holds() {
    use process::*;
    let xs = [0.0, 0.5, 1.2, 2.0];
    let ys = [0.1, 0.4, 0.2, -0.3];
    let x = [1.1, 0.7, 0.1];
    let (v, (k, n)) = log_marginal_rbf::value_and_gradient(Rbf { scale: x[0], length: x[1] }, x[2], &xs, &ys);
    check(
        "b4",
        (v, vec![k.scale, k.length, n]),
        |x| log_marginal_rbf(Rbf { scale: x[0], length: x[1] }, x[2], &xs, &ys),
        &x,
    );
}
