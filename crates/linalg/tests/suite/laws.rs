//! Every operation, in every engine and nesting.

use crate::common::{Case, Check, all, noise};
use forward::{Dual, Plain, Taylor};
use reverse::{Adjoints, Linear, Tape, Var};
use rules::Number;

#[track_caller]
fn close(name: &str, what: &str, a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len(), "{name}: {what}");
    let scale = a.iter().chain(b).fold(1.0f64, |s, x| s.max(x.abs()));
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        assert!((a - b).abs() <= 1e-11 * scale, "{name}: {what}: entry {i}: {a} and {b}");
    }
}

/// A case on one kind of numbers.
trait On<T> {
    fn run(&self, x: &[T]) -> Vec<T>;
}

impl<C: Case, T: Number> On<T> for C {
    fn run(&self, x: &[T]) -> Vec<T> {
        self.eval(x).unwrap_or_else(|error| panic!("{}: {error}", self.name()))
    }
}

/// A case on every kind of numbers here. The laws are compiled once for all cases.
trait Everywhere:
    On<f64>
    + On<Dual>
    + On<Dual<f64, [f64; 2]>>
    + On<Dual<f64, Plain<f64, 1>>>
    + On<Dual<Dual<Dual>>>
    + On<Taylor<f64, 2>>
    + On<Taylor<f64, 3>>
    + for<'t> On<Var<'t>>
    + for<'t> On<Var<'t, Dual>>
    + for<'t> On<Var<'t, Dual<Dual>>>
    + for<'t> On<Var<'t, Taylor<f64, 2>>>
    + for<'t> On<Dual<Var<'t>>>
    + for<'i, 'o> On<Var<'i, Var<'o>>>
{
    fn name(&self) -> &'static str;
    fn at(&self) -> Vec<f64>;
}

impl<C: Case> Everywhere for C {
    fn name(&self) -> &'static str {
        Case::name(self)
    }
    fn at(&self) -> Vec<f64> {
        Case::at(self)
    }
}

/// A law holds for every case.
struct Law(fn(&dyn Everywhere));

impl Check for Law {
    fn check<C: Case>(&mut self, case: &C) {
        self.0(case);
    }
}

fn run<C: On<T> + ?Sized, T>(case: &C, x: &[T]) -> Vec<T> {
    case.run(x)
}

/// Values, and the first derivative along v.
fn forward(case: &dyn Everywhere, x: &[f64], v: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let duals: Vec<Dual> = x.iter().zip(v).map(|(&x, &v)| Dual::seeded(x, v)).collect();
    run(case, &duals).into_iter().map(|y| (y.value, y.tangent)).unzip()
}

fn differences(case: &dyn Everywhere) {
    let x = case.at();
    let v = noise(x.len(), 99);
    let (_, tangent) = forward(case, &x, &v);
    let at = |h: f64| run(case, &x.iter().zip(&v).map(|(x, v)| x + h * v).collect::<Vec<_>>());
    let h = 2e-4;
    let difference: Vec<f64> = (0..tangent.len())
        .map(|i| (8.0 * (at(h)[i] - at(-h)[i]) - (at(2.0 * h)[i] - at(-2.0 * h)[i])) / (12.0 * h))
        .collect();
    for (i, (a, b)) in tangent.iter().zip(&difference).enumerate() {
        assert!((a - b).abs() < 1e-8 * (1.0 + a.abs()), "{}: {i}: {a} and a difference of {b}", case.name());
    }
}

#[test]
fn tangents_are_what_differences_say() {
    all(&mut Law(differences));
}

fn values(case: &dyn Everywhere) {
    let x = case.at();
    let y = run(case, &x);
    let bits = |y: &[f64]| y.iter().map(|y| y.to_bits()).collect::<Vec<_>>();
    let (dual, _) = forward(case, &x, &noise(x.len(), 1));
    assert_eq!(bits(&y), bits(&dual), "{}: duals", case.name());
    let tape = Tape::new();
    let vars = run(case, &tape.vars(&x));
    assert_eq!(bits(&y), bits(&vars.iter().map(Var::inner).collect::<Vec<_>>()), "{}: tape", case.name());
    let series = run(case, &x.iter().map(|&x| Taylor::<f64, 2>::variable(x)).collect::<Vec<_>>());
    assert_eq!(bits(&y), bits(&series.iter().map(|y| y.value).collect::<Vec<_>>()), "{}: series", case.name());
}

#[test]
fn values_are_the_same_to_the_bit_in_every_engine() {
    all(&mut Law(values));
}

fn reverse(case: &dyn Everywhere) {
    let x = case.at();
    let (v, w) = (noise(x.len(), 99), noise(run(case, &x).len(), 98));
    let (_, tangent) = forward(case, &x, &v);
    let (_, map) = Linear::record(&x, |x| run(case, x));
    close(case.name(), "push", &map.push(&v), &tangent);
    let pulled = map.pull(&w);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    close(case.name(), "<w, J v> and <J^T w, v>", &[dot(&w, &tangent)], &[dot(&pulled, &v)]);
    close(case.name(), "a second pull", &map.pull(&w), &pulled);

    let tape = Tape::new();
    let vars = tape.vars(&x);
    let y = run(case, &vars);
    let seeds: Vec<(Var<'_>, [f64; 2], u64)> = y.iter().zip(&w).map(|(&y, &w)| (y, [w, -2.0 * w], 3)).collect();
    let mut adjoints = Adjoints::new();
    tape.adjoints_seeded_into(seeds, &mut adjoints);
    let lanes: Vec<[f64; 2]> = vars.iter().map(|&x| adjoints.wrt(x)).collect();
    close(case.name(), "lane 0", &lanes.iter().map(|l| l[0]).collect::<Vec<_>>(), &pulled);
    let doubled: Vec<f64> = pulled.iter().map(|p| -2.0 * p).collect();
    close(case.name(), "lane 1", &lanes.iter().map(|l| l[1]).collect::<Vec<_>>(), &doubled);
    let reach = y[0].reach();
    let first: Vec<f64> = vars.iter().map(|&x| reach.wrt(x)).collect();
    let mut unit = vec![0.0; w.len()];
    unit[0] = 1.0;
    close(case.name(), "the structural sweep", &first, &map.pull(&unit));
}

#[test]
fn the_way_back_is_the_transpose_of_the_way_forward() {
    all(&mut Law(reverse));
}

fn lanes(case: &dyn Everywhere) {
    let x = case.at();
    let (u, v) = (noise(x.len(), 97), noise(x.len(), 99));
    let duals = x.iter().zip(u.iter().zip(&v)).map(|(&x, (&u, &v))| Dual::<f64, [f64; 2]>::seeded_lanes(x, [u, v]));
    let y = run(case, &duals.collect::<Vec<_>>());
    close(case.name(), "u", &y.iter().map(|y| y.tangent[0]).collect::<Vec<_>>(), &forward(case, &x, &u).1);
    close(case.name(), "v", &y.iter().map(|y| y.tangent[1]).collect::<Vec<_>>(), &forward(case, &x, &v).1);
    let plain = x.iter().zip(&v).map(|(&x, &v)| Dual::new(x, Plain([v])));
    let y = run(case, &plain.collect::<Vec<_>>());
    close(case.name(), "plain", &y.iter().map(|y| y.tangent.0[0]).collect::<Vec<_>>(), &forward(case, &x, &v).1);
}

#[test]
fn lanes_are_what_one_tangent_is() {
    all(&mut Law(lanes));
}

fn orders(case: &dyn Everywhere) {
    let name = case.name();
    let x = case.at();
    let v = noise(x.len(), 99);
    // x + t v to the third order, as series and as duals of duals of duals.
    let series: Vec<Taylor<f64, 3>> = x.iter().zip(&v).map(|(&x, &v)| Taylor::polynomial(x, &[v])).collect();
    let y = run(case, &series);
    let of_series = |k: usize| y.iter().map(|y| y.derivative(k)).collect::<Vec<_>>();
    let dual = |x: f64, v: f64| {
        let one = Dual::seeded(x, v);
        let two = Dual::new(one, Dual::fixed(v));
        Dual::new(two, Dual::fixed(Dual::fixed(v)))
    };
    let y = run(case, &x.iter().zip(&v).map(|(&x, &v)| dual(x, v)).collect::<Vec<_>>());
    let first: Vec<f64> = y.iter().map(|y| y.value.value.tangent).collect();
    let second: Vec<f64> = y.iter().map(|y| y.value.tangent.tangent).collect();
    let third: Vec<f64> = y.iter().map(|y| y.tangent.tangent.tangent).collect();
    close(name, "first, series", &of_series(1), &first);
    close(name, "second, series", &of_series(2), &second);
    close(name, "third, series", &of_series(3), &third);

    // Forward over reverse: the tangent of w^T J, then along v.
    let w = noise(first.len(), 98);
    let tape = Tape::<Dual>::default();
    let vars: Vec<_> = x.iter().zip(&v).map(|(&x, &v)| tape.var(Dual::seeded(x, v))).collect();
    let y = run(case, &vars);
    let seeds: Vec<_> = y.iter().zip(&w).map(|(&y, &w)| (y, Dual::fixed(w))).collect();
    let adjoints = tape.adjoints(&seeds);
    let hvp: Vec<f64> = vars.iter().map(|&x| adjoints.wrt(x).tangent).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    close(name, "forward over reverse", &[dot(&hvp, &v)], &[dot(&w, &second)]);

    // Reverse over forward.
    let tape = Tape::new();
    let vars = tape.vars(&x);
    let y = run(case, &vars.iter().zip(&v).map(|(&x, &v)| Dual::new(x, Var::fixed(v))).collect::<Vec<_>>());
    let slopes: Vec<_> = y.iter().zip(&w).map(|(y, &w)| (y.tangent, w)).collect();
    let adjoints = tape.adjoints(&slopes);
    close(name, "reverse over forward", &vars.iter().map(|&x| adjoints.wrt(x)).collect::<Vec<_>>(), &hvp);

    // Reverse over reverse.
    let outer = Tape::new();
    let outer_vars = outer.vars(&x);
    let inner = Tape::<Var<'_>>::default();
    let inner_vars = inner.vars(&outer_vars);
    let y = run(case, &inner_vars);
    let seeds: Vec<_> = y.iter().zip(&w).map(|(&y, &w)| (y, Var::fixed(w))).collect();
    let adjoints = inner.adjoints(&seeds);
    let slopes: Vec<_> = inner_vars.iter().zip(&v).map(|(&x, &v)| (adjoints.wrt(x), v)).collect();
    let second = outer.adjoints(&slopes);
    close(name, "reverse over reverse", &outer_vars.iter().map(|&x| second.wrt(x)).collect::<Vec<_>>(), &hvp);

    // Duals of duals below a tape: the third order back.
    let tape = Tape::<Dual<Dual>>::default();
    let vars: Vec<_> =
        x.iter().zip(&v).map(|(&x, &v)| tape.var(Dual::new(Dual::seeded(x, v), Dual::fixed(v)))).collect();
    let y = run(case, &vars);
    let seeds: Vec<_> = y.iter().zip(&w).map(|(&y, &w)| (y, Dual::fixed(Dual::fixed(w)))).collect();
    let adjoints = tape.adjoints(&seeds);
    let back: Vec<f64> = vars.iter().map(|&x| adjoints.wrt(x).tangent.tangent).collect();
    close(name, "third order back", &[dot(&back, &v)], &[dot(&w, &third)]);

    // A series below a tape.
    let tape = Tape::<Taylor<f64, 2>>::default();
    let vars: Vec<_> = x.iter().zip(&v).map(|(&x, &v)| tape.var(Taylor::polynomial(x, &[v]))).collect();
    let y = run(case, &vars);
    let seeds: Vec<_> = y.iter().zip(&w).map(|(&y, &w)| (y, Taylor::fixed(w))).collect();
    let adjoints = tape.adjoints(&seeds);
    let of_series: Vec<f64> = vars.iter().map(|&x| adjoints.wrt(x).derivative(2)).collect();
    close(name, "a series below a tape", &of_series, &back);
}

#[test]
fn every_nesting_has_every_order() {
    all(&mut Law(orders));
}
