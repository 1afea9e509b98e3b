//! What `wengert check` prints and draws.

mod common;

use common::{Scratch, numbers, printed, report, run};
use expect_test::expect;

#[test]
fn methods_stand_side_by_side() {
    expect![[r#"
              method                derivative          difference  estimate  runs
        d/dx  forward mode          61.25                                     1
              reverse mode          61.25               0                     1
              symbolic              61.25               0                     1
              complex step          61.25               0                     2
              Richardson            61.25000000000025   2.5e-13     1.2e-12   24
              differences, order 8  61.250000000000085  8.5e-14     2.3e-12   168
              differences, order 4  61.24999999999909   -9.1e-13    1.7e-11   96
              differences, order 2  61.25               0           2.0e-9    62
        d/dy  forward mode           7.5                                      1
              reverse mode           7.5                0                     1
              symbolic               7.5                0                     1
              complex step           7.5                0                     2
              Richardson             7.5                0           8.3e-15   24
              differences, order 8   7.499999999999999  -8.9e-16    8.8e-15   168
              differences, order 4   7.5                0           6.2e-15   96
              differences, order 2   7.5                0           4.2e-15   62
        the exact methods agree to the last bit, differences are within their estimates, in TIME
    "#]]
    .assert_eq(&report(&["check", "x^3*y - y/x", "x=2", "y=5"]));
    expect![[r#"
              method                derivative         difference  estimate  runs
        d/dx  forward mode          6                                        1
              reverse mode          6                  0                     1
              symbolic              6                  0                     1
              complex step          6                  0                     1
              Richardson            6                  0           4.1e-15   6
              differences, order 8  6                  0           9.7e-15   64
              differences, order 4  5.999999999999999  -8.9e-16    4.3e-15   28
              differences, order 2  6                  0           2.2e-15   14
        the exact methods agree to the last bit, differences are within their estimates, in TIME
    "#]]
    .assert_eq(&report(&["check", "if x < 0 then -x*a else x^2", "x=3", "a=1", "--wrt", "x"]));
}

#[test]
fn other_formats_have_every_digit() {
    let csv = printed(&["check", "x^3", "x=2", "--format", "csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "variable,method,derivative,difference,estimate,runs");
    assert_eq!(lines[1], "x,forward mode,12,,,1");
    assert_eq!(lines.len(), 9);
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["check", "x^3*y", "x=2", "y=1", "--format", "json"])).unwrap();
    assert_eq!(json["variables"], serde_json::json!(["x", "y"]));
    let names: Vec<&str> = json["methods"].as_array().unwrap().iter().map(|m| m["name"].as_str().unwrap()).collect();
    assert_eq!(names[..4], ["forward mode", "reverse mode", "symbolic", "complex step"]);
    for method in json["methods"].as_array().unwrap() {
        let d = method["derivatives"].as_array().unwrap();
        assert!(
            (d[0].as_f64().unwrap() - 12.0).abs() < 1e-8 && (d[1].as_f64().unwrap() - 8.0).abs() < 1e-8,
            "{method}"
        );
    }
}

#[test]
fn kinks_and_poles_are_said() {
    let kinked = run(&["check", "abs(x) + x", "x=0"]);
    assert!(kinked.code == 0 && kinked.out.contains("d/dx"), "{}", kinked.out);
    let pole = run(&["check", "sqrt(x)", "x=0"]);
    assert!(pole.out.contains("the derivative is not finite, in "), "{}", pole.out);
    assert!(pole.err.contains("note: Richardson: the function is not finite around the point"), "{}", pole.err);
    let alone = run(&["check", "0*x + sqrt(-(x - 1)^2)", "x=1"]);
    assert_eq!(alone.code, 0, "{}", alone.err);
}

#[test]
fn the_picture_shows_the_v_of_every_order() {
    let file = Scratch::new("error.svg", "");
    let out = printed(&["check", "x^3*y - y/x", "x=2", "y=5", "--plot", file.path()]);
    assert!(!numbers(&out).is_empty());
    let svg = file.content();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    for words in [
        "differences, order 8: ",
        "complex step: ",
        "automatic differentiation: ",
        "h\u{2078}",
        "x^3*y - y/x at x = 2, y = 5",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    let png = Scratch::new("error.png", "");
    printed(&["check", "x^3", "x=2", "--plot", png.path()]);
    assert!(std::fs::read(png.path()).unwrap().starts_with(b"\x89PNG\r\n"));
    // The picture is the same every time.
    printed(&["check", "x^3*y - y/x", "x=2", "y=5", "--plot", file.path()]);
    assert_eq!(file.content(), svg);
}

#[test]
fn mistakes() {
    let fails = |args: &[&str], code, what: &str| {
        let ran = run(&[&["check"], args].concat());
        assert_eq!(ran.code, code, "{args:?}");
        assert!(ran.err.contains(what), "{args:?}: {}", ran.err);
    };
    fails(&["[x, x^2]", "x=1"], 2, "one result");
    fails(&["3"], 2, "no variable");
    fails(&["x*y", "x=1"], 1, "y=VALUE");
    fails(&["x", "x=1", "--plot", "error.pdf"], 2, "end it in .svg or .png");
    fails(&["sqrt(x)", "x=0", "--plot", "never.svg"], 1, "not finite");
    fails(&["x", "x=1", "--plot", "no/such/folder/error.svg"], 4, "cannot write");
}
