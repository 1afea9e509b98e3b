//! Duals mix with plain numbers, compare, sum and print as those do.
// The operators themselves are what is tested, in every spelling.
#![allow(clippy::op_ref, clippy::nonminimal_bool, clippy::neg_cmp_op_on_partial_ord, clippy::eq_op)]

use forward::Dual;
use rules::{Functions, Number, Real};

fn pair<T: Number>(d: Dual<T>) -> (T, T) {
    (d.value, d.tangent)
}

#[test]
fn literals_on_both_sides() {
    let x = Dual::<f64>::variable(3.0);
    assert_eq!(pair(2.0 * x + 1.0), (7.0, 2.0));
    assert_eq!(pair(1.0 + x * 2.0), (7.0, 2.0));
    assert_eq!(pair(1.0 - x), (-2.0, -1.0));
    assert_eq!(pair(x - 1.0), (2.0, 1.0));
    assert_eq!(pair(1.0 / x), (1.0 / 3.0, -(1.0 / 3.0) / 3.0));
    assert_eq!(pair(x / 2.0), (1.5, 0.5));
    assert_eq!(pair(7.5 % Dual::<f64>::variable(2.0)), (1.5, -3.0));
    assert_eq!(pair(x % 2.0), (1.0, 1.0));
    assert_eq!(pair(-x), (-3.0, -1.0));
    assert_eq!(pair(&x * &x - &x), (6.0, 5.0));
}

#[test]
fn assignment() {
    let mut x = Dual::<f64>::variable(3.0);
    x += 1.0;
    x *= x;
    x -= 2.0;
    x /= 2.0;
    assert_eq!(pair(x), (7.0, 4.0));
    x %= 4.0;
    assert_eq!(pair(x), (3.0, 4.0));
}

#[test]
fn comparisons_look_at_the_value() {
    let (x, y) = (Dual::<f64>::variable(1.0), Dual::from(1.0));
    assert!(x == y && x == 1.0 && 1.0 == x);
    assert!(x < 2.0 && 0.0 < x && x <= y && x.max(3.0) > y);
    let nan = Dual::<f64>::variable(f64::NAN);
    assert!(nan != nan && !(nan < x) && !(nan >= x) && nan.partial_cmp(&x).is_none());
}

#[test]
fn sums_and_products() {
    let x = [1.0, 2.0, 3.0].map(Dual::<f64>::variable);
    assert_eq!(pair(x.iter().sum()), (6.0, 3.0));
    assert_eq!(pair(x.iter().copied().sum()), (6.0, 3.0));
    assert_eq!(pair(x.iter().product()), (6.0, 11.0));
    assert_eq!(pair(x.into_iter().map(|x| x * x).product()), (36.0, 132.0));
}

#[test]
fn empty_sums_have_the_bits_of_plain_ones() {
    let none: [f64; 0] = [];
    let duals: [Dual; 0] = [];
    assert_eq!(duals.iter().sum::<Dual>().value.to_bits(), none.iter().sum::<f64>().to_bits());
    assert_eq!(duals.iter().product::<Dual>().value.to_bits(), none.iter().product::<f64>().to_bits());
    assert_eq!(duals.into_iter().sum::<Dual>().value.to_bits(), none.into_iter().sum::<f64>().to_bits());
    assert!(!duals.iter().sum::<Dual>().is_active());
}

#[test]
fn one_function_for_all_numbers() {
    fn f<T: Real>(x: &[T]) -> T {
        let mut s = 2.0 * x[0].sin() + 1.0 - x[1];
        if x[1] > 0.0 && 9.0 > x[1] && x[0] < x[1] {
            s += x[1].powf(1.5).max(0.25) * 3.0;
        }
        s -= (1.0 / x[1]).exp();
        s + x.iter().sum::<T>() + x.iter().map(|&v| v * v).sum::<T>()
    }
    let at = [0.5, 2.0];
    let lanes = f(&[Dual::<_, [f64; 2]>::lane(at[0], 0), Dual::lane(at[1], 1)]);
    assert_eq!(lanes.value, f(&at));
    for k in 0..2 {
        let one: [Dual; 2] = core::array::from_fn(|i| Dual::seeded(at[i], f64::from(i == k)));
        assert_eq!(f(&one).tangent, lanes.tangent[k]);
    }
}

#[test]
fn single_precision() {
    let x = Dual::<f32>::variable(0.5);
    let y = (2.0 * x).sin() * x.exp() + 1.0f32;
    assert_eq!(y.value, (2.0f32 * 0.5).sin() * 0.5f32.exp() + 1.0);
    let want = (2.0 * 1f64.cos() + 1f64.sin()) * 0.5f64.exp();
    assert!((f64::from(y.tangent) - want).abs() < 1e-6);
    assert!(x < 0.75f32 && x == 0.5f32);
    let nested = Dual::<Dual<f32>>::variable(x).powi(3);
    assert_eq!(nested.tangent.tangent, 3.0);
    let lanes = Dual::<f32, [f32; 3]>::lane(2.0, 1) * 3.0;
    assert_eq!(lanes.tangent, [0.0, 3.0, 0.0]);
}

#[test]
fn formats() {
    let x = Dual::<f64>::variable(1.5);
    assert_eq!(format!("{x} {:.2} {:>6}", x * x, x), "1.5 2.25    1.5");
    assert_eq!(format!("{x:?}"), "Dual { value: 1.5, tangent: 1.0 }");
}
