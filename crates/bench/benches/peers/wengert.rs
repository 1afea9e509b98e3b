//! This project: the operators, a tape of the caller's, and forward lanes.

use std::hint::black_box;

use bench::data;
use bench::race::Race;
use wengert::{Adjoints, Differentiate, Dual, Matrix, Real, Tape, Var};

fn constant<T: Real>(c: f64) -> T {
    T::from(c)
}

fn value<T: Real>(x: T) -> f64 {
    x.value()
}

bench::programs!(pub(crate) [T: Real] T);

/// Gradient by the operator, which takes its memory from the thread; by a tape and adjoints kept by the caller; and
/// the recording alone.
pub(crate) fn tape<'a>(race: &mut Race<'a>, x: &'a [f64], f: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Copy + 'a) {
    let mut gradient = vec![0.0; x.len()];
    race.add("wengert, gradient", move |sink| {
        black_box(wengert::value_and_gradient_into(f, black_box(x), &mut gradient));
        sink.slice(&gradient);
    });

    let (mut tape, mut adjoints, mut vars) = (Tape::new(), Adjoints::new(), Vec::new());
    f(&tape.vars(x));
    let bytes = tape.statistics().bytes;
    let mut gradient = vec![0.0; x.len()];
    race.add("wengert, kept tape", move |sink| {
        tape.clear();
        let mut inputs = emptied(std::mem::take(&mut vars));
        tape.vars_into(black_box(x), &mut inputs);
        let y = f(&inputs);
        tape.adjoints_into(&[(y, 1.0)], &mut adjoints);
        adjoints.wrt_into(&inputs, &mut gradient);
        vars = emptied(inputs);
        black_box(y.inner());
        sink.slice(&gradient);
    });
    race.records(bytes);

    let (mut tape, mut vars) = (Tape::new(), Vec::new());
    race.add_part("wengert, recording alone", move |sink| {
        tape.clear();
        let mut inputs = emptied(std::mem::take(&mut vars));
        tape.vars_into(black_box(x), &mut inputs);
        sink.slice(&[f(&inputs).inner()]);
        vars = emptied(inputs);
    });
    race.records(bytes);
}

/// The memory of a vector for variables of another recording: collecting its iterator happens in place.
fn emptied<'t>(mut vars: Vec<Var<'_>>) -> Vec<Var<'t>> {
    vars.clear();
    vars.into_iter().map(|_| unreachable!("the vector was cleared")).collect()
}

/// The programs as functions for every engine.
pub(crate) mod functions {
    use wengert::{Differentiate, function};

    pub(crate) fn rosenbrock() -> impl Differentiate {
        function!(|x| super::rosenbrock(x))
    }

    pub(crate) fn log_sum_exp() -> impl Differentiate {
        function!(|x| super::log_sum_exp(x))
    }

    pub(crate) fn lorenz(steps: usize) -> impl Differentiate {
        function!(steps: usize; |x| super::lorenz(x, steps))
    }

    pub(crate) fn asian(normals: &[f64]) -> impl Differentiate {
        function!(normals: &[f64]; |x| super::asian(x, normals))
    }

    pub(crate) fn black_scholes() -> impl Differentiate {
        function!(|x| super::black_scholes(x))
    }
}

/// Gradient of a function for every engine.
pub(crate) fn function<'a>(race: &mut Race<'a>, x: &'a [f64], f: impl Differentiate + 'a) {
    let mut gradient = vec![0.0; x.len()];
    race.add("wengert, Function", move |sink| {
        black_box(f.value_and_gradient_into(black_box(x), &mut gradient));
        sink.slice(&gradient);
    });
}

/// The derivatives by the first `N` inputs, a lane for each.
pub(crate) fn lanes<'a, const N: usize>(
    race: &mut Race<'a>,
    x: &'a [f64],
    f: impl Fn(&[Dual<f64, [f64; N]>]) -> Dual<f64, [f64; N]> + 'a,
) {
    let mut duals = vec![Dual::fixed(0.0); x.len()];
    race.add(format!("wengert, {N} lanes"), move |sink| {
        seed(black_box(x), &mut duals);
        sink.slice(&f(&duals).tangent);
    });
}

fn seed<const N: usize>(x: &[f64], duals: &mut [Dual<f64, [f64; N]>]) {
    for (i, (dual, &x)) in duals.iter_mut().zip(x).enumerate() {
        *dual = if i < N { Dual::lane(x, i) } else { Dual::fixed(x) };
    }
}

/// Jacobian of the waves: two lanes, and the operators.
pub(crate) fn jacobian<'a>(race: &mut Race<'a>, x: &'a [f64]) {
    let mut y = vec![Dual::fixed(0.0); data::WAVES];
    let mut duals = [Dual::fixed(0.0); 2];
    race.add("wengert, 2 lanes", move |sink| {
        seed::<2>(black_box(x), &mut duals);
        waves(&duals, &mut y);
        sink.with(&y, |y, out| y.iter().for_each(|y| out.extend(y.tangent)));
    });
    fn outputs<T: Real>(x: &[T]) -> Vec<T> {
        let mut y = vec![constant(0.0); data::WAVES];
        waves(x, &mut y);
        y
    }
    let read = |jacobian: &Matrix, out: &mut Vec<f64>| out.extend(jacobian.as_slice());
    race.add("wengert, jacobian_forward", move |sink| {
        sink.with(&wengert::jacobian_forward(|x| outputs(x), black_box(x)), read);
    });
    race.add("wengert, jacobian", move |sink| {
        sink.with(&wengert::jacobian(|x| outputs(x), black_box(x)), read);
    });
}

/// Hessian of the Rosenbrock function, forward over reverse.
pub(crate) fn hessian<'a>(race: &mut Race<'a>, x: &'a [f64]) {
    let n = x.len();
    let (mut gradient, mut hessian) = (vec![0.0; n], vec![0.0; n * n]);
    race.add("wengert, hessian", move |sink| {
        let x = black_box(x);
        black_box(wengert::value_and_hessian_into(|x| rosenbrock(x), x, &mut gradient, &mut hessian));
        sink.slice(&hessian);
    });
    let f = functions::rosenbrock();
    race.add("wengert, Function's hessian", move |sink| sink.slice(f.hessian(black_box(x)).as_slice()));
}

/// A gradient as the measure, and the product of a Hessian with `v` by the operator.
macro_rules! product {
    ($name:ident, $program:ident, $what:literal) => {
        #[doc = concat!("Gradient and Hessian-vector product of ", $what, ".")]
        pub(crate) fn $name<'a>(race: &mut Race<'a>, x: &'a [f64], v: &'a [f64]) {
            let mut gradient = vec![0.0; x.len()];
            race.add_part("wengert, gradient", move |sink| {
                black_box(wengert::value_and_gradient_into(|x| $program(x), black_box(x), &mut gradient));
                sink.slice(&gradient);
            });
            race.set_baseline();
            let (mut gradient, mut product) = (vec![0.0; x.len()], vec![0.0; x.len()]);
            race.add("wengert, hvp", move |sink| {
                let x = black_box(x);
                black_box(wengert::value_and_hvp_into(|x| $program(x), x, black_box(v), &mut gradient, &mut product));
                sink.slice(&product);
            });
            let f = functions::$program();
            race.add("wengert, Function's hvp", move |sink| sink.slice(&f.hvp(black_box(x), black_box(v))));
        }
    };
}
product!(rosenbrock_product, rosenbrock, "the Rosenbrock function");
product!(log_sum_exp_product, log_sum_exp, "log-sum-exp");
