//! What recorded programs cost: recording, transforming, running, each per operation of the primal.

#![forbid(unsafe_code)]

use std::hint::black_box;

use bench::menu::{self, Menu};
use bench::race::{Outcome, Pace, Race};
use bench::{count, data, primal};
use wengert::Real;
use wengert::program::{Node, Program, Workspace};

fn constant<T: Real>(c: f64) -> T {
    T::from(c)
}

fn value<T: Real>(x: T) -> f64 {
    x.value()
}

bench::programs!([T: Real] T);

/// Adds everything that is done with a program of one output.
fn add<'a>(race: &mut Race<'a>, x: &'a [f64], f: impl for<'p> Fn(&[Node<'p>]) -> Node<'p> + Copy + 'a) {
    let Ok(recorded) = Program::record_at(x, |x| vec![f(x)]) else { return };
    let Ok(program) = recorded.optimised() else { return };
    let Ok(derivative) = program.with_gradient() else { return };
    println!(
        "recorded {}, optimised {}, with gradient {}, that optimised {}",
        recorded.len(),
        program.len(),
        derivative.len(),
        derivative.optimised().map_or(0, |p| p.len())
    );

    let run = program.clone();
    let (mut workspace, mut y) = (Workspace::new(), [0.0]);
    race.add_part("value", move |sink| {
        let _ = black_box(run.eval_into(black_box(x), &mut workspace, &mut y));
        sink.slice(&y);
    });

    let run = derivative.clone();
    let (mut workspace, mut y) = (Workspace::new(), vec![0.0; x.len() + 1]);
    race.add("gradient program", move |sink| {
        let _ = black_box(run.eval_into(black_box(x), &mut workspace, &mut y));
        sink.slice(&y[1..]);
    });

    let (swept, mut workspace, mut gradient) = (program.clone(), Workspace::new(), vec![0.0; x.len()]);
    race.add("gradient by sweep", move |sink| {
        let _ = black_box(swept.value_and_gradient_into(black_box(x), &mut workspace, &mut gradient));
        sink.slice(&gradient);
    });

    race.add_part("recording", move |sink| {
        let program = Program::record_at(black_box(x), |x| vec![f(x)]);
        sink.slice(&[program.map_or(0, |p| p.len()) as f64]);
    });
    let from = recorded.clone();
    race.add_part("all passes", move |sink| sink.slice(&[from.optimised().map_or(0, |p| p.len()) as f64]));
    let from = program.clone();
    race.add_part("making the gradient program", move |sink| {
        sink.slice(&[from.with_gradient().map_or(0, |p| p.len()) as f64]);
    });
    let (from, zeros) = (program, vec![0.0; x.len()]);
    race.add_part("first run", move |sink| {
        let fresh = from.without_dead_code();
        let mut y = [0.0];
        let _ = black_box(fresh.eval_into(&zeros, &mut Workspace::new(), &mut y));
        sink.slice(&y);
    });
}

/// Many scenarios of a program with one output, as batches and one by one.
fn scenarios(
    name: &str,
    count: usize,
    center: &[f64],
    primal: impl Fn(&[f64]) -> f64,
    f: impl for<'p> Fn(&[Node<'p>]) -> Node<'p>,
    pace: Pace,
) -> Outcome {
    let n = center.len();
    let spread = data::uniforms(count * n);
    let points: Vec<f64> = spread.iter().zip(center.iter().cycle()).map(|(u, c)| c * (0.98 + 0.04 * u)).collect();
    let points = &points[..];
    let one = Program::record_at(center, |x| vec![f(x)]).and_then(|p| p.optimised());
    let Ok(value) = one else { unreachable!("the program is small") };
    let Ok(gradient) = value.with_gradient().and_then(|p| p.optimised()) else { unreachable!("it is small too") };
    println!("value {} operations, with gradient {}", value.len(), gradient.len());

    let mut race = Race::open(name, count as u64 * value.len() as u64, {
        let mut y = vec![0.0; count];
        move |sink| {
            y.iter_mut().zip(black_box(points).chunks_exact(n)).for_each(|(y, x)| *y = primal(x));
            sink.slice(&y);
        }
    });
    for (label, program) in [("value", &value), ("value and gradient", &gradient)] {
        for exact in [false, true] {
            let batch = if exact { program.batch().exact() } else { program.batch() };
            let (mut workspace, mut y) =
                (wengert::program::BatchWorkspace::new(), vec![0.0; count * program.outputs().len()]);
            race.add_part(format!("{label}{}", if exact { ", exact" } else { "" }), move |sink| {
                if let Err(error) = batch.eval_into(black_box(points), &mut workspace, &mut y) {
                    unreachable!("{error}");
                }
                sink.slice(&y[..1]);
            });
        }
        let (mut workspace, mut y) = (Workspace::new(), vec![0.0; program.outputs().len()]);
        race.add_part(format!("{label}, one by one"), move |sink| {
            for x in black_box(points).chunks_exact(n) {
                let _ = black_box(program.eval_into(x, &mut workspace, &mut y));
            }
            sink.slice(&y[..1]);
        });
    }
    race.run(pace)
}

/// Black-Scholes price of a call, with the distribution function of the table: nothing in it branches.
fn call<T: Real>(x: &[T]) -> T {
    let (spot, strike, rate, volatility, time) = (x[0], x[1], x[2], x[3], x[4]);
    let deviation = volatility * time.sqrt();
    let d1 = ((spot / strike).ln() + (rate + 0.5 * volatility * volatility) * time) / deviation;
    spot * wengert::functions::norm_cdf(d1)
        - strike * (-rate * time).exp() * wengert::functions::norm_cdf(d1 - deviation)
}

fn options(pace: Pace) -> Outcome {
    let center = &data::BLACK_SCHOLES_INPUTS;
    scenarios("Black-Scholes, 1e6 scenarios", 1_000_000, center, call, |x| call(x), pace)
}

fn valleys(pace: Pace) -> Outcome {
    let center = data::rosenbrock(100);
    scenarios("Rosenbrock 100, 1e4 points", 10_000, &center, primal::rosenbrock, |x| rosenbrock(x), pace)
}

macro_rules! race {
    ($name:expr, $x:expr, |$p:ident| $program:ident($($argument:expr),*), $pace:ident) => {{
        let x: &[f64] = $x;
        let mut race = Race::open($name, count::operations(x, |$p| count::$program($($argument),*)), move |sink| {
            let $p = black_box(x);
            sink.slice(&[primal::$program($($argument),*)]);
        });
        add(&mut race, x, |$p| $program($($argument),*));
        race.run($pace)
    }};
}

fn rosenbrock_1000(pace: Pace) -> Outcome {
    let x = data::rosenbrock(1000);
    race!("Rosenbrock 1000", &x, |p| rosenbrock(p), pace)
}

fn rosenbrock_1e5(pace: Pace) -> Outcome {
    let x = data::rosenbrock(100_000);
    race!("Rosenbrock 1e5", &x, |p| rosenbrock(p), pace)
}

fn lse(pace: Pace) -> Outcome {
    let x = data::log_sum_exp(100_000);
    race!("log-sum-exp 1e5", &x, |p| log_sum_exp(p), pace)
}

fn lorenz_20k(pace: Pace) -> Outcome {
    race!("Lorenz RK4, 20k steps", &data::LORENZ_INPUTS, |p| lorenz(p, data::LORENZ_STEPS), pace)
}

fn asian_2000(pace: Pace) -> Outcome {
    let normals = &data::normals(data::ASIAN_PATHS * data::ASIAN_STEPS)[..];
    race!("Asian option 2000x52", &data::ASIAN_INPUTS, |p| asian(p, normals), pace)
}

fn price(pace: Pace) -> Outcome {
    race!("Black-Scholes", &data::BLACK_SCHOLES_INPUTS, |p| black_scholes(p), pace)
}

const PROGRAMS: [menu::Program<Outcome>; 8] = [
    ("rosenbrock_1000", rosenbrock_1000),
    ("rosenbrock_1e5", rosenbrock_1e5),
    ("log_sum_exp", lse),
    ("lorenz", lorenz_20k),
    ("asian", asian_2000),
    ("black_scholes", price),
    ("options", options),
    ("valleys", valleys),
];

fn main() {
    Menu::read().run(&PROGRAMS, |outcome| println!("{outcome}"));
}
