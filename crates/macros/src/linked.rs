//! Where the texts of the crates are that are linked: Cargo leaves a list of the files of each beside it.

use std::path::{Path, PathBuf};

/// A list of files is not longer.
const LONGEST: u64 = 1 << 22;

/// A crate as the compiler is told of it, `name=path`: its name and the root of its texts, if it may have derivatives.
pub(crate) fn with_derivatives(given: &str) -> Option<(String, PathBuf)> {
    let (name, path) = given.split_once('=')?;
    let name = name.rsplit(':').next()?;
    // Its own types are known.
    if name == "wengert" {
        return None;
    }
    let root = root(Path::new(path))?;
    depends_on_wengert(&root).then(|| (name.to_owned(), root))
}

/// The first file of a crate, by its `libname-hash.rlib` or `.rmeta`.
fn root(library: &Path) -> Option<PathBuf> {
    let stem = library.file_stem()?.to_str()?;
    let list = library.with_file_name(format!("{}.d", stem.strip_prefix("lib")?));
    let short = std::fs::metadata(&list).is_ok_and(|data| data.is_file() && data.len() < LONGEST);
    let text = short.then(|| std::fs::read_to_string(&list).ok())??;
    let files = text.lines().find_map(|line| line.split_once(": "))?.1;
    // A space in a name stands behind a backslash.
    let first = files.replace("\\ ", "\0").split(' ').next()?.replace('\0', " ");
    Path::new(&first).canonicalize().ok().filter(|root| root.extension().is_some_and(|end| end == "rs"))
}

/// Whether the package that a file is of names `wengert` as what it depends on.
fn depends_on_wengert(root: &Path) -> bool {
    let manifest = root.ancestors().skip(1).map(|folder| folder.join("Cargo.toml")).find(|path| path.is_file());
    let manifest = manifest.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    manifest.lines().map(str::trim_start).any(|line| {
        let own = line.strip_prefix("wengert").is_some_and(|rest| rest.trim_start().starts_with(['=', '.']));
        own || line.contains("package = \"wengert\"") || line.contains("dependencies.wengert]")
    })
}
