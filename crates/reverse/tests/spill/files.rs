//! Files are gone when they are no longer used, however that comes.

use reverse::{SpillError, Tape};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("wengert-test-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn spill(directory: &Path) -> Tape {
    Tape::with_limit(1 << 16).spill_to(directory).unwrap()
}

#[test]
fn nothing_is_left_after_use_nor_after_a_panic() {
    let directory = directory("use");
    let tape = spill(&directory);
    let (x, y) = (tape.var(1.0), tape.var(1.0));
    let z = (0..50_000).fold(x, |z, _| z * y);
    assert_eq!(z.try_grad(&[x, y]), Ok(vec![1.0, 50_000.0]));
    assert!(tape.statistics().spilled > 1 << 20);
    drop(tape);
    assert!(names(&directory).is_empty());

    let end = catch_unwind(AssertUnwindSafe(|| {
        let tape = spill(&directory);
        let (x, y) = (tape.var(1.0), tape.var(1.0));
        (0..50_000).fold(x, |z, i| if i == 40_000 { panic!("in the middle of a spill") } else { z * y }).inner()
    }));
    assert!(end.is_err() && names(&directory).is_empty());
    fs::remove_dir(directory).unwrap();
}

/// Blocks so large that they are written without the system's cache, where there is a disk behind the directory.
#[test]
fn large_blocks() {
    let shared = Path::new("/dev/shm");
    for place in [std::env::temp_dir().as_path(), shared].into_iter().filter(|place| place.is_dir()) {
        let directory = place.join(format!("wengert-test-{}-large", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let gradient = |tape: &Tape, sizes: &[i32]| {
            let (x, y) = (tape.var(1.0), tape.var(0.25));
            let ends = sizes.iter().map(|&n| (0..n).fold(x, |z, i| if i % 3 == 0 { z * y + x } else { z + y }));
            ends.sum::<reverse::Var>().try_grad(&[x, y])
        };
        let mut tape = Tape::with_limit(1 << 22).spill_to(&directory).unwrap();
        for sizes in [[300_000, 200_001], [400_000, 0]] {
            assert_eq!(gradient(&tape, &sizes), gradient(&Tape::new(), &sizes));
            assert!(tape.statistics().spilled > 1 << 20);
            tape.clear();
        }
        assert!(names(&directory).is_empty());
        drop(tape);
        fs::remove_dir(directory).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_else_may_read_what_is_spilled() {
    use std::os::unix::fs::PermissionsExt;
    let directory = directory("private");
    let _tape = spill(&directory);
    let open = fs::read_dir("/proc/self/fd").unwrap().flatten().map(|entry| entry.path());
    let is_ours = |path: &PathBuf| fs::read_link(path).is_ok_and(|file| file.starts_with(&directory));
    let modes: Vec<u32> =
        open.filter(is_ours).map(|path| fs::metadata(path).unwrap().permissions().mode() & 0o777).collect();
    assert!(!modes.is_empty() && modes.iter().all(|&mode| mode == 0o600), "{modes:?}");
    fs::remove_dir(directory).unwrap();
}

#[test]
fn directories_that_cannot_be_used() {
    let directory = directory("none");
    let file = directory.join("file");
    fs::write(&file, "").unwrap();
    for path in [directory.join("missing"), file] {
        let error = Tape::with_limit(0).spill_to(&path).err().unwrap();
        assert!(matches!(&error, SpillError::Directory { path: named, .. } if *named == path));
        let text = error.to_string();
        assert!(text.contains(path.to_str().unwrap()) && text.contains("name a directory that exists"), "{text}");
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn files_of_dead_runs_are_removed_and_no_others() {
    let directory = directory("stale");
    let (stale, live) = ("wengert-0123456789abcdef.spill", "wengert-fedcba9876543210.spill");
    let others = ["wengert-1.spill", "wengert-0123456789abcdeg.spill", "data.spill"];
    for name in others.into_iter().chain([stale, live]) {
        fs::write(directory.join(name), "what was here").unwrap();
    }
    let owner = File::open(directory.join(live)).unwrap();
    owner.lock().unwrap();
    drop(spill(&directory));
    let mut left = [others.as_slice(), &[live]].concat();
    left.sort_unstable();
    assert_eq!(names(&directory), left);
    drop(owner);
    drop(spill(&directory));
    assert_eq!(names(&directory).len(), others.len());
    fs::remove_dir_all(directory).unwrap();
}

const CHILD: &str = "WENGERT_TEST_SPILL_CHILD";

/// Spills until it is killed, in a process of its own; see the next test.
#[test]
fn a_child_that_spills() {
    let Ok(directory) = std::env::var(CHILD) else { return };
    let tape = spill(Path::new(&directory));
    let (mut z, y) = (tape.var(1.0), tape.var(1.0));
    for i in 0..1 << 28 {
        z *= y;
        if i % (1 << 20) == 1 << 19 {
            println!("\n{CHILD} {}", tape.statistics().spilled);
        }
    }
}

#[test]
fn a_kill_in_the_middle_of_a_spill() {
    let directory = directory("kill");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "files::a_child_that_spills", "--nocapture"])
        .env(CHILD, &directory)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let spilling = lines.map_while(Result::ok).find(|line| line.starts_with(CHILD));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(spilling.is_some_and(|line| !line.ends_with(" 0")));
    let tape = spill(&directory);
    assert!(names(&directory).is_empty());
    let (x, y) = (tape.var(1.0), tape.var(1.0));
    assert_eq!((0..50_000).fold(x, |z, _| z * y).try_grad(&[x]), Ok(vec![1.0]));
    fs::remove_dir(directory).unwrap();
}
