//! Emitted source compiles and computes the same bits.

use program::Program;
use rules::functions::{lt, select};
use rules::{Functions, Real};
use std::path::PathBuf;
use std::process::Command;

fn smooth<T: Real>(x: &[T]) -> T {
    (x[0] * x[1]).exp() / (1.0 + x[2].abs()) - x[0].sqrt().mul_add(x[1], x[2].powi(-3)) + x[1].max(x[2]).ln_1p()
}

fn long<T: Real>(x: &[T]) -> T {
    let (mut a, mut b) = (x[0], x[1]);
    for _ in 0..700 {
        (a, b) = (a * 0.5 + b.sin(), b - x[2] * a);
    }
    if a < b { a * f64::NAN } else { a + b * f64::INFINITY.recip() }
}

/// Programs with points at which they run, or stop at a guard.
fn programs() -> Vec<(&'static str, Program, Vec<Vec<f64>>)> {
    let point = vec![0.5, 0.25, 0.125];
    let points = vec![point.clone(), vec![0.3, -0.2, 2.0], vec![0.0, -0.0, -1.0], vec![f64::NAN, 1.0, f64::INFINITY]];
    let smooth = Program::record_at(&point, |x| vec![smooth(x), x[0], 2.5.into()]).unwrap();
    let first = Program::record_at(&point, |x| vec![self::smooth(x)]).unwrap();
    let steered = Program::record_at(&point, |x| {
        let ordered = x[0].partial_cmp(&x[1]).is_some_and(|order| order.is_gt());
        let y = if ordered && x[2] != 0.0 { x[0] - -0.0 } else { x[1] };
        vec![select(lt(x[1], 0.0.into()), y, x[1] % x[2]), x[2].copysign(x[1])]
    });
    let long = Program::record_at(&point, |x| vec![long(x)]).unwrap();
    vec![
        ("smooth", smooth, points.clone()),
        ("hessian", first.hessian().unwrap(), points.clone()),
        ("steered", steered.unwrap(), points.clone()),
        ("long_gradient", long.gradient().unwrap(), points.clone()),
        ("long", long, points),
    ]
}

#[test]
fn emitted_rust_compiles_and_computes_the_same_bits() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("emitted");
    std::fs::create_dir_all(&folder).unwrap();
    let mut source = String::from("#![deny(warnings)]\n");
    let mut main = String::from("fn main() {\n");
    let mut expected = String::new();
    for (name, program, points) in programs() {
        source += &program.to_rust(name, "functions");
        let room = source.rsplit(&format!("pub fn {name}(")).next().unwrap();
        let room = room.split("v: &mut [f64; ").nth(1).unwrap().split(']').next().unwrap();
        for x in &points {
            let bits: Vec<String> = x.iter().map(|x| format!("f64::from_bits({})", x.to_bits())).collect();
            main += &format!("    let (mut v, mut y) = ([0.0; {room}], [0.0; {}]);\n", program.outputs().len());
            main += &format!("    let done = {name}(&[{}], &mut v, &mut y).is_ok();\n", bits.join(", "));
            main += "    println!(\"{:?}\", done.then(|| y.map(|y| if y.is_nan() { 1 } else { y.to_bits() })));\n";
            let shown = |y: f64| if y.is_nan() { 1 } else { y.to_bits() };
            let y = program.eval(x).ok().map(|y| y.into_iter().map(shown).collect::<Vec<_>>());
            expected += &format!("{y:?}\n");
        }
    }
    source += &main;
    source += "}\n";
    let (file, binary) = (folder.join("emitted.rs"), folder.join("emitted"));
    std::fs::write(&file, &source).unwrap();
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let built = Command::new(compiler).args(["--edition", "2024", "-o"]).arg(&binary).arg(&file).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let run = Command::new(&binary).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&run.stdout), expected);
    assert!(expected.contains("None") && expected.matches("Some").count() > 8, "{expected}");
}
