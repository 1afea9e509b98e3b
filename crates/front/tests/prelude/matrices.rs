//! `wengert::Matrix`.

use front::prelude::matrix::Matrix;

#[test]
fn entries() {
    let mut a = Matrix::from_rows(2, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!((a.rows(), a.columns(), a.row(1), a[(0, 2)]), (2, 3, &[4.0, 5.0, 6.0][..], 3.0));
    a[(1, 0)] = 7.0;
    assert_eq!(a.as_slice(), [1.0, 2.0, 3.0, 7.0, 5.0, 6.0]);
    assert_eq!(a.into_vec()[3], 7.0);
    assert_eq!(Matrix::filled(3, 0, 1.0).as_slice().len(), 0);
    assert_eq!(Matrix::from_rows(0, vec![]).columns(), 0);
}
