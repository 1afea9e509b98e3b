#[differentiable]
fn carried(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[independent]
    for i in 0..x.len() {
        s = s * x[i] + 1.0;
    }
    s
}

#[differentiable]
fn left_early(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[independent]
    for i in 0..x.len() {
        if x[i] > 0.0 {
            break;
        }
        s += x[i];
    }
    s
}

#[differentiable]
fn not_counted(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut i = 0;
    #[independent]
    while i < x.len() {
        s += x[i];
        i += 1;
    }
    s
}

#[differentiable]
fn reads_of_others(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    #[independent]
    for i in 1..x.len() {
        y[i] = y[i - 1] * x[i];
    }
    y[x.len() - 1]
}

#[differentiable]
fn grows(x: &[f64]) -> f64 {
    let mut y = Vec::new();
    #[independent]
    for i in 1..x.len() {
        y.push(x[i]);
    }
    y[0]
}

#[differentiable]
fn largest(x: &[f64]) -> f64 {
    let mut best = x[0];
    #[independent]
    for i in 1..x.len() {
        best = best.max(x[i]);
    }
    best
}

#[differentiable]
fn counter(x: &[f64]) -> f64 {
    let mut n = 0;
    let mut s = 0.0;
    #[independent]
    for i in 1..x.len() {
        if x[i] > 0.0 {
            n += 1;
        }
        s += x[i];
    }
    s * n as f64
}

#[differentiable]
fn scattered(x: &[f64], p: &[usize]) -> f64 {
    let mut y = x.to_vec();
    #[independent]
    for i in 1..x.len() {
        y[p[i]] = x[i];
    }
    y[0]
}

#[differentiable]
fn memory_of_all(x: &[f64]) -> f64 {
    let mut buf = vec![0.0; 3];
    let mut s = 0.0;
    #[independent]
    for i in 1..x.len() {
        for j in 0..3 {
            buf[j] = x[i] * j as f64;
        }
        s += buf[1] * buf[2];
    }
    s
}

#[differentiable]
fn sideways(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[independent(sideways)]
    for i in 1..x.len() {
        s += x[i];
    }
    s
}

#[differentiable]
fn on_a_let(x: &[f64]) -> f64 {
    #[independent]
    let s = x[0];
    s
}

#[differentiable]
fn with_checkpoint(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[independent]
    #[checkpoint]
    for i in 1..x.len() {
        s += x[i];
    }
    s
}

#[differentiable]
fn wrapped(x: &[f64], n: usize) -> f64 {
    let mut y = x.to_vec();
    #[independent]
    for i in 0..n {
        y[(i + 1) % n] = x[i];
    }
    y[0]
}

#[differentiable]
fn sum_that_is_read(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[independent]
    for v in x.iter() {
        s += v;
        if s > 3.0 {
            s += 1.0;
        }
    }
    s
}

#[differentiable]
fn exchanged(x: &[f64]) -> f64 {
    let (mut u, mut w) = (x.to_vec(), x.to_vec());
    #[independent]
    for i in 0..3 {
        std::mem::swap(&mut u, &mut w);
        u[i] = 1.0;
    }
    u[0]
}

#[differentiable]
fn a_product(x: &[f64]) -> f64 {
    let mut s = 1.0;
    #[independent]
    for v in x.iter() {
        s *= v;
    }
    s
}

#[differentiable]
fn structures_of_others(bodies: &[Body]) -> f64 {
    let mut own = bodies.to_vec();
    #[independent]
    for i in 1..own.len() {
        own[i].v = own[i - 1].v;
    }
    own[0].v
}
