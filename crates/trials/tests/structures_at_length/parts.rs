//! Parts of structures that are arrays: lent, gathered into rows, and rows that methods give, handed on.

use super::{all_near, slopes};
use wengert::Differentiable;
use wengert::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Belief {
    mean: [f64; 2],
    cov: [[f64; 2]; 2],
}

#[derive(Clone, Debug, Differentiable)]
struct Filter {
    belief: Belief,
    noise: f64,
    spent: f64,
}

#[differentiable]
impl Filter {
    fn update(&mut self, z: f64) {
        let b = &mut self.belief;
        let innovation = z - b.mean[0];
        let s = b.cov[0][0] + self.noise;
        let gain = [b.cov[0][0] / s, b.cov[1][0] / s];
        b.mean[0] += gain[0] * innovation;
        b.mean[1] += gain[1] * innovation;
        let old = b.cov;
        for i in 0..2 {
            for j in 0..2 {
                b.cov[i][j] = old[i][j] - gain[i] * old[0][j];
            }
        }
        self.spent += innovation * innovation / s + s.ln();
    }
}

#[differentiable]
fn filtered(noise: f64, z: &[f64]) -> f64 {
    let mut filter = Filter { belief: Belief { mean: [0.1, 0.0], cov: [[2.0, 0.3], [0.3, 1.0]] }, noise, spent: 0.0 };
    for z in z {
        filter.update(*z);
    }
    filter.spent + filter.belief.mean[1] + filter.belief.cov[1][1]
}

#[test]
fn a_part_with_lists_is_lent_and_changed() {
    let x = [0.5, 1.0, 0.7, 1.2];
    let (v, (by_noise, by_z)) = filtered::value_and_gradient(x[0], &x[1..]);
    assert_eq!(v.to_bits(), filtered(x[0], &x[1..]).to_bits());
    all_near(&[vec![by_noise], by_z].concat(), &slopes(|x| filtered(x[0], &x[1..]), &x));
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Vertex {
    position: [f64; 3],
}

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    vertices: Vec<Vertex>,
    triangles: Vec<[usize; 3]>,
}

#[differentiable]
impl Mesh {
    fn corners(&self, tri: &[usize; 3]) -> [[f64; 3]; 3] {
        [self.vertices[tri[0]].position, self.vertices[tri[1]].position, self.vertices[tri[2]].position]
    }
    fn volume(&self) -> f64 {
        let mut sum = 0.0;
        for tri in &self.triangles {
            let [a, b, c] = self.corners(tri);
            sum += a[0] * (b[1] * c[2] - b[2] * c[1]);
        }
        let m = self.triangles.iter().map(|tri| self.corners(tri)[1][2]).sum::<f64>();
        sum * m
    }
}

#[test]
fn rows_are_gathered_from_fields_and_triangles_are_lent() {
    let x = [0.1, 1.0, 0.3, 1.1, 0.2, 0.4, 0.2, 0.9, 1.3, 0.5, 0.6, 0.8];
    let mesh = |x: &[f64]| Mesh {
        vertices: x.chunks(3).map(|c| Vertex { position: [c[0], c[1], c[2]] }).collect(),
        triangles: vec![[0, 1, 2], [3, 2, 0]],
    };
    let (v, g) = mesh(&x).volume_value_and_gradient();
    assert_eq!(v.to_bits(), mesh(&x).volume().to_bits());
    let g: Vec<f64> = g.vertices.iter().flat_map(|v| v.position).collect();
    all_near(&g, &slopes(|x| mesh(x).volume(), &x));
}

#[differentiable]
trait Kernel {
    fn at(&self, x: f64, y: f64) -> f64;
    fn gram(&self, xs: &[f64]) -> Vec<Vec<f64>> {
        xs.iter().map(|&x| xs.iter().map(|&y| self.at(x, y)).collect()).collect()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Rbf {
    variance: f64,
    length: f64,
}

#[differentiable]
impl Kernel for Rbf {
    fn at(&self, x: f64, y: f64) -> f64 {
        self.variance * (-0.5 * ((x - y) / self.length).powi(2)).exp()
    }
}

#[differentiable]
fn product(a: &[Vec<f64>], b: Vec<Vec<f64>>) -> f64 {
    a.iter().zip(&b).map(|(p, q)| p[0] * q[1]).sum()
}

#[differentiable]
fn evidence<K: Kernel>(kernel: &K, xs: &[f64]) -> f64 {
    product(&kernel.gram(xs), kernel.gram(&xs[1..]))
}

#[test]
fn rows_of_a_method_are_handed_on() {
    let (x, rbf) = ([1.3, 0.8, 0.1, 0.5, 1.2, 1.9], |x: &[f64]| Rbf { variance: x[0], length: x[1] });
    let (v, (by_kernel, by_x)) = evidence::value_and_gradient(&rbf(&x), &x[2..]);
    assert_eq!(v.to_bits(), evidence(&rbf(&x), &x[2..]).to_bits());
    let g = [vec![by_kernel.variance, by_kernel.length], by_x].concat();
    all_near(&g, &slopes(|x| evidence(&rbf(x), &x[2..]), &x));
}

#[derive(Clone, Debug, Differentiable)]
struct Groups {
    ill: [f64; 2],
    well: [f64; 2],
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    rate: f64,
}

#[differentiable]
impl Model {
    fn run(&self, start: &Groups, n: usize) -> Vec<Groups> {
        let mut states = vec![start.clone()];
        for k in 0..n {
            let next = Groups { ill: states[k].ill.map(|v| self.rate * v), well: states[k].ill };
            states.push(next);
        }
        states
    }
}

#[differentiable]
fn burden(model: &Model, ill: [f64; 2], n: usize) -> f64 {
    let states = model.run(&Groups { ill, well: [0.0; 2] }, n);
    let last = states.last().map(|c| c.well.iter().sum::<f64>()).unwrap_or(0.0);
    let peak = states.iter().map(|c| c.ill.iter().sum::<f64>()).fold(0.0, f64::max);
    let first = match states.first() {
        Some(c) => c.ill.iter().product(),
        None => 0.0,
    };
    peak * last + first
}

#[test]
fn lists_in_the_ends_of_a_list() {
    let x = [1.2, 0.4, 0.7];
    let (v, (by_model, by_ill)) = burden::value_and_gradient(&Model { rate: x[0] }, [x[1], x[2]], 3);
    let f = |x: &[f64]| burden(&Model { rate: x[0] }, [x[1], x[2]], 3);
    assert_eq!(v.to_bits(), f(&x).to_bits());
    all_near(&[by_model.rate, by_ill[0], by_ill[1]], &slopes(f, &x));
}

#[derive(Clone, Debug, Differentiable)]
enum Layer {
    Dense { weights: Vec<Vec<f64>>, bias: Vec<f64> },
    Shift { by: Vec<f64> },
    Scale(#[constant] f64),
}

#[differentiable]
impl Layer {
    fn forward(&self, x: Vec<f64>) -> Vec<f64> {
        match self {
            Layer::Dense { weights, bias } => {
                let mut out = bias.clone();
                for (o, row) in out.iter_mut().zip(weights) {
                    for (w, x) in row.iter().zip(&x) {
                        *o += w * x;
                    }
                }
                out
            }
            Layer::Shift { by } => x.iter().zip(by).map(|(x, b)| x + b).collect(),
            Layer::Scale(k) => x.iter().map(|v| v * (1.0 - k)).collect(),
        }
    }
    /// The same on a tape, where what is constant meets numbers.
    #[tape]
    fn recorded(&self, x: Vec<f64>) -> Vec<f64> {
        match self {
            Layer::Dense { bias, .. } => x.iter().zip(bias).map(|(x, b)| x * b).collect(),
            Layer::Shift { by } => x.iter().zip(by).map(|(x, b)| x + b).collect(),
            Layer::Scale(k) => x.iter().map(|v| *v * (1.0 - k)).collect(),
        }
    }
}

#[differentiable]
fn stacked(layers: &[Layer], x: &[f64]) -> f64 {
    let y = layers.iter().fold(x.to_vec(), |y, layer| layer.forward(y));
    let z = layers.iter().fold(x.to_vec(), |z, layer| layer.recorded(z));
    y[0] * y[1] + z[0] * z[1]
}

#[test]
fn arms_give_lists_of_fields_and_others() {
    let layers = |x: &[f64]| {
        vec![
            Layer::Dense { weights: vec![x[..2].to_vec(), x[2..4].to_vec()], bias: x[4..6].to_vec() },
            Layer::Shift { by: x[6..8].to_vec() },
            Layer::Scale(0.3),
        ]
    };
    let x = [0.5, -0.3, 0.8, 1.1, 0.2, 0.4, -0.6, 0.9, 1.3, 0.7];
    let (v, (by_layers, by_x)) = stacked::value_and_gradient(&layers(&x), &x[8..]);
    assert_eq!(v.to_bits(), stacked(&layers(&x), &x[8..]).to_bits());
    let numbers = by_layers.iter().flat_map(|layer| match layer {
        Layer::Dense { weights, bias } => weights.iter().flatten().chain(bias).copied().collect(),
        Layer::Shift { by } => by.clone(),
        Layer::Scale(_) => vec![],
    });
    let g: Vec<f64> = numbers.chain(by_x).collect();
    all_near(&g, &slopes(|x| stacked(&layers(x), &x[8..]), &x));
}

#[differentiable]
impl Mesh {
    fn springs(&self, stiffness: f64) -> (f64, Vec<Vertex>) {
        let mut pulls = vec![Vertex { position: [0.0; 3] }; self.vertices.len()];
        let mut energy = 0.0;
        for tri in &self.triangles {
            for k in 0..3 {
                let d = self.vertices[tri[1]].position[k] - self.vertices[tri[0]].position[k];
                energy += 0.5 * stiffness * d * d;
                pulls[tri[0]].position[k] += stiffness * d;
            }
        }
        (energy, pulls)
    }
    fn stepped(&self, stiffness: f64) -> f64 {
        let (energy, pulls) = self.springs(stiffness);
        let mut sum = energy;
        for i in 0..pulls.len() {
            sum += pulls[i].position[0] * self.vertices[i].position[1];
        }
        sum
    }
}

#[test]
fn a_list_of_structures_beside_a_number() {
    let x = [0.1, 1.0, 0.3, 1.1, 0.2, 0.4, 0.2, 0.9, 1.3, 1.7];
    let mesh = |x: &[f64]| Mesh {
        vertices: x[..9].chunks(3).map(|c| Vertex { position: [c[0], c[1], c[2]] }).collect(),
        triangles: vec![[0, 1, 2], [1, 2, 0]],
    };
    let (v, (by_mesh, by_stiffness)) = mesh(&x).stepped_value_and_gradient(x[9]);
    assert_eq!(v.to_bits(), mesh(&x).stepped(x[9]).to_bits());
    let g: Vec<f64> = by_mesh.vertices.iter().flat_map(|v| v.position).chain([by_stiffness]).collect();
    all_near(&g, &slopes(|x| mesh(x).stepped(x[9]), &x));
}

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    update: Filter,
    reset: Filter,
}

#[differentiable]
fn weighed(cell: &Cell, mesh: &Mesh) -> f64 {
    let norm: f64 = [&cell.update, &cell.reset].iter().map(|f| f.belief.mean.iter().map(|m| m * m).sum::<f64>()).sum();
    let mut sum = 0.0;
    for filter in [&cell.update, &cell.reset] {
        sum += filter.noise * filter.belief.cov[0][1];
    }
    for [i, j, _] in &mesh.triangles {
        sum += mesh.vertices[*i].position[0] * mesh.vertices[*j].position[1];
    }
    let twice = mesh.triangles.iter().map(|&[i, _, k]| mesh.vertices[i].position[1] * mesh.vertices[k].position[2]);
    sum * norm + twice.sum::<f64>()
}

#[test]
fn arrays_of_references_and_patterns_of_triangles() {
    let x = [0.5, 0.2, 0.7, -0.4, 0.3, 1.1, 0.9, 0.6, 1.2, 0.8, 0.1, 0.4, 0.7, 1.3, 0.2];
    let filter = |x: &[f64]| Filter {
        belief: Belief { mean: [x[0], x[1]], cov: [[1.0, x[2]], [0.0, 1.0]] },
        noise: x[0] * x[2],
        spent: 0.0,
    };
    let cell = |x: &[f64]| Cell { update: filter(&x[..3]), reset: filter(&x[3..6]) };
    let mesh = |x: &[f64]| Mesh {
        vertices: x[6..].chunks(3).map(|c| Vertex { position: [c[0], c[1], c[2]] }).collect(),
        triangles: vec![[0, 1, 2], [1, 2, 0]],
    };
    let f = |x: &[f64]| weighed(&cell(x), &mesh(x));
    let (v, (by_cell, by_mesh)) = weighed::value_and_gradient(&cell(&x), &mesh(&x));
    assert_eq!(v.to_bits(), f(&x).to_bits());
    let of_filter = |g: &Filter, x: &[f64]| {
        let Filter { belief: Belief { mean, cov }, noise, .. } = *g;
        [mean[0] + noise * x[2], mean[1], cov[0][1] + noise * x[0]]
    };
    let g = [of_filter(&by_cell.update, &x[..3]), of_filter(&by_cell.reset, &x[3..6])].concat();
    let g: Vec<f64> = g.into_iter().chain(by_mesh.vertices.iter().flat_map(|v| v.position)).collect();
    all_near(&g, &slopes(f, &x));
}
