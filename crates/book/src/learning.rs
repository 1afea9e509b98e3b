//! Machine learning by hand: a small network tells two half-moons apart.

use crate::Failure;
use crate::noise::Noise;
use picture::{Axis, COLOURS, Chart, INK, Panel, Scene, Shape, mixed};
use wengert::Differentiable;
use wengert::prelude::*;

// [network]
/// Units with two weights and a shift each, and how much each of them counts.
#[derive(Clone, Debug, Differentiable)]
struct Network {
    units: Vec<[f64; 3]>,
    weights: Vec<f64>,
    shift: f64,
}

#[differentiable]
impl Network {
    /// Positive for one class, negative for the other.
    fn score(&self, x: [f64; 2]) -> f64 {
        let mut sum = self.shift;
        for (unit, weight) in self.units.iter().zip(&self.weights) {
            sum += weight * (unit[0] * x[0] + unit[1] * x[1] + unit[2]).tanh();
        }
        sum
    }
}

/// The mean of minus the logarithm of the probability of what is right, with a price on large weights.
#[differentiable]
fn loss(net: &Network, #[constant] points: &[[f64; 2]], #[constant] labels: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (point, label) in points.iter().zip(labels) {
        sum += softplus(-label * net.score(*point));
    }
    let mut size = 0.0;
    for weight in &net.weights {
        size += weight * weight;
    }
    sum / points.len() as f64 + 1e-3 * size
}
// [/network]

// [training]
/// Descent with momentum; the gradient of a network is a network.
fn train(mut net: Network, points: &[[f64; 2]], labels: &[f64], epochs: usize) -> (Network, Vec<f64>) {
    let mut speed =
        Network { units: vec![[0.0; 3]; net.units.len()], weights: vec![0.0; net.weights.len()], shift: 0.0 };
    let mut losses = Vec::new();
    for _ in 0..epochs {
        let (value, g) = loss::value_and_gradient(&net, points, labels);
        losses.push(value);
        let step = |x: &mut f64, v: &mut f64, g: f64| {
            *v = 0.9 * *v - 0.1 * g;
            *x += *v;
        };
        for i in 0..net.units.len() {
            for k in 0..3 {
                step(&mut net.units[i][k], &mut speed.units[i][k], g.units[i][k]);
            }
            step(&mut net.weights[i], &mut speed.weights[i], g.weights[i]);
        }
        step(&mut net.shift, &mut speed.shift, g.shift);
    }
    (net, losses)
}
// [/training]

/// Points on two half-moons, and 1 or -1 for each.
fn moons(count: usize) -> (Vec<[f64; 2]>, Vec<f64>) {
    let mut noise = Noise::new(5);
    let point = |i: usize| {
        let angle = std::f64::consts::PI * noise.uniform();
        let (x, y) =
            if i.is_multiple_of(2) { (angle.cos(), angle.sin()) } else { (1.0 - angle.cos(), 0.5 - angle.sin()) };
        [x + 0.12 * noise.normal(), y + 0.12 * noise.normal()]
    };
    ((0..count).map(point).collect(), (0..count).map(|i| if i.is_multiple_of(2) { 1.0 } else { -1.0 }).collect())
}

/// The picture: the points, and what the network makes of the plane.
///
/// # Errors
/// If it does not learn.
pub fn draw() -> Result<Scene, Failure> {
    let (points, labels) = moons(120);
    let mut noise = Noise::new(2);
    let units = (0..8).map(|_| std::array::from_fn(|_| noise.normal())).collect();
    let net = Network { units, weights: (0..8).map(|_| 0.5 * noise.normal()).collect(), shift: 0.0 };
    let (net, losses) = train(net, &points, &labels, 600);
    let right = points.iter().zip(&labels).filter(|(x, label)| net.score(**x) * **label > 0.0).count();
    if right < 114 {
        return Err(format!("{right} of 120 are right").into());
    }

    let panel = Panel {
        x: Axis::between(-1.6, 2.6, 8.0),
        y: Axis::between(-1.1, 1.6, 6.0),
        sides: [64.0, 104.0, 700.0, 512.0],
    };
    let mut chart = Chart::new(
        [860.0, 572.0],
        "Two half-moons told apart",
        &format!(
            "33 weights, 600 steps; loss from {:.2} to {:.3}; {right} of 120 points right",
            losses[0], losses[599]
        ),
    );
    shade(&mut chart, &panel, &net);
    chart.panel(&panel, "", "");
    for (side, colour) in [(1.0, COLOURS[0]), (-1.0, COLOURS[1])] {
        let of = points.iter().zip(&labels).filter(|(_, label)| **label == side).map(|(x, _)| *x);
        chart.dots(&panel, of, colour, 3.5);
    }
    chart.ends(
        &panel,
        &[(1.2, "surely one", COLOURS[0]), (-0.8, "surely the other", COLOURS[1]), (0.2, "undecided: white", INK)],
    );
    Ok(chart.scene())
}

/// The plane in columns, each in runs of about the same probability.
fn shade(chart: &mut Chart, panel: &Panel, net: &Network) {
    let (columns, rows, levels) = (64, 96, 8.0);
    let [left, top, right, bottom] = panel.sides;
    let width = (right - left) / columns as f64;
    let step = |i: usize| top + (bottom - top) * i as f64 / rows as f64;
    let ys: Vec<f64> = panel.y.walk(rows + 1).collect();
    for (c, x) in panel.x.walk(2 * columns + 1).skip(1).step_by(2).enumerate() {
        // From top to bottom.
        let level = |row: usize| {
            let y = f64::midpoint(ys[rows - row], ys[rows - row - 1]);
            (levels / (1.0 + (-net.score([x, y])).exp())).round()
        };
        let mut start = 0;
        for row in 1..=rows {
            if row == rows || level(row) != level(start) {
                let part = 2.0 * level(start) / levels - 1.0;
                let fill = mixed([255; 3], if part > 0.0 { COLOURS[0] } else { COLOURS[1] }, 0.45 * part.abs());
                if part != 0.0 {
                    let at = [left + width * c as f64, step(start)];
                    let size = [width + 0.6, step(row) - step(start)];
                    chart.push(Shape::Card { at, size, radius: 0.0, fill, line: None });
                }
                start = row;
            }
        }
    }
}
