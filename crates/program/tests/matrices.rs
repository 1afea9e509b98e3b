//! Operations on matrices as instructions of programs.

use linalg::*;
use program::{BatchWorkspace, Error, Instruction, Names, Program, Workspace};
use reverse::{Tape, Var};
use rules::{Functions, Number};

/// A function of the entries of a matrix of 3 rows, on any number.
macro_rules! cases {
    ($($name:ident: $rows:literal x $columns:literal, |$a:ident| $f:expr;)*) => {
        mod functions {
            $(pub(super) mod $name {
                use super::super::*;
                pub(crate) fn of<T: Number>($a: Matrix<T>) -> T {
                    $f
                }
            })*
        }

        fn recorded(name: &str) -> Program {
            match name {
                $(stringify!($name) => {
                    let point = point($rows, $columns);
                    Program::record_at(&point, |x| vec![functions::$name::of(Matrix::from_vec($rows, $columns, x.to_vec()))]).unwrap()
                })*
                _ => panic!("{name}"),
            }
        }

        /// Value and gradient on a tape of any number.
        fn on_tape<T: Number>(name: &str, x: &[T]) -> (T, Vec<T>) {
            let tape = Tape::<T>::with_capacity(0);
            let vars: Vec<Var<'_, T>> = x.iter().map(|&x| tape.var(x)).collect();
            let y = match name {
                $(stringify!($name) => {
                    functions::$name::of(Matrix::from_vec($rows, $columns, vars.clone()))
                })*
                _ => panic!("{name}"),
            };
            let g = y.grad();
            (y.inner(), vars.iter().map(|&v| g.wrt(v)).collect())
        }

        const CASES: &[(&str, usize, usize)] = &[$((stringify!($name), $rows, $columns)),*];
    };
}

/// Numbers in no special position; a square matrix of them is regular.
fn point(rows: usize, columns: usize) -> Vec<f64> {
    let entry = |(i, j): (usize, usize)| ((7 * i + 3 * j + 1) as f64).sin() + if i == j { 2.5 } else { 0.0 };
    (0..columns).flat_map(|j| (0..rows).map(move |i| (i, j))).map(entry).collect()
}

/// A weighted sum of all entries.
fn weighed<T: Number>(a: &Matrix<T>) -> T {
    let weight = |k: usize| T::constant(<T::Scalar as rules::Scalar>::from_f64(((3 * k + 2) as f64).cos()));
    a.iter().enumerate().map(|(k, &x)| x * weight(k)).reduce(|sum, x| sum + x).unwrap()
}

/// Symmetric and positive definite.
fn gram<T: Number>(a: &Matrix<T>) -> Matrix<T> {
    transposed_matmul(a, a)
}

cases! {
    matmul: 3 x 3, |a| weighed(&(&a * &a.transposed()));
    solve: 3 x 3, |a| weighed(&solve(&a, &gram(&a)).unwrap());
    lu: 3 x 3, |a| { let lu = a.lu().unwrap(); lu.det() + lu.logdet().unwrap() + weighed(&lu.inverse().unwrap()) };
    det: 3 x 3, |a| a.det();
    cholesky: 3 x 3, |a| weighed(&gram(&a).cholesky().unwrap().lower().unwrap());
    spd: 3 x 3, |a| { let c = gram(&a).cholesky().unwrap(); weighed(&c.solve(&a).unwrap()) + c.logdet() + weighed(&c.inverse().unwrap()) };
    ldlt: 3 x 3, |a| { let f = ldlt(&gram(&a)).unwrap(); weighed(f.lower()) + f.logdet() };
    qr: 4 x 3, |a| { let (q, r) = qr(&a).unwrap(); weighed(&q) + weighed(&r) };
    least_squares: 4 x 3, |a| weighed(&least_squares(&a, &a.block(0..4, 1..2)).unwrap()) + weighed(&pinv(&a).unwrap());
    symmetric_eigen: 3 x 3, |a| { let (l, v) = symmetric_eigen(&a).unwrap(); weighed(&l) + weighed(&v) };
    svd: 4 x 3, |a| { let (u, s, v) = svd(&a).unwrap(); weighed(&u) + weighed(&s) + weighed(&v) };
    singular_values: 3 x 3, |a| weighed(&singular_values(&a).unwrap()) + nuclear_norm(&a).unwrap();
    expm: 3 x 3, |a| weighed(&expm(&a).unwrap());
    expm_multiply: 3 x 3, |a| weighed(&expm_multiply(&a, &a.block(0..3, 0..1)).unwrap());
    logm: 3 x 3, |a| weighed(&logm(&a).unwrap());
    sqrtm: 3 x 3, |a| weighed(&sqrtm(&a).unwrap());
    power: 3 x 3, |a| weighed(&power_spd(&gram(&a), 0.3).unwrap()) + weighed(&ln_spd(&gram(&a)).unwrap());
    sylvester: 3 x 3, |a| weighed(&sylvester(&a, &gram(&a), &a.transposed()).unwrap());
    polar: 4 x 3, |a| { let (u, h) = polar(&a).unwrap(); weighed(&u) + weighed(&h) };
    norm: 3 x 2, |a| a.norm() + a.dot(&a) * quadratic_form(&gram(&a), &a.block(0..2, 0..1));
    softmax: 3 x 2, |a| weighed(&softmax(&a)) + weighed(&log_sum_exp(&a)) + weighed(&cumulative_product(&a));
    covariance: 3 x 2, |a| {
        let one = Matrix::filled(1, 1, a[(0, 0)] * a[(0, 0)]);
        weighed(&Covariance::Matern52.matrix(&a, &a, &one, a[(1, 1)], &one))
    };
    sparse: 3 x 3, |a| {
        let entries: Vec<_> = a.indexed().filter(|((i, j), _)| (i + 1) % 3 != *j).map(|((i, j), &x)| (i, j, x)).collect();
        let sparse = SparseMatrix::from_triplets(3, 3, &entries);
        let g = gram(&a);
        let lower: Vec<_> = g.indexed().filter(|((i, j), _)| i >= j).map(|((i, j), &x)| (i, j, x)).collect();
        let spd = SparseMatrix::from_triplets(3, 3, &lower).cholesky().unwrap();
        weighed(&sparse.solve(&a).unwrap()) + weighed(&sparse.matmul(&a)) + weighed(&spd.solve(&a).unwrap()) + spd.logdet().unwrap()
    };
}

#[track_caller]
fn near(what: &str, found: &[f64], wanted: &[f64]) {
    let size = wanted.iter().fold(1e-3f64, |m, x| m.max(x.abs()));
    let off = found
        .iter()
        .zip(wanted)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0f64, |m, d| if d > m || d.is_nan() { d } else { m });
    assert!(found.len() == wanted.len() && off <= 1e-10 * size, "{what}: {found:?} for {wanted:?}");
}

/// Points around the one that it was recorded at.
fn points(rows: usize, columns: usize) -> [Vec<f64>; 2] {
    let moved = point(rows, columns).iter().enumerate().map(|(k, x)| x + 0.3 * ((5 * k) as f64).sin()).collect();
    [point(rows, columns), moved]
}

#[test]
fn derivatives_of_programs_are_those_of_the_tape() {
    for &(name, rows, columns) in CASES {
        let f = recorded(name);
        let (g, with) = (f.gradient().unwrap(), f.with_gradient().unwrap());
        for x in points(rows, columns) {
            let (y, wanted) = on_tape(name, &x);
            near(name, &f.eval(&x).unwrap(), &[y]);
            near(&format!("{name}, gradient"), &g.eval(&x).unwrap(), &wanted);
            near(&format!("{name}, with gradient"), &with.eval(&x).unwrap()[1..], &wanted);
            let mut swept = vec![0.0; x.len()];
            f.value_and_gradient_into(&x, &mut Workspace::new(), &mut swept).unwrap();
            near(&format!("{name}, sweep"), &swept, &wanted);
            let v: Vec<f64> = (0..x.len()).map(|k| ((k * k + 1) as f64).sin()).collect();
            let along = f.jvp().unwrap().eval(&[x.clone(), v.clone()].concat()).unwrap()[1];
            near(&format!("{name}, jvp"), &[along], &[wanted.iter().zip(&v).map(|(g, v)| g * v).sum()]);
        }
    }
}

#[test]
fn second_derivatives_of_programs_are_those_of_the_tape() {
    for &(name, rows, columns) in CASES {
        let h = recorded(name).hessian().unwrap_or_else(|error| panic!("{name}: {error}"));
        for x in points(rows, columns) {
            let n = x.len();
            let found = h.eval(&x).unwrap_or_else(|error| panic!("{name}: {error}"));
            for i in 0..n {
                let duals: Vec<forward::Dual> = x
                    .iter()
                    .enumerate()
                    .map(|(k, &x)| forward::Dual::seeded(x, if k == i { 1.0 } else { 0.0 }))
                    .collect();
                let wanted: Vec<f64> = on_tape(name, &duals).1.iter().map(|g| g.tangent).collect();
                let size = found.iter().fold(1e-3f64, |m, x| m.max(x.abs()));
                let off = (0..n).map(|j| (found[j * n + i] - wanted[j]).abs()).fold(0.0, f64::max);
                assert!(off <= 1e-8 * size, "{name}, column {i}: off by {off} of {size}");
            }
        }
    }
}

#[test]
fn programs_are_written_read_and_run_in_batches() {
    for &(name, rows, columns) in CASES {
        for f in [recorded(name), recorded(name).gradient().unwrap()] {
            if name != "power" {
                assert_eq!(Program::parse(&f.to_string()).unwrap(), f, "{name}\n{f}");
                assert_eq!(Program::from_bytes(&f.to_bytes()).unwrap(), f, "{name}");
                let json = serde_json::to_string(&f).unwrap();
                assert_eq!(serde_json::from_str::<Program>(&json).unwrap(), f, "{name}");
            }
            let x = points(rows, columns);
            let y: Vec<f64> = x.iter().flat_map(|x| f.eval(x).unwrap()).collect();
            assert_eq!(f.optimised().unwrap().eval(&x[1]).unwrap(), y[y.len() / 2..], "{name}");
            assert_eq!(f.without_dead_code(), f, "{name}");
            let mut found = vec![0.0; y.len()];
            f.batch().exact().eval_into(&x.concat(), &mut BatchWorkspace::new(), &mut found).unwrap();
            assert_eq!(found, y, "{name}");
        }
    }
}

fn system() -> Program {
    Program::record_at(&[4.0, 1.0, 3.0, 9.0], |x| {
        let a = Matrix::from_rows([[x[0], x[1]], [x[1], x[2]]]);
        let y = solve(&a, &Matrix::column(&[x[3], x[3]])).unwrap();
        vec![y[(0, 0)].sin() * y[(1, 0)]]
    })
    .unwrap()
}

#[test]
fn an_operation_is_one_line() {
    let f = system();
    let text = "\
program(x0, x1, x2, x3)
v0, v1 = solve([x0, x1, x1, x2], [x3, x3]; 0 2 1)
v2 = sin(v0)
v3 = v2 * v1
return v3
";
    assert_eq!(f.to_string(), text);
    let s = f.statistics();
    assert_eq!((s.operations, s.calls["solve"], s.depth), (3, 1, 3));
    let gradient = f.gradient().unwrap().to_string();
    assert!(gradient.contains("= solve([x0, x1, x1, x2], [v"), "{gradient}");
    let Some(Instruction::Element { operation, args, element: 1 }) = f.instructions().nth(5) else { panic!() };
    assert_eq!((operation.name(), operation.inputs(), args), ("solve", &[4, 2][..], &[0, 1, 1, 2, 3, 3][..]));

    let names = Names::of("f").value(3, "load").value(5, "second");
    let named = f.to_text(&names).unwrap();
    assert!(named.contains("v0, second = solve([x0, x1, x1, x2], [load, load]; 0 2 1)"), "{named}");
    assert_eq!(Program::parse(&named).unwrap(), f);
    let long = Program::record(9, |x| vec![Matrix::from_vec(3, 3, x.to_vec()).inverse().unwrap()[(2, 1)]]).unwrap();
    assert!(long.to_string().contains("v0..v8 = inverse([x0..x8]; 3)"), "{long}");
}

#[test]
fn equal_operations_are_one_and_factors_are_shared() {
    let f = Program::record(4, |x| {
        let a = Matrix::from_vec(2, 2, x.to_vec());
        vec![a.inverse().unwrap()[(0, 0)] + a.inverse().unwrap()[(1, 1)]]
    });
    assert_eq!(f.unwrap().statistics().calls["inverse"], 1);
}

#[test]
fn where_there_is_no_value_it_is_an_error_with_the_reason() {
    let f = system();
    let Err(Error::Operation { at: 4, operation: "solve", message }) = f.eval(&[1.0, 1.0, 1.0, 1.0]) else { panic!() };
    assert!(message.contains("singular"), "{message}");
    assert!(f.value_and_gradient_into(&[1.0; 4], &mut Workspace::new(), &mut [0.0; 4]).is_err());
    assert!(f.graph(&[1.0; 4]).is_err());
    // Other pivots than at the recording are none.
    near("pivots", &f.eval(&[0.0, 1.0, 0.0, 2.0]).unwrap(), &[2.0 * 2f64.sin()]);
    let (points, mut results) = ([4.0, 1.0, 3.0, 9.0, 1.0, 1.0, 1.0, 1.0, 4.0, 1.0, 3.0, 9.0], [0.0; 3]);
    let failed = f.batch().eval_into(&points, &mut BatchWorkspace::new(), &mut results).unwrap_err();
    assert_eq!((failed.point, failed.failed), (1, 1));
    assert!(results[1].is_nan() && results[0] == results[2] && results[0] == f.eval(&points[..4]).unwrap()[0]);
}

#[test]
fn graphs_walk_through_operations() {
    let f = system();
    let x = [4.0, 1.0, 3.0, 9.0];
    let graph = f.graph(&x).unwrap();
    let wanted = f.gradient().unwrap().eval(&x).unwrap();
    let adjoints = graph.adjoints(&[1.0]);
    near("adjoints", &adjoints[..4].iter().map(|a| a.unwrap()).collect::<Vec<_>>(), &wanted);
    for (i, wanted) in wanted.iter().enumerate() {
        near("tangents", &[graph.forward_from(i).last().unwrap().derivative], &[*wanted]);
    }
    assert_eq!(f.abs_normal(&x).unwrap().j().len(), 4);
    assert!(f.trace_not_finite(&x).unwrap().is_none());
}

#[test]
fn code_is_refused_and_operations_can_be_taken_apart() {
    let f = system();
    let refused = f.to_c(&Names::of("f")).unwrap_err();
    assert_eq!(refused, Error::Array { operation: "solve", language: "C" });
    let x = [4.0, 1.0, 3.0, 9.0];
    let apart = f.apart_at(&x).unwrap();
    assert!(apart.instructions().all(|i| !matches!(i, Instruction::Element { .. })));
    near("apart", &apart.eval(&x).unwrap(), &f.eval(&x).unwrap());
    assert!(apart.to_c(&Names::of("f")).is_ok());
    assert!(apart.eval(&[0.5, 1.0, 1.0, 1.0]).is_err(), "another pivot is due");
    let eigen = recorded("symmetric_eigen").apart_at(&point(3, 3)).unwrap_err().to_string();
    assert!(eigen.contains("symmetric_eigen") && eigen.contains("iterations"), "{eigen}");
}

#[test]
fn equal_values_are_met_when_a_program_runs() {
    let sum =
        Program::record(9, |x| vec![symmetric_eigen(&Matrix::from_vec(3, 3, x.to_vec())).unwrap().0.sum()]).unwrap();
    let first =
        Program::record(9, |x| vec![symmetric_eigen(&Matrix::from_vec(3, 3, x.to_vec())).unwrap().0[(0, 0)]]).unwrap();
    let identity = Matrix::<f64>::identity(3).into_vec();
    near("trace", &sum.gradient().unwrap().eval(&identity).unwrap(), &identity);
    let wrong = first.gradient().unwrap().eval(&identity).unwrap_err().to_string();
    assert!(wrong.contains("values 0 and 1 are equal"), "{wrong}");
    assert!(sum.hessian().unwrap().eval(&identity).is_err());
}

#[test]
fn determinants_have_gradients_where_they_are_zero() {
    let det = Program::record(9, |x| vec![Matrix::from_vec(3, 3, x.to_vec()).det()]).unwrap();
    for x in [[1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 1.0, 0.5, 2.0], [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 3.0, 6.0, 9.0], [0.0; 9]] {
        near("cofactors", &det.gradient().unwrap().eval(&x).unwrap(), &on_tape("det", &x).1);
    }
}

#[test]
fn what_is_no_operation_is_refused() {
    for (line, part) in [
        ("v0 = nothing([x0]; 1)", "no operation"),
        ("v0 = matmul([x0], [x1]; 1 1 0 2 1 0)", "no operation"),
        ("v0 = matmul([x0], [x1]; 1 1 0 1)", "no operation"),
        ("v0 = matmul([x0], [x1]; 1 1 0 1 1 7)", "no operation"),
        ("v0 = matmul([x0], [x1]; -1 1 0 1 1 0)", "no operation"),
        ("v0 = matmul([x0], [x1]; 1e300 1 0 1 1 0)", "no operation"),
        ("v0 = matmul([x0, x1]; 1 1 0 1 1 0)", "lists of [1, 1] numbers, not [2]"),
        ("v0, v1 = matmul([x0], [x1]; 1 1 0 1 1 0)", "give as many names"),
        ("v0..v99999999999 = matmul([x0], [x1]; 1 1 0 1 1 0)", "give as many names"),
        ("v0 = matmul([x0], [x7]; 1 1 0 1 1 0)", "neither a number nor a name"),
        ("v0 = dot([x0..x9], [x1]; 1 1)", "neither a number nor a name"),
        ("v0 = dot([x1..x0], [x1]; 1 1)", "no row of names"),
        ("v0 = matmul([x0], [x1; 1 1 0 1 1 0)", "expected"),
        ("v0 = matmul([x0], [x1]; a)", "no number"),
        ("v0..v1000000 = matmul([], []; 30000 0 0 0 30000 0)", "too many"),
    ] {
        let refused = Program::parse(&format!("program(x0, x1)\n{line}\nreturn x0")).unwrap_err().to_string();
        assert!(refused.contains(part), "{line}: {refused}");
    }
}
