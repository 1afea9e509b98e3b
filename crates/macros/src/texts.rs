//! The source texts of the crate that is compiled: what functions give is read from them, not guessed.

use adjoint::{Around, Found, Seen};
use proc_macro::Span;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime};

/// A folder is looked through again after this time: a compiler is gone by then, an editor's server is not.
const FRESH: Duration = Duration::from_secs(2);
/// No more files than that are read of a crate.
const MOST: usize = 2000;

#[derive(Default)]
struct Texts {
    files: HashMap<PathBuf, (Option<SystemTime>, Rc<Found>)>,
    folders: HashMap<PathBuf, (Instant, Vec<Rc<Found>>)>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
}

/// What stands around an item: the file that it is in, and the files of its crate. Nothing where the compiler names none.
pub(crate) fn around(item: Span) -> Around {
    let Some(file) = item.local_file().and_then(|file| std::path::absolute(file).ok()) else {
        return Around::default();
    };
    TEXTS.with_borrow_mut(|texts| {
        let own = texts.file(&file);
        let root = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let all = match (&root, file.parent()) {
            (Some(root), _) if file.starts_with(root.join("src")) => texts.folder(&root.join("src")),
            (Some(root), Some(folder)) if file.starts_with(root) => texts.folder(folder),
            _ => vec![],
        };
        let src = root.filter(|_| all.len() < MOST && !is_partial()).map(|root| root.join("src"));
        let around = Around::new(own, all);
        let around = match module(&file) {
            Some(name) => around.module(name),
            None => around,
        };
        match src.is_some_and(|src| file.starts_with(src)) {
            true => {
                around.whole(if std::env::var_os("CARGO_BIN_NAME").is_some() { Seen::Nothing } else { Seen::Public })
            }
            false => around,
        }
    })
}

/// The name of the module that a file is.
fn module(file: &Path) -> Option<String> {
    let name = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
    name(file).filter(|name| name != "mod").or_else(|| name(file.parent()?))
}

/// Whether the texts may not be all that there is: the rest of an example in the documentation is nowhere, and an editor
/// wants to offer what is not used yet.
fn is_partial() -> bool {
    let program = std::env::current_exe().ok();
    let program = program.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    std::env::var_os("UNSTABLE_RUSTDOC_TEST_PATH").is_some() || program.is_none_or(|p| p.starts_with("rust-analyzer"))
}

impl Texts {
    fn file(&mut self, path: &Path) -> Rc<Found> {
        let changed = std::fs::metadata(path).and_then(|data| data.modified()).ok();
        if let Some((then, found)) = self.files.get(path)
            && *then == changed
        {
            return found.clone();
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let found = Rc::new(Found::read(&text));
        self.files.insert(path.to_owned(), (changed, found.clone()));
        found
    }

    fn folder(&mut self, path: &Path) -> Vec<Rc<Found>> {
        if let Some((then, found)) = self.folders.get(path)
            && then.elapsed() < FRESH
        {
            return found.clone();
        }
        let (mut folders, mut files) = (vec![path.to_owned()], vec![]);
        while let Some(folder) = folders.pop()
            && files.len() < MOST
        {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push(path),
                    Ok(_) if path.extension().is_some_and(|end| end == "rs") => files.push(path),
                    _ => {}
                }
            }
        }
        files.sort_unstable();
        files.truncate(MOST);
        let found: Vec<_> = files.iter().map(|file| self.file(file)).collect();
        self.folders.insert(path.to_owned(), (Instant::now(), found.clone()));
        found
    }
}
