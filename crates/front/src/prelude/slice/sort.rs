//! Lists sorted.
//!
//! All sorts are the same of indices, by insertion and stable merges, which then puts the elements in their places. Those that
//! std calls unstable say nothing of the order of equal elements, nor does this.

use crate::prelude::place;
use std::cmp::Ordering;

/// The indices of the elements, sorted by these. Equal ones stay in order.
pub fn sorted<T, F: FnMut(&T, &T) -> Ordering>(list: &[T], mut compare: F) -> Vec<usize> {
    let n = list.len();
    let mut order = vec![0; n];
    for k in 0..n {
        order[k] = k;
    }
    // As many as std sorts by insertion: of so many, the same pairs are compared.
    let short = 20;
    let mut begin = 0;
    while begin < n {
        let end = if n - begin < short { n } else { begin + short };
        for k in begin + 1..end {
            let mut at = k;
            while at > begin && compare(&list[k], &list[order[at - 1]]) == Ordering::Less {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = k;
        }
        begin = end;
    }
    let mut width = short;
    if width < n {
        let mut merged = vec![0; n];
        while width < n {
            let mut begin = 0;
            while begin < n {
                let mid = if n - begin < width { n } else { begin + width };
                let end = if n - mid < width { n } else { mid + width };
                let mut i = begin;
                let mut j = mid;
                for k in begin..end {
                    if i < mid && (j == end || compare(&list[order[j]], &list[order[i]]) != Ordering::Less) {
                        merged[k] = order[i];
                        i += 1;
                    } else {
                        merged[k] = order[j];
                        j += 1;
                    }
                }
                begin = end;
            }
            for k in 0..n {
                order[k] = merged[k];
            }
            width *= 2;
        }
    }
    order
}

/// Sorted.
pub fn sort<T: Ord>(list: &mut [T]) {
    let order = sorted(list, |a, b| a.cmp(b));
    place::arrange(list, &order);
}

/// Sorted by a function.
pub fn sort_by<T, F: FnMut(&T, &T) -> Ordering>(list: &mut [T], compare: F) {
    let order = sorted(list, compare);
    place::arrange(list, &order);
}

/// Sorted by a key.
pub fn sort_by_key<T, K: Ord, F: FnMut(&T) -> K>(list: &mut [T], mut f: F) {
    let order = sorted(list, |a, b| f(a).cmp(&f(b)));
    place::arrange(list, &order);
}

/// Sorted by a key that is asked for once.
pub fn sort_by_cached_key<T, K: Ord, F: FnMut(&T) -> K>(list: &mut [T], mut f: F) {
    let mut keys = Vec::with_capacity(list.len());
    for k in 0..list.len() {
        keys.push(f(&list[k]));
    }
    let order = sorted(&keys, |a, b| a.cmp(b));
    place::arrange(list, &order);
}

/// Sorted.
pub fn sort_unstable<T: Ord>(list: &mut [T]) {
    let order = sorted(list, |a, b| a.cmp(b));
    place::arrange(list, &order);
}

/// Sorted by a function.
pub fn sort_unstable_by<T, F: FnMut(&T, &T) -> Ordering>(list: &mut [T], compare: F) {
    let order = sorted(list, compare);
    place::arrange(list, &order);
}

/// Sorted by a key.
pub fn sort_unstable_by_key<T, K: Ord, F: FnMut(&T) -> K>(list: &mut [T], mut f: F) {
    let order = sorted(list, |a, b| f(a).cmp(&f(b)));
    place::arrange(list, &order);
}

/// The element that is at an index once the list is sorted, with those before and those after it.
pub fn select_nth_unstable<T: Ord>(list: &mut [T], index: usize) -> (&mut [T], &mut T, &mut [T]) {
    select_nth_unstable_by(list, index, |a, b| a.cmp(b))
}

/// The element that is at an index once the list is sorted by a function, with those before and those after it.
pub fn select_nth_unstable_by<T, F: FnMut(&T, &T) -> Ordering>(
    list: &mut [T],
    index: usize,
    compare: F,
) -> (&mut [T], &mut T, &mut [T]) {
    assert!(index < list.len(), "partition_at_index index greater than length of slice");
    let order = sorted(list, compare);
    place::arrange(list, &order);
    let (before, rest) = list.split_at_mut(index);
    let (at, after) = rest.split_at_mut(1);
    (before, &mut at[0], after)
}

/// The element that is at an index once the list is sorted by a key, with those before and those after it.
pub fn select_nth_unstable_by_key<T, K: Ord, F: FnMut(&T) -> K>(
    list: &mut [T],
    index: usize,
    mut f: F,
) -> (&mut [T], &mut T, &mut [T]) {
    select_nth_unstable_by(list, index, |a, b| f(a).cmp(&f(b)))
}
