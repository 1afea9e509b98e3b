//! What a fit prints.

use super::model::{Fit, Weighting};
use super::plot::Predicted;
use super::statistics::Statistics;
use crate::args::Printing;
use crate::engine::plural;
use crate::failure::{Failure, tell};
use crate::jacobian::how;
use crate::least_squares::Solution;
use crate::number;
use crate::output::Output;
use crate::report::{Cell, Table, print_to};
use crate::trace::number as rounded;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::time::Duration;

/// Digits of estimates, and of what is known less well, where --digits does not say.
const DIGITS: u8 = 10;
const FEWER: u8 = 5;

/// A fit with all that is known of it.
pub(super) struct Found<'a> {
    pub(super) fit: &'a Fit,
    pub(super) names: &'a [String],
    pub(super) solution: &'a Solution,
    pub(super) statistics: &'a Statistics,
    pub(super) confidence: f64,
    pub(super) digits: Option<u8>,
    pub(super) time: Duration,
}

impl Found<'_> {
    /// Prints the result.
    pub(super) fn print(&self, output: Output, printing: &Printing) -> Result<(), Failure> {
        print_to(output, printing, || self.text(), self.csv(), self.json())
    }

    /// Estimate, standard error and limits of a parameter.
    fn parameter(&self, j: usize) -> [f64; 4] {
        let (x, error) = (self.solution.x[j], self.statistics.error(j));
        let half = self.statistics.reach * error;
        [x, error, x - half, x + half]
    }

    fn text(&self) -> String {
        let statistics = self.statistics;
        let (digits, fewer) = (self.digits.unwrap_or(DIGITS), self.digits.unwrap_or(FEWER));
        let percent = format!("{} % from", rounded(100.0 * self.confidence, 6));
        let mut parameters = Table::new(["parameter", "estimate", "standard error", &percent, "to"]);
        for (j, name) in self.names.iter().enumerate() {
            let [x, error, low, high] = self.parameter(j);
            let brief = |x: f64, digits| Cell::Text(if x.is_nan() { "-".to_owned() } else { rounded(x, digits) });
            parameters.rows.push(vec![
                Cell::Text(name.clone()),
                brief(x, digits),
                brief(error, fewer),
                brief(low, fewer),
                brief(high, fewer),
            ]);
        }
        let mut text = parameters.text();
        if self.names.len() > 1 {
            text.push_str("\ncorrelation of the estimates\n");
            let mut correlation = Table { head: Vec::new(), rows: Vec::new() };
            for (i, name) in self.names.iter().enumerate() {
                let cell = |j: usize| match statistics.correlation(i, j) {
                    c if c.is_nan() => Cell::Text("-".to_owned()),
                    c => Cell::Text(format!("{c:>7.4}")),
                };
                correlation.rows.push([Cell::Text(name.clone())].into_iter().chain((0..=i).map(cell)).collect());
            }
            text.push_str(&correlation.text());
        }
        let mut lines = vec![
            ("rows".to_owned(), statistics.rows.to_string()),
            ("degrees of freedom".to_owned(), statistics.freedom.to_string()),
            ("sum of squares".to_owned(), rounded(statistics.sum, digits)),
        ];
        match self.fit.weighting {
            Weighting::Absolute => lines.push(("reduced chi^2".to_owned(), rounded(self.reduced(), fewer))),
            _ => lines.push(("residual standard deviation".to_owned(), rounded(statistics.deviation, digits))),
        }
        lines.push(("R^2".to_owned(), rounded(statistics.r_squared, digits)));
        lines.push(("adjusted R^2".to_owned(), rounded(statistics.adjusted, digits)));
        let mut table = Table { head: Vec::new(), rows: Vec::new() };
        lines.into_iter().for_each(|(name, x)| table.rows.push(vec![Cell::Text(name), Cell::Text(x)]));
        let Found { fit, solution, .. } = self;
        let steps = plural(solution.iterations.len(), "step");
        let account = format!("{} fitted in {steps}, {} runs over the rows", fit.response, solution.evaluations);
        format!("{text}\n{}{}\n", table.text(), how(&fit.problem, account, self.time))
    }

    fn reduced(&self) -> f64 {
        self.statistics.deviation.powi(2)
    }

    fn csv(&self) -> Table {
        let mut table = Table::new(["parameter", "estimate", "standard_error", "low", "high"]);
        self.names.iter().enumerate().for_each(|(j, name)| table.push(name.clone(), self.parameter(j)));
        table
    }

    fn json(&self) -> Map<String, Value> {
        let Found { fit, solution, statistics, .. } = self;
        let n = self.names.len();
        let mut json = Map::new();
        let mut put = |name: &str, value: Value| json.insert(name.to_owned(), value);
        put("response", json!(fit.response));
        let parameter = |j: usize| {
            let [x, error, low, high] = self.parameter(j).map(number::json);
            json!({"name": self.names[j], "estimate": x, "standard_error": error, "low": low, "high": high,
                   "at_bound": solution.held[j], "determined": self.is_determined(j)})
        };
        put("parameters", (0..n).map(parameter).collect());
        put("confidence", json!(self.confidence));
        let matrix = |entry: &dyn Fn(usize, usize) -> f64| -> Value {
            (0..n).map(|i| (0..n).map(|j| number::json(entry(i, j))).collect::<Value>()).collect()
        };
        put("covariance", matrix(&|i, j| statistics.covariance[i * n + j]));
        put("correlation", matrix(&|i, j| statistics.correlation(i, j)));
        put("rows", json!(statistics.rows));
        put("rows_left_out", json!(fit.rows.skipped));
        put("degrees_of_freedom", json!(statistics.freedom));
        put("sum_of_squares", number::json(statistics.sum));
        put("residual_standard_deviation", number::json(statistics.deviation));
        put("reduced_chi_squared", number::json(self.reduced()));
        put("r_squared", number::json(statistics.r_squared));
        put("adjusted_r_squared", number::json(statistics.adjusted));
        put("iterations", json!(solution.iterations.len()));
        put("evaluations", json!(solution.evaluations));
        put("seconds", json!(self.time.as_secs_f64()));
        json
    }

    fn is_determined(&self, j: usize) -> bool {
        self.statistics.null.iter().all(|direction| direction[j] == 0.0)
    }

    /// Says what is to be known besides.
    pub(super) fn note(&self) {
        for (name, _) in self.names.iter().zip(&self.solution.held).filter(|(_, held)| **held) {
            tell(format_args!("note: {name} is at its bound, and counted as a constant: it has no standard error"));
        }
        if self.statistics.freedom == 0 && self.statistics.reach.is_nan() {
            tell("note: as many parameters as rows: nothing is left to tell standard errors from");
        }
    }

    /// Fails where the data leave parameters open.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        let open: Vec<&str> =
            (0..self.names.len()).filter(|&j| !self.is_determined(j)).map(|j| self.names[j].as_str()).collect();
        if open.is_empty() {
            return Ok(());
        }
        let along = |direction: &Vec<f64>| {
            let moved: Vec<String> = self
                .names
                .iter()
                .zip(direction)
                .filter(|(_, d)| **d != 0.0)
                .map(|(name, d)| format!("{name} by {}", rounded(*d, 4)))
                .collect();
            match &moved[..] {
                [_] => String::new(),
                _ => format!("\nnote: nothing changes when moving {}", moved.join(", ")),
            }
        };
        let directions: String = self.statistics.null.iter().map(along).collect();
        let count = match self.statistics.null.len() {
            1 => "one of them".to_owned(),
            more => format!("{more} of them"),
        };
        Err(Failure::Program(format!(
            "error: the data do not determine {}: hold {count} with NAME=VALUE, or write the model with fewer parameters\
             {directions}",
            open.join(", ")
        )))
    }
}

/// Writes the rows with what the fit says of them.
pub(super) fn rows(fit: &Fit, fitted: &[Predicted], digits: Option<u8>, mut output: Output) -> Result<(), Failure> {
    let mut text = String::new();
    let wrong = |e: csv::Error| Failure::Io(format!("cannot write CSV: {e}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = ["line"].into_iter().chain(fit.variables.iter().map(String::as_str));
    let head = head.chain([fit.response.as_str(), "fitted", "residual", "low", "high"]);
    writer.write_record(head).map_err(wrong)?;
    for (i, &(y, half)) in fitted.iter().enumerate() {
        writer.write_field(fit.rows.lines[i].to_string()).map_err(wrong)?;
        let results = [fit.observed[i], y, fit.observed[i] - y, y - half, y + half];
        let read = fit.row(i).iter().copied();
        for x in read.chain(results.map(|x| number::rounded(x, digits))) {
            text.clear();
            number::push(&mut text, x);
            writer.write_field(&text).map_err(wrong)?;
        }
        writer.write_record(None::<&[u8]>).map_err(wrong)?;
    }
    let bytes = writer.into_inner().map_err(|e| Failure::Io(format!("cannot write CSV: {e}")))?;
    output.write_all(&bytes).map_err(|e| output.failure(&e))?;
    output.commit()
}
