//! The programs on structures against the tape.

use bench::contest::Numbers;
use bench::structures::filter::{self, Matrix};
use bench::structures::network::{self, Layer, Network, Sample};
use bench::structures::space::{self, Body, Vec3};
use wengert::Differentiate;

fn flat(x: &dyn Numbers) -> Vec<f64> {
    let mut out = vec![];
    x.append(&mut out);
    out
}

fn close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{a} {b}");
    }
}

#[test]
fn a_filter_on_matrices() {
    let square = |data: [f64; 4]| Matrix { rows: 2, cols: 2, data: data.to_vec() };
    let f = square([1.0, 0.1, -0.1, 0.95]);
    let (q, r) = (square([0.1, 0.0, 0.0, 0.1]), square([0.5, 0.1, 0.1, 0.4]));
    let seen = [[0.3, 0.1], [0.5, -0.2], [0.2, 0.9]];
    let (v, (gf, gq, gr)) = filter::likelihood::value_and_gradient(&f, &q, &r, &seen);
    assert_eq!(v.to_bits(), filter::likelihood(&f, &q, &r, &seen).to_bits());
    let g = [flat(&gf), flat(&gq), flat(&gr)].concat();
    let at = [flat(&f), flat(&q), flat(&r)].concat();
    close(&g, &filter::likelihood::function(&f, &q, &r, &seen).vjp(&at, &[1.0]).1);
}

#[test]
fn bodies_under_gravity() {
    let body = |k: usize| {
        let t = k as f64;
        Body {
            position: Vec3::new((1.3 * t).cos() * (1.0 + t), (1.3 * t).sin() * (1.0 + t), 0.1 * t),
            velocity: Vec3::new(-(1.3 * t).sin() * 0.5, (1.3 * t).cos() * 0.5, 0.05),
            mass: 1.0 / (1.0 + t),
        }
    };
    let start: Vec<Body> = (0..3).map(body).collect();
    let target = Vec3::new(0.5, 0.2, 0.0);
    let (v, (gs, gt, gg, gdt)) = space::miss::value_and_gradient(&start, target, 1.0, 0.05, 4);
    assert_eq!(v.to_bits(), space::miss(&start, target, 1.0, 0.05, 4).to_bits());
    let g = [flat(&gs), flat(&gt), vec![gg, gdt]].concat();
    let x = [flat(&start), flat(&target), vec![1.0, 0.05]].concat();
    close(&g, &space::miss::function(&start, target, 1.0, 0.05, 4).vjp(&x, &[1.0]).1);
}

#[test]
fn a_network_in_layers() {
    let layer = |rows: usize, cols: usize, s: f64| Layer {
        weights: (0..rows).map(|i| (0..cols).map(|j| ((i * cols + j) as f64 + s).sin()).collect()).collect(),
        biases: (0..rows).map(|i| 0.1 * i as f64 - s).collect(),
    };
    let net = Network { layers: vec![layer(3, 2, 0.3), layer(1, 3, 0.7)] };
    let samples: Vec<Sample> =
        (0..4).map(|k| Sample { input: vec![k as f64, 1.0 - k as f64], target: 0.5 * k as f64 }).collect();
    let (v, (g, gr)) = network::regularised::value_and_gradient(&net, &samples, 0.1);
    assert_eq!(v.to_bits(), network::regularised(&net, &samples, 0.1).to_bits());
    let x = [flat(&net), vec![0.1]].concat();
    close(&[flat(&g), vec![gr]].concat(), &network::regularised::function(&net, &samples, 0.1).vjp(&x, &[1.0]).1);
}
