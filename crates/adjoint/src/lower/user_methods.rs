//! Methods of the user's types.

use super::arguments::Arguments;
use super::given::Missing;
use super::pattern::Want;
use super::records::bare;
use super::{Binding, Item, Lowerer};
use crate::ir::{Call, Part, Ty};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Path, Result};

/// Methods that are no user's: those that every value has, and those of options, iterators and lists.
const OF_ALL: [&str; 72] = [
    "all",
    "any",
    "as_mut",
    "as_mut_slice",
    "as_ref",
    "as_slice",
    "binary_search_by",
    "chain",
    "chunks",
    "chunks_exact",
    "clone",
    "cloned",
    "collect",
    "copied",
    "count",
    "enumerate",
    "expect",
    "extend",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "first",
    "flat_map",
    "flatten",
    "fold",
    "for_each",
    "get",
    "insert",
    "into",
    "into_iter",
    "is_none",
    "is_some",
    "iter",
    "iter_mut",
    "last",
    "len",
    "map",
    "map_while",
    "max_by",
    "max_by_key",
    "min_by",
    "min_by_key",
    "nth",
    "peekable",
    "pop",
    "position",
    "product",
    "push",
    "reduce",
    "rev",
    "rposition",
    "scan",
    "skip",
    "skip_while",
    "sort_by",
    "split_at",
    "split_at_mut",
    "split_off",
    "step_by",
    "sum",
    "swap",
    "take",
    "take_while",
    "to_owned",
    "to_vec",
    "try_fold",
    "unwrap",
    "unwrap_or",
    "unzip",
    "windows",
    "zip",
];

/// Methods of options, iterators, lists and integers that give an `Option`, besides those above.
const OPTIONAL: [&str; 29] = [
    "and_then",
    "as_deref",
    "binary_search",
    "checked_add",
    "checked_div",
    "checked_mul",
    "checked_pow",
    "checked_rem",
    "checked_sub",
    "cmp",
    "err",
    "first_mut",
    "get_mut",
    "last_mut",
    "max",
    "min",
    "next",
    "next_back",
    "ok",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
    "parse",
    "partial_cmp",
    "peek",
    "then",
    "then_some",
    "try_into",
];

/// Methods of lists that only lists of numbers have here.
const OF_LISTS: [&str; 18] = [
    "append",
    "concat",
    "contains",
    "dedup",
    "dedup_by",
    "dedup_by_key",
    "drain",
    "extend_from_within",
    "fill",
    "fill_with",
    "reverse",
    "rotate_left",
    "rotate_right",
    "select_nth_unstable_by",
    "sort",
    "sort_unstable_by",
    "splice",
    "swap_remove",
];

/// Whether a method of this name is one of options, iterators and lists.
pub(super) fn of_all(name: &str) -> bool {
    OF_ALL.contains(&name)
        || OPTIONAL.contains(&name)
        || name.starts_with("split_")
        || name.starts_with("strip_")
        || name.starts_with(super::question::MARK)
        || super::lists::grows(&Ident::new(name, Span::call_site()))
}

fn unparenthesized(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => unparenthesized(&p.expr),
        e => e,
    }
}

impl Lowerer {
    /// Whether a method is one of options, iterators and lists; a structure may have methods of such names.
    pub(super) fn is_of_all(&self, m: &ExprMethodCall) -> bool {
        let name = m.method.to_string();
        let every = ["clone", "to_owned", "into", "copied", "cloned"].contains(&name.as_str());
        let receiver = bare(&m.receiver);
        let named = matches!(receiver, Expr::Path(_)) && self.may_be_record(receiver);
        let list = || self.known(receiver).is_some_and(|(ty, _)| super::known::element_of(&ty).is_some());
        let theirs = || self.known(receiver).is_some_and(|(ty, _)| crate::around::has_method(&ty, &m.method));
        let own = (named || theirs()) && !self.is_record_list(receiver) && !every && !list();
        OF_ALL.contains(&name.as_str()) && !own
    }

    /// Whether a method is known to be one of a structure, whatever its name.
    pub(super) fn is_of_its_type(&self, m: &ExprMethodCall) -> bool {
        let known = self.known(bare(&m.receiver));
        known
            .is_some_and(|(ty, _)| super::known::element_of(&ty).is_none() && crate::around::has_method(&ty, &m.method))
    }

    /// A method of a type of the user's; none if it is a function of numbers.
    pub(super) fn user_method(&mut self, m: &ExprMethodCall, want: Option<&Want>) -> Result<Option<Item>> {
        // What a list gives that becomes shorter by it.
        let of_list = m.method == "remove" && self.is_held(&m.receiver) && !self.is_held_structure(&m.receiver);
        let own = || match self.known(&m.receiver) {
            Some((ty, _)) => crate::around::has_method(&ty, &m.method),
            None => crate::around::is_method(&m.method),
        };
        let asks = super::methods::asks(&m.method) && !own();
        let float = || matches!(self.known(&m.receiver), Some((ty, _)) if crate::signature::shape(&ty, &self.float).is_some_and(|s| matches!(s, crate::signature::Shape::Scalar)));
        let orders = ["partial_cmp", "total_cmp"].iter().any(|n| m.method == n) && float();
        let of_numbers = of_list || orders || (m.method == "sin_cos" || asks) && m.args.is_empty();
        if of_numbers || self.table_method(&Expr::MethodCall(m.clone())) || self.is_of_all(m) {
            return Ok(None);
        }
        if let Some(item) = self.asked_method(m)? {
            return Ok(Some(item));
        }
        if let Some(item) = self.method_on_numbers(m, want)? {
            return Ok(Some(item));
        }
        if let Some(lent) = self.lent_by_use(m) {
            return self.called_method(&lent, want);
        }
        self.called_method(m, want)
    }

    fn called_method(&mut self, m: &ExprMethodCall, want: Option<&Want>) -> Result<Option<Item>> {
        let of_list = self.known(&m.receiver).is_some_and(|(ty, _)| super::known::element_of(&ty).is_some());
        let held = self.is_held(&m.receiver) && !self.is_held_structure(&m.receiver);
        let of_list = of_list || held && !crate::around::is_method(&m.method);
        if of_list && OF_LISTS.iter().any(|name| m.method == name) {
            let message = format!("`{}` of a list of structures is not supported here: write it as a loop", m.method);
            return super::fault(&m.method, message);
        }
        let named = || self.known(&m.receiver).is_some_and(|(ty, _)| crate::around::carries(&ty) == Some(false));
        let constant = self.opaque(&m.receiver) && (matches!(self.ty(&m.receiver), Ty::Unknown) || named());
        if !constant && !self.may_be_record(&m.receiver) {
            return Ok(None);
        }
        let receiver = match bare(&m.receiver) {
            _ if constant => self.constant(&m.receiver)?,
            e if self.is_held(e) => self.scalar(e)?,
            Expr::Index(i) => self.picked(i, Ty::Record)?,
            e => self.scalar(e)?,
        };
        let numbers = self.changed.len();
        let mut given = Arguments::of(Some(receiver));
        let of = self.known(&m.receiver).map(|(ty, _)| ty);
        for (k, e) in m.args.iter().enumerate() {
            let taken = crate::around::taken_by_method(of.as_ref(), &m.method, k);
            let expected = crate::around::expected_by_method(&m.method, k);
            let steps = crate::around::steps_by_method(of.as_ref(), &m.method, k);
            self.add_argument(e, taken.as_ref(), expected.as_ref(), steps, &mut given)?;
        }
        let Arguments { args, lent: by_reference, nested } = given;
        // A receiver that is lent as `(&mut p).kick()` comes back, whatever else the method gives.
        let lent = match unparenthesized(&m.receiver) {
            Expr::Reference(r) if r.mutability.is_some() => Some(&*m.receiver),
            _ => None,
        };
        let lent = lent.map(unparenthesized).into_iter();
        let receivers = usize::from(lent.len() > 0);
        let taken = |k: usize| {
            let argument = k.checked_sub(receivers);
            let ty = argument.and_then(|k| crate::around::taken_by_method(of.as_ref(), &m.method, k));
            ty.is_some_and(|ty| super::calls::is_changed(&ty))
        };
        let handed = |k: usize| {
            let argument = k.checked_sub(receivers);
            argument.is_some_and(|k| crate::around::steps_by_method(of.as_ref(), &m.method, k))
        };
        let (changed, places) = self.lent_places(lent.chain(&m.args), taken, handed);
        let changed = changed.into_iter().map(|k| k + 1 - receivers).collect();
        // Functions that are passed are called by `call`.
        let known = crate::around::given_by_method(of.as_ref(), &m.method, &self.float.to_string());
        let known = known.filter(|_| m.method != "call");
        super::wanted::no_lists_of_counts(known.as_ref(), &m.method)?;
        let want = self.wanted(want, known.as_ref());
        let want = if places.is_empty() { want } else { self.wanted_with_places(want, known.as_ref()) };
        let (want, missing) = match places.is_empty() {
            true => (want, Missing::Nothing),
            false => Self::beside_places(want, known.as_ref()),
        };
        let want = Self::with_places(want, places.len());
        let out = self.out_of(&want, known.as_ref().filter(|_| places.is_empty()), m.method.span());
        self.known_numbers(&out, known.as_ref(), places.len());
        self.calls += 1;
        if of.as_ref().is_some_and(|of| crate::around::is_unmarked_method(of, &m.method)) {
            self.unmarked.push(self.calls);
        }
        // Those of constants are functions of their types.
        let path = match &of {
            Some(of) if crate::around::is_choice(of) => {
                let name = &m.method;
                syn::parse_quote!(#of::#name)
            }
            _ => Path::from(m.method.clone()),
        };
        let in_place = of.as_ref().and_then(|of| crate::around::changed_by_method(of, &m.method));
        let in_place = in_place.filter(|_| args.len() == m.args.len() + 1);
        let (method, given) = (Some(m.method.clone()), out.clone());
        let lifted = nested || out.has_rows();
        self.push_call(Call {
            id: self.calls,
            path,
            method,
            args,
            lent: by_reference,
            changed,
            in_place,
            out,
            lifted,
            active: false,
        });
        let item = self.item_of_out(&given);
        let item = self.with_lengths(item, known.as_ref());
        self.take_back(numbers);
        let item = self.put_back(item, &places)?;
        self.given_beside(item, missing, known.as_ref()).map(Some)
    }

    /// The call with its receiver lent, where it changes that: as its text says, or as nothing else changes the
    /// variable.
    pub(super) fn lent_by_use(&self, m: &ExprMethodCall) -> Option<ExprMethodCall> {
        let receiver = bare(&m.receiver);
        let of = self.known(receiver);
        let changes = match of.and_then(|(of, _)| crate::around::changes_receiver(&of, &m.method)) {
            Some(changes) => changes,
            None => {
                let Expr::Path(p) = receiver else { return None };
                self.changers.get(&p.path.get_ident()?.to_string()) == Some(&m.method)
            }
        };
        (changes && self.holds_record(receiver))
            .then(|| ExprMethodCall { receiver: syn::parse_quote!((&mut #receiver)), ..m.clone() })
    }

    /// As [`user_method`](Lowerer::user_method) at the start of a `let`, where the use shows what the method gives.
    pub(super) fn user_method_first(&mut self, m: &ExprMethodCall, want: &Want) -> Result<Option<Item>> {
        if self.array_receiver(m) || super::option_methods::ends(&m.method) {
            return Ok(None);
        }
        self.user_method(m, Some(want))
    }

    fn array_receiver(&self, m: &ExprMethodCall) -> bool {
        self.names_array(&m.receiver) || !self.may_be_record(&m.receiver) && !self.opaque(&m.receiver)
    }

    /// Whether a method is known to give something beside its changed receiver.
    fn gives_more(&self, m: &ExprMethodCall) -> bool {
        let of = self.known(&m.receiver).map(|(of, _)| of);
        let given = of.and_then(|of| {
            let changes = crate::around::changes_receiver(&of, &m.method) == Some(true);
            changes.then(|| crate::around::given_by_method(Some(&of), &m.method, &self.float.to_string()))?
        });
        given.is_some_and(|ty| !matches!(ty, syn::Type::Tuple(t) if t.elems.is_empty()))
    }

    /// A method called for its effect on a variable, which gives the variable's new value.
    pub(super) fn changing_method(&mut self, m: &ExprMethodCall) -> Result<bool> {
        let of = self.known(&m.receiver);
        let changes = of.as_ref().and_then(|(of, _)| crate::around::changes_receiver(of, &m.method));
        // It is called for what it does to its arguments.
        if changes == Some(false) && !self.is_of_all(m) {
            return Ok(self.called_method(m, Some(&Want::Unit))?.is_some());
        }
        let ordinary = self.known(&m.receiver).is_some_and(|(of, _)| crate::around::carries(&of) == Some(false));
        if (ordinary || self.gives_more(m))
            && let Some(lent) = self.lent_by_use(m)
        {
            let want = if self.gives_more(m) { Want::Scalar } else { Want::Unit };
            return Ok(self.called_method(&lent, Some(&want))?.is_some());
        }
        if self.is_held(&m.receiver) && !self.is_of_all(m) {
            let Some(Item::Scalar(new)) = self.called_method(m, Some(&Want::Scalar))? else { return Ok(false) };
            let reach = self.reach(&m.receiver)?;
            self.put_at(reach, new, false, m.span())?;
            return Ok(true);
        }
        let receiver = bare(&m.receiver);
        let root = match receiver {
            Expr::Field(f) if self.of_record(f) => self.root(f).0,
            e => e,
        };
        let Some(&Binding::Var(v)) = self.binding_of(root) else { return Ok(false) };
        if !matches!(self.vars[v].1, Ty::Record | Ty::Maybe) || self.is_of_all(m) {
            return Ok(false);
        }
        let Some(Item::Scalar(new)) = self.called_method(m, Some(&Want::Scalar))? else { return Ok(false) };
        // What it gives is the receiver, whatever its text says.
        self.types.extend(new.val().zip(of));
        match receiver {
            Expr::Field(_) => self.set_field(receiver, Part::Scalar(new))?,
            _ => self.set(v, new),
        }
        Ok(true)
    }
}
