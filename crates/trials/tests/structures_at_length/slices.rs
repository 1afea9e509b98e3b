//! What is done to slices, of lists of numbers in structures, wherever the structure lies.

use super::{all_near, held, slopes};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Track {
    row: [f64; 4],
    far: Vec<f64>,
    mass: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Fleet {
    first: Track,
    all: Vec<Track>,
}

#[differentiable]
fn made(x: &[f64]) -> Track {
    Track { row: [x[0], x[1] * x[2], x[2], x[3]], far: vec![x[1], x[3].sin(), x[0], 2.0, x[2]], mass: x[0] }
}

#[differentiable]
fn total(v: &[f64]) -> f64 {
    v.iter().map(|a| a.sin()).sum()
}

#[differentiable]
fn scale(v: &mut [f64], k: f64) -> f64 {
    let before = v[0];
    for e in v.iter_mut() {
        *e *= k;
    }
    before
}

#[differentiable]
fn mixed(t: &Track) -> f64 {
    let each = |(k, v): (usize, &f64)| v * v * (k + 1) as f64;
    t.row.iter().map(|v| v.sin()).sum::<f64>() * t.mass + t.far.iter().enumerate().map(each).sum::<f64>()
}

/// A local structure, read.
#[differentiable]
fn of_local(x: &[f64]) -> f64 {
    let t = Track { row: [x[0], x[1], x[2], x[3]], far: vec![x[3], x[2], x[0]], mass: x[1] };
    let mut copy = t.row.to_vec();
    copy.push(x[0] * x[1]);
    let (low, high) = t.far.split_at(1);
    let (head, tail) = t.row.split_first().unwrap();
    let parts = t.far.chunks(2).map(|p| p[0] * p[p.len() - 1]).sum::<f64>();
    let by_name = &t.far;
    let slice = t.row.as_slice();
    let ends = match t.far.as_slice() {
        [a, .., b] if a > b => a * b,
        [a, rest @ ..] => a * rest[0],
        [] => 0.0,
    };
    let all = [t.row.to_vec(), t.far.to_vec()].concat();
    let sums = total(&t.row[1..]) * total(&t.far);
    copy[4] * copy[1] + low[0] * high[1] + head * tail[2] + parts + by_name[1] + slice[2] * ends + all[5] * sums
}

/// Elements of a list, read where they lie.
#[differentiable]
fn of_elements(fleet: &Fleet) -> f64 {
    let mut sum = 0.0;
    for t in &fleet.all {
        let mut copy = t.row.to_vec();
        copy.push(t.mass);
        if let [a, b, ..] = &t.far[..] {
            sum += a * b * copy[4];
        }
        if let Some((a, rest)) = t.row.split_last() {
            sum += a * rest[1];
        }
        sum += t.far.chunks(2).map(|p| p[0].sin() * p[p.len() - 1]).sum::<f64>() * total(&t.far[1..3]);
    }
    let k = 1;
    let row = &fleet.all[k].row;
    sum + row[0] * row.iter().sum::<f64>() + total(&fleet.all[k].row[2..])
}

/// Changed where it lies: behind `&mut`, as an element, as a local in a loop.
#[differentiable]
fn changed(fleet: &mut Fleet, x: &[f64]) -> f64 {
    fleet.first.row.rotate_left(1);
    fleet.first.far.rotate_right(2);
    fleet.first.row.reverse();
    let k = 1;
    for p in fleet.all[k].far.chunks_mut(2) {
        p[0] *= p[p.len() - 1] + x[0];
    }
    {
        let (low, high) = fleet.all[k].row.split_at_mut(2);
        low[0] += high[1];
        high[0] *= x[1];
    }
    let mut sum = scale(&mut fleet.all[k].row, x[2]) * scale(&mut fleet.first.far[1..], x[0]);
    fleet.first.far.resize(7, x[3]);
    fleet.first.far.resize(6, x[0]);
    for j in 0..2 {
        let mut t = made(x);
        t.mass += j as f64;
        t.row[1..].reverse();
        t.far.sort_by(|a, b| b.partial_cmp(a).unwrap());
        sum += scale(&mut t.far, x[1]) * mixed(&t);
    }
    sum
}

/// Taken out of lists that are elements' fields.
#[differentiable]
fn taken(fleet: &mut Fleet, k: usize) -> f64 {
    let mut sum = 0.0;
    while let Some(p) = fleet.all[k].far.pop() {
        sum += p * sum.sin() + fleet.all[k].mass;
    }
    for v in fleet.first.far.drain(1..3) {
        sum = sum * 0.5 + v * v;
    }
    let rest = fleet.first.far.split_off(1);
    sum + rest[0] * rest[1]
}

/// A list of a value is lent without the value being changed elsewhere.
#[differentiable]
fn lent(x: &[f64]) -> f64 {
    let mut t = made(x);
    let first = scale(&mut t.far, x[3]) + scale(&mut t.row, x[0]);
    first * mixed(&t)
}

#[differentiable]
fn fleet(x: &[f64]) -> Fleet {
    Fleet { first: made(x), all: vec![made(x), made(&[x[3], x[0], x[1], x[2]])] }
}

#[differentiable]
fn of_elements_by_number(x: &[f64]) -> f64 {
    of_elements(&fleet(x))
}

#[differentiable]
fn changed_by_number(x: &[f64]) -> f64 {
    let mut fleet = fleet(x);
    let given = changed(&mut fleet, x);
    given + mixed(&fleet.first) + mixed(&fleet.all[1]) * mixed(&fleet.all[0])
}

#[differentiable]
fn taken_by_number(x: &[f64]) -> f64 {
    let mut fleet = fleet(x);
    let given = taken(&mut fleet, 1);
    given * mixed(&fleet.first) + mixed(&fleet.all[1])
}

#[track_caller]
fn holds(f: fn(&[f64]) -> f64, derivative: impl Fn(&[f64]) -> (f64, Vec<f64>)) {
    for x in [[0.7, -1.3, 0.4, 1.9], [-0.2, 0.6, 1.1, 0.3]] {
        let (value, gradient) = derivative(&x);
        assert_eq!(value.to_bits(), f(&x).to_bits());
        all_near(&gradient, &slopes(f, &x));
    }
}

#[test]
fn lists_in_structures_are_read_as_slices() {
    holds(of_local, of_local::value_and_gradient);
    holds(of_elements_by_number, of_elements_by_number::value_and_gradient);
}

#[test]
fn lists_in_structures_are_changed_as_slices() {
    holds(changed_by_number, changed_by_number::value_and_gradient);
    holds(taken_by_number, taken_by_number::value_and_gradient);
    holds(lent, lent::value_and_gradient);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Knot {
    x: f64,
    y: f64,
}

#[differentiable]
fn of_range(c: &[Knot], k: usize) -> f64 {
    let mut d = c[k..=k + 1].to_vec();
    d[1].x *= d[0].y;
    d[1].x + d.len() as f64
}

#[differentiable]
fn of_variable(c: &[Knot], k: usize) -> f64 {
    let part = &c[k..];
    let d = part.to_vec();
    d[1].x * d[0].y + d.len() as f64
}

#[differentiable]
fn that_grows(c: &[Knot], k: usize) -> f64 {
    let mut d = c.split_at(k).1.to_owned();
    d[0].x *= d[0].x;
    d.push(d[1]);
    d[0].x * d[2].y + d.len() as f64
}

#[differentiable]
fn of_chunks(c: &[Knot], k: usize) -> f64 {
    let mut s = 0.0;
    for w in c.chunks(k) {
        let mut d = w.to_vec();
        d[0].x += d[d.len() - 1].y;
        s += d[0].x * d[0].y * s.cos();
    }
    s
}

#[differentiable]
fn of_windows(c: &[Knot], k: usize) -> f64 {
    let parts: Vec<Vec<Knot>> = c.windows(k).map(|w| w.to_vec()).collect();
    parts.iter().map(|p| p[0].x * p[1].y + p.len() as f64).sum()
}

#[differentiable]
fn rest(c: &[Knot], k: usize) -> Vec<Knot> {
    c[k..].to_vec()
}

#[differentiable]
fn by_a_call(c: &[Knot], k: usize) -> f64 {
    let d = rest(c, k);
    let mut e = d[1..].to_vec();
    e[0].x *= 2.0;
    e[0].x * d[0].y + e.len() as f64
}

#[test]
fn copies_of_parts_of_lists_of_structures() {
    let knots = |x: &[f64]| -> Vec<Knot> { x.chunks(2).map(|p| Knot { x: p[0], y: p[1] }).collect() };
    let x: Vec<f64> = (0..10).map(|i| 1.0 + (1.7 * f64::from(i)).sin()).collect();
    macro_rules! hold {
        ($($f:ident)*) => {$(
            let (value, gradient) = $f::value_and_gradient(&knots(&x), 2);
            assert_eq!(value.to_bits(), $f(&knots(&x), 2).to_bits(), stringify!($f));
            let gradient: Vec<f64> = gradient.iter().flat_map(|p| [p.x, p.y]).collect();
            all_near(&gradient, &slopes(|x| $f(&knots(x), 2), &x));
        )*};
    }
    hold!(of_range of_variable that_grows of_chunks of_windows by_a_call);
}

#[derive(Clone)]
struct Pile {
    height: f64,
    grains: Vec<f64>,
}

fn weight(piles: &[Pile]) -> f64 {
    piles.iter().map(|pile| pile.height * pile.grains.iter().sum::<f64>()).sum()
}

fn squares(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

#[differentiable]
fn ones(x: &[f64]) -> f64 {
    let pile = Pile { height: x[0], grains: x.to_vec() };
    let mut all = vec![weight(std::slice::from_ref(&pile))];
    for x in x {
        let one = std::slice::from_ref(x);
        all.extend_from_slice(one);
        all.push(squares(one) * one.len() as f64);
    }
    all.iter().product()
}

#[test]
fn one_as_a_list() {
    held(ones, ones::value_and_gradient, &[0.4, -1.2, 2.5]);
}

#[differentiable]
fn cut(x: &[f64]) -> f64 {
    let ended = x.split_inclusive(|v| *v > 0.5).map(|part| part.iter().product::<f64>() * part.len() as f64);
    let pairs = x.array_windows::<2>().map(|[a, b]| a * b).sum::<f64>();
    let mut queue: std::collections::VecDeque<f64> = x.iter().copied().collect();
    queue.pop_front();
    queue.range_mut(1..).for_each(|v| *v *= *v);
    let mut map: std::collections::BTreeMap<usize, f64> = x.iter().copied().enumerate().collect();
    let high = map.split_off(&1);
    if let Some(mut first) = map.first_entry() {
        *first.get_mut() *= x[1];
    }
    let last = map.last_entry().map_or(0.0, |last| last.remove());
    let curved = x.array_windows().map(|&[a, b, c]| (a - 2.0 * b + c).powi(2)).sum::<f64>();
    ended.sum::<f64>()
        + pairs * queue.range(..2).sum::<f64>()
        + last * high.values().map(|v| v * v).sum::<f64>()
        + curved
}

#[test]
fn parts_of_lists_queues_and_maps() {
    held(cut, cut::value_and_gradient, &[0.4, 0.9, -1.3, 0.7]);
}
