//! Families take any integer: no arithmetic on it overflows, in values and in partials.

use rules::ROWS;

#[test]
fn every_family_takes_any_integer() {
    let orders =
        [i32::MIN, i32::MIN + 1, -70_000, -257, -2, -1, 0, 1, 2, 255, 256, 257, 1000, 1023, 1024, 65_535, 70_000];
    let orders = orders.into_iter().chain([i32::MAX - 256, i32::MAX - 1, i32::MAX]);
    let numbers =
        [0.0, -0.0, 0.3, -0.7, 1.0, 1.5, 3.0, -2.0, -2.5, 12.5, 300.0, 1e9, -1e300, 1e-300, f64::INFINITY, f64::NAN];
    for n in orders {
        for row in ROWS.iter().filter(|row| row.family) {
            for a in numbers {
                for b in &numbers[..if row.arity > 1 { numbers.len() } else { 1 }] {
                    let x = &[a, *b][..row.arity];
                    let y = row.op.apply(x, n);
                    row.op.partials(x, y, &vec![true; row.arity], n, &mut vec![0.0; row.arity]);
                }
            }
        }
    }
}
