//! A position that another chain saved is an error that says what differs, never its gradient.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use wengert::checkpoint::{Error, Schedule};
use wengert::prelude::*;
use wengert::{Chain, Gradient, OnTape, Pair, Progress, Step, chain_with};

/// What a chain is made of.
#[derive(Clone, Copy)]
struct Parts {
    start: f64,
    rate: f64,
    steps: u64,
    schedule: Schedule,
    version: Option<&'static str>,
    /// The factor in a step, and of what it observes.
    factor: f64,
    observed: f64,
    /// Ends the chain below this; at 0 there is no condition.
    below: f64,
}

const PARTS: Parts = Parts {
    start: 0.7,
    rate: 0.1,
    steps: 100,
    schedule: Schedule::online(6),
    version: None,
    factor: 0.98,
    observed: 0.25,
    below: 0.0,
};

type Asked = Result<Gradient<f64>, Error>;

/// Runs a chain with a file, to the end or until 40 steps are reversed; says how many steps it ran forward.
fn run(file: &Path, parts: Parts, stop: bool, ask: impl FnOnce(&mut dyn Ask) -> Asked) -> (Asked, u64) {
    let (flag, mut advanced) = (AtomicBool::new(false), 0);
    let watch = |progress: Progress| {
        advanced = progress.advanced;
        flag.store(stop && progress.reversed == 40, Ordering::Relaxed);
    };
    let mut chain = chain(parts.start, parts.steps, |at, x| {
        at.observe(parts.observed * x * x);
        parts.factor * x - 0.01 * at.parameters()[0] * x.sin()
    })
    .parameters(&[parts.rate])
    .schedule(parts.schedule)
    .cancel(&flag)
    .progress(watch)
    .resumable(file, 25);
    if let Some(version) = parts.version {
        chain = chain.version(version);
    }
    if parts.below > 0.0 {
        chain = chain.until(|_, x| *x < parts.below);
    }
    let asked = ask(&mut chain);
    drop(chain);
    (asked, advanced)
}

/// What can be asked of a chain, whatever its step is.
trait Ask {
    fn loss(&mut self, weight: f64) -> Asked;
    fn weighted(&mut self, weight: f64) -> Asked;
}

impl<F> Ask for Chain<'_, f64, OnTape<F, f64>>
where
    OnTape<F, f64>: Step<f64>,
{
    fn loss(&mut self, weight: f64) -> Asked {
        self.gradient(|_, x| weight * x * x)
    }
    fn weighted(&mut self, weight: f64) -> Asked {
        self.pull(&weight)
    }
}

/// Saves with one chain and goes on with another: what is said; and the position is there as before.
fn said(name: &str, saved: Parts, other: Parts) -> String {
    let place = super::resume::Place::new(name);
    let cancelled = run(&place.file(), saved, true, |chain| chain.loss(1.0)).0;
    assert!(cancelled.expect_err("stopped").is_cancelled());
    let error = run(&place.file(), other, false, |chain| chain.loss(1.0)).0.expect_err("another chain");
    assert!(error.is_damaged());
    let text = error.to_string();
    assert!(text.ends_with("finish that one, or remove the file"), "{text}");
    let rest = run(&place.file(), saved, false, |chain| chain.loss(1.0)).0.expect("the right one goes on");
    let whole = run(&place.file(), saved, false, |chain| chain.loss(1.0)).0.expect("from the start");
    assert_eq!(rest, whole);
    text
}

#[test]
fn what_differs_is_said() {
    let until = Parts { below: 0.2, ..PARTS };
    let others = [
        (PARTS, Parts { start: 0.71, ..PARTS }, "from another start"),
        (PARTS, Parts { rate: 0.11, ..PARTS }, "with other parameters"),
        (PARTS, Parts { steps: 101, ..PARTS }, "with another length"),
        (PARTS, until, "with another length"),
        (PARTS, Parts { schedule: Schedule::online(7), ..PARTS }, "with another schedule"),
        (PARTS, Parts { version: Some("2"), ..PARTS }, "by another version"),
        (PARTS, Parts { factor: 0.981, ..PARTS }, "with other steps, as its last state shows"),
        (PARTS, Parts { observed: 0.26, ..PARTS }, "with other steps, as the way back through the last one shows"),
        // It ended earlier, and would have gone on.
        (until, Parts { below: 0.3, ..PARTS }, "with a condition that ended it after"),
        (until, Parts { below: 0.1, ..PARTS }, "with a condition that ended it after"),
    ];
    for (k, (saved, other, what)) in others.into_iter().enumerate() {
        let text = said(&format!("other-{k}"), saved, other);
        assert!(text.contains(what), "{text}");
    }
}

#[test]
fn another_loss_is_not_gone_on_with() {
    let place = super::resume::Place::new("loss");
    let ask = |parts, stop, ask: fn(&mut dyn Ask) -> Asked| run(&place.file(), parts, stop, ask).0;
    for version in [None, Some("the same")] {
        let parts = Parts { version, ..PARTS };
        let whole = ask(parts, false, |chain| chain.loss(100.0)).expect("from the start");
        assert!(ask(parts, true, |chain| chain.loss(1.0)).is_err());
        for other in [|chain: &mut dyn Ask| chain.loss(100.0), |chain: &mut dyn Ask| chain.loss(1.0 + 1e-15)] {
            let error = ask(parts, false, other).expect_err("another loss");
            assert!(error.to_string().contains("it was saved for another loss"), "{error}");
        }
        let error = ask(parts, false, |chain| chain.weighted(2.0)).expect_err("weights");
        assert!(error.to_string().contains("for other weights"), "{error}");
        std::fs::remove_file(place.file()).expect("as the error says");
        assert_eq!(ask(parts, false, |chain| chain.loss(100.0)).expect("from the start"), whole);
        assert!(ask(parts, true, |chain| chain.weighted(1.0)).is_err());
        let error = ask(parts, false, |chain| chain.weighted(2.0)).expect_err("other weights");
        assert!(error.to_string().contains("for other weights"), "{error}");
        assert!(ask(parts, false, |chain| chain.weighted(1.0)).is_ok());
    }
}

#[test]
fn steps_of_the_same_version_are_not_run_once_more() {
    let count = |version, name: &str| {
        let place = super::resume::Place::new(name);
        let parts = Parts { version, schedule: Schedule::store_all(), ..PARTS };
        let stopped = run(&place.file(), parts, true, |chain| chain.loss(1.0));
        let (resumed, advanced) = run(&place.file(), parts, false, |chain| chain.loss(1.0));
        let whole = run(&place.file(), parts, false, |chain| chain.loss(1.0));
        assert_eq!(resumed.expect("it goes on"), whole.0.expect("from the start"));
        assert!(stopped.0.is_err());
        advanced
    };
    assert_eq!((count(None, "unnamed"), count(Some("1"), "named")), (100, 0));
}

#[test]
fn a_pullback_that_was_mended_is_not_gone_on_with() {
    let place = super::resume::Place::new("pullback");
    let run = |slope: f64, stop: bool| {
        let flag = AtomicBool::new(false);
        let step = Pair::new::<f64>(
            |_, x: &mut f64, _: &[f64]| *x *= 0.9,
            move |_, _: &mut f64, _: &[f64], adjoint: &mut f64, _: &mut [f64]| *adjoint *= slope,
        );
        let progress = |progress: Progress| flag.store(stop && progress.reversed == 20, Ordering::Relaxed);
        let mut chain = chain_with(1.0, 40, step).cancel(&flag).progress(progress).resumable(place.file(), 10);
        chain.gradient(|_, x| x)
    };
    assert!(run(0.8, true).is_err());
    let error = run(0.9, false).expect_err("the slope was wrong");
    assert!(error.to_string().contains("as the way back through the last one shows"), "{error}");
}
