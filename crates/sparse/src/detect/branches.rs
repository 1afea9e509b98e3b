//! Runs on other branches than that of the point: comparisons are answered otherwise.

use super::recorder::Recorder;
use super::{Detected, Detector, PatternNumber};
use crate::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How comparisons are answered in a run, and how they were.
#[derive(Clone, Default)]
pub(crate) struct Branches {
    way: Way,
    /// Each answer, and how many there could have been.
    answers: Vec<(u8, u8)>,
}

/// How comparisons are answered.
#[derive(Clone, Default)]
enum Way {
    /// As at the point, and nothing is kept.
    #[default]
    Here,
    /// The first so, the others as at the point.
    Given(Vec<u8>),
    /// Up to that many the other way, the others as at the point.
    Other(usize),
    /// Up to that many by these random bits.
    Random(usize, u64),
}

impl Branches {
    pub(super) fn decide(&mut self, here: u8, answers: u8) -> u8 {
        let count = self.answers.len();
        let answer = match &mut self.way {
            Way::Here => return here,
            Way::Given(given) => given.get(count).copied().unwrap_or(here),
            Way::Other(most) if count < *most => (here + 1) % answers,
            Way::Random(most, state) if count < *most => {
                // Xorshift (Marsaglia 2003).
                *state ^= *state << 13;
                *state ^= *state >> 7;
                *state ^= *state << 17;
                (*state >> 33) as u8 % answers
            }
            Way::Other(_) | Way::Random(..) => here,
        };
        self.answers.push((answer, answers));
        answer
    }
}

/// With more ways than can be run, so many that find nothing new are the last.
const IDLE: usize = 3;

/// The union of what is found on the branch at the point and on others, in at most that many runs; see
/// [`Detector::run_branches`].
pub(super) fn explore(
    detector: Detector,
    recorder: &Recorder,
    inputs: &[f64],
    most: usize,
    f: &dyn Fn(&[PatternNumber<'static>]) -> Vec<PatternNumber<'static>>,
) -> Result<Detected, Error> {
    let run = |way: Way| {
        recorder.branches().replace(Branches { way, answers: Vec::new() });
        let found = detector.detect(recorder, inputs, &mut &*f);
        (found, recorder.branches().take().answers)
    };
    let (first, answers) = run(Way::Given(Vec::new()));
    let first = first?;
    let (branch, mut pattern) = (first.branch(), first.into_here());
    // Every way is run if there are likely to be few; each run is named by how its answers begin.
    let few = most.checked_ilog2().is_some_and(|doublings| answers.len() <= doublings as usize);
    let mut is_complete = few && !recorder.is_open();
    let long = 4 * answers.len() + 1000;
    let mut waiting: Vec<Vec<u8>> = Vec::new();
    // What follows on the answers of a run: each of the later ones otherwise; whether there is room for all.
    let fork = |waiting: &mut Vec<Vec<u8>>, answers: &[(u8, u8)], known: usize| {
        for (k, &(answer, count)) in answers.iter().enumerate().skip(known) {
            if waiting.len() >= most {
                return false;
            }
            let others = (0..count).filter(|&other| other != answer);
            waiting.extend(others.map(|other| answers[..k].iter().map(|a| a.0).chain([other]).collect()));
        }
        true
    };
    if few {
        is_complete &= fork(&mut waiting, &answers, 0);
    }
    let mut idle = 0;
    for k in 1..most {
        let way = match (few, k) {
            (true, _) => match waiting.pop() {
                Some(given) => Way::Given(given),
                None => break,
            },
            (false, 1) => Way::Other(long),
            (false, _) if answers.is_empty() => break,
            (false, _) => Way::Random(long, (k as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        };
        let known = if let Way::Given(given) = &way { given.len() } else { 0 };
        let Ok((other, answers)) = catch_unwind(AssertUnwindSafe(|| run(way))) else {
            recorder.branches().take();
            is_complete = false;
            continue;
        };
        is_complete &= !recorder.is_open();
        let before = pattern.entries();
        pattern = pattern.union(other?.here())?;
        idle = if pattern.entries() > before { 0 } else { idle + 1 };
        if !few && idle == IDLE {
            break;
        }
        if few {
            is_complete &= fork(&mut waiting, &answers, known);
        }
    }
    let is_everywhere = branch.is_none() || is_complete && waiting.is_empty();
    Ok(match detector.is_local() || !is_everywhere {
        true => Detected::local(pattern, branch),
        false => Detected::Global(pattern),
    })
}
