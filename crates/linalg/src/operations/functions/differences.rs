//! Divided differences, also of points that are close or equal.

/// The largest number of terms of a series.
const TERMS: usize = 18;

/// The divided difference of a function at these points, given its derivatives `f(n, x)`: of k + 1 equal points the k-th
/// derivative over k!.
///
/// Where the series about the mean converges fast, points are close, and it is summed; else the difference of two lower ones is
/// divided, which then costs a digit at most. (A. McCurdy, K. C. Ng, B. N. Parlett, *Accurate computation of divided
/// differences of the exponential function*, Math. Comp. 43, 1984.)
pub(crate) fn divided(f: &impl Fn(usize, f64) -> f64, points: &[f64]) -> f64 {
    let k = points.len() - 1;
    if k == 0 {
        return f(0, points[0]);
    }
    let (mut least, mut greatest) = (0, 0);
    for (i, x) in points.iter().enumerate() {
        least = if *x < points[least] { i } else { least };
        greatest = if *x > points[greatest] { i } else { greatest };
    }
    let spread = points[greatest] - points[least];
    if let Some(sum) = by_series(f, points, spread) {
        return sum;
    }
    let without = |place: usize| {
        let rest = points.iter().enumerate().filter(|&(i, _)| i != place);
        divided(f, &rest.map(|(_, &x)| x).collect::<Vec<_>>())
    };
    (without(least) - without(greatest)) / spread
}

/// The sum of f^(k + j)(c)/(k + j)! times the complete homogeneous polynomials of degree j in the distances from the mean c;
/// none if its terms do not fall below rounding.
fn by_series(f: &impl Fn(usize, f64) -> f64, points: &[f64], spread: f64) -> Option<f64> {
    let k = points.len() - 1;
    let center = points.iter().sum::<f64>() / points.len() as f64;
    let first = f(k, center) / (1..=k).map(|i| i as f64).product::<f64>();
    if spread == 0.0 {
        return Some(first);
    }
    // By power sums: j h_j = sum of p_i h_(j - i) (Newton).
    let distances: Vec<f64> = points.iter().map(|x| x - center).collect();
    let (mut h, mut powers) = (vec![1.0], vec![0.0]);
    let (mut sum, mut factorial, mut small) = (first, (1..=k).map(|i| i as f64).product::<f64>(), 0);
    for j in 1..TERMS {
        powers.push(distances.iter().map(|d| d.powi(j as i32)).sum());
        h.push((1..=j).map(|i| powers[i] * h[j - i]).sum::<f64>() / j as f64);
        factorial *= (k + j) as f64;
        let slope = f(k + j, center) / factorial;
        sum += slope * h[j];
        // The sum of the distances vanishes, and with it one term or the other: what they may be is asked.
        let bound = slope.abs() * spread.powi(j as i32) * (k + 1) as f64;
        small = if bound <= 0.25 * f64::EPSILON * sum.abs() { small + 1 } else { 0 };
        if small == 2 {
            return Some(sum);
        }
    }
    None
}
