//! Memory for derivatives that a differentiated function takes itself, which run on duals of its numbers.
//!
//! A new workspace for every call of `f::gradient` in a body took half of the time of a path through a field of forces.

use super::{Unwatched, Workspace};
use core::any::Any;
use forward::Dual;
use rules::Number;

/// Where the workspace of duals of a number is kept; made anew for each call where the number is not known.
#[derive(Debug)]
pub(super) struct Within<T: Number> {
    room: Option<Room>,
    opening: Option<Opening<T>>,
}

type Room = Box<dyn Any + Send + Sync>;
/// What is in a room.
type Opening<T> = fn(&mut Option<Room>) -> Option<&mut Workspace<Dual<T>>>;

impl<T: Number> Within<T> {
    pub(super) const fn none() -> Within<T> {
        Within { room: None, opening: None }
    }

    /// One for the same numbers, with nothing in it.
    pub(super) fn alike(&self) -> Within<T> {
        Within { room: None, opening: self.opening }
    }
}

impl<T: Number + 'static> Within<T> {
    /// As is known of the type: the numbers of gradients and of second derivatives.
    pub(super) fn known() -> Within<T> {
        let known: [&dyn Any; 5] = [
            &(open::<f64> as Opening<f64>),
            &(open::<f32> as Opening<f32>),
            &(open::<Dual<f64>> as Opening<Dual<f64>>),
            &(open::<Dual<f32>> as Opening<Dual<f32>>),
            &(open::<Unwatched<f64>> as Opening<Unwatched<f64>>),
        ];
        Within { room: None, opening: known.iter().find_map(|open| open.downcast_ref::<Opening<T>>().copied()) }
    }
}

fn open<T: Number + 'static>(room: &mut Option<Room>) -> Option<&mut Workspace<Dual<T>>>
where
    Workspace<Dual<T>>: Send + Sync,
{
    room.get_or_insert_with(|| Box::new(Workspace::<Dual<T>>::default())).downcast_mut()
}

/// Runs a derivative inside of a function that works in `ws`.
#[inline]
pub fn on_duals<T: Number, R>(ws: &mut Workspace<T>, run: impl FnOnce(&mut Workspace<Dual<T>>) -> R) -> R {
    let mut within = core::mem::replace(ws.within(), Within::none());
    let mut fresh = None;
    let kept = within.opening.and_then(|open| open(&mut within.room));
    let result = run(kept.unwrap_or_else(|| fresh.insert(Workspace::default())));
    *ws.within() = within;
    result
}
