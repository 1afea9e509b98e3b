//! Lists of numbers that consist of several `f64`, as duals do, kept side by side as lists of `f64`.

use crate::Number;
use core::ops::Range;
use std::sync::Arc;

/// So many numbers stay in the first cache from one plane to the next.
const BLOCK: usize = 128;
static ZEROS: [f64; BLOCK] = [0.0; BLOCK];

/// As many planes as a mask has bits.
const MOST: usize = 64;

/// From so many numbers on, planes are made of a list: below it they cost more than they save.
///
/// ```
/// assert!(rules::LONG > 64);
/// ```
pub const LONG: usize = 512;

/// A list of numbers, plane by plane: the first has the values of all, the next their tangents, and so on. What is zero
/// throughout, because nothing reaches it, is no plane.
///
/// An operation on many numbers then runs on lists of `f64`, one level of derivatives after the other, without taking numbers
/// apart and joining them again. A copy shares the planes, and so does a part.
///
/// ```
/// use rules::Planes;
/// // Numbers of one plane: what duals have is in their crate.
/// let planes = Planes::of([1.0, 2.0].into_iter());
/// assert_eq!((planes.len(), planes.is_empty()), (2, false));
/// assert_eq!((planes.plane(0), planes.plane(1)), (Some(&[1.0, 2.0][..]), None));
/// assert_eq!(planes.part(1, 1).to_vec(), [2.0]);
/// let values = planes.level::<f64>(0..1);
/// assert!(values.reaches() && values.to_vec() == [1.0, 2.0]);
/// assert_eq!(Planes::<f64>::of_levels(2, [Some(values)]).to_vec(), [1.0, 2.0]);
///
/// let mut sum = [1.0, 1.0];
/// let doubled = planes.map(2, |x| x.iter().map(|x| 2.0 * x).collect());
/// doubled.add_to(&mut sum);
/// assert_eq!(sum, [3.0, 5.0]);
/// let same = doubled.zip(&planes, |a, _| a.unwrap_or_default().to_vec());
/// assert_eq!(same.to_vec(), [2.0, 4.0]);
/// assert_eq!(same.changed(|x| x.reverse()).to_vec(), [4.0, 2.0]);
/// planes.each(|i, x: f64| sum[i] = x);
/// assert_eq!(sum, [1.0, 2.0]);
/// ```
#[derive(Debug)]
pub struct Planes<T> {
    planes: Arc<[Option<Plane>]>,
    len: usize,
    spread: fn(&Planes<T>) -> Vec<T>,
}

/// The numbers of a plane begin at a place of a list that is shared.
#[derive(Clone, Debug)]
struct Plane {
    shared: Arc<Vec<f64>>,
    start: usize,
}

impl From<Vec<f64>> for Plane {
    fn from(list: Vec<f64>) -> Self {
        Plane { shared: Arc::new(list), start: 0 }
    }
}

impl<T> Clone for Planes<T> {
    fn clone(&self) -> Self {
        Planes { planes: self.planes.clone(), ..*self }
    }
}

impl<T: Number> Planes<T> {
    /// The planes of a list.
    pub fn of(list: impl ExactSizeIterator<Item = T>) -> Self {
        let (len, mut list) = (list.len(), list);
        let mut planes: Vec<Option<Vec<f64>>> = vec![None; T::PLANES];
        let mut block = Vec::with_capacity(BLOCK.min(len));
        for start in (0..len).step_by(BLOCK) {
            block.clear();
            block.extend(list.by_ref().take(BLOCK));
            let active = block.iter().fold(0, |all, x: &T| all | x.parts());
            for (k, plane) in planes.iter_mut().enumerate().filter(|(k, _)| active >> k & 1 == 1) {
                let plane = plane.get_or_insert_with(|| vec![0.0; len]);
                plane[start..].iter_mut().zip(&block).for_each(|(to, x)| *to = x.part(k));
            }
        }
        Planes { planes: planes.into_iter().map(|plane| plane.map(Plane::from)).collect(), len, spread }
    }

    /// So many numbers from their levels: the planes of the values, then those of each tangent; none of what nothing reaches.
    ///
    /// # Panics
    /// If there are more or fewer planes than such a number has, or a level has another length.
    #[track_caller]
    pub fn of_levels<U: Number>(len: usize, levels: impl IntoIterator<Item = Option<Planes<U>>>) -> Self {
        let mut planes = Vec::with_capacity(T::PLANES);
        for level in levels {
            match level {
                Some(level) => {
                    assert!(level.len == len, "a level of {} numbers, not of {len}", level.len);
                    planes.extend_from_slice(&level.planes);
                }
                None => planes.resize(planes.len() + U::PLANES, None),
            }
        }
        assert!(planes.len() == T::PLANES, "{} planes for numbers of {}", planes.len(), T::PLANES);
        Planes { planes: planes.into(), len, spread }
    }

    /// Gives each number with its place.
    pub fn each(&self, mut take: impl FnMut(usize, T)) {
        let active = (0..T::PLANES).fold(0, |all, k| all | u64::from(self.plane(k).is_some()) << k);
        let mut lent = [&ZEROS[..]; MOST];
        for start in (0..self.len).step_by(BLOCK) {
            let many = BLOCK.min(self.len - start);
            for (k, lent) in lent[..T::PLANES].iter_mut().enumerate() {
                *lent = self.plane(k).map_or(&ZEROS[..many], |plane| &plane[start..start + many]);
            }
            (0..many).for_each(|i| take(start + i, T::of_parts(|k| lent[k][i], active)));
        }
    }

    /// Adds the numbers to others.
    ///
    /// # Panics
    /// If there are fewer of those.
    pub fn add_to(&self, sum: &mut [T]) {
        self.each(|i, x| sum[i] = sum[i] + x);
    }
}

impl Planes<f64> {
    /// A list of `f64` as the one plane that it is.
    pub(crate) fn of_one(list: Vec<f64>) -> Self {
        Planes { len: list.len(), planes: [Some(Plane::from(list))].into(), spread }
    }
}

impl<T> Planes<T> {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A plane; none where it is zero throughout.
    pub fn plane(&self, k: usize) -> Option<&[f64]> {
        let plane = self.planes.get(k)?.as_ref()?;
        Some(&plane.shared[plane.start..plane.start + self.len])
    }

    /// Whether there is any plane.
    pub fn reaches(&self) -> bool {
        self.planes.iter().any(Option::is_some)
    }

    /// So many numbers, from `start` on.
    ///
    /// # Panics
    /// If there are fewer.
    #[must_use]
    #[track_caller]
    pub fn part(&self, start: usize, len: usize) -> Self {
        assert!(start.checked_add(len).is_some_and(|end| end <= self.len), "{len} from {start} on of {}", self.len);
        let mut planes = self.planes.clone();
        Arc::make_mut(&mut planes).iter_mut().flatten().for_each(|plane| plane.start += start);
        Planes { planes, len, ..*self }
    }

    /// Some of the planes, as numbers that consist of these: the values, or one of the tangents.
    ///
    /// # Panics
    /// If there are no such planes.
    #[must_use]
    #[track_caller]
    pub fn level<U: Number>(&self, planes: Range<usize>) -> Planes<U> {
        Planes { planes: self.planes[planes].into(), len: self.len, spread }
    }

    /// The numbers one by one.
    pub fn to_vec(&self) -> Vec<T> {
        (self.spread)(self)
    }

    /// What is made of each plane, a list of `len`: for what is linear.
    ///
    /// # Panics
    /// If a list has another length.
    #[must_use]
    #[track_caller]
    pub fn map(&self, len: usize, mut f: impl FnMut(&[f64]) -> Vec<f64>) -> Self {
        let planes = (0..self.planes.len()).map(|k| self.plane(k).map(&mut f));
        Planes { planes: planes.map(|plane| whole(plane, len)).collect(), len, spread: self.spread }
    }

    /// What is made of two lists, plane by plane, where both have one, or one of them.
    ///
    /// # Panics
    /// If a list has another length.
    #[must_use]
    #[track_caller]
    pub fn zip(&self, other: &Self, mut f: impl FnMut(Option<&[f64]>, Option<&[f64]>) -> Vec<f64>) -> Self {
        let planes = (0..self.planes.len()).map(|k| match (self.plane(k), other.plane(k)) {
            (None, None) => None,
            (a, b) => Some(f(a, b)),
        });
        Planes { planes: planes.map(|plane| whole(plane, self.len)).collect(), ..*self }
    }

    /// Each plane changed, where it stands if nobody shares it: for what is linear.
    #[must_use]
    pub fn changed(mut self, mut f: impl FnMut(&mut [f64])) -> Self {
        for plane in Arc::make_mut(&mut self.planes).iter_mut().flatten() {
            let range = plane.start..plane.start + self.len;
            match Arc::get_mut(&mut plane.shared) {
                Some(own) => f(&mut own[range]),
                None => {
                    let mut copy = plane.shared[range].to_vec();
                    f(&mut copy);
                    *plane = Plane::from(copy);
                }
            }
        }
        self
    }
}

#[track_caller]
fn whole(plane: Option<Vec<f64>>, len: usize) -> Option<Plane> {
    let plane = plane?;
    assert!(plane.len() == len, "a plane of {}, not of {len}", plane.len());
    Some(Plane::from(plane))
}

fn spread<T: Number>(planes: &Planes<T>) -> Vec<T> {
    let mut list = Vec::with_capacity(planes.len);
    planes.each(|_, x| list.push(x));
    list
}
