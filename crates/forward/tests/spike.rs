use forward::{Dual, Tagged};
use rules::{Functions, Lift, Real, functions::*};

fn f<T: Real>(x: &[T]) -> T {
    let mut s = 2.0 * x[0].sin() + 1.0 - x[1];
    if x[1] > 0.0 && 0.0 < x[1] && x[0] < x[1] {
        s += x[1].powf(1.5).max(0.25) * 3.0;
    }
    s -= (1.0 / x[1]).exp();
    s *= 2.0;
    s + x.iter().sum::<T>() + x.iter().map(|&v| v * v).sum::<T>()
}

#[test]
fn literals_infer() {
    let x = Dual::variable(0.5f64);
    let y = (2.0 * x).sin() + (x * 2.0 + 1.0).exp();
    let z = 2.0 * (1.0 - x).ln();
    println!("{y:?} {z:.3}");
    println!("{:?}", f(&[0.5, 2.0]));
    println!("{:?}", f(&[Dual::variable(0.5), Dual::from(2.0)]));
    println!("{:?}", f(&[Dual::<_, [f64; 2]>::lane(0.5, 0), Dual::lane(2.0, 1)]));
}

#[test]
fn constant_exponent() {
    let x = Dual::variable(-2.0);
    let y = x.powf(3.0);
    assert_eq!((y.value, y.tangent), (-8.0, 12.0));
    let xx = Dual::variable(Dual::variable(0.0));
    for (e, want) in [(2.0, 2.0), (1.0, 0.0), (0.0, 0.0), (3.0, 0.0)] {
        assert_eq!(xx.powf(e).tangent.tangent, want, "{e}");
    }
    let x3 = Dual::variable(Dual::variable(Dual::variable(0.0)));
    assert_eq!(x3.powf(2.0).tangent.tangent.tangent, 0.0);
    assert_eq!(x3.powi(2).tangent.tangent.tangent, 0.0);
}

#[test]
fn structural() {
    let (x, y) = (Dual::<_, [f64; 2]>::lane(0.0, 0), Dual::<_, [f64; 2]>::lane(1.0, 1));
    let z: Dual<f64, [f64; 2]> = x.sqrt() + y;
    assert_eq!(z.tangent, [f64::INFINITY, 1.0]);
    let x = Dual::variable(0.0f64);
    assert!(x.powi(3).cbrt().tangent.is_nan());
    assert!((1.0 / (1.0 / x)).tangent.is_nan());
    let dead = select(gt(x, Dual::from(1.0)), x.ln().sqrt(), x * 3.0);
    assert_eq!(dead.tangent, 3.0);
}

fn derivative<T: Real>(f: impl for<'t> Fn(Tagged<'t, Dual<T>>) -> Tagged<'t, Dual<T>>, x: T) -> T {
    f(Tagged::bind(Dual::variable(x))).release().tangent
}

#[test]
fn confusion() {
    let d = derivative(|x| x * derivative(|y| Tagged::lift(x) + y, x), 1.0);
    assert_eq!(d, 1.0);
    let d = derivative(|t| t.powi(2) + t + 1.0, 5.0);
    assert_eq!(d, 11.0);
}
