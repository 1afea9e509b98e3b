//! Numbers that are known from elsewhere.

use crate::executor::{run, run_and_look};
use checkpoint::{Action, Schedule};

#[test]
fn ctz_keeps_the_states_of_the_textbook() {
    // 16 states, 0 to 15: what is kept after the forward sweep.
    let mut after = None;
    run_and_look(Schedule::ctz().actions_while(), 15, |kept, current| {
        if current == Some(15) && after.is_none() {
            after = Some(kept.to_vec());
        }
    });
    assert_eq!(after.as_deref(), Some(&[0, 8, 12, 14][..]));
}

#[test]
fn ctz_runs_as_many_steps_again_as_it_should() {
    for (states, again) in [(16, 17), (1024, 4097)] {
        let cost = run(Schedule::ctz().actions_while(), states - 1);
        assert_eq!(cost.advances - (states - 1), again, "{states} states");
    }
    // Where the length is known the last step is not run twice.
    assert_eq!(run(Schedule::ctz().actions(15), 15).advances, 14 + 17);
}

#[test]
fn ctz_never_keeps_more_than_a_logarithm() {
    for steps in 0..600 {
        let (mut reached, mut longest) = (0, 0);
        run_and_look(Schedule::ctz().actions_while(), steps, |kept, current| {
            reached = reached.max(current.unwrap_or(0));
            let states = kept.len() + usize::from(current.is_some_and(|at| !kept.contains(&at)));
            let allowed = ((reached + 1) as f64).log2() + 1.0;
            assert!(states as f64 <= allowed, "{states} of {} states", reached + 1);
            longest = longest.max(states);
        });
        assert!(longest > 0 || steps == 0);
    }
}

#[test]
fn one_step_of_ctz_may_run_half_of_the_chain_again() {
    // 32 states: on the way back from 16 to 15 all of 0..15 is run again.
    let actions: Vec<Action> = {
        let mut actions = Schedule::ctz().actions_while();
        let mut list = Vec::new();
        while let Some(action) = actions.next() {
            list.push(action);
            if matches!(action, Action::Advance { to: 31, .. }) {
                actions.end(31);
            }
        }
        list
    };
    let place = actions.iter().position(|action| *action == Action::Reverse { step: 15 }).expect("reversed");
    let before = actions[..place].iter().rev().take_while(|action| !matches!(action, Action::Reverse { .. }));
    let again: u64 = before
        .map(|action| match action {
            Action::Advance { from, to } => to - from,
            _ => 0,
        })
        .sum();
    assert_eq!(again, 32 / 2 - 1);
}

#[test]
fn the_binomial_optimum_per_step() {
    for (steps, slots, advances) in [(1000, 10, 3636), (1000, 100, 1898), (10_000, 20, 37_976)] {
        let cost = Schedule::binomial(slots).cost(steps);
        assert_eq!(cost.advances, advances, "{steps} steps, {slots} slots");
        assert_eq!(run(Schedule::binomial(slots).actions(steps), steps), cost);
    }
}
