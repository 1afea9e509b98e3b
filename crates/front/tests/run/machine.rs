//! Runs typed bodies, as they are read: slowly, and by what inference says alone.

use crate::patterns::literal;
use crate::value::{Cell, Closure, Place, V, cell};
use front::hir::{Binary, Body, ExprId, ExprKind, LabelId, LocalId, PatKind, Stmt, Unary};
use front::infer::infer;
use front::items::{FnId, ItemId};
use front::program::Program;
use front::ty::{Len, Ty};
use front::typed::{Callee, Closures, Typed};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How an expression is left.
#[derive(Debug)]
pub(crate) enum Exit {
    Break(LabelId, V),
    Continue(LabelId),
    Return(V),
}

pub(crate) type Run = Result<V, Exit>;

/// A function that runs.
pub(crate) struct Frame {
    pub(crate) typed: Rc<Typed>,
    pub(crate) generics: Vec<Ty>,
    pub(crate) locals: RefCell<HashMap<LocalId, Cell>>,
}

impl Frame {
    /// The same variables, for what runs inside.
    fn inside(&self) -> Frame {
        let locals = RefCell::new(self.locals.borrow().clone());
        Frame { typed: self.typed.clone(), generics: self.generics.clone(), locals }
    }

    /// With variables of its own.
    pub(crate) fn apart(&self) -> Frame {
        let own = self.locals.borrow().iter().map(|(l, c)| (*l, cell(c.borrow().copy()))).collect();
        Frame { typed: self.typed.clone(), generics: self.generics.clone(), locals: RefCell::new(own) }
    }

    pub(crate) fn body(&self) -> &Body {
        &self.typed.body
    }

    pub(crate) fn local(&self, local: LocalId) -> Cell {
        self.locals.borrow().get(&local).expect("a variable").clone()
    }
}

pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program,
    pub(crate) closures: Closures,
    bodies: HashMap<(FnId, Vec<Ty>), Rc<Typed>>,
    /// How bodies of loops were left that are called by an iterator.
    left: Vec<Exit>,
    /// `begin` and `each` of the text: what a `for` calls.
    pub(crate) begin: FnId,
    pub(crate) each: FnId,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(program: &'a Program) -> Machine<'a> {
        let of = |name: &str| program.function(name).expect("a function");
        let (begin, each) = (of("for_begin"), of("for_each"));
        Machine { program, closures: Closures::default(), bodies: HashMap::new(), left: vec![], begin, each }
    }

    /// Runs a function.
    pub(crate) fn call(&mut self, f: FnId, generics: &[Ty], args: Vec<V>) -> V {
        let def = self.program.func(f);
        if let Some(name) = &def.intrinsic {
            return self.intrinsic(name, generics, args);
        }
        let key = (f, generics.to_vec());
        let typed = match self.bodies.get(&key) {
            Some(typed) => typed.clone(),
            None => {
                let typed = infer(self.program, &mut self.closures, f, generics);
                let typed = typed.unwrap_or_else(|wrong| panic!("{} is wrong: {wrong:?}", def.name));
                assert!(typed.unknown.is_empty(), "in {}: {:?}", def.name, typed.unknown);
                self.bodies.insert(key, Rc::new(typed));
                self.bodies[&(f, generics.to_vec())].clone()
            }
        };
        let frame = Rc::new(Frame { typed: typed.clone(), generics: generics.to_vec(), locals: RefCell::default() });
        for (pat, arg) in typed.body.params.iter().zip(args) {
            assert!(self.fits(&frame, *pat, Place::Cell(cell(arg))), "a parameter fits");
        }
        match self.eval(&frame, typed.body.root) {
            Ok(v) | Err(Exit::Return(v)) => v,
            Err(exit) => panic!("left by {exit:?}"),
        }
    }

    /// Calls a value.
    pub(crate) fn apply(&mut self, f: V, args: Vec<V>) -> Run {
        match f {
            V::Ref(place) => {
                // Not a copy: what it changes stays changed.
                let f = match &place {
                    Place::Cell(c) => c.borrow().clone(),
                    Place::Part(..) => panic!("a list is no function"),
                };
                self.apply(f, args)
            }
            V::Fn(f, generics) => Ok(self.call(f, &generics, args)),
            V::Variant(adt, k) => Ok(V::Adt(adt, k, args.into_iter().map(cell).collect())),
            V::Closure(closure) => self.apply_closure(&closure, args),
            other => panic!("no function: {other:?}"),
        }
    }

    fn apply_closure(&mut self, closure: &Closure, args: Vec<V>) -> Run {
        let frame = Rc::new(closure.frame.inside());
        match &frame.body().exprs[closure.expr].kind {
            ExprKind::Closure(c) => {
                for ((pat, _), arg) in c.params.iter().zip(args) {
                    assert!(self.fits(&frame, *pat, Place::Cell(cell(arg))), "a parameter fits");
                }
                match self.eval(&frame, c.body) {
                    Err(Exit::Return(v)) => Ok(v),
                    other => other,
                }
            }
            // Says whether the loop ends; what else leaves it is kept for the loop.
            ExprKind::For(pat, _, body, label, _) => {
                let item = args.into_iter().next().expect("an item");
                assert!(self.fits(&frame, *pat, Place::Cell(cell(item))), "an item fits");
                match self.eval(&frame, *body) {
                    Ok(_) => Ok(V::Bool(false)),
                    Err(Exit::Continue(l)) if l == *label => Ok(V::Bool(false)),
                    Err(Exit::Break(l, _)) if l == *label => Ok(V::Bool(true)),
                    Err(exit) => {
                        self.left.push(exit);
                        Ok(V::Bool(true))
                    }
                }
            }
            other => panic!("no closure: {other:?}"),
        }
    }

    /// The value of an expression, with what is done to it before it is used.
    pub(crate) fn eval(&mut self, frame: &Rc<Frame>, e: ExprId) -> Run {
        match frame.typed.adjusted.get(&e) {
            Some(all) if !all.is_empty() => match self.adjusted(frame, e, all.clone())? {
                Ok(value) => Ok(value),
                Err(place) => Ok(place.load()),
            },
            _ => self.plain(frame, e),
        }
    }

    /// The value of an expression as it stands.
    pub(crate) fn plain(&mut self, frame: &Rc<Frame>, e: ExprId) -> Run {
        let ty = &frame.typed.exprs[e];
        match &frame.body().exprs[e].kind {
            ExprKind::Literal(lit) => Ok(literal(lit, ty)),
            ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Deref(_) => {
                Ok(self.bare_place(frame, e)?.load())
            }
            ExprKind::Item(ItemId::Const(c), _) => Ok(self.constant(*c, ty)),
            ExprKind::Item(..) | ExprKind::TypeFn(..) | ExprKind::Foreign(_) => match frame.typed.callees.get(&e) {
                Some(Callee::Fn(f, generics)) => Ok(V::Fn(*f, generics.clone())),
                other => panic!("a path that means {other:?}: {:?}", frame.body().exprs[e].kind),
            },
            ExprKind::Variant(adt, k, _) => Ok(match ty {
                Ty::Adt(..) => V::Adt(*adt, *k, vec![]),
                _ => V::Variant(*adt, *k),
            }),
            ExprKind::Param(k) => match &frame.generics[*k] {
                Ty::Const(Len::Known(n)) => Ok(V::Int(i128::from(*n))),
                other => panic!("no number: {other:?}"),
            },
            ExprKind::Unary(op, x) => {
                if let Some(Callee::Fn(f, generics)) = frame.typed.callees.get(&e).cloned() {
                    let x = self.eval(frame, *x)?;
                    return Ok(self.call(f, &generics, vec![x]));
                }
                Ok(match (op, self.eval(frame, *x)?.behind()) {
                    (Unary::Neg, V::F64(x)) => V::F64(-x),
                    (Unary::Neg, V::F32(x)) => V::F32(-x),
                    (Unary::Neg, V::Int(x)) => V::Int(-x),
                    (Unary::Not, V::Bool(x)) => V::Bool(!x),
                    (_, other) => panic!("no operand: {other:?}"),
                })
            }
            ExprKind::Binary(op, a, b) => self.binary(frame, e, *op, *a, *b),
            ExprKind::Assign(to, value) => {
                let value = self.eval(frame, *value)?;
                self.place(frame, *to)?.store(value);
                Ok(V::UNIT)
            }
            ExprKind::AssignOp(op, to, value) => {
                if let Some(Callee::Fn(f, generics)) = frame.typed.callees.get(&e).cloned() {
                    let value = self.eval(frame, *value)?;
                    let to = self.place(frame, *to)?;
                    let params = self.program.func(f).params.clone();
                    match params[0].ty {
                        Ty::Ref(..) => drop(self.call(f, &generics, vec![V::Ref(to), value])),
                        _ => to.store(self.call(f, &generics, vec![to.load(), value])),
                    }
                    return Ok(V::UNIT);
                }
                let value = self.eval(frame, *value)?.behind();
                let to = self.place(frame, *to)?;
                let now = to.load();
                to.store(crate::operate::binary(*op, now, value, frame.typed.ty(e_of(frame, e)).behind()));
                Ok(V::UNIT)
            }
            ExprKind::Block(stmts, last, label) => {
                let run = |m: &mut Self| {
                    for stmt in stmts {
                        m.statement(frame, stmt)?;
                    }
                    last.map_or(Ok(V::UNIT), |last| m.eval(frame, last))
                };
                match (run(self), label) {
                    (Err(Exit::Break(l, v)), Some(label)) if l == *label => Ok(v),
                    (other, _) => other,
                }
            }
            ExprKind::If(cond, then, other) => {
                if self.holds(frame, *cond)? {
                    self.eval(frame, *then)
                } else {
                    other.map_or(Ok(V::UNIT), |other| self.eval(frame, other))
                }
            }
            ExprKind::Let(..) => Ok(V::Bool(self.holds(frame, e)?)),
            ExprKind::Match(on, arms) => {
                let place = self.place(frame, *on)?;
                for arm in arms {
                    if self.fits(frame, arm.pat, place.clone())
                        && match arm.guard {
                            Some(guard) => self.holds(frame, guard)?,
                            None => true,
                        }
                    {
                        return self.eval(frame, arm.body);
                    }
                }
                panic!("no arm fits {:?}", place.load())
            }
            ExprKind::Loop(body, label, _) => loop {
                match self.eval(frame, *body) {
                    Ok(_) => {}
                    Err(Exit::Continue(l)) if l == *label => {}
                    Err(Exit::Break(l, v)) if l == *label => return Ok(v),
                    Err(exit) => return Err(exit),
                }
            },
            ExprKind::While(cond, body, label, _) => {
                while self.holds(frame, *cond)? {
                    match self.eval(frame, *body) {
                        Ok(_) => {}
                        Err(Exit::Continue(l)) if l == *label => {}
                        Err(Exit::Break(l, _)) if l == *label => break,
                        Err(exit) => return Err(exit),
                    }
                }
                Ok(V::UNIT)
            }
            ExprKind::For(_, over, ..) => {
                let (iter, item) = frame.typed.iterators[&e].clone();
                let value = self.eval(frame, *over)?;
                if let (V::Adt(adt, _, ends), Ty::Adt(..)) = (&value, &iter)
                    && &*self.program.adt(*adt).name == "Range"
                {
                    // The prelude's own loops.
                    let (from, to) = (ends[0].borrow().int(), ends[1].borrow().int());
                    let body = Closure { frame: frame.clone(), expr: e, moves: false };
                    let left = self.left.len();
                    for k in from..to {
                        if self.apply_closure(&body, vec![V::Int(k)])?.truth() {
                            break;
                        }
                    }
                    return if self.left.len() > left { Err(self.left.pop().expect("an exit")) } else { Ok(V::UNIT) };
                }
                let begun = self.call(self.begin, &[frame.typed.ty(*over)], vec![value]);
                let at = V::Ref(Place::Cell(cell(begun)));
                let body = V::Closure(Rc::new(Closure { frame: frame.clone(), expr: e, moves: false }));
                let left = self.left.len();
                let sink = Ty::FnPtr(vec![item], Box::new(Ty::Bool));
                self.call(self.each, &[iter, sink], vec![at, body]);
                if self.left.len() > left { Err(self.left.pop().expect("an exit")) } else { Ok(V::UNIT) }
            }
            ExprKind::Break(label, value) => {
                let value = value.map_or(Ok(V::UNIT), |value| self.eval(frame, value))?;
                Err(Exit::Break(*label, value))
            }
            ExprKind::Continue(label) => Err(Exit::Continue(*label)),
            ExprKind::Return(value) => {
                let value = value.map_or(Ok(V::UNIT), |value| self.eval(frame, value))?;
                Err(Exit::Return(value))
            }
            ExprKind::Try(inner) => {
                let value = self.eval(frame, *inner)?;
                let V::Adt(adt, variant, parts) = &value else { panic!("no result: {value:?}") };
                match &*self.program.adt(*adt).variants[*variant].name {
                    "Some" | "Ok" | "Continue" => Ok(parts[0].borrow().copy()),
                    _ => Err(Exit::Return(value)),
                }
            }
            ExprKind::Call(f, args) => {
                let callee = frame.typed.callees.get(&e).or_else(|| frame.typed.callees.get(f)).cloned();
                let mut values = Vec::new();
                match callee {
                    Some(Callee::Fn(g, generics)) => {
                        for arg in args {
                            values.push(self.eval(frame, *arg)?);
                        }
                        Ok(self.call(g, &generics, values))
                    }
                    Some(Callee::Unknown) => {
                        let ExprKind::TypeFn(_, name, _) = &frame.body().exprs[*f].kind else {
                            panic!("an unknown call: {:?}", frame.body().exprs[*f].kind)
                        };
                        for arg in args {
                            values.push(self.eval(frame, *arg)?);
                        }
                        Ok(self.builtin(name, values, ty))
                    }
                    _ => {
                        let f = self.place(frame, *f)?;
                        for arg in args {
                            values.push(self.eval(frame, *arg)?);
                        }
                        self.apply(V::Ref(f), values)
                    }
                }
            }
            ExprKind::Method(on, name, _, args) => {
                let mut values = vec![self.eval(frame, *on)?];
                for arg in args {
                    values.push(self.eval(frame, *arg)?);
                }
                match frame.typed.callees.get(&e).cloned() {
                    Some(Callee::Fn(f, generics)) => Ok(self.call(f, &generics, values)),
                    Some(Callee::Value) => {
                        let f = values.remove(0);
                        self.apply(f, values)
                    }
                    _ => Ok(self.builtin(name, values, ty)),
                }
            }
            ExprKind::Range(from, to, closed) => {
                let mut parts = Vec::new();
                for end in [from, to].into_iter().flatten() {
                    parts.push(self.eval(frame, *end)?);
                }
                if *closed && from.is_some() {
                    parts.push(V::Bool(false));
                }
                let Ty::Adt(adt, _) = ty else { panic!("no range: {ty:?}") };
                Ok(V::Adt(*adt, 0, parts.into_iter().map(cell).collect()))
            }
            ExprKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.eval(frame, *part)).collect::<Result<_, _>>()?;
                Ok(V::tuple(parts))
            }
            ExprKind::List(parts, _) => {
                let parts = parts.iter().map(|part| self.eval(frame, *part)).collect::<Result<_, _>>()?;
                Ok(V::list(parts))
            }
            ExprKind::Repeat(value, n, _) => {
                let (value, n) = (self.eval(frame, *value)?, self.eval(frame, *n)?.index());
                Ok(V::list((0..n).map(|_| value.copy()).collect()))
            }
            ExprKind::Struct(adt, variant, _, fields, base) => {
                let def = self.program.adt(*adt);
                let names: Vec<_> = def.variants[*variant].fields.iter().map(|f| f.name.clone()).collect();
                let mut parts = vec![V::Unset; names.len()];
                for (name, value) in fields {
                    let k = names.iter().position(|n| n == name).expect("a field");
                    parts[k] = self.eval(frame, *value)?;
                }
                if let Some(base) = base {
                    let base = self.place(frame, *base)?;
                    for (k, part) in parts.iter_mut().enumerate().filter(|(_, part)| matches!(part, V::Unset)) {
                        *part = base.field(k).load();
                    }
                }
                Ok(V::Adt(*adt, *variant, parts.into_iter().map(cell).collect()))
            }
            ExprKind::Ref(_, inner) => Ok(V::Ref(self.place(frame, *inner)?)),
            ExprKind::Cast(inner, _) => Ok(crate::operate::cast(self.eval(frame, *inner)?, ty)),
            ExprKind::Closure(c) => {
                let own = if c.moves { Rc::new(frame.apart()) } else { frame.clone() };
                Ok(V::Closure(Rc::new(Closure { frame: own, expr: e, moves: c.moves })))
            }
            ExprKind::Assert(cond, _) => {
                assert!(self.holds(frame, *cond)?, "an assertion");
                Ok(V::UNIT)
            }
            ExprKind::Say(say) => match say.path.segments.last().expect("a name").ident.to_string().as_str() {
                "panic" | "unreachable" | "todo" | "unimplemented" => panic!("said so"),
                _ => Ok(V::Str),
            },
            other => panic!("an expression of another kind: {other:?}"),
        }
    }

    fn statement(&mut self, frame: &Rc<Frame>, stmt: &Stmt) -> Result<(), Exit> {
        match stmt {
            Stmt::Let { pat, init: Some(init), otherwise, .. } => {
                let ref_to_place = matches!(frame.body().pats[*pat].kind, PatKind::Bind { by_ref: Some(_), .. });
                let place = match ref_to_place || !matches!(frame.body().pats[*pat].kind, PatKind::Bind { .. }) {
                    true => self.place(frame, *init)?,
                    false => Place::Cell(cell(self.eval(frame, *init)?)),
                };
                if !self.fits(frame, *pat, place) {
                    self.eval(frame, otherwise.expect("what happens if it does not fit"))?;
                }
            }
            Stmt::Let { pat, init: None, .. } => {
                self.fits(frame, *pat, Place::Cell(cell(V::Unset)));
            }
            Stmt::Expr(e) => drop(self.eval(frame, *e)?),
        }
        Ok(())
    }

    /// Whether a condition holds; it may bind.
    fn holds(&mut self, frame: &Rc<Frame>, e: ExprId) -> Result<bool, Exit> {
        match &frame.body().exprs[e].kind {
            ExprKind::Let(pat, on) => {
                let place = self.place(frame, *on)?;
                Ok(self.fits(frame, *pat, place))
            }
            ExprKind::Binary(Binary::And, a, b) if !frame.typed.callees.contains_key(&e) => {
                Ok(self.holds(frame, *a)? && self.holds(frame, *b)?)
            }
            _ => Ok(self.eval(frame, e)?.truth()),
        }
    }

    fn binary(&mut self, frame: &Rc<Frame>, e: ExprId, op: Binary, a: ExprId, b: ExprId) -> Run {
        match op {
            Binary::And => return Ok(V::Bool(self.holds(frame, a)? && self.holds(frame, b)?)),
            Binary::Or => return Ok(V::Bool(self.holds(frame, a)? || self.holds(frame, b)?)),
            _ => {}
        }
        if let Some(Callee::Fn(f, generics)) = frame.typed.callees.get(&e).cloned() {
            let by_ref = matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
            let def = self.program.func(f);
            let has_text = def.intrinsic.is_some() || self.program.text(f).is_some();
            if has_text {
                let (x, y) = match by_ref {
                    true => (V::Ref(self.place(frame, a)?), V::Ref(self.place(frame, b)?)),
                    false => (self.eval(frame, a)?, self.eval(frame, b)?),
                };
                let given = self.call(f, &generics, vec![x, y]);
                return Ok(given);
            }
        }
        let (x, y) = (self.eval(frame, a)?.behind(), self.eval(frame, b)?.behind());
        Ok(crate::operate::binary(op, x, y, frame.typed.ty(a).behind()))
    }

    fn constant(&mut self, c: usize, ty: &Ty) -> V {
        let def = self.program.constant(c);
        if let Some(lit) = &def.value {
            return literal(lit, ty);
        }
        let path = quote::ToTokens::to_token_stream(&def.path).to_string().replace(' ', "");
        crate::operate::constant(&path, ty)
    }
}

/// The place of an operator that assigns.
fn e_of(frame: &Frame, e: ExprId) -> ExprId {
    match frame.body().exprs[e].kind {
        ExprKind::AssignOp(_, to, _) => to,
        _ => e,
    }
}
