//! Arrows between crates point down.

use serde_json::Value;

/// The house: each level may use those below it, and no crate of its own level.
const LEVELS: [&[&str]; 8] = [
    &["wengert-rules", "wengert-front", "wengert-picture"],
    &["wengert-linalg", "wengert-vector", "wengert-steps"],
    &[
        "wengert-forward",
        "wengert-reverse",
        "wengert-lang",
        "wengert-lower",
        "wengert-emit",
        "wengert-numeric",
        "wengert-symbolic",
        "wengert-program",
        "wengert-checkpoint",
        "wengert-sparse",
    ],
    &["wengert-adjoint", "wengert-solve", "wengert-gpu", "wengert-native", "wengert-runtime"],
    &["wengert-macros"],
    &["wengert", "wengert-c"],
    &["wengert-bench", "wengert-book", "wengert-check", "wengert-mpi", "wengert-tidy", "wengert-trials"],
    &["wengert-cli", "gradbench"],
];

/// The arrows between crates of the workspace that point up or sideways, and crates without a level, in what
/// `cargo metadata --no-deps` says. What only tests need (dev-dependencies) is free.
///
/// # Errors
/// If the text is not such a description.
pub fn arrows(metadata: &str) -> Result<Vec<String>, String> {
    let metadata: Value = serde_json::from_str(metadata).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
    let mut complaints = Vec::new();
    for package in packages {
        let name = package["name"].as_str().ok_or("a package without a name")?;
        let Some(level) = level(name) else {
            complaints
                .push(format!("{name} has no level: give it one in the list of this check and in ARCHITECTURE.md"));
            continue;
        };
        for dependency in package["dependencies"].as_array().ok_or("a package without dependencies")? {
            let ours = !dependency["path"].is_null() && dependency["kind"] != "dev";
            let to = dependency["name"].as_str().ok_or("a dependency without a name")?;
            if ours && self::level(to).is_none_or(|below| below >= level) {
                complaints.push(format!("{name} uses {to}, which is not below it"));
            }
        }
    }
    Ok(complaints)
}

fn level(name: &str) -> Option<usize> {
    LEVELS.iter().position(|crates| crates.contains(&name))
}
