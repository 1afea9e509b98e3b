//! Errors in Rust sources, drawn under the text.

use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use lang::visible;
use proc_macro2::{LineColumn, Span};
use std::ops::Range;

/// All that an error says, each part under its place; one that has no place is drawn at `otherwise`.
pub(crate) fn draw(error: &syn::Error, otherwise: Option<Span>, text: &str, file: &str) -> String {
    let drawings = complaints(error, otherwise, text).into_iter().map(|one| draw_one(&one, text, file));
    drawings.collect::<Vec<_>>().join("\n")
}

/// A part of what an error says.
pub(crate) struct Complaint {
    pub(crate) what: String,
    /// What to write instead, if that is said.
    pub(crate) instead: Option<String>,
    /// The bytes of the source that it is about.
    pub(crate) bytes: Range<usize>,
}

/// The parts of an error; one that has no place gets `otherwise`.
pub(crate) fn complaints(error: &syn::Error, otherwise: Option<Span>, text: &str) -> Vec<Complaint> {
    let complaint = |error: syn::Error| {
        let nowhere = |span: Span| span.start() == span.end() && span.start() == LineColumn { line: 1, column: 0 };
        let span = match otherwise {
            Some(other) if nowhere(error.span()) => other,
            _ => error.span(),
        };
        let message = match &*error.to_string() {
            // The parser's words for a text that is not even made of tokens.
            "cannot parse string into token stream" => "not Rust: a bracket or a quote without its partner".to_owned(),
            message => message.to_owned(),
        };
        let (what, instead) = advice(&message);
        let (what, instead) = (what.to_owned(), instead.map(str::to_owned));
        Complaint { what, instead, bytes: range(span, text) }
    };
    error.clone().into_iter().map(complaint).collect()
}

fn draw_one(complaint: &Complaint, text: &str, file: &str) -> String {
    let Complaint { what, instead, bytes } = complaint;
    let (part, range, note) = part_of_line(text, bytes.clone(), file);
    let text = part.as_deref().unwrap_or(text);
    // Written out before it is drawn, so that marks stay below their places.
    let [start, end] = [range.start, range.end].map(|at| visible(&text[..at]).len());
    let (range, text, what) = (start..end, visible(text), visible(what));
    let mut report = Report::build(ReportKind::Error, (file, range.clone()))
        .with_config(Config::default().with_color(false).with_index_type(IndexType::Byte))
        .with_message(what)
        .with_label(Label::new((file, range)).with_message("here"));
    if let Some(instead) = instead {
        report.set_help(visible(instead));
    }
    if let Some(note) = note {
        report.set_note(note);
    }
    let mut out = Vec::new();
    match report.finish().write((file, Source::from(&*text)), &mut out) {
        Ok(()) => {
            let drawn: String =
                String::from_utf8_lossy(&out).lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            // In small letters, as everything that is said.
            drawn.replacen("Error:", "error:", 1)
        }
        Err(_) => format!("error: {}\n", complaint.what),
    }
}

/// Lines up to this many bytes are shown whole.
const WHOLE: usize = 400;

/// How many bytes of a longer line are shown on either side of the place.
const AROUND: usize = 60;

/// Of a very long line only what is around the place, with its number; where the place is there, and what to say of it.
fn part_of_line(text: &str, range: Range<usize>, file: &str) -> (Option<String>, Range<usize>, Option<String>) {
    let before = &text[..range.start];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    let line_end = text[range.start..].find('\n').map_or(text.len(), |i| range.start + i);
    if line_end - line_start <= WHOLE {
        return (None, range, None);
    }
    let from = text.floor_char_boundary(range.start.saturating_sub(AROUND).max(line_start));
    let to = text.floor_char_boundary((range.start + AROUND).min(line_end));
    let above = before.matches('\n').count();
    let moved = range.start - from + above..range.end.min(to) - from + above;
    let place = format!("{file}:{}:{}", above + 1, before[line_start..].chars().count() + 1);
    let note = format!("only a part of the line is shown: the place is {place}");
    (Some("\n".repeat(above) + &text[from..to]), moved, Some(note))
}

/// The part of a message before a colon, and what to write instead, after it; code in backquotes is left whole.
fn advice(message: &str) -> (&str, Option<&str>) {
    let outside = |at: &usize| message[..*at].matches('`').count().is_multiple_of(2);
    match message.match_indices(": ").map(|(at, _)| at).find(outside) {
        Some(at) => (&message[..at], Some(&message[at + 2..])),
        None => (message, None),
    }
}

/// The bytes of a span.
fn range(span: Span, text: &str) -> Range<usize> {
    let start = offset(span.start(), text);
    start..offset(span.end(), text).max(start)
}

fn offset(at: LineColumn, text: &str) -> usize {
    let line_start: usize = text.split_inclusive('\n').take(at.line.saturating_sub(1)).map(str::len).sum();
    let rest = &text[line_start..];
    // A mark of the byte order at the start is not counted.
    let mark = if line_start == 0 && rest.starts_with('\u{feff}') { 1 } else { 0 };
    line_start + rest.char_indices().nth(at.column + mark).map_or(rest.len(), |(at, _)| at)
}
