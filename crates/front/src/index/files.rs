//! The files of a crate: regular ones that are not too large, each read and split into tokens once.

use super::given::{Given, MacroRules};
use super::lex::{self, Tokens};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

/// No larger text is read: no person writes it, and a program should not be guessed at.
const LARGEST: u64 = 16 << 20;

/// A source text.
#[derive(Debug, Default)]
pub struct Text {
    /// The file, without links in its path; none of a text that is in no file.
    pub path: Option<PathBuf>,
    /// What it says.
    pub text: String,
    /// Its tokens.
    pub tokens: Tokens,
    facts: OnceCell<Facts>,
}

/// What a text has somewhere.
#[derive(Debug)]
pub struct Facts {
    /// The macros that are not within what another is given, in order.
    pub macros: Vec<Given>,
    /// What the rules of its macros make of what they are given.
    pub rules: HashMap<String, MacroRules>,
    /// Whether macros make functions with derivatives.
    pub marking: bool,
    /// Whether names may be used here that do not show.
    pub strange: bool,
    /// Whether it says anything of functions or types.
    pub telling: bool,
}

impl Text {
    /// A text; nothing if it nests too deep, or is no Rust.
    pub fn new(text: String, path: Option<PathBuf>) -> Option<Text> {
        let tokens = lex::lex(&text).ok()?;
        Some(Text { path, text, tokens, facts: OnceCell::new() })
    }

    /// What it has somewhere; looked for once.
    pub fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| {
            let has = |part: &str| self.text.contains(part);
            let marked = has("differentiable");
            let strange = marked && (has("cfg_attr") || has("differentiable as"))
                || ["paste!", "[<", "include!"].into_iter().any(has);
            let types = || self.text.lines().any(|l| l.contains("type ") && l.contains(" = "));
            let telling = marked
                || has("Differentiable")
                || has("macro_rules")
                || has("Clone for")
                || types()
                || super::brings_up(&self.text);
            let macros = self.macros();
            let mut words = macros.iter().flat_map(|given| self.words(self.tokens.inside(given.open)));
            let marking = marked && words.any(|word| word == "differentiable");
            Facts { rules: MacroRules::all(self, &macros), macros, marking, strange, telling }
        })
    }

    /// The words between tokens.
    pub fn words(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = &str> {
        range.filter_map(|at| self.tokens.word(&self.text, at))
    }

    /// What is written from one token to another.
    pub fn slice(&self, range: std::ops::Range<usize>) -> &str {
        match range.is_empty() {
            true => "",
            false => &self.text[self.tokens.bytes(range.start).start..self.tokens.bytes(range.end - 1).end],
        }
    }

    /// The place of a line and a column that count from one.
    pub fn offset(&self, line: usize, column: usize) -> Option<usize> {
        let start = match line.checked_sub(2) {
            Some(before) => self.text.match_indices('\n').nth(before)?.0 + 1,
            None => 0,
        };
        let line = &self.text[start..];
        let within = line.char_indices().nth(column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
        Some(start + within)
    }
}

/// What tells whether a file was changed.
type Stamp = (Option<SystemTime>, u64);

/// Files that were read.
#[derive(Debug, Default)]
pub struct Files {
    read: HashMap<PathBuf, (Option<Stamp>, Option<Rc<Text>>)>,
}

impl Files {
    /// Whether all files are as they were when they were read.
    pub fn are_unchanged(&self) -> bool {
        self.read.iter().all(|(path, (then, _))| stamp(path) == *then)
    }

    /// Forgets files that were changed.
    pub fn forget_changed(&mut self) {
        self.read.retain(|path, (then, _)| stamp(path) == *then);
    }

    pub(super) fn text(&mut self, path: &Path) -> Option<Rc<Text>> {
        if let Some((_, text)) = self.read.get(path) {
            return text.clone();
        }
        let then = stamp(path);
        let text = then.filter(|(_, bytes)| *bytes <= LARGEST).and_then(|_| read(path)).map(Rc::new);
        self.read.insert(path.to_owned(), (then, text.clone()));
        text
    }
}

/// Nothing where there is no regular file.
fn stamp(path: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
    Some((data.modified().ok(), data.len()))
}

fn read(path: &Path) -> Option<Text> {
    let mut text = String::new();
    std::fs::File::open(path).ok()?.take(LARGEST + 1).read_to_string(&mut text).ok()?;
    let whole = text.len() as u64 <= LARGEST;
    Text::new(text, path.canonicalize().ok()).filter(|_| whole)
}
