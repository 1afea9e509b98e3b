//! Operations on lists of duals that are kept plane by plane: each level runs on lists of `f64` as they stand.

use crate::{Dual, Tangent};
use rules::{ArrayRule, List, Listed, Number, Planes};
use std::borrow::Cow;

/// How many planes a dual has; none where a mask has no bit for each.
pub(crate) const fn count(inner: usize, lanes: usize) -> usize {
    let planes = inner * (1 + lanes);
    if lanes == 0 || planes > 64 { 0 } else { planes }
}

/// One run on the values, and one of the tangent's rule for each lane that reaches something.
pub(crate) fn of_planes<R: ArrayRule, T: Number, V: Tangent<T>>(
    rule: &R,
    x: &[List<'_, Dual<T, V>>],
) -> Result<Planes<Dual<T, V>>, R::Error> {
    let planes = all_in_planes(x);
    let values = levels::<T, V>(&planes, 0);
    let values = lists(&values);
    let y = T::planes_of(T::apply_lists(rule, &values)?);
    let mut tangents = Vec::with_capacity(V::LANES);
    for lane in 0..V::LANES {
        let given = levels::<T, V>(&planes, 1 + lane);
        let given = lists_that_reach(&given);
        tangents.push(match given.iter().any(Option::is_some) {
            true => Some(T::planes_of(rule.push_lists(&values, T::list_of(&y), &given)?)),
            false => None,
        });
    }
    Ok(with_tangents(y, tangents))
}

fn all_in_planes<'x, T: Number>(x: &[List<'x, T>]) -> Vec<Cow<'x, Planes<T>>> {
    x.iter().map(|x| in_planes(*x)).collect()
}

/// Of each list the planes of the values, or of the tangents in a lane.
fn levels<T: Number, V: Tangent<T>>(planes: &[Cow<'_, Planes<Dual<T, V>>>], level: usize) -> Vec<Planes<T>> {
    let first = T::PLANES * level;
    planes.iter().map(|x| x.level::<T>(first..first + T::PLANES)).collect()
}

fn lists<T: Number>(of: &[Planes<T>]) -> Vec<List<'_, T>> {
    of.iter().map(T::list_of).collect()
}

fn lists_that_reach<T: Number>(of: &[Planes<T>]) -> Vec<Option<List<'_, T>>> {
    of.iter().map(|dx| dx.reaches().then(|| T::list_of(dx))).collect()
}

fn with_tangents<T: Number, V: Tangent<T>>(y: Planes<T>, tangents: Vec<Option<Planes<T>>>) -> Planes<Dual<T, V>> {
    Planes::of_levels(y.len(), [Some(y)].into_iter().chain(tangents))
}

fn in_planes<T: Number>(x: List<'_, T>) -> Cow<'_, Planes<T>> {
    match x {
        List::Each(x) => Cow::Owned(Planes::of(x.iter().copied())),
        List::Run(run) => Cow::Owned(T::planes_of(Listed::Run(*run))),
        List::Planes(planes) => Cow::Borrowed(planes),
    }
}
