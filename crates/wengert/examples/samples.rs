//! The gradient of a sum over many samples by one thread and by all, timed in turns:
//! `cargo run --release -p wengert --features rayon --example samples`.

use std::time::Instant;
use wengert::par_gradient;
use wengert::prelude::*;

const SAMPLES: usize = 20_000;
const STEPS: usize = 20;
const ROUNDS: usize = 30;

/// How far a swinging pendulum is from where it was seen.
fn misfit<T: Real>(&(start, seen): &(f64, f64), p: &[T]) -> T {
    let (mut x, mut v) = (T::from(start), p[0]);
    for _ in 0..STEPS {
        v -= (p[1] * x.sin() + p[2] * v) * 0.01;
        x += v * 0.01;
    }
    (x - seen).powi(2)
}

fn main() {
    let samples: Vec<(f64, f64)> = (0..SAMPLES).map(|i| ((i as f64).sin(), (i as f64 + 0.1).sin())).collect();
    let p = [0.1, 9.81, 0.2];
    let pools = [1, std::thread::available_parallelism().map_or(2, usize::from)]
        .map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
    let mut least = [f64::INFINITY; 3];
    let mut gradients = [const { Vec::new() }; 2];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mut sum = [0.0; 3];
        for sample in &samples {
            let g = gradient(|p| misfit(sample, p), &p);
            sum.iter_mut().zip(g).for_each(|(s, g)| *s += g);
        }
        least[2] = least[2].min(start.elapsed().as_secs_f64());
        for (k, pool) in pools.iter().enumerate() {
            let start = Instant::now();
            gradients[k] = pool.install(|| par_gradient(|s, p| misfit(s, p), &samples, &p));
            least[k] = least[k].min(start.elapsed().as_secs_f64());
        }
        assert_eq!(gradients[0], gradients[1], "the same to the bit");
        assert!(gradients[0].iter().zip(sum).all(|(g, s)| (g / s - 1.0).abs() < 1e-9));
    }
    let threads = pools[1].current_num_threads();
    println!("{SAMPLES} samples of {STEPS} steps, least of {ROUNDS} rounds:");
    println!("one gradient after the other: {:.2} ms", least[2] * 1e3);
    println!("par_gradient with one thread: {:.2} ms", least[0] * 1e3);
    println!(
        "par_gradient with {threads} threads: {:.2} ms, efficiency {:.2}",
        least[1] * 1e3,
        least[0] / least[1] / threads as f64
    );
}
