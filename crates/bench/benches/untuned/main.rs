//! Programs that the planner was not tuned on, each as one would write it: the function, its generated value with
//! gradient, and the tape in the same run.
//!
//! What is wanted: no value with its gradient above 4 times the function, and half of the programs below 2.3. The median
//! is 2.07 on a quiet EPYC with AVX-512, and none is above 4; elsewhere the product on arrays took 4.05: by
//! hand 3.6, with loops in the order of memory and four partial sums, and 3.8 without these. Here it takes 3.5. Products entry
//! by entry (2.7, by hand 2.5; elsewhere 3.7 and 3.2) read columns too: on the way back each step reads two numbers and adds to
//! two, the one in another row each time. The convolution takes 2.5, by hand 1.8, and took 2.9 (4.5, by hand 2.4, elsewhere) when
//! the way back multiplied by zero where the negative part was cut off.
//! Product by rows takes less time with its gradient than alone, as indices are checked before the loops instead of inside.
//!
//! What lay between 2.5 and 2.15: loops inside fused loops are fused (spins 2.2 to 1.6), rows of one array are reversed
//! one by one (Gaussian process 2.7 to 1.7, log-determinant 3.4 to 2.5), short loops and those without sums are cut into
//! slices (convolution 3.7 to 2.9, logistic regression 2.4 to 1.5), the direction of a hypotenuse is divided by a root
//! (B-spline 2.3 to 1.6). Slices for loops that are known to be long lost: product on arrays 3.4 to 4.3.

#![forbid(unsafe_code)]
#![allow(clippy::needless_range_loop, clippy::too_many_arguments)]

mod fields;
mod linear;
mod models;
mod motion;
mod sequences;
mod shapes;

use bench::contest;
use bench::contest::{Line, by_hand};
use bench::data::{normals, uniforms};
use bench::menu::{Menu, Program};
use bench::race::Pace;
use motion::Quaternion;
use std::hint::black_box;

/// Rows of so many numbers.
fn rows(x: &[f64], width: usize) -> Vec<Vec<f64>> {
    x.chunks_exact(width).map(<[f64]>::to_vec).collect()
}

/// Arrays of known length.
fn arrays<const N: usize>(x: &[f64]) -> Vec<[f64; N]> {
    x.as_chunks::<N>().0.to_vec()
}

/// A symmetric matrix with the eigenvalues at 1 or above.
fn definite(n: usize) -> Vec<f64> {
    let x = normals(n * n);
    let entry = |i: usize, j: usize| {
        (0..n).map(|k| x[i * n + k] * x[j * n + k]).sum::<f64>() / n as f64 + if i == j { 1.0 } else { 0.0 }
    };
    (0..n * n).map(|p| entry(p / n, p % n)).collect()
}

fn product_of_rows(pace: Pace) -> Line {
    let (a, b) = (rows(&normals(64 * 64), 64), rows(&uniforms(64 * 64), 64));
    let hand = by_hand((a.clone(), b.clone()), |(ga, gb)| {
        linear::product_of_rows_by_hand(black_box(&a), black_box(&b), ga, gb)
    });
    contest!(pace, "matrix product, rows", linear::product_of_rows(&a, &b), by [a: ga, b: gb], hand)
}

fn product_by_entries(pace: Pace) -> Line {
    let (a, b) = (rows(&normals(64 * 64), 64), rows(&uniforms(64 * 64), 64));
    let hand = by_hand((a.clone(), b.clone()), |(ga, gb)| {
        linear::product_by_entries_by_hand(black_box(&a), black_box(&b), ga, gb)
    });
    contest!(pace, "matrix product, entries", linear::product_by_entries(&a, &b), by [a: ga, b: gb], hand)
}

fn product_of_arrays(pace: Pace) -> Line {
    let square = |x: Vec<f64>| -> [[f64; 32]; 32] { std::array::from_fn(|i| std::array::from_fn(|j| x[i * 32 + j])) };
    let (a, b) = (square(normals(32 * 32)), square(uniforms(32 * 32)));
    contest!(pace, "matrix product, arrays", linear::product_of_arrays(&a, &b), by [a: ga, b: gb])
}

fn product_flat(pace: Pace) -> Line {
    let (a, b) = (normals(64 * 64), uniforms(64 * 64));
    let hand =
        by_hand((a.clone(), b.clone()), |(ga, gb)| linear::product_by_hand(black_box(&a), black_box(&b), 64, ga, gb));
    contest!(pace, "matrix product, flat", linear::product_flat(&a, &b, 64), by [a: ga, b: gb], hand)
}

fn elimination(pace: Pace) -> Line {
    let (a, b) = (rows(&normals(48 * 48), 48), uniforms(48));
    contest!(pace, "elimination", linear::elimination(&a, &b), by [a: ga, b: gb])
}

fn log_determinant(pace: Pace) -> Line {
    let a = definite(64);
    let hand = by_hand(a.clone(), |ga| linear::log_determinant_by_hand(black_box(&a), 64, ga));
    contest!(pace, "log-determinant", linear::log_determinant(&a, 64), by [a: ga], hand)
}

fn conjugate_gradients(pace: Pace) -> Line {
    let (a, b) = (rows(&definite(64), 64), uniforms(64));
    let hand = by_hand((a.clone(), b.clone()), |(ga, gb)| {
        linear::conjugate_gradients_by_hand(black_box(&a), black_box(&b), 20, ga, gb)
    });
    contest!(pace, "conjugate gradients", linear::conjugate_gradients(&a, &b, 20), by [a: ga, b: gb], hand)
}

fn bodies(pace: Pace) -> Line {
    let (x, v, m) = (arrays::<3>(&normals(24)), arrays::<3>(&uniforms(24)), uniforms(8));
    contest!(pace, "n-body", motion::bodies(&x, &v, &m, 0.01, 100), by [x: gx, v: gv, m: gm])
}

fn attitude(pace: Pace) -> Line {
    let (q, bias) = (Quaternion { w: 1.0, x: 0.0, y: 0.0, z: 0.0 }, [0.01, -0.02, 0.03]);
    let rates = normals(3 * 500);
    contest!(pace, "quaternions", motion::attitude(q, bias, &rates, 0.01), by [q: gq, bias: gbias])
}

fn pendula(pace: Pace) -> Line {
    let (q, spring, length) = (uniforms(16), 2.0, uniforms(16).iter().map(|l| 0.5 + l).collect::<Vec<f64>>());
    contest!(
        pace, "chain of pendula", motion::pendula(&q, spring, &length, 0.01, 200),
        by [q: gq, spring: gs, length: gl]
    )
}

fn heat(pace: Pace) -> Line {
    let (u, k) = (normals(64 * 64), uniforms(64 * 64));
    let hand = by_hand((u.clone(), k.clone()), |(gu, gk)| {
        fields::heat_by_hand(black_box(&u), black_box(&k), 64, 50, (gu, gk))
    });
    contest!(pace, "heat, 2-D stencil", fields::heat(&u, &k, 64, 50), by [u: gu, k: gk], hand)
}

fn convolution(pace: Pace) -> Line {
    let image = rows(&normals(64 * 64), 64);
    let (w, b) = (normals(25), 0.1);
    let filter: [[f64; 5]; 5] = std::array::from_fn(|i| std::array::from_fn(|j| w[i * 5 + j]));
    let hand = by_hand((image.clone(), filter, b), |(gi, gf, gb)| {
        fields::convolution_by_hand(black_box(&image), black_box(&filter), b, (gi, gf, gb))
    });
    contest!(pace, "convolution, 2-D", fields::convolution(&image, &filter, b), by [image: gi, filter: gf, b: gb], hand)
}

fn spins(pace: Pace) -> Line {
    let (a, r, d, h) = (normals(32 * 32), uniforms(32 * 32), normals(32 * 32), 0.3);
    let hand = by_hand((a.clone(), r.clone(), d.clone(), h), |(ga, gr, gd, gh)| {
        fields::spins_by_hand(black_box(&a), black_box(&r), black_box(&d), h, 32, (ga, gr, gd, gh))
    });
    contest!(pace, "spins on a torus", fields::spins(&a, &r, &d, h, 32), by [a: ga, r: gr, d: gd, h: gh], hand)
}

fn kalman(pace: Pace) -> Line {
    let (z, x, q, r) = (normals(500), [0.1, 0.2], 0.3, 0.5);
    contest!(pace, "Kalman filter", sequences::kalman(&z, x, q, r, 0.1), by [x: gx, q: gq, r: gr])
}

/// So many rows of positive numbers that sum to one.
fn chances(n: usize, width: usize) -> Vec<Vec<f64>> {
    let scaled = |row: &[f64]| row.iter().map(|p| (p + 0.05) / row.iter().map(|p| p + 0.05).sum::<f64>()).collect();
    uniforms(n * width).chunks_exact(width).map(scaled).collect()
}

fn hidden_markov(pace: Pace) -> Line {
    let (start, transition, emission) = (chances(1, 12).concat(), chances(12, 12), chances(12, 6));
    let symbols: Vec<usize> = uniforms(200).iter().map(|u| (u * 6.0) as usize).collect();
    let hand = by_hand((start.clone(), transition.clone(), emission.clone()), |(gs, gt, ge)| {
        sequences::hidden_markov_by_hand(black_box(&start), &transition, &emission, &symbols, (gs, gt, ge))
    });
    contest!(
        pace, "hidden Markov model", sequences::hidden_markov(&start, &transition, &emission, &symbols),
        by [start: gs, transition: gt, emission: ge], hand
    )
}

fn soft_warping(pace: Pace) -> Line {
    let (x, y, gamma) = (normals(64), uniforms(64), 0.5);
    let hand = by_hand((x.clone(), y.clone(), gamma), |(gx, gy, gg)| {
        sequences::soft_warping_by_hand(black_box(&x), black_box(&y), gamma, (gx, gy, gg))
    });
    contest!(pace, "soft time warping", sequences::soft_warping(&x, &y, gamma), by [x: gx, y: gy, gamma: gg], hand)
}

fn spectrum(pace: Pace) -> Line {
    let (x, wanted) = (normals(512), uniforms(512));
    let hand = by_hand(x.clone(), |gx| sequences::spectrum_by_hand(black_box(&x), &wanted, gx));
    contest!(pace, "Fourier transform", sequences::spectrum(&x, &wanted), by [x: gx], hand)
}

fn recurrent(pace: Pace) -> Line {
    let weights: Vec<f64> = normals(64 * 24).iter().map(|w| 0.2 * w).collect();
    let (weights, bias, inputs) = (rows(&weights, 24), uniforms(64), normals(20 * 8));
    contest!(pace, "LSTM", sequences::recurrent(&weights, &bias, &inputs, 8), by [weights: gw, bias: gb])
}

fn logistic(pace: Pace) -> Line {
    let (x, w, b) = (normals(500 * 20), uniforms(20), 0.1);
    let labels: Vec<f64> = uniforms(500).iter().map(|u| u.round()).collect();
    let hand = by_hand((w.clone(), b), |(gw, gb)| models::logistic_by_hand(black_box(&w), b, &x, &labels, gw, gb));
    contest!(pace, "logistic regression", models::logistic(&w, b, &x, &labels), by [w: gw, b: gb], hand)
}

fn gaussian_process(pace: Pace) -> Line {
    let (length, variance, noise) = (0.2, 1.5, 0.1);
    let (x, y) = (uniforms(64), normals(64));
    contest!(
        pace, "Gaussian process", models::gaussian_process(length, variance, noise, &x, &y),
        by [length: gl, variance: gv, noise: gn]
    )
}

fn fit(pace: Pace) -> Line {
    let t: Vec<f64> = (0..200).map(|i| i as f64 * 0.02).collect();
    let y: Vec<f64> = t.iter().zip(normals(200)).map(|(t, z)| 2.0 * (-t).exp() + 0.5 + 0.1 * z).collect();
    let start = [1.8, 1.1, 0.4];
    contest!(pace, "Gauss-Newton step", models::fit(start, &t, &y), by [start: gs, y: gy])
}

fn transformer(pace: Pace) -> Line {
    const D: usize = 32;
    let some = |n: usize| normals(n).iter().map(|w| w / (D as f64).sqrt()).collect::<Vec<f64>>();
    let (x, norms) = (normals(16 * D), rows(&uniforms(4 * D), D));
    let (qkv, projection, up, down) = (some(3 * D * D), some(D * D), some(4 * D * D), some(4 * D * D));
    contest!(
        pace, "transformer block", models::transformer(&x, D, 4, &norms, &qkv, &projection, &up, &down),
        by [x: gx, norms: gn, qkv: gq, projection: gp, up: gu, down: gd]
    )
}

fn spheres(pace: Pace) -> Line {
    let u = uniforms(6 * 5);
    let balls: Vec<[f64; 5]> = u
        .as_chunks::<5>()
        .0
        .iter()
        .map(|[a, b, c, d, e]| [a - 0.5, b - 0.5, 2.0 + c, 0.2 + 0.2 * d, 0.3 + 0.5 * e])
        .collect();
    let (light, wanted) = ([0.5, -1.0, -0.7], uniforms(48 * 48));
    contest!(pace, "picture of spheres", shapes::spheres(&balls, light, &wanted, 48), by [balls: gb, light: gl])
}

fn spline(pace: Pace) -> Line {
    let control = arrays::<2>(&normals(2 * 16));
    contest!(pace, "B-spline", shapes::spline(&control, 500), by [control: gc])
}

fn smile(pace: Pace) -> Line {
    let (alpha, beta, rho, nu, forward) = (0.2, 0.6, -0.3, 0.5, 1.1);
    let strikes: Vec<f64> = (0..40).map(|i| 0.6 + 0.025 * i as f64).collect();
    let quotes: Vec<f64> = uniforms(40).iter().map(|u| 0.18 + 0.05 * u).collect();
    contest!(
        pace, "SABR smile", shapes::smile(alpha, beta, rho, nu, forward, &strikes, &quotes, 0.75),
        by [alpha: ga, beta: gb, rho: gr, nu: gn, forward: gf]
    )
}

const PROGRAMS: [Program<Line>; 25] = [
    ("product_of_rows", product_of_rows),
    ("product_by_entries", product_by_entries),
    ("product_of_arrays", product_of_arrays),
    ("product_flat", product_flat),
    ("elimination", elimination),
    ("log_determinant", log_determinant),
    ("conjugate_gradients", conjugate_gradients),
    ("bodies", bodies),
    ("attitude", attitude),
    ("pendula", pendula),
    ("heat", heat),
    ("convolution", convolution),
    ("spins", spins),
    ("kalman", kalman),
    ("hidden_markov", hidden_markov),
    ("soft_warping", soft_warping),
    ("spectrum", spectrum),
    ("recurrent", recurrent),
    ("logistic", logistic),
    ("gaussian_process", gaussian_process),
    ("fit", fit),
    ("transformer", transformer),
    ("spheres", spheres),
    ("spline", spline),
    ("smile", smile),
];

fn main() {
    Menu::read().table(&PROGRAMS);
}
