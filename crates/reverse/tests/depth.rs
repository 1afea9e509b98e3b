//! Recordings of any length: no recursion anywhere.

use reverse::Tape;

#[test]
fn ten_million_statements_in_a_row() {
    let tape = Tape::new();
    let (x, y) = (tape.var(1.0), tape.var(1e-9));
    let mut z = x;
    for _ in 0..10_000_000 {
        z = z + y;
    }
    assert_eq!(tape.statistics().statements, 10_000_000);
    let g = z.grad();
    assert_eq!((g.wrt(x), g.wrt(y)), (1.0, 1e7));
    assert!(z.reach().reaches(y));
}

#[test]
fn ten_million_functions_of_one_variable_take_no_statement() {
    let tape = Tape::new();
    let x = tape.var(0.5);
    let z = (0..10_000_000).fold(x, |z, _| -z + 1.0);
    assert_eq!(tape.statistics().statements, 0);
    assert_eq!(z.grad().wrt(x), 1.0);
}
