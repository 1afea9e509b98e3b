//! What the attribute costs who compiles a crate: forty ordinary functions, and one that is long, without the attribute
//! and with it, unused, with gradients that are called, and with everything written that there is; and a library of some
//! 300 functions that are all `pub`, of which the library itself calls nothing.
//!
//! `cargo bench -p wengert-adjoint --bench compile [STATEMENTS]` writes crates with these functions beside the build's
//! other files, builds what they depend on, and prints how long cargo takes for each of them alone; `STATEMENTS` is the
//! length of the long function, 300 if none is given.

#![forbid(unsafe_code)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Each takes `x: &[f64]` first and a number behind it.
const FUNCTIONS: [&str; 8] = [
    "springs(x: &[f64], k: f64) -> f64 {
        let mut e = 0.0;
        for i in 1..x.len() { let d = x[i] - x[i - 1]; e += 0.5 * k * d * d; }
        e
    }",
    "logistic(x: &[f64], b: f64) -> f64 {
        let z = x.iter().map(|w| w * 0.5).sum::<f64>() + b;
        (1.0 + (-z).exp()).ln() + 0.01 * x.iter().map(|w| w * w).sum::<f64>()
    }",
    "horner(x: &[f64], t: f64) -> f64 {
        let mut p = 0.0;
        for c in x.iter().rev() { p = p * t + c; }
        if p > 0.0 { p.ln() } else { p * p }
    }",
    "option(x: &[f64], r: f64) -> f64 {
        let (s, k, t) = (x[0], x[1], x[2]);
        let d = ((s / k).ln() + (r + 0.02) * t) / (0.2 * t.sqrt());
        let up = 0.5 * (1.0 + (d / 1.5).tanh());
        s * up - k * (-r * t).exp() * (1.0 - up)
    }",
    "heat(x: &[f64], rate: f64) -> f64 {
        let mut u = x.to_vec();
        for _ in 0..10 { for i in 1..u.len() { u[i] += rate * (u[i - 1] - u[i]); } }
        u.iter().map(|u| u * u).sum()
    }",
    "softmax(x: &[f64], t: f64) -> f64 {
        let top = x.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        let mut sum = 0.0;
        for v in x { sum += ((v - top) * t).exp(); }
        top + sum.ln() / t
    }",
    "flight(x: &[f64], drag: f64) -> f64 {
        let (mut p, mut v) = ([0.0; 3], [x[0], x[1], x[2]]);
        for _ in 0..20 {
            let speed = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
            for j in 0..3 { v[j] -= 0.01 * drag * speed * v[j]; p[j] += 0.01 * v[j]; }
        }
        p[0].hypot(p[1]) + p[2]
    }",
    "variance(x: &[f64], w: f64) -> f64 {
        let n = x.len() as f64;
        let mean = x.iter().sum::<f64>() / n;
        let mut s = 0.0;
        for v in x { s += w * (v - mean) * (v - mean); }
        s / n
    }",
];

/// Each function so many times.
const TIMES: usize = 5;
/// And so many times in the library.
const LIBRARY: usize = 38;

#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    Nothing,
    Unused,
    Gradients,
    Everything,
}

const ALL: [(With, &str); 4] = [
    (With::Nothing, "without the attribute"),
    (With::Unused, "with it, nothing called"),
    (With::Gradients, "gradients called"),
    (With::Everything, "everything written, nothing called"),
];

/// A statement that uses those before it.
fn statement(i: usize) -> String {
    match i % 4 {
        0 => format!("let v{i} = v{} * v{} + x[{}];", i - 1, i / 2, i % 3),
        1 => format!("let v{i} = v{}.sin() - v{} / 2.0;", i - 1, i / 3),
        2 => format!("let v{i} = if v{} > k {{ v{} * k }} else {{ v{} }};", i - 1, i / 2, i - 1),
        _ => format!("s += v{} * k; let v{i} = v{} / (1.0 + k * k);", i - 1, i - 1),
    }
}

fn long(statements: usize) -> String {
    let lines: Vec<String> = (1..statements).map(statement).collect();
    let lines = lines.join("\n");
    format!("long(x: &[f64], k: f64) -> f64 {{ let mut s = 0.0; let v0 = x[0];\n{lines}\ns + v{} }}", statements - 1)
}

/// The functions and one that calls them, or a library of them.
fn program(functions: &[String], with: With, library: bool) -> String {
    let attribute = match with {
        With::Nothing => "",
        With::Everything => "#[wengert::differentiable(all)]",
        _ => "#[wengert::differentiable]",
    };
    let (mut text, mut calls) = ("#![allow(dead_code)]\n".to_owned(), String::new());
    for (k, f) in functions.iter().enumerate() {
        let (name, rest) = f.split_once('(').expect("parameters");
        let public = if library { "pub " } else { "" };
        let _ = writeln!(text, "{attribute}\n{public}fn {name}_{k}({rest}");
        let gradient = if with == With::Gradients { "::gradient" } else { "" };
        let first = if with == With::Gradients { ".1" } else { "" };
        let _ = writeln!(calls, "    s += {name}_{k}{gradient}(x, k){first};");
    }
    if library {
        return text;
    }
    format!("{text}\npub fn all(x: &[f64], k: f64) -> f64 {{\n    let mut s = 0.0;\n{calls}    s\n}}\n")
}

/// How long cargo takes for a crate, everything that it depends on being there.
fn measured(root: &Path, text: &str, arguments: &[&str]) -> Option<Duration> {
    let lib = root.join("src/lib.rs");
    let run = |text: &str| {
        std::fs::write(&lib, text).ok()?;
        let start = Instant::now();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(arguments).args(["--quiet", "--offline"]).current_dir(root);
        cargo.env("CARGO_TARGET_DIR", root.join("target"));
        cargo.status().ok()?.success().then(|| start.elapsed())
    };
    run("")?;
    let times = (0..3).map(|k| run(&format!("{text}// {k}\n")));
    times.collect::<Option<Vec<_>>>()?.into_iter().min()
}

fn crate_at(root: &Path) -> std::io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::create_dir_all(root.join("src"))?;
    std::fs::copy(here.join("../../Cargo.lock"), root.join("Cargo.lock"))?;
    let wengert = here.join("../wengert");
    let manifest = format!(
        "[package]\nname = \"compiled\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nwengert = {{ path = {wengert:?} }}\n\n[workspace]\n"
    );
    std::fs::write(root.join("Cargo.toml"), manifest)
}

fn main() {
    let given = std::env::args().skip(1).find_map(|a| a.parse().ok());
    let statements = given.unwrap_or(300usize).max(2);
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compile");
    if let Err(error) = crate_at(&root) {
        eprintln!("{}: {error}", root.display());
        std::process::exit(1);
    }
    let ordinary: Vec<String> = (0..TIMES).flat_map(|_| FUNCTIONS.map(str::to_owned)).collect();
    let title = format!("{} functions", ordinary.len());
    let library: Vec<String> = (0..LIBRARY).flat_map(|_| FUNCTIONS.map(str::to_owned)).collect();
    let sets = [
        (title, ordinary, &ALL[..], false),
        (format!("{statements} statements"), vec![long(statements)], &ALL[..], false),
        (format!("{} `pub` functions", library.len()), library, &ALL[..2], true),
    ];
    println!("| crate | attribute | check, s | build, s | release, s |");
    println!("|:------|:----------|---------:|---------:|-----------:|");
    for (title, functions, all, library) in &sets {
        for &(with, said) in *all {
            let text = program(functions, with, *library);
            let cells = [&["check"][..], &["build"], &["build", "--release"]].map(|arguments| {
                let time = measured(&root, &text, arguments);
                time.map_or("failed".to_owned(), |time| format!("{:.2}", time.as_secs_f64()))
            });
            println!("| {title} | {said} | {} |", cells.join(" | "));
        }
    }
}
