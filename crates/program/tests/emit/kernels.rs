//! Kernels: the CUDA text, compiled for the host by `c++` where there is one, lane after lane. The OpenCL text has the same
//! functions; a device runs it in the tests of `wengert-gpu`.

use crate::apart::APART;
use crate::common::{bits, of_length, programs};
use linalg::{Matrix, solve};
use program::{Error, Kernels, Names, Node, Precision, Program};
use rules::{Functions, ROWS};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// What CUDA has and C++ has not.
const SHIM: &str = "\
#include <math.h>
#include <stdio.h>
#include <string.h>
#define __device__ __attribute__((unused))
#define __constant__
#define __global__
struct Index { unsigned x; };
static Index blockIdx, threadIdx, blockDim;
static inline long long __double_as_longlong(double x) { long long y; memcpy(&y, &x, 8); return y; }
static inline double __longlong_as_double(long long x) { double y; memcpy(&y, &x, 8); return y; }
static double of_bits(unsigned long long x) { return __longlong_as_double((long long)x); }
template <class T> static void show(const T *y, int n, int status) {
    printf(\"%d\", status);
    for (int i = 0; i < n; i++) printf(\" %llx\", __double_as_longlong((double)y[i]));
    puts(\"\");
}
";

/// For each program and point the status and the outputs. None where there is no compiler.
pub(crate) fn run(
    folder: &str,
    programs: &[(Program, Kernels, Vec<Vec<f64>>)],
    number: &str,
) -> Option<Vec<(i64, Vec<f64>)>> {
    if Command::new("c++").arg("--version").output().is_err() {
        println!("skipped: there is no C++ compiler called c++");
        return None;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (mut source, mut main) = (SHIM.to_owned(), "int main() {\n".to_owned());
    for (i, (program, kernels, points)) in programs.iter().enumerate() {
        let (n, m, lanes) = (program.inputs(), program.outputs().len(), points.len());
        source += &format!("namespace n{i} {{\n{kernels}}}\n");
        // As a structure of arrays.
        let x: Vec<String> =
            (0..n).flat_map(|k| points.iter().map(move |x| format!("{}ULL", x[k].to_bits()))).collect();
        main += &format!("{{ static const unsigned long long bits[] = {{{}}};\n", x.join(", "));
        main += &format!(
            "static {number} shared[1], x[{n} * {lanes}], v[{} * {lanes} + 1], y[{m} * {lanes}];\n",
            kernels.room()
        );
        main += &format!("static int status[{lanes}]; blockDim.x = 4;\n");
        main += &format!("for (int i = 0; i < {n} * {lanes}; i++) x[i] = ({number})of_bits(bits[i]);\n");
        for name in kernels.names() {
            main +=
                &format!("for (unsigned i = 0; i < {lanes} + 3; i++) {{ blockIdx.x = i / 4, threadIdx.x = i % 4;\n");
            main += &format!("n{i}::{name}({lanes}, 0, {lanes}, 0, {lanes}, x, shared, v, y, status); }}\n");
        }
        main += &format!("for (int i = 0; i < {lanes}; i++) {{ {number} row[{m}];\n");
        main +=
            &format!("for (int k = 0; k < {m}; k++) row[k] = y[k * {lanes} + i];\nshow(row, {m}, status[i]); }} }}\n");
    }
    std::fs::write(folder.join("kernels.cpp"), source + &main + "}\n").unwrap();
    let mut compiler = Command::new("c++");
    compiler.args([
        "-std=c++11",
        "-O0",
        "-ffp-contract=off",
        "-Wall",
        "-Wextra",
        "-Wno-unused-parameter",
        "-Werror",
        "-o",
    ]);
    let built = compiler.arg(folder.join("run")).arg(folder.join("kernels.cpp")).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(folder.join("run")).output().unwrap();
    let line = |line: &str| {
        let mut words = line.split(' ');
        let status = words.next().unwrap().parse().unwrap();
        (status, words.map(|w| f64::from_bits(u64::from_str_radix(w, 16).unwrap())).collect())
    };
    Some(String::from_utf8_lossy(&ran.stdout).lines().map(line).collect())
}

fn with_kernels(
    p: Program,
    name: &str,
    precision: Precision,
    points: Vec<Vec<f64>>,
) -> (Program, Kernels, Vec<Vec<f64>>) {
    let kernels = p.to_cuda(&Names::of(name), precision).unwrap();
    (p, kernels, points)
}

/// On a processor that multiplies and adds in one instruction; on others a batch calls the functions of std.
#[test]
fn every_row_is_a_kernel() {
    let odd = [f64::NAN, f64::INFINITY, -f64::INFINITY, 0.0, -0.0, 5e-324, -2.5, 1e300, 0.7, 1.0, -1.0, 2.0, 1e-9];
    for (precision, number) in [(Precision::Double, "double"), (Precision::Single, "float")] {
        let mut programs = Vec::new();
        let mut rows = Vec::new();
        for row in ROWS {
            let mut points: Vec<Vec<f64>> = row.points.iter().map(|x| x.to_vec()).collect();
            points.extend(odd.map(|x| vec![x; row.arity]));
            points.extend(odd.map(|x| [x, 0.3, 1.5][..row.arity].to_vec()));
            points.extend((1..40).map(|i| (0..row.arity).map(|k| 0.0371 * (i * (1 + 2 * k)) as f64).collect()));
            points
                .extend((-60..60).map(|i| (0..row.arity).map(|k| 0.737 * f64::from(i * (1 + 3 * k as i32))).collect()));
            points.retain(|x| (row.admits)(x));
            points.iter_mut().flatten().for_each(|x| *x = if number == "float" { f64::from(*x as f32) } else { *x });
            let p = Program::record_at(&vec![0.5; row.arity], |x| {
                row.parameters.iter().map(|&n| row.op.apply(x, n)).collect()
            });
            programs.push(with_kernels(p.unwrap(), &format!("row_{}", row.name), precision, points));
            rows.push(row);
        }
        let Some(found) = run(&format!("kernels_{number}"), &programs, number) else { return };
        let mut found = found.into_iter();
        let mut apart: BTreeMap<&str, f64> = BTreeMap::new();
        for (row, (program, _, points)) in rows.iter().zip(&programs) {
            for x in points {
                let (status, y) = found.next().unwrap();
                assert_eq!(status, 0, "{} {x:?}", row.name);
                for (y, expected) in y.into_iter().zip(program.eval_batch(x).unwrap()) {
                    let ulps = match precision {
                        Precision::Double => ulps(y, expected, f64::EPSILON, f64::MIN_POSITIVE),
                        Precision::Single => {
                            ulps(y, f64::from(expected as f32), f32::EPSILON.into(), f32::MIN_POSITIVE.into())
                        }
                    };
                    let worst = apart.entry(row.name).or_default();
                    if ulps > *worst || ulps.is_nan() {
                        println!("{} {x:?}: {y:e} {expected:e} {ulps}", row.name);
                        *worst = if ulps.is_nan() { f64::INFINITY } else { ulps };
                    }
                }
            }
        }
        let (allowed, rest): (BTreeMap<&str, f64>, f64) = match precision {
            Precision::Double => (APART.into_iter().collect(), 0.0),
            Precision::Single => (BTreeMap::new(), 4.0),
        };
        apart.retain(|name, ulps| *ulps > allowed.get(name).copied().unwrap_or(rest));
        assert!(apart.is_empty(), "{number}, units in the last place apart: {apart:?}");
    }
}

/// The distance in units in the last place, or of the least normal number.
fn ulps(y: f64, expected: f64, epsilon: f64, least: f64) -> f64 {
    if bits(y) == bits(expected) || y == expected {
        return 0.0;
    }
    (y - expected).abs() / (expected.abs().max(least) * epsilon)
}

#[test]
fn guards_are_codes_and_long_programs_are_parts() {
    let mut all: Vec<_> =
        programs().into_iter().map(|(name, p, points)| with_kernels(p, name, Precision::Double, points)).collect();
    let clamp = ROWS.iter().find(|row| !row.requires.is_empty()).unwrap();
    let g = Program::record_at(&[0.5, 0.0, 1.0], |x| vec![clamp.op.apply(&[x[0] + x[1], x[1], x[2]], 0)]).unwrap();
    all.push(with_kernels(g, "g", Precision::Double, vec![vec![0.5, 0.0, 1.0], vec![0.5, 2.0, 1.0]]));
    let points = (0..5).map(|i| vec![0.1 + f64::from(i), 0.2, 0.3, 0.4]).collect();
    all.push(with_kernels(of_length(20_000), "long_one", Precision::Double, points));
    assert!(all.last().unwrap().1.names().len() > 3);
    let Some(found) = run("kernel_parts", &all, "double") else { return };
    let mut found = found.into_iter();
    let mut stopped = 0;
    for (program, kernels, points) in &all {
        for x in points {
            let (status, y) = found.next().unwrap();
            match program.eval(x) {
                Ok(expected) => {
                    assert_eq!(status, 0, "{:?}", kernels.names());
                    let close = |(y, e): (&f64, &f64)| ulps(*y, *e, f64::EPSILON, 1.0) < 64.0;
                    assert!(y.iter().zip(&expected).all(close), "{:?} {x:?}: {y:?} {expected:?}", kernels.names());
                }
                Err(Error::BranchChanged { at, .. }) => {
                    stopped += 1;
                    assert_eq!(status, at as i64 + 1, "{:?} {x:?}", kernels.names());
                }
                Err(_) => assert_eq!(status, -2),
            }
        }
    }
    assert!(stopped > 3);
}

rules::rule! {
    /// A rule of the user's.
    Thrice: thrice(x) = 3.0 * x, d [3.0];
}

#[test]
fn constants_are_in_a_table_but_for_those_that_are_not_finite() {
    let f = Program::record(1, |x| {
        vec![x[0] * 0.5, x[0].max(Node::from(f64::NAN)), x[0].min(Node::from(f64::INFINITY)), x[0] * 1e300]
    });
    let f = f.unwrap();
    let double = f.to_cuda(&Names::of("f"), Precision::Double).unwrap();
    assert!(double.text().contains("f_constants[4] = {0.5, 0.0, 0.0, 1e300};"), "{double}");
    assert!(double.text().contains("(x0, NAN)") && double.text().contains("(x0, INFINITY)"), "{double}");
    let single = f.to_opencl(&Names::of("f"), Precision::Single).unwrap();
    assert!(single.text().contains("constant float f_constants[4] = {0.5f, 0.0f, 0.0f, 0.0f};"), "{single}");
    assert_eq!((single.constant_bytes(), double.constant_bytes()), (16, 32));
}

#[test]
fn what_cannot_be_kernels_says_why() {
    let names = Names::of("f");
    let f = Program::record(1, |x| vec![thrice(x[0])]).unwrap();
    assert!(matches!(f.to_opencl(&names, Precision::Double), Err(Error::Code { language: "kernels", .. })));
    let f = Program::record(2, |x| {
        let a = Matrix::from_rows([[x[0], x[1]], [x[1], x[0]]]);
        solve(&a, &Matrix::column(x)).expect("a regular matrix").into_vec()
    });
    let error = f.unwrap().to_cuda(&names, Precision::Double).unwrap_err();
    assert!(error.to_string().contains("apart_at"), "{error}");
    let f = Program::record(1, |x| vec![x[0] * 2.0]).unwrap();
    for word in ["kernel", "float", "global", "sin", "1a"] {
        let error = f.to_opencl(&Names::of(word), Precision::Double).unwrap_err();
        assert!(matches!(error, Error::Name { .. }), "{word}: {error}");
    }
    let long = Program::record(1, |x| vec![(0..90_000).fold(x[0], |y, _| y.sin())]).unwrap();
    let error = long.to_opencl(&names, Precision::Double).unwrap_err();
    assert!(error.to_string().contains("1080000 operations are wanted, and 1000000 is the most"), "{error}");
}
