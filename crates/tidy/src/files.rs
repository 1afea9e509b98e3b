//! The files of the workspace.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file: its path from the root, with `/` between names, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path from the root of the workspace.
    pub path: String,
    /// What it says.
    pub text: String,
}

impl File {
    /// A file from its parts.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> File {
        File { path: path.into(), text: text.into() }
    }

    /// The lines of code with their numbers from 1: neither blank nor a comment of whole lines.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(i, line)| (i + 1, line));
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
    }
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(Path::to_owned).unwrap_or_default()
}

/// A file of the workspace by its path from the root.
///
/// # Panics
/// If it cannot be read.
pub fn read(path: &str) -> File {
    match fs::read_to_string(root().join(path)) {
        Ok(text) => File::new(path, text),
        Err(error) => panic!("{path}: {error}"),
    }
}

/// All text files below a folder of the workspace, in the order of their paths; what the build leaves is passed over,
/// and so are files that are not text.
pub fn under(folder: &str) -> Vec<File> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir() {
                if name != "target" && name != ".git" {
                    folders.push(path);
                }
            } else if let Ok(text) = fs::read_to_string(&path) {
                let relative = path.strip_prefix(root()).unwrap_or(&path);
                let names: Vec<_> = relative.iter().map(|name| name.to_string_lossy()).collect();
                files.push(File::new(names.join("/"), text));
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The crate whose source the file is: `rules` for `crates/rules/src/lib.rs`, and none for tests and examples.
pub fn source_of(path: &str) -> Option<&str> {
    let (name, rest) = path.strip_prefix("crates/")?.split_once('/')?;
    (rest.starts_with("src/") && rest.ends_with(".rs")).then_some(name)
}
