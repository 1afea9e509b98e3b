//! Functions of slices at ordinary and at awkward points.

use wengert::prelude::*;
use wengert::slices::{log_sum_exp, max_of, min_of, norm};

#[test]
fn norms() {
    let (r, g) = value_and_gradient(|x| norm(x), &[2.0, -3.0, 6.0]);
    assert_eq!(r, 7.0);
    for (g, want) in g.iter().zip([2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0]) {
        assert!((g - want).abs() < 1e-16);
    }
    for scale in [1e-308, 1e-200, 1e200, 3e307] {
        let (r, g) = value_and_gradient(|x| norm(x), &[3.0 * scale / 4.0, scale]);
        assert!((r / scale - 1.25).abs() < 1e-15, "{scale}");
        assert!((g[0] - 0.6).abs() < 1e-15 && (g[1] - 0.8).abs() < 1e-15, "{scale}: {g:?}");
    }
    assert_eq!(norm::<f64>(&[]), 0.0);
    assert_eq!(norm(&[f64::INFINITY, 1.0]), f64::INFINITY);
    assert!(norm(&[f64::NAN, 1.0]).is_nan());
    assert!(hessian(|x| norm(x), &[0.0, 0.0])[(0, 0)].is_nan());
}

#[test]
fn extremes() {
    assert_eq!(value_and_gradient(|x| min_of(x), &[2.0, 1.0, 1.0]), (1.0, vec![0.0, 0.5, 0.5]));
    assert_eq!(max_of(&[1.0, f64::NAN, 3.0]), 3.0);
    assert_eq!((max_of::<f64>(&[]), min_of::<f64>(&[])), (f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(max_of(&[f64::INFINITY, f64::INFINITY]), f64::INFINITY);
    assert_eq!(max_of(&[0.1, 0.1, 0.1, 0.1, 0.1, 0.1]), 0.1);
}

#[test]
fn sums_of_exponentials() {
    let (y, g) = value_and_gradient(|x| log_sum_exp(x), &[1.0, 2.0, 3.0]);
    assert!((y - 3.4076059644443806).abs() < 1e-15);
    assert!((g.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    assert!((g[2] / g[1] - 1f64.exp()).abs() < 1e-14);
    let inf = f64::INFINITY;
    assert_eq!(log_sum_exp::<f64>(&[]), -inf);
    assert_eq!(value_and_gradient(|x| log_sum_exp(x), &[-inf, -inf]), (-inf, vec![0.0, 0.0]));
    assert_eq!(value_and_gradient(|x| log_sum_exp(x), &[-inf, 2.0]), (2.0, vec![0.0, 1.0]));
    let h = hessian(|x| log_sum_exp(x), &[0.0, 0.0]);
    assert_eq!(h.as_slice(), [0.25, -0.25, -0.25, 0.25]);
}
