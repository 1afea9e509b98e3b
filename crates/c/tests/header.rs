//! The header is that of the sources, and programs in C and C++ that include it compile and run.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The names of what is exported, in the sources.
fn exported() -> Vec<String> {
    let mut names = Vec::new();
    for file in fs::read_dir(here("src")).expect("sources") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("text");
        let after = text.split("#[unsafe(no_mangle)]").skip(1);
        names.extend(after.map(|rest| {
            let name = rest.split("fn ").nth(1).and_then(|rest| rest.split('(').next());
            name.expect("a function").to_owned()
        }));
    }
    names
}

#[test]
fn the_header_has_every_function() {
    let header = fs::read_to_string(here("include/wengert.h")).expect("the header");
    let (names, declared) = (exported(), |name: &str| header.contains(&format!("{name}(")));
    assert!(names.len() >= 24, "{names:?}");
    let missing: Vec<_> = names.iter().filter(|name| !declared(name)).collect();
    assert!(missing.is_empty(), "the header lacks {missing:?}: make it again, as cbindgen.toml says");
}

/// `UPDATE=1` writes the header.
#[test]
fn the_header_is_what_cbindgen_makes() {
    let path = here("include/wengert.h");
    let made = Command::new("cbindgen").args(["--quiet", "--config", "cbindgen.toml"]).current_dir(here("")).output();
    let Ok(made) = made else {
        println!("left out: no cbindgen here; `cargo install cbindgen` has it");
        return;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &made.stdout).expect("a header that can be written");
    }
    let there = fs::read(&path).expect("the header");
    assert!(made.stdout == there, "the sources have another header: run with UPDATE=1");
}

/// The static library, which cargo puts beside this test or above.
fn library() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let folders = [test.parent()?, test.parent()?.parent()?];
    let found = folders.into_iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with("libwengert_c") && name.ends_with(".a")
    };
    found.map(|file| file.path()).filter(ours).max_by_key(|path| path.metadata().and_then(|m| m.modified()).ok())
}

/// Compiles a program, runs it, and gives what it prints; none where there is no compiler.
fn run(compiler: &str, flags: &[&str], source: &str) -> Option<String> {
    if Command::new(compiler).arg("--version").output().is_err() {
        println!("left out: no {compiler} here");
        return None;
    }
    let Some(library) = library() else {
        println!("left out: cargo made no static library here");
        return None;
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let program = folder.join(source.replace('.', "_"));
    let mut compile = Command::new(compiler);
    compile.args(flags).args(["-Wall", "-Wextra", "-Werror", "-I"]).arg(here("include"));
    compile.arg(here("examples").join(source)).arg(library).args(["-lpthread", "-ldl", "-lm", "-o"]).arg(&program);
    let compiled = compile.output().expect("a compiler that runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&program).output().expect("a program that runs");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    Some(said)
}

#[test]
#[cfg(unix)]
fn a_program_in_c() {
    let Some(said) = run("cc", &["-std=c99"], "fit.c") else { return };
    assert_eq!(
        said,
        "a = 2.000000, b = 0.700000\n\
         the function has 4 inputs, and 3 numbers were given; give one for each of: a, b, t, y\n\
         1:3: unknown function `sni`; did you mean `sin`?\n\
         a, b, ..\n"
    );
}

#[test]
#[cfg(unix)]
fn a_program_in_cpp() {
    let Some(said) = run("c++", &["-std=c++17"], "threads.cpp") else { return };
    assert!(said.starts_with("program(x, y)\n") && said.contains("give one for each of: x, y\n"), "{said}");
}
