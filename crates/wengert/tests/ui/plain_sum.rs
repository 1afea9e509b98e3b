use wengert::prelude::*;

fn main() {
    let sum = |x: &[wengert::Var<'_>]| {
        let mut sum = 0.0;
        for &x in x {
            sum += x * x;
        }
        0.0.into()
    };
    gradient(sum, &[1.0, 2.0]);
    derivative(|x| { let mut product = 1.0; product *= x; x }, 2.0);
}
