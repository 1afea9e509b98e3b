//! The core of the Python package `wengert`: functions known at run time, on arrays of numpy.
//!
//! What is documented for users stands in `wengert/_core.pyi`.

#![forbid(unsafe_code)]

mod arrays;
mod errors;
mod function;

use pyo3::prelude::*;

/// The functions of the table that can be called: name, number of arguments, whether an integer follows, one sentence.
#[pyfunction]
fn table() -> Vec<(&'static str, usize, bool, &'static str)> {
    let shown = rules::ROWS.iter().filter(|row| row.kind != rules::Kind::Helper);
    shown.map(|row| (row.name, row.arity, row.family, row.doc)).collect()
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(table, module)?)?;
    module.add_class::<function::Function>()?;
    errors::add(module)
}
