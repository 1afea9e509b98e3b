//! Values of other crates: nothing is known of them, and nothing is said of them.

use indexmap::IndexMap;
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};
use ndarray::{Array1, Array2, ArrayView1, Axis};
use num_complex::Complex64;
use rand::Rng;
use rand_distr::{Distribution, Normal};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

fn vectors(v: &DVector<f64>, k: f64) -> f64 {
    let w = v.map(|x| x * k);
    let u = &w + v * 2.0 - w.clone();
    let largest = u.max();
    let clipped = u.iter().map(|x| x.max(0.0)).sum::<f64>();
    largest + clipped + v.dot(&w) + w.norm() + v[0] + v.len() as f64
}

fn matrices(a: &DMatrix<f64>, b: &Matrix3<f64>, p: Vector3<f64>) -> Option<f64> {
    let inverse = b.try_inverse()?;
    let q = inverse * p + Vector3::new(1.0, 2.0, 3.0);
    let (rows, cols) = a.shape();
    let mut s = 0.0;
    for i in 0..rows {
        for j in 0..cols {
            s += a[(i, j)] * (i as f64 + q.x);
        }
    }
    for row in a.row_iter() {
        s += row.iter().sum::<f64>();
    }
    Some(s + q.norm_squared())
}

fn arrays(x: &Array1<f64>, w: &Array2<f64>, y: ArrayView1<'_, f64>) -> f64 {
    let z = w.dot(x) + &y;
    let mean = z.mean().unwrap_or(0.0);
    let total = w.sum_axis(Axis(0)).fold(0.0, |a, b| a + b);
    z.iter().zip(y.iter()).map(|(a, b)| (a - b).powi(2)).sum::<f64>() + mean + total
}

fn random<R: Rng>(rng: &mut R, n: usize, sigma: f64) -> f64 {
    let normal = Normal::new(0.0, sigma).unwrap();
    let mut s = 0.0;
    for _ in 0..n {
        let u: f64 = rng.random();
        let z = normal.sample(rng);
        s += u * sigma + z;
        if rng.random_bool(0.5) {
            s -= rng.random_range(0.0..1.0);
        }
    }
    s
}

fn maps(prices: &HashMap<String, f64>, order: &BTreeMap<u32, Vec<f64>>, seen: &HashSet<usize>, x: f64) -> f64 {
    let mut totals: HashMap<&str, f64> = HashMap::new();
    for (name, price) in prices {
        *totals.entry(name.as_str()).or_insert(0.0) += price * x;
    }
    let first = order.values().next().map(|v| v.iter().sum::<f64>()).unwrap_or(0.0);
    let best = totals.values().cloned().fold(0.0, f64::max);
    let named: IndexMap<String, f64> = IndexMap::new();
    if seen.contains(&3) { first + named["a"] } else { best * prices["b"] }
}

fn shared(data: &Rc<Vec<f64>>, table: Arc<[f64]>, z: Complex64) -> f64 {
    let w = z * z.conj() + Complex64::new(1.0, 0.0);
    data.iter().zip(table.iter()).map(|(a, b)| a * b).sum::<f64>() + w.re + w.norm()
}
