//! The values of the special functions against 60-digit references, and at the edges of their domains.

use rules::functions::{bessel_j, bessel_y, erfc, ln_beta};
use rules::{Complex, Row};
use std::f64::consts::{FRAC_1_SQRT_2, LN_2, PI};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Names of functions, each with its points: arguments and value.
type Rows<'a, Point> = &'a [(&'a str, &'a [Point])];

/// The function of this name; a family takes its order from the last argument.
fn value(name: &str, args: &[f64]) -> f64 {
    let row = Row::find(name).unwrap_or_else(|| panic!("there is no row {name}"));
    match args {
        [x, n] if row.family => row.op.apply(&[*x], *n as i32),
        _ => row.op.apply(args, 0),
    }
}

/// The distance to the next larger magnitude.
fn unit(x: f64) -> f64 {
    let x = x.abs();
    if x == f64::MAX { x - x.next_down() } else { x.next_up() - x }
}

#[test]
fn within_units_in_the_last_place_of_the_references() {
    // Permitted per unit of allowance (see make_special.py); half a unit more is the rounding of the reference itself.
    let permitted = 3.0;
    let mut failures = Vec::new();
    let mut lines = 0;
    for line in include_str!("data/special.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let args: Vec<f64> = fields[1].split(' ').map(|s| s.parse().unwrap()).collect();
        let expected: f64 = fields[2].parse().unwrap();
        let allowance: f64 = fields[3].parse().unwrap();
        let got = value(fields[0], &args);
        let error = (got - expected).abs() / unit(expected);
        lines += 1;
        if error.is_nan() || error > permitted * allowance + 0.5 {
            failures.push(format!("{} {args:?}: {got:e}, not {expected:e}: {error:.1} ulp", fields[0]));
        }
    }
    assert!(lines > 1000, "the table is cut short: {lines} lines");
    assert!(failures.is_empty(), "{} of {lines}:\n{}", failures.len(), failures.join("\n"));
}

/// Equal in every bit but those of NaN.
fn assert_same(name: &str, args: &[f64], expected: f64) {
    let got = value(name, args);
    let same = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
    assert!(same, "{name}{args:?} is {got:e}, not {expected:e}");
}

#[test]
fn edges_of_the_domains_of_one_argument() {
    let smallest = 5e-324;
    let rows: Rows<(f64, f64)> = &[
        ("sech", &[(0.0, 1.0), (INF, 0.0), (-INF, 0.0), (1e300, 0.0)]),
        ("sigmoid", &[(0.0, 0.5), (INF, 1.0), (-INF, 0.0)]),
        (
            "logit",
            &[(0.0, -INF), (-0.0, -INF), (0.5, 0.0), (1.0, INF), (-0.1, NAN), (1.1, NAN), (INF, NAN), (-INF, NAN)],
        ),
        ("softplus", &[(0.0, LN_2), (INF, INF), (-INF, 0.0), (1e300, 1e300)]),
        ("relu", &[(0.0, 0.0), (-0.0, 0.0), (-3.0, 0.0), (3.0, 3.0), (INF, INF), (-INF, 0.0)]),
        ("sinc", &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 0.0), (smallest, 1.0)]),
        ("entr", &[(0.0, 0.0), (-0.0, 0.0), (1.0, 0.0), (INF, -INF), (-1.0, NAN), (-INF, NAN)]),
        ("bell", &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 0.0), (1e200, 0.0)]),
        ("erf", &[(0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0)]),
        ("erfc", &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 2.0)]),
        ("erfcx", &[(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, INF), (-27.0, INF), (-1e300, INF)]),
        (
            "gamma",
            &[(0.0, NAN), (-0.0, NAN), (-1.0, NAN), (-1e300, NAN), (INF, INF), (-INF, NAN), (172.0, INF), (1e300, INF)],
        ),
        ("gamma", &[(smallest, INF), (-smallest, -INF), (-1000.5, -0.0), (-1001.5, 0.0)]),
        ("ln_gamma", &[(0.0, NAN), (-0.0, NAN), (-3.0, NAN), (1.0, 0.0), (2.0, 0.0), (INF, INF), (-INF, INF)]),
        (
            "digamma",
            &[(0.0, NAN), (-0.0, NAN), (-3.0, NAN), (INF, INF), (-INF, NAN), (smallest, -INF), (-smallest, INF)],
        ),
        ("norm_pdf", &[(INF, 0.0), (-INF, 0.0), (1e300, 0.0)]),
        ("norm_cdf", &[(0.0, 0.5), (-0.0, 0.5), (INF, 1.0), (-INF, 0.0), (-1e300, 0.0)]),
        (
            "norm_ppf",
            &[(0.0, -INF), (-0.0, -INF), (0.5, 0.0), (1.0, INF), (-0.1, NAN), (1.1, NAN), (INF, NAN), (-INF, NAN)],
        ),
    ];
    for (name, points) in rows {
        for &(x, expected) in *points {
            assert_same(name, &[x], expected);
        }
        assert_same(name, &[NAN], NAN);
    }
}

#[test]
fn edges_of_the_domains_of_two_arguments() {
    let smallest = 5e-324;
    let rows: Rows<(f64, f64, f64)> = &[
        (
            "logaddexp",
            &[(-INF, -INF, -INF), (INF, INF, INF), (INF, -INF, INF), (-INF, 3.0, 3.0), (1e308, -1e308, 1e308)],
        ),
        ("logaddexp", &[(INF, NAN, NAN), (NAN, INF, NAN), (NAN, 1.0, NAN), (1.0, NAN, NAN), (-INF, NAN, NAN)]),
        (
            "xlogy",
            &[(0.0, 0.0, 0.0), (-0.0, 2.0, 0.0), (0.0, INF, 0.0), (0.0, -1.0, 0.0), (0.0, NAN, NAN), (NAN, 1.0, NAN)],
        ),
        ("xlogy", &[(2.0, 0.0, -INF), (2.0, -1.0, NAN), (2.0, 1.0, 0.0)]),
        (
            "beta",
            &[(0.0, 1.0, NAN), (1.0, -2.0, NAN), (INF, 1.0, 0.0), (1.0, 1.0, 1.0), (NAN, 1.0, NAN), (1.0, NAN, NAN)],
        ),
        (
            "beta",
            &[
                (1e308, 1e308, 0.0),
                (smallest, 1.0, INF),
                (1e300, smallest, INF),
                (-1.5, NAN, NAN),
                (-1.5, INF, NAN),
                (-3.5, 1.5, 0.0),
                (-4e14 - 0.5, -2e14 - 0.5, 0.0),
            ],
        ),
        (
            "ln_beta",
            &[(0.0, 1.0, NAN), (1.0, -2.0, NAN), (INF, 1.0, -INF), (1.0, 1.0, 0.0), (NAN, 1.0, NAN), (1.0, NAN, NAN)],
        ),
        ("ln_beta", &[(smallest, 1.0, -smallest.ln()), (-1.5, NAN, NAN), (-3.5, 1.5, -INF)]),
    ];
    for (name, points) in rows {
        for &(x, y, expected) in *points {
            assert_same(name, &[x, y], expected);
        }
    }
    // Two large arguments, where the sum overflows: -2a ln 2.
    assert_eq!(ln_beta(1e308, 1e308), -1e308 * LN_2 - 1e308 * LN_2);
}

#[test]
fn edges_of_the_families() {
    let last = i32::MAX;
    let first = i32::MIN;
    let rows: Rows<(f64, i32, f64)> = &[
        (
            "sinc_slope",
            &[(0.0, 0, 1.0), (0.0, 1, -0.0), (-0.0, 1, 0.0), (0.0, 2, -1.0 / 3.0), (0.0, 4, 0.2), (1.0, -1, NAN)],
        ),
        ("sinc_slope", &[(INF, 3, 0.0), (INF, 2, 0.0), (NAN, 0, NAN), (NAN, 3, NAN), (1.0, first, NAN)]),
        ("polygamma", &[(1.0, -1, NAN), (0.0, 1, NAN), (-0.0, 2, NAN), (-2.0, 1, NAN), (NAN, 2, NAN), (-INF, 2, NAN)]),
        (
            "polygamma",
            &[(INF, 1, 0.0), (INF, 2, -0.0), (1.0, 1000, -INF), (1e10, last, 0.0), (1.0, last, INF), (1.0, first, NAN)],
        ),
        (
            "polygamma",
            &[
                (1e-320, 3, INF),
                (1e308, 5, 0.0),
                (-1e-200, 2, INF),
                (1e-200, 2, -INF),
                (1e308, last, 0.0),
                (-2.5e15 + 0.5, 200_000, -0.0),
            ],
        ),
        ("bessel_j", &[(0.0, 0, 1.0), (-0.0, 0, 1.0), (0.0, 1, 0.0), (-0.0, 1, -0.0), (0.0, 2, 0.0), (0.0, last, 0.0)]),
        (
            "bessel_j",
            &[
                (INF, 3, 0.0),
                (NAN, 0, NAN),
                (NAN, 2, NAN),
                (1.0, first, 0.0),
                (1e9, last, 0.0),
                (1.0, last, 0.0),
                (32.0, 474, 0.0),
            ],
        ),
        ("bessel_y", &[(0.0, 0, -INF), (-0.0, 1, -INF), (0.0, -1, INF), (-1.0, 0, NAN), (NAN, 2, NAN), (INF, 3, 0.0)]),
        ("bessel_y", &[(-INF, 2, NAN), (1e-310, 1, -INF), (1.0, 1000, -INF), (1.0, last, -INF), (1e9, last, -INF)]),
    ];
    for (name, points) in rows {
        for &(x, n, expected) in *points {
            assert_same(name, &[x, f64::from(n)], expected);
        }
    }
}

#[test]
fn whole_arguments_of_gamma_give_exact_factorials() {
    let mut factorial = 1.0;
    for n in 1..=23 {
        assert_same("gamma", &[f64::from(n)], factorial);
        factorial *= f64::from(n);
    }
}

#[test]
fn bessel_functions_keep_their_parities() {
    for n in [0, 1, 2, 3, 40, 41, 1500, 1501] {
        for x in [0.3, 7.0, 1499.0, 1600.0] {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            assert_same("bessel_j", &[x, f64::from(-n)], sign * bessel_j(x, n));
            assert_same("bessel_j", &[-x, f64::from(n)], sign * bessel_j(x, n));
            assert_same("bessel_j", &[-x, f64::from(-n)], bessel_j(x, n));
            assert_same("bessel_y", &[x, f64::from(-n)], sign * bessel_y(x, n));
        }
    }
}

/// A few points whose values have closed forms, so that the table is not the only witness.
#[test]
fn closed_forms() {
    let close = |name: &str, args: &[f64], expected: f64| {
        let got = value(name, args);
        assert!((got - expected).abs() <= 3.0 * unit(expected), "{name}{args:?} is {got:e}, not {expected:e}");
    };
    close("gamma", &[0.5], PI.sqrt());
    close("gamma", &[-0.5], -2.0 * PI.sqrt());
    close("polygamma", &[1.0, 1.0], PI * PI / 6.0);
    close("polygamma", &[0.5, 1.0], PI * PI / 2.0);
    close("beta", &[0.5, 0.5], PI);
    close("beta", &[-1.5, 2.0], 4.0 / 3.0);
    close("sech", &[LN_2], 0.8);
    close("norm_cdf", &[-FRAC_1_SQRT_2 * 2.0], 0.5 * erfc(1.0));
    close("ln_beta", &[1.0, 1e10], -(1e10_f64.ln()));
}

#[test]
fn complex_functions_of_special_parts_end() {
    const PARTS: [f64; 8] = [0.0, -0.0, 1.5, 5e-324, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let all = || PARTS.iter().flat_map(|&re| PARTS.map(|im| Complex::new(re, im)));
    let mut nans = 0;
    for z in all() {
        for w in all() {
            let q: Complex<f64> = z / w;
            // A part that is no number makes none of the whole, unless there is an infinity.
            let lost =
                |z: Complex<f64>| (z.re.is_nan() || z.im.is_nan()) && !(z.re.is_infinite() || z.im.is_infinite());
            if lost(w) {
                assert!(q.re.is_nan() && q.im.is_nan(), "{z:?} / {w:?} is {q:?}");
                nans += 1;
            }
        }
        for y in [z.sqrt(), z.ln(), z.exp(), z.recip(), z.sin(), z.tan(), z.tanh(), z.asin(), z.acos(), z.atan()] {
            assert!(!(z.re.is_nan() && z.im.is_nan()) || y.re.is_nan() && y.im.is_nan(), "{z:?} gives {y:?}");
        }
    }
    assert_eq!(nans, 64 * 11);
}
