//! Values along a variable, and over two.

use super::ask::Ask;
use super::fault::Fault;
use crate::number::{json, json_list};
use crate::problem::Problem;
use lang::Workspace;
use serde_json::{Value, json};
use wengert::Dual;

/// Points of a curve.
const POINTS: usize = 241;

/// Points of a grid in each direction, and arrows.
const GRID: usize = 49;
const ARROWS: usize = 13;

/// A number with its derivatives by two variables.
type Two = Dual<f64, [f64; 2]>;

/// The program as a function of some of its variables.
struct Slice<'a> {
    problem: &'a Problem,
    of: usize,
    inputs: Vec<Two>,
    outputs: Vec<Two>,
    workspace: Workspace<Two>,
    /// What went wrong, at the first point where something did.
    fault: Option<Fault>,
    went: usize,
}

impl<'a> Slice<'a> {
    fn new(ask: &'a Ask<'_>) -> Slice<'a> {
        let inputs = ask.x.iter().map(|&x| Two::fixed(x)).collect();
        let outputs = vec![Two::fixed(0.0); ask.values.len()];
        let (problem, of) = (&ask.problem, ask.of());
        Slice { problem, of, inputs, outputs, workspace: Workspace::new(), fault: None, went: 0 }
    }

    /// The result and its derivatives where these variables have these values; NaN where the program fails.
    fn at<const N: usize>(&mut self, variables: [usize; N], values: [f64; N]) -> (f64, [f64; 2]) {
        for (lane, (&i, &x)) in variables.iter().zip(&values).enumerate() {
            self.inputs[i] = Two::lane(x, lane);
        }
        let Problem { program, limits, .. } = self.problem;
        match program.eval_into(&self.inputs, limits, &mut self.workspace, &mut self.outputs) {
            Ok(()) => {
                self.went += 1;
                let y = self.outputs[self.of];
                (y.value, y.tangent)
            }
            Err(e) => {
                self.fault.get_or_insert_with(|| Fault::of(&e, &self.problem.source.text, limits.steps));
                (f64::NAN, [f64::NAN; 2])
            }
        }
    }

    /// Fails where the program failed everywhere.
    fn done(self) -> Result<(), Fault> {
        self.fault.filter(|_| self.went == 0).map_or(Ok(()), Err)
    }
}

fn spread([from, to]: [f64; 2], count: usize) -> Vec<f64> {
    let last = (count - 1) as f64;
    (0..count).map(|i| from * ((last - i as f64) / last) + to * (i as f64 / last)).collect()
}

/// A result and its derivative along a variable.
pub(super) fn along(asked: &Value) -> Result<Value, Fault> {
    let ask = Ask::read(asked)?;
    let along = ask.variable("along", 0)?;
    let x = spread(ask.range("range")?, POINTS);
    let mut slice = Slice::new(&ask);
    let points: Vec<_> = x.iter().map(|&x| slice.at([along], [x])).collect();
    slice.done()?;
    let mut slice = Slice::new(&ask);
    let (here, [slope, _]) = slice.at([along], [ask.x[along]]);
    Ok(json!({
        "along": ask.problem.program.inputs()[along],
        "result": ask.results()[ask.of()],
        "at": json(ask.x[along]), "value": json(here), "slope": json(slope),
        "x": json_list(&x),
        "f": points.iter().map(|&(f, _)| json(f)).collect::<Vec<_>>(),
        "d": points.iter().map(|&(_, [d, _])| json(d)).collect::<Vec<_>>(),
    }))
}

/// A result over two variables, with its gradient at some points.
pub(super) fn contours(asked: &Value) -> Result<Value, Fault> {
    let ask = Ask::read(asked)?;
    let (first, second) = (ask.variable("along", 0)?, ask.variable("across", 1)?);
    let second = if first == second { usize::from(first == 0) } else { second };
    let ranges = [ask.range("range")?, ask.range("range2")?];
    let [x, y] = ranges.map(|range| spread(range, GRID));
    let mut slice = Slice::new(&ask);
    let mut rows = Vec::new();
    for &y in &y {
        rows.push(x.iter().map(|&x| json(slice.at([first, second], [x, y]).0)).collect::<Vec<_>>());
    }
    // In the middle of cells, so that none stands on the frame.
    let middles = |[from, to]: [f64; 2]| {
        let half = (to - from) / (2 * ARROWS) as f64;
        spread([from + half, to - half], ARROWS)
    };
    let (along, across) = (middles(ranges[0]), middles(ranges[1]));
    let mut arrows = Vec::new();
    for &y in &across {
        for &x in &along {
            let (_, [u, v]) = slice.at([first, second], [x, y]);
            if u.is_finite() && v.is_finite() {
                arrows.push(json!([x, y, u, v]));
            }
        }
    }
    slice.done()?;
    let name = |i: usize| &ask.problem.program.inputs()[i];
    Ok(json!({
        "along": name(first), "across": name(second), "result": ask.results()[ask.of()],
        "at": [json(ask.x[first]), json(ask.x[second])],
        "x": json_list(&x), "y": json_list(&y), "f": rows, "arrows": arrows,
    }))
}
