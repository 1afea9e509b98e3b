//! Ties, and what is structurally absent, across ranks.

use wengert::prelude::*;
use wengert_mpi::threads;

/// The gradients on all ranks of the first number of what rank 0 gets.
fn slopes(x: &[f64], of: impl Fn(&wengert_mpi::Ranks, f64) -> f64 + Sync) -> Vec<f64> {
    threads(x.len(), |ranks| {
        let found = of(&ranks, x[ranks.rank()]);
        ranks.check().unwrap();
        found
    })
}

fn of_extreme(x: &[f64], least: bool) -> (Vec<f64>, Vec<f64>) {
    let tape = slopes(x, |ranks, x| {
        let found = ranks.value_and_gradient(&[x], |world, x| {
            let y = if least { world.all_reduce_min(x) } else { world.all_reduce_max(x) };
            if world.rank() == 0 { y[0] } else { 0.0.into() }
        });
        found.unwrap().1[0]
    });
    let forward = slopes(x, |ranks, x| {
        derivative(
            |x| {
                let world = ranks.on(x);
                if least { world.all_reduce_min(&[x])[0] } else { world.all_reduce_max(&[x])[0] }
            },
            x,
        )
    });
    (tape, forward)
}

#[test]
fn ties_share_the_derivative() {
    assert_eq!(of_extreme(&[1.0, 3.0, 2.0], false).0, [0.0, 1.0, 0.0]);
    assert_eq!(of_extreme(&[3.0, 3.0, 2.0], false).0, [0.5, 0.5, 0.0]);
    assert_eq!(of_extreme(&[3.0, 3.0, 3.0], true).0, [1.0 / 3.0; 3]);
    assert_eq!(of_extreme(&[1.0, 3.0, 2.0], true).0, [1.0, 0.0, 0.0]);
    assert_eq!(of_extreme(&[f64::NAN, 3.0], false).0, [0.0, 1.0]);
    assert_eq!(of_extreme(&[f64::INFINITY, f64::INFINITY, 0.0], false).0, [0.5, 0.5, 0.0]);
    assert_eq!(of_extreme(&[f64::NEG_INFINITY, 0.0], false).0, [0.0, 1.0]);
    // Forward mode moves all ranks at once.
    for sum in of_extreme(&[0.1, 0.1, 0.1], false).1 {
        assert!((sum - 1.0).abs() < 1e-15);
    }
}

#[test]
fn values_of_ties_are_exact() {
    for size in [3, 5, 6, 7] {
        for x in [0.1, 1.0 / 3.0, 1e300, 5e-324, -0.7] {
            let found = threads(size, |ranks| {
                let world = ranks.on(x);
                (world.all_reduce_max(&[x])[0], world.all_reduce_min(&[x])[0])
            });
            assert!(found.iter().all(|&found| found == (x, x)), "{x}: {found:?}");
        }
    }
}

#[test]
fn what_has_lost_is_absent() {
    // The loser's partial is infinite, and its adjoint a zero that counts for nothing.
    let found = slopes(&[0.0, 4.0], |ranks, x| {
        let of = ranks.value_and_gradient(&[x], |world, x| {
            let y = world.all_reduce_max(&[x[0].sqrt()])[0];
            if world.rank() == 0 { y } else { 0.0.into() }
        });
        of.unwrap().1[0]
    });
    assert_eq!(found, [0.0, 0.25]);
}

#[test]
fn a_weight_of_zero_reaches_nothing_on_other_ranks() {
    // Rank 1 uses the first number alone; the second is the root of zero.
    let found = slopes(&[0.0, 3.0], |ranks, x| {
        let of = ranks.value_and_gradient(&[x], |world, x| {
            let y = world.broadcast(0, &[x[0] + 2.0, x[0].sqrt()]);
            if world.rank() == 1 { y[0] * x[0] } else { 0.0.into() }
        });
        of.unwrap().1[0]
    });
    assert_eq!(found, [3.0, 2.0]);
    // Forward, a constant that was received stays one beside an infinite partial.
    let found = slopes(&[5.0, 3.0], |ranks, x| {
        derivative(
            |x| {
                let world = ranks.on(x);
                let y = world.broadcast(0, &[0.0.into(), x]);
                y[0].sqrt() + y[1]
            },
            x,
        )
    });
    assert_eq!(found, [1.0, 1.0]);
}

#[test]
fn a_rank_without_inputs_takes_part() {
    let found = threads(3, |ranks| {
        let x = vec![2.0; usize::from(ranks.rank() != 1)];
        ranks.value_and_gradient(&x, |world, x| {
            let product = world.all_reduce_product(&[if x.is_empty() { 5.0.into() } else { x[0] }])[0];
            if world.rank() == 2 { product } else { 0.0.into() }
        })
    });
    let found: Vec<_> = found.into_iter().map(Result::unwrap).collect();
    assert_eq!(found, [(20.0, vec![10.0]), (20.0, vec![]), (20.0, vec![10.0])]);
}

#[test]
fn linearised_maps_go_both_ways_again_and_again() {
    let found = threads(2, |ranks| {
        let x = [1.0 + ranks.rank() as f64, 0.5];
        let (_, map) = linearize(
            |x| {
                let world = ranks.on(x[0]);
                let y = world.all_reduce_product(&[x[0] * x[1]]);
                vec![y[0], world.all_reduce_sum(x)[1] * x[0]]
            },
            &x,
        );
        let (v, w) = ([0.3, -0.2 + x[0]], [0.7, x[0]]);
        let mut sums = Vec::new();
        for _ in 0..2 {
            let (pushed, pulled) = (map.push(&v), map.pull(&w));
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            sums.push(ranks.on(0.0).all_reduce_sum(&[dot(&pushed, &w), dot(&pulled, &v)]));
        }
        ranks.check().map(|()| sums)
    });
    for sums in found {
        let sums = sums.unwrap();
        assert_eq!(sums[0], sums[1]);
        assert!((sums[0][0] - sums[0][1]).abs() < 1e-14, "{sums:?}");
    }
}

#[test]
fn single_precision_goes_through() {
    let found = threads(3, |ranks| {
        let x = [0.1f32 * (1.0 + ranks.rank() as f32)];
        ranks.on(x[0]).all_reduce_product(&x)[0]
    });
    assert_eq!(found, [0.1f32 * (0.1f32 * 2.0) * (0.1f32 * 3.0); 3]);
}
