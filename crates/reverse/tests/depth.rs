//! Recordings of any length: no recursion anywhere.
//!
//! For a chain of 10^8 statements (4 GB of memory):
//! `DEPTH=100000000 cargo test --release -p wengert-reverse --test depth`.

use reverse::Tape;

fn depth() -> u32 {
    std::env::var("DEPTH").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000_000)
}

#[test]
fn statements_in_a_row() {
    let n = depth();
    let tape = Tape::new();
    let (x, y) = (tape.var(1.0), tape.var(1e-9));
    let mut z = x;
    for _ in 0..n {
        z += y;
    }
    assert_eq!(tape.statistics().statements, n as usize);
    let g = z.grad();
    assert_eq!((g.wrt(x), g.wrt(y)), (1.0, f64::from(n)));
    assert!(z.reach().reaches(y));
}

#[test]
fn functions_of_one_variable_take_no_statement() {
    let tape = Tape::new();
    let x = tape.var(0.5);
    let z = (0..depth()).fold(x, |z, _| -z + 1.0);
    assert_eq!(tape.statistics().statements, 0);
    assert_eq!(z.grad().wrt(x), 1.0);
}
