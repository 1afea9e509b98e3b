//! Whatever is sent to `wengert play`, an answer comes back, and nothing breaks.

#[path = "play/server.rs"]
mod server;

use serde_json::{Value, json};
use server::Server;

/// Numbers that look random, the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// A text with some words put in, taken out or doubled.
    fn damaged(&mut self, text: &str, words: &[&str]) -> String {
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..1 + self.below(4) {
            let at = self.below(text.len() + 1);
            let to = (at + self.below(6)).min(text.len());
            match self.below(3) {
                0 => drop(text.splice(at..at, self.of(words).chars().collect::<Vec<_>>())),
                1 => drop(text.drain(at..to)),
                _ => drop(text.splice(at..at, text[at..to].to_vec())),
            }
        }
        text.into_iter().collect()
    }
}

const QUESTIONS: [&str; 5] = ["derivatives", "graph", "trace", "curves", "contours"];

#[track_caller]
fn sound(server: &Server, question: &str, body: &Value) {
    let answer = server.post(question, &body.to_string());
    assert_eq!(answer.status, 200, "{question} {body}: {answer:?}");
    assert!(serde_json::from_str::<Value>(&answer.body).is_ok(), "{answer:?}");
    assert!(!answer.body.contains("broken off"), "{question} {body}: {}", answer.body);
}

#[test]
fn bytes() {
    let server = Server::start(&[]);
    let mut random = Random(1);
    let good = format!(
        "POST /{}/ask/derivatives HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{{\"program\":\"x\"}}",
        server.token,
        server.host()
    );
    for round in 0..150 {
        let mut bytes: Vec<u8> = if round % 3 == 0 { Vec::new() } else { good.clone().into_bytes() };
        for _ in 0..1 + random.below(if bytes.is_empty() { 400 } else { 5 }) {
            let at = random.below(bytes.len() + 1);
            let byte = random.below(256) as u8;
            match random.below(3) {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => drop(bytes.remove(at)),
                _ => bytes.insert(at, byte),
            }
        }
        server.send(&bytes);
    }
    assert_eq!(server.get("").status, 200);
}

#[test]
fn programs() {
    let server = Server::start(&["--max-seconds", "30"]);
    let mut random = Random(2);
    let programs = [
        "x*sin(x*y) + y^2/4",
        "let a = 2*x, b = a^2 in a + b - y",
        "if x < 0 then -x else x^2*y",
        "fn power(x, n) = if n == 0 then 1 else x*power(x, n - 1); [power(x, 5), y]",
        "let twice = \\f x. f(f(x)) in twice(exp, x)/y",
        "select(x > y, atan2(y, x), clamp(x, 0, 1)) + besselj(2, x)",
    ];
    let words = [
        "x",
        "y",
        "(",
        ")",
        "[",
        "]",
        ",",
        "^",
        "1e999",
        "0/0",
        "inf",
        "nan",
        "ln",
        "if",
        "in",
        "#",
        "\n",
        "\u{1F980}",
        "\u{202e}",
        "floor",
        "==",
        "-",
    ];
    let numbers = [json!(0), json!(-1.5), json!(1e300), json!("NaN"), json!("-inf"), json!(null), json!([])];
    for _ in 0..120 {
        let program = *random.of(&programs);
        let program = random.damaged(program, &words);
        let body = json!({
            "program": program,
            "at": { "x": random.of(&numbers), "y": random.of(&numbers) },
            "of": random.below(4), "along": random.of(&["x", "y", "z", ""]), "across": random.of(&["x", "y"]),
            "forward": random.below(2) == 0,
            "range": [random.of(&numbers), random.of(&numbers)], "range2": [-1, random.of(&numbers)],
        });
        let question = *random.of(&QUESTIONS);
        sound(&server, question, &body);
    }
    for body in
        [json!(null), json!([]), json!(7), json!({ "program": [] }), json!({ "program": "x", "at": 3, "range": "a" })]
    {
        QUESTIONS.iter().chain(&["adjoint"]).for_each(|question| sound(&server, question, &body));
    }
}

/// All functions of the table at points where they are not smooth, or not defined.
#[test]
fn functions() {
    let server = Server::start(&["--max-seconds", "30"]);
    let mut random = Random(3);
    for row in rules::ROWS.iter().filter(|row| row.kind != rules::Kind::Helper) {
        let names = ["x", "y", "0.5", "2"];
        let mut arguments: Vec<&str> = names[..row.arity.min(4)].to_vec();
        if row.family {
            arguments.push("3");
        }
        let program = format!("{}({})", row.name, arguments.join(", "));
        let value = *random.of(&[0.0, 1.0, -1.0, 0.5, 1e200]);
        let body = json!({ "program": program, "at": { "x": value, "y": value }, "range": [-2, 2], "range2": [-2, 2] });
        sound(&server, "derivatives", &body);
        let question = *random.of(&QUESTIONS[1..]);
        sound(&server, question, &body);
    }
}

#[test]
fn rust() {
    let server = Server::start(&["--max-seconds", "60"]);
    let mut random = Random(4);
    let texts = [
        "#[differentiable]\nfn f(x: &[f64], k: f64) -> f64 {\n    let mut s = 0.0;\n    for i in 1..x.len() {\n        s += k * (x[i] - x[i - 1]).powi(2);\n    }\n    s\n}\n",
        "#[differentiable]\nfn g(x: f64) -> f64 {\n    if x > 0.0 { x.sin() } else { -x }\n}\n",
    ];
    let words = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "&mut ",
        "x",
        "f64",
        "let ",
        "'a",
        "\"",
        "while true {",
        "!",
        "..",
        "<",
        "\u{1F980}",
        "#[differentiable]",
    ];
    for _ in 0..40 {
        let text = *random.of(&texts);
        sound(&server, "adjoint", &json!({ "rust": random.damaged(text, &words) }));
    }
}
