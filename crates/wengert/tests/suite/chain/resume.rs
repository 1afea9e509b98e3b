//! A sweep that was killed goes on in a new process, to the same bits.

use super::schedules;
use std::path::{Path, PathBuf};
use std::process::Command;
use wengert::checkpoint::{Disk, Error, Schedule};
use wengert::prelude::*;
use wengert::{Gradient, Progress};

const STEPS: u64 = 200;

/// A chain that saves itself; `watch` sees its progress.
fn run(
    file: &Path,
    damping: f64,
    schedule: Schedule,
    watch: impl FnMut(Progress),
) -> Result<Gradient<[f64; 2]>, Error> {
    chain([0.7, -0.2], STEPS, |at, [angle, speed]| {
        at.observe(0.01 * angle * angle);
        let speed = speed - 0.05 * (angle.sin() + at.parameters()[0] * speed);
        [angle + 0.05 * speed, speed]
    })
    .parameters(&[damping])
    .schedule(schedule)
    .storage(Disk::create_in(file.parent().unwrap_or(file))?)
    .progress(watch)
    .resumable(file, 30)
    .gradient(|_, [angle, speed]| angle * speed)
}

pub(crate) struct Place(PathBuf);

impl Place {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("wengert-resume-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Place(path)
    }
    pub(crate) fn file(&self) -> PathBuf {
        self.0.join("position")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What [`a_killed_process_is_continued_bit_for_bit`] starts: a process that dies on its way back.
#[test]
fn killed_on_the_way_back() {
    let Some(file) = std::env::var_os("WENGERT_TEST_POSITION") else { return };
    let die = |progress: Progress| {
        if progress.reversed == 100 {
            std::process::abort();
        }
    };
    let _ = run(Path::new(&file), 0.3, Schedule::binomial(4), die);
}

#[test]
fn a_killed_process_is_continued_bit_for_bit() {
    let place = Place::new("killed");
    let program = std::env::current_exe().expect("this program");
    let killed = Command::new(program)
        .args(["--exact", "chain::resume::killed_on_the_way_back"])
        .env("WENGERT_TEST_POSITION", place.file())
        .output()
        .expect("it starts");
    assert!(!killed.status.success() && place.file().exists());
    let mut last = None;
    let resumed = run(&place.file(), 0.3, Schedule::binomial(4), |progress| last = Some(progress)).expect("it goes on");
    // Saved last when 90 steps were reversed.
    assert_eq!(last.expect("it reports").reversed, STEPS - 90);
    assert!(!place.file().exists(), "what was saved is removed at the end");
    assert_eq!(resumed, run(&place.file(), 0.3, Schedule::binomial(4), |_| {}).expect("from the start"));
}

#[test]
fn every_schedule_is_resumed() {
    for (k, schedule) in schedules().into_iter().enumerate() {
        let place = Place::new(&format!("schedule-{k}"));
        let stop = |progress: Progress| assert!(progress.reversed < 70, "stopped");
        let stopped = std::panic::AssertUnwindSafe(|| run(&place.file(), 0.3, schedule, stop));
        assert!(std::panic::catch_unwind(stopped).is_err() && place.file().exists());
        let resumed = run(&place.file(), 0.3, schedule, |_| {}).expect("it goes on");
        assert_eq!(resumed, run(&place.file(), 0.3, schedule, |_| {}).expect("from the start"), "{schedule:?}");
        assert_eq!(std::fs::read_dir(&place.0).expect("a directory").count(), 0, "nothing is left");
    }
}

#[test]
fn a_chain_that_ended_by_a_condition_is_resumed_too() {
    let place = Place::new("open");
    let run = |stop: u64| {
        let mut last = 0;
        let mut chain = chain(1.0, 10_000, |_, x| 1.01 * x)
            .schedule(Schedule::online(5))
            .until(|_, x| *x > 10.0)
            .progress(|progress| {
                assert!(progress.reversed < stop, "stopped");
                last = progress.reversed;
            })
            .resumable(place.file(), 50);
        let g = chain.gradient(|_, x| x).expect("memory does not fail");
        drop(chain);
        (g, last)
    };
    assert!(std::panic::catch_unwind(|| run(120)).is_err() && place.file().exists());
    let ((resumed, rest), (whole, all)) = (run(u64::MAX), run(u64::MAX));
    assert_eq!((resumed, rest), (whole.clone(), all - 100));
    assert_eq!((whole.steps, all), (232, 232));
}

#[test]
fn what_another_chain_saved_is_an_error() {
    let place = Place::new("foreign");
    let stop = |progress: Progress| assert!(progress.reversed < 70, "stopped");
    let stopped = std::panic::AssertUnwindSafe(|| run(&place.file(), 0.3, Schedule::ctz(), stop));
    assert!(std::panic::catch_unwind(stopped).is_err());
    let error = run(&place.file(), 0.31, Schedule::ctz(), |_| {}).expect_err("another parameter");
    assert!(error.is_damaged() && error.to_string().contains("with other parameters"), "{error}");
    assert!(run(&place.file(), 0.3, Schedule::binomial(9), |_| {}).expect_err("another schedule").is_damaged());
    let bytes = std::fs::read(place.file()).expect("saved");
    for length in [0, 20, bytes.len() - 1] {
        std::fs::write(place.file(), &bytes[..length]).expect("written");
        assert!(run(&place.file(), 0.3, Schedule::ctz(), |_| {}).expect_err("torn").is_damaged());
    }
    std::fs::write(place.file(), &bytes).expect("written");
    assert!(run(&place.file(), 0.3, Schedule::ctz(), |_| {}).is_ok());
}
