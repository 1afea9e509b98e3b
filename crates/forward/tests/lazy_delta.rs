//! The example of lazy tangents prints what it should.

#[path = "../examples/lazy_delta.rs"]
#[allow(unreachable_pub)]
mod lazy_delta;

#[test]
fn golden() {
    let want = "\
x * y at (3, 2) is 6, and its tangent Add(Scale(2, x), Scale(3, y))
s = x * y; s + s is traced as
let d0 = Scale(2, x)
let d1 = Scale(3, y)
let d2 = Add(d0, d1)
let d3 = Add(d2, d2)
d3
and run backwards gives [4.0, 6.0]
y = y + y, 60 times: 60 steps, derivative 1152921504606846976
";
    assert_eq!(lazy_delta::report(), want);
}

#[test]
fn every_rule_runs_on_lazy_tangents() {
    use rules::Functions;
    let trace = lazy_delta::Trace::new(&["a", "b"]);
    let (a, b) = (trace.variable(0, 0.5), trace.variable(1, 4.2));
    let z = a * b + a.sin();
    assert_eq!(trace.gradient(z.tangent), [5.077582561890373, 0.5]);
    assert_eq!(trace.gradient((z * 0.0).floor().tangent), [0.0, 0.0]);
}
