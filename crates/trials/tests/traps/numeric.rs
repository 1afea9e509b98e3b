//! Small numerical programs whose loops are traps of their own.

trap!(cholesky_in_place, 6, {
    pub fn f(x: &[f64]) -> f64 {
        let n = 3;
        let mut a = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                a[i * n + j] = x[i] * x[j] + 0.5 * x[3 + i] * x[3 + j];
            }
            a[i * n + i] += 3.0;
        }
        for j in 0..n {
            for k in 0..j {
                a[j * n + j] -= a[j * n + k] * a[j * n + k];
            }
            a[j * n + j] = a[j * n + j].sqrt();
            for i in j + 1..n {
                for k in 0..j {
                    a[i * n + j] -= a[i * n + k] * a[j * n + k];
                }
                a[i * n + j] /= a[j * n + j];
            }
        }
        let mut log_det = 0.0;
        for i in 0..n {
            log_det += a[i * n + i].ln();
        }
        2.0 * log_det
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let n = 3;
    let mut a = vec![T::constant(0.0); n * n];
    for i in 0..n {
        for j in 0..n {
            a[i * n + j] = x[i] * x[j] + 0.5 * x[3 + i] * x[3 + j];
        }
        a[i * n + i] += 3.0;
    }
    for j in 0..n {
        for k in 0..j {
            let value = a[j * n + k] * a[j * n + k];
            a[j * n + j] -= value;
        }
        a[j * n + j] = a[j * n + j].sqrt();
        for i in j + 1..n {
            for k in 0..j {
                let value = a[i * n + k] * a[j * n + k];
                a[i * n + j] -= value;
            }
            let value = a[j * n + j];
            a[i * n + j] /= value;
        }
    }
    let mut log_det = T::constant(0.0);
    for i in 0..n {
        log_det += a[i * n + i].ln();
    }
    2.0 * log_det
});

trap!(lu_with_pivoting, 9, {
    pub fn f(x: &[f64]) -> f64 {
        let n = 3;
        let mut a = x[..9].to_vec();
        for i in 0..n {
            a[i * n + (i + 1) % n] += 2.0;
        }
        let mut det = 1.0;
        for k in 0..n {
            let mut pivot = k;
            for i in k + 1..n {
                if a[i * n + k].abs() > a[pivot * n + k].abs() {
                    pivot = i;
                }
            }
            if pivot != k {
                for j in 0..n {
                    a.swap(k * n + j, pivot * n + j);
                }
                det = -det;
            }
            det *= a[k * n + k];
            for i in k + 1..n {
                a[i * n + k] /= a[k * n + k];
                for j in k + 1..n {
                    a[i * n + j] -= a[i * n + k] * a[k * n + j];
                }
            }
        }
        det + a[3]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let n = 3;
    let mut a = x[..9].to_vec();
    for i in 0..n {
        a[i * n + (i + 1) % n] += 2.0;
    }
    let mut det = T::constant(1.0);
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if a[i * n + k].abs() > a[pivot * n + k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            for j in 0..n {
                a.swap(k * n + j, pivot * n + j);
            }
            det = -det;
        }
        det *= a[k * n + k];
        for i in k + 1..n {
            let value = a[k * n + k];
            a[i * n + k] /= value;
            for j in k + 1..n {
                let value = a[i * n + k] * a[k * n + j];
                a[i * n + j] -= value;
            }
        }
    }
    det + a[3]
});

trap!(newton, 2, {
    pub fn f(x: &[f64]) -> f64 {
        let a = 2.0 + x[0].sin();
        let mut y = 1.0 + 0.1 * x[1];
        let mut steps = 0;
        while (y * y - a).abs() > 1e-6 && steps < 50 {
            y = y - (y * y - a) / (2.0 * y);
            steps += 1;
        }
        y * a
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let a = 2.0 + x[0].sin();
    let mut y = 1.0 + 0.1 * x[1];
    let mut steps = 0;
    while (y * y - a).abs() > 1e-6 && steps < 50 {
        y = y - (y * y - a) / (2.0 * y);
        steps += 1;
    }
    y * a
});

trap!(horner, 1, {
    pub fn f(x: &[f64]) -> f64 {
        let t = 0.5 * x[0];
        let mut p = 0.0;
        let mut slope = 0.0;
        for c in x.iter().rev() {
            slope = slope * t + p;
            p = p * t + c;
        }
        p * slope
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let t = 0.5 * x[0];
    let mut p = T::constant(0.0);
    let mut slope = T::constant(0.0);
    for c in x.iter().rev() {
        slope = slope * t + p;
        p = p * t + *c;
    }
    p * slope
});

trap!(heat, 9, {
    pub fn f(x: &[f64]) -> f64 {
        let n = 3;
        let mut now = vec![0.0; (n + 2) * (n + 2)];
        let mut next = vec![0.0; (n + 2) * (n + 2)];
        for i in 0..n {
            for j in 0..n {
                now[(i + 1) * (n + 2) + j + 1] = x[i * n + j];
            }
        }
        for _ in 0..4 {
            for i in 1..=n {
                for j in 1..=n {
                    let at = i * (n + 2) + j;
                    let around = now[at - 1] + now[at + 1] + now[at - n - 2] + now[at + n + 2];
                    next[at] = now[at] + 0.1 * (around - 4.0 * now[at]) * now[at].cos();
                }
            }
            std::mem::swap(&mut now, &mut next);
        }
        let mut s = 0.0;
        for v in now.iter() {
            s += v * v;
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    let n = 3;
    let mut now = vec![T::constant(0.0); (n + 2) * (n + 2)];
    let mut next = vec![T::constant(0.0); (n + 2) * (n + 2)];
    for i in 0..n {
        for j in 0..n {
            now[(i + 1) * (n + 2) + j + 1] = x[i * n + j];
        }
    }
    for _ in 0..4 {
        for i in 1..=n {
            for j in 1..=n {
                let at = i * (n + 2) + j;
                let around = now[at - 1] + now[at + 1] + now[at - n - 2] + now[at + n + 2];
                next[at] = now[at] + 0.1 * (around - 4.0 * now[at]) * now[at].cos();
            }
        }
        std::mem::swap(&mut now, &mut next);
    }
    let mut s = T::constant(0.0);
    for v in now.iter() {
        s += *v * *v;
    }
    s
});
