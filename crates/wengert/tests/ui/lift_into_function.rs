use wengert::prelude::*;

fn wave<T: Real>(x: T) -> T {
    x * x.sin()
}

fn main() {
    derivative(|x| derivative(|y| y * wave(lift(x)), x), 2.0);
}
