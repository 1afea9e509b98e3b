//! What a program under construction may mention where it stands.

use super::grow::Callee;
use super::tree::{Expr, Hold, Index, View};

/// A float that can be read.
#[derive(Clone, Debug)]
pub(crate) struct Float {
    pub name: String,
    pub read: Expr,
    /// Whether it is a variable that may be assigned to.
    pub mutable: bool,
    /// Whether it is a `&mut f64`.
    pub behind: bool,
}

/// An array.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub name: String,
    pub hold: Hold,
    /// Whether its elements may be changed here.
    pub mutable: bool,
    /// It has at least so many elements.
    pub least: usize,
    /// Arrays of one class have the same length.
    pub class: usize,
    /// The length where it is known when the program is made.
    pub length: Option<usize>,
}

/// A `usize` that can be read.
#[derive(Clone, Debug)]
pub(crate) struct Int {
    pub name: String,
    pub mutable: bool,
    /// It is at least this.
    pub least: usize,
    /// It is less than this, if that is known.
    pub below: Option<usize>,
    /// It is less than the length of arrays of a class, even with so much added.
    pub inside: Vec<(usize, usize)>,
    /// It is the length of the arrays of this class.
    pub length_of: Option<usize>,
}

/// A structure that can be read.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub path: String,
    pub record: usize,
    pub mutable: bool,
    /// Whether it is a reference to one.
    pub reference: bool,
}

/// A list of structures.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub path: String,
    pub record: usize,
    pub mutable: bool,
    /// Whether it is a `Vec` that may grow.
    pub grows: bool,
    /// Whether it is a slice behind a reference.
    pub reference: bool,
    pub least: usize,
    pub class: usize,
}

/// A list of pairs of numbers, behind a reference.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    pub name: String,
    pub least: usize,
}

impl List {
    /// A list of its own with the same elements.
    pub(crate) fn copied(&self) -> String {
        format!("{}.{}()", self.path, if self.reference { "to_vec" } else { "clone" })
    }
}

/// The variables in scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub floats: Vec<Float>,
    pub arrays: Vec<Array>,
    pub ints: Vec<Int>,
    pub flags: Vec<String>,
    pub places: Vec<Place>,
    pub lists: Vec<List>,
    pub pairs: Vec<Pairs>,
    /// Closures.
    pub lambdas: Vec<Callee>,
}

/// Whether a path starts at this one, or is it.
pub(crate) fn within(path: &str, of: &str) -> bool {
    path.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

impl Scope {
    /// Forgets whatever has this name, and what that is a part of: it is shadowed, or borrowed to be changed.
    pub(crate) fn hide(&mut self, name: &str) {
        self.floats.retain(|v| !within(&v.name, name));
        self.arrays.retain(|v| !within(&v.name, name));
        self.ints.retain(|v| !within(&v.name, name));
        self.flags.retain(|v| v != name);
        self.places.retain(|v| !within(&v.path, name) && !within(name, &v.path));
        self.lists.retain(|v| !within(&v.path, name) && !within(name, &v.path));
        self.lambdas.retain(|v| v.name != name);
        self.pairs.retain(|v| v.name != name);
    }

    /// Declares a float variable.
    pub(crate) fn float(&mut self, name: &str, mutable: bool) {
        self.hide(name);
        let read = Expr::Variable(name.into());
        self.floats.push(Float { name: name.into(), read, mutable, behind: false });
    }

    /// Declares a float that is read in its own way.
    pub(crate) fn read_as(&mut self, name: &str, read: Expr) {
        let behind = matches!(read, Expr::Behind(_));
        self.floats.push(Float { name: name.into(), read, mutable: false, behind });
    }

    /// Declares an array.
    pub(crate) fn array(&mut self, array: Array) {
        self.hide(&array.name);
        self.arrays.push(array);
    }

    /// Declares an integer.
    pub(crate) fn int(&mut self, int: Int) {
        self.hide(&int.name);
        self.ints.push(int);
    }

    /// Makes what has this name, and what that is a part of, unchangeable here.
    pub(crate) fn freeze(&mut self, name: &str) {
        for array in self.arrays.iter_mut().filter(|a| within(&a.name, name)) {
            array.mutable = false;
        }
        for float in self.floats.iter_mut().filter(|v| within(&v.name, name) && v.name != name) {
            float.mutable = false;
        }
        for place in self.places.iter_mut().filter(|v| within(&v.path, name) || within(name, &v.path)) {
            place.mutable = false;
        }
        for list in self.lists.iter_mut().filter(|v| within(&v.path, name) || within(name, &v.path)) {
            list.mutable = false;
        }
    }

    /// The structures that are references to be written through.
    pub(crate) fn behind_mut(&self) -> Vec<String> {
        self.places.iter().filter(|p| p.reference && p.mutable).map(|p| p.path.clone()).collect()
    }

    /// Only what does not change, for closures that stay.
    pub(crate) fn constant(&self) -> Scope {
        let mut scope = self.clone();
        scope.floats.retain(|v| !v.mutable && !v.behind);
        scope.arrays.retain(|v| !v.mutable);
        scope.ints.retain(|v| !v.mutable);
        scope.places.retain(|v| !v.mutable);
        scope.lists.retain(|v| !v.mutable);
        scope
    }

    /// The arrays with at least so many elements that may be changed.
    pub(crate) fn changeable(&self, least: usize) -> Vec<Array> {
        self.arrays.iter().filter(|a| a.mutable && a.least >= least).cloned().collect()
    }

    /// The arrays with at least so many elements.
    pub(crate) fn all(&self, least: usize) -> Vec<Array> {
        self.arrays.iter().filter(|a| a.least >= least).cloned().collect()
    }

    /// The arrays with at least so many elements that carry derivatives.
    pub(crate) fn readable(&self, least: usize) -> Vec<Array> {
        self.arrays.iter().filter(|a| a.hold != Hold::Constants && a.least >= least).cloned().collect()
    }
}

impl Array {
    /// All of it.
    pub(crate) fn view(&self) -> View {
        View { name: self.name.clone(), hold: self.hold, range: None }
    }

    /// A part of it.
    pub(crate) fn part(&self, from: Index, to: Index) -> View {
        View { name: self.name.clone(), hold: self.hold, range: Some((from, to)) }
    }

    /// Its length.
    pub(crate) fn len(&self) -> Index {
        Index::Length(self.name.clone())
    }
}
