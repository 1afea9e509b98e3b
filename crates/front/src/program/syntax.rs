//! Items as they are written, for generated code that repeats them over another number.

use super::Program;
use super::names::{Meaning, segments, written_path};
use super::part::side;
use super::scope::Scope;
use super::std::{home, renamed_from};
use super::table::{Side, Source};
use crate::index::{Def, Named, ScopeId, Space};
use crate::items::{AdtId, ConstId, FnId, ImplId, ItemId, TraitId};
use crate::ty::Ty;
use quote::ToTokens;
use std::rc::Rc;
use syn::Item;

/// What a path means where a type or a trait stands.
#[derive(Clone, Debug)]
pub enum TypeName {
    /// A type or a trait of the crate: so many of the first segments name it.
    Item(ItemId, usize),
    /// Another name of a type: its text, and where that stands.
    Alias(Scope, Rc<syn::ItemType>),
    /// A type of the language.
    Primitive(Ty),
    /// A generic parameter, `Self`, or what follows from one.
    Inner,
    /// What std or another crate has: its path from anywhere, if that is known.
    Outside(Option<syn::Path>),
}

impl Program {
    /// The text of a struct or an enum.
    pub fn syntax_of_adt(&self, adt: AdtId) -> Option<Rc<Item>> {
        self.parsed(&self.adt_slot(adt))
    }

    /// Whether a type of the crate has an `impl Drop`.
    pub fn is_dropped(&self, adt: AdtId) -> bool {
        if side(adt) == Side::Prelude {
            return false;
        }
        let args = (0..self.adt(adt).generics.names.len()).map(Ty::Param).collect();
        self.impls_of(&Ty::Adt(adt, args)).into_iter().any(|id| match self.syntax_of_impl(id).as_deref() {
            Some(Item::Impl(syn::ItemImpl { trait_: Some((_, path, _)), .. })) => {
                path.segments.last().is_some_and(|s| s.ident == "Drop")
            }
            _ => false,
        })
    }

    /// The text of a function without its body.
    pub fn syntax_of_fn(&self, f: FnId) -> Option<syn::ItemFn> {
        match self.parsed(&self.fn_slot(f)).as_deref() {
            Some(Item::Fn(f)) => Some(f.clone()),
            _ => None,
        }
    }

    /// The text of a constant of a trait or an implementation.
    pub fn syntax_of_const(&self, of: ConstId) -> Option<String> {
        match &self.const_slot(of).source {
            Source::Text(index, text, item) => index.slice(*text, item.tokens.clone()).map(str::to_owned),
            Source::Tokens(item) => Some(item.to_token_stream().to_string()),
            Source::Made => None,
        }
    }

    /// The text of a trait, without its functions and constants.
    pub fn syntax_of_trait(&self, of: TraitId) -> Option<Rc<Item>> {
        self.parsed(&self.trait_slot(of))
    }

    /// The text of an implementation, without its functions and constants; none of one that a derive makes.
    pub fn syntax_of_impl(&self, of: ImplId) -> Option<Rc<Item>> {
        self.parsed(&self.impl_slot(of))
    }

    /// What is seen in the fields of a struct or an enum.
    pub fn scope_within_adt(&self, adt: AdtId) -> Scope {
        let slot = self.adt_slot(adt);
        let generics = match self.parsed(&slot).as_deref() {
            Some(Item::Struct(s)) => s.generics.clone(),
            Some(Item::Enum(e)) => e.generics.clone(),
            _ => syn::Generics::default(),
        };
        self.within(&Scope::at(slot.at), &generics, &[])
    }

    /// What is seen in a trait.
    pub fn scope_within_trait(&self, of: TraitId) -> Scope {
        self.scope_of_trait(of)
    }

    /// What is seen in an implementation.
    pub fn scope_within_impl(&self, of: ImplId) -> Scope {
        self.scope_of_impl(of)
    }

    /// Whether names are read where the function at hand stands.
    pub fn is_home(&self, scope: &Scope) -> bool {
        scope.0.at.side == Side::Crate && scope.0.at.scope == self.home.get()
    }

    /// What a path means where a type or a trait stands.
    pub fn type_name(&self, scope: &Scope, path: &syn::Path) -> TypeName {
        let names = segments(path);
        let (meaning, used) = self.meaning(scope, &names, Space::Types);
        let written = used.saturating_sub(usize::from(path.leading_colon.is_some()));
        match meaning {
            Meaning::Item(id @ (ItemId::Adt(n) | ItemId::Trait(n))) if side(n) == Side::Crate => {
                TypeName::Item(id, written)
            }
            Meaning::Alias(at, alias) => TypeName::Alias(Scope::at(at), alias),
            Meaning::Primitive(ty) => TypeName::Primitive(ty),
            Meaning::Param(_) | Meaning::Itself(_) => TypeName::Inner,
            meaning => TypeName::Outside(
                match self.index_of(scope.0.at.side).resolve(scope.0.at.scope, &names, Space::Types) {
                    (Named::One(Def::Outside(whole)), _) => {
                        let whole: Vec<String> = whole.into_iter().filter(|s| !s.is_empty()).collect();
                        written_path(&[vec![String::new()], whole].concat())
                    }
                    _ if matches!(meaning, Meaning::Unknown) => None,
                    _ => self.path_of_opened(scope.0.at, &names),
                },
            ),
        }
    }

    /// The path of std for a type or a trait of the prelude; none of those that std has not.
    pub fn path_in_std(&self, id: ItemId) -> Option<syn::Path> {
        let (name, number) = match id {
            ItemId::Adt(adt) => (self.adt_slot(adt).name.clone(), adt),
            ItemId::Trait(of) => (self.trait_slot(of).name.clone(), of),
            ItemId::Fn(f) => return self.function_in_std(f),
            ItemId::Const(_) => return None,
        };
        if side(number) == Side::Crate {
            return None;
        }
        if let ItemId::Adt(adt) = id
            && self.is_linalg(self.adt_slot(adt).at.scope)
        {
            return syn::parse_str(&format!("::wengert::linalg::{name}")).ok();
        }
        let module = match &*name {
            "Option" => "option",
            "Result" => "result",
            "RefCell" | "Cell" => "cell",
            "VecDeque" | "BinaryHeap" => "collections",
            "Wrapping" => "num",
            "FromStr" => "str",
            "Ordering" | "Reverse" | "PhantomData" | "ControlFlow" | "Bound" => home(&name),
            name if name.starts_with("Range") || matches!(id, ItemId::Trait(_)) => home(name),
            _ => return None,
        };
        let name = renamed_from(&name).unwrap_or(&name);
        let module =
            if ["Iterator", "IntoIterator", "FromIterator", "DoubleEndedIterator", "Sum", "Product"].contains(&name) {
                "iter"
            } else {
                module
            };
        syn::parse_str(&format!("::std::{module}::{name}")).ok()
    }

    /// The same of a function that stands in a module.
    /// Whether a module of the prelude has the matrices, which are not std's.
    fn is_linalg(&self, scope: ScopeId) -> bool {
        self.prelude.index.path_of_scope(scope).iter().any(|name| name == "linalg")
    }

    fn function_in_std(&self, f: FnId) -> Option<syn::Path> {
        if side(f) == Side::Crate {
            return None;
        }
        let (scope, name) = (self.fn_slot(f).at.scope, self.fn_slot(f).name.clone());
        if self.is_linalg(scope) {
            return syn::parse_str(&format!("::wengert::linalg::{name}")).ok();
        }
        let module = self.prelude.index.path_of_scope(scope);
        let module = module.last().filter(|_| module.len() == 3)?;
        let of_std = |(_, modules): &&(&str, &[&str])| modules.contains(&module.as_str());
        let (module, _) = crate::prelude::PATHS.iter().find(of_std)?;
        // Others are methods there.
        let functions: &[&str] = match *module {
            "array" => &["from_fn", "from_mut", "from_ref"],
            "cmp" => &["max", "max_by", "max_by_key", "min", "min_by", "min_by_key"],
            "convert" => &["identity"],
            "hint" => &["black_box"],
            "iter" => {
                &["empty", "from_fn", "once", "once_with", "repeat", "repeat_n", "repeat_with", "successors", "zip"]
            }
            "mem" => &["drop", "forget", "replace", "size_of", "swap", "take"],
            "slice" => &["from_mut", "from_ref"],
            _ => &[],
        };
        functions.contains(&&*name).then(|| syn::parse_str(&format!("::std::{module}::{name}")).ok())?
    }
}
