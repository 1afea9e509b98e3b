//! Objects of a trait that are made in the body and changed by its methods.

// None is recorded.
#![deny(deprecated)]

use wengert::prelude::*;

#[differentiable]
trait Filter {
    fn process(&mut self, x: f64) -> f64;
    fn reset(&mut self) {}
    fn gain(&self) -> f64 {
        1.0
    }
    fn warm(&mut self, x: f64) {
        self.process(x);
        self.process(2.0 * x);
    }
}

#[derive(Clone, Debug, Differentiable)]
struct OnePole {
    a: f64,
    z: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct TwoTaps {
    b: [f64; 2],
    x: [f64; 2],
}

#[differentiable]
impl Filter for OnePole {
    fn process(&mut self, x: f64) -> f64 {
        self.z += self.a * (x - self.z);
        self.z
    }
    fn reset(&mut self) {
        self.z = 0.0;
    }
    fn gain(&self) -> f64 {
        self.a + self.z
    }
}

#[differentiable]
impl Filter for TwoTaps {
    fn process(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.b[1] * self.x[0];
        self.x = [x, self.x[0]];
        y
    }
}

fn twice(f: &mut dyn Filter, x: f64) -> f64 {
    f.process(x);
    f.process(x * x)
}

fn run(f: &mut dyn Filter, n: usize, x: f64) -> f64 {
    let mut s = 0.0;
    for k in 0..n {
        s += f.process(x * k as f64);
    }
    s
}

#[differentiable]
fn in_a_box(a: f64, c: f64) -> f64 {
    let mut f: Box<dyn Filter> = Box::new(OnePole { a, z: c });
    let mut s = 0.0;
    for k in 0..5 {
        s += f.process(c * k as f64);
        if k == 2 {
            f.reset();
        }
    }
    f.warm(a);
    s * f.gain()
}

#[differentiable]
fn chosen(a: f64, c: f64) -> f64 {
    let mut f: Box<dyn Filter> = match a > c {
        true => Box::new(OnePole { a, z: 0.1 }),
        false => Box::new(TwoTaps { b: [a, c], x: [a, c] }),
    };
    let mut s = f.process(a);
    for k in 0..4 {
        s += f.process(c * k as f64);
    }
    s + f.gain()
}

#[differentiable]
fn where_it_lies(a: f64, c: f64) -> f64 {
    let mut p = OnePole { a, z: c };
    {
        let r: &mut dyn Filter = &mut p;
        r.process(c);
        r.warm(a * c);
    }
    p.z * p.a
}

#[differentiable]
fn handed_to_helpers(a: f64, c: f64) -> f64 {
    let (mut p, mut q) = (OnePole { a, z: c }, TwoTaps { b: [a, c], x: [a, c] });
    let y = run(&mut p, 4, c) + twice(&mut q, a);
    y * p.z + q.x[0] * q.x[1] + run(&mut p, 2, y)
}

#[differentiable]
fn elements_lent(a: f64, c: f64) -> f64 {
    let mut ps = vec![OnePole { a, z: c }, OnePole { a: c, z: a }, OnePole { a: a * c, z: 0.0 }];
    let mut s = 0.0;
    for k in 0..6 {
        s += twice(&mut ps[k % 3], a + k as f64);
    }
    for p in ps.iter_mut() {
        s *= 0.1 * run(p, 2, c);
    }
    s + ps[0].z + ps[1].z * ps[2].z
}

#[differentiable]
fn swapped(a: f64, c: f64) -> f64 {
    let mut f: Box<dyn Filter> = Box::new(OnePole { a, z: c });
    f.process(1.0);
    let mut g: Box<dyn Filter> = Box::new(OnePole { a: c, z: a });
    std::mem::swap(&mut f, &mut g);
    g.process(c);
    run(&mut *f, 3, a) * g.gain() + f.gain()
}

#[test]
fn objects_change() {
    held_at!([[0.3, 0.8], [0.9, 0.4]]; in_a_box chosen where_it_lies handed_to_helpers elements_lent swapped);
}
