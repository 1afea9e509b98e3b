//! Programs with known values, and what each construct of the language means.

use lang::{Limits, Program, Workspace};

fn eval(source: &str, inputs: &[f64]) -> Vec<f64> {
    let program = Program::parse(source).unwrap_or_else(|e| panic!("{}", e.report(source, "program")));
    program.eval(inputs, &Limits::default()).unwrap_or_else(|e| panic!("{}", e.report(source, "program")))
}

#[track_caller]
fn gives(source: &str, inputs: &[f64], expected: &[f64]) {
    let found = eval(source, inputs);
    let bits = |y: &[f64]| y.iter().map(|y| y.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&found), bits(expected), "{source}: {found:?}, expected {expected:?}");
}

#[track_caller]
fn near(source: &str, inputs: &[f64], expected: f64) {
    let found = eval(source, inputs)[0];
    assert!((found - expected).abs() <= 1e-14 * expected.abs(), "{source}: {found}, expected {expected}");
}

const FOO: &str = r"
    fn foo(x1, x2) =
        let f = \g. g(\y. y^2 + x2),
            z = x1*sin(x2)/ln(x1^2)
        in if x1 < 0 then foo(-x1, z) else z * f(\h. h(x1 - cos(x2)));
    foo(x1, x2)";

const ELEVEN: &str = "let v1 = cos(x), v2 = sin(x), v3 = 2*v2, v4 = v3 + 1, v5 = ln(x), v6 = v5 - 1, v7 = v6^2,
    v8 = exp(x), v9 = 3 - v8, v10 = v1*v4, v11 = v7*v9 in v10*v11";

#[test]
fn golden_values() {
    near("ln(x1) + x1*x2 - sin(x2)", &[2.0, 5.0], 11.652071455223084);
    let x: f64 = 0.7;
    gives("x*sin(cos(x))", &[x], &[x * x.cos().sin()]);
    near("let y = 2*x*x in y + cos(y)", &[1.5], 4.289204200569221);
    near(ELEVEN, &[2.0], 0.484741966242748);
    near("x*(2*x + 1)*(x - 1)^2*(3 - x)", &[2.0], 10.0);
    near("let a = ln(x1)/x3 in a*(sin(a) + e^x3*x2*sin(x1))", &[2.0, 0.5, 3.0], 7.59767187393311);
    near("(x*y + sin(z))^2", &[2.0, 3.0, 0.5], 41.98295531031636);
}

#[test]
fn functions_recursion_branches_and_lambdas_mixed() {
    near(FOO, &[2.0, 5.0], -10.99252160653788);
    near(FOO, &[-2.0, 5.0], 6.623818677968554);
}

#[test]
fn precedence() {
    gives("-x^2", &[3.0], &[-9.0]);
    gives("2^3^2", &[], &[512.0]);
    gives("2^-1", &[], &[0.5]);
    gives("2^-x^2*3", &[2.0], &[0.1875]);
    gives("x - 1 - 2", &[10.0], &[7.0]);
    gives("x/2/2*3", &[8.0], &[6.0]);
    gives("--x + +x", &[2.0], &[4.0]);
    gives("1 + 2*x^2", &[3.0], &[19.0]);
    gives("if not x < 1 and x < 3 or x == 7 then 1 else 0", &[2.0], &[1.0]);
    gives("if not (x < 1 and x < 3 or x == 7) then 1 else 0", &[7.0], &[0.0]);
    gives("2 * if x > 0 then x else 3 + 4", &[1.0], &[2.0]);
    gives("2 * if x > 0 then x else 3 + 4", &[-1.0], &[14.0]);
    gives("1 + let y = x in y*y + 1", &[3.0], &[11.0]);
    gives("2^let y = x in y + 1", &[2.0], &[8.0]);
    gives("x + -let y = x in y + 1", &[2.0], &[-1.0]);
}

#[test]
fn numbers_and_constants() {
    gives("[1, 1., 1.5e2, .5, 2E-3, 1e+2]", &[], &[1.0, 1.0, 150.0, 0.5, 0.002, 100.0]);
    gives(
        "[pi, tau, e, inf, -inf]",
        &[],
        &[std::f64::consts::PI, std::f64::consts::TAU, std::f64::consts::E, f64::INFINITY, -f64::INFINITY],
    );
    assert!(eval("nan", &[])[0].is_nan());
    gives("-0", &[], &[-0.0]);
    gives("let e = 1 in e", &[], &[1.0]);
    gives("let sin = 3 in sin*2", &[], &[6.0]);
    gives("fn sin(x) = x + 1; sin(2)", &[], &[3.0]);
    gives("λ + größe_2", &[1.0, 2.0], &[3.0]);
    gives("x # a comment\n + 1 # and another", &[1.0], &[2.0]);
}

#[test]
fn powers() {
    let x: f64 = -1.7;
    gives("x^3", &[x], &[x.powi(3)]);
    gives("x^(-3)", &[x], &[x.powi(-3)]);
    gives("x^--2", &[x], &[x.powi(2)]);
    gives("x^2.5", &[1.7], &[1.7f64.powf(2.5)]);
    gives("2^x", &[x], &[2f64.powf(x)]);
    gives("x^y", &[1.7, 2.0], &[1.7f64.powf(2.0)]);
    gives("x^2147483648", &[1.0], &[1.0]);
    gives("x^-2147483647", &[1.0], &[1.0]);
    gives("powi(x, -2)", &[x], &[x.powi(-2)]);
    gives("2^0.5", &[], &[2f64.powf(0.5)]);
}

#[test]
fn every_function_of_the_table_is_called_by_its_name() {
    for row in rules::ROWS.iter().filter(|row| row.kind != rules::Kind::Helper) {
        let names = ["a", "b", "c"][..row.arity].join(", ");
        for &n in row.parameters {
            let (call, value) = match row.family {
                true => (
                    format!("{}({names}, {n})", row.name),
                    format!("(\\{0}. {1}({names}, {n}))", names.replace(',', ""), row.name),
                ),
                false => (format!("{}({names})", row.name), format!("(let f = {} in f)", row.name)),
            };
            for point in row.points.iter().filter(|point| (row.admits)(point)) {
                let expected = row.op.apply(point, n);
                for source in [&call, &format!("{value}({names})")] {
                    let program = Program::parse(source).unwrap().bind(&["a", "b", "c"][..row.arity]).unwrap();
                    let found = program.eval(point, &Limits::default()).unwrap()[0];
                    assert!(
                        found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(),
                        "{source} at {point:?}: {found}"
                    );
                }
            }
        }
    }
}

#[test]
fn arithmetic_in_all_forms_is_that_of_f64() {
    let (x, y): (f64, f64) = (0.1, -3.7);
    gives("[x + y, x - y, x*y, x/y]", &[x, y], &[x + y, x - y, x * y, x / y]);
    gives("[x + 0.3, x - 0.3, x*0.3, x/0.3]", &[x], &[x + 0.3, x - 0.3, x * 0.3, x / 0.3]);
    gives("[0.3 + x, 0.3 - x, 0.3*x, 0.3/x]", &[x], &[0.3 + x, 0.3 - x, 0.3 * x, 0.3 / x]);
    gives(
        "[0.1 + 0.2, 0.1 - 0.3, 0.1*3, 1/3, -(1/3)]",
        &[],
        &[0.1 + 0.2, 0.1 - 0.3, 0.1 * 3.0, 1.0 / 3.0, -(1.0 / 3.0)],
    );
    let truths = "[if x < y then 1 else 0, if x <= y then 1 else 0, if x > y then 1 else 0,
        if x >= y then 1 else 0, if x == y then 1 else 0, if x != y then 1 else 0]";
    gives(truths, &[1.0, 2.0], &[1.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    gives(truths, &[2.0, 2.0], &[0.0, 1.0, 0.0, 1.0, 1.0, 0.0]);
    gives(truths, &[2.0, f64::NAN], &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn only_what_decides_is_evaluated() {
    gives("if x > 0 and (if 1 then true else false) then 1 else 2", &[-1.0], &[2.0]);
    gives("if x < 0 or (if 1 then true else false) then 1 else 2", &[-1.0], &[1.0]);
    gives("fn loop(n) = loop(n); if x > 0 then x else loop(x)", &[3.0], &[3.0]);
    gives("if true and x > 0 or false then 1 else 2", &[1.0], &[1.0]);
}

#[test]
fn values_of_branches_meet() {
    let nested = "if x > 0 then (let a = x*2 in if x > 1 then a + 1 else a + 2) else 0";
    gives(nested, &[2.0], &[5.0]);
    gives(nested, &[0.5], &[3.0]);
    let argument = "max(0, clamp(if x > 0 then (let a = x in if a > 1 then 7 else 8) else 9, 0, 100))";
    gives(argument, &[2.0], &[7.0]);
    gives(argument, &[0.5], &[8.0]);
    gives(argument, &[-1.0], &[9.0]);
}

#[test]
fn let_is_sequential_and_scoped() {
    gives("let x = 1, y = x + 1, x = y*10 in x + y", &[], &[22.0]);
    gives("(let x = 2 in x) + x", &[5.0], &[7.0]);
    gives("let x = x + 1 in x*x", &[2.0], &[9.0]);
    gives("let y = (let a = x*2, b = a*a in a) in let c = y + 1 in y*c", &[3.0], &[42.0]);
    gives("let y = x in let x = 7 in y + x", &[1.0], &[8.0]);
}

#[test]
fn closures_keep_what_they_capture() {
    gives(r"let a = x*2, f = \y. a + y, a = 100 in f(1) + a", &[3.0], &[107.0]);
    gives(r"let a = x + 1, b = x*100, h = \y. y + b, f = \y. h(y) + a in f(2)", &[1.0], &[104.0]);
    gives(r"let add = \a. \b. a + b in add(x)(10)", &[3.0], &[13.0]);
    gives(r"(\a. \b. \c. a*100 + b*10 + c)(x)(2)(3)", &[1.0], &[123.0]);
    gives(r"let compose = \f g. \y. f(g(y)) in compose(\y. y + 1, \y. y*2)(x)", &[5.0], &[11.0]);
    gives(
        r"fn iterate(f, n, x) = if n == 0 then x else iterate(f, n - 1, f(x)); iterate(\y. y*a, 5, 1)",
        &[2.0],
        &[32.0],
    );
    gives(r"fn counter(n) = \k. if k == 0 then n else counter(n + 1)(k - 1); counter(x)(10)", &[1.0], &[11.0]);
    gives(
        r"fn make(n) = let g = \y. y + n in \y. g(g(y)); let a = make(1), b = make(10) in a(x) + b(x)",
        &[0.0],
        &[22.0],
    );
    gives(r"let twice = \f. \y. f(f(y)) in twice(twice)(twice)(\y. y + 1)(x)", &[0.0], &[16.0]);
    gives(r"let f = if x > 0 then sin else \y. y*y in f(x)", &[-3.0], &[9.0]);
    gives(r"let y = 2 in (\x.5)(y) + (\f. f(y))(\z. z^2)", &[], &[9.0]);
}

#[test]
fn functions_are_values() {
    gives("fn sq(x) = x*x; fn apply(f, x) = f(x); apply(sq, a) + apply(cos, 0)", &[3.0], &[10.0]);
    gives(
        "fn even(n) = if n == 0 then true else odd(n - 1);
           fn odd(n) = if n == 0 then false else even(n - 1);
           if even(x) then 1 else -1",
        &[7.0],
        &[-1.0],
    );
    gives("fn c() = 42; c() + x", &[1.0], &[43.0]);
    gives("fn f(x) = (let y = x*2 in y) + x; f(f(a)) + f(1)*f(2)", &[1.0], &[27.0]);
}

#[test]
fn the_example_of_the_documentation() {
    let source = r"
        fn power(x, n) = if n == 0 then 1 else x * power(x, n - 1);   # named functions may recurse
        let twice = \f x. f(f(x)), y = x1 + 1 in                      # lambdas; functions are values
        [twice(sin, y), power(y, 3)]                                  # several results; or one expression";
    gives(source, &[1.0], &[2f64.sin().sin(), 8.0]);
}

#[test]
fn results_at_the_end() {
    let sin2: f64 = 2f64.sin().powi(2);
    gives("let y = sin(x)^2 in [y + 10*x, x + 20*y]", &[2.0], &[sin2 + 20.0, 2.0 + 20.0 * sin2]);
    gives("[]", &[], &[]);
    gives("[x,]", &[1.0], &[1.0]);
    gives("if x < 0 then [x, 1] else let y = x*x in [y, 2]", &[3.0], &[9.0, 2.0]);
    gives("if x < 0 then [x, 1] else let y = x*x in [y, 2]", &[-3.0], &[-3.0, 1.0]);
    assert_eq!(Program::parse("if x < 0 then [x, 1] else [2, x]").unwrap().outputs(), 2);
}

#[test]
fn inputs_are_the_free_names() {
    let inputs = |source: &str| Program::parse(source).unwrap().inputs().join(" ");
    assert_eq!(inputs("b + a*b"), "b a");
    assert_eq!(inputs("let a = c, d = a in d + (\\x. x + y)(z)"), "c y z");
    assert_eq!(inputs("fn f(t) = t; f(pi)"), "");
    assert_eq!(inputs("sin(x10) + x2"), "x10 x2");
    assert_eq!(inputs("(let a = 1 in a) + a"), "a");
}

#[test]
fn bound_names_are_the_inputs() {
    let program = Program::parse("x2 + e*beta").unwrap();
    let bound = program.bind(&["beta", "e", "x2", "unused"]).unwrap();
    assert_eq!(bound.inputs(), ["beta", "e", "x2", "unused"]);
    assert_eq!(bound.eval(&[10.0, 3.0, 1.0, f64::NAN], &Limits::default()).unwrap(), [31.0]);
    assert!(program.bind(&["x2"]).unwrap().eval(&[1.0], &Limits::default()).unwrap_err().is_type());
    assert!(Program::parse("x + y").unwrap().bind(&["x"]).unwrap_err().is_unknown_name());
    assert!(program.bind(&["x2", "x2"]).unwrap_err().is_inputs());
}

#[test]
fn numbers_of_inputs_and_outputs_are_checked() {
    let program = Program::parse("[x, y, x]").unwrap();
    let error = program.eval(&[1.0], &Limits::default()).unwrap_err();
    assert!(error.is_inputs());
    assert_eq!(error.to_string(), "1:1: the program has 2 inputs, and 1 was given; give one number for each of: x, y");
    let error = program.eval_into(&[1.0, 2.0], &Limits::default(), &mut Workspace::new(), &mut [0.0]).unwrap_err();
    assert!(error.is_inputs());
}

#[test]
fn a_workspace_serves_any_program_and_survives_errors() {
    let mut workspace = Workspace::new();
    let limits = Limits { depth: 50, ..Limits::default() };
    let deep = Program::parse(r"fn f(n) = if n < 1 then 0 else (\y. y + n)(f(n - 1)); f(x)").unwrap();
    let foo = Program::parse(FOO).unwrap();
    let mut y = [0.0];
    for _ in 0..3 {
        assert!(deep.eval_into(&[100.0], &limits, &mut workspace, &mut y).unwrap_err().is_limit());
        deep.eval_into(&[10.0], &limits, &mut workspace, &mut y).unwrap();
        assert_eq!(y, [55.0]);
        foo.eval_into(&[-2.0, 5.0], &limits, &mut workspace, &mut y).unwrap();
        assert!((y[0] - 6.623818677968554).abs() < 1e-13);
    }
}
