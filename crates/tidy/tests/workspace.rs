//! The workspace is in order.

use std::process::Command;
use tidy::{File, read, root, source_of, under};

fn sources() -> Vec<File> {
    let sources: Vec<File> = under("crates").into_iter().filter(|file| source_of(&file.path).is_some()).collect();
    assert!(sources.len() > 50, "only {} source files found", sources.len());
    sources
}

#[track_caller]
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

fn metadata() -> String {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    String::from_utf8_lossy(&cargo.stdout).into_owned()
}

/// The documents at the root.
fn documents() -> Vec<File> {
    let names = ["README", "ARCHITECTURE", "CONTRIBUTING", "CONVENTIONS", "CHANGELOG"];
    names.map(|name| read(&format!("{name}.md"))).into()
}

/// The pages of the book.
fn pages() -> Vec<File> {
    under("docs").into_iter().filter(|file| file.path.ends_with(".md")).collect()
}

#[test]
fn links_of_documents_lead_somewhere() {
    let all = [documents(), pages()].concat();
    let broken = all.iter().map(|file| tidy::broken_links(file, |path| root().join(path).exists()));
    none(broken.collect::<Vec<_>>().concat());
    none(tidy::broken_anchors(&all));
}

#[test]
fn the_summary_of_the_book_lists_every_page() {
    none(tidy::unlisted(&read("docs/SUMMARY.md"), &pages()));
}

/// `UPDATE=1` writes the code of the files into the pages.
#[test]
fn pages_show_the_code_of_the_files() {
    let mut complaints = Vec::new();
    for page in pages() {
        let source = |path: &str| std::fs::read_to_string(root().join(path)).ok();
        match tidy::with_code(&page, source) {
            Ok(text) if text == page.text => {}
            Ok(text) if std::env::var_os("UPDATE").is_some() => {
                std::fs::write(root().join(&page.path), text).expect("a page that can be written");
            }
            Ok(_) => complaints.push(format!("{}: shows other code than its file has: run with UPDATE=1", page.path)),
            Err(what) => complaints.extend(what),
        }
    }
    none(complaints);
}

#[test]
fn the_table_of_features_is_that_of_the_manifest() {
    let manifest = read("crates/wengert/Cargo.toml");
    none(tidy::features_of_table(&read("README.md"), &manifest).expect("a manifest"));
}

#[test]
fn documents_name_the_oldest_rust_that_is_tested() {
    let manifest = read("Cargo.toml");
    let readme = read("README.md");
    assert!(readme.text.contains(" or later"), "the README says which Rust is needed");
    none(
        [documents(), pages()]
            .concat()
            .iter()
            .flat_map(|file| tidy::other_rust(file, &manifest).expect("a manifest"))
            .collect(),
    );
    // The Python package is a workspace of its own.
    let oldest = |file: &File| file.text.lines().find(|line| line.starts_with("rust-version")).map(str::to_owned);
    assert_eq!(oldest(&read("python/Cargo.toml")), oldest(&manifest));
}

#[test]
fn arrows_between_crates_point_down() {
    none(tidy::arrows(&metadata()).expect("a description of the workspace"));
}

#[test]
fn packages_are_complete() {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    none(tidy::packages(&metadata(), read).expect("a description of the workspace"));
    let readmes = under("crates").into_iter().filter(|file| file.path.ends_with("/README.md"));
    none(readmes.flat_map(|file| tidy::broken_links(&file, |path| root().join(path).exists())).collect());
}

#[test]
fn cargo_run_means_the_program_wengert() {
    assert_eq!(tidy::programs_by_default(&metadata()).expect("a description of the workspace"), ["wengert"]);
}

#[test]
fn libraries_and_programs_are_compiled_once() {
    none(tidy::compiled_as_tests(&metadata()).expect("a description of the workspace"));
    let inside = |file: &File| file.path.contains("/src/") && source_of(&file.path) != Some("tidy");
    none(tidy::in_sources(&sources().into_iter().filter(inside).collect::<Vec<_>>()));
}

#[test]
fn no_source_file_is_too_long() {
    none(tidy::too_long(&sources()));
}

#[test]
fn stages_use_what_stands_before_them() {
    none(tidy::upward(&sources()));
}

#[test]
fn what_is_inlined_by_force_is_optimised() {
    none(tidy::inlined_always(&sources()));
}

#[test]
fn every_crate_inherits_the_lints_that_demand_documentation() {
    none(tidy::workspace_lints(&read("Cargo.toml")).expect("a manifest"));
    let manifests = under("crates").into_iter().filter(|file| file.path.ends_with("/Cargo.toml"));
    let complaints: Vec<Vec<String>> = manifests.map(|file| tidy::inherits(&file).expect("a manifest")).collect();
    assert!(complaints.len() >= 7, "only {} crates found", complaints.len());
    none(complaints.concat());
}

#[test]
fn the_table_is_the_only_list_of_functions() {
    // The programs of the benchmarks are user code.
    let outside = |file: &File| !["rules", "bench"].map(Some).contains(&source_of(&file.path));
    none(tidy::outside_the_table(&sources().into_iter().filter(outside).collect::<Vec<_>>()));
}

#[test]
fn nothing_is_left_undone_or_bound_to_a_machine() {
    let mut files = under("crates");
    files.extend(under(".ci"));
    files.extend(under("docs"));
    files.extend(under("python"));
    files.extend(documents());
    files.push(read("Cargo.toml"));
    none(tidy::stray_words(&files));
    none(tidy::foreign_sources(&read("Cargo.lock")));
}

#[test]
fn unsafe_stands_in_the_named_modules_and_is_argued() {
    none(tidy::unargued(&sources()));
}

#[test]
fn every_operator_is_in_the_book() {
    let face = read("crates/wengert/src/lib.rs").text;
    let mut operators = tidy::exported(&face);
    for module in tidy::public_modules(&face) {
        operators.extend(tidy::exported(&read(&format!("crates/wengert/src/{module}.rs")).text));
    }
    assert!(operators.iter().any(|name| name == "gradient") && operators.len() > 15, "{operators:?}");
    let pages = ["operators", "programs"].map(|page| read(&format!("docs/{page}.md")).text).concat();
    none(tidy::unmentioned(&operators, &pages));
}

#[test]
fn every_operator_has_an_example() {
    // Generated code calls what is in the folder of that name, and nobody else.
    let shown = |file: &File| file.path.ends_with(".rs") && !file.path.contains("/generated/");
    none(under("crates/wengert/src").iter().filter(|file| shown(file)).flat_map(tidy::without_example).collect());
}

/// A page is what rustdoc shows of a type, a trait or a function.
#[test]
fn pages_of_public_items_have_examples() {
    let sources = sources();
    let published = |of: &str| !read(&format!("crates/{of}/Cargo.toml")).text.contains("\npublish = false");
    let inside = |of: &str| tidy::INSIDE.iter().any(|(name, _)| *name == of);
    let mut crates: Vec<&str> = sources.iter().filter_map(|file| source_of(&file.path)).collect();
    crates.dedup();
    let is_interface =
        |of: &&str| published(of) && !inside(of) && root().join(format!("crates/{of}/src/lib.rs")).exists();
    let own = |of: &str| sources.iter().filter(|file| source_of(&file.path) == Some(of)).collect::<Vec<_>>();
    none(crates.into_iter().filter(is_interface).flat_map(|of| tidy::without_page_example(&own(of))).collect());
}

/// Who reads of a crate that is no interface learns it there, and in the list of the crates.
#[test]
fn what_is_no_interface_says_so() {
    let architecture = read("ARCHITECTURE.md").text;
    for (of, why) in tidy::INSIDE {
        let front = read(&format!("crates/{of}/src/lib.rs")).text;
        assert!(front.contains("//! This crate is no interface"), "the front page of {of} does not say: {why}");
        let row = architecture.lines().find(|line| line.starts_with(&format!("| {of} |")));
        assert!(row.is_some_and(|row| row.contains("no interface")), "ARCHITECTURE.md does not say of {of}: {why}");
    }
}

#[test]
fn the_continuous_integration_calls_the_command_of_the_readme() {
    let readme = read("README.md").text;
    let command = readme.lines().find(|line| line.starts_with("cargo test ")).expect("a command for the tests");
    let ci = read(".ci/run").text;
    assert!(ci.lines().any(|line| line == command), "{command:?} is not a line of .ci/run");
}
