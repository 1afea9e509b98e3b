use other::{Config, Kind};

#[derive(Clone, Copy)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

type Row = [f64; 3];
type Vector = Vec3;

impl std::ops::Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

fn made(r: Row, v: Vec3) -> Vec3 {
    let w = Vector { x: r[0], ..v };
    let list: Vec<Vec3> = r.iter().map(|&x| Vec3 { x, y: 0.0, z: x }).collect();
    list.into_iter().fold(w, |a, b| a + b)
}

fn foreign(c: &Config, k: Kind) -> f64 {
    let d = Config { tol: 1e-8, n: 3, ..Config::default() };
    match k {
        Kind::Fast => c.tol,
        Kind::Slow(n, _) => n as f64 * d.tol,
        Kind::Named { by, .. } => other::scale(by),
    }
}

fn callee(f: impl Fn(f64) -> f64, fs: &[Box<dyn Fn(f64) -> f64>], a: f64) -> f64 {
    let g: &dyn Fn(f64) -> f64 = &f;
    (fs[0])(f(a)) + g(a) + (|t: f64| t * a)(2.0)
}

use other::{limit, Mode::*, LIMIT};

fn imported(n: usize, m: Mode) -> usize {
    let limit = match (n, m) {
        (LIMIT, Fast) => 1,
        (limit, _) => limit,
    };
    let LIMIT = limit * 2;
    LIMIT
}
