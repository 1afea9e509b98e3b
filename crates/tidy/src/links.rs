//! Links from documents lead to files that are there.

use crate::File;
use std::path::Path;

/// The links of a document, outside code, to files of which `exists` says that they are not there, given their paths
/// from the root.
pub fn broken_links(document: &File, exists: impl Fn(&Path) -> bool) -> Vec<String> {
    let folder = Path::new(&document.path).parent().unwrap_or(Path::new(""));
    let (mut complaints, mut code) = (Vec::new(), false);
    for (number, line) in document.text.lines().enumerate() {
        code ^= line.trim_start().starts_with("```");
        if code {
            continue;
        }
        for rest in line.split("](").skip(1) {
            let target = rest.split([')', '#']).next().unwrap_or_default();
            let elsewhere = target.is_empty() || target.contains("://");
            if !elsewhere && !exists(&folder.join(target)) {
                complaints.push(format!("{}:{}: there is no {target}", document.path, number + 1));
            }
        }
    }
    complaints
}
