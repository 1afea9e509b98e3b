//! What gradients allocate: of a parameter its copy over the number and its gradient, each list once.

use allocation_counter::measure;
use std::collections::{BTreeMap, HashMap};
use wengert::Differentiable;
use wengert::prelude::*;

/// Runs twice to warm up, and gives the allocations of the third run.
fn allocations(mut run: impl FnMut()) -> u64 {
    run();
    run();
    measure(run).count_total
}

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    times: Vec<f64>,
    rates: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
enum Term {
    Of(Vec<f64>, Option<Box<Curve>>),
    None,
}

#[derive(Clone, Debug, Differentiable)]
struct Both {
    pair: ([Vec<f64>; 2], Vec<(f64, f64)>),
    term: Term,
    #[constant]
    name: String,
}

#[differentiable]
fn area(curve: &Curve) -> f64 {
    curve.times.iter().zip(&curve.rates).map(|(t, r)| t * r).sum()
}

#[differentiable]
fn all(both: &Both) -> f64 {
    let ([x, y], z) = &both.pair;
    let own = match &both.term {
        Term::Of(w, Some(curve)) => w[0] * curve.times[0] * curve.rates[1],
        Term::Of(w, None) => w[0],
        Term::None => 1.0,
    };
    x[0] * y[1] * z[0].0 * z[1].1 * own * both.name.len() as f64
}

#[differentiable]
fn squares(rows: &[Vec<f64>]) -> f64 {
    rows.iter().flatten().map(|x| x * x).sum()
}

#[differentiable]
fn cubes(blocks: &[Vec<Vec<f64>>]) -> f64 {
    blocks.iter().flatten().flatten().map(|x| x * x * x).sum()
}

/// Sums of neighbours, until one pair is left.
#[differentiable]
fn halved(x: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if x.len() == 1 {
        return x.to_vec();
    }
    let less: Vec<(f64, f64)> = x.chunks(2).map(|c| (c[0].0 * c[1].1, c[0].1 + c[1].0)).collect();
    halved(&less)
}

#[differentiable]
fn last(x: &[f64]) -> f64 {
    let pairs: Vec<(f64, f64)> = x.iter().map(|&x| (x, 1.0)).collect();
    let end = halved(&pairs);
    end[0].0 * end[0].1
}

const WEIGHTS: &[f64] = &[0.5, -1.25, 2.0, 0.125];

fn horner(c: &[f64], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

#[differentiable]
fn weighed(x: f64) -> f64 {
    let first = WEIGHTS;
    let ratios = WEIGHTS.iter().enumerate().skip(1).fold(WEIGHTS[0], |s, (k, w)| s + w / (x + k as f64));
    let products: f64 = first.iter().zip(WEIGHTS).map(|(a, b)| a * b * x).sum();
    horner(WEIGHTS, x) * ratios + products
}

#[differentiable]
fn apart(x: [f64; 3], y: [f64; 3], n: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..n {
        for i in 0..3 {
            sum += (x[i] - y[i]) * (x[i] - y[i]);
        }
        sum = sum.sqrt();
    }
    sum
}

#[differentiable]
fn from_a_fixed_place(x: f64) -> f64 {
    apart([x, x + 1.0, 2.0 * x], [0.5, 0.25, 4.0], 1)
}

#[test]
fn constant_arrays_are_handed_on_without_a_list() {
    let x = 0.75;
    let (value, slope) = from_a_fixed_place::value_and_gradient(x);
    assert_eq!(value.to_bits(), from_a_fixed_place(x).to_bits());
    let want = ((x - 0.5) + (x + 1.0 - 0.25) + 2.0 * (2.0 * x - 4.0)) / value;
    assert!((slope - want).abs() < 1e-14 * want.abs(), "{slope} {want}");
    assert_eq!(allocations(|| _ = from_a_fixed_place::value_and_gradient(x)), 0);
}

#[test]
fn constants_that_are_slices_are_read_where_they_are() {
    let x = 0.75;
    let (value, slope) = weighed::value_and_gradient(x);
    assert_eq!(value.to_bits(), weighed(x).to_bits());
    let polynomial = |x: f64| 0.5 - 1.25 * x + 2.0 * x * x + 0.125 * x * x * x;
    let ratios = 0.5 - 1.25 / (x + 1.0) + 2.0 / (x + 2.0) + 0.125 / (x + 3.0);
    let by_ratios = 1.25 / (x + 1.0).powi(2) - 2.0 / (x + 2.0).powi(2) - 0.125 / (x + 3.0).powi(2);
    let squares = 0.25 + 1.5625 + 4.0 + 0.015625;
    let want = (-1.25 + 4.0 * x + 0.375 * x * x) * ratios + polynomial(x) * by_ratios + squares;
    assert!((slope - want).abs() < 1e-13 * want.abs(), "{slope} {want}");
    assert_eq!(allocations(|| _ = weighed::value_and_gradient(x)), 0);
}

#[test]
fn lists_of_structures_stay_where_they_are() {
    let curve = Curve { times: vec![1.0, 2.0, 3.0], rates: vec![0.5, 0.25, 0.125] };
    let count = allocations(|| drop(area::value_and_gradient(&curve)));
    assert_eq!(count, 4);
    let g = area::gradient(&curve);
    assert_eq!((g.times, g.rates), (curve.rates, curve.times));
}

#[test]
fn what_holds_lists_gives_them_on() {
    let curve = Curve { times: vec![2.0, 1.0], rates: vec![1.0, 4.0] };
    let mut both = Both {
        pair: ([vec![2.0], vec![1.0, 3.0]], vec![(5.0, 1.0), (1.0, 7.0)]),
        term: Term::Of(vec![0.5], Some(Box::new(curve))),
        name: "ab".into(),
    };
    let (value, g) = all::value_and_gradient(&both);
    assert_eq!(value, all(&both));
    assert_eq!(value, 1680.0);
    let ([x, y], z) = &g.pair;
    assert_eq!((x[0], y[1], z[0].0, z[1].1), (840.0, 560.0, 336.0, 240.0));
    let Term::Of(w, Some(curve)) = &g.term else { panic!("another variant: {g:?}") };
    assert_eq!((w[0], curve.times[0], curve.rates[1]), (3360.0, 840.0, 420.0));
    assert_eq!(g.name, "ab");
    both.term = Term::None;
    let (value, g) = all::value_and_gradient(&both);
    assert!(value == 420.0 && matches!(g.term, Term::None));
}

#[test]
fn rows_are_laid_out_at_once() {
    let rows = [vec![1.0, 2.0, 3.0], vec![], vec![4.0; 9]];
    // The flat list, where its rows lie, the flat gradient, the gradient and two rows of it.
    assert_eq!(allocations(|| drop(squares::value_and_gradient(&rows))), 6);
    assert_eq!(squares::gradient(&rows), [vec![2.0, 4.0, 6.0], vec![], vec![8.0; 9]]);
    let blocks = [rows.to_vec(), vec![], vec![vec![2.0; 5]; 5]];
    // The flat list, two tables, the flat gradient; the gradient, two blocks, seven rows.
    assert_eq!(allocations(|| drop(cubes::value_and_gradient(&blocks))), 14);
    let g = cubes::gradient(&blocks);
    assert_eq!(g, [vec![vec![3.0, 12.0, 27.0], vec![], vec![48.0; 9]], vec![], vec![vec![12.0; 5]; 5]]);
}

#[test]
fn lists_of_pairs_go_in_columns_however_often_a_function_calls_itself() {
    let x = [1.5, 2.0, 0.5, 3.0];
    let (value, g) = last::value_and_gradient(&x);
    assert_eq!(value, last(&x));
    // Of the pairs (a, 1), .. come (a, 1 + b) and (c, 1 + d), of these (a (1 + d), 1 + b + c).
    let [a, b, c, d] = x;
    assert_eq!(value, a * (1.0 + d) * (1.0 + b + c));
    assert_eq!(g, [(1.0 + d) * (1.0 + b + c), a * (1.0 + d), a * (1.0 + d), a * (1.0 + b + c)]);
    // Lists of numbers go down and come back, whose memory stays; the gradient alone is made.
    let longer = [x, x].concat();
    for x in [&x[..], &longer] {
        // Until each list at hand is long enough.
        (0..8).for_each(|_| drop(last::value_and_gradient(x)));
        assert_eq!(allocations(|| drop(last::value_and_gradient(x))), 1);
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A sum of squares, and neighbours of each element of a list by the same function.
#[differentiable]
fn fitted(beta: &[f64], #[constant] rows: &[(Vec<f64>, f64)], #[constant] series: &[f64]) -> f64 {
    let squares: f64 = rows.iter().map(|(row, y)| (dot(row, beta) - y).powi(2)).sum();
    squares + series.windows(beta.len()).map(|w| dot(beta, w)).sum::<f64>()
}

#[test]
fn constant_rows_are_handed_on_where_they_lie() {
    let rows = [(vec![1.0, 2.0], 3.0), (vec![0.5, -1.0], 0.25), (vec![2.0, 0.0], -1.0)];
    let (beta, series) = ([0.5, 0.25], [1.0, 2.0, 4.0, 8.0]);
    let (value, g) = fitted::value_and_gradient(&beta, &rows, &series);
    assert_eq!(value, fitted(&beta, &rows, &series));
    // By the rows 2 (-2) (1, 2), 2 (-0.25) (0.5, -1) and 2 (2) (2, 0); by the series (7, 14).
    assert_eq!(g, [-4.0 - 0.25 + 8.0 + 7.0, -8.0 + 0.5 + 14.0]);
    assert_eq!(allocations(|| drop(fitted::value_and_gradient(&beta, &rows, &series))), 1);
}

#[differentiable]
fn shares(c: &[f64]) -> Vec<f64> {
    let s: f64 = c.iter().sum();
    c.iter().map(|v| v / s).collect()
}

#[differentiable]
fn rows(x: &[f64]) -> f64 {
    let rows = x.chunks(2).map(shares).collect::<Vec<Vec<f64>>>();
    rows.iter().map(|r| r[0] * r[0]).sum()
}

/// Where the rows lie is a list that grows with them.
#[test]
fn a_short_list_that_grows_is_allocated_once() {
    let x: Vec<f64> = (1..=20).map(f64::from).collect();
    let gradient = |n: usize| allocations(|| drop(rows::value_and_gradient(&x[..n])));
    assert_eq!(gradient(4), gradient(20));
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    at: f64,
    speed: f64,
}

/// Changes a list of structures, which it hands on to itself.
#[differentiable]
fn knocked(bodies: &mut [Body], k: usize) {
    if k + 1 < bodies.len() {
        bodies[k + 1].speed += bodies[k].speed * bodies[k].at.sin();
        knocked(bodies, k + 1);
        bodies[k].at *= bodies[k + 1].speed;
    }
}

#[differentiable]
fn in_a_row(x: &[f64]) -> f64 {
    let mut bodies: Vec<Body> = x.iter().map(|&x| Body { at: x, speed: 2.0 * x }).collect();
    knocked(&mut bodies[1..], 0);
    bodies.iter().map(|b| b.at * b.speed).sum()
}

#[test]
fn lists_that_calls_change_stay_where_they_lie() {
    let mut x = vec![1.5, 0.5, -0.75, 1.25];
    let (value, g) = in_a_row::value_and_gradient(&x);
    assert_eq!(value, in_a_row(&x));
    for k in 0..x.len() {
        let at = |h: f64| {
            let y = [&x[..k], &[x[k] + h], &x[k + 1..]].concat();
            in_a_row(&y)
        };
        let difference = (8.0 * (at(1e-3) - at(-1e-3)) - (at(2e-3) - at(-2e-3))) / 12e-3;
        assert!((g[k] - difference).abs() < 1e-8 * (1.0 + difference.abs()), "{k}: {} {difference}", g[k]);
    }
    // The gradient alone, however often the function calls itself.
    for _ in 0..2 {
        assert_eq!(allocations(|| drop(in_a_row::value_and_gradient(&x))), 1);
        x.extend_from_within(..);
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Offer {
    price: f64,
    amount: f64,
    id: usize,
}

#[differentiable]
fn best_first(price: &[f64], amount: &[f64]) -> f64 {
    let offers = price.iter().zip(amount).enumerate();
    let mut offers: Vec<Offer> = offers.map(|(id, (&price, &amount))| Offer { price, amount, id }).collect();
    offers.sort_by(|a, b| b.price.total_cmp(&a.price).then(a.id.cmp(&b.id)));
    offers.iter().take(3).map(|o| o.price * o.amount).sum()
}

#[test]
fn lists_of_indices_and_counts_are_at_hand_again() {
    let (price, amount) = ([1.0, 3.0, 2.0, 5.0, 4.0], [2.0, 1.0, 4.0, 3.0, 6.0]);
    let (value, (by_price, by_amount)) = best_first::value_and_gradient(&price, &amount);
    assert_eq!(value, best_first(&price, &amount));
    assert_eq!((by_price, by_amount), (vec![0.0, 1.0, 0.0, 3.0, 6.0], vec![0.0, 3.0, 0.0, 5.0, 4.0]));
    assert_eq!(allocations(|| drop(best_first::value_and_gradient(&price, &amount))), 2);
}

/// An option on a lattice, of which each node is priced once.
fn priced(i: usize, j: usize, steps: usize, up: f64, known: &mut HashMap<(usize, usize), f64>) -> f64 {
    if i == steps {
        return (1.1 - up.powi(2 * j as i32 - i as i32)).max(0.0);
    }
    if let Some(v) = known.get(&(i, j)) {
        return *v;
    }
    let v = 0.498 * (priced(i + 1, j, steps, up, known) + priced(i + 1, j + 1, steps, up, known));
    known.insert((i, j), v);
    v
}

#[differentiable]
fn option(up: f64, steps: usize) -> f64 {
    priced(0, 0, steps, up, &mut HashMap::new())
}

/// The same by a structure without derives, and by a function in a body.
struct Lattice {
    steps: usize,
    nodes: Vec<Option<f64>>,
}

impl Lattice {
    fn priced(&mut self, i: usize, j: usize, up: f64) -> f64 {
        if i == self.steps {
            return self.ended(j, up);
        }
        if let Some(v) = self.nodes[i * self.steps + j] {
            return v;
        }
        let v = 0.498 * (self.priced(i + 1, j, up) + self.priced(i + 1, j + 1, up));
        self.nodes[i * self.steps + j] = Some(v);
        v
    }

    fn ended(&self, j: usize, up: f64) -> f64 {
        (1.1 - up.powi(2 * j as i32 - self.steps as i32)).max(0.0)
    }

    fn sum(&self, i: usize) -> f64 {
        if i == self.nodes.len() { 0.0 } else { self.nodes[i].unwrap_or(0.0) * 0.1 + self.sum(i + 1) }
    }
}

#[differentiable]
fn by_method(up: f64, steps: usize) -> f64 {
    let mut lattice = Lattice { steps, nodes: vec![None; steps * steps] };
    lattice.priced(0, 0, up) + lattice.sum(0)
}

#[differentiable]
fn in_body(up: f64, steps: usize) -> f64 {
    const DISCOUNT: f64 = 0.498;
    fn priced(i: usize, j: usize, steps: usize, up: f64, nodes: &mut [Option<f64>]) -> f64 {
        if i == steps {
            return (1.1 - up.powi(2 * j as i32 - i as i32)).max(0.0);
        }
        if let Some(v) = nodes[i * steps + j] {
            return v;
        }
        let v = DISCOUNT * (priced(i + 1, j, steps, up, nodes) + priced(i + 1, j + 1, steps, up, nodes));
        nodes[i * steps + j] = Some(v);
        v
    }
    priced(0, 0, steps, up, &mut vec![None; steps * steps])
}

#[test]
fn what_calls_are_lent_is_not_copied_in_each() {
    // In a thread of its own nothing is at hand from before.
    let bytes = |run: fn(f64, usize) -> f64, steps| {
        std::thread::spawn(move || measure(|| _ = run(1.1, steps)).bytes_total).join().unwrap()
    };
    for run in [option::gradient, by_method::gradient, in_body::gradient] {
        let [few, many] = [8, 32].map(|steps| bytes(run, steps));
        // There are 15 times as many nodes.
        assert!(many < 30 * few, "{many} for {few}");
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Ladder {
    rungs: Vec<f64>,
    by_name: BTreeMap<String, f64>,
}

#[differentiable]
fn climbed(n: usize, ladder: &Ladder) -> f64 {
    if n == 0 { ladder.by_name["0"] } else { climbed(n - 1, ladder) * 0.99 + ladder.rungs[n] }
}

#[differentiable]
fn looked_up(n: u32, all: &BTreeMap<u32, f64>) -> f64 {
    if n == 0 { all[&0] } else { looked_up(n - 1, all) * 0.99 + all[&n] }
}

#[test]
fn what_a_function_is_lent_it_lends_on() {
    const SIZE: u32 = 400;
    let numbers = || (0..SIZE).map(f64::from);
    let ladder = Ladder { rungs: numbers().collect(), by_name: (0..SIZE).map(|k| (k.to_string(), 1.5)).collect() };
    let all: BTreeMap<u32, f64> = (0..SIZE).zip(numbers()).collect();
    let bytes = |run: &(dyn Fn(u32) + Sync), n| {
        std::thread::scope(|s| s.spawn(|| measure(|| run(n)).bytes_total).join().unwrap())
    };
    let climb = |n: u32| drop(climbed::gradient(n as usize, &ladder));
    let look = |n: u32| drop(looked_up::gradient(n, &all));
    for run in [&climb as &(dyn Fn(u32) + Sync), &look] {
        let [few, many] = [5, 80].map(|n| bytes(run, n));
        // Each call keeps some numbers of its own.
        assert!(many < few + 75 * 1000, "{many} for {few}");
    }
}
