//! Writes the random programs.

#[path = "generator/mod.rs"]
mod generator;

use std::path::Path;
use std::{env, fs};

/// The number of test targets that share the programs: they compile at the same time.
const PARTS: usize = 2;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=generator");
    println!("cargo::rerun-if-changed=src/callees.rs");
    println!("cargo::rustc-check-cfg=cfg(twins_only)");
    for variable in generator::VARIABLES {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let settings = generator::Settings::from_environment();
    let folder = env::var("OUT_DIR").expect("cargo says where to write");
    let write = |name: &str, text: String| fs::write(Path::new(&folder).join(name), text).expect("a file is written");
    for (i, text) in settings.write(PARTS).into_iter().enumerate() {
        write(&format!("programs_{i}.rs"), text);
    }
    if settings.twins_only {
        println!("cargo::rustc-cfg=twins_only");
        let text = fs::read_to_string("src/callees.rs").expect("the callees");
        let code = |line: &&str| !line.starts_with("//!") && !line.starts_with("#[differentiable");
        let lines: Vec<&str> = text.lines().filter(code).collect();
        write("twins.rs", lines.join("\n").replace("#[constant] ", ""));
    }
}
