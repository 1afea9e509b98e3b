//! Patterns: what they accept, what they are asked, and their pictures.

use proptest::prelude::*;
use sparse::{Error, Pattern};
use std::collections::BTreeSet;

type Entries = BTreeSet<(usize, usize)>;

/// The shape, and entries as (column, row).
fn entries() -> impl Strategy<Value = (usize, usize, Vec<(usize, usize)>)> {
    (0..9usize, 0..40usize).prop_flat_map(|(m, n)| {
        let entry = (0..m.max(1), 0..n.max(1));
        let most = if m * n == 0 { 0 } else { 60 };
        (Just(m), Just(n), proptest::collection::vec(entry, 0..=most))
    })
}

fn set(pattern: &Pattern) -> Entries {
    pattern.iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]
    #[test]
    fn patterns_are_sets_of_entries((m, n, list) in entries(), others in proptest::collection::vec(any::<(usize, usize)>(), 0..20)) {
        let all: Entries = list.iter().copied().collect();
        let pattern = Pattern::from_coordinates(m, n, list).unwrap();
        prop_assert_eq!((pattern.rows(), pattern.columns(), pattern.entries()), (m, n, all.len()));
        prop_assert_eq!(&set(&pattern), &all);
        // The lists are those of compressed columns, and make the same pattern.
        let (pointers, indices) = (pattern.column_pointers().to_vec(), pattern.row_indices().to_vec());
        prop_assert_eq!(&Pattern::new(m, n, pointers, indices).unwrap(), &pattern);
        let places: Vec<_> = pattern.iter().map(|(i, j)| pattern.position(i, j).unwrap()).collect();
        prop_assert_eq!(places, (0..all.len()).collect::<Vec<_>>());
        prop_assert_eq!(pattern.position(m, 0).or(pattern.position(0, n)), None);

        let across: Entries = all.iter().map(|&(i, j)| (j, i)).collect();
        let transpose = pattern.transpose();
        prop_assert_eq!((transpose.rows(), transpose.columns(), set(&transpose)), (n, m, across.clone()));
        prop_assert_eq!(&transpose.transpose(), &pattern);
        prop_assert_eq!(set(&pattern.lower()), all.iter().copied().filter(|&(i, j)| i >= j).collect::<Entries>());
        prop_assert_eq!(pattern.is_symmetric(), m == n && all == across);

        let inside = |&(i, j): &(usize, usize)| (i % m.max(1), j % n.max(1));
        let others: Entries = if m * n == 0 { Entries::new() } else { others.iter().map(inside).collect() };
        let other = Pattern::from_coordinates(m, n, others.iter().copied()).unwrap();
        let union = pattern.union(&other).unwrap();
        prop_assert_eq!(set(&union), all.union(&others).copied().collect::<Entries>());
        prop_assert!(union.contains(&pattern) && union.contains(&other));
        prop_assert_eq!(pattern.contains(&other), others.is_subset(&all));
        // The picture has a dot for each entry, as nothing is larger than it.
        let dots: u32 = pattern.braille(40).chars().filter(|&c| c != '\n').map(|c| (c as u32 - 0x2800).count_ones()).sum();
        prop_assert_eq!(dots as usize, all.len());
        prop_assert_eq!(pattern.to_svg().matches("<rect").count(), all.len() + 1);
    }

    #[test]
    fn symmetrized_patterns_are_symmetric(n in 0..12usize, draws in proptest::collection::vec(any::<(usize, usize)>(), 0..30)) {
        let list = draws.iter().filter(|_| n > 0).map(|&(i, j)| (i % n.max(1), j % n.max(1)));
        let pattern = Pattern::from_coordinates(n, n, list).unwrap();
        let whole = pattern.symmetrized().unwrap();
        prop_assert!(whole.is_symmetric() && whole.contains(&pattern));
        prop_assert_eq!(&whole.lower().symmetrized().unwrap(), &whole);
        prop_assert_eq!(whole.entries(), set(&pattern).union(&set(&pattern.transpose())).count());
    }
}

#[test]
fn damaged_columns_are_refused() {
    let refused = |m, n, pointers: &[usize], rows: &[usize]| {
        Pattern::new(m, n, pointers.to_vec(), rows.to_vec()).unwrap_err().to_string()
    };
    assert_eq!(refused(2, 2, &[0, 1], &[0]), "column pointers: 2 of them for 2 columns: pass 3");
    assert_eq!(refused(2, 0, &[], &[]), "column pointers: 0 of them for 0 columns: pass 1");
    assert_eq!(refused(2, 1, &[1, 1], &[0]), "column pointers: the first is 1, and has to be 0");
    assert_eq!(refused(2, 1, &[0, 2], &[0]), "column pointers: the last is 2, and there are 1 row indices");
    assert_eq!(refused(2, 2, &[0, 3, 2], &[0, 1]), "column pointers: that of column 1 is greater than the next");
    assert_eq!(
        refused(2, 2, &[0, usize::MAX, 2], &[0, 1]),
        "column pointers: that of column 1 is greater than the next"
    );
    assert_eq!(refused(2, 1, &[0, 1], &[2]), "the entry (2, 0) is outside of a 2 x 1 matrix");
    for rows in [[1, 0], [1, 1]] {
        let message = refused(2, 1, &[0, 2], &rows);
        assert!(message.starts_with("the rows of column 0 have to ascend, each once, and row "), "{message}");
    }
    let outside = Pattern::from_coordinates(2, 3, [(0, 2), (1, 3)]).unwrap_err();
    assert_eq!(outside, Error::Outside { row: 1, column: 3, shape: [2, 3] });
}

#[test]
fn what_is_huge_is_refused_before_memory_is_asked_for() {
    for (m, n) in [(usize::MAX, 1), (1, usize::MAX), (1 << 32, 1 << 32)] {
        assert!(matches!(Pattern::from_coordinates(m, n, []), Err(Error::TooLarge { .. })));
        assert!(matches!(Pattern::new(m, n, vec![0], vec![]), Err(Error::TooLarge { .. })));
        assert!(matches!(Pattern::dense(m, n), Err(Error::TooLarge { .. })));
    }
    assert!(matches!(Pattern::dense(1 << 31, 1 << 31), Err(Error::TooLarge { what: "entries", .. })));
    let outside = Pattern::from_coordinates(5, 5, [(usize::MAX, 0)]);
    assert!(matches!(outside, Err(Error::Outside { row: usize::MAX, .. })));
    // Few entries in a tall matrix.
    let tall = Pattern::from_coordinates(4_000_000_000, 2, [(3_999_999_999, 1), (0, 1)]);
    assert_eq!(tall.unwrap().row_indices(), [0, 3_999_999_999]);
}

#[test]
fn shapes_that_differ_are_refused() {
    let (a, b) = (Pattern::dense(2, 3).unwrap(), Pattern::dense(3, 2).unwrap());
    assert_eq!(a.union(&b).unwrap_err().to_string(), "2 x 3 is wanted, and this is 3 x 2");
    assert!(!a.contains(&b));
    assert!(matches!(a.symmetrized(), Err(Error::NotSymmetric { entry: None, .. })));
    assert!(!a.is_symmetric());
    // As many entries in each row as in the column.
    assert!(!Pattern::from_coordinates(3, 3, [(0, 1), (1, 2), (2, 0)]).unwrap().is_symmetric());
}

#[test]
fn a_line_says_sizes_entries_and_density() {
    let line = |m, n, k: usize| Pattern::from_coordinates(m, n, (0..k).map(|k| (k / n, k % n))).unwrap().to_string();
    assert_eq!(line(49, 50, 98), "49 x 50, 98 entries, 4 % dense");
    assert_eq!(line(3, 3, 1), "3 x 3, 1 entry, 11 % dense");
    assert_eq!(line(3, 3, 9), "3 x 3, 9 entries, 100 % dense");
    assert_eq!(line(1000, 1000, 1), "1000 x 1000, 1 entry, 0.0001 % dense");
    assert_eq!(line(0, 5, 0), "0 x 5, 0 entries, 0 % dense");
}

#[test]
fn pictures_fit() {
    let band = |n: usize| Pattern::from_coordinates(n, n, (0..n).map(|i| (i, i))).unwrap();
    for (pattern, lines, signs) in [
        (band(1000), 10, 20),
        (band(40), 10, 20),
        (band(3), 1, 2),
        (Pattern::from_coordinates(100_000, 1, [(99_999, 0)]).unwrap(), 20, 1),
        (Pattern::from_coordinates(1, 100_000, [(0, 99_999)]).unwrap(), 1, 20),
        (Pattern::from_coordinates(0, 0, []).unwrap(), 0, 0),
        (Pattern::from_coordinates(0, 7, []).unwrap(), 0, 0),
        (Pattern::from_coordinates(9, 0, []).unwrap(), 0, 0),
    ] {
        let picture = pattern.braille(20);
        let widths: Vec<usize> = picture.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == signs), "{pattern}: {widths:?}");
        assert_eq!(widths.len(), lines, "{pattern}");
        if let Some(last) = picture.trim_end().chars().last() {
            assert!(last > '\u{2800}', "{pattern}: the last entry is seen");
        }
    }
    assert_eq!(band(5).braille(0).lines().count(), 1);
    let svg = band(2000).to_svg();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>2000 x 2000, 2000 entries, 0.05 % dense</title>"));
    assert!(svg.matches("<rect").count() <= 513 && svg.contains("fill-opacity"));
    // Rows and columns that are full are dark, however long they are.
    for full in [Pattern::dense(1, 5000).unwrap(), Pattern::dense(5000, 1).unwrap(), Pattern::dense(600, 600).unwrap()]
    {
        let svg = full.to_svg();
        let shade = |square: &str| square.split('"').next().and_then(|shade| shade.parse::<f64>().ok());
        let lightest = svg.split("fill-opacity=\"").skip(1).filter_map(shade).fold(1.0, f64::min);
        assert!(lightest > 0.7, "{full}: {lightest}");
    }
}

#[test]
fn matrices_are_read_from_files() {
    let read = |text: &str| Pattern::from_matrix_market(text.as_bytes());
    let general = read("%%MatrixMarket matrix coordinate pattern general\n%\n\n2 3 3\n1 1\n2 3\n1 3\n").unwrap();
    assert_eq!(general, Pattern::from_coordinates(2, 3, [(0, 0), (1, 2), (0, 2)]).unwrap());
    let complex = read("%%matrixmarket MATRIX coordinate complex Hermitian\r\n2 2 1\r\n2 1 0.5 -1\r\n").unwrap();
    assert_eq!(complex, Pattern::from_coordinates(2, 2, [(0, 1), (1, 0)]).unwrap());
    assert_eq!(read("%%MatrixMarket matrix coordinate real general\n0 4 0").unwrap().columns(), 4);
    for (text, expected) in [
        ("", "line 1: a file begins with"),
        ("1 1 1\n1 1 1", "line 1: a file begins with"),
        ("%%MatrixMarket matrix array real general\n1 1\n1\n", "line 1: a matrix as `array`"),
        ("%%MatrixMarket matrix coordinate real upper\n", "line 1: `upper` is no symmetry"),
        ("%%MatrixMarket matrix coordinate quaternion general\n", "line 1: values are"),
        ("%%MatrixMarket matrix coordinate real general\n% no more", "line 3: the line with the sizes"),
        ("%%MatrixMarket matrix coordinate real general\n2 2\n", "line 2: the number of entries is missing"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 x 1\n", "line 3: the column is a whole number"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1\n", "line 3: the entry (1, 3) is outside"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 1\n", "line 3: the entry (0, 1) is outside"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1\n", "line 3: an entry has"),
        ("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n", "line 4: 1 entries, where 2"),
        ("%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1\n", "a symmetric pattern is wanted"),
        ("%%MatrixMarket matrix coordinate real general\n99999999999 1 0\n", "99999999999 rows"),
    ] {
        let message = read(text).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{text:?}: {message}");
    }
    assert!(Pattern::from_matrix_market(&b"%%MatrixMarket matrix coordinate real general\n\xff\n"[..]).is_err());
}

#[test]
fn what_no_memory_holds_is_an_error_with_the_numbers() {
    let error = Pattern::dense(1 << 31, 1 << 20).unwrap_err();
    assert!(matches!(error, Error::Memory { bytes, .. } if bytes > 1 << 54), "{error:?}");
    let error = error.to_string();
    assert!(error.starts_with("a 2147483648 x 1048576 matrix with 2251799813685248 entries takes "), "{error}");
}
