//! Functions of matrices against high precision, and where they have no value.

use forward::{Dual, Taylor};
use linalg::{Covariance, Error, Matrix, spectral_norm};
use linalg::{cumulative_product, cumulative_sum, eigen, eigenvalues, log_softmax, log_sum_exp, nuclear_norm, pinv};
use linalg::{
    expm, expm_multiply, ln_spd, logm, lyapunov, polar, power_spd, softmax, sqrtm, sylvester, symmetric_function,
};
use reverse::Tape;
use rules::Number;

fn function<T: Number>(name: &str, a: &Matrix<T>) -> Result<Matrix<T>, Error> {
    match name {
        "expm" => expm(a),
        "root_spd" => power_spd(a, 0.5),
        "ln_spd" => ln_spd(a),
        "sqrtm" => sqrtm(a),
        "logm" => logm(a),
        other => panic!("no function {other}"),
    }
}

fn numbers(text: &str) -> Matrix {
    let rows: Vec<f64> = text.split(' ').map(|x| x.parse().unwrap()).collect();
    let n = rows.len().isqrt();
    Matrix::from_fn(n, n, |i, j| rows[i * n + j])
}

#[test]
fn derivatives_to_order_three_are_those_of_high_precision() {
    for (case, line) in include_str!("../references/functions.tsv").lines().skip(1).enumerate() {
        let columns: Vec<&str> = line.split('\t').collect();
        let (name, a, e) = (columns[0], numbers(columns[1]), numbers(columns[2]));
        let right: Vec<Matrix> = columns[3..].iter().map(|text| numbers(text)).collect();
        let series = Matrix::from_fn(3, 3, |i, j| Taylor::<f64, 3>::polynomial(a[(i, j)], &[e[(i, j)]]));
        let by_series = function(name, &series).unwrap();
        let nested = Matrix::from_fn(3, 3, |i, j| {
            let first = Dual::seeded(a[(i, j)], e[(i, j)]);
            Dual::new(Dual::new(first, Dual::fixed(e[(i, j)])), Dual::fixed(Dual::fixed(e[(i, j)])))
        });
        let by_duals = function(name, &nested).unwrap();
        let of_duals = [
            by_duals.map(|x| x.value.value.value),
            by_duals.map(|x| x.value.value.tangent),
            by_duals.map(|x| x.value.tangent.tangent),
            by_duals.map(|x| x.tangent.tangent.tangent),
        ];
        for (k, of_duals) in of_duals.iter().enumerate() {
            // How strongly the function feels the last bit of its matrix: by the next derivative, along a direction of norm 1.
            let next = right[(k + 1).min(3)].norm() / right[k.min(2)].norm();
            let feels = 1.0 + next * a.norm();
            for (way, found) in [("series", by_series.map(|x| x.derivative(k))), ("duals", of_duals.clone())] {
                let error = (&found - &right[k]).norm() / right[k].norm() / f64::EPSILON / feels;
                assert!(error <= 8.0, "case {case}, {name}, order {k}, {way}: {error} roundings");
            }
        }
    }
}

#[test]
fn sizes_zero_and_one() {
    let none = Matrix::<f64>::zeros(0, 0);
    for name in ["expm", "root_spd", "ln_spd", "sqrtm", "logm"] {
        assert_eq!(function(name, &none), Ok(none.clone()), "{name}");
        let tape = Tape::new();
        let x = Matrix::column(&[tape.var(4.0)]);
        let y = function(name, &x).unwrap()[(0, 0)];
        let (value, slope) = match name {
            "expm" => (4f64.exp(), 4f64.exp()),
            "root_spd" | "sqrtm" => (2.0, 0.25),
            _ => (4f64.ln(), 0.25),
        };
        assert!((y.inner() - value).abs() <= 1e-15 * value, "{name}: {}", y.inner());
        assert!((y.grad().wrt(x[(0, 0)]) - slope).abs() <= 1e-15 * slope, "{name}");
    }
    assert_eq!(expm_multiply(&none, &Matrix::zeros(0, 2)).unwrap().shape(), Matrix::<f64>::zeros(0, 2).shape());
    assert_eq!(sylvester(&none, &none, &none), Ok(none.clone()));
    assert_eq!(sylvester(&none, &Matrix::identity(2), &Matrix::zeros(0, 2)), Ok(Matrix::zeros(0, 2)));
    let one = Matrix::identity(1);
    let points = Matrix::zeros(0, 2);
    let k = Covariance::Matern52.matrix(&points, &Matrix::zeros(3, 2), &one, 1.0, &one);
    assert_eq!(k.shape(), Matrix::<f64>::zeros(0, 3).shape());
    assert_eq!(Covariance::Periodic.matrix(&Matrix::zeros(1, 0), &Matrix::zeros(1, 0), &one, 2.0, &one)[(0, 0)], 2.0);
}

#[test]
fn exponentials_beyond_the_largest_number_are_an_error() {
    let overflow = |found| matches!(found, Err(Error::Overflow { .. }));
    for a in [Matrix::from_diagonal(&[710.0, 1.0]), Matrix::from_rows([[1.0, 1e300], [1e300, 1.0]])] {
        assert!(overflow(expm(&a)));
        let tape = Tape::new();
        assert!(overflow(expm(&a.map(|a| tape.var(a))).map(|y| y.map(|y| y.inner()))));
    }
    let (a, b) = (Matrix::from_diagonal(&[710.0, 1.0]), Matrix::column(&[1.0, 1.0]));
    assert!(overflow(expm_multiply(&a, &b)));
    // What is NaN before is so behind.
    assert!(expm_multiply(&a, &(f64::NAN * b)).is_ok_and(|y| y.iter().all(|y| y.is_nan())));
    // Nothing overflows on the way where the powers vanish.
    let steep = Matrix::from_rows([[0.0, 1e300], [0.0, 0.0]]);
    assert_eq!(expm(&steep), Ok(Matrix::<f64>::identity(2) + steep));
}

#[test]
fn what_has_no_value_is_an_error_with_the_numbers() {
    for bad in [f64::NAN, f64::INFINITY] {
        let a = Matrix::from_rows([[1.0, bad], [0.0, 1.0]]);
        for name in ["expm", "root_spd", "ln_spd", "sqrtm", "logm"] {
            assert!(matches!(function(name, &a), Err(Error::NotFinite { .. })), "{name} of {bad}");
        }
        assert!(matches!(expm_multiply(&a, &Matrix::column(&[1.0, 1.0])), Err(Error::NotFinite { .. })));
        assert!(matches!(lyapunov(&a, &Matrix::identity(2)), Err(Error::NotFinite { .. })));
        assert!(matches!(lyapunov(&Matrix::identity(2), &a), Err(Error::NotFinite { .. })));
    }
    // What is asked of the exponent's size ends, whatever it is.
    let huge: Matrix = Matrix::from_rows([[1e300, 0.0], [0.0, -1e300]]);
    assert!(matches!(expm(&huge), Err(Error::Overflow { .. })));
    assert!(matches!(expm_multiply(&huge, &Matrix::column(&[1.0, 1.0])), Err(Error::NotConverged { .. })));

    let indefinite: Matrix = Matrix::from_rows([[1.0, 0.0], [0.0, -4.0]]);
    assert!(matches!(sqrtm(&indefinite), Err(Error::Branch { eigenvalue: -4.0, .. })));
    assert!(matches!(logm(&indefinite), Err(Error::Branch { eigenvalue: -4.0, .. })));
    assert!(logm(&indefinite).unwrap_err().to_string().contains("-4"));
    let root = power_spd(&indefinite, 0.5);
    assert!(matches!(root, Err(Error::Branch { eigenvalue, .. }) if (eigenvalue + 4.0).abs() < 1e-14));
    let large: Matrix = Matrix::from_rows([[1e200, 0.0], [0.0, 1.0]]);
    assert!(matches!(power_spd(&large, 2.0), Err(Error::Branch { .. })));
    assert!(matches!(sqrtm(&Matrix::<f64>::zeros(2, 2)), Err(Error::Branch { .. })));
    // A root at 0 has a value, and no derivative.
    assert_eq!(power_spd(&Matrix::<f64>::zeros(1, 1), 0.5).unwrap()[(0, 0)], 0.0);
    assert!(power_spd(&Matrix::column(&[Dual::variable(0.0)]), 0.5).is_err());
    // Eigenvalues 1 and -1 of the two: no single solution.
    let error = sylvester(&Matrix::identity(2), &indefinite.map(|x| -x.abs()), &Matrix::identity(2)).unwrap_err();
    assert_eq!(error, Error::Opposite { sum: 0.0 });
    assert!(error.to_string().contains("an eigenvalue of A and one of B add up to 0"), "{error}");
}

#[test]
fn equal_eigenvalues_have_second_derivatives() {
    // tr (A + t E)^p at A = 2 I: the derivatives of the sum over the eigenvalues of E.
    let e = [[1.0, 2.0], [2.0, -3.0]];
    let a = Matrix::from_rows(e).map(|e: f64| Taylor::<f64, 2>::polynomial(0.0, &[e]));
    let a = a + Matrix::constant(&(2.0 * Matrix::<f64>::identity(2)));
    let y = power_spd(&a, 1.5).unwrap().trace();
    let of_square = e.iter().flatten().map(|e| e * e).sum::<f64>();
    assert!((y.derivative(1) - 1.5 * 2f64.sqrt() * (1.0 - 3.0)).abs() < 1e-14);
    assert!((y.derivative(2) - 0.75 / 2f64.sqrt() * of_square).abs() < 1e-14);
    // A quadratic function has no derivative of order 3, and needs no more than is asked for.
    let square = |n: usize, x: f64| [x * x, 2.0 * x, 2.0].get(n).copied().unwrap_or(0.0);
    let tape = Tape::new();
    let x = Matrix::from_rows([[1.0, 2.0], [2.0, 5.0]]).map(|x| tape.var(x));
    let y = symmetric_function(&x, square).unwrap();
    let direct = x.matmul(&x);
    for (y, direct) in y.iter().zip(&direct) {
        assert!((y.inner() - direct.inner()).abs() < 1e-13);
    }
    let (by_eigenvalues, by_product) = (y.trace().grad(), direct.trace().grad());
    for &x in &x {
        assert!((by_eigenvalues.wrt(x) - by_product.wrt(x)).abs() < 1e-13);
    }
}

#[test]
fn covariances_are_one_record_and_hold_where_points_meet() {
    let tape = Tape::new();
    let points = Matrix::from_vec(4, 1, vec![0.0, 1.0, 1.0, 2.5]).map(|x| tape.var(x));
    let (length, variance) = (Matrix::column(&[tape.var(0.75)]), tape.var(2.0));
    let before = tape.statistics().statements;
    let kinds = [
        Covariance::SquaredExponential,
        Covariance::Matern12,
        Covariance::Matern32,
        Covariance::Matern52,
        Covariance::Periodic,
    ];
    for kind in kinds {
        let k = kind.matrix(&points, &points, &length, variance, &Matrix::identity(1));
        assert!(k.diagonal().all(|x| x.inner() == 2.0), "{kind:?}");
        if kind != Covariance::Periodic {
            let without = kind.matrix(&points, &points, &length, variance, &Matrix::zeros(0, 0));
            assert_eq!(without.map(|x| x.inner()), k.map(|x| x.inner()), "{kind:?}");
        }
        let sum = k.sum();
        let g = sum.grad();
        assert!(points.iter().all(|&x| g.wrt(x).is_finite()), "{kind:?}");
        // A common shift changes nothing; of 16 entries those of equal points move with the variance alone.
        assert!(points.iter().map(|&x| g.wrt(x)).sum::<f64>().abs() < 1e-14, "{kind:?}");
        assert!((g.wrt(variance) - sum.inner() / 2.0).abs() < 1e-14, "{kind:?}");
    }
    assert!(tape.statistics().statements - before < 5 * 60);
    // Matern 5/2 is smooth to second order at 0: -5/3 v / l^2.
    let x = Taylor::<f64, 2>::variable(0.0);
    let at = |x: Taylor<f64, 2>| Matrix::column(&[x]);
    let k = Covariance::Matern52.matrix(&at(x), &at(0.0.into()), &at(2.0.into()), 3.0.into(), &at(1.0.into()))[(0, 0)];
    assert!((k.derivative(1), k.derivative(2) + 5.0 / 4.0) == (0.0, 0.0), "{}", k.derivative(2));
    let values: Vec<f64> = [0.0, 0.5, 3.0].map(|d: f64| (1.0 + 3f64.sqrt() * d) * (-(3f64.sqrt()) * d).exp()).to_vec();
    let one = Matrix::identity(1);
    let k = Covariance::Matern32.matrix(&Matrix::column(&[0.0, 0.5, 3.0]), &Matrix::zeros(1, 1), &one, 1.0, &one);
    assert!(k.iter().zip(values).all(|(a, b)| (a - b).abs() < 1e-15));
}

/// By a length in which points move away from each other, in series and by duals in duals.
#[test]
fn covariances_are_the_same_in_series() {
    fn loss<T: Number<Scalar = f64>>(kind: Covariance, t: T) -> T {
        let points =
            Matrix::from_rows([[2.0, 1.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0], [0.0, 0.0, 2.0, 1.0], [0.0, 0.0, 1.0, 2.0]]);
        let points: Matrix<T> = Matrix::constant(&points);
        let k = kind.matrix(&points, &points, &Matrix::column(&[t]), t * t, &Matrix::identity(1));
        k.iter().fold(T::constant(0.0), |sum, &x| sum + x * x)
    }
    type Second = Dual<Dual>;
    for kind in [Covariance::Matern12, Covariance::Matern32, Covariance::Matern52, Covariance::SquaredExponential] {
        let series = loss(kind, Taylor::<f64, 2>::variable(0.7));
        let nested: Second = loss(kind, Dual::new(Dual::variable(0.7), Dual::fixed(1.0)));
        let found = [nested.value.value, nested.value.tangent, nested.tangent.tangent];
        for (k, found) in found.into_iter().enumerate() {
            assert!((series.derivative(k) - found).abs() < 1e-12 * (1.0 + found.abs()), "{kind:?} {k}: {found}");
        }
    }
}

#[test]
#[should_panic(expected = "3 lengths for 2 coordinates: give 1 or 2")]
fn lengths_that_do_not_fit_are_refused() {
    let points = Matrix::<f64>::zeros(1, 2);
    Covariance::Matern12.matrix(&points, &points, &Matrix::zeros(3, 1), 1.0, &Matrix::identity(1));
}

#[test]
#[should_panic(expected = "0 periods for 1 coordinate: give 1")]
fn what_is_periodic_wants_periods() {
    let points = Matrix::<f64>::zeros(1, 1);
    Covariance::Periodic.matrix(&points, &points, &Matrix::identity(1), 1.0, &Matrix::zeros(0, 0));
}

#[test]
fn large_matrices_have_schur_forms() {
    // A Sylvester equation with 40 rows, and a root with complex eigenvalues, by what they solve.
    let entry = |seed: usize| move |i: usize, j: usize| ((i * 7 + j * 13 + seed) as f64).sin();
    let a = Matrix::from_fn(40, 40, entry(1)) + 20.0 * Matrix::<f64>::identity(40);
    let b = Matrix::from_fn(30, 30, entry(2)) + 5.0 * Matrix::<f64>::identity(30);
    let c = Matrix::from_fn(40, 30, entry(3));
    let x = sylvester(&a, &b, &c).unwrap();
    assert!((&a * &x + &x * &b - &c).norm() < 1e-12 * c.norm());
    let root = sqrtm(&a).unwrap();
    assert!((&root * &root - &a).norm() < 1e-13 * a.norm());
    assert!((expm(&logm(&a).unwrap()).unwrap() - &a).norm() < 1e-12 * a.norm());
    let v = Matrix::column(&[1.0; 40]);
    let y = expm_multiply(&(0.1 * &a), &v).unwrap();
    assert!((&y - &expm(&(0.1 * &a)).unwrap() * &v).norm() < 1e-12 * y.norm());
    // A cyclic permutation moves in circles under unshifted steps.
    let cycle = Matrix::from_fn(6, 6, |i, j| if (i + 1) % 6 == j { 1.0 } else { 0.0 });
    let x = lyapunov(&(&cycle - 2.0 * Matrix::<f64>::identity(6)), &Matrix::identity(6)).unwrap();
    assert!((x + 0.25 * Matrix::<f64>::identity(6)).norm() < 10.0);
}

#[test]
fn eigenvalues_that_turn_are_pairs_of_conjugates() {
    // A companion matrix of (z^2 - 2z + 5)(z - 3): 1 +- 2i and 3.
    let a: Matrix = Matrix::from_rows([[5.0, -11.0, 15.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let (values, v) = eigen(&a).unwrap();
    for (z, (re, im)) in values.iter().zip([(1.0, -2.0), (1.0, 2.0), (3.0, 0.0)]) {
        assert!((z.re - re).abs() < 1e-13 && (z.im - im).abs() < 1e-13, "{z}");
    }
    assert!(values[(0, 0)] == values[(1, 0)].conj() && values[(2, 0)].im == 0.0);
    assert!((0..3).all(|i| v[(i, 0)] == v[(i, 1)].conj() && v[(i, 2)].im == 0.0));
    // By the coefficient c of z in z^3 - 5 z^2 + c z - 15: dz/dc = -z / (3 z^2 - 10 z + 11).
    let tape = Tape::new();
    let x = a.map(|a| tape.var(a));
    let moved = eigenvalues(&x).unwrap();
    for (z, moved) in values.iter().zip(&moved) {
        let right = -*z / (3.0 * *z * *z - 10.0 * *z + 11.0);
        let found = [moved.re, moved.im].map(|part| -part.grad().wrt(x[(0, 1)]));
        assert!((found[0] - right.re).abs() < 1e-13 && (found[1] - right.im).abs() < 1e-13, "{found:?}, not {right}");
    }
    // The second derivative of a pair: by a series along the same direction.
    let series = Matrix::from_fn(3, 3, |i, j| match (i, j) {
        (0, 1) => Taylor::<f64, 3>::polynomial(-11.0, &[-1.0]),
        _ => Taylor::fixed(a[(i, j)]),
    });
    let z = eigenvalues(&series).unwrap()[(1, 0)];
    let c = Taylor::<f64, 3>::polynomial(11.0, &[1.0]);
    let residual = z.powi(3) - z.powi(2) * 5.0 + z.scale(c) - 15.0;
    for k in 0..=3 {
        assert!(residual.re.coefficient(k).abs() + residual.im.coefficient(k).abs() < 1e-12, "order {k}");
    }
}

#[test]
fn eigenvalues_that_are_equal_have_no_derivatives_by_themselves() {
    let tape = Tape::new();
    let x = Matrix::<f64>::identity(2).map(|a| tape.var(a));
    assert_eq!(eigenvalues(&x).unwrap()[(0, 0)].re.inner(), 1.0);
    let duals = Matrix::<f64>::identity(2).map(Dual::variable);
    assert!(matches!(eigenvalues(&duals), Err(Error::Degenerate { pair: (0, 1), values: (1.0, 1.0) })));
    // A block of Jordan has one vector, and still two values.
    let block = Matrix::from_rows([[2.0, 1.0], [0.0, 2.0]]);
    assert!(eigenvalues(&block).unwrap().iter().all(|z| z.re == 2.0 && z.im == 0.0));
    assert_eq!(eigenvalues(&Matrix::<f64>::zeros(0, 0)).unwrap().rows(), 0);
    assert_eq!(eigen(&Matrix::column(&[-3.0])).unwrap().1[(0, 0)].re, 1.0);
    assert!(matches!(eigenvalues(&Matrix::column(&[f64::NAN])), Err(Error::NotFinite { .. })));
    // Many at once, by what they sum and multiply to.
    let a = Matrix::from_fn(30, 30, |i, j| ((i * 5 + j * 11) as f64).sin());
    let values = eigenvalues(&a).unwrap();
    let sum: rules::Complex = values.iter().sum();
    assert!((sum.re - a.trace()).abs() < 1e-12 && sum.im.abs() < 1e-12);
}

#[test]
fn what_depends_on_rank_is_an_error_without_it() {
    let flat = Matrix::from_rows([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]]);
    for error in [pinv(&flat).err(), pinv(&flat.transposed()).err(), polar(&flat).err(), nuclear_norm(&flat).err()] {
        assert!(matches!(error, Some(Error::RankDeficient { column: 1, .. })), "{error:?}");
    }
    let nan = Matrix::from_rows([[1.0, f64::NAN], [0.0, 1.0]]);
    assert!(pinv(&nan).is_err() && nuclear_norm(&nan).is_err());
    let none = Matrix::<f64>::zeros(3, 0);
    assert_eq!((pinv(&none).unwrap().shape(), nuclear_norm(&none).unwrap()), (none.transposed().shape(), 0.0));
    assert_eq!((polar(&none).unwrap().0, spectral_norm(&none).unwrap()), (none, 0.0));
    // Sizes far apart; the closest rotation to a matrix that shrinks.
    let a = Matrix::from_rows([[1e8, 2.0], [-3.0, 1e-6]]);
    let (u, h) = polar(&a).unwrap();
    assert!((transposed_identity(&u) - Matrix::identity(2)).norm() < 1e-14 && (&u * &h - &a).norm() < 1e-7);
    assert!((nuclear_norm(&Matrix::from_diagonal(&[1e-150, 3e-150])).unwrap() / 4e-150 - 1.0f64).abs() < 1e-14);
}

fn transposed_identity(u: &Matrix) -> Matrix {
    linalg::transposed_matmul(u, u)
}

#[test]
fn pseudo_inverses_of_rows_of_other_scales_have_their_derivatives() {
    // Columns that are almost parallel: ((c, d), (a, 0), (0, b)).
    let (c, d, a, b) = (Dual::<f64>::seeded(1.234567e8, 1e8), Dual::<f64>::fixed(1.345678e8), 0.7, 1.3);
    let zero = Dual::<f64>::fixed(0.0);
    let moving = Matrix::from_rows([[c, d], [zero + a, zero], [zero, zero + b]]);
    let found = pinv(&moving).unwrap();
    let of = [
        [c * b * b, a * (d * d + b * b), -b * c * d], //
        [d * a * a, -a * c * d, b * (c * c + a * a)],
    ];
    for (i, row) in of.into_iter().enumerate() {
        for (j, part) in row.into_iter().enumerate() {
            let exact = (part / (c * c * b * b + d * d * a * a + a * a * b * b)).tangent;
            assert!((found[(i, j)].tangent - exact).abs() < 1e-6, "{i} {j}: {:?} and {exact}", found[(i, j)]);
        }
    }
}

#[test]
fn softmax_and_its_like_hold_at_the_ends() {
    let x: Matrix = Matrix::from_rows([[1e4, f64::NEG_INFINITY, f64::INFINITY], [1e4, 3.0, f64::INFINITY]]);
    assert_eq!(softmax(&x).as_slice(), [0.5, 0.5, 0.0, 1.0, 0.5, 0.5]);
    assert_eq!(log_sum_exp(&x).as_slice(), [1e4 + 2f64.ln(), 3.0, f64::INFINITY]);
    assert_eq!(log_softmax(&Matrix::column(&[0.0, 1000.0])).as_slice(), [-1000.0, 0.0]);
    let none = Matrix::<f64>::zeros(0, 2);
    assert_eq!(log_sum_exp(&none).as_slice(), [f64::NEG_INFINITY; 2]);
    assert_eq!((softmax(&none), cumulative_sum(&none), cumulative_product(&none)), (none.clone(), none.clone(), none));
    let tape = Tape::new();
    let x = Matrix::column(&[f64::NEG_INFINITY, 1.0]).map(|x| tape.var(x));
    let g = log_sum_exp(&x)[(0, 0)].grad();
    assert_eq!((g.wrt(x[(0, 0)]), g.wrt(x[(1, 0)])), (0.0, 1.0));
    assert!(softmax(&Matrix::column(&[f64::NAN, 1.0])).iter().all(|x| x.is_nan()));
}

/// A function of s A has s^k times fewer of its k-th derivatives, times that of s itself.
#[test]
fn powers_and_logarithms_of_scaled_matrices() {
    type Second = Dual<Dual>;
    let (a, e) = (
        Matrix::from_rows([[2.0, 0.5, 0.1], [0.5, 1.5, -0.3], [0.1, -0.3, 1.0]]),
        Matrix::from_fn(3, 3, |i, j| (i * j) as f64 - 1.0),
    );
    let along = |s: f64, power: Option<f64>| {
        let x = a.indexed().map(|((i, j), a)| Dual::new(Dual::seeded(a * s, e[(i, j)]), Dual::fixed(e[(i, j)])));
        let x: Matrix<Second> = Matrix::from_vec(3, 3, x.collect());
        let y = match power {
            Some(p) => power_spd(&x, p).unwrap(),
            None => ln_spd(&x).unwrap(),
        };
        [y.map(|y| y.value.tangent), y.map(|y| y.tangent.tangent)]
    };
    for power in [None, Some(0.5), Some(-1.5), Some(3.0)] {
        let wanted = along(1.0, power);
        for s in [1e-70, 1e-30, 1e-10, 1e10, 1e20, 1e30, 1e60] {
            for (k, (found, wanted)) in along(s, power).into_iter().zip(&wanted).enumerate() {
                let scale = s.powf(power.unwrap_or(0.0) - (k + 1) as f64);
                assert!((found.map(|x| x / scale) - wanted).norm() < 1e-12 * wanted.norm(), "{power:?} {s} {k}");
            }
        }
    }
}
