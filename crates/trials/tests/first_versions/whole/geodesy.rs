//! Geodesy: Vincenty inverse, great circles, UTM, ECEF.
use super::super::held;
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct Coordinate {
    pub lat: f64,
    pub lon: f64,
}

pub struct Ellipsoid {
    pub a: f64,
    pub f: f64,
}

impl Ellipsoid {
    pub const WGS84: Ellipsoid = Ellipsoid { a: 6_378_137.0, f: 1.0 / 298.257_223_563 };
    pub const fn new(a: f64, f: f64) -> Self {
        Self { a, f }
    }
    pub fn b(&self) -> f64 {
        self.a * (1.0 - self.f)
    }
    pub fn e2(&self) -> f64 {
        self.f * (2.0 - self.f)
    }
}

static GRS80: Ellipsoid = Ellipsoid::new(6_378_137.0, 1.0 / 298.257_222_101);

#[differentiable]
impl Coordinate {
    pub fn haversine(&self, other: &Coordinate) -> f64 {
        let (p1, p2) = (self.lat.to_radians(), other.lat.to_radians());
        let dp = (other.lat - self.lat).to_radians();
        let dl = (other.lon - self.lon).to_radians();
        let h = (dp / 2.0).sin().powi(2) + p1.cos() * p2.cos() * (dl / 2.0).sin().powi(2);
        2.0 * 6371e3 * h.sqrt().asin()
    }
    pub fn bearing(&self, other: &Coordinate) -> f64 {
        let (p1, p2) = (self.lat.to_radians(), other.lat.to_radians());
        let dl = (other.lon - self.lon).to_radians();
        let y = dl.sin() * p2.cos();
        let x = p1.cos() * p2.sin() - p1.sin() * p2.cos() * dl.cos();
        (y.atan2(x).to_degrees() + 360.0).rem_euclid(360.0)
    }
    pub fn to_ecef(&self, h: f64, #[constant] ell: &Ellipsoid) -> [f64; 3] {
        let (sp, cp) = self.lat.to_radians().sin_cos();
        let (sl, cl) = self.lon.to_radians().sin_cos();
        let n = ell.a / (1.0 - ell.e2() * sp * sp).sqrt();
        [(n + h) * cp * cl, (n + h) * cp * sl, (n * (1.0 - ell.e2()) + h) * sp]
    }
}

#[differentiable]
pub fn vincenty(p: Coordinate, q: Coordinate) -> Option<f64> {
    let ell = Ellipsoid::WGS84;
    let (a, f, b) = (ell.a, ell.f, ell.b());
    let l = (q.lon - p.lon).to_radians();
    let u1 = ((1.0 - f) * p.lat.to_radians().tan()).atan();
    let u2 = ((1.0 - f) * q.lat.to_radians().tan()).atan();
    let (su1, cu1) = u1.sin_cos();
    let (su2, cu2) = u2.sin_cos();
    let mut lambda = l;
    let mut iterations = 0;
    let (cos_sq_alpha, sin_sigma, cos_sigma, cos2sm, sigma) = loop {
        let (sl, cl) = lambda.sin_cos();
        let sin_sigma = ((cu2 * sl).powi(2) + (cu1 * su2 - su1 * cu2 * cl).powi(2)).sqrt();
        if sin_sigma == 0.0 {
            return Some(0.0);
        }
        let cos_sigma = su1 * su2 + cu1 * cu2 * cl;
        let sigma = sin_sigma.atan2(cos_sigma);
        let sin_alpha = cu1 * cu2 * sl / sin_sigma;
        let cos_sq_alpha = 1.0 - sin_alpha * sin_alpha;
        let cos2sm = if cos_sq_alpha != 0.0 { cos_sigma - 2.0 * su1 * su2 / cos_sq_alpha } else { 0.0 };
        let c = f / 16.0 * cos_sq_alpha * (4.0 + f * (4.0 - 3.0 * cos_sq_alpha));
        let before = lambda;
        lambda = l
            + (1.0 - c)
                * f
                * sin_alpha
                * (sigma + c * sin_sigma * (cos2sm + c * cos_sigma * (2.0 * cos2sm * cos2sm - 1.0)));
        if (lambda - before).abs() < 1e-12 {
            break (cos_sq_alpha, sin_sigma, cos_sigma, cos2sm, sigma);
        }
        iterations += 1;
        if iterations > 100 {
            return None;
        }
    };
    let usq = cos_sq_alpha * (a * a - b * b) / (b * b);
    let ka = 1.0 + usq / 16384.0 * (4096.0 + usq * (-768.0 + usq * (320.0 - 175.0 * usq)));
    let kb = usq / 1024.0 * (256.0 + usq * (-128.0 + usq * (74.0 - 47.0 * usq)));
    let ds = kb
        * sin_sigma
        * (cos2sm
            + kb / 4.0
                * (cos_sigma * (-1.0 + 2.0 * cos2sm * cos2sm)
                    - kb / 6.0 * cos2sm * (-3.0 + 4.0 * sin_sigma * sin_sigma) * (-3.0 + 4.0 * cos2sm * cos2sm)));
    Some(b * ka * (sigma - ds))
}

#[differentiable]
pub fn route_length(route: &[Coordinate]) -> f64 {
    route.windows(2).map(|w| w[0].haversine(&w[1])).sum()
}

#[differentiable]
pub fn utm(p: &Coordinate, zone: u8) -> (f64, f64) {
    let ell = &GRS80;
    let k0 = 0.9996;
    let e2 = ell.e2();
    let ep2 = e2 / (1.0 - e2);
    let lon0 = f64::from(i16::from(zone) * 6 - 183);
    let phi = p.lat.to_radians();
    let n = ell.a / (1.0 - e2 * phi.sin().powi(2)).sqrt();
    let t = phi.tan().powi(2);
    let c = ep2 * phi.cos().powi(2);
    let a = (p.lon - lon0).to_radians() * phi.cos();
    let m = ell.a
        * ((1.0 - e2 / 4.0 - 3.0 * e2.powi(2) / 64.0 - 5.0 * e2.powi(3) / 256.0) * phi
            - (3.0 * e2 / 8.0 + 3.0 * e2.powi(2) / 32.0 + 45.0 * e2.powi(3) / 1024.0) * (2.0 * phi).sin()
            + (15.0 * e2.powi(2) / 256.0 + 45.0 * e2.powi(3) / 1024.0) * (4.0 * phi).sin()
            - 35.0 * e2.powi(3) / 3072.0 * (6.0 * phi).sin());
    let x = k0
        * n
        * (a + (1.0 - t + c) * a.powi(3) / 6.0 + (5.0 - 18.0 * t + t * t + 72.0 * c - 58.0 * ep2) * a.powi(5) / 120.0)
        + 500_000.0;
    let y = k0 * (m + n * phi.tan() * (a * a / 2.0 + (5.0 - t + 9.0 * c + 4.0 * c * c) * a.powi(4) / 24.0));
    (x, if p.lat < 0.0 { y + 10_000_000.0 } else { y })
}

#[differentiable]
pub fn station_distance(p: &Coordinate, h: f64, station: [f64; 3]) -> f64 {
    let e = p.to_ecef(h, &Ellipsoid::WGS84);
    let d: [f64; 3] = std::array::from_fn(|i| e[i] - station[i]);
    d.iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[test]
fn distances() {
    let at = |x: &[f64]| (Coordinate { lat: x[0], lon: x[1] }, Coordinate { lat: x[2], lon: x[3] });
    let x = [48.1, 11.6, 52.5, 13.4];
    let plain = |x: &[f64]| 1e-5 * vincenty(at(x).0, at(x).1).unwrap();
    let (value, (p, q)) = vincenty::value_and_gradient(at(&x).0, at(&x).1).unwrap();
    assert_eq!(Some(value), vincenty(at(&x).0, at(&x).1));
    held(&x, plain, 1e-5 * value, &[p.lat, p.lon, q.lat, q.lon].map(|g| 1e-5 * g));
    let (value, (p, q)) = at(&x).0.bearing_value_and_gradient(&at(&x).1);
    held(&x, |x| at(x).0.bearing(&at(x).1), value, &[p.lat, p.lon, q.lat, q.lon]);
    let route = |x: &[f64]| x.chunks(2).map(|c| Coordinate { lat: c[0], lon: c[1] }).collect::<Vec<_>>();
    let (value, g) = route_length::value_and_gradient(&route(&x));
    let g: Vec<f64> = g.iter().flat_map(|c| [1e-5 * c.lat, 1e-5 * c.lon]).collect();
    held(&x, |x| 1e-5 * route_length(&route(x)), 1e-5 * value, &g);
    let ((e, n), g) = utm::vjp(&at(&x).0, 32, 1e-5, 2e-5);
    let plain = |x: &[f64]| {
        let (e, n) = utm(&at(x).0, 32);
        1e-5 * e + 2e-5 * n
    };
    held(&x[..2], |y| plain(&[y, &x[2..]].concat()), 1e-5 * e + 2e-5 * n, &[g.lat, g.lon]);
    let station = [4_100_000.0, 850_000.0, 4_790_000.0];
    let (value, (g, h, _)) = station_distance::value_and_gradient(&at(&x).0, 520.0, station);
    let plain = |x: &[f64]| 1e-4 * station_distance(&Coordinate { lat: x[0], lon: x[1] }, x[2], station);
    held(&[x[0], x[1], 520.0], plain, 1e-4 * value, &[g.lat, g.lon, h].map(|g| 1e-4 * g));
}
