//! Methods of the crate's own traits and types under names that std's text calls by.

use any_type::of_any_type;
use wengert::prelude::*;

mod any_type {
    use std::collections::BTreeMap;
    use wengert::prelude::*;

    trait Ext: Sized {
        fn inside(self, k: f64) -> f64;
        fn each(&self) -> f64 {
            1.0
        }
        fn len(&self) -> usize {
            7
        }
        fn push(&mut self, _k: f64) -> u8 {
            3
        }
        fn indexed(&self) -> u8 {
            3
        }
        fn add_item(&mut self, _x: f64) -> bool {
            true
        }
        fn borrow(&self) -> bool {
            true
        }
    }

    impl<S: Sized> Ext for S {
        fn inside(self, k: f64) -> f64 {
            k
        }
    }

    #[differentiable]
    pub fn of_any_type(x: f64, y: f64) -> f64 {
        let list = [x, y, x * y];
        let squares: Vec<f64> = list.iter().rev().skip(1).map(|v| v * v).collect();
        let by_place: BTreeMap<usize, f64> = squares.iter().copied().enumerate().collect();
        let mut more = vec![1.0];
        more.extend(squares.iter());
        let all = [more, squares].concat();
        let sum: f64 = all.windows(2).zip(&by_place).map(|(w, (k, u))| w[0] * w[1] * u * (k + all.len()) as f64).sum();
        sum * x.inside(2.0) + all.iter().copied().fold(0.0, f64::max) * by_place.values().sum::<f64>() + x.each()
    }
}

/// Counts down, with methods of its own beside those of the trait.
struct Falling {
    from: f64,
    left: usize,
}

impl Falling {
    fn at(&self, k: usize) -> f64 {
        self.from * 100.0 + k as f64
    }
    fn len(&self) -> usize {
        40
    }
    fn indexed(&self) -> bool {
        true
    }
    fn each(&self) -> f64 {
        self.from
    }
}

impl Iterator for Falling {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.left = self.left.checked_sub(1)?;
        self.from *= 0.5;
        Some(self.from)
    }
}

#[differentiable]
fn of_an_iterator(x: f64, y: f64) -> f64 {
    let falling = || Falling { from: x, left: 3 };
    let all: Vec<f64> = falling().chain([y]).collect();
    let sum: f64 = falling().zip(&all).enumerate().map(|(k, (a, b))| a * b * k as f64).sum();
    let f = falling();
    sum + f.at(2) * y + f.len() as f64 * all.len() as f64 * f.each() + if f.indexed() { x * y } else { 0.0 }
}

trait Own {
    fn first(&self) -> f64;
    fn hypot(&self, _other: f64) -> f64 {
        1e9
    }
}

impl Own for [f64] {
    fn first(&self) -> f64 {
        -2.0 * self[0]
    }
}

impl Own for Vec<f64> {
    fn first(&self) -> f64 {
        3.0 * self[0]
    }
}

impl Own for f64 {
    fn first(&self) -> f64 {
        *self
    }
}

struct Step(f64);

impl Step {
    fn first(&self) -> f64 {
        self.0 * 5.0
    }
}

impl Own for Step {
    fn first(&self) -> f64 {
        self.0 * 7.0
    }
}

#[differentiable]
fn own_before_those_of_traits(x: f64, y: f64) -> f64 {
    let list = vec![x, y];
    let slice = &list[..];
    let step = Step(x * y);
    let by_slices = slice.first().unwrap() * <[f64] as Own>::first(slice);
    by_slices + list.first() * y + x.hypot(y) + step.first() * Own::first(&step) + y.first()
}

mod ext {
    pub trait Last {
        fn last(&self) -> f64;
    }
    impl Last for Vec<f64> {
        fn last(&self) -> f64 {
            self[0] * 3.0
        }
    }
}

mod under_no_name {
    use super::ext::Last as _;
    use wengert::prelude::*;

    #[differentiable]
    pub fn seen(x: f64, y: f64) -> f64 {
        let list = vec![x, y];
        list.last() * y
    }
}

mod without {
    use wengert::prelude::*;

    #[differentiable]
    pub fn unseen(x: f64, y: f64) -> f64 {
        let list = vec![x, y];
        list.last().unwrap() * list.first().unwrap()
    }
}

mod unseen {
    pub trait Mean {
        fn mean(&self) -> f64;
        fn level(&self) -> f64 {
            1.0
        }
    }
    impl Mean for [f64] {
        fn mean(&self) -> f64 {
            self[0] * 100.0
        }
    }
}

mod seen {
    pub trait Middle {
        fn mean(&self) -> f64;
        fn level(&self) -> f64 {
            self.mean() * 3.0
        }
    }
    impl Middle for [f64] {
        fn mean(&self) -> f64 {
            self.iter().sum::<f64>() / self.len() as f64
        }
    }
    impl<const N: usize> Middle for [f64; N] {
        fn mean(&self) -> f64 {
            self[..].mean() * 7.0
        }
    }
    pub fn of_length<const N: usize>(x: [f64; N]) -> f64 {
        x[..].mean() + x[..].level()
    }
    pub fn of_key<K: Copy>(x: &[f64], _: K) -> f64 {
        x.mean() * x.level()
    }
}

#[differentiable]
fn in_generic_bodies(x: f64, y: f64) -> f64 {
    seen::of_length([x, y]) + seen::of_key(&[x, y], 1_u8) + seen::Middle::mean(&[x, x])
}

#[test]
fn traits_that_a_generic_body_does_not_see() {
    let (x, y) = (1.5, 0.5);
    let (value, by) = in_generic_bodies::value_and_gradient(x, y);
    assert_eq!(value, in_generic_bodies(x, y));
    assert_eq!(by, (2.0 + 3.0 * (x + y) / 2.0 + 7.0, 2.0 + 3.0 * (x + y) / 2.0));
}

#[test]
fn std_calls_its_own() {
    use {under_no_name::seen, without::unseen};
    held_at!([[0.7, 1.3], [2.1, -0.4]]; seen unseen of_any_type of_an_iterator own_before_those_of_traits);
}
