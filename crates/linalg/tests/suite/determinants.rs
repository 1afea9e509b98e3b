//! Determinants of matrices whose rows and columns have other scales, that are far from one, and that lack rank.

use forward::Dual;
use linalg::{Matrix, det};
use program::Program;
use reverse::Tape;
use rules::{Number, Real};

/// By permutations: an expression without a division.
fn leibniz<T: Number<Scalar = f64>>(a: &Matrix<T>) -> T {
    let n = a.rows();
    if n == 0 {
        return T::constant(1.0);
    }
    (0..n).fold(T::constant(0.0), |sum, j| {
        let minor = Matrix::from_fn(n - 1, n - 1, |i, k| a[(i + 1, k + usize::from(k >= j))]);
        let term = a[(0, j)] * leibniz(&minor);
        if j.is_multiple_of(2) { sum + term } else { sum - term }
    })
}

fn cofactor(a: &Matrix, i: usize, j: usize) -> f64 {
    let n = a.rows() - 1;
    let minor = leibniz(&Matrix::from_fn(n, n, |k, l| a[(k + usize::from(k >= i), l + usize::from(l >= j))]));
    if (i + j).is_multiple_of(2) { minor } else { -minor }
}

/// The gradient by a tape, by a program and along each axis.
fn gradients(a: &Matrix) -> [Matrix; 3] {
    let (tape, n) = (Tape::new(), a.rows());
    let x = a.map(|a| tape.var(a));
    let g = det(&x).grad();
    fn square<T: Real>(n: usize, x: &[T]) -> Matrix<T> {
        Matrix::from_vec(n, n, x.to_vec())
    }
    let program = Program::record(n * n, |x| vec![det(&square(n, x))]).unwrap().gradient().unwrap();
    let along = Matrix::from_fn(n, n, |i, j| {
        let at = |k, l| if (k, l) == (i, j) { Dual::variable(a[(k, l)]) } else { Dual::fixed(a[(k, l)]) };
        det(&Matrix::from_fn(n, n, at)).tangent
    });
    [x.map(|x| g.wrt(x)), square(n, &program.eval(a.as_slice()).unwrap()), along]
}

/// To each entry's own digits.
#[track_caller]
fn each_entry(a: &Matrix, wanted: &Matrix, digits: f64) {
    for (way, found) in ["a tape", "a program", "a direction"].into_iter().zip(gradients(a)) {
        for ((i, j), &wanted) in wanted.indexed() {
            let found = found[(i, j)];
            assert!(
                (found - wanted).abs() <= digits * wanted.abs(),
                "{way}: {found:e} for {wanted:e} at {i} {j} of {a}"
            );
        }
    }
}

fn base(n: usize) -> Matrix {
    Matrix::from_fn(n, n, |i, j| if i == j { 2.0 } else { 1.0 / (1 + i + 2 * j) as f64 })
}

#[test]
fn rows_and_columns_of_other_scales() {
    for n in [2, 3, 4, 5] {
        let b = base(n);
        for t in [0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 20.0, 40.0] {
            let [d, one] = [t, 0.0].map(|t| move |i: usize| 10f64.powf(t * (1.0 - i as f64)));
            let scaled = |left: &dyn Fn(usize) -> f64, right: &dyn Fn(usize) -> f64| {
                let others = |of: &dyn Fn(usize) -> f64, i| (0..n).filter(|k| *k != i).map(of).product::<f64>();
                let a = Matrix::from_fn(n, n, |i, j| left(i) * b[(i, j)] * right(j));
                (a, Matrix::from_fn(n, n, |i, j| others(left, i) * cofactor(&b, i, j) * others(right, j)))
            };
            for (a, wanted) in [scaled(&d, &d), scaled(&one, &d), scaled(&d, &one)] {
                if wanted.iter().all(|x| x.is_normal()) {
                    each_entry(&a, &wanted, 1e-13);
                }
            }
        }
    }
}

#[test]
fn entries_far_from_one() {
    for (n, s) in [(3, 1e-110), (3, 1e150), (4, 1e-100), (4, 1e100), (2, 1e-300), (2, 1e300), (1, 1e-310)] {
        let b = base(n);
        let wanted = Matrix::from_fn(n, n, |i, j| (1..n).fold(cofactor(&b, i, j), |x, _| x * s));
        each_entry(&(s * &b), &wanted, 1e-13);
    }
}

/// The Hessian of integers that lack rank, by duals over a tape, and its third derivatives along a direction.
#[test]
fn higher_derivatives_without_rank() {
    type Second = Dual<Dual>;
    for n in 2..=4 {
        for rank in 0..n {
            let u = |i: usize, k: usize| ((3 * i + 5 * k + i * k) % 7) as f64 - 3.0;
            let a: Matrix = Matrix::from_fn(n, n, |i, j| (0..rank).map(|k| u(i, k) * u(j, k + 1)).sum());
            let v = Matrix::from_fn(n, n, |i, j| ((i + 2 * j) % 3) as f64 - 1.0);
            let x = Matrix::from_fn(n, n, |i, j| Dual::new(Dual::seeded(a[(i, j)], v[(i, j)]), Dual::fixed(v[(i, j)])));
            let tape = Tape::<Second>::default();
            let [ours, theirs] = [det, leibniz].map(|f| {
                let vars = x.map(|x| tape.var(x));
                let g = f(&vars).grad();
                vars.map(|x| g.wrt(x))
            });
            for (ours, theirs) in ours.iter().zip(theirs.iter()) {
                let parts = |x: &Second| [x.value.value, x.value.tangent, x.tangent.tangent];
                for (ours, theirs) in parts(ours).into_iter().zip(parts(theirs)) {
                    assert!((ours - theirs).abs() <= 1e-8 * (1.0 + theirs.abs()), "{n} {rank}: {ours} {theirs}");
                }
            }
        }
    }
}
