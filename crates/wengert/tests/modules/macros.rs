//! Which of several macros of a name is meant.

use super::{Crate, prints};

const MAIN: &str = "use wengert::differentiable;\n";

fn main_of(rest: &str) -> String {
    format!("{MAIN}{rest}\nfn main() {{ println!(\"{{}}\", f::gradient(1.0)); }}")
}

/// Another crate's macro of the same name: not known here, as no macro of another crate is.
const EXT: &str = "#[macro_export] macro_rules! half { ($x:expr) => { 3.0 * $x }; }";

fn with_ext(name: &str, main: &str, others: &[(&str, &str)]) -> Result<String, String> {
    let own = Crate::new(name, &[&[("ext.rs", EXT), ("src/main.rs", main)], others].concat());
    let ext = own.compiled("ext.rs", &[], &["--crate-type=lib", "--crate-name=ext"]);
    assert!(ext.status.success(), "{}", String::from_utf8_lossy(&ext.stderr));
    own.run(&["--extern", "ext=libext.rlib"])
}

#[test]
fn one_of_another_crate_is_not_one_of_this() {
    let call = "use ext::half; #[differentiable] fn f(x: f64) -> f64 { half!(x) }";
    let nine = "macro_rules! half { ($x:expr) => { 9.0 * $x }; }";
    let private = format!("mod other {{ {nine} #[allow(dead_code)] pub fn g(x: f64) -> f64 {{ half!(x) }} }} {call}");
    let configured = format!("#[cfg(feature = \"never\")] {nine} {call}");
    let nested = format!("#[allow(dead_code)] fn g(x: f64) -> f64 {{ {nine} half!(x) }} {call}");
    let own = format!(
        "{nine} #[allow(dead_code)] fn g(x: f64) -> f64 {{ half!(x) }} #[differentiable] fn f(x: f64) -> f64 {{ ext::half!(x) }}"
    );
    let behind = format!("{call} #[allow(unused_macros)] {nine}");
    let all = [("private", private, vec![]), ("configured", configured, vec![]), ("nested", nested, vec![])];
    let more =
        [("path", own, vec![]), ("behind", behind, vec![]), ("lost", call.to_owned(), vec![("src/lost.rs", nine)])];
    for (name, main, others) in all.into_iter().chain(more) {
        let said = with_ext(&format!("ext_{name}"), &main_of(&main), &others).expect_err(name);
        let macro_of = if name == "path" { "ext::half" } else { "half" };
        let text = format!("the macro `{macro_of}!` is not supported inside a differentiable function");
        assert!(said.contains(&text), "{name}: {said}");
        assert!(said.contains("src/main.rs:2:"), "{name}: {said}");
    }
}

#[test]
fn the_last_one_before_the_function_is_meant() {
    let twice = "macro_rules! part { ($x:expr) => { 2.0 * $x }; }
        mod inner { macro_rules! part { ($x:expr) => { 5.0 * $x }; } pub fn g() -> f64 { part!(1.0) } }
        #[differentiable] fn f(x: f64) -> f64 { part!(x) * inner::g() }
        #[allow(unused_macros)] macro_rules! part { ($x:expr) => { 7.0 * $x }; }";
    assert_eq!(prints("last", &[("src/main.rs", &main_of(twice))]), "10");
    let marked = "macro_rules! part { ($x:expr) => { 2.0 * $x }; }
        #[macro_use] mod inner { macro_rules! part { ($x:expr) => { 5.0 * $x }; } }
        #[differentiable] fn f(x: f64) -> f64 { let y = x * part!(1.0); y }";
    assert_eq!(prints("marked", &[("src/main.rs", &main_of(marked))]), "5");
    let own = "macro_rules! part { ($x:expr) => { 2.0 * $x }; }
        #[differentiable] fn f(x: f64) -> f64 {
            let y = part!(x);
            { macro_rules! part { ($x:expr) => { 5.0 * $x }; } y + part!(x) + part!(x) }
        }";
    assert_eq!(prints("own", &[("src/main.rs", &main_of(own))]), "12");
}

#[test]
fn one_is_found_by_its_path() {
    let tools = "macro_rules! twice { ($x:expr) => { 2.0 * $x }; } pub(crate) use twice;
        #[macro_export] macro_rules! thrice { ($x:expr) => { 3.0 * $x }; }
        pub mod deep { macro_rules! twice { ($x:expr) => { 11.0 * $x }; } pub(crate) use twice as eleven; }";
    let main = "mod tools; use tools::deep::eleven;
        #[differentiable] fn f(x: f64) -> f64 { tools::twice!(x) * crate::thrice!(x) + eleven!(x) }";
    // 6 x^2 + 11 x
    assert_eq!(prints("paths", &[("src/main.rs", &main_of(main)), ("src/tools.rs", tools)]), "23");
}

#[test]
fn what_is_configured_is_meant() {
    let both = "#[cfg(feature = \"five\")] macro_rules! part { ($x:expr) => { 5.0 * $x }; }
        #[cfg(not(feature = \"five\"))] macro_rules! part { ($x:expr) => { 2.0 * $x }; }
        #[differentiable] fn f(x: f64) -> f64 { part!(x) }";
    let own = Crate::new("configured", &[("src/main.rs", &main_of(both))]);
    assert_eq!(own.run(&["--cfg", "feature=\"five\""]).expect("a program"), "5");
    assert_eq!(own.run(&[]).expect("a program"), "2");
    // Which features a processor has that is named is not said to the attribute.
    let of_target = Crate::new(
        "unknown",
        &[("src/main.rs", &main_of(&both.replace("feature = \"five\"", "target_feature = \"avx512f\"")))],
    );
    assert_eq!(of_target.run(&[]).expect("a program"), "2");
    let said = of_target.run(&["-C", "target-cpu=x86-64"]).expect_err("not certain");
    assert!(said.contains("several macros of this crate are called `part`"), "{said}");
    assert!(said.contains("src/main.rs:4:"), "{said}");
}
