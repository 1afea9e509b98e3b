//! What the chain itself costs, and says of it.

use wengert::Progress;
use wengert::checkpoint::Schedule;
use wengert::prelude::*;

/// The allocations of the second gradient of a chain of so many steps.
fn allocations(steps: u64, schedule: Schedule) -> u64 {
    let mut chain = chain([0.5, 0.1], steps, |at, [x, y]| [x + at.parameters()[0] * y, y - 0.01 * x.sin()])
        .parameters(&[0.01])
        .schedule(schedule);
    let _ = chain.gradient(|_, [x, y]| x * y);
    allocation_counter::measure(|| drop(chain.gradient(|_, [x, y]| x * y))).count_total
}

#[test]
fn nothing_is_allocated_per_step() {
    // Lists of indices grow in powers of two: a few allocations more.
    for schedule in [Schedule::binomial(10), Schedule::ctz(), Schedule::online(10), Schedule::store_all()] {
        let (few, many) = (allocations(300, schedule), allocations(2000, schedule));
        assert!(few < 40 && many <= few + 8, "{schedule:?}: {few} allocations, and {many} for more steps");
    }
}

#[test]
fn a_vector_takes_only_what_the_step_does() {
    let count = |steps: u64| {
        let mut chain = chain(vec![0.5; 10], steps, |_, mut x| {
            for k in 1..x.len() {
                x[k] = x[k] + 0.1 * (x[k - 1] - x[k]);
            }
            x
        })
        .schedule(Schedule::binomial(10));
        let _ = chain.gradient(|_, x| x[9]);
        allocation_counter::measure(|| drop(chain.gradient(|_, x| x[9]))).count_total
    };
    assert!(count(1000) <= count(200) + 8, "{} and {}", count(200), count(1000));
}

#[test]
fn progress_ends_where_it_was_said_to() {
    let mut last = None;
    let schedule = Schedule::binomial(4);
    let mut reports = 0;
    let report = |progress: Progress| {
        reports += 1;
        last = Some(progress);
    };
    let _ = chain(1.0, 100, |_, x| 0.9 * x).schedule(schedule).progress(report).gradient(|_, x| x);
    let advances = schedule.cost(100).advances;
    let expected = Progress { advanced: advances, advances: Some(advances), reversed: 100, steps: Some(100) };
    assert_eq!(last, Some(expected));
    assert!(reports > 100);
}

#[test]
fn a_chain_says_what_it_takes() {
    let long = chain([0.0; 1024], 1 << 40, |_, x| x);
    assert_eq!(long.cost().memory, (64 << 20) / (8 * 1024 + 64));
    let open = chain(0.0, 15, |_, x| x).schedule(Schedule::ctz()).until(|_, _| false);
    assert_eq!(open.cost(), Schedule::ctz().cost_while(15));
}
