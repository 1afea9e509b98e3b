//! What becomes of the items of an iterator.

use crate::prelude::adaptors::Rev;
use crate::prelude::iter::{Back, Extend, FromIter, Iter, Product, Sum, Try};
use crate::prelude::place;
use std::cmp::Ordering;

/// All items, one after the other, taken into one value.
pub fn fold<I: Iter, B, F: FnMut(B, I::Item) -> B>(mut iter: I, init: B, mut f: F) -> B {
    let mut slot = place::filled(init);
    iter.each(|x| {
        let value = f(place::take(&mut slot), x);
        place::put(&mut slot, value);
        false
    });
    place::content(slot)
}

/// All items from the back, one after the other, taken into one value.
pub fn rfold<I: Back, B, F: FnMut(B, I::Item) -> B>(iter: I, init: B, f: F) -> B {
    fold(Rev { iter }, init, f)
}

/// Items taken into one value until that ends early.
pub fn try_fold<I: Iter, B, F: FnMut(B, I::Item) -> R, R: Try<Output = B>>(iter: &mut I, init: B, mut f: F) -> R {
    let mut slot = place::filled(init);
    let mut early = None;
    iter.each(|x| match f(place::take(&mut slot), x).branch() {
        Ok(value) => {
            place::put(&mut slot, value);
            false
        }
        Err(end) => {
            early = Some(end);
            true
        }
    });
    match early {
        Some(end) => end,
        None => R::from_output(place::content(slot)),
    }
}

/// Items from the back taken into one value until that ends early.
pub fn try_rfold<I: Back, B, F: FnMut(B, I::Item) -> R, R: Try<Output = B>>(iter: &mut I, init: B, f: F) -> R {
    try_fold(&mut Rev { iter }, init, f)
}

/// Calls a function until that ends early.
pub fn try_for_each<I: Iter, F: FnMut(I::Item) -> R, R: Try<Output = ()>>(iter: &mut I, mut f: F) -> R {
    let mut early = None;
    iter.each(|x| match f(x).branch() {
        Ok(_) => false,
        Err(end) => {
            early = Some(end);
            true
        }
    });
    match early {
        Some(end) => end,
        None => R::from_output(()),
    }
}

/// All items taken into the first.
pub fn reduce<I: Iter, F: FnMut(I::Item, I::Item) -> I::Item>(mut iter: I, mut f: F) -> Option<I::Item> {
    match iter.next() {
        Some(first) => {
            let mut slot = place::filled(first);
            iter.each(|x| {
                let value = f(place::take(&mut slot), x);
                place::put(&mut slot, value);
                false
            });
            Some(place::content(slot))
        }
        None => None,
    }
}

/// Calls a function with each item.
pub fn for_each<I: Iter, F: FnMut(I::Item)>(mut iter: I, mut f: F) {
    iter.each(|x| {
        f(x);
        false
    });
}

/// The sum, one after the other.
pub fn sum<I: Iter, S: Sum<I::Item>>(iter: I) -> S {
    S::sum(iter)
}

/// The product, one after the other.
pub fn product<I: Iter, P: Product<I::Item>>(iter: I) -> P {
    P::product(iter)
}

/// All items in a list, or in what else is collected.
pub fn collect<I: Iter, B: FromIter<I::Item>>(iter: I) -> B {
    B::from_iter(iter)
}

/// The two parts of the items, each in a list.
pub fn unzip<I: Iter<Item = (X, Y)>, X, Y, FromA: Default + Extend<X>, FromB: Default + Extend<Y>>(
    mut iter: I,
) -> (FromA, FromB) {
    let mut a = FromA::default();
    let mut b = FromB::default();
    iter.each(|(x, y)| {
        a.add_item(x);
        b.add_item(y);
        false
    });
    (a, b)
}

/// The items that fit, and the others.
pub fn partition<I: Iter, B: Default + Extend<I::Item>, F: FnMut(&I::Item) -> bool>(mut iter: I, mut f: F) -> (B, B) {
    let mut fit = B::default();
    let mut others = B::default();
    iter.each(|x| {
        if f(&x) {
            fit.add_item(x);
        } else {
            others.add_item(x);
        }
        false
    });
    (fit, others)
}

/// How many there are.
pub fn count<I: Iter>(mut iter: I) -> usize {
    if iter.indexed() && iter.quiet() {
        iter.len()
    } else {
        let mut n = 0;
        iter.each(|_| {
            n += 1;
            false
        });
        n
    }
}

/// The last item.
pub fn last<I: Iter>(mut iter: I) -> Option<I::Item> {
    if iter.indexed() && iter.quiet() {
        let n = iter.len();
        if n > 0 { Some(iter.at(n - 1)) } else { None }
    } else {
        let mut last = None;
        iter.each(|x| {
            last = Some(x);
            false
        });
        last
    }
}

/// The item after `n` others.
pub fn nth<I: Iter>(iter: &mut I, n: usize) -> Option<I::Item> {
    iter.pass(n);
    iter.next()
}

/// The item before `n` others from the back.
pub fn nth_back<I: Back>(iter: &mut I, n: usize) -> Option<I::Item> {
    nth(&mut Rev { iter }, n)
}

/// Whether all fit.
pub fn all<I: Iter, F: FnMut(I::Item) -> bool>(iter: &mut I, mut f: F) -> bool {
    !iter.each(|x| !f(x))
}

/// Whether one fits.
pub fn any<I: Iter, F: FnMut(I::Item) -> bool>(iter: &mut I, f: F) -> bool {
    iter.each(f)
}

/// The first that fits.
pub fn find<I: Iter, P: FnMut(&I::Item) -> bool>(iter: &mut I, mut predicate: P) -> Option<I::Item> {
    let mut found = None;
    iter.each(|x| {
        if predicate(&x) {
            found = Some(x);
            true
        } else {
            false
        }
    });
    found
}

/// The last that fits.
pub fn rfind<I: Back, P: FnMut(&I::Item) -> bool>(iter: &mut I, predicate: P) -> Option<I::Item> {
    find(&mut Rev { iter }, predicate)
}

/// The first that a function gives.
pub fn find_map<I: Iter, B, F: FnMut(I::Item) -> Option<B>>(iter: &mut I, mut f: F) -> Option<B> {
    let mut found = None;
    iter.each(|x| match f(x) {
        Some(y) => {
            found = Some(y);
            true
        }
        None => false,
    });
    found
}

/// The number of the first that fits.
pub fn position<I: Iter, P: FnMut(I::Item) -> bool>(iter: &mut I, mut predicate: P) -> Option<usize> {
    let mut k = 0;
    let found = iter.each(|x| {
        if predicate(x) {
            true
        } else {
            k += 1;
            false
        }
    });
    if found { Some(k) } else { None }
}

/// The number, from the front, of the last that fits.
pub fn rposition<I: Back, P: FnMut(I::Item) -> bool>(iter: &mut I, mut predicate: P) -> Option<usize> {
    let mut k = iter.len();
    let found = iter.each_back(|x| {
        k -= 1;
        predicate(x)
    });
    if found { Some(k) } else { None }
}

/// The greatest, the last of those.
pub fn max<I: Iter<Item: Ord>>(iter: I) -> Option<I::Item> {
    max_by(iter, |a, b| a.cmp(b))
}

/// The least, the first of those.
pub fn min<I: Iter<Item: Ord>>(iter: I) -> Option<I::Item> {
    min_by(iter, |a, b| a.cmp(b))
}

/// The item that no later one replaces.
fn best<I: Iter, F: FnMut(&I::Item, &I::Item) -> bool>(mut iter: I, mut replaced: F) -> Option<I::Item> {
    match iter.next() {
        Some(first) => {
            let mut best = first;
            iter.each(|x| {
                if replaced(&best, &x) {
                    best = x;
                }
                false
            });
            Some(best)
        }
        None => None,
    }
}

/// The greatest, the last of those.
pub fn max_by<I: Iter, F: FnMut(&I::Item, &I::Item) -> Ordering>(iter: I, mut compare: F) -> Option<I::Item> {
    best(iter, |a, b| compare(a, b) != Ordering::Greater)
}

/// The least, the first of those.
pub fn min_by<I: Iter, F: FnMut(&I::Item, &I::Item) -> Ordering>(iter: I, mut compare: F) -> Option<I::Item> {
    best(iter, |a, b| compare(a, b) == Ordering::Greater)
}

/// The item whose key none of a later one replaces.
fn best_by_key<I: Iter, B, F: FnMut(&I::Item) -> B, G: FnMut(&B, &B) -> bool>(
    mut iter: I,
    mut f: F,
    mut replaced: G,
) -> Option<I::Item> {
    match iter.next() {
        Some(first) => {
            let mut key = f(&first);
            let mut best = first;
            iter.each(|x| {
                let other = f(&x);
                if replaced(&key, &other) {
                    key = other;
                    best = x;
                }
                false
            });
            Some(best)
        }
        None => None,
    }
}

/// That of the greatest key, the last of those.
pub fn max_by_key<I: Iter, B: Ord, F: FnMut(&I::Item) -> B>(iter: I, f: F) -> Option<I::Item> {
    best_by_key(iter, f, |a, b| a.cmp(b) != Ordering::Greater)
}

/// That of the least key, the first of those.
pub fn min_by_key<I: Iter, B: Ord, F: FnMut(&I::Item) -> B>(iter: I, f: F) -> Option<I::Item> {
    best_by_key(iter, f, |a, b| a.cmp(b) == Ordering::Greater)
}
