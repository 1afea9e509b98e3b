//! The items that a function may reach, of the crate at hand and of the prelude, read as they are asked for.
//!
//! Ids are given as soon as a name leads to an item; its text is parsed when its definition is asked for, and the body of
//! a function when that is. All methods take `&self`, and definitions are shared, so that none is borrowed while others
//! are read. What outlives an expansion, the [`Index`] of the crate and what is known of the prelude, has no tokens in it.

mod blocks;
mod derivatives;
mod elementary;
mod form;
mod functions;
mod generics;
mod heads;
mod kept;
mod lookup;
mod made;
mod names;
mod open;
mod outside;
mod part;
mod read;
mod rules;
mod scope;
mod std;
mod syntax;
mod table;
mod text;
mod types;
mod values;

pub use elementary::Elementary;
pub use names::{plain, segments};
pub use open::Open;
pub use rules::Rules;
pub use scope::Scope;
pub use syntax::TypeName;

use crate::hash::Map;
use crate::hir::{Body, TypeRef};
use crate::index::{self, Index, ScopeId};
use crate::items::{AdtId, ConstId, Derivative, FnId, ImplId, TraitId};
use crate::ty::Ty;
use ::std::cell::{Cell, RefCell};
use ::std::collections::{HashMap, HashSet};
use ::std::rc::Rc;
use part::Part;
use scope::Place;
use table::{Side, Slot};

/// All items that a function may reach.
#[derive(Debug)]
pub struct Program {
    /// The crate at hand.
    pub index: Rc<Index>,
    own: Part,
    prelude: Rc<Part>,
    /// Bodies that were lowered, by their functions.
    pub bodies: RefCell<HashMap<FnId, Rc<Body>>>,
    /// Where the function at hand stands.
    home: Cell<ScopeId>,
    /// The syntax of items, without the bodies of functions, by where they are kept.
    parsed: RefCell<Map<usize, Option<Rc<syn::Item>>>>,
    /// Functions whose text is at hand, or was parsed.
    given: RefCell<Map<FnId, Rc<syn::ItemFn>>>,
    blocks: RefCell<Vec<Rc<blocks::Block>>>,
    /// The names of the items in the bodies at hand.
    declared: RefCell<HashSet<String>>,
    impls_of_blocks: RefCell<Vec<ImplId>>,
    /// Those that macros make, with the last names of their types.
    impls_of_texts: RefCell<Vec<(ImplId, Rc<str>)>>,
    /// The blocks of what macros make in modules, and for which types that was looked at.
    made_blocks: RefCell<Map<index::ItemId, Option<usize>>>,
    made_words: RefCell<HashSet<String>>,
    made_asked: RefCell<made::Asked>,
    dyn_impls: RefCell<Map<(Ty, TraitId), ImplId>>,
    /// Constants that std has, by their paths.
    made: RefCell<Map<String, ConstId>>,
    elementary: RefCell<Map<String, (FnId, bool)>>,
    /// What stands beside functions, and what it is the derivative of.
    derivatives: RefCell<Map<(FnId, Derivative), Option<FnId>>>,
    derived: RefCell<Map<FnId, (FnId, Derivative)>>,
    matrices: RefCell<Map<FnId, FnId>>,
    /// How many imports of blocks are followed, and how many other names of types.
    depth: Cell<usize>,
    steps: Cell<usize>,
    /// Implementations whose headers are being read.
    begun: RefCell<HashSet<ImplId>>,
}

/// What a path means where a value stands, or a pattern.
#[derive(Clone, Debug)]
pub enum Value {
    /// A function, with written type arguments (those of the type around first, none if none are written).
    Fn(FnId, Vec<TypeRef>),
    /// A constant or a static, those of `impl`s and of the numbers (`f64::EPSILON`) among them.
    Const(ConstId),
    /// A variant of an enum or a struct, with written type arguments of the type.
    Variant(AdtId, usize, Vec<TypeRef>),
    /// A generic parameter that is a constant: its place.
    ConstParam(usize),
    /// A function or constant of a type, found when the type is known; with written type arguments.
    TypeFn(TypeRef, Rc<str>, Vec<TypeRef>),
    /// Something of another crate, or what is not known here.
    Foreign,
}

/// A function that is found by its name on a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The function; the one in the trait where the implementation has none of its own.
    pub f: FnId,
    /// The implementation whose type is to be matched; none for a function of the prelude by receiver.
    pub of: Option<ImplId>,
}

impl Program {
    /// The items of a crate.
    pub fn new(index: Rc<Index>) -> Program {
        let index = if index.texts().is_empty() { Rc::new(Index::unknown()) } else { index };
        Program {
            own: Part::new(index.clone(), Side::Crate),
            index,
            prelude: part::prelude(),
            bodies: RefCell::default(),
            home: Cell::new(ScopeId::ROOT),
            parsed: RefCell::default(),
            given: RefCell::default(),
            blocks: RefCell::default(),
            declared: RefCell::default(),
            impls_of_blocks: RefCell::default(),
            impls_of_texts: RefCell::default(),
            made_blocks: RefCell::default(),
            made_words: RefCell::default(),
            made_asked: RefCell::default(),
            dyn_impls: RefCell::default(),
            made: RefCell::default(),
            elementary: RefCell::default(),
            derivatives: RefCell::default(),
            derived: RefCell::default(),
            matrices: RefCell::default(),
            depth: Cell::new(0),
            steps: Cell::new(0),
            begun: RefCell::default(),
        }
    }

    /// The items of a crate of plain texts: the first is its root, the others are modules of it.
    pub fn of_texts(texts: &[&str]) -> Program {
        Program::new(Rc::new(Index::of_texts(texts)))
    }

    /// The free function of a path from the root of the crate: `a::f`, `f`.
    pub fn function(&self, path: &str) -> Option<FnId> {
        let root = Scope::at(Place::default());
        let path: syn::Path = syn::parse_str(path).ok()?;
        match self.value(&root, None, &path) {
            Value::Fn(f, _) => Some(f),
            _ => None,
        }
    }
}
