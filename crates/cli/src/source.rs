//! The text of a program: from the command line, a file or standard input.

use crate::args::{Bounds, Question};
use crate::failure::{Failure, name_of};
use crate::files;
use crate::spinner;
use lang::Program;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The longest program read from a file, so that an endless one is an error.
const LONGEST: u64 = 1 << 28;

/// A program's text and what to call it.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) text: String,
    /// The file's name; none for an expression on the command line.
    pub(crate) file: Option<String>,
    /// Whether standard input has been read for it.
    pub(crate) from_stdin: bool,
}

impl Source {
    /// The program that the arguments name, and the `NAME=VALUE` arguments after it.
    pub(crate) fn load(question: &Question) -> Result<(Source, Vec<&str>), Failure> {
        let mut values: Vec<&str> = question.values.iter().map(String::as_str).collect();
        let source = match (&question.file, &question.program) {
            (Some(path), first) => {
                values.splice(0..0, first.as_deref());
                Source::read(path)?
            }
            (None, Some(text)) => match std::fs::metadata(text) {
                _ if text == "-" => Source::read(Path::new(text))?,
                Ok(found) if !found.is_dir() => Source::read(Path::new(text))?,
                _ => Source { text: text.clone(), file: None, from_stdin: false },
            },
            (None, None) => return Err(Failure::Usage("a program is wanted: an expression or a file".to_owned())),
        };
        spinner::start();
        Ok((source, values))
    }

    /// The text of a file; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Source, Failure> {
        let name = name_of(path, "standard input");
        let from_stdin = path.as_os_str() == "-";
        let mut text = Vec::new();
        let read = match from_stdin {
            true => {
                files::reads_standard_input();
                io::stdin().lock().take(LONGEST + 1).read_to_end(&mut text)
            }
            false => files::open(path).and_then(|(file, _)| file.take(LONGEST + 1).read_to_end(&mut text)),
        };
        match read {
            Err(e) if e.kind() == ErrorKind::NotFound => {
                return Err(Failure::Io(format!("cannot read {name}: there is no such file")));
            }
            Err(e) => return Err(Failure::reading(&name, &e)),
            Ok(_) => {}
        }
        if text.len() as u64 > LONGEST {
            return Err(Failure::Program(format!("error: {name} is longer than {} MiB: no program", LONGEST >> 20)));
        }
        let text = String::from_utf8(text).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            Failure::Program(format!("error: {name} is not text in UTF-8: see byte {}", at + 1))
        })?;
        Ok(Source { text, file: Some(name), from_stdin })
    }

    /// Parses the program.
    pub(crate) fn parse(&self) -> Result<Program, Failure> {
        Program::parse(&self.text).map_err(|e| {
            let hint = "if this is the name of a file: there is no such file here";
            self.failure(&e, if self.looks_like_a_file() { hint } else { "" })
        })
    }

    /// An error in the program, drawn under its text, with a line of advice if there is any.
    pub(crate) fn failure(&self, error: &lang::Error, hint: &str) -> Failure {
        let mut text = error.report(&self.text, self.file.as_deref().unwrap_or("expression"));
        text.truncate(text.trim_end().len());
        if !hint.is_empty() {
            text.push_str("\nnote: ");
            text.push_str(hint);
        }
        Failure::Program(Bounds::explain(&text))
    }

    fn looks_like_a_file(&self) -> bool {
        let extension = Path::new(&self.text).extension().and_then(|e| e.to_str());
        let word = |c: char| c.is_alphanumeric() || "_-./\\~".contains(c);
        self.file.is_none()
            && self.text.chars().all(word)
            && (self.text.contains('/') || extension.is_some_and(|e| e.starts_with(char::is_alphabetic)))
    }
}
