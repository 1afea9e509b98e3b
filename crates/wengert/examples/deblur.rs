//! Image deblurring: find the picture whose blurred version is the one at hand, by gradient descent.
//!
//! `PICTURES=. cargo run --release -p wengert --example deblur` also writes `sharp.pgm`, `blurred.pgm` and `found.pgm`
//! to the folder named.

use std::path::Path;
use wengert::prelude::*;

const SIZE: usize = 32;

/// The pixel at row `i`, column `j`; beyond the edge, the picture goes on as at the edge.
fn pixel<T: Real>(picture: &[T], i: isize, j: isize) -> T {
    let inside = |k: isize| k.clamp(0, SIZE as isize - 1) as usize;
    picture[inside(i) * SIZE + inside(j)]
}

/// Every pixel becomes the weighted mean of its three neighbours in a row, `times` times, and the same down columns.
fn blur<T: Real>(picture: &[T], times: usize) -> Vec<T> {
    let mut current = picture.to_vec();
    for (di, dj) in [(0, 1), (1, 0)].into_iter().cycle().take(2 * times) {
        let mean = |k: usize| {
            let (i, j) = ((k / SIZE) as isize, (k % SIZE) as isize);
            let sides = pixel(&current, i - di, j - dj) + pixel(&current, i + di, j + dj);
            0.25 * sides + 0.5 * current[k]
        };
        current = (0..SIZE * SIZE).map(mean).collect();
    }
    current
}

/// How far the blurred candidate is from the picture at hand, and how rough the candidate is. The square root lets
/// edges stand, which a square would wash out ("total variation").
fn objective<T: Real>(candidate: &[T], at_hand: &[f64]) -> T {
    let mut sum = T::from(0.0);
    for (b, &at_hand) in blur(candidate, 2).into_iter().zip(at_hand) {
        sum += (b - at_hand).powi(2);
    }
    for k in 0..SIZE * SIZE {
        let (i, j) = ((k / SIZE) as isize, (k % SIZE) as isize);
        let down = pixel(candidate, i + 1, j) - candidate[k];
        let right = pixel(candidate, i, j + 1) - candidate[k];
        sum += 2e-4 * (down * down + right * right + 1e-4).sqrt();
    }
    sum
}

/// Gradient descent with momentum (Nesterov's): the gradient is taken where the last move would lead.
fn deblur(at_hand: &[f64], steps: usize) -> Vec<f64> {
    let mut picture = at_hand.to_vec();
    let mut ahead = picture.clone();
    let mut gradient = vec![0.0; picture.len()];
    for step in 0..steps {
        gradient_into(|x| objective(x, at_hand), &ahead, &mut gradient);
        let momentum = step as f64 / (step + 3) as f64;
        for ((p, a), g) in picture.iter_mut().zip(&mut ahead).zip(&gradient) {
            let next = *a - 0.3 * g;
            *a = next + momentum * (next - *p);
            *p = next;
        }
    }
    picture
}

/// A bright disc with a hole, and a bar.
fn sharp() -> Vec<f64> {
    let bright = |k: usize| {
        let (i, j) = ((k / SIZE) as f64, (k % SIZE) as f64);
        let ring = (4.0..9.0).contains(&(i - 13.0).hypot(j - 13.0));
        let bar = (26.0..29.0).contains(&i) && (4.0..28.0).contains(&j);
        if ring || bar { 1.0 } else { 0.1 }
    };
    (0..SIZE * SIZE).map(bright).collect()
}

/// The root mean square difference of two pictures.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    (a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>() / a.len() as f64).sqrt()
}

fn write_pgm(path: &Path, picture: &[f64]) -> std::io::Result<()> {
    let mut file = format!("P5 {SIZE} {SIZE} 255\n").into_bytes();
    file.extend(picture.iter().map(|p| (255.0 * p.clamp(0.0, 1.0)).round() as u8));
    std::fs::write(path, file)
}

pub(crate) fn main() -> std::io::Result<()> {
    let sharp = sharp();
    let blurred = blur(&sharp, 2);
    let found = deblur(&blurred, 150);
    let (before, after) = (distance(&blurred, &sharp), distance(&found, &sharp));
    println!("distance from the sharp picture: blurred {before:.4}, found {after:.4}");
    if let Some(folder) = std::env::var_os("PICTURES") {
        for (name, picture) in [("sharp", &sharp), ("blurred", &blurred), ("found", &found)] {
            write_pgm(&Path::new(&folder).join(name).with_extension("pgm"), picture)?;
        }
    }

    assert!(after < before / 4.0, "{before} before, {after} after");
    Ok(())
}
