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
    let planes: Vec<Cow<'_, Planes<Dual<T, V>>>> = x.iter().map(|x| in_planes(*x)).collect();
    let level = |first: usize| planes.iter().map(move |x| x.level::<T>(first..first + T::PLANES));
    let values: Vec<Planes<T>> = level(0).collect();
    let values: Vec<List<'_, T>> = values.iter().map(T::list_of).collect();
    let y = T::planes_of(T::apply_lists(rule, &values)?);
    let mut tangents = Vec::with_capacity(V::LANES);
    for lane in 0..V::LANES {
        let given: Vec<Planes<T>> = level(T::PLANES * (1 + lane)).collect();
        let given: Vec<Option<List<'_, T>>> = given.iter().map(|dx| dx.reaches().then(|| T::list_of(dx))).collect();
        tangents.push(match given.iter().any(Option::is_some) {
            true => Some(T::planes_of(rule.push_lists(&values, T::list_of(&y), &given)?)),
            false => None,
        });
    }
    Ok(Planes::of_levels(y.len(), [Some(y)].into_iter().chain(tangents)))
}

fn in_planes<T: Number>(x: List<'_, T>) -> Cow<'_, Planes<T>> {
    match x {
        List::Each(x) => Cow::Owned(Planes::of(x.iter().copied())),
        List::Run(run) => Cow::Owned(T::planes_of(Listed::Run(*run))),
        List::Planes(planes) => Cow::Borrowed(planes),
    }
}
