//! `wengert fit`: what it prints and draws, and what goes wrong.

mod common;

use common::{Scratch, printed, report, run, run_with, wengert};
use expect_test::expect;
use serde_json::Value;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");

fn data(name: &str) -> String {
    format!("{DATA}{name}")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[&["fit"], args, &["--format", "json"]].concat())).expect("JSON")
}

/// An entry of a parameter.
#[track_caller]
fn of(json: &Value, name: &str, entry: &str) -> f64 {
    let parameters = json["parameters"].as_array().expect("parameters");
    let parameter = parameters.iter().find(|p| p["name"] == name).expect("a parameter of this name");
    parameter[entry].as_f64().expect("a number")
}

#[track_caller]
fn near(x: f64, y: f64, relative: f64) {
    assert!((x - y).abs() <= relative * y.abs(), "{x} is not {y}");
}

#[test]
fn a_report_for_readers() {
    expect![[r#"
        parameter  estimate      standard error  95 % from  to
        a          8.100798144   0.11875         7.8538     8.3478
        b          0.4443234462  0.014742        0.41367    0.47498
        c          1.306951643   0.057289        1.1878     1.4261

        correlation of the estimates
        a   1.0000
        b   0.2655   1.0000
        c  -0.2067   0.7322   1.0000

        rows                         24
        degrees of freedom           21
        sum of squares               0.4810707984
        residual standard deviation  0.1513543302
        R^2                          0.9958229127
        adjusted R^2                 0.9954250949
        y fitted in 9 steps, 11 runs over the rows, in TIME
    "#]]
    .assert_eq(&report(&["fit", "a*exp(-b*t) + c", &data("decay.csv"), "--start", "a=8,b=1,c=1"]));
}

/// A straight line has closed forms.
#[test]
fn a_straight_line() {
    let file = Scratch::new("line.csv", "x,y\n1,2\n2,3\n3,5\n4,4\n5,8\n");
    let fit = json(&["a + b*x", file.path(), "--confidence", "0.9"]);
    // b = Sxy / Sxx = 13/10, a = 4.4 - 3 b; s^2 = (Syy - b Sxy) / 3 = 4.3/3.
    near(of(&fit, "b", "estimate"), 1.3, 1e-14);
    near(of(&fit, "a", "estimate"), 0.5, 1e-13);
    let variance: f64 = 4.3 / 3.0;
    near(of(&fit, "b", "standard_error"), (variance / 10.0).sqrt(), 1e-14);
    near(of(&fit, "a", "standard_error"), (variance * (0.2 + 0.9)).sqrt(), 1e-14);
    near(fit["r_squared"].as_f64().unwrap(), 1.0 - 4.3 / 21.2, 1e-14);
    near(fit["correlation"][0][1].as_f64().unwrap(), -3.0 / 11f64.sqrt(), 1e-13);
    // Student's quantile for 0.95 and three degrees of freedom: mpmath, 25 digits.
    let reach = 2.3533634348018238;
    near(of(&fit, "b", "high") - 1.3, reach * (variance / 10.0).sqrt(), 1e-12);
}

#[test]
fn units_of_all_sizes() {
    let rows = [(1.0, 5.0), (2.0, 3.0), (3.0, 2.0), (4.0, 1.5), (5.0, 1.2)];
    let fitted = |unit_t: f64, unit_y: f64, start: &[&str]| {
        let lines = rows.iter().map(|(t, y)| format!("{:e},{:e}\n", t * unit_t, y * unit_y)).collect::<String>();
        let file = Scratch::new("units.csv", format!("t,y\n{lines}"));
        json(&[&["a*exp(-b*t) + c", file.path()], start].concat())
    };
    let plain = fitted(1.0, 1.0, &[]);
    let start = ["--start", "a=8e20,b=7e-10,c=9e19"];
    for (unit_t, unit_y, start) in [(1e9, 1e20, &start[..]), (1e9, 1e20, &[]), (1e-9, 1e-30, &[])] {
        let other = fitted(unit_t, unit_y, start);
        for (name, unit) in [("a", unit_y), ("b", 1.0 / unit_t), ("c", unit_y)] {
            for entry in ["estimate", "standard_error"] {
                near(of(&other, name, entry), of(&plain, name, entry) * unit, 1e-6);
            }
        }
    }
}

#[test]
fn uncertainties_and_weights() {
    let file = Scratch::new("weights.csv", "x,y,s,w\n0,1,0.1,100\n1,2.2,0.2,25\n2,2.9,0.1,100\n3,4.3,0.4,6.25\n");
    let plain = json(&["y = a + b*x", file.path(), "--weights", "w"]);
    let sigma = json(&["y = a + b*x", file.path(), "--sigma", "s"]);
    let equal = json(&["y = a + b*x", file.path()]);
    near(of(&plain, "b", "estimate"), of(&sigma, "b", "estimate"), 1e-14);
    assert!((of(&plain, "b", "estimate") - of(&equal, "b", "estimate")).abs() > 1e-3);
    // Known uncertainties are not scaled by how well the model fits; weights are.
    let chi = sigma["reduced_chi_squared"].as_f64().unwrap();
    near(of(&sigma, "b", "standard_error") * chi.sqrt(), of(&plain, "b", "standard_error"), 1e-13);
    near(
        of(&sigma, "b", "high") - of(&sigma, "b", "estimate"),
        1.959963984540054 * of(&sigma, "b", "standard_error"),
        1e-11,
    );
    // One number for all does not move the result.
    let same = json(&["y = a + b*x", file.path(), "--sigma", "0.5"]);
    near(of(&same, "b", "estimate"), of(&equal, "b", "estimate"), 1e-14);
    // What has no weight has no say, even where the model is not finite.
    let none = Scratch::new("none.csv", "x,y,w\n1,2,1\n2,3,1\n3,4.5,2\n0,7,0\n");
    let fit = json(&["y = a + b*ln(x)", none.path(), "--weights", "w"]);
    assert_eq!((fit["rows"].as_u64(), fit["degrees_of_freedom"].as_u64()), (Some(3), Some(1)));
}

#[test]
fn bounds_hold() {
    let free = json(&["a*exp(-b*t) + c", &data("decay.csv")]);
    assert!(of(&free, "c", "estimate") < 1.5);
    let ran = run(&["fit", "a*exp(-b*t) + c", &data("decay.csv"), "--bounds", "c=2..,b=0..10", "--format", "json"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (0, "note: c is at its bound, and counted as a constant: it has no standard error\n")
    );
    let bounded: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(of(&bounded, "c", "estimate"), 2.0);
    // The others are those of the model with this constant.
    let constant = json(&["a*exp(-b*t) + c", &data("decay.csv"), "c=2"]);
    for name in ["a", "b"] {
        near(of(&bounded, name, "estimate"), of(&constant, name, "estimate"), 1e-8);
        near(of(&bounded, name, "standard_error"), of(&constant, name, "standard_error"), 1e-8);
    }
    // Bounds that do not matter change nothing.
    let wide = json(&["a*exp(-b*t) + c", &data("decay.csv"), "--bounds", "a=0..100,b=0..5,c=..9"]);
    near(of(&wide, "b", "estimate"), of(&free, "b", "estimate"), 1e-8);
}

#[test]
fn what_is_not_determined_is_named() {
    let ran = run(&["fit", "a*k*exp(-b*t) + c", &data("decay.csv"), "--format", "json"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.starts_with("error: the data do not determine a, k: hold one of them with NAME=VALUE"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("nothing changes when moving a by "), "{}", ran.err);
    let fit: Value = serde_json::from_str(&ran.out).expect("the result is printed all the same");
    let held = json(&["a*k*exp(-b*t) + c", &data("decay.csv"), "k=1"]);
    near(of(&fit, "b", "standard_error"), of(&held, "b", "standard_error"), 1e-6);
    assert_eq!(fit["parameters"][0]["determined"], false);
    assert_eq!(fit["parameters"][0]["standard_error"], "NaN");
    let ran = run(&["fit", "a + b*t + 0*d", &data("decay.csv")]);
    assert!(ran.err.contains("the data do not determine d: hold one of them"), "{}", ran.err);
    let three = Scratch::new("three.csv", "x,y\n1,2\n2,3\n3,7\n");
    let ran = run(&["fit", "a + b*x + c*x^2", three.path()]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("as many parameters as rows"), "{}", ran.err);
}

#[test]
fn tables_of_all_kinds() {
    let expected = json(&["a + b*x", Scratch::new("kinds.csv", "x,y\n1.5,2\n2.5,3.5\n3,4\n").path()]);
    for (name, text, options) in [
        ("semicolon", "x;y\n1.5;2\n2.5;3.5\n3;4\n", &[][..]),
        ("tab", "x\ty\r\n1.5\t2\r\n\r\n2.5\t3.5\r\n3\t4", &[]),
        ("space", "# a comment\n  x   y\n 1.5  2\n\n2.5 \t 3.5 \n   \n# more\n3 4\n", &[]),
        ("comma", "x;y\n1,5;2\n2,5;3,5\n3;4\n", &["--decimal-comma"]),
        ("no header and commas", "1,5;2\n2,5;3,5\n3;4\n", &["--decimal-comma", "--columns", "x,y"]),
        ("bar", "x|y\n1.5|2\n2.5|3.5\n3|4\n", &["--separator", "|"]),
        ("quoted", "\u{feff}\"x\",\"y\"\n1.5,\"2\"\n2.5,3.5\n3,4\n", &[]),
        ("renamed", "time (s),value\n1.5,2\n2.5,3.5\n3,4\n", &["--columns", "x,y"]),
        ("headless", "1.5,2\n2.5,3.5\n3,4\n", &["--columns", "x,y"]),
    ] {
        let file = Scratch::new(&format!("kind-{}", name.replace(' ', "-")), text);
        let fit = json(&[&["a + b*x", file.path()], options].concat());
        assert_eq!(fit["parameters"], expected["parameters"], "{name}");
    }
    let ran = run_with(&["fit", "a + b*x", "-"], b"1.5 2\n2.5 3.5\n3 4\n");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (0, "note: standard input has no header: its columns are x, y; --columns names them\n")
    );
    // A column may have the name of a constant of the language, and so may a parameter with a start.
    let named = Scratch::new("named.csv", "e,y\n1,2\n2,4.5\n3,6\n");
    let fit = json(&["pi*e", named.path(), "--start", "pi=1"]);
    near(of(&fit, "pi", "estimate"), 29.0 / 14.0, 1e-14);
}

#[test]
fn bad_rows() {
    let text = "x,y\n1,2\n2,oh\n3,4\n4,5,6\n5,\n6,nan\n7,8.5\n8,9\n";
    let file = Scratch::new("bad-rows.csv", text);
    let ran = run(&["fit", "a + b*x", file.path()]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(
        ran.err.ends_with("bad-rows.csv:3: `y` is `oh`, which is no number (--keep-going leaves bad rows out)\n"),
        "{}",
        ran.err
    );
    let ran = run(&["fit", "a + b*x", file.path(), "--keep-going"]);
    assert_eq!(ran.code, 3);
    assert!(ran.out.contains("rows                         4"), "{}", ran.out);
    for said in [
        ":3: `y` is `oh`",
        ":5: 3 fields, and the first row has 2",
        ":6: `y` is empty",
        ":7: `y` is NaN",
        "4 of 8 rows left out",
    ] {
        assert!(ran.err.contains(said), "{said}: {}", ran.err);
    }
    let left = Scratch::new("left.csv", "x,y\n1,2\n2,-1\n3,4\n4,5\n");
    let ran = run(&["fit", "ln(y) = a + b*x", left.path()]);
    assert!(ran.err.contains("left.csv:3: `ln(y)` is NaN"), "{}", ran.err);
}

#[test]
fn tables_as_instruments_write_them() {
    // A byte order mark, spaces around quotes, separators in quotes, units, blank lines of spaces, notes that are empty.
    let rows: String = (0..40).map(|k| format!("  {k} , \"{}.5\" , \n", 2 * k)).collect();
    let text = format!("\u{feff}# sensor 7, \"A\"\r\n\"Time (s)\" , \"Signal, raw [V]\" ,note\r\n   \r\n{rows}");
    let file = Scratch::new("instrument.csv", &text);
    for model in ["Signal_raw = a + b*Time", "a + b*Time"] {
        let fit = json(&[model, file.path(), "--of", "Signal, raw [V]"][..if model.contains('=') { 2 } else { 4 }]);
        near(of(&fit, "a", "estimate"), 0.5, 1e-12);
        near(of(&fit, "b", "estimate"), 2.0, 1e-12);
    }
    let ran = run(&["fit", "y = a + b*Time", file.path()]);
    assert!(
        ran.err.contains("has the columns Time (\"Time (s)\"), Signal_raw (\"Signal, raw [V]\"), note"),
        "{}",
        ran.err
    );
    // Two that would be called the same keep their titles.
    let twice = Scratch::new("twice.csv", "x (m),x (s),y\n1,2,3\n2,3,5\n");
    let ran = run(&["fit", "z = a*x", twice.path()]);
    assert!(ran.err.contains("has the columns x (m), x (s), y"), "{}", ran.err);
    // Rows that are longer than what is read at once.
    let long: String = (0..9000).map(|k| format!("{k},{:>20}\"{}\"\n", "", 3 * k)).collect();
    let long = Scratch::new("long.csv", format!("t,y\n{long}"));
    near(of(&json(&["a*t", long.path()]), "a", "estimate"), 3.0, 1e-12);
    // What is no text in UTF-8, and a model without data.
    let wide = Scratch::new("wide.csv", "");
    std::fs::write(wide.path(), b"\xff\xfet\0,\0y\0\n\0").unwrap();
    let ran = run(&["fit", "a*t", wide.path()]);
    assert!(ran.err.contains("wide.csv is UTF-16: save it as UTF-8"), "{}", ran.err);
    let case = Scratch::new("case.csv", "T,y\n1,2\n2,3\n3,5\n");
    let ran = run(&["fit", "y = a*t + b", case.path(), "--start", "a=1,b=1,t=1"]);
    assert!(ran.err.contains("note: no column stands in the model: a, t, b are parameters"), "{}", ran.err);
    assert!(ran.err.contains("note: `t` is a parameter, and `T` is a column of"), "{}", ran.err);
}

#[test]
fn mistakes_say_what_to_do() {
    let file = data("decay.csv");
    let fails = |args: &[&str], code: i32, what: &str| {
        let ran = run(&[&["fit"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(what), "{args:?}: {}", ran.err);
    };
    fails(&["a*t", "no/such.csv"], 4, "cannot read no/such.csv");
    fails(&["a*t", Scratch::new("empty.csv", "").path()], 3, "is empty: rows of numbers are wanted");
    fails(&["a*t + b", Scratch::new("header.csv", "t,y\n").path()], 3, "has no row");
    fails(&["a*t + b", Scratch::new("one.csv", "t,y\n1,2\n").path()], 3, "1 row, too few for 2 parameters");
    fails(&["y*t", &file], 2, "no parameter");
    fails(&["a*t; b*t", &file], 2, "one model is wanted");
    fails(&["a*t +", &file], 1, "expected an expression");
    fails(&["[a*t, b]", &file], 2, "one result");
    fails(&["z = a*t", &file], 2, "has the columns t, y");
    fails(&["y = a*t", &file, "--of", "y"], 2, "both say what is fitted");
    fails(&["a*t", &file, "--of", "z"], 2, "has the columns t, y");
    fails(&["a*t + b*y", &file], 2, "the model uses all columns");
    fails(&["a*t", &file, "t=1"], 2, "`t` is given, and it is a column");
    fails(&["a*t", &file, "--start", "b=1"], 2, "--start names `b`");
    fails(&["a*t", &file, "--start", "a=1", "--bounds", "a=2..3"], 2, "--start a=1 is outside its bounds");
    fails(&["a*t", &file, "--bounds", "a=3..2"], 2, "leave nothing between them");
    fails(&["a*t", &file, "--bounds", "a"], 2, "NAME=LOW..HIGH");
    fails(&["a*t", &file, "--sigma", "z"], 2, "--sigma z");
    fails(&["a*t", &file, "--sigma", "0"], 2, "positive");
    fails(&["a*t", &file, "--confidence", "1"], 2, "between 0 and 1");
    fails(&["a*t", &file, "--plot", "x.pdf"], 2, "end it in .svg or .png");
    fails(&["a*t", &file, "--separator", "ab"], 2, "one character");
    fails(&["sqrt(a)*t", &file, "--start", "a=-1"], 1, "decay.csv:2: the model is not finite");
    fails(&["ln(-a^2 - t - 1)", &file], 1, "no start was found");
    fails(&["a*exp(-b*t) + c", &file, "--start", "a=1,b=9,c=0", "--max-iterations", "2"], 1, "go on with --start a=");
    fails(&["fn f(x) = f(x); f(a)*t", &file, "--max-steps", "1000"], 1, "no start was found");
    fails(&["fn f(x) = f(x); f(a)*t", &file, "--max-steps", "1000", "--start", "a=1"], 1, "--max-steps");
}

#[test]
fn rows_and_pictures() {
    let (rows, svg, png) = (Scratch::new("fit-rows.csv", ""), Scratch::new("fit.svg", ""), Scratch::new("fit.png", ""));
    let file = data("decay.csv");
    let args = ["fit", "a*exp(-b*t) + c", &file, "--start", "a=8,b=1,c=1", "--rows", rows.path(), "--plot"];
    printed(&[&args[..], &[svg.path()]].concat());
    let text = rows.content();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (25, "line,t,y,fitted,residual,low,high"));
    let row: Vec<f64> = lines[1].split(',').map(|x| x.parse().unwrap()).collect();
    assert_eq!(row[..2], [2.0, 0.0]);
    near(row[3] + row[4], row[2], 1e-14);
    // At t = 0 the model is a + c, and its error that of the sum.
    let fit = json(&args[1..5]);
    near(row[3], of(&fit, "a", "estimate") + of(&fit, "c", "estimate"), 1e-12);
    let c = |i: usize, j: usize| fit["covariance"][i][j].as_f64().unwrap();
    let error = (c(0, 0) + 2.0 * c(0, 2) + c(2, 2)).sqrt();
    let reach = (of(&fit, "a", "high") - of(&fit, "a", "estimate")) / of(&fit, "a", "standard_error");
    near(row[6] - row[3], reach * error, 1e-9);
    let svg = svg.content();
    for words in ["y = a*exp(-b*t) + c", "band: 95 %", "residuals", "a = "] {
        assert!(svg.contains(words), "{words}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    printed(&[&args[..], &[png.path()]].concat());
    assert!(std::fs::read(png.path()).unwrap().starts_with(b"\x89PNG\r\n"));
    // Of two variables: observed against fitted.
    let two = Scratch::new("two.csv", "u,v,y\n1,2,3\n2,1,4\n3,3,7\n4,1,6\n");
    let svg = Scratch::new("two.svg", "");
    printed(&["fit", "a*u + b*v", two.path(), "--plot", svg.path()]);
    assert!(svg.content().contains("value of the model"));
}

#[test]
fn models_in_files_and_with_functions() {
    let model = Scratch::new("model.wen", "# decay\nfn f(x) = exp(-x);\ny = a*f(b*t) + c");
    let file = data("decay.csv");
    let fit = json(&[model.path(), &file, "--start", "a=8,b=1,c=1"]);
    let plain = json(&["a*exp(-b*t) + c", &file, "--start", "a=8,b=1,c=1"]);
    near(of(&fit, "b", "estimate"), of(&plain, "b", "estimate"), 1e-9);
    let fit = json(&["y = let s = exp(-b*t) in if t >= 0 then a*s + c else 0", &file, "--start", "a=8,b=1,c=1"]);
    near(of(&fit, "b", "estimate"), of(&plain, "b", "estimate"), 1e-9);
    // Steps on the way.
    let ran = run(&["fit", "a*exp(-b*t) + c", &file, "--start", "a=8,b=1,c=1", "--iterations"]);
    assert!(ran.err.starts_with("start: a=8,b=1,c=1\n   1  sum of squares "), "{}", ran.err);
}

/// The examples of the help run where its files are.
#[test]
fn examples_of_the_help_run() {
    let help = printed(&["fit", "--help"]);
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("fit-examples");
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["decay.csv", "rates.csv", "dose.tsv"] {
        std::fs::copy(data(name), folder.join(name)).expect("a copy");
    }
    let lines: Vec<&str> = examples.lines().map(str::trim).filter(|line| line.starts_with("wengert fit")).collect();
    assert_eq!(lines.len(), 4, "{help}");
    for line in lines {
        let mut words = Vec::new();
        for (i, part) in line.split('\'').enumerate() {
            match i % 2 {
                0 => words.extend(part.split_whitespace()),
                _ => words.push(part),
            }
        }
        let output = wengert().args(&words[1..]).current_dir(&folder).output().expect("the program starts");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    }
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}
