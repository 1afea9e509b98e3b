//! What names are used for in a text.

use crate::index::{Text, is_of_std};

/// What a name is used for.
#[derive(Debug, PartialEq, Eq)]
pub enum Use<'t> {
    Definition,
    /// `name::form`
    Form(&'t str),
    /// A plain call, a value, an import, a field or a method of that name, a comment.
    None,
    /// Whatever the rules of the crate's macros ask for.
    Rules,
    /// Something else: another name, an attribute, a macro of another crate.
    Any,
}

/// Whether a text declares a function of this name, differentiable or not.
pub fn declares(text: &str, name: &str) -> bool {
    let commented = |at: usize| text[text[..at].rfind('\n').map_or(0, |k| k + 1)..at].trim_start().starts_with("//");
    occurrences(text, name).any(|at| is_defined(text, at) && !commented(at))
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

/// Whether the name at a byte is that of a function which begins here.
fn is_defined(text: &str, at: usize) -> bool {
    text[..at].trim_end().rsplit(|c| !in_word(c)).next() == Some("fn")
}

/// What the name between two bytes is used for, where macros of the crate are known by their names.
pub fn use_of<'t>(whole: &'t Text, from: usize, to: usize, has_rules: &dyn Fn(&str) -> bool) -> Use<'t> {
    let text: &str = &whole.text;
    let given = whole.macros_around(from);
    let foreign = given.iter().any(|name| !is_of_std(name));
    if !whole.is_word(from) {
        // An attribute or a macro may read what a string says.
        return if whole.is_string(from) && (foreign || whole.is_in_attribute(from)) { Use::Any } else { Use::None };
    }
    let (before, after) = (text[..from].trim_end(), text[to..].trim_start());
    if is_defined(text, from) {
        return Use::Definition;
    }
    // A field or a method, and what a macro's rule calls something by.
    if before.ends_with('.') && !before.ends_with("..") || before.ends_with('$') {
        return Use::None;
    }
    if let Some(path) = after.strip_prefix("::") {
        let path = path.trim_start();
        let end = path.find(|c| !in_word(c)).unwrap_or(path.len());
        return if path.starts_with('<') { Use::None } else { Use::Form(&path[..end]) };
    }
    if given.iter().any(|name| name == "macro_rules" || has_rules(name)) {
        return Use::Rules;
    }
    let imported = is_imported(before);
    if after.starts_with('(') || imported && !after.starts_with("as ") {
        return Use::None;
    }
    if foreign || imported || !whole.is_value(from) || whole.is_in_attribute(from) { Use::Any } else { Use::None }
}

/// Whether the text ends within a `use`.
fn is_imported(before: &str) -> bool {
    let in_use = |c: char| in_word(c) || c.is_whitespace() || ":,{}*".contains(c);
    let start = before.rfind(|c| !in_use(c)).map_or(0, |k| k + 1);
    // A character may be longer than a byte.
    let path = before.get(start..).unwrap_or_default();
    path.split(|c| !in_word(c)).any(|word| word == "use")
}
