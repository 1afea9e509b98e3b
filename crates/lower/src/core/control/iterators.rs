//! Iterators: their items are run over, or collected.

use crate::core::calls::{Written, plain};
use crate::core::value::{Place, Value};
use crate::core::{Builder, Refusal, refuse};
use front::items::{FnId, Origin};
use front::ty::Ty as Type;

impl Builder<'_> {
    /// A `Vec` of the items of an iterator that knows how many there are: memory of that length is filled.
    pub(crate) fn collected(&mut self, f: FnId, generics: &[Type], mut args: Vec<Value>) -> Result<Written, Refusal> {
        let def = self.program.func(f);
        let into_vec = &*def.name == "from_iter" && def.of.is_some() && matches!(def.ret, Type::Vec(_));
        let ([iter_ty], true) = (generics.get(1..).unwrap_or_default(), into_vec && def.origin == Origin::Prelude)
        else {
            return Ok(Written::Not(args));
        };
        let (Some(of), Some(iter)) = (generics.first().cloned(), args.pop()) else {
            return Ok(Written::Not(args));
        };
        let known = vec![iter_ty.clone()];
        let known = front::infer::method_of(self.program, self.closures, "iter::Iter", "indexed", known);
        if !plain(&of) || known.is_none_or(|(f, _)| !self.program.func(f).has_text) {
            return Ok(Written::Not(vec![iter]));
        }
        let iter_ty = iter_ty.clone();
        let iter = self.settle(iter, self.span)?;
        let var = self.var(iter);
        let place = |m: bool| Value::Ref(m, Box::new(Place::Var(var, vec![])));
        let indexed = self.of_iterator("indexed", &iter_ty, vec![place(false)])?;
        let Some(true) = (match &indexed {
            Value::Atom(a) => crate::core::build::flag(a),
            _ => None,
        }) else {
            return Ok(Written::Not(vec![self.env[var].clone()]));
        };
        let n = self.of_iterator("len", &iter_ty, vec![place(false)])?;
        let n = self.atom(n, self.span)?;
        let filler = self.zero_of(&of)?;
        let list = self.filled(&of, &filler, n.clone(), false)?;
        self.count_to(n.clone(), |b, k| {
            let item = b.of_iterator("at", &iter_ty, vec![place(true), Value::Atom(k.clone())])?;
            let item = b.settle(item, b.span)?;
            b.store_element(&list, &k, &[], crate::ir::Mode::Set, item)
        })?;
        // Whoever lent it goes on behind these.
        if is_lent(&iter_ty) {
            self.of_iterator("forget", &iter_ty, vec![place(true), Value::Atom(n)])?;
        }
        Ok(Written::Done(Value::List(list)))
    }

    /// A method of an iterator.
    pub(crate) fn of_iterator(&mut self, name: &str, ty: &Type, args: Vec<Value>) -> Result<Value, Refusal> {
        let of = vec![ty.clone()];
        match front::infer::method_of(self.program, self.closures, "iter::Iter", name, of) {
            Some((f, generics)) => self.inline(f, &generics, args),
            None => refuse("an iterator that is not known"),
        }
    }

    /// Runs a function over the items of an iterator; it may leave more than the loop.
    pub(crate) fn run_over(
        &mut self,
        (iterated, of): (Value, &Type),
        (ty, item): (&Type, &Type),
        (sink, leaves): (Value, bool),
    ) -> Result<(), Refusal> {
        let iterated = self.settle(iterated, self.span)?;
        let args = vec![of.clone()];
        let iterated = match front::infer::method_of(self.program, self.closures, "iter::IntoIter", "into_iter", args) {
            Some((f, generics)) if of != ty => {
                let iter = self.inline(f, &generics, vec![iterated])?;
                self.settle(iter, self.span)?
            }
            _ => iterated,
        };
        self.claim(&iterated);
        let var = self.var(iterated);
        let place = Value::Ref(true, Box::new(Place::Var(var, vec![])));
        // Any type that is called will do for the function: it is given as a value.
        self.closures.all.push(front::typed::ClosureTy { params: vec![item.clone()], ret: Type::Bool });
        let closure = Type::Closure(self.closures.all.len() - 1);
        let args = vec![ty.clone(), closure];
        // Who lent it goes on behind the last item that was seen.
        let each = if leaves && is_lent(ty) { "each_taken" } else { "each" };
        let Some((f, generics)) = front::infer::method_of(self.program, self.closures, "iter::Iter", each, args) else {
            return refuse("a loop over this");
        };
        self.inline(f, &generics, vec![place, sink]).map(drop)
    }
}

/// Whether an iterator goes on in one that is lent: `by_ref`.
fn is_lent(ty: &Type) -> bool {
    match ty {
        Type::Ref(true, _) => true,
        Type::Adt(_, args) => args.iter().any(is_lent),
        _ => false,
    }
}
