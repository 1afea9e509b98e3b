//! What goes wrong is an error that says what to do; never a wrong gradient, nor the end of the program.

use crate::stores::{Panics, Shared};
use reverse::{SpillError, Tape};
use std::io::ErrorKind;

/// The value and the derivative of a product of many factors.
fn product(tape: &Tape, factors: u32) -> (f64, Result<Vec<f64>, SpillError>) {
    let (x, y) = (tape.var(1.0), tape.var(1.0));
    let z = (0..factors).fold(x, |z, _| z * y);
    (z.inner(), z.try_grad(&[y]))
}

#[test]
fn nowhere_to_go() {
    let tape = Tape::with_limit(10_000);
    let (value, gradient) = product(&tape, 10_000);
    assert_eq!((value, gradient.clone()), (1.0, Err(SpillError::Nowhere { limit: 10_000 })));
    assert_eq!(tape.check(), Err(SpillError::Nowhere { limit: 10_000 }));
    let text = gradient.unwrap_err().to_string();
    assert!(text.contains("10000 bytes: raise the limit, or name a directory with spill_to"), "{text}");

    let mut tape = tape;
    tape.clear();
    assert_eq!(product(&tape, 20).1, Ok(vec![20.0]));
}

#[test]
fn a_full_disk() {
    let store = Shared::new(20_000);
    let mut tape = Tape::with_limit(0).spill_into(store);
    let (value, gradient) = product(&tape, 10_000);
    assert_eq!(value, 1.0);
    let error = gradient.unwrap_err();
    assert!(matches!(error, SpillError::Write { kind: ErrorKind::StorageFull, written: 10_000..=20_000, .. }));
    assert!(error.to_string().contains("make room there, or name a directory on a larger disk"), "{error}");
    assert_eq!(tape.check(), Err(error));

    tape.clear();
    assert_eq!(tape.check(), Ok(()));
    assert_eq!(product(&tape, 300).1, Ok(vec![300.0]));
}

#[test]
fn a_disk_that_is_full_when_nothing_more_is_recorded() {
    let tape = Tape::with_limit(0).spill_into(Shared::new(1000));
    let error = product(&tape, 66).1.unwrap_err();
    assert!(matches!(error, SpillError::Write { .. }), "{error}");
}

#[test]
fn damage_of_every_byte() {
    let store = Shared::new(u64::MAX);
    let tape = Tape::with_limit(0).spill_into(store.clone());
    let (x, y) = (tape.var(1.0), tape.var(0.5));
    let z = (0..400).fold(x, |z, _| z * x + y);
    let sound = z.try_grad(&[x, y]).unwrap();
    let len = store.lock().get_ref().len();
    assert!(len > 5000);
    for at in (0..len).step_by(7) {
        for bit in [0, 7] {
            store.lock().get_mut()[at] ^= 1 << bit;
            let error = z.try_grad(&[x, y]).unwrap_err();
            assert!(matches!(error, SpillError::Damaged { .. }), "{at} {bit}: {error}");
            store.lock().get_mut()[at] ^= 1 << bit;
        }
    }
    assert_eq!(z.try_grad(&[x, y]), Ok(sound));
}

#[test]
fn a_torn_end() {
    let store = Shared::new(u64::MAX);
    let tape = Tape::with_limit(0).spill_into(store.clone());
    let (x, y) = (tape.var(1.0), tape.var(1.0));
    let z = (0..400).fold(x, |z, _| z * y + x);
    tape.check().unwrap();
    let len = store.lock().get_ref().len();
    for cut in [1, 100, 4000, len] {
        store.lock().get_mut().truncate(len - cut);
        let error = z.try_grad(&[x]).unwrap_err();
        assert!(matches!(error, SpillError::Damaged { what: "it is torn", .. }), "{error}");
        assert!(error.to_string().contains("record again, on another disk"), "{error}");
    }
}

#[test]
fn blocks_of_another_recording_or_place() {
    let (one, other) = (Shared::new(u64::MAX), Shared::new(u64::MAX));
    let tapes = [&one, &other].map(|store| Tape::with_limit(0).spill_into(store.clone()));
    let vars = tapes.each_ref().map(|tape| tape.var(1.0));
    let ends = tapes.each_ref().map(|tape| tape.var(1.0));
    let ends = [0, 1].map(|i| (0..2000).fold(ends[i], |z, _| z * vars[i]));
    let sound = ends[0].try_grad(&vars[..1]).unwrap();
    assert!(tapes[1].check().is_ok());
    let bytes = one.lock().get_ref().clone();
    *one.lock().get_mut() = other.lock().get_ref().clone();
    let error = ends[0].try_grad(&vars[..1]).unwrap_err();
    assert!(matches!(error, SpillError::Damaged { what: "it is another block", .. }), "{error}");

    // Blocks in the middle are equally long.
    let second = bytes.windows(8).skip(8).position(|window| window == &bytes[..8]).unwrap() + 8;
    let third = bytes.windows(8).skip(second + 8).position(|window| window == &bytes[..8]).unwrap() + second + 8;
    let mut moved = bytes.clone();
    moved.copy_within(second..third, third);
    *one.lock().get_mut() = moved;
    assert!(ends[0].try_grad(&vars[..1]).is_err());
    *one.lock().get_mut() = bytes;
    assert_eq!(ends[0].try_grad(&vars[..1]), Ok(sound));
}

#[test]
fn blocks_of_an_earlier_recording_on_the_same_tape() {
    let store = Shared::new(u64::MAX);
    let mut tape = Tape::with_limit(0).spill_into(store.clone());
    assert_eq!(product(&tape, 1000).1, Ok(vec![1000.0]));
    let before = store.lock().get_ref().clone();
    tape.clear();
    let (x, y) = (tape.var(2.0), tape.var(1.0));
    let z = (0..1000).fold(x, |z, _| z * y);
    assert_eq!(z.try_grad(&[y]), Ok(vec![2000.0]));
    *store.lock().get_mut() = before;
    let error = z.try_grad(&[y]).unwrap_err();
    assert!(matches!(error, SpillError::Damaged { what: "it is another block", .. }), "{error}");
}

#[test]
fn a_place_that_panics_once() {
    let calls = [(true, false), (false, true)];
    for (at_writing, at_reading) in calls {
        let mut tape = Tape::with_limit(0).spill_into(Panics::once(at_writing, at_reading));
        let (value, gradient) = product(&tape, 10_000);
        assert!(value == 1.0 && matches!(gradient, Err(SpillError::Stopped { .. })), "{gradient:?}");
        tape.clear();
        assert_eq!(tape.check(), Ok(()));
        assert_eq!(product(&tape, 10_000).1, Ok(vec![10_000.0]), "as new");
        assert!(tape.statistics().spilled > 10_000);
    }
}

#[test]
fn a_place_that_panics_again_and_again() {
    let mut tape = Tape::with_limit(0).spill_into(Panics::always());
    for _ in 0..3 {
        let (value, gradient) = product(&tape, 10_000);
        assert!(value == 1.0 && matches!(gradient, Err(SpillError::Stopped { .. })), "{gradient:?}");
        tape.clear();
        assert_eq!(product(&tape, 20).1, Ok(vec![20.0]), "what needs no place goes on");
        tape.clear();
    }
}
