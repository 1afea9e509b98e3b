//! Methods that take or give what has no form over any number: who calls them on known types follows their bodies.

// None is recorded.
#![deny(deprecated)]

use std::collections::{BinaryHeap, VecDeque};
use std::ops::{Range, RangeInclusive};
use wengert::prelude::*;

#[differentiable]
trait Shape {
    fn area(&self) -> f64;
    fn sides(&mut self, k: usize) -> Option<&mut f64>;
    fn both(&mut self) -> (&mut f64, &mut f64);
    fn boxed(&self) -> Box<dyn Shape>;
    fn all(&self) -> impl Iterator<Item = f64>
    where
        Self: Sized;
    fn law(&self) -> Box<dyn Fn(f64) -> f64>;
    fn within(&self, range: Range<f64>) -> f64;
    fn joined(&self, other: &dyn Shape) -> f64;
    fn queue(&self, more: &VecDeque<f64>) -> VecDeque<f64>;
    fn collect(&self, into: &mut Vec<f64>);
    fn scaled(&mut self, by: f64) -> &mut Self
    where
        Self: Sized;
    fn twice(&self) -> f64 {
        2.0 * self.area()
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Sheet {
    w: f64,
    h: f64,
}

#[differentiable]
impl Shape for Sheet {
    fn area(&self) -> f64 {
        self.w * self.h
    }
    fn sides(&mut self, k: usize) -> Option<&mut f64> {
        match k {
            0 => Some(&mut self.w),
            1 => Some(&mut self.h),
            _ => None,
        }
    }
    fn both(&mut self) -> (&mut f64, &mut f64) {
        (&mut self.w, &mut self.h)
    }
    fn boxed(&self) -> Box<dyn Shape> {
        Box::new(Sheet { w: self.h, h: 3.0 * self.w })
    }
    fn all(&self) -> impl Iterator<Item = f64> {
        [self.w, self.h].into_iter()
    }
    fn law(&self) -> Box<dyn Fn(f64) -> f64> {
        let w = self.w;
        Box::new(move |t| w * t.sin())
    }
    fn within(&self, range: Range<f64>) -> f64 {
        (range.end - range.start) * self.h
    }
    fn joined(&self, other: &dyn Shape) -> f64 {
        self.w * other.area()
    }
    fn queue(&self, more: &VecDeque<f64>) -> VecDeque<f64> {
        more.iter().map(|m| m * self.w).chain([self.h]).collect()
    }
    fn collect(&self, into: &mut Vec<f64>) {
        into.push(self.w * into[0]);
        into.push(self.h);
    }
    fn scaled(&mut self, by: f64) -> &mut Self {
        self.w *= by;
        self
    }
}

#[differentiable]
impl Sheet {
    fn larger(&self, k: usize) -> Box<dyn Shape> {
        if k > 0 { self.boxed() } else { Box::new(self.clone()) }
    }
    fn over(&self, range: RangeInclusive<f64>, heap: BinaryHeap<usize>) -> f64 {
        self.w * (range.end() - range.start()) * heap.len() as f64
    }
}

#[differentiable]
fn lends(w: f64, h: f64) -> f64 {
    let mut s = Sheet { w, h };
    if let Some(side) = s.sides(1) {
        *side *= 5.0 * w;
    }
    if let Some(side) = s.sides(7) {
        *side = 0.0;
    }
    let (p, q) = s.both();
    *p += *q * h;
    s.scaled(h).scaled(1.5);
    s.area() + s.twice()
}

#[differentiable]
fn gives(w: f64, h: f64) -> f64 {
    let s = Sheet { w, h };
    let boxes = s.boxed().area() + s.larger(0).area() * s.larger(1).area();
    boxes + s.all().map(|v| v * v * h).sum::<f64>() + s.law()(h)
}

#[differentiable]
fn takes(w: f64, h: f64) -> f64 {
    let s = Sheet { w, h };
    let heap = BinaryHeap::from(vec![1, 2, 3]);
    let queue = s.queue(&VecDeque::from(vec![h, w * h]));
    s.within(w * h..3.0 * h) + s.joined(&Sheet { w: h, h }) + s.over(w..=h, heap) + queue.iter().product::<f64>()
}

#[differentiable]
fn lengthens(w: f64, h: f64) -> f64 {
    let mut list = vec![h];
    Sheet { w, h }.collect(&mut list);
    Sheet { w: h, h: w * w }.collect(&mut list);
    list.iter().enumerate().map(|(k, v)| v * v * (k + 1) as f64).sum()
}

#[differentiable]
fn of_known<S: Shape>(s: &S, x: f64) -> f64 {
    s.area() * x + s.twice()
}

#[differentiable]
fn of_any<S: Shape + Clone>(s: &S, x: f64) -> f64 {
    let mut own = s.clone();
    own.scaled(x);
    let mut list = vec![x];
    own.collect(&mut list);
    own.boxed().area() * x + s.all().sum::<f64>() + list[1]
}

#[differentiable]
fn handed_on(w: f64, h: f64) -> f64 {
    of_any(&Sheet { w, h }, h) * of_known(&Sheet { w, h }, w)
}

#[test]
fn methods_without_a_form() {
    held_at!([[0.3, 0.8], [0.9, 0.4]]; lends gives takes lengthens handed_on);
}

#[test]
fn what_is_generic_over_the_trait_has_derivatives_where_it_can() {
    let s = Sheet { w: 2.0, h: 3.0 };
    assert_eq!(of_known::gradient(&s, 5.0), (Sheet { w: 21.0, h: 14.0 }, 6.0));
}
