//! Methods of `ControlFlow`.

use std::ops::ControlFlow;

/// Whether it ends.
pub fn is_break<B, C>(flow: &ControlFlow<B, C>) -> bool {
    match flow {
        ControlFlow::Break(_) => true,
        ControlFlow::Continue(_) => false,
    }
}

/// Whether it goes on.
pub fn is_continue<B, C>(flow: &ControlFlow<B, C>) -> bool {
    match flow {
        ControlFlow::Break(_) => false,
        ControlFlow::Continue(_) => true,
    }
}

/// What it ends with.
pub fn break_value<B, C>(flow: ControlFlow<B, C>) -> Option<B> {
    match flow {
        ControlFlow::Break(x) => Some(x),
        ControlFlow::Continue(_) => None,
    }
}

/// What it goes on with.
pub fn continue_value<B, C>(flow: ControlFlow<B, C>) -> Option<C> {
    match flow {
        ControlFlow::Break(_) => None,
        ControlFlow::Continue(x) => Some(x),
    }
}

/// What it ends with through a function.
pub fn map_break<B, C, T, F: FnOnce(B) -> T>(flow: ControlFlow<B, C>, f: F) -> ControlFlow<T, C> {
    match flow {
        ControlFlow::Break(x) => ControlFlow::Break(f(x)),
        ControlFlow::Continue(x) => ControlFlow::Continue(x),
    }
}

/// What it goes on with through a function.
pub fn map_continue<B, C, T, F: FnOnce(C) -> T>(flow: ControlFlow<B, C>, f: F) -> ControlFlow<B, T> {
    match flow {
        ControlFlow::Break(x) => ControlFlow::Break(x),
        ControlFlow::Continue(x) => ControlFlow::Continue(f(x)),
    }
}
