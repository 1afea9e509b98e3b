//! Every row of the table, emitted as Rust, has the bits of the program; a test of emission keeps the file fresh.

#[path = "../emit/table.rs"]
mod programs;
// Emitted code says what the program says, however odd.
#[allow(clippy::all)]
mod table;

use programs::programs;

fn shown(y: &[f64]) -> Vec<u64> {
    y.iter().map(|y| if y.is_nan() { 1 } else { y.to_bits() }).collect()
}

#[test]
fn every_row_in_rust_has_the_bits_of_the_program() {
    let [(_, value), (_, slopes)] = programs();
    let odd = [[-1.5, 2.0, 7.0], [0.0, -0.0, 0.5], [1e300, 1e-300, -3.0], [f64::NAN, 1.0, f64::INFINITY]];
    for x in [[0.3, 0.6, 0.9]].into_iter().chain(odd) {
        let (mut y, mut d) = (vec![0.0; value.outputs().len()], vec![0.0; slopes.outputs().len()]);
        table::rows(&x, &mut [0.0; _], y.as_mut_array().unwrap()).unwrap();
        table::slopes(&x, &mut [0.0; _], d.as_mut_array().unwrap()).unwrap();
        assert_eq!(shown(&y), shown(&value.eval(&x).unwrap()), "{x:?}");
        assert_eq!(shown(&d), shown(&slopes.eval(&x).unwrap()), "{x:?}");
    }
}
