//! Values and derivatives at one point.
#![allow(unsafe_code, reason = "functions of C")]
#![allow(clippy::too_many_arguments, reason = "each buffer has its size")]

use crate::functions::WengertFunction;
use crate::memory::{Given, NONE, Places, evaluate};
use crate::status::{WengertStatus, guarded};
use runtime::Quantity;

/// The outputs at the point `x`.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_value(
    f: *const WengertFunction,
    x: *const f64,
    n: usize,
    y: *mut f64,
    m: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (None, Places(y, m));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Value, false, Given(x, n), NONE, places) }
    })
}

/// The value, unless that place is NULL, and the gradient; of functions with one output.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_gradient(
    f: *const WengertFunction,
    x: *const f64,
    n: usize,
    value: *mut f64,
    gradient: *mut f64,
    n_gradient: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (Some(Places(value, 1)), Places(gradient, n_gradient));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Gradient, false, Given(x, n), NONE, places) }
    })
}

/// All first derivatives, row by row: `m * n` numbers.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_jacobian(
    f: *const WengertFunction,
    x: *const f64,
    n: usize,
    jacobian: *mut f64,
    size: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (None, Places(jacobian, size));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Jacobian, false, Given(x, n), NONE, places) }
    })
}

/// All second derivatives, row by row: `n * n` numbers; of functions with one output.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_hessian(
    f: *const WengertFunction,
    x: *const f64,
    n: usize,
    hessian: *mut f64,
    size: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (None, Places(hessian, size));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Hessian, false, Given(x, n), NONE, places) }
    })
}

/// The derivatives of the `m` outputs along a direction of `n` numbers, and the outputs, unless that place is NULL.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_jvp(
    f: *const WengertFunction,
    x: *const f64,
    n: usize,
    direction: *const f64,
    n_direction: usize,
    y: *mut f64,
    dy: *mut f64,
    m: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (Some(Places(y, m)), Places(dy, m));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Jvp, false, Given(x, n), Given(direction, n_direction), places) }
    })
}

/// The derivatives of the outputs' sum with `m` weights, and the outputs, unless that place is NULL.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_vjp(
    f: *const WengertFunction,
    x: *const f64,
    n: usize,
    weights: *const f64,
    m: usize,
    y: *mut f64,
    gradient: *mut f64,
    n_gradient: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (Some(Places(y, m)), Places(gradient, n_gradient));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Vjp, false, Given(x, n), Given(weights, m), places) }
    })
}

/// The Hessian times a direction of `n` numbers, and the gradient, unless that place is NULL; of functions with one output.
///
/// # Safety
/// `f` was not freed; there are as many numbers, and places for numbers, as is said.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_hvp(
    f: *const WengertFunction,
    x: *const f64,
    n: usize,
    direction: *const f64,
    n_direction: usize,
    gradient: *mut f64,
    product: *mut f64,
    n_product: usize,
) -> WengertStatus {
    guarded(|| {
        let places = (Some(Places(gradient, n_product)), Places(product, n_product));
        // SAFETY: as the caller promises.
        unsafe { evaluate(f, Quantity::Hvp, false, Given(x, n), Given(direction, n_direction), places) }
    })
}
