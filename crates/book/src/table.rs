//! Tables of documents.

use crate::Failure;
use std::path::Path;

/// The cells of the first table between the lines `<!-- name -->` and `<!-- /name -->` of a document, its head first.
pub(crate) fn table(root: &Path, document: &str, name: &str) -> Result<Vec<Vec<String>>, Failure> {
    let text = std::fs::read_to_string(root.join(document)).map_err(|error| format!("{document}: {error}"))?;
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let part = text.split(&open).nth(1).and_then(|rest| rest.split(&close).next());
    let part = part.ok_or_else(|| format!("{document} has no part `{name}`"))?;
    let lines = part.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let rows = lines.filter(|line| !line.starts_with("| ---"));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    Ok(rows.map(cells).collect())
}
