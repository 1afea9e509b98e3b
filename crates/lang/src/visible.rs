//! Text that a terminal shows, and does not obey.

use std::borrow::Cow;

/// The text with what steers a terminal or hides in it written out: control characters but line ends and tabs, marks
/// that change the direction of writing, and characters without width. `\u{1b}[2J` is seen, and clears no screen.
///
/// What [`Error::report`](crate::Error::report) draws has passed through it. Cost: one pass; allocates only where there
/// is something to write out.
///
/// ```
/// assert_eq!(lang::visible("x + \x1b[2Jy\n"), "x + \\u{1b}[2Jy\n");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.char_indices().any(|(at, c)| hidden(text, at, c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for (at, c) in text.char_indices() {
        match hidden(text, at, c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

fn hidden(text: &str, at: usize, c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        // A line end of Windows.
        '\r' => !text[at + 1..].starts_with('\n'),
        '\u{61c}' | '\u{feff}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        c => c.is_control(),
    }
}

/// As [`visible`], in one line: for names.
pub(crate) fn visible_line(text: &str) -> String {
    visible(text).replace('\n', "\\n")
}
