//! Every operation with matrices of every shape: a result, an error, or a panic at the line of the call that names a shape.

use forward::Dual;
use linalg::{
    Covariance, Matrix, SparseMatrix, Triangle, cumulative_product, cumulative_sum, dot, eigen, eigenvalues, expm,
    expm_multiply, kron, ldlt, least_squares, ln_spd, log_softmax, log_sum_exp, logdet, logm, lyapunov,
    matmul_transposed, norm, nuclear_norm, outer, pinv, polar, power_spd, quadratic_form, shifted, singular_values,
    softmax, solve_spd, solve_triangular, spectral_norm, spectral_projector, sqrtm, svd, sylvester, symmetric_eigen,
    symmetric_eigenvalues, symmetric_function, trace, transposed_matmul,
};
use reverse::Tape;
use rules::Number;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Once;

thread_local! {
    static PANIC: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Panics are kept, and not printed.
fn listen() {
    static HEARD: Once = Once::new();
    HEARD.call_once(|| {
        set_hook(Box::new(|info| {
            let file = info.location().map(|at| at.file().to_string()).unwrap_or_default();
            PANIC.set(Some((info.payload_as_str().unwrap_or_default().to_string(), file)));
        }));
    });
}

/// One line for each operation.
fn none(mut wrong: Vec<String>) {
    wrong.sort();
    wrong.dedup_by_key(|line| line.split(" of ").next().map(str::to_owned));
    println!("{}", wrong.join("\n"));
    assert!(wrong.is_empty());
}

/// What was said by the panic of a run, and in which file.
fn panic_of(run: impl FnOnce()) -> Option<(String, String)> {
    let ended = catch_unwind(AssertUnwindSafe(run));
    ended.err().and_then(|_| PANIC.take())
}

type Operation<T> = (&'static str, fn(&Matrix<T>, &Matrix<T>, &Matrix<T>));

fn operations<T: Number<Scalar = f64>>() -> Vec<Operation<T>> {
    fn zero<T: Number<Scalar = f64>>() -> T {
        T::constant(0.0)
    }
    let mut all: Vec<Operation<T>> = vec![];
    macro_rules! of {
        ($($name:ident |$a:ident, $b:ident, $c:ident| $call:expr;)*) => {
            $(all.push((stringify!($name), |$a, $b, $c| { let _ = ($b, $c); let _ = $call; }));)*
        };
    }
    of! {
        det |a, b, c| a.det();
        trace |a, b, c| trace(a);
        norm |a, b, c| norm(a);
        inverse |a, b, c| a.inverse();
        logdet |a, b, c| logdet(a);
        cholesky |a, b, c| a.cholesky().map(|f| (f.logdet(), f.lower(), f.inverse(), f.solve(b)));
        lu |a, b, c| a.lu().map(|f| (f.det(), f.logdet(), f.inverse(), f.solve(b), f.solve_transposed(b)));
        qr |a, b, c| a.qr();
        ldlt |a, b, c| ldlt(a).map(|f| (f.det(), f.logdet(), f.solve(b)));
        pinv |a, b, c| pinv(a);
        polar |a, b, c| polar(a);
        expm |a, b, c| expm(a);
        logm |a, b, c| logm(a);
        sqrtm |a, b, c| sqrtm(a);
        ln_spd |a, b, c| ln_spd(a);
        power_spd |a, b, c| power_spd(a, 0.5);
        projector |a, b, c| spectral_projector(a, -0.5..0.5);
        function |a, b, c| symmetric_function(a, |_, x: f64| x.exp());
        eigenvalues |a, b, c| eigenvalues(a);
        eigen |a, b, c| eigen(a);
        symmetric_eigenvalues |a, b, c| symmetric_eigenvalues(a);
        symmetric_eigen |a, b, c| symmetric_eigen(a);
        svd |a, b, c| svd(a);
        singular_values |a, b, c| singular_values(a);
        spectral_norm |a, b, c| spectral_norm(a);
        nuclear_norm |a, b, c| nuclear_norm(a);
        softmax |a, b, c| softmax(a);
        log_softmax |a, b, c| log_softmax(a);
        log_sum_exp |a, b, c| log_sum_exp(a);
        cumulative_sum |a, b, c| cumulative_sum(a);
        cumulative_product |a, b, c| cumulative_product(a);
        shifted |a, b, c| shifted(a, zero());
        plus |a, b, c| a + b;
        minus |a, b, c| a - b;
        times |a, b, c| a * b;
        transposed_matmul |a, b, c| transposed_matmul(a, b);
        matmul_transposed |a, b, c| matmul_transposed(a, b);
        outer |a, b, c| outer(a, b);
        kron |a, b, c| kron(a, b);
        dot |a, b, c| dot(a, b);
        quadratic_form |a, b, c| quadratic_form(a, b);
        solve |a, b, c| a.solve(b);
        solve_spd |a, b, c| solve_spd(a, b);
        lower |a, b, c| solve_triangular(Triangle::LOWER, a, b);
        upper |a, b, c| solve_triangular(Triangle::UPPER, a, b);
        least_squares |a, b, c| least_squares(a, b);
        expm_multiply |a, b, c| expm_multiply(a, b);
        lyapunov |a, b, c| lyapunov(a, b);
        sylvester |a, b, c| sylvester(a, b, c);
        beside |a, b, c| a.beside(b);
        above |a, b, c| a.above(b);
        covariance |a, b, c| Covariance::Matern52.matrix(a, b, c, zero(), c);
        periodic |a, b, c| Covariance::Periodic.matrix(a, b, c, zero(), c);
    }
    all
}

/// Shapes with up to four rows and columns, some of which a tape records whole, entries from a list that is gone through.
fn matrices<T: Number<Scalar = f64>>(entries: &[f64], number: impl Fn(f64) -> T) -> Vec<Matrix<T>> {
    let mut next = entries.iter().cycle();
    let mut made = |rows, columns| {
        let list = (0..rows * columns).map(|_| number(*next.next().expect("an endless list"))).collect();
        Matrix::from_vec(rows, columns, list)
    };
    let mut all = vec![];
    for rows in [0, 1, 2, 4] {
        for columns in [0, 1, 2, 4] {
            all.push(made(rows, columns));
        }
    }
    all
}

fn run<T: Number<Scalar = f64>>(entries: &[f64], number: impl Fn(f64) -> T, wrong: &mut Vec<String>) {
    let all = matrices(entries, number);
    for (name, operation) in operations::<T>() {
        for a in &all {
            for b in &all {
                for c in all.iter().filter(|c| name == "sylvester" || name.len() == 10 || c.shape() == b.shape()) {
                    let shapes = [a, b, c].map(|m| m.shape().to_string());
                    let Some((message, file)) = panic_of(|| operation(a, b, c)) else { continue };
                    // Points are counted by their coordinates.
                    let named = (message.contains(" coordinate") && message.contains(": give "))
                        || shapes.iter().any(|s| message.contains(s));
                    if !file.ends_with("shapes.rs") || !named {
                        wrong.push(format!("{name} of {}: {message} in {file}", shapes.join(", ")));
                    }
                }
            }
        }
    }
}

#[test]
fn every_shape_is_taken_or_named() {
    listen();
    let mut wrong = vec![];
    let usual = [0.5, -1.0, 2.0, 0.25, 1.5, -0.75, 3.0];
    run(&usual, |x| x, &mut wrong);
    run(&usual, |x| Dual::seeded(x, 1.0), &mut wrong);
    let tape = Tape::new();
    run(&usual, |x| tape.var(x), &mut wrong);
    for entries in [[0.0], [f64::NAN], [f64::INFINITY], [1e300], [1e-300], [1.0]] {
        run(&entries, |x| x, &mut wrong);
    }
    run(&[1.0, f64::NAN, -1e300], |x| x, &mut wrong);
    none(wrong);
}

#[test]
fn what_no_memory_holds_is_a_panic_with_the_shape() {
    let (huge, column) = (usize::MAX / 2, Matrix::<f64>::zeros(1 << 20, 1));
    let message = |run: &dyn Fn() -> Matrix| {
        let caught = catch_unwind(AssertUnwindSafe(|| drop(run()))).expect_err("a panic");
        caught.downcast_ref::<String>().cloned().unwrap_or_default()
    };
    let said = message(&|| Matrix::zeros(huge, 4));
    assert_eq!(said, format!("a matrix of {huge} x 4: there is no memory for its entries"));
    for run in [
        &|| Matrix::identity(1 << 40) as Matrix,
        &|| Matrix::from_fn(1 << 40, 1 << 20, |_, _| 1.0),
        &|| kron(&column, &column.transposed().reshaped(1, 1 << 20)),
        &|| Matrix::filled(1 << 55, 1, 1.0),
    ] as [&dyn Fn() -> Matrix; 4]
    {
        assert!(message(run).ends_with("there is no memory for its entries"), "{}", message(run));
    }
    let none = message(&|| Matrix::from_vec(1 << 33, 1 << 31, vec![]));
    assert!(none.contains("8589934592 x 2147483648"), "{none}");
}

#[test]
fn sparse_matrices_of_every_shape_are_taken_or_named() {
    listen();
    let mut wrong = vec![];
    for value in [0.0, 1.5, f64::NAN, 1e300] {
        for a in matrices(&[1.0], |x: f64| x) {
            for b in matrices(&[0.5, -2.0], |x: f64| x) {
                let mut entries = vec![];
                for i in 0..a.rows() {
                    for j in 0..a.columns() {
                        if (i + j) % 2 == 0 {
                            entries.push((i, j, value + (i == j) as u8 as f64));
                        }
                    }
                }
                let s = SparseMatrix::from_triplets(a.rows(), a.columns(), &entries);
                let runs: [(&str, &dyn Fn()); 8] = [
                    ("matmul", &|| drop(s.matmul(&b))),
                    ("transposed_matmul", &|| drop(s.transposed_matmul(&b))),
                    ("solve", &|| drop(s.solve(&b))),
                    ("least_squares", &|| drop(s.least_squares(&b))),
                    ("lu", &|| drop(s.lu().map(|f| (f.solve(&b), f.det(), f.logdet())))),
                    ("transposed", &|| drop(s.lu().map(|f| f.solve_transposed(&b)))),
                    ("cholesky", &|| drop(s.cholesky().map(|f| (f.solve(&b), f.logdet())))),
                    ("qr", &|| drop(s.qr().map(|f| f.solve(&b)))),
                ];
                for (name, run) in runs {
                    let Some((message, file)) = panic_of(run) else { continue };
                    let shapes = [&a, &b].map(|m| m.shape().to_string());
                    if !file.ends_with("shapes.rs") || !shapes.iter().any(|s| message.contains(s)) {
                        wrong.push(format!("{name} of {}: {message} in {file}", shapes.join(", ")));
                    }
                }
            }
        }
    }
    none(wrong);
}

#[test]
fn entries_of_a_row_or_a_column_have_one_place() {
    let (mut column, mut row) = (Matrix::column(&[1.0, 2.0]), Matrix::row(&[1.0, 2.0]));
    column[1] += 3.0;
    row[0] = column[1];
    assert_eq!((column.as_slice(), row.as_slice()), (&[1.0, 5.0][..], &[5.0, 2.0][..]));
    let all = [column.clone(), column];
    assert_eq!(all.iter().sum::<Matrix>() + all.into_iter().sum::<Matrix>(), Matrix::column(&[4.0, 20.0]));
    assert_eq!(core::iter::empty::<Matrix>().sum::<Matrix>(), Matrix::default());
}

#[test]
#[should_panic(expected = "entry 0 of a matrix of 2 x 2: give a row and a column")]
fn entries_of_a_square_have_two() {
    let _ = Matrix::<f64>::identity(2)[0];
}

#[test]
#[should_panic(expected = "entry 2 of a matrix of 2 x 1")]
fn an_entry_behind_the_last() {
    let _ = Matrix::column(&[1.0, 2.0])[2];
}
