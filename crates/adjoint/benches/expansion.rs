//! How long the attribute takes for functions of 100 to 10,000 statements: near linear is what is wanted.
//!
//! `cargo bench -p wengert-adjoint --bench expansion [KIND [STATEMENTS]]` prints a line for each kind of function and each
//! length up to that many statements, 3000 if none is given.

#![forbid(unsafe_code)]

use std::fmt::Write;
use std::time::Instant;

const LENGTHS: [usize; 5] = [100, 300, 1000, 3000, 10_000];

type Kind = (&'static str, fn(usize) -> String);

const KINDS: [Kind; 7] = [
    ("straight", straight),
    ("loops", loops),
    ("body", body),
    ("nested", nested),
    ("elements", elements),
    ("calls", calls),
    ("sum", sum),
];

fn function(body: &str) -> String {
    format!("fn f(x: &[f64], a: f64, n: usize) -> f64 {{ {body} }}")
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut all, k| {
        let _ = writeln!(all, "{}", line(k));
        all
    })
}

/// A statement that uses those before it, the first two of which are `v0` and `v1`.
fn statement(i: usize) -> String {
    match (i, i % 5) {
        (0, _) => "let v0 = a * x[0];".to_string(),
        (1, _) => "let v1 = a + x[1];".to_string(),
        (_, 0) => format!("let v{i} = v{} * v{} + x[{}];", i - 1, i / 2, i % 7),
        (_, 1) => format!("let v{i} = v{}.sin() - v{};", i - 1, i - 2),
        (_, 2) => format!("let v{i} = if v{} > a {{ v{} * a }} else {{ v{} }};", i - 1, i - 2, i - 1),
        (_, 3) => format!("s += v{} * v{}; let v{i} = v{} / (1.0 + a * a);", i - 1, i - 2, i - 1),
        _ => format!("let v{i} = (v{} * 0.5).exp();", i - 1),
    }
}

/// One after the other.
fn straight(n: usize) -> String {
    function(&format!("let mut s = 0.0; {} s + v{}", lines(n, statement), n - 1))
}

/// The same in a loop.
fn body(n: usize) -> String {
    function(&format!("let mut s = 0.0; for i in 0..n {{ {} s += v{}; }} s", lines(n, statement), n - 1))
}

/// Loops one after the other.
fn loops(n: usize) -> String {
    let one = |k: usize| match k % 3 {
        0 => "for i in 0..n { let p = x[i] * a; s += p * p; }".to_string(),
        1 => "for i in 1..n { let p = x[i] - x[i - 1]; s = s * 0.5 + p.sin(); }".to_string(),
        _ => "let mut i = 0; while i < n { s += x[i] * s; i += 1; }".to_string(),
    };
    function(&format!("let mut s = 0.0; {} s", lines(n / 4, one)))
}

/// Conditions in each other, eight deep.
fn nested(n: usize) -> String {
    fn arm(depth: usize, k: &mut usize, n: usize, out: &mut String) {
        *k += 1;
        let j = *k;
        let _ = writeln!(out, "let w{j} = s * x[{}]; s += w{j};", j % 7);
        if depth < 8 && *k < n {
            let _ = writeln!(out, "if w{j} > a {{");
            arm(depth + 1, k, n, out);
            out.push_str("} else {");
            arm(depth + 1, k, n, out);
            out.push('}');
        }
    }
    let (mut text, mut k) = (String::new(), 0);
    while k < n / 3 {
        arm(0, &mut k, n / 3, &mut text);
    }
    function(&format!("let mut s = a; {text} s"))
}

/// Elements of an array that are read and written.
fn elements(n: usize) -> String {
    let one = |k: usize| match k % 3 {
        0 => format!("v[{}] = v[{}] * a;", k % 50, (k + 7) % 50),
        1 => format!("v[{}] += x[{}] * v[{}];", k % 50, k % 7, (k * 3) % 50),
        _ => format!("let t{k} = v[{}] * v[{}]; s += t{k};", k % 50, (k * 7) % 50),
    };
    function(&format!("let mut s = a; let mut v = [0.0; 50]; {} s", lines(n, one)))
}

/// Calls of another function, each with a list of its own.
fn calls(n: usize) -> String {
    let one = |k: usize| format!("let w{k} = vec![s; n]; s = g(&w{k}, a) * s;");
    function(&format!("let mut s = a; {} s", lines(n / 2, one)))
}

/// One sum of so many terms.
fn sum(n: usize) -> String {
    function(&(0..n).map(|k| format!("x[{}]", k % 7)).collect::<Vec<_>>().join(" + "))
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let wanted = given.first().map_or("", String::as_str);
    let most = given.get(1).and_then(|n| n.parse().ok()).unwrap_or(3000);
    println!("| function | statements |        ms | us a statement | kB of code |");
    println!("|:---------|-----------:|----------:|---------------:|-----------:|");
    for (name, make) in KINDS.iter().filter(|(name, _)| name.contains(wanted)) {
        for n in LENGTHS.into_iter().filter(|n| *n <= most) {
            let Ok(tokens) = make(n).parse() else { continue };
            let start = Instant::now();
            let code = adjoint::differentiable(quote::quote!(large), tokens);
            let time = start.elapsed().as_secs_f64();
            let (ms, each, size) = (time * 1e3, time * 1e6 / n as f64, code.to_string().len() / 1000);
            println!("| {name:<8} | {n:>10} | {ms:>9.1} | {each:>14.1} | {size:>10} |");
        }
    }
}
