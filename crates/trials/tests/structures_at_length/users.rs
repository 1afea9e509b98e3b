//! First versions, as people write them: what has to be known of types that stand elsewhere in the text.

use std::ops::Mul;
use wengert::Differentiable;
use wengert::prelude::*;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{a} {b}");
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct State {
    level: f64,
    flow: f64,
}

impl State {
    const EMPTY: State = State { level: 0.0, flow: 1.0 };
}

#[differentiable]
impl State {
    fn plus(self, o: State, h: f64) -> State {
        State { level: self.level + h * o.level, flow: self.flow + h * o.flow }
    }
    /// Changes the state, and gives what it lost.
    fn leak(&mut self, share: f64) -> f64 {
        let lost = share * self.level;
        self.level -= lost;
        lost
    }
}

/// Structures by value, and functions that might change something.
#[differentiable]
fn steps(mut f: impl FnMut(f64, State) -> State, start: State, h: f64, n: usize) -> State {
    let mut s = start;
    for k in 0..n {
        let slope = f(k as f64 * h, s);
        s = s.plus(slope, h);
    }
    s
}

#[differentiable]
fn filled(rate: f64, h: f64) -> f64 {
    // What the closure takes and gives is said where `steps` stands.
    let end = steps(|t, s| State { level: rate * s.flow + t, flow: -s.level }, State::EMPTY, h, 2);
    end.level
}

#[test]
fn closures_take_what_the_function_says() {
    // One step: (h r, 1); two: (2 h r + h^2, ..).
    let (r, h) = (1.5, 0.25);
    let (value, (by_rate, by_h)) = filled::value_and_gradient(r, h);
    close(value, 2.0 * h * r + h * h);
    close(by_rate, 2.0 * h);
    close(by_h, 2.0 * r + 2.0 * h);
    assert_eq!(value.to_bits(), filled(r, h).to_bits());
}

#[differentiable]
fn bend(x: f64) -> f64 {
    x * x * x
}

#[differentiable]
fn pressed(s: State) -> State {
    State { level: s.level * s.flow, flow: s.flow }
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, g: &dyn Fn(State) -> State, s: State) -> f64 {
    let t = g(g(s));
    f(t.level) + f(2.0 * t.flow)
}

#[differentiable]
fn by_name(level: f64, flow: f64) -> f64 {
    twice(bend, &pressed, State { level, flow })
}

#[test]
fn functions_are_passed_by_name() {
    let (level, flow) = (0.5, 1.25);
    let t: f64 = level * flow * flow;
    let (value, (by_level, by_flow)) = by_name::value_and_gradient(level, flow);
    close(value, t.powi(3) + 8.0 * flow.powi(3));
    close(by_level, 3.0 * t * t * flow * flow);
    close(by_flow, 3.0 * t * t * 2.0 * level * flow + 24.0 * flow * flow);
}

/// What a sum begins with is a constant of a type.
#[differentiable]
fn gathered(states: &[State], weight: f64) -> f64 {
    let mut all = State::EMPTY;
    for s in states {
        all = all.plus(*s, weight);
    }
    all.level * all.flow
}

/// A method that gives something changes the variable, which changes elsewhere too.
#[differentiable]
fn drained(level: f64, share: f64, n: usize) -> f64 {
    let mut s = State { level, flow: 1.0 };
    let mut out = 0.0;
    for k in 0..n {
        out += s.leak(share) * s.level;
        s.level += 0.5;
        if k == 1 {
            s.leak(share);
        }
    }
    out + s.level
}

#[test]
fn constants_of_types_and_methods_that_change_and_give() {
    let states = [State { level: 2.0, flow: 3.0 }, State { level: 1.0, flow: -1.0 }];
    let (by_states, by_weight) = gathered::gradient(&states, 0.5);
    // 3 w (1 + 2 w)
    close(by_weight, 3.0 + 12.0 * 0.5);
    close(by_states[1].level, 0.5 * 2.0);
    close(by_states[0].flow, 0.5 * 1.5);
    // One round: a^2 p (1 - p) + a (1 - p) + 1/2.
    let (a, p) = (2.0, 0.25);
    let (by_level, by_share) = drained::gradient(a, p, 1);
    close(by_level, 2.0 * a * p * (1.0 - p) + 1.0 - p);
    close(by_share, a * a * (1.0 - 2.0 * p) - a);
    let (value, tangent) = drained::jvp(a, p, 3, 1.0, -0.5);
    let (by_level, by_share) = drained::gradient(a, p, 3);
    close(value, drained(a, p, 3));
    close(tangent, by_level - 0.5 * by_share);
}

/// A matrix of fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Matrix<const R: usize, const C: usize>([[f64; C]; R]);

#[differentiable]
impl<const R: usize, const C: usize> Matrix<R, C> {
    fn zeros() -> Self {
        Matrix([[0.0; C]; R])
    }
    fn transposed(&self) -> Matrix<C, R> {
        let mut t = Matrix([[0.0; R]; C]);
        for i in 0..R {
            for j in 0..C {
                t.0[j][i] = self.0[i][j];
            }
        }
        t
    }
}

#[differentiable]
impl<const R: usize, const K: usize, const C: usize> Mul<Matrix<K, C>> for Matrix<R, K> {
    type Output = Matrix<R, C>;
    fn mul(self, o: Matrix<K, C>) -> Matrix<R, C> {
        let mut out = Matrix([[0.0; C]; R]);
        for i in 0..R {
            for j in 0..C {
                for k in 0..K {
                    out.0[i][j] += self.0[i][k] * o.0[k][j];
                }
            }
        }
        out
    }
}

#[differentiable]
fn determinant(m: Matrix<2, 2>) -> f64 {
    let [[a, b], [c, d]] = m.0;
    a * d - b * c
}

#[differentiable]
fn gram(p: f64, q: f64) -> f64 {
    let m = Matrix([[1.0, p, 0.0], [q, 2.0, p]]);
    determinant(m * m.transposed())
}

#[test]
fn matrices_of_fixed_size() {
    assert_eq!(Matrix::<1, 2>::zeros().0, [[0.0, 0.0]]);
    let (p, q) = (0.5, -1.5);
    // (1 + p^2) (q^2 + 4 + p^2) - (q + 2 p)^2
    let (value, (by_p, by_q)) = gram::value_and_gradient(p, q);
    close(value, (1.0 + p * p) * (q * q + 4.0 + p * p) - (q + 2.0 * p).powi(2));
    close(by_p, 2.0 * p * (q * q + 4.0 + p * p) + 2.0 * p * (1.0 + p * p) - 4.0 * (q + 2.0 * p));
    close(by_q, (1.0 + p * p) * 2.0 * q - 2.0 * (q + 2.0 * p));
    assert_eq!(determinant::gradient(Matrix([[1.0, 2.0], [3.0, 5.0]])), Matrix([[5.0, -3.0], [-2.0, 1.0]]));
}

/// What gives constants is asked of the plain value.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Beam {
    ends: [usize; 2],
    stiffness: f64,
    held: Vec<usize>,
    extra: Option<Vec<f64>>,
}

/// Without derivatives: a constant wherever it is passed.
struct Mesh {
    order: Vec<usize>,
}

impl Mesh {
    fn size(&self) -> usize {
        self.order.len()
    }
}

#[differentiable]
impl Beam {
    fn at(&self) -> [usize; 2] {
        let [a, b] = self.ends;
        [a, b + 1]
    }
    fn is_held(&self, k: usize) -> bool {
        self.held.contains(&k)
    }
    fn load(&self, rows: &[Vec<f64>]) -> f64 {
        let more = match &self.extra {
            Some(list) => list.get(1).copied().unwrap_or(1.0) * list.first().map_or(2.0, |v| v * v),
            None => 3.0,
        };
        let [a, b] = self.at();
        let mut sum = more;
        for (k, row) in rows.iter().enumerate() {
            if !self.is_held(k) {
                let part = a..b.min(row.len());
                sum += self.stiffness * row[part.clone()].iter().sum::<f64>() * part.len() as f64;
            }
        }
        sum
    }
}

#[differentiable]
fn loaded(beams: &[Beam], mesh: &Mesh, #[constant] rows: &[Vec<f64>]) -> f64 {
    let mut total = 0.0;
    for k in 0..mesh.size() {
        total += beams[mesh.order[k]].load(rows);
    }
    total
}

#[test]
fn constants_of_structures() {
    let beam = |stiffness, extra| Beam { ends: [1, 1], stiffness, held: vec![0], extra };
    let beams = [beam(2.0, Some(vec![3.0, 5.0])), beam(4.0, Some(vec![3.0])), beam(1.0, None)];
    let rows = [vec![10.0; 4], vec![1.0, 7.0, 9.0], vec![0.0]];
    let rows = &rows[..2];
    let mesh = Mesh { order: vec![0, 1, 2, 0] };
    let (value, by_beams) = loaded::value_and_gradient(&beams, &mesh, rows);
    close(value, 2.0 * (45.0 + 14.0) + (9.0 + 28.0) + (3.0 + 7.0));
    assert_eq!(by_beams[0].stiffness, 14.0);
    assert_eq!(by_beams[0].extra, Some(vec![2.0 * 30.0, 2.0 * 9.0]));
    assert_eq!(by_beams[1].extra, Some(vec![6.0]));
    assert_eq!((by_beams[2].stiffness, by_beams[2].held[0]), (7.0, 0));
}

/// A list that begins as constants, and is replaced by lists of other lengths.
#[differentiable]
fn layered(weights: &[Vec<f64>], #[constant] inputs: &[Vec<f64>], #[constant] sizes: &[usize]) -> f64 {
    let mut total = 0.0;
    for input in inputs {
        let mut h = input.to_vec();
        for (row, &n) in weights.iter().zip(sizes) {
            h = (0..n).map(|i| h.iter().map(|v| v * row[i]).sum::<f64>()).collect();
        }
        let last = weights.iter().fold(h, |h, row| h.iter().map(|v| v * row[0]).chain([row[1]]).collect());
        total += last.iter().sum::<f64>();
    }
    total
}

#[test]
fn lists_that_are_replaced() {
    let (weights, inputs) = (vec![vec![2.0, 3.0], vec![0.5, 1.0]], vec![vec![1.0, 4.0, 2.0]]);
    // The sum of the inputs 7: (14, 21), (17.5); then 35, 3 and 17.5, 1.5, 1.
    let (value, by_weights) = layered::value_and_gradient(&weights, &inputs, &[2, 1]);
    close(value, 17.5 + 1.5 + 1.0);
    // 7 (a + b) c . a c + b c + d
    let (a, b, c) = (2.0, 3.0, 0.5);
    close(by_weights[0][0], 7.0 * c * a * c + 7.0 * (a + b) * c * c);
    close(by_weights[0][1], 7.0 * c * a * c + c);
    close(by_weights[1][0], 2.0 * 7.0 * (a + b) * a * c + b);
    close(by_weights[1][1], 1.0);
    assert_eq!(layered(&weights, &[], &[2, 1]), 0.0);
}

/// What an `Option` of rows, or a list that is returned, is of.
#[differentiable]
fn factored(m: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, String> {
    let mut out = Vec::new();
    for row in m {
        if row[0] <= 0.0 {
            return Err("not positive".to_string());
        }
        out.push(row.iter().map(|v| v / row[0]).collect::<Vec<f64>>());
    }
    Ok(out)
}

#[differentiable]
fn sum_of(rows: &[Vec<f64>]) -> f64 {
    rows.iter().map(|r| r.iter().sum::<f64>()).sum()
}

#[differentiable]
fn ratio(s: &State) -> f64 {
    let k = [s.level, s.flow, 5.0].map(|v| v * v);
    let square = [[s.level, 1.0], [s.flow, 2.0]].map(|row| row.map(|v| 2.0 * v));
    let rows = factored(&vec![vec![s.level, s.flow], vec![2.0, s.level]]).expect("positive");
    let last = k.iter().rposition(|v| *v < 4.0).unwrap().min(2);
    sum_of(&rows) + square[1][0] * k[last]
}

#[test]
fn results_of_rows() {
    let (a, b) = (0.5, 1.5);
    let g = ratio::gradient(&State { level: a, flow: b });
    // 1 + b / a + 1 + a / 2 + 2 b^3
    close(g.level, -b / (a * a) + 0.5);
    close(g.flow, 1.0 / a + 6.0 * b * b);
}
