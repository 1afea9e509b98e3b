//! Names in emitted code.

use crate::common::bits;
use crate::{c, rust};
use program::{Names, Program};
use rules::Functions;

fn wave() -> Program {
    Program::record_at(&[2.0, 3.0], |x| {
        let phase = x[0] * x[1];
        vec![if phase > 1.0 { phase.sin() } else { phase }, x[1] - 2.0]
    })
    .unwrap()
}

fn names() -> Names {
    Names::of("wave").inputs(["frequency", "T"]).value(4, "phase").outputs(["height", "rest"])
}

#[test]
fn names_stand_in_all_forms() {
    let f = wave();
    let text = f.to_text(&names()).unwrap();
    let expected = "\
program(frequency, T)
phase = frequency * T
guard phase > 1.0 : true
height = sin(phase)
rest = T - 2.0
return height, rest
";
    assert_eq!(text, expected);
    assert_eq!(Program::parse(&text).unwrap(), f);
    let rust = f.to_rust(&names()).unwrap();
    for line in ["let frequency = x[0];", "let phase = frequency * T;", "if !(phase > 1.0f64) {", "y[1] = rest;"] {
        assert!(rust.contains(line), "{rust}");
    }
    let c = f.to_c(&names()).unwrap();
    for line in ["const double T = x[1];", "const double phase = wengert_mul(frequency, T);", "y[1] = rest;"] {
        assert!(c.contains(line), "{c}");
    }
}

#[test]
fn what_is_no_name_is_an_error() {
    let f = wave();
    for (names, expected) in [
        (Names::of("f").inputs(["a b"]), "`a b` is no name: ASCII letters, digits and _ make one"),
        (Names::of("f").inputs(["1a"]), "`1a` is no name"),
        (Names::of(""), "`` is no name"),
        (Names::of("for"), "`for` has a meaning of its own in "),
        (Names::of("f").inputs(["a", "b", "c"]), "3 names are given for 2 inputs"),
        (Names::of("f").outputs(["a", "b", "c"]), "3 names are given for 2 outputs"),
        (Names::of("f").value(99, "a"), "`a` is given to value 99 of 7"),
        (Names::of("f").inputs(["a"]).value(4, "a"), "`a` is given to value "),
    ] {
        for found in [f.to_rust(&names), f.to_c(&names)] {
            let error = found.unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error:?} instead of {expected:?}");
        }
    }
    for of_c in ["exp", "sinf", "double", "y0", "M_PI", "main", "__f"] {
        let error = f.to_c(&Names::of(of_c)).unwrap_err().to_string();
        assert_eq!(error, format!("`{of_c}` has a meaning of its own in C: call the function `{of_c}_`, or otherwise"));
        assert!(f.to_rust(&Names::of(of_c)).is_ok());
    }
}

/// Words that the emitted code uses itself, that a language keeps, or that the C library has: in lists of two.
pub(crate) const AWKWARD: [[&str; 2]; 16] = [
    ["x", "y"],
    ["y", "v"],
    ["x_", "x"],
    ["v0", "v1"],
    ["v_0", "v7"],
    ["x0", "x1"],
    ["wengert_mul", "wengert_sin"],
    ["exp", "sin"],
    ["double", "for"],
    ["f64", "u8"],
    ["M_PI", "NAN"],
    ["isnan", "INFINITY"],
    ["None", "Ok"],
    ["self", "Self"],
    ["linux", "__x"],
    ["guard", "return"],
];

#[test]
fn any_word_is_a_name_that_the_code_keeps_clear_of() {
    let f = wave();
    for [a, b] in AWKWARD {
        for names in [
            Names::of("f").inputs([a, b]),
            Names::of(a).inputs([b, a]).value(4, "z"),
            Names::of("f").outputs([a, b]),
            Names::of("f").inputs(["z"]).value(4, a).outputs([b]),
        ] {
            let text = f.to_text(&names).unwrap();
            assert_eq!(Program::parse(&text).unwrap(), f, "{text}");
            if let Ok(rust) = f.to_rust(&names) {
                assert!(!rust.contains("[f64; 2], x:"), "{rust}");
            }
        }
    }
    let names = Names::of("f").inputs(["x", "y"]).value(4, "v0");
    assert_eq!(f.to_text(&names).unwrap().lines().next(), Some("program(x, y)"));
    let code = "\
pub fn f(x_: &[f64; 2], v: &mut [f64; 0], y_: &mut [f64; 2]) -> Result<(), usize> {
    let _ = (x_, &v, &y_);
    let x = x_[0];
    let y = x_[1];
    let v0 = x * y;
    if !(v0 > 1.0f64) {
        return Err(0);
    }
    let v_1 = v0.sin();
    let v_2 = y - 2.0f64;
    y_[0] = v_1;
    y_[1] = v_2;
    Ok(())
}
";
    assert_eq!(f.to_rust(&names).unwrap(), code);
    let c = f.to_c(&Names::of("f").inputs(["wengert_mul", "double"])).unwrap();
    for line in [
        "static double wengert__mul(double a, double b)",
        "const double double_ = x[1];",
        "wengert__mul(wengert_mul, double_)",
    ] {
        assert!(c.contains(line), "{c}");
    }
}

#[test]
fn code_with_any_names_compiles_and_computes_the_same() {
    let points = vec![vec![2.0, 3.0], vec![0.5, 4.0]];
    let programs: Vec<_> = (0..4 * AWKWARD.len()).map(|i| (format!("f{i}"), wave(), points.clone())).collect();
    let names = |i: usize, name: &str| {
        let [a, b] = AWKWARD[i / 4];
        match i % 4 {
            0 => Names::of(name).inputs([a, b]),
            1 => Names::of(name).inputs([b]).value(4, a),
            2 => Names::of(name).outputs([b, a]),
            _ => Names::of(name).inputs(["x", a]).value(4, "v3").outputs([b]),
        }
    };
    // A name is not given twice.
    let given = |i: usize, name: &str| {
        if i % 4 == 3 && AWKWARD[i / 4].contains(&"x") { Names::of(name) } else { names(i, name) }
    };
    let mut in_rust = rust::run_as("names", &programs, given).into_iter();
    let mut in_c = c::run_as("c_names", &programs, given).map(IntoIterator::into_iter);
    for (_, program, points) in &programs {
        for x in points {
            let expected: Vec<u64> = program.eval(x).unwrap().into_iter().map(bits).collect();
            let shown = |y: Vec<f64>| y.into_iter().map(bits).collect::<Vec<_>>();
            assert_eq!(in_rust.next().unwrap().map(shown).unwrap(), expected);
            if let Some(in_c) = &mut in_c {
                let (code, y) = in_c.next().unwrap();
                assert_eq!((code, shown(y)), (0, expected));
            }
        }
    }
}
