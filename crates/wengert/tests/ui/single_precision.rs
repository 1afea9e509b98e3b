use wengert::prelude::*;

fn main() {
    gradient(|x| x[0] * x[1], &[2.0f32, 3.0]);
    derivative(|x| x, 2);
}
