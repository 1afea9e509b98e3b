//! Choices of structures in loops, of which an arm leaves the function or the loop.

use super::slope;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Ray {
    y: f64,
    u: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Surface {
    Lens { focal: f64, aperture: f64 },
    Gap(f64),
}

#[derive(Debug, PartialEq)]
struct Vignetted(usize);

#[differentiable]
fn traced(surfaces: &[Surface], start: Ray) -> Result<Ray, Vignetted> {
    let mut ray = start;
    for (k, surface) in surfaces.iter().enumerate() {
        ray = match surface {
            Surface::Lens { focal, aperture } => {
                if ray.y.abs() > *aperture {
                    return Err(Vignetted(k));
                }
                Ray { y: ray.y, u: ray.u - ray.y / focal }
            }
            Surface::Gap(d) => Ray { y: ray.y + d * ray.u, u: ray.u },
        };
    }
    Ok(ray)
}

/// The first arm leaves the loop, or the function; the state is chosen from others of its type.
#[differentiable]
fn followed(x: &[f64], limit: f64) -> f64 {
    let mut last = Ray { y: 1.0, u: limit };
    let mut s = 0.0;
    for v in x {
        last = if *v > 0.0 {
            Ray { y: v * s + limit, u: last.u * v }
        } else {
            if s > limit {
                break;
            }
            if s < -9.0 {
                return s * v;
            }
            last
        };
        s += last.y * last.u;
    }
    s
}

#[differentiable]
fn spot(x: &[f64], focal: f64, gap: f64) -> f64 {
    let surfaces =
        vec![Surface::Lens { focal, aperture: 2.0 }, Surface::Gap(gap), Surface::Lens { focal, aperture: 1.0 }];
    let mut s = 0.0;
    for v in x {
        if let Ok(ray) = traced(&surfaces, Ray { y: *v, u: 0.25 }) {
            s += ray.y * ray.u;
        }
    }
    s + followed(x, focal)
}

#[test]
fn arms_that_leave() {
    for x in [[0.5, 1.5, -3.0], [0.25, -0.5, 0.75], [-1.0, -2.0, 0.5], [4.0, -1.0, 8.0], [-20.0, 0.5, -1.0]] {
        let (focal, gap) = (1.25, 0.375);
        let (value, (by_x, by_focal, by_gap)) = spot::value_and_gradient(&x, focal, gap);
        assert_eq!(value.to_bits(), spot(&x, focal, gap).to_bits());
        let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-7 * (1.0 + b.abs()), "{a} {b}");
        near(by_focal, slope(|f| spot(&x, f, gap), focal));
        near(by_gap, slope(|g| spot(&x, focal, g), gap));
        for k in 0..3 {
            let moved = |v: f64| {
                let mut x = x;
                x[k] = v;
                spot(&x, focal, gap)
            };
            near(by_x[k], slope(moved, x[k]));
        }
    }
}
