//! What objects lend of themselves: it leaves the place where the object is chosen.

use crate::held;
use wengert::prelude::*;

trait Solid {
    fn hit(&self, x: f64, below: f64) -> Option<Hit<'_>>;
}

struct Hit<'a> {
    at: f64,
    coat: &'a Coat,
}

enum Coat {
    Matte(f64),
    Mirror { tint: f64, fuzz: f64 },
}

struct Ball {
    radius: f64,
    coat: Coat,
}

struct Wall(f64, Coat);

impl Solid for Ball {
    fn hit(&self, x: f64, below: f64) -> Option<Hit<'_>> {
        let at = (self.radius * self.radius - x * x).max(0.0).sqrt();
        (at > 0.0 && at < below).then_some(Hit { at, coat: &self.coat })
    }
}

impl Solid for Wall {
    fn hit(&self, _: f64, below: f64) -> Option<Hit<'_>> {
        if self.0 < below { Some(Hit { at: self.0, coat: &self.1 }) } else { None }
    }
}

impl Solid for Vec<Box<dyn Solid>> {
    fn hit(&self, x: f64, below: f64) -> Option<Hit<'_>> {
        let (mut closest, mut best) = (below, None);
        for solid in self.iter() {
            if let Some(hit) = solid.hit(x, closest) {
                closest = hit.at;
                best = Some(hit);
            }
        }
        best
    }
}

#[differentiable]
fn seen(x: &[f64]) -> f64 {
    let scene: Vec<Box<dyn Solid>> = vec![
        Box::new(Ball { radius: x[0], coat: Coat::Mirror { tint: 0.9, fuzz: x[2] } }),
        Box::new(Wall(x[1], Coat::Matte(x[0] * 0.3))),
        Box::new(Ball { radius: 0.4, coat: Coat::Matte(x[2]) }),
    ];
    let mut sum = 0.0;
    for k in 0..5 {
        sum += match scene.hit(0.2 * k as f64, 9.0) {
            Some(Hit { at, coat: Coat::Matte(c) }) => c * at,
            Some(hit) => match *hit.coat {
                Coat::Mirror { tint, fuzz } => tint * fuzz - hit.at,
                Coat::Matte(c) => c,
            },
            None => x[1],
        };
    }
    sum
}

#[test]
fn what_objects_lend() {
    held(seen, |x| seen::value_and_gradient(x), &[0.7, 0.5, 0.3]);
    held(seen, |x| seen::value_and_gradient(x), &[0.3, 2.0, -0.8]);
}
