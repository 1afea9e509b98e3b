//! Patterns that are known.

use rules::{Functions, Real, functions::*};
use sparse::detect::{self, PatternNumber};
use sparse::{Error, Pattern};

fn entries(pattern: &Pattern) -> Vec<(usize, usize)> {
    pattern.lower().iter().collect()
}

#[test]
fn a_quotient_has_no_second_derivative_by_its_numerator() {
    // JuMP/MOI #2882 finds 19 entries where there were 55, with a diagonal that is zero but for its first: 10 are there.
    for k in 0..2 {
        let found = detect::hessian(&[1.0; 10], |x| {
            let quotients = match k {
                0 => x.iter().sum::<PatternNumber<'_>>() / x[0],
                _ => x.iter().map(|&y| y / x[0]).sum(),
            };
            vec![x[0].powi(4), quotients]
        });
        assert_eq!(entries(found.unwrap().here()), (0..10).map(|i| (i, 0)).collect::<Vec<_>>());
    }
}

#[test]
fn products_have_no_diagonal_and_squares_have() {
    let of = |k: usize| {
        detect::hessian(&[2.0, 3.0], |x| {
            vec![match k {
                0 => x[0] * x[1],
                1 => x[0] * x[0] + x[1],
                2 => (x[0] + x[1]).powi(2),
                3 => x[0].powi(1) + 3.0 * x[1] - x[0] / 2.0,
                4 => x[0].powf(1.0) + x[1].powf(0.0),
                5 => 2.0 / x[0] + x[1] * x[1].floor(),
                6 => x[0].abs().max(-x[1]),
                7 => stop_gradient(x[0]) * x[0] * x[1],
                8 => x[0].mul_add(x[1], x[0] * x[0]),
                _ => (x[0] * x[1]).floor() + x[0],
            }]
        })
        .unwrap()
    };
    let expected: [&[(usize, usize)]; 10] =
        [&[(1, 0)], &[(0, 0)], &[(0, 0), (1, 0), (1, 1)], &[], &[], &[(0, 0)], &[], &[(1, 0)], &[(0, 0), (1, 0)], &[]];
    for (k, expected) in expected.into_iter().enumerate() {
        let found = of(k);
        assert_eq!(entries(found.here()), expected, "{k}");
        assert!(!found.is_local(), "{k}");
    }
}

#[test]
fn a_constant_zero_of_the_program_is_no_structure() {
    // It may be another number when the function runs again.
    for c in [0.0, 5.0] {
        let found = detect::hessian(&[1.0, 2.0], |x| vec![c * (x[0] * x[1]) + x[0].powi(2) * c]).unwrap();
        assert_eq!(entries(found.here()), [(0, 0), (1, 0)]);
        let found = detect::jacobian(&[1.0, 2.0], |x| vec![c * x[0], x[1] / (c + 1.0)]).unwrap();
        assert_eq!(entries(found.here()), [(0, 0), (1, 1)]);
    }
}

#[test]
fn all_that_can_be_chosen_is_there_and_what_is_compared_is_noted() {
    let chosen = |x: &[f64]| {
        detect::jacobian(x, |x| {
            vec![
                x[0].max(x[1]),
                x[0].min(1.0),
                x[0].clamp(x[1], x[2]),
                select(gt(x[0], x[1]), x[1], x[2]),
                relu(x[2] - x[0]),
            ]
        })
        .unwrap()
    };
    let here = chosen(&[1.0, 0.5, 2.0]);
    assert_eq!(here.here().transpose().iter().map(|(j, _)| j).collect::<Vec<_>>(), [0, 1, 0, 0, 1, 2, 1, 2, 0, 2]);
    assert!(!here.is_local() && here.branch().is_none());
    assert_eq!(chosen(&[0.7, 0.6, 0.9]), here);

    let branches: [fn(&PatternNumber<'_>) -> bool; 8] = [
        |x| *x > 1.0,
        |x| 1.0 < *x,
        |x| *x == 2.0,
        |x| x > &(*x * 2.0),
        |x| x.partial_cmp(x).is_none(),
        |x| x.value() > 1.0,
        |x| x.floor() > 1.0,
        |x| format!("{x:.2}").is_empty(),
    ];
    for (k, branch) in branches.into_iter().enumerate() {
        let found = detect::jacobian(&[2.0, 3.0], |x| vec![if branch(&x[0]) { x[0] } else { x[1] }]).unwrap();
        assert!(found.is_local(), "{k}");
        assert!(
            found.branch().is_some_and(|at| at.file().ends_with("known.rs")) || [3, 7].contains(&k),
            "{k}: {:?}",
            found.branch()
        );
    }
    // A comparison of constants asks nothing.
    let found = detect::jacobian(&[2.0], |x| vec![if x[0] * 0.0 + 1.0 == 1.0 { x[0] } else { -x[0] }]).unwrap();
    assert!(found.is_local());
    let found = detect::jacobian(&[2.0], |x| {
        let one = <PatternNumber<'_> as rules::Number>::constant(1.0);
        vec![if one + 1.0 > 1.5 { x[0] } else { -x[0] }]
    });
    assert!(!found.unwrap().is_local());
}

#[test]
fn shapes_without_inputs_outputs_or_dependence() {
    let found = detect::jacobian(&[], |_| vec![]).unwrap();
    assert_eq!((found.here().rows(), found.here().columns()), (0, 0));
    let found = detect::jacobian(&[], |_| vec![1.0.into(), 2.0.into()]).unwrap();
    assert_eq!((found.here().rows(), found.here().columns(), found.here().entries()), (2, 0, 0));
    let found = detect::jacobian(&[f64::NAN; 3], |_| vec![]).unwrap();
    assert_eq!((found.here().rows(), found.here().columns()), (0, 3));
    let found = detect::jacobian(&[1.0; 3], |x| vec![x[2], 5.0.into(), x[2], x[0].floor()]).unwrap();
    assert_eq!(found.here().iter().collect::<Vec<_>>(), [(0, 2), (2, 2)]);
    let found = detect::hessian(&[1.0; 3], |_| vec![]).unwrap();
    assert_eq!((found.here().rows(), found.here().entries()), (3, 0));
    // What no output needs is not there.
    let found = detect::hessian(&[1.0; 3], |x| {
        let _ = x[0] * x[1] * x[2];
        vec![x[1].sin(), x[1] + x[2]]
    });
    assert_eq!(entries(found.unwrap().here()), [(1, 1)]);
}

#[test]
fn the_values_do_not_matter_even_where_there_are_none() {
    let f = |x: &[f64]| detect::hessian(x, |x| vec![x[0].ln() * x[1].sqrt() + x[2] / x[0]]).unwrap().into_here();
    assert_eq!(f(&[-1.0, -1.0, f64::NAN]), f(&[1.0, 2.0, f64::INFINITY]));
}

#[test]
fn a_number_of_another_recording_is_noticed() {
    let mut kept: Option<PatternNumber<'static>> = None;
    detect::jacobian_static(&[1.0], |x| {
        kept = Some(x[0]);
        x.to_vec()
    })
    .unwrap();
    let kept = kept.unwrap();
    for outside in [true, false] {
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _ = detect::jacobian_static(&[1.0], |x| vec![if outside { kept } else { x[0] * kept }]);
        }));
        let message = *caught.unwrap_err().downcast::<&str>().unwrap();
        assert!(message.contains("another recording"), "{message}");
    }
    // Where there is no recording, too.
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| kept * kept));
    assert!(caught.unwrap_err().downcast::<&str>().unwrap().contains("another recording"));
    // Recordings within recordings are apart, and a panic leaves nothing behind.
    let outer = detect::hessian_static(&[1.0, 2.0], |x| {
        let inner = detect::hessian_static(&[1.0, 2.0, 3.0], |y| vec![y[0] * y[2]]).unwrap();
        assert_eq!(entries(inner.here()), [(2, 0)]);
        vec![x[0] * x[1]]
    });
    assert_eq!(entries(outer.unwrap().here()), [(1, 0)]);
}

rules::rule! {
    /// A rule of the user's, linear in `b`.
    Bent: bent(a, b) = a * a * b, d [2.0 * a * b, a * a];
    /// With many arguments.
    #[allow(clippy::too_many_arguments)]
    Wide: wide(a, b, c, d, e, f, g, h, i, j, k) = a + b + c + d + e + f + g + h + i + j * k,
        d [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, k, j];
}

#[test]
fn rules_of_the_user() {
    let found = detect::hessian(&[1.0, 2.0], |x| vec![bent(x[0], x[1])]).unwrap();
    assert_eq!(entries(found.here()), [(0, 0), (1, 0)]);
    let run = |constants: usize| {
        detect::hessian(&[1.0; 11], |x| {
            let x = |k: usize| if k < constants { 1.0.into() } else { x[k] };
            vec![wide(x(0), x(1), x(2), x(3), x(4), x(5), x(6), x(7), x(8), x(9), x(10))]
        })
        .unwrap()
    };
    for constants in [0, 1] {
        assert_eq!(entries(run(constants).here()), [(10, 9)]);
    }
    let one_less = detect::hessian(&[1.0; 10], |x| {
        vec![wide(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], 1.0.into())]
    });
    assert_eq!(entries(one_less.unwrap().here()), []);
}

#[test]
fn a_dense_hessian_that_cannot_be_stored_is_an_error() {
    let n = 60_000;
    let found = detect::hessian(&vec![1.0; n], |x| vec![x.iter().sum::<PatternNumber<'_>>().exp()]);
    assert!(matches!(found, Err(Error::TooLarge { what: "pairs of inputs that meet", .. })), "{found:?}");
}

#[test]
fn at_a_point_what_is_chosen_there_counts() {
    use sparse::detect::Detector;
    let chosen = |x: &[f64]| {
        let found = Detector::jacobian().local().run(x, |x| {
            vec![
                x[0].max(x[1]),
                x[0].min(1.0),
                x[0].clamp(x[1], x[2]),
                select(gt(x[0], x[1]), x[1] * x[2], x[2]),
                relu(x[2] - x[0]),
            ]
        });
        let found = found.unwrap();
        assert!(found.is_local() && found.branch().is_none());
        found.here().transpose().iter().map(|(j, i)| (i, j)).collect::<Vec<_>>()
    };
    assert_eq!(chosen(&[0.5, 0.2, 2.0]), [(0, 0), (1, 0), (2, 0), (3, 1), (3, 2), (4, 0), (4, 2)]);
    assert_eq!(chosen(&[1.5, 1.8, 2.0]), [(0, 1), (2, 1), (3, 2), (4, 0), (4, 2)]);
    // A tie shares.
    assert_eq!(chosen(&[3.0, 3.0, 3.0])[..2], [(0, 0), (0, 1)]);
    let second = Detector::hessian().local().run_static(&[1.0, 2.0], |x| vec![(x[0] * x[1]).min(x[1].exp()).powi(2)]);
    assert_eq!(entries(second.unwrap().here()), [(0, 0), (1, 0), (1, 1)]);
    let second = Detector::hessian().local().run(&[-1.0, 2.0], |x| vec![(x[0] * x[1]).max(x[1].exp()).powi(2)]);
    assert_eq!(entries(second.unwrap().here()), [(1, 1)]);
}

#[test]
fn of_an_opaque_function_everything_is_there() {
    for (k, expected) in [(0, 0), (1, 1), (2, 4), (3, 9), (12, 144)] {
        let found = detect::hessian(&[1.0; 12], |x| vec![2.0 * PatternNumber::opaque(0.5, &x[..k]) + x[11]]).unwrap();
        assert_eq!((found.here().entries(), found.is_local()), (expected, false));
    }
    let found =
        detect::jacobian(&[1.0; 3], |x| vec![PatternNumber::opaque(1.0, &[x[1], x[1], x[2].floor(), 2.0.into()])]);
    assert_eq!(found.unwrap().here().iter().collect::<Vec<_>>(), [(0, 1)]);
    // What it depends on without a derivative is still compared at a price.
    let found = detect::jacobian(&[1.0], |x| {
        vec![if PatternNumber::opaque(1.0, &[x[0].floor()]) > 0.0 { x[0] } else { x[0] * 2.0 }]
    });
    assert!(found.unwrap().is_local());
}

#[test]
fn a_part_reads_what_it_gives() {
    let found = detect::parts(&[1.0; 20], 3, |k, x| {
        // What is dropped is not read; many inputs are those of all operations with many.
        let _ = x[18] * x[19];
        match k {
            0 => vec![x[0] * x[1], x[2].floor() + x[3]],
            1 => vec![x[..9].iter().copied().sum(), 2.0.into()],
            _ => vec![],
        }
    })
    .unwrap();
    let read: Vec<_> = found.iter().map(|part| (part.inputs.clone(), part.outputs)).collect();
    assert_eq!(read, [(vec![0, 1, 3], 2), ((0..9).collect(), 2), (vec![], 0)]);
}

#[test]
fn sets_of_several_inputs_are_those_of_many() {
    // Windows of 4 to 40 inputs that meet in several operations, one behind the other and side by side.
    for width in [4, 7, 15, 16, 17, 18, 40] {
        let n = width + 30;
        let found = detect::hessian(&vec![0.5; n], |x| {
            let sums: Vec<PatternNumber<'_>> = x.windows(width).map(|w| w.iter().copied().sum()).collect();
            let mut y: Vec<PatternNumber<'_>> = sums.iter().map(|&s| s.sin() * s + s.exp() * (s - s)).collect();
            y.push(sums[0] * sums[20] + sums[0] * sums[1]);
            // A set with one input more.
            y.push((sums[0].sin() + x[n - 1]).exp());
            y
        });
        let pattern = found.unwrap().into_here();
        for i in 0..n {
            for j in 0..=i {
                let product = j < width && (i <= width || (20..20 + width).contains(&i))
                    || i < width && ((20..20 + width).contains(&j));
                let more = i == n - 1 && j < width;
                assert_eq!(pattern.position(i, j).is_some(), i - j < width || product || more, "{width}: {i} {j}");
            }
        }
    }
}
