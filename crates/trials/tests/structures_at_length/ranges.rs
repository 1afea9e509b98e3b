//! Ranges of numbers: parameters, results, fields and lists of them.

// None is recorded unasked.
#![deny(deprecated)]

use std::ops::Range;
use wengert::Differentiable;
use wengert::prelude::*;

#[differentiable]
fn placed(samples: &[f64], span: &Range<f64>) -> f64 {
    let inside = samples.iter().filter(|s| span.contains(*s));
    inside.map(|s| (s - span.start) / (span.end - span.start)).sum()
}

fn simpson(f: &dyn Fn(f64) -> f64, r: Range<f64>, eps: f64, depth: u32) -> f64 {
    let Range { start: a, end: b } = r;
    let m = 0.5 * (a + b);
    let rule = |a: f64, b: f64| (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b));
    let (whole, halves) = (rule(a, b), rule(a, m) + rule(m, b));
    if depth == 0 || (halves - whole).abs() < 15.0 * eps {
        halves + (halves - whole) / 15.0
    } else {
        simpson(f, a..m, eps / 2.0, depth - 1) + simpson(f, m..b, eps / 2.0, depth - 1)
    }
}

#[differentiable]
fn mean(domain: Range<f64>, k: f64) -> f64 {
    if domain.is_empty() {
        return 0.0;
    }
    simpson(&|x| (-k * x * x).exp() * x, domain.clone(), 1e-9, 8) / (domain.end - domain.start)
}

#[differentiable]
fn shrunk(r: Range<f64>, k: f64) -> Range<f64> {
    let width = r.end - r.start;
    r.start + k * width..r.end - k * width * width
}

#[differentiable]
fn common(r: &Range<f64>, s: &Range<f64>) -> Option<Range<f64>> {
    let (a, b) = (r.start.max(s.start), r.end.min(s.end));
    if a < b { Some(a..b) } else { None }
}

#[differentiable]
fn merged(rs: &[Range<f64>], k: f64) -> f64 {
    let mut all: Vec<Range<f64>> = rs.to_vec();
    all.sort_by(|a, b| a.start.total_cmp(&b.start));
    let mut merged: Vec<Range<f64>> = vec![];
    for r in all {
        match merged.last_mut() {
            Some(last) if r.start <= last.end => last.end = last.end.max(r.end),
            _ => merged.push(shrunk(r, k)),
        }
    }
    let mut s = merged.iter().map(|r| (r.end - r.start).powi(2)).sum::<f64>();
    if let Some(c) = common(&rs[0], &rs[1]) {
        s += c.start * c.end;
    }
    s
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Interval {
    span: Range<f64>,
    weight: f64,
}

#[differentiable]
impl Interval {
    fn integral(&self, f: impl Fn(f64) -> f64) -> f64 {
        let Range { start, end } = self.span.clone();
        let h = (end - start) / 4.0;
        self.weight * (0..4).map(|i| h * f(start + (i as f64 + 0.5) * h)).sum::<f64>()
    }
    fn halves(&self) -> [Interval; 2] {
        let m = 0.5 * (self.span.start + self.span.end);
        let (left, right) = (self.span.start..m, m..self.span.end);
        [Interval { span: left, weight: self.weight }, Interval { span: right, weight: 2.0 * self.weight }]
    }
}

#[differentiable]
fn refined(i: &Interval, k: f64, depth: u32) -> f64 {
    if depth == 0 {
        return i.integral(|x| (k * x).sin());
    }
    i.halves().iter().map(|h| refined(h, k, depth - 1)).sum()
}

#[differentiable(tape)]
fn on_a_tape(r: Range<f64>, k: f64) -> f64 {
    if r.contains(&k) { (r.end - r.start) * k } else { r.start }
}

#[differentiable]
fn widen(r: &mut Range<f64>, k: f64) {
    r.start -= k * r.end;
    r.end *= k;
}

#[differentiable]
fn widened(k: f64) -> f64 {
    let mut r = k..2.0 * k;
    widen(&mut r, k);
    widen(&mut r, 2.0);
    r.end * r.start
}

#[test]
fn parameters_and_results() {
    let placing = |v: &[f64]| {
        let (value, (by, span)) = placed::value_and_gradient(&v[..3], &(v[3]..v[4]));
        (value, [by, vec![span.start, span.end]].concat())
    };
    crate::held(|v| placed(&v[..3], &(v[3]..v[4])), placing, &[0.3, 0.9, 1.5, 0.2, 1.2]);
    let meaning = |v: &[f64]| {
        let (value, (r, k)) = mean::value_and_gradient(v[0]..v[1], v[2]);
        (value, vec![r.start, r.end, k])
    };
    crate::held(|v| mean(v[0]..v[1], v[2]), meaning, &[0.2, 1.7, 0.8]);
    let taping = |v: &[f64]| {
        let (value, (r, k)) = on_a_tape::value_and_gradient(v[0]..v[1], v[2]);
        (value, vec![r.start, r.end, k])
    };
    crate::held(|v| on_a_tape(v[0]..v[1], v[2]), taping, &[0.5, 2.0, 1.5]);
    let j = shrunk::jacobian(0.5..2.0, 0.1);
    for (row, by_hand) in [(j.row(0), [0.9, 0.1, 1.5]), (j.row(1), [0.3, 0.7, -2.25])] {
        assert!(row.iter().zip(by_hand).all(|(a, b)| (a - b).abs() < 1e-14), "{row:?}");
    }
    crate::held(
        |v| widened(v[0]),
        |v| {
            let (value, k) = widened::value_and_gradient(v[0]);
            (value, vec![k])
        },
        &[1.5],
    );
}

#[test]
fn lists_and_fields() {
    let all = |v: &[f64]| vec![v[0]..v[1], v[2]..v[3], v[4]..v[5]];
    let merging = |v: &[f64]| {
        let (value, (rs, k)) = merged::value_and_gradient(&all(v), v[6]);
        (value, rs.iter().flat_map(|r| [r.start, r.end]).chain([k]).collect())
    };
    crate::held(|v| merged(&all(v), v[6]), merging, &[0.0, 1.0, 0.8, 2.0, 3.0, 4.5, 0.1]);
    let interval = |v: &[f64]| Interval { span: v[0]..v[1], weight: v[2] };
    let refining = |v: &[f64]| {
        let (value, (i, k)) = refined::value_and_gradient(&interval(v), v[3], 2);
        (value, vec![i.span.start, i.span.end, i.weight, k])
    };
    crate::held(|v| refined(&interval(v), v[3], 2), refining, &[0.2, 1.4, 0.7, 1.3]);
}

#[test]
fn second_derivatives_and_tangents() {
    let (r, k) = mean::gradient(0.2..1.7, 0.8);
    let (_, slope) = mean::jvp(0.2..1.7, 0.8, &(1.0..0.5), 0.25);
    assert!((slope - (r.start + 0.5 * r.end + 0.25 * k)).abs() < 1e-13);
    let h = mean::hessian(0.2..1.7, 0.8);
    let (by, by_k) = mean::hvp(0.2..1.7, 0.8, &(1.0..0.5), 0.25);
    for (i, v) in [by.start, by.end, by_k].into_iter().enumerate() {
        assert!((v - (h[(i, 0)] + 0.5 * h[(i, 1)] + 0.25 * h[(i, 2)])).abs() < 1e-12);
    }
}
