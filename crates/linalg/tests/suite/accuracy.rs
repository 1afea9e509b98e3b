//! Derivatives to the third order against 120 digits, at matrices of good and of bad condition, in forward and reverse mode.

use crate::common::{kernel, part, sparse};
use forward::{Dual, Taylor};
use linalg::{
    Covariance, Error, Triangle, cumulative_product, cumulative_sum, det, eigenvalues, expm, expm_multiply, inverse,
    kron, ldlt, least_squares, ln_spd, log_softmax, log_sum_exp, logdet, logm, lyapunov, matmul, norm, nuclear_norm,
    outer, pinv, polar, power_spd, quadratic_form, singular_values, softmax, solve, solve_triangular, spectral_norm,
    sqrtm, svd, sylvester, symmetric_eigen, symmetric_eigenvalues,
};
use reverse::Tape;
use rules::Number;

const SQUARE: [(usize, usize); 7] = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (0, 2)];
const TALL: [(usize, usize); 7] = [(0, 0), (2, 0), (1, 1), (2, 1), (3, 1), (3, 2), (0, 2)];

fn number<S: rules::Scalar>(x: f64) -> S {
    S::from_f64(x)
}

fn run<T: Number>(name: &str, mut x: &[T]) -> Result<Vec<T>, Error> {
    let x = &mut x;
    let name = name.trim_end_matches("_well").trim_end_matches("_ill");
    let of_five = name.strip_suffix("_five");
    let (name, n) = of_five.map_or((name, 3), |name| (name, 5));
    let tall = |rows, columns| if of_five.is_some() { (6, 4) } else { (rows, columns) };
    Ok(match name {
        "matmul" => matmul(&part(x, 2, 3), &part(x, 3, 2)).into_vec(),
        "norm" => vec![norm(&part(x, 2, 3))],
        "cholesky" => part(x, n, n).cholesky()?.lower()?.into_vec(),
        "solve_spd" => part(x, n, n).cholesky()?.solve(&part(x, n, 1))?.into_vec(),
        "inverse_spd" => part(x, n, n).cholesky()?.inverse()?.into_vec(),
        "logdet_spd" => vec![part(x, n, n).cholesky()?.logdet()],
        "solve" => solve(&part(x, n, n), &part(x, n, 1))?.into_vec(),
        "inverse" => inverse(&part(x, n, n))?.into_vec(),
        "det" => vec![det(&part(x, n, n))],
        "logdet" => vec![logdet(&part(x, n, n))?],
        "qr" => {
            let (rows, columns) = tall(4, 3);
            part(x, rows, columns).qr().map(|(q, r)| [q.into_vec(), r.into_vec()].concat())?
        }
        "eigen" => symmetric_eigen(&part(x, n, n)).map(|(l, v)| [l.into_vec(), v.into_vec()].concat())?,
        "svd" => {
            let (rows, columns) = tall(4, 2);
            svd(&part(x, rows, columns)).map(|(u, s, v)| [u.into_vec(), s.into_vec(), v.into_vec()].concat())?
        }
        "triangular" => solve_triangular(Triangle::LOWER, &part(x, 3, 3), &part(x, 3, 1))?.into_vec(),
        "ldlt" => {
            let factored = ldlt(&part(x, n, n))?;
            [factored.lower().as_slice(), factored.diagonal().as_slice()].concat()
        }
        "pinv" => {
            let (rows, columns) = tall(4, 2);
            pinv(&part(x, rows, columns))?.into_vec()
        }
        "least_squares" => least_squares(&part(x, 4, 2), &part(x, 4, 1))?.into_vec(),
        "expm" => expm(&part(x, n, n))?.into_vec(),
        "expm_multiply" => expm_multiply(&part(x, 3, 3), &part(x, 3, 1))?.into_vec(),
        "sqrtm" => sqrtm(&part(x, 3, 3))?.into_vec(),
        "logm" => logm(&part(x, 3, 3))?.into_vec(),
        "power_spd" => power_spd(&part(x, 3, 3), 0.3)?.into_vec(),
        "ln_spd" => ln_spd(&part(x, 3, 3))?.into_vec(),
        "polar" => polar(&part(x, 4, 2)).map(|(u, p)| [u.into_vec(), p.into_vec()].concat())?,
        "nuclear_norm" => vec![nuclear_norm(&part(x, 4, 2))?],
        "spectral_norm" => vec![spectral_norm(&part(x, 4, 2))?],
        "singular_values" => singular_values(&part(x, 4, 2))?.into_vec(),
        "symmetric_eigenvalues" => symmetric_eigenvalues(&part(x, n, n))?.into_vec(),
        "power_sums" => {
            let values = eigenvalues(&part(x, 3, 3))?;
            let power = |k| {
                values.iter().map(|&l| (1..k).fold(l, |y, _| y * l).re).fold(T::constant(number(0.0)), |s, x| s + x)
            };
            (1..4).map(power).collect()
        }
        "softmax" => softmax(&part(x, 3, 2)).into_vec(),
        "log_softmax" => log_softmax(&part(x, 3, 2)).into_vec(),
        "log_sum_exp" => log_sum_exp(&part(x, 3, 2)).into_vec(),
        "cumulative_sum" => cumulative_sum(&part(x, 3, 2)).into_vec(),
        "cumulative_product" => cumulative_product(&part(x, 3, 2)).into_vec(),
        "kron" => kron(&part(x, 2, 3), &part(x, 3, 2)).into_vec(),
        "outer" => outer(&part(x, 3, 1), &part(x, 2, 1)).into_vec(),
        "quadratic_form" => vec![quadratic_form(&part(x, 3, 3), &part(x, 3, 1))],
        "sylvester" => sylvester(&part(x, 2, 2), &part(x, 3, 3), &part(x, 2, 3))?.into_vec(),
        "lyapunov" => lyapunov(&part(x, 2, 2), &part(x, 2, 2))?.into_vec(),
        "squared_exponential" => kernel(Covariance::SquaredExponential, x, 2),
        "matern12" => kernel(Covariance::Matern12, x, 2),
        "matern32" => kernel(Covariance::Matern32, x, 2),
        "matern52" => kernel(Covariance::Matern52, x, 2),
        "periodic" => {
            let (points, others) = (part(x, 3, 2), part(x, 2, 2));
            let (lengths, variance, period) = (part(x, 2, 1), part(x, 1, 1)[(0, 0)], part(x, 1, 1));
            Covariance::Periodic.matrix(&points, &others, &lengths, variance, &period).into_vec()
        }
        "sparse_solve" => sparse(x, 3, 3, &SQUARE).solve(&part(x, 3, 1))?.into_vec(),
        "sparse_det" => {
            let lu = sparse(x, 3, 3, &SQUARE).lu()?;
            vec![lu.det()?, lu.logdet()?]
        }
        "sparse_logdet_spd" => {
            // Values above the diagonal are not looked at: the symmetric part is made of both.
            let a = part(x, 3, 3);
            let symmetric = (&a + a.transposed()) * T::constant(number(0.5));
            let places: Vec<_> = (0..9).map(|k| (k % 3, k / 3)).collect();
            vec![sparse(&mut symmetric.as_slice(), 3, 3, &places).cholesky()?.logdet()?]
        }
        "sparse_least_squares" => sparse(x, 4, 3, &TALL).least_squares(&part(x, 4, 1))?.into_vec(),
        _ => panic!("{name} has no function here"),
    })
}

/// What is stored of an operation: its name, its condition, a point and a direction, and the derivatives along it.
struct Stored {
    name: &'static str,
    condition: f64,
    x: Vec<f64>,
    v: Vec<f64>,
    orders: [Vec<f64>; 4],
}

impl Stored {
    /// An ulp of the matrix moves the result by so much, and each order again.
    fn unit(&self, order: usize) -> f64 {
        let scale = self.orders[order].iter().fold(0.0f64, |s, x| s.max(x.abs()));
        (f64::EPSILON * self.condition * scale * (order + 1) as f64).max(f64::MIN_POSITIVE)
    }
}

fn stored() -> Vec<Stored> {
    let numbers = |line: &str| line.split(' ').map(|x| x.parse::<f64>().expect("a number")).collect::<Vec<_>>();
    let lines: Vec<&str> = include_str!("../references/operations.txt").lines().collect();
    let cases = lines.chunks_exact(7);
    assert!(cases.len() == 104 && cases.remainder().is_empty());
    let read = |case: &[&'static str]| {
        let (name, condition) = case[0].split_once(' ').expect("a name and a condition");
        let orders = [3, 4, 5, 6].map(|line| numbers(case[line]));
        Stored {
            name,
            condition: condition.parse().expect("a number"),
            x: numbers(case[1]),
            v: numbers(case[2]),
            orders,
        }
    };
    cases.map(read).collect()
}

#[test]
fn to_the_third_order() {
    let mut worst = 0.0f64;
    for case in stored() {
        let (name, x, v) = (case.name, &case.x, &case.v);
        let series: Vec<Taylor<f64, 3>> = x.iter().zip(v).map(|(&x, &v)| Taylor::polynomial(x, &[v])).collect();
        let series = run(name, &series).unwrap();
        let dual = |(&x, &v): (&f64, &f64)| {
            let inner = Dual::new(Dual::seeded(x, v), Dual::fixed(v));
            Dual::new(inner, Dual::fixed(Dual::fixed(v)))
        };
        let duals = run(name, &x.iter().zip(v).map(dual).collect::<Vec<Dual<Dual<Dual>>>>()).unwrap();
        for order in 0..4 {
            for (i, &wanted) in case.orders[order].iter().enumerate() {
                let y = &duals[i];
                let nested =
                    [y.value.value.value, y.value.value.tangent, y.value.tangent.tangent, y.tangent.tangent.tangent];
                for (way, found) in [("series", series[i].derivative(order)), ("duals", nested[order])] {
                    let error = (found - wanted).abs() / case.unit(order);
                    worst = worst.max(error);
                    assert!(error < 64.0, "{name}, order {order}, {i}, {way}: {found} and {wanted}: {error} units");
                }
            }
        }
    }
    assert!(worst > 0.1, "the contract is not out of proportion: {worst}");
}

#[test]
fn to_the_third_order_in_reverse_mode() {
    type Second = Dual<Dual>;
    const WEIGHTS: [f64; 3] = [1.0, -0.5, 0.75];
    let weight = |k: usize| WEIGHTS[k % 3];
    for case in stored() {
        // A gradient whose numbers move along the line: times the direction it has orders 1 to 3.
        let tape = Tape::<Second>::default();
        let moving = |(&x, &v): (&f64, &f64)| tape.var(Second::seeded(Dual::seeded(x, v), Dual::fixed(v)));
        let x: Vec<_> = case.x.iter().zip(&case.v).map(moving).collect();
        let y = run(case.name, &x).unwrap();
        let weighted: Vec<_> = y.iter().enumerate().map(|(k, &y)| (y, Second::fixed(Dual::fixed(weight(k))))).collect();
        let adjoints = tape.adjoints(&weighted);
        let along = |found, (&x, &v): (&_, &f64)| found + adjoints.wrt(x) * Second::fixed(Dual::fixed(v));
        let found = x.iter().zip(&case.v).fold(Second::fixed(Dual::fixed(0.0)), along);
        for (order, found) in [(1, found.value.value), (2, found.value.tangent), (3, found.tangent.tangent)] {
            let terms = case.orders[order].iter().enumerate();
            let wanted: f64 = terms.map(|(k, y)| weight(k) * y).sum();
            let size: f64 = (0..y.len()).map(|k| weight(k).abs()).sum();
            let error = (found - wanted).abs() / case.unit(order) / size;
            assert!(error < 64.0, "{}, order {order}: {found} and {wanted}: {error} units", case.name);
        }
    }
}
