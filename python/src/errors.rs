//! Errors as exceptions: one base, a class for each kind.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use runtime::Kind;

create_exception!(wengert, Error, PyValueError, "What can go wrong in this package.");
create_exception!(wengert, ParseError, Error, "The text is no program, or the names do not fit it.");
create_exception!(wengert, ShapeError, Error, "As many numbers as are wanted were not given.");
create_exception!(wengert, DomainError, Error, "At this point the function has no value.");
create_exception!(wengert, BranchError, Error, "A recorded function would have taken another branch.");
create_exception!(wengert, LimitError, Error, "A limit on steps, depth or memory.");
create_exception!(wengert, InvalidError, Error, "Bytes or a listing that are no function.");
create_exception!(wengert, NotFiniteError, Error, "A result is infinite or NaN, where that was not to be.");

/// The exception for an error.
pub(crate) fn raised(error: runtime::Error) -> PyErr {
    let text = error.to_string();
    match error.kind() {
        Kind::Parse => ParseError::new_err(text),
        Kind::Shape => ShapeError::new_err(text),
        Kind::Domain => DomainError::new_err(text),
        Kind::Branch => BranchError::new_err(text),
        Kind::Limit => LimitError::new_err(text),
        _ => InvalidError::new_err(text),
    }
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("ParseError", py.get_type::<ParseError>())?;
    module.add("ShapeError", py.get_type::<ShapeError>())?;
    module.add("DomainError", py.get_type::<DomainError>())?;
    module.add("BranchError", py.get_type::<BranchError>())?;
    module.add("LimitError", py.get_type::<LimitError>())?;
    module.add("InvalidError", py.get_type::<InvalidError>())?;
    module.add("NotFiniteError", py.get_type::<NotFiniteError>())
}
