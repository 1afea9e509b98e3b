//! Lists of constants in the memory of a generated adjoint: indices, counts, flags, and floats that carry no derivative.

use super::Workspace;
use rules::Number;

/// Lists that are at hand again.
#[derive(Debug)]
pub(super) struct Lists {
    indices: Vec<Vec<usize>>,
    floats: Vec<Vec<f64>>,
    singles: Vec<Vec<f32>>,
    flags: Vec<Vec<bool>>,
    ints: Vec<Vec<i32>>,
    counts: Vec<Vec<u32>>,
}

impl Lists {
    pub(super) const fn new() -> Lists {
        Lists {
            indices: Vec::new(),
            floats: Vec::new(),
            singles: Vec::new(),
            flags: Vec::new(),
            ints: Vec::new(),
            counts: Vec::new(),
        }
    }
}

/// What a list at hand may hold.
pub trait Pooled: Copy {
    #[doc(hidden)]
    fn of<T: Number>(ws: &mut Workspace<T>) -> &mut Vec<Vec<Self>>;
}

macro_rules! pooled {
    ($($X:ty, $lists:ident;)*) => {
        $(impl Pooled for $X {
            #[inline]
            fn of<T: Number>(ws: &mut Workspace<T>) -> &mut Vec<Vec<Self>> {
                &mut ws.constants.$lists
            }
        })*
    };
}

pooled! {
    usize, indices;
    f64, floats;
    f32, singles;
    bool, flags;
    i32, ints;
    u32, counts;
}

impl<T: Number> Workspace<T> {
    /// A list of `n` times one constant.
    #[doc(hidden)]
    #[inline]
    pub fn constants<X: Pooled>(&mut self, value: X, n: usize) -> Vec<X> {
        let mut list = X::of(self).pop().unwrap_or_default();
        list.clear();
        list.resize(n, value);
        list
    }

    /// A copy of a list of constants.
    #[doc(hidden)]
    #[inline]
    pub fn same_constants<X: Pooled>(&mut self, of: &[X]) -> Vec<X> {
        let mut list = X::of(self).pop().unwrap_or_default();
        list.clear();
        list.extend_from_slice(of);
        list
    }

    /// Takes a list of constants back.
    #[doc(hidden)]
    #[inline]
    pub fn give_constants<X: Pooled>(&mut self, list: Vec<X>) {
        if list.capacity() > 0 {
            X::of(self).push(list);
        }
    }
}
