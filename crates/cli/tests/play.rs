//! The server of `wengert play`: who gets an answer, what the answers are, and what stops what would not end.

#[path = "play/server.rs"]
mod server;

use serde_json::{Value, json};
use server::Server;
use wengert::prelude::*;

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

/// Whether two engines agree: forward and reverse mode round differently.
#[track_caller]
fn close(found: &[f64], wanted: &[f64]) {
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 4.0 * f64::EPSILON * b.abs();
    assert!(found.len() == wanted.len() && found.iter().zip(wanted).all(near), "{found:?} {wanted:?}");
}

#[test]
fn the_page_is_whole_and_loads_nothing_from_elsewhere() {
    let server = Server::start(&[]);
    let page = server.get("");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<!doctype html>"));
    let head = page.head.to_lowercase();
    for line in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-resource-policy: same-origin",
        "cache-control: no-store",
    ] {
        assert!(head.contains(line), "{line}: {head}");
    }
    let mut waiting = vec!["main.js".to_owned()];
    waiting.extend(page.body.split("href=\"").skip(1).filter_map(|rest| {
        let name = rest.split('"').next()?;
        name.ends_with(".css").then(|| name.to_owned())
    }));
    let mut seen = Vec::new();
    while let Some(name) = waiting.pop() {
        if seen.contains(&name) {
            continue;
        }
        let part = server.get(&name);
        assert_eq!(part.status, 200, "{name}");
        assert!(!part.body.replace("http://www.w3.org/2000/svg", "").contains("http"), "{name}");
        waiting
            .extend(part.body.split("from \"./").skip(1).filter_map(|rest| Some(rest.split('"').next()?.to_owned())));
        seen.push(name);
    }
    assert!(seen.len() > 10, "{seen:?}");
    for name in ["../main.js", "nothing.js", "main.js/", "%2e%2e/", "ask/", "ask/derivatives"] {
        assert_ne!(server.get(name).status, 200, "{name}");
    }
}

#[test]
fn only_those_who_know_the_address_are_answered() {
    let server = Server::start(&[]);
    let host = format!("Host: {}", server.host());
    let path = format!("/{}/", server.token);
    let status = |path: &str, lines: &[&str]| server.request("GET", path, lines, "").status;
    assert_eq!(status(&path, &[&host]), 200);
    assert_eq!(status(&path, &[&format!("Host: {}:{}", "localhost", server.port)]), 200);
    // The word of the address.
    let mut wrong = server.token.clone();
    let last = if wrong.pop() == Some('0') { '1' } else { '0' };
    wrong.push(last);
    for path in [
        "/".to_owned(),
        format!("/{wrong}/"),
        format!("/{}", server.token),
        format!("/{}x/", server.token),
        "/favicon.ico".to_owned(),
    ] {
        assert_eq!(status(&path, &[&host]), 404, "{path}");
    }
    // The name of the host, against pages whose name is made to lead here.
    for line in
        ["Host: evil.example", &format!("Host: evil.example:{}", server.port), "Host: 127.0.0.1", "Host:", "X: y"]
    {
        assert_eq!(status(&path, &[line]), 421, "{line}");
    }
    assert_eq!(status(&path, &[&host, "Host: evil.example"]), 421);
    // Other pages.
    for origin in ["http://evil.example", "null", "https://127.0.0.1", ""] {
        assert_eq!(status(&path, &[&host, &format!("Origin: {origin}")]), 403, "{origin}");
    }
    assert_eq!(status(&path, &[&host, &format!("Origin: http://{}", server.host())]), 200);
    let ask = format!("/{}/ask/derivatives", server.token);
    let question = r#"{"program": "x"}"#;
    assert_eq!(server.request("POST", &ask, &[&host, "Content-Type: text/plain"], question).status, 415);
    assert_eq!(server.request("POST", &ask, &[&host], question).status, 415);
    assert_eq!(server.request("GET", &ask, &[&host], "").status, 405);
    assert_eq!(server.post("nothing", question).status, 404);
    assert_eq!(server.post("derivatives", "{").status, 400);
    // No two servers have the same word.
    assert_ne!(Server::start(&[]).token, server.token);
    assert_eq!(server.token.len(), 32);
}

#[cfg(target_os = "linux")]
#[test]
fn it_listens_on_the_loopback_address_alone() {
    let server = Server::start(&[]);
    let port = format!(":{:04X}", server.port);
    let sockets = ["tcp", "tcp6"].map(|kind| std::fs::read_to_string(format!("/proc/net/{kind}")).unwrap_or_default());
    let all: Vec<String> = sockets.iter().flat_map(|text| text.lines().skip(1)).map(str::to_owned).collect();
    let fields = |line: &String| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let listening = all.iter().map(fields).filter(|words| words[3] == "0A" && words[1].ends_with(&port));
    let places: Vec<String> = listening.map(|words| words[1].clone()).collect();
    assert_eq!(places, [format!("0100007F{port}")]);
}

#[test]
fn a_port_that_is_taken_is_said() {
    let server = Server::start(&[]);
    let again = std::process::Command::new(env!("CARGO_BIN_EXE_wengert"))
        .args(["play", "--port", &server.port.to_string()])
        .output()
        .expect("the program starts");
    assert_eq!(again.status.code(), Some(4));
    let text = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(text.starts_with(&format!("error: cannot listen on port {}", server.port)), "{text}");
}

#[test]
fn derivatives_are_those_of_the_library() {
    let server = Server::start(&[]);
    let asked = json!({ "program": "x*sin(x*y) + exp(y)/x", "at": { "x": 1.25, "y": -0.5 }, "along": "y" });
    let answer = server.ask("derivatives", &asked);
    let point = [1.25, -0.5];
    let (value, gradient) = value_and_gradient(|v| v[0] * (v[0] * v[1]).sin() + v[1].exp() / v[0], &point);
    assert_eq!(numbers(&answer["values"]), [value]);
    close(&numbers(&answer["jacobian"][0]), &gradient);
    let second = hessian(|v| v[0] * (v[0] * v[1]).sin() + v[1].exp() / v[0], &point);
    let rows: Vec<f64> = answer["hessian"].as_array().expect("rows").iter().flat_map(numbers).collect();
    close(&rows, second.as_slice());
    let series = numbers(&answer["series"]["derivatives"]);
    assert_eq!(series.len(), 21);
    close(&series[..2], &[value, gradient[1]]);
    assert_eq!(answer["formulas"].as_array().map(Vec::len), Some(2));
    assert!(answer["latex"].as_str().is_some_and(|text| text.contains(r"\partial")), "{answer}");

    let answer = server.ask("derivatives", &json!({ "program": "[a*b, a/b, 3]", "at": { "a": 6, "b": 2 }, "of": 1 }));
    assert_eq!(numbers(&answer["values"]), [12.0, 3.0, 3.0]);
    assert_eq!(answer["jacobian"], json!([[2.0, 6.0], [0.5, -1.5], [0.0, 0.0]]));
    assert_eq!(answer["hessian"], json!([[0.0, -0.25], [-0.25, 1.5]]));
    assert_eq!(answer["results"], json!(["y1", "y2", "y3"]));
    let answer = server.ask("derivatives", &json!({ "program": "y1 + y" }));
    assert_eq!((&answer["results"], &answer["at"]), (&json!(["z"]), &json!([1.0, 1.0])));
    let answer = server.ask("derivatives", &json!({ "program": "abs(x)/x", "at": { "x": 0 } }));
    assert_eq!(answer["values"], json!(["NaN"]));
    assert!(answer["notes"][0].as_str().is_some_and(|note| note.contains("kink")), "{answer}");
    let answer = server.ask("derivatives", &json!({ "program": "1 + 1" }));
    assert_eq!((&answer["values"], &answer["variables"]), (&json!([2.0]), &json!([])));
}

#[test]
fn graphs_traces_and_plots_agree_with_the_derivatives() {
    let server = Server::start(&[]);
    let asked = |more: Value| {
        let mut body = json!({ "program": "ln(x1) + x1*x2 - sin(x2)", "at": { "x1": 2, "x2": 5 }, "along": "x1" });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        body
    };
    let graph = server.ask("graph", &asked(json!({})));
    let nodes = graph["nodes"].as_array().expect("nodes");
    assert_eq!((nodes.len(), graph["edges"].as_array().map(Vec::len)), (7, Some(8)));
    let last = graph["reverse"]
        .as_array()
        .expect("steps")
        .iter()
        .find(|step| nodes[step["node"].as_u64().expect("a node") as usize]["name"] == "x1");
    let step = last.expect("a step for x1");
    assert_eq!(step["derivative"], 5.5);
    let sum: f64 =
        step["terms"].as_array().expect("terms").iter().map(|term| term["term"].as_f64().expect("a number")).sum();
    assert_eq!(sum, 5.5);
    assert_eq!(
        graph["forward"].as_array().and_then(|steps| steps.last()).map(|step| &step["derivative"]),
        Some(&json!(5.5))
    );
    let edges = graph["edges"].as_array().expect("edges");
    for step in graph["reverse"].as_array().into_iter().chain(graph["forward"].as_array()).flatten() {
        for term in step["terms"].as_array().expect("terms") {
            let edge = &edges[term["edge"].as_u64().expect("an edge") as usize];
            let ends = [&edge["from"], &edge["to"]];
            assert!(ends.contains(&&step["node"]) && ends.contains(&&term["from"]), "{edge} {step}");
            assert!(edge["way"].as_str().is_some_and(|way| way.starts_with('M')), "{edge}");
        }
    }
    let trace = server.ask("trace", &asked(json!({})));
    assert_eq!(trace["parts"][0][0][1][0][3], "5.5");
    assert!(trace["latex"].as_str().is_some_and(|text| text.contains(r"\begin{tabular}")));
    let trace = server.ask("trace", &asked(json!({ "forward": true })));
    assert_eq!((&trace["forward"], &trace["parts"][2][0][1][0][3]), (&json!(true), &json!("5.5")));

    let curves = server.ask("curves", &asked(json!({ "range": [1, 3] })));
    let [x, f, d] = ["x", "f", "d"].map(|name| numbers(&curves[name]));
    assert_eq!((x[0], x[x.len() - 1], x[x.len() / 2]), (1.0, 3.0, 2.0));
    let middle = x.len() / 2;
    assert_eq!((f[middle], d[middle]), (2f64.ln() + 10.0 - 5f64.sin(), 5.5));
    assert_eq!(curves["slope"], 5.5);
    let contours = server.ask("contours", &asked(json!({ "across": "x2", "range": [1, 3], "range2": [4, 6] })));
    let [x, y] = ["x", "y"].map(|name| numbers(&contours[name]));
    assert_eq!(numbers(&contours["f"][3])[7], x[7].ln() + x[7] * y[3] - y[3].sin());
    let arrow = numbers(&contours["arrows"][0]);
    close(&arrow[2..], &[1.0 / arrow[0] + arrow[1], arrow[0] - arrow[1].cos()]);
}

#[test]
fn an_adjoint_is_what_the_command_prints() {
    let server = Server::start(&[]);
    let rust = "#[differentiable]\nfn f(x: f64, y: f64) -> f64 {\n    x * y.sin()\n}\n";
    let answer = server.ask("adjoint", &json!({ "rust": rust }));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_wengert"))
        .args(["adjoint", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), rust.as_bytes()).expect("it reads");
    let printed = String::from_utf8(child.wait_with_output().expect("it ends").stdout).expect("UTF-8");
    assert_eq!(answer["functions"], json!([{ "name": "f", "adjoint": printed }]));

    let wrong = "// \u{1F980}\n#[differentiable]\nfn f(x: f64) -> f64 {\n    unknown_name + x\n}\n";
    let answer = server.ask("adjoint", &json!({ "rust": wrong }));
    let place = &answer["functions"][0]["errors"][0]["place"];
    let units: Vec<u16> = wrong.encode_utf16().collect();
    let [from, to] = [0, 1].map(|i| place[i].as_u64().expect("a place") as usize);
    assert_eq!(String::from_utf16_lossy(&units[from..to]), "unknown_name", "{answer}");
    for rust in ["", "fn f() {}", "fn (", "#[differentiable] fn f(x: f64) -> f64 { ( }"] {
        let answer = server.ask("adjoint", &json!({ "rust": rust }));
        assert_eq!(answer["functions"], json!([]), "{answer}");
        assert!(answer["errors"][0]["message"].is_string(), "{answer}");
    }
}

#[test]
fn faults_say_where_in_the_units_of_browsers() {
    let server = Server::start(&[]);
    let answer = server.ask("derivatives", &json!({ "program": "# \u{1F980}\u{1F980}\nx*sni(x)" }));
    assert_eq!(answer["error"]["place"], json!([9, 12]));
    assert!(answer["error"]["advice"].as_str().is_some_and(|advice| advice.contains("`sin`")), "{answer}");
    for (program, message) in [("", "write an expression"), ("x +", "expression"), ("clamp(x, 2, 1)", "")] {
        let fault = server.fault("derivatives", &json!({ "program": program }));
        assert!(fault.contains(message), "{program}: {fault}");
    }
    for (question, body, message) in [
        ("curves", json!({ "program": "x", "range": [1, 1] }), "a range"),
        ("curves", json!({ "program": "x" }), "not a number"),
        ("curves", json!({ "program": "2", "range": [0, 1] }), "wants a variable"),
        ("contours", json!({ "program": "x", "range": [0, 1], "range2": [0, 1] }), "wants two variables"),
        ("curves", json!({ "program": "x", "range": [-1e308, 1e308] }), "a range"),
        ("derivatives", json!({ "program": 7 }), "no program"),
        ("derivatives", json!({ "program": "x", "at": { "x": "inf" } }), "not a number"),
        ("adjoint", json!({}), "no Rust"),
    ] {
        let fault = server.fault(question, &body);
        assert!(fault.contains(message), "{question} {body}: {fault}");
    }
}

#[test]
fn requests_have_bounds() {
    let server = Server::start(&[]);
    let long = "x".repeat(70 << 10);
    assert_eq!(server.post("derivatives", &format!("{{\"program\": \"{long}\"}}")).status, 413);
    let host = format!("Host: {}", server.host());
    let path = format!("/{}/", server.token);
    assert_eq!(server.request("GET", &path, &[&host, &format!("X: {}", &long[..20 << 10])], "").status, 431);
    let many: Vec<String> = (0..100).map(|i| format!("X-{i}: y")).collect();
    let lines: Vec<&str> = std::iter::once(&*host).chain(many.iter().map(String::as_str)).collect();
    assert_eq!(server.request("GET", &path, &lines, "").status, 431);
    let send = |text: String| server.send(text.as_bytes()).map(|answer| answer.status);
    assert_eq!(
        send(format!("POST {path} HTTP/1.1\r\n{host}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")),
        Some(411)
    );
    assert_eq!(send(format!("POST {path} HTTP/1.1\r\n{host}\r\nContent-Length: -1\r\n\r\n")), Some(400));
    assert_eq!(
        send(format!("POST {path} HTTP/1.1\r\n{host}\r\nContent-Length: 99999999999999999999999\r\n\r\n")),
        Some(413)
    );
    assert_eq!(send("hello\r\n\r\n".to_owned()), Some(400));
    assert_eq!(send(String::new()), None);
    assert_eq!(server.get("").status, 200);
}

#[test]
fn programs_have_bounds() {
    let server = Server::start(&[]);
    let fault = |question: &str, program: &str| {
        server.fault(question, &json!({ "program": program, "range": [0, 1], "range2": [0, 1] }))
    };
    assert!(fault("derivatives", &"x + ".repeat(5000)).contains("16 KiB"));
    let many: Vec<String> = (0..65).map(|i| format!("x{i}")).collect();
    assert!(fault("derivatives", &many.join(" + ")).contains("64 variables"));
    let forever = "fn f(x) = f(x + 1); f(x)";
    let answer = server.ask("derivatives", &json!({ "program": forever }));
    let advice = answer["error"]["advice"].as_str().expect("advice");
    assert!(advice.contains("200000 steps"), "{answer}");
    let long = "fn f(x, n) = if n == 0 then x else sin(f(x, n - 1)); f(x, 400)";
    assert!(fault("graph", long).contains("300 operations"), "{}", fault("graph", long));
    assert!(fault("trace", long).contains("300 operations"));
    assert!(server.ask("derivatives", &json!({ "program": long }))["hessian"].is_array());
    let variables: Vec<String> = (0..20).map(|i| format!("x{i}^2")).collect();
    let answer = server.ask("derivatives", &json!({ "program": variables.join(" + ") }));
    assert!(
        answer["hessian"]["error"]["message"].as_str().is_some_and(|text| text.contains("16 variables")),
        "{answer}"
    );
    let rust = "// ".repeat(12 << 10);
    assert!(server.fault("adjoint", &json!({ "rust": rust })).contains("32 KiB"));
    let deep = format!("#[differentiable] fn f(x: f64) -> f64 {{ {}x{} }}", "(".repeat(3000), ")".repeat(3000));
    let answer = server.ask("adjoint", &json!({ "rust": deep }));
    assert!(answer["errors"][0]["message"].as_str().is_some_and(|text| text.contains("brackets")), "{answer}");
}

#[test]
fn an_answer_that_takes_too_long_is_given_up_and_the_next_one_comes() {
    let server = Server::start(&["--max-seconds", "1"]);
    // A hundred and ninety thousand steps at each of some two and a half thousand points.
    let slow = "fn f(x, n) = if n == 0 then x else f(x + y/1000, n - 1); f(x, 12000)";
    let slow = slow.replace("f(x + y/1000", "f(sin(x)").replace("f(x, 12000)", "f(x, 9000) + y");
    let body = json!({ "program": slow, "range": [0, 1], "range2": [0, 1] });
    assert_eq!(server.fault("contours", &body), "this takes longer than 1 s");
    let answer = server.ask("derivatives", &json!({ "program": "x^2", "at": { "x": 3 } }));
    assert_eq!(answer["values"], json!([9.0]));
}
