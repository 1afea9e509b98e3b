//! Arrays of ndarray on duals, series and variables.

use ndarray::{Array1, Array2, ArrayView2, array};
use wengert::prelude::*;
use wengert::{Dual, Taylor, Var};

fn energy<T: Real + ndarray::ScalarOperand>(x: &[T], a: ArrayView2<'_, f64>) -> T {
    let x = ndarray::ArrayView1::from(x);
    let a = a.mapv(T::from);
    let y = a.dot(&x) * x[0] + &x * 2.0;
    (&y - &x / x[1]).dot(&y) + y.sum()
}

#[test]
fn arrays_run_on_every_number() {
    let a = array![[1.0, 2.0, 0.5], [0.25, -1.0, 3.0], [2.0, 0.0, 1.0]];
    let x = [0.7, -1.3, 2.0];
    let tape: &'static Tape = Box::leak(Box::default());
    let vars: Vec<Var<'static>> = x.iter().map(|&x| tape.var(x)).collect();
    let y = energy(&vars, a.view());
    assert_eq!(y.value(), energy(&x, a.view()));
    let adjoints = y.grad();
    for (k, &var) in vars.iter().enumerate() {
        let duals: Vec<Dual> = (0..3).map(|i| Dual::seeded(x[i], f64::from(u8::from(i == k)))).collect();
        let by_dual = energy(&duals, a.view()).tangent;
        let series: Vec<Taylor<f64, 2>> =
            (0..3).map(|i| if i == k { Taylor::variable(x[i]) } else { Taylor::fixed(x[i]) }).collect();
        let by_series = energy(&series, a.view()).coefficient(1);
        let by_tape = adjoints.wrt(var);
        assert!((by_dual - by_tape).abs() < 1e-12 * by_dual.abs(), "{k}: {by_dual}, {by_tape}");
        assert!((by_dual - by_series).abs() < 1e-13 * by_dual.abs(), "{k}: {by_dual}, {by_series}");
    }
}

#[test]
fn views_lie_over_lists_without_copies() {
    let x: Vec<Dual> = (0..6).map(|k| Dual::variable(f64::from(k))).collect();
    let view = ArrayView2::from_shape((2, 3), &x).unwrap();
    assert!(std::ptr::eq(view.as_slice().unwrap(), x.as_slice()));
    assert_eq!(view.sum_axis(ndarray::Axis(0)).map(|x| x.tangent), array![2.0, 2.0, 2.0]);
    let product: Array2<Dual> = view.dot(&view.t());
    assert_eq!((product[[0, 1]].value, product[[0, 1]].tangent), (14.0, 15.0));
    let zeros: Array1<Dual> = Array1::zeros(2);
    assert!(zeros.iter().all(|x| !x.is_active()));
}

#[test]
fn matrices_go_there_and_back() {
    use wengert::linalg::{Matrix, from_ndarray, to_ndarray};
    let a = Matrix::from_fn(4, 3, |i, j| Dual::variable((10 * i + j) as f64));
    let lent = to_ndarray(&a);
    assert!(std::ptr::eq(lent.as_ptr(), a.as_slice().as_ptr()));
    let turned = from_ndarray(&lent.slice(ndarray::s![..;-1, ..;2]));
    assert_eq!(turned.map(|x| x.value), Matrix::from_fn(4, 2, |i, j| (10 * (3 - i) + 2 * j) as f64));
    let wide = array![[1.0, 2.0]];
    assert_eq!(from_ndarray(&wide.broadcast((3, 2)).unwrap()).as_slice(), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    assert_eq!(to_ndarray(&Matrix::<f64>::zeros(3, 0)).dim(), (3, 0));
    // A product in their hands has the gradient of ours: of tr(A^T A).
    let g = gradient(
        |x| {
            let a = Matrix::from_vec(2, 2, x.to_vec());
            from_ndarray(&to_ndarray(&a).t()).matmul(&a).trace()
        },
        &[1.0, 2.0, 3.0, 4.0],
    );
    assert_eq!(g, [2.0, 4.0, 6.0, 8.0]);
}
