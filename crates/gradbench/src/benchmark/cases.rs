//! The evals at the sizes of the table.

use bench::data::{self, Mixture, Network};
use gradbench::Failure;
use gradbench::evals::{
    BaInput, DetInput, GmmInput, HtData, HtInput, HtModel, KmeansInput, LlsqInput, LseInput, LstmInput, OdeInput,
    ParticleInput, SaddleInput,
};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::path::Path;

/// An eval at one size.
pub(crate) struct Case {
    /// The eval and its size.
    pub(crate) name: &'static str,
    pub(crate) eval: &'static str,
    pub(crate) input: Box<RawValue>,
    /// The place of the derivative among the eval's functions.
    pub(crate) function: usize,
    /// Whether the eval is a search, which is measured against the search by derivatives written by hand.
    pub(crate) search: bool,
    /// What the derivative is held to, in times of the function: what must be reached, and what is aimed at.
    pub(crate) gate: f64,
    pub(crate) goal: f64,
    /// Whether there is the function with `math = "vector"`, too.
    pub(crate) vector: bool,
    /// Whether dual numbers end before one loses patience.
    pub(crate) dual: bool,
    /// Whether a recording fits into a small machine's memory.
    pub(crate) program: bool,
    /// Whether the work can be shared among threads.
    pub(crate) shared: bool,
}

/// All cases: an input from `folder`, laid out as GradBench lays it out, where it has one of the size, otherwise
/// generated as GradBench does.
pub(crate) fn all(folder: Option<&Path>) -> Result<Vec<Case>, Failure> {
    let find = |case: Case, file: &str| -> Result<Case, Failure> {
        let Some(path) = folder.map(|folder| folder.join(case.eval).join(file)).filter(|path| path.exists()) else {
            return Ok(case);
        };
        let text = super::read(&path)?;
        let input =
            RawValue::from_string(text).map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        Ok(Case { input, ..case })
    };
    let case = |name, eval, input, (gate, goal)| Case {
        name,
        eval,
        input,
        function: 1,
        search: false,
        gate,
        goal,
        vector: matches!(eval, "gmm" | "lse" | "llsq" | "kmeans" | "ode"),
        dual: true,
        program: true,
        shared: true,
    };
    let search = |name, eval, input, function, limits| Case {
        function,
        search: true,
        shared: false,
        ..case(name, eval, input, limits)
    };
    Ok(vec![
        find(case("gmm 2_5", "gmm", gmm(2, 5)?, (2.7, 1.6)), "s__2_5_1000.json")?,
        find(Case { dual: false, ..case("gmm 10_25", "gmm", gmm(10, 25)?, (2.3, 1.4)) }, "m__10_25_1000.json")?,
        find(
            Case { dual: false, program: false, ..case("gmm 32_50", "gmm", gmm(32, 50)?, (2.5, 2.0)) },
            "l__32_50_1000.json",
        )?,
        find(case("ba1", "ba", ba()?, (3.9, 3.0)), "s__ba1_n49_m7776_p31843.json")?,
        find(Case { shared: false, ..case("lstm l2_c1024", "lstm", lstm()?, (1.8, 1.3)) }, "s__l2_c1024.json")?,
        find(Case { dual: false, ..case("lse 80000", "lse", lse()?, (1.15, 0.5)) }, "m__n80000.json")?,
        find(case("llsq 1024", "llsq", llsq()?, (1.6, 1.3)), "m__n1024_m128.json")?,
        find(
            Case { dual: false, program: false, ..case("kmeans 100_1000_16", "kmeans", kmeans()?, (1.3, 0.8)) },
            "m__k100_n1000_d16.json",
        )?,
        find(Case { shared: false, ..case("ode 1000_10", "ode", ode()?, (3.3, 2.0)) }, "s__n1000_s10.json")?,
        Case { shared: false, program: false, ..case("ht 544_192", "ht", ht()?, (20.0, 10.0)) },
        Case { shared: false, ..case("det 8", "det", det()?, (3.0, 2.0)) },
        search("particle rr", "particle", particle()?, 0, (2.5, 2.0)),
        search("particle ff", "particle", particle()?, 3, (2.2, 1.5)),
        search("saddle rr", "saddle", saddle()?, 0, (5.5, 3.0)),
        search("saddle ff", "saddle", saddle()?, 3, (9.5, 4.0)),
    ])
}

fn raw(input: &impl Serialize) -> Result<Box<RawValue>, Failure> {
    Ok(to_raw_value(input)?)
}

fn rows(list: &[f64], columns: usize) -> Vec<Vec<f64>> {
    list.chunks(columns).map(<[f64]>::to_vec).collect()
}

fn gmm(d: usize, k: usize) -> Result<Box<RawValue>, Failure> {
    const POINTS: usize = 1000;
    let mixture = Mixture::new(d, k, POINTS);
    let [alpha, mu, q, l] = mixture.split();
    raw(&GmmInput {
        d,
        k,
        n: POINTS,
        x: rows(&mixture.x, d),
        m: 0,
        gamma: 1.0,
        alpha: alpha.to_vec(),
        mu: rows(mu, d),
        q: rows(q, d),
        l: rows(l, d * (d - 1) / 2),
    })
}

/// A camera that looks at a point from some distance, and where it sees it.
fn ba() -> Result<Box<RawValue>, Failure> {
    raw(&BaInput {
        n: 49,
        m: 7776,
        p: 31843,
        cam: [0.3, -0.2, 0.1, 1.0, 2.0, -30.0, 400.0, 3.0, -5.0, 0.08, 0.003],
        x: [7.0, 0.5, 3.0],
        w: 0.4,
        feat: [60.0, -20.0],
    })
}

/// A hand of GradBench's size: 22 bones, 544 corners of which each moves with three of them, and 192 points that were seen.
fn ht() -> Result<Box<RawValue>, Failure> {
    const BONES: usize = 22;
    const CORNERS: usize = 544;
    let numbers = data::uniforms(16 * BONES);
    let place = |bone: usize| {
        let mut matrix = [[0.0; 4]; 4];
        for i in 0..3 {
            matrix[i] = std::array::from_fn(|j| numbers[16 * bone + 4 * i + j] - 0.5);
        }
        matrix[3][3] = 1.0;
        matrix
    };
    let weights =
        |corner: usize| (0..BONES).map(|bone| if (bone + corner).is_multiple_of(7) { 0.3 } else { 0.0 }).collect();
    let model = HtModel {
        parents: (0..BONES as i64).map(|bone| if bone == 0 { -1 } else { (bone - 1) / 4 * 4 }).collect(),
        base_relatives: (0..BONES).map(place).collect(),
        inverse_base_absolutes: (0..BONES).rev().map(place).collect(),
        base_positions: data::uniforms(3 * CORNERS).chunks(3).map(|p| [p[0], p[1], p[2], 1.0]).collect(),
        weights: (0..CORNERS).map(weights).collect(),
        triangles: (0..CORNERS).map(|k| [k, (k + 1) % CORNERS, (k + 40) % CORNERS]).collect(),
        is_mirrored: false,
    };
    let seen: Vec<usize> = (0..192).map(|i| 37 * i % CORNERS).collect();
    let points = data::uniforms(3 * seen.len()).chunks(3).map(|p| [p[0], p[1], p[2]]).collect();
    let us = data::uniforms(2 * seen.len()).chunks(2).map(|u| [u[0], u[1] / 2.0]).collect();
    raw(&HtInput { theta: data::uniforms(26), data: HtData { model, correspondences: seen, points }, us })
}

fn lstm() -> Result<Box<RawValue>, Failure> {
    let network = Network::new(2, 14, 1024);
    let (main, extra) = network.split();
    let b = network.b;
    raw(&LstmInput {
        main_params: rows(main, 4 * b),
        extra_params: rows(extra, b),
        state: rows(&network.state, b),
        sequence: rows(&network.sequence, b),
    })
}

fn lse() -> Result<Box<RawValue>, Failure> {
    raw(&LseInput { x: data::uniforms(80_000) })
}

fn llsq() -> Result<Box<RawValue>, Failure> {
    raw(&LlsqInput { x: data::uniforms(128), n: 1024 })
}

fn kmeans() -> Result<Box<RawValue>, Failure> {
    let (n, k, d) = (1000, 100, 16);
    let all = rows(&data::uniforms((n + k) * d), d);
    raw(&KmeansInput { points: all[..n].to_vec(), centroids: all[n..].to_vec() })
}

fn ode() -> Result<Box<RawValue>, Failure> {
    raw(&OdeInput { x: data::uniforms(1000), s: 10 })
}

fn det() -> Result<Box<RawValue>, Failure> {
    raw(&DetInput { a: data::uniforms(64), ell: 8 })
}

fn particle() -> Result<Box<RawValue>, Failure> {
    raw(&ParticleInput { w: 0.0 })
}

fn saddle() -> Result<Box<RawValue>, Failure> {
    raw(&SaddleInput { start: [1.0, 1.0] })
}
