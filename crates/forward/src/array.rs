//! Operations on lists of numbers: their values one level down, their tangents by their rule.

use crate::{Activity, Dual, Tangent, Taylor};
use core::cell::Cell;
use rules::{ArrayRule, Number, Scalar};

/// On duals: one run on the values, and one of the tangent's rule for each lane that is active. A list that is active in
/// some lane is so in all its numbers.
///
/// What does not depend on the rule stands in functions of its own here, without closures: these are compiled once for a
/// number, and not for each rule. It halves what the compiler makes of a program with matrices.
pub(crate) fn of_duals<R: ArrayRule, T: Number, V: Tangent<T>>(
    rule: &R,
    x: &[&[Dual<T, V>]],
) -> Result<Vec<Dual<T, V>>, R::Error> {
    let (values, active) = values_and_activities(x);
    let values = lent(&values);
    if R::COLLECTIVE {
        return together(rule, &values, x);
    }
    let y = T::apply_array(rule, &values)?;
    let all = any_of::<T, V>(&active);
    if !all.any() {
        return Ok(with_activity(y, all));
    }
    if V::LANES == 0 {
        let mut out = with_activity(y.clone(), all);
        combine(rule, &values, &y, x, &mut out)?;
        return Ok(out);
    }
    let tangents = lanes_of(x, &active);
    let mut found = Vec::with_capacity(V::LANES);
    for lane in 0..V::LANES {
        if all.in_lane(lane) {
            found.push((lane, rule.push(&values, &y, &in_lane(&tangents, lane))?));
        }
    }
    Ok(put_together(y, &found, all))
}

/// The values of each list, and the lanes in which one of its numbers is active.
fn values_and_activities<T: Number, V: Tangent<T>>(x: &[&[Dual<T, V>]]) -> (Vec<Vec<T>>, Vec<V::Activity>) {
    let mut active = vec![V::Activity::default(); x.len()];
    let value = |active: &mut V::Activity, x: &Dual<T, V>| {
        *active = active.or(x.active);
        x.value
    };
    let lists = x.iter().zip(&mut active).map(|(x, active)| x.iter().map(|x| value(active, x)).collect());
    (lists.collect(), active)
}

fn any_of<T: Number, V: Tangent<T>>(active: &[V::Activity]) -> V::Activity {
    active.iter().fold(V::Activity::default(), |all, &a| all.or(a))
}

/// Numbers without a tangent, in these lanes.
fn with_activity<T: Number, V: Tangent<T>>(y: Vec<T>, active: V::Activity) -> Vec<Dual<T, V>> {
    y.into_iter().map(|y| Dual { active, ..Dual::fixed(y) }).collect()
}

/// Values with the tangents that were found, lane by lane.
fn put_together<T: Number, V: Tangent<T>>(
    y: Vec<T>,
    found: &[(usize, Vec<T>)],
    active: V::Activity,
) -> Vec<Dual<T, V>> {
    let number = |(i, value): (usize, T)| {
        let tangent = found.iter().fold(V::zero(), |tangent, (lane, found)| tangent.with_lane(*lane, found[i]));
        Dual { value, tangent, active }
    };
    y.into_iter().enumerate().map(number).collect()
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
    let bundles = bundled_duals(x.first().copied().unwrap_or_default());
    Ok(unbundled_duals(&in_bundles(rule, values, 1 + V::LANES, bundles)?))
}

/// Each number's value and its tangent in all lanes, one after the other.
fn bundled_duals<T: Number, V: Tangent<T>>(x: &[Dual<T, V>]) -> Vec<T> {
    let mut bundles = Vec::with_capacity(x.len() * (1 + V::LANES));
    for x in x {
        bundles.push(x.value);
        bundles.extend((0..V::LANES).map(|lane| x.tangent.lane(lane)));
    }
    bundles
}

fn unbundled_duals<T: Number, V: Tangent<T>>(found: &[T]) -> Vec<Dual<T, V>> {
    let number = |found: &[T]| {
        let mut out: Dual<T, V> = Dual::fixed(found[0]);
        for (lane, &tangent) in found[1..].iter().enumerate().filter(|(_, tangent)| !is_nothing(**tangent)) {
            out.tangent = out.tangent.with_lane(lane, tangent);
            out.active = out.active.or(V::Activity::of_lane(lane));
        }
        out
    };
    found.chunks_exact(1 + V::LANES).map(number).collect()
}

/// Applies what others wait for to numbers that consist of so many parts each.
fn in_bundles<R: ArrayRule, T: Number>(
    rule: &R,
    values: &[&[T]],
    many: usize,
    bundles: Vec<T>,
) -> Result<Vec<T>, R::Error> {
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

fn lanes_of<T: Number, V: Tangent<T>>(x: &[&[Dual<T, V>]], active: &[V::Activity]) -> Vec<Lanes<T>> {
    x.iter().zip(active).map(|(x, &active)| Lanes::of(x, active)).collect()
}

fn in_lane<T: Number>(tangents: &[Lanes<T>], lane: usize) -> Vec<Option<&[T]>> {
    tangents.iter().map(|lanes| lanes.lane(lane)).collect()
}

/// Tangents that cannot be taken apart: scaled by the entries of the Jacobian, which the way back gives row by row.
fn combine<R: ArrayRule, T: Number, V: Tangent<T>>(
    rule: &R,
    values: &[&[T]],
    y: &[T],
    x: &[&[Dual<T, V>]],
    out: &mut [Dual<T, V>],
) -> Result<(), R::Error> {
    let (zero, one) = (number(0), number(1));
    let wanted = which_active(x);
    let mut unit = vec![zero; y.len()];
    for (row, out) in out.iter_mut().enumerate() {
        unit[row] = one;
        let partials = rule.pull(values, y, &unit, &wanted)?;
        unit[row] = zero;
        add_row(x, &partials, &mut out.tangent);
    }
    Ok(())
}

fn which_active<T: Number, V: Tangent<T>>(x: &[&[Dual<T, V>]]) -> Vec<bool> {
    x.iter().map(|x| x.iter().any(Dual::is_active)).collect()
}

/// Adds a row of the Jacobian, times the tangents.
fn add_row<T: Number, V: Tangent<T>>(x: &[&[Dual<T, V>]], partials: &[Option<Vec<T>>], tangent: &mut V) {
    for (x, partials) in x.iter().zip(partials) {
        for (x, &p) in x.iter().zip(partials.iter().flatten()).filter(|(x, _)| x.is_active()) {
            *tangent = tangent.add(x.tangent.scale(p));
        }
    }
}

fn number<T: Number>(k: usize) -> T {
    T::constant(T::Scalar::from_f64(k as f64))
}

/// On series: operation by operation, or, where the operation iterates, from its tangent: y' = rule(x, y, x') gives one
/// coefficient more of y with each run on the coefficients that are right.
pub(crate) fn of_series<R: ArrayRule, T: Number, const K: usize>(
    rule: &R,
    x: &[&[Taylor<T, K>]],
) -> Result<Vec<Taylor<T, K>>, R::Error> {
    let values = coefficients(x, 0);
    let values = lent(&values);
    if R::COLLECTIVE {
        return series_together(rule, &values, x);
    }
    let everything = Wanted::set(usize::MAX);
    let y = T::apply_array(rule, &values)?;
    drop(everything);
    if R::LINEAR {
        return linear(rule, x, &y);
    }
    if !R::ITERATES {
        let mut out = rule.elementwise(x)?;
        // Values come from one function, whatever the order in which it sums.
        set_values(&mut out, y);
        return Ok(out);
    }
    let mut out = fixed_series(y);
    let slopes = slopes(x);
    let slopes = lent_where_there(&slopes);
    if slopes.iter().all(Option::is_none) {
        return Ok(out);
    }
    for order in 1..=Wanted::now().min(K) {
        let below = Wanted::set(order - 1);
        let found = rule.push(x, &out, &slopes)?;
        drop(below);
        integrate(&mut out, found, order);
    }
    Ok(out)
}

/// Of each list the coefficients of this order.
fn coefficients<T: Number, const K: usize>(x: &[&[Taylor<T, K>]], order: usize) -> Vec<Vec<T>> {
    x.iter().map(|x| x.iter().map(|x| x.coefficient(order)).collect()).collect()
}

fn set_values<T: Number, const K: usize>(out: &mut [Taylor<T, K>], y: Vec<T>) {
    out.iter_mut().zip(y).for_each(|(out, y)| out.value = y);
}

fn fixed_series<T: Number, const K: usize>(y: Vec<T>) -> Vec<Taylor<T, K>> {
    y.into_iter().map(Taylor::fixed).collect()
}

/// The derivatives of the lists that are not constant.
fn slopes<T: Number, const K: usize>(x: &[&[Taylor<T, K>]]) -> Vec<Option<Vec<Taylor<T, K>>>> {
    let slope = |x: &Taylor<T, K>| {
        let higher: [T; K] =
            core::array::from_fn(|k| if k + 2 > K { number(0) } else { x.coefficient(k + 2) * number(k + 2) });
        Taylor::new(if K > 0 { x.coefficient(1) } else { number(0) }, higher)
    };
    let active = |x: &&&[Taylor<T, K>]| x.iter().any(|x| x.degree() > 0);
    x.iter().map(|x| Some(x).filter(active).map(|x| x.iter().map(slope).collect())).collect()
}

/// Sets the coefficients up to this order to those of which the derivatives are these.
fn integrate<T: Number, const K: usize>(out: &mut [Taylor<T, K>], slopes: Vec<Taylor<T, K>>, order: usize) {
    for (out, slope) in out.iter_mut().zip(slopes) {
        let higher = core::array::from_fn(|k| if k < order { slope.coefficient(k) / number(k + 1) } else { number(0) });
        *out = Taylor::new(out.value, higher);
    }
}

/// What others wait for, on series: all coefficients in one go; zeros at the end are none.
fn series_together<R: ArrayRule, T: Number, const K: usize>(
    rule: &R,
    values: &[&[T]],
    x: &[&[Taylor<T, K>]],
) -> Result<Vec<Taylor<T, K>>, R::Error> {
    let bundles = bundled_series(x.first().copied().unwrap_or_default());
    let everything = Wanted::set(usize::MAX);
    let found = in_bundles(rule, values, 1 + K, bundles)?;
    drop(everything);
    Ok(unbundled_series(&found))
}

fn bundled_series<T: Number, const K: usize>(x: &[Taylor<T, K>]) -> Vec<T> {
    x.iter().flat_map(Taylor::coefficients).collect()
}

fn unbundled_series<T: Number, const K: usize>(found: &[T]) -> Vec<Taylor<T, K>> {
    let series = |found: &[T]| {
        let end = found.iter().skip(1).rposition(|&c| !is_nothing(c)).map_or(1, |last| last + 2);
        Taylor::polynomial(found[0], &found[1..end])
    };
    found.chunks_exact(1 + K).map(series).collect()
}

/// On series, of an operation that is linear: coefficient by coefficient.
fn linear<R: ArrayRule, T: Number, const K: usize>(
    rule: &R,
    x: &[&[Taylor<T, K>]],
    y: &[T],
) -> Result<Vec<Taylor<T, K>>, R::Error> {
    let degree = degree(x);
    let everything = Wanted::set(usize::MAX);
    let mut higher = Vec::with_capacity(degree);
    for k in 1..=degree {
        higher.push(T::apply_array(rule, &lent(&coefficients(x, k)))?);
    }
    drop(everything);
    Ok(polynomials(y, &higher))
}

/// Series of these values, whose coefficients of higher order stand order by order.
fn polynomials<T: Number, const K: usize>(y: &[T], higher: &[Vec<T>]) -> Vec<Taylor<T, K>> {
    let of = |(i, &y): (usize, &T)| {
        let higher: Vec<T> = higher.iter().map(|found| found[i]).collect();
        Taylor::polynomial(y, &higher)
    };
    y.iter().enumerate().map(of).collect()
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

    /// Holds until what it gives is dropped.
    #[must_use]
    fn set(order: usize) -> Wanted {
        Wanted(WANTED.replace(order))
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

fn lent_where_there<T>(lists: &[Option<Vec<T>>]) -> Vec<Option<&[T]>> {
    lists.iter().map(Option::as_deref).collect()
}
