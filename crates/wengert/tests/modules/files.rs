//! Which files are read.

use super::{Crate, prints};

const F: &str = "use wengert::differentiable;
    #[differentiable] fn f(x: f64) -> f64 { x * x }
    fn main() { println!(\"{}\", f::gradient(1.0)); }";

#[test]
#[cfg(unix)]
fn what_is_no_module_is_not_opened() {
    let own = Crate::new("not_opened", &[("src/main.rs", F)]);
    let pipe = std::process::Command::new("mkfifo").arg(own.path("src/pipe.rs")).status().expect("mkfifo runs");
    assert!(pipe.success());
    std::os::unix::fs::symlink("/dev/zero", own.path("src/endless.rs")).expect("a link");
    own.write(
        "src/deep.rs",
        &format!("// differentiable\nfn g() {{ {}{} }}", "(".repeat(200_000), ")".repeat(200_000)),
    );
    assert_eq!(own.prints(), "2");
}

#[test]
#[cfg(unix)]
fn what_is_configured_away_is_not_opened() {
    let mods = "#[cfg(feature = \"never\")] mod pipe; #[cfg(feature = \"never\")] mod endless;\n";
    let own = Crate::new("away", &[("src/main.rs", &format!("{mods}{F}"))]);
    let pipe = std::process::Command::new("mkfifo").arg(own.path("src/pipe.rs")).status().expect("mkfifo runs");
    assert!(pipe.success());
    std::os::unix::fs::symlink("/dev/zero", own.path("src/endless.rs")).expect("a link");
    assert_eq!(own.prints(), "2");
}

/// A point whose weight counts, wherever the compiler finds it.
const POINT: &str = "#[derive(Clone, wengert::Differentiable)] pub struct Point { pub x: f64, #[constant] pub w: f64 }
    impl Point { pub fn new(x: f64) -> Point { Point { x, w: 3.0 } } }";

#[test]
fn modules_are_found_where_the_compiler_finds_them() {
    let main = |declared: &str, path: &str| {
        format!(
            "use wengert::differentiable; {declared} use {path}::Point;
             #[differentiable] fn f(p: &Point) -> f64 {{ p.x * p.x * p.w }}
             fn main() {{ println!(\"{{}}\", f::gradient(&Point::new(1.0)).x); }}"
        )
    };
    let none = "";
    type Program<'t> = (&'t str, String, Vec<(&'t str, &'t str)>);
    let all: [Program<'_>; 6] = [
        ("name", main("mod a;", "a"), vec![("src/a.rs", POINT)]),
        ("folder", main("mod a;", "a"), vec![("src/a/mod.rs", POINT)]),
        ("below", main("mod a;", "a::b"), vec![("src/a.rs", "pub mod b;"), ("src/a/b.rs", POINT)]),
        ("inline", main("mod a { pub mod b; }", "a::b"), vec![("src/a/b.rs", POINT), ("src/b.rs", none)]),
        ("path", main("#[path = \"../other/c.rs\"] mod a;", "a"), vec![("other/c.rs", POINT), ("src/a.rs", none)]),
        (
            "inline_path",
            main("#[path = \"elsewhere\"] mod a { #[path = \"c.rs\"] pub mod b; }", "a::b"),
            vec![("src/elsewhere/c.rs", POINT)],
        ),
    ];
    for (name, main, files) in all {
        let files = [&[("src/main.rs", main.as_str())], files.as_slice()].concat();
        assert_eq!(prints(&format!("found_{name}"), &files), "6", "{name}");
    }
}

#[test]
fn a_program_beside_a_library_has_its_own_modules() {
    let shared = "#[allow(dead_code)] pub struct Point { pub x: f64 }";
    let main = "use wengert::differentiable; #[path = \"../point.rs\"] mod point; use point::Point;
         #[differentiable] fn f(p: &Point) -> f64 { p.x * p.x * p.w }
         fn main() { println!(\"{}\", f::gradient(&Point::new(1.0)).x); }";
    let files =
        [("src/lib.rs", shared), ("src/main.rs", "fn main() {}"), ("src/bin/one.rs", main), ("src/point.rs", POINT)];
    let own = Crate::new("beside", &files);
    let built = own.compiled("src/bin/one.rs", &[], &["--crate-name=one", "-o", "run"]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = std::process::Command::new(own.path("run")).output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&ran.stdout).trim_end(), "6");
}
