//! The source texts of the crate that is compiled: what functions give is read from them, not guessed.
//!
//! The compiler is asked what it compiles: the attribute runs in its process, whose arguments name the root of the crate,
//! the features, and whether it is a test. Every file that is read is one that the compiler reads too, and so is noticed
//! when it changes. Of crates that are linked the texts are those that they were compiled from: who compiles them again
//! compiles this one too.

use adjoint::{Around, CfgOptions, Files, Index, Known, Seen};
use proc_macro::{Span, TokenStream};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Files are looked at again after this time by what is not a compiler, as an editor's server: it outlives them.
const FRESH: Duration = Duration::from_secs(2);
/// A file of arguments is not longer.
const LONGEST: u64 = 1 << 20;

#[derive(Default)]
struct Texts {
    files: Files,
    looked: Option<Instant>,
    /// What is known of crates, by their roots.
    crates: HashMap<PathBuf, Rc<Known>>,
    arguments: Option<Rc<Arguments>>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
}

/// What stands around an item: where it is in its file, and the modules of its crate. An editor's server names no file:
/// there the item is looked for by its tokens. Nothing where it is not found.
pub(crate) fn around(span: Span, item: &TokenStream) -> Around {
    let arguments = TEXTS.with_borrow_mut(|texts| texts.arguments());
    adjoint::is_only_checked(arguments.only_checked || is_editor());
    let Some(file) = span.local_file().and_then(|file| file.canonicalize().ok()) else {
        return match is_editor() {
            true => TEXTS.with_borrow_mut(|texts| texts.found(&item.to_string())),
            false => Around::default(),
        };
    };
    TEXTS.with_borrow_mut(|texts| {
        texts.refresh();
        let roots = arguments.roots(&file);
        let known = roots.iter().map(|root| texts.known(root, &arguments)).find(|known| known.has(&file));
        // A text that is pasted into a crate by `include!`, or comes from elsewhere.
        let known = known.unwrap_or_else(|| texts.known(&file, &arguments));
        let around = Around::new(&known).at_file(&file, span.line(), span.column());
        let around = match module(&file) {
            Some(name) => around.module(name),
            None => around,
        };
        let src =
            std::env::var_os("CARGO_MANIFEST_DIR").and_then(|root| Path::new(&root).join("src").canonicalize().ok());
        let is_source = src.is_some_and(|src| file.starts_with(&src) && known.root_is_in(&src));
        let seen = match arguments.program || std::env::var_os("CARGO_BIN_NAME").is_some() {
            true => Seen::Nothing,
            false => Seen::Public,
        };
        // Tests, benchmarks and examples are programs, each with a root of its own, which the compiler names.
        let is_told = arguments.program && arguments.root.is_some() && known.has(&file);
        if (is_source || is_told) && !is_partial() { around.whole(seen) } else { around }
    })
}

/// The name of the module that a file is.
fn module(file: &Path) -> Option<String> {
    let name = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
    name(file).filter(|name| name != "mod").or_else(|| name(file.parent()?))
}

fn program() -> Option<String> {
    let program = std::env::current_exe().ok();
    program.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned())
}

/// Whether the texts may not be all that there is: the rest of an example in the documentation is nowhere, and an editor
/// wants to offer what is not used yet.
fn is_partial() -> bool {
    std::env::var_os("UNSTABLE_RUSTDOC_TEST_PATH").is_some() || is_editor()
}

/// Whether this is no compiler.
fn is_editor() -> bool {
    program().is_none_or(|p| p.starts_with("rust-analyzer"))
}

impl Texts {
    fn arguments(&mut self) -> Rc<Arguments> {
        self.arguments.get_or_insert_with(|| Rc::new(Arguments::read())).clone()
    }

    /// Forgets what changed.
    fn refresh(&mut self) {
        let lives_on = self.arguments.as_ref().is_some_and(|arguments| arguments.root.is_none());
        if !lives_on || self.looked.is_some_and(|then| then.elapsed() < FRESH) {
            return;
        }
        self.looked = Some(Instant::now());
        if !self.files.are_unchanged() {
            self.files.forget_changed();
            self.crates.clear();
        }
    }

    /// What stands around the item of these tokens, in the crate that is at hand, else in another one of the package.
    fn found(&mut self, item: &str) -> Around {
        self.refresh();
        let arguments = self.arguments();
        let name = std::env::var("CARGO_CRATE_NAME").unwrap_or_default();
        let is_named = |root: &PathBuf| {
            let stem = root.file_stem().filter(|stem| *stem != "main").or_else(|| root.parent()?.file_name());
            stem.is_some_and(|stem| stem.to_string_lossy().replace('-', "_") == name)
        };
        let mut roots = roots_of_package();
        // The library and the program of a package may have its name.
        roots.sort_by_key(|root| !is_named(root));
        for root in roots {
            let known = self.known(&root, &arguments);
            if let Some(around) = Around::new(&known).at_item(item) {
                let module = around.file().and_then(module);
                return match module {
                    Some(name) => around.module(name),
                    None => around,
                };
            }
        }
        Around::default()
    }

    fn known(&mut self, root: &Path, arguments: &Arguments) -> Rc<Known> {
        if let Some(known) = self.crates.get(root) {
            return known.clone();
        }
        let known = Rc::new(Known::read(Index::of_crate(root, &arguments.others, &arguments.cfg, &mut self.files)));
        self.crates.insert(root.to_owned(), known.clone());
        known
    }
}

/// What the compiler was asked for.
struct Arguments {
    root: Option<PathBuf>,
    /// The crates that are linked and have derivatives, by name and root.
    others: Vec<(String, PathBuf)>,
    cfg: CfgOptions,
    only_checked: bool,
    /// Whether it is a program, of which other crates see nothing.
    program: bool,
}

impl Arguments {
    fn read() -> Arguments {
        let mut all = vec![];
        for argument in std::env::args_os().skip(1) {
            let argument = argument.to_string_lossy().into_owned();
            match argument.strip_prefix('@') {
                Some(path) => all.extend(lines(Path::new(path))),
                None => all.push(argument),
            }
        }
        let read = Arguments::of(&all);
        // What is not told of a root is no compiler, and was not told what is configured.
        if read.root.is_some() {
            read
        } else {
            Arguments { root: None, others: vec![], cfg: CfgOptions::default(), only_checked: false, program: false }
        }
    }

    fn of(all: &[String]) -> Arguments {
        let (mut set, mut root, mut debug, mut optimised, mut test, mut target, mut tuned) =
            (vec![], None, None, false, false, false, false);
        let (mut others, mut kinds) = (vec![], vec![]);
        let mut rest = all.iter().peekable();
        while let Some(argument) = rest.next() {
            let (name, joined) = match argument.split_once('=').filter(|_| argument.starts_with("--")) {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (argument.as_str(), None),
            };
            match name {
                "--cfg" => set.extend(joined.or_else(|| rest.next().cloned()).map(|text| text.replace(" = ", "="))),
                "--extern" => {
                    let given = joined.or_else(|| rest.next().cloned()).unwrap_or_default();
                    others.extend(crate::linked::with_derivatives(&given));
                }
                "--test" => test = true,
                "--crate-type" => kinds.extend(joined.or_else(|| rest.next().cloned())),
                "--target" => target = true,
                "-O" => optimised = true,
                _ if name.starts_with("-C") || name == "--codegen" => {
                    let own = name.strip_prefix("-C").filter(|own| !own.is_empty()).map(str::to_owned);
                    let option = own.or(joined).or_else(|| rest.next().cloned()).unwrap_or_default();
                    match option.split_once('=').unwrap_or((&option, "yes")) {
                        ("opt-level", level) => optimised = level != "0",
                        ("target-cpu" | "target-feature", _) => tuned = true,
                        ("debug-assertions", value) => debug = Some(["y", "yes", "on", "true"].contains(&value)),
                        _ => {}
                    }
                }
                _ if name.starts_with('-') => {}
                _ if name.ends_with(".rs") && root.is_none() => root = Path::new(name).canonicalize().ok(),
                _ => {}
            }
        }
        let documents = program().is_some_and(|p| p.contains("rustdoc"));
        set.extend((test && !documents).then(|| "test".to_owned()));
        set.extend(documents.then(|| "doc".to_owned()));
        set.extend((test && documents).then(|| "doctest".to_owned()));
        set.extend(debug.unwrap_or(!optimised).then(|| "debug_assertions".to_owned()));
        let mut unknown = vec!["panic".to_owned(), "proc_macro".to_owned(), "ub_checks".to_owned()];
        unknown.extend(["overflow_checks", "relocation_model", "target_has_atomic"].map(str::to_owned));
        match OF_EVERY.iter().find(|(arch, _)| *arch == std::env::consts::ARCH && !tuned && !target) {
            Some((_, features)) => set.extend(features.iter().map(|feature| format!("target_feature={feature:?}"))),
            None => unknown.push("target_feature".to_owned()),
        }
        unknown.extend(["target_thread_local", "target_vendor", "target_env", "target_abi"].map(str::to_owned));
        match target {
            // For what else is compiled is not known here.
            true => unknown.extend(OF_TARGET.iter().map(|name| (*name).to_owned())),
            false => set.extend(of_host()),
        }
        let program = !documents && (test || !kinds.is_empty() && kinds.iter().all(|kind| kind == "bin"));
        Arguments { root, others, cfg: CfgOptions::complete(set, unknown), only_checked: only_checked(all), program }
    }

    /// The roots of crates that a file may be of.
    fn roots(&self, file: &Path) -> Vec<PathBuf> {
        if let Some(root) = &self.root {
            return vec![root.clone()];
        }
        let Some(package) = std::env::var_os("CARGO_MANIFEST_DIR").and_then(|p| Path::new(&p).canonicalize().ok())
        else {
            return vec![];
        };
        let mut roots = vec![package.join("src/lib.rs"), package.join("src/main.rs")];
        // A program, a test or an example is a file, or a folder with a `main.rs`.
        let folders = ["src/bin", "tests", "examples", "benches"].map(|folder| package.join(folder));
        for folder in folders.iter().filter(|folder| file.starts_with(folder)) {
            let rest = file.strip_prefix(folder).ok().and_then(|rest| rest.components().next());
            roots.extend(rest.map(|first| folder.join(first).join("main.rs")));
        }
        roots
    }
}

/// Whether the compiler is to check a program, and neither to build nor to show it.
fn only_checked(all: &[String]) -> bool {
    let is_compiler = program().is_some_and(|p| p == "rustc" || p == "clippy-driver");
    let shown = |argument: &String| argument.starts_with("-Z") && !argument.starts_with("-Zunstable-options");
    if !is_compiler || all.iter().any(shown) || std::env::var_os("WENGERT_CHECK").is_some_and(|how| how == "full") {
        return false;
    }
    let joined = all.iter().filter_map(|argument| argument.strip_prefix("--emit="));
    let apart = all.windows(2).filter(|pair| pair[0] == "--emit").map(|pair| pair[1].as_str());
    let mut kinds = joined.chain(apart).flat_map(|kinds| kinds.split(',')).peekable();
    kinds.peek().is_some()
        && kinds.all(|kind| ["dep-info", "metadata"].contains(&kind.split('=').next().unwrap_or(kind)))
}

/// What every processor of these kinds has.
const OF_EVERY: [(&str, &[&str]); 2] = [("x86_64", &["fxsr", "sse", "sse2", "x87"]), ("aarch64", &["neon"])];

const OF_TARGET: [&str; 7] =
    ["target_os", "target_family", "target_arch", "target_pointer_width", "target_endian", "unix", "windows"];

/// What is configured for this machine.
fn of_host() -> Vec<String> {
    use std::env::consts::{ARCH, FAMILY, OS};
    let endian = if cfg!(target_endian = "little") { "little" } else { "big" };
    vec![
        format!("target_os={OS:?}"),
        format!("target_family={FAMILY:?}"),
        format!("target_arch={ARCH:?}"),
        format!("target_pointer_width=\"{}\"", usize::BITS),
        format!("target_endian={endian:?}"),
        FAMILY.to_owned(),
    ]
}

/// The roots of all crates of the package, by the names that Cargo knows, or the ones that its manifest gives.
fn roots_of_package() -> Vec<PathBuf> {
    let Some(package) = std::env::var_os("CARGO_MANIFEST_DIR").and_then(|p| Path::new(&p).canonicalize().ok()) else {
        return vec![];
    };
    let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap_or_default();
    let said = manifest.split('"').filter(|text| text.ends_with(".rs") && !text.contains('\n'));
    let mut roots = vec![package.join("src/lib.rs"), package.join("src/main.rs")];
    roots.extend(said.map(|path| package.join(path)));
    for folder in ["src/bin", "tests", "examples", "benches"] {
        let files = std::fs::read_dir(package.join(folder)).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> = files.flat_map(|path| [path.join("main.rs"), path]).collect();
        files.sort();
        roots.extend(files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")));
    }
    roots.retain(|root| root.is_file());
    roots
}

/// The arguments in a file.
fn lines(path: &Path) -> Vec<String> {
    let short = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() < LONGEST);
    let text = if short { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
    text.lines().map(str::to_owned).collect()
}
