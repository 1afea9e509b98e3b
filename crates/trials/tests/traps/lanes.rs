//! Loops that are reversed several iterations at a time: windows, sums, and lengths around the width of a block.

trap!(neighbours_and_a_factor, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let scale = x[0].exp();
        let mut energy = 0.0;
        for i in 0..x.len() - 1 {
            let d = x[i + 1] - x[i] * x[i];
            energy += scale * d * d;
        }
        energy
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let scale = x[0].exp();
    let mut energy = T::constant(0.0);
    for i in 0..x.len() - 1 {
        let d = x[i + 1] - x[i] * x[i];
        energy += scale * d * d;
    }
    energy
});

trap!(windows_of_four_with_a_gap, 4, {
    pub fn f(x: &[f64]) -> f64 {
        let (mut up, mut down) = (1.0, 2.0);
        for i in 2..x.len() - 1 {
            up += x[i - 2] * x[i + 1] * 0.5;
            down -= x[i] * x[i] * x[i - 2];
            down -= 0.25;
        }
        up * down
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let (mut up, mut down) = (T::constant(1.0), T::constant(2.0));
    for i in 2..x.len() - 1 {
        up += x[i - 2] * x[i + 1] * 0.5;
        down -= x[i] * x[i] * x[i - 2];
        down -= 0.25;
    }
    up * down
});

trap!(a_window_read_twice_in_one_place, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 1..x.len() {
            let (a, b, c) = (x[i], x[i - 1], x[i]);
            s += a * b - c / (2.0 + b * b);
            s += a.abs().sqrt();
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut s = T::constant(0.0);
    for i in 1..x.len() {
        let (a, b, c) = (x[i], x[i - 1], x[i]);
        s += a * b - c / (2.0 + b * b);
        s += a.abs().sqrt();
    }
    s
});

trap!(heat_out_of_place, 3, {
    pub fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let mut u = x.to_vec();
        let mut next = vec![0.0; n];
        for _ in 0..3 {
            for i in 1..n - 1 {
                next[i] = u[i] + 0.2 * u[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
            }
            next[0] = u[0];
            next[n - 1] = u[n - 1];
            u.copy_from_slice(&next);
        }
        let mut s = 0.0;
        for i in 0..n {
            s += u[i] * u[i] * x[i];
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let n = x.len();
    let mut u = x.to_vec();
    let mut next = vec![T::constant(0.0); n];
    for _ in 0..3 {
        for i in 1..n - 1 {
            next[i] = u[i] + 0.2 * u[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        next[0] = u[0];
        next[n - 1] = u[n - 1];
        u.copy_from_slice(&next);
    }
    let mut s = T::constant(0.0);
    for i in 0..n {
        s += u[i] * u[i] * x[i];
    }
    s
});

trap!(several_arrays_written_by_one_loop, 1, {
    pub fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let (mut a, mut b, mut c) = (vec![0.5; n], vec![1.5; n], x.to_vec());
        for _ in 0..2 {
            for i in 0..n {
                a[i] = b[i] * x[i];
                b[i] += a[i] + c[i];
                c[i] = c[i] * a[i] - 0.1;
            }
        }
        let mut s = 0.0;
        for i in 0..n {
            s += a[i] - b[i] * c[i];
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let n = x.len();
    let (mut a, mut b, mut c) = (vec![T::constant(0.5); n], vec![T::constant(1.5); n], x.to_vec());
    for _ in 0..2 {
        for i in 0..n {
            a[i] = b[i] * x[i];
            let sum = a[i] + c[i];
            b[i] += sum;
            c[i] = c[i] * a[i] - 0.1;
        }
    }
    let mut s = T::constant(0.0);
    for i in 0..n {
        s += a[i] - b[i] * c[i];
    }
    s
});
