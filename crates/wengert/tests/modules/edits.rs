//! What is edited in another file reaches the derivative: the compiler knows of every file that the attribute reads.

use super::Crate;
use std::path::Path;

const MAIN: &str = "use wengert::differentiable; mod model; use model::{Point, RATE, area, scaled};
    #[differentiable] fn f(p: &Point) -> f64 { let y = p.x * p.y; RATE * y * scaled!(p.x) + area(y) }
    fn main() { let g = f::gradient(&Point { x: 2.0, y: 3.0 }); println!(\"{} {}\", g.x, g.y); }";

const MODEL: &str = "use wengert::differentiable; pub const RATE: f64 = 1.0;
    #[derive(Clone, wengert::Differentiable)] pub struct Point { pub x: f64, pub y: f64 }
    #[differentiable] pub fn area(y: f64) -> f64 { y }
    macro_rules! scaled { ($x:expr) => { 1.0 * $x }; } pub(crate) use scaled;";

#[test]
fn edits_of_other_files_reach_the_derivative() {
    // y x^2 + x y
    let own = Crate::new("edits", &[("src/main.rs", MAIN), ("src/model.rs", MODEL)]);
    assert_eq!(own.prints(), "15 6");
    let edited = |from: &str, to: &str| {
        assert!(MODEL.contains(from), "{from}");
        own.write("src/model.rs", &MODEL.replace(from, to));
        own.prints()
    };
    assert_eq!(edited("RATE: f64 = 1.0", "RATE: f64 = 2.0"), "27 10");
    assert_eq!(edited("1.0 * $x", "$x * $x"), "39 10");
    assert_eq!(edited("{ y }", "{ y * y }"), "48 28");
    assert_eq!(edited("pub y: f64 }", "#[constant] pub y: f64 }"), "15 3");
    own.write("src/model.rs", &MODEL.replace("area(y: f64)", "area(#[constant] y: f64)"));
    let said = own.run(&[]).expect_err("a variable for a constant");
    assert!(said.contains("is #[constant]: leave that out there"), "{said}");
    own.write("src/model.rs", MODEL);
    assert_eq!(own.prints(), "15 6");
}

#[test]
fn the_compiler_is_told_of_the_files() {
    let own = Crate::new("told", &[("src/main.rs", MAIN), ("src/model.rs", MODEL), ("src/lost.rs", MODEL)]);
    assert_eq!(own.prints(), "15 6");
    let told = std::fs::read_to_string(own.path("run.d")).expect("what it depends on");
    assert!(told.contains("src/model.rs") && !told.contains("lost"), "{told}");
}

/// A program has the derivatives that its text asks for, also where it is a test or an example; a library has all.
#[test]
fn programs_have_what_their_text_asks_for() {
    let text = "use wengert::differentiable; #[differentiable] pub fn f(x: f64) -> f64 { x * x }
        macro_rules! held { ($f:ident) => { $f::gradient(3.0) } } fn main() { println!(\"{}\", held!(f)); }";
    let own = Crate::new("asked", &[("tests/asked.rs", text)]);
    let bootstrap = [("RUSTC_BOOTSTRAP", Path::new("1"))];
    let has = |kind: &str, form: &str| {
        let out = own.compiled("tests/asked.rs", &bootstrap, &["-Zunpretty=expanded", kind]);
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).expect("text").contains(&format!("fn {form}("))
    };
    for kind in ["--crate-type=bin", "--test"] {
        assert!(has(kind, "gradient") && !has(kind, "hessian") && !has(kind, "jvp"), "{kind}");
    }
    assert!(has("--crate-type=lib", "hessian"));
}
