//! Printing the outcome of a race.

use std::fmt;

use crate::race::Outcome;
use crate::scores::duration;

impl fmt::Display for Outcome {
    /// A Markdown table with a line per candidate; ratios, and nanoseconds and bytes per elementary operation of the
    /// primal, come from the fastest rounds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "### {} ({} operations)\n", self.program, self.operations)?;
        let baseline = self.timings.get(self.baseline).map_or("", |t| &t.name);
        let beside = format!("/ {baseline}");
        let width = beside.len().max(9);
        let line = |f: &mut fmt::Formatter<'_>, c: [&str; 7]| {
            let [name, least, median, primal, other, time, bytes] = c;
            writeln!(
                f,
                "| {name:<29} | {least:>9} | {median:>9} | {primal:>8} | {other:>width$} | {time:>7} | {bytes:>6} |"
            )
        };
        line(f, ["", "least", "median", "/ primal", &beside, "ns/op", "B/op"])?;
        writeln!(
            f,
            "|:{:-<30}|{:->10}:|{:->10}:|{:->9}:|{:->w$}:|{:->8}:|{:->7}:|",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            w = width + 1
        )?;
        let least = |i: usize| self.timings.get(i).map_or(f64::NAN, |t| t.least);
        let operations = self.operations as f64;
        for timing in &self.timings {
            let bytes = timing.bytes.map_or(String::new(), |b| format!("{:.1}", b as f64 / operations));
            line(
                f,
                [
                    &timing.name,
                    &duration(timing.least),
                    &duration(timing.median),
                    &format!("{:.2}", timing.least / least(0)),
                    &format!("{:.2}", timing.least / least(self.baseline)),
                    &format!("{:.2}", timing.least / operations),
                    &bytes,
                ],
            )?;
        }
        Ok(())
    }
}
