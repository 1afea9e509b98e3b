//! Lists of numbers that an engine keeps in one piece, so that nobody needs to hold them one by one.

use crate::Planes;

/// Numbers in a row, where their engine keeps them. `Copy`, however many they are.
///
/// Only the engine that made it knows what `head`, `first` and `place` say; all others carry it along, or ask for the
/// numbers one by one.
///
/// ```
/// use rules::Run;
/// /// Of an engine whose numbers are their places.
/// fn spread(run: &Run<usize>) -> Vec<usize> {
///     (run.first..run.first + run.len).collect()
/// }
/// let run = Run { head: 0, first: 10, row: true, place: 0, len: 5, spread };
/// assert_eq!(run.to_vec(), [10, 11, 12, 13, 14]);
/// assert_eq!(run.part(1, 2).to_vec(), [11, 12]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Run<T> {
    /// A number of the engine: where it keeps its numbers is found by it.
    pub head: T,
    /// The first number's place among the numbers of the engine, or among its lists of numbers from all over.
    pub first: usize,
    /// Whether they are numbers in a row, of which a part is one too.
    pub row: bool,
    /// The first value's place among the values of the engine.
    pub place: usize,
    /// How many there are.
    pub len: usize,
    /// Gives them one by one.
    pub spread: fn(&Run<T>) -> Vec<T>,
}

impl<T: Copy> Run<T> {
    /// So many of them, from `start` on.
    ///
    /// # Panics
    /// If it has fewer, or is no row.
    #[must_use]
    #[track_caller]
    pub fn part(&self, start: usize, len: usize) -> Self {
        assert!(self.row, "a part of numbers from all over");
        assert!(start.checked_add(len).is_some_and(|end| end <= self.len), "{len} from {start} on of {}", self.len);
        Run { first: self.first + start, place: self.place + start, len, ..*self }
    }

    /// The numbers one by one.
    pub fn to_vec(&self) -> Vec<T> {
        (self.spread)(self)
    }
}

/// A list of numbers that is lent to an operation.
///
/// ```
/// use rules::List;
/// let list = List::Each(&[1.0, 2.0]);
/// assert_eq!((list.len(), list.is_empty()), (2, false));
/// ```
#[derive(Debug)]
pub enum List<'a, T> {
    /// One by one.
    Each(&'a [T]),
    /// In one piece, at the engine's.
    Run(&'a Run<T>),
    /// Plane by plane.
    Planes(&'a Planes<T>),
}

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<'_, T> {}

impl<T> List<'_, T> {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            List::Each(list) => list.len(),
            List::Run(run) => run.len,
            List::Planes(planes) => planes.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A list of numbers that an operation has made.
///
/// ```
/// use rules::{Listed, Run};
/// assert_eq!(Listed::from(vec![1.0, 2.0]).into_vec(), [1.0, 2.0]);
/// let zeros = Run { head: 0.0, first: 0, row: true, place: 0, len: 3, spread: |run| vec![0.0; run.len] };
/// assert_eq!(Listed::Run(zeros).into_vec(), [0.0; 3]);
/// let two = Listed::from(vec![1.0, 2.0]);
/// assert_eq!((two.len(), two.is_empty(), two.lent().len()), (2, false, 2));
/// ```
#[derive(Clone, Debug)]
pub enum Listed<T> {
    /// One by one.
    Each(Vec<T>),
    /// In one piece, at the engine's.
    Run(Run<T>),
    /// Plane by plane.
    Planes(Planes<T>),
}

impl<T> From<Vec<T>> for Listed<T> {
    fn from(list: Vec<T>) -> Self {
        Listed::Each(list)
    }
}

impl<T> Listed<T> {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Listed::Each(list) => list.len(),
            Listed::Run(run) => run.len,
            Listed::Planes(planes) => planes.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: Copy> Listed<T> {
    /// The numbers one by one.
    pub fn into_vec(self) -> Vec<T> {
        match self {
            Listed::Each(list) => list,
            Listed::Run(run) => run.to_vec(),
            Listed::Planes(planes) => planes.to_vec(),
        }
    }

    /// It lent.
    pub fn lent(&self) -> List<'_, T> {
        match self {
            Listed::Each(list) => List::Each(list),
            Listed::Run(run) => List::Run(run),
            Listed::Planes(planes) => List::Planes(planes),
        }
    }
}

/// Lends lists one by one, those in one piece spread out for that time.
///
/// ```
/// use rules::{List, Run, lend};
/// let run = Run { head: 7, first: 0, row: true, place: 0, len: 2, spread: |run| vec![run.head; run.len] };
/// let sum = lend(&[List::Each(&[1, 2, 3]), List::Run(&run)], |lists| lists.concat().iter().sum::<i32>());
/// assert_eq!(sum, 20);
/// ```
pub fn lend<T: Copy, R>(lists: &[List<'_, T>], reader: impl FnOnce(&[&[T]]) -> R) -> R {
    let (spread, mut few, mut many) = (spread(lists), [&[][..]; FEW], Vec::new());
    reader(slices(lists, &spread, &mut few, &mut many))
}

/// So many lists are lent without an allocation.
const FEW: usize = 4;

/// The lists that are in one piece, spread.
fn spread<T: Copy>(lists: &[List<'_, T>]) -> Vec<Vec<T>> {
    let spread = |list: &List<'_, T>| match list {
        List::Each(_) => None,
        List::Run(run) => Some(run.to_vec()),
        List::Planes(planes) => Some(planes.to_vec()),
    };
    lists.iter().filter_map(spread).collect()
}

fn slices<'s, 'a, T>(
    lists: &[List<'a, T>],
    spread: &'a [Vec<T>],
    few: &'s mut [&'a [T]; FEW],
    many: &'s mut Vec<&'a [T]>,
) -> &'s [&'a [T]] {
    let mut spread = spread.iter();
    let slices = lists.iter().map(|list| match *list {
        List::Each(list) => list,
        List::Run(_) | List::Planes(_) => spread.next().map(Vec::as_slice).unwrap_or_default(),
    });
    if lists.len() > FEW {
        many.extend(slices);
        return many;
    }
    for (slot, list) in few.iter_mut().zip(slices) {
        *slot = list;
    }
    &few[..lists.len()]
}
