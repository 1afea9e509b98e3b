//! Gradients through differential equations, beside the solution: SciML's problems with its tolerances.
//!
//! The loss is the sum of (1 - u)^2 / 2 at the sampled times. SciML's figures are those of its page of 2024-04 (AMD EPYC
//! 7502): its fastest way to the gradient.

use bench::odes::{Brusselator, Drug, LotkaVolterra, Pollution};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use wengert::ode::{Dynamics, Gradient, Jumps, Memory, Method, NoJumps, Ode, ode};
use wengert::{Dual, Real, Var};

/// What one problem is.
struct Problem<F, J> {
    name: &'static str,
    ode: Ode<F, J>,
    start: Vec<f64>,
    parameters: Vec<f64>,
    saves: Vec<f64>,
    theirs: &'static str,
}

fn grid(step: f64, end: f64) -> Vec<f64> {
    (0..=(end / step).round() as usize).map(|k| k as f64 * step).collect()
}

/// The time that this thread was on a processor, so that others at work there do not count; where nobody says it, time.
fn spent() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let said = std::fs::read_to_string("/proc/self/schedstat").ok();
    let said = said.and_then(|text| text.split_whitespace().next()?.parse().ok()).map(Duration::from_nanos);
    said.unwrap_or_else(|| START.get_or_init(Instant::now).elapsed())
}

/// The least time of a run in several batches; the clock of the processor ticks some 250 times a second.
fn least<R>(mut run: impl FnMut() -> R) -> (Duration, R) {
    let mut result = run();
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let (start, mut runs, mut more) = (spent(), 0, 1);
        while spent() - start < Duration::from_millis(50) {
            for _ in 0..more {
                result = run();
            }
            (runs, more) = (runs + more, 2 * more);
        }
        best = best.min((spent() - start) / runs);
    }
    (best, result)
}

fn misfit<T: Real>(u: &[T]) -> T {
    u.iter().map(|&u| 0.5 * (1.0 - u) * (1.0 - u)).sum()
}

fn of_state<'t>(_: usize, u: &[Var<'t>], _: &[Var<'t>]) -> Var<'t> {
    misfit(u)
}

const LANES: usize = 8;

impl<F: Dynamics, J: Jumps> Problem<F, J> {
    fn span(&self) -> [f64; 2] {
        [0.0, self.saves[self.saves.len() - 1]]
    }

    fn forward(&self) -> Vec<f64> {
        type Lanes = Dual<f64, [f64; LANES]>;
        let lift = |list: &[f64]| list.iter().map(|&x| Lanes::fixed(x)).collect::<Vec<Lanes>>();
        let (start, saves, span) = (lift(&self.start), lift(&self.saves), self.span().map(Lanes::fixed));
        let mut gradient = Vec::new();
        for first in (0..self.parameters.len()).step_by(LANES) {
            let mut p = lift(&self.parameters);
            let count = LANES.min(p.len() - first);
            p[first..first + count].iter_mut().enumerate().for_each(|(k, p)| *p = Lanes::lane(p.value, k));
            let s = self.ode.solve(&start, &p, span, &saves).expect("a solution");
            let loss: Lanes = s.states.iter().map(|u| misfit(u)).sum();
            gradient.extend_from_slice(&loss.tangent[..count]);
        }
        gradient
    }

    fn report(&self, forward: bool) {
        let ms = |d: Duration| format!("{:.3}", d.as_secs_f64() * 1e3);
        let (plain, s) =
            least(|| self.ode.solve(&self.start, &self.parameters, self.span(), &self.saves).expect("a solution"));
        let mut line = format!("| {} | {} | {} |", self.name, s.steps, ms(plain));
        let mut reference: Option<Vec<f64>> = None;
        let mut column = |name: &str, wanted: bool, run: &mut dyn FnMut() -> Vec<f64>| {
            if !wanted {
                return line.push_str(" - |");
            }
            let (time, gradient) = least(run);
            let ratio = time.as_secs_f64() / plain.as_secs_f64();
            line.push_str(&format!(" {} ({ratio:.1}) |", ms(time)));
            let largest = gradient.iter().fold(0.0f64, |m, g| m.max(g.abs()));
            match &reference {
                Some(reference) => {
                    let off = reference.iter().zip(&gradient).fold(0.0f64, |m, (a, b)| m.max((a - b).abs()));
                    eprintln!("{}: {name} differs by {:.1e} of the largest entry", self.name, off / largest);
                }
                None => reference = Some(gradient),
            }
        };
        column("forward", forward, &mut || self.forward());
        let (mut g, mut memory) = (Gradient::default(), Memory::default());
        column("discrete", true, &mut || {
            let (ode, span) = (&self.ode, self.span());
            ode.gradient_into(&self.start, &self.parameters, span, &self.saves, of_state, &mut g, &mut memory)
                .expect("a gradient");
            g.parameters.clone()
        });
        column("gauss", true, &mut || {
            let g = self.ode.gauss_gradient(&self.start, &self.parameters, self.span(), &self.saves, of_state);
            g.expect("a gradient").parameters
        });
        println!("{line} {} |", self.theirs);
    }
}

fn problem<F: Dynamics>(
    name: &'static str,
    dynamics: F,
    method: Method,
    (start, parameters, saves): (&[f64], &[f64], Vec<f64>),
    theirs: &'static str,
) -> Problem<F, NoJumps> {
    let ode = ode(dynamics).method(method).tolerances(1e-7, 1e-5);
    Problem { name, ode, start: start.to_vec(), parameters: parameters.to_vec(), saves, theirs }
}

fn main() {
    println!("| problem | steps | solution, ms | forward | discrete | Gauss | SciML, ms |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let (start, p) = (LotkaVolterra::START, LotkaVolterra::PARAMETERS);
    let given = (&start[..], &p[..], grid(0.5, 10.0));
    problem("Lotka-Volterra", LotkaVolterra, Method::Tsit5, given, "0.128").report(true);
    let drug = ode(Drug).jumps(Drug).tolerances(1e-7, 1e-5);
    let (start, parameters) = (Drug::START.to_vec(), Drug::PARAMETERS.to_vec());
    let (name, theirs) = ("PKPD, 11 doses", "2.3");
    let drug = Problem { name, ode: drug, start, parameters, saves: grid(1.0, 240.0), theirs };
    drug.report(true);
    let (start, p) = (Pollution::start(), Pollution::PARAMETERS);
    let given = (&start[..], &p[..], grid(0.5, 60.0));
    problem("Pollution", Pollution, Method::Rodas5P, given, "6.1").report(true);
    for (name, n, end, theirs) in [
        ("Brusselator N = 2", 2, 1.0, "0.7"),
        ("Brusselator N = 5", 5, 1.0, "5.8"),
        ("Brusselator N = 5, t to 10", 5, 10.0, "93"),
        ("Brusselator N = 10", 10, 1.0, "60"),
    ] {
        let (start, p) = (Brusselator(n).start(), Brusselator(n).parameters());
        let given = (&start[..], &p[..], grid(0.1, end));
        let mut brusselator = problem(name, Brusselator(n), Method::Rodas5P, given, theirs);
        brusselator.report(n < 5);
        // The forcing sets in later, and has no part in the pattern.
        brusselator.ode = brusselator.ode.sparse();
        brusselator.name = "the same, sparse";
        brusselator.report(n < 10 && end == 1.0);
    }
}
