//! Patterns of matrices in files, by the Matrix Market format (Boisvert, Pozo and Remington 1996).

use crate::{Error, Pattern};
use std::io::BufRead;

impl Pattern {
    /// The pattern of a matrix in the Matrix Market format, as the SuiteSparse collection has them.
    ///
    /// Entries may be real, integer, complex or none (`pattern`); values are not looked at, so a stored zero is an entry. Of
    /// a symmetric, skew-symmetric or Hermitian matrix both triangles are taken.
    ///
    /// ```
    /// use sparse::Pattern;
    /// let file = "%%MatrixMarket matrix coordinate real symmetric\n% a comment\n3 3 3\n1 1 4.0\n3 1 -1.0\n3 3 2e0\n";
    /// let pattern = Pattern::from_matrix_market(file.as_bytes())?;
    /// assert_eq!(pattern.iter().collect::<Vec<_>>(), [(0, 0), (2, 0), (0, 2), (2, 2)]);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be read, is not in this format, has a matrix without structure (`array`), or names an entry outside.
    pub fn from_matrix_market(mut file: impl BufRead) -> Result<Pattern, Error> {
        let (mut line, mut number) = (String::new(), 0);
        let mut next = |line: &mut String| {
            line.clear();
            number += 1;
            let read = file.read_line(line).map_err(|error| wrong(number, error.to_string()))?;
            Ok((read > 0).then_some(number))
        };
        next(&mut line)?;
        let header = line.to_ascii_lowercase();
        let words: Vec<&str> = header.split_whitespace().collect();
        let &["%%matrixmarket", "matrix", format, values, symmetry] = words.as_slice() else {
            return Err(wrong(
                1,
                "a file begins with `%%MatrixMarket matrix coordinate real general`, or the like".into(),
            ));
        };
        if format != "coordinate" {
            return Err(wrong(1, format!("a matrix as `{format}` has no pattern: `coordinate` is wanted")));
        }
        let numbers = match values {
            "pattern" => 0,
            "real" | "integer" | "double" => 1,
            "complex" => 2,
            other => return Err(wrong(1, format!("values are real, integer, complex or pattern, not `{other}`"))),
        };
        let mirrored = match symmetry {
            "general" => false,
            "symmetric" | "skew-symmetric" | "hermitian" => true,
            other => {
                return Err(wrong(
                    1,
                    format!("`{other}` is no symmetry: it is general, symmetric, skew-symmetric or hermitian"),
                ));
            }
        };
        let mut shape: Option<[usize; 2]> = None;
        let (mut entries, mut stated) = (Vec::new(), 0);
        while let Some(number) = next(&mut line)? {
            if line.starts_with('%') || line.trim().is_empty() {
                continue;
            }
            let mut words = line.split_whitespace();
            let mut integer = |what: &str| {
                let word = words.next().ok_or_else(|| wrong(number, format!("{what} is missing")))?;
                word.parse::<usize>().map_err(|_| wrong(number, format!("{what} is a whole number, not `{word}`")))
            };
            let Some([m, n]) = shape else {
                shape = Some([integer("the number of rows")?, integer("the number of columns")?]);
                stated = integer("the number of entries")?;
                continue;
            };
            let (i, j) = (integer("the row")?, integer("the column")?);
            if words.count() != numbers {
                return Err(wrong(number, format!("an entry has a row, a column and {numbers} numbers of its value")));
            }
            if !(1..=m).contains(&i) || !(1..=n).contains(&j) {
                return Err(wrong(number, format!("the entry ({i}, {j}) is outside of a {m} x {n} matrix")));
            }
            entries.push((i - 1, j - 1));
        }
        let [m, n] = shape.ok_or_else(|| wrong(number, "the line with the sizes is missing".into()))?;
        if entries.len() != stated {
            return Err(wrong(number, format!("{} entries, where {stated} were announced", entries.len())));
        }
        let pattern = Pattern::from_coordinates(m, n, entries)?;
        if mirrored { pattern.symmetrized() } else { Ok(pattern) }
    }
}

fn wrong(line: usize, message: String) -> Error {
    Error::File { line, message }
}
