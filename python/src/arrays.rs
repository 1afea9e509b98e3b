//! Arrays in, one point or many.

use crate::errors::ShapeError;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::IntoPyDict;

/// Numbers of one point, or of many, in a row.
pub(crate) struct Numbers<'py> {
    array: PyReadonlyArrayDyn<'py, f64>,
    /// How many points; none where there is one without an axis of its own.
    pub(crate) many: Option<usize>,
}

impl<'py> Numbers<'py> {
    /// Of anything that numpy makes an array of; the last axis has `n` numbers, which `what` names.
    pub(crate) fn of(given: &Bound<'py, PyAny>, n: usize, what: &str) -> PyResult<Numbers<'py>> {
        let array = contiguous(given)?;
        let shape = array.shape();
        let many = match *shape {
            [] if n == 1 => None,
            [last] if last == n => None,
            [count, last] if last == n => Some(count),
            _ => {
                return Err(ShapeError::new_err(format!(
                    "{what} of shape {shape:?} were given; give an array of {n} numbers, or one of shape [points, {n}]"
                )));
            }
        };
        Ok(Numbers { array: array.readonly(), many })
    }

    pub(crate) fn as_slice(&self) -> PyResult<&[f64]> {
        Ok(self.array.as_slice()?)
    }
}

fn contiguous<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    if let Ok(array) = given.cast::<PyArrayDyn<f64>>()
        && array.is_c_contiguous()
    {
        return Ok(array.clone());
    }
    static CONVERT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = given.py();
    let convert = CONVERT.get_or_try_init(py, || PyResult::Ok(py.import("numpy")?.getattr("array")?.unbind()))?;
    let options =
        [("dtype", py.get_type::<pyo3::types::PyFloat>().into_any()), ("order", "C".into_pyobject(py)?.into_any())];
    let array = convert.bind(py).call((given,), Some(&options.into_py_dict(py)?))?;
    Ok(array.cast_into::<PyArrayDyn<f64>>()?)
}
