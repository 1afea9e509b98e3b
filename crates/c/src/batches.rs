//! Values and derivatives at many points.
#![allow(unsafe_code, reason = "functions of C")]
#![allow(clippy::too_many_arguments, reason = "each buffer has its size")]

use crate::functions::WengertFunction;
use crate::memory::{Given, NONE, Places, evaluate};
use crate::status::{WengertStatus, guarded};
use runtime::Quantity;

/// The outputs at many points, those of one after the other.
/// `points` has the inputs of one point after the other; each size is how many numbers there are in all.
/// Where the function has no value at some points, theirs are NaN and all others are there.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_value_batch(
    f: *const WengertFunction,
    points: *const f64,
    size_points: usize,
    y: *mut f64,
    size_y: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (None, Places(y, size_y));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Value, true, Given(points, size_points), NONE, places) }
    })
}

/// Values, unless that place is NULL, and gradients at many points.
/// `points` has the inputs of one point after the other; each size is how many numbers there are in all.
/// Where the function has no value at some points, theirs are NaN and all others are there.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_gradient_batch(
    f: *const WengertFunction,
    points: *const f64,
    size_points: usize,
    values: *mut f64,
    size_values: usize,
    gradients: *mut f64,
    size_gradients: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (Some(Places(values, size_values)), Places(gradients, size_gradients));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Gradient, true, Given(points, size_points), NONE, places) }
    })
}

/// Jacobians at many points.
/// `points` has the inputs of one point after the other; each size is how many numbers there are in all.
/// Where the function has no value at some points, theirs are NaN and all others are there.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_jacobian_batch(
    f: *const WengertFunction,
    points: *const f64,
    size_points: usize,
    jacobians: *mut f64,
    size_jacobians: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (None, Places(jacobians, size_jacobians));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Jacobian, true, Given(points, size_points), NONE, places) }
    })
}

/// Hessians at many points.
/// `points` has the inputs of one point after the other; each size is how many numbers there are in all.
/// Where the function has no value at some points, theirs are NaN and all others are there.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_hessian_batch(
    f: *const WengertFunction,
    points: *const f64,
    size_points: usize,
    hessians: *mut f64,
    size_hessians: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (None, Places(hessians, size_hessians));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Hessian, true, Given(points, size_points), NONE, places) }
    })
}

/// Derivatives along a direction at each of many points.
/// `points` has the inputs of one point after the other; each size is how many numbers there are in all.
/// Where the function has no value at some points, theirs are NaN and all others are there.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_jvp_batch(
    f: *const WengertFunction,
    points: *const f64,
    size_points: usize,
    directions: *const f64,
    size_directions: usize,
    y: *mut f64,
    size_y: usize,
    dy: *mut f64,
    size_dy: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (Some(Places(y, size_y)), Places(dy, size_dy));
        // SAFETY: as the caller promises.
        unsafe {
            evaluate(f, Quantity::Jvp, true, Given(points, size_points), Given(directions, size_directions), places)
        }
    })
}

/// Derivatives of weighted sums at many points.
/// `points` has the inputs of one point after the other; each size is how many numbers there are in all.
/// Where the function has no value at some points, theirs are NaN and all others are there.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_vjp_batch(
    f: *const WengertFunction,
    points: *const f64,
    size_points: usize,
    weights: *const f64,
    size_weights: usize,
    y: *mut f64,
    size_y: usize,
    gradients: *mut f64,
    size_gradients: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (Some(Places(y, size_y)), Places(gradients, size_gradients));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Vjp, true, Given(points, size_points), Given(weights, size_weights), places) }
    })
}

/// Products of Hessians at many points.
/// `points` has the inputs of one point after the other; each size is how many numbers there are in all.
/// Where the function has no value at some points, theirs are NaN and all others are there.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_hvp_batch(
    f: *const WengertFunction,
    points: *const f64,
    size_points: usize,
    directions: *const f64,
    size_directions: usize,
    gradients: *mut f64,
    size_gradients: usize,
    products: *mut f64,
    size_products: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (Some(Places(gradients, size_gradients)), Places(products, size_products));
        // SAFETY: as the caller promises.
        unsafe {
            evaluate(f, Quantity::Hvp, true, Given(points, size_points), Given(directions, size_directions), places)
        }
    })
}
