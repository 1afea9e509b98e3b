//! Which comes first: lists and arrays, and types with an order of their own.

use std::cmp::Ordering;
use wengert::prelude::*;

#[differentiable]
fn of_lists(x: f64, y: f64) -> f64 {
    let by_first = if [x, y] <= [x, x * y] { x } else { y * 2.0 };
    let by_length = if vec![x] < vec![x, y] { x * y } else { y };
    let list = [x, y, 1.0];
    let by_slices = if list[..2] > list[1..] { x * 3.0 } else { y * y };
    let counts = [[3, 1], [2, 2]];
    by_first + by_length * by_slices + if counts[0] > counts[1] { x * x } else { 0.0 }
}

#[derive(Clone, Copy, Debug)]
struct Job {
    cost: f64,
    id: u32,
}

impl PartialEq for Job {
    fn eq(&self, other: &Job) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Job {}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Job) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Job {
    fn cmp(&self, other: &Job) -> Ordering {
        other.cost.total_cmp(&self.cost).then(self.id.cmp(&other.id))
    }
}

#[differentiable]
fn of_jobs(x: f64, y: f64) -> f64 {
    let jobs: Vec<Job> = [x, y, x * y].into_iter().zip(1..).map(|(cost, id)| Job { cost, id }).collect();
    let (most, least) = (jobs.iter().max().unwrap(), jobs.iter().copied().min().unwrap());
    let by_key = jobs.iter().max_by_key(|job| job.id % 2).unwrap();
    most.cost * 2.0 + least.cost * x + by_key.cost * by_key.id as f64
}

#[differentiable]
fn summed_by_path(x: f64, y: f64) -> f64 {
    let list = [x, y, x * y];
    Iterator::sum::<f64>(list.iter().map(|v| v * v)) * <f64 as std::iter::Sum<f64>>::sum(list.into_iter())
}

#[test]
fn which_comes_first() {
    held_at!([[0.7, 1.3], [2.1, -0.4], [-0.3, 0.6]]; of_lists of_jobs summed_by_path);
}
