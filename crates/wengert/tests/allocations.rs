//! The second call of an operator with the caller's memory allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use wengert::prelude::*;
use wengert::{jvp_into, value_and_gradient_into, value_and_hvp_into};

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
