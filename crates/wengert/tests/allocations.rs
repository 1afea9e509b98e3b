//! The second call of an operator with the caller's memory allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use wengert::prelude::*;
use wengert::{Mode, jvp_into, value_and_gradient_into, value_and_hvp_into};

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(mut run: impl FnMut()) -> usize {
    run();
    run();
    let before = COUNT.get();
    run();
    COUNT.get() - before
}

/// Runs on lanes for few inputs, and on a tape for many.
struct Product;

impl Function for Product {
    type Output<T: Real> = T;
    fn eval<T: Real + 'static>(&self, x: &[T]) -> T {
        x.iter().copied().product::<T>() * x[2].exp()
    }
}

struct Turned;

impl Function for Turned {
    type Output<T: Real> = [T; 3];
    fn eval<T: Real + 'static>(&self, x: &[T]) -> [T; 3] {
        [x[0] * x[1].cos(), x[0] * x[1].sin(), x.iter().copied().product()]
    }
}

#[test]
fn none_on_the_second_call() {
    let x = [1.0, 2.0, 3.0, 4.0, 5.0];
    let mut g = [0.0; 5];
    assert!(allocations(|| drop(vec![1.0])) > 0, "the counter counts");
    let count = allocations(|| {
        value_and_gradient_into(|x| x[0] * x[1] + (x[2] * x[3]).sin() * x[4], &x, &mut g);
    });
    assert_eq!(count, 0, "gradient");
    let z = [wengert::Complex::new(1.0, 2.0); 3];
    let mut of_complex = z;
    let count = allocations(|| {
        wengert::complex::value_and_gradient_into(|z| (z[0] * z[1].exp()).abs() + z[2].re, &z, &mut of_complex);
    });
    assert_eq!(count, 0, "gradient by complex numbers");
    let count = allocations(|| {
        Product.value_and_gradient_into(&x[..3], &mut g[..3]);
    });
    assert_eq!(count, 0, "gradient of a Function by lanes");
    let (many, mut gradient) = ([1.5; 20], [0.0; 20]);
    let count = allocations(|| {
        Product.value_and_gradient_into(&many, &mut gradient);
    });
    assert_eq!(count, 0, "gradient of a Function on a tape");
    let (mut y, mut j) = ([0.0; 3], [0.0; 15]);
    for mode in [Mode::Forward, Mode::Reverse] {
        let count = allocations(|| Turned.value_and_jacobian_into(mode, &x, &mut y, &mut j));
        assert_eq!(count, 0, "Jacobian of a Function, {mode:?}");
    }
    let count = allocations(|| {
        directional_derivative(|x| x[0] * x[1], &x, &x);
    });
    assert_eq!(count, 0, "directional derivative");
    let (mut y, mut dy) = ([0.0; 1], [0.0; 1]);
    let own = allocations(|| drop(vec![[0.0; 3]; 1]));
    let count = allocations(|| jvp_into(|x| vec![x[0] * x[1]], &x, &x, &mut y, &mut dy));
    assert_eq!(count, own, "jvp allocates only what the closure does");
    let mut h = [0.0; 5];
    let count = allocations(|| {
        value_and_hvp_into(|x| x[0] * x[1] + (x[2] * x[3]).sin() * x[4], &x, &x, &mut g, &mut h);
    });
    assert_eq!(count, 0, "Hessian-vector product");
}

#[test]
fn none_through_solutions() {
    use wengert::implicit::{Buffers, Descent, GaussNewton, Newton, argmin, least_squares, root};
    let mut buffers = Buffers::default();
    let theta = [2.0, 0.5, 1.5];

    let crossing = root(
        wengert::equations!(|x, p| [x[0] * x[0] + p[1] * x[1] - p[0], x[1] * x[1].exp() - p[2] * x[0]]),
        Newton::from(&[1.0, 0.5]),
    );
    let (mut x, mut dx, mut by, w, v) = ([0.0; 2], [0.0; 2], [0.0; 3], [1.0, -2.0], [0.5, 1.0, -1.0]);
    let count = allocations(|| crossing.vjp_into(&theta, &w, &mut x, &mut by, &mut buffers).expect("a root"));
    assert_eq!((count, (x.to_vec(), by.to_vec())), (0, crossing.vjp(&theta, &w).expect("a root")));
    let count = allocations(|| crossing.jvp_into(&theta, &v, &mut x, &mut dx, &mut buffers).expect("a root"));
    let (at, along) = crossing.jvp(&theta, &v).expect("a root");
    assert_eq!((count, x.to_vec()), (0, at));
    assert!(dx.iter().zip(along).all(|(a, b)| (a - b).abs() < 1e-15));
    let loss = || wengert::objective!(|x, p| x[0] * x[1] + p[0]);
    let count = allocations(|| _ = crossing.gradient_into(loss(), &theta, &mut by, &mut buffers).expect("a root"));
    assert_eq!((count, by.to_vec()), (0, crossing.gradient(loss(), &theta).expect("a root").1));
    assert_eq!(allocations(|| crossing.at_into(&theta, &mut x, &mut buffers).expect("a root")), 0);

    // A curve through data, and a minimum with curvature.
    let fit = least_squares(
        wengert::equations!(|x, y| core::array::from_fn::<T, 3, _>(|i| x[0] * (x[1] * i as f64).exp() - y[i])),
        GaussNewton::from(&[1.0, 0.0]),
    );
    let count = allocations(|| fit.vjp_into(&theta, &w, &mut x, &mut by, &mut buffers).expect("a fit"));
    let (at, back) = fit.vjp(&theta, &w).expect("a fit");
    assert_eq!(count, 0, "least squares");
    assert!(x.iter().zip(at).chain(by.iter().zip(back)).all(|(a, b)| (a - b).abs() < 1e-9 * b.abs().max(1.0)));
    let valley = argmin(
        wengert::objective!(|x, p| p[0] * (x[0] - p[1]).powi(2) + (x[1] * x[0] - p[2]).powi(2) + x[1].powi(4)),
        Descent::from(&[1.0, 1.0]),
    );
    let count = allocations(|| _ = valley.gradient_into(loss(), &theta, &mut by, &mut buffers).expect("a minimum"));
    let (_, back) = valley.gradient(loss(), &theta).expect("a minimum");
    assert_eq!(count, 0, "a minimum");
    assert!(by.iter().zip(back).all(|(a, b)| (a - b).abs() < 1e-9 * b.abs().max(1.0)));
}

#[test]
fn none_back_through_an_integration() {
    use wengert::ode::{Gradient, Memory, ode};
    let prey = ode(wengert::dynamics!(|_, u, p, du| {
        du[0] = p[0] * u[0] - p[1] * u[0] * u[1];
        du[1] = u[0] * u[1] - p[2] * u[1];
    }));
    let (p, saves, mut gradient, mut memory) = ([1.5, 1.0, 3.0], [2.5, 5.0], Gradient::default(), Memory::default());
    let count = allocations(|| {
        prey.gradient_into(&[1.0, 1.0], &p, [0.0, 5.0], &saves, |_, u, p| u[0] * p[0], &mut gradient, &mut memory)
            .expect("a solution");
    });
    assert_eq!(count, 0);
    let fresh = prey.gradient(&[1.0, 1.0], &p, [0.0, 5.0], &saves, |_, u, p| u[0] * p[0]).expect("a solution");
    assert_eq!(gradient, fresh);
}

#[test]
fn none_back_through_stiff_steps_jumps_and_checkpoints() {
    use core::ops::ControlFlow;
    use wengert::ode::{Gradient, Jump, Jumps, Memory, ode};
    /// Doses at two times, and a bounce at zero.
    #[derive(Clone)]
    struct Events;
    impl Jumps for Events {
        fn times<T: Real>(&self, p: &[T]) -> impl AsRef<[T]> {
            [p[2], p[2] * 2.0, T::from(3.0)]
        }
        fn guards<T: Real>(&self, _: T, u: &[T], _: &[T]) -> impl AsRef<[T]> {
            [u[1]]
        }
        fn jump<T: Real>(&self, jump: Jump, _: T, u: &mut [T], p: &[T]) -> ControlFlow<()> {
            match jump {
                Jump::Time(_) => u[0] += p[1],
                Jump::Guard(_) => u[1] = -0.5 * u[1] + 0.25,
            }
            ControlFlow::Continue(())
        }
    }
    let dynamics = || {
        wengert::dynamics!(|_, u, p, du| {
            du[0] = -p[0] * u[0];
            du[1] = -u[0] - 0.25;
        })
    };
    let (p, saves) = ([0.5, 0.5, 0.75], [0.75, 1.6, 3.0]);
    let plain = || ode(dynamics()).jumps(Events);
    let pattern = wengert::sparse::Pattern::from_coordinates(2, 2, [(0, 0), (1, 0)]).expect("a pattern");
    for (name, ode) in [
        ("explicit", plain()),
        ("with checkpoints", plain().checkpoints(3)),
        ("stiff", plain().stiff()),
        ("stiff, with checkpoints", plain().stiff().checkpoints(3)),
        ("sparse", plain().pattern(pattern)),
    ] {
        let (mut gradient, mut memory) = (Gradient::default(), Memory::default());
        let run = |gradient: &mut Gradient, memory: &mut Memory| {
            ode.gradient_into(
                &[1.0, 1.0],
                &p,
                [0.0, 3.0],
                &saves,
                |_, u, p| u[0] * p[0] + u[1] * u[1],
                gradient,
                memory,
            )
            .expect("a solution");
        };
        let count = allocations(|| run(&mut gradient, &mut memory));
        // A list of what is kept and one of free places, each in steps.
        let most = if name.contains("checkpoints") { 4 } else { 0 };
        let fresh = {
            let mut fresh = Gradient::default();
            run(&mut fresh, &mut Memory::default());
            fresh
        };
        assert_eq!(gradient, fresh, "{name}");
        assert!(count <= most, "{name}: {count}");
    }
}

#[test]
fn none_for_the_rows_of_a_jacobian() {
    #[differentiable]
    fn turned(x: &[f64], angle: f64, #[constant] scale: f64) -> [f64; 3] {
        let (sin, cos) = angle.sin_cos();
        [scale * (cos * x[0] - sin * x[1]), sin * x[0] + cos * x[1], x[0] * x[1]]
    }
    let (mut rows, mut ws) = ([0.0; 9], Workspace::new());
    let count = allocations(|| _ = turned::jacobian_into(&[1.0, 2.0], 0.5, 3.0, &mut rows, &mut ws));
    assert_eq!(count, 0);
    let (dense, value) =
        (turned::jacobian(&[1.0, 2.0], 0.5, 3.0), turned::jacobian_into(&[1.0, 2.0], 0.5, 3.0, &mut rows, &mut ws));
    assert_eq!(value, turned(&[1.0, 2.0], 0.5, 3.0));
    assert!(rows.iter().zip(dense.as_slice()).all(|(a, b)| (a - b).abs() < 1e-15), "{rows:?} {dense:?}");
}

#[test]
fn none_for_arrays_that_are_lent() {
    #[differentiable]
    fn image(x: &[f64; 2], matrix: &[[f64; 2]; 2]) -> [f64; 2] {
        let [[a, b], [c, d]] = *matrix;
        [a * x[0] + b * x[1], c * x[0] + d * x[1] * x[0]]
    }
    #[differentiable]
    fn energy(x: &[f64; 2], matrix: &[[f64; 2]; 2]) -> f64 {
        let y = image(x, matrix);
        y[0] * y[0] + y[1].sin()
    }
    let (x, matrix) = ([0.5, -1.5], [[1.0, 2.0], [3.0, 4.0]]);
    let (mut rows, mut ws) = ([0.0; 12], Workspace::new());
    assert_eq!(allocations(|| _ = image::jacobian_into(&x, &matrix, &mut rows, &mut ws)), 0);
    let dense = image::jacobian(&x, &matrix);
    assert!(rows.iter().zip(dense.as_slice()).all(|(a, b)| (a - b).abs() < 1e-15), "{rows:?} {dense:?}");

    assert_eq!(allocations(|| _ = energy::value_and_gradient(&x, &matrix)), 0);
    assert_eq!(allocations(|| _ = energy::value_and_hvp(&x, &matrix, &x, &matrix)), 0);
    assert_eq!(allocations(|| _ = energy::jvp(&x, &matrix, &x, &matrix)), 0);
    let (value, (by_x, by_matrix), (along_x, along_matrix)) = energy::value_and_hvp(&x, &matrix, &x, &matrix);
    assert_eq!((value, (by_x, by_matrix)), energy::value_and_gradient(&x, &matrix));
    let hessian = energy::hessian(&x, &matrix);
    let flat = [x[0], x[1], 1.0, 2.0, 3.0, 4.0];
    let product = [along_x.as_slice(), along_matrix.as_flattened()].concat();
    for (i, along) in product.iter().enumerate() {
        let sum: f64 = (0..6).map(|j| hessian[(i, j)] * flat[j]).sum();
        assert!((sum - along).abs() < 1e-12, "{i}: {sum} {along}");
    }
}
