//! Every crate that is published has what a registry asks for, and can be packed in some order.

use serde_json::Value;

/// What packages that are published lack in what `cargo metadata --no-deps` says: a description, keywords and categories
/// that registries take, a README with the name of the package, both licences beside it.
///
/// What only tests need from the workspace must come without a version: cargo then leaves it out of the package, and
/// crates whose tests use each other can be published one after the other.
///
/// # Errors
/// If the text is not such a description.
pub fn packages(metadata: &str, read: impl Fn(&str) -> Option<String>) -> Result<Vec<String>, String> {
    let metadata: Value = serde_json::from_str(metadata).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
    let published = |package: &Value| package["publish"].is_null();
    let inner: Vec<&str> =
        packages.iter().filter(|package| !published(package)).filter_map(|package| package["name"].as_str()).collect();
    let mut complaints = Vec::new();
    for package in packages.iter().filter(|package| published(package)) {
        let name = package["name"].as_str().ok_or("a package without a name")?;
        let mut complain = |what: &str| complaints.push(format!("{name}: {what}"));
        if package["description"].as_str().is_none_or(str::is_empty) {
            complain("no description");
        }
        let words = |key: &str| package[key].as_array().cloned().unwrap_or_default();
        // What crates.io takes.
        if !(1..=5).contains(&words("keywords").len()) || !(1..=5).contains(&words("categories").len()) {
            complain("one to five keywords and categories are due");
        }
        if words("keywords").iter().any(|word| word.as_str().is_none_or(|word| word.len() > 20)) {
            complain("keywords have at most 20 letters");
        }
        if package["rust_version"].is_null() || package["license"].is_null() {
            complain("no rust-version, or no licence");
        }
        let folder = package["manifest_path"].as_str().and_then(|path| path.strip_suffix("Cargo.toml"));
        let folder = folder.ok_or("a package without a manifest")?;
        let beside = |file: &str| read(&format!("{folder}{file}"));
        let readme = package["readme"].as_str().and_then(beside).unwrap_or_default();
        if readme.lines().next() != Some(&format!("# {name}")) {
            complain("no README.md, or one that does not start with the name of the package");
        }
        if ["LICENSE-MIT", "LICENSE-APACHE"].into_iter().any(|file| beside(file).is_none_or(|text| text.is_empty())) {
            complain("LICENSE-MIT and LICENSE-APACHE must stand in the folder, as links to those at the root");
        }
        for dependency in package["dependencies"].as_array().ok_or("a package without dependencies")? {
            let to = dependency["name"].as_str().ok_or("a dependency without a name")?;
            let dev = dependency["kind"] == "dev";
            if dev && !dependency["path"].is_null() && dependency["req"] != "*" {
                complain(&format!("what tests need of {to} comes by its path, without a version"));
            }
            if !dev && inner.contains(&to) {
                complain(&format!("{to} is not published"));
            }
        }
    }
    Ok(complaints)
}
