//! Lazy tangents: expressions, programs of named steps, and one pass backwards.

use forward::delta::{Delta, Trace};
use rules::Functions;

#[test]
fn a_product_and_what_is_shared() {
    let trace = Trace::new(&["x", "y"]);
    let s = trace.variable(0, 3.0) * trace.variable(1, 2.0);
    assert_eq!((s.value, trace.expression(s.tangent).as_str()), (6.0, "Add(Scale(2, x), Scale(3, y))"));
    let twice = s + s;
    let want = "\
let d0 = Scale(2, x)
let d1 = Scale(3, y)
let d2 = Add(d0, d1)
let d3 = Add(d2, d2)
d3
";
    assert_eq!(trace.program(twice.tangent), want);
    assert_eq!(trace.gradient(twice.tangent), [4.0, 6.0]);
}

#[test]
fn sharing_keeps_a_trace_short() {
    let trace = Trace::new(&["x"]);
    let y = (0..60).fold(trace.variable(0, 1.0), |y, _| y + y);
    assert_eq!((trace.steps(), trace.gradient(y.tangent)), (60, vec![2f64.powi(60)]));
}

#[test]
fn every_rule_runs_on_lazy_tangents() {
    let trace = Trace::new(&["a", "b"]);
    let (a, b) = (trace.variable(0, 0.5), trace.variable(1, 4.2));
    let z = a * b + a.sin();
    assert_eq!(trace.gradient(z.tangent), [5.077582561890373, 0.5]);
    assert_eq!(trace.gradient((z * 0.0).floor().tangent), [0.0, 0.0]);
}

#[test]
fn constants_are_zero_and_inputs_are_themselves() {
    let trace = Trace::new(&["x"]);
    assert_eq!((trace.program(Delta::Zero).as_str(), trace.gradient(Delta::Zero)), ("Zero\n", vec![0.0]));
    let x = trace.variable(0, 2.0);
    assert_eq!((trace.expression(x.tangent), trace.gradient(x.tangent)), ("x".to_owned(), vec![1.0]));
}

#[test]
#[should_panic(expected = "there is no input 1: the trace was made for 1")]
fn inputs_are_counted() {
    Trace::new(&["x"]).variable(1, 0.0);
}

#[test]
#[should_panic(expected = "tangents of two traces meet")]
fn traces_do_not_mix() {
    let (one, other) = (Trace::new(&["x"]), Trace::new(&["x"]));
    let _ = one.variable(0, 1.0) + other.variable(0, 1.0);
}
