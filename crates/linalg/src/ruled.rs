//! An operation as the rule that engines ask.

use crate::{Arena, Error, Kept, Linear, Matrix, Operation, Shape, View};
use core::array;
use rules::{ArrayRule, LONG, List, Listed, Number, Planes, Shared, put};
use std::sync::OnceLock;

/// An operation as the rule that engines ask.
#[derive(Clone)]
pub(crate) struct Ruled<O, const N: usize, const M: usize>(pub(crate) O);

impl<O: Operation<N, M>, const N: usize, const M: usize> Ruled<O, N, M> {
    fn on<T: Number>(&self) -> On<'_, T, N, M> {
        On { inputs: self.0.inputs(), outputs: self.0.outputs(), operation: &self.0 }
    }
}

impl<O: Operation<N, M>, const N: usize, const M: usize> ArrayRule for Ruled<O, N, M> {
    type Error = Error;
    const ITERATES: bool = O::ITERATES;

    fn is_light(&self) -> bool {
        self.0.is_light()
    }

    fn instruction(&self) -> Option<(Self, usize)> {
        Some((Ruled(self.0.instruction()?), ArrayRule::outputs(self)?))
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn parameters(&self) -> Option<Vec<f64>> {
        self.0.parameters()
    }

    fn shares(&self) -> Option<String> {
        self.0.shares()
    }

    fn sharing(&self, shared: &mut Shared) -> Self {
        Ruled(self.0.sharing(shared))
    }

    fn outputs(&self) -> Option<usize> {
        Some(numbers(self.0.outputs()))
    }

    fn evaluate(&self, x: &[&[f64]]) -> Result<Vec<f64>, Error> {
        Ok(joined(self.0.evaluate(given(self.0.inputs(), x))?))
    }

    fn evaluate_into(&self, x: &[&[f64]], out: &mut [f64], add: bool) -> Result<(), Error> {
        self.0.evaluate_into(given(self.0.inputs(), x), out, add)
    }

    fn elementwise<T: Number>(&self, x: &[&[T]]) -> Result<Vec<T>, Error> {
        Ok(joined(self.0.value(given(self.0.inputs(), x))?))
    }

    fn push<T: Number>(&self, x: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Result<Vec<T>, Error> {
        self.on().push(x, y, dx)
    }

    fn push_lists<T: Number>(
        &self,
        x: &[List<'_, T>],
        y: List<'_, T>,
        dx: &[Option<List<'_, T>>],
    ) -> Result<Listed<T>, Error> {
        self.on().push_lists(x, y, dx)
    }

    fn pull<T: Number>(&self, x: &[&[T]], y: &[T], w: &[T], wanted: &[bool]) -> Result<Vec<Option<Vec<T>>>, Error> {
        self.on().pull(x, y, w, wanted)
    }

    fn pull_lists<T: Number>(
        &self,
        x: &[List<'_, T>],
        of: [List<'_, T>; 2],
        wanted: &[bool],
    ) -> Result<Vec<Option<Listed<T>>>, Error> {
        self.on().pull_lists(x, of, wanted)
    }

    fn pull_into<T: Number>(&self, x: &[&[T]], y: &[T], w: &[T], into: &mut [Option<&mut [T]>]) -> Result<(), Error> {
        if !in_planes(x, y)
            && let Some(maps) = self.0.maps(given(self.0.inputs(), x))
        {
            let w = View::new(self.0.outputs()[0], w);
            for (map, into) in maps.iter().zip(into) {
                if let Some(into) = into {
                    map.transposed_onto(Kept::Lent(w), into)?;
                }
            }
            return Ok(());
        }
        self.on().pull_into(x, y, w, into)
    }
}

/// The tangent of an operation on one kind of number: what derivatives ask of it, whichever operation it is.
trait Tangent<T: Number, const N: usize, const M: usize> {
    fn tangent<'e, 'a>(
        &'a self,
        x: [View<'a, T>; N],
        y: [View<'a, T>; M],
        dx: [Linear<'e, 'a, T>; N],
    ) -> Result<[Linear<'e, 'a, T>; M], Error>;
}

impl<O: Operation<N, M>, T: Number, const N: usize, const M: usize> Tangent<T, N, M> for O {
    fn tangent<'e, 'a>(
        &'a self,
        x: [View<'a, T>; N],
        y: [View<'a, T>; M],
        dx: [Linear<'e, 'a, T>; N],
    ) -> Result<[Linear<'e, 'a, T>; M], Error> {
        Operation::tangent(self, x, y, dx)
    }
}

/// Both ways of an operation on one kind of number: compiled once for all operations of as many matrices.
struct On<'o, T, const N: usize, const M: usize> {
    inputs: [Shape; N],
    outputs: [Shape; M],
    operation: &'o dyn Tangent<T, N, M>,
}

impl<T: Number, const N: usize, const M: usize> On<'_, T, N, M> {
    /// The inputs where lists may be in planes.
    fn lists<'a>(&self, x: [List<'a, T>; N], places: &'a [Place<T>; N]) -> [View<'a, T>; N] {
        array::from_fn(|k| View::of_list(self.inputs[k], x[k], &places[k].spread))
    }

    fn tangents(
        &self,
        x: [View<'_, T>; N],
        y: [View<'_, T>; M],
        dx: [Option<View<'_, T>>; N],
    ) -> Result<Vec<Matrix<T>>, Error> {
        let arena = Arena::new();
        let inputs = arguments(&arena, self.inputs, dx.map(|dx| dx.is_some()));
        let outputs = self.operation.tangent(x, y, inputs)?;
        arena.forwards(&dx, &outputs)
    }

    fn adjoints(
        &self,
        x: [View<'_, T>; N],
        [y, w]: [[View<'_, T>; M]; 2],
        wanted: &[bool],
    ) -> Result<Vec<Option<Matrix<T>>>, Error> {
        let arena = Arena::new();
        let inputs = arguments(&arena, self.inputs, array::from_fn(|k| wanted[k]));
        let outputs = self.operation.tangent(x, y, inputs)?;
        arena.backwards(&outputs, w.map(Kept::Lent))
    }

    fn push(&self, x: &[&[T]], y: &[T], dx: &[Option<&[T]>]) -> Result<Vec<T>, Error> {
        if in_planes(x, y) {
            let dx: Vec<Option<List<'_, T>>> = dx.iter().map(|dx| dx.map(List::Each)).collect();
            return self.push_lists(&each(x), List::Each(y), &dx).map(Listed::into_vec);
        }
        let dx = array::from_fn(|k| dx[k].map(|dx| View::new(self.inputs[k], dx)));
        let mut tangents = self.tangents(given(self.inputs, x), views(self.outputs, y), dx)?.into_iter();
        let mut all = tangents.next().map(Matrix::into_vec).unwrap_or_default();
        tangents.for_each(|tangent| all.extend(tangent.into_vec()));
        Ok(all)
    }

    fn push_lists(&self, x: &[List<'_, T>], y: List<'_, T>, dx: &[Option<List<'_, T>>]) -> Result<Listed<T>, Error> {
        let (of_x, of_dx, of_y) = (places(), places(), places());
        let made = Made::of(x.iter().chain([&y]).copied());
        let made_dx = Made::of(dx.iter().map(|dx| dx.unwrap_or(List::Each(&[]))));
        let x = self.lists(array::from_fn(|k| made.list(k, x[k])), &of_x);
        let tangents = self.lists(array::from_fn(|k| made_dx.list(k, dx[k].unwrap_or(List::Each(&[])))), &of_dx);
        let given = array::from_fn(|k| dx[k].map(|_| tangents[k]));
        let mut tangents = self.tangents(x, parts(self.outputs, made.list(N, y), &of_y), given)?;
        if M == 1
            && let Some(tangent) = tangents.pop()
        {
            return Ok(tangent.into_listed());
        }
        Ok(Listed::Each(tangents.into_iter().flat_map(Matrix::into_vec).collect()))
    }

    fn pull(&self, x: &[&[T]], y: &[T], w: &[T], wanted: &[bool]) -> Result<Vec<Option<Vec<T>>>, Error> {
        if in_planes(x, y) {
            let found = self.pull_lists(&each(x), [y, w].map(List::Each), wanted)?;
            return Ok(found.into_iter().map(|found| found.map(Listed::into_vec)).collect());
        }
        let found = self.adjoints(given(self.inputs, x), [y, w].map(|list| views(self.outputs, list)), wanted)?;
        Ok(found.into_iter().map(|found| found.map(Matrix::into_vec)).collect())
    }

    fn pull_lists(
        &self,
        x: &[List<'_, T>],
        [y, w]: [List<'_, T>; 2],
        wanted: &[bool],
    ) -> Result<Vec<Option<Listed<T>>>, Error> {
        let (of_x, of_y, of_w) = (places(), places(), places());
        let made = Made::of(x.iter().chain([&y, &w]).copied());
        let x = self.lists(array::from_fn(|k| made.list(k, x[k])), &of_x);
        let y = parts(self.outputs, made.list(N, y), &of_y);
        let w = parts(self.outputs, made.list(N + 1, w), &of_w);
        let found = self.adjoints(x, [y, w], wanted)?;
        Ok(found.into_iter().map(|found| found.map(Matrix::into_listed)).collect())
    }

    fn pull_into(&self, x: &[&[T]], y: &[T], w: &[T], into: &mut [Option<&mut [T]>]) -> Result<(), Error> {
        if in_planes(x, y) {
            let wanted: Vec<bool> = into.iter().map(Option::is_some).collect();
            for (found, into) in self.pull_lists(&each(x), [y, w].map(List::Each), &wanted)?.into_iter().zip(into) {
                match (found, into) {
                    (Some(Listed::Planes(found)), Some(into)) => found.add_to(into),
                    (Some(found), Some(into)) => put(&found.into_vec(), into, true),
                    _ => {}
                }
            }
            return Ok(());
        }
        let arena = Arena::new();
        let inputs = arguments(&arena, self.inputs, array::from_fn(|k| into[k].is_some()));
        let outputs = self.operation.tangent(given(self.inputs, x), views(self.outputs, y), inputs)?;
        arena.backwards_into(&outputs, views(self.outputs, w).map(Kept::Lent), into)
    }
}

/// The tangents of the inputs, of which some are active.
fn arguments<'e, 'a, T: Number, const N: usize>(
    arena: &'e Arena<'a, T>,
    shapes: [Shape; N],
    active: [bool; N],
) -> [Linear<'e, 'a, T>; N] {
    array::from_fn(|k| if active[k] { arena.input(shapes[k]) } else { arena.fixed(shapes[k]) })
}

/// The inputs, which have these shapes.
fn given<'a, T, const N: usize>(shapes: [Shape; N], x: &[&'a [T]]) -> [View<'a, T>; N] {
    array::from_fn(|k| View::new(shapes[k], x[k]))
}

pub(crate) fn numbers<const M: usize>(shapes: [Shape; M]) -> usize {
    shapes.iter().map(|shape| shape.len()).sum()
}

/// Whether an operation goes over to planes.
fn in_planes<T: Number>(x: &[&[T]], y: &[T]) -> bool {
    T::PLANES > 1 && x.iter().chain([&y]).any(|list| list.len() >= LONG)
}

fn each<'a, T>(x: &[&'a [T]]) -> Vec<List<'a, T>> {
    x.iter().map(|x| List::Each(x)).collect()
}

/// Planes of those lists that are long and have none.
struct Made<T>(Vec<Option<Planes<T>>>);

impl<T: Number> Made<T> {
    fn of<'a>(lists: impl Iterator<Item = List<'a, T>>) -> Self
    where
        T: 'a,
    {
        if T::PLANES < 2 {
            return Made(Vec::new());
        }
        Made(
            lists
                .map(|list| match list {
                    List::Each(list) if list.len() >= LONG => Some(Planes::of(list.iter().copied())),
                    _ => None,
                })
                .collect(),
        )
    }

    /// The list of this place, in planes if they were made.
    fn list<'a>(&'a self, place: usize, list: List<'a, T>) -> List<'a, T> {
        self.0.get(place).and_then(Option::as_ref).map_or(list, List::Planes)
    }
}

/// Where a matrix keeps what is made of a list that is lent: its entries if somebody asks for one, and its part of the planes.
struct Place<T> {
    spread: OnceLock<Vec<T>>,
    part: OnceLock<Planes<T>>,
}

impl<T> Default for Place<T> {
    fn default() -> Self {
        Place { spread: OnceLock::new(), part: OnceLock::new() }
    }
}

fn places<T, const N: usize>() -> [Place<T>; N] {
    array::from_fn(|_| Place::default())
}

/// Matrices of these shapes, one after the other in a list that may be in planes.
fn parts<'a, T: Copy, const M: usize>(
    shapes: [Shape; M],
    list: List<'a, T>,
    places: &'a [Place<T>; M],
) -> [View<'a, T>; M] {
    let mut start = 0;
    array::from_fn(|k| {
        let (place, from, len) = (&places[k], start, shapes[k].len());
        start += len;
        let part = match list {
            List::Each(list) => List::Each(&list[from..from + len]),
            list if M == 1 => list,
            List::Run(run) => List::Each(place.spread.get_or_init(|| run.part(from, len).to_vec())),
            List::Planes(planes) => List::Planes(place.part.get_or_init(|| planes.part(from, len))),
        };
        View::of_list(shapes[k], part, &place.spread)
    })
}

/// Matrices of these shapes, one after the other in a list.
pub(crate) fn views<T, const M: usize>(shapes: [Shape; M], entries: &[T]) -> [View<'_, T>; M] {
    let mut rest = entries;
    shapes.map(|shape| {
        let (own, others) = rest.split_at(shape.len());
        rest = others;
        View::new(shape, own)
    })
}

fn joined<T, const M: usize>(matrices: [Matrix<T>; M]) -> Vec<T> {
    let mut matrices = matrices.into_iter();
    let mut all = matrices.next().map(Matrix::into_vec).unwrap_or_default();
    matrices.for_each(|matrix| all.extend(matrix.into_vec()));
    all
}
