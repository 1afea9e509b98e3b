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

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Meters(f64);

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Input(usize),
}

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let token = |word: &str| match word.parse::<f64>() {
        Ok(number) => Ok(Token::Number(number)),
        Err(_) => {
            word.trim_start_matches('x').parse().map(Token::Input).map_err(|e: std::num::ParseIntError| e.to_string())
        }
    };
    text.split_whitespace().map(token).collect()
}

#[differentiable]
fn by_text(x: &[f64], #[constant] text: &str) -> Result<f64, String> {
    let mut product = 1.0;
    for token in tokens(text)? {
        product *= match token {
            Token::Number(number) => number,
            Token::Input(k) => x[k],
        };
    }
    Ok(product)
}

#[differentiable]
fn made_by_names(x: &[f64], #[constant] labels: &[Option<String>]) -> f64 {
    let some: Vec<Option<f64>> = x.iter().copied().map(Some).collect();
    let long: f64 = x.iter().copied().map(Meters).map(|m| m.0 * m.0).sum();
    let ups = labels.iter().filter(|l| l.as_deref() == Some("up")).count();
    some.iter().flatten().product::<f64>() * long + ups as f64 * x[0]
}

#[derive(Clone, Debug, Differentiable)]
enum Joint {
    Turns { offset: f64 },
    Slides,
    Fixed,
}

#[derive(Clone, Debug, Differentiable)]
struct Link {
    joint: Joint,
    origin: [f64; 2],
}

#[differentiable]
fn reach(links: &[Link], q: f64) -> f64 {
    let mut at = [0.0, 0.0];
    for link in links {
        let by = match &link.joint {
            Joint::Turns { offset } => {
                let (s, c) = (q + offset).sin_cos();
                [c * link.origin[0] - s * link.origin[1], s * link.origin[0] + c * link.origin[1]]
            }
            Joint::Slides => std::array::from_fn(|k| link.origin[k] * q),
            Joint::Fixed => link.origin,
        };
        at = [at[0] + by[0], at[1] + by[1]];
    }
    at[0] * at[1]
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

#[test]
fn variants_and_structures_are_functions_of_their_fields() {
    let labels = ["up", "down", "up"].map(|l| Some(l.to_owned()));
    check(|x| made_by_names(x, &labels), |x| made_by_names::value_and_gradient(x, &labels), &[0.3, 2.0, 0.7]);
    let text = "x0 2.5 x1 x0";
    let gradient = |x: &[f64]| by_text::value_and_gradient(x, text).unwrap();
    check(|x| by_text(x, text).unwrap(), gradient, &[0.3, 2.0]);
    assert!(by_text::value_and_gradient(&[1.0], "x0 what").is_none());
}

#[test]
fn an_array_of_a_structure_is_one_of_several() {
    let links = |x: &[f64]| {
        let joints = [Joint::Turns { offset: x[0] }, Joint::Fixed, Joint::Slides];
        joints.into_iter().zip(x[1..7].chunks(2)).map(|(joint, c)| Link { joint, origin: [c[0], c[1]] }).collect()
    };
    let gradient = |x: &[f64]| {
        let links: Vec<Link> = links(x);
        let (v, (g, q)) = reach::value_and_gradient(&links, x[7]);
        let Joint::Turns { offset } = g[0].joint else { panic!("another joint") };
        let origins = g.iter().flat_map(|l| l.origin);
        (v, [offset].into_iter().chain(origins).chain([q]).collect())
    };
    let value = |x: &[f64]| {
        let links: Vec<Link> = links(x);
        reach(&links, x[7])
    };
    check(value, gradient, &[0.2, 1.0, 0.5, 0.3, 0.4, 0.7, -0.2, 0.9]);
}
