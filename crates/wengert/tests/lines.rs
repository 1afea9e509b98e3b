//! Mistakes panic at the line that makes them.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use wengert::prelude::*;
use wengert::sparse::{LagrangianHessian, SparseHessian, SparseJacobian};
use wengert::{
    Adjoints, Dual, FunctionStep, Linear, Nested, Tape, Var, chain_with, gradient_into, jvp_into, linearize,
    par_gradient_into, taylor_along, value_and_gradient_into, value_and_hessian_into, value_and_hvp_into,
    value_and_jacobian_forward_into, value_and_jacobian_into,
};

thread_local! {
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    static SAID: RefCell<Option<(String, u32, String)>> = const { RefCell::new(None) };
}

/// The file and the line of a panic, and what it says.
fn said(run: impl FnOnce()) -> (String, u32, String) {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !LISTENING.get() {
                return print(info);
            }
            let text = info.payload_as_str().unwrap_or_default().to_owned();
            SAID.set(info.location().map(|at| (at.file().to_owned(), at.line(), text)));
        }));
    });
    LISTENING.set(true);
    let end = catch_unwind(AssertUnwindSafe(run));
    LISTENING.set(false);
    assert!(end.is_err(), "no panic");
    SAID.take().expect("the place of the panic")
}

/// Whether the panic names this line.
macro_rules! here {
    ($text:literal, $run:expr) => {{
        let (file, line, text) = said(|| {
            let _ = $run;
        });
        assert_eq!((file.as_str(), line), (file!(), line!()), "{text}");
        assert!(text.contains($text), "{text}");
    }};
}

struct Two;

impl Function for Two {
    type Output<T: Real> = [T; 2];
    fn eval<T: Real + 'static>(&self, x: &[T]) -> [T; 2] {
        [x[0], x[1]]
    }
}

const X: [f64; 2] = [1.0, 2.0];
const MANY: [f64; 20] = [1.0; 20];

#[test]
#[rustfmt::skip]
fn wrong_lengths() {
    let (one, mut room, mut three) = ([0.0], [0.0; 2], [0.0; 3]);
    here!("the gradient has length 3, but there are 2 inputs", gradient_into(|x| x[0], &X, &mut three));
    here!("the gradient has length 3", value_and_gradient_into(|x| x[0], &X, &mut three));
    here!("the gradient has length 3", par_gradient_into(|_, x| x[0], &[()], &X, &mut three));
    here!("room for values has length 2, but there are 1 outputs", value_and_jacobian_into(|x| vec![x[0]], &X, &mut room, &mut []));
    here!("room for the Jacobian has length 3, but there are 4 entries", value_and_jacobian_into(|x| x.to_vec(), &X, &mut room, &mut three));
    here!("room for values has length 2", value_and_jacobian_forward_into(|x| vec![x[0]], &X, &mut room, &mut []));
    here!("room for the Jacobian has length 3", value_and_jacobian_forward_into(|x| x.to_vec(), &X, &mut room, &mut three));
    here!("the direction has length 1, but there are 2 inputs", jvp(|x| x.to_vec(), &X, &one));
    here!("the direction has length 1", directional_derivative(|x| x[0], &X, &one));
    here!("room for derivatives has length 3", jvp_into(|x| x.to_vec(), &X, &X, &mut room, &mut three));
    here!("the direction has length 1", hvp(|x| x[0], &X, &one));
    here!("the product has length 3", value_and_hvp_into(|x| x[0], &X, &X, &mut room, &mut three));
    here!("the Hessian has length 3, but there are 4 entries", value_and_hessian_into(|x| x[0], &X, &mut room, &mut three));
    here!("the direction has length 1", taylor_along::<2, f64>(|x| x[0], &X, &one));
    let (_, map): (_, Linear) = linearize(|x| x.to_vec(), &X);
    here!("the direction has 1 values, the recorded function wants 2", map.push(&one));
    here!("the weights has 1 values, the recorded function wants 2", map.pull(&one));
}

#[test]
#[rustfmt::skip]
fn wrong_lengths_of_functions() {
    let (one, mut three) = ([0.0], [0.0; 3]);
    here!("gradient wants one output, the function gave 2: use jacobian", Two.gradient(&X));
    here!("gradient wants one output, the function gave 2: use jacobian", Two.gradient(&MANY));
    here!("the gradient has length 3", Two.value_and_gradient_into(&X, &mut three));
    here!("hessian wants one output", Two.hessian(&X));
    here!("hvp wants one output", Two.hvp(&X, &X));
    here!("the direction has length 1", Two.hvp(&X, &one));
    here!("the direction has length 1", Two.jvp(&X, &one));
    here!("the list of weights has length 1, but there are 2 outputs", Two.vjp(&X, &one));
}

#[test]
#[rustfmt::skip]
fn wrong_lengths_of_sparse_derivatives() {
    let product = wengert::function!(|x| x[0] * x[1]);
    let jacobian = SparseJacobian::prepare(Two, &X).expect("two entries");
    here!("the point has length 1, but there are 2 columns", jacobian.eval(&X[..1]));
    here!("the point has length 1, but there are 2 columns", jacobian.check(&X[..1]));
    here!("room for outputs has length 1", jacobian.value_and_eval_into(&X, &mut [0.0], &mut [0.0; 2]));
    here!("room for values has length 1", jacobian.eval_into(&X, &mut [0.0]));
    here!("the list of values has length 1", jacobian.triplets(&[0.0]).count());
    let hessian = SparseHessian::prepare(&product, &X).expect("an entry");
    here!("the point has length 1, but there are 2 inputs", hessian.eval(&X[..1]));
    here!("the point has length 1, but there are 2 inputs", hessian.check(&X[..1]));
    let lagrangian = LagrangianHessian::prepare(&product, Two, &X).expect("an entry");
    here!("the list of multipliers has length 1, but there are 2", lagrangian.eval(&X, 1.0, &[0.0]));
    here!("the list of multipliers has length 1, but there are 2", lagrangian.check(&X, 1.0, &[0.0]));
    here!("the point has length 1, but there are 2 inputs", lagrangian.check(&X[..1], 1.0, &[0.0; 2]));
}

#[test]
#[rustfmt::skip]
fn wrong_lengths_of_chains() {
    here!("the list of weights has length 3, but there are 2 numbers in the state", chain(vec![0.0; 2], 9, |_, x| x).pull(&vec![0.0; 3]));
    let named = |run: &mut dyn FnMut(), line: u32| {
        let text = said(run).2;
        assert!(text.contains("made a state of 1 numbers from one of 2: keep its shape"), "{text}");
        assert!(text.contains(&format!("the step of {}:{line}:", file!())), "{text}");
    };
    let mut short = chain(vec![0.0; 2], 9, |_, x| vec![x[0]]); let line = line!();
    named(&mut || drop(short.gradient(|_, x| x[0])), line);
    let inner = Nested::<Vec<f64>, _>::new(9, |_, x| vec![x[0]]); let line = line!();
    let mut short = chain_with(vec![0.0; 2], 1, inner);
    named(&mut || drop(short.last()), line);
    struct First;
    impl Function for First {
        type Output<T: Real> = T;
        fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
            x[0]
        }
    }
    let step = FunctionStep::new(First); let line = line!();
    let mut short = chain_with(vec![0.0; 2], 9, step);
    named(&mut || drop(short.gradient(|_, x| x[0])), line);
}

#[test]
fn a_pullback_names_the_line_it_was_made_at() {
    let (_, pullback) = vjp(|x| x.to_vec(), &X);
    let line = line!() - 1;
    let text = said(|| drop(pullback(&[1.0]))).2;
    assert!(text.contains("the weights have length 1, but there are 2 outputs"), "{text}");
    assert!(text.contains(&format!("pullback of {}:{line}:", file!())), "{text}");
}

#[test]
#[rustfmt::skip]
fn two_recordings() {
    let (s, t): (Tape, Tape) = (Tape::new(), Tape::new());
    let (mut x, y) = (s.var(1.0), t.var(2.0));
    here!("variables of two recordings met", x + y);
    here!("variables of two recordings met", x.hypot(y));
    here!("variables of two recordings met", x.mul_add(y, x));
    here!("variables of two recordings met", x.max(y));
    here!("variables of two recordings met", x += y);
    here!("variables of two recordings met", s.preaccumulate([x], |[x]| [x])[0] - y);
    here!("an input of this block was recorded on another tape", s.preaccumulate([x, y], |[x, y]| [x * y]));
    here!("variables of two recordings met", Dual::<Var>::fixed(x) * Dual::fixed(y));
    here!("variables of two recordings met", any(x, y));
    here!("this output was recorded on another tape", s.adjoints(&[(y, 1.0)]));
    here!("this variable belongs to another tape", x.grad().wrt(y));
    here!("call keep() on it", (x * x).grad().wrt(2.0 * x));
    here!("2 variables, but room for 3 derivatives", Adjoints::<f64>::new().wrt_into(&[x, x], &mut [0.0; 3]));
    here!("a tape with a limit is swept by try_grad", Tape::with_limit(0).var(1.0).grad());
}

/// In generic code the line is that of the operation.
#[track_caller]
fn any<T: Real>(x: T, y: T) -> T {
    x.atan2(y)
}
