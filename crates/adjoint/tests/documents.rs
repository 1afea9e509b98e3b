//! What the documents say about generated code is what the transformation does.

use adjoint::{Around, Index, Known, View, show_functions};
use std::path::PathBuf;

fn document(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    let text = std::fs::read_to_string(&path).expect("a document");
    (path, text)
}

/// The rows of the tables between two marks, as cells.
fn rows(text: &str, mark: &str) -> Vec<Vec<String>> {
    let (_, rest) = text.split_once(&format!("<!-- {mark} -->")).expect("the mark before the table");
    let (table, _) = rest.split_once(&format!("<!-- /{mark} -->")).expect("the mark after the table");
    let cells = |line: &str| line.replace("\\|", "\u{0}").split('|').map(clean).collect::<Vec<_>>();
    table.lines().filter(|line| line.starts_with("| ")).skip(2).map(cells).collect()
}

fn clean(cell: &str) -> String {
    cell.replace('\u{0}', "|").trim().to_owned()
}

/// A row's example as a function: it is one, or a part of a body.
fn function(example: &str) -> String {
    let code = example.trim_matches('`');
    let whole = ["fn f", "async fn f"].iter().any(|start| code.starts_with(start));
    let body = format!(
        "fn f(x: &[f64], a: f64, n: usize, #[constant] data: &[f64]) -> f64 {{ let mut s = 0.0; {code} s + a }}"
    );
    format!("#[differentiable] {}", if whole { code } else { &body })
}

/// What the examples call.
const CALLED: &str = "
    #[differentiable] fn bend(x: f64) -> f64 { x.exp() * x.sin() }
    #[differentiable] fn power(x: f64, n: usize) -> f64 { if n == 0 { 1.0 } else { x * power(x, n - 1) } }
    #[differentiable] fn root(p: f64, q: f64) -> Option<f64> { if p * p < q { None } else { Some(p - q) } }
    #[differentiable] fn turned(p: f64, q: f64) -> (Vec<f64>, f64) { (vec![p, q], p * q) }
    #[differentiable] fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 { f(0.5 * (a + b)) * (b - a) }
    fn weight(n: usize, data: &[f64]) -> f64 { data[n % data.len()] }
";

/// What becomes of each example: all stand in one text, each in a module of its own, so that what they call is written once.
fn transformed(examples: &[&str]) -> Vec<Result<String, String>> {
    let module = |(k, example): (usize, &&str)| format!("mod example_{k} {{ use super::*; {} }}", function(example));
    let modules: String = examples.iter().enumerate().map(module).collect();
    let source = format!("{CALLED} {modules}");
    let shown = show_functions(&source, View::default()).expect("a text");
    let own: Vec<_> =
        shown.into_iter().filter(|f| f.path == "f").map(|f| f.adjoint.map_err(|e| e.to_string())).collect();
    assert_eq!(own.len(), examples.len(), "each example is shown");
    own
}

#[test]
fn what_is_said_to_be_supported_is() {
    let (_, text) = document("differentiable.md");
    let rows = rows(&text, "supported");
    assert!(rows.len() > 30, "{}", rows.len());
    let check = |rows: &[Vec<String>]| {
        let examples: Vec<&str> = rows.iter().map(|row| &*row[2]).collect();
        for (row, adjoint) in rows.iter().zip(transformed(&examples)) {
            assert!(adjoint.is_ok(), "{}: {adjoint:?}", row[1]);
        }
    };
    let (first, second) = rows.split_at(rows.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| check(first));
        check(second);
    });
}

#[test]
fn what_is_said_to_be_an_error_is() {
    let (_, text) = document("differentiable.md");
    let rows = rows(&text, "errors");
    assert!(rows.len() > 5, "{}", rows.len());
    let examples: Vec<&str> = rows.iter().map(|row| &*row[2]).collect();
    for (row, adjoint) in rows.iter().zip(transformed(&examples)) {
        assert_eq!(adjoint.expect_err(&row[1]), row[3], "{}", row[1]);
        let code: syn::ItemFn = syn::parse_str(&function(&row[2])).expect("a function");
        let plain = syn::ItemFn { attrs: vec![], ..code };
        let around = Around::new(&Known::read(Index::of_texts(&[CALLED])));
        let expand = || adjoint::differentiable(Default::default(), quote::quote!(#plain));
        let expanded = around.within(expand).to_string();
        let (error, recorded) = (expanded.contains("compile_error"), expanded.contains("RECORDED_ON_A_TAPE"));
        assert_eq!((error, recorded), (row[4] == "error", row[4] == "recorded"), "{}", row[1]);
    }
}

/// The blocks of a document: what stands before, the first line's words, the code.
fn blocks<'t>(text: &'t str) -> Vec<(&'t str, &'t str, &'t str)> {
    let parts: Vec<&str> = text.split("```").collect();
    assert!(parts.len() % 2 == 1, "a block that is not closed");
    let block = |part: &[&'t str]| part[1].split_once('\n').map(|(info, code)| (part[0], info, code));
    parts.chunks_exact(2).filter_map(block).collect()
}

/// Each block after a mark `<!-- adjoint -->` is the adjoint of the functions in the block of Rust before it.
///
/// `UPDATE=1` writes what is generated now.
#[test]
fn generated_code_in_the_documents_is_what_is_generated() {
    let (path, text) = document("adjoints.md");
    let (mut source, mut new, mut found) = ("", String::new(), 0);
    for (before, info, code) in blocks(&text) {
        if info == "rust" {
            source = code;
        }
        let view = match before.trim_end().rsplit('\n').next() {
            Some("<!-- adjoint -->") => Some(View::default()),
            Some("<!-- adjoint, compiled -->") => Some(View { compiled: true, ..View::default() }),
            Some("<!-- adjoint, split -->") => Some(View { split: true, ..View::default() }),
            _ => None,
        };
        let mut code = code.to_owned();
        if let Some(view) = view {
            let shown = show_functions(source, view).expect("a source text");
            let generated: Vec<String> = shown.into_iter().map(|f| f.adjoint.expect("an adjoint")).collect();
            code = generated.join("\n");
            found += 1;
        }
        new += &format!("{before}```{info}\n{code}```");
    }
    new += text.rsplit("```").next().unwrap_or_default();
    assert!(found >= 4, "{found} blocks of generated code");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, new).expect("the document is written");
    } else {
        assert!(new == text, "docs/adjoints.md shows other code than is generated: run this test with UPDATE=1");
    }
}
