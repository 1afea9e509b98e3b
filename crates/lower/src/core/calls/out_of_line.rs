//! Calls of functions that are not written out: those of the crate, by their derivatives.

use crate::core::calls::recursion::columns;
use crate::core::calls::recursion::tuples;
use crate::core::calls::recursion::tuples::Taken;
use crate::core::calls::recursion::{DEEPEST, carries_numbers, holds_floats};
use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Access, Arg, Atom, Call, Init, Out, Step, Storage, Ty, View};
use front::hir::ExprId;
use front::items::{FnId, ItemId, Origin};
use front::program::Program;
use front::ty::{Float, Ty as Type};

/// What is called.
pub(crate) struct Called {
    pub(crate) path: syn::Path,
    /// The function as the user calls it, where derivatives have another name.
    pub(crate) plain: Option<syn::Path>,
    /// A method of the first argument.
    pub method: Option<proc_macro2::Ident>,
    pub params: Vec<Type>,
    pub(crate) ret: Type,
    /// Whether numbers with derivatives are among the parameters.
    pub(crate) of_numbers: bool,
    /// What is said where what carries derivatives is for a parameter that is constant.
    pub(crate) constants: Vec<Option<String>>,
    /// Which parameters are lists that become longer or shorter, or counts: they come back behind what the call gives.
    pub(crate) resized: Vec<usize>,
    /// Which are lent to be changed where their lists lie, and whether these may grow.
    pub(crate) lists: Vec<(usize, bool)>,
}

impl Builder<'_> {
    pub(crate) fn user_call(&mut self, f: FnId, generics: &[Type], operands: &[ExprId]) -> Result<Value, Refusal> {
        let args = self.operands(operands)?;
        self.call_known(f, generics, args)
    }

    pub(crate) fn call_known(&mut self, f: FnId, generics: &[Type], args: Vec<Value>) -> Result<Value, Refusal> {
        if let Some(count) = self.count_of_endless(f, &args)? {
            return Ok(count);
        }
        let def = self.program.func(f);
        let (generics, args) = self.functions_by_value(f, generics, args)?;
        let generics = generics.as_slice();
        let own = self.is_own_method(f) || self.is_by_trait_elsewhere(f, generics);
        let method = own.then(|| syn::Ident::new(&def.name, self.span));
        let derivative = match self.program.derivative(f) {
            Some((of, form)) => Some(self.derivative(f, of, form)?),
            None => None,
        };
        let path = derivative.or_else(|| method.clone().map(syn::Path::from)).or_else(|| def.path.clone());
        let params: Vec<Type> = def.params.iter().map(|p| p.ty.with(generics)).collect();
        let of_numbers = params.iter().any(|ty| match ty.behind() {
            Type::Float(_) => true,
            Type::Rigid(..) => self.is_typed(ty.behind()),
            Type::Closure(_) | Type::FnItem(..) => true,
            of => {
                crate::core::lists::nested::nested(ty).is_some()
                    || of.element().is_some_and(|of| matches!(of, Type::Float(_)))
            }
        });
        // Deep inside of what is given to a function without the attribute, and in structures without the derive too.
        let of_numbers = of_numbers
            || !def.differentiable
                && (params.iter().any(|ty| carries_numbers(self.program, ty, DEEPEST))
                    || self.carries_apart(&params, &args)?);
        let plain = path.is_none().then(|| self.associated(f)).flatten();
        let lends = !of_numbers && !def.differentiable && (self.changes_lists(f) || self.reads_lists(f, &args)?);
        let Some(path) = path.or_else(|| self.function_of_method(f, of_numbers || lends)) else {
            return refuse(match self.stack.iter().any(|(of, _)| *of == f) {
                true => "a function that calls itself",
                false => "a method of a type of the crate",
            });
        };
        if !generics.iter().all(|of| match of {
            Type::Float(_) | Type::Rigid(..) | Type::Const(_) | Type::Closure(_) | Type::FnItem(..) => true,
            Type::Adt(adt, args) => args.is_empty() && self.program.adt(*adt).differentiable,
            _ => false,
        }) {
            return refuse("a function with generic parameters");
        }
        let method_seen = own && self.program.sees_method(f);
        let named = method_seen || self.is_open_beside(f) || self.is_nameable(ItemId::Fn(f));
        if self.program.derivative(f).is_none() && !named {
            let advice = "is private to another module: make it `pub(crate)`, or put #[differentiable] on it";
            return refuse(self.calls_itself(f).unwrap_or_else(|| format!("`{}` {advice}", def.name)));
        }
        let again = self.stack.iter().any(|(of, _)| *of == f) || self.is_open_beside(f);
        let numbers = generics.iter().map(|of| if self.is_typed(of) { Type::Float(Float::Own) } else { of.clone() });
        let ret = def.ret.with(&numbers.collect::<Vec<_>>());
        if (again || def.differentiable && def.of.is_none()) && gives_no_number(self.program, &ret) {
            return refuse("a function that calls itself, and gives no number");
        }
        let itself = self.stack.first().is_some_and(|(own, _)| *own == f);
        // One of a body is repeated where it is called.
        let repeated = def.origin == Origin::Body && !def.differentiable;
        let as_written = !of_numbers && !lends && (repeated || self.function_of_method(f, false).is_some());
        if !def.differentiable && !itself && !as_written && !self.is_derived_beside(f) {
            let advice = "is a function without derivatives: put #[differentiable] on it";
            return refuse(self.calls_itself(f).unwrap_or_else(|| format!("`{}` {advice}", def.name)));
        }
        let in_columns = self.calls_itself_in_columns(f);
        let beside = self.derive_beside(f, in_columns) || self.is_beside(f);
        let (args, taken) = match as_written || beside {
            true => self.lent_beside(f, args, beside && !as_written)?,
            false => (args, vec![]),
        };
        let name_apart = self.name_apart(f, &taken).filter(|_| beside && !as_written);
        let is_apart = name_apart.is_some();
        let method = method.filter(|_| !is_apart);
        let (path, mut params) = (self.with_types(name_apart.unwrap_or(path), f, generics), params);
        for (ty, taken) in params.iter_mut().zip(&taken) {
            let other = match taken {
                Taken::Apart => tuples::apart(self.program, ty),
                Taken::Columns => columns::in_columns(self.program, ty),
                Taken::AsIs | Taken::Constant | Taken::Lent(_) => None,
            };
            *ty = other.unwrap_or_else(|| ty.clone());
        }
        let lists = taken.iter().enumerate().filter_map(|(k, taken)| match taken {
            Taken::Lent(grow) => Some((k, *grow)),
            _ => None,
        });
        let lists: Vec<(usize, bool)> = lists.collect();
        // The receiver is lent by the call.
        if let (true, Some(first @ Type::Ref(false, _))) = (method.is_some(), params.first_mut()) {
            *first = first.behind().clone();
        }
        let args = self.stopped(f, args);
        let (constants, mut resized) = (self.constants_of(f), self.resized_by(f));
        resized.retain(|k| lists.iter().all(|(list, _)| list != k));
        let ret = def.ret.with(generics);
        let own = ret.clone();
        let ret = if is_apart { tuples::given(self.program, &ret).unwrap_or(ret) } else { ret };
        let of_numbers = of_numbers || taken.contains(&Taken::Columns);
        let called = Called { path, plain, method, params, ret, of_numbers, constants, resized, lists };
        let value = self.push_called_with(called, args, true)?;
        if !self.is_certain(f, generics) {
            self.once(&value);
        }
        self.put_back_columns()?;
        if is_apart { self.given_in_columns(value, &own) } else { Ok(value) }
    }

    /// A reference to a closure that stands for a parameter `f: F` is the closure itself.
    fn functions_by_value(
        &mut self,
        f: FnId,
        generics: &[Type],
        mut args: Vec<Value>,
    ) -> Result<(Vec<Type>, Vec<Value>), Refusal> {
        let def = self.program.func(f);
        let mut generics = generics.to_vec();
        for (k, of) in generics.iter_mut().enumerate() {
            let Type::Ref(false, function) = of else { continue };
            if !matches!(**function, Type::Closure(_) | Type::FnItem(..)) {
                continue;
            }
            *of = (**function).clone();
            for (arg, param) in args.iter_mut().zip(&def.params) {
                if let (Type::Param(p), Value::Ref(_, place)) = (&param.ty, &*arg)
                    && *p == k
                {
                    *arg = self.load(place)?;
                }
            }
        }
        Ok((generics, args))
    }

    /// What is said of a function of another module that calls itself.
    fn calls_itself(&self, f: FnId) -> Option<String> {
        let name = &self.program.func(f).name;
        let advice = match self.program.is_seen_from_home(ItemId::Fn(f)) {
            true => "calls itself, and stands in another module: put #[differentiable] on it",
            false => {
                "calls itself, and is private to another module: put #[differentiable] on it, and make it `pub(crate)`"
            }
        };
        self.stack.iter().any(|(of, _)| *of == f).then(|| format!("`{name}` {advice}"))
    }

    /// Whether something among these is a structure without the derive that is no constant outside.
    fn carries_apart(&mut self, params: &[Type], args: &[Value]) -> Result<bool, Refusal> {
        for (ty, value) in params.iter().zip(args) {
            if tuples::apart(self.program, ty).is_some() && self.lent(ty, value)?.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Which parameters of a function are lists or counts that come back.
    pub(crate) fn resized_by(&self, f: FnId) -> Vec<usize> {
        let lent =
            |ty: &Type| matches!(ty, Type::Ref(true, of) if matches!(**of, Type::Vec(_) | Type::Int(_) | Type::Bool));
        if !self.program.func(f).params.iter().any(|p| lent(&p.ty)) {
            return vec![];
        }
        let Some(text) = self.program.text(f) else { return vec![] };
        let grows = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(t) if crate::signature::changed::is_given_back(&text, t));
        let resized = || text.sig.inputs.iter().enumerate().filter(|(_, input)| grows(input)).map(|(k, _)| k).collect();
        match self.program.module_of(f) {
            Some(home) => crate::around::seen_from(home, resized),
            None => resized(),
        }
    }

    /// The place of a number that a call changes, as a list of one.
    fn list_of_one(&mut self, place: &Place, of: &Type) -> Result<View, Refusal> {
        if let Place::Element(list, at, path) = place
            && path.is_empty()
            && let Some(arr) = list.leaf()
        {
            let at = match &list.part {
                Some((off, _)) => self.sum(off, at)?,
                None => at.clone(),
            };
            return Ok(View { arr, part: Some((at, crate::core::build::usize_lit(1))) });
        }
        let value = self.load(place)?;
        let value = self.atom(value, self.span)?;
        let storage = Storage::Fixed(quote::quote!(1));
        let arr = self.alloc(storage, of, Init::Elements(vec![value]), None);
        Ok(View { arr, part: None })
    }

    /// The path with its generic arguments, where they do not follow from the parameters.
    fn with_types(&self, mut path: syn::Path, f: FnId, generics: &[Type]) -> syn::Path {
        let def = self.program.func(f);
        let follows = |k: usize| match &generics[k] {
            Type::Float(_) => true,
            Type::Const(_) => false,
            _ => def.params.iter().any(|p| mentions(&p.ty, k)),
        };
        if (0..generics.len()).all(follows) {
            return path;
        }
        let written = generics.iter().filter(|of| !matches!(of, Type::Float(_)));
        let written = written.map(|of| self.written_ty(of).unwrap_or_else(|| quote::quote!(_)));
        if let Some(last) = path.segments.last_mut() {
            last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(::<#(#written),*>));
        }
        path
    }

    /// A call of what has derivatives.
    pub(crate) fn push_called(&mut self, called: Called, args: Vec<Value>) -> Result<Value, Refusal> {
        self.push_called_with(called, args, false)
    }

    /// The same; `by_signature` says that this alone decides how it takes what it is given.
    fn push_called_with(&mut self, called: Called, args: Vec<Value>, by_signature: bool) -> Result<Value, Refusal> {
        let Called { path, plain, method, params, ret, of_numbers, constants: said, resized, lists } = called;
        let mut constants = vec![];
        let (mut all, mut back, mut rows, mut by_reference) = (vec![], vec![], false, vec![]);
        let mut lent_words = vec![];
        let (mut changed, mut numbers) = (vec![], vec![]);
        for (k, (value, ty)) in args.into_iter().zip(&params).enumerate() {
            if let Some(Some(said)) = said.get(k) {
                constants.push((all.len(), said.clone()));
            }
            // It comes back behind what the call gives.
            let (mut value, mut ty) = (value, ty.clone());
            if let Some((_, grow)) = lists.iter().find(|(list, _)| *list == k) {
                let lent = self.as_lent(value, &ty, *grow)?;
                changed.extend(lent.back.map(|(place, own)| (None, place, ty.behind().clone(), Some(own))));
                by_reference.push(false);
                all.push(self.lent_argument(lent.value, &lent.ty)?);
                continue;
            }
            if resized.contains(&k)
                && let (Type::Ref(true, of), Value::Ref(_, place)) = (&ty, &value)
            {
                changed.push((None, (**place).clone(), (**of).clone(), None));
                let taken = match crate::core::build::scalar(of) {
                    Some(_) => (self.load(place)?, (**of).clone()),
                    None => (value.clone(), Type::Ref(false, of.clone())),
                };
                (value, ty) = taken;
            }
            let ty = &ty;
            if let (Type::Ref(true, of), Value::Ref(_, place)) = (ty, &value)
                && crate::core::lists::nested::nested(ty).is_none()
                && (self.is_bounded(of) || matches!(**of, Type::Adt(..) | Type::Tuple(_)) || is_structures(of))
            {
                if !holds_floats(self.program, of, DEEPEST) && !self.is_bounded(of) {
                    return refuse("an argument of this type");
                }
                let own = self.load(place)?;
                changed.push((Some(all.len()), (**place).clone(), (**of).clone(), None));
                by_reference.push(true);
                all.push(Arg::Scalar(self.made(of, own)?));
                continue;
            }
            if let (Type::Ref(true, of), Value::Ref(_, place)) = (ty, &value)
                && crate::core::build::scalar(of).is_some()
            {
                let list = self.list_of_one(place, of)?;
                if !matches!(&**place, Place::Element(own, _, path) if path.is_empty() && own.leaf() == Some(list.arr))
                {
                    numbers.push((list.clone(), (**place).clone(), (**of).clone()));
                }
                by_reference.push(false);
                all.push(Arg::View(list, Access::Number));
                continue;
            }
            if by_signature && let Some(lies) = self.constant_list_at(&value, ty)? {
                by_reference.push(false);
                all.push(Arg::Scalar(lies));
                continue;
            }
            match crate::core::lists::nested::nested(ty) {
                Some(levels) => {
                    let handed = self.nested_arguments(value, &levels, ty)?;
                    rows |= !levels.is_empty();
                    by_reference.extend(vec![false; handed.args.len()]);
                    all.extend(handed.args);
                    back.extend(handed.back);
                }
                None => {
                    by_reference.push(matches!(ty, Type::Ref(..)));
                    let constant = said.get(k).is_some_and(Option::is_some);
                    all.push(match ty {
                        Type::Ref(false, of) if is_word(of) || constant && matches!(**of, Type::Float(_)) => {
                            lent_words.push(all.len());
                            self.lent_word(value, of)?
                        }
                        ty => self.argument(value, ty)?,
                    });
                }
            }
        }
        let given = match self.maybe_of(&ret) {
            Some((_, of)) if !changed.is_empty() => self.out_beside(&of),
            _ => self.out_of(&ret)?,
        };
        // An `Option` that comes back alone comes as one that is given.
        let alone = matches!((&given, changed.as_slice()), (Out::Unit, [(.., None)]));
        let mut outs = vec![];
        for (_, _, of, own) in &changed {
            let all = own.as_ref().map_or_else(|| vec![of.clone()], |own| self.back_of_lent(of, own.grow));
            for of in all {
                outs.push(if alone { self.out_of(&of)? } else { self.out_among(&of)? });
            }
        }
        let out = match (&given, outs.as_slice()) {
            (given, []) => given.clone(),
            (Out::Unit, [one]) => one.clone(),
            (Out::Unit, _) => Out::Tuple(outs.clone()),
            (given, _) => Out::Tuple([given.clone()].into_iter().chain(outs.iter().cloned()).collect()),
        };
        self.calls += 1;
        let lent = all.iter().zip(&by_reference).enumerate();
        let lent = lent.map(|(k, (arg, lent))| *lent && self.is_structure(arg) || lent_words.contains(&k)).collect();
        let written = self.written_lists(&all);
        self.out.push(Step::Call(Call {
            id: self.calls,
            path,
            plain,
            method,
            args: all,
            lent,
            changed: changed.iter().filter_map(|(k, ..)| *k).collect(),
            constants,
            out: out.clone(),
            lifted: rows || !resized.is_empty() || !lists.is_empty() || out.has_rows() && !of_number(&out),
            active: false,
        }));
        for arr in written {
            self.known.remove(&arr);
        }
        // How long a list is, the call says.
        let mut made = vec![];
        out.each(&mut |_| {}, &mut |arr| made.push(arr));
        for arr in made {
            if matches!(self.arrays[arr].storage, Storage::Heap) {
                self.arrays[arr].len = Some(self.array_len(arr));
            }
        }
        for (view, place, of) in numbers {
            let at = view.part.map_or(crate::core::build::usize_lit(0), |(off, _)| off);
            let value = self.read(view.arr, at, &of)?;
            self.store(&place, value)?;
        }
        let changes = !changed.is_empty();
        let mut outs = outs.iter();
        for (_, place, of, own) in changed {
            if let Some(own) = own {
                let back = self.back_of_lent(&of, own.grow);
                let all: Vec<Atom> = outs.by_ref().take(back.len()).filter_map(scalar_of).collect();
                let value = self.come_back(own, &of, &mut all.into_iter())?;
                self.store(&place, value)?;
                continue;
            }
            let Some(out) = outs.next() else { return refuse("what a call gives") };
            let value = self.value_of_out(out, &of)?;
            match (&of, value) {
                (Type::Slice(_) | Type::Array(..), Value::List(from)) => {
                    let to = self.list_at(&place)?;
                    self.copy_into(&to, &from)?;
                }
                (_, value) => self.store(&place, value)?,
            }
        }
        let value = match self.maybe_of(&ret) {
            Some((some, of)) if changes => self.choice_beside(&given, some, &of)?,
            Some((some, of)) => self.choice_of_out(&given, some, &of)?,
            None => self.value_of_out(&given, &ret)?,
        };
        for (to, from) in back {
            self.put_back(&to, &from)?;
        }
        // What a call of constants gives is constant; the copy may be written to as a list of numbers.
        if of_numbers { Ok(value) } else { self.cloned(value) }
    }

    pub(crate) fn written_lists(&self, args: &[Arg]) -> Vec<usize> {
        let mut all = vec![];
        for arg in args {
            arg.each(&mut |arg| {
                if let Arg::View(view, access) = arg
                    && access.writes()
                {
                    all.push(view.arr);
                }
            });
        }
        all
    }

    fn is_structure(&self, arg: &Arg) -> bool {
        matches!(arg, Arg::Scalar(Atom::Val(v)) if self.values[*v].ty == Ty::Record)
    }
}

/// Whether it is an integer, a flag or a letter.
fn is_word(ty: &Type) -> bool {
    matches!(ty, Type::Int(_) | Type::Bool | Type::Char)
}

/// The number or count that a call gives.
fn scalar_of(out: &Out) -> Option<Atom> {
    match out {
        Out::Scalar(v) | Out::Count(v) => Some(Atom::Val(*v)),
        _ => None,
    }
}

/// Whether it is a list of what is no scalar.
fn is_structures(ty: &Type) -> bool {
    let of_scalars = || ty.element().is_some_and(|of| crate::core::build::scalar(of).is_some());
    matches!(ty, Type::Slice(_) | Type::Vec(_) | Type::Array(..)) && !of_scalars()
}

/// Whether a generic parameter is in a type.
pub(crate) fn mentions(ty: &Type, k: usize) -> bool {
    match ty {
        Type::Param(p) => *p == k,
        Type::Array(of, len) => *len == front::ty::Len::Param(k) || mentions(of, k),
        Type::Slice(of) | Type::Vec(of) | Type::Boxed(_, of) | Type::Ref(_, of) => mentions(of, k),
        Type::Tuple(parts) | Type::Adt(_, parts) => parts.iter().any(|part| mentions(part, k)),
        _ => false,
    }
}

/// Whether it is a number that may not be there.
fn of_number(out: &Out) -> bool {
    matches!(out, Out::Tuple(parts) if matches!(parts.as_slice(), [Out::Scalar(_), Out::Rows(_, lies)] if lies.is_empty()))
}

/// Whether what a function gives can carry no derivative, and is no count either: it has no derivatives then.
fn gives_no_number(program: &Program, ty: &Type) -> bool {
    let inside = match ty {
        Type::Adt(adt, args) if matches!(&*program.adt(*adt).name, "Option" | "Result") => args.first().unwrap_or(ty),
        ty => ty,
    };
    *ty != Type::UNIT && crate::core::build::scalar(inside).is_none() && !holds_floats(program, ty, DEEPEST)
}
