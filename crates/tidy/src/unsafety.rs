//! `unsafe` is local, and argued.

use crate::{File, source_of};

/// The modules that may hold `unsafe`, with the reason for each.
pub const UNSAFE_MODULES: &[(&str, &str)] = &[
    ("crates/c/src/batches.rs", "functions of C: their names are exported and they take pointers"),
    ("crates/c/src/functions.rs", "functions of C: their names are exported and they take pointers"),
    ("crates/c/src/memory.rs", "pointers with lengths become slices here, once they were looked at"),
    ("crates/c/src/points.rs", "functions of C: their names are exported and they take pointers"),
    ("crates/c/src/status.rs", "a function of C: its name is exported"),
    (
        "crates/forward/src/nalgebra/lanes.rs",
        "a trait of nalgebra's numbers has two unsafe functions, which are safe here: without it none of its decompositions runs on duals",
    ),
    (
        "crates/gpu/src/driver.rs",
        "calls of OpenCL, all of which are unsafe in its bindings: without them no device runs",
    ),
    ("crates/native/src/machine.rs", "bytes become functions, and are called: without it there is no native code"),
    (
        "crates/program/src/batch/dispatch.rs",
        "code for wider vectors, once the processor was asked whether it has them: a batch takes a half to a quarter of the time",
    ),
    (
        "crates/reverse/src/buffers.rs",
        "memory of lists, whatever their elements are: without it all functions of std's collection are compiled for each type",
    ),
    (
        "crates/reverse/src/streams.rs",
        "a recording is pushed to through shared references: the flag of a RefCell is a load and a store per statement",
    ),
    (
        "crates/vector/src/dispatch.rs",
        "kernels for wider vectors, once the processor was asked whether it has them: functions take a third to a fifth of the time",
    ),
    (
        "crates/wengert/src/generated/passage.rs",
        "numbers go to other threads in code that is written for any number: without it loops with #[independent] stay on one",
    ),
    (
        "crates/wengert/src/generated/wide.rs",
        "functions under `math = \"vector\"` in wider vectors, once the processor was asked whether it has them",
    ),
    (
        "crates/wengert/src/wide.rs",
        "runs on lanes in wider vectors, once the processor was asked whether it has them: a Brusselator takes two thirds of the time",
    ),
];

/// How many lines above `unsafe` its argument may begin.
const REACH: usize = 5;

/// The places with `unsafe` outside [`UNSAFE_MODULES`] or without a SAFETY comment close above, the modules of that
/// list that hold none, derived traits of what it sends to other threads, and the crates without such a module that do
/// not forbid it.
pub fn unargued(sources: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in sources {
        let allowed = UNSAFE_MODULES.iter().any(|(path, _)| *path == file.path);
        let lines: Vec<&str> = file.text.lines().collect();
        let mut found = false;
        for (number, _) in file.code().filter(|(_, line)| is_unsafe(line)) {
            found = true;
            let above = &lines[number.saturating_sub(REACH + 1)..number];
            if !allowed {
                complaints.push(format!("{}:{number}: `unsafe` outside the modules that may hold it", file.path));
            } else if !above.iter().any(|line| line.contains("// SAFETY: ")) {
                complaints.push(format!("{}:{number}: `unsafe` without its SAFETY argument", file.path));
            }
        }
        complaints.extend(derived_around(file, &lines));
        if allowed && !found {
            complaints.push(format!("{}: no `unsafe` here: strike it from the list of this check", file.path));
        }
        let Some(name) = source_of(&file.path) else { continue };
        let is_root = ["src/lib.rs", "src/main.rs"].iter().any(|root| file.path == format!("crates/{name}/{root}"));
        let needs = UNSAFE_MODULES.iter().any(|(path, _)| source_of(path) == Some(name));
        if is_root && !needs && !file.text.contains("#![forbid(unsafe_code)]") {
            complaints.push(format!("{}: write `#![forbid(unsafe_code)]`", file.path));
        }
    }
    complaints
}

/// The derived traits of types in this file that an `unsafe impl` sends to other threads: they reach fields there
/// without asking.
fn derived_around(file: &File, lines: &[&str]) -> Vec<String> {
    let sent = lines.iter().filter_map(|line| {
        let (traits, rest) = line.strip_prefix("unsafe")?.strip_prefix(" impl")?.split_once(" for ")?;
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        ["Send", "Sync"].iter().any(|auto| traits.ends_with(auto)).then_some(name)
    });
    let mut complaints = Vec::new();
    for name in sent {
        let starts = |line: &str, kind: &str| {
            let item = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
            item.strip_prefix(kind)
                .and_then(|rest| rest.strip_prefix(name))
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let Some(at) = lines.iter().position(|line| starts(line, "struct ") || starts(line, "enum ")) else { continue };
        let above = lines[..at].iter().rev().take_while(|line| line.starts_with("#[") || line.starts_with("//"));
        if above.into_iter().any(|line| line.starts_with("#[derive(")) {
            complaints.push(format!("{}:{}: {name} is sent by `unsafe`: derive nothing for it", file.path, at + 1));
        }
    }
    complaints
}

/// Whether the word begins a block or an item, and is not part of a name or a message.
fn is_unsafe(line: &str) -> bool {
    const BEGINS: [&str; 6] = ["{", "(", "fn ", "impl", "trait ", "extern "];
    line.match_indices("unsafe").any(|(at, word)| {
        let rest = line[at + word.len()..].trim_start();
        let whole = !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        whole && (rest.is_empty() || BEGINS.iter().any(|begin| rest.starts_with(begin)))
    })
}
