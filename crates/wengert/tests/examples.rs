//! The examples run, and what they assert holds.

#[path = "../examples/deblur.rs"]
mod deblur;
#[path = "../examples/gradient_descent.rs"]
mod gradient_descent;
#[allow(dead_code)]
#[path = "../examples/heat.rs"]
mod heat;
#[allow(dead_code)]
#[path = "../examples/learning_rate.rs"]
mod learning_rate;
#[allow(dead_code)]
#[path = "../examples/recurrent.rs"]
mod recurrent;
#[path = "../examples/risk.rs"]
mod risk;
#[path = "../examples/yield_curve.rs"]
mod yield_curve;

#[test]
fn gradient_descent_finds_the_curve() {
    gradient_descent::main();
}

#[test]
fn risk_agrees_with_the_known_formulas() {
    risk::main();
}

#[test]
fn deblurring_comes_closer_to_the_sharp_picture() {
    deblur::main().expect("nothing is written");
}

#[test]
fn what_a_plate_owes_its_start() {
    heat::run(16, 100).expect("memory does not fail");
}

#[test]
fn a_recurrent_cell_learns_to_remember() {
    recurrent::run(150).expect("memory does not fail");
}

#[test]
fn a_learning_rate_is_found_by_its_derivative() {
    learning_rate::run(100).expect("memory does not fail");
}

#[test]
fn a_portfolio_gains_through_the_calibration() {
    yield_curve::main().expect("a curve");
}
