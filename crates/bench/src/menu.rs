//! What the command line of a benchmark asks for.

use crate::contest::{GATE, Line};
use crate::race::Pace;
use clap::Parser;

/// A program by its name: what times it.
pub type Program<R> = (&'static str, fn(Pace) -> R);

/// Times programs side by side and prints Markdown tables.
#[derive(Parser)]
pub struct Menu {
    /// Parts of the names of the programs wanted; all, if none is given.
    programs: Vec<String>,
    /// A first look: fewer and shorter rounds.
    #[arg(long)]
    quick: bool,
    /// More rounds, for a machine that is busy with other things.
    #[arg(long, conflicts_with = "quick")]
    deep: bool,
    /// What cargo itself passes.
    #[arg(long, hide = true)]
    bench: bool,
}

impl Menu {
    /// What was asked for; leaves the program where that is help, or makes no sense.
    pub fn read() -> Menu {
        Menu::parse()
    }

    /// Runs what is wanted of a list of programs, in their order.
    pub fn run<R>(&self, programs: &[Program<R>], mut each: impl FnMut(R)) {
        let pace = match (self.quick, self.deep) {
            (true, _) => Pace::QUICK,
            (_, true) => Pace::DEEP,
            _ => Pace::FULL,
        };
        for (name, program) in programs {
            if self.programs.is_empty() || self.programs.iter().any(|part| name.contains(part)) {
                each(program(pace));
            }
        }
    }

    /// The table of contests, and what is in the middle of it.
    pub fn table(&self, programs: &[Program<Line>]) {
        println!("{}", Line::HEAD);
        let mut ratios = Vec::new();
        self.run(programs, |line| {
            println!("{line}");
            ratios.push(line.ratio());
        });
        ratios.sort_by(f64::total_cmp);
        let above = ratios.iter().filter(|r| **r > GATE).count();
        if let (Some(median), Some(largest)) = (ratios.get(ratios.len() / 2), ratios.last()) {
            println!("\nours/primal: median {median:.2}, largest {largest:.2}, {above} above {GATE}");
        }
    }
}
