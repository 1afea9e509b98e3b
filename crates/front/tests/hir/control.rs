fn sum(x: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 1..x.len() {
        s += k * x[i] * x[i - 1];
    }
    s.sqrt()
}

fn labels(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    'outer: for i in 0..n {
        for j in (0..n).rev() {
            if j > i {
                continue 'outer;
            }
            s += x[j];
            if s > 9.0 {
                break 'outer;
            }
        }
        loop {
            s *= 0.5;
            if s < 1.0 {
                break;
            }
        }
    }
    let t = 'done: {
        if n > 5 {
            break 'done s;
        }
        x[1]
    };
    let u = loop {
        s *= 2.0;
        if s > 3.0 {
            break s + t;
        }
    };
    u
}

fn chosen(a: f64, n: usize) -> f64 {
    if n == 0 {
        return a;
    } else if n == 1 {
        a * a
    } else if let Some(k) = n.checked_sub(5)
        && k > 1
    {
        k as f64
    } else {
        match n {
            2 | 3 => a,
            k @ 4..=6 if a > 0.0 => k as f64,
            -1 => 0.0,
            _ => unreachable!("{n}"),
        }
    }
}

fn while_let(data: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    let mut it = data.iter().skip(1);
    while let Some(k) = it.next() {
        s += a * k;
        if s > 5.0 {
            break;
        }
    }
    let Some(first) = data.first() else { return s };
    while s > 1.0 && { s *= 0.5; s > 0.1 } {
        s -= *first;
    }
    s
}

fn both(x: &[f64], i: usize) -> Option<f64> {
    let p = x.get(i)?;
    let rest = |j: usize| -> Option<f64> { Some(x.get(j)? * p) };
    Some(rest(i + 1)? * 2.0)
}

fn marked(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    #[save]
    let t = x[0] * 2.0;
    #[checkpoint(slots = n + 1, disk = "states")]
    for i in 0..n {
        #[recompute]
        while s < t {
            s += x[i];
        }
        #[independent(forward)]
        for j in 0..n {
            s += x[j];
        }
    }
    s
}
