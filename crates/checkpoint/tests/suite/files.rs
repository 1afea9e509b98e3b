//! Files are their owner's alone, whole or not there, and gone when nobody uses them.

use checkpoint::{Disk, Level, Record, Slot, Storage};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SLOT: Slot = Slot { level: Level::Disk, index: 0 };
const RECORD: Record = Record { run: 1, step: 2 };

/// An empty directory for a test, removed with it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("wengert-files-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        Place(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a directory");
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn disk(place: &Path) -> Disk {
    let mut disk = Disk::create_in(place).expect("a directory");
    disk.store(SLOT, 7, &[1.0, 2.0]).expect("stored");
    disk
}

#[cfg(unix)]
#[test]
fn nobody_else_may_look_at_states() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("private");
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let disk = disk(&place.0);
    assert_eq!(mode(disk.path()), 0o700);
    for entry in fs::read_dir(disk.path()).expect("a directory") {
        assert_eq!(mode(&entry.unwrap().path()), 0o600);
    }
    let position = place.0.join("position");
    RECORD.replace(&position, &[1], &mut Vec::new()).expect("written");
    assert_eq!(mode(&position), 0o600);
}

#[cfg(unix)]
#[test]
fn no_link_is_followed() {
    let place = Place::new("links");
    let (victim, position) = (place.0.join("victim"), place.0.join("position"));
    fs::write(&victim, "dear").expect("written");
    for link in ["position.part", "position"] {
        std::os::unix::fs::symlink(&victim, place.0.join(link)).expect("linked");
    }
    for write in [Record::write, Record::replace] {
        write(RECORD, &position, &[1, 2, 3], &mut Vec::new()).expect("written");
        assert_eq!(fs::read(&victim).expect("it is there"), b"dear");
        assert_eq!(Record::read(&position, &mut Vec::new(), &mut Vec::new()).expect("a record"), RECORD);
    }
    assert_eq!(place.names(), ["position", "position.part", "victim"]);
}

#[test]
fn an_error_leaves_what_was_there_and_nothing_beside_it() {
    let place = Place::new("error");
    let occupied = place.0.join("occupied");
    fs::create_dir(&occupied).expect("a directory");
    for write in [Record::write, Record::replace] {
        assert!(write(RECORD, &occupied, &[1], &mut Vec::new()).is_err());
        assert_eq!(place.names(), ["occupied"]);
    }
    let mut disk = disk(&place.0).with_limit(100);
    disk.store(SLOT, 8, &[0.5; 100]).expect_err("no room");
    let mut state = [0.0; 2];
    disk.restore(SLOT, 7, &mut state).expect("what was there is there");
    assert_eq!(state, [1.0, 2.0]);
}

#[test]
fn directories_of_dead_runs_are_removed_and_no_others() {
    let place = Place::new("dead");
    let make = |name: &str, files: &[&str]| {
        let path = place.0.join(name);
        fs::create_dir(&path).expect("a directory");
        files.iter().for_each(|file| fs::write(path.join(file), "what was here").expect("written"));
        path
    };
    let owner = |path: PathBuf| {
        let lock = File::open(path.join("lock")).expect("a lock");
        lock.lock().expect("locked");
        lock
    };
    let live = owner(make("wengert-fedcba9876543210.states", &["lock", "far-0.state"]));
    make("wengert-0123456789abcdef.states", &["lock", "far-0.state", "near-1.state.0123456789abcdef.part"]);
    make("wengert-0123456789abcdee.states", &[]);
    let kept = [
        "data.states",
        "wengert-0123456789abcded.states",
        "wengert-0123456789abcdeg.states",
        "wengert-1.states",
        "wengert-fedcba9876543210.states",
    ];
    make(kept[0], &["lock"]);
    // Not one of ours: it never had a lock.
    make(kept[1], &["somebody's"]);
    make(kept[2], &["lock"]);
    make(kept[3], &["lock"]);
    let other = disk(&place.0);
    drop(disk(&place.0));
    let own = other.path().file_name().unwrap().to_str().unwrap().to_owned();
    let mut expected: Vec<&str> = kept.into_iter().chain([own.as_str()]).collect();
    expected.sort_unstable();
    assert_eq!(place.names(), expected);
    drop(live);
    drop(other);
    drop(disk(&place.0));
    assert_eq!(place.names(), &kept[..4]);
}

#[cfg(unix)]
#[test]
fn a_link_in_place_of_a_dead_directory_is_left() {
    let (place, elsewhere) = (Place::new("linked"), Place::new("elsewhere"));
    fs::write(elsewhere.0.join("lock"), "").expect("written");
    fs::write(elsewhere.0.join("dear"), "").expect("written");
    let link = place.0.join("wengert-0123456789abcdef.states");
    std::os::unix::fs::symlink(&elsewhere.0, &link).expect("linked");
    drop(disk(&place.0));
    assert_eq!((elsewhere.names(), place.names().len()), (vec!["dear".to_owned(), "lock".to_owned()], 1));
}

#[test]
fn parts_that_dead_runs_left_are_removed_and_no_others() {
    let place = Place::new("parts");
    let (dead, live) = ("position.0123456789abcdef.part", "position.fedcba9876543210.part");
    let others = ["position", "position.1.part", "positions.0123456789abcdef.part"];
    others.iter().chain([&dead, &live]).for_each(|name| fs::write(place.0.join(name), "").expect("written"));
    let owner = File::open(place.0.join(live)).expect("it is there");
    owner.lock().expect("locked");
    Record::remove_parts(&place.0.join("position"));
    assert_eq!(place.names(), ["position", "position.1.part", live, "positions.0123456789abcdef.part"]);
}

const CHILD: &str = "WENGERT_TEST_DISK_CHILD";

/// Has states on a disk until it is killed, in a process of its own; see the next test.
#[test]
fn a_child_with_a_disk() {
    let Ok(place) = std::env::var(CHILD) else { return };
    let _disk = disk(Path::new(&place));
    println!("\n{CHILD}");
    std::thread::sleep(std::time::Duration::from_secs(600));
}

#[test]
fn what_a_killed_process_leaves_is_removed_when_it_is_dead() {
    let place = Place::new("killed");
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "files::a_child_with_a_disk", "--nocapture"])
        .env(CHILD, &place.0)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let stored = lines.map_while(Result::ok).any(|line| line.starts_with(CHILD));
    assert!(stored && place.names().len() == 1);
    drop(disk(&place.0));
    assert_eq!(place.names().len(), 1, "it lives");
    child.kill().expect("killed");
    child.wait().expect("dead");
    assert_eq!(place.names().len(), 1);
    let next = disk(&place.0);
    assert_eq!(place.names(), [next.path().file_name().unwrap().to_str().unwrap()]);
}
