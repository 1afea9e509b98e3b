//! Tables that stand beside the examples.

/// The columns of a table of numbers, separated by commas; lines that begin otherwise are its head and remarks.
pub(crate) fn columns<const N: usize>(text: &str) -> [Vec<f64>; N] {
    let mut columns = [(); N].map(|()| Vec::new());
    let rows = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit() || c == '-'));
    for row in rows {
        for (column, field) in columns.iter_mut().zip(row.split(',')) {
            column.push(field.trim().parse().expect("a number"));
        }
    }
    columns
}
