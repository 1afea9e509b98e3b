//! Loops that do not run, exits at once, variables that live longer than they seem to.

trap!(reused_after_the_loop, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let mut t = x[0];
        let mut last = 0.0;
        for i in 0..x.len() {
            t = t.sin() + x[i] * 0.5;
            last = t * x[i];
        }
        let after = t * last;
        t = x[1] * after;
        for _ in 0..2 {
            t = t * t + last;
        }
        t + after
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut t = x[0];
    let mut last = T::constant(0.0);
    for i in 0..x.len() {
        t = t.sin() + x[i] * 0.5;
        last = t * x[i];
    }
    let after = t * last;
    t = x[1] * after;
    for _ in 0..2 {
        t = t * t + last;
    }
    t + after
});

trap!(zero_iterations, 0, {
    pub fn f(x: &[f64]) -> f64 {
        let mut s = 1.5;
        let mut p = 1.0;
        for i in 0..x.len() {
            s += x[i] * s;
            for v in x[..i].iter() {
                p *= v.cos();
            }
            for j in i..i {
                s *= x[j];
            }
        }
        let mut q = 3;
        while q < x.len() {
            s = s.sin() * x[q];
            q += 1;
        }
        s * p
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut s = T::constant(1.5);
    let mut p = T::constant(1.0);
    for i in 0..x.len() {
        s += x[i] * s;
        for v in x[..i].iter() {
            p *= v.cos();
        }
        for j in i..i {
            s *= x[j];
        }
    }
    let mut q = 3;
    while q < x.len() {
        s = s.sin() * x[q];
        q += 1;
    }
    s * p
});

trap!(break_at_once, 1, {
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        for i in 0..x.len() {
            if s < 10.0 {
                break;
            }
            s += x[i];
        }
        loop {
            s *= 1.5 + x[0] * x[0];
            if s >= 0.0 || s < -1.0 {
                break;
            }
        }
        for &v in x {
            s += v.sin();
            if v > 0.2 {
                s *= v;
                break;
            }
            s -= 0.25 * v;
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut s = x[0];
    for i in 0..x.len() {
        if s < 10.0 {
            break;
        }
        s += x[i];
    }
    loop {
        s *= 1.5 + x[0] * x[0];
        if s >= 0.0 || s < -1.0 {
            break;
        }
    }
    for &v in x {
        s += v.sin();
        if v > 0.2 {
            s *= v;
            break;
        }
        s -= 0.25 * v;
    }
    s
});

trap!(shadowing_in_both_arms, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        let t = x[1];
        if s > t {
            let s = t * t;
            let mut t = s.sin();
            t *= x[0];
            let x = t + s;
            if x > 0.0 {
                let t = x * 2.0;
                return t * s;
            }
        } else {
            let t = s.cos();
            s = t * x[1];
            let s = t + 1.0;
            if s * t > 0.5 {
                let x = s;
                return x * t;
            }
        }
        let s = s * t;
        let t = s + t;
        s * t
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut s = x[0];
    let t = x[1];
    if s > t {
        let s = t * t;
        let mut t = s.sin();
        t *= x[0];
        let x = t + s;
        if x > 0.0 {
            let t = x * 2.0;
            return t * s;
        }
    } else {
        let t = s.cos();
        s = t * x[1];
        let s = t + 1.0;
        if s * t > 0.5 {
            let x = s;
            return x * t;
        }
    }
    let s = s * t;
    let t = s + t;
    s * t
});

trap!(triangular_bounds, 1, {
    pub fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        let mut a = vec![0.0; x.len()];
        for i in 0..x.len() {
            for j in 0..i {
                for k in j..=i {
                    a[k] += x[i] * x[j].sin() - 0.1 * a[j];
                }
                if a[j] > 0.5 {
                    continue;
                }
                s += a[i] * x[j];
            }
            for j in (i + 1..x.len()).rev().step_by(2) {
                s += x[j] * a[i];
            }
        }
        s + a[0]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut s = T::constant(0.0);
    let mut a = vec![T::constant(0.0); x.len()];
    for i in 0..x.len() {
        for j in 0..i {
            for k in j..=i {
                let value = x[i] * x[j].sin() - 0.1 * a[j];
                a[k] += value;
            }
            if a[j] > 0.5 {
                continue;
            }
            s += a[i] * x[j];
        }
        for j in (i + 1..x.len()).rev().step_by(2) {
            s += x[j] * a[i];
        }
    }
    s + a[0]
});

trap!(return_out_of_nested_loops, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let mut s = 0.5;
        let mut a = x.to_vec();
        for i in 0..x.len() {
            for j in 0..x.len() {
                s += a[i] * x[j];
                a[j] = s.sin();
                if s > 1.5 {
                    return s * a[i];
                }
                if s < -1.0 {
                    break;
                }
            }
            s *= 0.5;
        }
        s * a[1]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut s = T::constant(0.5);
    let mut a = x.to_vec();
    for i in 0..x.len() {
        for j in 0..x.len() {
            s += a[i] * x[j];
            a[j] = s.sin();
            if s > 1.5 {
                return s * a[i];
            }
            if s < -1.0 {
                break;
            }
        }
        s *= 0.5;
    }
    s * a[1]
});

trap!(running_maximum, 1, {
    pub fn f(x: &[f64]) -> f64 {
        let mut best = x[0];
        let mut at = 0;
        let mut changes = 0.0;
        for i in 1..x.len() {
            if x[i] * x[i] > best {
                best = x[i] * x[i];
                at = i;
                changes += best.sin();
            }
        }
        let mut top = x[0];
        for &v in x {
            top = top.max(v);
        }
        best * x[at] + changes * top
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut best = x[0];
    let mut at = 0;
    let mut changes = T::constant(0.0);
    for i in 1..x.len() {
        if x[i] * x[i] > best {
            best = x[i] * x[i];
            at = i;
            changes += best.sin();
        }
    }
    let mut top = x[0];
    for &v in x {
        top = top.max(v);
    }
    best * x[at] + changes * top
});
