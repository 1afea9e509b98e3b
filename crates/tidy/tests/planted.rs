//! Each check finds the mistake that it is for, and leaves a text without it alone.

use tidy::File;

fn file(path: &str, text: &str) -> [File; 1] {
    [File::new(path, text)]
}

/// What cargo says of a package with one dependency in the workspace.
fn metadata(name: &str, to: &str, kind: &str) -> String {
    format!(
        r#"{{"packages": [{{"name": "{name}", "dependencies": [
            {{"name": "{to}", "path": "crates/x", "kind": {kind}}}, {{"name": "libm", "kind": null}}]}}]}}"#
    )
}

#[test]
fn arrows() {
    let complaints = |name, to, kind| tidy::arrows(&metadata(name, to, kind)).unwrap().len();
    assert_eq!(complaints("wengert-forward", "wengert-rules", "null"), 0);
    assert_eq!(complaints("wengert-rules", "wengert-forward", "null"), 1);
    assert_eq!(complaints("wengert-forward", "wengert-reverse", "null"), 1);
    assert_eq!(complaints("wengert-forward", "wengert-reverse", "\"build\""), 1);
    assert_eq!(complaints("wengert-forward", "wengert-reverse", "\"dev\""), 0);
    assert_eq!(complaints("wengert-newcomer", "wengert-rules", "null"), 1);
    assert!(tidy::arrows("{}").is_err());
}

#[test]
fn packages() {
    let package = serde_json::json!({
        "name": "a", "publish": null, "description": "What.", "keywords": ["k"], "categories": ["c"],
        "rust_version": "1.95", "license": "MIT", "readme": "README.md", "manifest_path": "/a/Cargo.toml",
        "dependencies": [{"name": "b", "kind": "dev", "path": "/b", "req": "*"}],
    });
    let complaints = |change: &dyn Fn(&mut serde_json::Value), readme: &str| {
        let mut package = package.clone();
        change(&mut package);
        let inner = serde_json::json!({"name": "inner", "publish": [], "dependencies": []});
        let metadata = serde_json::json!({"packages": [package, inner]}).to_string();
        let read = |path: &str| (path != "/a/missing").then(|| readme.to_owned());
        tidy::packages(&metadata, read).unwrap().len()
    };
    assert_eq!(complaints(&|_| {}, "# a\n"), 0);
    assert_eq!(complaints(&|_| {}, "# b\n"), 1);
    assert_eq!(complaints(&|p| p["readme"] = "missing".into(), "# a\n"), 1);
    assert_eq!(complaints(&|p| p["description"] = "".into(), "# a\n"), 1);
    assert_eq!(complaints(&|p| p["keywords"] = ["a".repeat(21)].into(), "# a\n"), 1);
    assert_eq!(complaints(&|p| p["categories"] = serde_json::json!([]), "# a\n"), 1);
    assert_eq!(complaints(&|p| p["dependencies"][0]["req"] = "^0.1".into(), "# a\n"), 1);
    assert_eq!(complaints(&|p| p["dependencies"][0] = serde_json::json!({"name": "inner", "kind": null}), "# a\n"), 1);
    assert_eq!(complaints(&|p| p["publish"] = serde_json::json!([]), ""), 0);
    assert!(tidy::packages("{}", |_| None).is_err());
}

#[test]
fn size() {
    let lines = |n: usize| "let x = 1;\n".repeat(n) + &"\n    // why\n/// what\n".repeat(100);
    assert!(tidy::too_long(&file("a.rs", &lines(tidy::LINES))).is_empty());
    assert_eq!(tidy::too_long(&file("a.rs", &lines(tidy::LINES + 1))).len(), 1);
}

#[test]
fn tests_in_sources() {
    let complaints = |test: &str| {
        let targets = format!("[{{\"kind\":[\"lib\"],\"name\":\"a\",\"test\":{test}}}]");
        tidy::compiled_as_tests(&format!("{{\"packages\":[{{\"name\":\"a\",\"targets\":{targets}}}]}}")).unwrap().len()
    };
    assert_eq!(complaints("false"), 0);
    assert_eq!(complaints("true"), 1);
    assert!(tidy::compiled_as_tests("{}").is_err());

    assert!(tidy::in_sources(&file("a.rs", "fn f() {}")).is_empty());
    assert_eq!(tidy::in_sources(&file("a.rs", "#[test]\nfn f() {}")).len(), 1);
}

#[test]
fn stages() {
    let complaints = |path, text| tidy::upward(&file(path, text)).len();
    assert_eq!(complaints("crates/emit/src/plan/cut.rs", "use crate::ir::Val;\nuse crate::{recorded, syntax};"), 0);
    assert_eq!(complaints("crates/emit/src/plan/cut.rs", "use crate::emit::Mode;"), 1);
    assert_eq!(complaints("crates/steps/src/passes.rs", "use crate::{ir, signature::Options, around};"), 2);
    assert_eq!(complaints("crates/adjoint/src/lib.rs", "use crate::show::Shown;"), 0);
    assert_eq!(complaints("crates/adjoint/src/helpers.rs", ""), 1);
    assert_eq!(complaints("crates/front/src/hir/lower.rs", "use crate::program::Program;"), 0);
    assert_eq!(complaints("crates/forward/src/dual.rs", "use crate::emit::Mode;"), 0);
}

#[test]
fn inlining() {
    let complaints = |path, text| tidy::inlined_always(&file(path, text)).len();
    assert_eq!(complaints("crates/rules/src/a.rs", "#[inline(always)]\nfn f() {}"), 1);
    assert_eq!(complaints("crates/rules/src/a.rs", "#[cfg_attr(not(debug_assertions), inline(always))]\nfn f() {}"), 0);
    assert_eq!(complaints("crates/program/src/a.rs", "#[inline(always)]\nfn f() {}"), 0);
}

#[test]
fn links() {
    let complaints = |text: &str| {
        let document = File::new("docs/a.md", text);
        tidy::broken_links(&document, |path| path.ends_with("docs/../b.md")).len()
    };
    assert_eq!(complaints("[b](../b.md), [there](../b.md#c), [here](#d), [elsewhere](https://e.org)"), 0);
    assert_eq!(complaints("[b](b.md) and [b](../b.md), [c](../c.md)"), 2);
    assert_eq!(complaints("```\nx[0](b)\n```\n[b](b.md)"), 1);
}

#[test]
fn anchors() {
    let complaints = |text: &str| tidy::broken_anchors(&file("docs/a.md", text)).len();
    assert_eq!(complaints("# Which `shall` I take?\n[a](#which-shall-i-take) [b](a.md#which-shall-i-take)"), 0);
    assert_eq!(complaints("# A\n[a](#b) [b](../docs/a.md#b) [c](other.md#b)"), 2);
    assert_eq!(complaints("```\n# no heading\n```\n[a](#no-heading)"), 1);
}

#[test]
fn examples_of_operators() {
    let module = |example: &str| {
        let text = format!(
            "/// What.\n///\n/// ```\n/// {example}\n/// ```\npub fn f<T>(x: T) {{}}\n    pub fn inner() {{}}\n"
        );
        tidy::without_example(&file("a.rs", &text)[0]).len()
    };
    assert_eq!(["f(1)", "a::f(1)", "f::<f64>(1)"].map(module), [0, 0, 0]);
    assert_eq!(["half(1)", "f", "g(f)"].map(module), [1, 1, 1]);
}

#[test]
fn pages_without_example() {
    let lacking = |text: &str| {
        let complaints = tidy::without_page_example(&[&file("crates/a/src/lib.rs", text)[0]]);
        complaints.iter().map(|c| c.rsplit(' ').next().unwrap_or(c).to_owned()).collect::<Vec<_>>()
    };
    let page = |example: &str| {
        format!(
            "/// A.\n///\n/// ```\n/// {example}\n/// ```\n#[derive(Clone)]\npub struct A;\nimpl<T: Fn() -> u8> A {{\n    /// G.\n    \
             pub fn get(&self) {{}}\n    #[doc(hidden)]\n    pub fn hid(&self) {{}}\n    pub(crate) fn own(&self) {{}}\n}}\n\
             impl Clone for A {{\n    fn clone(&self) {{}}\n}}\n"
        )
    };
    assert_eq!(lacking(&page("a.get();")), [""; 0]);
    assert_eq!(lacking(&page("a.getting();")), ["A::get"]);
    assert_eq!(lacking("/// F.\npub fn f() {}\npub trait T {\n    fn g(&self);\n}\n"), ["f", "T", "T::g"]);
    assert_eq!(lacking("//! ```\n//! a::f();\n//! ```\n\n#[x(\n    y\n)]\npub fn f() {}\n"), [""; 0]);
    let hidden = [
        File::new("crates/a/src/lib.rs", "#[doc(hidden)]\npub mod b;\n"),
        File::new("crates/a/src/b.rs", "pub fn f() {}\n"),
    ];
    assert_eq!(tidy::without_page_example(&hidden.iter().collect::<Vec<_>>()), [""; 0]);
    // On the front page, for all functions and types of the crate.
    let front = [
        File::new("crates/a/src/lib.rs", "//! ```\n//! a::f(A);\n//! ```\n\nmod b;\n"),
        File::new("crates/a/src/b.rs", "pub struct A;\npub fn f() {}\npub fn g() {}\n"),
    ];
    assert_eq!(tidy::without_page_example(&front.iter().collect::<Vec<_>>()), ["crates/a/src/b.rs:3: fn g"]);
    // What stands below a trait in one line is not of it.
    assert_eq!(lacking("pub trait T {}\ntrait U {\n    fn g(&self);\n}\n"), ["T"]);
}

#[test]
fn summaries() {
    let [summary] = file("docs/SUMMARY.md", "- [A](a.md)\n  - [B](from/b.md)");
    let pages = ["docs/SUMMARY.md", "docs/a.md", "docs/from/b.md", "docs/c.md"].map(|path| File::new(path, ""));
    assert_eq!(tidy::unlisted(&summary, &pages[..3]), [""; 0]);
    assert_eq!(tidy::unlisted(&summary, &pages).len(), 1);
}

#[test]
fn code_of_pages() {
    let source = |path: &str| (path == "a.rs").then(|| "x\n    // [f]\n    fn f() {\n    }\n    // [/f]\n".to_owned());
    let page = |mark: &str, code: &str| format!("<!-- {mark} -->\n```rust,ignore\n{code}```\nand on\n");
    let made = |mark: &str, code: &str| tidy::with_code(&file("p.md", &page(mark, code))[0], source);
    assert_eq!(made("a.rs: f", "fn g() {}\n"), Ok(page("", "fn f() {\n}\n").replace("<!--  -->", "<!-- a.rs: f -->")));
    assert_eq!(made("a.rs", "fn f() {\n}\n"), Ok(page("a.rs", "fn f() {\n}\n")));
    for (mark, code) in [("a.rs", "fn g() {}\n"), ("a.rs: g", ""), ("b.rs: f", "")] {
        assert!(made(mark, code).is_err(), "{mark}");
    }
    assert!(tidy::with_code(&file("p.md", "<!-- a.rs: f -->\nno code\n")[0], source).is_err());
    assert_eq!(made("performance", ""), Ok(page("performance", "")));
}

#[test]
fn features() {
    let [manifest] = file("Cargo.toml", "[features]\na = []\nb = [\"a\"]\n");
    let complaints = |rows: &str| {
        let text = format!("| feature | for |\n| --- | --- |\n{rows}\n\n| `z` | |\n");
        tidy::features_of_table(&file("README.md", &text)[0], &manifest).unwrap().len()
    };
    assert_eq!(complaints("| `a`, `b` | `c` |"), 0);
    assert_eq!(complaints("| `a` | |\n| `c` | |"), 2);
    assert!(tidy::features_of_table(&manifest, &File::new("Cargo.toml", "[")).is_err());
}

#[test]
fn oldest_rust() {
    let manifest = File::new("Cargo.toml", "[workspace.package]\nrust-version = \"1.95\"\n");
    let complaints = |text: &str| tidy::other_rust(&file("README.md", text)[0], &manifest).unwrap().len();
    assert_eq!(complaints("Rust 1.95 or later (1.95 or later), sooner or later, 2 or later."), 0);
    assert_eq!(complaints("Rust 1.94 or later\nthe toolchain (1.96 or later)"), 2);
    assert!(tidy::other_rust(&manifest, &File::new("Cargo.toml", "")).is_err());
}

#[test]
fn manifests() {
    let package = "[package]\nversion.workspace = true\nedition.workspace = true\nrust-version.workspace = true\n";
    let complaints = |rest: &str| tidy::inherits(&File::new("Cargo.toml", format!("{package}{rest}"))).unwrap();
    assert!(complaints("license.workspace = true\n[lints]\nworkspace = true").is_empty());
    assert_eq!(complaints("license.workspace = true").len(), 1);
    assert_eq!(complaints("license = \"MIT\"\n[lints]\nworkspace = true").len(), 1);
    assert!(tidy::inherits(&File::new("Cargo.toml", "[")).is_err());

    let complaints = |lints: &str| {
        let text = format!("[workspace.lints.rust]\n{lints}");
        tidy::workspace_lints(&File::new("Cargo.toml", text)).unwrap().len()
    };
    assert_eq!(complaints("missing_docs = \"warn\"\nunsafe_code = \"deny\""), 0);
    assert_eq!(complaints("missing_docs = \"allow\"\nunsafe_code = \"warn\""), 2);
    assert_eq!(complaints(""), 2);
}

#[test]
fn functions_outside_the_table() {
    let complaints = |text: &str| tidy::outside_the_table(&file("a.rs", text)).len();
    assert_eq!(
        complaints("match name { \"asinh\" => 1, \"acosh\" => 2, \"erfc\" => 3, \"cbrt\" => 4, \"tan\" => 5 }"),
        0
    );
    assert_eq!(complaints("let l = [\"asinh\", \"acosh\", \"erfc\", \"cbrt\", \"tan\", \"sinh\"];"), 1);
    assert_eq!(complaints("let l = [Op::Asinh, Op::Acosh, Op::Erfc,\nOp::Cbrt, Op::Tan, Op::Sinh];"), 1);
    assert_eq!(complaints("// asinh, acosh, erfc, cbrt, tan, sinh\nlet x = a + b;"), 0);
    assert_eq!(complaints("x.exp().ln().max(y).min(z).abs().round().floor()"), 0);
}

#[test]
fn stray_words() {
    let complaints = |text: String| tidy::stray_words(&file("a.rs", &text)).len();
    assert_eq!(complaints("let dir = std::env::temp_dir();".into()), 0);
    let planted = [["/t", "mp/data"], ["/wo", "rk/main"], ["// TO", "DO: finish"], ["to", "do!()"], ["#[", "ignore]"]];
    for pieces in planted {
        assert_eq!(complaints(pieces.concat()), 1, "{pieces:?}");
    }
    let lock = |source: &str| tidy::foreign_sources(&File::new("Cargo.lock", format!("source = \"{source}\""))).len();
    assert_eq!(lock("registry+https://github.com/rust-lang/crates.io-index"), 0);
    assert_eq!(lock("registry+https://mirror.example/index"), 1);
    assert_eq!(lock("git+https://github.com/somebody/something"), 1);
}

#[test]
fn unsafety() {
    let complaints = |path: &str, text: &str| tidy::unargued(&file(path, text)).len();
    let (module, _) = tidy::UNSAFE_MODULES[0];
    assert_eq!(complaints(module, "// SAFETY: alone.\nunsafe { f() }"), 0);
    assert_eq!(complaints(module, "unsafe { f() }"), 1);
    assert_eq!(complaints(module, "f()"), 1);
    assert_eq!(complaints("crates/rules/src/row.rs", "// SAFETY: alone.\nunsafe { f() }"), 1);
    assert_eq!(complaints("crates/rules/src/row.rs", "unsafe impl Send for Row {}"), 1);
    assert_eq!(complaints("crates/rules/src/row.rs", "// nothing unsafe here\nfn is_unsafe() {}"), 0);
    let sent = |above: &str, name: &str| {
        format!("{above}\npub struct {name}<X>(X);\n// SAFETY: alone.\nunsafe impl<X> Send for Held<X> {{}}")
    };
    assert_eq!(complaints(module, &sent("#[derive(Debug)]\n/// What is held.", "Held")), 1);
    assert_eq!(complaints(module, &sent("#[derive(Debug)]", "HeldElsewhere")), 0);
    assert_eq!(complaints(module, &sent("#[derive(Debug)]\nstruct Other;\n", "Held")), 0);
    assert_eq!(complaints("crates/rules/src/lib.rs", "#![forbid(unsafe_code)]\nmod a;"), 0);
    assert_eq!(complaints("crates/rules/src/lib.rs", "mod a;"), 1);
    assert_eq!(complaints("crates/reverse/src/lib.rs", "mod log;"), 0);
}

#[test]
fn operators() {
    let root = "pub use a::{Matrix, gradient, value_and_gradient,\n    gradient_into};\npub use b::jvp;\n\
                mod c;\npub mod slices;\npub use d::{Linear, e::*};\npub fn lift<T>(x: T) {}\n";
    let operators = tidy::exported(root);
    assert_eq!(operators, ["gradient", "value_and_gradient", "gradient_into", "jvp", "lift"]);
    assert_eq!(tidy::public_modules(root), ["slices"]);
    assert!(tidy::unmentioned(&operators, "`gradient`, `jvp(f, x, v)` and `lift`").is_empty());
    assert_eq!(tidy::unmentioned(&operators, "`gradients`, `jvp(f, x, v)` and `lift`").len(), 3);
}
