//! What can be called stands where users look for it.

use crate::File;

/// The functions that a module exports: the lower-case names of its `pub use` items, and its own `pub fn`s.
pub fn exported(module: &str) -> Vec<String> {
    let mut names = Vec::new();
    for item in module.split("pub use ").skip(1) {
        let item = item.split(';').next().unwrap_or(item);
        let list = item.rsplit("::{").next().unwrap_or(item);
        let list = if list == item { item.rsplit("::").next().unwrap_or(item) } else { list };
        names.extend(list.split(',').map(|name| name.trim().trim_end_matches('}').trim().to_owned()));
    }
    for item in module.split("pub fn ").skip(1) {
        names.extend(item.split(['(', '<']).next().map(str::to_owned));
    }
    names.retain(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains(':'));
    names
}

/// The modules that a crate's root makes public, those hidden from the documentation excepted.
pub fn public_modules(root: &str) -> Vec<&str> {
    let above = std::iter::once("").chain(root.lines());
    let shown = above.zip(root.lines()).filter(|(above, _)| *above != "#[doc(hidden)]").map(|(_, line)| line);
    shown.filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect()
}

/// The operators that a document does not mention as code. An operator with its variants, `value_and_*` and `*_into`,
/// is mentioned by its own name.
pub fn unmentioned(operators: &[String], document: &str) -> Vec<String> {
    let words: Vec<&str> = document.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let is_known = |name: &&String| words.contains(&base(name));
    operators.iter().filter(|name| !is_known(name)).map(|name| format!("{name} is not in the document")).collect()
}

/// The functions of a module, outside of its types, that no example of it calls.
pub fn without_example(module: &File) -> Vec<String> {
    let (mut example, mut examples) = (false, String::new());
    for line in module.text.lines().map(str::trim_start).filter(|line| line.starts_with("//")) {
        let line = line.trim_start_matches(['/', '!', ' ']);
        let fence = line.starts_with("```");
        example ^= fence;
        if example && !fence {
            examples.push_str(line);
            examples.push('\n');
        }
    }
    let called = |call: &str| {
        let mut before = examples.match_indices(call).map(|(at, _)| examples[..at].chars().next_back());
        before.any(|c| c.is_none_or(|c| !c.is_alphanumeric() && c != '_'))
    };
    let functions = module.text.lines().filter_map(|line| line.strip_prefix("pub fn "));
    let names = functions.filter_map(|rest| rest.split(['(', '<']).next());
    let missing = names.filter(|name| !called(&format!("{name}(")) && !called(&format!("{name}::<")));
    missing.map(|name| format!("{}: no example calls {name}", module.path)).collect()
}

fn base(name: &str) -> &str {
    let name = name.strip_prefix("value_and_").unwrap_or(name);
    name.strip_suffix("_into").unwrap_or(name)
}
