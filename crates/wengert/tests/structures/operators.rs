//! Operators in every form, those that assign, and indexing.

use super::{close, flat};
use std::ops::*;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}
#[differentiable]
impl Vec3 {
    fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
    fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
}
#[differentiable]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        &self + &o
    }
}
#[differentiable]
impl<'a> Add<&'a Vec3> for &'a Vec3 {
    type Output = Vec3;
    fn add(self, o: &Vec3) -> Vec3 {
        Vec3::new(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
#[differentiable]
impl Add<&Vec3> for Vec3 {
    type Output = Vec3;
    fn add(self, o: &Vec3) -> Vec3 {
        &self + o
    }
}
#[differentiable]
impl Add<Vec3> for &Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        self + &o
    }
}
#[differentiable]
impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        Vec3 { x: -self.x, y: -self.y, z: -self.z }
    }
}
#[differentiable]
impl Neg for &Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        -*self
    }
}
#[differentiable]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, o: Vec3) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}
#[differentiable]
impl AddAssign<&Vec3> for Vec3 {
    fn add_assign(&mut self, o: &Vec3) {
        *self += *o;
    }
}
#[differentiable]
impl MulAssign<f64> for Vec3 {
    fn mul_assign(&mut self, s: f64) {
        self.x *= s;
        self.y *= s;
        self.z *= s;
    }
}
#[differentiable]
impl DivAssign<f64> for Vec3 {
    fn div_assign(&mut self, s: f64) {
        *self *= 1.0 / s;
    }
}
#[differentiable]
impl Mul<Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3::new(self * v.x, self * v.y, self * v.z)
    }
}
#[differentiable]
impl Mul<&Vec3> for f64 {
    type Output = Vec3;
    fn mul(self, v: &Vec3) -> Vec3 {
        self * *v
    }
}
#[differentiable]
impl Index<usize> for Vec3 {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        match i {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("Vec3 has no component {i}"),
        }
    }
}
#[differentiable]
impl IndexMut<usize> for Vec3 {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        match i {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => &mut self.z,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Mat3 {
    rows: [Vec3; 3],
}
#[differentiable]
impl Mul<Vec3> for Mat3 {
    type Output = Vec3;
    fn mul(self, v: Vec3) -> Vec3 {
        Vec3::new(self.rows[0].dot(v), self.rows[1].dot(v), self.rows[2].dot(v))
    }
}
#[differentiable]
impl Index<(usize, usize)> for Mat3 {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.rows[i][j]
    }
}

#[differentiable]
fn all(m: Mat3, p: Vec3, q: Vec3, s: f64) -> f64 {
    let mut a = p + q;
    a += q;
    a += &p;
    a = &a + &q;
    a = &a + p;
    a = a + &p;
    a *= s;
    a /= 1.0 + s * s;
    a = -&a;
    let mut b = 2.0 * a;
    b = s * &b;
    b = m * b;
    b[1] = p[0] * b[2];
    b[0] += m[(1, 2)];
    for k in 0..3 {
        b[k] *= q[k] + 1.0;
    }
    b.dot(-a)
}

#[test]
fn operators_of_every_form() {
    let r = |k: f64| Vec3::new(0.3 + k, 0.7 - k, 0.2 * k);
    let m = Mat3 { rows: [r(0.1), r(0.5), r(0.9)] };
    let (p, q, s) = (r(1.3), r(-0.4), 0.7);
    let (v, (gm, gp, gq, gs)) = all::value_and_gradient(m, p, q, s);
    assert_eq!(v.to_bits(), all(m, p, q, s).to_bits());
    let g = [flat(&gm), flat(&gp), flat(&gq), vec![gs]].concat();
    let x = [flat(&m), flat(&p), flat(&q), vec![s]].concat();
    let f = all::function(m, p, q, s);
    close(&g, &f.gradient(&x));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Corner {
    x: f64,
    y: f64,
}

#[differentiable]
impl Corner {
    fn turn(&self, b: &Corner, c: &Corner) -> f64 {
        let (p, q) = (b - self, c - self);
        p.x * q.y - p.y * q.x
    }
}

#[differentiable]
impl Sub for &Corner {
    type Output = Corner;
    fn sub(self, other: Self) -> Corner {
        Corner { x: self.x - other.x, y: self.y - other.y }
    }
}

#[test]
fn self_may_be_a_reference() {
    let at = |x, y| Corner { x, y };
    let (a, b, c) = (at(0.0, 0.5), at(2.0, 1.0), at(1.0, 3.0));
    let (by_a, by_b, by_c) = a.turn_gradient(&b, &c);
    assert_eq!((by_a, by_b, by_c), (at(-2.0, -1.0), at(2.5, -1.0), at(-0.5, 2.0)));
}

#[differentiable]
fn assigned_by_name(x: &[f64], a: f64) -> f64 {
    let mut all = x.to_vec();
    let mut s = 1.0;
    for (v, w) in all.iter_mut().zip(x) {
        s.mul_assign(w);
        v.add_assign(a);
        s.sub_assign(*v / 2.0);
    }
    all[0].rem_assign(2.0);
    s.div_assign(all[0]);
    s
}

#[test]
fn assign_by_name() {
    let by_signs = |x: f64, y: f64, a: f64| ((x - (x + a) / 2.0) * y - (y + a) / 2.0) / ((x + a) % 2.0);
    let (x, y, a) = (1.5, 3.0, 0.25);
    let (value, (by_x, by_a)) = assigned_by_name::value_and_gradient(&[x, y], a);
    assert_eq!(value, by_signs(x, y, a));
    let h = 1e-6;
    let by =
        |dx: f64, dy: f64, da: f64| (by_signs(x + dx, y + dy, a + da) - by_signs(x - dx, y - dy, a - da)) / (2.0 * h);
    let differences = [by(h, 0.0, 0.0), by(0.0, h, 0.0), by(0.0, 0.0, h)];
    let far = |(a, b): (f64, f64)| (a - b).abs() > 1e-8;
    assert!(![by_x[0], by_x[1], by_a].into_iter().zip(differences).any(far));
}
