//! Small cases whose answers are known.

use sparse::color::{self, Order::Natural};
use sparse::{Error, NEUTRAL, Pattern};

fn anti_diagonal() -> Pattern {
    Pattern::from_coordinates(4, 4, (0..4).map(|i| (i, 3 - i))).unwrap()
}

#[test]
fn of_the_anti_diagonal_one_color_is_needed() {
    assert_eq!(color::bidirectional(&anti_diagonal(), Natural).count(), 1);
    assert_eq!(color::star(&anti_diagonal(), Natural).unwrap().coloring().count(), 1);
    assert_eq!(color::symmetric(&anti_diagonal(), Natural).unwrap().coloring().count(), 1);
}

#[test]
fn patterns_without_entries_rows_or_columns() {
    for (m, n) in [(0, 0), (0, 5), (5, 0), (3, 4), (4, 4)] {
        let pattern = Pattern::from_coordinates(m, n, []).unwrap();
        assert_eq!(color::columns(&pattern, Natural).colors(), vec![NEUTRAL; n]);
        assert_eq!(color::rows(&pattern, Natural).colors(), vec![NEUTRAL; m]);
        let both = color::bidirectional(&pattern, Natural);
        assert_eq!((both.count(), both.rows.colors().len(), both.columns.colors().len()), (0, m, n));
        assert_eq!(color::peeled_columns(&pattern, Natural).count(), 0);
        if m == n {
            assert_eq!(color::star(&pattern, Natural).unwrap().coloring().count(), 0);
            assert_eq!(color::symmetric(&pattern, Natural).unwrap().coloring().count(), 0);
            assert_eq!(color::acyclic(&pattern, Natural).unwrap().coloring().count(), 0);
        }
    }
}

#[test]
fn empty_rows_and_columns_keep_their_places() {
    // The last ones too: the list of colours is as long as the matrix is wide.
    let pattern = Pattern::from_coordinates(6, 6, [(1, 1), (1, 3), (3, 1)]).unwrap();
    assert_eq!(color::columns(&pattern, Natural).colors(), [NEUTRAL, 0, NEUTRAL, 1, NEUTRAL, NEUTRAL]);
    assert_eq!(color::acyclic(&pattern, Natural).unwrap().coloring().colors()[4..], [NEUTRAL; 2]);
}

#[test]
fn what_is_not_symmetric_is_refused() {
    let lower = Pattern::from_coordinates(3, 3, [(0, 0), (2, 1)]).unwrap();
    let expected = Error::NotSymmetric { shape: [3, 3], entry: Some([2, 1]) };
    assert_eq!(color::star(&lower, Natural).unwrap_err(), expected);
    assert_eq!(color::acyclic(&lower, Natural).unwrap_err(), expected);
    assert_eq!(color::symmetric(&lower, Natural).unwrap_err(), expected);
    let wide = Pattern::from_coordinates(2, 3, []).unwrap();
    assert_eq!(
        color::star(&wide, Natural).unwrap_err().to_string(),
        "a symmetric pattern is wanted, and this one is 2 x 3"
    );
}

#[test]
fn colors_that_do_not_fit_are_refused() {
    use sparse::Coloring;
    let full = Pattern::dense(2, 2).unwrap();
    let one = Coloring::new(vec![0, 0]);
    assert!(matches!(color::Star::new(&full, one.clone()), Err(Error::Colors { .. })));
    assert!(matches!(color::Star::new(&full, Coloring::new(vec![0])), Err(Error::Shapes { .. })));
    assert!(matches!(color::Bidirectional::new(&full, one.clone(), one.clone()), Err(Error::Colors { .. })));
    assert!(color::Bidirectional::new(&full, Coloring::new(vec![NEUTRAL; 2]), Coloring::new(vec![1, 0])).is_ok());
}

#[test]
fn colors_are_numbered_without_gaps() {
    use sparse::Coloring;
    let coloring = Coloring::new(vec![7, NEUTRAL, 7, 4_000_000_000, 2]);
    assert_eq!((coloring.colors(), coloring.count()), (&[1, NEUTRAL, 1, 2, 0][..], 3));
    let coloring = Coloring::new(vec![3, NEUTRAL, 3, 1]);
    assert_eq!((coloring.colors(), coloring.count()), (&[1, NEUTRAL, 1, 0][..], 2));
    assert_eq!(coloring.groups().get(1), [0, 2]);
}
