//! Pages hang together: what links point to is there, the summary names every page, and code is that of the files that
//! it is taken from.

use crate::File;
use std::collections::BTreeMap;
use std::path::Path;

/// The lines of a document that are not code, with their numbers from 1.
fn prose(document: &File) -> impl Iterator<Item = (usize, &str)> {
    let mut code = false;
    (1..).zip(document.text.lines()).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// What a heading is called in an address: its letters, digits, `-` and `_` in lower case, with `-` for spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A path from the root with `..` worked out.
fn plain(path: &Path) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in path.iter().map(|name| name.to_string_lossy().into_owned()) {
        match name.as_str() {
            ".." => drop(names.pop()),
            "." => {}
            _ => names.push(name),
        }
    }
    names.join("/")
}

/// The links of documents to headings that the documents they lead to do not have.
pub fn broken_anchors(documents: &[File]) -> Vec<String> {
    let heading = |line: &str| line.starts_with('#').then(|| anchor(line.trim_start_matches('#')));
    let anchors: BTreeMap<&str, Vec<String>> = documents
        .iter()
        .map(|document| (document.path.as_str(), prose(document).filter_map(|(_, line)| heading(line)).collect()))
        .collect();
    let mut complaints = Vec::new();
    for document in documents {
        let folder = Path::new(&document.path).parent().unwrap_or(Path::new(""));
        for (number, line) in prose(document) {
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let Some((file, heading)) = target.split_once('#').filter(|_| !target.contains("://")) else {
                    continue;
                };
                let file = if file.is_empty() { document.path.clone() } else { plain(&folder.join(file)) };
                if anchors.get(file.as_str()).is_some_and(|known| !known.iter().any(|known| known == heading)) {
                    complaints.push(format!("{}:{number}: {file} has no heading #{heading}", document.path));
                }
            }
        }
    }
    complaints
}

/// The documents that a summary does not link to.
pub fn unlisted(summary: &File, documents: &[File]) -> Vec<String> {
    let folder = Path::new(&summary.path).parent().unwrap_or(Path::new(""));
    let targets = |line: &str| -> Vec<String> {
        line.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(|t| plain(&folder.join(t))).collect()
    };
    let listed: Vec<String> = summary.text.lines().flat_map(targets).collect();
    let missing = documents.iter().filter(|document| document.path != summary.path && !listed.contains(&document.path));
    missing.map(|document| format!("{} does not list {}", summary.path, document.path)).collect()
}

/// A document with its code as the files say that it is taken from: the block below `<!-- FILE: NAME -->` is what stands
/// in the file between the lines `// [NAME]` and `// [/NAME]`, and that below `<!-- FILE -->` any part of it.
///
/// # Errors
/// What does not fit: a file or a part that is not there, a mark without a block.
pub fn with_code(document: &File, read: impl Fn(&str) -> Option<String>) -> Result<String, Vec<String>> {
    let (mut text, mut complaints) = (String::new(), Vec::new());
    let mut lines = (1..).zip(document.text.lines());
    while let Some((number, line)) = lines.next() {
        text.push_str(line);
        text.push('\n');
        let Some((file, name)) = mark(line) else { continue };
        let mut complain = |what: &str| complaints.push(format!("{}:{number}: {file}{what}", document.path));
        let Some((_, fence)) = lines.next().filter(|(_, line)| line.starts_with("```")) else {
            complain(": a block of code has to follow");
            continue;
        };
        let block: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        let Some(source) = read(file) else {
            complain(" is not there");
            continue;
        };
        let code = match name {
            Some(name) => part(&source, name),
            None => contains(&source, &block).then(|| block.join("\n") + "\n"),
        };
        match code {
            Some(code) => text.push_str(&format!("{fence}\n{code}```\n")),
            None => complain(&name.map_or(" has no such lines".to_owned(), |name| format!(" has no part [{name}]"))),
        }
    }
    if complaints.is_empty() { Ok(text) } else { Err(complaints) }
}

/// The file and the part that a line names.
fn mark(line: &str) -> Option<(&str, Option<&str>)> {
    let inside = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (file, name) = inside.split_once(": ").map_or((inside, None), |(file, name)| (file, Some(name)));
    [".rs", ".c", ".cpp"].iter().any(|end| file.ends_with(end)).then_some((file, name))
}

/// The lines between the marks of a part, moved to the left.
fn part(source: &str, name: &str) -> Option<String> {
    let (open, close) = (format!("// [{name}]"), format!("// [/{name}]"));
    let mut lines = source.lines().skip_while(|line| line.trim() != open).skip(1).peekable();
    lines.peek()?;
    let lines: Vec<&str> = lines.take_while(|line| line.trim() != close).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let aside = lines.iter().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    Some(lines.iter().map(|line| line.get(aside..).unwrap_or("").to_owned() + "\n").collect())
}

/// Whether the lines stand in the source in a row, but for what is in front of them.
fn contains(source: &str, block: &[&str]) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let block: Vec<&str> = block.iter().map(|line| line.trim()).collect();
    !block.is_empty() && lines.windows(block.len()).any(|window| window == block)
}
