//! Long functions and deep expressions: what an expansion costs is counted, and nothing overflows the stack.

use expect_test::expect;
use proc_macro2::TokenStream;
use quote::quote;
use std::fmt::Write;

/// The stack that the compiler has.
const STACK: usize = 8 << 20;

fn expanded(body: &str) -> String {
    let text = format!("fn f(x: &[f64], a: f64, n: usize) -> f64 {{ {body} }}");
    let run = move || {
        let tokens: TokenStream = text.parse().expect("a function");
        adjoint::differentiable(TokenStream::new(), tokens).to_string()
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run);
    thread.expect("a thread").join().expect("no panic")
}

/// How often memory is asked for by the expansion of a function of so many lines.
fn allocations(lines: usize, line: fn(usize) -> String) -> f64 {
    let mut body = "let v0 = a * x[0]; let mut s = a; let mut w = [0.0; 20];".to_string();
    for k in 1..=lines {
        let _ = writeln!(body, "{}", line(k));
    }
    let text = format!("fn f(x: &[f64], a: f64, n: usize) -> f64 {{ {body} s + v{lines} }}");
    let tokens: TokenStream = text.parse().expect("a function");
    let taken = allocation_counter::measure(|| drop(adjoint::differentiable(TokenStream::new(), tokens)));
    taken.count_total as f64
}

#[test]
fn twice_the_statements_are_twice_the_work() {
    let lines: [fn(usize) -> String; 5] = [
        |k| format!("let v{k} = v{} * x[{}] + v{}.sin(); s += v{k} / a;", k - 1, k % 7, k / 2),
        |k| format!("let v{k} = if v{} > a {{ v{} * a }} else {{ s }};", k - 1, k / 2),
        |k| format!("let mut v{k} = 0.0; for i in 1..n {{ v{k} += x[i] * x[i - 1] * v{}; }}", k - 1),
        |k| format!("w[{}] = w[{}] * a + s; let v{k} = w[{}];", k % 20, k % 7, k % 11),
        |k| format!("let u{k} = vec![s; n]; let v{k} = g(&u{k}, v{});", k - 1),
    ];
    for (kind, line) in lines.into_iter().enumerate() {
        // What is read once is read by then.
        allocations(5, line);
        let [a, b, c] = [20, 40, 80].map(|lines| allocations(lines, line));
        // Twice the lines more, where nothing grows faster than they do.
        let growth = (c - b) / (b - a);
        assert!(growth < 2.1, "kind {kind}: {a}, {b}, {c} allocations");
    }
}

#[test]
fn long_expressions_go_through() {
    let sum = (0..1000).map(|k| format!("x[{}]", k % 7)).collect::<Vec<_>>().join(" + ");
    let arms = (0..300).fold(String::new(), |arms, k| arms + &format!("if a < -{k}.5 {{ a * {k}.0 }} else "));
    for body in [sum, format!("a{}", ".sin()".repeat(1000)), format!("{arms} {{ x[0] }}")] {
        let code = expanded(&body);
        assert!(!code.contains("compile_error"), "{}", &code[..200]);
    }
}

#[test]
fn what_nests_too_deep_is_said_to() {
    let loops = format!("let mut s = 0.0; {} s += a; {} s", "for _ in 0..n {".repeat(30), "}".repeat(30));
    assert!(!expanded(&loops).contains("compile_error"));
    for (open, close) in [("(a + ", ")"), ("{ let b = a; ", "}"), ("if a > 0.0 {", "} else { 0.0 }")] {
        let body = format!("{} a {}", open.repeat(380), close.repeat(380));
        assert!(expanded(&body).contains("this nests too deep"), "{open}");
    }
}

/// The expansion of a function of so many lines.
fn of_lines(lines: usize, options: TokenStream) -> String {
    let line = |k: usize| format!("let v{k} = v{} * a + x[{}];\n", k - 1, k % 7);
    let body: String = (1..=lines).map(line).collect();
    let text = format!("fn f(x: &[f64], a: f64) -> f64 {{ let v0 = a; {body} v{lines} }}");
    adjoint::differentiable(options, text.parse().expect("a function")).to_string()
}

#[test]
fn what_is_too_long_is_said_to() {
    assert!(!of_lines(3, quote!(large)).contains("compile_error"));
    let refused = of_lines(5100, TokenStream::new());
    let message =
        refused.split("compile_error ! {").nth(1).and_then(|rest| rest.split_inclusive('}').next()).expect("an error");
    expect![[r#" "this function has 10208 steps, for whose derivatives the compiler needs minutes: write what repeats as loops over arrays, make functions with #[differentiable] of parts of it, or record it with `Program::record`; with #[differentiable(large)] it is compiled as it is" }"#]].assert_eq(message);
}

#[test]
fn what_a_long_function_repeats_is_called() {
    let line = |k: usize| format!("let v{k} = v{} * a + {k}.0;\n", k - 1);
    let part: String = (1..=400).map(line).collect();
    let of = |calls: usize, options: &str| {
        let calls = (0..calls).map(|k| format!("s += part(a, x[{k}]);\n")).collect::<String>();
        let body = format!("fn part(a: f64, v0: f64) -> f64 {{ {part} v400 }} let mut s = 0.0; {calls} s");
        let text = format!("fn f(x: &[f64], a: f64) -> f64 {{ {body} }}");
        let options = options.parse().expect("options");
        adjoint::differentiable(options, text.parse().expect("a function")).to_string()
    };
    // Written out, these are 16,000 steps; called, 400 and 80 more.
    let (once, long) = (of(1, ""), of(20, ""));
    assert!(!long.contains("compile_error"), "{}", &long[..300]);
    assert!(long.len() < 2 * once.len(), "{} {}", once.len(), long.len());
    // What insists is compiled as it is.
    assert!(of(20, "large").len() > 10 * once.len());
}

#[test]
fn long_blocks_declare_many_variables_at_a_time() {
    // The function itself stays as it is written.
    let nests = |lines| {
        let code = of_lines(lines, TokenStream::new());
        let derivatives = code.split("impl f {").nth(1).expect("derivatives").matches("let ").count();
        derivatives as f64 / lines as f64
    };
    assert!(nests(100) > 10.0, "{}", nests(100));
    assert!(nests(900) < 2.0, "{}", nests(900));
}
