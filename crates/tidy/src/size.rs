//! A file has one subject, and so it is short.

use crate::File;

/// The most lines of code of a source file.
pub const LINES: usize = 500;

/// The number of lines that are neither blank nor a comment.
pub fn lines_of_code(file: &File) -> usize {
    file.code().count()
}

/// The source files with more than [`LINES`] lines of code.
pub fn too_long(sources: &[File]) -> Vec<String> {
    let long = sources.iter().map(|file| (file, lines_of_code(file))).filter(|&(_, lines)| lines > LINES);
    long.map(|(file, lines)| format!("{}: {lines} lines of code, {LINES} at most: split it by subject", file.path))
        .collect()
}
