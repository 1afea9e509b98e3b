//! The numbers that the literature works out, through the program and every engine of it.

mod common;

use common::{numbers, printed, report};

const FOO: &str = r"
fn foo(x1, x2) =
    let f = \g. g(\y. y^2 + x2),
        z = x1*sin(x2)/ln(x1^2)
    in if x1 < 0 then foo(-x1, z) else z * f(\h. h(x1 - cos(x2)));
foo(x1, x2)";

const DIRECTIONS: &str = "let q = ln(x1)/x3 in q*(sin(q) + exp(x3)*x2*sin(x1))";

#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?}, expected {expected:?}");
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() <= 4e-15 * e.abs(), "{found:?}, expected {expected:?}");
    }
}

/// The value and the gradient, in both modes, as CSV prints them; and as the Hessian's first row has them.
#[track_caller]
fn gradient(program: &str, at: &[&str], expected: &[f64]) {
    for command in [["grad", "--mode=forward"], ["grad", "--mode=reverse"], ["jacobian", "--mode=auto"]] {
        let args = [&[command[0], program, command[1], "--format=csv"], at].concat();
        near(&numbers(&printed(&args)), expected);
    }
    for mode in ["--mode=forward", "--mode=reverse"] {
        let table = printed(&[&["hessian", program, mode, "--format=csv"], at].concat());
        near(&numbers(table.lines().nth(1).expect("a row for the value")), expected);
    }
}

#[test]
fn the_whole_language() {
    gradient(FOO, &["x1=2", "x2=5"], &[-10.99252160653788, -2.315717222719676, 6.422115313139361]);
    gradient(FOO, &["x1=-2", "x2=5"], &[6.623818677968554, -1.310032423935225, -3.161354362576929]);
}

#[test]
fn second_derivatives_of_the_whole_language() {
    // References: differences of the function with 60 digits.
    for (x1, expected) in [("x1=2", SECOND_RIGHT), ("x1=-2", SECOND_LEFT)] {
        for mode in ["--mode=forward", "--mode=reverse"] {
            let table = printed(&["hessian", FOO, x1, "x2=5", mode, "--format=csv"]);
            let rows: Vec<f64> = table.lines().skip(2).flat_map(|line| numbers(line).split_off(1)).collect();
            for (f, e) in rows.iter().zip(expected) {
                assert!((f - e).abs() <= 2e-14 * e.abs(), "{rows:?}, expected {expected:?}");
            }
            assert_eq!(rows.len(), 4);
        }
    }
}

const SECOND_RIGHT: [f64; 4] = [-8.139595563883745, 2.6364814803495893, 2.6364814803495893, 5.225524225844797];
const SECOND_LEFT: [f64; 4] = [11.029916805232439, 0.19897910649574474, 0.19897910649574474, -10.766828893738722];

#[test]
fn directions_and_weights() {
    let at = ["x1=2", "x2=3", "x3=0.5"];
    let slopes = [2.881435277657582, 2.078302020192192, -9.665577338807522];
    gradient(DIRECTIONS, &at, &[&[7.59767187393311], &slopes[..]].concat());
    let along = |direction: &str| {
        numbers(&printed(&[&["jvp", DIRECTIONS, "--format=csv", "--direction", direction], &at[..]].concat()))[1]
    };
    near(&[along("x1=1"), along("x2=1"), along("x3=1")], &slopes);
    let weighted = printed(&[&["vjp", DIRECTIONS, "--format=csv", "--weights=2"], &at[..]].concat());
    near(&numbers(&weighted), &slopes.map(|slope| 2.0 * slope));

    let f = "[x*y, sin(x) + y^2]";
    let jvp = printed(&["jvp", f, "x=2", "y=3", "--direction", "x=1,y=2", "--format=csv"]);
    near(&numbers(&jvp), &[6.0, 7.0, 9.909297426825682, 11.583853163452858]);
}

#[test]
fn gradients_and_second_derivatives() {
    let squared = ["x=2", "y=3", "z=0.5"];
    let slopes = [41.98295531031636, 38.876553231625216, 25.917702154416812, 11.37246172749237];
    gradient("(x*y + sin(z))^2", &squared, &slopes);
    gradient("x^3 + sin(x)", &["x=2"], &[8.909297426825682, 11.583853163452858]);
    gradient("x*y + sin(x)", &["x=2", "y=3"], &[6.909297426825682, 2.5838531634528574, 2.0]);
    gradient("x*y + sin(x)", &["x=0.5", "y=4.2"], &[2.579425538604203, 5.077582561890373, 0.5]);
    gradient("t^2 + t + 1", &["t=5"], &[31.0, 11.0]);
    let eleven = "let v1 = cos(x), v2 = sin(x), v3 = 2*v2, v4 = v3 + 1, v5 = ln(x), v6 = v5 - 1, v7 = v6^2,
        v8 = exp(x), v9 = 3 - v8, v10 = v1*v4, v11 = v7*v9 in v10*v11";
    gradient(eleven, &["x=2"], &[0.484741966242748, 0.152393197404922]);
}

#[test]
fn the_example_of_the_readme() {
    let text = report(&["grad", "ln(x1) + x1*x2 - sin(x2)", "x1=2", "x2=5"]);
    assert!(text.starts_with("value  11.652071455223084\nd/dx1   5.5\nd/dx2   1.716337814536773"), "{text}");
    assert!(text.contains("forward mode, 1 run with 2 lanes, in "), "{text}");
}
