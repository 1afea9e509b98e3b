//! Runs the actions of a schedule on indices, and holds them to the rules.

use checkpoint::{Action, Actions, Cost, Level, Slot};
use std::collections::HashMap;

/// Runs all actions; a chain that is open ends at `steps`. What it took is returned.
///
/// # Panics
/// If an action breaks a rule: it stores to a full slot, restores another state than it says, goes on from a state
/// that is not current, reverses a step out of turn or without its state, or leaves something behind.
pub(crate) fn run(actions: Actions, steps: u64) -> Cost {
    run_and_look(actions, steps, |_, _| {})
}

/// As [`run`]; `look` sees the states that are kept, and the current one, after each action.
pub(crate) fn run_and_look(mut actions: Actions, steps: u64, mut look: impl FnMut(&[u64], Option<u64>)) -> Cost {
    let mut kept: HashMap<Slot, u64> = HashMap::new();
    let (mut current, mut remaining, mut cost) = (Some(0), steps, Cost::default());
    if steps == 0 && actions.is_open() {
        actions.end(0);
        current = None;
    }
    while let Some(action) = actions.next() {
        match action {
            Action::Advance { from, to } => {
                assert_eq!(current, Some(from), "{action:?}");
                assert!(to > from, "{action:?}");
                let to = if actions.is_open() { to.min(steps) } else { to };
                assert!(to <= steps, "{action:?}: past the end");
                cost.advances += to - from;
                current = Some(to);
                if actions.is_open() && to == steps {
                    look(&sorted(&kept), current);
                    actions.end(steps);
                    current = None;
                }
            }
            Action::Store { slot, step } => {
                assert_eq!(current, Some(step), "{action:?}");
                assert_eq!(kept.insert(slot, step), None, "{action:?}: the slot is not empty");
                cost.writes += u64::from(slot.level == Level::Disk);
            }
            Action::Restore { slot, step } | Action::Take { slot, step } => {
                assert_eq!(kept.get(&slot), Some(&step), "{action:?}");
                if matches!(action, Action::Take { .. }) {
                    kept.remove(&slot);
                }
                current = Some(step);
                cost.reads += u64::from(slot.level == Level::Disk);
            }
            Action::Discard { slot } => assert!(kept.remove(&slot).is_some(), "{action:?}"),
            Action::Reverse { step } => {
                assert_eq!(current, Some(step), "{action:?}");
                remaining -= 1;
                assert_eq!(step, remaining, "{action:?}: out of turn");
                current = None;
                assert_eq!(actions.remaining(), remaining);
            }
        }
        for (level, most) in [(Level::Memory, &mut cost.memory), (Level::Disk, &mut cost.disk)] {
            let here = kept.keys().filter(|slot| slot.level == level);
            *most = (*most).max(here.clone().count() as u64);
            // Slots are used from the first on, so that storage for them can be a list.
            assert!(here.map(|slot| slot.index as u64 + 1).max().unwrap_or(0) <= *most, "{action:?}");
        }
        look(&sorted(&kept), current);
    }
    assert_eq!(remaining, 0, "steps that were not reversed");
    assert!(kept.is_empty(), "states that were left: {kept:?}");
    cost
}

fn sorted(kept: &HashMap<Slot, u64>) -> Vec<u64> {
    let mut steps: Vec<u64> = kept.values().copied().collect();
    steps.sort_unstable();
    steps
}
