//! Long programs, whose sets would take the square of their length if they were copied.

use rules::{Functions, Real};
use sparse::detect::{self, PatternNumber};

const N: usize = 50_000;

fn all<'p>(x: &[PatternNumber<'p>], order: impl Iterator<Item = usize>) -> PatternNumber<'p> {
    order.fold(0.0.into(), |sum, k| sum + x[k].sin())
}

#[test]
fn a_sum_is_linear_in_its_length_in_any_order() {
    let x = vec![1.0; N];
    for k in 0..3 {
        let found = detect::jacobian(&x, |x| {
            vec![match k {
                0 => all(x, 0..N),
                1 => all(x, (0..N).rev()),
                _ => all(x, (0..N).map(|k| k * 7919 % N)),
            }]
        });
        assert_eq!(found.unwrap().here().entries(), N);
    }
    let found = detect::hessian(&x, |x| vec![all(x, 0..N) + x[0] * x[N - 1]]).unwrap();
    assert_eq!(found.here().lower().entries(), N + 1);
}

#[test]
fn a_sum_that_is_used_twice_on_its_way_grows_in_place() {
    let x = vec![1.0; N];
    let found = detect::jacobian(&x, |x| {
        // Each sum is used twice, and both times here.
        vec![x.iter().fold(0.0.into(), |sum: PatternNumber<'_>, &x| 0.5 * sum + (sum - x))]
    });
    assert_eq!(found.unwrap().here().entries(), N);
}

#[test]
fn a_long_chain_needs_no_stack() {
    let found = detect::hessian(&[1.0, 2.0], |x| vec![(0..100_000).fold(x[0], |y, _| (y + x[1]).sin())]).unwrap();
    assert_eq!(found.here().entries(), 4);
    // Linear all the way: nothing is made before the end.
    let found = detect::jacobian(&[1.0, 2.0], |x| vec![(0..100_000).fold(x[0], |y, _| y - x[1])]).unwrap();
    assert_eq!(found.here().entries(), 2);
}

#[test]
fn layers_that_share_all_inputs_share_one_set() {
    let n = 300;
    let found = detect::hessian(&vec![0.1; n], |x| {
        let mut layer = x.to_vec();
        for _ in 0..4 {
            let sum: PatternNumber<'_> = layer.iter().sum();
            layer = layer.iter().map(|&y| (sum - y).tanh()).collect();
        }
        vec![layer.iter().map(|y| y.powi(2)).sum()]
    });
    assert_eq!(found.unwrap().here().entries(), n * n);
}

#[test]
fn rosenbrock_is_tridiagonal() {
    fn rosenbrock<T: Real>(x: &[T]) -> T {
        x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
    }
    let n = 10_000;
    let found = detect::hessian(&vec![1.0; n], |x| vec![rosenbrock(x)]).unwrap();
    assert!(!found.is_local());
    assert_eq!(found.here().entries(), 3 * n - 2);
    assert!(found.here().iter().all(|(i, j)| i.abs_diff(j) < 2));
}
