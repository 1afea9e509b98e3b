//! Robotics: where was the robot, and where are the beacons that it saw? Least squares with a sparse Jacobian.

use crate::Failure;
use crate::noise::Noise;
use picture::{Axis, Beside, COLOURS, Chart, FRAME, INK, Panel, Scene};
use wengert::linalg::Matrix;
use wengert::prelude::*;
use wengert::sparse::{Gram, SparseJacobian};

const POSES: usize = 60;
const BEACONS: [[f64; 2]; 7] = [[-3.0, 1.0], [3.0, 3.0], [0.0, 6.5], [5.0, -1.0], [-5.0, 5.0], [0.0, 2.8], [4.5, 6.5]];

// [measurements]
/// What the wheels say from pose `k` to the next: a way ahead and a turn.
struct Step {
    k: usize,
    ahead: f64,
    turn: f64,
}

/// Where a beacon is seen from pose `k`: ahead of the robot, and to its left.
struct Sighting {
    k: usize,
    beacon: usize,
    seen: [f64; 2],
}
// [/measurements]

/// A drive around a loop, as it was and as it was measured.
fn drive() -> (Vec<[f64; 3]>, Vec<Step>, Vec<Sighting>) {
    let mut noise = Noise::new(3);
    let mut poses = vec![[0.0, 0.0, 0.0]];
    let (mut steps, mut sightings) = (Vec::new(), Vec::new());
    for k in 0..POSES {
        let [x, y, a]: [f64; 3] = poses[k];
        for (beacon, at) in BEACONS.iter().enumerate() {
            let (dx, dy) = (at[0] - x, at[1] - y);
            if dx.hypot(dy) < 4.0 {
                let exact = [a.cos() * dx + a.sin() * dy, a.cos() * dy - a.sin() * dx];
                sightings.push(Sighting { k, beacon, seen: exact.map(|d| d + 0.1 * noise.normal()) });
            }
        }
        let (ahead, turn) = (0.37, 2.0 * std::f64::consts::PI / 58.0 + 0.05 * (k as f64 / 6.0).sin());
        steps.push(Step { k, ahead: ahead + 0.03 * noise.normal(), turn: turn - 0.012 + 0.02 * noise.normal() });
        poses.push([x + ahead * a.cos(), y + ahead * a.sin(), a + turn]);
    }
    (poses, steps, sightings)
}

/// The path by the wheels alone.
fn by_wheels(steps: &[Step]) -> Vec<[f64; 3]> {
    let mut poses = vec![[0.0; 3]];
    for Step { k, ahead, turn } in steps {
        let [x, y, a]: [f64; 3] = poses[*k];
        poses.push([x + ahead * a.cos(), y + ahead * a.sin(), a + turn]);
    }
    poses
}

// [solve]
/// All poses but the first, which is known, and all beacons; and the root of the sum of squares at each step of Gauss
/// and Newton.
fn solve(steps: &[Step], sightings: &[Sighting]) -> Result<(Vec<f64>, Vec<f64>), Failure> {
    let (unknowns, rows) = (3 * POSES + 2 * BEACONS.len(), 3 * steps.len() + 2 * sightings.len());
    // Pose 0 stands at the end and is not moved.
    let pose = |k: usize| if k == 0 { unknowns } else { 3 * (k - 1) };
    let of_step = |s: &Step| {
        let (from, to) = (pose(s.k), pose(s.k + 1));
        [from, from + 1, from + 2, to, to + 1, to + 2]
    };
    let of_sighting = |s: &Sighting| {
        let (from, beacon) = (pose(s.k), 3 * POSES + 2 * s.beacon);
        [from, from + 1, from + 2, beacon, beacon + 1]
    };
    let jacobian = SparseJacobian::of_blocks(unknowns + 3, rows)
        .each(
            steps,
            |i, s| (of_step(s), [3 * i, 3 * i + 1, 3 * i + 2]),
            |s, x| {
                let (sin, cos) = (x[2].sin(), x[2].cos());
                let (dx, dy) = (x[3] - x[0], x[4] - x[1]);
                let ahead = (cos * dx + sin * dy - s.ahead) / 0.03;
                [ahead, (cos * dy - sin * dx) / 0.03, (x[5] - x[2] - s.turn) / 0.025]
            },
        )
        .each(
            sightings,
            |i, s| (of_sighting(s), [3 * steps.len() + 2 * i, 3 * steps.len() + 2 * i + 1]),
            |s, x| {
                let (sin, cos) = (x[2].sin(), x[2].cos());
                let (dx, dy) = (x[3] - x[0], x[4] - x[1]);
                [(cos * dx + sin * dy - s.seen[0]) / 0.1, (cos * dy - sin * dx - s.seen[1]) / 0.1]
            },
        )
        .build()?;
    let gram = Gram::of(&jacobian)?;

    let mut x: Vec<f64> = by_wheels(steps)[1..].concat();
    x.extend(first_guess(&by_wheels(steps), sightings));
    x.extend([0.0; 3]);
    let (mut r, mut j) = (vec![0.0; rows], vec![0.0; jacobian.entries()]);
    let (mut normal, mut left) = (vec![0.0; gram.entries()], Vec::new());
    for _ in 0..8 {
        jacobian.value_and_eval_into(&x, &mut r, &mut j)?;
        left.push(r.iter().map(|r| r * r).sum::<f64>().sqrt());
        gram.eval_into(&j, &mut normal);
        let mut a = Matrix::zeros(unknowns, unknowns);
        for (row, column, value) in gram.pattern().iter().zip(&normal).map(|((i, j), v)| (i, j, *v)) {
            if row < unknowns && column < unknowns {
                (a[(row, column)], a[(column, row)]) = (value, value);
            }
        }
        let mut slope = Matrix::zeros(unknowns, 1);
        for (row, column, value) in jacobian.triplets(&j).filter(|t| t.1 < unknowns) {
            slope[(column, 0)] += value * r[row];
        }
        let step = a.cholesky()?.solve(&slope)?;
        x.iter_mut().zip(step.as_slice()).for_each(|(x, step)| *x -= step);
    }
    Ok((x, left))
}
// [/solve]

/// Each beacon where it is seen first, from the path by the wheels.
fn first_guess(poses: &[[f64; 3]], sightings: &[Sighting]) -> Vec<f64> {
    let place = |b: usize| {
        let first = sightings.iter().find(|s| s.beacon == b);
        first.map_or([0.0; 2], |s| {
            let [x, y, a] = poses[s.k];
            [x + a.cos() * s.seen[0] - a.sin() * s.seen[1], y + a.sin() * s.seen[0] + a.cos() * s.seen[1]]
        })
    };
    (0..BEACONS.len()).flat_map(place).collect()
}

/// The picture: the path as it was, by the wheels alone, and by all measurements; and the beacons.
///
/// # Errors
/// If the measurements do not determine the path, or it is found badly.
pub fn draw() -> Result<Scene, Failure> {
    let (truth, steps, sightings) = drive();
    let (x, left) = solve(&steps, &sightings)?;
    let found = || std::iter::once([0.0; 2]).chain((0..POSES).map(|k| [x[3 * k], x[3 * k + 1]]));
    let worst = found().zip(&truth).map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).fold(0.0, f64::max);
    if worst > 0.4 || left[7] > 0.999_999 * left[0] {
        return Err(format!("the path is off by {worst}; residuals {left:?}").into());
    }
    let wheels = by_wheels(&steps);
    let panel = Panel {
        x: Axis::between(-6.8, 7.4, 10.0),
        y: Axis::between(-2.4, 8.6, 8.0),
        sides: [56.0, 104.0, 696.0, 600.0],
    };
    let mut chart = Chart::new(
        [860.0, 660.0],
        "Where was the robot?",
        &format!(
            "{} poses, {} sightings of {} beacons; found to within {worst:.2} m",
            POSES,
            sightings.len(),
            BEACONS.len()
        ),
    );
    chart.panel(&panel, "m", "m");
    chart.curve(&panel, truth.iter().map(|p| [p[0], p[1]]), FRAME, 6.0, false);
    chart.curve(&panel, wheels.iter().map(|p| [p[0], p[1]]), COLOURS[1], 1.5, true);
    chart.curve(&panel, found(), COLOURS[0], 2.0, false);
    chart.dots(&panel, BEACONS, FRAME, 6.0);
    chart.dots(&panel, (0..BEACONS.len()).map(|b| [x[3 * POSES + 2 * b], x[3 * POSES + 2 * b + 1]]), COLOURS[0], 3.0);
    let top = wheels.iter().fold([0.0; 3], |a, b| if b[1] > a[1] { *b } else { a });
    chart.label(&panel, [top[0] - 1.5, top[1] + 0.25], "by the wheels alone", COLOURS[1], Beside::Left);
    chart.label(&panel, BEACONS[5], "a beacon", INK, Beside::Right);
    let right = found().fold([0.0; 2], |a, b| if b[0] > a[0] { b } else { a });
    chart.label(&panel, [right[0] + 0.2, 1.4], "as it was, and by all measurements", COLOURS[0], Beside::Right);
    Ok(chart.scene())
}
