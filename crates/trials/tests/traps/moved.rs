//! What moves in front of a loop, behind it, or is computed again from the number of the iteration.

trap!(elements_that_are_not_there, 1, {
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        for i in 3..x.len() {
            s += x[i].sin() * x[3];
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut s = x[0];
    for i in 3..x.len() {
        s += x[i].sin() * x[3];
    }
    s
});

trap!(read_while_it_is_written, 3, {
    pub fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut s = x[1];
        for i in 0..x.len() {
            s = s.sin() + a[0] * x[i];
            a[0] = s * 0.5 + a[0];
        }
        s + a[0]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut a = x.to_vec();
    let mut s = x[1];
    for i in 0..x.len() {
        s = s.sin() + a[0] * x[i];
        a[0] = s * 0.5 + a[0];
    }
    s + a[0]
});

trap!(counted_while_going_down, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        let mut k = 0;
        for i in (1..x.len()).rev() {
            s = s.sin() * x[i] + x[k] * s;
            k += 1;
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut s = x[0];
    let mut k = 0;
    for i in (1..x.len()).rev() {
        s = s.sin() * x[i] + x[k] * s;
        k += 1;
    }
    s
});

trap!(overwritten_after_the_loop, 1, {
    pub fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut s = 0.0;
        for i in 0..x.len() {
            s += a[i] * a[i].sin();
        }
        for i in 0..x.len() {
            a[i] = (x[i] * 0.25).cos();
        }
        s + a[0]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut a = x.to_vec();
    let mut s = T::constant(0.0);
    for i in 0..x.len() {
        s += a[i] * a[i].sin();
    }
    for i in 0..x.len() {
        a[i] = (x[i] * 0.25).cos();
    }
    s + a[0]
});
