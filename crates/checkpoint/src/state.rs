//! What a state is.

use rules::Encode;

/// The state of a chain: numbers in an order, in a shape that stays the same from step to step.
///
/// Implemented for `f64`; for arrays and `Vec`s of any `Copy` number, a dual too; and for pairs and triples of states.
/// A type of one's own implements it by naming its numbers in order; [`Of`](State::Of) is the same shape over other
/// numbers, such as the variables of a tape.
///
/// ```
/// use checkpoint::State;
/// // A pair of a list and a number.
/// let mut state = (vec![1.0, 2.0], 3.0);
/// assert_eq!(state.count(), 3);
/// let mut sum = 0.0;
/// state.each(&mut |x| sum += x);
/// assert_eq!(sum, 6.0);
/// state.replace(&mut || 0.5);
/// assert_eq!(state, (vec![0.5, 0.5], 0.5));
/// state.copy_from(&(vec![7.0, 8.0], 9.0));
/// assert_eq!(state.1, 9.0);
/// ```
///
/// A type of one's own:
///
/// ```
/// use checkpoint::State;
///
/// #[derive(Clone)]
/// struct Body<T> {
///     place: [T; 2],
///     mass: T,
/// }
///
/// impl<T: Copy> State for Body<T> {
///     type Number = T;
///     type Of<U: Copy> = Body<U>;
///     fn count(&self) -> usize {
///         3
///     }
///     fn each(&self, show: &mut impl FnMut(T)) {
///         self.place.into_iter().for_each(&mut *show);
///         show(self.mass);
///     }
///     fn replace(&mut self, next: &mut impl FnMut() -> T) {
///         *self = Body { place: [next(), next()], mass: next() };
///     }
///     fn remake<U: Copy>(&self, _: &mut Vec<U>, make: &mut impl FnMut(T) -> U) -> Body<U> {
///         Body { place: self.place.map(&mut *make), mass: make(self.mass) }
///     }
///     fn dissolve<U: Copy>(of: Body<U>, _: &mut Vec<U>, show: &mut impl FnMut(U)) {
///         of.each(show);
///     }
///     fn copy_from(&mut self, other: &Self) {
///         self.clone_from(other);
///     }
/// }
///
/// let body = Body { place: [1.0, 2.0], mass: 3.0 };
/// let single = body.remake(&mut Vec::new(), &mut |x| x as f32);
/// let mut all = Vec::new();
/// Body::<f64>::dissolve(single, &mut Vec::new(), &mut |x| all.push(x));
/// assert_eq!(all, [1.0f32, 2.0, 3.0]);
/// ```
pub trait State: Clone {
    /// What it is made of.
    type Number: Copy;
    /// The same shape over another number.
    type Of<U: Copy>;

    /// How many numbers.
    fn count(&self) -> usize;

    /// Shows every number, in order.
    fn each(&self, show: &mut impl FnMut(Self::Number));

    /// Replaces every number, in order.
    fn replace(&mut self, next: &mut impl FnMut() -> Self::Number);

    /// A state of this shape over another number, made from this one's in order; `memory` is a list whose memory may
    /// be used for it.
    fn remake<U: Copy>(&self, memory: &mut Vec<U>, make: &mut impl FnMut(Self::Number) -> U) -> Self::Of<U>;

    /// Shows every number of a state over another number, in order, and leaves a list whose memory can be used again.
    fn dissolve<U: Copy>(of: Self::Of<U>, memory: &mut Vec<U>, show: &mut impl FnMut(U));

    /// Becomes a copy of another state, in its own memory where it can.
    fn copy_from(&mut self, other: &Self);
}

impl State for f64 {
    type Number = f64;
    type Of<U: Copy> = U;
    fn count(&self) -> usize {
        1
    }
    #[inline]
    fn each(&self, show: &mut impl FnMut(f64)) {
        show(*self);
    }
    #[inline]
    fn replace(&mut self, next: &mut impl FnMut() -> f64) {
        *self = next();
    }
    #[inline]
    fn remake<U: Copy>(&self, _: &mut Vec<U>, make: &mut impl FnMut(f64) -> U) -> U {
        make(*self)
    }
    #[inline]
    fn dissolve<U: Copy>(of: U, _: &mut Vec<U>, show: &mut impl FnMut(U)) {
        show(of);
    }
    #[inline]
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }
}

/// A state's numbers as bytes, in place of what `bytes` holds.
///
/// ```
/// let (mut bytes, mut back) = (Vec::new(), [0.0; 2]);
/// checkpoint::encode(&[1.0, -2.5], &mut bytes);
/// checkpoint::decode(&mut back, &bytes);
/// assert_eq!((bytes.len(), back), (16, [1.0, -2.5]));
/// ```
pub fn encode<S: State<Number: Encode>>(state: &S, bytes: &mut Vec<u8>) {
    let size = S::Number::BYTES;
    bytes.clear();
    bytes.resize(state.count() * size, 0);
    let mut places = bytes.chunks_exact_mut(size);
    state.each(&mut |x| {
        if let Some(place) = places.next() {
            x.encode(place);
        }
    });
}

/// A state of this shape from such bytes; what is missing is left NaN, or the largest integer.
///
/// ```
/// let (mut bytes, mut back) = (Vec::new(), [0.0f64; 3]);
/// checkpoint::encode(&[1.0, 2.0], &mut bytes);
/// checkpoint::decode(&mut back, &bytes);
/// assert!(back[..2] == [1.0, 2.0] && back[2].is_nan());
/// ```
pub fn decode<S: State<Number: Encode>>(state: &mut S, bytes: &[u8]) {
    let mut places = bytes.chunks_exact(S::Number::BYTES);
    state.replace(&mut || S::Number::decode(places.next().unwrap_or(&[])));
}

impl<T: Copy, const N: usize> State for [T; N] {
    type Number = T;
    type Of<U: Copy> = [U; N];

    fn count(&self) -> usize {
        N
    }
    #[inline]
    fn each(&self, show: &mut impl FnMut(T)) {
        self.iter().for_each(|&x| show(x));
    }
    #[inline]
    fn replace(&mut self, next: &mut impl FnMut() -> T) {
        self.iter_mut().for_each(|x| *x = next());
    }
    #[inline]
    fn remake<U: Copy>(&self, _: &mut Vec<U>, make: &mut impl FnMut(T) -> U) -> [U; N] {
        core::array::from_fn(|k| make(self[k]))
    }
    #[inline]
    fn dissolve<U: Copy>(of: [U; N], _: &mut Vec<U>, show: &mut impl FnMut(U)) {
        of.into_iter().for_each(show);
    }
    #[inline]
    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }
}

impl<T: Copy> State for Vec<T> {
    type Number = T;
    type Of<U: Copy> = Vec<U>;

    fn count(&self) -> usize {
        self.len()
    }
    #[inline]
    fn each(&self, show: &mut impl FnMut(T)) {
        self.iter().for_each(|&x| show(x));
    }
    #[inline]
    fn replace(&mut self, next: &mut impl FnMut() -> T) {
        self.iter_mut().for_each(|x| *x = next());
    }
    #[inline]
    fn remake<U: Copy>(&self, memory: &mut Vec<U>, make: &mut impl FnMut(T) -> U) -> Vec<U> {
        let mut list = core::mem::take(memory);
        list.clear();
        list.extend(self.iter().map(|&x| make(x)));
        list
    }
    #[inline]
    fn dissolve<U: Copy>(of: Vec<U>, memory: &mut Vec<U>, show: &mut impl FnMut(U)) {
        of.iter().for_each(|&x| show(x));
        if of.capacity() > memory.capacity() {
            *memory = of;
        }
    }
    #[inline]
    fn copy_from(&mut self, other: &Self) {
        self.clone_from(other);
    }
}

macro_rules! tuples {
    ($(($($S:ident $i:tt)*),)*) => { $(
        impl<A: State, $($S: State<Number = A::Number>),*> State for (A, $($S),*) {
            type Number = A::Number;
            type Of<U: Copy> = (A::Of<U>, $($S::Of<U>),*);

            fn count(&self) -> usize {
                self.0.count() $(+ self.$i.count())*
            }
            #[inline]
            fn each(&self, show: &mut impl FnMut(A::Number)) {
                self.0.each(show);
                $(self.$i.each(show);)*
            }
            #[inline]
            fn replace(&mut self, next: &mut impl FnMut() -> A::Number) {
                self.0.replace(next);
                $(self.$i.replace(next);)*
            }
            #[inline]
            fn remake<U: Copy>(&self, memory: &mut Vec<U>, make: &mut impl FnMut(A::Number) -> U) -> Self::Of<U> {
                (self.0.remake(memory, make), $(self.$i.remake(memory, make)),*)
            }
            #[inline]
            fn dissolve<U: Copy>(of: Self::Of<U>, memory: &mut Vec<U>, show: &mut impl FnMut(U)) {
                A::dissolve(of.0, memory, show);
                $($S::dissolve(of.$i, memory, show);)*
            }
            #[inline]
            fn copy_from(&mut self, other: &Self) {
                self.0.copy_from(&other.0);
                $(self.$i.copy_from(&other.$i);)*
            }
        }
    )* };
}
tuples! { (B 1), (B 1 C 2), }
