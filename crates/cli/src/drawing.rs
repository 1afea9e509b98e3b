//! Errors in Rust sources, drawn under the text.

use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use lang::visible;
use proc_macro2::{LineColumn, Span};
use std::ops::Range;

/// All that an error says, each part under its place; one that has no place is drawn at `otherwise`.
pub(crate) fn draw(error: &syn::Error, otherwise: Option<Span>, text: &str, file: &str) -> String {
    let drawings = error.clone().into_iter().map(|error| {
        let nowhere = |span: Span| span.start() == span.end() && span.start() == LineColumn { line: 1, column: 0 };
        let span = match otherwise {
            Some(other) if nowhere(error.span()) => other,
            _ => error.span(),
        };
        draw_one(&error.to_string(), range(span, text), text, file)
    });
    drawings.collect::<Vec<_>>().join("\n")
}

fn draw_one(message: &str, range: Range<usize>, text: &str, file: &str) -> String {
    // The parser's words for a text that is not even made of tokens.
    let message = match message {
        "cannot parse string into token stream" => "not Rust: a bracket or a quote without its partner",
        message => message,
    };
    let (what, instead) = advice(message);
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
    let mut out = Vec::new();
    match report.finish().write((file, Source::from(&*text)), &mut out) {
        Ok(()) => String::from_utf8_lossy(&out).lines().map(|line| line.trim_end().to_owned() + "\n").collect(),
        Err(_) => format!("Error: {message}\n"),
    }
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
