//! Functions: made, asked for their names, printed, kept as bytes, freed.
#![allow(unsafe_code, reason = "functions of C")]
#![allow(clippy::too_many_arguments, reason = "each buffer has its size")]

use crate::memory::{function, items, place, text};
use crate::status::{Fault, WengertStatus, guarded};
use runtime::{Function, Quantity};
use std::ffi::{CString, c_char};

/// A function. It can be evaluated from many threads at once.
pub struct WengertFunction(pub(crate) Function, Vec<CString>);

/// The outputs, for `wengert_print`.
pub const WENGERT_VALUE: u32 = 0;
/// The value and the gradient.
pub const WENGERT_GRADIENT: u32 = 1;
/// All first derivatives.
pub const WENGERT_JACOBIAN: u32 = 2;
/// All second derivatives.
pub const WENGERT_HESSIAN: u32 = 3;
/// Derivatives along a direction.
pub const WENGERT_JVP: u32 = 4;
/// Derivatives of a weighted sum.
pub const WENGERT_VJP: u32 = 5;
/// The Hessian times a direction.
pub const WENGERT_HVP: u32 = 6;

/// As instructions, one a line.
pub const WENGERT_AS_LISTING: u32 = 0;
/// As a function in C.
pub const WENGERT_AS_C: u32 = 1;
/// As a function in Rust.
pub const WENGERT_AS_RUST: u32 = 2;
/// As a tree; of values alone.
pub const WENGERT_AS_TREE: u32 = 3;

fn boxed(f: Function) -> *mut WengertFunction {
    let names = f.inputs().iter().map(|name| CString::new(name.replace('\0', "")).unwrap_or_default()).collect();
    Box::into_raw(Box::new(WengertFunction(f, names)))
}

/// The version of the library.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub extern "C" fn wengert_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Makes a function of `source`, a text that ends with a zero. Its inputs are the free names, in order of first appearance.
/// `*f` is the function, or NULL; `wengert_free` frees it.
///
/// # Safety
/// `source` ends with a zero; `f` may be written to.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_parse(source: *const c_char, f: *mut *mut WengertFunction) -> WengertStatus {
    guarded(|| {
        // SAFETY: as the caller promises.
        let (f, source) = unsafe { (place(f, "the place for the function")?, text(source, "the text")) };
        *f = std::ptr::null_mut();
        *f = boxed(Function::parse(source?)?);
        Ok(())
    })
}

/// As `wengert_parse`, with exactly these inputs in this order, used or not.
///
/// # Safety
/// `source` and each of the `count` names end with a zero; `f` may be written to.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_parse_with_inputs(
    source: *const c_char,
    names: *const *const c_char,
    count: usize,
    f: *mut *mut WengertFunction,
) -> WengertStatus {
    guarded(|| {
        // SAFETY: as the caller promises.
        let (f, source) = unsafe { (place(f, "the place for the function")?, text(source, "the text")) };
        *f = std::ptr::null_mut();
        // SAFETY: as the caller promises.
        let names = unsafe { items(names, count, "the list of names") }?;
        // SAFETY: as the caller promises.
        let names: Vec<&str> = names.iter().map(|&name| unsafe { text(name, "a name") }).collect::<Result<_, _>>()?;
        *f = boxed(Function::parse_with_inputs(source?, &names)?);
        Ok(())
    })
}

/// Makes a function of bytes that `wengert_save` wrote. Bytes from anywhere are checked before they are a function.
///
/// # Safety
/// There are `size` bytes; `f` may be written to.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_load(bytes: *const u8, size: usize, f: *mut *mut WengertFunction) -> WengertStatus {
    guarded(|| {
        // SAFETY: as the caller promises.
        let (f, bytes) = unsafe { (place(f, "the place for the function")?, items(bytes, size, "the bytes")) };
        *f = std::ptr::null_mut();
        *f = boxed(Function::from_bytes(bytes?)?);
        Ok(())
    })
}

/// Writes the function as bytes to `buffer`, if its `capacity` suffices; `*size` is how many there are, also where it does not.
///
/// # Safety
/// `f` was not freed; `buffer` has `capacity` bytes or is NULL; `size` may be written to.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_save(
    f: *const WengertFunction,
    buffer: *mut u8,
    capacity: usize,
    size: *mut usize,
) -> WengertStatus {
    guarded(|| {
        // SAFETY: as the caller promises.
        let (f, size) = unsafe { (function(f)?, place(size, "the place for the size")?) };
        // SAFETY: as the caller promises.
        unsafe { copied(&f.0.to_bytes(), buffer, capacity, size) }
    })
}

/// Writes the program that computes a quantity (`WENGERT_GRADIENT`, ..) in a form (`WENGERT_AS_C`, ..) to `buffer`, as text with
/// a zero at its end, if its `capacity` suffices; `*size` is how many bytes that are, also where it does not. In a text with
/// branches those are shown that are taken at the point `x`.
///
/// # Safety
/// `f` was not freed; there are `n` numbers; `buffer` has `capacity` bytes or is NULL; `size` may be written to.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_print(
    f: *const WengertFunction,
    quantity: u32,
    form: u32,
    x: *const f64,
    n: usize,
    buffer: *mut c_char,
    capacity: usize,
    size: *mut usize,
) -> WengertStatus {
    guarded(|| {
        // SAFETY: as the caller promises.
        let (f, x, size) = unsafe { (function(f)?, items(x, n, "the point")?, place(size, "the place for the size")?) };
        let what = usize::try_from(quantity).ok().and_then(|at| Quantity::ALL.get(at)).copied();
        let what =
            what.ok_or_else(|| Fault::new(WengertStatus::Shape, "no such quantity: give WENGERT_VALUE or another"))?;
        let mut printed = match form {
            WENGERT_AS_LISTING => f.0.listing(what, x)?,
            WENGERT_AS_C => f.0.to_c(what, x, what.name())?,
            WENGERT_AS_RUST => f.0.to_rust(what, x, what.name())?,
            WENGERT_AS_TREE => f.0.tree(x)?,
            _ => return Err(Fault::new(WengertStatus::Shape, "no such form: give WENGERT_AS_LISTING or another")),
        };
        printed.push('\0');
        // SAFETY: as the caller promises.
        unsafe { copied(printed.as_bytes(), buffer.cast(), capacity, size) }
    })
}

/// # Safety
/// Unless null, `buffer` has `capacity` bytes.
// SAFETY: what callers promise stands above.
unsafe fn copied(bytes: &[u8], buffer: *mut u8, capacity: usize, size: &mut usize) -> Result<(), Fault> {
    *size = bytes.len();
    if buffer.is_null() && capacity == 0 {
        return Ok(());
    }
    if buffer.is_null() || capacity < bytes.len() {
        let message = format!("{} bytes are to be written, and there is room for {capacity}", bytes.len());
        return Err(Fault::new(WengertStatus::Shape, message));
    }
    // SAFETY: there is room for them, and they are this function's own.
    unsafe { buffer.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    Ok(())
}

/// Frees a function; NULL is left alone.
///
/// # Safety
/// `f` was made by this library, was not freed, and is not in use by another thread.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_free(f: *mut WengertFunction) {
    if !f.is_null() {
        guarded(|| {
            // SAFETY: as the caller promises, it comes from `boxed`, once.
            drop(unsafe { Box::from_raw(f) });
            Ok(())
        });
    }
}

/// The number of inputs; 0 for NULL.
///
/// # Safety
/// `f` was not freed.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_inputs(f: *const WengertFunction) -> usize {
    // SAFETY: as the caller promises.
    unsafe { function(f) }.map_or(0, |f| f.0.inputs().len())
}

/// The number of outputs; 0 for NULL.
///
/// # Safety
/// `f` was not freed.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_outputs(f: *const WengertFunction) -> usize {
    // SAFETY: as the caller promises.
    unsafe { function(f) }.map_or(0, |f| f.0.outputs())
}

/// The name of an input, by its number from 0; it lives as long as the function. NULL where there is no such input.
///
/// # Safety
/// `f` was not freed.
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wengert_input_name(f: *const WengertFunction, input: usize) -> *const c_char {
    // SAFETY: as the caller promises.
    let name = unsafe { function(f) }.ok().and_then(|f| f.1.get(input));
    name.map_or(std::ptr::null(), |name| name.as_ptr())
}
