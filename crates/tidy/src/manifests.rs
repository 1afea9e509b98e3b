//! Every crate takes its version, its edition and its lints from the workspace, which has one program by default.

use crate::File;
use toml::{Table, Value};

const INHERITED: [&str; 4] = ["version", "edition", "rust-version", "license"];

/// What a crate's manifest does not take from the workspace although it should.
///
/// # Errors
/// If the manifest is not TOML.
pub fn inherits(manifest: &File) -> Result<Vec<String>, String> {
    let table: Table = manifest.text.parse().map_err(|error| format!("{}: {error}", manifest.path))?;
    let from_workspace =
        |value: Option<&Value>| value.and_then(|v| v.get("workspace")).and_then(Value::as_bool) == Some(true);
    let mut complaints = Vec::new();
    for key in INHERITED {
        if !from_workspace(table.get("package").and_then(|package| package.get(key))) {
            complaints.push(format!("{}: write `{key}.workspace = true`", manifest.path));
        }
    }
    if !from_workspace(table.get("lints")) {
        complaints.push(format!("{}: write `workspace = true` under `[lints]`", manifest.path));
    }
    Ok(complaints)
}

/// The places of a document that name another version of Rust as the oldest than the workspace's manifest does.
///
/// # Errors
/// If the manifest is not TOML, or names none.
pub fn other_rust(document: &File, manifest: &File) -> Result<Vec<String>, String> {
    let table: Table = manifest.text.parse().map_err(|error| format!("{}: {error}", manifest.path))?;
    let package = table.get("workspace").unwrap_or(&Value::Boolean(false)).get("package").or(table.get("package"));
    let oldest = package.and_then(|package| package.get("rust-version")).and_then(Value::as_str);
    let oldest = oldest.ok_or_else(|| format!("{}: no rust-version", manifest.path))?;
    let mut complaints = Vec::new();
    for (number, line) in (1..).zip(document.text.lines()) {
        let named = line.match_indices(" or later").map(|(at, _)| &line[..at]).filter_map(|before| {
            let version = before.rsplit([' ', '(']).next()?;
            version.starts_with("1.").then_some(version)
        });
        let wrong = named.filter(|version| *version != oldest);
        complaints.extend(wrong.map(|version| format!("{}:{number}: Rust {version}, and not {oldest}", document.path)));
    }
    Ok(complaints)
}

/// Where the table of features in a document and the features of a manifest differ.
///
/// # Errors
/// If the manifest is not TOML.
pub fn features_of_table(document: &File, manifest: &File) -> Result<Vec<String>, String> {
    let table: Table = manifest.text.parse().map_err(|error| format!("{}: {error}", manifest.path))?;
    let there: Vec<&str> =
        table.get("features").and_then(Value::as_table).into_iter().flat_map(Table::keys).map(String::as_str).collect();
    let rows = document.text.lines().skip_while(|line| !line.starts_with("| feature ")).skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('|').nth(1));
    let listed: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let missing = there.iter().filter(|name| !listed.contains(name)).map(|name| (name, "lacks"));
    let extra = listed.iter().filter(|name| !there.contains(name)).map(|name| (name, "invents"));
    let complaint = |(name, what): (&&str, &str)| format!("{}: the table of features {what} `{name}`", document.path);
    Ok(missing.chain(extra).map(complaint).collect())
}

/// The lints that the workspace does not set although it should: an undocumented public item is a warning, which the
/// continuous integration turns into an error, and so is `unsafe` outside the modules that allow it.
///
/// # Errors
/// If the manifest is not TOML.
pub fn workspace_lints(manifest: &File) -> Result<Vec<String>, String> {
    let table: Table = manifest.text.parse().map_err(|error| format!("{}: {error}", manifest.path))?;
    let lints = table.get("workspace").and_then(|w| w.get("lints")).and_then(|l| l.get("rust"));
    let level = |lint: &str| lints.and_then(|l| l.get(lint)).and_then(Value::as_str).unwrap_or("allow");
    let mut complaints = Vec::new();
    if level("missing_docs") == "allow" {
        complaints.push(format!("{}: set the lint `missing_docs`", manifest.path));
    }
    if !["deny", "forbid"].contains(&level("unsafe_code")) {
        complaints.push(format!("{}: deny the lint `unsafe_code`", manifest.path));
    }
    Ok(complaints)
}

/// The programs that `cargo run` without a name may mean, as `cargo metadata` says: the README runs the only one.
///
/// # Errors
/// If this is no description of a workspace.
pub fn programs_by_default(metadata: &str) -> Result<Vec<String>, String> {
    let metadata: serde_json::Value = serde_json::from_str(metadata).map_err(|error| error.to_string())?;
    let list = |value: &serde_json::Value| value.as_array().cloned().ok_or("no list where one is due");
    let defaults = list(&metadata["workspace_default_members"])?;
    let mut names = Vec::new();
    for package in list(&metadata["packages"])?.iter().filter(|package| defaults.contains(&package["id"])) {
        let targets = list(&package["targets"])?;
        let programs = targets.iter().filter(|target| target["kind"][0] == "bin");
        names.extend(programs.filter_map(|target| target["name"].as_str().map(str::to_owned)));
    }
    Ok(names)
}
