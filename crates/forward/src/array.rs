//! Operations on lists of numbers: their values one level down, their tangents by their rule.

use crate::{Activity, Dual, Tangent, Taylor};
use core::cell::Cell;
use rules::{ArrayRule, Number, Scalar};

/// On duals: one run on the values, and one of the tangent's rule for each lane that is active. A list that is active in
/// some lane is so in all its numbers.
pub(crate) fn of_duals<R: ArrayRule, T: Number, V: Tangent<T>>(
    rule: &R,
    x: &[&[Dual<T, V>]],
) -> Result<Vec<Dual<T, V>>, R::Error> {
    let none = V::Activity::default();
    let mut active = vec![none; x.len()];
    let values: Vec<Vec<T>> = x
        .iter()
        .zip(&mut active)
        .map(|(x, active)| {
            let seen = |x: &Dual<T, V>| {
                *active = active.or(x.active);
                x.value
            };
            x.iter().map(seen).collect()
        })
        .collect();
    let values = lent(&values);
    if R::COLLECTIVE {
        return together(rule, &values, x);
    }
    let y = T::apply_array(rule, &values)?;
    let all = active.iter().fold(none, |all, &a| all.or(a));
    if !all.any() {
        return Ok(y.into_iter().map(Dual::fixed).collect());
    }
    if V::LANES == 0 {
        let mut out: Vec<Dual<T, V>> = y.iter().map(|&y| Dual { active: all, ..Dual::fixed(y) }).collect();
        combine(rule, &values, &y, x, &mut out)?;
        return Ok(out);
    }
    let tangents: Vec<Lanes<T>> = x.iter().zip(&active).map(|(x, &active)| Lanes::of(x, active)).collect();
    let mut found = Vec::with_capacity(V::LANES);
    for lane in (0..V::LANES).filter(|&lane| all.in_lane(lane)) {
        let tangents: Vec<Option<&[T]>> = tangents.iter().map(|lanes| lanes.lane(lane)).collect();
        found.push((lane, rule.push(&values, &y, &tangents)?));
    }
    let number = |(i, &value): (usize, &T)| {
        let tangent = found.iter().fold(V::zero(), |tangent, (lane, found)| tangent.with_lane(*lane, found[i]));
        Dual { value, tangent, active: all }
    };
    Ok(y.iter().enumerate().map(number).collect())
}

/// What others wait for: values and all lanes in one go. A tangent that came out as exactly zero is that of a constant.
fn together<R: ArrayRule, T: Number, V: Tangent<T>>(
    rule: &R,
    values: &[&[T]],
    x: &[&[Dual<T, V>]],
) -> Result<Vec<Dual<T, V>>, R::Error> {
    if V::LANES == 0 {
        return rule.elementwise(x);
    }
    let parts = |x: &Dual<T, V>, to: &mut Vec<T>| {
        to.push(x.value);
        to.extend((0..V::LANES).map(|lane| x.tangent.lane(lane)));
    };
    let found = in_bundles(rule, values, 1 + V::LANES, x.first().copied().unwrap_or_default(), parts)?;
    let number = |found: &[T]| {
        let mut out: Dual<T, V> = Dual::fixed(found[0]);
        for (lane, &tangent) in found[1..].iter().enumerate().filter(|(_, tangent)| !is_nothing(**tangent)) {
            out.tangent = out.tangent.with_lane(lane, tangent);
            out.active = out.active.or(V::Activity::of_lane(lane));
        }
        out
    };
    Ok(found.chunks_exact(1 + V::LANES).map(number).collect())
}

/// Applies what others wait for to numbers that consist of so many parts each.
fn in_bundles<R: ArrayRule, T: Number, X>(
    rule: &R,
    values: &[&[T]],
    many: usize,
    x: &[X],
    parts: impl Fn(&X, &mut Vec<T>),
) -> Result<Vec<T>, R::Error> {
    let mut bundles = Vec::with_capacity(x.len() * many);
    x.iter().for_each(|x| parts(x, &mut bundles));
    let mut lists = values.to_vec();
    if let Some(first) = lists.first_mut() {
        *first = &bundles;
    }
    T::apply_array(&rule.bundled(many), &lists)
}

/// Whether it is a plain constant zero.
fn is_nothing<T: Number>(x: T) -> bool {
    x.is_constant() && x.known() == Some(T::Scalar::default())
}

/// The tangents of a list, lane by lane; those lanes that are active in it.
struct Lanes<T> {
    /// The lane, and where it begins.
    places: Vec<(usize, usize)>,
    len: usize,
    tangents: Vec<T>,
}

impl<T: Number> Lanes<T> {
    fn of<V: Tangent<T>>(x: &[Dual<T, V>], active: V::Activity) -> Self {
        // So many numbers as stay in the first cache from one lane to the next.
        const BLOCK: usize = 128;
        let lanes = (0..V::LANES).filter(|&lane| active.in_lane(lane));
        let places: Vec<(usize, usize)> = lanes.enumerate().map(|(k, lane)| (lane, k * x.len())).collect();
        let zero = T::constant(T::Scalar::default());
        let mut tangents = vec![zero; places.len() * x.len()];
        for (block, x) in x.chunks(BLOCK).enumerate() {
            for &(lane, start) in &places {
                let to = &mut tangents[start + block * BLOCK..][..x.len()];
                to.iter_mut().zip(x).for_each(|(to, x)| *to = x.tangent.lane(lane));
            }
        }
        Lanes { places, len: x.len(), tangents }
    }

    fn lane(&self, lane: usize) -> Option<&[T]> {
        let &(_, start) = self.places.iter().find(|(known, _)| *known == lane)?;
        Some(&self.tangents[start..start + self.len])
    }
}

/// Tangents that cannot be taken apart: scaled by the entries of the Jacobian, which the way back gives row by row.
fn combine<R: ArrayRule, T: Number, V: Tangent<T>>(
    rule: &R,
    values: &[&[T]],
    y: &[T],
    x: &[&[Dual<T, V>]],
    out: &mut [Dual<T, V>],
) -> Result<(), R::Error> {
    let [zero, one] = [0.0, 1.0].map(|c| T::constant(T::Scalar::from_f64(c)));
    let wanted: Vec<bool> = x.iter().map(|x| x.iter().any(Dual::is_active)).collect();
    let mut unit = vec![zero; y.len()];
    for (row, out) in out.iter_mut().enumerate() {
        unit[row] = one;
        let partials = rule.pull(values, y, &unit, &wanted)?;
        unit[row] = zero;
        for (x, partials) in x.iter().zip(&partials) {
            for (x, &p) in x.iter().zip(partials.iter().flatten()).filter(|(x, _)| x.is_active()) {
                out.tangent = out.tangent.add(x.tangent.scale(p));
            }
        }
    }
    Ok(())
}

/// On series: operation by operation, or, where the operation iterates, from its tangent: y' = rule(x, y, x') gives one
/// coefficient more of y with each run on the coefficients that are right.
pub(crate) fn of_series<R: ArrayRule, T: Number, const K: usize>(
    rule: &R,
    x: &[&[Taylor<T, K>]],
) -> Result<Vec<Taylor<T, K>>, R::Error> {
    let values: Vec<Vec<T>> = x.iter().map(|x| x.iter().map(|x| x.value).collect()).collect();
    if R::COLLECTIVE {
        return series_together(rule, &lent(&values), x);
    }
    let y = Wanted::set(usize::MAX).while_set(|| T::apply_array(rule, &lent(&values)))?;
    if R::LINEAR {
        return linear(rule, x, &y);
    }
    if !R::ITERATES {
        let mut out = rule.elementwise(x)?;
        // Values come from one function, whatever the order in which it sums.
        out.iter_mut().zip(y).for_each(|(out, y)| out.value = y);
        return Ok(out);
    }
    let mut out: Vec<Taylor<T, K>> = y.into_iter().map(Taylor::fixed).collect();
    let active: Vec<bool> = x.iter().map(|x| x.iter().any(|x| x.degree() > 0)).collect();
    if !active.contains(&true) {
        return Ok(out);
    }
    let number = |k: usize| T::constant(T::Scalar::from_f64(k as f64));
    let slope = |x: &Taylor<T, K>| {
        let higher: [T; K] =
            core::array::from_fn(|k| if k + 2 > K { number(0) } else { x.coefficient(k + 2) * number(k + 2) });
        Taylor::new(if K > 0 { x.coefficient(1) } else { number(0) }, higher)
    };
    let slopes: Vec<Option<Vec<Taylor<T, K>>>> =
        x.iter().zip(active).map(|(x, active)| active.then(|| x.iter().map(slope).collect())).collect();
    let slopes: Vec<Option<&[Taylor<T, K>]>> = slopes.iter().map(Option::as_deref).collect();
    for order in 1..=Wanted::now().min(K) {
        let found = Wanted::set(order - 1).while_set(|| rule.push(x, &out, &slopes))?;
        for (out, found) in out.iter_mut().zip(found) {
            let higher =
                core::array::from_fn(|k| if k < order { found.coefficient(k) / number(k + 1) } else { number(0) });
            *out = Taylor::new(out.value, higher);
        }
    }
    Ok(out)
}

/// What others wait for, on series: all coefficients in one go; zeros at the end are none.
fn series_together<R: ArrayRule, T: Number, const K: usize>(
    rule: &R,
    values: &[&[T]],
    x: &[&[Taylor<T, K>]],
) -> Result<Vec<Taylor<T, K>>, R::Error> {
    let numbers = x.first().copied().unwrap_or_default();
    let parts = |x: &Taylor<T, K>, to: &mut Vec<T>| to.extend(x.coefficients());
    let found = Wanted::set(usize::MAX).while_set(|| in_bundles(rule, values, 1 + K, numbers, parts))?;
    let series = |found: &[T]| {
        let end = found.iter().skip(1).rposition(|&c| !is_nothing(c)).map_or(1, |last| last + 2);
        Taylor::polynomial(found[0], &found[1..end])
    };
    Ok(found.chunks_exact(1 + K).map(series).collect())
}

/// On series, of an operation that is linear: coefficient by coefficient.
fn linear<R: ArrayRule, T: Number, const K: usize>(
    rule: &R,
    x: &[&[Taylor<T, K>]],
    y: &[T],
) -> Result<Vec<Taylor<T, K>>, R::Error> {
    let degree = degree(x);
    let mut higher = vec![Vec::with_capacity(degree); y.len()];
    for k in 1..=degree {
        let coefficients: Vec<Vec<T>> = x.iter().map(|x| x.iter().map(|x| x.coefficient(k)).collect()).collect();
        let found = Wanted::set(usize::MAX).while_set(|| T::apply_array(rule, &lent(&coefficients)))?;
        higher.iter_mut().zip(found).for_each(|(higher, found)| higher.push(found));
    }
    Ok(y.iter().zip(&higher).map(|(&y, higher)| Taylor::polynomial(y, higher)).collect())
}

fn degree<T: Number, const K: usize>(x: &[&[Taylor<T, K>]]) -> usize {
    x.iter().flat_map(|x| x.iter()).map(Taylor::degree).max().unwrap_or(0)
}

/// Up to which order coefficients are wanted: of a tangent, in which the operation itself may be applied again, one less at
/// a time, and so it ends.
struct Wanted(usize);

thread_local! {
    static WANTED: Cell<usize> = const { Cell::new(usize::MAX) };
}

impl Wanted {
    fn now() -> usize {
        WANTED.get()
    }

    /// Remembers what holds now.
    fn set(order: usize) -> Wanted {
        Wanted(WANTED.replace(order))
    }

    fn while_set<O>(self, run: impl FnOnce() -> O) -> O {
        run()
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        WANTED.set(self.0);
    }
}

fn lent<T>(lists: &[Vec<T>]) -> Vec<&[T]> {
    lists.iter().map(Vec::as_slice).collect()
}
