//! Matrices long enough for planes of `f64`, against numbers that have none, and against differences.

use forward::Dual;
use linalg::{
    Covariance, Matrix, dot, expm, kron, least_squares, matmul, matmul_transposed, shifted, softmax, solve, svd,
    symmetric_eigen, transposed_matmul,
};
use reverse::Tape;
use rules::{Functions, Number};

/// The matrix of a Gaussian process and its observations.
fn process<T: Number<Scalar = f64>>(n: usize, x: &[T]) -> (Matrix<T>, Matrix<T>) {
    let k = Matrix::from_fn(n, n, |i, j| {
        let d = T::constant((i as f64 - j as f64) * 0.3);
        let e = (d * d * x[0]).exp() * x[1];
        if i == j { e + T::constant(1.0) } else { e }
    });
    (k, Matrix::from_fn(n, 1, |i, _| T::constant((i as f64).sin())))
}

fn likelihood<T: Number<Scalar = f64>>(n: usize, x: &[T]) -> T {
    let (k, y) = process(n, x);
    let c = k.cholesky().unwrap();
    dot(&y, &c.solve(&y).unwrap()) + c.logdet() + dot(&c.lower().unwrap(), &k)
}

/// Of each operation one number.
fn operations<T: Number<Scalar = f64>>(n: usize, x: &[T]) -> Vec<T> {
    let (k, y) = process(n, x);
    let weight =
        |m: &Matrix<T>| dot(&Matrix::from_fn(m.rows(), m.columns(), |i, j| T::constant((i + 3 * j) as f64).cos()), m);
    let b = Matrix::from_fn(n, n, |i, j| if i == j { x[0] } else { T::constant(0.1 / (1 + i + j) as f64) });
    let lu = b.lu().unwrap();
    let (q, r) = k.qr().unwrap();
    let apart = &k + Matrix::from_fn(n, n, |i, j| if i == j { x[1] * T::constant(i as f64) } else { T::constant(0.0) });
    let (values, vectors) = symmetric_eigen(&apart).unwrap();
    let (u, s, v) = svd(&apart.block(0..n, 0..n - 1)).unwrap();
    let points = Matrix::from_fn(n, 1, |i, _| T::constant(i as f64 * 0.2));
    let covariance = Covariance::Matern52.matrix(
        &points,
        &points,
        &Matrix::column(&[-x[0]]),
        x[1],
        &Matrix::column(&[T::constant(1.0)]),
    );
    let mut changed = k.clone();
    changed[(0, 1)] = x[0];
    vec![
        likelihood(n, x),
        weight(&matmul(&k, &b)) + weight(&transposed_matmul(&b, &k)) + weight(&matmul_transposed(&k, &b)),
        weight(&(&k + &b)) + weight(&(&k - &k.transposed())) + weight(&(&b * x[1])) + weight(&changed),
        weight(&kron(&k.block(0..5, 0..5), &b.block(0..6, 0..6))),
        weight(&solve(&b, &k).unwrap()) + lu.logdet().unwrap() + weight(&lu.inverse().unwrap()) + b.det(),
        weight(&least_squares(&k.block(0..n, 0..3), &y).unwrap()) + weight(&q) + weight(&r),
        weight(&(&vectors * values[(0, 0)])) + values[(n - 1, 0)] + k.norm() + k.trace(),
        weight(&u) + weight(&v) * s[(1, 0)],
        weight(&expm(&(&b * T::constant(0.1))).unwrap()) + weight(&softmax(&k)),
        weight(&shifted(&covariance, x[0])),
    ]
}

/// Each number's derivatives, on a tape over these numbers.
fn gradients<T: Number<Scalar = f64>, const N: usize>(
    x: [T; N],
    f: impl for<'t> Fn(&[reverse::Var<'t, T>]) -> Vec<reverse::Var<'t, T>>,
) -> Vec<[T; N]> {
    let tape = Tape::default();
    let v = x.map(|x| tape.var(x));
    let y = f(&v);
    y.iter().map(|y| y.grad()).map(|g| v.map(|v| g.wrt(v))).collect()
}

const X: [f64; 2] = [-0.4, 1.3];

#[test]
fn operations_agree_with_numbers_that_have_no_planes() {
    const { assert!(Dual::<f64, [f64; 3]>::PLANES == 4 && Dual::<f64, [f64; 64]>::PLANES == 0) };
    let n = 24;
    let few = [0, 1].map(|k| Dual::<f64, [f64; 3]>::lane(X[k], 2 * k));
    let many = [0, 1].map(|k| Dual::<f64, [f64; 64]>::lane(X[k], 2 * k));
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + b.abs());
    for (k, (a, b)) in operations(n, &few).iter().zip(operations(n, &many)).enumerate() {
        assert!(close(a.value, b.value), "{k}: {} and {}", a.value, b.value);
        for lane in 0..3 {
            assert!(close(a.tangent[lane], b.tangent[lane]), "{k}, lane {lane}: {a:?} and {:?}", &b.tangent[..3]);
        }
    }
    let (few, many) = (gradients(few, |x| operations(n, x)), gradients(many, |x| operations(n, x)));
    for (k, (a, b)) in few.iter().zip(&many).enumerate() {
        for (a, b) in a.iter().zip(b) {
            assert!(close(a.value, b.value), "gradient {k}: {} and {}", a.value, b.value);
            for lane in 0..3 {
                let (a, b) = (a.tangent[lane], b.tangent[lane]);
                assert!((a - b).abs() <= 1e-7 * (1.0 + b.abs()), "gradient {k}, lane {lane}: {a} and {b}");
            }
        }
    }
}

#[test]
fn second_derivatives_are_differences_of_gradients() {
    let (n, h) = (30, 1e-5);
    for k in 0..2 {
        let at =
            |s: f64| gradients([0, 1].map(|i| if i == k { X[i] + s } else { X[i] }), |x| vec![likelihood(n, x)])[0];
        let (up, down) = (at(h), at(-h));
        let seeded = [0, 1]
            .map(|i| Dual::<f64, [f64; 4]>::seeded_lanes(X[i], if i == k { [0.0, 1.0, 0.0, 2.0] } else { [0.0; 4] }));
        let g = gradients(seeded, |x| vec![likelihood(n, x)])[0];
        let twice = [0, 1].map(|i| match i == k {
            true => Dual::<Dual>::seeded(Dual::variable(X[i]), Dual::fixed(1.0)),
            false => Dual::fixed(Dual::fixed(X[i])),
        });
        let forward = likelihood(n, &twice).tangent.tangent;
        assert!((forward - g[k].tangent[1]).abs() < 1e-9 * (1.0 + forward.abs()));
        for i in 0..2 {
            let difference = (up[i] - down[i]) / (2.0 * h);
            assert!((g[i].tangent[1] - difference).abs() < 1e-6 * (1.0 + difference.abs()));
            assert_eq!((g[i].tangent[0], g[i].tangent[3]), (0.0, 2.0 * g[i].tangent[1]));
        }
    }
}

/// A record keeps of each number its parts and its statement. The number itself with its derivative by the statement, and lists that
/// are taken apart for each operation, were 193 bytes here.
#[test]
fn a_record_keeps_what_numbers_consist_of() {
    let n = 100;
    let tape = Tape::default();
    let x = [0, 1].map(|k| tape.var(Dual::<f64, [f64; 3]>::lane(X[k], k)));
    let (k, y) = process(n, &x);
    let taken = allocation_counter::measure(|| {
        let _ = matmul(&k, &y);
    });
    let each = taken.bytes_total as f64 / (n * n) as f64;
    assert!(each < 100.0, "{each} bytes for each number");
}

/// What is not a number is so in all that depends on it, and nothing else.
#[test]
fn not_a_number() {
    let x = [Dual::<f64, [f64; 2]>::lane(f64::NAN, 0), Dual::lane(1.3, 1)];
    let (k, _) = process(24, &x);
    let y = matmul(&k, &k);
    assert!(y.iter().all(|y| y.value.is_nan()));
    assert!(k.cholesky().is_err());
}
