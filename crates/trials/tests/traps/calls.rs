//! Buffers that callees write, in whole or in part.

trap!(partly_overwritten_by_a_callee, 3, {
    pub fn f(x: &[f64]) -> f64 {
        use trials::callees::*;
        let mut a = vec![0.0; x.len()];
        let mut s = 0.0;
        for i in 0..x.len() {
            overwrite_some(&mut a, x[i], i);
            s += a[0] * a[x.len() - 1] + a[1].sin();
            a[x.len() - 1] += x[i] * a[0];
        }
        overwrite(&mut a[1..], x, s);
        s * a[0] + a[1]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    use trials::callees::*;
    let mut a = vec![T::constant(0.0); x.len()];
    let mut s = T::constant(0.0);
    let last = x.len() - 1;
    for i in 0..x.len() {
        overwrite_some_any(&mut a, x[i], i);
        s += a[0] * a[last] + a[1].sin();
        let value = x[i] * a[0];
        a[last] += value;
    }
    overwrite_any(&mut a[1..], x, s);
    s * a[0] + a[1]
});

trap!(scratch_partly_filled_by_a_callee, 2, {
    pub fn f(x: &[f64]) -> f64 {
        use trials::callees::*;
        let mut scratch = [0.25; 4];
        let mut s = 0.0;
        for i in 0..x.len() {
            overwrite(&mut scratch[..2], x, x[i]);
            s += scratch[0] * scratch[1] + scratch[2] * scratch[3];
            gather(&mut scratch[1..3], &x[i..], s);
            scratch.swap(i % 4, 3);
        }
        s + scratch[0]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    use trials::callees::*;
    let mut scratch = [T::constant(0.25); 4];
    let mut s = T::constant(0.0);
    for i in 0..x.len() {
        overwrite_any(&mut scratch[..2], x, x[i]);
        s += scratch[0] * scratch[1] + scratch[2] * scratch[3];
        gather_any(&mut scratch[1..3], &x[i..], s);
        scratch.swap(i % 4, 3);
    }
    s + scratch[0]
});

trap!(same_array_twice, 2, {
    pub fn f(x: &[f64]) -> f64 {
        use trials::callees::*;
        let mut a = x.to_vec();
        a[0] *= x[1];
        let s = dot(&a, &a) + dot(&a[1..], &a);
        let (left, right) = a.split_at_mut(1);
        trade(left, right, s);
        dot(&a, x) + a[0]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    use trials::callees::*;
    let mut a = x.to_vec();
    a[0] *= x[1];
    let s = dot_any(&a, &a) + dot_any(&a[1..], &a);
    let (left, right) = a.split_at_mut(1);
    trade_any(left, right, s);
    dot_any(&a, x) + a[0]
});

trap!(a_call_that_only_decides, 2, {
    pub fn f(x: &[f64]) -> f64 {
        use trials::callees::*;
        let mut nearest = 0;
        let mut least = 1e300;
        let mut s = 0.0;
        for i in 0..x.len() {
            let distance = squash(x[i], x[0]);
            if distance < least {
                least = distance;
                nearest = i;
            }
            s += if squash(x[i], s) > 0.5 { x[nearest] * x[i] } else { x[nearest].sin() };
        }
        s * x[nearest]
    }
}
fn any<T: Real>(x: &[T]) -> T {
    use trials::callees::*;
    let mut nearest = 0;
    let mut least = T::constant(1e300);
    let mut s = T::constant(0.0);
    for i in 0..x.len() {
        let distance = squash_any(x[i], x[0]);
        if distance < least {
            least = distance;
            nearest = i;
        }
        s += if squash_any(x[i], s) > 0.5 { x[nearest] * x[i] } else { x[nearest].sin() };
    }
    s * x[nearest]
});

trap!(scratch_that_a_callee_may_leave_alone, 2, {
    pub fn f(x: &[f64]) -> f64 {
        use trials::callees::*;
        let mut scratch = vec![0.25; 2];
        let mut s = 0.0;
        for i in 0..x.len() {
            overwrite_times(&mut scratch, x[i], i % 2);
            s += scratch[0] * x[i] + scratch[1].sin();
        }
        s
    }
}
fn any<T: Real>(x: &[T]) -> T {
    use trials::callees::*;
    let mut scratch = vec![T::constant(0.25); 2];
    let mut s = T::constant(0.0);
    for i in 0..x.len() {
        overwrite_times_any(&mut scratch, x[i], i % 2);
        s += scratch[0] * x[i] + scratch[1].sin();
    }
    s
});
