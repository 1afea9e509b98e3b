//! Long and deep programs, and programs that do not end: nothing overflows the machine's stack.

use lang::{Error, Limits, Program, Workspace};

/// More than the small stack has room for calls.
const N: usize = 20_000;

/// Runs on a thread with a small stack, so that what recurses fails early.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 << 10).spawn(test).unwrap().join().unwrap();
}

fn eval(source: &str, x: f64) -> Result<f64, Error> {
    let program = Program::parse(source)?;
    let inputs = vec![x; program.inputs().len()];
    Ok(program.eval(&inputs, &Limits::default())?[0])
}

#[test]
fn nested_brackets() {
    on_a_small_stack(|| {
        let nested = |n: usize| format!("{}x{}", "(".repeat(n), ")".repeat(n));
        assert_eq!(eval(&nested(10_000), 3.0), Ok(3.0));
        let error = eval(&nested(N), 3.0).unwrap_err();
        assert!(error.is_limit());
        assert_eq!(error.to_string(), "1:10001: brackets nest deeper than 10000; name the inner parts with `let`");
        assert!(error.report(&nested(N), "f").len() < 2_000);
        let calls = format!("{}x{}", "abs(".repeat(9_000), ")".repeat(9_000));
        assert_eq!(eval(&calls, -3.0), Ok(3.0));
        for open in ["(", "[", "f(", "((\\x.", "-(", "x^("] {
            assert!(eval(&open.repeat(N), 1.0).is_err());
        }
    });
}

#[test]
fn long_and_deep_expressions() {
    on_a_small_stack(|| {
        let n = N as f64;
        assert_eq!(eval(&format!("x{}", " + x".repeat(N)), 1.0), Ok(n + 1.0));
        assert_eq!(eval(&format!("x{}", " * 1".repeat(N)), 3.0), Ok(3.0));
        assert_eq!(eval(&format!("x{}", "^x".repeat(N)), 1.0), Ok(1.0));
        assert_eq!(eval(&format!("2{}", "^1.5^0".repeat(N)), 1.0), Ok(2.0));
        assert_eq!(eval(&format!("{}x", "-".repeat(N)), 3.0), Ok(3.0));
        assert_eq!(eval(&format!("x^{}2", "-".repeat(N)), 3.0), Ok(9.0));
        assert_eq!(eval(&format!("if {}x > 0 then 1 else 0", "not ".repeat(N)), 3.0), Ok(1.0));
        assert_eq!(eval(&format!("if x > 0{} then 1 else 0", " and x > 0".repeat(N)), 3.0), Ok(1.0));
        assert_eq!(eval(&format!("{}x", "let x = x + 1 in ".repeat(N)), 0.0), Ok(n));
        assert_eq!(eval(&format!("{}x{}", "let y = ".repeat(N), " in y + 1".repeat(N)), 0.0), Ok(n));
        assert_eq!(eval(&format!("{}0", "if x < 0 then 1 else ".repeat(N)), 1.0), Ok(0.0));
        assert_eq!(eval(&format!("{}x{}", "if x > 0 then ".repeat(N), " else 0".repeat(N)), 1.0), Ok(1.0));
        assert_eq!(eval(&format!("(\\y. y)(x){}", " + (\\y. x*y)(x)".repeat(N)), 1.0), Ok(n + 1.0));
        let results = format!("[x{}]", ", x".repeat(N));
        assert_eq!(Program::parse(&results).unwrap().outputs(), N + 1);
        let bindings: String = (0..N).map(|i| format!("v{} = v{i} + 1, ", i + 1)).collect();
        assert_eq!(eval(&format!("let v0 = x, {bindings} w = v{N} in w"), 0.0), Ok(n));
    });
}

#[test]
fn nested_lambdas() {
    on_a_small_stack(|| {
        let nested = |n: usize| format!("{}x{}", "(\\y. y + ".repeat(n), ")(1)".repeat(n));
        assert_eq!(eval(&nested(256), 1.0), Ok(257.0));
        assert!(eval(&nested(257), 1.0).unwrap_err().is_limit());
        assert!(eval(&format!("{}x", "\\y. ".repeat(N)), 1.0).unwrap_err().is_limit());
        let parameters: String = (0..1_000).map(|i| format!(" p{i}")).collect();
        let arguments = vec!["x"; 1_000].join(", ");
        assert_eq!(eval(&format!("(\\{parameters}. p0 + p999)({arguments})"), 2.0), Ok(4.0));
    });
}

#[test]
fn recursion_is_as_deep_as_the_limits_say() {
    on_a_small_stack(|| {
        let sum = "fn sum(n) = if n <= 0 then 0 else n + sum(n - 1); sum(x)";
        assert_eq!(eval(sum, 500_000.0), Ok(500_000.0 * 500_001.0 / 2.0));
        let error = eval(sum, 2_000_000.0).unwrap_err();
        assert!(error.is_limit());
        assert!(error.message().contains("`sum`"), "{error}");
        let closures = r"fn f(k, n) = if n == 0 then k(0) else f(\y. k(y + n), n - 1); f(\y. y, x)";
        assert_eq!(eval(closures, 100_000.0), Ok(100_000.0 * 100_001.0 / 2.0));
        let mutual = "fn a(n) = if n == 0 then 1 else b(n - 1); fn b(n) = if n == 0 then 2 else a(n - 1); a(x)";
        assert_eq!(eval(mutual, 100_001.0), Ok(2.0));
    });
}

#[test]
fn runaway_programs_stop() {
    on_a_small_stack(|| {
        for source in [
            "fn f(n) = f(n + 1); f(x)",
            "fn f(n) = f(n) + f(n); f(x)",
            r"fn f(g) = f(\y. g(y)); f(\y. y)",
            r"(\f. f(f))(\f. f(f))",
            "fn fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2); fib(100)",
        ] {
            let limits = Limits { steps: 10_000_000, ..Limits::default() };
            let program = Program::parse(source).unwrap();
            let inputs = vec![1.0; program.inputs().len()];
            assert!(program.eval(&inputs, &limits).unwrap_err().is_limit(), "{source}");
        }
    });
}

#[test]
fn closures_of_finished_calls_are_forgotten() {
    let source = r"fn f(n) = (\y. y + n)(n); fn go(n) = if n < 1 then 0 else f(n) + go(n - 1); go(x)";
    let program = Program::parse(source).unwrap();
    let limits = Limits { values: 9_000, ..Limits::default() };
    let mut y = [0.0];
    program.eval_into(&[1_000.0], &limits, &mut Workspace::new(), &mut y).unwrap();
    assert_eq!(y, [1_001_000.0]);
}

#[test]
fn long_comments_and_names() {
    on_a_small_stack(|| {
        let name = "n".repeat(1_000_000);
        assert_eq!(eval(&format!("# {name}\n{name} + 1"), 1.0), Ok(2.0));
        let digits = "1".repeat(1_000_000);
        assert_eq!(eval(&digits, 1.0), Ok(f64::INFINITY));
        let error = eval(&format!("{name}(2)"), 1.0).unwrap_err();
        assert!(error.is_unknown_name());
    });
}
