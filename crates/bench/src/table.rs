//! Printing the outcome of a race.

use std::fmt;

use crate::race::Outcome;

impl fmt::Display for Outcome {
    /// One line per candidate; ratios and nanoseconds per operation come from the fastest rounds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({} operations)", self.program, self.operations)?;
        writeln!(
            f,
            "  {:<28} {:>11} {:>11} {:>9} {:>9} {:>9}",
            "", "least", "median", "/ primal", "/ hand", "ns/op"
        )?;
        let least = |i: usize| self.timings.get(i).map_or(f64::NAN, |t| t.least);
        for timing in &self.timings {
            writeln!(
                f,
                "  {:<28} {:>11} {:>11} {:>9.2} {:>9.2} {:>9.2}",
                timing.name,
                duration(timing.least),
                duration(timing.median),
                timing.least / least(0),
                timing.least / least(1),
                timing.least / self.operations as f64,
            )?;
        }
        Ok(())
    }
}

/// Nanoseconds with the unit that keeps them readable.
fn duration(ns: f64) -> String {
    match ns {
        ns if ns < 1e4 => format!("{ns:.1} ns"),
        ns if ns < 1e7 => format!("{:.2} us", ns * 1e-3),
        ns => format!("{:.2} ms", ns * 1e-6),
    }
}
