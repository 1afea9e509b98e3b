//! A job that is interrupted anywhere on its way back goes on from a position that all ranks have, with the same result.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use wengert::prelude::*;
use wengert_mpi::{Error, Ranks, Saves, threads};

const STEPS: u64 = 24;

/// Where a rank stops: which one, after how many reversed steps of this run, and whether before it keeps what was saved.
type Stop = Option<(usize, u64, bool)>;

/// The gradient of a rank, by its state at the start; and how many steps it reversed.
fn swing(ranks: &Ranks, directory: Option<&Path>, every: u64, stop: Stop) -> Result<(f64, Vec<f64>, u64), Error> {
    let mut saves = directory.map(|directory| Saves::open(ranks, directory, every)).transpose()?;
    let mut reversed = 0;
    let start = vec![0.4 + 0.1 * ranks.rank() as f64, -0.1];
    let mut pendulums = ranks.chain(start, STEPS, |_, x: Vec<_>| {
        let mean = ranks.on(x[0]).all_reduce_sum(&x[..1])[0] / ranks.size() as f64;
        vec![x[0] + 0.1 * x[1], x[1] - 0.1 * x[0].sin() + 0.05 * (mean - x[0])]
    });
    let file = saves.as_ref().map(|saves| saves.file().to_owned());
    if let Some(file) = file {
        pendulums = pendulums.resumable(file, every);
    }
    let mut pendulums = pendulums.progress(|progress| {
        let here = |before: bool| stop == Some((ranks.rank(), progress.reversed, before));
        assert!(!here(true), "stopped, as this test wants it");
        if let Some(saves) = &mut saves {
            saves.commit(progress);
        }
        assert!(!here(false), "stopped, as this test wants it");
        reversed = progress.reversed;
    });
    let found = ranks.agree(pendulums.gradient(|_, x| x[0] * x[0] + x[1]));
    drop(pendulums);
    let found = found?;
    saves.map_or(Ok(()), Saves::finish)?;
    ranks.check()?;
    Ok((found.value, found.state, reversed))
}

fn run(size: usize, directory: Option<&Path>, every: u64, stop: Stop) -> Option<Vec<(f64, Vec<f64>, u64)>> {
    let outcomes = catch_unwind(AssertUnwindSafe(|| threads(size, |ranks| swing(&ranks, directory, every, stop))));
    Some(outcomes.ok()?.into_iter().map(|outcome| outcome.expect("a job that goes on")).collect())
}

fn numbers(outcomes: &[(f64, Vec<f64>, u64)]) -> Vec<u64> {
    outcomes.iter().flat_map(|(value, g, _)| [&[*value], g.as_slice()].concat()).map(f64::to_bits).collect()
}

#[test]
fn wherever_it_is_stopped_it_goes_on() {
    let whole = run(3, None, 5, None).unwrap();
    for (every, stops) in [(1, &[(2, 7)][..]), (5, &[(0, 1), (2, 6), (1, 11), (0, 24)])] {
        for &(rank, reversed) in stops {
            for before in [true, false] {
                let directory = tempfile::tempdir().unwrap();
                assert!(run(3, Some(directory.path()), every, Some((rank, reversed, before))).is_none());
                let again = run(3, Some(directory.path()), every, None).unwrap();
                assert_eq!(numbers(&again), numbers(&whole), "stopped at {reversed} on {rank}, saved after {every}");
                // All from the same step, which is not the first where two positions were saved.
                assert!(again.iter().all(|(_, _, steps)| *steps == again[0].2));
                assert!(reversed < 2 * every + 1 || again[0].2 < STEPS, "stopped at {reversed}, began anew");
                let left: Vec<_> =
                    directory.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
                assert!(left.is_empty(), "{left:?}");
            }
        }
    }
}

#[test]
fn stopped_again_and_again_it_comes_to_its_end() {
    let whole = run(2, None, 4, None).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let mut runs = 0;
    let again = loop {
        runs += 1;
        match run(2, Some(directory.path()), 4, Some((runs % 2, 7, true))) {
            Some(outcomes) => break outcomes,
            None => assert!(runs < 20, "no progress"),
        }
    };
    assert!(runs > 3, "{runs}");
    assert_eq!(numbers(&again), numbers(&whole));
}

/// The files that a job has when it is stopped before this many steps are reversed.
fn stopped_at(directory: &Path, reversed: u64) {
    assert!(run(2, Some(directory), 5, Some((1, reversed, true))).is_none());
}

#[test]
fn newest_positions_of_different_steps_are_passed_over() {
    let whole = run(2, None, 5, None).unwrap();
    let (early, late) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    stopped_at(early.path(), 9);
    stopped_at(late.path(), 14);
    // Killed when rank 0 had saved the next position, and rank 1 had not.
    std::fs::copy(late.path().join("rank-0-of-2.position"), early.path().join("rank-0-of-2.position")).unwrap();
    let again = run(2, Some(early.path()), 5, None).unwrap();
    assert_eq!(numbers(&again), numbers(&whole));
    assert_eq!(again[0].2, STEPS - 5);
    // Torn, too.
    std::fs::write(late.path().join("rank-1-of-2.position"), b"no record").unwrap();
    let again = run(2, Some(late.path()), 5, None).unwrap();
    assert_eq!(numbers(&again), numbers(&whole));
}

#[test]
fn positions_that_do_not_belong_together_are_left_alone() {
    let (early, late) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    stopped_at(early.path(), 7);
    stopped_at(late.path(), 18);
    for name in ["rank-0-of-2.position", "rank-0-of-2.whole"] {
        std::fs::copy(late.path().join(name), early.path().join(name)).unwrap();
    }
    let outcomes = threads(2, |ranks| swing(&ranks, Some(early.path()), 5, None));
    for outcome in outcomes {
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains("no position that all ranks have saved"), "{message}");
    }
    assert_eq!(early.path().read_dir().unwrap().count(), 4);
}

#[test]
fn a_directory_that_cannot_be_is_an_error_on_all() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let outcomes = threads(2, |ranks| {
        let directory = if ranks.rank() == 1 { file.path().join("below") } else { std::env::temp_dir() };
        Saves::open(&ranks, directory, 5).map(drop)
    });
    assert!(outcomes.iter().all(|outcome| outcome.as_ref().is_err_and(|error| error.to_string().contains("below"))));
}
