//! Chains: the derivatives are right, whatever is kept and wherever; what fails is an error and leaves nothing behind.

mod faults;
mod gradients;
mod light;
mod other;
mod resume;

use wengert::checkpoint::{Schedule, Transfer};

/// One of each kind, for chains of known length.
pub(crate) fn schedules() -> Vec<Schedule> {
    let mut all = open_schedules();
    all.push(Schedule::two_level(2, 4, Transfer { write: 2.0, read: 2.0 }));
    all.push(Schedule::two_level(3, 100, Transfer { write: 0.0, read: 0.5 }));
    all
}

/// One of each kind, for chains whose end is not known.
pub(crate) fn open_schedules() -> Vec<Schedule> {
    vec![
        Schedule::store_all(),
        Schedule::ctz(),
        Schedule::binomial(3),
        Schedule::online(4),
        Schedule::periodic(7),
        Schedule::periodic(1),
    ]
}
