//! Memory for derivatives that a differentiated function takes itself, which run on duals of its numbers.
//!
//! A new workspace for every call of `f::gradient` in a body took half of the time of a path through a field of forces.

use super::{Direction, Unwatched, Workspace};
use core::any::Any;
use forward::Dual;
use rules::Number;

/// Where the workspaces of duals of a number are kept, of those that follow where seeds reach and of those that do not;
/// made anew for each call where the number is not known.
#[derive(Debug)]
pub(super) struct Within<T: Number> {
    watched: Room<Dual<T>>,
    unwatched: Room<Unwatched<T>>,
}

#[derive(Debug)]
struct Room<D: Number> {
    kept: Option<Kept>,
    opening: Option<Opening<D>>,
}

type Kept = Box<dyn Any + Send + Sync>;
/// What is in a room.
type Opening<D> = fn(&mut Option<Kept>) -> Option<&mut Workspace<D>>;

impl<D: Number> Room<D> {
    const NONE: Room<D> = Room { kept: None, opening: None };
}

impl<T: Number> Within<T> {
    pub(super) const fn none() -> Within<T> {
        Within { watched: Room::NONE, unwatched: Room::NONE }
    }

    /// One for the same numbers, with nothing in it.
    pub(super) fn alike(&self) -> Within<T> {
        Within {
            watched: Room { kept: None, opening: self.watched.opening },
            unwatched: Room { kept: None, opening: self.unwatched.opening },
        }
    }
}

impl<T: Number + 'static> Within<T> {
    /// As is known of the type: the numbers of gradients and of second derivatives.
    pub(super) fn known() -> Within<T> {
        fn known<D: Number + 'static>() -> Room<D> {
            let known: [&dyn Any; 10] = [
                &(open::<Dual<f64>> as Opening<Dual<f64>>),
                &(open::<Dual<f32>> as Opening<Dual<f32>>),
                &(open::<Dual<Dual<f64>>> as Opening<Dual<Dual<f64>>>),
                &(open::<Dual<Dual<f32>>> as Opening<Dual<Dual<f32>>>),
                &(open::<Dual<Unwatched<f64>>> as Opening<Dual<Unwatched<f64>>>),
                &(open::<Unwatched<f64>> as Opening<Unwatched<f64>>),
                &(open::<Unwatched<f32>> as Opening<Unwatched<f32>>),
                &(open::<Unwatched<Dual<f64>>> as Opening<Unwatched<Dual<f64>>>),
                &(open::<Unwatched<Dual<f32>>> as Opening<Unwatched<Dual<f32>>>),
                &(open::<Unwatched<Unwatched<f64>>> as Opening<Unwatched<Unwatched<f64>>>),
            ];
            let opening = known.iter().find_map(|open| open.downcast_ref::<Opening<D>>().copied());
            Room { kept: None, opening }
        }
        Within { watched: known(), unwatched: known() }
    }
}

fn open<D: Number + 'static>(kept: &mut Option<Kept>) -> Option<&mut Workspace<D>>
where
    Workspace<D>: Send + Sync,
{
    kept.get_or_insert_with(|| Box::new(Workspace::<D>::default())).downcast_mut()
}

/// Numbers that move along a direction, whose workspaces are kept.
pub trait Moving<T: Number>: Direction<T> + Sized {
    #[doc(hidden)]
    fn with_room<R>(ws: &mut Workspace<T>, run: impl FnOnce(&mut Workspace<Self>) -> R) -> R;
}

// The room is taken out while the function runs: it borrows the workspace as well.
macro_rules! moving {
    ($($room:ident: $D:ty),+) => {$(
        impl<T: Number> Moving<T> for $D {
            #[inline]
            fn with_room<R>(ws: &mut Workspace<T>, run: impl FnOnce(&mut Workspace<Self>) -> R) -> R {
                let mut room = core::mem::replace(&mut ws.within().$room, Room::NONE);
                let mut fresh = None;
                let kept = room.opening.and_then(|open| open(&mut room.kept));
                let result = run(kept.unwrap_or_else(|| fresh.insert(Workspace::default())));
                ws.within().$room = room;
                result
            }
        }
    )+};
}

moving! { watched: Dual<T>, unwatched: Unwatched<T> }

/// Runs a derivative inside of a function that works in `ws`.
#[inline]
pub fn on_duals<D: Moving<T>, T: Number, R>(ws: &mut Workspace<T>, run: impl FnOnce(&mut Workspace<D>) -> R) -> R {
    D::with_room(ws, run)
}
