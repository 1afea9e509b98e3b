//! The second evaluation of a sparse derivative allocates nothing.

use wengert::prelude::*;
use wengert::sparse::{LagrangianHessian, Mode, Options, Recovery, SparseHessian, SparseJacobian};

/// What the third call of all allocates.
#[track_caller]
fn none(mut run: impl FnMut()) {
    run();
    run();
    let counted = allocation_counter::measure(run);
    assert_eq!(counted.count_total, 0, "{counted:?}");
}

struct Product;

impl Function for Product {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        x.iter().copied().product()
    }
}

#[test]
fn of_blocks() {
    assert!(allocation_counter::measure(|| drop(vec![1.0])).count_total > 0, "the counter counts");
    let x: Vec<f64> = (0..20).map(|i| 1.0 + 0.1 * i as f64).collect();
    let wide: Vec<usize> = (0..20).collect();
    let jacobian = SparseJacobian::of_blocks(20, 20)
        .each([(); 18], |k, _| ([k, k + 1, k + 2], [k]), |_, x| [x[0] * x[1] + x[2].sin()])
        .functions([Product, Product], |k, _| (if k == 0 { wide.clone() } else { vec![1, 2] }, vec![18 + k]))
        .build()
        .unwrap();
    let mut values = vec![0.0; jacobian.entries()];
    none(|| jacobian.eval_into(&x, &mut values).unwrap());
    let hessian = SparseHessian::of_blocks(20)
        .each([(); 18], |k, _| [k, k + 1, k + 2], |_, x| x[0] * x[1] + x[2].sin())
        .functions([Product], |_, _| wide.clone())
        .build()
        .unwrap();
    let mut values = vec![0.0; hessian.entries()];
    none(|| hessian.eval_into(&x, &mut values).unwrap());
}

/// Products of neighbours, as many as there are numbers, without a list that the function would have to allocate.
struct Neighbours;

impl Function for Neighbours {
    type Output<T: Real> = [T; 20];
    fn eval<T: Real + 'static>(&self, x: &[T]) -> [T; 20] {
        std::array::from_fn(|i| (x[i] * x[(i + 1) % 20]).sin() + x[7])
    }
}

struct Energy;

impl Function for Energy {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        x.windows(2).map(|w| (w[0] * w[1]).sin() * x[7]).sum()
    }
}

#[test]
fn by_colours() {
    let x: Vec<f64> = (0..20).map(|i| 1.0 + 0.1 * i as f64).collect();
    for mode in [Mode::Forward, Mode::Reverse, Mode::Bidirectional] {
        for check in [true, false] {
            let options = Options::new().mode(mode).check(check);
            let jacobian = SparseJacobian::prepare_with(Neighbours, &x, &options).unwrap();
            let mut values = vec![0.0; jacobian.entries()];
            none(|| jacobian.eval_into(&x, &mut values).unwrap());
        }
    }
    for recovery in [Recovery::Direct, Recovery::Substitution] {
        for check in [true, false] {
            let options = Options::new().recovery(recovery).check(check);
            let hessian = SparseHessian::prepare_with(Energy, &x, &options).unwrap();
            let mut values = vec![0.0; hessian.entries()];
            none(|| hessian.eval_into(&x, &mut values).unwrap());
            let lagrangian = LagrangianHessian::prepare_with(Energy, Neighbours, &x, &options).unwrap();
            let mut values = vec![0.0; lagrangian.entries()];
            none(|| lagrangian.eval_into(&x, 0.5, &[1.5; 20], &mut values).unwrap());
        }
    }
}
