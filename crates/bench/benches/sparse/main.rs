//! Sparse derivatives beside the function itself, and beside what is known by hand.
//!
//! What is wanted: the Jacobian of the Brusselator on a 100 x 100 grid at most 6 times the function; the Hessian of
//! Rosenbrock's function below 20 us for 100 inputs, and linear in the inputs; the Jacobian of bundle adjustment by blocks at
//! most 4 times its residuals. Each table ends with the times of the preparations, and with the most memory that one took;
//! where there are colours, with what the pattern, the colours and the plan of the passes take of it.
//!
//! In the caches the Brusselator's Jacobian takes 5.2 to 5.4 times the function, out of them 8.9 to 9.3. That is memory and not
//! its allocation, as no page is mapped anew: 2.1 MB of duals are read, as many are written and read again, and 1 MB of entries
//! is written by places that take 0.6 MB. Code by hand that does that alone took 6.1 times the function on another machine, in
//! the caches 2.8, where more passes of fewer lanes, which move less and compute more, took, in the caches and out of them: one pass
//! of 12 lanes 5.1 and 9.5, two of 6 (or of 8, of which 6 are used) 6.7 and 8.9, three of 4 8.0 and 9.9, four of 3 8.9 and 10.2.
//!
//! The pattern of the Hessian of Rosenbrock's function for 100 inputs takes 17 times the function when timed alone, of which 6
//! are the list of its operations; for 100 000 inputs 10 times. That of the rocket's Lagrangian takes 14 times its steps.
//!
//! Bundle adjustment by blocks with generated adjoints takes 4.1 to 4.4 times the residuals, by medians 4.2 to 4.6; with
//! derivatives by hand 4.2 to 4.4, and code by hand without all this 4.1 to 4.3.
//!
//! All of this on two cores of an AMD EPYC with AVX-512 in use by others. On two idle cores of an Intel Xeon with AVX-512 the
//! Brusselator takes 7.6 to 9.0 by colours, where duals of 12 lanes written by hand took 6.8 beside 8.2 to 8.6, and vectors of
//! 256 or 512 bits changed neither: it is memory. By blocks of one cell, whose entries are written where they are made, it
//! takes 1.4; Rosenbrock's Hessian 7.8 us for 100 inputs and 14 ms for 100 000, by blocks of two 7.4 us and 8.4 ms. Bundle
//! adjustment takes 8.0 with generated adjoints there, and 6.8 by hand, so 4 is in nobody's reach: the residuals are 27 ns
//! each, of which compilers take several at once.

#![forbid(unsafe_code)]

mod reprojection;

use bench::menu::{Menu, Program};
use bench::race::{Outcome, Pace, Race};
use bench::sparse::brusselator::Brusselator;
use bench::sparse::bundle;
use bench::sparse::rocket::{self, Height, Steps};
use bench::sparse::rosenbrock::{self, Rosenbrock};
use sparse::color::{self, Order};
use sparse::{Pattern, detect};
use std::hint::black_box;
use std::time::Instant;
use wengert::sparse::{LagrangianHessian, Options, Recovery, SparseHessian, SparseJacobian};
use wengert::{Function, Real};

/// A race with what preparations took, line by line.
type Result = (Outcome, Vec<String>);

/// What a preparation gives, with a line about its time and memory.
fn prepared<R>(name: &str, lines: &mut Vec<String>, mut prepare: impl FnMut() -> R) -> R {
    let mut made = None;
    let memory = allocation_counter::measure(|| made = Some(prepare()));
    let start = Instant::now();
    let again = prepare();
    let ms = start.elapsed().as_secs_f64() * 1e3;
    drop(made);
    lines.push(format!("* {name}: prepared in {ms:.2} ms, with at most {:.1} MB", memory.bytes_max as f64 / 1e6));
    again
}

/// The least time of a few calls, in milliseconds.
fn least<R>(mut f: impl FnMut() -> R) -> f64 {
    let mut time = || {
        let start = Instant::now();
        black_box(f());
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..5).map(|_| time()).fold(f64::INFINITY, f64::min)
}

/// A line about the parts of a preparation by colours: what finds the pattern, what colours it, and all of it.
fn parts(
    name: &str,
    lines: &mut Vec<String>,
    find: impl Fn() -> Pattern,
    color: impl Fn(&Pattern, Order) -> usize,
    all: impl FnMut(),
) {
    let (found, pattern, all) = (least(&find), find(), least(all));
    let colored = least(|| [Order::Natural, Order::LargestFirst].map(|order| color(&pattern, order)));
    let plan = (all - found - colored).max(0.0);
    lines.push(format!("* {name}: pattern {found:.3} ms, colours {colored:.3} ms, plan {plan:.3} ms"));
}

fn symmetric(pattern: &Pattern, order: Order) -> usize {
    color::symmetric(pattern, order).expect("a symmetric pattern").coloring().count()
}

/// A line about what a derivative takes beside its function where other work has taken all numbers out of the caches.
fn cold(lines: &mut Vec<String>, mut function: impl FnMut(), others: &mut [(&str, &mut dyn FnMut())]) {
    let mut other_work = vec![1u64; 12 << 20];
    let mut time = |f: &mut dyn FnMut()| {
        other_work.iter_mut().for_each(|word| *word = black_box(*word + 1));
        let start = Instant::now();
        f();
        start.elapsed().as_secs_f64() * 1e6
    };
    let mut times = vec![Vec::new(); 1 + others.len()];
    for _ in 0..41 {
        times[0].push(time(&mut function));
        for (times, (_, f)) in times[1..].iter_mut().zip(&mut *others) {
            times.push(time(f));
        }
    }
    let medians = times.iter_mut().map(|times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    let medians: Vec<f64> = medians.collect();
    let ratios = others.iter().zip(&medians[1..]).map(|((name, _), m)| format!("{name} {:.2}", m / medians[0]));
    let ratios: Vec<String> = ratios.collect();
    lines.push(format!("* out of the caches: the function {:.0} us, times that: {}", medians[0], ratios.join(", ")));
}

fn brusselator(pace: Pace) -> Result {
    let (f, mut lines) = (Brusselator { n: 100 }, Vec::new());
    let x = f.start();
    let x = x.as_slice();
    let found = prepared("by colours", &mut lines, || SparseJacobian::prepare(f, x).expect("a pattern"));
    let given = prepared("with the pattern given", &mut lines, || {
        SparseJacobian::with_pattern(f, f.pattern(), &Options::new().check(false)).expect("a pattern")
    });
    let checked = SparseJacobian::with_pattern(f, f.pattern(), &Options::new()).expect("a pattern");
    let blocks = prepared("by blocks", &mut lines, || {
        let blocks = SparseJacobian::of_blocks(x.len(), x.len());
        blocks
            .each(vec![(); 100 * 100], |k, _| f.block(k, 0), move |_, x| f.rate_u(*x))
            .each(vec![(); 100 * 100], |k, _| f.block(k, 1), move |_, x| f.rate_v(*x))
            .build()
            .expect("blocks inside")
    });
    lines.push(format!("* {found}"));
    let detect = || detect::jacobian_static(x, |x| f.eval(x)).expect("a pattern").into_here();
    let all = || drop(SparseJacobian::prepare(f, x).expect("a pattern"));
    parts("by colours", &mut lines, detect, |pattern, order| color::columns(pattern, order).count(), all);
    let places = f.places(found.pattern());
    let mut values = vec![0.0; found.entries()];
    {
        let (mut by_hand, mut by_blocks) = (values.clone(), values.clone());
        // The least that colours cost: duals with 12 lanes that are read, and as many that are written.
        let (duals, mut copied) = (vec![[1.0; 13]; x.len()], vec![[0.0; 13]; x.len()]);
        cold(
            &mut lines,
            || drop(black_box(f.eval(black_box(x)))),
            &mut [
                ("by hand", &mut || f.jacobian(black_box(x), &places, black_box(&mut by_hand))),
                ("by colours", &mut || found.eval_into(black_box(x), black_box(&mut values)).expect("it holds")),
                ("by blocks", &mut || blocks.eval_into(black_box(x), black_box(&mut by_blocks)).expect("they run")),
                ("a copy of the duals", &mut || black_box(&mut copied).copy_from_slice(black_box(&duals))),
            ],
        );
    }
    let by_hand = move |sink: &mut bench::race::Sink| {
        f.jacobian(black_box(x), &places, &mut values);
        sink.slice(&values);
    };
    let mut race =
        Race::new("brusselator 100 x 100", 20_000 * 14, move |sink| sink.slice(&f.eval(black_box(x))), by_hand);
    macro_rules! add {
        ($name:expr, $jacobian:expr) => {
            let jacobian = $jacobian;
            let mut values = vec![0.0; jacobian.entries()];
            race.add($name, move |sink| {
                jacobian.eval_into(black_box(x), &mut values).expect("the pattern holds");
                sink.slice(&values);
            });
        };
    }
    add!("colours, pattern found", found);
    add!("colours, pattern given", given);
    add!("colours, pattern checked", checked);
    add!("blocks of a cell and species", blocks);
    (race.run(pace), lines)
}

fn echidna_rosenbrock<T: num_traits::Float + echidna::Scalar<Float = f64>>(x: &[T]) -> T {
    let mut sum = T::from_f(0.0);
    for w in x.windows(2) {
        let (a, b) = (w[1] - w[0] * w[0], T::from_f(1.0) - w[0]);
        sum = sum + T::from_f(100.0) * a * a + b * b;
    }
    sum
}

fn term<T: Real>(x: T, next: T) -> T {
    let (a, b) = (next - x * x, 1.0 - x);
    100.0 * a * a + b * b
}

fn rosenbrock<const N: usize>(pace: Pace) -> Result {
    let (x, mut lines) = (rosenbrock::start(N), Vec::new());
    let x = x.as_slice();
    let found = prepared("by colours", &mut lines, || SparseHessian::prepare(Rosenbrock, x).expect("a pattern"));
    let fewer = prepared("by substitution", &mut lines, || {
        let options = Options::new().recovery(Recovery::Substitution);
        SparseHessian::prepare_with(Rosenbrock, x, &options).expect("a pattern")
    });
    let blocks = prepared("by blocks", &mut lines, || {
        let blocks = SparseHessian::of_blocks(N).each(vec![(); N - 1], |k, _| [k, k + 1], |_, x| term(x[0], x[1]));
        blocks.build().expect("blocks inside")
    });
    let recorded = prepared("recorded", &mut lines, || {
        SparseHessian::record(|x| x.windows(2).map(|w| term(w[0], w[1])).sum(), x).expect("a recording")
    });
    lines.push(format!("* {found}\n* {recorded}"));
    let detect = || detect::hessian_static(x, |x| vec![Rosenbrock.eval(x)]).expect("a pattern").into_here();
    let all = || drop(SparseHessian::prepare(Rosenbrock, x).expect("a pattern"));
    parts("by colours", &mut lines, detect, symmetric, all);
    let mut values = vec![0.0; found.entries()];
    let by_hand = move |sink: &mut bench::race::Sink| {
        rosenbrock::hessian(black_box(x), &mut values);
        sink.slice(&values);
    };
    let primal = move |sink: &mut bench::race::Sink| sink.slice(&[Rosenbrock.eval(black_box(x))]);
    let mut race = Race::new(format!("rosenbrock, n = {N}"), 8 * N as u64, primal, by_hand);
    macro_rules! add {
        ($name:expr, $hessian:expr) => {
            let hessian = $hessian;
            let mut values = vec![0.0; hessian.entries()];
            race.add($name, move |sink| {
                hessian.eval_into(black_box(x), &mut values).expect("the pattern holds");
                sink.slice(&values);
            });
        };
    }
    add!("colours, direct", found);
    add!("colours, by substitution", fewer);
    add!("blocks of two", blocks);
    add!("a closure, recorded", recorded);
    if N <= 1000 {
        let (program, _) = echidna::record(echidna_rosenbrock, x);
        let pattern = program.detect_sparsity();
        let (colors, count) = echidna::sparse::greedy_coloring(&pattern);
        race.add_part("echidna, pattern found before", move |sink| {
            let (_, _, values) = program.sparse_hessian_with_pattern(black_box(x), &pattern, &colors, count);
            sink.slice(&values);
        });
    }
    (race.run(pace), lines)
}

fn bundle(pace: Pace) -> Result {
    let mut lines = Vec::new();
    let all: &bundle::Bundle = Box::leak(Box::new(bundle::ba1()));
    let x = all.x.as_slice();
    let count = all.sightings.len();
    let blocks = prepared("by blocks", &mut lines, || {
        SparseJacobian::of_blocks(x.len(), all.rows())
            .each(&all.sightings, |k, _| (all.inputs(k), [2 * k, 2 * k + 1]), |s, x| bundle::reprojection(x, s.seen))
            .each(vec![(); count], |k, _| ([all.weight(k)], [2 * count + k]), |_, x| [1.0 - x[0] * x[0]])
            .build()
            .expect("blocks inside")
    });
    lines.push(format!("* {blocks}"));
    let generated = SparseJacobian::of_blocks(x.len(), all.rows())
        .derived(
            &all.sightings,
            |k, _| (all.inputs(k), [2 * k, 2 * k + 1]),
            |s, x, rows, workspace| reprojection::error::jacobian_into(x, s.seen, rows.as_flattened_mut(), workspace),
        )
        .each(vec![(); count], |k, _| ([all.weight(k)], [2 * count + k]), |_, x| [1.0 - x[0] * x[0]])
        .build()
        .expect("blocks inside");
    let derived = SparseJacobian::of_blocks(x.len(), all.rows())
        .derived(
            &all.sightings,
            |k, _| (all.inputs(k), [2 * k, 2 * k + 1]),
            |s, x, rows, _| bundle::derivatives(x, s.seen, rows),
        )
        .each(vec![(); count], |k, _| ([all.weight(k)], [2 * count + k]), |_, x| [1.0 - x[0] * x[0]])
        .build()
        .expect("blocks inside");
    let mut y = vec![0.0; all.rows()];
    let primal = move |sink: &mut bench::race::Sink| {
        all.residuals(black_box(x), &mut y);
        sink.slice(&y);
    };
    let blocks = &*Box::leak(Box::new(blocks));
    let places = all.places(blocks.pattern());
    let (mut y, mut values) = (vec![0.0; all.rows()], vec![0.0; blocks.entries()]);
    let by_hand = move |sink: &mut bench::race::Sink| {
        all.jacobian(black_box(x), &places, &mut y, &mut values);
        sink.slice(&values);
    };
    let mut race = Race::new("bundle adjustment, ba1", 70 * count as u64, primal, by_hand);
    let (mut y, mut values) = (vec![0.0; all.rows()], vec![0.0; blocks.entries()]);
    race.add("blocks", move |sink| {
        blocks.value_and_eval_into(black_box(x), &mut y, &mut values).expect("blocks do not fail");
        sink.slice(&values);
    });
    let (mut y, mut values) = (vec![0.0; all.rows()], vec![0.0; blocks.entries()]);
    race.add("blocks, generated adjoints", move |sink| {
        generated.value_and_eval_into(black_box(x), &mut y, &mut values).expect("blocks do not fail");
        sink.slice(&values);
    });
    let (mut y, mut values) = (vec![0.0; all.rows()], vec![0.0; blocks.entries()]);
    race.add("blocks, each by hand", move |sink| {
        derived.value_and_eval_into(black_box(x), &mut y, &mut values).expect("blocks do not fail");
        sink.slice(&values);
    });
    let (mut y, mut values) = (vec![0.0; all.rows()], vec![0.0; blocks.entries()]);
    race.add("blocks, on all threads", move |sink| {
        blocks.par_value_and_eval_into(black_box(x), &mut y, &mut values).expect("blocks do not fail");
        sink.slice(&values);
    });
    (race.run(pace), lines)
}

fn rocket<const POINTS: usize>(pace: Pace) -> Result {
    let (x, mut lines) = (rocket::start(POINTS), Vec::new());
    let x = x.as_slice();
    let hessian =
        prepared("Lagrangian", &mut lines, || LagrangianHessian::prepare(Height, Steps, x).expect("a pattern"));
    let jacobian = prepared("Jacobian", &mut lines, || SparseJacobian::prepare(Steps, x).expect("a pattern"));
    lines.push(format!("* {hessian}\n* {jacobian}"));
    let detect = || {
        let outputs = |x: &[detect::PatternNumber<'static>]| [vec![Height.eval(x)], Steps.eval(x)].concat();
        detect::hessian_static(x, outputs).expect("a pattern").into_here()
    };
    let all = || drop(LagrangianHessian::prepare(Height, Steps, x).expect("a pattern"));
    parts("Lagrangian", &mut lines, detect, symmetric, all);
    let detect = || detect::jacobian_static(x, |x| Steps.eval(x)).expect("a pattern").into_here();
    let all = || drop(SparseJacobian::prepare(Steps, x).expect("a pattern"));
    parts("Jacobian", &mut lines, detect, |pattern, order| color::columns(pattern, order).count(), all);
    let primal = move |sink: &mut bench::race::Sink| sink.slice(&Steps.eval(black_box(x)));
    let mut race = Race::open(format!("rocket, {POINTS} points"), 28 * POINTS as u64, primal);
    let multipliers: Vec<f64> = (0..hessian.constraints()).map(|k| (k as f64).sin()).collect();
    let mut values = vec![0.0; hessian.entries()];
    race.add("Hessian of the Lagrangian", move |sink| {
        hessian.eval_into(black_box(x), 1.0, &multipliers, &mut values).expect("the pattern holds");
        sink.slice(&values);
    });
    let mut values = vec![0.0; jacobian.entries()];
    race.add_part("Jacobian of the constraints", move |sink| {
        jacobian.eval_into(black_box(x), &mut values).expect("the pattern holds");
        sink.slice(&values);
    });
    (race.run(pace), lines)
}

const PROGRAMS: [Program<Result>; 6] = [
    ("brusselator", brusselator),
    ("rosenbrock 100", rosenbrock::<100>),
    ("rosenbrock 100000", rosenbrock::<100_000>),
    ("bundle", bundle),
    ("rocket 3200", rocket::<3200>),
    ("rocket 12800", rocket::<12_800>),
];

fn main() {
    Menu::read().run(&PROGRAMS, |(outcome, lines)| println!("{outcome}\n{}\n", lines.join("\n")));
}
