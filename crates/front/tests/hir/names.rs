fn shadows(a: f64) -> f64 {
    let a = a + 1.0;
    let b = {
        let a = a * 2.0;
        a
    };
    let a = a + b;
    a
}

fn closures(a: f64, x: &[f64]) -> f64 {
    let a2 = |x: f64| {
        let a = x * a;
        a + x
    };
    let b = 2.0;
    let nested = move |v: f64| {
        let inner = |b: f64| a2(b) + v + x[0];
        inner(v) * b
    };
    x.iter().map(|x| nested(*x)).sum::<f64>() + a
}

fn arms(a: Option<f64>, b: Option<f64>) -> f64 {
    match (a, b) {
        (Some(a), None) | (None, Some(a)) => a,
        (Some(b), Some(a)) => a - b,
        (a, _) => a.unwrap_or(0.0),
    }
}

fn loops(x: &[f64]) -> f64 {
    let i = 3;
    let mut s = 0.0;
    for i in i..x.len() {
        for x in &x[..i] {
            s += x;
        }
    }
    while let Some(i) = x.get(i) {
        s += i;
    }
    let t = if let Some(s) = x.first() { s } else { &s };
    t + i as f64
}

fn items(x: &[f64], half: f64) -> f64 {
    use std::f64::consts::PI;
    const K: f64 = 2.0;
    fn twice(a: f64) -> f64 {
        a * K
    }
    let s = x[twice(1.0) as usize] * PI;
    let t = {
        const half: f64 = 0.5;
        s * half
    };
    t * half
}

fn raw(r#fn: f64) -> f64 {
    let r#type = r#fn;
    r#type * r#fn
}

struct Spring {
    k: f64,
}

impl Spring {
    const ZERO: Spring = Spring { k: 0.0 };
    fn new(k: f64) -> Self {
        Self { k }
    }
    fn energy(&self, x: f64) -> f64 {
        let k = self.k;
        let energy = |x: f64| 0.5 * self.k * x * x;
        energy(x) + k * Self::ZERO.k + Self::new(k).k
    }
    fn stiffen(&mut self, by: f64) {
        self.k *= by;
    }
}

trait Potential {
    fn energy(&self, r: f64) -> f64;
    fn twice(&self, r: f64) -> f64 {
        2.0 * self.energy(r)
    }
}

fn total<P: Potential>(p: &P, r: f64) -> f64 {
    let f: fn(f64) -> f64 = f64::sin;
    p.twice(f(r)) + P::energy(p, r) + Potential::energy(p, r) + <P as Potential>::energy(p, r)
}
