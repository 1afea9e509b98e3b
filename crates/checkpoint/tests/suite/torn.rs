//! What a disk may do to a record, and what comes of it: an error, never another state.

use checkpoint::{Disk, Error, Level, Record, Slot, Storage};
use std::path::PathBuf;

const SLOT: Slot = Slot { level: Level::Memory, index: 0 };

/// A disk with one state, and its file.
fn stored() -> (Disk, PathBuf) {
    let mut disk = Disk::create_in(std::env::temp_dir()).expect("a directory");
    disk.store(SLOT, 5, &vec![1.0, 2.0, 3.0]).expect("stored");
    let file = disk.path().join("near-0.state");
    (disk, file)
}

fn restore(disk: &mut Disk, step: u64) -> Error {
    let mut state = vec![7.0; 3];
    let error = disk.restore(SLOT, step, &mut state).expect_err("no such state");
    assert_eq!(state, [7.0; 3], "the state is as it was");
    error
}

#[test]
fn every_prefix_and_every_changed_bit_is_an_error() {
    let (mut disk, file) = stored();
    let bytes = std::fs::read(&file).expect("a file");
    for length in 0..bytes.len() {
        std::fs::write(&file, &bytes[..length]).expect("written");
        assert!(restore(&mut disk, 5).is_damaged(), "{length} bytes");
    }
    for bit in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&file, &changed).expect("written");
        assert!(restore(&mut disk, 5).is_damaged(), "bit {bit}");
    }
    std::fs::write(&file, [&bytes[..], &[0]].concat()).expect("written");
    assert!(restore(&mut disk, 5).is_damaged());
    std::fs::write(&file, &bytes).expect("written");
    let mut state = vec![0.0; 3];
    disk.restore(SLOT, 5, &mut state).expect("whole again");
    assert_eq!(state, [1.0, 2.0, 3.0]);
}

#[test]
fn foreign_records_are_errors() {
    let (mut disk, file) = stored();
    assert!(restore(&mut disk, 6).to_string().contains("it is state 5, not 6"));
    let (_other, foreign) = stored();
    std::fs::copy(foreign, &file).expect("copied");
    assert!(restore(&mut disk, 5).to_string().contains("another run"));
    let record = Record::read(&file, &mut Vec::new(), &mut Vec::new()).expect("a record");
    record.write(&file, &[0; 8], &mut Vec::new()).expect("written");
    assert!(restore(&mut disk, 5).is_damaged());
    std::fs::remove_file(&file).expect("removed");
    assert!(restore(&mut disk, 5).is_io());
}

#[test]
fn a_state_of_another_shape_is_an_error() {
    let (mut disk, _) = stored();
    let error = disk.restore(SLOT, 5, &mut [0.0; 4]).expect_err("four numbers for three");
    assert!(error.to_string().contains("24 bytes, not 32"), "{error}");
}

#[test]
fn a_full_disk_says_what_to_do_and_keeps_what_it_has() {
    let mut disk = Disk::create_in(std::env::temp_dir()).expect("a directory").with_limit(100);
    let state = [1.0, 2.0];
    disk.store(SLOT, 0, &state).expect("room for one");
    let used = disk.used();
    let error = disk.store(Slot { index: 1, ..SLOT }, 1, &[0.5; 6]).expect_err("no room for two");
    assert!(error.is_full() && error.to_string().contains("free space there, take another directory"), "{error}");
    let names = std::fs::read_dir(disk.path()).expect("a directory").map(|entry| entry.expect("a name").file_name());
    let states = names.filter(|name| name != "lock").count();
    assert_eq!((disk.used(), states), (used, 1));
    let mut back = [0.0; 2];
    disk.take(SLOT, 0, &mut back).expect("what was there is there");
    assert_eq!(back, state);
    disk.store(SLOT, 1, &[0.5; 6]).expect("room again");
}

#[test]
fn compressed_records_are_smaller() {
    let mut disk = Disk::create_in(std::env::temp_dir()).expect("a directory");
    disk.store(SLOT, 0, &vec![1.25; 1000]).expect("stored");
    assert!(disk.used() < 1000, "{} bytes", disk.used());
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_room_is_a_full_disk() {
    let record = Record { run: 1, step: 2 };
    let error = record.write(std::path::Path::new("/dev/full"), &[0; 100], &mut Vec::new()).expect_err("no room");
    assert!(error.is_full() && std::error::Error::source(&error).is_some(), "{error}");
}
