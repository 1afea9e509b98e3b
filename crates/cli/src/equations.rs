//! Programs with equal signs in them: `y = a*x + b`, `x^2 + y^2 = a; x*y = 1`.

use std::ops::Range;

/// A part of a program between semicolons, with the places of both sides where it is an equation.
#[derive(Debug, PartialEq)]
pub(crate) struct Statement {
    pub(crate) left: Range<usize>,
    pub(crate) right: Option<Range<usize>>,
}

/// The functions that a text defines, and the statements after them; each as a place in it. Whether they are programs
/// is not asked.
pub(crate) fn statements(text: &str) -> (Vec<Range<usize>>, Vec<Statement>) {
    let (mut functions, mut statements) = (Vec::new(), Vec::new());
    let (mut brackets, mut lets) = (0, 0);
    let (mut start, mut equal, mut first_word) = (0, None, None);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at <= bytes.len() {
        let byte = bytes.get(at).copied();
        let alone = brackets <= 0 && lets <= 0;
        match byte {
            Some(b'#') => at += text[at..].find('\n').unwrap_or(text.len() - at) - 1,
            Some(b'(' | b'[') => brackets += 1,
            Some(b')' | b']') => brackets -= 1,
            Some(b'=' | b'<' | b'>' | b'!') if bytes.get(at + 1) == Some(&b'=') => at += 1,
            Some(b'=') if alone && equal.is_none() && first_word != Some("fn") => equal = Some(at),
            Some(b';') | None if byte.is_none() || brackets <= 0 => {
                let whole = start..at;
                if first_word == Some("fn") && byte.is_some() {
                    functions.push(start..at + 1);
                } else if has_code(&text[whole.clone()]) {
                    statements.push(match equal {
                        Some(equal) => Statement { left: start..equal, right: Some(equal + 1..at) },
                        None => Statement { left: whole, right: None },
                    });
                }
                (start, equal, first_word, lets) = (at + 1, None, None, 0);
            }
            Some(c) if c.is_ascii_alphabetic() || c == b'_' || !c.is_ascii() => {
                let rest = &text[at..];
                let end = rest.find(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_');
                let word = &rest[..end.unwrap_or(rest.len())];
                match word {
                    "let" => lets += 1,
                    "in" => lets -= 1,
                    _ => {}
                }
                first_word = first_word.or(Some(word));
                at += word.len() - 1;
            }
            Some(c) if c.is_ascii_digit() => {
                // The letters of 1e5 are no word.
                let more = bytes[at..].iter().take_while(|c| c.is_ascii_alphanumeric()).count();
                at += more - 1;
            }
            _ => {}
        }
        at += 1;
    }
    (functions, statements)
}

/// Whether there is more than space and comments.
fn has_code(text: &str) -> bool {
    text.lines().any(|line| !line.split('#').next().unwrap_or("").trim().is_empty())
}

/// The text with spaces in the place of all but these parts, so that what is kept keeps its place.
pub(crate) fn only(text: &str, kept: &[Range<usize>]) -> String {
    let keep = |at: usize| kept.iter().any(|range| range.contains(&at));
    text.char_indices()
        .flat_map(|(at, c)| {
            let (c, count) = if keep(at) || c == '\n' { (c, 1) } else { (' ', c.len_utf8()) };
            std::iter::repeat_n(c, count)
        })
        .collect()
}
