//! Lines of the table that holds adjoints against the primal, the hand-written adjoint and their limits.

use std::fmt;

/// What a generated adjoint is held to.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// Its time over the primal's, and [`AGAINST_HAND`] times the hand-written adjoint.
    Primal {
        /// What must be reached.
        gate: f64,
        /// What is aimed at.
        goal: f64,
    },
    /// The function is a variant of another: [`AGAINST_MAIN`] times the other's generated adjoint, which takes `main`
    /// nanoseconds.
    Main {
        /// Nanoseconds.
        main: Option<f64>,
    },
}

/// Largest time of a generated adjoint over that of the hand-written one.
pub const AGAINST_HAND: f64 = 1.3;
/// Largest time of a variant's generated adjoint over that of the function it varies.
pub const AGAINST_MAIN: f64 = 1.3;

/// Largest time of a product of the Hessian with a direction over that of the gradient.
pub const AGAINST_GRADIENT: f64 = 2.5;

/// A line of the table; times are nanoseconds per call.
#[derive(Clone, Debug)]
pub struct Score {
    /// Name of the function.
    pub function: String,
    /// The function itself.
    pub primal: f64,
    /// The hand-written adjoint.
    pub hand: f64,
    /// The generated adjoint.
    pub ours: Option<f64>,
    /// The product of the Hessian with a direction, over the gradient.
    pub second: Option<f64>,
    /// The tape.
    pub tape: Option<f64>,
    /// Bytes that the generated adjoint saves in a call.
    pub saved: Option<usize>,
    /// What the generated adjoint is held to.
    pub limit: Limit,
}

impl Score {
    /// The head of the table, two lines of Markdown.
    pub const HEAD: &str = "\
| function                       |    primal | hand/primal | ours/primal | tape/primal | ours/hand | ours/main | hvp/grad |  gate |  goal |     saved |       |
|:-------------------------------|----------:|------------:|------------:|------------:|----------:|----------:|---------:|------:|------:|----------:|:------|";

    /// Whether the generated adjoint keeps its limits: `goal`, `ok` or `short`, or `hvp` where only the second
    /// derivative does not; nothing, where there is none.
    pub fn verdict(&self) -> &'static str {
        let Some(ours) = self.ours else { return "" };
        match self.limit {
            Limit::Primal { gate, .. } if ours > gate * self.primal || ours > AGAINST_HAND * self.hand => "short",
            Limit::Primal { .. } if self.second.is_some_and(|ratio| ratio > AGAINST_GRADIENT) => "hvp",
            Limit::Primal { goal, .. } if ours <= goal * self.primal => "goal",
            Limit::Main { main: Some(main) } if ours > AGAINST_MAIN * main => "short",
            _ => "ok",
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = |time: Option<f64>, to: Option<f64>| {
            time.zip(to).map_or(String::new(), |(time, to)| format!("{:.2}", time / to))
        };
        let (gate, goal, main) = match self.limit {
            Limit::Primal { gate, goal } => (format!("{gate:.2}"), format!("{goal:.2}"), None),
            Limit::Main { main } => (String::new(), String::new(), main),
        };
        write!(
            f,
            "| {:<30} | {:>9} | {:>11} | {:>11} | {:>11} | {:>9} | {:>9} | {:>8} | {gate:>5} | {goal:>5} | {:>9} | {:<5} |",
            self.function,
            duration(self.primal),
            ratio(Some(self.hand), Some(self.primal)),
            ratio(self.ours, Some(self.primal)),
            ratio(self.tape, Some(self.primal)),
            ratio(self.ours, Some(self.hand)),
            ratio(self.ours, main),
            self.second.map_or(String::new(), |ratio| format!("{ratio:.2}")),
            self.saved.map_or(String::new(), |bytes| bytes.to_string()),
            self.verdict(),
        )
    }
}

/// Nanoseconds with the unit that keeps them readable.
pub fn duration(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.1} ns"),
        ns if ns < 1e6 => format!("{:.2} us", ns * 1e-3),
        ns => format!("{:.2} ms", ns * 1e-6),
    }
}
