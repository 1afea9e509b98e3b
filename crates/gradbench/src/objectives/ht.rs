//! Hand tracking: how far a posed hand is from points that were seen of it.

use wengert::differentiable;

/// The bones of a hand, and the skin that moves with them.
///
/// Matrices are affine: three rows of four numbers each.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The parent of each bone, which comes before it; the bone itself where there is none.
    pub parents: Vec<usize>,
    /// The place of each bone beside its parent, at rest.
    pub relatives: Vec<[f64; 12]>,
    /// What takes the hand at rest to each bone.
    pub inverses: Vec<[f64; 12]>,
    /// The places of the skin's points at rest, with a fourth coordinate.
    pub positions: Vec<[f64; 4]>,
    /// Which bone moves which point by what share.
    pub influences: Vec<Influence>,
    /// Whether it is the other hand.
    pub is_mirrored: bool,
}

/// A bone's share in the place of a point of the skin.
#[derive(Clone, Copy, Debug)]
pub struct Influence {
    /// The point.
    pub point: usize,
    /// The bone.
    pub bone: usize,
    /// The share.
    pub weight: f64,
}

/// A point that was seen, and where on the hand it should be.
#[derive(Clone, Copy, Debug)]
pub struct Sighting {
    /// Points of the skin: the corners of a triangle, or three times the same.
    pub corners: [usize; 3],
    /// The shares of the first two corners.
    pub shares: [f64; 2],
    /// Where it was seen.
    pub seen: [f64; 3],
}

/// The numbers of a pose: a rotation vector, a translation, and for each of five fingers four angles.
pub const POSE: usize = 26;

/// The least number of bones.
pub const BONES: usize = FINGERS + 4 * FINGER + 3;

/// The first bone of the first finger, and the bones from one finger to the next.
const FINGERS: usize = 2;
const FINGER: usize = 4;

/// The differences of where points were seen and where the posed hand has them, three for each. All points are moved
/// within their triangles by the same `shift`.
#[differentiable]
pub fn errors(shift: &[f64], pose: &[f64], #[constant] hand: &Hand, #[constant] sightings: &[Sighting]) -> Vec<f64> {
    let skin = skin(pose, hand);
    let mut errors = vec![0.0; 3 * sightings.len()];
    for i in 0..sightings.len() {
        let sighting = sightings[i];
        let [a, b, c] = sighting.corners;
        let (u, v) = (sighting.shares[0] + shift[0], sighting.shares[1] + shift[1]);
        for j in 0..3 {
            let place = u * skin[3 * a + j] + v * skin[3 * b + j] + (1.0 - u - v) * skin[3 * c + j];
            errors[3 * i + j] = sighting.seen[j] - place;
        }
    }
    errors
}

/// As [`errors()`], for points that are corners.
#[differentiable]
pub fn corner_errors(pose: &[f64], #[constant] hand: &Hand, #[constant] sightings: &[Sighting]) -> Vec<f64> {
    let skin = skin(pose, hand);
    let mut errors = vec![0.0; 3 * sightings.len()];
    for i in 0..sightings.len() {
        let sighting = sightings[i];
        let corner = sighting.corners[0];
        for j in 0..3 {
            errors[3 * i + j] = sighting.seen[j] - skin[3 * corner + j];
        }
    }
    errors
}

/// Where the skin's points are in a pose, three numbers each.
#[differentiable]
pub fn skin(pose: &[f64], #[constant] hand: &Hand) -> Vec<f64> {
    let bones = hand.parents.len();
    let (mut bend, mut spread) = (vec![0.0; bones], vec![0.0; bones]);
    for finger in 0..5 {
        let (bone, angle) = (FINGERS + FINGER * finger, 6 + 4 * finger);
        bend[bone] = pose[angle];
        spread[bone] = pose[angle + 1];
        bend[bone + 1] = pose[angle + 2];
        bend[bone + 2] = pose[angle + 3];
    }

    let mut absolutes = vec![0.0; 12 * bones];
    let mut transforms = vec![0.0; 12 * bones];
    for bone in 0..bones {
        let (sin_x, cos_x) = (bend[bone].sin(), bend[bone].cos());
        let (sin_z, cos_z) = (spread[bone].sin(), spread[bone].cos());
        let turn = [cos_z, -sin_z * cos_x, sin_z * sin_x, sin_z, cos_z * cos_x, -cos_z * sin_x, 0.0, sin_x, cos_x];
        let rest = hand.relatives[bone];
        let mut relative = [0.0; 12];
        for i in 0..3 {
            for j in 0..3 {
                relative[4 * i + j] =
                    rest[4 * i] * turn[j] + rest[4 * i + 1] * turn[3 + j] + rest[4 * i + 2] * turn[6 + j];
            }
            relative[4 * i + 3] = rest[4 * i + 3];
        }
        let (own, parent) = (12 * bone, 12 * hand.parents[bone]);
        if parent == own {
            absolutes[own..own + 12].copy_from_slice(&relative);
        } else {
            for i in 0..3 {
                for j in 0..4 {
                    let row = parent + 4 * i;
                    let mut sum = if j == 3 { absolutes[row + 3] } else { 0.0 };
                    for k in 0..3 {
                        sum += absolutes[row + k] * relative[4 * k + j];
                    }
                    absolutes[own + 4 * i + j] = sum;
                }
            }
        }
        let inverse = hand.inverses[bone];
        for i in 0..3 {
            for j in 0..4 {
                let row = own + 4 * i;
                let mut sum = if j == 3 { absolutes[row + 3] } else { 0.0 };
                for k in 0..3 {
                    sum += absolutes[row + k] * inverse[4 * k + j];
                }
                transforms[row + j] = sum;
            }
        }
    }

    let mut moved = vec![0.0; 3 * hand.positions.len()];
    for n in 0..hand.influences.len() {
        let influence = hand.influences[n];
        let place = hand.positions[influence.point];
        for i in 0..3 {
            let row = 12 * influence.bone + 4 * i;
            let sum = transforms[row] * place[0]
                + transforms[row + 1] * place[1]
                + transforms[row + 2] * place[2]
                + transforms[row + 3] * place[3];
            moved[3 * influence.point + i] += influence.weight * sum;
        }
    }

    let turn = rotation(pose[0], pose[1], pose[2]);
    let sign = if hand.is_mirrored { -1.0 } else { 1.0 };
    let mut skin = vec![0.0; 3 * hand.positions.len()];
    for point in 0..hand.positions.len() {
        let (x, y, z) = (sign * moved[3 * point], moved[3 * point + 1], moved[3 * point + 2]);
        for i in 0..3 {
            skin[3 * point + i] = turn[3 * i] * x + turn[3 * i + 1] * y + turn[3 * i + 2] * z + pose[3 + i];
        }
    }
    skin
}

/// The rotation about an axis by its length, a matrix by rows; none where that is small.
#[differentiable]
pub fn rotation(x: f64, y: f64, z: f64) -> [f64; 9] {
    let angle = (x * x + y * y + z * z).sqrt();
    if angle < 1e-4 {
        return [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    }
    let (x, y, z) = (x / angle, y / angle, z / angle);
    let (s, c) = (angle.sin(), angle.cos());
    [
        x * x + (1.0 - x * x) * c,
        x * y * (1.0 - c) - z * s,
        x * z * (1.0 - c) + y * s,
        x * y * (1.0 - c) + z * s,
        y * y + (1.0 - y * y) * c,
        y * z * (1.0 - c) - x * s,
        x * z * (1.0 - c) - y * s,
        z * y * (1.0 - c) + x * s,
        z * z + (1.0 - z * z) * c,
    ]
}
