//! Every operation as an instruction of a program.

use crate::common::{Case, Check, all, noise};
use forward::Dual;
use linalg::{Error, Linear, Matrix, Operation, Shape, View, apply};
use program::{Instruction, Program};
use rules::Number;

#[track_caller]
fn close(name: &str, what: &str, a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len(), "{name}: {what}");
    let scale = a.iter().chain(b).fold(1.0f64, |s, x| s.max(x.abs()));
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        assert!((a - b).abs() <= 1e-10 * scale, "{name}: {what}: entry {i}: {a} and {b}");
    }
}

struct Programs;
impl Check for Programs {
    fn check<C: Case>(&mut self, case: &C) {
        let (name, x) = (case.name(), case.at());
        let record = |x: &_| {
            let recorded = Program::record_at(x, |x| case.eval(x).unwrap_or_else(|error| panic!("{name}: {error}")));
            recorded.unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        // Recorded elsewhere: nothing is kept of the values that were seen then.
        let elsewhere: Vec<f64> = x.iter().map(|x| x * 1.01).collect();
        let f = record(&elsewhere);
        let y = case.eval(&x).unwrap();
        let found = f.eval(&x).unwrap_or_else(|error| panic!("{name}: {error}"));
        close(name, "value", &found, &y);
        assert_eq!(f.eval(&x).unwrap(), found, "{name}: again");

        let (v, w) = (noise(x.len(), 99), noise(y.len(), 98));
        let one = |x: f64, v: f64| Dual::new(Dual::seeded(x, v), Dual::fixed(v));
        let duals: Vec<_> = x.iter().zip(&v).map(|(&x, &v)| one(x, v)).collect();
        let along = case.eval(&duals).unwrap();
        let first: Vec<f64> = along.iter().map(|y| y.value.tangent).collect();
        let second: Vec<f64> = along.iter().map(|y| y.tangent.tangent).collect();
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let run = |p: &Program, x: &[f64]| p.eval(x).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (push, pull) = (f.jvp().unwrap(), f.vjp().unwrap_or_else(|error| panic!("{name}: {error}")));
        close(name, "push", &run(&push, &[&x[..], &v].concat())[y.len()..], &first);
        let pulled = run(&pull, &[&x[..], &w].concat());
        close(name, "pull", &[dot(&pulled[y.len()..], &v)], &[dot(&w, &first)]);
        // At a singular matrix the determinant of a program has one derivative.
        if !matches!(name, "det_of_singular" | "det_of_zeros") {
            let twice = pull.jvp().unwrap_or_else(|error| panic!("{name}: {error}"));
            let still = vec![0.0; w.len()];
            let moved = run(&twice, &[&x[..], &w, &v, &still].concat());
            let hvp = &moved[moved.len() - x.len()..];
            close(name, "pull, then push", &[dot(hvp, &v)], &[dot(&w, &second)]);
            let back = pull.vjp().unwrap_or_else(|error| panic!("{name}: {error}"));
            let seeds = [&vec![0.0; y.len()], &v[..]].concat();
            let moved = run(&back, &[&x[..], &w, &seeds].concat());
            close(name, "pull, then pull", &moved[y.len() + x.len()..][..x.len()], hvp);
        }
        if f.instructions().chain(pull.instructions()).all(|i| match i {
            Instruction::Element { operation, .. } => operation.parameters().is_some(),
            _ => true,
        }) {
            assert_eq!(Program::parse(&pull.to_string()).unwrap(), pull, "{name}");
            assert_eq!(Program::from_bytes(&pull.to_bytes()).unwrap(), pull, "{name}");
        }
    }
}

#[test]
fn programs_have_the_values_and_derivatives_of_all_operations() {
    all(&mut Programs);
}

/// The Gram matrix A^T A: an operation of a user's that states nothing of programs.
#[derive(Clone)]
struct Gram(Shape);

impl Operation<1, 1> for Gram {
    fn inputs(&self) -> [Shape; 1] {
        [self.0]
    }
    fn outputs(&self) -> [Shape; 1] {
        [Shape::new(self.0.columns, self.0.columns)]
    }
    fn value<T: Number>(&self, [a]: [View<'_, T>; 1]) -> Result<[Matrix<T>; 1], Error> {
        Ok([linalg::product(a, true, a, false)])
    }
    fn tangent<'e, 'a, T: Number>(
        &'a self,
        [a]: [View<'a, T>; 1],
        _: [View<'a, T>; 1],
        [da]: [Linear<'e, 'a, T>; 1],
    ) -> Result<[Linear<'e, 'a, T>; 1], Error> {
        let half = da.left_transposed(a);
        Ok([half + half.transposed()])
    }
}

#[test]
fn an_operation_of_ones_own_is_one_instruction_too() {
    let f = Program::record(4, |x| {
        let [y] = apply(&Gram(Shape::new(2, 2)), [View::new(Shape::new(2, 2), x)]).unwrap();
        vec![y.sum()]
    })
    .unwrap();
    assert!(f.to_string().contains("Gram([x0..x3]; )"), "{f}");
    assert_eq!(f.gradient().unwrap().eval(&[1.0, 2.0, 3.0, 4.0]).unwrap(), [8.0, 12.0, 8.0, 12.0]);
    let refused = Program::parse(&f.to_string()).unwrap_err().to_string();
    assert!(refused.contains("one of your own cannot be read"), "{refused}");
}

/// Nothing is special about the point at which `record` runs a function: what has no value there is recorded.
#[test]
fn operations_without_a_value_where_they_are_recorded() {
    fn symmetric<T: Number<Scalar = f64>>(x: &[T]) -> Matrix<T> {
        Matrix::from_rows([[x[0], x[1], x[2]], [x[1], x[3], x[4]], [x[2], x[4], x[5]]])
    }
    fn all<T: Number<Scalar = f64>>(x: &[T]) -> Result<Vec<T>, Error> {
        let a = symmetric(x);
        let factor = a.cholesky()?;
        let mut all = vec![factor.logdet(), factor.lower()?[(2, 1)], factor.inverse()?[(0, 2)]];
        all.extend(
            [linalg::ln_spd(&a)?, linalg::power_spd(&a, 0.5)?, linalg::sqrtm(&a)?, linalg::logm(&a)?]
                .map(|f| f[(0, 1)]),
        );
        let entries: Vec<_> = a.indexed().map(|((i, j), &x)| (i, j, x)).collect();
        all.push(linalg::SparseMatrix::from_triplets(3, 3, &entries).cholesky()?.logdet()?);
        Ok(all)
    }
    let program = Program::record(6, |x| all(x).expect("known when it runs")).unwrap();
    let x = [2.0, 0.5, 0.1, 1.5, -0.3, 1.0];
    close("all", "recorded anywhere", &program.eval(&x).unwrap(), &all(&x).unwrap());
    let error = program.eval(&[1.0, 2.0, 0.0, 1.0, 0.0, 1.0]).unwrap_err().to_string();
    assert!(error.contains("not positive definite"), "{error}");
}

/// A function of s A has s^k times fewer of its k-th derivatives, in a program as elsewhere.
#[test]
fn logarithms_of_scaled_matrices_in_programs() {
    fn weighed<T: Number<Scalar = f64>>(x: &[T]) -> Vec<T> {
        let a = Matrix::from_vec(3, 3, x.to_vec());
        let mut sum = T::constant(0.0);
        for ((i, j), &y) in linalg::logm(&a).unwrap().indexed() {
            sum = sum + y * T::constant((1 + i + 2 * j) as f64);
        }
        vec![sum]
    }
    let at = [2.0, 0.5, 0.1, 0.4, 1.5, -0.3, 0.1, -0.2, 1.0];
    let program = Program::record_at(&at, |x| weighed(x)).unwrap();
    let (gradient, hessian) = (program.gradient().unwrap(), program.hessian().unwrap());
    let (first, second) = (gradient.eval(&at).unwrap(), hessian.eval(&at).unwrap());
    for s in [1e-30, 1e-10, 1e-5, 1e5, 1e10, 1e20, 1e100] {
        let x = at.map(|x| x * s);
        let scaled = |found: Vec<f64>, k: i32| found.into_iter().map(|g| g * s.powi(k)).collect::<Vec<_>>();
        close("logm", "gradient", &scaled(gradient.eval(&x).unwrap(), 1), &first);
        close("logm", "Hessian", &scaled(hessian.eval(&x).unwrap(), 2), &second);
    }
}
