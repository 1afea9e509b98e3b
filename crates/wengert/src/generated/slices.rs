//! Small steps on arrays that generated code shares.

use core::hint::black_box;
use core::ops::{AddAssign, Bound, Range, RangeBounds};
use rules::{Number, Rule};

/// The owner's index of an element of a part.
///
/// # Panics
/// If the index is not inside the part.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn offset(off: usize, index: usize, len: usize) -> usize {
    assert!(index < len, "index out of bounds: the len is {len} but the index is {index}");
    off + index
}

/// Where a number is in a list that is in order, or where it would have to be put in.
///
/// # Panics
/// If a NaN is met, unless the order is a total one.
#[track_caller]
pub fn searched<const TOTAL: bool>(list: &[f64], number: f64) -> Result<usize, usize> {
    list.binary_search_by(|v| match TOTAL {
        true => v.total_cmp(&number),
        false => v.partial_cmp(&number).expect("a NaN has no place in an order"),
    })
}

/// Checks that a part lies inside its array.
///
/// # Panics
/// If it does not.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn bounds(end: usize, limit: usize) {
    assert!(end <= limit, "range end index {end} out of range for slice of length {limit}");
}

/// Checks the lengths of a copy.
///
/// # Panics
/// If they differ.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn same_length(from: usize, to: usize) {
    assert!(from == to, "source slice length ({from}) does not match destination slice length ({to})");
}

/// Checks that a buffer of the caller's has the length of its parameter.
///
/// # Panics
/// If it has not.
#[track_caller]
pub fn same(name: &str, given: usize, len: usize) {
    assert!(
        given == len,
        "`{name}` has {len} elements, its gradient, direction or weights have {given}: make them as long"
    );
}

/// Checks that the weights of a result are as many as its elements.
///
/// # Panics
/// If they are not.
#[track_caller]
pub fn same_weights(what: &str, given: usize, len: usize) {
    assert!(given == len, "{what} has {len} elements, its weights have {given}: make them as long");
}

/// The partials of a row that are known only now, by its integer parameter or by what numbers they are of.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn partials<R: Rule<N>, T: Number, const N: usize>(args: [T; N], out: T, active: [bool; N], n: i32) -> [T; N] {
    R::partials(args, out, active, n)
}

fn zero<T: Number>() -> T {
    use rules::Scalar;
    T::constant(T::Scalar::from_f64(0.0))
}

/// The sum of a list.
#[inline]
pub fn sum<T: Number>(list: &[T]) -> T {
    list.iter().fold(zero(), |s, &x| s + x)
}

/// Whether a number is no more than a scalar.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn is_scalar<T: Number>() -> bool {
    size_of::<T>() == size_of::<T::Scalar>()
}

/// The sum of the lanes of a blocked loop, of which there are four or a multiple.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sum_lanes<T: Number, const N: usize>(lanes: [T; N]) -> T {
    let fours = lanes.as_chunks::<4>().0.iter().map(|&[a, b, c, d]| (a + b) + (c + d));
    fours.reduce(|sum, four| sum + four).unwrap_or_else(zero)
}

/// Sets to zero the elements of a range of which those of another, moved by an offset, will be assigned.
#[inline]
pub fn clear<T: Number>(adjoints: &mut [T], range: Range<usize>, assigned: Range<usize>, offset: isize) {
    let Range { start, end } = range;
    if start >= end {
        return;
    }
    let place = |i: usize| i.saturating_add_signed(offset).clamp(start, end);
    let (from, to) = match assigned.is_empty() {
        true => (end, end),
        false => (place(assigned.start), place(assigned.end)),
    };
    adjoints[start..from].fill(zero());
    adjoints[to..end].fill(zero());
}

/// Adds the adjoints of a copy to those of its source, and sets them to zero.
#[inline]
pub fn flow<T: Number + AddAssign>(from: &mut [T], to: &mut [T]) {
    for (x, y) in from.iter_mut().zip(to) {
        *y += *x;
        *x = zero();
    }
}

/// As [`flow`], inside one array.
#[inline]
pub fn flow_within<T: Number + AddAssign>(list: &mut [T], from: impl RangeBounds<usize>, to: impl RangeBounds<usize>) {
    let (from, to) = (range(from, list.len()), range(to, list.len()));
    let mut one = |(i, j): (usize, usize)| {
        let x = list[i];
        list[i] = zero();
        list[j] += x;
    };
    // Where the two overlap, no place is left before what was added to it.
    if from.start < to.start { from.zip(to).rev().for_each(one) } else { from.zip(to).for_each(&mut one) }
}

/// Adds what comes in for a result to its adjoints; nothing comes in for one that is not used.
#[inline]
pub fn seed<T: Number + AddAssign>(adjoints: &mut [T], seed: &[T]) {
    for (x, &s) in adjoints.iter_mut().zip(seed) {
        *x += s;
    }
}

/// Constants into an array of numbers.
///
/// # Panics
/// If the lengths differ.
#[inline]
#[track_caller]
pub fn lift_into<T: Number>(to: &mut [T], from: &[T::Scalar]) {
    same_length(from.len(), to.len());
    for (x, &c) in to.iter_mut().zip(from) {
        *x = T::constant(c);
    }
}

/// Whether any number of a list has a NaN.
#[inline]
pub fn has_nan<T: Number>(list: &[T]) -> bool {
    if list.len() <= 16 {
        // One by one, as the run has just stored them: a vector of numbers that are on their way to memory waits for all.
        return list.iter().any(|x| x.has_nan());
    }
    // Without an early exit, so that it vectorises.
    list.iter().fold(false, |any, x| any | x.has_nan())
}

/// Whether any number of an array in registers has a NaN: two are asked at once, and nothing is decided in between.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn array_has_nan<T: Number, const N: usize>(array: [T; N]) -> bool {
    array.into_iter().fold(false, |any, x| any | x.has_nan())
}

/// A list as an array of the length it is known to have.
///
/// # Panics
/// If it has another length.
#[track_caller]
pub fn to_array<T: Copy, const N: usize>(list: Vec<T>) -> [T; N] {
    match <[T; N]>::try_from(list.as_slice()) {
        Ok(array) => array,
        Err(_) => panic!("an array of {N} elements is returned, the list has {}", list.len()),
    }
}

/// A copy of a row that has the length of its type.
///
/// # Panics
/// If it has another length.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn array_of<T: Copy, const N: usize>(row: &[T]) -> [T; N] {
    match row.first_chunk() {
        Some(array) if row.len() == N => *array,
        _ => panic!("an array of {N} elements is wanted, the row has {}", row.len()),
    }
}

/// A row that has the length of its type.
///
/// # Panics
/// If it has another length.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn array_ref<T, const N: usize>(row: &[T]) -> &[T; N] {
    match row.try_into() {
        Ok(array) => array,
        Err(_) => panic!("an array of {N} elements is wanted, the row has {}", row.len()),
    }
}

/// A place that has the length of its type.
///
/// # Panics
/// If it has another length.
#[cfg_attr(not(debug_assertions), inline(always))]
#[track_caller]
pub fn array_mut<T, const N: usize>(place: &mut [T]) -> &mut [T; N] {
    let len = place.len();
    match place.try_into() {
        Ok(array) => array,
        Err(_) => panic!("an array of {N} elements is wanted, the place has {len}"),
    }
}

/// A range of an array of this length with both its ends.
#[inline]
pub fn range(range: impl RangeBounds<usize>, len: usize) -> Range<usize> {
    let start = match range.start_bound() {
        Bound::Included(&x) => x,
        Bound::Excluded(&x) => x + 1,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&x) => x + 1,
        Bound::Excluded(&x) => x,
        Bound::Unbounded => len,
    };
    start..end
}

/// Makes the memory of a list at least so long. What has none yet gets room for more: a list that grows by one each time is
/// moved less often, rows of a function in 0.72 of the time. Where there is some, to move into more costs what it saves.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn grow<X: Clone>(list: &mut Vec<X>, n: usize, filler: X) {
    if list.len() < n {
        if list.capacity() == 0 {
            begin(list, n);
        }
        list.resize(n, filler);
    }
}

#[cold]
#[inline(never)]
fn begin<X>(list: &mut Vec<X>, n: usize) {
    list.reserve(n.max(256 / size_of::<X>().max(1)));
}

/// A list of one value, many times. Of a short one the compiler does not see that it is zeros: it would ask for zeroed memory,
/// which allocators do not take from what was just given back.
#[inline]
pub fn alike<X: Clone>(x: X, n: usize) -> Vec<X> {
    if n > 1024 / size_of::<X>().max(1) {
        return vec![x; n];
    }
    let mut list = Vec::with_capacity(n);
    list.resize(n, black_box(x));
    list
}

/// Parts of one array that do not overlap.
///
/// # Panics
/// If they overlap or do not lie inside, which the borrow checker has ruled out for the function as it was written.
#[track_caller]
pub fn disjoint<T, const N: usize>(list: &mut [T], ranges: [Range<usize>; N]) -> [&mut [T]; N] {
    match list.get_disjoint_mut(ranges) {
        Ok(parts) => parts,
        Err(error) => panic!("the parts of an array that a call takes overlap: {error}"),
    }
}

/// The result of a run that cannot fail.
///
/// # Panics
/// Never: such a run has no condition to fail.
#[track_caller]
pub fn certain<R>(result: Option<R>) -> R {
    result.expect("a run without fused loops has a result")
}
