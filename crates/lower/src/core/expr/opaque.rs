//! Constants of types that are not looked into, as texts and maps: code that is written again wherever it is asked
//! something.

use crate::core::build::scalar;
use crate::core::value::{Code, Cols, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Int as IntCode, IntTy, Verbatim};
use front::hir::{ExprId, ExprKind, Say};
use front::ty::Ty as Type;
use front::typed::{Adjust, Typed};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::rc::Rc;

/// Code that gives a constant.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) tokens: TokenStream,
    pub(crate) vals: Vec<crate::ir::Val>,
    /// Whether it names a place: a value of its own is a copy.
    pub(crate) place: bool,
    /// Whether it is a text.
    pub(crate) words: bool,
    /// Whether it makes a text that lasts as long as the statement, which it may be a part of.
    pub(crate) made: bool,
}

impl Text {
    pub(crate) fn code(&self) -> Verbatim {
        Verbatim::of(self.tokens.clone(), self.vals.clone())
    }

    /// Whether it is a text that stands somewhere, or a part of one.
    pub(crate) fn lasts(&self) -> bool {
        self.words && (self.place || !self.made)
    }

    /// Code that gives the value, and not the place.
    pub(crate) fn owned(&self) -> Verbatim {
        let tokens = &self.tokens;
        match self.place {
            true => Verbatim::of(quote!(::core::clone::Clone::clone(&#tokens)), self.vals.clone()),
            false => self.code(),
        }
    }

    pub(crate) fn same(&self, other: &Text) -> bool {
        self.tokens.to_string() == other.tokens.to_string()
    }
}

/// Whether values of a type are not looked into.
pub(crate) fn is_closed(ty: &Type) -> bool {
    match ty.behind() {
        Type::Opaque(text) => !text.is_empty(),
        Type::Str | Type::Char => true,
        _ => false,
    }
}

impl Builder<'_> {
    /// A method of a constant that is not looked into, whose arguments are constants: the code as it stands.
    pub(crate) fn method_of_text(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Option<Value>, Refusal> {
        let ExprKind::Method(receiver, name, written, args) = &typed.body.exprs[e].kind else { return Ok(None) };
        let ty = &typed.exprs[e];
        let parses = &**name == "parse";
        let items = self.items_of_text(ty);
        let made = matches!(ty, Type::Adt(_, to) if parses && to.first().is_some_and(|to| self.is_own_constant(to)));
        let known = items.is_some() || self.is_told(ty) || made;
        if !is_closed(&typed.exprs[*receiver]) || !known || !written.is_empty() && !parses {
            return Ok(None);
        }
        let lends = |e: &ExprId| typed.adjusted.get(e).is_some_and(|all| all.contains(&Adjust::Borrow(true)));
        if lends(receiver) || args.iter().any(lends) {
            return Ok(None);
        }
        let copied = matches!(&**name, "clone" | "to_owned");
        let of = match self.text_of(typed, *receiver)? {
            Some(of) => of,
            // What a function gives.
            None if !copied && !self.is_free_of_effects(typed, [*receiver]) => {
                let value = self.eval(*receiver)?;
                match self.as_text(value)? {
                    Some(of) => of,
                    None => return refuse("a text that is not known"),
                }
            }
            None => return Ok(None),
        };
        // Parts of a text that is kept nowhere would outlive it.
        let cut = items.is_some() || scalar(ty).is_none() && !is_closed(ty) && !made;
        let of = match of.made && cut {
            true => {
                let held = self.held_text(&of)?;
                Text { tokens: self.tokens(&held), vals: held.val().into_iter().collect(), made: false, ..of }
            }
            false => of,
        };
        let (mut vals, mut all) = (of.vals, vec![]);
        for arg in args {
            let text = match &typed.body.exprs[*arg].kind {
                // Which letters are meant, as `char::is_whitespace`.
                ExprKind::Foreign(path) => Some((quote!(#path), vec![])),
                ExprKind::Closure(_) => self.pattern_of_text(typed, *arg)?,
                ExprKind::List(letters, false) => self.letters(typed, letters)?,
                ExprKind::Ref(false, of) if let ExprKind::List(letters, false) = &typed.body.exprs[*of].kind => {
                    self.letters(typed, letters)?.map(|(tokens, vals)| (quote!(&#tokens), vals))
                }
                kind => {
                    // A letter that is lent is its value here.
                    let lent = matches!(typed.ty(*arg), Type::Ref(false, of) if *of == Type::Char);
                    let lent = (lent && !matches!(kind, ExprKind::Ref(..))).then(|| quote!(&));
                    let text = match self.text_of(typed, *arg)? {
                        // It may leave the function, or act.
                        None if !self.is_free_of_effects(typed, [*arg]) => {
                            let value = self.eval(*arg)?;
                            match self.as_text(value)? {
                                Some(text) => Some(text),
                                None => return refuse("a text that is not known"),
                            }
                        }
                        text => text,
                    };
                    text.map(|Text { tokens, vals, .. }| (quote!(#lent #tokens), vals))
                }
            };
            let Some((tokens, with)) = text else { return Ok(None) };
            vals.extend(with);
            all.push(tokens);
        }
        // The trait that has it need not be in scope.
        let name = if &**name == "deref" { "as_str" } else { &**name };
        let (held, of_made) = (of.words, of.made);
        let (of, name) = (of.tokens, format_ident!("{name}"));
        if let (true, Type::Adt(_, to)) = (parses, ty) {
            let Some(to) = to.first().and_then(|to| self.written_ty(to)) else { return Ok(None) };
            return self.given_by_code(quote!(#of.parse::<#to>()), vals, ty).map(Some);
        }
        let tokens = match held && name == "as_str" {
            true => of,
            false => quote!(#of.#name(#(#all),*)),
        };
        let Some(items) = items else {
            let given = self.given_by_code(tokens, vals, ty)?;
            return Ok(Some(match given {
                Value::Text(text) => Value::Text(Text { made: text.made || of_made, ..text }),
                given => given,
            }));
        };
        let list = Type::Vec(Box::new(items));
        let value = self.given_by_code(quote!(#tokens.collect::<::std::vec::Vec<_>>()), vals, &list)?;
        let closures = &mut *self.closures;
        match front::infer::method_of(self.program, closures, "iter::IntoIter", "into_iter", vec![list]) {
            Some((f, generics)) => self.inline(f, &generics, vec![value]).map(Some),
            None => Ok(None),
        }
    }

    /// A method of texts or letters as a function: `str::trim`.
    pub(crate) fn function_of_text(of: &Type, name: &str) -> Value {
        let name = format_ident!("{name}");
        let tokens = if *of == Type::Str { quote!(str::#name) } else { quote!(char::#name) };
        Value::Text(Text { tokens, vals: vec![], place: false, words: false, made: false })
    }

    /// Calls such a function; none if it is no such, or an argument is no constant.
    pub(crate) fn call_of_text(&mut self, f: &Value, args: &[Value], ty: &Type) -> Result<Option<Value>, Refusal> {
        let mut f = f.clone();
        while let Value::Ref(_, place) = &f
            && let Place::Var(..) | Place::Temp(_) = &**place
        {
            f = self.load(place)?;
        }
        let Value::Text(Text { tokens: path, words: false, .. }) = f else { return Ok(None) };
        if !self.is_told(ty) {
            return Ok(None);
        }
        let (mut vals, mut all) = (vec![], vec![]);
        let text = path.to_string();
        for (k, arg) in args.iter().enumerate() {
            let Some(arg) = self.as_text(arg.clone())? else { return Ok(None) };
            let tokens = arg.tokens;
            vals.extend(arg.vals);
            all.push(match k {
                0 if text.starts_with("str") => quote!(::wengert::generated::words(&#tokens)),
                0 if text.contains("is_ascii") => quote!(&#tokens),
                _ => tokens,
            });
        }
        self.given_by_code(quote!(#path(#(#all),*)), vals, ty).map(Some)
    }

    /// Letters any of which is meant, if they are constants.
    fn letters(
        &mut self,
        typed: &Rc<Typed>,
        letters: &[ExprId],
    ) -> Result<Option<(TokenStream, Vec<crate::ir::Val>)>, Refusal> {
        let (mut vals, mut all) = (vec![], vec![]);
        for letter in letters {
            let Some(text) = self.text_of(typed, *letter)? else { return Ok(None) };
            vals.extend(text.vals);
            all.push(text.tokens);
        }
        Ok(Some((quote!([#(#all),*]), vals)))
    }

    /// A closure that says which letters are meant, as the user wrote it, if it looks at nothing else.
    fn pattern_of_text(
        &mut self,
        typed: &Rc<Typed>,
        e: ExprId,
    ) -> Result<Option<(TokenStream, Vec<crate::ir::Val>)>, Refusal> {
        let ExprKind::Closure(closure) = &typed.body.exprs[e].kind else { return Ok(None) };
        let [(pat, _)] = closure.params.as_slice() else { return Ok(None) };
        let front::hir::PatKind::Bind { local, by_ref: None, inner: None } = &typed.body.pats[*pat].kind else {
            return Ok(None);
        };
        let name = format_ident!("{}", &*typed.body.locals[*local].name);
        Ok(self.code_of_letter(typed, closure.body, *local, &name).map(|code| (quote!(|#name: char| #code), vec![])))
    }

    /// Constant code over one letter: comparisons, methods and what joins them.
    fn code_of_letter(
        &self,
        typed: &Typed,
        e: ExprId,
        letter: front::hir::LocalId,
        name: &proc_macro2::Ident,
    ) -> Option<TokenStream> {
        let code = |e: ExprId| self.code_of_letter(typed, e, letter, name);
        Some(match &typed.body.exprs[e].kind {
            ExprKind::Local(local) if *local == letter => quote!(#name),
            ExprKind::Literal(lit) => quote!(#lit),
            ExprKind::Unary(front::hir::Unary::Not, inner) => {
                let inner = code(*inner)?;
                quote!(!(#inner))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (code(*a)?, code(*b)?);
                match op {
                    crate::ir::Binary::Eq => quote!((#a == #b)),
                    crate::ir::Binary::Ne => quote!((#a != #b)),
                    crate::ir::Binary::And => quote!((#a && #b)),
                    crate::ir::Binary::Or => quote!((#a || #b)),
                    _ => return None,
                }
            }
            ExprKind::Method(on, method, written, args) if written.is_empty() => {
                let (on, method) = (code(*on)?, format_ident!("{}", &**method));
                let args = args.iter().map(|e| code(*e)).collect::<Option<Vec<_>>>()?;
                quote!(#on.#method(#(#args),*))
            }
            _ => return None,
        })
    }

    /// What is gone through, if a type is that of what a text is gone through by.
    fn items_of_text(&self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Adt(adt, args) if self.is_std(*adt, "IntoIter") => args.first().cloned(),
            _ => None,
        }
    }

    /// Whether constants of a type are read from where code gives them.
    fn is_told(&self, ty: &Type) -> bool {
        match ty {
            Type::Tuple(parts) => parts.iter().all(|ty| self.is_told(ty)),
            Type::Ref(false, of) => self.is_told(of),
            Type::Slice(of) => scalar(of).is_some(),
            Type::Adt(adt, args) if self.is_std(*adt, "Option") => args.iter().all(|ty| self.is_told(ty)),
            Type::Adt(adt, args) if self.is_std(*adt, "Result") => args.first().is_some_and(|ty| self.is_told(ty)),
            Type::Adt(adt, _) => self.is_std(*adt, "Ordering"),
            ty => is_closed(ty) || scalar(ty).is_some(),
        }
    }

    /// Whether it is a type of the crate's that carries no derivative.
    fn is_own_constant(&self, ty: &Type) -> bool {
        let Type::Adt(adt, _) = ty else { return false };
        let def = self.program.adt(*adt);
        def.origin == front::items::Origin::Crate && !def.differentiable
    }

    /// What constant code gives.
    pub(crate) fn given_by_code(
        &mut self,
        tokens: TokenStream,
        vals: Vec<crate::ir::Val>,
        ty: &Type,
    ) -> Result<Value, Refusal> {
        let code = Verbatim::of(tokens.clone(), vals.clone());
        if scalar(ty).is_some() {
            return Ok(Value::Code(Code { int: IntCode::Code(code), ty: ty.clone() }));
        }
        if is_closed(ty) {
            let made = Self::is_text(ty) && *ty.behind() != Type::Str;
            return Ok(Value::Text(Text { tokens, vals, place: false, words: Self::is_text(ty), made }));
        }
        if let Type::Adt(adt, _) = ty
            && self.is_std(*adt, "Ordering")
        {
            let code = Verbatim::of(quote!((#tokens as i8 + 1) as usize), vals);
            let usize = Type::Int(front::ty::Int::Usize);
            let tag = self.atom(Value::Code(Code { int: IntCode::Code(code), ty: usize }), self.span)?;
            let variants = vec![Some(vec![]); 3];
            return Ok(Value::Enum(Box::new(crate::core::value::Choice { tag, variants })));
        }
        let of = self.value("constant", crate::ir::Ty::Unknown, self.span);
        self.out.push(crate::ir::Step::Let(of, crate::ir::Op::Verbatim(code)));
        let path = crate::ir::Projections::default();
        self.load_whole(&crate::core::structures::Whole { of, constant: true, plain: true, path, ty: ty.clone() })
    }

    /// Whether it is a text, and not one of numbers with derivatives.
    pub(crate) fn may_be_held(&self, text: &Text) -> bool {
        text.words && !text.vals.iter().any(|v| self.shown.contains(v))
    }

    /// Whether a text may leave the arm that makes it: one that lasts, or that may be held.
    pub(crate) fn may_leave(&self, text: &Text) -> bool {
        text.lasts() || self.may_be_held(text)
    }

    /// Whether it is a text that is held.
    pub(crate) fn is_held(&self, atom: &Atom) -> bool {
        self.atom_ty(atom) == crate::ir::Ty::Int(crate::ir::IntTy::Text)
    }

    /// Whether it is a text that stands somewhere, or a part of one, and is not made for whoever reads an error.
    pub(crate) fn is_lasting_text(&self, value: &Value) -> bool {
        match value {
            Value::Text(text) => self.may_leave(text),
            Value::Ref(false, place) => match &**place {
                Place::Temp(value) => self.is_lasting_text(value),
                Place::Whole(whole) => Self::is_text(&whole.ty),
                Place::Element(list, at, path) => match &*list.cols {
                    Cols::Whole(all) => {
                        let part = |of: crate::core::structures::Whole, k: &usize| self.whole_field(&of, *k);
                        let place = self.whole_element(all, at).and_then(|one| path.iter().try_fold(one, part));
                        place.is_ok_and(|place| Self::is_text(&place.ty))
                    }
                    _ => false,
                },
                _ => false,
            },
            Value::Atom(atom) => self.is_held(atom),
            _ => false,
        }
    }

    /// A text as a value that lives as long as the program, so that it may stand in lists and leave arms.
    pub(crate) fn held_text(&mut self, text: &Text) -> Result<Atom, Refusal> {
        let tokens = &text.tokens;
        if !self.may_be_held(text) {
            return refuse("a text of numbers that is kept");
        }
        if syn::parse2::<syn::LitStr>(tokens.clone()).is_ok() {
            return Ok(Atom::lit(tokens.clone()));
        }
        let code = Verbatim::of(quote!(::wengert::generated::text(&#tokens)), text.vals.clone());
        Ok(self.temporary(crate::ir::Ty::Int(IntTy::Text), crate::ir::Op::Verbatim(code), self.span))
    }

    /// A part of a text, by its range.
    pub(crate) fn part_of_text(
        &mut self,
        typed: &Rc<Typed>,
        base: ExprId,
        index: ExprId,
    ) -> Result<Option<Value>, Refusal> {
        let ExprKind::Range(lo, hi, closed) = typed.body.exprs[index].kind else { return Ok(None) };
        if !Self::is_text(&typed.exprs[base]) {
            return Ok(None);
        }
        let Some(of) = self.text_of(typed, base)? else { return Ok(None) };
        let (mut vals, of, of_made) = (of.vals, of.tokens, of.made);
        let mut end = |b: &mut Self, e: Option<ExprId>| -> Result<Option<TokenStream>, Refusal> {
            let Some(e) = e else { return Ok(None) };
            let atom = b.eval_atom(e)?;
            vals.extend(atom.val());
            Ok(Some(b.tokens(&atom)))
        };
        let (lo, hi) = (end(self, lo)?, end(self, hi)?);
        let tokens = if closed { quote!(#of[#lo..=#hi]) } else { quote!(#of[#lo..#hi]) };
        Ok(Some(Value::Text(Text { tokens, vals, place: true, words: true, made: of_made })))
    }

    /// The code of a constant expression; none if it is no constant, or acts.
    fn text_of(&mut self, typed: &Rc<Typed>, e: ExprId) -> Result<Option<Text>, Refusal> {
        if !self.is_free_of_effects(typed, [e]) {
            return Ok(None);
        }
        let refers = matches!(typed.body.exprs[e].kind, ExprKind::Ref(false, _));
        let value = self.eval(e)?;
        Ok(self.as_text(value)?.map(|text| match refers && !matches!(typed.ty(e).behind(), Type::Float(_)) {
            true => Text {
                tokens: {
                    let tokens = text.tokens;
                    quote!(&#tokens)
                },
                place: false,
                ..text
            },
            false => text,
        }))
    }

    /// A value as code, if it is a constant.
    pub(crate) fn as_text(&mut self, value: Value) -> Result<Option<Text>, Refusal> {
        Ok(match value {
            Value::Text(text) => Some(text),
            Value::Ref(false, place) => {
                let value = match *place {
                    Place::Temp(value) => *value,
                    place => self.load(&place)?,
                };
                self.as_text(value)?
            }
            value @ (Value::Atom(_) | Value::Code(_)) => {
                let atom = self.atom(value, self.span)?;
                let constant = match &atom {
                    Atom::Val(v) => self.is_constant_atom(&atom) || self.is_kept(*v),
                    Atom::Lit(_) => true,
                };
                constant.then(|| Text {
                    tokens: self.tokens(&atom),
                    vals: atom.val().into_iter().collect(),
                    place: true,
                    words: self.atom_ty(&atom) == crate::ir::Ty::Int(IntTy::Text),
                    made: false,
                })
            }
            _ => None,
        })
    }

    /// `format!(..)` of constants, where somebody looks at it.
    pub(crate) fn formatted(&mut self, typed: &Rc<Typed>, say: &Say) -> Result<Value, Refusal> {
        let (mut vals, mut all) = (vec![], vec![]);
        for (name, e) in &say.args {
            let text = match self.text_of(typed, *e)? {
                Some(text) => text,
                None if matches!(typed.exprs[*e].behind(), Type::Float(_)) => self.shown_number(*e)?,
                None => return Ok(Value::Unseen),
            };
            let tokens = text.tokens;
            vals.extend(text.vals);
            all.push(match name {
                Some(name) => {
                    let name = format_ident!("{}", &**name);
                    quote!(#name = #tokens)
                }
                None => tokens,
            });
        }
        let (path, format) = (&say.path, &say.format);
        let tokens = match format {
            Some(format) => quote!(#path!(#format #(, #all)*)),
            None => quote!(#path!(#(#all),*)),
        };
        Ok(Value::Text(Text { tokens, vals, place: false, words: true, made: true }))
    }

    /// A number with a derivative as a text shows it.
    fn shown_number(&mut self, e: ExprId) -> Result<Text, Refusal> {
        let value = self.eval(e)?;
        let value = self.scalar_of(value)?;
        let number = self.atom(value, self.span)?;
        let shown = self.temporary(crate::ir::Ty::Float, crate::ir::Op::Stop(number), self.span);
        self.shown.extend(shown.val());
        let vals = shown.val().into_iter().collect();
        Ok(Text { tokens: self.tokens(&shown), vals, place: true, words: false, made: false })
    }

    /// What a call is given for a constant that is not looked into.
    pub(crate) fn text_argument(&mut self, value: Value, ty: &Type) -> Result<Atom, Refusal> {
        let Some(text) = self.as_text(value)? else { return refuse("an argument of this type") };
        let tokens = &text.tokens;
        let code = match ty {
            Type::Ref(false, of) if matches!(**of, Type::Str) => Verbatim::of(quote!(&#tokens[..]), text.vals.clone()),
            // A text that is made here is kept as such: it may have to last until the way back.
            Type::Ref(false, of) if text.words && text.place && Self::is_text(of) => Verbatim::of(
                quote!(::std::string::String::from(::wengert::generated::words(&#tokens))),
                text.vals.clone(),
            ),
            Type::Ref(false, of) if !text.place && Self::is_text(of) => text.owned(),
            Type::Ref(false, _) => Verbatim::of(quote!(&#tokens), text.vals.clone()),
            Type::Opaque(_) if text.words => Verbatim::of(
                quote!(::std::string::String::from(::wengert::generated::words(&#tokens))),
                text.vals.clone(),
            ),
            _ => text.owned(),
        };
        Ok(self.temporary(crate::ir::Ty::some_int(), crate::ir::Op::Verbatim(code), self.span))
    }
}
