//! An arm of several links, its program of commands and its own matrices, as people write them.

use super::{all_near, slopes};
use std::ops::{Index, IndexMut, Mul};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pose {
    turn: [[f64; 2]; 2],
    at: [f64; 2],
}

#[differentiable]
impl Pose {
    const HOME: Pose = Pose { turn: [[1.0, 0.0], [0.0, 1.0]], at: [0.0; 2] };
    fn apply(&self, v: [f64; 2]) -> [f64; 2] {
        let mut out = self.at;
        for i in 0..2 {
            for j in 0..2 {
                out[i] += self.turn[i][j] * v[j];
            }
        }
        out
    }
    fn turned(angle: f64) -> Pose {
        let (s, c) = angle.sin_cos();
        Pose { turn: [[c, -s], [s, c]], ..Self::HOME }
    }
    fn moved(&self, by: [f64; 2]) -> Pose {
        let at = self.apply(by);
        Pose { turn: self.turn, at }
    }
}

#[differentiable]
impl Mul for Pose {
    type Output = Pose;
    fn mul(self, o: Pose) -> Pose {
        let mut turn = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                turn[i][j] = (0..2).map(|k| self.turn[i][k] * o.turn[k][j]).sum();
            }
        }
        Pose { turn, at: self.apply(o.at) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Gear {
    Plain,
    Eased,
}

#[differentiable]
impl Gear {
    fn angle(self, x: f64) -> f64 {
        match self {
            Gear::Plain => x,
            Gear::Eased => x.tanh(),
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
enum Joint {
    Turning { gear: Gear, offset: f64 },
    Sliding(Gear, [f64; 2]),
}

#[derive(Clone, Debug, Differentiable)]
struct Arm {
    joints: Vec<Joint>,
    length: f64,
}

#[differentiable]
impl Joint {
    fn pose(&self, q: f64) -> Pose {
        match self {
            Joint::Turning { gear, offset } => Pose::turned(gear.angle(q) + offset),
            Joint::Sliding(gear, along) => Pose::HOME.moved([gear.angle(q) * along[0], q * along[1]]),
        }
    }
}

#[differentiable]
impl Arm {
    fn near(&self, q: &[f64]) -> Vec<(usize, usize)> {
        let mut pairs = vec![];
        for i in 0..q.len() {
            for j in i + 1..q.len() {
                if (q[i] - q[j]).abs() < self.length {
                    pairs.push((i, j));
                }
            }
        }
        pairs
    }
    fn neighbours(&self) -> Vec<(usize, usize)> {
        (1..self.joints.len()).map(|k| (k - 1, k)).collect()
    }
    fn tip(&self, q: &[f64]) -> [f64; 2] {
        let mut poses: Vec<Pose> = Vec::new();
        for (joint, q) in self.joints.iter().zip(q) {
            let base = if let Some(last) = poses.last() { *last } else { Pose::HOME };
            poses.push(base * joint.pose(*q) * Pose::HOME.moved([self.length, 0.0]));
        }
        poses.last().unwrap().apply([0.1, self.length])
    }
    fn strain(&self, q: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, j) in self.neighbours() {
            sum += (q[i] - q[j]).powi(2);
        }
        for (i, j) in self.near(q) {
            sum += 0.1 * q[i] * q[j];
        }
        sum
    }
}

#[differentiable]
fn miss(arm: &Arm, q: &[f64], goal: [f64; 2]) -> f64 {
    let tip = arm.tip(q);
    let strain = arm.strain(q);
    tip.iter().zip(&goal).map(|(a, b)| (a - b).powi(2)).sum::<f64>() + 0.1 * strain
}

#[test]
fn arrays_that_calls_give_fill_fields_and_ends_of_lists_have_methods() {
    let make = |x: &[f64]| {
        let (a, b) =
            (Joint::Turning { gear: Gear::Plain, offset: x[0] }, Joint::Turning { gear: Gear::Eased, offset: x[1] });
        Arm { joints: vec![a, b, Joint::Sliding(Gear::Eased, [x[2], x[3]])], length: x[4] }
    };
    let of = |x: &[f64]| miss(&make(x), &x[5..8], [x[8], x[9]]);
    let x = [0.1, -0.3, 0.4, 0.7, 0.9, 0.5, -0.2, 0.6, 1.1, 0.4];
    let (value, (by_arm, by_q, by_goal)) = miss::value_and_gradient(&make(&x), &x[5..8], [x[8], x[9]]);
    assert_eq!(value.to_bits(), of(&x).to_bits());
    let mut all = vec![];
    for joint in &by_arm.joints {
        match joint {
            Joint::Turning { offset, .. } => all.push(*offset),
            Joint::Sliding(_, along) => all.extend(along),
        }
    }
    all_near(&[&all[..], &[by_arm.length], &by_q, &by_goal].concat(), &slopes(of, &x));
}

#[derive(Clone, Debug, Differentiable)]
struct Grid {
    data: Vec<f64>,
    cols: usize,
}

#[differentiable]
impl Index<[usize; 2]> for Grid {
    type Output = f64;
    fn index(&self, [i, j]: [usize; 2]) -> &f64 {
        &self.data[i * self.cols + j]
    }
}

#[differentiable]
impl IndexMut<[usize; 2]> for Grid {
    fn index_mut(&mut self, [i, j]: [usize; 2]) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Command {
    Hold { target: f64, ticks: usize },
    Stop,
}

#[differentiable]
fn run(grid: &Grid, #[constant] program: &[Command], x: f64) -> f64 {
    let mut out = Grid { data: vec![0.0; 4], cols: 2 };
    for i in 0..2 {
        for j in 0..2 {
            out[[j, i]] = grid[[i, j]] * x;
        }
    }
    for command in program {
        if *command == Command::Stop {
            out[[0, 1]] += x * x;
        } else if let Command::Hold { target, ticks } = command {
            out[[1, 1]] *= (target * x).powi(*ticks as i32);
        }
    }
    (0..2).map(|i| out[[i, i]]).sum::<f64>() * out[[0, 1]]
}

#[test]
fn constants_behind_references_are_compared_and_arrays_index() {
    let program = [Command::Hold { target: 1.5, ticks: 2 }, Command::Stop];
    let grid = |x: &[f64]| Grid { data: x[..4].to_vec(), cols: 2 };
    let x = [0.3, 0.7, -0.4, 0.9, 0.6];
    let (value, (by_grid, by_x)) = run::value_and_gradient(&grid(&x), &program, x[4]);
    assert_eq!(value.to_bits(), run(&grid(&x), &program, x[4]).to_bits());
    all_near(&[&by_grid.data[..], &[by_x]].concat(), &slopes(|x| run(&grid(x), &program, x[4]), &x));
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Species {
    A,
    B,
}

impl Species {
    const ALL: [Species; 2] = [Species::A, Species::B];
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Mixture {
    amounts: [f64; 2],
}

#[differentiable]
impl Index<Species> for Mixture {
    type Output = f64;
    fn index(&self, s: Species) -> &f64 {
        &self.amounts[s as usize]
    }
}

#[differentiable]
impl Mixture {
    const NONE: Mixture = Mixture { amounts: [1.0, 0.0] };
    fn then(self, next: Mixture) -> Mixture {
        Mixture { amounts: [self[Species::A] * next[Species::A], self[Species::B] + next[Species::B]] }
    }
    fn total(&self) -> f64 {
        Species::ALL.iter().map(|s| self[*s]).sum()
    }
}

#[differentiable]
fn mixed(list: &[Mixture], x: f64) -> f64 {
    let all = list.iter().copied().fold(Mixture::NONE, |m, n| m.then(n));
    let more = all.then(Mixture { amounts: [x, x * x] });
    if more.total() > 0.0 { more.total() * all[Species::B] } else { x }
}

#[test]
fn methods_have_names_of_others_and_references_to_choices_are_followed() {
    let list = |x: &[f64]| [Mixture { amounts: [x[0], x[1]] }, Mixture { amounts: [x[2], x[3]] }];
    let x = [0.5, 0.7, 1.3, 0.2, 0.9];
    let (value, (by_list, by_x)) = mixed::value_and_gradient(&list(&x), x[4]);
    assert_eq!(value.to_bits(), mixed(&list(&x), x[4]).to_bits());
    let by: Vec<f64> = by_list.iter().flat_map(|m| m.amounts).chain([by_x]).collect();
    all_near(&by, &slopes(|x| mixed(&list(x), x[4]), &x));
}
