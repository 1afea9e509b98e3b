//! Steps are made here: values and arrays with names, arms, joins.

use super::value::{Code, Cols, List, Place, Value, Var};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::Int as IntCode;
use crate::ir::{
    Arr, Array, Atom, Binary, Block, Function, Init, IntTy, Join, Lit, Op, Spelling, Step, Storage, Ty, Val, Verbatim,
};
use front::ty::{Float, Int, Ty as Type};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

pub(super) fn yes() -> Atom {
    Atom::Lit(Lit::flag(true))
}

pub(super) fn no() -> Atom {
    Atom::Lit(Lit::flag(false))
}

pub(super) fn zero() -> Atom {
    Atom::Lit(Lit::number(0))
}

/// What a literal says of a flag.
pub(super) fn flag(a: &Atom) -> Option<bool> {
    match a {
        Atom::Lit(t) => match t.text() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        Atom::Val(_) => None,
    }
}

/// The number that a literal of an integer is.
pub(super) fn number(a: &Atom) -> Option<u64> {
    match a {
        Atom::Lit(t) => match t.integer() {
            Some(lit) if lit.suffix().is_empty() || lit.suffix() == "usize" => lit.base10_parse().ok(),
            _ => None,
        },
        Atom::Val(_) => None,
    }
}

/// The type of a scalar in the steps.
pub(super) fn scalar(ty: &Type) -> Option<Ty> {
    match ty {
        Type::Float(_) => Some(Ty::Float),
        Type::Bool => Some(Ty::Bool),
        Type::Int(int) => Some(Ty::Int(IntTy::Of(*int))),
        Type::Char => Some(Ty::Int(IntTy::Char)),
        _ => None,
    }
}

/// The type in the steps of what stands in a list as a scalar does: scalars, and texts.
pub(super) fn word(ty: &Type) -> Option<Ty> {
    match ty {
        Type::Ref(false, of) if **of == Type::Str => Some(Ty::Int(IntTy::Text)),
        Type::Str => Some(Ty::Int(IntTy::Text)),
        Type::Opaque(text) if &**text == "String" => Some(Ty::Int(IntTy::Text)),
        ty => scalar(ty),
    }
}

impl Builder<'_> {
    fn fresh(&mut self, base: &str, span: Span) -> Ident {
        // As a pattern a name in capitals may be that of a constant.
        let small = base.starts_with(char::is_uppercase).then(|| base.to_lowercase());
        let small = small.filter(|small| syn::parse_str::<Ident>(small).is_ok());
        let base = small.as_deref().unwrap_or(base);
        let mut name = base.to_string();
        let mut k = self.numbered.get(base).copied().unwrap_or(0);
        if k > 0 {
            name = format!("{base}_{k}");
        }
        while !self.names.insert(name.as_str().into()) {
            k += 1;
            name = format!("{base}_{k}");
        }
        self.numbered.insert(base.into(), k);
        Ident::new(&name, span.resolved_at(Span::call_site()))
    }

    pub(super) fn value(&mut self, base: &str, ty: Ty, span: Span) -> Val {
        let name = self.fresh(base, span);
        self.values.push(crate::ir::Value::new(name, ty, self.frame, self.block));
        self.values.len() - 1
    }

    pub(super) fn array(&mut self, base: &str, storage: Storage, of: &Type, span: Span) -> Arr {
        let name = self.fresh(base, span);
        let float = matches!(of, Type::Float(_)) && !self.is_single(of);
        let mut array = Array::new(name, storage, float, self.frame);
        array.sample = match of {
            Type::Float(_) if float => None,
            Type::Bool => Some(quote!(false)),
            of => self.word(of).map(|ty| match dummy(&ty) {
                Atom::Lit(sample) => sample.tokens(),
                Atom::Val(_) => quote!(0),
            }),
        };
        self.arrays.push(array);
        self.arrays.len() - 1
    }

    /// A step that names the result of an operation.
    pub(super) fn temporary(&mut self, ty: Ty, op: Op, span: Span) -> Atom {
        let v = self.value("t", ty, span);
        self.temporaries.insert(v);
        if ty == Ty::Float && self.gives_constants(&op) {
            self.constants.insert(v);
        }
        self.out.push(Step::Let(v, op));
        Atom::Val(v)
    }

    /// Gives a value or an array that was just made the user's name.
    pub(super) fn rename(&mut self, value: &Value, name: &str, span: Span) {
        match value {
            Value::Atom(Atom::Val(v)) => {
                let made = matches!(self.out.last(), Some(step) if step.defines().contains(v));
                if made && self.temporaries.remove(v) {
                    self.values[*v].name = self.fresh(name, span);
                }
            }
            Value::List(List { cols, .. }) => {
                if let Cols::Leaf(arr) = **cols
                    && self.unnamed.remove(&arr)
                {
                    self.rename_array(arr, name, span);
                }
            }
            _ => {}
        }
    }

    fn rename_array(&mut self, arr: Arr, name: &str, span: Span) {
        self.arrays[arr].name = self.fresh(name, span);
    }

    pub(super) fn atom_ty(&self, atom: &Atom) -> Ty {
        match atom {
            Atom::Val(v) => self.values[*v].ty,
            Atom::Lit(t) => match crate::syntax::literal_ty(t) {
                Ty::Unknown => self.paths.get(&t.to_string()).copied().unwrap_or(Ty::Unknown),
                ty => ty,
            },
        }
    }

    pub(super) fn tokens(&self, atom: &Atom) -> TokenStream {
        match atom {
            Atom::Val(v) => self.values[*v].name.to_token_stream(),
            Atom::Lit(t) => t.tokens(),
        }
    }

    /// A variable that nobody of the user's names.
    pub(super) fn var(&mut self, value: Value) -> Var {
        self.env.push(value);
        self.env_names.push("t".into());
        self.env.len() - 1
    }

    // Constant code.

    pub(super) fn int_of(&self, value: &Value) -> Result<IntCode, Refusal> {
        match value {
            Value::Code(code) => Ok(code.int.clone()),
            Value::Atom(a) => Ok(IntCode::Atom(a.clone())),
            Value::Text(text) => Ok(IntCode::Code(text.code())),
            _ => refuse("this is no constant scalar"),
        }
    }

    pub(super) fn int_binary(&self, op: Binary, a: &Value, b: &Value, ty: Type) -> Result<Value, Refusal> {
        let (a, b) = (self.int_of(a)?, self.int_of(b)?);
        Ok(Value::Code(Code { int: IntCode::Binary(op, Box::new(a), Box::new(b)), ty }))
    }

    pub(super) fn int_unary(&self, op: crate::ir::Unary, a: &Value, ty: Type) -> Result<Value, Refusal> {
        Ok(Value::Code(Code { int: IntCode::Unary(op, Box::new(self.int_of(a)?)), ty }))
    }

    /// A method of integers of this type.
    pub(super) fn int_method(&mut self, name: &str, of: &Type, values: Vec<Value>, ty: Type) -> Result<Value, Refusal> {
        let name = Ident::new(name, self.span.resolved_at(Span::call_site()));
        if let (Some(f), Some(Ty::Int(int))) = (Function::named(&name, values.len()), scalar(of)) {
            let args = values.iter().map(|v| self.int_of(v)).collect::<Result<_, _>>()?;
            return Ok(Value::Code(Code { int: IntCode::Call(f, Spelling::Of(int), args), ty }));
        }
        let of: Ident = match of {
            Type::Int(int) => Ident::new(int.name(), self.span.resolved_at(Span::call_site())),
            Type::Bool => Ident::new("bool", self.span.resolved_at(Span::call_site())),
            _ => return refuse("a method of this type"),
        };
        // Methods of letters borrow.
        let lent = name.to_string().contains("ascii").then(|| quote!(&));
        self.verbatim(values, ty, |t| quote!(#of::#name(#(#lent #t),*)))
    }

    /// Code that is carried over as it stands.
    pub(super) fn verbatim(
        &mut self,
        values: Vec<Value>,
        ty: Type,
        make: impl FnOnce(&[TokenStream]) -> TokenStream,
    ) -> Result<Value, Refusal> {
        let atoms = values.into_iter().map(|v| self.atom(v, self.span)).collect::<Result<Vec<_>, _>>()?;
        let tokens: Vec<TokenStream> = atoms.iter().map(|a| self.tokens(a)).collect();
        let code = Verbatim::of(make(&tokens), atoms.iter().filter_map(Atom::val).collect());
        Ok(Value::Code(Code { int: IntCode::Code(code), ty }))
    }

    /// The name of a scalar.
    pub(super) fn atom(&mut self, value: Value, span: Span) -> Result<Atom, Refusal> {
        match value {
            Value::Atom(a) => Ok(a),
            Value::Code(code) => {
                let ty = self.scalar(&code.ty).unwrap_or(Ty::Unknown);
                match code.int {
                    IntCode::Atom(a) => Ok(a),
                    IntCode::Code(code) if code.vals.is_empty() && code.reads.is_empty() && code.lens.is_empty() => {
                        Ok(Atom::lit(code.tokens))
                    }
                    IntCode::Code(code) => Ok(self.temporary(ty, Op::Verbatim(code), span)),
                    int => Ok(self.temporary(ty, Op::Int(int), span)),
                }
            }
            Value::Ref(_, place) => {
                let value = self.load(&place)?;
                self.atom(value, span)
            }
            Value::Never => Ok(Atom::lit(quote!(0.0))),
            Value::Text(text) if text.words => self.held_text(&text),
            Value::Text(text) => Ok(self.temporary(Ty::some_int(), Op::Verbatim(text.owned()), span)),
            _ => refuse("a scalar is expected here"),
        }
    }

    /// Everything in it has a name.
    pub(super) fn settle(&mut self, value: Value, span: Span) -> Result<Value, Refusal> {
        Ok(match value {
            code @ Value::Code(_) => Value::Atom(self.atom(code, span)?),
            Value::Dyn(ty, inner) => Value::Dyn(ty, Box::new(self.settle(*inner, span)?)),
            Value::Ref(m, place) => match *place {
                Place::Temp(v) => Value::Ref(m, Box::new(Place::Temp(Box::new(self.settle(*v, span)?)))),
                place => Value::Ref(m, Box::new(place)),
            },
            other => other.with_parts(&mut |part| self.settle(part, span))?,
        })
    }

    // Integers.

    pub(super) fn sum(&mut self, a: &Atom, b: &Atom) -> Result<Atom, Refusal> {
        match (number(a), number(b)) {
            (Some(0), _) => Ok(b.clone()),
            (_, Some(0)) => Ok(a.clone()),
            (Some(x), Some(y)) => Ok(usize_lit(x + y)),
            _ => self.index_code(Binary::Add, a, b),
        }
    }

    pub(super) fn difference(&mut self, a: &Atom, b: &Atom) -> Result<Atom, Refusal> {
        match (number(a), number(b)) {
            (_, Some(0)) => Ok(a.clone()),
            (Some(x), Some(y)) if x >= y => Ok(usize_lit(x - y)),
            _ => self.index_code(Binary::Sub, a, b),
        }
    }

    pub(super) fn product(&mut self, a: &Atom, b: &Atom) -> Result<Atom, Refusal> {
        match (number(a), number(b)) {
            (Some(1), _) => Ok(b.clone()),
            (_, Some(1)) => Ok(a.clone()),
            (Some(0), _) | (_, Some(0)) => Ok(zero()),
            (Some(x), Some(y)) => Ok(usize_lit(x * y)),
            _ => self.index_code(Binary::Mul, a, b),
        }
    }

    pub(super) fn index_code(&mut self, op: Binary, a: &Atom, b: &Atom) -> Result<Atom, Refusal> {
        let (a, b) = (Value::Atom(a.clone()), Value::Atom(b.clone()));
        let code = self.int_binary(op, &a, &b, Type::Int(Int::Usize))?;
        self.atom(code, self.span)
    }

    /// The smaller or the larger of two lengths.
    pub(super) fn of_both(&mut self, f: Function, a: &Atom, b: &Atom) -> Result<Atom, Refusal> {
        let args = vec![IntCode::Atom(a.clone()), IntCode::Atom(b.clone())];
        let int = IntCode::Call(f, Spelling::Free, args);
        self.atom(Value::Code(Code { int, ty: Type::Int(Int::Usize) }), self.span)
    }

    // Branches.

    /// Lowers into a block of its own, in the same frame.
    pub(super) fn arm(
        &mut self,
        f: impl FnOnce(&mut Self) -> Result<Value, Refusal>,
    ) -> Result<(Block, Value), Refusal> {
        self.blocks += 1;
        let id = self.blocks;
        let (block, out) = (std::mem::replace(&mut self.block, id), std::mem::take(&mut self.out));
        let guards = self.guards.len();
        self.arrays_before.insert(id, self.arrays.len());
        let result = f(self);
        let result = result.and_then(|v| {
            let v = self.settle(v, self.span)?;
            self.close_guards(guards, v)
        });
        self.end_lists(id);
        let steps = std::mem::replace(&mut self.out, out);
        self.block = block;
        Ok((Block { id, steps }, result?))
    }

    /// `if`: what both arms leave is joined.
    pub(super) fn branch(
        &mut self,
        cond: Atom,
        then: impl FnOnce(&mut Self) -> Result<Value, Refusal>,
        other: impl FnOnce(&mut Self) -> Result<Value, Refusal>,
    ) -> Result<Value, Refusal> {
        match flag(&cond) {
            Some(true) => return then(self),
            Some(false) => return other(self),
            None => {}
        }
        let (env, known) = (self.env.clone(), self.known.clone());
        let (then, a) = self.arm(then)?;
        let after_then = std::mem::replace(&mut self.env, env.clone());
        self.env_names.truncate(env.len());
        self.known = known;
        let (other, b) = self.arm(other)?;
        self.close_if(cond, [then, other], [a, b], after_then, env.len())
    }

    /// An `if` whose arms are there: `env` is as the second one leaves it, `after_then` as the first.
    pub(super) fn close_if(
        &mut self,
        cond: Atom,
        [mut then, mut other]: [Block; 2],
        [a, b]: [Value; 2],
        after_then: Vec<Value>,
        vars: usize,
    ) -> Result<Value, Refusal> {
        self.known.clear();
        let after_other = std::mem::take(&mut self.env);
        let (after_then, a) = self.outliving(after_then, a, vars, &mut then)?;
        let (after_other, b) = self.outliving(after_other, b, vars, &mut other)?;
        self.env = after_other[..vars].to_vec();
        self.env_names.truncate(vars);
        let mut arms = crate::core::join::Arms { cond: cond.clone(), then, other, joins: vec![], vars, before: vec![] };
        for v in 0..vars {
            let name = self.env_names[v].clone();
            self.env[v] = self.join(&name, &after_then[v], &after_other[v], &mut arms)?;
        }
        self.adopt_lists([&after_then, &after_other], &mut arms);
        let result = self.join("t", &a, &b, &mut arms)?;
        let crate::core::join::Arms { cond, then, other, joins, before, .. } = arms;
        self.out.extend(before);
        let copies: Vec<Val> = joins.iter().map(|j: &Join| j.out).collect();
        if !(then.steps.is_empty() && other.steps.is_empty() && joins.is_empty()) {
            self.out.push(Step::If { cond, then, other, joins });
        }
        self.temporaries.extend(copies);
        Ok(result)
    }

    // Elements.

    pub(super) fn read(&mut self, arr: Arr, index: Atom, ty: &Type) -> Result<Value, Refusal> {
        if let Some((_, value)) = self.known.get(&arr).and_then(|k| k.iter().find(|(i, _)| i.same(&index))) {
            return Ok(Value::Atom(value.clone()));
        }
        let Some(ty) = self.word(ty).or_else(|| self.arrays[arr].float.then_some(Ty::Float)) else {
            return refuse("elements of this type");
        };
        let span = self.arrays[arr].name.span();
        let value = self.temporary(ty, Op::Read(arr, index.clone()), span);
        if self.forwarding {
            self.known.entry(arr).or_default().push((index, value.clone()));
        }
        Ok(Value::Atom(value))
    }

    pub(super) fn write(&mut self, arr: Arr, index: Atom, mode: crate::ir::Mode, value: Atom) {
        self.known.remove(&arr);
        if mode == crate::ir::Mode::Set && self.forwarding {
            self.known.entry(arr).or_default().push((index.clone(), value.clone()));
        }
        self.out.push(Step::Store(arr, index, mode, value));
    }

    /// The length of an array.
    pub(super) fn array_len(&mut self, arr: Arr) -> Atom {
        let array = &self.arrays[arr];
        if let Some(len) = &array.len {
            return len.clone();
        }
        if let Storage::Fixed(len) = &array.storage {
            let alone = syn::parse2::<syn::LitInt>(len.clone()).is_ok() || syn::parse2::<Ident>(len.clone()).is_ok();
            return Atom::lit(if alone { quote!(#len) } else { quote!((#len)) });
        }
        let span = array.name.span();
        self.temporary(Ty::usize(), Op::Int(IntCode::Len(arr)), span)
    }

    /// An array of scalars that starts so.
    pub(super) fn alloc(&mut self, storage: Storage, of: &Type, init: Init, len: Option<Atom>) -> Arr {
        let arr = self.array("list", storage, of, self.span);
        self.unnamed.insert(arr);
        self.arrays[arr].len = len;
        self.out.push(Step::Alloc(arr, init));
        arr
    }
}

pub(super) fn usize_lit(n: u64) -> Atom {
    Atom::Lit(Lit::number(n))
}

/// A literal of an integer type, as it stands where no type is seen.
pub(super) fn typed_literal(digits: &str, int: Int) -> TokenStream {
    let text = if int == Int::Usize { digits.to_string() } else { format!("{digits}{}", int.name()) };
    text.parse().unwrap_or_else(|_| quote!(0))
}

/// A value of a scalar type that stands where control does not arrive.
pub(super) fn dummy(ty: &Ty) -> Atom {
    match ty {
        Ty::Bool => no(),
        Ty::Int(IntTy::Char) => Atom::lit(quote!('\0')),
        Ty::Int(IntTy::Text) => Atom::lit(quote!("")),
        Ty::Int(IntTy::Other(Float::F32)) => Atom::lit(quote!(0.0f32)),
        Ty::Int(IntTy::Other(_)) => Atom::lit(quote!(0.0f64)),
        Ty::Int(int) => Atom::lit(Int::of(&int.to_string()).map_or_else(|| quote!(0), |int| typed_literal("0", int))),
        _ => Atom::lit(quote!(0.0)),
    }
}

/// How a float type is written in constant code.
pub(super) fn float_name(float: Float) -> &'static str {
    match float {
        Float::F32 => "f32",
        Float::F64 | Float::Own => "f64",
    }
}
