//! Elements that are read and written in the same breath, views that touch, buffers that outlive an iteration.

trap!(element_from_element, 3, {
    pub fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut s = 0.0;
        for i in 0..x.len() {
            let j = (2 * i + 1) % x.len();
            a[i] = a[j];
            a[j] = a[i] * x[i] + a[(i + 1) % x.len()].sin();
            s += a[i] * a[j];
        }
        s + a[0] * a[1]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut a = x.to_vec();
    let mut s = T::constant(0.0);
    for i in 0..x.len() {
        let j = (2 * i + 1) % x.len();
        a[i] = a[j];
        let value = a[i] * x[i] + a[(i + 1) % x.len()].sin();
        a[j] = value;
        s += a[i] * a[j];
    }
    s + a[0] * a[1]
});

trap!(split_halves, 4, {
    pub fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for k in 1..4 {
            let (left, right) = a.split_at_mut(k);
            for (l, r) in left.iter_mut().zip(right.iter_mut()) {
                let old = *l;
                *l = *r * x[k];
                *r = old.sin() + *l;
            }
            right[0] += left[k - 1] * 0.5;
        }
        let mut s = 0.0;
        for v in a.iter() {
            s += v * v;
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut a = x.to_vec();
    for k in 1..4 {
        let (left, right) = a.split_at_mut(k);
        for (l, r) in left.iter_mut().zip(right.iter_mut()) {
            let old = *l;
            *l = *r * x[k];
            *r = old.sin() + *l;
        }
        right[0] += left[k - 1] * 0.5;
    }
    let mut s = T::constant(0.0);
    for v in a.iter() {
        s += *v * *v;
    }
    s
});

trap!(swaps, 3, {
    pub fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let n = a.len();
        let mut s = 0.0;
        for i in 0..n {
            a.swap(i, n - 1 - i);
            a[i] *= x[(i + 1) % n];
            if a[i] > a[0] {
                a.swap(0, i);
            }
            s += a[0] * a[n - 1];
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut a = x.to_vec();
    let n = a.len();
    let mut s = T::constant(0.0);
    for i in 0..n {
        a.swap(i, n - 1 - i);
        a[i] *= x[(i + 1) % n];
        if a[i] > a[0] {
            a.swap(0, i);
        }
        s += a[0] * a[n - 1];
    }
    s
});

trap!(stencil_in_place, 3, {
    pub fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let n = a.len();
        for _ in 0..3 {
            for i in 1..n - 1 {
                a[i] = 0.25 * a[i - 1] * a[i - 1] + 0.5 * a[i].sin() + 0.25 * a[i + 1];
            }
            for i in (1..n - 1).rev() {
                a[i] += 0.1 * a[i + 1] * a[i - 1];
            }
        }
        let mut s = 0.0;
        for i in 0..n {
            s += a[i] * a[i];
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut a = x.to_vec();
    let n = a.len();
    for _ in 0..3 {
        for i in 1..n - 1 {
            let value = 0.25 * a[i - 1] * a[i - 1] + 0.5 * a[i].sin() + 0.25 * a[i + 1];
            a[i] = value;
        }
        for i in (1..n - 1).rev() {
            let value = 0.1 * a[i + 1] * a[i - 1];
            a[i] += value;
        }
    }
    let mut s = T::constant(0.0);
    for i in 0..n {
        s += a[i] * a[i];
    }
    s
});

trap!(accumulate_and_overwrite, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let mut a = vec![1.0; x.len()];
        let mut s = 0.0;
        for i in 0..x.len() {
            for j in 0..3 {
                a[0] += x[i] * a[j % 2];
                a[0] -= a[0] * a[0] * 0.1;
                if j == 1 {
                    a[0] = x[i].cos() * a[1];
                }
            }
            a[1] *= a[0];
            s += a[0];
        }
        s * a[0] + a[1]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut a = vec![T::constant(1.0); x.len()];
    let mut s = T::constant(0.0);
    for i in 0..x.len() {
        for j in 0..3 {
            let value = x[i] * a[j % 2];
            a[0] += value;
            let value = a[0] * a[0] * 0.1;
            a[0] -= value;
            if j == 1 {
                a[0] = x[i].cos() * a[1];
            }
        }
        let value = a[0];
        a[1] *= value;
        s += a[0];
    }
    s * a[0] + a[1]
});

trap!(repeated_index, 4, {
    pub fn f(x: &[f64]) -> f64 {
        let mut bins = vec![0.0; 2];
        for i in 0..x.len() {
            bins[i % 2] = x[i] * x[i] + 0.5 * bins[(i + 1) % 2];
        }
        for i in 0..x.len() {
            bins[i / 2 % 2] += x[i] * bins[i % 2].sin();
        }
        bins[0] * bins[1]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut bins = vec![T::constant(0.0); 2];
    for i in 0..x.len() {
        bins[i % 2] = x[i] * x[i] + 0.5 * bins[(i + 1) % 2];
    }
    for i in 0..x.len() {
        let value = x[i] * bins[i % 2].sin();
        bins[i / 2 % 2] += value;
    }
    bins[0] * bins[1]
});

trap!(scratch_kept_across_iterations, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let mut scratch = vec![0.5; 3];
        let mut s = 0.0;
        for i in 0..x.len() {
            scratch[i % 3] = x[i] * scratch[(i + 1) % 3];
            scratch[(i + 2) % 3] = scratch[i % 3].sin();
            s += scratch[0] + scratch[1] * scratch[2];
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut scratch = vec![T::constant(0.5); 3];
    let mut s = T::constant(0.0);
    for i in 0..x.len() {
        scratch[i % 3] = x[i] * scratch[(i + 1) % 3];
        scratch[(i + 2) % 3] = scratch[i % 3].sin();
        s += scratch[0] + scratch[1] * scratch[2];
    }
    s
});

trap!(scratch_filled_by_a_loop_that_may_not_run, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let mut scratch = vec![0.5; 2];
        let mut s = 0.0;
        for i in 0..x.len() {
            for k in 0..i % 2 {
                scratch.fill(x[i + k]);
                s += scratch[0].sin();
            }
            s += scratch[1] * x[i];
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut scratch = vec![T::constant(0.5); 2];
    let mut s = T::constant(0.0);
    for i in 0..x.len() {
        for k in 0..i % 2 {
            scratch.fill(x[i + k]);
            s += scratch[0].sin();
        }
        s += scratch[1] * x[i];
    }
    s
});
