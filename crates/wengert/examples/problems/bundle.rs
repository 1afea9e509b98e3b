//! Bundle adjustment: cameras, points and weights are moved until what the cameras see fits, by the method of Gauss and Newton
//! with sparse Jacobians. The input is GradBench's `ba1`, which repeats one camera, one point and one sighting: 31 843
//! sightings of 7776 points by 49 cameras, 55 710 unknowns.
//!
//! Weights and points are eliminated block by block (Brown 1958; Triggs et al. 2000), so that the system to be factored has
//! the size of all cameras together. Cameras are free to move together, so steps are damped (Levenberg 1944).

use super::picture::{Chart, save};
use std::error::Error;
use wengert::linalg::Matrix;
use wengert::prelude::*;
use wengert::sparse::{Gram, SparseJacobian};

/// Numbers of a camera and of a point.
const CAMERA: usize = 11;
const POINT: usize = 3;

/// GradBench's input: sighting `i` is of camera `i mod cameras` and point `i mod points`.
struct Input {
    sizes: [usize; 3],
    camera: Vec<f64>,
    point: Vec<f64>,
    weight: f64,
    seen: [f64; 2],
}

fn input() -> Input {
    let lines: Vec<Vec<f64>> = include_str!("data/ba1.csv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(',').map(|x| x.trim().parse().expect("a number")).collect())
        .collect();
    Input {
        sizes: [0, 1, 2].map(|k| lines[0][k] as usize),
        camera: lines[1].clone(),
        point: lines[2].clone(),
        weight: lines[3][0],
        seen: [lines[4][0], lines[4][1]],
    }
}

/// The weighted difference of where a camera sees a point and where it was seen: rotation vector, centre, focal length,
/// principal point and two coefficients of distortion, then the point, then the weight.
fn error<T: Real>(x: &[T; 15], seen: [f64; 2]) -> [T; 2] {
    let [r0, r1, r2, c0, c1, c2, focal, u0, v0, d1, d2, p0, p1, p2, w] = *x;
    let (r, q) = ([r0, r1, r2], [p0 - c0, p1 - c1, p2 - c2]);
    let angle = (r0 * r0 + r1 * r1 + r2 * r2).sqrt();
    let axis = r.map(|r| r / angle);
    let along = (axis[0] * q[0] + axis[1] * q[1] + axis[2] * q[2]) * (1.0 - angle.cos());
    let turned = |i: usize| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        q[i] * angle.cos() + (axis[j] * q[k] - axis[k] * q[j]) * angle.sin() + axis[i] * along
    };
    let (a, b) = (turned(0) / turned(2), turned(1) / turned(2));
    let square = a * a + b * b;
    let lens = focal * (1.0 + d1 * square + d2 * square * square);
    [w * (a * lens + u0 - seen[0]), w * (b * lens + v0 - seen[1])]
}

/// The step that solves (G + damping diag G) s = -g, for the normal matrix G, given by its lower triangle.
fn step(
    [cameras, points, sightings]: [usize; 3],
    gram: &Gram,
    values: &[f64],
    slope: &[f64],
    damping: f64,
) -> Option<Vec<f64>> {
    let (of_points, of_weights) = (CAMERA * cameras, CAMERA * cameras + POINT * points);
    let mut reduced = Matrix::from_fn(of_points, of_points, |_, _| 0.0);
    let mut blocks = vec![[[0.0; POINT]; POINT]; points];
    // What couples a point with cameras, and a weight with both.
    let mut couplings: Vec<Vec<(usize, [f64; POINT])>> = vec![Vec::new(); points];
    let mut rows: Vec<Vec<(usize, f64)>> = vec![Vec::new(); sightings];
    let mut own = vec![0.0; sightings];
    let mut right: Vec<f64> = slope.iter().map(|g| -g).collect();
    let couple = |list: &mut Vec<(usize, [f64; POINT])>, camera: usize, k: usize, value: f64| match list
        .iter_mut()
        .find(|(j, _)| *j == camera)
    {
        Some((_, block)) => block[k] += value,
        None => {
            let mut block = [0.0; POINT];
            block[k] = value;
            list.push((camera, block));
        }
    };
    for ((i, j), &value) in gram.pattern().iter().zip(values) {
        let value = if i == j { value * (1.0 + damping) } else { value };
        if i >= of_weights {
            match i == j {
                true => own[i - of_weights] = value,
                false => rows[i - of_weights].push((j, value)),
            }
        } else if i >= of_points {
            let (point, k) = ((i - of_points) / POINT, (i - of_points) % POINT);
            match j >= of_points {
                true => blocks[point][k][(j - of_points) % POINT] += value,
                false => couple(&mut couplings[point], j, k, value),
            }
        } else {
            reduced[(i, j)] += value;
        }
    }
    // Weights out.
    for (row, (&own, k)) in rows.iter().zip(own.iter().zip(of_weights..)) {
        for &(i, a) in row {
            right[i] -= a / own * right[k];
            for &(j, b) in row.iter().filter(|&&(j, _)| j <= i) {
                let value = -a * b / own;
                if i < of_points {
                    reduced[(i, j)] += value;
                } else if j >= of_points {
                    blocks[(i - of_points) / POINT][(i - of_points) % POINT][(j - of_points) % POINT] += value;
                } else {
                    couple(&mut couplings[(i - of_points) / POINT], j, (i - of_points) % POINT, value);
                }
            }
        }
    }
    // Points out.
    let mut inverses = Vec::with_capacity(points);
    for (point, block) in blocks.iter().enumerate() {
        let full = Matrix::from_fn(POINT, POINT, |i, j| block[i.max(j)][i.min(j)]);
        let inverse = full.cholesky().ok()?.inverse().ok()?;
        let times = |v: &[f64; POINT]| -> [f64; POINT] {
            core::array::from_fn(|i| (0..POINT).map(|k| inverse[(i, k)] * v[k]).sum())
        };
        let b: [f64; POINT] = core::array::from_fn(|k| right[of_points + POINT * point + k]);
        for &(i, a) in &couplings[point] {
            let moved = times(&a);
            right[i] -= (0..POINT).map(|k| moved[k] * b[k]).sum::<f64>();
            for &(j, c) in couplings[point].iter().filter(|&&(j, _)| j <= i) {
                reduced[(i, j)] -= (0..POINT).map(|k| moved[k] * c[k]).sum::<f64>();
            }
        }
        inverses.push(inverse);
    }
    let full = Matrix::from_fn(of_points, of_points, |i, j| reduced[(i.max(j), i.min(j))]);
    let found = full.cholesky().ok()?.solve(&Matrix::column(&right[..of_points])).ok()?;
    let mut s = right;
    (0..of_points).for_each(|i| s[i] = found[(i, 0)]);
    for (point, inverse) in inverses.iter().enumerate() {
        let first = of_points + POINT * point;
        let mut b: [f64; POINT] = core::array::from_fn(|k| s[first + k]);
        for &(i, a) in &couplings[point] {
            (0..POINT).for_each(|k| b[k] -= a[k] * s[i]);
        }
        (0..POINT).for_each(|i| s[first + i] = (0..POINT).map(|k| inverse[(i, k)] * b[k]).sum());
    }
    for (row, (&own, k)) in rows.iter().zip(own.iter().zip(of_weights..)) {
        let known: f64 = row.iter().map(|&(j, a)| a * s[j]).sum();
        s[k] = (s[k] - known) / own;
    }
    Some(s)
}

/// Adjusts so many cameras, points and sightings; the sum of squares after each step.
fn adjust(input: &Input, sizes: [usize; 3]) -> Result<Vec<f64>, Box<dyn Error>> {
    let [cameras, points, sightings] = sizes;
    let mut x: Vec<f64> = Vec::new();
    (0..cameras).for_each(|_| x.extend(&input.camera));
    (0..points).for_each(|_| x.extend(&input.point));
    x.resize(x.len() + sightings, input.weight);
    let (of_points, of_weights) = (CAMERA * cameras, CAMERA * cameras + POINT * points);
    let inputs = |k: usize| {
        core::array::from_fn(|a| match a {
            ..CAMERA => CAMERA * (k % cameras) + a,
            CAMERA..14 => of_points + POINT * (k % points) + a - CAMERA,
            _ => of_weights + k,
        })
    };
    let seen = input.seen;
    let jacobian = SparseJacobian::of_blocks(x.len(), 3 * sightings)
        .each(vec![(); sightings], |k, _| (inputs(k), [2 * k, 2 * k + 1]), |_, x| error(x, seen))
        .each(vec![(); sightings], |k, _| ([of_weights + k], [2 * sightings + k]), |_, x| [1.0 - x[0] * x[0]])
        .build()?;
    let gram = Gram::of(&jacobian)?;
    println!("{} unknowns, {} entries of J, {} of J^T J", x.len(), jacobian.entries(), gram.entries());
    let (mut r, mut entries) = (vec![0.0; jacobian.rows()], vec![0.0; jacobian.entries()]);
    let (mut slope, mut normal) = (vec![0.0; x.len()], vec![0.0; gram.entries()]);
    let mut damping = 1e-4;
    jacobian.value_and_eval_into(&x, &mut r, &mut entries)?;
    let square = |r: &[f64]| r.iter().map(|r| r * r).sum::<f64>();
    let mut sums = vec![square(&r)];
    while sums.len() < 60 && sums[sums.len() - 1] > 1e-25 * sums[0] {
        jacobian.multiply_transposed_into(&entries, &r, &mut slope);
        gram.eval_into(&entries, &mut normal);
        let Some(s) = step(sizes, &gram, &normal, &slope, damping) else {
            damping *= 10.0;
            continue;
        };
        let next: Vec<f64> = x.iter().zip(&s).map(|(x, s)| x + s).collect();
        jacobian.value_and_eval_into(&next, &mut r, &mut entries)?;
        if square(&r) < sums[sums.len() - 1] {
            x = next;
            sums.push(square(&r));
            println!("step {:>2}: {:.6e}", sums.len() - 1, sums[sums.len() - 1]);
            damping *= 0.1;
        } else {
            jacobian.value_and_eval_into(&x, &mut r, &mut entries)?;
            damping *= 10.0;
        }
        if damping > 1e12 {
            break;
        }
    }
    Ok(sums)
}

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let input = input();
    // Without optimisation, as in tests, a part of it.
    let sizes = if cfg!(debug_assertions) { [4, 20, 60] } else { input.sizes };
    let sums = adjust(&input, sizes)?;
    let (first, last) = (sums[0], sums[sums.len() - 1]);
    // GradBench says what it begins with: (0.10133583791450886, -0.06896776592424401) and 0.826092651516 for each sighting.
    let known = 0.10133583791450886f64.powi(2) + 0.06896776592424401f64.powi(2) + 0.826092651516f64.powi(2);
    assert!((first / sizes[2] as f64 - known).abs() < 1e-10, "{first}");
    assert!(last < 1e-20 * first, "{sums:?}");
    save(
        "bundle",
        &[Chart::new(format!("{} sightings", sizes[2]), "step", "sum of squares")
            .logarithmic(false, true)
            .line("", 0, sums.iter().enumerate().map(|(k, &s)| (k as f64, s)))
            .points("", 0, sums.iter().enumerate().map(|(k, &s)| (k as f64, s)))],
    )
}
