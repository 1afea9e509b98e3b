//! The hand-written derivatives against finite differences, and their values against the programs.

use bench::{data, hand, primal};

/// Derivative along input `i` by central differences, two Richardson steps: error of order h^6.
fn difference(f: &dyn Fn(&[f64]) -> f64, x: &[f64], i: usize, h: f64) -> f64 {
    let central = |h: f64| {
        let (mut above, mut below) = (x.to_vec(), x.to_vec());
        above[i] += h;
        below[i] -= h;
        (f(&above) - f(&below)) / (above[i] - below[i])
    };
    let (d1, d2, d4) = (central(4.0 * h), central(2.0 * h), central(h));
    let (e1, e2) = ((4.0 * d2 - d1) / 3.0, (4.0 * d4 - d2) / 3.0);
    (16.0 * e2 - e1) / 15.0
}

fn assert_gradient(f: &dyn Fn(&[f64]) -> f64, x: &[f64], gradient: &[f64], h: f64, tolerance: f64) {
    for i in 0..x.len() {
        let expected = difference(f, x, i, h * x[i].abs());
        let error = (gradient[i] - expected).abs();
        assert!(
            error <= tolerance * expected.abs().max(1e-3),
            "input {i}: {} by hand, {expected} by differences",
            gradient[i]
        );
    }
}

#[test]
fn rosenbrock() {
    for n in [2, 10, 17, 18, 40] {
        let x = data::rosenbrock(n);
        let mut g = vec![f64::NAN; n];
        assert_eq!(hand::rosenbrock(&x, &mut g), primal::rosenbrock(&x));
        assert_gradient(&|x| primal::rosenbrock(x), &x, &g, 1e-3, 1e-8);
    }
}

#[test]
fn rosenbrock_hessian() {
    let n = 12;
    let x = data::rosenbrock(n);
    let mut hessian = vec![f64::NAN; n * n];
    hand::rosenbrock_hessian(&x, &mut hessian);
    for j in 0..n {
        let partial = |x: &[f64]| {
            let mut g = vec![0.0; n];
            hand::rosenbrock(x, &mut g);
            g[j]
        };
        assert_gradient(&partial, &x, &hessian[j * n..(j + 1) * n], 1e-3, 1e-8);
    }
}

/// Entry `i` of the product is the derivative by input `i` of the gradient along `v`.
fn assert_product(gradient: &dyn Fn(&[f64], &mut [f64]) -> f64, x: &[f64], v: &[f64], product: &[f64]) {
    let along = |x: &[f64]| {
        let mut g = vec![0.0; x.len()];
        gradient(x, &mut g);
        g.iter().zip(v).map(|(g, v)| g * v).sum()
    };
    assert_gradient(&along, x, product, 1e-3, 1e-8);
}

#[test]
fn hessian_products() {
    let x = data::rosenbrock(12);
    let v = data::normals(12);
    let mut product = [f64::NAN; 12];
    hand::rosenbrock_product(&x, &v, &mut product);
    assert_product(&hand::rosenbrock, &x, &v, &product);
    let x = &data::log_sum_exp(13)[1..];
    hand::log_sum_exp_product(x, &v, &mut product);
    assert_product(&hand::log_sum_exp, x, &v, &product);
}

#[test]
fn log_sum_exp() {
    let x = &data::log_sum_exp(31)[1..];
    let mut g = vec![f64::NAN; x.len()];
    assert_eq!(hand::log_sum_exp(x, &mut g), primal::log_sum_exp(x));
    assert_gradient(&|x| primal::log_sum_exp(x), x, &g, 1e-2, 1e-8);
}

#[test]
fn lorenz() {
    for (steps, h, tolerance) in [(1, 1e-3, 1e-9), (2000, 1e-4, 1e-8), (data::LORENZ_STEPS, 1e-6, 1e-5)] {
        let mut g = [f64::NAN; 6];
        let value = hand::lorenz(&data::LORENZ_INPUTS, steps, &mut Vec::new(), &mut g);
        assert_eq!(value, primal::lorenz(&data::LORENZ_INPUTS, steps));
        assert_gradient(&|p| primal::lorenz(p, steps), &data::LORENZ_INPUTS, &g, h, tolerance);
    }
}

#[test]
fn asian() {
    // Few paths, so that no path crosses the strike within the step of the differences.
    let normals = data::normals(8 * data::ASIAN_STEPS);
    let mut g = [f64::NAN; 5];
    let value = hand::asian(&data::ASIAN_INPUTS, &normals, &mut g);
    assert_eq!(value, primal::asian(&data::ASIAN_INPUTS, &normals));
    assert!(g[4] < 0.0 && g[4] > -0.9, "some paths pay, some do not");
    assert_gradient(&|p| primal::asian(p, &normals), &data::ASIAN_INPUTS, &g, 1e-3, 1e-8);
}

#[test]
fn black_scholes() {
    for spot in [20.0, 95.0, 160.0, 900.0] {
        let mut p = data::BLACK_SCHOLES_INPUTS;
        p[0] = spot;
        let mut g = [f64::NAN; 5];
        let value = hand::black_scholes(&p, &mut g);
        let expected = primal::black_scholes(&p);
        assert!((value - expected).abs() <= 1e-13 * expected.max(1e-3), "{value} {expected}");
        assert_gradient(&|p| primal::black_scholes(p), &p, &g, 1e-3, 1e-8);
    }
}

/// Against erfc to 40 digits; the continued fraction of the far tail is good to eight.
#[test]
fn norm_cdf() {
    for (x, expected, tolerance) in [
        (-8.0, 6.220960574271784e-16, 1e-7),
        (-3.0, 0.0013498980316300946, 1e-13),
        (-0.5, 0.3085375387259869, 1e-14),
        (0.0, 0.5, 1e-15),
        (1.0, 0.8413447460685429, 1e-15),
        (5.0, 0.9999997133484281, 1e-15),
    ] {
        let got = primal::norm_cdf(x);
        assert!((got - expected).abs() <= tolerance * expected, "norm_cdf({x}) = {got}");
    }
}

#[test]
fn waves() {
    let n = 50;
    let (mut y, mut jacobian) = (vec![f64::NAN; n], vec![[f64::NAN; 2]; n]);
    hand::waves(&data::WAVES_INPUTS, &mut y, &mut jacobian);
    let mut expected = vec![f64::NAN; n];
    primal::waves(&data::WAVES_INPUTS, &mut expected);
    assert_eq!(y, expected);
    for i in 0..n {
        let output = |p: &[f64]| {
            let mut y = vec![0.0; n];
            primal::waves(p, &mut y);
            y[i]
        };
        assert_gradient(&output, &data::WAVES_INPUTS, &jacobian[i], 1e-3, 1e-8);
    }
}
