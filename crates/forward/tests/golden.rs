//! Worked numbers of the textbooks, in forward mode.

use forward::{Dual, Taylor};
use rules::{Functions, Lift, Number, Real};

fn lanes<const N: usize>(x: [f64; N]) -> [Dual<f64, [f64; N]>; N] {
    core::array::from_fn(|k| Dual::lane(x[k], k))
}

#[track_caller]
fn near(got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len());
    for (g, w) in got.iter().zip(want) {
        assert!((g - w).abs() <= 4e-16 * w.abs().max(1.0) * 4.0, "{got:?} is not {want:?}");
    }
}

#[test]
fn a_polynomial() {
    fn f<T: Real>(t: T) -> T {
        t.powi(2) + t + 1.0
    }
    assert_eq!(f(Dual::<f64>::variable(5.0)).tangent, 11.0);
    assert_eq!(f(Dual::<f64>::variable(3.0)).tangent, 7.0);
    assert_eq!(f(Taylor::<f64, 2>::variable(5.0)).coefficients().collect::<Vec<_>>(), [31.0, 11.0, 1.0]);
    // Beside it, what a forward difference makes of it.
    assert_eq!((f(5.0 + 1e-6) - f(5.0)) / 1e-6, 11.000001002514637);
}

#[test]
fn a_product_and_a_sine() {
    let [x, y] = lanes([0.5, 4.2]);
    let z = x * y + x.sin();
    assert_eq!((z.value, z.tangent), (2.579425538604203, [5.077582561890373, 0.5]));
}

#[test]
fn a_whole_gradient_in_one_run() {
    let [x, y] = lanes([3.0, 2.0]);
    assert_eq!((x * y).tangent, [2.0, 3.0]);
}

#[test]
fn several_outputs() {
    let a = 0.7f64;
    let x = Dual::<f64>::variable(a);
    let y = x.sin().powi(2);
    let (u, v) = (y + 10.0 * x, x + 20.0 * y);
    near(&[u.tangent, v.tangent], &[2.0 * a.sin() * a.cos() + 10.0, 1.0 + 40.0 * a.sin() * a.cos()]);
}

#[test]
fn two_outputs_of_one_run() {
    let x = Dual::<f64>::variable(0.5);
    let (z, v) = (2.0 * x + x.sin(), 4.0 * x + x.cos());
    assert_eq!((z.tangent, v.tangent), (2.0 + 0.5f64.cos(), 4.0 - 0.5f64.sin()));
}

#[test]
fn directions() {
    fn f<T: Real>(x: [T; 3]) -> T {
        let r = x[0].ln() / x[2];
        (r.sin() + x[2].exp() * x[1] * x[0].sin()) * r
    }
    let at = [2.0, 3.0, 0.5];
    let gradient = [2.881435277657582, 2.078302020192192, -9.665577338807522];
    let all = f(lanes(at));
    near(&[all.value], &[7.59767187393311]);
    near(&all.tangent, &gradient);
    let direction = [0.3, -2.0, 1.5];
    let one = f(core::array::from_fn(|k| Dual::<f64>::seeded(at[k], direction[k])));
    near(&[one.tangent], &[direction.iter().zip(gradient).map(|(d, g)| d * g).sum()]);
}

#[test]
fn second_order_by_nesting() {
    let x = Dual::<Dual>::variable(Dual::variable(2.0));
    let y = x.powi(3) + x.sin();
    near(
        &[y.value.value, y.tangent.value, y.tangent.tangent],
        &[8.0 + 2f64.sin(), 12.0 + 2f64.cos(), 12.0 - 2f64.sin()],
    );
    let lifted = Dual::<Dual>::lift(Dual::variable(2.0)) * x;
    assert_eq!(lifted.tangent.tangent, 1.0);
    assert!(!lifted.is_constant());
}
