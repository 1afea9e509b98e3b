//! An iterator beside std's, asked in all ways in which it can be asked.

use crate::common::{Bits, Random, bits, same};
use front::prelude::iter::{Back, Iter};
use std::fmt::Debug;

/// As many items are asked for at most.
const MOST: usize = 90;

/// `each` until so many items were given.
fn first<I: Iter<Item: Bits>>(iter: &mut I, n: usize) -> (Vec<Vec<u64>>, bool) {
    let mut out = Vec::new();
    let stopped = iter.each(|x| {
        out.push(bits(x));
        out.len() >= n
    });
    (out, stopped)
}

fn first_of_std<I: Iterator<Item: Bits>>(iter: &mut I, n: usize) -> (Vec<Vec<u64>>, bool) {
    let mut out = Vec::new();
    let stopped = iter.any(|x| {
        out.push(bits(x));
        out.len() >= n
    });
    (out, stopped)
}

/// Asked from the front.
#[track_caller]
pub(crate) fn forward<I: Iter<Item: Bits + Debug>, J: Iterator<Item = I::Item>>(
    ours: impl Fn() -> I,
    std: impl Fn() -> J,
) {
    let whole = first_of_std(&mut std(), MOST);
    assert_eq!(first(&mut ours(), MOST), whole, "each");
    let mut iter = ours();
    let mut by_next = Vec::new();
    while by_next.len() < MOST
        && let Some(x) = iter.next()
    {
        by_next.push(bits(x));
    }
    assert_eq!(by_next, whole.0, "next");
    if ours().indexed() {
        let len = ours().len();
        assert_eq!(len.min(MOST), whole.0.len(), "len");
        let mut iter = ours();
        let n = whole.0.len();
        for k in 0..n {
            let k = (k * 37 + 11) % n;
            if (0..n).all(|j| j == k || (j * 37 + 11) % n != (k * 37 + 11) % n) || n % 37 != 0 {
                assert_eq!(bits(iter.at(k)), whole.0[k], "at {k}");
                assert_eq!(iter.len(), len, "len after at {k}");
            }
        }
    }
    let mut random = Random(77);
    for _ in 0..12 {
        let (mut iter, mut other) = (ours(), std());
        for _ in 0..8 {
            let n = random.below(4);
            match random.below(4) {
                0 => same(iter.next(), other.next()),
                1 => {
                    iter.pass(n);
                    if n > 0 {
                        other.nth(n - 1);
                    }
                }
                2 => assert_eq!(first(&mut iter, n + 1), first_of_std(&mut other, n + 1), "each in part"),
                _ if iter.indexed() => {
                    for _ in 0..n.min(iter.len()) {
                        same(Some(iter.at(0)), other.next());
                        iter.forget(1);
                    }
                    let n = n.min(iter.len());
                    let mut all: Vec<_> = (0..n).rev().map(|k| iter.at(k)).collect();
                    while let Some(x) = all.pop() {
                        same(Some(x), other.next());
                    }
                    iter.forget(n);
                }
                _ => {}
            }
        }
    }
}

/// Asked from both sides.
#[track_caller]
pub(crate) fn both<I: Back<Item: Bits + Debug>, J: DoubleEndedIterator<Item = I::Item>>(
    ours: impl Fn() -> I,
    std: impl Fn() -> J,
) {
    forward(&ours, &std);
    let mut out = Vec::new();
    ours().each_back(|x| {
        out.push(bits(x));
        false
    });
    assert_eq!(out, std().rev().map(bits).collect::<Vec<_>>(), "each_back");
    let mut random = Random(78);
    for _ in 0..16 {
        let (mut iter, mut other) = (ours(), std());
        for _ in 0..8 {
            let n = random.below(3);
            match random.below(6) {
                0 => same(iter.next(), other.next()),
                1 => same(iter.next_back(), other.next_back()),
                2 => assert_eq!(first(&mut iter, n + 1), first_of_std(&mut other, n + 1), "each in part"),
                3 => {
                    let mut out = Vec::new();
                    iter.each_back(|x| {
                        out.push(bits(x));
                        out.len() > n
                    });
                    let mut expected = Vec::new();
                    let mut back = other.by_ref().rev();
                    while expected.len() <= n
                        && let Some(x) = back.next()
                    {
                        expected.push(bits(x));
                    }
                    assert_eq!(out, expected, "each_back in part");
                }
                4 if iter.indexed() => {
                    let n = n.min(iter.len());
                    for _ in 0..n {
                        let last = iter.len() - 1;
                        same(Some(iter.at(last)), other.next_back());
                        iter.forget_back(1);
                    }
                }
                _ if iter.indexed() => {
                    let n = n.min(iter.len());
                    for _ in 0..n {
                        same(Some(iter.at(0)), other.next());
                        iter.forget(1);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Asked from both sides, reversed as well.
#[track_caller]
pub(crate) fn reversed<I: Back<Item: Bits + Debug>, J: DoubleEndedIterator<Item = I::Item>>(
    ours: impl Fn() -> I,
    std: impl Fn() -> J,
) {
    both(&ours, &std);
    both(|| front::prelude::iter::rev(ours()), || std().rev());
}
