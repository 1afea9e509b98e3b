//! References to what lies outside that loops move on: windows and parts of lists of structures, elements that are kept.

// None is recorded.
#![deny(deprecated)]

use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Place {
    lat: f64,
    lon: f64,
}

#[derive(Debug)]
enum Wrong {
    North { at: usize },
    Empty,
}

fn leg(a: Place, b: Place, at: usize) -> Result<f64, Wrong> {
    if a.lat > 90.0 {
        return Err(Wrong::North { at });
    }
    Ok((a.lat - b.lat).hypot(a.lon - b.lon))
}

#[differentiable]
fn by_folding(route: &[Place]) -> Result<f64, Wrong> {
    if route.is_empty() {
        return Err(Wrong::Empty);
    }
    route.windows(2).try_fold(0.0, |acc, w| Ok(acc + leg(w[0], w[1], route.len())?))
}

#[differentiable]
fn by_loop(route: &[Place], limit: f64) -> f64 {
    let mut sum = 0.0;
    for w in route.windows(2) {
        sum += (w[0].lat - w[1].lat).abs() * w[1].lon;
        if sum > limit {
            break;
        }
    }
    sum
}

#[differentiable]
fn in_halves(route: &[Place]) -> f64 {
    let (mut rest, mut sum, mut k) = (route, 0.0, 1.0);
    while let [first, tail @ ..] = rest {
        sum += k * first.lat * first.lon;
        k += 1.0;
        rest = if tail.len() > 2 { &tail[1..] } else { tail };
    }
    sum
}

#[differentiable]
fn furthest(routes: &[Vec<Place>], from: Place) -> f64 {
    let mut best = &routes[0];
    let mut end = &routes[0][0];
    for route in routes {
        for place in route {
            if (place.lat - from.lat).hypot(place.lon - from.lon) > (end.lat - from.lat).hypot(end.lon - from.lon) {
                (best, end) = (route, place);
            }
        }
    }
    end.lat * end.lon + best[0].lat
}

#[differentiable]
fn largest(x: &[f64], #[constant] edges: &[(usize, usize)]) -> f64 {
    let last = edges.iter().flat_map(|&(a, b)| [a, b]).max().map_or(0, |m| m + 1);
    let all = x.iter().flat_map(|&a| [a, a * a]).max_by(f64::total_cmp).unwrap();
    x[last] * all
}

fn scaled(row: &[f64]) -> Vec<f64> {
    let sum: f64 = row.iter().sum();
    row.iter().map(|v| v / sum).collect()
}

#[differentiable]
fn table(x: &[f64]) -> Vec<Vec<f64>> {
    (1..4).map(|i| x.iter().map(|v| v * i as f64 + 1.0).collect()).collect()
}

#[differentiable]
fn rows_of_a_result(x: &[f64]) -> f64 {
    let mut all = table(x);
    for row in all.iter_mut() {
        *row = scaled(row);
    }
    all[1].push(x[0]);
    all.iter().enumerate().map(|(i, row)| row[0] * (i + 1) as f64).sum::<f64>() + all[1][x.len()]
}

fn places(x: &[f64]) -> Vec<Place> {
    x.chunks(2).map(|c| Place { lat: c[0], lon: c[1] }).collect()
}

fn flat(places: &[Place]) -> Vec<f64> {
    places.iter().flat_map(|p| [p.lat, p.lon]).collect()
}

/// Holds a gradient against central differences.
fn check(f: impl Fn(&[f64]) -> f64, gradient: impl Fn(&[f64]) -> (f64, Vec<f64>), x: &[f64]) {
    let (value, found) = gradient(x);
    assert_eq!(value.to_bits(), f(x).to_bits());
    assert_eq!(found.len(), x.len());
    for k in 0..x.len() {
        let at = |step: f64| {
            let mut x = x.to_vec();
            x[k] += step;
            f(&x)
        };
        let about = (8.0 * (at(1e-3) - at(-1e-3)) - at(2e-3) + at(-2e-3)) / 12e-3;
        assert!((about - found[k]).abs() < 1e-7 * (1.0 + about.abs()), "input {k}: {} for {about}", found[k]);
    }
}

const ROUTE: [f64; 10] = [1.0, 2.0, 1.5, 2.5, 3.0, 1.0, 2.2, 0.7, 4.0, 0.1];

#[test]
fn windows_of_structures_are_left_early() {
    let (value, gradient) = (|x: &[f64]| by_folding(&places(x)).unwrap(), by_folding::value_and_gradient);
    check(value, |x| gradient(&places(x)).map(|(v, g)| (v, flat(&g))).unwrap(), &ROUTE);
    let north = places(&[91.0, 1.0, 2.0, 3.0]);
    assert!(gradient(&north).is_none() && gradient(&[]).is_none());
    assert!(matches!(by_folding(&north), Err(Wrong::North { at: 2 })));
    for limit in [1.0, 2.5, 9.0] {
        let gradient = |x: &[f64]| {
            let (v, (g, by_limit)) = by_loop::value_and_gradient(&places(x), limit);
            assert_eq!(by_limit, 0.0);
            (v, flat(&g))
        };
        check(|x| by_loop(&places(x), limit), gradient, &ROUTE);
    }
}

#[test]
fn a_reference_moves_along_a_list() {
    let gradient = |x: &[f64]| {
        let (v, g) = in_halves::value_and_gradient(&places(x));
        (v, flat(&g))
    };
    check(|x| in_halves(&places(x)), gradient, &ROUTE);
    let routes = |x: &[f64]| vec![places(&x[..4]), places(&x[4..10])];
    let gradient = |x: &[f64]| {
        let (v, (g, from)) = furthest::value_and_gradient(&routes(x), Place { lat: x[10], lon: x[11] });
        (v, [flat(&g.concat()), vec![from.lat, from.lon]].concat())
    };
    let value = |x: &[f64]| furthest(&routes(x), Place { lat: x[10], lon: x[11] });
    check(value, gradient, &[&ROUTE[..], &[0.5, 0.6]].concat());
}

#[test]
fn functions_and_rows_come_up_in_a_loop() {
    let edges = [(0, 1), (2, 0)];
    check(|x| largest(x, &edges), |x| largest::value_and_gradient(x, &edges), &[0.3, 2.0, 0.7, 1.1]);
    check(rows_of_a_result, |x| rows_of_a_result::value_and_gradient(x), &[0.3, 2.0, 0.7]);
}
