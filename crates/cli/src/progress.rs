//! A progress bar for what takes longer than a moment.

use crate::spinner;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Work that ends sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Rows between two looks at the clock.
const STRIDE: u64 = 1 << 12;

/// Shows on standard error, if that is a terminal, how far something has come: the reading of a file, a search.
pub(crate) struct Progress {
    start: Instant,
    /// The bytes to read, if they are known.
    total: Option<u64>,
    bar: Option<ProgressBar>,
    visible: bool,
}

impl Progress {
    pub(crate) fn new(total: Option<u64>) -> Progress {
        // One at a time.
        spinner::end();
        Progress { start: Instant::now(), total, bar: None, visible: io::stderr().is_terminal() }
    }

    /// Takes note that so many rows and bytes are done.
    pub(crate) fn at(&mut self, rows: u64, bytes: u64) {
        if self.visible && rows.is_multiple_of(STRIDE) && self.start.elapsed() > PATIENCE {
            let total = self.total;
            let bar = self.bar.get_or_insert_with(|| start(total));
            bar.set_position(bytes);
            bar.set_message(format!("{} rows", HumanCount(rows)));
        }
    }

    /// Shows what is being done, where no end is known.
    pub(crate) fn say(&mut self, message: impl FnOnce() -> String) {
        if self.visible && self.start.elapsed() > PATIENCE {
            let bar = self.bar.get_or_insert_with(|| {
                let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
                ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
            });
            bar.set_message(message());
            bar.tick();
        }
    }

    /// Does something that prints, with the bar out of the way.
    pub(crate) fn aside(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// The time since the start; the bar is gone.
    pub(crate) fn finish(&self) -> Duration {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.start.elapsed()
    }

    /// Whether somebody watches.
    pub(crate) fn watched(&self) -> bool {
        self.visible
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

fn start(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{bar:30} {percent:>3} %  {bytes}/{total_bytes}  {msg}, {eta} left"),
        None => (ProgressBar::new_spinner(), "{spinner} {bytes}  {msg}, {elapsed}"),
    };
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}
