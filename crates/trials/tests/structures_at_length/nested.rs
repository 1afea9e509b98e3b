//! Patterns inside of patterns of variants, and lists of numbers with constants that may not be there.

use super::slope;
use wengert::Differentiable;
use wengert::prelude::*;

#[track_caller]
fn near(derivative: f64, f: impl Fn(f64) -> f64) {
    let expected = slope(f, 0.0);
    assert!((derivative - expected).abs() <= 1e-8 * (1.0 + expected.abs()), "{derivative} {expected}");
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Disc {
    r: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Load {
    Point(f64),
    Even { per_length: f64 },
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Part {
    Round(Disc),
    Ring { outer: Disc, inner: Disc },
    Beam(Load, f64),
    Pinned { side: Side, at: f64, holes: usize },
    Priced(Option<f64>),
}

#[differentiable]
impl Part {
    fn weight(&self, a: f64) -> f64 {
        match self {
            Part::Round(Disc { r }) if *r < 1.0 => r * a,
            Part::Round(Disc { r: radius }) => radius * radius,
            Part::Ring { outer: Disc { r: p }, inner: Disc { r: q } } => p * p - q * q * a,
            Part::Beam(Load::Point(f), l) => f * l,
            Part::Beam(Load::Even { per_length }, l) => per_length * l * l * a,
            Part::Pinned { side: Side::Left, at, .. } => at * a,
            Part::Pinned { side: Side::Right, at, holes: 0 } => at * 3.0,
            Part::Pinned { at, holes, .. } => at * *holes as f64,
            Part::Priced(Some(p)) => p * a,
            Part::Priced(None) => 2.0 * a,
        }
    }
}

#[differentiable]
fn weights(x: &[f64], a: f64) -> f64 {
    let parts = [
        Part::Round(Disc { r: x[0] }),
        Part::Round(Disc { r: x[1] }),
        Part::Ring { outer: Disc { r: x[1] }, inner: Disc { r: x[0] } },
        Part::Beam(Load::Point(x[0]), x[1]),
        Part::Beam(Load::Even { per_length: x[1] }, x[0]),
        Part::Pinned { side: Side::Left, at: x[0], holes: 0 },
        Part::Pinned { side: Side::Right, at: x[0], holes: 0 },
        Part::Pinned { side: Side::Right, at: x[1], holes: 2 },
        Part::Priced(Some(x[0])),
        Part::Priced(None),
    ];
    let mut s = 0.0;
    for (k, part) in parts.iter().enumerate() {
        s += part.weight(a) * (k + 1) as f64;
    }
    if let Part::Round(Disc { r }) = parts[1] {
        s += r * a;
    }
    if let Part::Beam(Load::Point(f), _) = &parts[4] {
        s += f * 100.0;
    }
    s
}

#[test]
fn patterns_inside_of_variants() {
    let (x, a) = ([0.75, 1.5], 0.5);
    let (value, (by_x, by_a)) = weights::value_and_gradient(&x, a);
    assert_eq!(value.to_bits(), weights(&x, a).to_bits());
    near(by_x[0], |h| weights(&[x[0] + h, x[1]], a));
    near(by_x[1], |h| weights(&[x[0], x[1] + h], a));
    near(by_a, |h| weights(&x, a + h));
}

#[differentiable]
fn inherited(nodes: &[(f64, Option<usize>)], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for (k, (v, parent)) in nodes.iter().enumerate() {
        match parent {
            Some(p) => s += v * nodes[*p].0 * w[k],
            None => s += v * v,
        }
    }
    for k in 0..nodes.len() {
        if let Some(p) = nodes[k].1 {
            s -= nodes[p].0 * w[p];
        }
    }
    s
}

#[test]
fn lists_of_numbers_and_of_what_may_not_be_there() {
    let (nodes, w) = ([(1.0, None), (2.0, Some(0)), (0.5, Some(1))], [1.0, 2.0, 3.0]);
    let (value, (by_nodes, by_w)) = inherited::value_and_gradient(&nodes, &w);
    assert_eq!(value.to_bits(), inherited(&nodes, &w).to_bits());
    assert_eq!(by_nodes, [(2.0 + 4.0 - 1.0, None), (2.0 + 1.5 - 2.0, Some(0)), (6.0, Some(1))]);
    assert_eq!(by_w, [-1.0, 2.0 - 2.0, 1.0]);
}

/// References that come to refer to something else.
#[differentiable]
fn walked(discs: &[Disc], a: f64) -> f64 {
    let (mut last, mut largest) = (&discs[0], discs.last().unwrap());
    let mut s = 0.0;
    for d in discs {
        s += last.r * d.r * a;
        last = d;
        if d.r > largest.r {
            largest = d;
        }
    }
    s + largest.r * largest.r
}

/// What holds of nothing.
#[differentiable]
fn nearest(discs: &[Disc], a: f64) -> f64 {
    let (mut best, mut least): (Option<Disc>, Option<f64>) = (None, None);
    for d in discs {
        let off = (d.r - a).abs();
        if best.as_ref().is_none_or(|b| off < (b.r - a).abs()) {
            best = Some(*d);
        }
        if least.is_none_or(|l| off < l) {
            least = Some(off);
        }
    }
    best.map_or(0.0, |b| b.r * a) + least.unwrap_or(a)
}

#[test]
fn references_are_replaced_and_nothing_is_asked() {
    let (discs, a) = ([2.0, 0.5, 3.0, 1.0].map(|r| Disc { r }), 0.875);
    let moved = |k: usize, h: f64| {
        let mut discs = discs;
        discs[k].r += h;
        discs
    };
    let (value, (by_discs, by_a)) = walked::value_and_gradient(&discs, a);
    assert_eq!(value.to_bits(), walked(&discs, a).to_bits());
    near(by_a, |h| walked(&discs, a + h));
    (0..4).for_each(|k| near(by_discs[k].r, |h| walked(&moved(k, h), a)));
    let (value, (by_discs, by_a)) = nearest::value_and_gradient(&discs, a);
    assert_eq!(value.to_bits(), nearest(&discs, a).to_bits());
    near(by_a, |h| nearest(&discs, a + h));
    (0..4).for_each(|k| near(by_discs[k].r, |h| nearest(&moved(k, h), a)));
}
