//! ht: the errors of a hand's pose, and their Jacobian.

use super::{Pair, rows};
use crate::engine::{Engine, Settings};
use crate::failure::Failure;
use crate::input::{at_least, length, size};
use crate::objectives::ht::{BONES, Hand, Influence, POSE, Sighting, corner_errors, errors};
use crate::replay::Replay;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wengert::{Differentiate, Mode};

/// A pose, a hand, and points that were seen of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct HtInput {
    /// A rotation vector, a translation, and for each of five fingers four angles.
    pub theta: Vec<f64>,
    /// The hand and the points.
    pub data: HtData,
    /// The shares of the first two corners in each point; none where points are corners.
    #[serde(default)]
    pub us: Vec<[f64; 2]>,
}

/// A hand, and points that were seen of it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct HtData {
    /// The hand.
    pub model: HtModel,
    /// The triangle that each point belongs to; without shares, the corner.
    pub correspondences: Vec<usize>,
    /// Where the points were seen.
    pub points: Vec<[f64; 3]>,
}

/// A hand at rest; names of bones are not read.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct HtModel {
    /// The parent of each bone, which comes before it, or -1.
    pub parents: Vec<i64>,
    /// The place of each bone beside its parent.
    pub base_relatives: Vec<[[f64; 4]; 4]>,
    /// What takes the hand at rest to each bone.
    pub inverse_base_absolutes: Vec<[[f64; 4]; 4]>,
    /// The corners of the skin.
    pub base_positions: Vec<[f64; 4]>,
    /// By corners, the share of each bone.
    pub weights: Vec<Vec<f64>>,
    /// The triangles of the skin.
    pub triangles: Vec<[usize; 3]>,
    /// Whether it is the other hand.
    pub is_mirrored: bool,
}

/// `objective` and `jacobian` of a pose: with shares, by a shift of all points in their triangles and by the pose.
pub struct Ht {
    settings: Settings,
    pose: Vec<f64>,
    hand: Hand,
    sightings: Vec<Sighting>,
    has_shares: bool,
    errors: Vec<f64>,
    jacobian: Vec<f64>,
    replay: Replay,
}

impl Ht {
    /// The eval on an input.
    ///
    /// # Errors
    /// If lists do not fit each other, an index is outside, or a bone has no parent before it.
    pub fn new(input: HtInput, settings: &Settings) -> Result<Ht, Failure> {
        let HtInput { theta, data: HtData { model, correspondences, points }, us } = input;
        length("theta", &theta, POSE)?;
        length("points", &points, correspondences.len())?;
        if !us.is_empty() {
            length("us", &us, correspondences.len())?;
        }
        let (triangles, corners) = (&model.triangles, model.base_positions.len());
        let sighting = |i: usize| {
            let name = correspondences[i];
            let corners_of = match us.is_empty() {
                true => Some([name; 3]),
                false => triangles.get(name).copied(),
            };
            let inside = corners_of.filter(|list| list.iter().all(|&corner| corner < corners));
            let corners = inside.ok_or_else(|| {
                let text = format!("`correspondences[{i}]` is {name}, which leads to none of {corners} corners");
                Failure::new(text)
            })?;
            Ok(Sighting { corners, shares: us.get(i).copied().unwrap_or([0.0; 2]), seen: points[i] })
        };
        let sightings = (0..correspondences.len()).map(sighting).collect::<Result<Vec<_>, Failure>>()?;
        size(&[sightings.len(), 3, POSE + 2])?;
        Ok(Ht {
            settings: settings.clone(),
            pose: theta,
            hand: hand(&model)?,
            has_shares: !us.is_empty(),
            errors: vec![0.0; 3 * sightings.len()],
            jacobian: vec![0.0; 3 * sightings.len() * if us.is_empty() { POSE } else { POSE + 2 }],
            sightings,
            replay: Replay::default(),
        })
    }

    /// The numbers of a row of the Jacobian.
    fn columns(&self) -> usize {
        if self.has_shares { POSE + 2 } else { POSE }
    }
}

/// The hand as the objective has it.
fn hand(model: &HtModel) -> Result<Hand, Failure> {
    let bones = model.parents.len();
    at_least("parents", bones, BONES)?;
    length("base_relatives", &model.base_relatives, bones)?;
    length("inverse_base_absolutes", &model.inverse_base_absolutes, bones)?;
    length("weights", &model.weights, model.base_positions.len())?;
    let parent = |(bone, &parent): (usize, &i64)| match usize::try_from(parent) {
        Ok(before) if before < bone => Ok(before),
        _ if parent == -1 => Ok(bone),
        _ => Err(Failure::new(format!("`parents[{bone}]` is {parent}, expected an earlier bone or -1"))),
    };
    let mut influences = Vec::new();
    for (point, weights) in model.weights.iter().enumerate() {
        length(&format!("weights[{point}]"), weights, bones)?;
        let some = weights.iter().enumerate().filter(|&(_, &weight)| weight != 0.0);
        influences.extend(some.map(|(bone, &weight)| Influence { point, bone, weight }));
    }
    Ok(Hand {
        parents: model.parents.iter().enumerate().map(parent).collect::<Result<_, _>>()?,
        relatives: affine("base_relatives", &model.base_relatives)?,
        inverses: affine("inverse_base_absolutes", &model.inverse_base_absolutes)?,
        positions: model.base_positions.clone(),
        influences,
        is_mirrored: model.is_mirrored,
    })
}

/// The first three rows of matrices whose last is 0 0 0 1.
fn affine(name: &str, matrices: &[[[f64; 4]; 4]]) -> Result<Vec<[f64; 12]>, Failure> {
    let matrix = |(i, matrix): (usize, &[[f64; 4]; 4])| match matrix[3] == [0.0, 0.0, 0.0, 1.0] {
        true => Ok(std::array::from_fn(|k| matrix[k / 4][k % 4])),
        false => Err(Failure::new(format!("`{name}[{i}]` ends in a row other than 0, 0, 0, 1"))),
    };
    matrices.iter().enumerate().map(matrix).collect()
}

impl Pair for Ht {
    const FUNCTIONS: [&'static str; 2] = ["objective", "jacobian"];

    fn primal(&mut self) {
        self.errors = match self.has_shares {
            true => errors(&[0.0; 2], &self.pose, &self.hand, &self.sightings),
            false => corner_errors(&self.pose, &self.hand, &self.sightings),
        };
    }

    fn primal_output(&self) -> Value {
        self.errors[..].into()
    }

    fn derivative(&mut self) {
        let (pose, hand, sightings) = (&self.pose, &self.hand, &self.sightings);
        let x = [&[0.0; 2], &pose[..]].concat();
        let mode = match self.settings.engine {
            Engine::Adjoint | Engine::Vector => Mode::Auto,
            Engine::Tape => Mode::Reverse,
            Engine::Dual => Mode::Forward,
            Engine::Program => {
                let outputs = 3 * sightings.len();
                self.jacobian = match self.has_shares {
                    true => self.replay.by_columns(&x, outputs, |x| errors::eval(&x[..2], &x[2..], hand, sightings)),
                    false => self.replay.by_columns(pose, outputs, |x| corner_errors::eval(x, hand, sightings)),
                };
                return;
            }
        };
        let (y, jacobian) = (&mut self.errors, &mut self.jacobian);
        match self.has_shares {
            true => errors::function(&[0.0; 2], pose, hand, sightings).value_and_jacobian_into(mode, &x, y, jacobian),
            false => corner_errors::function(pose, hand, sightings).value_and_jacobian_into(mode, pose, y, jacobian),
        }
    }

    fn derivative_output(&self) -> Value {
        rows(&self.jacobian, self.columns())
    }

    fn derivatives(&self) -> &[f64] {
        &self.jacobian
    }
}
