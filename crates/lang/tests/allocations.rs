//! Repeated evaluation with a workspace allocates nothing.

use lang::{Limits, Program, Workspace};

#[test]
fn the_second_run_allocates_nothing() {
    let sources = [
        "sin(x)*y + clamp(x, 0, 1)/2 - x^3",
        r"fn f(g, n) = if n < 1 then g(n) else f(\y. g(y + n), n - 1); [f(\y. y*x, 20), y]",
    ];
    for source in sources {
        let program = Program::parse(source).unwrap().bind(&["x", "y"]).unwrap();
        let mut workspace = Workspace::new();
        let mut outputs = vec![0.0; program.outputs()];
        let mut run = |x: f64| program.eval_into(&[x, 2.0], &Limits::default(), &mut workspace, &mut outputs).unwrap();
        let first = allocation_counter::measure(|| run(1.0));
        assert!(first.count_total > 0);
        let later = allocation_counter::measure(|| (0..1_000).for_each(|i| run(f64::from(i))));
        assert_eq!(later.count_total, 0, "{source}");
    }
}
