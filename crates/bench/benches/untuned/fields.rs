//! Grids.

use wengert::differentiable;

/// Heat that spreads on a square of `n` by `n` points with a conductivity at each; the squares of what is left.
#[differentiable]
pub(crate) fn heat(start: &[f64], conductivity: &[f64], n: usize, steps: usize) -> f64 {
    let mut u = start.to_vec();
    let mut next = u.clone();
    for _ in 0..steps {
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                let p = i * n + j;
                let flow = u[p - 1] + u[p + 1] + u[p - n] + u[p + n] - 4.0 * u[p];
                next[p] = u[p] + 0.1 * conductivity[p] * flow;
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().map(|v| v * v).sum()
}

/// Value and gradient of [`heat()`].
pub(crate) fn heat_by_hand(
    start: &[f64],
    conductivity: &[f64],
    n: usize,
    steps: usize,
    (gu, gk): (&mut [f64], &mut [f64]),
) -> f64 {
    let size = n * n;
    let mut all = start.repeat(steps + 1);
    for t in 0..steps {
        let (u, next) = all[t * size..].split_at_mut(size);
        for i in 1..n - 1 {
            for p in i * n + 1..i * n + n - 1 {
                let flow = u[p - 1] + u[p + 1] + u[p - n] + u[p + n] - 4.0 * u[p];
                next[p] = u[p] + 0.1 * conductivity[p] * flow;
            }
        }
    }
    let last = &all[steps * size..];
    gu.iter_mut().zip(last).for_each(|(g, u)| *g = 2.0 * u);
    gk.fill(0.0);
    let mut f = vec![0.0; size];
    for u in all[..steps * size].chunks_exact(size).rev() {
        for i in 1..n - 1 {
            for p in i * n + 1..i * n + n - 1 {
                let flow = u[p - 1] + u[p + 1] + u[p - n] + u[p + n] - 4.0 * u[p];
                gk[p] += 0.1 * gu[p] * flow;
                f[p] = 0.1 * conductivity[p] * gu[p];
            }
        }
        // Nothing flows from the rim; it takes what flows to it.
        for i in 1..n - 1 {
            for p in i * n + 1..i * n + n - 1 {
                gu[p] += f[p - 1] + f[p + 1] + f[p - n] + f[p + n] - 4.0 * f[p];
            }
            gu[i * n] += f[i * n + 1];
            gu[i * n + n - 1] += f[i * n + n - 2];
        }
        for j in 1..n - 1 {
            gu[j] += f[n + j];
            gu[size - n + j] += f[size - 2 * n + j];
        }
    }
    last.iter().map(|v| v * v).sum()
}

/// A convolution of an image with a filter of 5 by 5, its negative part cut off; the squares of the result.
#[differentiable]
pub(crate) fn convolution(image: &[Vec<f64>], filter: &[[f64; 5]; 5], bias: f64) -> f64 {
    let (h, w) = (image.len() - 4, image[0].len() - 4);
    let mut sum = 0.0;
    for y in 0..h {
        for x in 0..w {
            let mut s = bias;
            for i in 0..5 {
                for j in 0..5 {
                    s += image[y + i][x + j] * filter[i][j];
                }
            }
            let s = s.max(0.0);
            sum += s * s;
        }
    }
    sum
}

/// Value and gradient of [`convolution()`].
pub(crate) fn convolution_by_hand(
    image: &[Vec<f64>],
    filter: &[[f64; 5]; 5],
    bias: f64,
    (gi, gf, gb): (&mut [Vec<f64>], &mut [[f64; 5]; 5], &mut f64),
) -> f64 {
    gi.iter_mut().for_each(|row| row.fill(0.0));
    (*gf, *gb) = ([[0.0; 5]; 5], 0.0);
    let (h, w) = (image.len() - 4, image[0].len() - 4);
    let mut sum = 0.0;
    for y in 0..h {
        for x in 0..w {
            let mut s = bias;
            for (row, filter) in image[y..y + 5].iter().zip(filter) {
                for (p, f) in row[x..x + 5].iter().zip(filter) {
                    s += p * f;
                }
            }
            if s > 0.0 {
                sum += s * s;
                *gb += 2.0 * s;
                for (((row, gi), filter), gf) in image[y..y + 5].iter().zip(&mut gi[y..y + 5]).zip(filter).zip(&mut *gf)
                {
                    for (((p, gi), f), gf) in row[x..x + 5].iter().zip(&mut gi[x..x + 5]).zip(filter).zip(gf) {
                        *gi += 2.0 * s * f;
                        *gf += 2.0 * s * p;
                    }
                }
            }
        }
    }
    sum
}

/// The energy of angles on a torus of `n` by `n`, with a coupling for each bond.
#[differentiable]
pub(crate) fn spins(angle: &[f64], right: &[f64], down: &[f64], field: f64, n: usize) -> f64 {
    let mut energy = 0.0;
    for i in 0..n {
        for j in 0..n {
            let p = i * n + j;
            let a = angle[p];
            energy -= right[p] * (a - angle[i * n + (j + 1) % n]).cos();
            energy -= down[p] * (a - angle[(i + 1) % n * n + j]).cos();
            energy -= field * a.cos();
        }
    }
    energy
}

/// Value and gradient of [`spins()`], the derivatives in the order of its parameters.
pub(crate) fn spins_by_hand(
    angle: &[f64],
    right: &[f64],
    down: &[f64],
    field: f64,
    n: usize,
    (ga, gr, gd, gh): (&mut [f64], &mut [f64], &mut [f64], &mut f64),
) -> f64 {
    ga.fill(0.0);
    *gh = 0.0;
    let mut energy = 0.0;
    for i in 0..n {
        for j in 0..n {
            let p = i * n + j;
            let (q, r) = (i * n + (j + 1) % n, (i + 1) % n * n + j);
            let (sin_q, cos_q) = (angle[p] - angle[q]).sin_cos();
            let (sin_r, cos_r) = (angle[p] - angle[r]).sin_cos();
            let (sin, cos) = angle[p].sin_cos();
            energy -= right[p] * cos_q;
            energy -= down[p] * cos_r;
            energy -= field * cos;
            gr[p] = -cos_q;
            gd[p] = -cos_r;
            *gh -= cos;
            ga[p] += right[p] * sin_q + down[p] * sin_r + field * sin;
            ga[q] -= right[p] * sin_q;
            ga[r] -= down[p] * sin_r;
        }
    }
    energy
}
