//! Bundle adjustment: what a camera sees, and where the point was seen.

use wengert::differentiable;

/// The weighted difference of where the point `x` appears in the picture of the camera `cam` and where it was `seen`.
///
/// A camera is a rotation vector r, a centre C, a focal length f, a principal point (u0, v0) and two coefficients of
/// radial distortion.
#[differentiable]
pub fn reprojection_error(cam: &[f64; 11], x: &[f64; 3], w: f64, #[constant] seen: [f64; 2]) -> [f64; 2] {
    let (x0, x1, x2) = rotate((cam[0], cam[1], cam[2]), (x[0] - cam[3], x[1] - cam[4], x[2] - cam[5]));
    let (p0, p1) = (x0 / x2, x1 / x2);
    let square = p0 * p0 + p1 * p1;
    let distortion = 1.0 + cam[9] * square + cam[10] * square * square;
    let (p0, p1) = (p0 * distortion * cam[6] + cam[7], p1 * distortion * cam[6] + cam[8]);
    [w * (p0 - seen[0]), w * (p1 - seen[1])]
}

/// `x` turned about the axis `r` by the angle |r| (Rodrigues' formula).
#[differentiable]
pub fn rotate(r: (f64, f64, f64), x: (f64, f64, f64)) -> (f64, f64, f64) {
    let square = r.0 * r.0 + r.1 * r.1 + r.2 * r.2;
    if square == 0.0 {
        return (x.0 + r.1 * x.2 - r.2 * x.1, x.1 + r.2 * x.0 - r.0 * x.2, x.2 + r.0 * x.1 - r.1 * x.0);
    }
    let angle = square.sqrt();
    let (cos, sin) = (angle.cos(), angle.sin());
    let (a0, a1, a2) = (r.0 / angle, r.1 / angle, r.2 / angle);
    let along = (a0 * x.0 + a1 * x.1 + a2 * x.2) * (1.0 - cos);
    (
        x.0 * cos + (a1 * x.2 - a2 * x.1) * sin + a0 * along,
        x.1 * cos + (a2 * x.0 - a0 * x.2) * sin + a1 * along,
        x.2 * cos + (a0 * x.1 - a1 * x.0) * sin + a2 * along,
    )
}

/// The error that keeps weights from vanishing.
#[differentiable]
pub fn weight_error(w: f64) -> f64 {
    1.0 - w * w
}
