//! The Brusselator in two dimensions: a reaction on an n x n grid with periodic borders.
//!
//! The state is u, then v, each with index i + n j. SciML's benchmarks solve it with A = 3.4, B = 1, alpha = 10.

use wengert::Function;
use wengert::Real;
use wengert::sparse::Pattern;

const A: f64 = 3.4;
const B: f64 = 1.0;

/// The right-hand side on a grid of so many cells in each direction.
#[derive(Clone, Copy)]
pub struct Brusselator {
    /// Cells in each direction.
    pub n: usize,
}

impl Brusselator {
    /// The coefficient of the differences: alpha / dx^2.
    fn alpha(&self) -> f64 {
        10.0 * (self.n as f64 - 1.0).powi(2)
    }

    /// SciML's initial state.
    pub fn start(&self) -> Vec<f64> {
        let n = self.n;
        let at = |i: usize| i as f64 / (n - 1).max(1) as f64;
        let cells = || (0..n * n).map(|k| (at(k % n), at(k / n)));
        let u = cells().map(|(_, y)| 22.0 * (y * (1.0 - y)).powf(1.5));
        let v = cells().map(|(x, _)| 27.0 * (x * (1.0 - x)).powf(1.5));
        u.chain(v).collect()
    }

    /// The neighbours of each cell, row by row: left, right, below, above.
    fn each(&self, mut visit: impl FnMut(usize, [usize; 4])) {
        let n = self.n;
        for j in 0..n {
            let (below, above) = ((j + n - 1) % n * n, (j + 1) % n * n);
            let (row, last) = (j * n, n - 1);
            for i in 0..n {
                let left = if i == 0 { last } else { i - 1 };
                let right = if i == last { 0 } else { i + 1 };
                visit(row + i, [row + left, row + right, below + i, above + i]);
            }
        }
    }

    /// Where the Jacobian has entries, known by hand.
    pub fn pattern(&self) -> Pattern {
        let cells = self.n * self.n;
        let mut entries = Vec::new();
        self.each(|k, around| {
            for species in [0, cells] {
                entries.extend(around.map(|l| (species + k, species + l)));
                entries.extend([(species + k, k), (species + k, cells + k)]);
            }
        });
        Pattern::from_coordinates(2 * cells, 2 * cells, entries).expect("entries inside")
    }

    /// The entries of the Jacobian by hand, in the order of the pattern; `places` are those of [`places`](Self::places).
    pub fn jacobian(&self, x: &[f64], places: &[[u32; 12]], values: &mut [f64]) {
        let (u, v) = x.split_at(self.n * self.n);
        let alpha = self.alpha();
        for ((&u, &v), places) in u.iter().zip(v).zip(places) {
            let (uv, uu) = (2.0 * u * v, u * u);
            let own = [uv - (A + 1.0) - 4.0 * alpha, uu, A - uv, -uu - 4.0 * alpha];
            for (&place, value) in places.iter().zip(own.into_iter().chain([alpha; 8])) {
                values[place as usize] = value;
            }
        }
    }

    /// Where the entries of each cell go: both species by both, then the neighbours.
    pub fn places(&self, pattern: &Pattern) -> Vec<[u32; 12]> {
        let cells = self.n * self.n;
        let place = |i, j| pattern.position(i, j).expect("an entry of the pattern") as u32;
        let mut places = Vec::new();
        self.each(|k, around| {
            let mut list = [0; 12];
            list[..2].copy_from_slice(&[place(k, k), place(k, cells + k)]);
            list[2..4].copy_from_slice(&[place(cells + k, k), place(cells + k, cells + k)]);
            for (a, l) in around.into_iter().enumerate() {
                list[4 + a] = place(k, l);
                list[8 + a] = place(cells + k, cells + l);
            }
            places.push(list);
        });
        places
    }

    /// The inputs of the block of one cell and species, 0 or 1, and its row: the species here and around, the other here.
    pub fn block(&self, k: usize, species: usize) -> ([usize; 6], [usize; 1]) {
        let (n, cells) = (self.n, self.n * self.n);
        let (i, j) = (k % n, k / n);
        let at = |i: usize, j: usize| species * cells + i % n + j % n * n;
        let around = [at(i + n - 1, j), at(i + 1, j), at(i, j + n - 1), at(i, j + 1)];
        let [a, b, c, d] = around;
        ([at(i, j), a, b, c, d, (1 - species) * cells + k], [at(i, j)])
    }

    /// The rate of u in one cell.
    pub fn rate_u<T: Real>(&self, [u, a, b, c, d, v]: [T; 6]) -> [T; 1] {
        [B + u * u * v - (A + 1.0) * u + self.alpha() * (a + b + c + d - 4.0 * u)]
    }

    /// The rate of v in one cell.
    pub fn rate_v<T: Real>(&self, [v, a, b, c, d, u]: [T; 6]) -> [T; 1] {
        [A * u - u * u * v + self.alpha() * (a + b + c + d - 4.0 * v)]
    }
}

impl Function for Brusselator {
    type Output<T: Real> = Vec<T>;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> Vec<T> {
        let (u, v) = x.split_at(self.n * self.n);
        let alpha = self.alpha();
        let mut rates = Vec::with_capacity(x.len());
        self.each(|k, [l, r, b, a]| {
            let (u0, v0) = (u[k], v[k]);
            rates.push(B + u0 * u0 * v0 - (A + 1.0) * u0 + alpha * (u[l] + u[r] + u[b] + u[a] - 4.0 * u0));
        });
        self.each(|k, [l, r, b, a]| {
            let (u0, v0) = (u[k], v[k]);
            rates.push(A * u0 - u0 * u0 * v0 + alpha * (v[l] + v[r] + v[b] + v[a] - 4.0 * v0));
        });
        rates
    }
}
