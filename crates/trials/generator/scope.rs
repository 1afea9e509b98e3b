//! What a program under construction may mention where it stands.

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

/// The variables in scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub floats: Vec<Float>,
    pub arrays: Vec<Array>,
    pub ints: Vec<Int>,
    pub flags: Vec<String>,
}

impl Scope {
    /// Forgets whatever has this name: it is shadowed.
    pub(crate) fn hide(&mut self, name: &str) {
        self.floats.retain(|v| v.name != name);
        self.arrays.retain(|v| v.name != name);
        self.ints.retain(|v| v.name != name);
        self.flags.retain(|v| v != name);
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

    /// Makes an array unchangeable here.
    pub(crate) fn freeze(&mut self, name: &str) {
        for array in self.arrays.iter_mut().filter(|a| a.name == name) {
            array.mutable = false;
        }
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
