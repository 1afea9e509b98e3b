//! Makes a failing program smaller: `shrink 1 17` leaves out whatever can go while it still fails in the same way, and
//! prints what is left.
//!
//! Each attempt compiles and runs the program alone, some seconds. A program that the attribute does not take at all
//! shrinks too, as long as its twin compiles.

#[path = "../generator/mod.rs"]
mod generator;

use generator::Settings;
use std::process::Command;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (Some(seed), Some(index)) = (words.first(), words.get(1)) else {
        eprintln!("usage: shrink SEED NUMBER");
        std::process::exit(2);
    };
    let first = Settings::from_environment();
    let (Ok(seed_number), Ok(number)) = (seed.parse(), index.parse()) else {
        eprintln!("the seed and the number are numbers");
        std::process::exit(2);
    };
    let show = |drop: &[usize]| {
        let settings = Settings { seed: seed_number, drop: drop.to_vec(), ..Settings::from_environment() };
        let (_, parts) = settings.program(number);
        (settings.source(number), parts)
    };
    let mut drop = first.drop;
    let Some(failure) = run(seed, index, &drop, false) else {
        println!("it does not fail");
        return;
    };
    println!("it fails: {failure}");
    let (mut text, parts) = show(&drop);
    // Large runs of parts first, then single ones.
    let mut size = parts.div_ceil(2);
    while size > 0 {
        for start in (0..parts).step_by(size) {
            let attempt: Vec<usize> =
                (0..parts).filter(|i| drop.contains(i) || (start..start + size).contains(i)).collect();
            let (smaller, _) = show(&attempt);
            if smaller == text || smaller.len() > text.len() {
                continue;
            }
            // What is wrong without the attribute is not worth looking at.
            let compiles = run(seed, index, &attempt, true).is_none();
            if compiles && run(seed, index, &attempt, false).as_ref() == Some(&failure) {
                (drop, text) = (attempt, smaller);
                println!("// {} bytes\n{text}", text.len());
            }
        }
        size /= 2;
    }
    let drop: Vec<String> = drop.iter().map(usize::to_string).collect();
    println!("TRIALS_SEED={seed} TRIALS_INDEX={index} TRIALS_DROP={} cargo test -p wengert-trials", drop.join(","));
}

/// How the program fails without these parts: the error's code or the check; none where it does not.
fn run(seed: &str, index: &str, drop: &[usize], twins_only: bool) -> Option<String> {
    let drop: Vec<String> = drop.iter().map(usize::to_string).collect();
    let output = Command::new(env!("CARGO"))
        .args(["test", "-p", "wengert-trials", "--offline", "--test", "programs_0", "--", "--nocapture"])
        .env("TRIALS_SEED", seed)
        .env("TRIALS_INDEX", index)
        .env("TRIALS_DROP", drop.join(","))
        .env("TRIALS_TWINS_ONLY", if twins_only { "1" } else { "" })
        // Twins are built elsewhere, so that neither build undoes the other.
        .env("CARGO_TARGET_DIR", target(twins_only))
        .output()
        .expect("cargo runs");
    if output.status.success() {
        return None;
    }
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let kind = |line: &str| {
        let check = line.strip_prefix("program ").and_then(|rest| rest.split(": ").nth(1));
        let error = line.starts_with("error").then(|| line.split('`').next().unwrap_or(line));
        check.or(error).map(str::to_owned)
    };
    Some(text.lines().find_map(kind).unwrap_or_else(|| "in another way".into()))
}

fn target(twins_only: bool) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join("wengert-trials");
    folder.join(if twins_only { "twins" } else { "programs" })
}
