//! What is in a list.

use std::cmp::Ordering;

/// Whether an element is equal to a value.
pub fn contains<T: PartialEq>(list: &[T], x: &T) -> bool {
    for k in 0..list.len() {
        if list[k] == *x {
            return true;
        }
    }
    false
}

/// Whether it begins with other elements.
pub fn starts_with<T: PartialEq>(list: &[T], needle: &[T]) -> bool {
    let n = needle.len();
    if n > list.len() {
        return false;
    }
    for k in 0..n {
        if list[k] != needle[k] {
            return false;
        }
    }
    true
}

/// Whether it ends with other elements.
pub fn ends_with<T: PartialEq>(list: &[T], needle: &[T]) -> bool {
    let n = needle.len();
    n <= list.len() && starts_with(&list[list.len() - n..], needle)
}

/// Where a value is in a list that is sorted, or would be put.
pub fn binary_search<T: Ord>(list: &[T], x: &T) -> Result<usize, usize> {
    binary_search_by(list, |y| y.cmp(x))
}

/// Where a key is in a list that is sorted by it, or would be put.
pub fn binary_search_by_key<T, B: Ord, F: FnMut(&T) -> B>(list: &[T], b: &B, mut f: F) -> Result<usize, usize> {
    binary_search_by(list, |y| f(y).cmp(b))
}

/// Where an element is found equal in a list that is sorted, or would be put.
pub fn binary_search_by<T, F: FnMut(&T) -> Ordering>(list: &[T], mut f: F) -> Result<usize, usize> {
    let mut size = list.len();
    if size == 0 {
        return Err(0);
    }
    let mut base = 0;
    while size > 1 {
        let half = size / 2;
        let mid = base + half;
        if f(&list[mid]) != Ordering::Greater {
            base = mid;
        }
        size -= half;
    }
    let order = f(&list[base]);
    if order == Ordering::Equal {
        Ok(base)
    } else if order == Ordering::Less {
        Err(base + 1)
    } else {
        Err(base)
    }
}

/// How many elements at the front fit, in a list in which no other does.
pub fn partition_point<T, P: FnMut(&T) -> bool>(list: &[T], mut pred: P) -> usize {
    let mut size = list.len();
    if size == 0 {
        return 0;
    }
    let mut base = 0;
    while size > 1 {
        let half = size / 2;
        let mid = base + half;
        if pred(&list[mid]) {
            base = mid;
        }
        size -= half;
    }
    if pred(&list[base]) { base + 1 } else { base }
}

/// Whether no element is less than the one before.
pub fn is_sorted<T: PartialOrd>(list: &[T]) -> bool {
    is_sorted_by(list, |a, b| a <= b)
}

/// Whether each two neighbours fit.
pub fn is_sorted_by<T, F: FnMut(&T, &T) -> bool>(list: &[T], mut compare: F) -> bool {
    for k in 1..list.len() {
        if !compare(&list[k - 1], &list[k]) {
            return false;
        }
    }
    true
}

/// Whether no key is less than the one before.
pub fn is_sorted_by_key<T, F: FnMut(&T) -> K, K: PartialOrd>(list: &[T], mut f: F) -> bool {
    for k in 1..list.len() {
        if !(f(&list[k - 1]) <= f(&list[k])) {
            return false;
        }
    }
    true
}
