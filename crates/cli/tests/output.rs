//! Where results go: nothing that is read is written over, and nothing that was there is lost.

mod common;

use common::{Ran, Scratch, printed, run, run_with, wengert};
use std::fs;
use std::path::PathBuf;

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-output-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    }

    /// Every file with its content, in order.
    fn holds(&self, files: &[(&str, &str)]) {
        let mut found: Vec<(String, String)> = fs::read_dir(&self.0)
            .expect("a folder")
            .map(|entry| {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap_or_default())
            })
            .collect();
        found.sort();
        let found: Vec<(&str, &str)> = found.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect();
        assert_eq!(found, files);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn refused(ran: &Ran) {
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("by this very command, and would be lost"), "{}", ran.err);
}

#[test]
fn what_is_read_is_not_written_over() {
    let folder = Folder::new("read");
    let model = folder.file("model.wen", "x^2");
    let data = folder.file("data.csv", "x\n1\n");
    let source = folder.file("model.rs", "#[differentiable]\nfn f(x: f64) -> f64 { x }\n");
    let svg = folder.file("model.svg", "x^3");
    let before = [
        ("data.csv", "x\n1\n"),
        ("model.rs", "#[differentiable]\nfn f(x: f64) -> f64 { x }\n"),
        ("model.svg", "x^3"),
        ("model.wen", "x^2"),
    ];
    let around = |name: &str| format!("{}/../cli-output-read/{name}", folder.0.display());
    for args in [
        &["grad", &model, "x=1", "--output", &model][..],
        &["grad", "--file", &model, "x=1", "--output", &around("model.wen")],
        &["jacobian", &model, "x=1", "--output", &model],
        &["hessian", &model, "x=1", "--output", &model],
        &["jvp", &model, "x=1", "--direction", "x=1", "--output", &model],
        &["vjp", &model, "x=1", "--output", &model],
        &["taylor", &model, "x=1", "--output", &model],
        &["trace", &model, "x=1", "--output", &model],
        &["trace", &model, "x=1", "--latex", "--output", &model],
        &["graph", &svg, "x=1", "--output", &svg],
        &["derive", &model, "--output", &model],
        &["check", &model, "x=1", "--output", &model],
        &["check", &svg, "x=1", "--plot", &svg],
        &["check", "x^2", "x=1", "--plot", &around("new.svg"), "--output", &around("new.svg")],
        &["adjoint", &source, "--output", &source],
        &["grad", &model, "--data", &data, "--output", &model],
        &["grad", &model, "--data", &data, "--output", &data],
        &["grad", &model, "--data", &data, "--output", &around("data.csv")],
    ] {
        refused(&run(args));
        folder.holds(&before);
    }
}

#[cfg(unix)]
#[test]
fn other_names_of_what_is_read() {
    let folder = Folder::new("links");
    let data = folder.file("data.csv", "x\n1\n");
    let path = |name: &str| folder.0.join(name).to_str().expect("UTF-8").to_owned();
    fs::hard_link(&data, path("hard.csv")).expect("a hard link");
    std::os::unix::fs::symlink("data.csv", path("soft.csv")).expect("a link");
    std::os::unix::fs::symlink("soft.csv", path("softer.csv")).expect("a link");
    let all = ["data.csv", "hard.csv", "soft.csv", "softer.csv"];
    for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (from, to))) {
        refused(&run(&["grad", "x", "--data", &path(from), "--output", &path(to)]));
    }
    folder.holds(&all.map(|name| (name, "x\n1\n")));
    // Redirected to its own end, the data would never end.
    let ran = std::process::Command::new("sh")
        .args(["-c", "exec \"$0\" grad x --data \"$1\" >> \"$1\"", env!("CARGO_BIN_EXE_wengert"), &data])
        .output()
        .expect("a shell");
    refused(&ran.into());
    let ran = std::process::Command::new("sh")
        .args(["-c", "exec \"$0\" grad x --data - <\"$1\" --output \"$1\"", env!("CARGO_BIN_EXE_wengert"), &data])
        .output()
        .expect("a shell");
    refused(&ran.into());
    folder.holds(&all.map(|name| (name, "x\n1\n")));
}

#[test]
fn an_error_leaves_the_old_file() {
    let folder = Folder::new("error");
    let data = folder.file("data.csv", "x\n1\n2\nthree\n");
    let old = folder.file("old.csv", "old");
    let ran = run(&["grad", "x", "--data", &data, "--output", &old]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.err);
    folder.holds(&[("data.csv", "x\n1\n2\nthree\n"), ("old.csv", "old")]);
    // Rows that are skipped as was asked for are none.
    let ran = run(&["grad", "x", "--data", &data, "--output", &old, "--keep-going"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    folder.holds(&[("data.csv", "x\n1\n2\nthree\n"), ("old.csv", "x,value,d_x\n1,1,1\n2,2,1\n")]);
    // Half of the functions are not what was asked for.
    let source = folder.file(
        "m.rs",
        "#[differentiable]\nfn f(x: f64) -> f64 { x }\n#[differentiable(no)]\nfn g(x: f64) -> f64 { x }\n",
    );
    let ran = run(&["adjoint", &source, "--output", &old]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(fs::read_to_string(&old).expect("the old file"), "x,value,d_x\n1,1,1\n2,2,1\n");
}

/// A file that may not grow, as on a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = Folder::new("full");
    let old = folder.file("old.csv", "old");
    let rows: String = (0..100_000).map(|i| format!("{i}\n")).collect();
    let data = Scratch::new("output-full.csv", format!("x\n{rows}"));
    for ignores in ["trap '' XFSZ; ", ""] {
        let script = format!("{ignores}ulimit -f 8; exec \"$0\" grad x --data \"$1\" --output \"$2\"");
        let ran: Ran = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_wengert"), data.path(), &old])
            .output()
            .expect("a shell")
            .into();
        assert_eq!(ran.code, 4, "{}", ran.err);
        assert!(ran.err.starts_with("error: cannot write ") && ran.err.contains("File too large"), "{}", ran.err);
        folder.holds(&[("old.csv", "old")]);
    }
}

/// Whether a signal is ignored here, and so by programs that are started here: behind `nohup`, or in the background of a script.
#[cfg(unix)]
fn is_ignored(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    ignored.is_some_and(|set| set >> (number - 1) & 1 == 1)
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_the_old_file() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Stdio;
    use std::time::Duration;
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        if is_ignored(number) {
            continue;
        }
        let folder = Folder::new(&format!("signal-{name}"));
        let old = folder.file("old.csv", "old");
        let mut child = wengert()
            .args(["grad", "x", "--data", "-", "--output", &old])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(&b"x\n".iter().copied().chain(b"1\n".repeat(200_000)).collect::<Vec<u8>>()).expect("a reader");
        // The program has read most of it, and so has begun to write.
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 2);
        let kill = std::process::Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status();
        assert!(kill.expect("a signal").success());
        let status = child.wait().expect("an end");
        assert_eq!(status.signal(), i32::try_from(number).ok(), "{status}");
        std::thread::sleep(Duration::from_millis(1));
        folder.holds(&[("old.csv", "old")]);
    }
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_and_a_link_stays() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("permissions");
    let file = folder.file("file.json", "old");
    let path = |name: &str| folder.0.join(name).to_str().expect("UTF-8").to_owned();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("file.json", path("link.json")).expect("a link");
    symlink("made.json", path("dangling.json")).expect("a link");
    printed(&["functions", "sinc", "--format", "csv", "--output", &path("link.json")]);
    assert_eq!(fs::read_link(path("link.json")).expect("a link").to_str(), Some("file.json"));
    let content = fs::read_to_string(&file).expect("a file");
    assert!(content.starts_with("name,arguments"), "{content}");
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
    printed(&["functions", "sinc", "--format", "csv", "--output", &path("dangling.json")]);
    assert_eq!(fs::read_to_string(path("made.json")).expect("a file"), content);
    // A new file has the permissions of any other.
    let plain = folder.file("plain", "");
    let mode = |name: &str| fs::metadata(name).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&path("made.json")), mode(&plain));
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 5);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_written_directly() {
    assert_eq!(printed(&["grad", "x^2", "x=3", "--format", "csv", "--output", "/dev/stdout"]), "value,d_x\n9,6\n");
    assert_eq!(printed(&["grad", "x^2", "x=3", "--output", "/dev/null"]), "");
    assert_eq!(printed(&["grad", "x^2", "x=3", "--format", "csv", "--output", "-"]), "value,d_x\n9,6\n");
    let ran = run_with(&["grad", "x", "--data", "-", "--output", "/dev/stdout"], b"x\n1\n");
    assert_eq!((ran.code, ran.out.as_str()), (0, "x,value,d_x\n1,1,1\n"), "{}", ran.err);
    // Behind a redirection, what is there already stays.
    let log = Scratch::new("output-log", "before\n");
    let script = "exec \"$0\" grad x^2 x=3 --format csv --output /dev/stdout >> \"$1\"";
    let ran: Ran = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_wengert"), log.path()])
        .output()
        .expect("a shell")
        .into();
    assert_eq!((ran.code, log.content().as_str()), (0, "before\nvalue,d_x\n9,6\n"), "{}", ran.err);
    // A pipe with a name.
    let folder = Folder::new("pipe");
    let pipe = folder.0.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe))
    };
    printed(&["grad", "x^2", "x=3", "--format", "csv", "--output", pipe.to_str().expect("UTF-8")]);
    assert_eq!(reader.join().expect("a reader").expect("text"), "value,d_x\n9,6\n");
}
