//! Bundle adjustment, in the sizes of GradBench's `ba1`: 49 cameras of 11 numbers, 7776 points of 3, 31 843 sightings with
//! a weight each.

use wengert::Real;
use wengert::sparse::Pattern;

/// Which camera saw which point where.
#[derive(Clone, Copy)]
pub struct Sighting {
    /// The camera.
    pub camera: usize,
    /// The point.
    pub point: usize,
    /// Where it was seen.
    pub seen: [f64; 2],
}

/// A problem and a point at which to differentiate it.
pub struct Bundle {
    /// The number of cameras.
    pub cameras: usize,
    /// The number of points.
    pub points: usize,
    /// What was seen.
    pub sightings: Vec<Sighting>,
    /// Cameras, points, weights, one behind the other.
    pub x: Vec<f64>,
}

/// A problem of that size, with GradBench's numbers for cameras, points and weights, each a little apart.
pub fn ba1() -> Bundle {
    let (cameras, points, count) = (49, 7776, 31_843);
    let camera = [-0.758, -1.110, -0.846, 34.556, 39.677, 53.882, 419.195, 5.864, -8.519, 0.088, 0.003];
    let point = [7.203, 0.001, 3.023];
    let apart = |k: usize| 1.0 + 1e-3 * (k as f64).sin();
    let mut x: Vec<f64> = Vec::new();
    (0..cameras).for_each(|k| x.extend(camera.map(|c| c * apart(k))));
    (0..points).for_each(|k| x.extend(point.map(|p| p * apart(k))));
    x.extend((0..count).map(|k| 0.417 * apart(k)));
    let sightings =
        (0..count).map(|k| Sighting { camera: k % cameras, point: k % points, seen: [271.761, 834.209] }).collect();
    Bundle { cameras, points, sightings, x }
}

impl Bundle {
    /// The number of residuals: two for each sighting, one for each weight.
    pub fn rows(&self) -> usize {
        3 * self.sightings.len()
    }

    /// The inputs of sighting `k`: camera, point, weight.
    pub fn inputs(&self, k: usize) -> [usize; 15] {
        let s = self.sightings[k];
        let point = 11 * self.cameras + 3 * s.point;
        core::array::from_fn(|a| match a {
            ..11 => 11 * s.camera + a,
            11..14 => point + a - 11,
            _ => self.weight(k),
        })
    }

    /// The input that is the weight of sighting `k`.
    pub fn weight(&self, k: usize) -> usize {
        11 * self.cameras + 3 * self.points + k
    }

    /// All residuals.
    pub fn residuals(&self, x: &[f64], y: &mut [f64]) {
        let (seen, weights) = y.split_at_mut(2 * self.sightings.len());
        for ((k, s), y) in self.sightings.iter().enumerate().zip(seen.chunks_exact_mut(2)) {
            let at = self.inputs(k).map(|j| x[j]);
            y.copy_from_slice(&reprojection(&at, s.seen));
        }
        for (k, y) in weights.iter_mut().enumerate() {
            let w = x[self.weight(k)];
            *y = 1.0 - w * w;
        }
    }

    /// Where the derivatives of each sighting go, those by one input behind each other, and those of the weights.
    pub fn places(&self, pattern: &Pattern) -> Vec<([u32; 15], u32)> {
        let place = |i, j| pattern.position(i, j).expect("an entry of the pattern") as u32;
        let count = self.sightings.len();
        (0..count).map(|k| (self.inputs(k).map(|j| place(2 * k, j)), place(2 * count + k, self.weight(k)))).collect()
    }

    /// All residuals and the entries of their Jacobian by hand, in the order of the pattern.
    pub fn jacobian(&self, x: &[f64], places: &[([u32; 15], u32)], y: &mut [f64], values: &mut [f64]) {
        let (seen, weights) = y.split_at_mut(2 * self.sightings.len());
        let results = seen.chunks_exact_mut(2).zip(weights);
        for (((k, s), (places, of_weight)), (y, y_weight)) in self.sightings.iter().enumerate().zip(places).zip(results)
        {
            let at = self.inputs(k).map(|j| x[j]);
            let mut rows = [[0.0; 15]; 2];
            y.copy_from_slice(&derivatives(&at, s.seen, &mut rows));
            for (a, &place) in places.iter().enumerate() {
                values[place as usize..place as usize + 2].copy_from_slice(&[rows[0][a], rows[1][a]]);
            }
            let w = at[14];
            *y_weight = 1.0 - w * w;
            values[*of_weight as usize] = -2.0 * w;
        }
    }
}

/// As [`reprojection`], with the derivatives by hand: what both errors need once, then each error backwards.
#[inline]
pub fn derivatives(x: &[f64; 15], seen: [f64; 2], rows: &mut [[f64; 15]; 2]) -> [f64; 2] {
    let [r0, r1, r2, c0, c1, c2, focal, u0, v0, d1, d2, p0, p1, p2, w] = *x;
    let (r, x) = ([r0, r1, r2], [p0 - c0, p1 - c1, p2 - c2]);
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let angle = dot(r, r).sqrt();
    let (sin, cos) = angle.sin_cos();
    let by_angle = 1.0 / angle;
    let (a, versine) = (r.map(|r| r * by_angle), 1.0 - cos);
    let (along, side) = (dot(a, x), cross(a, x));
    let turned: [f64; 3] = match angle == 0.0 {
        true => x,
        false => core::array::from_fn(|i| x[i] * cos + side[i] * sin + a[i] * (along * versine)),
    };
    let by_depth = 1.0 / turned[2];
    let (p, q) = (turned[0] * by_depth, turned[1] * by_depth);
    let square = p * p + q * q;
    let distortion = 1.0 + d1 * square + d2 * square * square;
    let slope = 2.0 * (d1 + 2.0 * d2 * square);
    let errors = [p * distortion * focal + u0 - seen[0], q * distortion * focal + v0 - seen[1]];
    let scale = w * focal;
    for (i, (row, own)) in rows.iter_mut().zip([p, q]).enumerate() {
        // By the two numbers of the picture, then by the point as the camera has it.
        let mut by = [scale * own * slope * p, scale * own * slope * q];
        by[i] += scale * distortion;
        let g = [by[0] * by_depth, by[1] * by_depth, -(by[0] * p + by[1] * q) * by_depth];
        let moment = cross(x, g);
        let (by_turn, by_point) = if angle == 0.0 {
            (moment, g)
        } else {
            let (own, side) = (dot(a, g), cross(a, g));
            let by_point = core::array::from_fn(|j| g[j] * cos - side[j] * sin + a[j] * (own * versine));
            let by_axis: [f64; 3] = core::array::from_fn(|j| sin * moment[j] + versine * (along * g[j] + own * x[j]));
            let by_angle_alone = dot(a, moment) * cos + (own * along - dot(g, x)) * sin;
            let inward = by_angle_alone - dot(a, by_axis) * by_angle;
            (core::array::from_fn(|j| by_axis[j] * by_angle + a[j] * inward), by_point)
        };
        row[..3].copy_from_slice(&by_turn);
        row[3..6].copy_from_slice(&by_point.map(|d: f64| -d));
        row[6] = w * own * distortion;
        row[7 + i] = w;
        row[9] = scale * own * square;
        row[10] = scale * own * square * square;
        row[11..14].copy_from_slice(&by_point);
        row[14] = errors[i];
    }
    errors.map(|error| w * error)
}

/// The weighted difference of where a camera should see a point and where it did: camera, point, weight.
#[inline]
pub fn reprojection<T: Real>(x: &[T; 15], seen: [f64; 2]) -> [T; 2] {
    let [r0, r1, r2, c0, c1, c2, focal, u0, v0, d1, d2, p0, p1, p2, w] = *x;
    let (x0, x1, x2) = rotate([r0, r1, r2], [p0 - c0, p1 - c1, p2 - c2]);
    let (p0, p1) = (x0 / x2, x1 / x2);
    let square = p0 * p0 + p1 * p1;
    let distortion = 1.0 + d1 * square + d2 * square * square;
    [w * (p0 * distortion * focal + u0 - seen[0]), w * (p1 * distortion * focal + v0 - seen[1])]
}

/// `x` turned about the axis `r` by the angle |r| (Rodrigues' formula).
#[inline]
fn rotate<T: Real>(r: [T; 3], x: [T; 3]) -> (T, T, T) {
    let square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    let cross = |a: [T; 3]| [a[1] * x[2] - a[2] * x[1], a[2] * x[0] - a[0] * x[2], a[0] * x[1] - a[1] * x[0]];
    if square == 0.0 {
        let c = cross(r);
        return (x[0] + c[0], x[1] + c[1], x[2] + c[2]);
    }
    let angle = square.sqrt();
    let (cos, sin) = (angle.cos(), angle.sin());
    let a = r.map(|r| r / angle);
    let c = cross(a);
    let along = (a[0] * x[0] + a[1] * x[1] + a[2] * x[2]) * (1.0 - cos);
    (
        x[0] * cos + c[0] * sin + a[0] * along,
        x[1] * cos + c[1] * sin + a[1] * along,
        x[2] * cos + c[2] * sin + a[2] * along,
    )
}
