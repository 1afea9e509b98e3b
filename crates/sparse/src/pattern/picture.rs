//! Pictures of patterns: one line, Braille, SVG.

use super::Pattern;
use core::fmt;
use core::fmt::Write;

/// The dots of a Braille character in its bits, by row and column.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// A picture in SVG has no more cells than these in each direction.
const CELLS: usize = 512;

impl fmt::Display for Pattern {
    /// Writes sizes, entries and density, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (m, n, entries) = (self.rows(), self.columns(), self.entries());
        let s = if entries == 1 { "y" } else { "ies" };
        write!(f, "{m} x {n}, {entries} entr{s}, {} % dense", Percent(100.0 * self.density()))
    }
}

/// Two digits, and more where they stand before the point.
struct Percent(f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = match self.0 {
            0.0 => 0,
            p => (1.0 - p.abs().log10().floor()).clamp(0.0, 9.0) as usize,
        };
        let text = format!("{:.digits$}", self.0);
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        f.write_str(text)
    }
}

impl Pattern {
    /// A picture in Braille characters, at most `width` lines of at most `width` of them: a dot for each entry, or for each
    /// block of the matrix with one where it is larger. More than 512 are taken for 512.
    ///
    /// ```
    /// let band = sparse::Pattern::from_coordinates(8, 8, (0..8).map(|i| (i, i)))?;
    /// assert_eq!(band.braille(40), "⠑⢄⠀⠀\n⠀⠀⠑⢄\n");
    /// # Ok::<(), sparse::Error>(())
    /// ```
    ///
    /// Cost: one pass over the entries.
    pub fn braille(&self, width: usize) -> String {
        let width = width.clamp(1, CELLS);
        let cells = Cells::of(self, 2 * width, 4 * width);
        let (lines, signs) = (cells.rows.div_ceil(4), cells.columns.div_ceil(2));
        let mut dots = vec![0; lines * signs];
        cells.each(self, |i, j| dots[i / 4 * signs + j / 2] |= DOTS[i % 4][j % 2]);
        let mut text = String::with_capacity(lines * (3 * signs + 1));
        for line in dots.chunks(signs.max(1)) {
            text.extend(line.iter().filter_map(|&bits| char::from_u32(0x2800 + bits)));
            text.push('\n');
        }
        text
    }

    /// A picture as an SVG document: a square for each entry, or for each block with one where the matrix has more than
    /// 512 rows or columns, darker the more of the block is filled.
    ///
    /// Cost: one pass over the entries; the document has at most 512 x 512 squares.
    pub fn to_svg(&self) -> String {
        let cells = Cells::of(self, CELLS, CELLS);
        let (height, width) = (cells.rows, cells.columns);
        let mut counts = vec![0u32; height * width];
        cells.each(self, |i, j| counts[i * width + j] = counts[i * width + j].saturating_add(1));
        let block = cells.scale.min(self.rows() as f64) * cells.scale.min(self.columns() as f64);
        let unit = (640.0 / width.max(height).max(1) as f64).max(1.0);
        let mut svg = String::new();
        let (w, h) = (width as f64 * unit, height as f64 * unit);
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="-1 -1 {} {}">"#,
            w + 2.0,
            h + 2.0,
            w + 2.0,
            h + 2.0
        );
        let _ = writeln!(svg, "<title>{self}</title>");
        let _ = writeln!(svg, r#"<rect x="0" y="0" width="{w}" height="{h}" fill="white" stroke="gray"/>"#);
        for (cell, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let shade = (0.35 + 0.65 * f64::from(count) / block).min(1.0);
            let (x, y) = ((cell % width) as f64 * unit, (cell / width) as f64 * unit);
            let _ = write!(svg, r#"<rect x="{x}" y="{y}" width="{unit}" height="{unit}""#);
            let _ = if shade < 1.0 { writeln!(svg, r#" fill-opacity="{shade:.2}"/>"#) } else { writeln!(svg, "/>") };
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// The matrix divided into blocks, each a cell of a picture.
struct Cells {
    scale: f64,
    rows: usize,
    columns: usize,
}

impl Cells {
    /// With at most this many columns and rows of cells.
    fn of(pattern: &Pattern, most_columns: usize, most_rows: usize) -> Cells {
        let (m, n) = (pattern.rows() as f64, pattern.columns() as f64);
        let scale = (n / most_columns as f64).max(m / most_rows as f64).max(1.0);
        let cells = |count: f64| (count / scale).ceil() as usize;
        Cells { scale, rows: cells(m).min(most_rows), columns: cells(n).min(most_columns) }
    }

    fn each(&self, pattern: &Pattern, mut mark: impl FnMut(usize, usize)) {
        let cell = |i: usize, most: usize| ((i as f64 / self.scale) as usize).min(most - 1);
        for (i, j) in pattern.iter() {
            mark(cell(i, self.rows), cell(j, self.columns));
        }
    }
}
