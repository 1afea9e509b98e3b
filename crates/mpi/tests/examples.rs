//! The examples on threads; one that is interrupted on its way back goes on with the same result.

#[path = "../examples/likelihood.rs"]
mod likelihood;
#[path = "../examples/mixture.rs"]
mod mixture;
#[path = "../examples/plate.rs"]
mod plate;

use wengert_mpi::threads;

#[test]
fn a_plate_is_as_on_one_process() {
    for size in [1, 6] {
        for said in threads(size, |ranks| plate::compare(&ranks, None, false)) {
            said.unwrap();
        }
    }
}

#[test]
fn a_mixture_has_the_same_bits_on_any_number_of_ranks() {
    for size in [1, 2, 5] {
        for said in threads(size, |ranks| mixture::compare(&ranks)) {
            said.unwrap();
        }
    }
}

#[test]
fn a_likelihood_is_as_on_one_process() {
    for said in threads(4, |ranks| likelihood::compare(&ranks)) {
        said.unwrap();
    }
}
