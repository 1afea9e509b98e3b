//! What holds for every schedule and every length.

use crate::executor::run;
use checkpoint::{Action, Actions, Position, Schedule, Transfer};
use proptest::prelude::*;

fn any_schedule() -> impl Strategy<Value = Schedule> {
    let transfer = (0.0..20.0f64, 0.0..20.0f64).prop_map(|(write, read)| Transfer { write, read });
    prop_oneof![
        Just(Schedule::store_all()),
        Just(Schedule::ctz()),
        (1..20usize).prop_map(Schedule::binomial),
        (1..20usize).prop_map(Schedule::online),
        (1..30u64).prop_map(Schedule::periodic),
        (1..8usize, 0..12u64, transfer)
            .prop_map(|(memory, disk, transfer)| { Schedule::two_level(memory, disk, transfer) }),
    ]
}

fn is_two_level(schedule: &Schedule) -> bool {
    format!("{schedule:?}").contains("TwoLevel")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_chain_of_known_length_is_reversed_at_the_cost_that_was_stated(schedule in any_schedule(), steps in 0..300u64) {
        prop_assert_eq!(run(schedule.actions(steps), steps), schedule.cost(steps), "{:?}, {} steps", schedule, steps);
    }

    #[test]
    fn a_chain_that_ends_somewhere_is_reversed_at_the_cost_that_was_stated(
        schedule in any_schedule().prop_filter("knows the length", |schedule| !is_two_level(schedule)),
        steps in 0..300u64,
    ) {
        let cost = schedule.cost_while(steps);
        prop_assert_eq!(run(schedule.actions_while(), steps), cost, "{:?}, {} steps", schedule, steps);
    }

    #[test]
    fn a_reversal_goes_on_from_where_it_was_saved(
        schedule in any_schedule(), steps in 1..120u64, part in 0.0..1.0f64,
    ) {
        let stop = (part * steps as f64) as u64;
        let mut actions = schedule.actions(steps);
        let stopped = actions.find(|action| *action == Action::Reverse { step: stop });
        prop_assert!(stopped.is_some());
        let position = actions.position().expect("between two steps");
        prop_assert_eq!(position.remaining, stop);
        let resumed = Actions::resume(&schedule, &position).expect("a position");
        let strip = |actions: Actions| -> Vec<String> {
            // Which slot is taken next may differ; what is done does not.
            actions.map(|action| format!("{action:?}").split("slot").map(|part| {
                part.split_once('}').map_or(part, |(_, rest)| rest).to_owned()
            }).collect()).collect()
        };
        prop_assert_eq!(strip(resumed), strip(actions));
    }
}

#[test]
fn two_levels_cost_what_was_stated_for_many_lengths() {
    for steps in (0..400).step_by(7) {
        for (memory, disk) in [(1, 3), (3, 0), (3, 5), (10, 400)] {
            for (write, read) in [(0.0, 0.0), (1.0, 3.0), (8.0, 0.5), (50.0, 50.0)] {
                let schedule = Schedule::two_level(memory, disk, Transfer { write, read });
                let cost = schedule.cost(steps);
                assert_eq!(run(schedule.actions(steps), steps), cost, "{schedule:?}, {steps} steps");
                assert!(cost.memory <= memory as u64 && cost.disk <= disk, "{schedule:?}: {cost:?}");
                let near = Schedule::binomial(memory).cost(steps);
                let time = cost.advances as f64 + cost.writes as f64 * write + cost.reads as f64 * read;
                assert!(time <= near.advances as f64, "{schedule:?}: {cost:?} is dearer than memory alone");
            }
        }
    }
}

/// The least time of all lengths up to `l`, per number of states on disk, when segments may have any length (Aupy,
/// Herrmann, Hovland, Robert 2016), by their recursion: a segment's first state is read again before each of its parts,
/// or moved to memory.
fn least_times(l: usize, disk: usize, memory: usize, transfer: f64) -> Vec<Vec<f64>> {
    let inside: Vec<f64> = (0..=l).map(|l| Schedule::binomial(memory).cost(l as u64).advances as f64).collect();
    let mut read = inside.clone();
    for n in 2..=l {
        let parts = (1..n).map(|at| at as f64 + inside[n - at] + transfer + read[at]);
        read[n] = parts.fold(read[n], f64::min);
    }
    let mut best = vec![inside];
    for d in 1..=disk {
        let rest = &best[d - 1];
        let with = |n: usize| {
            let parts = (1..n).map(|at| transfer + at as f64 + rest[n - at] + transfer + read[at]);
            parts.fold(rest[n].min(transfer + read[n]), f64::min)
        };
        let row = (0..=l).map(|n| if n < 2 { rest[n] } else { with(n) }).collect();
        best.push(row);
    }
    best
}

#[test]
fn two_levels_are_near_the_optimum() {
    let (mut ratios, lengths) = (vec![], [20, 50, 100, 200]);
    for memory in [2, 3, 5, 10] {
        for transfer in [0.0, 0.5, 1.0, 2.0, 5.0, 20.0, 100.0] {
            let best = least_times(200, 20, memory, transfer);
            for (disk, l) in [1, 2, 5, 20].into_iter().flat_map(|disk| lengths.map(|l| (disk, l))) {
                let schedule = Schedule::two_level(memory, disk, Transfer { write: transfer, read: transfer });
                let cost = schedule.cost(l as u64);
                let time = cost.advances as f64 + (cost.writes + cost.reads) as f64 * transfer;
                let ratio = time / best[disk as usize][l];
                assert!((1.0..=1.2).contains(&ratio), "{schedule:?}, {l} steps: {ratio} times the optimum");
                ratios.push(ratio);
            }
        }
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(mean <= 1.02, "on average {mean} times the optimum");
}

#[test]
fn what_cannot_be_resumed_is_said() {
    let schedule = Schedule::binomial(2);
    let mut actions = schedule.actions(10);
    actions.find(|action| matches!(action, Action::Reverse { .. })).expect("reversed");
    let position = actions.position().expect("between two steps");
    let wrong = |change: fn(&mut Position)| {
        let mut position = position.clone();
        change(&mut position);
        Actions::resume(&schedule, &position).expect_err("no such position")
    };
    assert_eq!(wrong(|p| p.remaining = 11), "more steps remain than there are");
    assert_eq!(wrong(|p| p.stored.clear()), "the state at the start is not kept");
    assert_eq!(wrong(|p| p.stored.swap(0, 1)), "the state at the start is not kept");
    assert_eq!(wrong(|p| p.stored[1].slot = p.stored[0].slot), "two states in one slot");
    assert_eq!(wrong(|p| p.stored[1].slot.index = usize::MAX), "a slot far beyond the others");
}

#[test]
#[should_panic(expected = "take `online`")]
fn two_levels_must_know_the_length() {
    let _ = Schedule::two_level(1, 1, Transfer { write: 0.0, read: 0.0 }).actions_while();
}

#[test]
#[should_panic(expected = "the chain cannot end at 3")]
fn a_chain_ends_where_it_is() {
    let mut actions = Schedule::ctz().actions_while();
    let _ = (actions.next(), actions.next());
    actions.end(3);
}
