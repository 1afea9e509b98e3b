//! The examples run, and what they assert holds.

#[path = "../examples/deblur.rs"]
mod deblur;
#[path = "../examples/gradient_descent.rs"]
mod gradient_descent;
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
