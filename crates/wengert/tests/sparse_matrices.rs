//! Sparse derivatives as matrices of faer and sprs, and dense matrices there and back.

use wengert::sparse::{Pattern, SparseHessian, SparseJacobian, from_faer, from_sprs, to_faer, to_sprs};

#[test]
fn derivatives_are_matrices_of_other_crates() {
    let f = wengert::function!(|x| -> Vec<T> { x.windows(2).map(|w| w[0] * w[1]).collect() });
    let x = [1.0, 2.0, 3.0, 4.0];
    let jacobian = SparseJacobian::prepare(f, &x).unwrap();
    let values = jacobian.eval(&x).unwrap();
    let (faer, sprs) = (to_faer(jacobian.pattern(), &values), to_sprs(jacobian.pattern(), &values));
    for i in 0..3 {
        for j in 0..4 {
            let expected = jacobian.pattern().position(i, j).map(|p| values[p]);
            assert_eq!(faer.get(i, j).copied(), expected);
            assert_eq!(sprs.get(i, j).copied(), expected);
        }
    }
    assert_eq!(&from_faer(faer.symbolic()).unwrap(), jacobian.pattern());
    assert_eq!(&from_sprs(&sprs).unwrap(), jacobian.pattern());
    assert_eq!(&from_sprs(&sprs.to_csr().view()).unwrap(), jacobian.pattern());

    let energy = wengert::function!(|x| x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum::<T>());
    let hessian = SparseHessian::prepare(energy, &x).unwrap();
    let values = hessian.eval(&x).unwrap();
    assert_eq!(to_sprs(hessian.pattern(), &values).nnz(), 7);
}

#[test]
fn what_is_empty_stays_so() {
    for (m, n) in [(0, 0), (0, 3), (3, 0), (2, 2)] {
        let pattern = Pattern::from_coordinates(m, n, []).unwrap();
        assert_eq!(from_faer(to_faer(&pattern, &[]).symbolic()).unwrap(), pattern);
        assert_eq!(from_sprs(&to_sprs(&pattern, &[])).unwrap(), pattern);
    }
}

#[test]
#[should_panic(expected = "the list of values has length 1, but there are 0 entries")]
fn values_are_as_many_as_entries() {
    let pattern = Pattern::from_coordinates(1, 1, []).unwrap();
    let _ = to_faer(&pattern, &[1.0]);
}

#[test]
fn dense_matrices_are_lent_to_faer() {
    use wengert::linalg::{Matrix, from_faer, to_faer};
    let a: Matrix = Matrix::from_rows([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let lent = to_faer(&a);
    assert!(std::ptr::eq(lent.as_ptr(), a.as_slice().as_ptr()));
    assert_eq!(from_faer((lent.transpose() * lent).as_ref()), a.transposed() * &a);
    let duals = a.map(wengert::Dual::variable);
    assert_eq!(from_faer(to_faer(&duals).transpose())[(2, 1)].value, 6.0);
}
