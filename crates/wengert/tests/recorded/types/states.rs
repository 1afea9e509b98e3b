//! Methods of what a pointer leads to: states that become others.

use super::holds;
use std::rc::Rc;
use wengert::differentiable;
#[derive(Clone, Debug)]
struct Acc {
    v: f64,
    n: usize,
}
impl Acc {
    fn add(self: Box<Self>, x: f64) -> Box<Self> {
        Box::new(Acc { v: self.v + x * x, n: self.n + 1 })
    }
    fn read(self: &Rc<Self>) -> f64 {
        self.v * self.n as f64
    }
    fn twice(self: Rc<Self>) -> (Rc<Self>, Rc<Self>) {
        (Rc::clone(&self), self)
    }
}
trait State {
    fn next(self: Box<Self>, x: f64) -> Box<dyn State>;
    fn value(&self) -> f64;
}
struct Low(f64);
struct High {
    a: f64,
    b: f64,
}
impl State for Low {
    fn next(self: Box<Self>, x: f64) -> Box<dyn State> {
        if x * self.0 > 1.0 { Box::new(High { a: self.0 * x, b: x }) } else { Box::new(Low(self.0 + x)) }
    }
    fn value(&self) -> f64 {
        self.0
    }
}
impl State for High {
    fn next(self: Box<Self>, x: f64) -> Box<dyn State> {
        if self.b > 2.0 { Box::new(Low(self.a)) } else { Box::new(High { a: self.a * self.b, b: self.b + x }) }
    }
    fn value(&self) -> f64 {
        self.a * self.a + self.b
    }
}
#[differentiable(tape)]
fn states(x: f64, n: usize) -> f64 {
    let mut b = Box::new(Acc { v: x, n: 0 });
    for k in 0..n {
        b = b.add(x + k as f64);
    }
    let r = Rc::new(*b);
    let (p, q) = Rc::clone(&r).twice();
    let mut s: Box<dyn State> = Box::new(Low(x));
    for _ in 0..n {
        s = s.next(x);
    }
    r.read() + p.read() * q.v + s.value()
}

#[test]
fn states_that_become_others() {
    for n in [0, 1, 4, 7] {
        holds(
            &[0.9],
            |x| states(x[0], n),
            |x| {
                let (value, g) = states::value_and_gradient(x[0], n);
                (value, vec![g])
            },
        );
    }
}
