//! Rust, compiled by the compiler that builds the tests.

use crate::common::{bits, of_length, operations, programs};
use program::{Error, Names, Program};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

fn compiler() -> Command {
    let mut compiler = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned()));
    compiler.args(["--edition", "2024"]);
    compiler
}

/// Programs with points, each called in Rust; for each the outputs, or none where a guard stopped it.
pub(crate) fn run(folder: &str, programs: &[(String, Program, Vec<Vec<f64>>)]) -> Vec<Option<Vec<f64>>> {
    run_as(folder, programs, |_, name| Names::of(name))
}

/// As `run`, with names for the programs by their numbers.
pub(crate) fn run_as(
    folder: &str,
    programs: &[(String, Program, Vec<Vec<f64>>)],
    names: impl Fn(usize, &str) -> Names,
) -> Vec<Option<Vec<f64>>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut source = String::from("#![deny(warnings)]\n#![allow(non_snake_case)]\n");
    let mut main = SHOW.to_owned() + "fn main() {\n";
    for (i, (name, program, points)) in programs.iter().enumerate() {
        source += &program.to_rust(&names(i, name)).unwrap();
        let (n, outputs) = (program.inputs(), program.outputs().len());
        let given: Vec<String> = points.iter().flatten().map(|x| x.to_bits().to_string()).collect();
        main += &format!("    for i in 0..{} {{\n", points.len());
        main += &format!("        const BITS: [u64; {}] = [{}];\n", given.len(), given.join(", "));
        main += &format!("        let x: [f64; {n}] = std::array::from_fn(|k| f64::from_bits(BITS[{n} * i + k]));\n");
        main += &format!("        let mut y = [0.0; {outputs}];\n");
        main += &format!("        show({name}(&x, &mut [0.0; _], &mut y).is_ok(), &y);\n    }}\n");
    }
    source += &main;
    source += "}\n";
    let (file, binary) = (folder.join("emitted.rs"), folder.join("emitted"));
    std::fs::write(&file, &source).unwrap();
    let built = compiler().arg("-o").arg(&binary).arg(&file).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(&binary).output().unwrap();
    let line = |line: &str| {
        let mut words = line.split(' ');
        let done = words.next() == Some("true");
        done.then(|| words.map(|w| f64::from_bits(w.parse().unwrap())).collect())
    };
    String::from_utf8_lossy(&ran.stdout).lines().map(line).collect()
}

/// Prints whether a call was done, and bits.
const SHOW: &str = "\
fn show(done: bool, y: &[f64]) {
    let y: Vec<String> = y.iter().map(|y| format!(\" {}\", y.to_bits())).collect();
    println!(\"{done}{}\", y.concat());
}
";

#[test]
fn emitted_rust_compiles_and_computes_the_same_bits() {
    let programs: Vec<_> = programs().into_iter().map(|(name, p, points)| (name.to_owned(), p, points)).collect();
    let mut found = run("rust", &programs).into_iter();
    let (mut ran, mut stopped) = (0, 0);
    for (name, program, points) in &programs {
        for x in points {
            let shown = |y: Vec<f64>| y.into_iter().map(bits).collect::<Vec<_>>();
            let (found, expected) = (found.next().unwrap().map(shown), program.eval(x).ok().map(shown));
            assert_eq!(found, expected, "{name} {x:?}");
            *if expected.is_some() { &mut ran } else { &mut stopped } += 1;
        }
    }
    assert!(ran > 8 && stopped > 3);
}

/// Arithmetic needs no library at all, and however much there is of it, it compiles.
#[test]
fn long_arithmetic_is_rust_without_std() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("core");
    std::fs::create_dir_all(&folder).unwrap();
    let code = of_length(operations()).to_rust(&Names::of("long_one")).unwrap();
    let file = folder.join("core.rs");
    std::fs::write(&file, format!("#![no_std]\n#![deny(warnings)]\n{code}")).unwrap();
    for level in ["0", "3"] {
        let mut compiler = compiler();
        compiler.args(["--crate-type", "lib", "-C", &format!("opt-level={level}"), "-o"]);
        let begun = Instant::now();
        let built = compiler.arg(folder.join(format!("{level}.rlib"))).arg(&file).output().unwrap();
        println!("rustc -C opt-level={level}: {:.1} s", begun.elapsed().as_secs_f64());
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    }
}

rules::rule! {
    /// A rule of the user's.
    Twice: twice(x) = 2.0 * x, d [2.0];
}

#[test]
fn rules_of_users_have_no_code() {
    let f = Program::record(1, |x| vec![twice(x[0])]).unwrap();
    for (error, language) in [(f.to_rust(&Names::of("f")), "Rust"), (f.to_c(&Names::of("f")), "C")] {
        let error = error.unwrap_err();
        assert_eq!(error, Error::Code { function: "emit::rust::twice", language });
        assert!(error.to_string().starts_with("the code of `emit::rust::twice` in"), "{error}");
    }
}
