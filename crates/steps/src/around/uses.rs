//! What names are used for in a text.

/// What a name is used for.
#[derive(Debug, PartialEq, Eq)]
pub enum Use<'t> {
    Definition,
    /// `name::form`
    Form(&'t str),
    /// A plain call, an import, a field or a method of that name, a comment.
    None,
    /// Something else, as an argument of a macro.
    Any,
}

/// Whether a text declares a function of this name, differentiable or not.
pub fn declares(text: &str, name: &str) -> bool {
    occurrences(text, name).any(|at| matches!(use_of(text, at, at + name.len()), Use::Definition))
}

/// Where a word stands in a text.
pub fn occurrences<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let alone = move |at: usize| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(in_word) && !after.is_some_and(in_word)
    };
    text.match_indices(word).map(|(at, _)| at).filter(move |&at| alone(at))
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub fn use_of(text: &str, from: usize, to: usize) -> Use<'_> {
    let (before, after) = (text[..from].trim_end(), text[to..].trim_start());
    let line = text[..from].rfind('\n').map_or(0, |k| k + 1);
    if text[line..from].trim_start().starts_with("//") {
        return Use::None;
    }
    let last = before.rsplit(|c| !in_word(c)).next().unwrap_or_default();
    if last == "fn" {
        return Use::Definition;
    }
    if let Some(path) = after.strip_prefix("::") {
        let path = path.trim_start();
        let end = path.find(|c| !in_word(c)).unwrap_or(path.len());
        return if path.starts_with('<') { Use::None } else { Use::Form(&path[..end]) };
    }
    let field = before.ends_with('.') && !before.ends_with("..");
    if after.starts_with('(') || field || is_imported(before) && !after.starts_with("as ") {
        return Use::None;
    }
    Use::Any
}

/// Whether the text ends within a `use`.
fn is_imported(before: &str) -> bool {
    let in_use = |c: char| in_word(c) || c.is_whitespace() || ":,{}*".contains(c);
    let start = before.rfind(|c| !in_use(c)).map_or(0, |k| k + 1);
    // A character may be longer than a byte.
    let path = before.get(start..).unwrap_or_default();
    path.split(|c| !in_word(c)).any(|word| word == "use")
}
