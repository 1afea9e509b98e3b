//! Functions of complex numbers, their derivatives and their branches.

use forward::{Dual, Taylor};
use rules::{Complex, Number, Real};

type Function<T> = fn(Complex<T>) -> Complex<T>;

fn functions<T: Real>() -> Vec<(&'static str, Function<T>)> {
    vec![
        ("recip", |z| z.recip()),
        ("sqrt", |z| z.sqrt()),
        ("exp", |z| z.exp()),
        ("exp_m1", |z| z.exp_m1()),
        ("ln", |z| z.ln()),
        ("ln_1p", |z| z.ln_1p()),
        ("sin", |z| z.sin()),
        ("cos", |z| z.cos()),
        ("tan", |z| z.tan()),
        ("sinh", |z| z.sinh()),
        ("cosh", |z| z.cosh()),
        ("tanh", |z| z.tanh()),
        ("asin", |z| z.asin()),
        ("acos", |z| z.acos()),
        ("atan", |z| z.atan()),
        ("asinh", |z| z.asinh()),
        ("acosh", |z| z.acosh()),
        ("atanh", |z| z.atanh()),
        ("cube", |z| z.powi(3)),
        ("fifth_root", |z| z.powf(T::from(0.2))),
        ("power", |z| z.powc(Complex::constant(-1.5, 0.75))),
        ("self_power", |z| z.powc(z)),
    ]
}

fn function<T: Real>(name: &str) -> Function<T> {
    functions().into_iter().find(|(known, _)| *known == name).unwrap().1
}

/// A line of the table: a function, a point, and the derivatives of orders 0 to 3 there.
fn references() -> Vec<(&'static str, Complex, [Complex; 4])> {
    let lines = include_str!("references/complex.tsv").lines().skip(1);
    lines
        .map(|line| {
            let mut columns = line.split('\t');
            let name = columns.next().unwrap();
            let numbers: Vec<f64> = columns.map(|column| column.parse().unwrap()).collect();
            let pair = |k: usize| Complex::new(numbers[2 * k], numbers[2 * k + 1]);
            (name, pair(0), std::array::from_fn(|k| pair(k + 1)))
        })
        .collect()
}

/// The error in units of rounding of the number itself.
fn error(found: Complex, right: Complex) -> f64 {
    (found - right).abs() / right.abs() / f64::EPSILON
}

type Third = Dual<Dual<Dual>>;

/// Duals that move along the real axis at three levels.
fn nested(z: Complex) -> Complex<Third> {
    let re = Dual::variable(Dual::variable(Dual::variable(z.re)));
    Complex::new(re, Third::constant(z.im))
}

#[test]
fn derivatives_to_order_three_are_those_of_high_precision() {
    let mut worst = std::collections::BTreeMap::new();
    for (name, z, right) in references() {
        let w = function::<Third>(name)(nested(z));
        let found = [
            w.map(|x| x.value.value.value),
            w.map(|x| x.tangent.value.value),
            w.map(|x| x.tangent.tangent.value),
            w.map(|x| x.tangent.tangent.tangent),
        ];
        // How strongly a derivative feels the last bit of the point, or a power that of its exponent, is no fault of the
        // function.
        for k in 0..4 {
            let by_exponent = if name.contains("power") { z.ln().abs() } else { 1.0 };
            let feels = if k < 3 { (right[k + 1] / right[k] * z).abs() } else { (right[3] / right[2] * z).abs() };
            let error = error(found[k], right[k]) / feels.max(by_exponent).max(1.0);
            let entry = worst.entry((name, k)).or_insert((0.0, z));
            if error > entry.0 || error.is_nan() {
                *entry = (error, z);
            }
        }
    }
    for ((name, k), (error, z)) in worst {
        assert!(error <= [2.0, 4.0, 6.0, 8.0][k], "{name}, derivative {k} at {z}: {error} roundings");
    }
}

#[test]
fn series_are_the_nested_duals() {
    for (name, z, right) in references() {
        let re = Taylor::<f64, 3>::variable(z.re);
        let w = function::<Taylor<f64, 3>>(name)(Complex::new(re, Taylor::fixed(z.im)));
        for k in 0..4 {
            let found = w.map(|x| x.derivative(k));
            let feels = right[3].abs().max(right[k].abs()) * z.abs().max(1.0).powi(3) / right[k].abs();
            assert!(error(found, right[k]) <= 60.0 * feels, "{name}, order {k} at {z}: {found}, not {}", right[k]);
        }
    }
}

/// The derivative of both parts along a direction of the plane.
fn along(f: Function<Dual>, z: Complex, direction: Complex) -> Complex {
    let w = f(Complex::new(Dual::seeded(z.re, direction.re), Dual::seeded(z.im, direction.im)));
    w.map(|x| x.tangent)
}

#[test]
fn cauchy_and_riemann_are_right_to_rounding_and_conjugates_go_through() {
    for (name, z, _) in references() {
        let f = function::<Dual>(name);
        let (by_x, by_y) = (along(f, z, Complex::new(1.0, 0.0)), along(f, z, Complex::i()));
        assert!(error(by_x.mul_i(), by_y) <= 2.0, "{name} at {z}: {by_x} by x, {by_y} by y");
        let turned = along(f, z, Complex::new(0.6, -0.8));
        assert!((turned - by_x * Complex::new(0.6, -0.8)).abs() <= 4.0 * f64::EPSILON * by_x.abs(), "{name} at {z}");
        // All are real on a part of the real axis, so that f(conj z) = conj f(z); the one power has another exponent then.
        if name != "power" {
            let g = function::<f64>(name);
            assert_eq!(g(z.conj()), g(z).conj(), "{name} at {z}");
            assert_eq!(along(f, z.conj(), Complex::new(1.0, 0.0)), by_x.conj(), "{name} at {z}");
        }
    }
}

#[test]
fn zeros_say_on_which_side_of_a_cut_a_number_lies() {
    use std::f64::consts::{FRAC_PI_2, PI};
    let (root, acosh) = (2f64.sqrt(), 2f64.acosh());
    let plain: Vec<(&str, Complex, Complex)> = vec![
        ("sqrt", Complex::new(-2.0, 0.0), Complex::new(0.0, root)),
        ("sqrt", Complex::new(-2.0, -0.0), Complex::new(0.0, -root)),
        ("sqrt", Complex::new(-0.0, 0.0), Complex::new(0.0, 0.0)),
        ("sqrt", Complex::new(-0.0, -0.0), Complex::new(0.0, -0.0)),
        ("ln", Complex::new(-1.0, 0.0), Complex::new(0.0, PI)),
        ("ln", Complex::new(-1.0, -0.0), Complex::new(0.0, -PI)),
        ("ln", Complex::new(0.0, 0.0), Complex::new(f64::NEG_INFINITY, 0.0)),
        ("ln_1p", Complex::new(-2.0, -0.0), Complex::new(0.0, -PI)),
        ("asin", Complex::new(2.0, 0.0), Complex::new(FRAC_PI_2, acosh)),
        ("asin", Complex::new(2.0, -0.0), Complex::new(FRAC_PI_2, -acosh)),
        ("asin", Complex::new(-2.0, 0.0), Complex::new(-FRAC_PI_2, acosh)),
        ("asin", Complex::new(-0.0, 0.0), Complex::new(-0.0, 0.0)),
        ("acos", Complex::new(2.0, 0.0), Complex::new(0.0, -acosh)),
        ("acos", Complex::new(2.0, -0.0), Complex::new(0.0, acosh)),
        ("acos", Complex::new(-2.0, 0.0), Complex::new(PI, -acosh)),
        ("acosh", Complex::new(-2.0, 0.0), Complex::new(acosh, PI)),
        ("acosh", Complex::new(0.5, -0.0), Complex::new(0.0, -0.5f64.acos())),
        ("asinh", Complex::new(0.0, 2.0), Complex::new(acosh, FRAC_PI_2)),
        ("asinh", Complex::new(-0.0, 2.0), Complex::new(-acosh, FRAC_PI_2)),
        ("atan", Complex::new(0.0, 2.0), Complex::new(FRAC_PI_2, 0.5 * 3f64.ln())),
        ("atan", Complex::new(-0.0, 2.0), Complex::new(-FRAC_PI_2, 0.5 * 3f64.ln())),
        ("atanh", Complex::new(2.0, 0.0), Complex::new(0.5 * 3f64.ln(), FRAC_PI_2)),
        ("atanh", Complex::new(2.0, -0.0), Complex::new(0.5 * 3f64.ln(), -FRAC_PI_2)),
        ("atanh", Complex::new(1.0, 0.0), Complex::new(f64::INFINITY, 0.0)),
        ("tanh", Complex::new(-0.0, -0.0), Complex::new(-0.0, -0.0)),
        ("tanh", Complex::new(1e5, 1.0), Complex::new(1.0, 0.0)),
        ("tan", Complex::new(1.0, -1e5), Complex::new(0.0, -1.0)),
        ("sin", Complex::new(-0.0, -0.0), Complex::new(-0.0, -0.0)),
        ("recip", Complex::new(0.0, -4.0), Complex::new(0.0, 0.25)),
    ];
    for (name, z, right) in plain {
        let w = function::<f64>(name)(z);
        for (found, right) in [(w.re, right.re), (w.im, right.im)] {
            let signs = found.is_sign_negative() == right.is_sign_negative();
            let near = found == right || (found - right).abs() <= 2.0 * f64::EPSILON * right.abs();
            assert!(near && signs, "{name}({z:?}) is {w:?}");
        }
    }
    // On a cut the derivative is that of the branch, by both parts.
    let by_y = along(|z| z.sqrt(), Complex::new(-4.0, 0.0), Complex::i());
    assert_eq!(by_y, Complex::new(0.25, 0.0));
    let by_y = along(|z| z.asin(), Complex::new(2.0, -0.0), Complex::i());
    assert!((by_y.re - 1.0 / 3f64.sqrt()).abs() < 1e-15 && by_y.im == 0.0, "{by_y}");
}

#[test]
fn nothing_overflows_on_the_way() {
    let (huge, tiny) = (1e300, 1e-300);
    let near = |z: Complex, re: f64, im: f64| {
        let scale = re.abs().max(im.abs()) * 4.0 * f64::EPSILON;
        assert!((z.re - re).abs() <= scale && (z.im - im).abs() <= scale, "{z:?}, not {re:e} {im:e}");
    };
    near(Complex::new(huge, huge) / Complex::new(huge, -huge), 0.0, 1.0);
    near(Complex::new(tiny, tiny) / Complex::new(tiny, -tiny), 0.0, 1.0);
    near(Complex::new(4e-308, -3e-308).recip(), 1.6e307, 1.2e307);
    near(Complex::new(3e307, -4e307).recip(), 1.2e-308, 1.6e-308);
    near(Complex::new(3e-308, 4e-308).sqrt(), 2e-154, 1e-154);
    near(Complex::new(0.0, 1.7e308).sqrt(), 8.5e307f64.sqrt(), 8.5e307f64.sqrt());
    near(Complex::new(3.0 * huge, 4.0 * huge).ln(), 5f64.ln() + huge.ln(), (4.0f64).atan2(3.0));
    near(Complex::new(huge, huge).asin(), std::f64::consts::FRAC_PI_4, huge.ln() + 8f64.ln() / 2.0);
    near(Complex::new(huge, huge).acosh(), huge.ln() + 8f64.ln() / 2.0, std::f64::consts::FRAC_PI_4);
    near(Complex::new(huge, 1.0).atanh(), 1.0 / huge, std::f64::consts::FRAC_PI_2);
    near(Complex::new(tiny, -tiny).asinh(), tiny, -tiny);
    near(Complex::new(1.0, tiny).atanh(), 0.5 * (2f64.ln() + 300.0 * 10f64.ln()), std::f64::consts::FRAC_PI_4);
    // Infinities as in C99.
    let inf = f64::INFINITY;
    assert_eq!(Complex::new(1.0, 1.0) / Complex::new(inf, 0.0), Complex::new(0.0, 0.0));
    assert_eq!((Complex::new(inf, 1.0) / Complex::new(1.0, 1.0)).re, inf);
    assert_eq!((Complex::new(2.0, -1.0) / Complex::new(0.0, 0.0)), Complex::new(inf, -inf));
    assert_eq!(Complex::new(3.0, -inf).sqrt(), Complex::new(inf, -inf));
    assert_eq!(Complex::new(-inf, 3.0).sqrt(), Complex::new(0.0, inf));
    assert_eq!(Complex::new(inf, 3.0).tanh(), Complex::new(1.0, -0.0));
    for (name, f) in functions::<f64>() {
        let w = f(Complex::new(f64::NAN, f64::NAN));
        assert!(w.re.is_nan() && w.im.is_nan(), "{name} of NaN is {w}");
    }
}

#[test]
fn derivatives_at_zero_follow_the_conventions() {
    let zero = Complex::new(0.0, 0.0);
    let real = |z: Complex<Dual>, f: fn(Complex<Dual>) -> Dual| f(z).tangent;
    let moving = Complex::new(Dual::variable(0.0), Dual::fixed(0.0));
    assert_eq!(real(moving, |z| z.abs()), 0.0);
    assert_eq!(real(moving, |z| z.norm_sqr()), 0.0);
    assert!(real(moving, |z| z.arg()).is_nan());
    let one = Complex::new(1.0, 0.0);
    for (n, right) in [(0, 0.0), (1, 1.0), (2, 0.0), (3, 0.0)] {
        let by_powi = match n {
            0 => along(|z| z.powi(0), zero, one),
            1 => along(|z| z.powi(1), zero, one),
            2 => along(|z| z.powi(2), zero, one),
            _ => along(|z| z.powi(3), zero, one),
        };
        let by_powf = match n {
            0 => along(|z| z.powf(Dual::fixed(0.0)), zero, one),
            1 => along(|z| z.powf(Dual::fixed(1.0)), zero, one),
            2 => along(|z| z.powf(Dual::fixed(2.0)), zero, one),
            _ => along(|z| z.powf(Dual::fixed(2.5)), zero, one),
        };
        assert_eq!([by_powi, by_powf], [Complex::new(right, 0.0); 2], "power {n}");
    }
    // By the exponent: 0^w ln 0 is 0 where 0^w is.
    let by_exponent = Complex::from(Dual::fixed(0.0)).powf(Dual::variable(2.0));
    assert_eq!(by_exponent.map(|x| x.tangent), zero);
    let series = Complex::new(Taylor::<f64, 3>::variable(0.0), Taylor::fixed(0.0)).powi(2);
    assert_eq!(series.map(|x| x.coefficient(2)), one);
}

#[test]
fn numbers_of_single_precision_mix_and_print() {
    let z = Complex::new(3.0f32, -4.0);
    assert_eq!((2.0 * z - 1.0, 1.0 / Complex::new(0.0f32, 1.0)), (Complex::new(5.0, -8.0), Complex::new(0.0, -1.0)));
    assert_eq!((z.abs(), z.sqrt(), z.to_string()), (5.0, Complex::new(2.0, -1.0), "3-4i".to_owned()));
    let list = [Complex::new(1.0, 1.0), Complex::i(), Complex::new(2.0, 0.0)];
    assert_eq!(list.iter().sum::<Complex>(), Complex::new(3.0, 2.0));
    assert_eq!(list.iter().product::<Complex>(), Complex::new(-2.0, 2.0));
    let (r, phi) = list[1].to_polar();
    assert_eq!(Complex::from_polar(r, phi).im, 1.0);
    let mut w = list[0];
    w /= list[1];
    w *= 2.0;
    assert_eq!((w, w.conj(), w.mul_i()), (Complex::new(2.0, -2.0), Complex::new(2.0, 2.0), Complex::new(2.0, 2.0)));
    assert_eq!((list[2].log(2.0), list[0].unscale(2.0)), (Complex::new(1.0, 0.0), Complex::new(0.5, 0.5)));
    let deep = Complex::new(Dual::variable(1.0), Dual::fixed(2.0));
    assert_eq!((deep.level(w).value(), format!("{deep:.1}")), (w, "1.0+2.0i".to_owned()));
}
