//! `wengert-gradbench bench`: every eval, its function, its derivative by hand and by every engine, timed in turns.

mod cases;
mod hand;
mod machine;
mod peers;
mod report;
mod timing;

use crate::args::BenchArgs;
use bench::race::Pace;
use cases::Case;
use gradbench::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use peers::Peers;
use report::Report;
use std::io::Write;
use std::path::Path;

/// Runs the evals that the arguments select, and prints or writes the report.
pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let peers = match &args.compare {
        Some(path) => {
            Peers::read(&read(path)?).map_err(|failure| Failure::new(format!("{}: {failure}", path.display())))?
        }
        None => Peers::published()?,
    };
    let chosen = |case: &Case| args.evals.is_empty() || args.evals.iter().any(|word| case.name.contains(word.as_str()));
    let cases: Vec<Case> = cases::all(args.data.as_deref())?.into_iter().filter(chosen).collect();
    if cases.is_empty() {
        return Err(Failure::new(format!("no eval has one of these words in its name: {}", args.evals.join(", "))));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if args.threads == 0 { cores() } else { args.threads };
    let pace = if args.quick { Pace::QUICK } else { Pace::FULL };
    let bar = ProgressBar::new(cases.len() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let mut report = Report::new(peers, threads);
    for case in &cases {
        bar.set_message(case.name);
        report.rows.push(timing::row(case, &args.engines, threads, pace)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    match &args.out {
        Some(path) => write(path, &report),
        None => crate::finished(write!(std::io::stdout().lock(), "{report}")),
    }
}

/// Where the report stands in a document.
const MARKS: [&str; 2] = ["<!-- gradbench -->\n", "<!-- /gradbench -->\n"];

/// Writes the report between the marks of a document, or into a new one.
fn write(path: &Path, report: &Report) -> Result<(), Failure> {
    let [begin, end] = MARKS;
    let old = if path.exists() { read(path)? } else { format!("{begin}{end}") };
    let parts = old.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    let Some((before, after)) = parts else {
        return Err(Failure::new(format!("{}: has no lines `{}` and `{}`", path.display(), begin.trim(), end.trim())));
    };
    save(path, &format!("{before}{begin}{report}{end}{after}"))
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}
