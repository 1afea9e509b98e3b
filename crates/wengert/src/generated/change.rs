//! Structures that calls change where they lie: what a change finds there is kept, and put back on the way back.

use super::kept::{Beside, again, keep};
use super::{Kind, Word, Workspace, refill};
use core::any::Any;
use rules::{Bundle, Differentiable, Number, Real, Scalar};

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

/// A change of a field that carries derivatives.
pub trait ChangeNumbers<T: Number, R> {
    /// Puts a value to a place.
    fn change(&self, place: &mut R, value: R, ws: &mut Workspace<T>);
    /// Puts back what was there, and takes the adjoint of the value; that of what was there begins at zero.
    fn change_back(&self, place: &mut R, adjoint: &mut R, ws: &mut Workspace<T>) -> R;
}

impl<T: Number, R: Bundle<T>> ChangeNumbers<T, R> for &&Kind<T, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change(&self, place: &mut R, value: R, ws: &mut Workspace<T>) {
        debug_assert!(R::PACKS, "structures of other types are not changed where they lie");
        keep(place, &mut Beside::new(), ws);
        *place = value;
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change_back(&self, place: &mut R, adjoint: &mut R, ws: &mut Workspace<T>) -> R {
        *place = again(&mut Beside::new(), ws);
        core::mem::replace(adjoint, place.zero())
    }
}

/// A change of a constant of one word.
pub trait ChangeWords<T: Number, R> {
    /// Puts a value to a place.
    fn change(&self, place: &mut R, value: R, ws: &mut Workspace<T>);
    /// Puts back what was there; constants have no adjoint.
    fn change_back(&self, place: &mut R, _: &mut R, ws: &mut Workspace<T>);
}

impl<T: Number, R: Word> ChangeWords<T, R> for &Kind<T, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change(&self, place: &mut R, value: R, ws: &mut Workspace<T>) {
        ws.push_words([place.word()]);
        *place = value;
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change_back(&self, place: &mut R, _: &mut R, ws: &mut Workspace<T>) {
        let [word] = ws.pop_words();
        *place = R::from_word(word);
    }
}

/// A change of any other constant.
pub trait ChangeThings<T: Number, R> {
    /// Puts a value to a place.
    fn change(&self, place: &mut R, value: R, ws: &mut Workspace<T>);
    /// Puts back what was there; constants have no adjoint.
    fn change_back(&self, place: &mut R, _: &mut R, ws: &mut Workspace<T>);
}

impl<T: Number, R: Any + Send + Sync> ChangeThings<T, R> for Kind<T, R> {
    #[inline]
    fn change(&self, place: &mut R, value: R, ws: &mut Workspace<T>) {
        ws.keep_thing(Box::new(core::mem::replace(place, value)));
    }
    #[inline]
    fn change_back(&self, place: &mut R, _: &mut R, ws: &mut Workspace<T>) {
        let thing = ws.kept_thing().and_then(|thing| thing.downcast::<R>().ok());
        *place = *super::certain(thing);
    }
}

/// Keeps a structure that a callee changes in its own way.
#[inline]
pub fn keep_whole<T, S, D>(whole: &D::Over<T>, ws: &mut Workspace<T>)
where
    T: Real<S, Scalar = S>,
    S: Scalar,
    D: Differentiable<S> + Send + Sync + 'static,
{
    if <D::Over<T> as Bundle<T>>::PACKS {
        return keep(whole, &mut Beside::new(), ws);
    }
    let mut n = 0;
    whole.each(&mut |x| {
        ws.push([x]);
        n += 1;
    });
    ws.push_words([n]);
    let plain: D = whole.plain(&mut |x| x.value());
    ws.keep_thing(Box::new(plain));
}

/// The structure that was kept so last.
#[inline]
pub fn whole_again<T, S, D>(ws: &mut Workspace<T>) -> D::Over<T>
where
    T: Real<S, Scalar = S>,
    S: Scalar,
    D: Differentiable<S> + Send + Sync + 'static,
{
    if <D::Over<T> as Bundle<T>>::PACKS {
        return again(&mut Beside::new(), ws);
    }
    let plain = ws.kept_thing().and_then(|thing| thing.downcast::<D>().ok());
    let plain = super::certain(plain);
    let [n] = ws.pop_words();
    let (numbers, _) = ws.release(n as usize, 0);
    refill::<T, S, D>(&plain, numbers)
}
