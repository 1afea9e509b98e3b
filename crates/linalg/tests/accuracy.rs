//! Derivatives to the third order against 120 digits, at matrices of good and of bad condition.

mod common;

use common::part;
use forward::{Dual, Taylor};
use linalg::{Error, det, inverse, logdet, matmul, norm, solve, svd, symmetric_eigen};
use rules::Number;

fn run<T: Number>(name: &str, mut x: &[T]) -> Result<Vec<T>, Error> {
    let x = &mut x;
    let name = name.trim_end_matches("_well").trim_end_matches("_ill");
    Ok(match name {
        "matmul" => matmul(&part(x, 2, 3), &part(x, 3, 2)).into_vec(),
        "norm" => vec![norm(&part(x, 2, 3))],
        "cholesky" => part(x, 3, 3).cholesky()?.lower()?.into_vec(),
        "solve_spd" => part(x, 3, 3).cholesky()?.solve(&part(x, 3, 1))?.into_vec(),
        "inverse_spd" => part(x, 3, 3).cholesky()?.inverse()?.into_vec(),
        "logdet_spd" => vec![part(x, 3, 3).cholesky()?.logdet()],
        "solve" => solve(&part(x, 3, 3), &part(x, 3, 1))?.into_vec(),
        "inverse" => inverse(&part(x, 3, 3))?.into_vec(),
        "det" => vec![det(&part(x, 3, 3))],
        "logdet" => vec![logdet(&part(x, 3, 3))?],
        "qr" => part(x, 4, 3).qr().map(|(q, r)| [q.into_vec(), r.into_vec()].concat())?,
        "eigen" => symmetric_eigen(&part(x, 3, 3)).map(|(l, v)| [l.into_vec(), v.into_vec()].concat())?,
        "svd" => svd(&part(x, 4, 2)).map(|(u, s, v)| [u.into_vec(), s.into_vec(), v.into_vec()].concat())?,
        _ => panic!("{name} has no function here"),
    })
}

#[test]
fn to_the_third_order() {
    let numbers = |line: &str| line.split(' ').map(|x| x.parse::<f64>().expect("a number")).collect::<Vec<_>>();
    let lines: Vec<&str> = include_str!("references/operations.txt").lines().collect();
    let mut worst = 0.0f64;
    let cases = lines.chunks_exact(7);
    assert!(cases.len() == 22 && cases.remainder().is_empty());
    for case in cases {
        let (name, condition) = case[0].split_once(' ').expect("a name and a condition");
        let condition: f64 = condition.parse().expect("a number");
        let (x, v) = (numbers(case[1]), numbers(case[2]));
        let series: Vec<Taylor<f64, 3>> = x.iter().zip(&v).map(|(&x, &v)| Taylor::polynomial(x, &[v])).collect();
        let series = run(name, &series).unwrap();
        let dual = |(&x, &v): (&f64, &f64)| {
            let inner = Dual::new(Dual::seeded(x, v), Dual::fixed(v));
            Dual::new(inner, Dual::fixed(Dual::fixed(v)))
        };
        let duals = run(name, &x.iter().zip(&v).map(dual).collect::<Vec<Dual<Dual<Dual>>>>()).unwrap();
        for order in 0..4 {
            let wanted = numbers(case[3 + order]);
            let scale = wanted.iter().fold(0.0f64, |s, x| s.max(x.abs()));
            for (i, &wanted) in wanted.iter().enumerate() {
                let y = &duals[i];
                let nested =
                    [y.value.value.value, y.value.value.tangent, y.value.tangent.tangent, y.tangent.tangent.tangent];
                for (way, found) in [("series", series[i].derivative(order)), ("duals", nested[order])] {
                    // An ulp of the matrix moves the result by so much, and each order again.
                    let unit = (f64::EPSILON * condition * scale * (order + 1) as f64).max(f64::MIN_POSITIVE);
                    let error = (found - wanted).abs() / unit;
                    worst = worst.max(error);
                    assert!(error < 64.0, "{name}, order {order}, {i}, {way}: {found} and {wanted}: {error} units");
                }
            }
        }
    }
    assert!(worst > 0.1, "the contract is not out of proportion: {worst}");
}
