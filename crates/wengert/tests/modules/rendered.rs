//! What rustdoc shows of a crate with differentiable functions: for each function beside one, its signature in the author's
//! words and a sentence. `UPDATE=1` writes the expected text again.

use super::{Crate, library};
use std::path::Path;
use std::process::Command;

/// The rustdoc whose pages are read; others lay them out otherwise.
const COMPILER: &str = "rustdoc 1.95";

/// The text between two marks, and what comes behind.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<(&'t str, &'t str)> {
    let (_, rest) = text.split_once(from)?;
    rest.split_once(to)
}

/// What a reader sees of a piece of a page, on one line.
fn seen(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => text.push(c),
            _ => {}
        }
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("&#39;", "'");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("( ", "(").replace(", )", ")")
}

/// The methods of a page, each with its signature and the paragraphs below.
fn methods(page: &str) -> String {
    let mut text = String::new();
    // What is derived and what every type has comes behind.
    let page = page.split(r#"<h2 id="trait-implementations""#).next().unwrap_or(page);
    for part in page.split(r#"<section id="method."#).skip(1) {
        let (signature, rest) = between(part, r#"<h4 class="code-header">"#, "</h4>").expect("a signature");
        text.push_str(&format!("{}\n", seen(signature)));
        let own = rest.split("</details>").next().unwrap_or(rest);
        for paragraph in own.split("<p>").skip(1) {
            text.push_str(&format!("    {}\n", seen(paragraph.split("</p>").next().unwrap_or(paragraph))));
        }
    }
    text
}

#[test]
fn pages_show_signatures_and_a_sentence_each() {
    let rustdoc = std::env::var_os("RUSTDOC").unwrap_or("rustdoc".into());
    let version = Command::new(&rustdoc).arg("--version").output().expect("rustdoc runs").stdout;
    if !String::from_utf8_lossy(&version).starts_with(COMPILER) {
        println!("the expected text is that of {COMPILER}");
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules/rendered");
    let source = std::fs::read_to_string(folder.join("small.rs")).expect("the small crate");
    let small = Crate::new("rendered", &[("small.rs", &source)]);
    let program = std::env::current_exe().expect("the path of this test");
    let beside = program.parent().expect("a folder");
    let mut command = Command::new(rustdoc);
    command.current_dir(&small.folder).env("CARGO_MANIFEST_DIR", &small.folder);
    command.args(["--edition=2024", "--crate-name=small", "-Dwarnings", "small.rs", "-o", "doc"]);
    command.arg("-L").arg(format!("dependency={}", beside.display()));
    command.arg("--extern").arg(format!("wengert={}", library(beside, "wengert").display()));
    let ran = command.output().expect("rustdoc runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));

    let mut pages: Vec<_> = std::fs::read_dir(small.path("doc/small")).expect("the pages").flatten().collect();
    pages.sort_by_key(|page| page.file_name());
    let mut text = String::new();
    for page in pages {
        let name = page.file_name().to_string_lossy().into_owned();
        let Some(name) = name.strip_prefix("struct.").and_then(|name| name.strip_suffix(".html")) else { continue };
        let page = std::fs::read_to_string(page.path()).expect("a page");
        let what = between(&page, r#"<div class="docblock">"#, "</div>").map_or("", |(what, _)| what);
        text.push_str(&format!("{name}: {}\n\n{}\n", seen(what), methods(&page)));
    }
    for noise in ["__", "generated", "wengert ::", "wengert::"] {
        assert!(!text.contains(noise), "the pages show {noise}:\n{text}");
    }
    let expected = folder.join("small.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&expected, &text).expect("a file that can be written");
    }
    assert_eq!(
        text,
        std::fs::read_to_string(&expected).expect("the expected text"),
        "run with UPDATE=1 and read the difference"
    );
}
