//! Where the entries of a sparse matrix are: compressed columns without values.

mod market;
mod picture;

use crate::{Error, memory};

/// More rows or columns than these cannot be numbered, as one number stands for no color.
pub(crate) const MOST: usize = u32::MAX as usize - 1;

/// Where an m x n matrix may have entries other than zero: compressed columns (CSC) without values.
///
/// Within each column rows ascend, each once. Values that belong to a pattern are listed in its order: column by column,
/// from top to bottom.
///
/// ```
/// use sparse::Pattern;
/// let pattern = Pattern::from_coordinates(2, 3, [(0, 0), (1, 2), (0, 2)])?;
/// assert_eq!(pattern.column_pointers(), [0, 1, 1, 3]);
/// assert_eq!(pattern.row_indices(), [0, 0, 1]);
/// assert_eq!(pattern.to_string(), "2 x 3, 3 entries, 50 % dense");
/// # Ok::<(), sparse::Error>(())
/// ```
///
/// What can be asked of it, and made from it:
///
/// ```
/// use sparse::Pattern;
/// // 1 1 0
/// // 0 1 1
/// // 0 0 1
/// let upper = Pattern::new(3, 3, vec![0, 1, 3, 5], vec![0, 0, 1, 1, 2])?;
/// assert_eq!((upper.rows(), upper.columns(), upper.entries()), (3, 3, 5));
/// assert_eq!(upper.density(), 5.0 / 9.0);
/// assert_eq!((upper.column(2), upper.position(1, 2), upper.position(2, 0)), (&[1, 2][..], Some(3), None));
///
/// let tridiagonal = upper.symmetrized()?;
/// assert!(tridiagonal.is_symmetric() && !upper.is_symmetric());
/// assert_eq!(tridiagonal, upper.union(&upper.transpose())?);
/// assert_eq!(tridiagonal.lower(), upper.transpose());
/// assert_eq!(tridiagonal.filter(|i, j| i != j).entries(), 4);
/// assert!(Pattern::dense(3, 3)?.contains(&tridiagonal));
/// // A square for each entry, and the frame.
/// assert_eq!(upper.to_svg().matches("<rect").count(), 6);
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    rows: usize,
    columns: usize,
    pointers: Vec<usize>,
    indices: Vec<usize>,
}

impl Pattern {
    /// The pattern with these compressed columns: the rows of column `j` are
    /// `row_indices[column_pointers[j]..column_pointers[j + 1]]`.
    ///
    /// # Errors
    /// If there are not n + 1 ascending pointers from 0 to the number of entries, the rows of a column do not ascend, an
    /// entry is outside, or there are more than 2^32 - 2 rows or columns.
    ///
    /// Cost: one pass over both lists.
    pub fn new(
        rows: usize,
        columns: usize,
        column_pointers: Vec<usize>,
        row_indices: Vec<usize>,
    ) -> Result<Pattern, Error> {
        limit(rows, columns)?;
        let complaint = |message: String| Err(Error::Pointers { message });
        if column_pointers.len() != columns + 1 {
            return complaint(format!("{} of them for {columns} columns: pass {}", column_pointers.len(), columns + 1));
        }
        if column_pointers[0] != 0 {
            return complaint(format!("the first is {}, and has to be 0", column_pointers[0]));
        }
        if column_pointers[columns] != row_indices.len() {
            return complaint(format!(
                "the last is {}, and there are {} row indices",
                column_pointers[columns],
                row_indices.len()
            ));
        }
        if let Some(j) = (0..columns).find(|&j| column_pointers[j] > column_pointers[j + 1]) {
            return complaint(format!("that of column {j} is greater than the next"));
        }
        for column in 0..columns {
            let mut least = 0;
            for &row in &row_indices[column_pointers[column]..column_pointers[column + 1]] {
                if row >= rows {
                    return Err(Error::Outside { row, column, shape: [rows, columns] });
                }
                if row < least {
                    return Err(Error::Order { column, row });
                }
                least = row + 1;
            }
        }
        Ok(Pattern { rows, columns, pointers: column_pointers, indices: row_indices })
    }

    /// The pattern of the entries (row, column), in any order; an entry may be named more than once.
    ///
    /// # Errors
    /// If an entry is outside, there are more than 2^32 - 2 rows or columns, or more of them than there is memory for: 8 bytes
    /// for each column and entry are kept.
    ///
    /// Cost: proportional to the entries, rows and columns: two passes of sorting by counting.
    pub fn from_coordinates(
        rows: usize,
        columns: usize,
        entries: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Pattern, Error> {
        limit(rows, columns)?;
        room(rows, columns, 0)?;
        let mut list = Vec::new();
        for (row, column) in entries {
            if row >= rows || column >= columns {
                return Err(Error::Outside { row, column, shape: [rows, columns] });
            }
            if list.len() == list.capacity() {
                memory::expect(memory::bytes([(list.len(), 16)]), || format!("a list of {} entries", 2 * list.len()))?;
            }
            list.push((row as u32, column as u32));
        }
        room(rows, columns, list.len())?;
        Ok(Pattern::from_pairs(rows, columns, &list))
    }

    /// The pattern of entries (row, column) that are inside.
    pub(crate) fn from_pairs(rows: usize, columns: usize, entries: &[(u32, u32)]) -> Pattern {
        if entries.len() < rows.max(columns) / 8 {
            // Few entries: to count in all rows and columns would take longer than to sort.
            let mut sorted: Vec<(u32, u32)> = entries.iter().map(|&(i, j)| (j, i)).collect();
            sorted.sort_unstable();
            sorted.dedup();
            let mut pointers = vec![0; columns + 1];
            sorted.iter().for_each(|&(j, _)| pointers[j as usize + 1] += 1);
            accumulate(&mut pointers);
            return Pattern { rows, columns, pointers, indices: sorted.iter().map(|&(_, i)| i as usize).collect() };
        }
        // By rows, then by columns, in which rows ascend then.
        let (ends, by_row) = by_counting(rows, entries.iter().map(|&(i, j)| (i as usize, j)));
        let in_rows = (0..rows).flat_map(|i| by_row[ends[i]..ends[i + 1]].iter().map(move |&j| (j as usize, i)));
        let (mut pointers, mut indices) = by_counting(columns, in_rows);
        let (mut from, mut to) = (0, 0);
        for end in &mut pointers[1..] {
            let begin = to;
            for p in from..*end {
                if to == begin || indices[to - 1] != indices[p] {
                    indices[to] = indices[p];
                    to += 1;
                }
            }
            from = *end;
            *end = to;
        }
        indices.truncate(to);
        Pattern { rows, columns, pointers, indices }
    }

    /// The n x n pattern with these compressed columns.
    pub(crate) fn of_columns(n: usize, pointers: Vec<usize>, indices: Vec<usize>) -> Pattern {
        Pattern { rows: n, columns: n, pointers, indices }
    }

    /// The m x n pattern with these compressed rows, in which columns stand in any order, each once.
    pub(crate) fn of_rows(columns: usize, pointers: &[usize], indices: &[u32]) -> Result<Pattern, Error> {
        let rows = pointers.len() - 1;
        limit(rows, columns)?;
        // How many entries each column has, then where the next one goes; at last, where its next column begins.
        let mut next = vec![0; columns + 2];
        indices.iter().for_each(|&j| next[j as usize + 2] += 1);
        accumulate(&mut next);
        let mut list = vec![0; indices.len()];
        for (i, row) in pointers.windows(2).enumerate() {
            for &j in &indices[row[0]..row[1]] {
                let place = &mut next[j as usize + 1];
                list[*place] = i;
                *place += 1;
            }
        }
        next.pop();
        Ok(Pattern { rows, columns, pointers: next, indices: list })
    }

    /// The m x n pattern with all entries.
    ///
    /// # Errors
    /// If there are more than 2^32 - 2 rows or columns, or more entries than memory can be addressed for.
    pub fn dense(rows: usize, columns: usize) -> Result<Pattern, Error> {
        limit(rows, columns)?;
        let most = isize::MAX as usize / size_of::<usize>();
        let count = rows.checked_mul(columns).filter(|&count| count <= most);
        let Some(count) = count else {
            return Err(Error::TooLarge { what: "entries", count: rows.saturating_mul(columns), most });
        };
        memory::expect(memory::bytes([(count, 8), (columns, 8)]), || matrix(rows, columns, count))?;
        let mut indices = Vec::with_capacity(count);
        (0..columns).for_each(|_| indices.extend(0..rows));
        Ok(Pattern { rows, columns, pointers: (0..=columns).map(|j| j * rows).collect(), indices })
    }

    /// The number of rows, m.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns, n.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.indices.len()
    }

    /// The share of the entries in m n; 0 where that is 0.
    pub fn density(&self) -> f64 {
        let all = self.rows as f64 * self.columns as f64;
        if all == 0.0 { 0.0 } else { self.entries() as f64 / all }
    }

    /// Where each column begins in [`row_indices`](Pattern::row_indices), and the number of entries: n + 1 numbers.
    pub fn column_pointers(&self) -> &[usize] {
        &self.pointers
    }

    /// The rows of all entries, column by column.
    pub fn row_indices(&self) -> &[usize] {
        &self.indices
    }

    /// The rows with an entry in column `j`, ascending.
    ///
    /// # Panics
    /// If there is no such column.
    #[track_caller]
    pub fn column(&self, j: usize) -> &[usize] {
        assert!(j < self.columns, "no column {j} in a pattern of {} columns", self.columns);
        &self.indices[self.pointers[j]..self.pointers[j + 1]]
    }

    /// All entries as (row, column), column by column.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
        (0..self.columns).flat_map(|j| self.column(j).iter().map(move |&i| (i, j)))
    }

    /// The place of an entry in the order of the pattern, if there is one. Cost: a binary search in the column.
    pub fn position(&self, row: usize, column: usize) -> Option<usize> {
        if column >= self.columns {
            return None;
        }
        self.column(column).binary_search(&row).ok().map(|place| self.pointers[column] + place)
    }

    /// The n x m pattern with rows and columns exchanged. Cost: one pass of sorting by counting.
    #[must_use]
    pub fn transpose(&self) -> Pattern {
        let (pointers, indices) = by_counting(self.rows, self.iter());
        Pattern { rows: self.columns, columns: self.rows, pointers, indices }
    }

    /// The entries on and below the diagonal.
    #[must_use]
    pub fn lower(&self) -> Pattern {
        self.filter(|i, j| i >= j)
    }

    /// The entries for which `keep` holds, of row and column.
    #[must_use]
    pub fn filter(&self, mut keep: impl FnMut(usize, usize) -> bool) -> Pattern {
        let mut pointers = Vec::with_capacity(self.columns + 1);
        let mut indices = Vec::new();
        pointers.push(0);
        for j in 0..self.columns {
            indices.extend(self.column(j).iter().filter(|&&i| keep(i, j)));
            pointers.push(indices.len());
        }
        Pattern { rows: self.rows, columns: self.columns, pointers, indices }
    }

    /// Whether the pattern is square, and with each entry has that across the diagonal.
    pub fn is_symmetric(&self) -> bool {
        self.expect_symmetric().is_ok()
    }

    pub(crate) fn expect_symmetric(&self) -> Result<(), Error> {
        let shape = [self.rows, self.columns];
        if self.rows != self.columns {
            return Err(Error::NotSymmetric { shape, entry: None });
        }
        // The columns of a symmetric pattern are reached from each other in order.
        let mut next = self.pointers.clone();
        for (i, j) in self.iter() {
            if next[i] == self.pointers[i + 1] || self.indices[next[i]] != j {
                let entry = self.iter().find(|&(i, j)| self.position(j, i).is_none());
                return Err(Error::NotSymmetric { shape, entry: entry.map(|(i, j)| [i, j]) });
            }
            next[i] += 1;
        }
        Ok(())
    }

    /// The entries of a square pattern, and those across the diagonal: of a lower triangle, the whole.
    ///
    /// # Errors
    /// If the pattern is not square.
    pub fn symmetrized(&self) -> Result<Pattern, Error> {
        if self.rows != self.columns {
            return Err(Error::NotSymmetric { shape: [self.rows, self.columns], entry: None });
        }
        self.union(&self.transpose())
    }

    /// The entries of both patterns.
    ///
    /// # Errors
    /// If their shapes differ.
    ///
    /// Cost: one pass over both.
    pub fn union(&self, other: &Pattern) -> Result<Pattern, Error> {
        let (wanted, found) = ([self.rows, self.columns], [other.rows, other.columns]);
        if wanted != found {
            return Err(Error::Shapes { wanted, found });
        }
        let mut pointers = Vec::with_capacity(self.columns + 1);
        let mut indices = Vec::with_capacity(self.entries().max(other.entries()));
        pointers.push(0);
        for j in 0..self.columns {
            let (mut a, mut b) = (self.column(j).iter().peekable(), other.column(j).iter().peekable());
            while let Some(&i) = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x == y => {
                    a.next();
                    b.next()
                }
                (Some(x), Some(y)) if y < x => b.next(),
                (None, _) => b.next(),
                _ => a.next(),
            } {
                indices.push(i);
            }
            pointers.push(indices.len());
        }
        Ok(Pattern { rows: self.rows, columns: self.columns, pointers, indices })
    }

    /// Whether every entry of `other` is one of this pattern, and the shapes are the same.
    pub fn contains(&self, other: &Pattern) -> bool {
        [self.rows, self.columns] == [other.rows, other.columns]
            && other.iter().all(|(i, j)| self.position(i, j).is_some())
    }
}

fn matrix(rows: usize, columns: usize, entries: usize) -> String {
    format!("a {rows} x {columns} matrix with {entries} entries")
}

/// Whether there is memory to sort so many pairs.
pub(crate) fn room(rows: usize, columns: usize, entries: usize) -> Result<(), Error> {
    let terms = match entries < rows.max(columns) / 8 {
        true => [(columns, 8), (0, 0), (entries, 16)],
        false => [(columns, 16), (rows, 16), (entries, 12)],
    };
    memory::expect(memory::bytes(terms), || matrix(rows, columns, entries))
}

fn limit(rows: usize, columns: usize) -> Result<(), Error> {
    for (what, count) in [("rows", rows), ("columns", columns)] {
        if count > MOST {
            return Err(Error::TooLarge { what, count, most: MOST });
        }
    }
    Ok(())
}

/// The second numbers of pairs, sorted by the first ones below `count`, which stay in order; and where each begins.
pub(crate) fn by_counting<V: Copy + Default>(
    count: usize,
    pairs: impl Iterator<Item = (usize, V)> + Clone,
) -> (Vec<usize>, Vec<V>) {
    let mut pointers = vec![0; count + 1];
    pairs.clone().for_each(|(key, _)| pointers[key + 1] += 1);
    accumulate(&mut pointers);
    let mut next = pointers.clone();
    let mut sorted = vec![V::default(); pointers[count]];
    for (key, value) in pairs {
        sorted[next[key]] = value;
        next[key] += 1;
    }
    (pointers, sorted)
}

pub(crate) fn accumulate(counts: &mut [usize]) {
    (1..counts.len()).for_each(|k| counts[k] += counts[k - 1]);
}
