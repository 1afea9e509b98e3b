//! The tables.

use super::machine::machine;
use super::peers::Peers;
use super::timing::Row;
use bench::scores::duration;
use gradbench::Engine;
use std::fmt;

/// What was measured, and what it is compared with.
pub(crate) struct Report {
    pub(crate) rows: Vec<Row>,
    pub(crate) peers: Peers,
    machine: String,
    threads: usize,
}

/// The system that has a column of its own beside the best of the others.
const APART: &str = "JAX";

impl Report {
    /// A report without rows; the evals run on so many threads, too.
    pub(crate) fn new(peers: Peers, threads: usize) -> Report {
        Report { rows: Vec::new(), peers, machine: machine(), threads }
    }
}

impl fmt::Display for Report {
    /// Markdown: the machine, the derivative over the function, and the threads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}; least of many rounds that time everything in turns.\n", self.machine)?;
        writeln!(
            f,
            "| eval | function | the same in C++ | by hand | adjoint | vector | program | tape | dual | best peer | {APART} | gate | goal | |"
        )?;
        writeln!(
            f,
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
        )?;
        for row in &self.rows {
            let over = |time: Option<f64>| number(time.map(|time| time / row.primal));
            let peers = self.peers.ratios(row.name);
            let best = peers.iter().find(|(name, _)| *name != APART);
            let apart = peers.iter().find(|(name, _)| *name == APART);
            writeln!(
                f,
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2} | {:.2} | {} |",
                row.name,
                duration(row.primal),
                self.peers.primal(row.name).map_or(String::new(), |ms| duration(ms * 1e6)),
                over(row.hand),
                over(row.engine(Engine::Adjoint)),
                over(row.engine(Engine::Vector)),
                over(row.engine(Engine::Program)),
                over(row.engine(Engine::Tape)),
                over(row.engine(Engine::Dual)),
                best.map_or(String::new(), |(name, ratio)| format!("{ratio:.2} ({name})")),
                number(apart.map(|&(_, ratio)| ratio)),
                row.gate,
                row.goal,
                verdict(row),
            )?;
        }
        writeln!(
            f,
            "\nFrom `by hand` to `{APART}`: the derivative over the function, each over its own. {}",
            self.peers.source.trim().replace('\n', " ")
        )?;
        let shared: Vec<_> = self.rows.iter().filter_map(|row| Some((row, row.shared?))).collect();
        if shared.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n| eval, derivative by adjoint | one thread | {} threads | efficiency |", self.threads)?;
        writeln!(f, "| --- | ---: | ---: | ---: |")?;
        for (row, time) in shared {
            let alone = row.engine(Engine::Adjoint).unwrap_or(f64::NAN);
            let efficiency = alone / (time * self.threads as f64);
            writeln!(f, "| {} | {} | {} | {efficiency:.2} |", row.name, duration(alone), duration(time))?;
        }
        Ok(())
    }
}

fn number(ratio: Option<f64>) -> String {
    ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"))
}

/// Whether the generated adjoint reaches its limits.
fn verdict(row: &Row) -> &'static str {
    match row.engine(Engine::Adjoint).map(|time| time / row.primal) {
        Some(ratio) if ratio <= row.goal => "goal",
        Some(ratio) if ratio <= row.gate => "gate",
        Some(_) => "short",
        None => "",
    }
}
