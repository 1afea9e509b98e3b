//! Whether users find an example where they look something up.
//!
//! rustdoc's own lint, `missing_doc_code_examples`, passes over all that is exported from a private module, which is most of
//! it here, and asks for an example of each `impl`. What counts here is the page: a type or trait has an example on its page, and
//! one there calls each of its methods; a function has one of its own, or is called in that of its module or on the front page of
//! its crate.

use crate::File;
use std::collections::BTreeMap;

/// The crates that are no interface, and why: their public items need no example, and may change with every release.
/// `ARCHITECTURE.md` and their own front pages say so too.
pub const INSIDE: [(&str, &str); 6] = [
    ("front", "the inside of the compiler: read by its stages alone"),
    ("steps", "the inside of the compiler: read by its stages alone"),
    ("lower", "the inside of the compiler: called by adjoint alone"),
    ("emit", "the inside of the compiler: called by adjoint alone"),
    ("adjoint", "the inside of the compiler: called by macros, and by the program that prints adjoints"),
    ("macros", "a shell: wengert exports the attribute and the derive, and has their pages"),
];

/// Something public.
struct Item {
    path: String,
    line: usize,
    kind: &'static str,
    /// The type or trait that it belongs to.
    owner: Option<String>,
    name: String,
    documentation: String,
    /// The examples of its module.
    module: String,
}

/// The public items of a crate whose page shows no example of them, as `file:line: kind name`.
pub fn without_page_example(sources: &[&File]) -> Vec<String> {
    let hidden: Vec<String> = sources.iter().flat_map(|file| hidden_modules(file)).collect();
    let is_shown = |file: &&&File| !hidden.iter().any(|path| in_module(&file.path, path));
    let (mut items, mut pages) = (Vec::new(), BTreeMap::<String, String>::new());
    for file in sources.iter().filter(is_shown) {
        read(file, &mut items, &mut pages);
    }
    let front = sources
        .iter()
        .find(|file| file.path.ends_with("/src/lib.rs"))
        .map_or(String::new(), |file| module_examples(file));
    let lacks = |item: &&Item| {
        let page = item.owner.as_ref().and_then(|owner| pages.get(owner)).map_or("", String::as_str);
        let own = pages.get(&item.name).map_or("", String::as_str);
        !match (&item.owner, item.kind) {
            _ if !examples(&item.documentation).is_empty() => true,
            (Some(_), _) => [page, &item.module].iter().any(|text| calls(text, &item.name)),
            (None, "fn") => [&item.module, &front].iter().any(|text| calls(text, &item.name)),
            (None, "macro_rules!") => item.module.contains(&format!("{}!", item.name)),
            (None, _) => !own.is_empty() || [&item.module, &front].iter().any(|text| has_word(text, &item.name)),
        }
    };
    let owner = |item: &Item| item.owner.as_ref().map_or(String::new(), |owner| format!("{owner}::"));
    let shown = |item: &Item| format!("{}:{}: {} {}{}", item.path, item.line, item.kind, owner(item), item.name);
    items.iter().filter(lacks).map(shown).collect()
}

/// The folders and files of modules that are hidden from the documentation, without `.rs`.
fn hidden_modules(file: &File) -> Vec<String> {
    let path = file.path.strip_suffix(".rs").unwrap_or(&file.path);
    let folder = path.strip_suffix("/lib").or(path.strip_suffix("/mod")).unwrap_or(path);
    let lines: Vec<&str> = file.text.lines().map(str::trim).collect();
    let modules = lines.windows(2).filter(|pair| pair[0] == "#[doc(hidden)]");
    let names = modules.filter_map(|pair| pair[1].strip_prefix("pub mod ")?.strip_suffix(';'));
    names.map(|name| format!("{folder}/{name}")).collect()
}

fn in_module(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// Adds the public items of a file, and the examples on the pages of types and traits.
fn read(file: &File, items: &mut Vec<Item>, pages: &mut BTreeMap<String, String>) {
    let module = module_examples(file);
    let (mut documentation, mut attributes) = (String::new(), String::new());
    let (mut owner, mut is_trait, mut in_macro, mut in_attribute) = (None::<String>, false, false, false);
    for (i, line) in file.text.lines().enumerate() {
        let trimmed = line.trim_start();
        if let Some(text) = trimmed.strip_prefix("///") {
            documentation.push_str(text);
            documentation.push('\n');
            continue;
        }
        if trimmed.starts_with("#[") || in_attribute {
            attributes.push_str(trimmed);
            in_attribute = !trimmed.ends_with(']');
            continue;
        }
        if trimmed.starts_with("//") {
            continue;
        }
        let hidden = attributes.contains("doc(hidden)");
        if in_macro {
            in_macro = line != "}";
        } else if let Some(name) = line.strip_prefix("macro_rules! ") {
            in_macro = true;
            if attributes.contains("macro_export") && !hidden {
                items.push(item(file, i, "macro_rules!", None, word(name), &documentation, &module));
            }
        } else if line == "}" {
            (owner, is_trait) = (None, false);
        } else if let Some(ty) = inherent(line) {
            owner = Some(ty.to_owned()).filter(|_| !hidden);
            pages.entry(ty.to_owned()).or_default().push_str(&examples(&documentation));
        } else if let Some((kind, name)) = public(line.strip_prefix("    ").unwrap_or(line), is_trait) {
            let member = line.starts_with("    ");
            if !hidden && (!member || owner.is_some()) {
                let of = owner.clone().filter(|_| member);
                pages.entry(of.clone().unwrap_or(name.to_owned())).or_default().push_str(&examples(&documentation));
                items.push(item(file, i, kind, of, name, &documentation, &module));
            }
            if kind == "trait" && !member && !line.ends_with('}') {
                (owner, is_trait) = (Some(name.to_owned()).filter(|_| !hidden), true);
            }
        }
        documentation.clear();
        attributes.clear();
    }
}

fn module_examples(file: &File) -> String {
    let lines = file.text.lines().filter_map(|line| line.strip_prefix("//!"));
    examples(&lines.collect::<Vec<_>>().join("\n"))
}

fn item(
    file: &File,
    line: usize,
    kind: &'static str,
    owner: Option<String>,
    name: &str,
    documentation: &str,
    module: &str,
) -> Item {
    let (documentation, module) = (documentation.to_owned(), module.to_owned());
    Item { path: file.path.clone(), line: line + 1, kind, owner, name: name.to_owned(), documentation, module }
}

/// The type of an inherent `impl` that a line opens.
fn inherent(line: &str) -> Option<&str> {
    let mut rest = line.strip_prefix("impl")?;
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().find(|&(i, c)| {
            depth += i32::from(c == '<');
            depth -= i32::from(c == '>' && !rest[..i].ends_with('-'));
            depth == 0
        })?;
        rest = &rest[end.0 + 1..];
    }
    let rest = rest.trim_start();
    let ty = word(rest);
    (!rest.contains(" for ") && !ty.is_empty()).then_some(ty)
}

/// What a line declares to be public, and its name; in a trait, functions are.
fn public(line: &str, in_trait: bool) -> Option<(&'static str, &str)> {
    let mut rest = match line.strip_prefix("pub ") {
        Some(rest) => rest,
        None if in_trait && !line.starts_with(' ') => line,
        None => return None,
    };
    while let Some(next) =
        ["const ", "async ", "unsafe ", "extern \"C\" "].iter().find_map(|word| rest.strip_prefix(word))
    {
        rest = next;
    }
    let kinds = ["fn", "struct", "enum", "trait", "union"];
    kinds.into_iter().find_map(|kind| Some((kind, word(rest.strip_prefix(kind)?.strip_prefix(' ')?))))
}

fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The code in a text of documentation.
fn examples(documentation: &str) -> String {
    let (mut inside, mut code) = (false, String::new());
    for line in documentation.lines() {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        if inside && !fence {
            code.push_str(line);
            code.push('\n');
        }
    }
    code
}

fn has_word(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

/// Whether code calls a function or method, passes it on, or implements it.
fn calls(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&code[..at], &code[at + name.len()..]);
        let starts = [".", "::", "fn "].iter().any(|mark| before.ends_with(mark));
        let called = behind.starts_with('(') || behind.starts_with("::<");
        let whole = |c: char| !c.is_alphanumeric() && c != '_';
        (starts && behind.chars().next().is_none_or(whole)) || (called && before.chars().next_back().is_none_or(whole))
    })
}
