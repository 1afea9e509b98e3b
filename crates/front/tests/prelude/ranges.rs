//! Ranges, and what is made of nothing.

use crate::common::{Random, same};
use crate::walks::{forward, reversed};
use front::prelude::{iter, source};

#[test]
fn ranges_of_all_integers() {
    macro_rules! of {
        ($($t:ty)+) => {$(
            for from in 0..4 as $t {
                for to in 0..6 as $t {
                    reversed(|| from..to, || from..to);
                    reversed(|| from..=to, || from..=to);
                    forward(|| iter::step_by(from..to, 2), || (from..to).step_by(2));
                    forward(|| iter::step_by(from..=to, 3), || (from..=to).step_by(3));
                }
                forward(|| iter::take(from.., 7), || (from..).take(7));
            }
            let (min, max) = (<$t>::MIN, <$t>::MAX);
            reversed(|| max - 3..max, || max - 3..max);
            reversed(|| max - 3..=max, || max - 3..=max);
            reversed(|| min..min + 3, || min..min + 3);
            reversed(|| min..=min + 3, || min..=min + 3);
            reversed(|| min..=min, || min..=min);
            reversed(|| max..=max, || max..=max);
        )+};
    }
    of!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize u128 i128);
    reversed(|| -128i8..127, || -128i8..127);
    reversed(|| -5i64..5, || -5i64..5);
    for to in 0..9usize {
        reversed(|| iter::step_by(1..to, 3), || (1..to).step_by(3));
    }
}

#[test]
fn sources() {
    let mut random = Random(5);
    for _ in 0..5 {
        let x = random.number();
        reversed(|| source::empty::<f64>(), || std::iter::empty());
        reversed(|| source::once(x), || std::iter::once(x));
        reversed(|| source::once_with(|| x), || std::iter::once_with(|| x));
        let y = [x, 2.0, 3.0];
        let joined = || iter::chain(iter::chain(iter::chain(source::once(x), y), Some(x)), source::empty());
        let joined_by_std = || std::iter::once(x).chain(y).chain(Some(x)).chain(std::iter::empty());
        reversed(joined, joined_by_std);
        forward(|| iter::zip(joined(), 0..4usize), || joined_by_std().zip(0..4usize));
        forward(|| iter::step_by(iter::skip(joined(), 1), 2), || joined_by_std().skip(1).step_by(2));
        forward(|| source::repeat(x), || std::iter::repeat(x));
        reversed(|| source::repeat_n(x, 4), || std::iter::repeat_n(x, 4));
        let counted = || {
            let mut k = x;
            move || {
                k += 1.0;
                k
            }
        };
        forward(|| source::repeat_with(counted()), || std::iter::repeat_with(counted()));
        let while_less = || {
            let mut k = 0;
            move || {
                k += 1;
                if k % 4 == 0 { None } else { Some(k) }
            }
        };
        forward(|| iter::fuse(source::from_fn(while_less())), || std::iter::from_fn(while_less()).fuse());
        same(iter::sum(source::from_fn(while_less())), std::iter::from_fn(while_less()).sum::<i32>());
        forward(
            || iter::chain(source::from_fn(while_less()), [8, 9]),
            || std::iter::from_fn(while_less()).chain([8, 9]),
        );
        let halves = |y: &f64| if *y > 0.1 { Some(y / 2.0) } else { None };
        forward(|| source::successors(Some(9.0), halves), || std::iter::successors(Some(9.0), halves));
        forward(|| source::successors(None, halves), || std::iter::successors(None, halves));
        reversed(|| source::zip(0..5, [x, 2.0, 3.0]), || std::iter::zip(0..5, [x, 2.0, 3.0]));
        reversed(|| source::chain(0..5, 7..=9), || std::iter::chain(0..5, 7..=9));
    }
}
