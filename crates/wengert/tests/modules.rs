//! How the attribute reads the other texts of its crate: what a name means is what it means to the compiler, and what the
//! compiler does not read is not there. Each test is a crate by itself.

#[path = "modules/edits.rs"]
mod edits;
#[path = "modules/files.rs"]
mod files;
#[path = "modules/grown.rs"]
mod grown;
#[path = "modules/included.rs"]
mod included;
#[path = "modules/macros.rs"]
mod macros;
#[path = "modules/namesakes.rs"]
mod namesakes;
#[path = "modules/rendered.rs"]
mod rendered;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The newest build of a library, beside this test.
fn library(beside: &Path, name: &str) -> PathBuf {
    let files = std::fs::read_dir(beside).expect("the folder of this test").flatten();
    let built = files.filter(|file| {
        let file = file.file_name();
        let file = file.to_string_lossy();
        file.starts_with(&format!("lib{name}-")) && file.ends_with(".rlib")
    });
    let newest = built.max_by_key(|file| file.metadata().and_then(|data| data.modified()).expect("a time"));
    newest.unwrap_or_else(|| panic!("{name} was built for this test")).path()
}

/// A crate in a folder.
struct Crate {
    folder: PathBuf,
}

impl Crate {
    /// A program of these files.
    fn new(name: &str, files: &[(&str, &str)]) -> Crate {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("modules").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let new = Crate { folder };
        for (path, text) in files {
            new.write(path, text);
        }
        new
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(path, text).expect("the file is written");
    }

    fn compiled(&self, root: &str, variables: &[(&str, &Path)], arguments: &[&str]) -> Output {
        let program = std::env::current_exe().expect("the path of this test");
        let beside = program.parent().expect("a folder");
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        rustc.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        rustc.envs(variables.iter().copied());
        rustc.args(["--edition=2024", "--color=never", "-C", "incremental=incremental", root]);
        rustc.arg("-L").arg(format!("dependency={}", beside.display())).args(["-L", "."]);
        rustc.arg("--extern").arg(format!("wengert={}", library(beside, "wengert").display()));
        rustc.args(arguments).output().expect("the compiler runs")
    }

    /// What the program prints that this crate is, or what the compiler says of it.
    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        self.run_with(&[], arguments)
    }

    /// The same where the compiler has these variables in its environment.
    fn run_with(&self, variables: &[(&str, &Path)], arguments: &[&str]) -> Result<String, String> {
        let root = if self.path("src/main.rs").exists() { "src/main.rs" } else { "main.rs" };
        let compiled = self.compiled(
            root,
            variables,
            &[&["--crate-name=run", "-o", "run", "--emit=dep-info,link"], arguments].concat(),
        );
        if !compiled.status.success() {
            return Err(String::from_utf8(compiled.stderr).expect("text"));
        }
        let ran = Command::new(self.path("run")).output().expect("the program runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        Ok(String::from_utf8(ran.stdout).expect("text").trim_end().to_owned())
    }

    fn prints(&self) -> String {
        self.run(&[]).unwrap_or_else(|said| panic!("{said}"))
    }
}

/// What the program prints that these files are; the first is its root.
fn prints(name: &str, files: &[(&str, &str)]) -> String {
    Crate::new(name, files).prints()
}
