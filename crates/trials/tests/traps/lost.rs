//! What hangs on a value that may lose, or that one arm alone uses: the way back goes through it there alone.

trap!(windows_cut_off, 4, {
    pub fn f(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() - 3 {
            let mut s = x[0];
            for j in 0..3 {
                s += x[i + j] * x[j + 1];
            }
            let s = s.max(0.25);
            sum += s * s;
        }
        sum
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut sum = T::constant(0.0);
    for i in 0..x.len() - 3 {
        let mut s = x[0];
        for j in 0..3 {
            s += x[i + j] * x[j + 1];
        }
        let s = s.max(T::constant(0.25));
        sum += s * s;
    }
    sum
});

trap!(poles_behind_what_is_cut_off, 3, {
    pub fn f(x: &[f64]) -> f64 {
        let mut sum = x[0];
        for i in 0..x.len() {
            let (mut s, pole) = (x[i], (x[i] - x[i]).sqrt());
            for j in 0..3 {
                s += pole * x[j] - x[j] * x[j] - 1.0;
            }
            sum += x[i] * relu(s);
        }
        sum
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut sum = x[0];
    for i in 0..x.len() {
        let (mut s, pole) = (x[i], (x[i] - x[i]).sqrt());
        for j in 0..3 {
            s += pole * x[j] - x[j] * x[j] - 1.0;
        }
        sum += x[i] * relu(s);
    }
    sum
});

trap!(poles_behind_an_arm, 3, {
    pub fn f(x: &[f64]) -> f64 {
        let mut sum = x[0];
        for i in 0..x.len() {
            let (mut s, pole) = (x[i], (x[i] - x[i]).sqrt());
            for j in 0..3 {
                s += pole * x[j] - x[j] * x[j] - 1.0;
            }
            if s > 0.0 {
                sum += x[i] * s;
            }
        }
        sum
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut sum = x[0];
    for i in 0..x.len() {
        let (mut s, pole) = (x[i], (x[i] - x[i]).sqrt());
        for j in 0..3 {
            s += pole * x[j] - x[j] * x[j] - 1.0;
        }
        if s > T::constant(0.0) {
            sum += x[i] * s;
        }
    }
    sum
});

trap!(sums_that_one_arm_uses, 4, {
    pub fn f(x: &[f64]) -> f64 {
        let (mut sum, mut other) = (0.0, 1.0);
        for i in 0..x.len() - 3 {
            let (mut s, mut t) = (x[i] * x[1], 0.5);
            for j in 0..3 {
                s += x[i + j] * x[j + 1];
            }
            for j in 1..4 {
                t -= x[i] * x[j];
            }
            if x[i] > 0.1 {
                sum += s * s.cos();
            } else {
                other += 0.3 * t * x[i];
            }
        }
        sum * other
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let (mut sum, mut other) = (T::constant(0.0), T::constant(1.0));
    for i in 0..x.len() - 3 {
        let (mut s, mut t) = (x[i] * x[1], T::constant(0.5));
        for j in 0..3 {
            s += x[i + j] * x[j + 1];
        }
        for j in 1..4 {
            t -= x[i] * x[j];
        }
        if x[i] > T::constant(0.1) {
            sum += s * s.cos();
        } else {
            other += 0.3 * t * x[i];
        }
    }
    sum * other
});

trap!(sums_that_others_use_too, 4, {
    pub fn f(x: &[f64]) -> f64 {
        let (mut sum, mut last) = (0.0, 1.0);
        for i in 0..x.len() - 3 {
            let c = x[i] * x[i + 1];
            let mut s = c;
            for j in 0..3 {
                s += x[i + j] * c;
            }
            let cut = s.max(0.5);
            let mut t = 0.2;
            for j in 0..3 {
                t += s * x[j];
            }
            sum += cut * t.max(s) + c;
            last = t.min(2.0);
            let mut u = last;
            for j in 0..2 {
                u += x[j] * t;
            }
            if u > 0.0 {
                sum -= u;
            }
        }
        sum + last
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let (mut sum, mut last) = (T::constant(0.0), T::constant(1.0));
    for i in 0..x.len() - 3 {
        let c = x[i] * x[i + 1];
        let mut s = c;
        for j in 0..3 {
            s += x[i + j] * c;
        }
        let cut = s.max(T::constant(0.5));
        let mut t = T::constant(0.2);
        for j in 0..3 {
            t += s * x[j];
        }
        sum += cut * t.max(s) + c;
        last = t.min(T::constant(2.0));
        let mut u = last;
        for j in 0..2 {
            u += x[j] * t;
        }
        if u > T::constant(0.0) {
            sum -= u;
        }
    }
    sum + last
});

trap!(layers_that_are_cut_off, 4, {
    pub fn f(x: &[f64]) -> f64 {
        let mut h = x[..4].to_vec();
        for l in 0..3 {
            let mut next = vec![0.0; 4];
            for i in 0..4 {
                let mut s = x[l];
                for j in 0..4 {
                    s += h[j] * x[(i + j + l) % 4];
                }
                next[i] = if s > 0.0 { s } else { 0.01 * s * s };
                let mut r = 0.1;
                for j in 0..4 {
                    r += x[j] * x[i];
                }
                next[i] += r.clamp(-0.5, 0.5);
            }
            h = next;
        }
        let mut sum = 0.0;
        for v in &h {
            sum += *v;
        }
        sum
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let mut h = x[..4].to_vec();
    for l in 0..3 {
        let mut next = vec![T::constant(0.0); 4];
        for i in 0..4 {
            let mut s = x[l];
            for j in 0..4 {
                s += h[j] * x[(i + j + l) % 4];
            }
            next[i] = if s > T::constant(0.0) { s } else { 0.01 * s * s };
            let mut r = T::constant(0.1);
            for j in 0..4 {
                r += x[j] * x[i];
            }
            next[i] += r.clamp(T::constant(-0.5), T::constant(0.5));
        }
        h = next;
    }
    let mut sum = T::constant(0.0);
    for v in &h {
        sum += *v;
    }
    sum
});
