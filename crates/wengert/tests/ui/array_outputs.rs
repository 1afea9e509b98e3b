use wengert::prelude::*;

fn main() {
    jacobian(|x| [x[0] * x[1], x[1]], &[2.0, 3.0]);
    jvp(|x| (x[0], x[1]), &[2.0, 3.0], &[1.0, 0.0]);
}
