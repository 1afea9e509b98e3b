//! Structures that are kept for the way back: taken apart on the workspace, or as they are where their types do not
//! allow that.

use super::{Kind, Word, Workspace};
use rules::{Bundle, Number, Scalar};

/// Where values of a type are kept that cannot be taken apart. What a function keeps has no name for its type; this
/// carries the type from where it is kept to where it is taken.
#[derive(Debug)]
pub struct Beside<V> {
    /// The value that was kept last: most functions keep one, which takes no room on the heap.
    last: Option<V>,
    others: Vec<V>,
}

impl<V> Default for Beside<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn default() -> Beside<V> {
        Beside { last: None, others: Vec::new() }
    }
}

impl<V> Beside<V> {
    /// For values of a type that is known from what is kept.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new() -> Beside<V> {
        Beside::default()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push(&mut self, value: V) {
        if let Some(other) = self.last.replace(value) {
            self.others.push(other);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pop(&mut self) -> Option<V> {
        let value = self.last.take();
        if !self.others.is_empty() {
            self.last = self.others.pop();
        }
        value
    }
}

/// The kind of what is kept, for a number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn kind_beside<T, R>(_: &Beside<R>) -> Kind<T, R> {
    Kind::new()
}

/// What a function keeps, empty, by what it would keep; it is not run.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn like<R: Default>(_: impl FnOnce() -> R) -> R {
    R::default()
}

/// Something of a type, in code that is not run.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn never<X>() -> X {
    #[allow(clippy::empty_loop)]
    loop {}
}

/// The largest of several numbers.
pub const fn most(all: &[usize]) -> usize {
    let (mut most, mut k) = (0, 0);
    while k < all.len() {
        if all[k] > most {
            most = all[k];
        }
        k += 1;
    }
    most
}

/// Keeps a value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn keep<T: Number, V: Bundle<T>>(value: &V, beside: &mut Beside<V>, ws: &mut Workspace<T>) {
    if !V::PACKS {
        beside.push(value.clone());
    } else if V::EVEN {
        let (numbers, words) = ws.reserve(V::SIZE.0, V::SIZE.1);
        fill(value, numbers, words);
    } else {
        let (mut n, mut w) = (0, 0);
        value.each(&mut |_| n += 1);
        value.words(&mut |_| w += 1);
        let (numbers, words) = ws.reserve(n, w);
        fill(value, numbers, words);
        ws.push_words([n as u64, w as u64]);
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn fill<T: Number, V: Bundle<T>>(value: &V, numbers: &mut [T], words: &mut [u64]) {
    let (mut numbers, mut words) = (numbers.iter_mut(), words.iter_mut());
    value.each(&mut |x| {
        if let Some(place) = numbers.next() {
            *place = x;
        }
    });
    value.words(&mut |x| {
        if let Some(place) = words.next() {
            *place = x;
        }
    });
}

/// The value that was kept last.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn again<T: Number, V: Bundle<T>>(beside: &mut Beside<V>, ws: &mut Workspace<T>) -> V {
    if !V::PACKS {
        return super::certain(beside.pop());
    }
    let (n, w) = if V::EVEN {
        V::SIZE
    } else {
        let [n, w] = ws.pop_words();
        (n as usize, w as usize)
    };
    let (numbers, words) = ws.release(n, w);
    let (mut numbers, mut words) = (numbers.iter(), words.iter());
    V::build(&mut || numbers.next().copied().unwrap_or_else(zero), &mut || words.next().copied().unwrap_or(0))
}

/// Keeps what the adjoint of a value is shaped like.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn keep_shape<T: Number, V: Bundle<T>>(value: &V, beside: &mut Beside<V>, ws: &mut Workspace<T>) {
    if !V::PACKS {
        beside.push(value.clone());
    } else if V::EVEN {
        fill(value, &mut [], ws.reserve(0, V::SIZE.1).1);
    } else {
        let mut w = 0;
        value.words(&mut |_| w += 1);
        fill(value, &mut [], ws.reserve(0, w).1);
        ws.push_words([w as u64]);
    }
}

/// A zero of the shape that was kept last.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn zero_again<T: Number, V: Bundle<T>>(beside: &mut Beside<V>, ws: &mut Workspace<T>) -> V {
    if !V::PACKS {
        return super::certain(beside.pop()).nothing();
    }
    let w = if V::EVEN {
        V::SIZE.1
    } else {
        let [w] = ws.pop_words();
        w as usize
    };
    let mut words = ws.release(0, w).1.iter();
    V::build(&mut || -zero::<T>(), &mut || words.next().copied().unwrap_or(0))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn zero<T: Number>() -> T {
    T::constant(T::Scalar::from_f64(0.0))
}

/// Visits a text as words: its length, and eight bytes in each.
#[inline]
pub fn text_words(text: &str, f: &mut impl FnMut(u64)) {
    f(text.len() as u64);
    for part in text.as_bytes().chunks(8) {
        f(part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    }
}

/// The text of such words.
#[inline]
pub fn text_of(words: &mut impl FnMut() -> u64) -> String {
    let len = words() as usize;
    let mut bytes = Vec::with_capacity(len.next_multiple_of(8));
    while bytes.len() < len {
        bytes.extend(words().to_le_bytes());
    }
    bytes.truncate(len);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Whether what is kept under a name can be taken apart.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn packs<T: Number, V: Bundle<T>>(_: &Beside<V>) -> bool {
    V::PACKS
}

/// Keeping what is found in a field, where that carries derivatives.
pub trait KeepNumbers<T: Number, R> {
    /// Keeps it.
    fn save(&self, value: &R, beside: &mut Beside<R>, ws: &mut Workspace<T>);
    /// What was kept last.
    fn load(&self, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R;
    /// Keeps it as it is where that holds lists.
    fn stow(&self, value: R, beside: &mut Beside<R>, ws: &mut Workspace<T>);
    /// What was kept so last.
    fn unstow(&self, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R;
    /// Keeps what its adjoint is shaped like.
    fn save_shape(&self, value: &R, beside: &mut Beside<R>, ws: &mut Workspace<T>);
    /// A zero of the shape that was kept last.
    fn load_zero(&self, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R;
    /// Whether it can be taken apart.
    fn packs(&self) -> bool;
    /// Whether its shape can.
    fn packs_shape(&self) -> bool;
    /// Keeps what lies at a place before it is changed, if that says what shape it has.
    fn note(&self, place: &R, beside: &mut Beside<R>);
    /// Takes the adjoint of what a place was changed to; that of what was there before begins at zero.
    fn take(&self, adjoint: &mut R, beside: &mut Beside<R>) -> R;
    /// As [`note`](KeepNumbers::note), taken apart.
    fn note_apart(&self, place: &R, beside: &mut Beside<R>, ws: &mut Workspace<T>);
    /// As [`take`](KeepNumbers::take), of what was taken apart.
    fn take_apart(&self, adjoint: &mut R, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R;
}

impl<T: Number, R: Bundle<T>> KeepNumbers<T, R> for &&Kind<T, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn save(&self, value: &R, beside: &mut Beside<R>, ws: &mut Workspace<T>) {
        keep(value, beside, ws);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(&self, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R {
        again(beside, ws)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stow(&self, value: R, beside: &mut Beside<R>, ws: &mut Workspace<T>) {
        match R::EVEN {
            true => keep(&value, beside, ws),
            false => beside.push(value),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unstow(&self, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R {
        match R::EVEN {
            true => again(beside, ws),
            false => super::certain(beside.pop()),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn save_shape(&self, value: &R, beside: &mut Beside<R>, ws: &mut Workspace<T>) {
        keep_shape(value, beside, ws);
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load_zero(&self, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R {
        zero_again(beside, ws)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn packs(&self) -> bool {
        R::PACKS
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn packs_shape(&self) -> bool {
        R::PACKS
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn note(&self, place: &R, beside: &mut Beside<R>) {
        if !R::FIXED {
            beside.push(place.clone());
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(&self, adjoint: &mut R, beside: &mut Beside<R>) -> R {
        let zero = match beside.pop() {
            Some(before) if !R::FIXED => before.zero(),
            _ => adjoint.zero(),
        };
        core::mem::replace(adjoint, zero)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn note_apart(&self, place: &R, beside: &mut Beside<R>, ws: &mut Workspace<T>) {
        if !R::FIXED {
            keep_shape(place, beside, ws);
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_apart(&self, adjoint: &mut R, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R {
        let zero = if R::FIXED { adjoint.zero() } else { zero_again(beside, ws) };
        core::mem::replace(adjoint, zero)
    }
}

macro_rules! constants {
    ($(#[$doc:meta])* $Keep:ident for $Place:ty, $Bound:ident, $value:ident, $beside:ident, $ws:ident,
        $save:expr, $load:expr, $packs:expr) => {
        $(#[$doc])*
        pub trait $Keep<T: Number, R> {
            /// Keeps it.
            fn save(&self, value: &R, beside: &mut Beside<R>, ws: &mut Workspace<T>);
            /// What was kept last.
            fn load(&self, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R;
            /// Keeps it, whatever it holds.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn stow(&self, value: R, beside: &mut Beside<R>, ws: &mut Workspace<T>) {
                self.save(&value, beside, ws);
            }
            /// What was kept so last.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn unstow(&self, beside: &mut Beside<R>, ws: &mut Workspace<T>) -> R {
                self.load(beside, ws)
            }
            /// Constants have no adjoint.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn save_shape(&self, _: &R, _: &mut Beside<R>, _: &mut Workspace<T>) {}
            /// Constants have no adjoint.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn load_zero(&self, _: &mut Beside<R>, _: &mut Workspace<T>) {}
            /// Whether it can be taken apart.
            fn packs(&self) -> bool;
            /// There is no shape.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn packs_shape(&self) -> bool {
                true
            }
            /// Nothing is kept of constants.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn note(&self, _: &R, _: &mut Beside<R>) {}
            /// They have nothing to take.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take(&self, _: &mut R, _: &mut Beside<R>) {}
            /// Nothing is kept of constants.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn note_apart(&self, _: &R, _: &mut Beside<R>, _: &mut Workspace<T>) {}
            /// They have nothing to take.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn take_apart(&self, _: &mut R, _: &mut Beside<R>, _: &mut Workspace<T>) {}
        }

        impl<T: Number, R: $Bound> $Keep<T, R> for $Place {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn save(&self, $value: &R, $beside: &mut Beside<R>, $ws: &mut Workspace<T>) {
                $save
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn load(&self, $beside: &mut Beside<R>, $ws: &mut Workspace<T>) -> R {
                $load
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn packs(&self) -> bool {
                $packs
            }
        }
    };
}
constants!(
    /// Keeping a constant of one word.
    KeepWords for &Kind<T, R>, Word, value, _beside, ws,
    ws.push_words([value.word()]),
    {
        let [word] = ws.pop_words();
        R::from_word(word)
    },
    true
);
constants!(
    /// Keeping any other constant.
    KeepAnything for Kind<T, R>, Clone, value, beside, _ws,
    beside.push(value.clone()),
    super::certain(beside.pop()),
    false
);
