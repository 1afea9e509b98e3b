//! `wengert solve`: roots of systems of equations, with their derivatives by parameters.

use crate::args::SolveArgs;
use crate::engine::{Engine, engine, plural};
use crate::equations::statements;
use crate::failure::Failure;
use crate::jacobian::how;
use crate::least_squares::{Bound, Qr, Residuals, Solution, minimize, norm};
use crate::number;
use crate::problem::{Problem, given_for_search, words};
use crate::report::{Cell, Report, Table};
use crate::source::Source;
use crate::trace::number as rounded;
use crate::unknowns::{as_starts, bounds, fits, halton, started, starts, tolerated};
use lang::Error;
use serde_json::{Map, Value, json};
use std::time::Instant;
use wengert::implicit::{self, root};
use wengert::{Mode, Real, Tape};

/// How many places are tried where no start is given.
const STARTS: usize = 100;

/// The equations with both sides as results: l1, r1, l2, r2, ..
fn program(text: &str) -> Result<String, Failure> {
    let (functions, equations) = statements(text);
    if equations.is_empty() {
        return Err(Failure::Usage("an equation is wanted, such as 'x^2 + y = 3; x*y = 1'".to_owned()));
    }
    let functions: String = functions.into_iter().map(|place| &text[place]).collect();
    let sides: Vec<String> = equations
        .iter()
        .map(|equation| {
            // A comment at the end of a side would hide what follows.
            let side = |side: &str| format!("({}{})", side.trim(), if side.contains('#') { "\n" } else { "" });
            let right = equation.right.as_ref().map_or("0".to_owned(), |right| side(&text[right.clone()]));
            format!("{}, {right}", side(&text[equation.left.clone()]))
        })
        .collect();
    Ok(format!("{functions}[{}]", sides.join(", ")))
}

/// The differences of the sides.
struct Equations<'a> {
    engine: Box<dyn Engine + 'a>,
    unknowns: usize,
    parameters: &'a [f64],
    point: Vec<f64>,
    /// Both sides of each equation, and their derivatives by unknowns and parameters.
    sides: Vec<f64>,
    jacobian: Vec<f64>,
    /// What each equation is divided by, for all to be of one size.
    sizes: Vec<f64>,
}

impl Equations<'_> {
    fn width(&self) -> usize {
        self.unknowns + self.parameters.len()
    }

    fn run(&mut self, x: &[f64]) -> Result<(), Error> {
        self.point.clear();
        self.point.extend(x.iter().chain(self.parameters));
        self.engine.run(&self.point, &mut self.sides, &mut self.jacobian)
    }

    /// The derivative of an equation by an input.
    fn by(&self, equation: usize, input: usize) -> f64 {
        let entry = |side: usize| self.jacobian[(2 * equation + side) * self.width() + input];
        entry(0) - entry(1)
    }

    /// Whether the sides of an equation differ by no number.
    fn is_nan(&self) -> bool {
        self.sides.chunks_exact(2).any(|sides| (sides[0] - sides[1]).is_nan())
    }

    /// How large what an equation is made of is at a point: its sides, and its terms by the unknowns.
    fn size(&self, equation: usize, x: &[f64]) -> f64 {
        let terms: f64 = x.iter().enumerate().map(|(j, x)| (self.by(equation, j) * x).abs()).sum();
        self.sides[2 * equation].abs().max(self.sides[2 * equation + 1].abs()).max(terms)
    }
}

impl Residuals for Equations<'_> {
    type Error = Error;

    fn count(&self) -> usize {
        self.sizes.len()
    }

    fn noise(&self) -> f64 {
        0.0
    }

    fn eval(&mut self, x: &[f64], residuals: &mut [f64], jacobian: &mut [f64]) -> Result<(), Error> {
        self.run(x)?;
        for (i, r) in residuals.iter_mut().enumerate() {
            *r = (self.sides[2 * i] - self.sides[2 * i + 1]) / self.sizes[i];
            for j in 0..x.len() {
                jacobian[i * x.len() + j] = self.by(i, j) / self.sizes[i];
            }
        }
        Ok(())
    }
}

/// The differences of the sides on any number.
struct Differences<'a> {
    problem: &'a Problem,
}

impl implicit::Equations for Differences<'_> {
    fn eval<T: Real>(&self, x: &[T], parameters: &[T]) -> impl AsRef<[T]> {
        let Problem { program, limits, .. } = self.problem;
        let point: Vec<T> = x.iter().chain(parameters).copied().collect();
        // What has no value there has no derivative either.
        let sides = program.eval(&point, limits).unwrap_or_else(|_| vec![T::from(f64::NAN); program.outputs()]);
        sides.chunks_exact(2).map(|sides| sides[0] - sides[1]).collect::<Vec<T>>()
    }
}

/// Whether several roots are one here, as far as rounding lets it be told.
fn is_multiple(problem: &Problem, x: &[f64], parameters: &[f64]) -> bool {
    let at = root(Differences { problem }, |_: &[f64]| Ok::<_, String>(x.to_vec())).tolerance(1.0);
    matches!(at.at(parameters), Err(implicit::Error::Singular { .. }))
}

/// A search that has ended, and the worst that it leaves of an equation as a part of its size.
#[derive(Clone)]
struct Ended {
    solution: Solution,
    left: f64,
    /// Whether another step would still lead far: sides come ever closer, and meet nowhere.
    far: bool,
    /// Whether it would lead so far that the search is where no step helps: the sides come no closer next to there.
    lost: bool,
    /// Both sides of each equation, and how large what they are made of is there.
    sides: Vec<[f64; 2]>,
    sizes: Vec<f64>,
}

impl Ended {
    fn is_root(&self, tolerance: f64) -> bool {
        self.left <= tolerance && !self.far
    }

    fn difference(&self, equation: usize) -> f64 {
        (self.sides[equation][0] - self.sides[equation][1]).abs()
    }

    /// Whether the sides are closer to each other than those of another, measured by the larger sizes of both.
    fn is_nearer(&self, other: &Ended) -> bool {
        let worst = |one: &Ended| {
            let part = |i: usize| one.difference(i) / self.sizes[i].max(other.sizes[i]).max(f64::MIN_POSITIVE);
            (0..self.sizes.len()).map(part).fold(0.0, f64::max)
        };
        worst(self) < worst(other)
    }

    /// The equation whose sides are furthest apart.
    fn worst(&self) -> usize {
        let part = |i: usize| self.difference(i) / self.sizes[i].max(f64::MIN_POSITIVE);
        (0..self.sizes.len()).fold(0, |worst, i| if part(i) > part(worst) { i } else { worst })
    }
}

/// How far a step may still lead from a root, beside the unknown and one.
const FAR: f64 = 1e-3;
/// How far a step leads on a way to infinity at most.
const LOST: f64 = 100.0;

/// Searches from a start; `None` where the equations are not finite there.
fn search(f: &mut Equations<'_>, start: &[f64], bounds: &[Bound], most: usize) -> Result<Option<Ended>, Error> {
    f.sizes.fill(1.0);
    f.run(start)?;
    if f.is_nan() {
        return Ok(None);
    }
    for i in 0..f.sizes.len() {
        let size = f.size(i, start);
        f.sizes[i] = if size > 0.0 && size.is_finite() { size } else { 1.0 };
    }
    let Some(solution) = minimize(f, start, bounds, most)? else { return Ok(None) };
    f.run(&solution.x)?;
    if f.is_nan() {
        return Ok(None);
    }
    let part = |i: usize| {
        let difference = (f.sides[2 * i] - f.sides[2 * i + 1]).abs();
        if difference == 0.0 { 0.0 } else { difference / f.size(i, &solution.x).max(f.sizes[i]) }
    };
    let worst = (0..f.sizes.len()).map(part).fold(0.0, f64::max);
    let n = solution.x.len();
    let columns: Vec<f64> =
        (0..n).map(|j| norm(&solution.jacobian.iter().skip(j).step_by(n).copied().collect::<Vec<_>>())).collect();
    let scaled: Vec<f64> = solution.jacobian.iter().enumerate().map(|(k, d)| d / columns[k % n]).collect();
    // Without influence of an unknown nothing says how far it is.
    let longest = if columns.contains(&0.0) {
        f64::INFINITY
    } else {
        let step = Qr::new(&scaled, n, &solution.residuals).damped(&vec![1.0; n], f64::INFINITY, 0.0).0;
        let long = |j: usize| (step[j] / columns[j]).abs() / (1.0 + solution.x[j].abs());
        (0..n).map(long).fold(0.0, |m, x| if x > m || x.is_nan() { x } else { m })
    };
    let leads = |beyond: f64| worst > 0.0 && (longest.is_nan() || longest > beyond);
    Ok(Some(Ended {
        left: worst,
        far: leads(FAR),
        lost: leads(LOST),
        sides: f.sides.chunks_exact(2).map(|sides| [sides[0], sides[1]]).collect(),
        sizes: (0..n).map(|i| f.size(i, &solution.x)).collect(),
        solution,
    }))
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    tolerated(args.tolerance)?;
    let (source, values) = Source::load(&args.question)?;
    let text = program(&source.text)?;
    let source = Source { text, file: source.file, from_stdin: source.from_stdin };
    let parsed = source.parse()?;
    let given = given_for_search(&values)?;
    let mentioned = words(&source.text);
    let free = |name: &str| parsed.inputs().iter().any(|input| input == name);
    let mut names: Vec<&str> =
        parsed.inputs().iter().map(String::as_str).filter(|name| !given.iter().any(|g| g.name == *name)).collect();
    names.extend(started(&args.start).into_iter().filter(|name| !free(name) && mentioned.contains(name)));
    let n = names.len();
    names.extend(given.iter().map(|g| g.name));
    let problem = Problem::new(source, &parsed, &names, None, args.question.bounds.limits(), "")?;
    let names: Vec<String> = problem.program.inputs()[..n].to_vec();
    let count = problem.program.outputs() / 2;
    if n != count {
        let (equations, unknowns) = (plural(count, "equation"), plural(n, "unknown"));
        let named = if n == 0 { String::new() } else { format!(" ({})", names.join(", ")) };
        let advice = match n > count {
            true => "give some as NAME=VALUE, or more equations",
            false => "there is to be an unknown for each; `wengert fit` and `minimize` take more equations",
        };
        return Err(Failure::Usage(format!("{equations} for {unknowns}{named}: {advice}")));
    }
    let starts = starts(&args.start, &names)?;
    let bounds = bounds(&args.bounds, &names)?;
    fits(&names, &starts, &bounds)?;

    let begin = Instant::now();
    let parameters: Vec<f64> = given.iter().map(|g| g.value).collect();
    let tape = Tape::new();
    let width = n + parameters.len();
    let mut f = Equations {
        engine: engine(&problem, Mode::Auto, &tape),
        unknowns: n,
        parameters: &parameters,
        point: Vec::new(),
        sides: vec![0.0; 2 * n],
        jacobian: vec![0.0; 2 * n * width],
        sizes: vec![1.0; n],
    };
    let open = starts.iter().any(Option::is_none);
    let (mut best, mut nearest, mut failed): (Option<Ended>, Option<Ended>, _) = (None, None, None);
    let tries = if open { STARTS } else { 1 };
    for k in 0..tries {
        let start: Vec<f64> = (0..n).map(|j| starts[j].unwrap_or_else(|| place(k, j, bounds[j]))).collect();
        match search(&mut f, &start, &bounds, args.max_iterations) {
            Err(error) => failed = Some(error),
            Ok(None) => {}
            Ok(Some(ended)) => {
                if nearest.as_ref().is_none_or(|nearest| ended.is_nearer(nearest)) {
                    nearest = Some(ended.clone());
                }
                if best.as_ref().is_none_or(|best| (ended.far, ended.left) < (best.far, best.left)) {
                    best = Some(ended);
                }
            }
        }
        if best.as_ref().is_some_and(|best| best.is_root(args.tolerance)) {
            break;
        }
    }
    let time = begin.elapsed();
    let Some(best) = best else {
        return Err(match failed {
            Some(error) => problem.failure(&error),
            None => Failure::Program(
                "error: the equations are not finite at the start, or have no finite derivatives: start elsewhere with \
                 --start, or set --bounds"
                    .to_owned(),
            ),
        });
    };
    if !best.is_root(args.tolerance) {
        let searches = plural(tries, "search").replace("searchs", "searches");
        let nearest = nearest.unwrap_or_else(|| best.clone());
        let known = match best.left <= args.tolerance && !best.lost {
            true => format!(
                "the sides come ever closer on the way to {} and beyond, and meet nowhere",
                as_starts(&names, &best.solution.x)
            ),
            false => {
                let worst = nearest.worst();
                format!(
                    "they came closest at {}, where the sides of equation {} are {} and {}, and differ by {}",
                    as_starts(&names, &nearest.solution.x),
                    worst + 1,
                    rounded(nearest.sides[worst][0], 6),
                    rounded(nearest.sides[worst][1], 6),
                    rounded(nearest.difference(worst), 3)
                )
            }
        };
        return Err(Failure::Program(format!(
            "error: no root was found in {searches}: {known}: there may be no root; else start elsewhere with --start, or \
             set --bounds"
        )));
    }
    f.run(&best.solution.x).map_err(|e| problem.failure(&e))?;
    report(args, &problem, &names, &f, &best, time)
}

/// Where unknown `j` starts in try `k`.
fn place(k: usize, j: usize, bound: Bound) -> f64 {
    let Bound { low, high } = bound;
    let u = halton(k + 1, j);
    match (low.is_finite(), high.is_finite()) {
        (true, true) => low + (high - low) * u,
        _ if k == 0 => 1.0f64.clamp(low, high),
        (true, false) => low + 10f64.powf(4.0 * u - 2.0),
        (false, true) => high - 10f64.powf(4.0 * u - 2.0),
        (false, false) => (if u < 0.5 { 1.0 } else { -1.0 }) * 10f64.powf(8.0 * (u % 0.5) - 2.0),
    }
}

/// Prints the root with its derivatives: -J^-1 times those of the equations by the parameters.
fn report(
    args: &SolveArgs,
    problem: &Problem,
    names: &[String],
    f: &Equations<'_>,
    best: &Ended,
    time: std::time::Duration,
) -> Result<(), Failure> {
    let (n, x) = (names.len(), &best.solution.x);
    let rows: Vec<f64> = (0..n).map(|i| norm(&(0..n).map(|j| f.by(i, j)).collect::<Vec<_>>())).collect();
    let one = |size: f64| if size > 0.0 { size } else { 1.0 };
    let scaled = |i: usize, j: usize| f.by(i, j) / one(rows[i]);
    let columns: Vec<f64> = (0..n).map(|j| one(norm(&(0..n).map(|i| scaled(i, j)).collect::<Vec<_>>()))).collect();
    let matrix: Vec<f64> =
        (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| scaled(i, j) / columns[j]).collect();
    let solve = |right: &[f64]| Qr::new(&matrix, n, right);
    let singular = solve(&vec![0.0; n]).null_directions();
    let multiple = singular.is_empty() && is_multiple(problem, x, f.parameters);
    let moves = |parameter: usize| -> Vec<f64> {
        if multiple || !singular.is_empty() {
            return vec![f64::NAN; n];
        }
        let right: Vec<f64> = (0..n).map(|i| -f.by(i, n + parameter) / one(rows[i])).collect();
        solve(&right).solve().iter().zip(&columns).map(|(s, column)| s / column).collect()
    };
    let parameters = &problem.program.inputs()[n..];
    let moves: Vec<Vec<f64>> = (0..parameters.len()).map(moves).collect();
    let table = |prefix: &str, dash: bool| {
        let head = ["unknown".to_owned(), "value".to_owned()].into_iter();
        let mut table = Table::new(head.chain(parameters.iter().map(|name| format!("{prefix}{name}"))));
        for (j, name) in names.iter().enumerate() {
            let cell = |d: f64| if d.is_nan() && dash { Cell::Text("-".to_owned()) } else { Cell::Number(d) };
            let cells = [Cell::Text(name.clone()), Cell::Number(x[j])].into_iter();
            table.rows.push(cells.chain(moves.iter().map(|by| cell(by[j]))).collect());
        }
        table
    };
    let residuals: Vec<f64> = (0..n).map(|i| f.sides[2 * i] - f.sides[2 * i + 1]).collect();
    let mut json = Map::new();
    json.insert("unknowns".to_owned(), json!(names));
    json.insert("values".to_owned(), number::json_list(x));
    json.insert("residuals".to_owned(), number::json_list(&residuals));
    json.insert("parameters".to_owned(), json!(parameters));
    let by_unknown = |j: usize| number::json_list(&moves.iter().map(|by| by[j]).collect::<Vec<_>>());
    json.insert("sensitivities".to_owned(), (0..n).map(by_unknown).collect::<Value>());
    json.insert("iterations".to_owned(), json!(best.solution.iterations.len()));
    json.insert("seconds".to_owned(), json!(time.as_secs_f64()));
    let steps = plural(best.solution.iterations.len(), "step");
    let account = format!("{steps}, sides equal to {} of their size", rounded(best.left, 2));
    let how = how(problem, account, time);
    Report { text: table("d/d", true), csv: table("d_", false), json, how }.print(&args.printing)?;
    match singular.first() {
        None if multiple => Err(Failure::Program(
            "error: the root is not an isolated single one: as far as rounding tells, several are one there; it has no \
             derivatives by parameters"
                .to_owned(),
        )),
        None => Ok(()),
        Some(direction) => {
            let moved: Vec<String> = names
                .iter()
                .zip(direction)
                .zip(&columns)
                .filter(|((_, d), _)| d.abs() > 1e-8)
                .map(|((name, d), column)| format!("{name} by {}", rounded(d / column, 4)))
                .collect();
            Err(Failure::Program(format!(
                "error: the root is not an isolated single one: to first order nothing changes when moving {}; it has no \
                 derivatives by parameters",
                moved.join(", ")
            )))
        }
    }
}
