//! C, compiled by `cc` where there is one.

use crate::common::{bits, of_length, operations, programs};
use program::{Error, Names, Program};
use rules::ROWS;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// Prints a code and bits.
const SHOW: &str = "\
static void show(int code, int n, const double *y) {
    printf(\"%d\", code);
    for (int i = 0; i < n; i++) {
        unsigned long long bits;
        memcpy(&bits, y + i, sizeof bits);
        printf(\" %llx\", bits);
    }
    puts(\"\");
}
";

/// A number in C.
fn literal(x: f64) -> String {
    match x {
        x if x.is_nan() => "NAN".to_owned(),
        f64::INFINITY => "INFINITY".to_owned(),
        f64::NEG_INFINITY => "-INFINITY".to_owned(),
        x => format!("{x:?}"),
    }
}

/// Programs with points, each called in C; for each the code and the outputs. None where there is no compiler.
pub(crate) fn run(folder: &str, programs: &[(String, Program, Vec<Vec<f64>>)]) -> Option<Vec<(i64, Vec<f64>)>> {
    run_as(folder, programs, |_, name| Names::of(name))
}

/// As `run`, with names for the programs by their numbers.
pub(crate) fn run_as(
    folder: &str,
    programs: &[(String, Program, Vec<Vec<f64>>)],
    names: impl Fn(usize, &str) -> Names,
) -> Option<Vec<(i64, Vec<f64>)>> {
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no C compiler called cc");
        return None;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut files = Vec::new();
    let mut main = "#include <math.h>\n#include <stdio.h>\n#include <string.h>\n".to_owned();
    let mut calls = String::new();
    for (i, (name, program, points)) in programs.iter().enumerate() {
        let source = program.to_c(&names(i, name)).unwrap();
        let room = source.split(" inputs, ").last().unwrap_or("").split(" input, ").last().unwrap();
        let room: usize = room.split(' ').next().unwrap().parse().unwrap();
        if i % 16 == 0 {
            files.push(String::new());
        }
        // One file has each definition once.
        let file = files.last_mut().unwrap();
        for piece in source.split("\n\n").filter(|piece| !piece.contains("#include")) {
            if !file.contains(&format!("{piece}\n\n")) {
                *file += &format!("{piece}\n\n");
            }
        }
        let outputs = program.outputs().len();
        main += &format!("int {name}(const double *x, double *v, double *y);\n");
        let (n, many) = (program.inputs(), points.len());
        let all: Vec<String> = points.iter().flatten().map(|&x| literal(x)).collect();
        calls += &format!("    {{ static const double x[] = {{{}}}; double v[{room} + 1];\n", all.join(", "));
        calls += &format!("    for (i = 0; i < {many}; i++) {{\n        double y[{outputs} + 1] = {{0}};\n");
        calls += &format!("        show({name}(x + i * {n}, v, y), {outputs}, y);\n    }} }}\n");
    }
    main += &format!("{SHOW}int main(void) {{\n    int i;\n{calls}    return 0;\n}}\n");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-D_DEFAULT_SOURCE", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-o"]);
    compiler.arg(folder.join("run"));
    for (i, text) in files.iter().chain([&main]).enumerate() {
        let text = if i < files.len() { format!("#include <math.h>\n\n{text}") } else { text.clone() };
        let file = folder.join(format!("{i}.c"));
        std::fs::write(&file, text).unwrap();
        compiler.arg(file);
    }
    let built = compiler.arg("-lm").output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(folder.join("run")).output().unwrap();
    let line = |line: &str| {
        let mut words = line.split(' ');
        let code = words.next().unwrap().parse().unwrap();
        (code, words.map(|w| f64::from_bits(u64::from_str_radix(w, 16).unwrap())).collect())
    };
    Some(String::from_utf8_lossy(&ran.stdout).lines().map(line).collect())
}

#[test]
fn emitted_c_compiles_and_computes_the_same_bits() {
    let programs: Vec<_> = programs().into_iter().map(|(name, p, points)| (name.to_owned(), p, points)).collect();
    let Some(found) = run("c", &programs) else { return };
    let mut found = found.into_iter();
    let mut stopped = 0;
    for (name, program, points) in &programs {
        for x in points {
            let (code, y) = found.next().unwrap();
            match program.eval(x) {
                Ok(expected) => {
                    assert_eq!(code, 0, "{name} {x:?}");
                    let shown = |y: &[f64]| y.iter().map(|&y| bits(y)).collect::<Vec<_>>();
                    assert_eq!(shown(&y), shown(&expected), "{name} {x:?}");
                }
                Err(Error::BranchChanged { at, .. }) => {
                    stopped += 1;
                    assert_eq!(code, at as i64 + 1, "{name} {x:?}");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(stopped > 3);
}

#[test]
fn a_broken_precondition_is_a_negative_code() {
    let f = Program::record_at(&[0.5, 0.0, 1.0], |x| vec![x[0] + x[1], ROWS[0].op.apply(&[x[0], x[1]], 0)]);
    let clamp = ROWS.iter().find(|row| !row.requires.is_empty()).unwrap();
    let g = Program::record_at(&[0.5, 0.0, 1.0], |x| vec![clamp.op.apply(&[x[0] + x[1], x[1], x[2]], 0)]);
    let points = vec![vec![0.5, 0.0, 1.0], vec![0.5, 2.0, 1.0]];
    let programs = [("f".to_owned(), f.unwrap(), points.clone()), ("g".to_owned(), g.unwrap(), points)];
    let Some(found) = run("precondition", &programs) else { return };
    let codes: Vec<i64> = found.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, [0, 0, 0, -2]);
    assert_eq!(found[2].1, [0.5]);
}

/// Where the system's library computes otherwise than the one of the table: how many units in the last place apart.
pub(crate) const APART: [(&str, u64); 15] = [
    ("acosh", 16),
    ("asinh", 2),
    ("atanh", 4),
    ("bessel_j", 8),
    ("bessel_y", 100),
    ("cbrt", 2),
    ("erf", 2),
    ("erfc", 3),
    ("erfcx", 3),
    ("erfcx_slope", 3),
    ("ln_beta", 4),
    ("ln_gamma", 8),
    ("norm_cdf", 3),
    ("norm_ppf", 1),
    ("norm_ppf_slope", 1),
];

#[test]
fn every_row_is_c() {
    let mut programs = Vec::new();
    for row in ROWS {
        for &n in row.parameters {
            let p = Program::record_at(row.points[0], |x| vec![row.op.apply(x, n)]).unwrap();
            let name = format!("{}_of_{}", row.name, n.unsigned_abs() + if n < 0 { 100 } else { 0 });
            let odd = [f64::NAN, f64::INFINITY, -f64::INFINITY, 0.0, -0.0, 5e-324, -2.5, 1e300, 0.7];
            let mut points: Vec<Vec<f64>> = row.points.iter().map(|x| x.to_vec()).collect();
            points.extend(odd.map(|x| vec![x; row.arity]));
            points.extend((1..40).map(|i| (0..row.arity).map(|k| 0.0371 * (i * (1 + 2 * k)) as f64).collect()));
            points
                .extend((-40..40).map(|i| (0..row.arity).map(|k| 0.737 * f64::from(i * (1 + 3 * k as i32))).collect()));
            points.retain(|x| (row.admits)(x));
            programs.push((name, p, points));
        }
    }
    let Some(found) = run("rows", &programs) else { return };
    let mut found = found.into_iter();
    let mut apart: BTreeMap<&str, u64> = BTreeMap::new();
    for (name, program, points) in &programs {
        let name = &name[..name.rfind("_of_").unwrap()];
        for x in points {
            let (code, y) = found.next().unwrap();
            assert_eq!(code, 0);
            let expected = program.eval(x).unwrap()[0];
            // The sign of a zero that max and min give is not told.
            let same = bits(y[0]) == bits(expected) || y[0] == expected && y[0] == 0.0;
            let ulps = if same { 0 } else { y[0].to_bits().abs_diff(expected.to_bits()) };
            let worst = apart.entry(ROWS.iter().find(|row| row.name == name).unwrap().name).or_default();
            if ulps > *worst {
                println!("{name} {x:?}: {} {expected} {ulps}", y[0]);
                *worst = ulps;
            }
        }
    }
    let allowed: BTreeMap<&str, u64> = APART.into_iter().collect();
    apart.retain(|name, ulps| *ulps > allowed.get(name).copied().unwrap_or(0));
    assert!(apart.is_empty(), "units in the last place apart: {apart:?}");
}

#[test]
fn long_programs_compile() {
    let f = of_length(operations());
    let x = vec![0.1, 0.2, 0.3, 0.4];
    let expected = f.eval(&x).unwrap();
    let begun = Instant::now();
    let Some(found) = run("long", &[("long_one".to_owned(), f, vec![x])]) else { return };
    println!("cc -O1: {:.1} s", begun.elapsed().as_secs_f64());
    assert_eq!(found, [(0, expected)]);
}
