//! What sparse derivatives allocate: memory in proportion to their entries, and nothing from the second evaluation on.

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

/// Differences of neighbours on a ring, and two that all have in common.
struct Ring;

impl Function for Ring {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let n = x.len();
        (0..n).map(|i| (x[i] - x[(i + 1) % n]).sin() * x[0] + x[n - 1]).collect()
    }
}

/// Its sum.
struct Total;

impl Function for Total {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        Ring.eval(x).into_iter().sum()
    }
}

/// How many bytes of the most that are in use each further entry takes, to prepare a derivative and to evaluate it.
fn bytes_per_entry(entries: impl Fn(&[f64]) -> usize + Sync) -> f64 {
    let inputs = |n: usize| (0..n).map(|i| (i as f64).sin()).collect::<Vec<f64>>();
    // The first long tape of a process lets the allocator know.
    entries(&inputs(16_000));
    let [few, many] = [2_000, 16_000].map(|n| {
        let x = inputs(n);
        let mut count = 0;
        // On a thread that keeps nothing of others.
        let most = std::thread::scope(|scope| {
            let run = || allocation_counter::measure(|| count = entries(&x)).bytes_max;
            scope.spawn(run).join().unwrap()
        });
        (most as f64, count as f64)
    });
    (many.0 - few.0) / (many.1 - few.1)
}

#[test]
fn memory_is_in_proportion_to_the_entries() {
    let by_colours = bytes_per_entry(|x| {
        let jacobian = SparseJacobian::prepare(Ring, x).unwrap();
        jacobian.eval_into(x, &mut vec![0.0; jacobian.entries()]).unwrap();
        jacobian.entries()
    });
    let second = bytes_per_entry(|x| {
        let hessian = SparseHessian::prepare(Total, x).unwrap();
        hessian.eval_into(x, &mut vec![0.0; hessian.entries()]).unwrap();
        hessian.entries()
    });
    let weighted = bytes_per_entry(|x| {
        let hessian = LagrangianHessian::prepare(Total, Ring, x).unwrap();
        hessian.eval_into(x, 1.0, &vec![1.0; x.len()], &mut vec![0.0; hessian.entries()]).unwrap();
        hessian.entries()
    });
    let of_blocks = bytes_per_entry(|x| {
        let n = x.len();
        let jacobian = SparseJacobian::of_blocks(n, n)
            .each(vec![(); n], |k, _| ([k, (k + 1) % n, 0], [k]), |_, x| [(x[0] - x[1]).sin() * x[2]])
            .build()
            .unwrap();
        jacobian.eval_into(x, &mut vec![0.0; jacobian.entries()]).unwrap();
        jacobian.entries()
    });
    // Eight bytes are the value, and eight the row.
    assert!(by_colours < 100.0 && of_blocks < 100.0, "{by_colours} {of_blocks}");
    assert!(second < 700.0 && weighted < 1000.0, "{second} {weighted}");
}
