//! The weights of steps on the way back, and the adjoints of inputs that they become.

use super::maps::Kept;
use super::planes;
use super::steps::At;
use rules::{Number, put};

/// Where the adjoints of inputs go.
pub(super) enum Found<'f, 'o, 'w, T> {
    /// Each where there is none yet.
    Each(&'f mut [Option<Kept<'w, T>>]),
    /// Added to what is there.
    Onto(&'f mut [Option<&'o mut [T]>]),
}

/// Adds a weight to what there is of the same.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn give<'w, T: Number>(
    at: At,
    w: Kept<'w, T>,
    weight: &mut [Option<Kept<'w, T>>],
    found: &mut Found<'_, '_, 'w, T>,
) {
    match (at, found) {
        (At::Step(step), _) => collect(&mut weight[step], w),
        (At::Input(k), Found::Each(found)) => collect(&mut found[k], w),
        (At::Input(k), Found::Onto(into)) => {
            if let Some(into) = &mut into[k] {
                put(w.view().as_slice(), into, true);
            }
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn collect<'w, T: Number>(sum: &mut Option<Kept<'w, T>>, w: Kept<'w, T>) {
    *sum = Some(match sum.take() {
        None => w,
        Some(before) => joined(before, w),
    });
}

#[inline(never)]
fn joined<'w, T: Number>(before: Kept<'w, T>, w: Kept<'w, T>) -> Kept<'w, T> {
    match (before, w) {
        (Kept::Own(mut sum), w) if !sum.is_whole() => {
            sum.iter_mut().zip(w.view().as_slice()).for_each(|(sum, &w)| *sum = *sum + w);
            Kept::Own(sum)
        }
        (sum, w) => Kept::from(planes::sum(sum.view(), w.view(), false)),
    }
}
