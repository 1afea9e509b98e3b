//! Calls: the prelude's functions and closures are inlined, others of the crate are called.

pub(crate) mod arguments;
pub(crate) mod closure_conversion;
pub(crate) mod conversions;
pub(crate) mod custom_rule;
pub(crate) mod derivative;
pub(crate) mod dyn_constants;
pub(crate) mod foreign;
pub(crate) mod function_values;
pub(crate) mod generic;
pub(crate) mod inlining;
pub(crate) mod on_constants;
pub(crate) mod out_of_line;
pub(crate) mod outlining;
pub(crate) mod purity;
pub(crate) mod recursion;
pub(crate) mod results;
pub(crate) mod small;
pub(crate) mod untaped;

use crate::core::expr::intrinsic::Known;
use crate::core::frame::Frame;
use crate::core::value::{Callable, Closure, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::Atom;
use crate::ir::lowered::Leaf;
use front::hir::{ExprId, ExprKind, PatKind};
use front::items::{FnId, ItemId, Origin};
use front::program::Program;
use front::ty::Ty as Type;
use front::typed::{Callee, Closures, Typed};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// What becomes of a call of the prelude that is written out here, and not from its text.
pub(crate) enum Written {
    Done(Value),
    Not(Vec<Value>),
}

/// Functions are not inlined deeper than that.
const DEEPEST: usize = 200;

/// The body of a function with types, for these arguments.
pub(crate) fn typed_body(program: &Program, closures: &mut Closures, f: FnId, args: &[Type]) -> Result<Typed, Refusal> {
    match front::infer::infer(program, closures, f, args) {
        Ok(typed) => crate::core::expr::implicit_calls::check(program, &typed).map(|()| typed),
        Err(all) => {
            let first = all.into_iter().next();
            let why = first.as_ref().map_or_else(|| "a type".into(), |d| d.message.clone());
            // What can be read, and has types that do not fit.
            let wrong = front::hir::body(program, f).is_ok() && first.as_ref().is_some_and(|d| d.certain);
            Err(Refusal { at: first.map(|d| d.span), wrong, ..Refusal::new(why) })
        }
    }
}

/// Whether a value of a type is made of scalars, so that memory can be filled before there is one.
pub(crate) fn plain(ty: &Type) -> bool {
    match ty {
        Type::Tuple(parts) => !parts.is_empty() && parts.iter().all(plain),
        Type::Array(of, _) | Type::Ref(false, of) => plain(of),
        ty => crate::core::build::word(ty).is_some(),
    }
}

impl<'b> Builder<'b> {
    /// The function that is lowered.
    pub(crate) fn function(&mut self, typed: Rc<Typed>, leaves: &[Leaf]) -> Result<Value, Refusal> {
        let types: Vec<Type> = typed.body.params.iter().map(|p| self.param_ty(&typed, *p)).collect();
        let mut grows = vec![];
        for pat in &typed.body.params {
            grows.push(match typed.body.pats[*pat].kind {
                PatKind::Bind { local, .. } => !self.even || self.may_grow(&typed, local),
                _ => true,
            });
        }
        let args = self.arguments(&types, leaves, &grows)?;
        let generics = self.stack.last().map(|(_, args)| args.clone()).unwrap_or_default();
        let Some(of) = self.stack.last().map(|(of, _)| *of) else { return refuse("a function without a name") };
        self.run_body((of, &typed), &generics, args, true)
    }

    /// The type of a parameter, the references that its pattern looks through among it.
    fn param_ty(&self, typed: &Typed, pat: front::hir::PatId) -> Type {
        let p = &typed.pats[pat];
        (0..p.derefs).fold(p.ty.clone(), |ty, _| Type::Ref(false, Box::new(ty)))
    }

    fn run_body(
        &mut self,
        (of, typed): (FnId, &Rc<Typed>),
        generics: &[Type],
        args: Vec<Value>,
        own: bool,
    ) -> Result<Value, Refusal> {
        if self.frames.len() > DEEPEST {
            return refuse("functions that are inlined too deep");
        }
        self.leaveable(|b, id| {
            let frame = Frame {
                of,
                typed: typed.clone(),
                args: generics.to_vec(),
                ret: typed.ret.clone(),
                locals: RefCell::new(HashMap::new()),
                returns: id,
                labels: RefCell::new(HashMap::new()),
                own,
            };
            b.frames.push(Rc::new(frame));
            b.moved.push(HashMap::new());
            let run = |b: &mut Builder<'b>| {
                for (pat, arg) in typed.body.params.iter().zip(args) {
                    b.bind(*pat, Place::Temp(Box::new(arg)))?;
                }
                b.eval(typed.body.root)
            };
            let value = run(b);
            b.frames.pop();
            b.moved.pop();
            value
        })
    }

    /// A call, a method, an operator of a type of the user's.
    pub(crate) fn call(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Value, Refusal> {
        if let Some(value) = self.given_already(typed, e) {
            return Ok(value);
        }
        let kind = &typed.body.exprs[e].kind;
        let inlined = match typed.callees.get(&e) {
            Some(Callee::Fn(f, _)) => {
                let def = self.program.func(*f);
                def.has_text && def.of_trait.is_some()
            }
            _ => false,
        };
        if let ExprKind::Method(receiver, name, _, args) = kind
            && !inlined
            && let Some(value) = self.number_method(typed, e, *receiver, name, args)?
        {
            return Ok(value);
        }
        let (of, mut operands): (Option<ExprId>, Vec<ExprId>) = match kind {
            ExprKind::Call(f, args) => (Some(*f), args.clone()),
            ExprKind::Method(receiver, _, _, args) => (None, [vec![*receiver], args.clone()].concat()),
            ExprKind::Binary(_, a, b) | ExprKind::AssignOp(_, a, b) | ExprKind::Index(a, b) => (None, vec![*a, *b]),
            ExprKind::Unary(_, a) | ExprKind::Deref(a) => (None, vec![*a]),
            _ => return refuse("a call of this form"),
        };
        let callee = typed.callees.get(&e).or_else(|| of.and_then(|f| typed.callees.get(&f))).cloned();
        match callee {
            Some(Callee::Fn(f, generics)) => {
                let def = self.program.func(f);
                if let Some(name) = def.intrinsic.clone() {
                    return self.intrinsic(typed, e, &name, &generics, &operands);
                }
                if self.is_by_bounds(f, &generics) {
                    let args = self.operands(&operands)?;
                    return self.call_by_bounds(f, &generics, args);
                }
                if self.is_by_trait_alone(f, &generics) {
                    let args = self.operands(&operands)?;
                    return match self.call_of_dyn(f, &generics, args)? {
                        Written::Done(value) => self.after_call(kind, value),
                        Written::Not(args) if self.is_inlined(f) => {
                            let value = self.inline(f, &generics, args)?;
                            self.after_call(kind, value)
                        }
                        Written::Not(args) => self.call_known(f, &generics, args),
                    };
                }
                if self.is_inlined(f) {
                    let args = self.operands(&operands)?;
                    let args = args.into_iter().zip(&operands).map(|(v, e)| self.moved_out(*e, v));
                    let args = args.collect::<Result<Vec<_>, _>>()?;
                    let value = match self.of_constants(f, &args)? {
                        Some(value) => value,
                        None => self.inline_or_call(f, &generics, args)?,
                    };
                    return self.after_call(kind, value);
                }
                if let Some(f) = of
                    && let ExprKind::Foreign(path) = &typed.body.exprs[f].kind
                {
                    return self.path_call(typed, e, path, &operands);
                }
                self.user_call(f, &generics, &operands)
            }
            Some(Callee::Variant) => {
                let Some(of) = of else { return refuse("a variant") };
                let made = match typed.body.exprs[of].kind {
                    ExprKind::Variant(adt, variant, _) => Value::Variant(adt, variant),
                    _ => self.eval(of)?,
                };
                let mut fields = vec![];
                for operand in operands.drain(..) {
                    let value = self.eval(operand)?;
                    fields.push(self.moved_out(operand, value)?);
                }
                self.call_value(made, fields)
            }
            Some(Callee::Value) | None => {
                let Some(of) = of else { return self.builtin_method(typed, e) };
                if let ExprKind::Foreign(path) = &typed.body.exprs[of].kind {
                    return self.path_call(typed, e, path, &operands);
                }
                if let Some(value) = self.builtin_call(typed, of, &operands, &typed.exprs[e])? {
                    return Ok(value);
                }
                let f = self.eval(of)?;
                let args = self.operands(&operands)?;
                let args = args.into_iter().zip(&operands).map(|(v, e)| self.moved_out(*e, v));
                let args = args.collect::<Result<Vec<_>, _>>()?;
                if let Some(given) = self.call_of_text(&f, &args, &typed.exprs[e])? {
                    return Ok(given);
                }
                self.call_value(f, args)
            }
            Some(Callee::Unknown) => match of {
                Some(of) => match self.builtin_call(typed, of, &operands, &typed.exprs[e])? {
                    Some(value) => Ok(value),
                    None => match &typed.body.exprs[of].kind {
                        ExprKind::Foreign(path) => self.path_call(typed, e, path, &operands),
                        _ => refuse("a call of what is not known"),
                    },
                },
                None => self.builtin_method(typed, e),
            },
        }
    }

    /// Whether what an operator calls is written out here.
    pub(crate) fn is_read(&self, typed: &Typed, e: ExprId) -> bool {
        matches!(typed.callees.get(&e), Some(Callee::Fn(f, _)) if self.is_inlined(*f))
    }

    /// `list[i]` of a type that implements `Index`.
    pub(crate) fn index_by_trait(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
        place: Place,
        index: Value,
    ) -> Result<Place, Refusal> {
        let Some(Callee::Fn(f, generics)) = typed.callees.get(&e).cloned() else { return refuse("an index") };
        let index = self.settle(index, self.span)?;
        let writes = self.program.func(f).params.first().is_some_and(|of| matches!(of.ty, Type::Ref(true, _)));
        let given = self.inline(f, &generics, vec![Value::Ref(writes, Box::new(place)), index])?;
        self.referent(given)
    }

    /// What an operator gives: an index gives the place.
    fn after_call(&mut self, kind: &ExprKind, value: Value) -> Result<Value, Refusal> {
        match kind {
            ExprKind::Index(..) | ExprKind::Deref(_) => {
                let place = self.referent(value)?;
                self.load(&place)
            }
            ExprKind::Binary(op, ..) => self.answered(*op, value),
            _ => Ok(value),
        }
    }

    pub(crate) fn operands(&mut self, operands: &[ExprId]) -> Result<Vec<Value>, Refusal> {
        let mut all = vec![];
        for e in operands {
            let value = self.eval(*e)?;
            all.push(self.settle(value, self.span)?);
        }
        Ok(all)
    }

    /// A function with a text, written out here.
    pub(crate) fn inline(&mut self, f: FnId, generics: &[Type], args: Vec<Value>) -> Result<Value, Refusal> {
        if let Some((flag, [a, b])) = self.split_arguments(&args)? {
            return self.branch(flag, |s| s.inline(f, generics, a), |s| s.inline(f, generics, b));
        }
        let args = match self.collected(f, generics, args)? {
            Written::Done(value) => return Ok(value),
            Written::Not(args) => args,
        };
        let args = match self.of_constant_map(f, args)? {
            Written::Done(value) => return Ok(value),
            Written::Not(args) => args,
        };
        let args = match self.exchanged(f, args)? {
            Written::Done(value) => return Ok(value),
            Written::Not(args) => args,
        };
        let args = match self.derived(f, generics, args)? {
            Written::Done(value) => return Ok(value),
            Written::Not(args) => args,
        };
        let def = self.program.func(f);
        if let ("into", false, [from, to]) = (&*def.name, def.has_text, generics)
            && matches!(to, Type::Adt(..))
            && let Some((f, generics)) = self.conversion(from, to)
        {
            return self.inline(f, &generics, args);
        }
        // What becomes of the reason of an error nobody sees.
        if !def.has_text && !args.is_empty() && args.iter().all(|a| matches!(a, Value::Unseen)) {
            return Ok(Value::Unseen);
        }
        // `x.into()` of a number.
        if let ("into" | "from", false, [first, ..], [value]) = (&*def.name, def.has_text, generics, args.as_slice())
            && def.origin == Origin::Prelude
        {
            let number = Type::Float(front::ty::Float::F64);
            let (from, to) = match (&*def.name, generics.get(1)) {
                ("from", Some(from)) if crate::core::build::scalar(first).is_some() => (from, first),
                ("from", Some(from)) => (from, &number),
                (_, Some(to)) if crate::core::build::scalar(to).is_some() => (first, to),
                _ => (first, &number),
            };
            if Self::is_text(from) {
                return Ok(value.clone());
            }
            if crate::core::build::scalar(from).is_some() {
                let value = value.clone();
                return if from == to { Ok(value) } else { self.cast(value, from, to) };
            }
        }
        let in_body = def.origin == Origin::Body;
        if self.is_outlined(f) && !def.differentiable && !in_body {
            return self.call_outlined(f, generics, args);
        }
        self.is_far_too_long()?;
        let key = (f, generics.to_vec());
        let taken = self.trees_taken(f, generics, &args);
        let again = self.stack.contains(&key) || self.is_open_beside(f) || in_body && self.is_outlined(f);
        let again = again && !self.goes_down(&key, taken);
        if again
            && def.origin != Origin::Prelude
            && (def.path.is_some() || self.is_own_method(f) || self.function_of_method(f, true).is_some())
        {
            return self.call_known(f, generics, args);
        }
        let open = self.stack.iter().filter(|k| if again { **k == key } else { k.0 == f }).count();
        // With another type each time it would never end.
        let most = if again { 3 } else { 32 };
        if open > most {
            return refuse("a function that calls itself");
        }
        let typed = self.typed_of(&key)?;
        self.take_items(f, &typed.body.items)?;
        let args = self.stopped(f, args);
        if let Some(size) = taken {
            self.trees.push((key.clone(), size));
        }
        self.stack.push(key);
        let here = self.calls_here();
        self.trail.push(here);
        let loops = std::mem::replace(&mut self.loops, 0);
        let before = self.values.len();
        let value = self.run_body((f, &typed), generics, args, false);
        self.note_size(f, before);
        self.loops = loops;
        self.trail.pop();
        self.stack.pop();
        if taken.is_some() {
            self.trees.pop();
        }
        value
    }

    /// The body of a function with types, for these arguments.
    pub(crate) fn typed_of(&mut self, key: &(FnId, Vec<Type>)) -> Result<Rc<Typed>, Refusal> {
        if let Some(typed) = self.typed.get(key) {
            return Ok(typed.clone());
        }
        let typed = typed_body(self.program, self.closures, key.0, &key.1);
        let typed = Rc::new(typed.map_err(|refusal| Refusal { wrong: false, ..refusal })?);
        if let Some(unknown) = typed.unknown.first() {
            return refuse(unknown.message.clone());
        }
        self.typed.insert(key.clone(), typed.clone());
        Ok(typed)
    }

    /// A number for this call, which is the same when a loop around is lowered again.
    fn calls_here(&mut self) -> usize {
        self.loops += 1;
        usize::MAX / 2 + self.loops
    }

    /// Calls a closure, a function by its name, a variant.
    pub(crate) fn call_value(&mut self, f: Value, mut args: Vec<Value>) -> Result<Value, Refusal> {
        match f {
            Value::Closure(closure) => self.call_closure(&closure, args),
            Value::Ref(_, place) => {
                let f = self.load(&place)?;
                self.call_value(f, args)
            }
            Value::Row(row) => {
                let atoms = args.drain(..).map(|a| self.atom(a, self.span)).collect::<Result<Vec<_>, _>>()?;
                self.row(row, atoms)
            }
            Value::Variant(adt, variant) => Ok(self.made_of(adt, variant, args)),
            Value::Atom(Atom::Val(f)) => self.call_passed(f, args),
            Value::Function(f, generics) if self.is_by_bounds(f, &generics) => self.call_by_bounds(f, &generics, args),
            Value::Function(f, generics) => {
                if self.is_inlined(f) {
                    return match self.of_constants(f, &args)? {
                        Some(value) => Ok(value),
                        None => self.inline_or_call(f, &generics, args),
                    };
                }
                self.call_known(f, &generics, args)
            }
            Value::Enum(choice) => self.call_either(&choice, args),
            _ => refuse("a call of what is no function"),
        }
    }

    fn call_closure(&mut self, closure: &Rc<Closure>, args: Vec<Value>) -> Result<Value, Refusal> {
        if self.frames.len() > DEEPEST {
            return refuse("closures that call one another too deep");
        }
        let around = closure.frame.clone();
        let moved = closure.moved.borrow().clone();
        let here = self.calls_here();
        self.trail.push(here);
        let loops = std::mem::replace(&mut self.loops, 0);
        let value = match closure.of {
            Callable::For(e) => {
                self.frames.push(around);
                self.moved.push(moved);
                let item = args.into_iter().next().ok_or_else(|| Refusal::new("an item"));
                let value = item.and_then(|item| self.for_body(e, item));
                self.frames.pop();
                self.moved.pop();
                value
            }
            Callable::Expr(e) => self.leaveable(|b, id| {
                let frame = Frame {
                    of: around.of,
                    typed: around.typed.clone(),
                    args: around.args.clone(),
                    ret: around.typed.closures.get(&e).map_or(Type::unknown(), |k| b.closures.all[*k].ret.clone()),
                    locals: RefCell::new(around.locals.borrow().clone()),
                    returns: id,
                    labels: RefCell::new(HashMap::new()),
                    own: around.own,
                };
                b.frames.push(Rc::new(frame));
                b.moved.push(moved);
                let run = |b: &mut Builder<'b>| {
                    let ExprKind::Closure(c) = &around.typed.body.exprs[e].kind else { return refuse("a closure") };
                    for ((pat, _), arg) in c.params.iter().zip(args) {
                        b.bind(*pat, Place::Temp(Box::new(arg)))?;
                    }
                    let value = b.eval(c.body)?;
                    if b.goes_on() == Some(false) {
                        return Ok(Value::Never);
                    }
                    b.moved_out(c.body, value)
                };
                let value = run(b);
                b.frames.pop();
                b.moved.pop();
                value
            }),
        };
        self.loops = loops;
        self.trail.pop();
        value
    }

    /// A path to a function or a constant as a value.
    pub(crate) fn item(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Value, Refusal> {
        if let ExprKind::Item(ItemId::Const(c), _) = &typed.body.exprs[e].kind {
            return self.constant_item(*c, &typed.exprs[e]);
        }
        match typed.callees.get(&e) {
            Some(Callee::Fn(f, generics)) => {
                let def = self.program.func(*f);
                if let Some(Known::Row(row)) = def.intrinsic.as_deref().and_then(crate::core::expr::intrinsic::known) {
                    return Ok(Value::Row(row));
                }
                Ok(Value::Function(*f, generics.clone()))
            }
            _ => match &typed.body.exprs[e].kind {
                ExprKind::TypeFn(front::hir::TypeRef::Ty(of @ (Type::Str | Type::Char)), name, written)
                    if written.is_empty() =>
                {
                    Ok(Self::function_of_text(of, name))
                }
                ExprKind::TypeFn(front::hir::TypeRef::Ty(of @ (Type::Float(_) | Type::Int(_))), name, _) => {
                    self.type_constant(of, name, &typed.exprs[e])
                }
                _ => match self.constant_of_type(typed, e)? {
                    Some(value) => Ok(value),
                    None => refuse("a path of this kind"),
                },
            },
        }
    }

    fn type_constant(&mut self, of: &Type, name: &str, ty: &Type) -> Result<Value, Refusal> {
        let of = match of {
            Type::Float(float) => crate::core::build::float_name(*float),
            Type::Int(int) => int.name(),
            _ => return refuse("a constant of this type"),
        };
        let (of, name) = (quote::format_ident!("{of}"), quote::format_ident!("{name}"));
        Ok(self.path_value(quote::quote!(#of::#name), ty))
    }

    /// A constant by its path.
    pub(crate) fn path_value(&mut self, path: proc_macro2::TokenStream, ty: &Type) -> Value {
        if let Some(ty) = self.scalar(ty) {
            self.paths.insert(path.to_string(), ty);
        }
        Value::lit(path)
    }
}
