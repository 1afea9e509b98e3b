//! What arguments, results, views and what is printed are made of.

use super::{Arg, Arr, Lie, Out, Said, Val, View};

impl Arg {
    /// Visits this argument and what it is made of.
    pub(crate) fn each<'a>(&'a self, f: &mut dyn FnMut(&'a Arg)) {
        f(self);
        if let Arg::Tuple(args) = self {
            args.iter().for_each(|a| a.each(f));
        }
    }
    /// The values and arrays read.
    pub(crate) fn uses(&self) -> (Vec<Val>, Vec<Arr>) {
        let (mut vals, mut arrays) = (vec![], vec![]);
        self.each(&mut |arg| match arg {
            Arg::Scalar(a) => vals.extend(a.val()),
            Arg::View(v, _) => {
                arrays.push(v.arr);
                vals.extend(v.vals());
            }
            Arg::Owned(a) => arrays.push(*a),
            Arg::Place(spot) => {
                arrays.push(spot.arr);
                vals.extend(spot.indices.iter().filter_map(super::Atom::val));
            }
            Arg::Tuple(_) => {}
        });
        (vals, arrays)
    }
}

impl Said {
    /// The values and arrays read.
    pub(crate) fn uses(&self) -> (Vec<Val>, Vec<Arr>) {
        match self {
            Said::Atom(a) => (a.val().into_iter().collect(), vec![]),
            Said::View(v) => (v.vals(), vec![v.arr]),
            Said::Tuple(parts) => {
                let (vals, arrays): (Vec<_>, Vec<_>) = parts.iter().map(Said::uses).unzip();
                (vals.concat(), arrays.concat())
            }
            Said::Code(_, vals) => (vals.clone(), vec![]),
        }
    }
}

impl View {
    /// The values that say which part it is.
    pub(crate) fn vals(&self) -> Vec<Val> {
        self.part.iter().flat_map(|(off, len)| [off.val(), len.val()]).flatten().collect()
    }
}

impl Out {
    pub(crate) fn each(&self, scalar: &mut dyn FnMut(Val), array: &mut dyn FnMut(Arr)) {
        match self {
            Out::Unit | Out::Unused => {}
            Out::Scalar(v) | Out::Count(v) => scalar(*v),
            Out::Array(a) => array(*a),
            Out::Rows(count, tables) => {
                scalar(*count);
                tables.iter().for_each(|t| {
                    if let Lie::Table(t) = t {
                        array(*t);
                    }
                });
            }
            Out::Tuple(outs) => outs.iter().for_each(|o| o.each(scalar, array)),
        }
    }
    /// Whether arrays of arrays, or what may not be there, are in it.
    pub(crate) fn has_rows(&self) -> bool {
        match self {
            Out::Rows(..) => true,
            Out::Tuple(outs) => outs.iter().any(Out::has_rows),
            _ => false,
        }
    }
    /// As [`each`](Out::each), without integers and what says where rows lie.
    pub(crate) fn numbers(&self, scalar: &mut dyn FnMut(Val), array: &mut dyn FnMut(Arr)) {
        match self {
            Out::Rows(..) | Out::Count(_) => {}
            Out::Tuple(outs) => outs.iter().for_each(|o| o.numbers(scalar, array)),
            other => other.each(scalar, array),
        }
    }
}
