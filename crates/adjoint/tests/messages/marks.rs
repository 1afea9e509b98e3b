#[differentiable]
fn on_a_let(x: f64) -> f64 {
    #[checkpoint]
    let y = x * x;
    y
}

#[differentiable]
fn unknown(x: f64, n: usize) -> f64 {
    let mut s = x;
    #[checkpoint(slot = 3)]
    for _ in 0..n {
        s *= x;
    }
    s
}

#[differentiable]
fn no_value(x: f64, n: usize) -> f64 {
    let mut s = x;
    #[checkpoint(slots)]
    for _ in 0..n {
        s *= x;
    }
    s
}

#[differentiable]
fn two_schedules(x: f64, n: usize) -> f64 {
    let mut s = x;
    #[checkpoint(slots = 3, ctz)]
    for _ in 0..n {
        s *= x;
    }
    s
}

#[differentiable]
fn twice(x: f64, n: usize) -> f64 {
    let mut s = x;
    #[checkpoint(ctz)]
    #[checkpoint(slots = 3)]
    for _ in 0..n {
        s *= x;
    }
    s
}

#[differentiable]
fn of_unknown_length(x: f64, n: usize, #[constant] dir: &Path) -> f64 {
    let mut s = x;
    #[checkpoint(slots = 3, disk = dir)]
    for _ in 0..n {
        s *= x;
        if s > 10.0 {
            break;
        }
    }
    s
}

#[differentiable(rule)]
fn no_rule(x: f64) -> f64 {
    x.round()
}

#[differentiable(rule = a, rule_of_value = b)]
fn two_rules(x: f64) -> f64 {
    x.round()
}

#[differentiable(value = any)]
fn no_rule_beside(x: f64) -> f64 {
    x.round()
}

#[differentiable(rule = back, value)]
fn no_value(x: f64) -> f64 {
    x.round()
}

#[differentiable(rule = back)]
fn of_a_structure(p: Point) -> f64 {
    p.x
}

#[differentiable(rule = back)]
fn written_to(x: &mut [f64]) -> f64 {
    x[0]
}

#[differentiable(rule = back)]
fn of_nothing(n: usize) -> f64 {
    n as f64
}

#[differentiable]
fn two_ways(x: f64, n: usize) -> f64 {
    let mut s = x;
    #[recompute]
    #[save]
    for _ in 0..n {
        s *= x;
    }
    s
}

#[differentiable]
fn no_number(x: f64, n: usize) -> f64 {
    #[save]
    let v = vec![x; n];
    v[0]
}

#[differentiable]
fn no_value_at_once(x: f64) -> f64 {
    #[save]
    let y;
    y = x;
    y
}

#[differentiable]
fn of_a_call(x: f64, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        #[recompute]
        let y = bend(s);
        s = y * y;
    }
    s
}

#[differentiable(tape)]
fn kept_on_a_tape(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[checkpoint(slots = 3)]
    for v in x {
        s += v * v;
    }
    s
}
