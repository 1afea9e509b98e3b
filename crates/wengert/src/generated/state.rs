//! Constants that functions change: what one was before is kept, and the way back is handed it again.

use super::Workspace;
use core::any::Any;
use rules::Number;

/// Stands on the way back for a constant that a function changes: the function has kept what it was.
#[derive(Clone, Copy, Debug)]
pub struct Gone;

/// The type of a constant that a function changes, in what gives it back.
pub type State<X> = X;

/// Keeps what a constant was that a function changed.
#[inline]
pub fn keep_state<X: Any + Send + Sync, T: Number>(state: X, ws: &mut Workspace<T>) {
    ws.keep_thing(Box::new(state));
}

/// The one that was kept last.
#[inline]
pub fn state_again<X: Any + Send + Sync, T: Number>(ws: &mut Workspace<T>) -> X {
    *super::certain(ws.kept_thing().and_then(|thing| thing.downcast::<X>().ok()))
}
