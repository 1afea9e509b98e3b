//! Householder QR with column pivoting of small dense matrices, and what least squares ask of it.

/// Diagonal entries below this part of the first are those of columns that depend on the others; columns have norm 1.
const DEPENDENT: f64 = 1e-12;

/// How many times larger than the squares of the columns the damping is from which on these have no say.
const STEEPEST: f64 = 1e12;

/// The factors of a matrix A with a right side b: A P = Q R and Q^T b, of which the first n rows are kept.
pub(crate) struct Qr {
    columns: usize,
    /// Upper triangle, row by row.
    r: Vec<f64>,
    /// The column of A that each column of R belongs to.
    pub(crate) order: Vec<usize>,
    /// Q^T b.
    qtb: Vec<f64>,
}

impl Qr {
    /// Factors a matrix given row by row; with fewer rows than columns, rows of zeros are added.
    pub(crate) fn new(a: &[f64], columns: usize, b: &[f64]) -> Qr {
        Qr::factor(a, columns, b, true)
    }

    fn factor(a: &[f64], columns: usize, b: &[f64], pivoting: bool) -> Qr {
        let rows = b.len().max(columns);
        // Column by column: all that follows walks down columns.
        let mut work: Vec<Vec<f64>> = (0..columns)
            .map(|j| (0..rows).map(|i| if i < b.len() { a[i * columns + j] } else { 0.0 }).collect())
            .collect();
        let mut right = b.to_vec();
        right.resize(rows, 0.0);
        let mut order: Vec<usize> = (0..columns).collect();
        for k in 0..columns {
            if pivoting {
                let longest = (k..columns).max_by(|&i, &j| norm(&work[i][k..]).total_cmp(&norm(&work[j][k..])));
                let longest = longest.unwrap_or(k);
                work.swap(k, longest);
                order.swap(k, longest);
            }
            let length = norm(&work[k][k..]);
            if length == 0.0 {
                continue;
            }
            let alpha = if work[k][k] > 0.0 { -length } else { length };
            let mut v = work[k][k..].to_vec();
            v[0] -= alpha;
            let square = v.iter().map(|v| v * v).sum::<f64>();
            if square > 0.0 {
                let (_, rest) = work.split_at_mut(k + 1);
                for column in rest.iter_mut().map(|column| &mut column[k..]).chain([&mut right[k..]]) {
                    let scale = 2.0 * dot(&v, column) / square;
                    column.iter_mut().zip(&v).for_each(|(x, v)| *x -= scale * v);
                }
            }
            work[k][k] = alpha;
            work[k][k + 1..].fill(0.0);
        }
        let mut r = vec![0.0; columns * columns];
        for i in 0..columns {
            for j in i..columns {
                r[i * columns + j] = work[j][i];
            }
        }
        right.truncate(columns);
        Qr { columns, r, order, qtb: right }
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.r[i * self.columns + j]
    }

    /// How many columns are independent, to rounding; columns should have been brought to one size.
    pub(crate) fn rank(&self) -> usize {
        let first = self.at_diagonal(0);
        (0..self.columns).take_while(|&k| self.at_diagonal(k) > DEPENDENT * first).count()
    }

    fn at_diagonal(&self, k: usize) -> f64 {
        if k < self.columns { self.at(k, k).abs() } else { 0.0 }
    }

    /// Solves R x = y for the first `rank` entries, the others are zero; in the order of R.
    fn back(&self, y: &[f64], rank: usize) -> Vec<f64> {
        let mut x = vec![0.0; self.columns];
        for i in (0..rank).rev() {
            let known: f64 = (i + 1..rank).map(|j| self.at(i, j) * x[j]).sum();
            x[i] = (y[i] - known) / self.at(i, i);
        }
        x
    }

    /// Solves R^T x = y for the first `rank` entries.
    fn forward(&self, y: &[f64], rank: usize) -> Vec<f64> {
        let mut x = vec![0.0; self.columns];
        for i in 0..rank {
            let known: f64 = (0..i).map(|j| self.at(j, i) * x[j]).sum();
            x[i] = (y[i] - known) / self.at(i, i);
        }
        x
    }

    /// From the order of R to that of A.
    fn ordered(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.columns];
        self.order.iter().zip(x).for_each(|(&j, &x)| y[j] = x);
        y
    }

    /// The x with the least |A x - b|, zero for columns that depend on the others.
    pub(crate) fn solve(&self) -> Vec<f64> {
        self.ordered(&self.back(&self.qtb, self.rank()))
    }

    /// (A^T A)^-1 of the independent columns, row by row; entries of the others are NaN.
    pub(crate) fn inverse_gram(&self) -> Vec<f64> {
        let (n, rank) = (self.columns, self.rank());
        let mut inverse = vec![f64::NAN; n * n];
        for k in 0..rank {
            let mut unit = vec![0.0; n];
            unit[k] = 1.0;
            let column = self.back(&self.forward(&unit, rank), rank);
            for (i, &entry) in column.iter().enumerate().take(rank) {
                inverse[self.order[i] * n + self.order[k]] = entry;
            }
        }
        inverse
    }

    /// Directions that A takes to zero, one for each column that depends on others: its entries in the order of A, 1 at
    /// that column.
    pub(crate) fn null_directions(&self) -> Vec<Vec<f64>> {
        let rank = self.rank();
        let direction = |k: usize| {
            let y: Vec<f64> = (0..self.columns).map(|i| if i < rank { -self.at(i, k) } else { 0.0 }).collect();
            let mut x = self.back(&y, rank);
            x[k] = 1.0;
            self.ordered(&x)
        };
        (rank..self.columns).map(direction).collect()
    }

    /// |A x|.
    pub(crate) fn image_norm(&self, x: &[f64]) -> f64 {
        let row = |i: usize| (i..self.columns).map(|j| self.at(i, j) * x[self.order[j]]).sum::<f64>();
        norm(&(0..self.columns).map(row).collect::<Vec<_>>())
    }

    /// The damped step: the p with the least |A p + b|^2 + damping |D p|^2 whose |D p| is about `radius`, with its
    /// damping, which `damping` is a guess of; `scale` is the diagonal of D.
    ///
    /// The Levenberg-Marquardt parameter by Newton's method on the length of the step (Moré, *The Levenberg-Marquardt
    /// algorithm: implementation and theory*, 1978, section 5, as in MINPACK).
    pub(crate) fn damped(&self, scale: &[f64], radius: f64, damping: f64) -> (Vec<f64>, f64) {
        let n = self.columns;
        let negated = |x: Vec<f64>| self.ordered(&x.iter().map(|x| -x).collect::<Vec<_>>());
        let scale: Vec<f64> = self.order.iter().map(|&j| scale[j]).collect();
        let scaled = |x: &[f64]| x.iter().zip(&scale).map(|(x, d)| x * d).collect::<Vec<f64>>();
        let rank = self.rank();
        let step = self.back(&self.qtb, rank);
        let mut length = norm(&scaled(&step));
        if length <= 1.1 * radius {
            return (negated(step), 0.0);
        }
        // How fast the length falls with the damping, over the length.
        let slope = |factor: &Qr, step: &[f64], length: f64| {
            let direction: Vec<f64> = scaled(step).iter().zip(&scale).map(|(x, d)| x / length * d).collect();
            norm(&factor.forward(&direction, n)).powi(2)
        };
        let mut low = if rank == n { (length - radius) / (radius * slope(self, &step, length)) } else { 0.0 };
        let gradient: Vec<f64> =
            (0..n).map(|j| (0..=j).map(|i| self.at(i, j) * self.qtb[i]).sum::<f64>() / scale[j]).collect();
        let mut high = norm(&gradient) / radius;
        let size = norm(
            &(0..n)
                .map(|j| norm(&self.r[..].iter().skip(j).step_by(n).copied().collect::<Vec<_>>()) / scale[j])
                .collect::<Vec<_>>(),
        );
        if high > STEEPEST * size * size {
            // The damping is all there is: down the gradient.
            let part = radius / norm(&gradient);
            let step: Vec<f64> = gradient.iter().zip(&scale).map(|(g, d)| part * g / d).collect();
            return (negated(step), high);
        }
        if high == 0.0 {
            high = f64::MIN_POSITIVE / radius.min(0.1);
        }
        // In rounding the lower limit may lie above the upper one.
        let mut damping = damping.max(low).min(high);
        if damping == 0.0 {
            damping = norm(&gradient) / length;
        }
        let mut step = step;
        for _ in 0..12 {
            if damping == 0.0 {
                damping = f64::MIN_POSITIVE.max(0.001 * high);
            }
            let factor = self.with_damping(&scale, damping);
            step = factor.back(&factor.qtb, n);
            let before = length - radius;
            length = norm(&scaled(&step));
            let excess = length - radius;
            if excess.abs() <= 0.1 * radius || low == 0.0 && excess <= before && before < 0.0 {
                break;
            }
            let correction = excess / (radius * slope(&factor, &step, length));
            if excess > 0.0 {
                low = low.max(damping);
            } else {
                high = high.min(damping);
            }
            damping = low.max(damping + correction);
        }
        (negated(step), damping)
    }

    /// The factors of R on top of sqrt(damping) D, both in the order of R.
    fn with_damping(&self, scale: &[f64], damping: f64) -> Qr {
        let n = self.columns;
        let mut a = self.r.clone();
        a.resize(2 * n * n, 0.0);
        for (j, d) in scale.iter().enumerate() {
            a[(n + j) * n + j] = damping.sqrt() * d;
        }
        let mut b = self.qtb.clone();
        b.resize(2 * n, 0.0);
        Qr::factor(&a, n, &b, false)
    }
}

/// The Euclidean norm, without overflow.
pub(crate) fn norm(x: &[f64]) -> f64 {
    let largest = x.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    largest * x.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt()
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
