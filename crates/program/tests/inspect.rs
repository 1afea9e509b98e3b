//! What programs say of themselves.

use program::{Node, Program};
use rules::functions::sech;
use rules::{Functions, Real};

#[test]
fn the_cheaper_mode_is_the_one_with_fewer_sweeps() {
    let wide = Program::record(20, |x| vec![x.iter().map(|x| x.sin()).sum()]).unwrap().modes().unwrap();
    assert!(wide.reverse_is_cheaper());
    assert!(wide.to_string().starts_with("reverse is cheaper, 79 operations against"), "{wide}");
    let tall = Program::record(1, |x| (1..20).map(|i| (x[0] * f64::from(i)).sin()).collect()).unwrap().modes().unwrap();
    assert!(!tall.reverse_is_cheaper());
    assert!(tall.to_string().starts_with("forward is cheaper"), "{tall}");
    assert_eq!((tall.inputs, tall.outputs, tall.operations), (1, 19, 38));
    let none = Program::record(1, |x| vec![x[0]]).unwrap().modes().unwrap();
    assert_eq!((none.forward(), none.reverse()), (0, 0));
    assert!(none.to_string().starts_with("both modes cost 0 operations"), "{none}");
}

fn generic<T: Real>(x: &[T]) -> T {
    let mut sum = x[0] / x[1];
    sum += 2.0 * x[1];
    let y = sech(sum) - x[0].max(x[1]);
    -y
}

#[test]
fn every_operation_knows_its_line() {
    let first = line!() - 8;
    let (f, lines) = Program::record_with_lines(&[0.5, 2.0], |x| vec![generic(x)]).unwrap();
    let found: Vec<u32> = (0..f.values() as u32)
        .filter_map(|id| lines.of(id))
        .map(|line| {
            assert!(line.file().ends_with("tests/inspect.rs"), "{line}");
            line.line() - first
        })
        .collect();
    assert_eq!(found, [0, 1, 1, 2, 2, 2, 3]);
    assert_eq!(Program::record_at(&[0.5, 2.0], |x| vec![generic(x)]).unwrap(), f);
    let origin = f.trace_not_finite(&[1.0, 0.0]).unwrap().unwrap();
    let text = lines.explain(&origin);
    assert!(text.starts_with("div(1.0, 0.0) = inf at "), "{text}");
    assert_eq!(text.lines().count(), 1, "the sech of infinity is 0: {text}");
    let nowhere = Program::record_with_lines(&[], |_| vec![Node::from(1.0)]).unwrap().1;
    assert!(nowhere.of(0).is_none());
}
