//! `wengert fit`: the parameters of a model from data.

mod model;
mod plot;
mod report;
mod start;
mod statistics;
mod student;
mod table;

use crate::args::FitArgs;
use crate::engine::{forward, plural};
use crate::failure::{Failure, tell};
use crate::least_squares::{Bound, Ending, Iteration, Solution, minimize};
use crate::number;
use crate::output::Output;
use crate::picture::PlotFile;
use crate::trace::number as rounded;
use crate::unknowns::{as_starts, bounds, fits, starts};
use model::Fit;
use plot::{Drawn, Predicted};
use statistics::Statistics;
use std::time::Instant;
use wengert::Tape;

/// Runs the command.
pub(crate) fn run(args: &FitArgs) -> Result<(), Failure> {
    if !(args.confidence > 0.0 && args.confidence < 1.0) {
        return Err(Failure::Usage(format!("--confidence {}: a number between 0 and 1 is wanted", args.confidence)));
    }
    let fit = Fit::load(args)?;
    let names = fit.parameters();
    let given = starts(&args.start, &names)?;
    let bounds = bounds(&args.bounds, &names)?;
    fits(&names, &given, &bounds)?;
    // All are opened before one is written.
    let picture = args.plot.as_deref().map(PlotFile::open).transpose()?;
    let table = args.rows.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let output = Output::open(args.printing.output.as_deref())?;

    let begin = Instant::now();
    let solution = search(args, &fit, &names, &given, &bounds)?;
    let time = begin.elapsed();
    let statistics = Statistics::new(&fit, &solution, args.confidence);
    let mut predict = predict(&fit, &solution, &statistics);
    let fitted: Vec<Predicted> = (0..fit.observed.len()).map(|i| predict(fit.row(i))).collect();
    let found = report::Found {
        fit: &fit,
        names: &names,
        solution: &solution,
        statistics: &statistics,
        confidence: args.confidence,
        digits: args.printing.digits,
        time,
    };
    found.print(output, &args.printing)?;
    if let Some(table) = table {
        report::rows(&fit, &fitted, args.printing.digits, table)?;
    }
    if let Some(picture) = picture {
        let drawn = Drawn {
            fit: &fit,
            solution: &solution,
            statistics: &statistics,
            confidence: args.confidence,
            fitted: &fitted,
        };
        picture.print(&drawn.scene(&mut |x| predict(&[x])))?;
    }
    found.note();
    match fit.rows.skipped {
        0 => found.verdict(),
        skipped => {
            found.verdict()?;
            let rows = plural(skipped + fit.observed.len(), "row");
            Err(Failure::Data(format!("{skipped} of {rows} left out")))
        }
    }
}

/// Searches for the least sum of squares.
fn search(
    args: &FitArgs,
    fit: &Fit,
    names: &[String],
    given: &[Option<f64>],
    bounds: &[Bound],
) -> Result<Solution, Failure> {
    let start: Vec<f64> = if given.iter().all(Option::is_some) {
        given.iter().map(|x| x.unwrap_or_default()).collect()
    } else {
        start::estimate(fit, given, bounds).ok_or_else(|| {
            let text = "no start was found at which the model is finite: give values with --start NAME=VALUE, \
                        or --bounds to search in";
            Failure::Program(format!("error: {text}"))
        })?
    };
    let tape = Tape::new();
    let mut residuals = fit.residuals(&tape, (0..fit.observed.len()).collect());
    let found = minimize(&mut residuals, &start, bounds, args.max_iterations);
    let bad = residuals.bad.map_or(String::new(), |i| format!("{}:{}: ", fit.rows.name, fit.rows.lines[i]));
    let place = as_starts(names, &start);
    let solution = match found {
        Err(error) => {
            let Failure::Program(drawing) = fit.problem.failure(&error) else { unreachable!("an error of a program") };
            return Err(Failure::Program(format!("{drawing}\nnote: {bad}at the start {place}")));
        }
        Ok(None) => {
            let text = format!("{bad}the model is not finite, or has no finite derivative, at the start {place}");
            return Err(Failure::Program(format!("error: {text}: start elsewhere with --start, or set --bounds")));
        }
        Ok(Some(solution)) => solution,
    };
    if args.iterations {
        tell(format_args!("start: {place}"));
        for (k, Iteration { sum, cosine, step, damping }) in solution.iterations.iter().enumerate() {
            let [sum, cosine, step, damping] =
                [(sum, 12), (cosine, 3), (step, 3), (damping, 3)].map(|(x, d)| rounded(*x, d));
            tell(format_args!("{:>4}  sum of squares {sum}  cosine {cosine}  step {step}  damping {damping}", k + 1));
        }
    }
    let again = || format!("go on with --start {}", as_starts(names, &solution.x));
    let sum = number::text(solution.sum);
    match solution.ending {
        Ending::Converged => Ok(solution),
        Ending::Limit => {
            let text = format!("no least sum of squares after {} steps; it is {sum} now", solution.iterations.len());
            Err(Failure::Program(format!("error: {text}: {}, or raise --max-iterations", again())))
        }
        Ending::Stalled(cosine) => {
            let text = format!(
                "the search is stuck at a sum of squares of {sum}, where the residuals still have the cosine {} with a \
                 derivative: the model jumps, has a kink, or is not finite next to there",
                rounded(cosine, 2)
            );
            Err(Failure::Program(format!("error: {text}: start elsewhere, or set --bounds; {}", again())))
        }
    }
}

/// The model at any values of its variables, with the half width of its band.
fn predict<'a>(
    fit: &'a Fit,
    solution: &'a Solution,
    statistics: &'a Statistics,
) -> impl FnMut(&[f64]) -> Predicted + 'a {
    let (mut point, mut value, mut gradient) = (Vec::new(), [0.0], vec![0.0; solution.x.len()]);
    // Duals alone: a tape would have to outlive this function.
    let mut engine = forward(&fit.problem);
    move |variables| {
        fit.point(&solution.x, variables, &mut point);
        match engine.run(&point, &mut value, &mut gradient) {
            Ok(()) => (value[0], statistics.reach * statistics.error_of_model(&gradient)),
            Err(_) => (f64::NAN, f64::NAN),
        }
    }
}
