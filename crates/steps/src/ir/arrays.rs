//! The arrays of a program.

use super::{Atom, Frame, Projections, Val};
use proc_macro2::{Ident, Span, TokenStream};

/// Where an array lives.
#[derive(Clone, Debug)]
pub enum Storage {
    /// A parameter `&[f64]`.
    Shared,
    /// A parameter `&mut [f64]`.
    Exclusive,
    /// A local or a parameter by value, of a length known to the compiler.
    Fixed(TokenStream),
    /// A local or a parameter by value, on the heap.
    Heap,
    /// A structure, or a list of structures, that is changed where it lies.
    Held,
}

/// Where the adjoint of a list lies.
#[derive(Clone, Debug)]
pub enum Lies {
    /// In memory of its own.
    Apart,
    /// In the adjoint of the structure that it is a field of, as a slice that is taken once.
    Slice,
    /// There too, reached by its path each time.
    Path(Val, Projections),
}

#[derive(Clone, Debug)]
pub struct Array {
    pub name: Ident,
    pub storage: Storage,
    pub param: bool,
    /// Whether its elements are floats, as far as is known.
    pub float: bool,
    pub frame: Frame,
    pub lifted: bool,
    pub active: bool,
    /// Whether the function returns it.
    pub result: bool,
    /// Whether its memory grows.
    pub grows: bool,
    /// Whether the way back takes its writes back.
    pub undone: bool,
    /// Of a field: whether it is a list of constants.
    pub still: bool,
    pub lies: Lies,
    /// The value that holds its length, for locals.
    pub len: Option<Atom>,
    /// An expression of its type without elements, for constant locals.
    pub sample: Option<TokenStream>,
    /// Where it is given to a constant parameter of what is written out there, and what is said if it carries derivatives.
    pub ends_in: Option<(Span, String)>,
}

impl Array {
    pub fn new(name: Ident, storage: Storage, float: bool, frame: Frame) -> Array {
        Array {
            name,
            storage,
            param: false,
            float,
            frame,
            lifted: false,
            active: false,
            result: false,
            grows: false,
            undone: false,
            still: false,
            lies: Lies::Apart,
            len: None,
            sample: None,
            ends_in: None,
        }
    }
}
