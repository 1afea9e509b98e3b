//! Groups of ranks, messages from anybody, and tapes with a limit.

use std::time::Duration;
use wengert::prelude::*;
use wengert::program::Program;
use wengert::{Dual, Tape};
use wengert_mpi::{Envelope, Error, Ranks, threads};

/// Every rank's result, where all went well.
fn all<R: Send>(size: usize, run: impl Fn(&Ranks) -> R + Sync) -> Vec<R> {
    let found = threads(size, |ranks| {
        ranks.time_limit(Duration::from_secs(20));
        let found = run(&ranks);
        ranks.check().map(|()| found)
    });
    found.into_iter().map(Result::unwrap).collect()
}

#[test]
fn ranks_of_a_group_are_in_the_order_of_their_keys() {
    let found = all(7, |ranks| {
        let group = ranks.split(ranks.rank() as u32 % 3, 100 - ranks.rank() as u32).unwrap();
        (group.rank(), group.size(), group.on(0.0).all_gather(&[ranks.rank() as f64]))
    });
    assert_eq!(found[0], (2, 3, vec![6.0, 3.0, 0.0]));
    assert_eq!(found[6], (0, 3, vec![6.0, 3.0, 0.0]));
    assert_eq!(found[4], (0, 2, vec![4.0, 1.0]));
    assert_eq!(found[5], (0, 2, vec![5.0, 2.0]));
}

/// Rows and columns of a grid of 2 x 3 ranks, groups of these, and all ranks, in one function that is differentiated twice.
#[test]
fn groups_are_differentiated_beside_each_other() {
    fn value<T: Real>(ranks: &Ranks, [row, column, pair]: [&Ranks; 3], x: &[T]) -> T {
        let next = row.on(x[0]).all_reduce_sum(&[x[0] * x[1]])[0];
        let most = column.on(x[0]).all_reduce_product(&[next + x[1]])[0];
        let to = (pair.rank() + 1) % pair.size();
        pair.on(x[0]).send(to, 3, &[most * x[0]]);
        // Tags and places are a group's own.
        ranks.on(x[0]).send((ranks.rank() + 1) % 6, 3, &[x[1].sin()]);
        let around = ranks.on(x[0]).receive((ranks.rank() + 5) % 6, 3, 1)[0];
        let other = pair.on(x[0]).receive((pair.rank() + pair.size() - 1) % pair.size(), 3, 1)[0];
        around * other + most.sin()
    }
    let x = |rank: usize, h: f64| [0.3 + 0.1 * rank as f64 + h, 0.7 - 0.05 * rank as f64 - 0.5 * h];
    let groups = |ranks: &Ranks| {
        let row = ranks.split(ranks.rank() as u32 / 3, 0).unwrap();
        let column = ranks.split(ranks.rank() as u32 % 3, 0).unwrap();
        let pair = row.split(u32::from(row.rank() == 2), 0).unwrap();
        [row, column, pair]
    };
    let gradients = |h: f64| {
        all(6, |ranks| {
            let groups = groups(ranks);
            let x = x(ranks.rank(), h);
            ranks.value_and_gradient(&x, |_, x| value(ranks, groups.each_ref(), x)).unwrap().1
        })
    };
    let sum = |h: f64| all(6, |ranks| value(ranks, groups(ranks).each_ref(), &x(ranks.rank(), h))).iter().sum::<f64>();
    let slope: f64 = gradients(0.0).iter().map(|g| g[0] - 0.5 * g[1]).sum();
    let difference = (sum(1e-6) - sum(-1e-6)) / 2e-6;
    assert!((slope - difference).abs() < 1e-8 * slope.abs().max(1.0), "{slope}, not {difference}");
    let second = all(6, |ranks| {
        let groups = groups(ranks);
        let [a, b] = x(ranks.rank(), 0.0);
        let x = [Dual::seeded(a, 1.0), Dual::seeded(b, -0.5)];
        let (_, g) = ranks.value_and_gradient(&x, |_, x| value(ranks, groups.each_ref(), x)).unwrap();
        g.into_iter().map(|g| g.tangent).collect::<Vec<f64>>()
    });
    let (plus, minus) = (gradients(1e-5), gradients(-1e-5));
    for rank in 0..6 {
        for i in 0..2 {
            let difference = (plus[rank][i] - minus[rank][i]) / 2e-5;
            assert!((second[rank][i] - difference).abs() < 1e-6 * (1.0 + difference.abs()), "rank {rank}: {second:?}");
        }
    }
}

#[test]
fn an_error_in_a_group_is_told_to_all_ranks() {
    let found = threads(5, |ranks| {
        ranks.time_limit(Duration::from_millis(300));
        // What fails elsewhere may be heard here while the groups are made.
        if let Ok(group) = ranks.split(ranks.rank() as u32 % 2, 0)
            && ranks.rank() % 2 == 1
        {
            group.on(0.0).all_reduce_sum(&vec![1.0; 1 + group.rank()]);
        }
        ranks.on(0.0).barrier();
        ranks.check().unwrap_err().to_string()
    });
    assert!(found.iter().all(|error| error.contains("numbers in operation 0 has come")), "{found:?}");
}

/// Workers hand in results in any order; adjoints go back to whoever has sent, in every order of derivatives.
#[test]
fn adjoints_go_to_whoever_has_sent() {
    fn value<T: Real>(ranks: &Ranks, x: &[T]) -> T {
        let world = ranks.on(x[0]);
        if ranks.rank() > 0 {
            // The last ones first, as a rule.
            std::thread::sleep(Duration::from_millis(3 * (ranks.size() - ranks.rank()) as u64));
            world.send(0, 5, &[x[0] * x[1], x[1].exp()]);
            return x[0];
        }
        let mut sum = x[0];
        for _ in 1..ranks.size() {
            let (from, found) = world.receive_any(5, 2);
            sum += found[0] * found[1] * from as f64;
        }
        sum * sum * x[1]
    }
    let x = |rank: usize| [0.5 + 0.1 * rank as f64, 0.2 - 0.1 * rank as f64];
    for size in [1, 4] {
        let found = all(size, |ranks| {
            let g = ranks.value_and_gradient(&x(ranks.rank()), |_, x| value(ranks, x)).unwrap();
            let duals = x(ranks.rank()).map(|x| Dual::seeded(x, 0.5));
            let (_, second) = ranks.value_and_gradient(&duals, |_, x| value(ranks, x)).unwrap();
            (g.1, second.iter().map(|g| g.tangent).collect::<Vec<f64>>())
        });
        fn on_one<T: Real>(size: usize, x: &[T]) -> T {
            let mut sum = x[0];
            for rank in 1..size {
                sum += x[2 * rank] * x[2 * rank + 1] * x[2 * rank + 1].exp() * rank as f64;
            }
            (1..size).fold(sum * sum * x[1], |all, rank| all + x[2 * rank])
        }
        let points: Vec<f64> = (0..size).flat_map(x).collect();
        let program = Program::record(2 * size, |x| vec![on_one(size, x)]).unwrap().gradient().unwrap();
        let g = program.eval(&points).unwrap();
        let h = program.jvp().unwrap().eval(&[points.clone(), vec![0.5; 2 * size]].concat()).unwrap();
        for (rank, (first, second)) in found.iter().enumerate() {
            for i in 0..2 {
                assert!((first[i] - g[2 * rank + i]).abs() < 1e-12, "{size}: {first:?}, not {g:?}");
                assert!((second[i] - h[2 * (size + rank) + i]).abs() < 1e-11, "{size}: {second:?}, not {h:?}");
            }
        }
    }
}

#[test]
fn a_message_is_looked_at_before_it_is_taken() {
    let found = all(3, |ranks| {
        let world = ranks.on(0.0);
        match ranks.rank() {
            0 => {
                let by_tag = world.probe(None, Some(9)).unwrap();
                let by_rank = world.probe(Some(1), None).unwrap();
                assert_eq!(by_tag, Envelope { from: 2, tag: 9, count: 0 });
                assert_eq!(by_rank, Envelope { from: 1, tag: 4, count: 3 });
                assert_eq!(world.probe(None, Some(9)).unwrap(), by_tag);
                world.receive(2, 9, 0);
                world.receive(1, 4, 3)
            }
            1 => {
                // Operations of all ranks have no tags.
                world.send(0, 4, &[1.0, 2.0, 3.0]);
                vec![]
            }
            _ => {
                world.send(0, 9, &[]);
                vec![]
            }
        }
    });
    assert_eq!(found[0], [1.0, 2.0, 3.0]);
}

#[test]
fn nobody_is_left_to_send() {
    let found = threads(3, |ranks| {
        let world = ranks.on(0.0);
        match ranks.rank() {
            0 => world.probe(None, None).map(drop),
            _ => Ok(()),
        }
    });
    assert!(found[0].as_ref().is_err_and(Error::is_ended), "{found:?}");
    let found = threads(2, |ranks| {
        ranks.time_limit(Duration::from_millis(50));
        let (from, numbers): (usize, Vec<f64>) = ranks.on(0.0).receive_any(1, 2);
        assert!(from == ranks.rank() && numbers.len() == 2 && numbers[0].is_nan());
        ranks.check().unwrap_err().to_string()
    });
    assert!(found.iter().any(|error| error.contains("a message with tag 1 from any rank")), "{found:?}");
}

/// A tape with a limit goes out to a file, and messages go back where its sweep comes to them.
#[test]
fn tapes_with_a_limit_hold_operations() {
    fn value<T: Real>(ranks: &Ranks, x: &[T]) -> T {
        let world = ranks.on(x[0]);
        let mut state = x.to_vec();
        for step in 0..60 {
            // More statements than a block has, and outputs across the end of one.
            let all = world.all_gather(&state);
            let sum = world.all_reduce_max(&[state[0]])[0];
            for k in 0..state.len() {
                state[k] = (all[(7 * k + step) % all.len()] * 0.9 + sum * 0.1 + 0.01 * state[k]).sin();
            }
        }
        state.iter().fold(T::from(0.0), |sum, &s| sum + s * s)
    }
    for (size, n) in [(1, 5), (3, 40)] {
        let found = all(size, |ranks| {
            let x: Vec<f64> = (0..n).map(|i| 0.2 + 0.013 * (i + 5 * ranks.rank()) as f64).collect();
            let free = Tape::new();
            let inputs = free.vars(&x);
            let expected = value(ranks, &inputs).grad();
            let expected: Vec<f64> = inputs.iter().map(|&x| expected.wrt(x)).collect();
            let limited = Tape::with_limit(1 << 16).spill_to(std::env::temp_dir()).unwrap();
            let inputs = limited.vars(&x);
            let found = ranks.agree(value(ranks, &inputs).try_grad(&inputs)).unwrap();
            (limited.statistics().spilled, found, expected)
        });
        for (spilled, found, expected) in found {
            assert!(size == 1 || spilled > 0, "nothing was written out");
            assert_eq!(found, expected);
        }
    }
}

/// The tangent through a tape with a limit on duals: forward over reverse.
#[test]
fn tapes_of_duals_with_a_limit_hold_operations() {
    let found = all(2, |ranks| {
        let x = [Dual::seeded(0.3, 1.0), Dual::seeded(0.1 + ranks.rank() as f64, -2.0)];
        fn value<T: Real>(ranks: &Ranks, x: &[T]) -> T {
            let all = ranks.on(x[0]).all_reduce_sum(&[x[0] * x[1], x[1]]);
            (all[0] * all[1]).sin() * x[0]
        }
        let free = Tape::<Dual>::default();
        let inputs = free.vars(&x);
        let expected = value(ranks, &inputs).grad();
        let expected = [expected.wrt(inputs[0]), expected.wrt(inputs[1])];
        let limited = Tape::<Dual>::default().limited(1 << 16);
        let inputs = limited.vars(&x);
        let found = value(ranks, &inputs).try_grad(&inputs).unwrap();
        (expected.map(|g| [g.value, g.tangent]), [0, 1].map(|i| [found[i].value, found[i].tangent]))
    });
    for (expected, found) in found {
        assert_eq!(expected, found);
    }
}
