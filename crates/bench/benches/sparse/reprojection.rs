//! The error of a sighting as [`bench::sparse::bundle`] has it, differentiated by the attribute.
//!
//! One function: of what it called, what the way back needs would be put on record. And in the crate of the benchmark: compilers
//! put its derivatives into the loop over blocks where nobody else may call them.

use wengert::differentiable;

/// The weighted difference of where a camera should see a point and where it did: camera, point, weight.
#[differentiable(reverse_only)]
pub(crate) fn error(x: &[f64; 15], #[constant] seen: [f64; 2]) -> [f64; 2] {
    let [r0, r1, r2, c0, c1, c2, focal, u0, v0, d1, d2, p0, p1, p2, w] = *x;
    let (x0, x1, x2) = (p0 - c0, p1 - c1, p2 - c2);
    let square = r0 * r0 + r1 * r1 + r2 * r2;
    let (x0, x1, x2) = if square == 0.0 {
        (x0 + r1 * x2 - r2 * x1, x1 + r2 * x0 - r0 * x2, x2 + r0 * x1 - r1 * x0)
    } else {
        let angle = square.sqrt();
        let (cos, sin) = (angle.cos(), angle.sin());
        let (a0, a1, a2) = (r0 / angle, r1 / angle, r2 / angle);
        let along = (a0 * x0 + a1 * x1 + a2 * x2) * (1.0 - cos);
        (
            x0 * cos + (a1 * x2 - a2 * x1) * sin + a0 * along,
            x1 * cos + (a2 * x0 - a0 * x2) * sin + a1 * along,
            x2 * cos + (a0 * x1 - a1 * x0) * sin + a2 * along,
        )
    };
    let (p0, p1) = (x0 / x2, x1 / x2);
    let square = p0 * p0 + p1 * p1;
    let distortion = 1.0 + d1 * square + d2 * square * square;
    let (u, v) = (p0 * distortion * focal + u0, p1 * distortion * focal + v0);
    [w * (u - seen[0]), w * (v - seen[1])]
}
