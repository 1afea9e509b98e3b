//! How the entries of a matrix are kept.

use core::mem::replace;
use rules::{List, Listed, Number, Planes, Run};
use std::sync::OnceLock;

/// The entries of a matrix, column by column.
pub(crate) enum Store<T> {
    /// One by one, and in one piece as soon as an operation took them.
    Each(Vec<T>, OnceLock<Run<T>>),
    /// In one piece, at the engine's, and one by one as soon as somebody asked for them.
    Run(Run<T>, OnceLock<Vec<T>>),
    /// In planes, and one by one as soon as somebody asked for them.
    Planes(Planes<T>, OnceLock<Vec<T>>),
}

impl<T> Store<T> {
    pub(super) fn as_slice(&self) -> &[T] {
        Lent::of(self).as_slice()
    }

    #[inline]
    pub(super) fn as_mut_vec(&mut self) -> &mut Vec<T> {
        if !matches!(self, Store::Each(..)) {
            self.spread_out();
        }
        match self {
            Store::Each(entries, gathered) => {
                gathered.take();
                entries
            }
            Store::Run(..) | Store::Planes(..) => unreachable!("it was spread above"),
        }
    }

    #[cold]
    fn spread_out(&mut self) {
        let entries = replace(self, Store::from(Vec::new())).into_vec();
        *self = Store::from(entries);
    }

    pub(super) fn into_vec(self) -> Vec<T> {
        match self {
            Store::Each(entries, _) => entries,
            Store::Run(run, spread) => spread.into_inner().unwrap_or_else(|| (run.spread)(&run)),
            Store::Planes(planes, spread) => spread.into_inner().unwrap_or_else(|| planes.to_vec()),
        }
    }
}

impl<T: Clone> Clone for Store<T> {
    fn clone(&self) -> Self {
        match self {
            Store::Each(entries, _) => Store::from(entries.clone()),
            Store::Run(run, _) => Store::Run(run.clone(), OnceLock::new()),
            Store::Planes(planes, _) => Store::Planes(planes.clone(), OnceLock::new()),
        }
    }
}

impl<T> From<Vec<T>> for Store<T> {
    fn from(entries: Vec<T>) -> Self {
        Store::Each(entries, OnceLock::new())
    }
}

impl<T> From<Listed<T>> for Store<T> {
    fn from(list: Listed<T>) -> Self {
        match list {
            Listed::Each(entries) => Store::from(entries),
            Listed::Run(run) => Store::Run(run, OnceLock::new()),
            Listed::Planes(planes) => Store::Planes(planes, OnceLock::new()),
        }
    }
}

/// The entries of a matrix, lent.
pub(super) enum Lent<'a, T> {
    Slice(&'a [T]),
    Each(&'a Vec<T>, &'a OnceLock<Run<T>>),
    Run(&'a Run<T>, &'a OnceLock<Vec<T>>),
    Planes(&'a Planes<T>, &'a OnceLock<Vec<T>>),
}

impl<T> Clone for Lent<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Lent<'_, T> {}

impl<'a, T> Lent<'a, T> {
    pub(super) fn of(store: &'a Store<T>) -> Self {
        match store {
            Store::Each(entries, gathered) => Lent::Each(entries, gathered),
            Store::Run(run, spread) => Lent::Run(run, spread),
            Store::Planes(planes, spread) => Lent::Planes(planes, spread),
        }
    }

    pub(super) fn as_slice(self) -> &'a [T] {
        match self {
            Lent::Slice(entries) => entries,
            Lent::Each(entries, _) => entries,
            Lent::Run(run, spread) => spread.get_or_init(|| (run.spread)(run)),
            Lent::Planes(planes, spread) => spread.get_or_init(|| planes.to_vec()),
        }
    }

    pub(super) fn planes(self) -> Option<&'a Planes<T>> {
        match self {
            Lent::Planes(planes, _) => Some(planes),
            _ => None,
        }
    }

    pub(super) fn list(self) -> List<'a, T> {
        match self {
            Lent::Slice(entries) => List::Each(entries),
            Lent::Each(entries, _) => List::Each(entries),
            Lent::Run(run, _) => List::Run(run),
            Lent::Planes(planes, _) => List::Planes(planes),
        }
    }

    /// As an operation takes it: gathered, if the engine can keep it, so that the next operation need not look at each.
    #[track_caller]
    pub(super) fn for_operation(self) -> List<'a, T>
    where
        T: Number,
    {
        let Lent::Each(entries, gathered) = self else { return self.list() };
        if T::ORDER == 0 {
            return self.list();
        }
        if let Some(run) = gathered.get() {
            return List::Run(run);
        }
        match T::gather(List::Each(entries)) {
            Some(run) => List::Run(gathered.get_or_init(|| run)),
            None => List::Each(entries),
        }
    }
}
