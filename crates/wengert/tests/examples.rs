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
#[path = "../examples/problems/main.rs"]
mod problems;
#[allow(dead_code)]
#[path = "../examples/recurrent.rs"]
mod recurrent;
#[path = "../examples/risk.rs"]
mod risk;

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

/// Runs one of the problems with data, which asserts what it finds.
fn problem(name: &str) {
    let (_, run) = problems::PROBLEMS.iter().find(|(own, _)| *own == name).expect("a problem");
    run().expect("a solution");
}

#[test]
fn a_fit_has_the_certified_errors() {
    problem("decay");
}

#[test]
fn a_portfolio_gains_through_the_calibration() {
    problem("yield_curve");
}

#[test]
fn cameras_and_points_are_adjusted_to_convergence() {
    problem("bundle");
}

#[test]
fn a_mixed_model_has_the_published_estimates() {
    problem("seeds");
}

#[test]
fn hares_and_lynxes_have_the_published_rates() {
    problem("prey");
}

#[cfg(feature = "pounce")]
#[test]
fn the_fastest_steering_is_found() {
    problem("steering");
}

#[test]
fn a_stiff_reaction_moves_with_its_rates() {
    problem("reaction");
}

#[test]
fn a_river_has_the_published_variances() {
    problem("river");
}
