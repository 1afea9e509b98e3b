//! The comparison of derivatives: primal, hand-written, and other crates in the same run.

#![forbid(unsafe_code)]

mod echidna;
mod num_dual;
#[cfg(feature = "xad")]
mod xad;

use std::hint::black_box;

use bench::race::{Outcome, Race, Sink};
use bench::{count, data, hand, primal};

/// A candidate from a hand-written gradient, which writes into a kept buffer.
fn by_hand<'a>(
    x: &'a [f64],
    mut f: impl FnMut(&[f64], &mut [f64]) -> f64 + 'a,
) -> impl FnMut(&mut Sink) + 'a {
    let mut gradient = vec![0.0; x.len()];
    move |sink| {
        black_box(f(black_box(x), &mut gradient));
        sink.slice(&gradient);
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
            by_hand(x, $hand),
        );
        echidna::tape(&mut race, x, |$p| echidna::reverse::$program($($argument),*));
        echidna::replay(&mut race, x, |$p| echidna::recorded::$program($($argument),*));
        #[cfg(feature = "xad")]
        xad::tape(&mut race, x, |$p| xad::$program($($argument),*));
        race
    }};
}

/// Adds the forward modes that carry all `$n` inputs as lanes.
macro_rules! add_lanes {
    ($race:ident, $n:literal, $x:expr, |$p:ident| $program:ident($($argument:expr),*)) => {
        echidna::lanes::<$n>(&mut $race, $x, |$p| echidna::forward::$program($($argument),*));
        num_dual::lanes::<$n>(&mut $race, $x, |$p| num_dual::$program($($argument),*));
        #[cfg(feature = "xad")]
        xad::lanes::<$n>(&mut $race, $x, |$p| xad::$program($($argument),*));
    };
}

fn rosenbrock_10() -> Outcome {
    let x = data::rosenbrock(10);
    let mut race = gradient_race!("Rosenbrock 10", &x, |p| rosenbrock(p), hand::rosenbrock);
    add_lanes!(race, 10, &x, |p| rosenbrock(p));
    race.run()
}

fn rosenbrock_1000() -> Outcome {
    let x = data::rosenbrock(1000);
    let mut race = gradient_race!("Rosenbrock 1000", &x, |p| rosenbrock(p), hand::rosenbrock);
    num_dual::one_by_one(&mut race, &x, num_dual::rosenbrock);
    race.run()
}

fn rosenbrock_1e5() -> Outcome {
    let x = data::rosenbrock(100_000);
    gradient_race!("Rosenbrock 1e5", &x, |p| rosenbrock(p), hand::rosenbrock).run()
}

fn log_sum_exp() -> Outcome {
    let x = data::log_sum_exp(100_000);
    gradient_race!("log-sum-exp 1e5", &x, |p| log_sum_exp(p), hand::log_sum_exp).run()
}

fn lorenz() -> Outcome {
    const STEPS: usize = data::LORENZ_STEPS;
    let x = &data::LORENZ_INPUTS;
    let mut states = Vec::new();
    let mut race = gradient_race!(
        "Lorenz RK4, 20k steps",
        x,
        |p| lorenz(p, STEPS),
        |p: &[f64], g: &mut [f64]| { hand::lorenz(p, STEPS, &mut states, g) }
    );
    add_lanes!(race, 6, x, |p| lorenz(p, STEPS));
    race.run()
}

fn asian() -> Outcome {
    let x = &data::ASIAN_INPUTS;
    let normals = &data::normals(data::ASIAN_PATHS * data::ASIAN_STEPS)[..];
    let mut race = gradient_race!(
        "Asian option 2000x52",
        x,
        |p| asian(p, normals),
        |p: &[f64], g: &mut [f64]| { hand::asian(p, normals, g) }
    );
    add_lanes!(race, 5, x, |p| asian(p, normals));
    race.run()
}

fn black_scholes() -> Outcome {
    let x = &data::BLACK_SCHOLES_INPUTS;
    let mut race = gradient_race!(
        "Black-Scholes, 5 Greeks",
        x,
        |p| black_scholes(p),
        hand::black_scholes
    );
    add_lanes!(race, 5, x, |p| black_scholes(p));
    race.run()
}

fn jacobian() -> Outcome {
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
    echidna::jacobian(&mut race, x);
    num_dual::jacobian(&mut race, x);
    #[cfg(feature = "xad")]
    xad::jacobian(&mut race, x);
    race.run()
}

fn hessian() -> Outcome {
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
    echidna::hessian(&mut race, x);
    num_dual::hessian(&mut race, x);
    #[cfg(feature = "xad")]
    xad::hessian(&mut race, x);
    race.run()
}

type Program = (&'static str, fn() -> Outcome);

const PROGRAMS: [Program; 9] = [
    ("rosenbrock_10", rosenbrock_10),
    ("rosenbrock_1000", rosenbrock_1000),
    ("rosenbrock_1e5", rosenbrock_1e5),
    ("log_sum_exp", log_sum_exp),
    ("lorenz", lorenz),
    ("asian", asian),
    ("black_scholes", black_scholes),
    ("jacobian", jacobian),
    ("hessian", hessian),
];

fn main() {
    // cargo itself passes `--bench`.
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    for (name, program) in PROGRAMS {
        if wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str())) {
            println!("{}", program());
        }
    }
}
