//! What stands at the edges: empty lists, one rank, ties, tags that cross, ranks that do something else, and ranks that panic
//! on the way back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use wengert::Dual;
use wengert::prelude::*;
use wengert_mpi::{Grid, On, Ranks, threads};

/// Every operation on lists without numbers.
fn nothing<T: Real>(world: &On<'_, T>) -> usize {
    let (rank, size) = (world.rank(), world.size());
    world.send((rank + 1) % size, 1, &[]);
    let mut all = world.receive((rank + size - 1) % size, 1, 0);
    let none = vec![0; size];
    let pending = world.start_receive(2, &[((rank + size - 1) % size, 0)]);
    world.start_sends(2, &[((rank + 1) % size, &[])]);
    all.extend(world.wait(pending));
    all.extend(world.broadcast(size - 1, &[]));
    all.extend(world.shared(&[]));
    all.extend(world.reduce_sum(size / 2, &[]));
    all.extend(world.all_reduce_sum(&[]));
    all.extend(world.all_reduce_product(&[]));
    all.extend(world.all_reduce_max(&[]));
    all.extend(world.all_reduce_min(&[]));
    all.extend(world.scatter(0, &[], 0));
    all.extend(world.scatter_parts(0, &[], &none));
    all.extend(world.gather(0, &[]));
    all.extend(world.gather_parts(size - 1, &[], &none));
    all.extend(world.all_gather(&[]));
    all.extend(world.all_gather_parts(&[], &none));
    all.extend(world.all_to_all(&[]));
    all.extend(world.all_to_all_parts(&[], &none, &none));
    world.send((rank + 1) % size, 3, &[]);
    let (from, found) = world.receive_any(3, 0);
    assert_eq!(from, (rank + size - 1) % size);
    all.extend(found);
    all.len()
}

#[test]
fn lists_may_be_empty() {
    for size in [1, 2, 5] {
        let found = threads(size, |ranks| {
            ranks.time_limit(Duration::from_secs(20));
            assert_eq!(nothing(&ranks.on(0.0)), 0);
            assert_eq!(nothing(&ranks.on(Dual::seeded(1.0, 1.0))), 0);
            // Without inputs, and with results that do not depend on what came.
            let g = ranks.value_and_gradient(&[], |world, _| (nothing(world) as f64).into());
            assert_eq!(g.unwrap(), (0.0, vec![]));
            let g = ranks.value_and_gradient(&[2.0], |world, x| x[0] * x[0] + nothing(world) as f64);
            assert_eq!(g.unwrap(), (4.0 * size as f64, vec![4.0]));
            ranks.check()
        });
        found.into_iter().for_each(|found| found.unwrap());
    }
}

#[test]
fn second_derivatives_at_ties_are_shared() {
    for (x, v) in [([3.0, 3.0, 2.0], [1.0, -2.0, 5.0]), ([2.0, 2.0, 2.0], [0.5, 1.0, 4.0])] {
        let ties = x.iter().filter(|&&k| k == x[0]).count() as f64;
        for least in [false, true] {
            let x = x.map(|x| if least { -x } else { x });
            let found = threads(3, |ranks| {
                let dual = [Dual::seeded(x[ranks.rank()], v[ranks.rank()])];
                let (_, g) = ranks
                    .value_and_gradient(&dual, |world, x| {
                        let y = [x[0] * x[0] * x[0]];
                        let most = if least { world.all_reduce_min(&y) } else { world.all_reduce_max(&y) };
                        if world.rank() == 1 { most[0] * most[0] } else { 0.0.into() }
                    })
                    .unwrap();
                [g[0].value, g[0].tangent]
            });
            // (sum over ties of x^3 / k)^2, on each of them.
            let top = x[0].powi(3);
            let along: f64 = (0..3).filter(|&r| x[r] == x[0]).map(|r| 3.0 * x[r] * x[r] * v[r] / ties).sum();
            for r in 0..3 {
                let expected = match x[r] == x[0] {
                    true => {
                        [6.0 * top * x[r] * x[r] / ties, 6.0 / ties * (along * x[r] * x[r] + 2.0 * top * x[r] * v[r])]
                    }
                    false => [0.0, 0.0],
                };
                let close = (0..2).all(|k| (found[r][k] - expected[k]).abs() <= 1e-12 * expected[k].abs());
                assert!(close, "rank {r}: {:?}, not {expected:?}", found[r]);
            }
        }
    }
}

#[test]
fn tags_may_cross() {
    let found = threads(5, |ranks| {
        let (rank, x) = (ranks.rank(), [1.0 + ranks.rank() as f64, 0.5]);
        ranks.value_and_gradient(&x, |world, x| {
            // To everybody, this rank included, in one order; taken in another.
            for tag in 0..3u32 {
                (0..5).for_each(|to| world.send(to, tag, &vec![x[0] * x[1]; to + tag as usize]));
            }
            let mut sum = x[0];
            for tag in [2u32, 0, 1] {
                for from in (0..5).rev() {
                    let found = world.receive(from, tag, rank + tag as usize);
                    found.into_iter().for_each(|y| sum += y * (1.0 + f64::from(tag)));
                }
            }
            sum
        })
    });
    // Each number goes out so often: over all receivers r and tags t, (r + t) (1 + t).
    let count: f64 = (0..5).flat_map(|r| (0..3).map(move |t| f64::from((r + t) * (1 + t)))).sum();
    for (rank, found) in found.into_iter().enumerate() {
        let (_, g) = found.unwrap();
        assert_eq!(g, [1.0 + count * 0.5, count * (1.0 + rank as f64)]);
    }
}

/// What ranks do that does not fit.
#[track_caller]
fn all_fail(size: usize, what: &str, run: impl Fn(&Ranks) + Sync) {
    let start = Instant::now();
    let found = threads(size, |ranks| {
        ranks.time_limit(Duration::from_millis(300));
        run(&ranks);
        ranks.on(0.0).barrier();
        ranks.check()
    });
    assert!(start.elapsed() < Duration::from_secs(20));
    let errors: Vec<String> = found.into_iter().map(|found| found.expect_err("all have to fail").to_string()).collect();
    assert!(errors.iter().any(|error| error.contains(what)), "{errors:?}");
}

#[test]
fn what_does_not_fit_ends_all() {
    all_fail(5, "was expected", |ranks| drop(ranks.on(0.0).broadcast(ranks.rank() % 2, &[1.0])));
    all_fail(4, "was expected", |ranks| match ranks.rank() {
        2 => drop(ranks.on(0.0).all_reduce_sum(&[1.0])),
        _ => drop(ranks.on(0.0).all_gather(&[1.0])),
    });
    // One rank carries derivatives and the others do not.
    all_fail(3, "with derivatives", |ranks| match ranks.rank() {
        1 => drop(ranks.on(Dual::seeded(1.0, 1.0)).all_reduce_sum(&[Dual::seeded(1.0, 1.0)])),
        _ => drop(ranks.on(0.0).all_reduce_sum(&[1.0])),
    });
    // One rank makes no pass back.
    all_fail(3, "rank", |ranks| {
        if ranks.rank() == 2 {
            ranks.on(0.0).all_reduce_sum(&[1.0]);
        } else {
            let _ = ranks.value_and_gradient(&[1.0], |world, x| world.all_reduce_sum(x)[0]);
        }
    });
    // The lengths of a gathering are not the same for all.
    all_fail(3, "was expected", |ranks| {
        let counts = if ranks.rank() == 1 { [1, 2, 1] } else { [1, 1, 1] };
        ranks.on(0.0).all_gather_parts(&vec![1.0; counts[ranks.rank()]], &counts);
    });
}

/// A rank panics where its chain computes states again; the others end with an error that says so.
#[test]
fn a_panic_on_the_way_back_is_an_error_to_the_others() {
    let said = Mutex::new(Vec::new());
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        threads(4, |ranks| {
            let mut calls = 0;
            let mut chain = ranks.chain(vec![1.0, 2.0], 30, |_, x: Vec<_>| {
                calls += 1;
                assert!(ranks.rank() != 2 || calls < 45, "as this test wants it");
                let sum = ranks.on(x[0]).all_reduce_sum(&x);
                vec![0.1 * sum[1] + x[0], (sum[0] * 0.1).sin() + x[1]]
            });
            let found = chain.gradient(|_, x| x[0] * x[1]);
            let error = found.expect_err("the others cannot go on").to_string();
            said.lock().unwrap().push(error);
        });
    }));
    assert!(outcome.is_err());
    let said = said.into_inner().unwrap();
    assert!(said.len() == 3 && said.iter().all(|error| error.contains("rank 2 panicked")), "{said:?}");
}

#[test]
fn halos_of_uneven_blocks_go_around() {
    // 7 x 5 points on 5 ranks in one column of blocks, and in one row: blocks of 1 and 2 points along an axis.
    for blocks in [[5, 1], [1, 5]] {
        for periodic in [[true, true], [true, false], [false, false]] {
            let found = threads(5, |ranks| {
                let grid = Grid::with_blocks(&ranks, &[7, 5], &blocks).periodic(&periodic);
                let own: Vec<f64> = grid.points().map(|at| (at[0] * 5 + at[1]) as f64).collect();
                let g = ranks.value_and_gradient(&own, |world, x| {
                    let wide = grid.with_halos(world, x, 1, 0.0.into());
                    wide.iter().fold(0.0.into(), |sum, &w| sum + w * w * 0.5)
                });
                let places: Vec<[usize; 2]> = grid.points().map(|at| [at[0], at[1]]).collect();
                (places, own, g.unwrap().1, [grid.range(0), grid.range(1)])
            });
            // A point counts once for each block whose wide form it lies in, as often as it lies there.
            let ranges: Vec<_> = found.iter().map(|(.., ranges)| ranges.clone()).collect();
            for (places, own, g, _) in &found {
                for ((at, x), g) in places.iter().zip(own).zip(g) {
                    let along = |axis: usize, range: &std::ops::Range<usize>| {
                        let n = [7, 5][axis] as isize;
                        let wide = range.start as isize - 1..range.end as isize + 1;
                        wide.filter(|&k| {
                            if periodic[axis] { k.rem_euclid(n) == at[axis] as isize } else { k == at[axis] as isize }
                        })
                        .count() as f64
                    };
                    let count: f64 = ranges.iter().map(|[rows, columns]| along(0, rows) * along(1, columns)).sum();
                    assert_eq!(*g, x * count, "{blocks:?} {periodic:?} at {at:?}");
                }
            }
        }
    }
}
