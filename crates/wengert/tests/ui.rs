//! What must not compile: mistakes inside a differentiable function, which the compiler reports at the line that its
//! author wrote, and variables that leave their recording. `UPDATE=1` writes the expected texts again.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler whose words the expected texts repeat; others word their errors differently.
const COMPILER: &str = "rustc 1.95";

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
}

/// The newest build of a library, beside this test: what this test was just built with, or from the same sources.
fn library(beside: &Path, name: &str) -> PathBuf {
    let files = std::fs::read_dir(beside).expect("the folder of this test").flatten();
    let built = files.filter(|file| {
        let file = file.file_name();
        let file = file.to_string_lossy();
        file.starts_with(&format!("lib{name}-")) && file.ends_with(".rlib")
    });
    let newest = built.max_by_key(|file| file.metadata().and_then(|data| data.modified()).expect("a time"));
    newest.unwrap_or_else(|| panic!("{name} was built for this test")).path()
}

/// What the compiler says of a program that it checks; it does not build it either.
fn said_of(file: &Path, beside: &Path) -> String {
    let text = refused(file, beside, "");
    refused(file, beside, "full");
    let reports = text.split("\n\n").filter(|part| !is_summary(part));
    reports.map(|part| own(part, file)).collect::<Vec<_>>().join("\n")
}

/// What the compiler says of a program where it is given so much of what is generated.
fn refused(file: &Path, beside: &Path, how: &str) -> String {
    let mut rustc = rustc();
    rustc.env("WENGERT_CHECK", how);
    // No manifest: each file is a crate by itself.
    rustc.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("CARGO_MANIFEST_DIR");
    rustc.args(["--edition=2024", "--crate-type=bin", "--emit=metadata", "--color=never"]);
    rustc.arg("-o").arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui"));
    rustc.arg("-L").arg(format!("dependency={}", beside.display()));
    for name in ["nalgebra", "ndarray", "reverse", "wengert"] {
        rustc.arg("--extern").arg(format!("{name}={}", library(beside, name).display()));
    }
    let ran = rustc.arg(file).output().expect("the compiler runs");
    assert!(!ran.status.success(), "{} compiles", file.display());
    String::from_utf8(ran.stderr).expect("text")
}

fn is_summary(part: &str) -> bool {
    part.starts_with("error: aborting") || part.starts_with("For more information") || part.starts_with("Some errors")
}

/// A report without the lines that show other files, which change, indented for the line numbers of its own.
fn own(report: &str, file: &Path) -> String {
    let mut shown = true;
    let mut lines = Vec::new();
    for line in report.lines() {
        let margin = line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit());
        let number = line[..line.len() - margin.len()].trim();
        let is_margin = ["|", "-->", ":::", "= "].iter().any(|mark| margin.starts_with(mark));
        if margin.starts_with("-->") || margin.starts_with(":::") {
            shown = margin.contains(&format!(" {}:", file.display()));
        } else if !is_margin && !line.starts_with("...") || margin.starts_with("= ") {
            shown = true;
        }
        if shown {
            lines.push(if is_margin { (Some(number), margin) } else { (None, line) });
        }
    }
    let width = lines.iter().filter_map(|(number, _)| number.map(str::len)).max().unwrap_or(0);
    let text = lines.iter().map(|(number, rest)| match number {
        Some(number) => {
            let space = if rest.starts_with("-->") { "" } else { " " };
            format!("{number:>width$}{space}{rest}\n")
        }
        None => format!("{rest}\n"),
    });
    text.collect()
}

#[test]
fn mistakes_are_reported_where_they_are() {
    let version = rustc().arg("--version").output().expect("the compiler runs").stdout;
    if !String::from_utf8_lossy(&version).starts_with(COMPILER) {
        println!("the expected texts are those of {COMPILER}");
        return;
    }
    let program = std::env::current_exe().expect("the path of this test");
    let beside = program.parent().expect("a folder");
    let folder = Path::new("tests/ui");
    let listed = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("the programs").flatten();
    let mut files: Vec<PathBuf> = listed.map(|file| folder.join(file.file_name())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "rs"));
    files.sort();
    assert!(files.len() > 10, "{files:?}");
    for file in files {
        let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join(file.with_extension("stderr"));
        let said = said_of(&file, beside);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&expected, &said).expect("the file is written");
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert!(said == expected, "{}: the compiler says\n{said}\nand not\n{expected}", file.display());
    }
}
