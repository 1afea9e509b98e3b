//! Names in emitted code.

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
        (Names::of("f").inputs(["for"]), "`for` has a meaning of its own in the code"),
        (Names::of("f").inputs(["v7"]), "`v7` has a meaning"),
        (Names::of("f").value(4, "x"), "`x` has a meaning"),
        (Names::of("wengert_add"), "`wengert_add` has a meaning"),
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
    assert!(f.to_c(&Names::of("f").inputs(["double"])).is_err());
    assert!(f.to_rust(&Names::of("f").inputs(["double"])).is_ok());
    assert!(f.to_text(&Names::of("f").inputs(["guard"])).is_err());
}
