//! The optimum, counted.

use checkpoint::{Action, Actions, Schedule};

/// C(n, k).
fn choose(n: u64, k: u64) -> u128 {
    (1..=u128::from(k)).fold(1, |product, i| product * (u128::from(n - k) + i) / i)
}

/// r l - C(c + r, r - 1), for the smallest r with C(c + r, c) >= l.
fn optimum(l: u64, c: u64) -> u128 {
    let r = (0..).find(|&r| choose(c + r, c.min(r)) >= u128::from(l)).expect("there is one");
    if r == 0 { 0 } else { u128::from(r) * u128::from(l) - choose(c + r, (r - 1).min(c + 1)) }
}

/// Steps run without being reversed; a chain that is open ends after `steps`.
fn advances(mut actions: Actions, steps: u64) -> u64 {
    let (mut count, mut reversed) = (0, 0);
    while let Some(action) = actions.next() {
        match action {
            Action::Advance { from, to } => {
                count += to - from;
                if actions.is_open() && to == steps {
                    actions.end(steps);
                }
            }
            Action::Reverse { .. } => reversed += 1,
            _ => {}
        }
    }
    assert_eq!(reversed, steps);
    count
}

/// By `CHECKPOINT_ALL=1 cargo test --release -p wengert-checkpoint -- counted`, every length and number of slots.
fn lengths() -> impl Iterator<Item = u64> {
    let all = std::env::var_os("CHECKPOINT_ALL").is_some();
    (1..=2000).filter(move |&l| all || l <= 40 || l % 331 == 0)
}

#[test]
fn advances_are_the_optimum_counted() {
    for c in 1..=60 {
        for l in lengths() {
            let schedule = Schedule::binomial(c as usize);
            let counted = u128::from(advances(schedule.actions(l), l));
            assert_eq!(counted, optimum(l, c), "{l} steps, {c} slots");
            assert_eq!(u128::from(schedule.cost(l).advances), counted, "{l} steps, {c} slots");
        }
    }
}

#[test]
fn online_is_within_one_sweep_of_the_optimum_counted() {
    for c in 1..=60 {
        for l in lengths() {
            let schedule = Schedule::online(c as usize);
            let counted = u128::from(advances(schedule.actions_while(), l));
            assert!(counted <= optimum(l, c) + u128::from(l), "{l} steps, {c} slots: {counted}");
            assert_eq!(u128::from(schedule.cost_while(l).advances), counted, "{l} steps, {c} slots");
        }
    }
}

#[test]
fn the_cost_of_a_chain_too_long_to_run() {
    assert_eq!(Schedule::binomial(100).cost(1 << 40).memory, 100);
    assert_eq!(u128::from(Schedule::binomial(1000).cost(1 << 40).advances), optimum(1 << 40, 1000));
    assert_eq!(Schedule::binomial(1).cost(1 << 20).advances, (1 << 19) * ((1 << 20) - 1));
    assert_eq!(Schedule::ctz().cost_while((1 << 40) - 1).advances, (1 << 40) + (38 << 39));
}
