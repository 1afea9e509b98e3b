//! What would steer a terminal, or hide in it, is shown and not obeyed.

mod common;

use common::{Ran, Scratch, run, run_with};

/// Clears the screen, changes the title, turns the writing round, goes back to the start of the line.
const EVIL: &str = "\x1b[2J\x1b]0;title\x07\u{202e}\u{2066}\u{9b}31m\u{200b}\r!";

/// Nothing that a terminal obeys on either stream.
#[track_caller]
fn harmless(what: &str, ran: &Ran) {
    for (stream, text) in [("output", &ran.out), ("error", &ran.err)] {
        let bad = text.chars().find(|&c| c.is_control() && c != '\n' || "\u{202e}\u{2066}\u{200b}".contains(c));
        assert_eq!(bad, None, "{what} on standard {stream}: {text}");
    }
}

#[test]
fn programs() {
    // In a comment, before and after the mistake.
    let program = format!("# {EVIL}\nx + * 3 # {EVIL}\n");
    for command in ["grad", "jacobian", "hessian", "check", "trace", "graph", "derive", "taylor", "vjp"] {
        let ran = run(&[command, &program, "x=1"]);
        assert_eq!(ran.code, 1, "{command}");
        harmless(command, &ran);
        assert!(ran.err.contains("\\u{1b}[2J") && ran.err.contains("2:5"), "{command}: {}", ran.err);
    }
    let fine = format!("x^2 + abs(x # {EVIL}\n)");
    for command in ["grad", "jacobian", "hessian", "check", "trace", "graph", "derive", "taylor", "vjp"] {
        for form in [&[][..], &["--format", "json"]] {
            if form.is_empty() || !["graph", "derive"].contains(&command) {
                let ran = run(&[&[command, fine.as_str(), "x=0"], form].concat());
                assert_eq!(ran.code, 0, "{command}: {}", ran.err);
                harmless(command, &ran);
            }
        }
    }
    let lambda = "(\\x y. # \x1b[2J\n x*y)(x)";
    harmless("lambda", &run(&["grad", lambda, "x=1"]));
    harmless("stray", &run(&["grad", &format!("x {EVIL}"), "x=1"]));
    // The mark stands below its place.
    let marked = run(&["grad", "x # \x1b\n + sni(x) # \x1b", "x=1"]).err;
    let lines: Vec<&str> = marked.lines().collect();
    let column = |line: &str, what: char| line.chars().position(|c| c == what);
    let source = lines.iter().find(|line| line.contains("sni(x)")).expect("the source");
    let below = lines.iter().find(|line| line.contains('\u{252c}') && line.contains('\u{2500}')).expect("a mark");
    assert_eq!(column(source, 's'), column(below, '\u{2500}'), "{marked}");
}

#[test]
fn names_and_arguments() {
    let file = Scratch::new(&format!("hidden-{}.wen", EVIL.replace('/', "")), "x^2");
    let broken = Scratch::new(&format!("hidden-b{}\n.wen", EVIL.replace('/', "")), "x +");
    for args in [
        &["grad", file.path(), "x=1"][..],
        &["check", file.path(), "x=1"],
        &["graph", file.path(), "x=1"],
        &["grad", broken.path(), "x=1"],
        &["grad", "--file", EVIL, "x=1"],
        &["grad", "x", "x=1", "--output", &format!("no/such/{EVIL}")],
        &["grad", "x", "x=1", &format!("{EVIL}=1")],
        &["grad", "x", "x=1", "--wrt", EVIL],
        &["grad", "x", &format!("x={EVIL}")],
        &["grad", "x", "x=1", "--mode", EVIL],
        &[EVIL],
        &["grad", "x", "x=1", &format!("--{EVIL}")],
        &["man", EVIL],
        &["functions", EVIL],
        &["check", "x", "x=1", "--plot", EVIL],
        &["graph", "x", "x=1", "--output", EVIL],
        &["adjoint", EVIL],
    ] {
        harmless(&format!("{args:?}"), &run(args));
    }
}

#[test]
fn data() {
    let header = format!("\"{EVIL}\nname\",{EVIL},x\n1,2,3\n");
    harmless("header", &run_with(&["grad", "q*x", "--data", "-"], header.as_bytes()));
    harmless("unused", &run_with(&["grad", "q", "q=1", "--data", "-"], header.as_bytes()));
    let field = format!("x\n1{EVIL}\n");
    let ran = run_with(&["grad", "x", "--data", "-", "--keep-going"], field.as_bytes());
    harmless("field", &ran);
    assert!(ran.err.contains("\\u{1b}[2J"), "{}", ran.err);
    // What programs read is exact.
    let kept = format!("x,note\n1,\"{EVIL}\"\n");
    let ran = run_with(&["grad", "x", "--data", "-"], kept.as_bytes());
    assert_eq!((ran.code, ran.out), (0, format!("x,note,value,d_x\n1,\"{EVIL}\",1,1\n")));
    let json = run(&["grad", &format!("abs(x # {EVIL}\n)"), "x=0", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["value"], 0.0);
}

#[test]
fn sources_of_rust() {
    let evil = EVIL.replace('\r', "");
    let wrong =
        format!("// {evil}\n#[differentiable]\nfn f(x: f64) -> f64 {{ /* {evil} */ unsafe {{ x }} }} // {evil}\n");
    let ran = run_with(&["adjoint", "-"], wrong.as_bytes());
    assert_eq!(ran.code, 1);
    harmless("adjoint", &ran);
    assert!(ran.err.contains("`unsafe` is not supported") && ran.err.contains("\\u{1b}"), "{}", ran.err);
    let fine = format!("#[differentiable]\nfn f(x: f64) -> f64 {{ assert!(x > 0.0, \"{evil}\"); x * x }}\n");
    harmless("fine", &run_with(&["adjoint", "-"], fine.as_bytes()));
    harmless("no Rust", &run_with(&["adjoint", "-"], format!("fn {evil}").as_bytes()));
}
