//! The second recording and sweep of a kind allocate nothing.

use allocation_counter::measure;
use reverse::{Adjoints, Buffers, Linear, Tape, Var};
use rules::Functions;

const N: usize = 100;

fn f<'t>(x: &[Var<'t>]) -> Var<'t> {
    x.windows(2).fold(x[0], |s, w| (s * w[1] - w[0]).sin() * 0.5 + w[0] * w[1])
}

#[test]
fn a_tape_that_is_cleared() {
    let x = [0.3; N];
    let (mut tape, mut adjoints, mut lanes) = (Tape::default(), Adjoints::new(), Adjoints::new());
    let mut gradient = [0.0; N];
    let mut round = |warm: bool| {
        tape.clear();
        let mut vars = Vec::with_capacity(N);
        let count = measure(|| {
            tape.vars_into(&x, &mut vars);
            let z = f(&vars);
            tape.adjoints_into(&[(z, 1.0)], &mut adjoints);
            adjoints.wrt_into(&vars, &mut gradient);
            tape.adjoints_of_into(&[z, vars[1]], &mut lanes);
        });
        assert!(warm || count.count_total == 0, "{count:?}");
        assert!(gradient[0] != 0.0 && lanes.wrt(vars[1])[1] == 1.0);
    };
    round(true);
    round(false);
    round(false);
}

#[test]
fn memory_that_is_left_and_taken_up() {
    let x = [0.3; N];
    let mut buffers = Buffers::default();
    let mut round = |warm: bool| {
        let mut gradient = [0.0; N];
        let mut slot = Vec::with_capacity(N);
        let count = measure(|| {
            let tape = Tape::with_buffers(&mut buffers);
            let mut adjoints = Adjoints::with_buffers(&mut buffers);
            let mut vars = core::mem::take(&mut slot);
            tape.vars_into(&x, &mut vars);
            tape.adjoints_into(&[(f(&vars), 1.0)], &mut adjoints);
            adjoints.wrt_into(&vars, &mut gradient);
            drop(vars);
            adjoints.leave(&mut buffers);
            tape.leave(&mut buffers);
        });
        assert!(warm || count.count_total == 0, "{count:?}");
        assert!(gradient[0] != 0.0);
    };
    round(true);
    round(false);
}

#[test]
fn local_recordings() {
    let tape = Tape::default();
    let mut adjoints = Adjoints::new();
    let mut round = |warm: bool| {
        let mut slope = 0.0;
        let count = measure(|| {
            slope = tape.local(|t| {
                let (x, y) = (t.var(0.5), t.var(2.0));
                t.adjoints_into(&[((x * y).sin() * x, 1.0)], &mut adjoints);
                adjoints.wrt(y)
            });
        });
        assert!(warm || count.count_total == 0, "{count:?}");
        assert!((slope - 0.25 * 1f64.cos()).abs() < 1e-15);
    };
    round(true);
    round(false);
}

#[test]
fn a_linear_map() {
    let (_, map) = Linear::record(&[1.0, 2.0], |x| vec![x[0] * x[1], x[0] - x[1]]);
    let (mut w, mut adjoints) = (Vec::new(), Adjoints::new());
    let mut round = |warm: bool| {
        let (mut out, mut back) = ([0.0; 2], [0.0; 2]);
        let count = measure(|| {
            map.push_into(&[1.0, 1.0], &mut out, &mut w);
            map.pull_into(&[1.0, 1.0], &mut back, &mut adjoints);
        });
        assert!(warm || count.count_total == 0, "{count:?}");
        assert_eq!((out, back), ([3.0, 0.0], [3.0, 0.0]));
    };
    round(true);
    round(false);
}
