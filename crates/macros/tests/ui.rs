//! Ordinary mistakes inside a differentiable function: the compiler reports the line that its author wrote.

use std::process::Command;

/// The compiler whose words the expected texts repeat; others word their errors differently.
const COMPILER: &str = "rustc 1.95";

#[test]
fn mistakes_are_reported_where_they_are() {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap().stdout;
    if String::from_utf8_lossy(&version).starts_with(COMPILER) {
        trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
    } else {
        println!("the expected texts are those of {COMPILER}");
    }
}
