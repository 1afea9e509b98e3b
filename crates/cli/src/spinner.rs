//! A sign of life while a command computes: what it does, and since when, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// Work that ends sooner shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// Between two pictures.
const PAUSE: Duration = Duration::from_millis(100);

/// The thread that draws, which ends when nothing can be sent to it any more.
struct Spinner {
    stop: Sender<()>,
    thread: JoinHandle<()>,
    bar: ProgressBar,
}

static SPINNER: Mutex<Option<Spinner>> = Mutex::new(None);

fn spinner() -> MutexGuard<'static, Option<Spinner>> {
    SPINNER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows from a second on that something is done; the first thing that is printed ends it. Nothing where standard error
/// is no terminal.
pub(crate) fn start() {
    let mut current = spinner();
    if current.is_some() || !io::stderr().is_terminal() {
        return;
    }
    let (stop, stopped) = channel::<()>();
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}; Ctrl-C stops it");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_message("computing");
    let drawn = bar.clone();
    let thread = spawn(move || {
        let mut pause = PATIENCE;
        while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            if pause == PATIENCE {
                drawn.set_draw_target(ProgressDrawTarget::stderr());
            }
            drawn.tick();
            pause = PAUSE;
        }
        drawn.finish_and_clear();
    });
    *current = Some(Spinner { stop, thread, bar });
}

/// Shows how far it is; nothing where nobody watches.
pub(crate) fn say(message: impl FnOnce() -> String) {
    if let Some(Spinner { bar, .. }) = &*spinner() {
        bar.set_message(message());
    }
}

/// Takes it off the terminal, before something is printed.
pub(crate) fn end() {
    if let Some(Spinner { stop, thread, .. }) = spinner().take() {
        drop(stop);
        // It draws, and nothing else.
        let _ = thread.join();
    }
}
