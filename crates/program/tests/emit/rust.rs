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

#[test]
fn emitted_rust_compiles_and_computes_the_same_bits() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("emitted");
    std::fs::create_dir_all(&folder).unwrap();
    let mut source = String::from("#![deny(warnings)]\n");
    let mut main = String::from("fn main() {\n");
    let mut expected = String::new();
    for (name, program, points) in programs() {
        source += &program.to_rust(&Names::of(name)).unwrap();
        let room = source.rsplit(&format!("pub fn {name}(")).next().unwrap();
        let room = room.split("v: &mut [f64; ").nth(1).unwrap().split(']').next().unwrap();
        for x in &points {
            let given: Vec<String> = x.iter().map(|x| format!("f64::from_bits({})", x.to_bits())).collect();
            main += &format!("    let (mut v, mut y) = ([0.0; {room}], [0.0; {}]);\n", program.outputs().len());
            main += &format!("    let done = {name}(&[{}], &mut v, &mut y).is_ok();\n", given.join(", "));
            main += "    println!(\"{:?}\", done.then(|| y.map(|y| if y.is_nan() { 1 } else { y.to_bits() })));\n";
            let y = program.eval(x).ok().map(|y| y.into_iter().map(bits).collect::<Vec<_>>());
            expected += &format!("{y:?}\n");
        }
    }
    source += &main;
    source += "}\n";
    let (file, binary) = (folder.join("emitted.rs"), folder.join("emitted"));
    std::fs::write(&file, &source).unwrap();
    let built = compiler().arg("-o").arg(&binary).arg(&file).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(&binary).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&run.stdout), expected);
    assert!(expected.contains("None") && expected.matches("Some").count() > 8, "{expected}");
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
