//! How many messages operations take, of how many bytes: what `docs/beyond-one-machine.md` promises.

use wengert::prelude::*;
use wengert::{Dual, Taylor};
use wengert_mpi::{Grid, On, Ranks, Tally, threads};

/// In front of the numbers of each message.
const HEADER: u64 = 25;

/// What all ranks send together, and the one that sends most.
fn sent(size: usize, run: impl Fn(&Ranks) + Sync) -> (Tally, Tally) {
    let tallies = threads(size, |ranks| {
        run(&ranks);
        ranks.check().unwrap();
        ranks.tally()
    });
    let all = tallies.iter().fold(Tally::default(), |sum, one| Tally {
        messages: sum.messages + one.messages,
        bytes: sum.bytes + one.bytes,
    });
    (all, tallies.into_iter().max_by_key(|tally| tally.messages).unwrap())
}

fn plain(size: usize, run: impl Fn(&On<'_, f64>) + Sync) -> (Tally, Tally) {
    sent(size, |ranks| run(&ranks.on(0.0)))
}

#[test]
fn sums_go_up_a_tree_and_down() {
    for size in [1, 2, 3, 4, 5, 8, 13] {
        let (all, most) = plain(size, |world| drop(world.all_reduce_sum(&[1.0; 10])));
        let edges = size as u64 - 1;
        assert_eq!((all.messages, all.bytes), (2 * edges, 2 * edges * (HEADER + 80)), "{size}");
        assert!(most.messages <= u64::from(size.next_power_of_two().ilog2()).max(1), "{size}: {most:?}");
        let (all, _) = plain(size, |world| drop(world.broadcast(size - 1, &[1.0; 10])));
        assert_eq!(all.messages, edges);
        let (all, _) = plain(size, |world| drop(world.gather(0, &[1.0; 10])));
        assert_eq!(all.messages, edges);
        let (all, _) = plain(size, |world| drop(world.scatter(0, &vec![1.0; 10 * size], 10)));
        assert_eq!(all.messages, edges);
        let (all, _) = plain(size, |world| drop(world.all_to_all(&vec![1.0; 10 * size])));
        assert_eq!(all.messages, size as u64 * edges);
        let (all, _) = plain(size, |world| drop(world.all_reduce_product(&[1.0; 10])));
        assert_eq!(all.messages, 2 * edges);
        let (all, _) = plain(size, |world| drop(world.all_reduce_max(&[1.0; 10])));
        assert_eq!(all.messages, 6 * edges);
    }
}

#[test]
fn a_gradient_takes_each_operation_twice() {
    for size in [2, 3, 6] {
        let (all, _) = sent(size, |ranks| {
            ranks.value_and_gradient(&[1.0; 4], |world, x| world.all_reduce_sum(x)[0]).unwrap();
        });
        // There and back, and the sum of the values.
        assert_eq!(all.messages, 3 * 2 * (size as u64 - 1));
        let (all, _) = sent(size, |ranks| drop(ranks.value_and_gradient(&[1.0; 4], |world, x| world.shared(x)[0])));
        assert_eq!(all.messages, 2 * 2 * (size as u64 - 1));
    }
}

#[test]
fn a_number_with_its_derivatives_takes_one_message() {
    fn there<T: Real>(world: &On<'_, T>, x: T) {
        match world.rank() {
            0 => world.send(1, 0, &[x; 5]),
            _ => drop(world.receive(0, 0, 5)),
        }
    }
    let bytes = |run: fn(&Ranks)| {
        let (all, _) = sent(2, run);
        assert_eq!(all.messages, 1);
        all.bytes - HEADER
    };
    assert_eq!(bytes(|ranks| there(&ranks.on(1.0), 2.0)), 5 * 8);
    assert_eq!(bytes(|ranks| there(&ranks.on(Dual::seeded(1.0, 1.0)), 2.0.into())), 5 * 2 * 8);
    assert_eq!(
        bytes(|ranks| there(&ranks.on(Dual::seeded(Dual::seeded(1.0, 1.0), 0.0.into())), 2.0.into())),
        5 * 4 * 8
    );
    assert_eq!(bytes(|ranks| there(&ranks.on(Taylor::<f64, 6>::variable(1.0)), 2.0.into())), 5 * 7 * 8);
    // A Jacobian takes its columns together: on the way back, too.
    let (all, _) = sent(2, |ranks| {
        jacobian(|x| ranks.on(x[0]).all_reduce_sum(x), &[1.0, 2.0, 3.0, 4.0]);
    });
    assert_eq!(all.messages, 2 * 2);
}

#[test]
fn halos_take_two_messages_for_each_axis() {
    let (all, most) = sent(9, |ranks| {
        let grid = Grid::new(ranks, &[30, 30]).periodic(&[true, true]);
        grid.with_halos(&ranks.on(0.0), &[1.0; 100], 1, 0.0);
    });
    assert_eq!((all.messages, most.messages), (9 * 4, 4));
    // Rows of 10, and columns of 12 with the corners.
    assert_eq!(most.bytes, 4 * HEADER + 8 * (2 * 10 + 2 * 12));
}

#[test]
fn samples_take_no_more_with_more_of_them() {
    let of = |size: usize, samples: usize| {
        let (all, most) = sent(size, |ranks| {
            let own = vec![1.0; ranks.share(samples).len()];
            ranks
                .par_sum(
                    |&s: &f64, g| {
                        g[0] = s;
                        s
                    },
                    samples,
                    &own,
                    1,
                )
                .unwrap();
        });
        (all.messages, most.messages)
    };
    // Powers of two have whole branches of the tree: one message each, and a broadcast.
    assert_eq!(of(4, 1 << 14), (3 + 3, 2));
    assert_eq!(of(8, 1 << 16).0, 7 + 7);
    for size in [3, 5, 6, 7] {
        let (few, many) = (of(size, 5000), of(size, 50_000));
        assert!(many.0 <= 13 * size as u64 && few.0 <= 13 * size as u64, "{size}: {few:?} {many:?}");
    }
}
