//! Operations on lists of numbers in a program that runs.

use crate::code::{ARRAY, Code, Packed, reads};
use crate::error::Error;
use crate::operation::Operation;
use crate::program::{Called, Program};
use rules::Shared;
use std::collections::HashMap;

/// An operation with the places of its inputs.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) operation: Operation,
    inputs: Vec<Places>,
    /// The number of what it shares with others.
    shared: Option<usize>,
}

/// Where the numbers of a list are.
#[derive(Clone, Debug)]
pub(crate) enum Places {
    /// In a row.
    Row(usize, usize),
    Each(Vec<u32>),
}

impl Places {
    fn of(places: &[u32]) -> Places {
        let first = places.first().copied().unwrap_or(0);
        let row = (first..).zip(places).all(|(wanted, &place)| wanted == place);
        if row { Places::Row(first as usize, places.len()) } else { Places::Each(places.to_vec()) }
    }
}

impl Array {
    /// Its places are found later.
    pub(crate) fn of(operation: &Operation) -> Array {
        Array { operation: operation.clone(), inputs: Vec::new(), shared: None }
    }

    /// Calls a function with the values of the inputs, without a copy where they are in a row.
    fn with<R>(&self, v: &[f64], reader: impl FnOnce(&[&[f64]]) -> R) -> R {
        let copy = |places: &Places| match places {
            Places::Row(..) => Vec::new(),
            Places::Each(places) => places.iter().map(|&place| v[place as usize]).collect(),
        };
        let copies: Vec<Vec<f64>> = self.inputs.iter().map(copy).collect();
        let slices: Vec<&[f64]> = self
            .inputs
            .iter()
            .zip(&copies)
            .map(|(places, copy)| match *places {
                Places::Row(first, len) => &v[first..first + len],
                Places::Each(_) => copy.as_slice(),
            })
            .collect();
        reader(&slices)
    }

    fn share<'s>(&self, shared: &'s mut [Shared], own: &'s mut Shared) -> &'s mut Shared {
        match self.shared {
            Some(k) => &mut shared[k],
            None => own,
        }
    }

    /// Computes its numbers and puts them where they belong, from `to` on.
    pub(crate) fn run(&self, to: u32, v: &mut [f64], shared: &mut [Shared]) -> Result<(), String> {
        let mut own = None;
        let y = self.with(v, |x| self.operation.value(x, self.share(shared, &mut own)))?;
        v[to as usize..][..y.len()].copy_from_slice(&y);
        Ok(())
    }

    /// Computes its numbers of values that are asked for by their places, and gives each with its place.
    pub(crate) fn values(
        &self,
        to: u32,
        value: &dyn Fn(u32) -> f64,
        shared: &mut [Shared],
    ) -> Result<impl Iterator<Item = (u32, f64)> + use<>, String> {
        let list = |places: &Places| match places {
            Places::Row(first, len) => (*first as u32..(first + len) as u32).map(value).collect(),
            Places::Each(places) => places.iter().map(|&place| value(place)).collect::<Vec<f64>>(),
        };
        let lists: Vec<Vec<f64>> = self.inputs.iter().map(list).collect();
        let lent: Vec<&[f64]> = lists.iter().map(Vec::as_slice).collect();
        let y = self.operation.value(&lent, self.share(shared, &mut None))?;
        Ok((to..).zip(y))
    }

    /// Adds to the adjoints of its inputs what follows from those of its numbers, which begin at `to`.
    pub(crate) fn pull(
        &self,
        to: u32,
        v: &[f64],
        active: &[bool],
        adjoints: &mut [f64],
        shared: &mut [Shared],
    ) -> Result<(), String> {
        let all = to as usize..to as usize + self.operation.outputs();
        let w = &adjoints[all.clone()];
        if w.iter().all(|&w| w == 0.0) {
            return Ok(());
        }
        let is_active = |places: &Places| match places {
            Places::Row(first, len) => active[*first..first + len].contains(&true),
            Places::Each(places) => places.iter().any(|&place| active[place as usize]),
        };
        let wanted: Vec<bool> = self.inputs.iter().map(is_active).collect();
        let mut own = None;
        let slot = self.share(shared, &mut own);
        let found = self.with(v, |x| self.operation.pull_values(x, &v[all], w, &wanted, slot))?;
        for (places, found) in self.inputs.iter().zip(found) {
            let found = found.into_iter().flatten();
            match places {
                Places::Row(first, _) => adjoints[*first..].iter_mut().zip(found).for_each(|(a, share)| *a += share),
                Places::Each(places) => places.iter().zip(found).for_each(|(&a, share)| adjoints[a as usize] += share),
            }
        }
        Ok(())
    }
}

impl Code {
    /// The operation that an instruction is.
    pub(crate) fn array(&self, packed: &Packed) -> &Array {
        &self.arrays[packed.args[0] as usize]
    }

    /// Notes the places of all operations' inputs, and what they share: factorisations of one kind of the same list.
    pub(crate) fn find_arrays(&mut self, program: &Program) {
        let mut numbers: HashMap<(&str, &[u32]), usize> = HashMap::new();
        for (array, called) in self.arrays.iter_mut().zip(&program.calls) {
            let Some(kind) = called.operation.shares() else { continue };
            let first = called.operation.parted(program.operands(called))[0];
            let next = numbers.len();
            array.shared = Some(*numbers.entry((kind, first)).or_insert(next));
        }
        self.shared = numbers.len();
        for packed in self.list.iter().filter(|packed| packed.code == ARRAY) {
            let places = reads(&self.calls, &self.lists, packed);
            let array = &mut self.arrays[packed.args[0] as usize];
            array.inputs = array.operation.parted(places).into_iter().map(Places::of).collect();
        }
    }
}

impl Program {
    fn lists_of<'a>(&self, called: &Called, values: &'a [f64], room: &'a mut Vec<f64>) -> Vec<&'a [f64]> {
        room.extend(self.operands(called).iter().map(|&a| values[a as usize]));
        called.operation.parted(room)
    }

    /// The numbers that a call gives, of values by their ids.
    ///
    /// # Errors
    /// [`Error::Operation`].
    pub(crate) fn value_of(&self, called: &Called, at: usize, values: &[f64]) -> Result<Vec<f64>, Error> {
        let mut room = Vec::new();
        let x = self.lists_of(called, values, &mut room);
        let failed = |message| Error::Operation { at, operation: called.operation.name(), message };
        called.operation.value(&x, &mut None).map_err(failed)
    }

    /// The adjoints of a call's operands, for those of its numbers; none for a list that carries no derivative.
    ///
    /// # Errors
    /// [`Error::Operation`].
    pub(crate) fn pull_of(
        &self,
        called: &Called,
        at: usize,
        values: &[f64],
        w: &[f64],
    ) -> Result<Vec<Option<f64>>, Error> {
        let (operation, mut room) = (&called.operation, Vec::new());
        let x = self.lists_of(called, values, &mut room);
        let lists = operation.parted(self.operands(called));
        let wanted: Vec<bool> = lists.iter().map(|list| list.iter().any(|&a| self.active()[a as usize])).collect();
        let y = &values[at..at + operation.outputs()];
        let failed = |message| Error::Operation { at, operation: operation.name(), message };
        let found = operation.pull_values(&x, y, w, &wanted, &mut None).map_err(failed)?;
        Ok(lists
            .iter()
            .zip(found)
            .flat_map(|(list, found)| match found {
                Some(found) => found.into_iter().map(Some).collect(),
                None => vec![None; list.len()],
            })
            .collect())
    }

    /// The derivatives of one number that a call gives by its operands; not a number where there are none.
    pub(crate) fn row_of(&self, called: &Called, element: usize, at: usize, values: &[f64]) -> Vec<Option<f64>> {
        let mut unit = vec![0.0; called.operation.outputs()];
        unit[element] = 1.0;
        self.pull_of(called, at, values, &unit).unwrap_or_else(|_| vec![Some(f64::NAN); called.operands as usize])
    }
}
