//! What fails is an error; the chain can be asked again, and nothing is left behind.

use super::schedules;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use wengert::chain_with;
use wengert::checkpoint::{Disk, Error, Schedule, Slot, Storage};
use wengert::prelude::*;
use wengert::{Gradient, Step};

fn disk() -> Disk {
    Disk::create_in(std::env::temp_dir()).expect("a directory")
}

/// How many states there are in a directory.
fn files(path: &Path) -> usize {
    let names = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter(|name| name != "lock").count()
}

fn expected() -> Gradient<[f64; 2]> {
    chain([1.0, 2.0], 40, |_, [x, y]| [y, x.sin()]).gradient(|_, [x, y]| x + y).expect("memory does not fail")
}

#[test]
fn a_full_disk_is_an_error_that_names_the_remedy() {
    let mut storage = disk().with_limit(200);
    let path = storage.path().to_owned();
    let mut long =
        chain([1.0, 2.0], 40, |_, [x, y]| [y, x.sin()]).schedule(Schedule::store_all()).storage(&mut storage);
    let error = long.gradient(|_, [x, y]| x + y).expect_err("no room for 40 states");
    assert!(error.is_full() && error.to_string().contains("fewer states on disk"), "{error}");
    assert_eq!(files(&path), 0);
    // The remedy.
    let g = long.schedule(Schedule::binomial(3)).gradient(|_, [x, y]| x + y).expect("room for three");
    assert_eq!(g, expected());
    drop(storage);
    assert!(!path.exists());
}

/// A disk that changes one record behind its back.
struct Rotten {
    disk: Disk,
    damage: fn(PathBuf),
}

impl Storage<[f64; 2]> for Rotten {
    fn store(&mut self, slot: Slot, step: u64, state: &[f64; 2]) -> Result<(), Error> {
        self.disk.store(slot, step, state)?;
        if step == 20 {
            (self.damage)(self.disk.path().join(format!("near-{}.state", slot.index)));
        }
        Ok(())
    }
    fn restore(&mut self, slot: Slot, step: u64, state: &mut [f64; 2]) -> Result<(), Error> {
        self.disk.restore(slot, step, state)
    }
    fn discard(&mut self, slot: Slot) -> Result<(), Error> {
        Storage::<[f64; 2]>::discard(&mut self.disk, slot)
    }
    fn clear(&mut self) {
        Storage::<[f64; 2]>::clear(&mut self.disk);
    }
}

#[test]
fn a_damaged_record_is_an_error_and_no_gradient() {
    let flip = |path: PathBuf| {
        let mut bytes = std::fs::read(&path).expect("a record");
        bytes[50] ^= 1;
        std::fs::write(path, bytes).expect("written");
    };
    let tear = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a record");
        std::fs::write(path, &bytes[..bytes.len() - 1]).expect("written");
    };
    let lose = |path: PathBuf| std::fs::remove_file(path).expect("removed");
    for (damage, damaged) in [(flip as fn(PathBuf), true), (tear, true), (lose, false)] {
        let storage = Rotten { disk: disk(), damage };
        let path = storage.disk.path().to_owned();
        let error = chain([1.0, 2.0], 40, |_, [x, y]| [y, x.sin()])
            .schedule(Schedule::periodic(10))
            .storage(storage)
            .gradient(|_, [x, y]| x + y)
            .expect_err("the record is not what was stored");
        assert_eq!((error.is_damaged(), error.is_io()), (damaged, !damaged), "{error}");
        assert!(!path.exists());
    }
}

#[test]
fn a_panicking_step_leaves_nothing_behind() {
    for schedule in schedules() {
        let storage = disk();
        let path = storage.path().to_owned();
        let mut calls = 0;
        let mut fragile = chain([1.0, 2.0], 40, |at, [x, y]| {
            calls += 1;
            assert!(calls != 55, "the step fails");
            [y, at.parameters()[0] * x.sin()]
        })
        .parameters(&[1.0])
        .schedule(schedule)
        .storage(storage);
        let panicked = catch_unwind(AssertUnwindSafe(|| fragile.gradient(|_, [x, y]| x + y)));
        assert!(panicked.is_err(), "{schedule:?}");
        // The same chain goes on working.
        let g = fragile.gradient(|_, [x, y]| x + y).expect("there is room");
        assert_eq!((g.state, g.last), (expected().state, expected().last), "{schedule:?}");
        assert_eq!(files(&path), 0, "{schedule:?}");
        drop(fragile);
        assert!(!path.exists());
    }
}

#[test]
fn a_cancelled_run_is_an_error_and_can_be_run_again() {
    let flag = AtomicBool::new(false);
    let storage = disk();
    let path = storage.path().to_owned();
    let mut chain = chain([1.0, 2.0], 40, |_, [x, y]| [y, x.sin()])
        .schedule(Schedule::store_all())
        .storage(storage)
        .cancel(&flag)
        .progress(|progress| flag.store(progress.reversed == 13, Ordering::Relaxed));
    let error = chain.gradient(|_, [x, y]| x + y).expect_err("cancelled on the way back");
    assert!(error.is_cancelled(), "{error}");
    assert_eq!(files(&path), 0);
    let mut chain = chain.progress(|_| {});
    flag.store(true, Ordering::Relaxed);
    assert!(chain.gradient(|_, [x, y]| x + y).expect_err("cancelled on the way").is_cancelled());
    assert!(chain.last().expect_err("cancelled").is_cancelled());
    flag.store(false, Ordering::Relaxed);
    assert_eq!(chain.gradient(|_, [x, y]| x + y).expect("there is room"), expected());
}

#[test]
fn a_step_may_fail() {
    struct Fails;
    impl Step<f64> for Fails {
        fn advance(&mut self, _: std::ops::Range<u64>, _: &mut f64, _: &[f64]) -> Result<(), Error> {
            Ok(())
        }
        fn reverse(&mut self, step: u64, _: &mut f64, _: &[f64], _: &mut f64, _: &mut [f64]) -> Result<f64, Error> {
            if step == 5 { Err(Error::other("no way back from 5")) } else { Ok(1.0) }
        }
    }
    let error = chain_with(1.0, 10, Fails).gradient(|_, x| x).expect_err("step 5 fails");
    assert_eq!(error.to_string(), "no way back from 5");
    assert_eq!(chain_with(1.0, 5, Fails).gradient(|_, x| x).expect("no step 5").value, 6.0);
}
