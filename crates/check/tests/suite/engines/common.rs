//! Every engine and nesting behind one name.

use forward::{Dual, Taylor};
use program::{Program, Workspace};
use reverse::{Adjoints, Tape, Var};
use rules::{Lift, Number, Real, Rule};
use std::fmt;
use symbolic::{Expr, Graph};

/// A number that the compiler does not look into, so that nesting costs no compile time.
#[derive(Clone, Copy)]
pub(crate) struct Opaque<T> {
    inner: T,
}

impl<T: Number> Number for Opaque<T> {
    type Scalar = T::Scalar;
    fn constant(c: T::Scalar) -> Self {
        Opaque { inner: T::constant(c) }
    }
    #[inline(never)]
    fn apply<R: Rule<N>, const N: usize>(args: [Self; N], n: i32) -> Self {
        Opaque { inner: T::apply::<R, N>(rules::each(args, |a| a.inner), n) }
    }
    fn known(self) -> Option<T::Scalar> {
        self.inner.known()
    }
    fn has_nan(self) -> bool {
        self.inner.has_nan()
    }
    fn is_constant(self) -> bool {
        self.inner.is_constant()
    }
}

impl<T: Number> Lift for Opaque<T> {
    type Inner = T;
    fn lift(inner: T) -> Self {
        Opaque { inner }
    }
}

rules::number_operators! { [T: Number] Opaque<T>, inner: T }

impl<T: fmt::Display> fmt::Display for Opaque<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl<T: fmt::Debug> fmt::Debug for Opaque<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

type Plain = Opaque<f64>;
type OneDual = Dual<Plain>;
type Lanes = Dual<Plain, [Plain; LANES]>;

/// A computation on any number.
pub(crate) trait Compute {
    fn on<T: Real>(&self, x: &[T]) -> T;
}

/// What an engine finds: the value, the gradient, and where it has them the second derivatives (n x n).
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) value: f64,
    pub(crate) gradient: Vec<f64>,
    pub(crate) hessian: Option<Vec<f64>>,
}

pub(crate) type Engine<F> = (&'static str, fn(&F, &[f64]) -> Found);

/// The engines and nestings, each with its name; the first with second derivatives serves as the reference.
pub(crate) fn engines<F: Compute>() -> [Engine<F>; 13] {
    [
        ("dual over dual", dual_over_dual),
        ("dual", dual),
        ("lanes", lanes),
        ("tape", tape),
        ("tape over dual", tape_over_dual),
        ("tape over lanes", tape_over_lanes),
        ("dual over tape", dual_over_tape),
        ("tape over tape", tape_over_tape),
        ("taylor", taylor),
        ("program", program),
        ("optimised program", optimised_program),
        ("kept program", kept_program),
        ("symbolic", symbolic),
    ]
}

/// The most inputs.
pub(crate) const LANES: usize = 4;

fn run<F: Compute, T: Real>(f: &F, x: &[T]) -> T {
    let x: Vec<Opaque<T>> = x.iter().map(|&x| Opaque { inner: x }).collect();
    f.on(&x).inner
}

fn plain(x: &[f64]) -> Vec<Plain> {
    x.iter().map(|&inner| Opaque { inner }).collect()
}

fn seal<T>(x: Vec<T>) -> Vec<Opaque<T>> {
    x.into_iter().map(|inner| Opaque { inner }).collect()
}

fn seeded<T: Real>(x: &[T], j: usize) -> Vec<Dual<T>> {
    x.iter().enumerate().map(|(i, &x)| if i == j { Dual::variable(x) } else { Dual::fixed(x) }).collect()
}

fn laned(x: &[f64]) -> Vec<Lanes> {
    assert!(x.len() <= LANES);
    plain(x).into_iter().enumerate().map(|(j, x)| Dual::lane(x, j)).collect()
}

fn dual<F: Compute>(f: &F, x: &[f64]) -> Found {
    let runs: Vec<OneDual> = (0..x.len()).map(|j| run(f, &seeded(&plain(x), j))).collect();
    let value = runs.first().map_or_else(|| f.on(x), |y| y.value.inner);
    Found { value, gradient: runs.iter().map(|y| y.tangent.inner).collect(), hessian: None }
}

fn lanes<F: Compute>(f: &F, x: &[f64]) -> Found {
    let y = run(f, &laned(x));
    let gradient = y.tangent[..x.len()].iter().map(|t| t.inner).collect();
    Found { value: y.value.inner, gradient, hessian: None }
}

/// The value and the gradient by one recording, on any number.
fn sweep<F: Compute, T: Real>(f: &F, x: &[T]) -> (T, Vec<T>) {
    let tape = Tape::default();
    let vars: Vec<Var<'_, T>> = tape.vars(x);
    let y = run(f, &vars);
    let mut adjoints = Adjoints::new();
    tape.adjoints_into(&[(y, T::from(1.0))], &mut adjoints);
    (y.inner(), vars.iter().map(|&x| adjoints.wrt(x)).collect())
}

fn tape<F: Compute>(f: &F, x: &[f64]) -> Found {
    let (value, gradient) = sweep(f, &plain(x));
    Found { value: value.inner, gradient: gradient.iter().map(|g| g.inner).collect(), hessian: None }
}

fn dual_over_dual<F: Compute>(f: &F, x: &[f64]) -> Found {
    let n = x.len();
    let (mut value, mut gradient, mut hessian) = (f.on(x), vec![0.0; n], vec![0.0; n * n]);
    for i in 0..n {
        for j in 0..n {
            let y = run(f, &seeded(&seal(seeded(&plain(x), j)), i));
            value = y.value.inner.value.inner;
            gradient[i] = y.tangent.inner.value.inner;
            hessian[i * n + j] = y.tangent.inner.tangent.inner;
        }
    }
    Found { value, gradient, hessian: Some(hessian) }
}

fn tape_over_dual<F: Compute>(f: &F, x: &[f64]) -> Found {
    let n = x.len();
    let (mut value, mut gradient, mut hessian) = (f.on(x), vec![0.0; n], vec![0.0; n * n]);
    for j in 0..n {
        let (y, g) = sweep(f, &seal(seeded(&plain(x), j)));
        value = y.inner.value.inner;
        for (i, g) in g.iter().enumerate() {
            gradient[i] = g.inner.value.inner;
            hessian[i * n + j] = g.inner.tangent.inner;
        }
    }
    Found { value, gradient, hessian: Some(hessian) }
}

fn tape_over_lanes<F: Compute>(f: &F, x: &[f64]) -> Found {
    let n = x.len();
    let (y, g) = sweep(f, &seal(laned(x)));
    let hessian = g.iter().flat_map(|g| g.inner.tangent[..n].iter().map(|t| t.inner)).collect();
    let gradient = g.iter().map(|g| g.inner.value.inner).collect();
    Found { value: y.inner.value.inner, gradient, hessian: Some(hessian) }
}

fn dual_over_tape<F: Compute>(f: &F, x: &[f64]) -> Found {
    let n = x.len();
    let (mut value, mut gradient, mut hessian) = (f.on(x), vec![0.0; n], vec![0.0; n * n]);
    for i in 0..n {
        let tape = Tape::default();
        let vars = tape.vars(&plain(x));
        let y = run(f, &seeded(&seal(vars.clone()), i));
        value = y.value.inner.inner().inner;
        gradient[i] = y.tangent.inner.inner().inner;
        let adjoints = y.tangent.inner.grad();
        for j in 0..n {
            hessian[i * n + j] = adjoints.wrt(vars[j]).inner;
        }
    }
    Found { value, gradient, hessian: Some(hessian) }
}

fn tape_over_tape<F: Compute>(f: &F, x: &[f64]) -> Found {
    let tape = Tape::default();
    let vars = tape.vars(&plain(x));
    let (y, g) = sweep(f, &seal(vars.clone()));
    let mut hessian = Vec::new();
    for g in &g {
        let adjoints = g.inner.grad();
        hessian.extend(vars.iter().map(|&x| adjoints.wrt(x).inner));
    }
    let gradient = g.iter().map(|g| g.inner.inner().inner).collect();
    Found { value: y.inner.inner().inner, gradient, hessian: Some(hessian) }
}

/// Second derivatives from series of order 2: along each input, and along the sum of each two.
fn taylor<F: Compute>(f: &F, x: &[f64]) -> Found {
    let n = x.len();
    let along = |moves: &[usize]| -> Taylor<Plain, 2> {
        let series = |(i, x)| if moves.contains(&i) { Taylor::variable(x) } else { Taylor::fixed(x) };
        run(f, &plain(x).into_iter().enumerate().map(series).collect::<Vec<_>>())
    };
    let alone: Vec<_> = (0..n).map(|i| along(&[i])).collect();
    let mut hessian = vec![0.0; n * n];
    for i in 0..n {
        hessian[i * n + i] = alone[i].derivative(2).inner;
        for j in 0..i {
            let both = along(&[i, j]).derivative(2).inner;
            let mixed = (both - alone[i].derivative(2).inner - alone[j].derivative(2).inner) / 2.0;
            (hessian[i * n + j], hessian[j * n + i]) = (mixed, mixed);
        }
    }
    let value = alone.first().map_or_else(|| f.on(x), |y| y.value.inner);
    Found { value, gradient: alone.iter().map(|y| y.derivative(1).inner).collect(), hessian: Some(hessian) }
}

fn recorded<F: Compute>(f: &F, x: &[f64]) -> Program {
    Program::record_at(x, |x| vec![run(f, x)]).unwrap()
}

/// The gradient by the direct sweep, the Hessian forward over reverse.
fn program<F: Compute>(f: &F, x: &[f64]) -> Found {
    let program = recorded(f, x);
    let mut gradient = vec![0.0; x.len()];
    let value = program.value_and_gradient_into(x, &mut Workspace::new(), &mut gradient).unwrap();
    let hessian = program.hessian().unwrap().eval(x).unwrap();
    Found { value, gradient, hessian: Some(hessian) }
}

/// The gradient as a program, the Hessian reverse over reverse, with all passes between.
fn optimised_program<F: Compute>(f: &F, x: &[f64]) -> Found {
    let program = recorded(f, x).optimised().unwrap();
    let derivative = program.gradient().unwrap().optimised().unwrap();
    let hessian = derivative.jacobian().unwrap().optimised().unwrap().eval(x).unwrap();
    Found { value: program.eval(x).unwrap()[0], gradient: derivative.eval(x).unwrap(), hessian: Some(hessian) }
}

/// As the optimised program, with each program written and read again between, as text and as bytes.
fn kept_program<F: Compute>(f: &F, x: &[f64]) -> Found {
    let as_text = |p: Program| Program::parse(&p.to_string()).unwrap();
    let as_bytes = |p: Program| Program::from_bytes(&p.to_bytes()).unwrap();
    let program = as_text(recorded(f, x));
    let derivative = as_bytes(program.gradient().unwrap());
    let hessian = as_text(derivative.jacobian().unwrap().optimised().unwrap()).eval(x).unwrap();
    let value = as_bytes(program).eval(x).unwrap()[0];
    Found { value, gradient: derivative.eval(x).unwrap(), hessian: Some(hessian) }
}

/// The formulas of the derivatives, forward for the first and reverse for the second, evaluated.
fn symbolic<F: Compute>(f: &F, x: &[f64]) -> Found {
    let graph = Graph::new();
    let vars: Vec<Expr<'_>> = x.iter().zip(0..).map(|(&x, i)| graph.variable_at(&format!("x{i}"), x)).collect();
    let y = run(f, &vars);
    let gradient: Vec<Expr<'_>> = vars.iter().map(|&x| y.derivative(x).unwrap()).collect();
    let hessian: Vec<Expr<'_>> = gradient.iter().flat_map(|g| g.gradient(&vars).unwrap()).collect();
    let eval = |of: &[Expr<'_>]| graph.eval(of, x).unwrap();
    Found { value: y.eval(x).unwrap(), gradient: eval(&gradient), hessian: Some(eval(&hessian)) }
}

/// The third derivative of a function of one variable, in the engines that have more than two orders.
pub(crate) fn thirds<F: Compute>(f: &F, x: f64) -> [(&'static str, f64); 6] {
    let y = run(f, &seeded(&seal(seeded(&seal(seeded(&plain(&[x]), 0)), 0)), 0));
    let forward = y.tangent.inner.tangent.inner.tangent.inner;
    let (_, g) = sweep(f, &seal(seeded(&seal(seeded(&plain(&[x]), 0)), 0)));
    let series: Taylor<Plain, 3> = run(f, &[Taylor::variable(plain(&[x])[0])]);
    let program = recorded(f, &[x]);
    let first = program.gradient().unwrap();
    let last = |p: Program| p.eval(&[x]).unwrap()[0];
    let reverse = first.gradient().unwrap().gradient().unwrap();
    let mixed = first.optimised().unwrap().hessian().unwrap();
    let graph = Graph::new();
    let var = graph.variable_at("x", x);
    let formula = run(f, &[var]).derivative_of_order(var, 3).unwrap();
    [
        ("dual over dual over dual", forward),
        ("tape over dual over dual", g[0].inner.tangent.inner.tangent.inner),
        ("taylor", series.derivative(3).inner),
        ("program, reverse", last(reverse)),
        ("program, optimised", last(mixed)),
        ("symbolic", formula.eval(&[x]).unwrap()),
    ]
}

/// A row of the table as a computation.
pub(crate) struct OfRow(pub(crate) &'static rules::Row, pub(crate) i32);

impl Compute for OfRow {
    fn on<T: Real>(&self, x: &[T]) -> T {
        self.0.op.apply(x, self.1)
    }
}

/// Equal bits, or both NaN.
pub(crate) fn same_bits(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

/// Equal, or both NaN, or apart by no more than `allowed`.
pub(crate) fn near(a: f64, b: f64, allowed: f64) -> bool {
    a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= allowed
}
