//! Halos: every point of a grid of one to three axes lies where its neighbours look for it, and adjoints go back there.

use wengert::prelude::*;
use wengert_mpi::{Grid, threads};

/// A number for each point of a grid.
fn number(at: &[usize]) -> f64 {
    at.iter().fold(0.0, |sum, &k| 100.0 * sum + k as f64 + 1.0)
}

/// Where a point of a block with layers lies, if it does.
fn beyond(points: &[usize], periodic: &[bool], at: &[isize]) -> Option<Vec<usize>> {
    let place = |axis: usize| {
        let (n, k) = (points[axis] as isize, at[axis]);
        if periodic[axis] { Some(k.rem_euclid(n) as usize) } else { (0..n).contains(&k).then_some(k as usize) }
    };
    (0..at.len()).map(place).collect()
}

/// The points of a block with layers, in the order of memory.
fn widened(grid: &Grid, layers: usize) -> Vec<Vec<isize>> {
    let mut all = vec![vec![]];
    for axis in 0..grid.shape().len() {
        let range = grid.range(axis);
        let (start, end) = (range.start as isize - layers as isize, (range.end + layers) as isize);
        all = all
            .iter()
            .flat_map(|at| (start..end).map(|k| [at.as_slice(), &[k]].concat()).collect::<Vec<_>>())
            .collect();
    }
    all
}

fn check(size: usize, points: &[usize], periodic: &[bool], layers: usize) {
    // How often each point is seen, weighted: what its adjoint has to be.
    let outcomes = threads(size, |ranks| {
        let grid = Grid::new(&ranks, points).periodic(periodic);
        let own: Vec<f64> = grid.points().map(|at| number(&at)).collect();
        let around = widened(&grid, layers);
        let wide = grid.with_halos(&ranks.on(0.0), &own, layers, -1.0);
        for (at, &found) in around.iter().zip(&wide) {
            let expected = beyond(points, periodic, at).map_or(-1.0, |at| number(&at));
            assert!(found == expected, "{at:?} of {points:?} on {size} ranks: {found}, not {expected}");
        }
        assert_eq!(wide.len(), around.len());
        let weight = |i: usize| (1 + i % 5) as f64 + ranks.rank() as f64;
        let (_, g) = ranks
            .value_and_gradient(&own, |world, x| {
                let wide = grid.with_halos(world, x, layers, 0.0.into());
                wide.iter().enumerate().fold(0.0.into(), |sum, (i, &x)| sum + weight(i) * x)
            })
            .unwrap();
        let weights: Vec<_> =
            around.iter().enumerate().map(|(i, at)| (beyond(points, periodic, at), weight(i))).collect();
        (grid.points().zip(g).collect::<Vec<_>>(), weights)
    });
    let weights: Vec<_> = outcomes.iter().flat_map(|(_, weights)| weights).collect();
    let mut seen = 0;
    for (at, g) in outcomes.iter().flat_map(|(own, _)| own) {
        let expected: f64 = weights.iter().filter(|(point, _)| point.as_ref() == Some(at)).map(|(_, w)| w).sum();
        assert!(*g == expected, "{at:?} of {points:?} on {size} ranks: {g}, not {expected}");
        seen += 1;
    }
    assert_eq!(seen, points.iter().product::<usize>());
}

#[test]
fn halos_hold_the_neighbours_points() {
    for size in [1, 2, 3, 4, 6] {
        check(size, &[13], &[false], 2);
        check(size, &[13], &[true], 1);
        check(size, &[7, 12], &[false, false], 1);
        check(size, &[12, 7], &[true, false], 1);
        check(size, &[12, 8], &[true, true], 2);
    }
    check(8, &[4, 5, 6], &[false, true, true], 1);
    check(5, &[6, 1, 5], &[false, false, false], 1);
}

#[test]
fn no_layers_are_the_block() {
    check(3, &[5, 4], &[false, true], 0);
}

#[test]
fn blocks_are_long_where_the_grid_is() {
    let shapes =
        |size: usize, points: &'static [usize]| threads(size, |ranks| Grid::new(&ranks, points).shape().to_vec());
    assert_eq!(shapes(4, &[100, 100])[0], [50, 50]);
    assert_eq!(shapes(6, &[300, 10])[0], [50, 10]);
    assert_eq!(shapes(6, &[10, 10])[5], [4, 5]);
}

#[test]
#[should_panic(expected = "cannot be cut into 7 blocks: take fewer ranks")]
fn too_many_ranks_panic() {
    threads(7, |ranks| Grid::new(&ranks, &[6, 6]));
}

#[test]
#[should_panic(expected = "3 layers of blocks with 2 points along axis 0")]
fn too_many_layers_panic() {
    threads(2, |ranks| {
        let grid = Grid::new(&ranks, &[4]);
        grid.with_halos(&ranks.on(0.0), &[1.0, 2.0], 3, 0.0)
    });
}

#[test]
fn a_plate_reaches_the_second_order() {
    // The Hessian of a sum of squared differences is the grid's Laplacian, applied to a direction.
    let products = threads(4, |ranks| {
        let grid = Grid::new(&ranks, &[4, 4]).periodic(&[true, true]);
        let own: Vec<f64> = grid.points().map(|at| number(&at)).collect();
        let direction: Vec<f64> = grid.points().map(|at| (number(&at)).sin()).collect();
        let product = hvp(
            |x| {
                let wide = grid.with_halos(&ranks.on(x[0]), x, 1, 0.0.into());
                let mut sum = 0.0.into();
                for i in 1..3 {
                    for j in 1..3 {
                        let (right, below) =
                            (wide[4 * i + j] - wide[4 * i + j + 1], wide[4 * i + j] - wide[4 * i + j + 4]);
                        sum += 0.5 * (right * right + below * below);
                    }
                }
                sum
            },
            &own,
            &direction,
        );
        ranks.check().unwrap();
        grid.points().collect::<Vec<_>>().into_iter().zip(product).collect::<Vec<_>>()
    });
    for (at, found) in products.into_iter().flatten() {
        let v = |i: usize, j: usize| number(&[i % 4, j % 4]).sin();
        let (i, j) = (at[0], at[1]);
        let expected = 4.0 * v(i, j) - v(i + 1, j) - v(i + 3, j) - v(i, j + 1) - v(i, j + 3);
        assert!((found - expected).abs() < 1e-13, "{at:?}: {found}, not {expected}");
    }
}
