//! The plain sweep: one loop over the statements, last to first, without the structure.
//!
//! Per statement, on the Lorenz system (53 statements a step), in cache: 2.1 ns. What lost: reading the adjoint of the
//! statement below back from memory (5 %), choosing sign and partial without branches (25 %), looking for NaN at every
//! statement (5 %). Indices without checks would win 3 %, which is not worth unsafe code. Each kind of operand has an addition of
//! its own: with one for all, the negative is computed whether it is asked for or not, which takes a tenth longer.

use crate::streams::{INDEX, Lists, MINUS, STRONG};
use crate::sweep::Adjoint;
use core::iter::Rev;
use core::slice::Iter;
use rules::Number;

/// Sweeps down to the statement `leading`, which with those below it has no operands here; false if it met a NaN, or
/// what might be one, before it came there.
///
/// The adjoint of the statement below is carried along, not read back from memory. Operands have indices below their
/// statement's, so one that is not among the `lower` is the statement below: no other check of indices is needed.
///
/// A NaN stays one on its way down to an input: one that the recording began with, or another, whose operand is node 0.
/// Numbers are looked at only there, by the caller, but for those whose arithmetic is recorded: these stop at the first.
pub(crate) fn descend<T: Number, A: Adjoint<T>>(lists: Lists<'_, T>, leading: usize, adjoint: &mut [A]) -> bool {
    let eager = T::RECORDS;
    let mut partials = lists.partials.iter().rev();
    let Some((&mut mut s, mut rest)) = adjoint.split_last_mut() else { return true };
    let statements = lists.statements.get(leading + 1..).unwrap_or_default();
    for &[a, b] in statements.iter().rev() {
        if eager && s.has_nan() {
            return false;
        }
        let Some((below, lower)) = rest.split_last_mut() else { return true };
        let mut next = *below;
        for operand in [b, a] {
            let place = (operand & INDEX) as usize;
            if operand <= INDEX {
                let Some(&p) = partials.next() else { return false };
                add(s.scaled(p), place, lower, &mut next);
            } else if operand & MINUS == 0 {
                add(s, place, lower, &mut next);
            } else {
                core::hint::cold_path();
                if operand & STRONG == STRONG {
                    let Some(&p) = partials.next() else { return false };
                    add(s.strong(p), place, lower, &mut next);
                } else {
                    add(s.negated(), place, lower, &mut next);
                }
            }
        }
        *below = next;
        s = next;
        rest = lower;
    }
    true
}

/// Adds to one of the lower adjoints, or to the next.
#[cfg_attr(not(debug_assertions), inline(always))]
fn add<T: Number, A: Adjoint<T>>(term: A, place: usize, lower: &mut [A], next: &mut A) {
    match lower.get_mut(place) {
        Some(target) => target.add(term),
        None => next.add(term),
    }
}

/// A statement's adjoint times the partial of one of its operands; none if the partials are used up, which cannot be.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn term<T: Number, A: Adjoint<T>>(operand: u32, s: A, partials: &mut Rev<Iter<'_, T>>) -> Option<A> {
    if operand <= INDEX {
        partials.next().map(|&p| s.scaled(p))
    } else if operand & MINUS == 0 {
        Some(s)
    } else {
        // Keeps this a branch: a selection between the two would lengthen the chain of additions.
        core::hint::cold_path();
        if operand & STRONG == STRONG { partials.next().map(|&p| s.strong(p)) } else { Some(s.negated()) }
    }
}
