use wengert::prelude::*;

fn main() {
    derivative(|x| derivative(|y| x * y, x), 1.0);
    gradient(|x| gradient(|y| y[0] + x[0], &[x[0]])[0], &[1.0]);
}
