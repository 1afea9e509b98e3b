//! Matrices at run time: lists, entries, operators and functions of them, each with its shapes checked.

use crate::ast::Arithmetic;
use crate::error::{Error, plural};
use crate::fault::Faults;
use crate::value::Value;
use linalg::{Error as Wrong, Matrix, Shape};
use rules::Real;

/// A function of matrices, by its name in the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Cholesky,
    Columns,
    Det,
    Dot,
    Eigenvalues,
    Eigenvectors,
    Expm,
    Identity,
    Inverse,
    LeastSquares,
    LogDet,
    Matmul,
    Norm,
    Rows,
    SingularValues,
    Solve,
    Sum,
    Trace,
    Transpose,
}

/// All of them: name, form of the call, what it is.
pub(crate) const CALLS: [(Call, &str, &[&str], &str); 19] = [
    (Call::Cholesky, "cholesky", &["m"], "the lower factor L of a positive definite matrix L L^T"),
    (Call::Columns, "columns", &["m"], "the number of columns"),
    (Call::Det, "det", &["m"], "the determinant"),
    (Call::Dot, "dot", &["u", "v"], "the sum of the products of entries"),
    (Call::Eigenvalues, "eigenvalues", &["m"], "the eigenvalues of a symmetric matrix, in ascending order"),
    (Call::Eigenvectors, "eigenvectors", &["m"], "the eigenvectors of a symmetric matrix, as columns"),
    (Call::Expm, "expm", &["m"], "the exponential of a square matrix"),
    (Call::Identity, "identity", &["n"], "the identity of n rows"),
    (Call::Inverse, "inverse", &["m"], "the inverse"),
    (Call::LeastSquares, "least_squares", &["a", "b"], "the x with the least norm of a*x - b"),
    (Call::LogDet, "logdet", &["m"], "the logarithm of the determinant's absolute value"),
    (Call::Matmul, "matmul", &["a", "b"], "the product, a*b"),
    (Call::Norm, "norm", &["m"], "the root of the sum of squares"),
    (Call::Rows, "rows", &["m"], "the number of rows"),
    (Call::SingularValues, "singular_values", &["m"], "the singular values, in descending order"),
    (Call::Solve, "solve", &["a", "b"], "the solution x of a*x = b"),
    (Call::Sum, "sum", &["m"], "the sum of all entries"),
    (Call::Trace, "trace", &["m"], "the sum of the diagonal"),
    (Call::Transpose, "transpose", &["m"], "rows and columns exchanged"),
];

/// The functions of matrices that the language has, by name, with the names of their arguments and what they give.
///
/// ```
/// let (_, arguments, what) = lang::matrix_functions().find(|(name, ..)| *name == "solve").unwrap();
/// assert_eq!((arguments, what), (&["a", "b"][..], "the solution x of a*x = b"));
/// ```
pub fn matrix_functions() -> impl Iterator<Item = (&'static str, &'static [&'static str], &'static str)> {
    CALLS.iter().map(|&(_, name, form, what)| (name, form, what))
}

impl Call {
    pub(crate) fn find(name: &str) -> Option<(Call, &'static [&'static str], &'static str)> {
        CALLS.iter().find(|(_, known, ..)| *known == name).map(|&(call, _, form, what)| (call, form, what))
    }

    pub(crate) fn name(self) -> &'static str {
        CALLS.iter().find(|(call, ..)| *call == self).map_or("", |(_, name, ..)| name)
    }
}

/// The matrices of a run.
pub(crate) struct Matrices<'a, T> {
    pub(crate) all: &'a mut Vec<Matrix<T>>,
    /// How many entries they have.
    pub(crate) held: usize,
    pub(crate) faults: &'a Faults<'a>,
}

impl<T: Real<Scalar = f64>> Matrices<'_, T> {
    fn put(&mut self, matrix: Matrix<T>) -> Value<T> {
        self.held += matrix.shape().len();
        self.all.push(matrix);
        Value::Matrix(self.all.len() as u32 - 1)
    }

    /// Forgets those from a number on, apart from the result of a call; gives that where it is then.
    pub(crate) fn leave(&mut self, first: u32, result: Value<T>) -> Value<T> {
        let first = first as usize;
        let result = match result {
            Value::Matrix(m) if m as usize >= first => {
                self.all.swap(m as usize, first);
                Value::Matrix(first as u32)
            }
            other => other,
        };
        let kept = match result {
            Value::Matrix(m) => first.max(m as usize + 1),
            _ => first,
        };
        let dropped: usize = self.all.drain(kept.min(self.all.len())..).map(|m| m.shape().len()).sum();
        self.held -= dropped;
        result
    }

    /// An error where a matrix of this shape is more than may be held, or the work more than may be done.
    fn admit(&self, at: usize, shape: Shape, work: u64, steps: &mut u64) -> Result<(), Error> {
        let entries = shape.rows.checked_mul(shape.columns);
        if entries.and_then(|entries| entries.checked_add(self.held)).is_none_or(|all| all > self.faults.limits.values)
        {
            return Err(self.faults.entries(at, shape));
        }
        *steps = steps.checked_sub(work).ok_or_else(|| self.faults.work(at))?;
        Ok(())
    }

    /// A list: of numbers a column, of columns a matrix with these as its rows.
    pub(crate) fn list(&mut self, at: usize, items: &[Value<T>], steps: &mut u64) -> Result<Value<T>, Error> {
        let (mut entries, mut width) = (Vec::new(), None);
        for (k, item) in items.iter().enumerate() {
            match *item {
                Value::Number(x) if width.is_none() => entries.push(x),
                Value::Matrix(m) if self.all[m as usize].columns() == 1 && (k == 0 || width.is_some()) => {
                    let row = &self.all[m as usize];
                    let columns = *width.get_or_insert(row.rows());
                    if columns != row.rows() {
                        let lengths = format!("row {k} has {}, row 0 has {columns}", plural(row.rows(), "entry"));
                        return Err(self.faults.shape(at, lengths, "give all rows the same length"));
                    }
                    self.admit(at, Shape::new(k + 1, columns), columns as u64, steps)?;
                    entries.extend(row.iter());
                }
                other => {
                    let message = format!("item {k} of a list is {}", self.describe(other));
                    let help = "a list has numbers, or rows of numbers: `[[a, b], [c, d]]`";
                    return Err(self.faults.shape(at, message, help));
                }
            }
        }
        let shape = Shape::new(items.len(), width.unwrap_or(1));
        self.admit(at, shape, shape.len() as u64, steps)?;
        let at = |i: usize, j: usize| entries[i * shape.columns + j];
        Ok(self.put(Matrix::from_fn(shape.rows, shape.columns, at)))
    }

    /// `m[i, j]`, or `v[i]` of a column or a row.
    pub(crate) fn entry(&self, at: usize, registers: &[Value<T>]) -> Result<Value<T>, Error> {
        let Value::Matrix(m) = registers[0] else {
            return Err(self.faults.operand(at, 0, "a matrix", registers[0].kind()));
        };
        let m = &self.all[m as usize];
        let mut places = Vec::with_capacity(2);
        for place in &registers[1..] {
            let Value::Number(place) = place else {
                return Err(self.faults.operand(at, 1, "a number", place.kind()));
            };
            places.push(place.value());
        }
        let (i, j) = match places[..] {
            [i, j] => (i, j),
            [i] if m.columns() == 1 => (i, 0.0),
            [j] if m.rows() == 1 => (0.0, j),
            _ => {
                let message = format!("{} places in a matrix of {}", places.len(), m.shape());
                return Err(self.faults.shape(at, message, "name row and column, from 0: `m[0, 1]`"));
            }
        };
        let whole = |x: f64, count: usize| (x >= 0.0 && x.fract() == 0.0 && x < count as f64).then_some(x as usize);
        match (whole(i, m.rows()), whole(j, m.columns())) {
            (Some(i), Some(j)) => Ok(Value::Number(m[(i, j)])),
            _ => {
                let message = format!("no entry [{}, {}] in a matrix of {}", in_short(i), in_short(j), m.shape());
                Err(self.faults.shape(at, message, "rows and columns count from 0"))
            }
        }
    }

    /// An operator of which one operand is no number.
    pub(crate) fn binary(
        &mut self,
        at: usize,
        op: Arithmetic,
        a: Value<T>,
        b: Value<T>,
        steps: &mut u64,
    ) -> Result<Value<T>, Error> {
        for (k, value) in [a, b].iter().enumerate() {
            if !matches!(value, Value::Number(_) | Value::Matrix(_)) {
                return Err(self.faults.operand(at, k, "a number", value.kind()));
            }
        }
        let of = |v: Value<T>| match v {
            Value::Matrix(m) => Some(m as usize),
            _ => None,
        };
        let shape = |m: usize| self.all[m].shape();
        let made = match (op, of(a), of(b)) {
            (Arithmetic::Multiply, Some(m), Some(n)) => return self.product(at, m, n, steps),
            (Arithmetic::Add | Arithmetic::Subtract, Some(m), Some(n)) => {
                if shape(m) != shape(n) {
                    let message = format!("a matrix of {} and one of {}", shape(m), shape(n));
                    return Err(self.faults.shape(at, message, "only matrices of one shape are added"));
                }
                self.admit(at, shape(m), shape(m).len() as u64, steps)?;
                let (m, n) = (&self.all[m], &self.all[n]);
                if op == Arithmetic::Add { m + n } else { m - n }
            }
            (Arithmetic::Multiply | Arithmetic::Divide, Some(m), None) | (Arithmetic::Multiply, None, Some(m)) => {
                self.admit(at, shape(m), shape(m).len() as u64, steps)?;
                let ((Value::Number(x), _) | (_, Value::Number(x))) = (a, b) else { return Ok(a) };
                match op {
                    Arithmetic::Divide => self.all[m].map(|y| y / x),
                    _ => self.all[m].map(|y| y * x),
                }
            }
            (Arithmetic::Divide, _, Some(_)) => {
                let message = "nothing is divided by a matrix".to_owned();
                return Err(self.faults.shape(at, message, "write `solve(a, b)` for the x with a*x = b"));
            }
            _ => {
                let message = "a matrix and a number are not added".to_owned();
                return Err(self.faults.shape(at, message, "write `m + x*identity(rows(m))`, or take entries"));
            }
        };
        Ok(self.put(made))
    }

    pub(crate) fn negated(&mut self, at: usize, m: u32, steps: &mut u64) -> Result<Value<T>, Error> {
        let m = &self.all[m as usize];
        self.admit(at, m.shape(), m.shape().len() as u64, steps)?;
        let made = m.map(|x| -x);
        Ok(self.put(made))
    }

    fn product(&mut self, at: usize, m: usize, n: usize, steps: &mut u64) -> Result<Value<T>, Error> {
        let (a, b) = (self.all[m].shape(), self.all[n].shape());
        if a.columns != b.rows {
            let message = format!("a matrix of {a} times one of {b}: the inner numbers differ");
            return Err(self.faults.shape(at, message, "see whether one is to be transposed: `transpose(m)`"));
        }
        let work = (a.len() as u64).saturating_mul(b.columns as u64);
        self.admit(at, Shape::new(a.rows, b.columns), work, steps)?;
        let made = self.all[m].matmul(&self.all[n]);
        Ok(self.put(made))
    }

    /// A function of matrices, of the registers with its arguments.
    pub(crate) fn call(
        &mut self,
        at: usize,
        call: Call,
        arguments: &[Value<T>],
        steps: &mut u64,
    ) -> Result<Value<T>, Error> {
        if call == Call::Identity {
            return self.identity(at, arguments[0], steps);
        }
        let mut given = [0; 2];
        for (k, argument) in arguments.iter().enumerate() {
            match *argument {
                Value::Matrix(m) => given[k] = m as usize,
                other => return Err(self.faults.not_a_matrix(at, k, call.name(), other.kind())),
            }
        }
        let [m, n] = given;
        let (shape, other) = (self.all[m].shape(), self.all[n].shape());
        let square = shape.rows == shape.columns;
        let fits = match call {
            Call::Solve => square && shape.rows == other.rows,
            Call::LeastSquares => shape.rows >= shape.columns && shape.rows == other.rows,
            Call::Dot => shape == other,
            Call::Matmul => return self.product(at, m, n, steps),
            Call::Cholesky
            | Call::Det
            | Call::Eigenvalues
            | Call::Eigenvectors
            | Call::Expm
            | Call::Inverse
            | Call::LogDet
            | Call::Trace => square,
            _ => true,
        };
        if !fits {
            let shapes = match arguments {
                [_] => format!("`{}` of a matrix of {shape}", call.name()),
                _ => format!("`{}` of matrices of {shape} and {other}", call.name()),
            };
            let help = match call {
                Call::Solve => "the first is square and has as many rows as the second",
                Call::LeastSquares => "the first has at least as many rows as columns, and as many as the second",
                Call::Dot => "both have one shape",
                _ => "the matrix is to be square",
            };
            return Err(self.faults.shape(at, shapes, help));
        }
        let rows = shape.rows as u64;
        let cubed = rows.saturating_mul(rows).saturating_mul(rows + other.columns as u64);
        let work = match call {
            Call::Rows | Call::Columns | Call::Sum | Call::Trace | Call::Norm | Call::Dot | Call::Transpose => {
                shape.len() as u64
            }
            Call::Eigenvalues | Call::Eigenvectors | Call::SingularValues | Call::Expm => cubed.saturating_mul(10),
            _ => cubed,
        };
        self.admit(at, if arguments.len() == 2 { other } else { shape }, work, steps)?;
        let (a, b) = (&self.all[m], &self.all[n]);
        let made = match call {
            Call::Rows => return Ok(Value::Number(T::constant(shape.rows as f64))),
            Call::Columns => return Ok(Value::Number(T::constant(shape.columns as f64))),
            Call::Sum => return Ok(Value::Number(a.sum())),
            Call::Trace => return Ok(Value::Number(a.trace())),
            Call::Norm => return Ok(Value::Number(a.norm())),
            Call::Dot => return Ok(Value::Number(a.dot(b))),
            Call::Det => return Ok(Value::Number(a.det())),
            Call::LogDet => linalg::logdet(a).map(|y| Matrix::filled(1, 1, y)),
            Call::Transpose => Ok(a.transposed()),
            Call::Inverse => a.inverse(),
            Call::Solve => linalg::solve(a, b),
            Call::LeastSquares => linalg::least_squares(a, b),
            Call::Cholesky => a.cholesky().and_then(|factored| factored.lower()),
            Call::Eigenvalues => linalg::symmetric_eigenvalues(a),
            Call::Eigenvectors => linalg::symmetric_eigen(a).map(|(_, vectors)| vectors),
            Call::SingularValues => linalg::singular_values(a),
            Call::Expm => linalg::expm(a),
            Call::Identity | Call::Matmul => Ok(a.clone()),
        };
        let made = made.map_err(|wrong: Wrong| self.faults.no_value(at, call.name(), &wrong))?;
        if call == Call::LogDet {
            return Ok(Value::Number(made[(0, 0)]));
        }
        Ok(self.put(made))
    }

    fn identity(&mut self, at: usize, n: Value<T>, steps: &mut u64) -> Result<Value<T>, Error> {
        let Value::Number(n) = n else {
            return Err(self.faults.operand(at, 0, "a number", n.kind()));
        };
        let n = n.value();
        if !(n >= 0.0 && n.fract() == 0.0 && n <= f64::from(u32::MAX)) {
            return Err(self.faults.shape(
                at,
                format!("an identity of {} rows", in_short(n)),
                "pass a whole number that is not negative",
            ));
        }
        let shape = Shape::new(n as usize, n as usize);
        self.admit(at, shape, (n as u64).saturating_mul(n as u64), steps)?;
        Ok(self.put(Matrix::identity(n as usize)))
    }

    fn describe(&self, value: Value<T>) -> String {
        match value {
            Value::Matrix(m) => format!("a matrix of {}", self.all[m as usize].shape()),
            other => other.kind().to_owned(),
        }
    }
}

/// A number without hundreds of digits.
fn in_short(x: f64) -> String {
    if x.abs() < 1e15 { x.to_string() } else { format!("{x:e}") }
}
