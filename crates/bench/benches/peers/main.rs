//! The comparison of derivatives: primal, hand-written, and other crates in the same run.

#![forbid(unsafe_code)]

mod deep;
mod echidna;
mod num_dual;
mod program;
mod wengert;
#[cfg(feature = "xad")]
mod xad;

use std::hint::black_box;

use bench::race::{Outcome, Pace, Race, Sink};
use bench::{count, data, hand, primal};
use clap::Parser;

/// A candidate from a hand-written gradient, which writes into a kept buffer; its first `wanted` entries are handed in.
fn by_hand<'a>(
    x: &'a [f64],
    wanted: usize,
    mut f: impl FnMut(&[f64], &mut [f64]) -> f64 + 'a,
) -> impl FnMut(&mut Sink) + 'a {
    let mut gradient = vec![0.0; x.len()];
    move |sink| {
        black_box(f(black_box(x), &mut gradient));
        sink.slice(&gradient[..wanted]);
    }
}

/// Makes the race of a program with one output.
macro_rules! gradient_race {
    ($name:expr, $x:expr, |$p:ident| $program:ident($($argument:expr),*), $hand:expr) => {{
        let x: &[f64] = $x;
        let mut race = Race::new(
            $name,
            count::operations(x, |$p| count::$program($($argument),*)),
            move |sink| {
                let $p = black_box(x);
                sink.slice(&[primal::$program($($argument),*)]);
            },
            by_hand(x, x.len(), $hand),
        );
        wengert::tape(&mut race, x, |$p| wengert::$program($($argument),*));
        program::replay(&mut race, x, |$p| wengert::$program($($argument),*));
        echidna::tape(&mut race, x, |$p| echidna::reverse::$program($($argument),*));
        echidna::replay(&mut race, x, |$p| echidna::recorded::$program($($argument),*));
        #[cfg(feature = "xad")]
        xad::tape(&mut race, x, |$p| xad::$program($($argument),*));
        race
    }};
}

/// Adds the forward modes that carry all `$n` inputs as lanes; of the program's arguments `$more` stand behind the inputs.
macro_rules! add_lanes {
    ($race:ident, $n:literal, $x:expr, |$p:ident| $program:ident($q:ident $(, $more:expr)*)) => {
        add_lanes!($race, $n, $x, |$p| $program($q $(, $more)*), [$($more),*]);
    };
    ($race:ident, $n:literal, $x:expr, |$p:ident| $program:ident($($argument:expr),*), [$($more:expr),*]) => {
        wengert::lanes::<$n>(&mut $race, $x, |$p| wengert::$program($($argument),*));
        wengert::function(&mut $race, $x, wengert::functions::$program($($more),*));
        echidna::lanes::<$n>(&mut $race, $x, |$p| echidna::forward::$program($($argument),*));
        num_dual::lanes::<$n>(&mut $race, $x, |$p| num_dual::$program($($argument),*));
        #[cfg(feature = "xad")]
        xad::lanes::<$n>(&mut $race, $x, |$p| xad::$program($($argument),*));
    };
}

fn rosenbrock_10(pace: Pace) -> Outcome {
    let x = data::rosenbrock(10);
    let mut race = gradient_race!("Rosenbrock 10", &x, |p| rosenbrock(p), hand::rosenbrock);
    add_lanes!(race, 10, &x, |p| rosenbrock(p));
    race.run(pace)
}

fn rosenbrock_1000(pace: Pace) -> Outcome {
    let x = data::rosenbrock(1000);
    let mut race = gradient_race!("Rosenbrock 1000", &x, |p| rosenbrock(p), hand::rosenbrock);
    num_dual::one_by_one(&mut race, &x, num_dual::rosenbrock);
    race.run(pace)
}

fn rosenbrock_1e5(pace: Pace) -> Outcome {
    let x = data::rosenbrock(100_000);
    gradient_race!("Rosenbrock 1e5", &x, |p| rosenbrock(p), hand::rosenbrock).run(pace)
}

fn log_sum_exp(pace: Pace) -> Outcome {
    let x = data::log_sum_exp(100_000);
    gradient_race!("log-sum-exp 1e5", &x, |p| log_sum_exp(p), hand::log_sum_exp).run(pace)
}

fn lorenz(pace: Pace) -> Outcome {
    const STEPS: usize = data::LORENZ_STEPS;
    let x = &data::LORENZ_INPUTS;
    let mut states = Vec::new();
    let mut race = gradient_race!("Lorenz RK4, 20k steps", x, |p| lorenz(p, STEPS), |p: &[f64], g: &mut [f64]| {
        hand::lorenz(p, STEPS, &mut states, g)
    });
    add_lanes!(race, 6, x, |p| lorenz(p, STEPS));
    race.run(pace)
}

fn asian(pace: Pace) -> Outcome {
    let x = &data::ASIAN_INPUTS;
    let normals = &data::normals(data::ASIAN_PATHS * data::ASIAN_STEPS)[..];
    let mut race = gradient_race!("Asian option 2000x52", x, |p| asian(p, normals), |p: &[f64], g: &mut [f64]| {
        hand::asian(p, normals, g)
    });
    add_lanes!(race, 5, x, |p| asian(p, normals));
    race.run(pace)
}

fn black_scholes(pace: Pace) -> Outcome {
    let x = &data::BLACK_SCHOLES_INPUTS;
    let mut race = gradient_race!("Black-Scholes, 5 Greeks", x, |p| black_scholes(p), hand::black_scholes);
    add_lanes!(race, 5, x, |p| black_scholes(p));
    race.run(pace)
}

fn jacobian(pace: Pace) -> Outcome {
    let x = &data::WAVES_INPUTS;
    let (mut y, mut y_by_hand) = (vec![0.0; data::WAVES], vec![0.0; data::WAVES]);
    let mut jacobian = vec![[0.0; 2]; data::WAVES];
    let mut race = Race::new(
        "Jacobian 2 -> 1000",
        count::operations_of_waves(x, data::WAVES),
        move |sink| {
            primal::waves(black_box(x), &mut y);
            sink.slice(&y);
        },
        move |sink| {
            hand::waves(black_box(x), &mut y_by_hand, &mut jacobian);
            sink.slice(jacobian.as_flattened());
        },
    );
    wengert::jacobian(&mut race, x);
    echidna::jacobian(&mut race, x);
    num_dual::jacobian(&mut race, x);
    #[cfg(feature = "xad")]
    xad::jacobian(&mut race, x);
    race.run(pace)
}

fn hessian(pace: Pace) -> Outcome {
    let x = data::rosenbrock(100);
    let x = &x[..];
    let mut dense = vec![0.0; x.len() * x.len()];
    let mut race = Race::new(
        "Hessian n=100 (Rosenbrock)",
        count::operations(x, count::rosenbrock),
        move |sink| sink.slice(&[primal::rosenbrock(black_box(x))]),
        move |sink| {
            hand::rosenbrock_hessian(black_box(x), &mut dense);
            sink.slice(&dense);
        },
    );
    wengert::hessian(&mut race, x);
    echidna::hessian(&mut race, x);
    num_dual::hessian(&mut race, x);
    #[cfg(feature = "xad")]
    xad::hessian(&mut race, x);
    race.run(pace)
}

/// Makes the race of the derivatives by the first four inputs of a program with one output.
macro_rules! four_lanes_race {
    ($name:expr, $x:expr, |$p:ident| $program:ident($($argument:expr),*), $hand:expr) => {{
        let x: &[f64] = $x;
        let mut race = Race::new(
            $name,
            count::operations(x, |$p| count::$program($($argument),*)),
            move |sink| {
                let $p = black_box(x);
                sink.slice(&[primal::$program($($argument),*)]);
            },
            by_hand(x, 4, $hand),
        );
        wengert::lanes::<4>(&mut race, x, |$p| wengert::$program($($argument),*));
        echidna::lanes::<4>(&mut race, x, |$p| echidna::forward::$program($($argument),*));
        race
    }};
}

fn four_lanes_rosenbrock(pace: Pace) -> Outcome {
    let x = data::rosenbrock(1000);
    four_lanes_race!("4 partials of Rosenbrock 1000", &x, |p| rosenbrock(p), hand::rosenbrock).run(pace)
}

fn four_lanes_lorenz(pace: Pace) -> Outcome {
    const STEPS: usize = data::LORENZ_STEPS;
    let mut states = Vec::new();
    four_lanes_race!(
        "4 partials of Lorenz RK4, 20k steps",
        &data::LORENZ_INPUTS,
        |p| lorenz(p, STEPS),
        |p: &[f64], g: &mut [f64]| hand::lorenz(p, STEPS, &mut states, g)
    )
    .run(pace)
}

fn four_lanes_black_scholes(pace: Pace) -> Outcome {
    let x = &data::BLACK_SCHOLES_INPUTS;
    four_lanes_race!("4 partials of Black-Scholes", x, |p| black_scholes(p), hand::black_scholes).run(pace)
}

/// Makes the race of a Hessian-vector product, measured against the gradient.
macro_rules! product_race {
    ($name:expr, $x:expr, $program:ident, $product:ident, $pace:ident) => {{
        let x: &[f64] = $x;
        let v = &data::normals(x.len())[..];
        let mut product = vec![0.0; x.len()];
        let mut race = Race::new(
            $name,
            count::operations(x, count::$program),
            move |sink| sink.slice(&[primal::$program(black_box(x))]),
            move |sink: &mut Sink| {
                hand::$product(black_box(x), black_box(v), &mut product);
                sink.slice(&product);
            },
        );
        wengert::$product(&mut race, x, v);
        race.run($pace)
    }};
}

fn product_rosenbrock(pace: Pace) -> Outcome {
    let x = &data::rosenbrock(1000);
    product_race!("Hessian times vector, Rosenbrock 1000", x, rosenbrock, rosenbrock_product, pace)
}

fn product_log_sum_exp(pace: Pace) -> Outcome {
    let x = &data::log_sum_exp(100_000);
    product_race!("Hessian times vector, log-sum-exp 1e5", x, log_sum_exp, log_sum_exp_product, pace)
}

type Program = (&'static str, fn(Pace) -> Outcome);

const PROGRAMS: [Program; 14] = [
    ("rosenbrock_10", rosenbrock_10),
    ("rosenbrock_1000", rosenbrock_1000),
    ("rosenbrock_1e5", rosenbrock_1e5),
    ("log_sum_exp", log_sum_exp),
    ("lorenz", lorenz),
    ("asian", asian),
    ("black_scholes", black_scholes),
    ("four_lanes_rosenbrock", four_lanes_rosenbrock),
    ("four_lanes_lorenz", four_lanes_lorenz),
    ("four_lanes_black_scholes", four_lanes_black_scholes),
    ("jacobian", jacobian),
    ("hessian", hessian),
    ("product_rosenbrock", product_rosenbrock),
    ("product_log_sum_exp", product_log_sum_exp),
];

/// Times derivatives side by side and prints Markdown tables.
#[derive(Parser)]
struct Options {
    /// Parts of the names of the programs wanted; all, if none is given.
    programs: Vec<String>,
    /// A first look: fewer and shorter rounds.
    #[arg(long)]
    quick: bool,
    /// In place of the tables, a chain of 1e8 operations: takes about 2 GB of memory.
    #[arg(long)]
    deep: bool,
    /// What cargo itself passes.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let options = Options::parse();
    if options.deep {
        return deep::run(100_000_000);
    }
    let wanted = &options.programs;
    let pace = if options.quick { Pace::QUICK } else { Pace::FULL };
    for (name, program) in PROGRAMS {
        if wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str())) {
            println!("{}", program(pace));
        }
    }
}
