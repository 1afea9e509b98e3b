//! Errors drawn under the source text.

use crate::visible::{visible, visible_line};
use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};
use std::ops::Range;

/// Lines up to this many bytes are shown whole.
const WHOLE: usize = 160;

/// How many bytes of a longer line are shown on either side of the place.
const AROUND: usize = 60;

pub(crate) struct Picture<'a> {
    pub(crate) message: &'a str,
    pub(crate) span: Range<usize>,
    pub(crate) position: (usize, usize),
    pub(crate) label: &'a str,
    pub(crate) related: Option<(Range<usize>, &'a str)>,
    pub(crate) help: &'a str,
    pub(crate) source: &'a str,
    pub(crate) name: &'a str,
}

pub(crate) fn render(picture: &Picture<'_>) -> String {
    let Picture { source, name, .. } = *picture;
    let span = clamp(source, &picture.span);
    let line_start = source[..span.start].rfind('\n').map_or(0, |i| i + 1);
    let line_end = source[span.start..].find('\n').map_or(source.len(), |i| span.start + i);
    if line_end - line_start <= WHOLE {
        let related = picture.related.as_ref().map(|(at, label)| (clamp(source, at), *label));
        return draw(picture, source, span, related, None);
    }
    let from = boundary(source, span.start.saturating_sub(AROUND).max(line_start));
    let to = boundary(source, (span.start + AROUND).min(line_end));
    let (line, column) = picture.position;
    // Empty lines before the part keep its number.
    let text = "\n".repeat(line - 1) + &source[from..to];
    let moved = |at: &Range<usize>| at.start - from + line - 1..at.end.min(to) - from + line - 1;
    let inside = |at: &Range<usize>| from <= at.start && at.end <= to;
    let related = picture.related.as_ref().filter(|(at, _)| inside(at)).map(|(at, label)| (moved(at), *label));
    let note = format!("only a part of the line is shown: the place is {name}:{line}:{column}");
    draw(picture, &text, moved(&span), related, Some(note))
}

fn draw(
    picture: &Picture<'_>,
    text: &str,
    span: Range<usize>,
    related: Option<(Range<usize>, &str)>,
    note: Option<String>,
) -> String {
    // Written out before it is drawn, so that marks stay below their places.
    let moved = |at: Range<usize>| visible(&text[..at.start]).len()..visible(&text[..at.end]).len();
    let (span, related) = (moved(span), related.map(|(at, label)| (moved(at), label)));
    let (text, name) = (visible(text), visible_line(picture.name));
    let (name, text) = (name.as_str(), &*text);
    let mut report = Report::build(ReportKind::Error, (name, span.clone()))
        .with_config(Config::default().with_color(false).with_index_type(IndexType::Byte))
        .with_message(visible(picture.message))
        .with_label(Label::new((name, span)).with_message(visible(picture.label)));
    if let Some((at, label)) = related {
        report.add_label(Label::new((name, at)).with_message(label).with_order(1));
    }
    if !picture.help.is_empty() {
        report.set_help(visible(picture.help));
    }
    if let Some(note) = note {
        report.set_note(visible(&note));
    }
    let mut out = Vec::new();
    match report.finish().write((name, Source::from(text)), &mut out) {
        Ok(()) => {
            let drawn: String =
                String::from_utf8_lossy(&out).lines().map(|line| line.trim_end().to_owned() + "\n").collect();
            // In small letters, as everything that is said.
            drawn.replacen("Error:", "error:", 1)
        }
        Err(_) => format!("error: {}\n", visible(picture.message)),
    }
}

/// The nearest character boundary at or before `i`.
fn boundary(source: &str, i: usize) -> usize {
    source.floor_char_boundary(i)
}

/// A range that can be cut from this source, which may not be the one that was parsed.
fn clamp(source: &str, span: &Range<usize>) -> Range<usize> {
    let start = boundary(source, span.start.min(source.len()));
    start..boundary(source, span.end.min(source.len())).max(start)
}
