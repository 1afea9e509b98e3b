//! `wengert adjoint`.

mod common;

use common::{Ran, Scratch, printed, run, run_with};
use expect_test::expect;

const SOURCE: &str = "\
use wengert::prelude::*;

#[differentiable]
fn f(x: f64, y: f64) -> f64 {
    x * y + x.sin()
}

mod inner {
    #[wengert::differentiable(no_fuse)]
    pub fn chain(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 1..x.len() {
            s += x[i] * x[i - 1];
        }
        s
    }
}
";

#[test]
fn every_function_of_a_file() {
    let file = Scratch::new("adjoint-all.rs", SOURCE);
    expect![[r#"
        fn f_adjoint<T: Real>(x: T, x_out: &mut T, y: T, y_out: &mut T, seeds: T) -> T {
            let x_adj = seeds * x.cos() + seeds * y;
            *x_out += x_adj;
            let y_adj = seeds * x;
            *y_out += y_adj;
            x * y + x.sin()
        }

        pub fn chain_adjoint<T: Real>(x: &[T], x_out: &mut [T], seeds: T) -> T {
            let x_out = &mut x_out[..x.len()];
            let t = x.len();
            let mut s = T::constant(0.0);
            for i in 1..t {
                s += x[i] * x[i - 1];
            }
            let x_adj = x_out;
            let mut s_2_adj_state = seeds;
            for i in (1..t).rev() {
                let t_2 = i - 1;
                x_adj[t_2] += s_2_adj_state * x[i];
                x_adj[i] += s_2_adj_state * x[t_2];
            }
            s
        }
    "#]]
    .assert_eq(&printed(&["adjoint", file.path()]));
}

#[test]
fn one_function_or_its_halves() {
    let file = Scratch::new("adjoint-one.rs", SOURCE);
    let all = printed(&["adjoint", file.path()]);
    let one = printed(&["adjoint", file.path(), "--function", "f"]);
    assert!(one.starts_with("fn f_adjoint<T: Real>(") && all.starts_with(&one), "{one}");
    let halves = printed(&["adjoint", file.path(), "--function", "f", "--split"]);
    assert!(halves.contains("fn f_forward<T: Real>(") && halves.contains("fn f_reverse<T: Real>("), "{halves}");
    let compiled = printed(&["adjoint", file.path(), "--function", "chain", "--compiled"]);
    assert!(compiled.contains("fn chain_adjoint") && !all.contains(&compiled), "{compiled}");
    let steps = printed(&["adjoint", file.path(), "--function", "chain", "--steps"]);
    assert!(steps.starts_with("fn chain(x: &[float] active)") && steps.contains("loop 1"), "{steps}");
}

/// The text of a page between tags, with a mark at each line that begins a listing.
fn listings(page: &str) -> Vec<String> {
    let bodies =
        page.split("<pre").skip(1).map(|rest| &rest[rest.find('>').unwrap() + 1..rest.find("</pre>").unwrap()]);
    bodies
        .map(|body| {
            let plain: String =
                body.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
            plain.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
        })
        .collect()
}

#[test]
fn a_page_has_function_and_adjoint_side_by_side() {
    let source = SOURCE.replace("x * y + x.sin()", "x * y + x.sin() // <b> & \"c\"");
    let file = Scratch::new("adjoint-page.rs", &source);
    let page = printed(&["adjoint", file.path(), "--html"]);
    let all = listings(&page);
    let [f, f_adjoint, chain, chain_adjoint] = &all[..] else { panic!("{all:#?}") };
    assert!(source.contains(f) && f.starts_with("#[differentiable]\nfn f(") && f.ends_with("\"c\"\n}"), "{f}");
    assert!(chain.starts_with("#[wengert::differentiable(no_fuse)]\npub fn chain("), "{chain}");
    assert!(chain.ends_with("\n}") && chain.contains("\n    let mut s = 0.0;"), "{chain}");
    assert_eq!(format!("{f_adjoint}\n\n{chain_adjoint}\n"), printed(&["adjoint", file.path()]));
    assert!(page.contains("<span data-of=\"x\" class=\"of-adjoint\">x_adj</span>"), "{page}");
    let one = printed(&["adjoint", file.path(), "--html", "--function", "f", "--tangent"]);
    assert!(listings(&one)[1].contains("fn f_tangent"), "{one}");
}

#[test]
fn from_standard_input_and_to_a_file() {
    let out = Scratch::new("adjoint-out.rs", "");
    let ran = run_with(&["adjoint", "-", "--output", out.path()], SOURCE.as_bytes());
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let file = Scratch::new("adjoint-in.rs", SOURCE);
    assert_eq!(out.content(), printed(&["adjoint", file.path()]));
}

/// The exit code and the message, with the directory of tests taken out.
fn failure(source: &str, more: &[&str]) -> String {
    let file = Scratch::new(&format!("adjoint-wrong-{}.rs", source.len()), source);
    let args = [&["adjoint", file.path()], more].concat();
    let Ran { out, err, code } = run(&args);
    assert_eq!(out, "", "{args:?}");
    format!("{code}: {}", err.replace(file.path(), "model.rs"))
}

#[test]
fn what_cannot_be_differentiated_is_drawn_at_its_place() {
    let unsupported = "\
#[differentiable]
fn total(x: &[f64]) -> f64 {
    // The sum \u{3a3} over all.
    let mut s = 0.0;
    for i in 0..x.len() { s += unsafe { *x.get_unchecked(i) }; }
    s
}
";
    expect![[r#"
        1: error: `unsafe` is not supported
           ╭─[ model.rs:5:32 ]
           │
         5 │     for i in 0..x.len() { s += unsafe { *x.get_unchecked(i) }; }
           │                                ───┬──
           │                                   ╰──── here
           │
           │ Help: index with checks, they cost next to nothing
        ───╯
    "#]]
    .assert_eq(&failure(unsupported, &[]));
    let option = "#[differentiable(fast)]\nfn f(x: f64) -> f64 { x }\n";
    expect![[r#"
        1: error: unknown option `fast`
           ╭─[ model.rs:1:18 ]
           │
         1 │ #[differentiable(fast)]
           │                  ──┬─
           │                    ╰─── here
           │
           │ Help: write `#[differentiable]` alone
        ───╯
    "#]]
    .assert_eq(&failure(option, &[]));
    let several = "#[differentiable]\nfn f(self) -> f64 { 0.0 }\n#[differentiable]\nfn g(x: &str) -> Box<f64> { Box::new(0.0) }\n";
    expect![[r#"
        1: error: a method is differentiated with its `impl`
           ╭─[ model.rs:2:6 ]
           │
         2 │ fn f(self) -> f64 { 0.0 }
           │      ──┬─
           │        ╰─── here
           │
           │ Help: put #[differentiable] on the `impl`
        ───╯

        error: a differentiable function returns `f64`, `[f64; N]`, `Vec<f64>`, a structure, or tuples, an `Option` or a `Result` of these; one without the attribute is written out where it is called, and may return other types
           ╭─[ model.rs:4:18 ]
           │
         4 │ fn g(x: &str) -> Box<f64> { Box::new(0.0) }
           │                  ────┬───
           │                      ╰───── here
        ───╯
    "#]]
    .assert_eq(&failure(several, &[]));
}

#[test]
fn a_wrong_function_does_not_hide_the_others() {
    let file =
        Scratch::new("adjoint-half.rs", format!("#[differentiable(fast)]\nfn g(x: f64) -> f64 {{ x }}\n{SOURCE}"));
    let ran = run(&["adjoint", file.path()]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("fn f_adjoint") && ran.err.contains("unknown option"), "{}", ran.err);
    assert_eq!(run(&["adjoint", file.path(), "--function", "f"]).code, 0);
}

#[test]
fn files_that_are_wrong() {
    expect![[r#"
        1: error: not Rust
           ╭─[ model.rs:2:5 ]
           │
         2 │ fn f(x: f64 -> f64 { x }
           │     │
           │     ╰─ here
           │
           │ Help: a bracket or a quote without its partner
        ───╯
    "#]]
    .assert_eq(&failure("#[differentiable]\nfn f(x: f64 -> f64 { x }\n", &[]));
    expect![[r#"
        1: error: no function in model.rs has the attribute `#[differentiable]`
        help: write `#[differentiable]` on the line before a function to see its adjoint
    "#]]
    .assert_eq(&failure("fn f(x: f64) -> f64 { x }\n", &[]));
    expect![[r#"
        2: error: no `#[differentiable]` function in model.rs is called `g`; it has f, chain
    "#]]
    .assert_eq(&failure(SOURCE, &["--function", "g"]));
    let Ran { out, err, code } = run(&["adjoint", "no/such/file.rs"]);
    assert_eq!((code, out.as_str()), (4, ""));
    assert_eq!(err, "error: cannot read no/such/file.rs: there is no such file\n");
    assert_eq!(run(&["adjoint"]).code, 2);
}

#[test]
fn the_help_has_examples() {
    let help = printed(&["adjoint", "--help"]);
    for word in ["Examples:", "wengert adjoint src/model.rs --function energy", "x_out", "seeds", "_adj", "ws"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(printed(&["man", "adjoint"]).contains(".TH wengert-adjoint 1"));
}

/// Sources that go deep in every way that Rust has: an adjoint or an error, whatever the depth.
#[test]
fn sources_that_go_deep() {
    let function = |body: &str| format!("#[differentiable]\nfn f(x: f64) -> f64 {{ {body} }}\n");
    let around = |open: &str, inner: &str, close: &str, n: usize| {
        function(&format!("{}{inner}{}", open.repeat(n), close.repeat(n)))
    };
    for n in [150, 50_000] {
        let all = [
            ("sum", around("", "x", " + x", n)),
            ("difference", around("", "x", " - x*x", n)),
            ("chain", around("", "x", ".sin()", n)),
            ("brackets", around("(", "x", ")", n)),
            ("blocks", around("{", "x", "}", n)),
            ("calls", around("g(", "x", ")", n)),
            ("signs", around("-", "x", "", n)),
            ("references", around("&", "x", "", n)),
            ("closures", around("|y| ", "x", "", n)),
            ("assignments", around("y = ", "x", "", n)),
            ("returns", around("return ", "x", "", n)),
            ("casts", around("", "x", " as f64", n)),
            ("indices", around("", "x", "[0]", n)),
            ("conditions", around("if x < 0.0 { x } else ", "{ x }", "", n)),
            ("types", format!("#[differentiable]\nfn f(x: {}f64) -> f64 {{ 1.0 }}\n", "&".repeat(n))),
            (
                "lists",
                format!("#[differentiable]\nfn f(x: {}f64{}) -> f64 {{ 1.0 }}\n", "Vec<".repeat(n), ">".repeat(n)),
            ),
            ("modules", format!("{}{}", "mod m {".repeat(n), "}".repeat(n))),
        ];
        for (name, source) in all {
            let ran = run_with(&["adjoint", "-"], source.as_bytes());
            assert!(ran.code == 0 || ran.code == 1 && ran.err.starts_with("error: "), "{name} {n}: {}", ran.err);
            let deep = ["more than 16384 tokens stand in one", "more than 512 brackets lie in each other"];
            assert!(ran.err.len() < 5000, "{name} {n}: {} bytes", ran.err.len());
            assert_eq!(n > 150, deep.iter().any(|words| ran.err.contains(words)), "{name} {n}: {}", ran.err);
        }
    }
    // What is long and not deep is as long as it likes: in statements, arms, arguments, functions.
    let long = around("let y = x; ", "x", "", 20_000).replace("#[differentiable]", "");
    assert!(run_with(&["adjoint", "-"], long.as_bytes()).err.starts_with("error: no function in"));
    let functions = "fn f(x: f64) -> f64 { x }\n".repeat(20_000);
    assert!(run_with(&["adjoint", "-"], functions.as_bytes()).err.starts_with("error: no function in"));
}

/// Value and derivative along a direction, statement by statement.
#[test]
fn tangents() {
    let source = "#[differentiable]\nfn f(x: f64, y: f64) -> f64 {\n    let a = x * y;\n    a + x.sin()\n}\n";
    let ran = run_with(&["adjoint", "-", "--tangent"], source.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    expect![[r#"
        fn f_tangent<T: Real>(x: T, x_dot: T, y: T, y_dot: T) -> (T, T) {
            let a = x * y;
            let a_dot = y * x_dot + x * y_dot;
            (a + x.sin(), a_dot + x.cos() * x_dot)
        }
    "#]]
    .assert_eq(&ran.out);
    let source = "#[differentiable]\nfn f(x: f64) -> Option<f64> {\n    if x > 0.0 { Some(x.ln()) } else { None }\n}\n";
    let ran = run_with(&["adjoint", "-", "--tangent"], source.as_bytes());
    assert_eq!(ran.code, 1, "{}", ran.out);
    expect![[r#"
        error: the tangent program is not printed for a call of a function that this file does not hold once
           ╭─[ standard input:2:4 ]
           │
         2 │ fn f(x: f64) -> Option<f64> {
           │    ┬
           │    ╰── here
           │
           │ Help: `f::jvp` runs it
        ───╯
    "#]]
    .assert_eq(&ran.err);
}

/// The page that explains generated code shows what is printed.
#[test]
fn the_page_on_how_it_works() {
    let page = include_str!("../../../docs/how-it-works.md");
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let block = |start: &str, part: &str| {
        let found = blocks.iter().find(|block| block.starts_with(start) && block.contains(part));
        found.unwrap_or_else(|| panic!("no block with {part}")).split_once('\n').expect("lines").1
    };
    let source = block("rust\n", "fn decay");
    let printed = |args: &[&str]| {
        let ran = run_with(&[&["adjoint", "-"], args].concat(), source.as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    assert_eq!(block("text\n", "x.3 -= "), printed(&["--typed"]));
    assert_eq!(block("text\n", "loop 1: k"), printed(&["--steps"]));
    let adjoint = printed(&[]);
    for line in block("rust,ignore\n", "record_row").lines().filter(|line| *line != "..") {
        assert!(adjoint.lines().any(|printed| printed.trim() == line.trim()), "not printed: {line}\n{adjoint}");
    }
}
