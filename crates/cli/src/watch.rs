//! `--watch`: a command that is run again whenever a file changes that it reads.

use crate::failure::{Failure, one_line, tell};
use std::ffi::{OsStr, OsString};
use std::fs::metadata;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

/// How often the files are looked at.
const PAUSE: Duration = Duration::from_millis(150);

/// The options whose files are written.
const WRITTEN: [&str; 3] = ["--output", "-o", "--plot"];

/// When a file was changed, and how long it is; none for one that is not there.
type Stamp = Option<(Option<SystemTime>, u64)>;

/// Runs a command, in a process of its own, now and after each change; `words` are its arguments, the program's name first.
///
/// # Errors
/// If it reads no file, or cannot be started.
pub(crate) fn run(words: &[OsString]) -> Result<(), Failure> {
    let words: Vec<&OsString> = words.iter().skip(1).filter(|word| *word != "--watch").collect();
    let files = files(&words);
    if files.is_empty() {
        return Err(Failure::Usage("--watch waits for a file to change, and this command reads none".to_owned()));
    }
    let failed = |e| Failure::Io(format!("cannot start the command: {e}"));
    let program = std::env::current_exe().map_err(failed)?;
    loop {
        // Looked at before, so that a change while it runs counts.
        let before = stamps(&files);
        Command::new(&program).args(&words).status().map_err(failed)?;
        loop {
            sleep(PAUSE);
            let now = stamps(&files);
            let changed = now.iter().zip(&before).position(|(now, before)| now != before);
            // Some editors put a new file in the place of the old one.
            if let Some(i) = changed
                && now.iter().all(Option::is_some)
            {
                tell(format_args!("-- {} has changed", one_line(&files[i].display().to_string())));
                break;
            }
        }
    }
}

/// The files among the arguments that are read.
fn files(words: &[&OsString]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut before = OsStr::new("");
    for word in words {
        let value = match word.to_str().and_then(|text| text.strip_prefix("--")?.split_once('=')) {
            Some((option, value)) if !WRITTEN.contains(&&*format!("--{option}")) => Path::new(value),
            _ => Path::new(word),
        };
        let written = WRITTEN.iter().any(|option| before == *option);
        if !written && metadata(value).is_ok_and(|found| found.is_file()) {
            files.push(value.to_owned());
        }
        before = word;
    }
    files
}

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    let stamp = |file: &PathBuf| metadata(file).ok().map(|found| (found.modified().ok(), found.len()));
    files.iter().map(stamp).collect()
}
