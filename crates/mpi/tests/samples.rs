//! Sums over samples: the same bits on any number of ranks, each sample once.

use wengert::prelude::*;
use wengert_mpi::{Ranks, threads};

/// On ranks, the shares in order, and what all of them find; the bits have to be the same everywhere.
fn on_ranks<S: Sync + Clone>(
    size: usize,
    samples: &[S],
    of: impl Fn(&Ranks, &[S]) -> (f64, Vec<f64>) + Sync,
) -> (f64, Vec<f64>) {
    let found = threads(size, |ranks| {
        let share = ranks.share(samples.len());
        (share.clone(), of(&ranks, &samples[share]))
    });
    let mut end = 0;
    for (share, outcome) in &found {
        assert_eq!(share.start, end);
        end = share.end;
        assert_eq!(outcome, &found[0].1);
    }
    assert_eq!(end, samples.len());
    let longest = found.iter().map(|(share, _)| share.len()).max();
    assert!(longest <= Some(2 * samples.len().div_ceil(size)), "{samples:?} on {size}", samples = samples.len());
    found[0].1.clone()
}

#[test]
fn bits_do_not_depend_on_the_number_of_ranks() {
    for samples in [0, 1, 2, 3, 10, 333, 5000] {
        let data: Vec<f64> = (0..samples).map(|i| ((i * 7919) % 1009) as f64 * 1e-3).collect();
        let gradient = |ranks: &Ranks, own: &[f64]| {
            ranks.par_gradient(|&s, p| (p[0] * s + p[1]).sin() * p[2].exp(), samples, own, &[0.7, -0.1, 0.3]).unwrap()
        };
        let sum = |ranks: &Ranks, own: &[f64]| {
            let of = |&s: &f64, g: &mut [f64]| {
                let (sin, cos) = (0.7f64 * s - 0.1).sin_cos();
                let k = 0.3f64.exp();
                g.copy_from_slice(&[cos * k * s, cos * k, sin * k]);
                sin * k
            };
            ranks.par_sum(of, samples, own, 3).unwrap()
        };
        let (one, sum_of_one) = (on_ranks(1, &data, gradient), on_ranks(1, &data, sum));
        for size in [2, 3, 4, 7] {
            assert_eq!(on_ranks(size, &data, gradient), one, "{samples} on {size}");
            assert_eq!(on_ranks(size, &data, sum), sum_of_one, "{samples} on {size}");
        }
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * (1.0 + b.abs());
        assert!(near(one.0, sum_of_one.0) && one.1.iter().zip(&sum_of_one.1).all(|(&a, &b)| near(a, b)));
    }
}

#[test]
fn a_batch_of_points_is_as_on_one_rank() {
    let program = wengert::program::Program::record(2, |x| vec![x[0].exp() * x[1], x[1].sqrt()]).unwrap();
    let points: Vec<f64> = (0..2 * 137).map(|i| 0.01 + 0.03 * f64::from(i)).collect();
    let alone = program.eval_batch(&points).unwrap();
    for size in [1, 2, 5] {
        let found = threads(size, |ranks| ranks.eval_batch(&program, &points));
        for found in found {
            assert!(found.unwrap().iter().zip(&alone).all(|(a, b)| a.to_bits() == b.to_bits()));
        }
    }
}

#[test]
#[should_panic(expected = "rank 0 has 3 samples, and its share is 0..4")]
fn another_share_panics() {
    threads(1, |ranks| ranks.par_sum(|&s: &f64, _| s, 4, &[1.0; 3], 0).unwrap());
}
