//! Numbers.

use crate::common::{Random, same};
use front::prelude::convert::{self, From};
use front::prelude::float::{Assign, Midpoint};
use front::prelude::ranges::{Contains, Ends};
use front::prelude::{cmp, float, int};

#[test]
fn floats() {
    let mut random = Random(51);
    for _ in 0..4000 {
        let (x, y) = (random.number(), random.number());
        let (p, q) = (x as f32, y as f32);
        same(float::partial_cmp(&x, &y), x.partial_cmp(&y));
        same(float::total_cmp(&x, &y), x.total_cmp(&y));
        same(float::total_cmp(&-x, &y), (-x).total_cmp(&y));
        same(float::total_cmp(&x, &-y), x.total_cmp(&-y));
        same(float::total_cmp(&p, &q), p.total_cmp(&q));
        let (k, l) = ((x * 10.0) as i64, (y * 10.0) as i64);
        same(int::cmp(&k, &l), k.cmp(&l));
        same(int::partial_cmp(&k, &l), k.partial_cmp(&l));
        same(float::sin_cos(x), x.sin_cos());
        same(float::to_degrees(x), x.to_degrees());
        same(float::to_radians(x), x.to_radians());
        same(float::div_euclid(x, y), x.div_euclid(y));
        for z in [x, y * 1e16, x.round() + 0.5, -0.0, 0.5, -0.5, f64::NAN, f64::INFINITY] {
            same(float::round_ties_even(z), z.round_ties_even());
            same(float::round_ties_even(z as f32), (z as f32).round_ties_even());
        }
        for z in [x, p as f64, 0.0, -0.0, 1.0] {
            same(float::is_zero(&z), z == 0.0);
            same(float::is_one(&(z as f32)), z as f32 == 1.0);
        }
        same(Midpoint::midpoint(x, y), x.midpoint(y));
        macro_rules! assigned {
            ($($method:ident, $op:tt;)*) => {$({
                let (mut a, mut b, mut c, mut d) = (x, x, p, p);
                Assign::$method(&mut a, y);
                Assign::$method(&mut b, &y);
                Assign::$method(&mut c, q);
                Assign::$method(&mut d, &q);
                same((a, b), (x $op y, x $op y));
                same((c, d), (p $op q, p $op q));
            })*};
        }
        assigned! { add_assign, +; sub_assign, -; mul_assign, *; div_assign, /; rem_assign, %; }
        same(float::partial_cmp(&p, &q), p.partial_cmp(&q));
        same(float::sin_cos(p), p.sin_cos());
        same(float::to_degrees(p), p.to_degrees());
        same(float::to_radians(p), p.to_radians());
        same(float::div_euclid(p, q), p.div_euclid(q));
        same(Midpoint::midpoint(p, q), p.midpoint(q));
        same(Contains::contains(&(x..y), &1.0), (x..y).contains(&1.0));
        same(Contains::contains(&(x..=y), &1.0), (x..=y).contains(&1.0));
        same(Contains::contains(&(x..), &y), (x..).contains(&y));
        same(Contains::contains(&(..x), &y), (..x).contains(&y));
        same(Contains::contains(&(..=x), &y), (..=x).contains(&y));
        same(Ends::is_empty(&(x..y)), (x..y).is_empty());
        same(Ends::is_empty(&(x..=y)), (x..=y).is_empty());
        same((*Ends::start(&(x..y)), *Ends::end(&(x..=y))), (x, y));
        same((*Ends::start(&(x..=y)), *Ends::end(&(x..y))), (x, y));
    }
}

#[test]
fn integers() {
    macro_rules! of {
        ($($t:ty)+) => {$(
            let (min, max) = (<$t>::MIN, <$t>::MAX);
            for x in [min, min + 1, min / 2, 0, 1, 5, max / 2, max / 2 + 1, max - 1, max] {
                for y in [min, min + 1, min / 2, 0, 1, 5, max / 2, max / 2 + 1, max - 1, max] {
                    same(int::checked_add(x, y), x.checked_add(y));
                    same(int::checked_sub(x, y), x.checked_sub(y));
                    same(int::overflowing_add(x, y), x.overflowing_add(y));
                    same(int::overflowing_sub(x, y), x.overflowing_sub(y));
                    same(int::overflowing_mul(x, y), x.overflowing_mul(y));
                    same(int::cmp(&x, &y), x.cmp(&y));
                    same(int::partial_cmp(&x, &y), x.partial_cmp(&y));
                }
            }
        )+};
    }
    of!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize u128 i128);
    for x in 0..=255u8 {
        for y in 0..=255u8 {
            same(int::checked_sub(x, y), x.checked_sub(y));
            same(int::checked_add(x as i8, y as i8), (x as i8).checked_add(y as i8));
        }
    }
}

#[test]
fn conversions() {
    macro_rules! of {
        ($($from:ty => $($to:ty)+;)+) => {$($(
            for x in [<$from>::MIN, <$from>::MAX, 0 as $from, 1 as $from, 77 as $from] {
                same(<$to as From<$from>>::from(x), <$to as std::convert::From<$from>>::from(x));
            }
        )+)+};
    }
    of! {
        u8 => u16 u32 u64 u128 i16 i32 i64 i128 usize isize f32 f64;
        i8 => i16 i32 i64 i128 f32 f64;
        u16 => u32 u64 u128 i32 i64 i128 usize f32 f64;
        i16 => i32 i64 i128 isize f32 f64;
        u32 => u64 u128 i64 i128 f64;
        i32 => i64 i128 f64;
        u64 => u128 i128;
        i64 => i128;
        f32 => f64;
    }
    for x in [false, true] {
        same(<i32 as From<bool>>::from(x), <i32 as std::convert::From<bool>>::from(x));
        same(<f64 as From<bool>>::from(x), <f64 as std::convert::From<bool>>::from(x));
        same(<f32 as From<bool>>::from(x), <f32 as std::convert::From<bool>>::from(x));
    }
}

#[test]
fn orders() {
    let mut random = Random(52);
    for _ in 0..500 {
        let (x, y, z) = (random.small(3), random.small(3), random.small(2));
        let (p, q) = ((x[0], x[1]), (y[0], y[1]));
        same(cmp::max(p, q), std::cmp::max(p, q));
        same(cmp::min(p, q), std::cmp::min(p, q));
        same(cmp::max_by(p, q, |a, b| a.0.cmp(&b.0)), std::cmp::max_by(p, q, |a, b| a.0.cmp(&b.0)));
        same(cmp::min_by(p, q, |a, b| a.0.cmp(&b.0)), std::cmp::min_by(p, q, |a, b| a.0.cmp(&b.0)));
        same(cmp::max_by_key(p, q, |a| a.0), std::cmp::max_by_key(p, q, |a| a.0));
        same(cmp::min_by_key(p, q, |a| a.0), std::cmp::min_by_key(p, q, |a| a.0));
        let (low, high) = (std::cmp::min(p, q), std::cmp::max(p, q));
        same(cmp::Ord::clamp((z[0], z[1]), low, high), std::cmp::Ord::clamp((z[0], z[1]), low, high));
        macro_rules! ordered {
            ($($a:expr, $b:expr;)+) => {$(
                same(cmp::Ord::cmp(&$a, &$b), std::cmp::Ord::cmp(&$a, &$b));
            )+};
        }
        macro_rules! partial {
            ($($a:expr, $b:expr;)+) => {$(
                same(cmp::PartialOrd::partial_cmp(&$a, &$b), std::cmp::PartialOrd::partial_cmp(&$a, &$b));
                same(cmp::PartialOrd::lt(&$a, &$b), $a < $b);
                same(cmp::PartialOrd::le(&$a, &$b), $a <= $b);
                same(cmp::PartialOrd::gt(&$a, &$b), $a > $b);
                same(cmp::PartialOrd::ge(&$a, &$b), $a >= $b);
                same(cmp::PartialEq::eq(&$a, &$b), $a == $b);
                same(cmp::PartialEq::ne(&$a, &$b), $a != $b);
            )+};
        }
        let some = |k: i32| if k > 0 { Some(k) } else { None };
        let (f, g) = (random.list(3), random.list(3));
        let maybe = |v: f64| if v > 0.0 { Some(v) } else { None };
        let fine = |v: f64| if v > 0.0 { Ok(v) } else { Err(1) };
        ordered! {
            x, y; x, z; x[..], z[..]; p, q; (x[0], x[1], x[2]), (y[0], y[1], y[2]); (p.0, p.1, 1, z[0]), (q.0, q.1, 1, z[1]);
            some(x[0]), some(y[0]); [x[0], x[1]], [y[0], y[1]]; &p, &q;
        }
        partial! {
            x, y; x, z; x[..], z[..]; p, q; f, g; f[..], g[..2]; (f[0], f[1]), (g[0], g[1]);
            (x[0], f[1], f[2]), (y[0], g[1], g[2]); (x[0], y[0], f[1], f[2]), (y[0], y[0], g[1], g[2]);
            some(x[0]), some(y[0]); maybe(f[0]), maybe(g[0]); [f[0], f[1]], [g[0], g[1]]; &p, &q;
        }
        same(cmp::PartialEq::eq(&fine(f[0]), &fine(g[0])), fine(f[0]) == fine(g[0]));
        same(cmp::PartialEq::eq(&x, &y[..]), x == y[..]);
        same(cmp::PartialEq::eq(&x[..], &y), x[..] == y);
        same(cmp::PartialEq::eq(&x, &&y[..]), x == &y[..]);
        same(cmp::PartialEq::eq(&&x[..], &y), &x[..] == y);
        let three = [y[0], y[1], y[2]];
        same(cmp::PartialEq::eq(&x, &three), x == three);
        same(cmp::PartialEq::eq(&x, &&three), x == &three);
        same(cmp::PartialEq::eq(&x[..], &three), x[..] == three);
        same(cmp::PartialEq::eq(&three, &x[..]), three == x[..]);
        same(cmp::PartialEq::eq(&&x[..], &three), &x[..] == three);
    }
}

#[test]
fn integers_in_others() {
    macro_rules! held {
        ($x:expr; $($to:ty)*) => {
            $(same(<$to as convert::TryFrom<_>>::try_from($x).ok(), <$to as TryFrom<_>>::try_from($x).ok());)*
        };
    }
    macro_rules! each {
        ($k:expr; $($from:ty)*) => {
            $(held!($k as $from; u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);)*
        };
    }
    let mut random = Random(57);
    let edges = [0, 1, -1, i128::MIN, i128::MAX];
    let near =
        (0..128).flat_map(|bits| [1i128 << bits, (1i128 << bits).wrapping_sub(1), (1i128 << bits).wrapping_neg()]);
    let any = (0..200).map(|_| random.number().to_bits() as i128);
    for k in edges.into_iter().chain(near).chain(any) {
        each!(k; u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 usize isize);
    }
}
