//! Blocks whose sizes are known at run time: a [`Function`] each.

use super::Error;
use super::block::{Family, Point, Sums, What, add_terms};
use super::dense;
use super::places::{Coordinates, expect_room, place, place_below, within};
use super::terms::Whole;
use crate::function::Function;
use crate::pool::with_kept;
use ::sparse::Pattern;
use core::marker::PhantomData;
use core::ops::Range;
use std::borrow::Cow;

/// Lists of different lengths, one behind the other.
pub(super) struct Ragged {
    begins: Vec<usize>,
    items: Vec<u32>,
}

impl Ragged {
    pub(super) fn new() -> Self {
        Ragged { begins: vec![0], items: Vec::new() }
    }

    /// Appends a list of indices below `of`.
    pub(super) fn push(&mut self, what: &'static str, list: &[usize], of: usize) -> Result<(), Error> {
        let block = self.begins.len() - 1;
        if self.begins.len() == self.begins.capacity() {
            // Lists grow to twice their size, and are copied.
            expect_room(2 * block, 4 + 2 * (self.items.len() / block.max(1)), 0)?;
        }
        for &index in list {
            self.items.push(within(what, index, of, block)?);
        }
        self.begins.push(self.items.len());
        Ok(())
    }

    pub(super) fn of(&self, k: usize) -> &[u32] {
        &self.items[self.begins[k]..self.begins[k + 1]]
    }
}

/// What is taken of each function.
pub(super) trait Take: Send + Sync {
    /// The length of its lists for `n` inputs and `m` rows.
    fn size(n: usize, m: usize) -> (usize, usize);
    /// Names the entries of a block.
    fn name(inputs: &[u32], rows: &[u32], entries: &mut Coordinates);
    /// Where the derivative of these two goes.
    fn place(pattern: &Pattern, row: u32, input: u32) -> u32;
    /// Lists what a block gives.
    fn eval<F: Function>(f: &F, x: &[f64], lists: Sums<'_>) -> Result<(), Error>;
}

/// Outputs and their Jacobian.
pub(super) struct TakeJacobian;

impl Take for TakeJacobian {
    fn size(n: usize, m: usize) -> (usize, usize) {
        (m, m * n)
    }
    fn name(inputs: &[u32], rows: &[u32], entries: &mut Coordinates) {
        entries.rectangle(rows, inputs);
    }
    fn place(pattern: &Pattern, row: u32, input: u32) -> u32 {
        place(pattern, row, input)
    }
    fn eval<F: Function>(f: &F, x: &[f64], lists: Sums<'_>) -> Result<(), Error> {
        dense::jacobian(f, x, lists.outputs, lists.values)
    }
}

/// The gradient, the value and the Hessian of one output; the rows are the inputs, and one for the value.
pub(super) struct TakeHessian;

impl Take for TakeHessian {
    fn size(n: usize, _: usize) -> (usize, usize) {
        (n + 1, n * n)
    }
    fn name(inputs: &[u32], _: &[u32], entries: &mut Coordinates) {
        entries.triangle(inputs);
    }
    fn place(pattern: &Pattern, row: u32, input: u32) -> u32 {
        place_below(pattern, row, input)
    }
    fn eval<F: Function>(f: &F, x: &[f64], Sums { outputs, values }: Sums<'_>) -> Result<(), Error> {
        let (gradient, value) = outputs.split_at_mut(x.len());
        value[0] = dense::hessian(f, x, gradient, values)?;
        Ok(())
    }
}

/// Blocks of a function each.
pub(super) struct OfFunctions<F, L, K> {
    list: L,
    inputs: Ragged,
    rows: Ragged,
    places: Ragged,
    /// Whether the functions are of all inputs.
    whole: bool,
    function: PhantomData<fn(&F)>,
    kind: PhantomData<K>,
}

/// Memory for one block.
#[derive(Default)]
struct Room {
    x: Vec<f64>,
    outputs: Vec<f64>,
    values: Vec<f64>,
}

impl<F: Function, L: AsRef<[F]>, K: Take> OfFunctions<F, L, K> {
    /// From the inputs and rows of each function.
    pub(super) fn new(list: L, inputs: Ragged, rows: Ragged) -> Self {
        let (places, whole, function, kind) = (Ragged::new(), false, PhantomData, PhantomData);
        OfFunctions { list, inputs, rows, places, whole, function, kind }
    }

    /// As [`new`](OfFunctions::new), of functions of all inputs.
    pub(super) fn of_all(list: L, inputs: Ragged, rows: Ragged) -> Self {
        OfFunctions { whole: true, ..OfFunctions::new(list, inputs, rows) }
    }

    /// Runs one block into these lists.
    fn run(&self, at: Point<'_>, k: usize, room: &mut Vec<f64>, lists: Sums<'_>) -> Result<(), Error> {
        let (f, inputs) = (&self.list.as_ref()[k], self.inputs.of(k));
        room.clear();
        room.extend(inputs.iter().map(|&j| at.x[j as usize]));
        match self.whole {
            true => K::eval(&Whole { f, at, inputs }, room, lists),
            false => K::eval(f, room, lists),
        }
    }
}

impl<F: Function + Sync, L: AsRef<[F]> + Send + Sync, K: Take> Family for OfFunctions<F, L, K> {
    fn len(&self) -> usize {
        self.inputs.begins.len() - 1
    }

    fn size(&self, k: usize) -> (usize, usize) {
        K::size(self.inputs.of(k).len(), self.rows.of(k).len())
    }

    fn name(&self, entries: &mut Coordinates) {
        for k in 0..self.len() {
            K::name(self.inputs.of(k), self.rows.of(k), entries);
        }
    }

    fn locate(&mut self, pattern: &Pattern) {
        self.places = Ragged::new();
        for k in 0..self.len() {
            let (_, count) = self.size(k);
            let inputs = self.inputs.of(k);
            // As many rows as fill the block: of a Hessian, the last row is that of the value.
            let rows = self.rows.of(k).iter().take(count.checked_div(inputs.len()).unwrap_or(0));
            for &row in rows {
                self.places.items.extend(inputs.iter().map(|&input| K::place(pattern, row, input)));
            }
            self.places.begins.push(self.places.items.len());
        }
    }

    fn rows(&self, k: usize) -> &[u32] {
        self.rows.of(k)
    }

    fn places(&self, k: usize) -> Cow<'_, [u32]> {
        Cow::Borrowed(self.places.of(k))
    }

    fn eval(&self, at: Point<'_>, blocks: Range<usize>, sums: Sums<'_>, what: What) -> Result<(), Error> {
        with_kept(|room: &mut Room| {
            let (mut of_outputs, mut of_values) = (sums.outputs, sums.values);
            for k in blocks {
                let (m, n) = self.size(k);
                match what {
                    What::Add(single) => {
                        room.outputs.resize(m, 0.0);
                        room.values.resize(n, 0.0);
                        let lists = Sums { outputs: &mut room.outputs, values: &mut room.values };
                        self.run(at, k, &mut room.x, lists)?;
                        add_terms(of_outputs, single.outputs, self.rows.of(k), &room.outputs);
                        add_terms(of_values, single.values, self.places.of(k), &room.values);
                    }
                    What::List => {
                        let (outputs, values);
                        (outputs, of_outputs) = of_outputs.split_at_mut(m);
                        (values, of_values) = of_values.split_at_mut(n);
                        self.run(at, k, &mut room.x, Sums { outputs, values })?;
                    }
                }
            }
            Ok(())
        })
    }
}
