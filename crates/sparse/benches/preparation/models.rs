//! Functions whose patterns are looked for.

use rules::Real;

pub(crate) trait Model {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T>;
}

/// The Brusselator on a periodic grid.
pub(crate) struct Brusselator(pub(crate) usize);

impl Model for Brusselator {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let side = self.0;
        let (u, v) = x.split_at(side * side);
        let laplacian = |u: &[T], i: usize, j: usize| {
            let (up, down) = ((i + 1) % side, (i + side - 1) % side);
            let (right, left) = ((j + 1) % side, (j + side - 1) % side);
            let at = |i: usize, j: usize| u[i + side * j];
            at(up, j) + at(down, j) + at(i, right) + at(i, left) - 4.0 * at(i, j)
        };
        let cells = || (0..side * side).map(|k| (k, k % side, k / side));
        let du = cells().map(|(k, i, j)| 1.0 + u[k] * u[k] * v[k] - 4.4 * u[k] + 10.0 * laplacian(u, i, j));
        let dv = cells().map(|(k, i, j)| 3.4 * u[k] - u[k] * u[k] * v[k] + 10.0 * laplacian(v, i, j));
        du.chain(dv).collect()
    }
}

pub(crate) struct Rosenbrock;

impl Model for Rosenbrock {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        vec![x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()]
    }
}

/// A sum over neighbours with functions: what the compiler does not vectorise.
pub(crate) struct Chain;

impl Model for Chain {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        vec![x.windows(2).map(|w| (w[1] - w[0] * w[0]).sin() * (-w[0]).exp() + (1.0 + w[1] * w[1]).ln()).sum()]
    }
}

/// Mixtures of functions, as in fits of models to data: a residual for each point, and their squares.
pub(crate) struct Fit;

impl Model for Fit {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let residual = |k: usize| {
            let t = 0.01 * k as f64;
            let (a, b, c, d) = (x[0], x[1], x[2], x[3 + k % (x.len() - 3)]);
            a * (-b * t).exp() + (c * t + d).sin().tanh() + (1.0 + d * d).ln().sqrt() / (2.0 + a * a)
        };
        vec![(0..10_000).map(|k| residual(k).powi(2)).sum()]
    }
}

/// The reprojection errors of a bundle adjustment: 11 numbers for each camera, 3 for each point; each point is seen by five
/// cameras.
pub(crate) struct Bundle {
    pub(crate) cameras: usize,
    pub(crate) points: usize,
    pub(crate) squared: bool,
}

impl Model for Bundle {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let project = |camera: &[T], point: &[T]| {
            let (r, c) = (&camera[..3], &camera[3..6]);
            let d = [point[0] - c[0], point[1] - c[1], point[2] - c[2]];
            let square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + 1e-9;
            let angle = square.sqrt();
            let (sin, cos) = (angle.sin(), angle.cos());
            let w = [r[0] / angle, r[1] / angle, r[2] / angle];
            let cross = [w[1] * d[2] - w[2] * d[1], w[2] * d[0] - w[0] * d[2], w[0] * d[1] - w[1] * d[0]];
            let along = (w[0] * d[0] + w[1] * d[1] + w[2] * d[2]) * (1.0 - cos);
            let turned = |k: usize| d[k] * cos + cross[k] * sin + w[k] * along;
            let (u, v) = (turned(0) / turned(2), turned(1) / turned(2));
            let radius = u * u + v * v;
            let bent = 1.0 + radius * (camera[9] + radius * camera[10]);
            [u * bent * camera[6] + camera[7], v * bent * camera[6] + camera[8]]
        };
        let errors = (0..5 * self.points).flat_map(|k| {
            let (camera, point) = ((k * 7 + k / 5) % self.cameras, k / 5);
            let place = 11 * self.cameras + 3 * point;
            project(&x[11 * camera..11 * camera + 11], &x[place..place + 3])
        });
        if self.squared { vec![errors.map(|e| e * e).sum()] } else { errors.collect() }
    }
}

/// Wood's function, chained: four inputs a term, of which two are those of the next one.
pub(crate) struct Wood;

impl Model for Wood {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let mut sum = T::from(0.0);
        for k in (0..x.len() - 3).step_by(2) {
            let [a, b, c, d] = [x[k], x[k + 1], x[k + 2], x[k + 3]];
            let (p, q, r, s) = (b - a * a, 1.0 - a, d - c * c, 1.0 - c);
            let (t, u) = (b - 1.0, d - 1.0);
            sum += 100.0 * p * p + q * q + 90.0 * r * r + s * s + 10.1 * (t * t + u * u) + 19.8 * t * u;
        }
        vec![sum]
    }
}

/// The sum of the squares of Broyden's tridiagonal residuals.
pub(crate) struct Broyden;

impl Model for Broyden {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let squares = x.windows(3).map(|w| {
            let r = (3.0 - 2.0 * w[1]) * w[1] - w[0] - 2.0 * w[2] + 1.0;
            r * r
        });
        vec![squares.sum()]
    }
}

/// Exponentials of squares of differences.
pub(crate) struct Exponentials;

impl Model for Exponentials {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let terms = x.windows(2).map(|w| {
            let d = w[0] - w[1];
            (-(d * d)).exp()
        });
        vec![terms.sum()]
    }
}

/// The minimal surface over a square grid.
pub(crate) struct Surface(pub(crate) usize);

impl Model for Surface {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let side = self.0;
        let mut sum = T::from(0.0);
        for j in 0..side - 1 {
            for i in 0..side - 1 {
                let at = |i: usize, j: usize| x[i + side * j];
                let (a, b) = (at(i + 1, j + 1) - at(i, j), at(i + 1, j) - at(i, j + 1));
                sum += (1.0 + 0.5 * (a * a + b * b)).sqrt();
            }
        }
        vec![sum]
    }
}

/// Fourth powers of differences over the edges of a random graph, four for each of its nodes.
pub(crate) struct Graph(Vec<[usize; 2]>);

impl Graph {
    pub(crate) fn of(nodes: usize) -> Graph {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % nodes
        };
        Graph((0..4 * nodes).map(|_| [random(), random()]).collect())
    }
}

impl Model for Graph {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let mut sum = T::from(0.0);
        for &[i, j] in &self.0 {
            let d = x[i] - x[j];
            let square = d * d;
            sum += square * square;
        }
        vec![sum]
    }
}

/// Squares of differences of fluxes between neighbours.
pub(crate) struct Fluxes;

impl Model for Fluxes {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let flux = |a: T, b: T| 0.5 * (a * a + b * b) - (b - a);
        let mut sum = T::from(0.0);
        let mut before = flux(x[0], x[1]);
        for w in x[1..].windows(2) {
            let after = flux(w[0], w[1]);
            let change = after - before;
            sum += change * change;
            before = after;
        }
        vec![sum]
    }
}

/// Goddard's rocket by the trapezoidal rule: minus the height that is reached, and three equations for each step. All steps
/// share the final time.
pub(crate) struct Rocket;

/// A point for so many of its grid points.
pub(crate) fn rocket(points: usize) -> Vec<f64> {
    let numbers = (0..points).flat_map(|k| {
        let t = k as f64 / points as f64;
        [1.0 + 0.01 * t, 0.1 * t * (1.0 - t), 1.0 - 0.4 * t, 3.5 * (1.0 - t)]
    });
    numbers.chain([0.2]).collect()
}

impl Model for Rocket {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let rates = |p: &[T]| {
            let (h, v, m, thrust) = (p[0], p[1], p[2], p[3]);
            let drag = 310.0 * v * v * (-500.0 * (h - 1.0)).exp();
            [v, (thrust - drag) / m - 1.0 / (h * h), -thrust / 0.5]
        };
        let points = x.as_chunks::<4>().0;
        let half = x[x.len() - 1] * (0.5 / (points.len() - 1) as f64);
        let mut outputs = Vec::with_capacity(3 * points.len() + 1);
        outputs.push(-x[x.len() - 5]);
        let mut before = rates(&points[0]);
        for (p, q) in points.iter().zip(&points[1..]) {
            let after = rates(q);
            outputs.extend((0..3).map(|i| q[i] - p[i] - half * (before[i] + after[i])));
            before = after;
        }
        outputs
    }
}

/// Layers that are as wide as the input, each number of which depends on all of the layer before.
pub(crate) struct Layers(pub(crate) usize);

impl Model for Layers {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let mut layer = x.to_vec();
        for depth in 0..self.0 {
            let number = |row: usize| {
                let mut sum = T::from(0.0);
                for (k, &number) in layer.iter().enumerate() {
                    sum += number * ((k * row + depth) as f64 * 0.01 - 0.5);
                }
                sum.tanh()
            };
            layer = (0..x.len()).map(number).collect();
        }
        layer
    }
}

/// So many explicit steps of a nonlinear heat equation on a line, then the squares of all cells: loops over what loops have made.
pub(crate) struct Heat(pub(crate) usize);

impl Model for Heat {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let mut cells = x.to_vec();
        for _ in 0..self.0 {
            let cell = |i: usize| {
                let (left, own, right) = (cells[i.saturating_sub(1)], cells[i], cells[(i + 1).min(x.len() - 1)]);
                own + 0.1 * (left - 2.0 * own + right) * (1.0 + 0.1 * own * own)
            };
            cells = (0..x.len()).map(cell).collect();
        }
        vec![cells.iter().map(|&u| u * u).sum()]
    }
}

/// Broyden's residuals as a list, which a second loop squares.
pub(crate) struct Lists;

impl Model for Lists {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let residuals: Vec<T> = x.windows(3).map(|w| (3.0 - 2.0 * w[1]) * w[1] - w[0] - 2.0 * w[2] + 1.0).collect();
        vec![residuals.iter().map(|&r| r * r).sum()]
    }
}

/// As [`Graph`], with a function of each node that is made first.
pub(crate) struct Nodes(pub(crate) Graph);

impl Model for Nodes {
    fn eval<T: Real>(&self, x: &[T]) -> Vec<T> {
        let nodes: Vec<T> = x.iter().map(|&x| x * (1.0 - x * x)).collect();
        self.0.eval(&nodes)
    }
}
