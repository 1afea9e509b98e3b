//! Maps and sets that are given as constants: they are asked where they lie, and gone through in their own order.

use crate::core::build::{scalar, word};
use crate::core::calls::Written;
use crate::core::expr::opaque::Text;
use crate::core::structures::{Whole, member};
use crate::core::value::{Choice, Code, List, Place, Value};
use crate::core::{Builder, Refusal, refuse};
use crate::ir::{Atom, Int as IntCode, Make, Op, Ty, Val, Verbatim};
use front::items::{FnId, Origin};
use front::ty::{Int, Ty as Type};
use proc_macro2::TokenStream;
use quote::quote;

/// Constant code, and the values in it.
type Coded = (TokenStream, Vec<Val>);

impl Builder<'_> {
    /// The types of the keys and the values, if it is a map or a set of std's; a set has no values.
    pub(crate) fn keys_of(&self, ty: &Type) -> Option<(Type, Option<Type>)> {
        let Type::Adt(adt, args) = ty else { return None };
        match args.as_slice() {
            [key, value] if self.is_std(*adt, "BTreeMap") => Some((key.clone(), Some(value.clone()))),
            [key] if self.is_std(*adt, "BTreeSet") => Some((key.clone(), None)),
            _ => None,
        }
    }

    /// What a method of a map or a set gives that lies outside.
    pub(crate) fn of_constant_map(&mut self, f: FnId, mut args: Vec<Value>) -> Result<Written, Refusal> {
        let def = self.program.func(f);
        if def.origin != Origin::Prelude {
            return Ok(Written::Not(args));
        }
        // Sets are given to sets.
        for arg in args.iter_mut().skip(1) {
            if let Some(w) = self.map_at(arg)? {
                *arg = Value::Ref(false, Box::new(Place::Temp(Box::new(self.map_here(&w)?))));
            }
        }
        let Some(w) = args.first().map(|of| self.map_at(of)).transpose()?.flatten() else {
            return Ok(Written::Not(args));
        };
        let Some((key, value)) = self.keys_of(&w.ty) else { return Ok(Written::Not(args)) };
        let (of, vals) = self.constant_place(&w);
        let asked = match args.get(1) {
            Some(arg) if args.len() == 2 => self.key_code(&key, arg)?,
            _ => None,
        };
        let coded = |tokens: TokenStream, with: Vec<Val>, ty: Type| {
            let code = Verbatim::of(tokens, vals.iter().copied().chain(with).collect());
            Value::Code(Code { int: IntCode::Code(code), ty })
        };
        Ok(Written::Done(match (&*def.name, asked, value) {
            ("len", None, _) => coded(quote!(#of.len()), vec![], Type::Int(Int::Usize)),
            ("is_empty", None, _) => coded(quote!(#of.is_empty()), vec![], Type::Bool),
            ("contains_key", Some((key, with)), _) => coded(quote!(#of.contains_key(#key)), with, Type::Bool),
            ("contains", Some((key, with)), None) => coded(quote!(#of.contains(#key)), with, Type::Bool),
            ("get", Some((key, with)), Some(value)) => {
                let vals = vals.into_iter().chain(with).collect();
                self.looked_up((quote!(#of.get(#key)), vals), &value)?
            }
            ("index", Some((key, with)), Some(value)) => {
                let vals: Vec<Val> = vals.into_iter().chain(with).collect();
                let given = match scalar(&value) {
                    Some(_) => self.given_by_code(quote!(#of[#key]), vals, &value)?,
                    None if Self::is_text(&value) => {
                        Value::Text(Text { tokens: quote!(#of[#key]), vals, place: true, words: true, made: false })
                    }
                    None => self.given_by_code(quote!(&#of[#key]), vals, &value)?,
                };
                Value::Ref(false, Box::new(Place::Temp(Box::new(self.settle(given, self.span)?))))
            }
            ("iter" | "into_iter" | "keys" | "values", None, value) => {
                let name = if &*def.name == "into_iter" { "iter" } else { &*def.name };
                self.gone_through(name, (of, vals), &key, value.as_ref())?
            }
            _ => {
                args[0] = Value::Ref(false, Box::new(Place::Temp(Box::new(self.map_here(&w)?))));
                return Ok(Written::Not(args));
            }
        }))
    }

    /// The map or set outside that a reference refers to.
    pub(crate) fn map_at(&mut self, value: &Value) -> Result<Option<Whole>, Refusal> {
        let place = match value {
            Value::Ref(_, place) => (**place).clone(),
            _ => return Ok(None),
        };
        let w = match self.outside(&place)? {
            Some(w) => w,
            None => match self.element_outside(&place)? {
                Some(w) => w,
                None => match &place {
                    Place::Var(..) | Place::Temp(_) => {
                        return match self.load(&place) {
                            Ok(inner @ Value::Ref(..)) => self.map_at(&inner),
                            _ => Ok(None),
                        };
                    }
                    _ => return Ok(None),
                },
            },
        };
        let inner = match &w.ty {
            Type::Ref(_, of) | Type::Boxed(_, of) => Whole { ty: (**of).clone(), ..w.clone() },
            _ => w,
        };
        Ok((inner.constant && self.keys_of(&inner.ty).is_some()).then_some(inner))
    }

    /// An element of a list outside.
    pub(crate) fn element_outside(&mut self, place: &Place) -> Result<Option<Whole>, Refusal> {
        match place {
            Place::Element(list, i, path) => match &*list.cols {
                crate::core::value::Cols::Whole(w) => self.whole_at(w, i, path).map(Some),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// A key as a reference in constant code; none if it is no constant.
    fn key_code(&mut self, ty: &Type, value: &Value) -> Result<Option<Coded>, Refusal> {
        if Self::is_text(ty) {
            let Some(text) = self.as_text(value.clone())? else { return Ok(None) };
            let tokens = text.tokens;
            return Ok(Some((quote!(::wengert::generated::words(&#tokens)), text.vals)));
        }
        Ok(self.plain_code(ty, value)?.map(|(tokens, vals)| (quote!(&#tokens), vals)))
    }

    /// A constant in code.
    fn plain_code(&mut self, ty: &Type, value: &Value) -> Result<Option<Coded>, Refusal> {
        let (mut ty, mut value) = (ty, value.clone());
        while let Type::Ref(_, of) = ty
            && **of != Type::Str
        {
            ty = of;
        }
        while let Value::Ref(_, place) = &value {
            value = self.load(place)?;
        }
        if word(ty).is_some() {
            let owned = matches!(ty, Type::Opaque(_));
            return Ok(self.as_text(value)?.map(|text| {
                let tokens = text.tokens;
                let tokens = if owned {
                    quote!(::std::string::String::from(::wengert::generated::words(&#tokens)))
                } else {
                    tokens
                };
                (tokens, text.vals)
            }));
        }
        if let (Type::Tuple(types), Value::Tuple(parts)) = (ty, &value) {
            let (mut all, mut vals) = (vec![], vec![]);
            for (ty, part) in types.iter().zip(parts) {
                let Some((tokens, with)) = self.plain_code(ty, part)? else { return Ok(None) };
                all.push(tokens);
                vals.extend(with);
            }
            return Ok(Some((quote!((#(#all,)*)), vals)));
        }
        if !self.is_without_numbers(ty) {
            return Ok(None);
        }
        let value = self.settle(value, self.span)?;
        let atom = self.made(ty, value)?;
        Ok(Some((self.tokens(&atom), atom.val().into_iter().collect())))
    }

    /// What is there for a key: a reference to it.
    fn looked_up(&mut self, (tokens, vals): Coded, of: &Type) -> Result<Value, Refusal> {
        let lent = |value: Value| Value::Ref(false, Box::new(Place::Temp(Box::new(value))));
        if word(of).is_some() {
            let code = Verbatim::of(quote!(#tokens.is_some()), vals.clone());
            let found = Value::Code(Code { int: IntCode::Code(code), ty: Type::Bool });
            let tag = self.atom(found, self.span)?;
            let value = match scalar(of) {
                Some(_) => {
                    let given = self.given_by_code(quote!(#tokens.copied().unwrap_or_default()), vals, of)?;
                    self.settle(given, self.span)?
                }
                None => {
                    let tokens = quote!(#tokens.map_or("", |text| ::wengert::generated::words(text)));
                    Value::Text(Text { tokens, vals, place: true, words: true, made: false })
                }
            };
            return Ok(Value::Enum(Box::new(Choice { tag, variants: vec![Some(vec![]), Some(vec![lent(value)])] })));
        }
        let Some(front::items::ItemId::Adt(option)) = self.program.prelude("option::Option") else {
            return refuse("what a map holds");
        };
        let ty = Type::Adt(option, vec![of.clone()]);
        let given = self.given_by_code(quote!(#tokens.cloned()), vals, &ty)?;
        let Value::Enum(choice) = given else { return refuse("what a map holds") };
        let Choice { tag, mut variants } = *choice;
        if let Some(Some(fields)) = variants.get_mut(1) {
            *fields = std::mem::take(fields).into_iter().map(lent).collect();
        }
        Ok(Value::Enum(Box::new(Choice { tag, variants })))
    }

    /// What a map is gone through by, in its own order, in the form that the prelude gives it.
    fn gone_through(
        &mut self,
        name: &str,
        (of, vals): Coded,
        key: &Type,
        value: Option<&Type>,
    ) -> Result<Value, Refusal> {
        let lent = |value: Value| match value {
            Value::List(list) => Value::Ref(false, Box::new(Place::Slice(list))),
            value => value,
        };
        let list = |b: &mut Self, tokens: TokenStream, ty: &Type| -> Result<Value, Refusal> {
            let all = quote!(#tokens.cloned().collect::<::std::vec::Vec<_>>());
            Ok(lent(b.given_by_code(all, vals.clone(), &Type::Vec(Box::new(ty.clone())))?))
        };
        let mut parts = vec![];
        match value {
            None => parts.push(list(self, quote!(#of.iter()), key)?),
            Some(value) => {
                if name != "values" {
                    parts.push(list(self, quote!(#of.keys()), key)?);
                }
                if name != "keys" {
                    let at = quote!((0..#of.len()).collect::<::std::vec::Vec<usize>>());
                    let usize = Type::Vec(Box::new(Type::Int(Int::Usize)));
                    parts.push(lent(self.given_by_code(at, vals.clone(), &usize)?));
                    parts.push(list(self, quote!(#of.values()), value)?);
                }
            }
        }
        let len = Verbatim::of(quote!(#of.len()), vals.clone());
        let len = Value::Code(Code { int: IntCode::Code(len), ty: Type::Int(Int::Usize) });
        parts.push(Value::Atom(crate::core::build::zero()));
        parts.push(Value::Atom(self.atom(len, self.span)?));
        Ok(Value::Tuple(parts))
    }

    /// A map or a set outside as one here, with its keys in order.
    pub(crate) fn map_here(&mut self, w: &Whole) -> Result<Value, Refusal> {
        let Some((key, value)) = self.keys_of(&w.ty) else { return refuse("a map of this type") };
        let ordered = matches!(&key, Type::Tuple(parts) if parts.iter().all(|ty| word(ty).is_some()));
        if word(&key).is_none() && !ordered {
            return refuse("what is asked of a constant map whose keys are of a type of one's own");
        }
        let (of, vals) = self.constant_place(w);
        let list = |b: &mut Self, tokens: TokenStream, ty: &Type| -> Result<List, Refusal> {
            match b.given_by_code(tokens, vals.clone(), &Type::Vec(Box::new(ty.clone())))? {
                Value::List(list) => Ok(list),
                _ => refuse("a map of this type"),
            }
        };
        let sorted = quote!({
            let mut keys = keys.cloned().collect::<::std::vec::Vec<_>>();
            keys.sort();
            keys
        });
        let Some(value) = value else {
            let keys = list(self, quote!({ let keys = #of.iter(); #sorted }), &key)?;
            return Ok(Value::Tuple(vec![Value::List(keys)]));
        };
        let keys = list(self, quote!({ let keys = #of.keys(); #sorted }), &key)?;
        let usize = Type::Int(Int::Usize);
        let at = list(self, quote!((0..#of.len()).collect::<::std::vec::Vec<usize>>()), &usize)?;
        let in_order = quote!({
            let keys = #of.keys();
            let keys = #sorted;
            keys.iter().map(|key| #of[key].clone()).collect::<::std::vec::Vec<_>>()
        });
        let values = list(self, in_order, &value)?;
        let came = Verbatim::of(quote!(#of.len()), vals.clone());
        let came = Value::Code(Code { int: IntCode::Code(came), ty: usize });
        let came = self.settle(came, self.span)?;
        let loose = Value::Atom(Atom::lit(quote!(false)));
        Ok(Value::Tuple(vec![Value::List(keys), Value::List(at), Value::List(values), came, loose]))
    }

    /// A field of a map that carries derivatives: how it is called, its type, whether it is constant.
    pub(crate) fn part_of_map(&self, ty: &Type, k: usize) -> Result<(syn::Member, Type, bool), Refusal> {
        let Type::Adt(adt, args) = ty else { return refuse("a map of this type") };
        let def = &self.program.adt(*adt).variants[0];
        let Some(field) = def.fields.get(k) else { return refuse("a part of a map") };
        let ty = match (&*field.name, args.as_slice()) {
            ("values", [_, value]) => return Ok((member(def, k), Type::Vec(Box::new(value.clone())), false)),
            _ => field.ty.with(args),
        };
        Ok((member(def, k), ty, true))
    }

    /// A map that carries derivatives for what is outside: its keys in order, and the value of each.
    pub(crate) fn made_map(&mut self, ty: &Type, value: Value) -> Result<Atom, Refusal> {
        let Type::Adt(_, args) = ty else { return refuse("a map of this type") };
        let Some(entries) = self.program.methods_named(ty, "into_entries").first().map(|m| m.f) else {
            return refuse("a map for what is outside");
        };
        let Value::Tuple(fields) = self.inline(entries, args, vec![value])? else {
            return refuse("a map for what is outside");
        };
        let mut parts = vec![];
        let list = |of: &Type| Type::Vec(Box::new(of.clone()));
        let types = args.iter().map(list).chain([Type::Bool]);
        for (name, (ty, field)) in ["keys", "values", "loose"].into_iter().zip(types.zip(fields)) {
            let part = self.made_part(&ty, field)?;
            parts.push((syn::Member::Named(quote::format_ident!("{name}")), part));
        }
        let whole = quote!(::wengert::generated::Entries);
        let numbers = vec![syn::Member::Named(quote::format_ident!("values"))];
        let by = Some(quote::format_ident!("made"));
        let (path, plain) = (whole.clone(), whole);
        let make = Make { path, plain, fill: None, variant: None, parts, numbers, boxed: vec![], by };
        Ok(self.temporary(Ty::Record, Op::Make(Box::new(make)), self.span))
    }
}
