//! What a loop with an attribute must be like.

use crate::ir::reduction::accumulates;
use crate::ir::{Checkpoint, Head, Loop, Ty, Val};
use syn::{Error, Result};

/// A loop whose number of iterations is not known must not have a schedule that wants it.
pub(crate) fn check_length(mark: &Checkpoint, known: bool) -> Result<()> {
    let wants = mark.disk.is_some() && mark.schedule.as_ref().is_none_or(|s| s == "binomial");
    if known || !wants {
        return Ok(());
    }
    let message = "how often this loop runs is not known before: write `online = ..` in place of `slots = ..`";
    Err(Error::new(mark.at, message))
}

/// A loop whose iterations are said to be independent must hand on nothing but sums; `names` are those of what it
/// carries.
pub(crate) fn check_carried(l: &Loop, names: &[String], ty: &dyn Fn(Val) -> Ty) -> Result<()> {
    let Some(mark) = &l.independent else { return Ok(()) };
    if !matches!(l.head, Head::Range { .. }) || l.count.is_some() {
        let message = "#[independent] goes on a `for` loop that runs to its end: each iteration is told by its number";
        return Err(Error::new(mark.at, message));
    }
    for (c, name) in l.carried.iter().zip(names) {
        if accumulates(l, c.param) {
            continue;
        }
        let list = name.strip_suffix("_len").filter(|list| !mark.names(name) && mark.names(list));
        let (name, message) = match list {
            Some(list) => (
                list,
                format!(
                    "`{list}` changes its length, so the order of the iterations is not free: make it as long as the loop runs, and assign to its elements"
                ),
            ),
            None => {
                let sums = if matches!(ty(c.param), Ty::Int(_)) {
                    "sums of floats by `+=` may, and counts in a float"
                } else {
                    "sums by `+=` may"
                };
                (
                    name.as_str(),
                    format!(
                        "`{name}` goes from one iteration to the next, so their order is not free: {sums}; anything else is written to elements, `y[i] = ..`, or declared inside the loop"
                    ),
                )
            }
        };
        return Err(Error::new(mark.place(name), message));
    }
    Ok(())
}
