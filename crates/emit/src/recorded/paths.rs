//! Names in a rewritten text: constants, functions, and what makes structures.

use super::source::Rewrite;
use super::twins::ON_TYPES;
use crate::around::{self, Pasted};
use front::program::Open;
use front::visit_mut::VisitMut;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprCall, ExprPath, Item, ItemFn, Member, PathArguments, Type, parse_quote};

/// Functions that floats have and other numbers have not.
const NOT_SPELLED: [&str; 14] = [
    "classify",
    "div_euclid",
    "from_bits",
    "maximum",
    "midpoint",
    "minimum",
    "next_down",
    "next_up",
    "round_ties_even",
    "to_be_bytes",
    "to_bits",
    "to_int_unchecked",
    "to_le_bytes",
    "to_ne_bytes",
];

/// Constants of floats that are integers.
const INTEGERS: [&str; 7] = ["DIGITS", "MANTISSA_DIGITS", "MAX_10_EXP", "MAX_EXP", "MIN_10_EXP", "MIN_EXP", "RADIX"];

impl Rewrite<'_> {
    /// A constant of the program's, by its name in capitals.
    pub(super) fn is_constant(&self, e: &ExprPath) -> bool {
        let Some(last) = e.path.segments.last().filter(|s| e.qself.is_none() && s.arguments.is_none()) else {
            return false;
        };
        let name = last.ident.to_string();
        let capitals = name.starts_with(|c: char| c.is_ascii_uppercase()) && !name.contains(char::is_lowercase);
        let of = e.path.segments.iter().rev().nth(1).map(|s| &s.ident);
        // A variant may have a name of one letter.
        let variant = of.is_some_and(|of| {
            of.to_string().starts_with(char::is_uppercase)
                && name.len() == 1
                && around::constant_of(of, &last.ident).is_none()
        });
        capitals && !variant && (of.is_some() || !self.bound.contains(&name))
    }

    pub(super) fn number_of(&self, x: &Expr) -> Expr {
        let number = self.number;
        parse_quote!(::wengert::generated::spelled::IntoNumber::<#number>::into_number(#x))
    }

    /// What a field is filled with: a plain value where it is constant, a number where it is one.
    pub(super) fn filled(&self, of: &Type, variant: Option<&Ident>, member: &Member, x: &Expr) -> Expr {
        let number = self.number;
        match around::field_of(of, variant, member) {
            Some((ty, true)) if self.is_float(&ty) => parse_quote!(::wengert::Real::value(&(#x))),
            Some((ty, false)) if self.is_float(&ty) => parse_quote!(::core::convert::Into::<#number>::into(#x)),
            Some((ty, true)) if super::lifts(&ty, self.twins.scalar()) && says_its_type(x) => {
                parse_quote!(::wengert::generated::filled!(#number, #x))
            }
            _ => x.clone(),
        }
    }

    /// The constants that a structure or a variant of a type over any number is made of.
    pub(super) fn own_constants(&self, made: &mut syn::ExprStruct) {
        let path = &made.path;
        let last = path.segments.last().filter(|_| path.segments.len() > 1).map(|last| last.ident.clone());
        for field in &mut made.fields {
            for variant in [None].into_iter().chain(last.as_ref().map(Some)) {
                let of = plain_type(path, variant.is_some());
                if let Some((_, true)) = around::field_of(&of, variant, &field.member) {
                    field.expr = self.filled(&of, variant, &field.member, &field.expr);
                    field.colon_token.get_or_insert_default();
                    break;
                }
            }
        }
    }

    pub(super) fn path(&mut self, e: &mut ExprPath) -> Option<Expr> {
        let number = self.number;
        let plain = e.path.segments.first().is_some_and(|s| s.ident == *self.twins.scalar());
        if plain && e.path.segments.last().is_some_and(|s| INTEGERS.iter().any(|name| s.ident == name)) {
            return None;
        }
        if self.is_constant(e) {
            return Some(match plain {
                true => parse_quote!(<#number as ::wengert::Number>::constant(#e)),
                false => parse_quote!(::wengert::generated::spelled::Constant::<#number>::constant(&#e)),
            });
        }
        if let Some(reads) = self.reader(&e.path) {
            return Some(reads);
        }
        if plain && e.path.segments.len() == 2 {
            self.meaningful(&e.path.segments[1].ident.clone());
            if e.path.segments[1].ident == "from" {
                let number_of = self.number_of(&parse_quote!(x));
                return Some(parse_quote!((|x| #number_of)));
            }
            e.path.segments[0].ident = Ident::new(&number.to_string(), e.path.segments[0].ident.span());
            return None;
        }
        // A function with derivatives as a value.
        let local = e.path.get_ident().is_some_and(|name| self.bound.contains(&name.to_string()));
        let function = e.path.segments.len() == 1 && e.path.segments[0].arguments.is_none();
        let open = || around::open_at(&e.path).is_some();
        if function && !local && around::given_by(&e.path, "f64").is_some() && !open() {
            let path = around::home_of(&e.path);
            return Some(parse_quote!(#path::__as_written));
        }
        if !local && let Some(Pasted::Text(text)) = self.unmarked(&e.path) {
            return Some(self.over_number(text, &e.path));
        }
        if let Some(path) = self.twins.map(&e.path).filter(|_| self.own) {
            return Some(Expr::Path(parse_quote!(#path)));
        }
        // `Shape::Nothing`, `Point::new` as a function.
        if let Some(path) = self.twins.of_path(&e.path, number) {
            return Some(Expr::Path(parse_quote!(#path)));
        }
        None
    }

    /// Whether a function is taken for a differentiable one of another crate: functions of Wengert's run on any number.
    fn is_of_others(&self, path: &syn::Path) -> bool {
        let plain = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize", "f32", "f64", "wengert"];
        let first = path.segments.first().is_some_and(|s| plain.iter().any(|word| s.ident == word));
        let name = path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
        let of_table = rules::Row::find(&name).is_some();
        let of_wengert = ["lift", "log_sum_exp", "max_of", "min_of", "norm", "stop_gradient"].contains(&name.as_str());
        !(first || of_table || of_wengert || around::is_of_linalg(path)) && around::is_foreign(path)
    }

    /// A function that takes functions is repeated in the text, over the number: what it is called by.
    fn repeated(&mut self, mut f: ItemFn) -> Expr {
        let (text, name, of) = (f.sig.ident.to_string(), format_ident!("__{}_repeated", f.sig.ident), self.of.clone());
        if self.repeats.iter().all(|(own, _)| *own != text) {
            let (place, own) = (self.repeats.len(), f.clone());
            self.repeats.push((text, None));
            crate::signature::take_marks(&mut f);
            crate::syntax::marks::take(&mut f.block);
            (f.attrs, f.vis, f.sig.ident) = (vec![], syn::Visibility::Inherited, name.clone());
            let outer = std::mem::replace(&mut self.bound, super::names::Names::of(&f));
            let mut item = Item::Fn(f);
            self.repeating.push(own);
            self.visit_item_mut(&mut item);
            self.repeating.pop();
            self.bound = outer;
            self.repeats[place].1 = Some(item);
        }
        parse_quote!(#of::#name)
    }

    /// A function without the attribute that has to do with floats.
    fn unmarked(&mut self, path: &syn::Path) -> Option<Pasted> {
        let name = path.segments.last()?.ident.to_string();
        if let Some(own) = self.repeating.iter().rev().find(|f| path.is_ident(&f.sig.ident)) {
            return Some(Pasted::Text(own.clone()));
        }
        let small = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
        let (mut text, unclear) = if small { around::repeatable(path)? } else { return None };
        around::plain_types(&mut text);
        self.is_of_numbers(&text.sig).then(|| unclear.map_or(Pasted::Text(text), Pasted::Unclear))
    }

    /// The path of such a function, repeated over the number.
    fn over_number(&mut self, text: ItemFn, path: &syn::Path) -> Expr {
        let of_types = |p: &&syn::GenericParam| !matches!(p, syn::GenericParam::Lifetime(_));
        let open = text.sig.generics.params.iter().filter(of_types).map(|_| quote!(_));
        let written = match path.segments.last().map(|s| &s.arguments) {
            Some(PathArguments::AngleBracketed(a)) => a.args.iter().map(ToTokens::to_token_stream).collect(),
            _ => open.collect::<Vec<_>>(),
        };
        let (number, repeated) = (self.number, self.repeated(text));
        parse_quote!(#repeated::<#(#written,)* #number>)
    }

    /// A call of such a function; one that is given no floats is called as it is.
    fn call_unmarked(&mut self, call: &mut ExprCall) -> Option<Expr> {
        let Expr::Path(f) = &*call.func else { return None };
        match self.unmarked(&f.path)? {
            Pasted::Text(text) | Pasted::AtHome(text) => {
                let inputs = syn::Signature { output: syn::ReturnType::Default, ..text.sig.clone() };
                if self.is_of_numbers(&inputs) || !text.sig.generics.params.is_empty() {
                    let path = f.path.clone();
                    *call.func = self.over_number(text, &path);
                    return None;
                }
                let (number, scalar) = (self.number, self.twins.scalar());
                let lifted = |x: TokenStream| quote!(::wengert::generated::spelled::Constant::<#number>::constant(&#x));
                match &text.sig.output {
                    syn::ReturnType::Type(_, ty) if super::lifts(ty, scalar) => {
                        let lifted = lifted(quote!(#call));
                        Some(parse_quote!(#lifted))
                    }
                    // Its error is the function's own.
                    syn::ReturnType::Type(_, ty)
                        if crate::syntax::types::argument_of(ty, &["Result"])
                            .is_some_and(|ty| super::lifts(ty, scalar)) =>
                    {
                        let lifted = lifted(quote!(value__));
                        Some(parse_quote!((#call).map(|value__| #lifted)))
                    }
                    // What has no twin stays as it is.
                    syn::ReturnType::Type(_, ty) if around::unmarked(ty).is_some() => None,
                    _ => {
                        let path = f.path.clone();
                        *call.func = self.over_number(text, &path);
                        None
                    }
                }
            }
            Pasted::Unclear(message) => {
                let path = f.path.clone();
                self.refuse(&path, &message);
                None
            }
        }
    }

    /// The function itself on any number, as what is recorded in other modules calls it.
    pub(super) fn for_others(mut self, f: &ItemFn) -> Option<Item> {
        let mut f = f.clone();
        (f.attrs, f.vis) = (vec![parse_quote!(#[doc(hidden)])], parse_quote!(pub));
        f.sig.ident = format_ident!("__as_written");
        let mut item = Item::Fn(f);
        self.visit_item_mut(&mut item);
        self.refused.is_none().then_some(item)
    }

    /// Refuses what has no meaning over another number.
    pub(super) fn meaningful(&mut self, method: &Ident) {
        if NOT_SPELLED.iter().any(|name| method == name) {
            self.refuse(method, "this is a function of floats alone");
        }
    }

    pub(super) fn call(&mut self, call: &mut ExprCall) -> Option<Expr> {
        let number = self.number;
        let Expr::Path(f) = &mut *call.func else { return None };
        let segments = &f.path.segments;
        if self.own && segments.len() == 2 && segments[0].ident == *self.twins.scalar() && segments[1].ident == "from" {
            return Some(self.number_of(&call.args[0]));
        }
        if self.own
            && segments.last().is_some_and(|s| s.ident == "constant")
            && call.args.len() == 1
            && of_matrix(&f.path)
        {
            let values = &call.args[0];
            return Some(parse_quote!(match #values {
                values__ => ::core::clone::Clone::clone(::wengert::generated::given!(#number, & *values__))
            }));
        }
        // What shares a slice is a list.
        if let Some(of_trait) = shared(&f.path) {
            *call.func = of_trait;
            return None;
        }
        if self.own && self.twins.is_on_types(&f.path) {
            self.refuse(&f.path.clone(), ON_TYPES);
            return None;
        }
        // Arguments carry derivatives now, and so do fields.
        if let Some((made, variant)) = self.twins.structure_of(&f.path, number) {
            let of = plain_type(&f.path, variant.is_some());
            let fields = call.args.iter().enumerate().map(|(k, arg)| {
                let member = Member::from(k);
                let filled = self.filled(&of, variant.as_ref(), &member, arg);
                quote!(#member: #filled)
            });
            let fields: Vec<_> = fields.collect();
            let variant = variant.as_ref().map(|v| quote!(::#v));
            return Some(parse_quote!(#made #variant { #(#fields),* }));
        }
        if let Some(path) = self.twins.map(&f.path).filter(|_| self.own) {
            *call.func = Expr::Path(parse_quote!(#path));
            return None;
        }
        if let Some(path) = self.twins.of_path(&f.path, number) {
            *call.func = Expr::Path(parse_quote!(#path));
            return None;
        }
        if self.own && crate::signature::boxes::makes(call) {
            *call.func = parse_quote!(::wengert::generated::Boxed::new);
            return None;
        }
        let Expr::Path(f) = &mut *call.func else { return None };
        let name = f.path.segments.last()?.ident.to_string();
        let local = f.path.segments.len() == 1 && self.bound.calls(&name);
        if let Some(answered) = around::answered_by(&f.path).filter(|_| self.own && !local) {
            for (arg, taken) in call.args.iter_mut().zip(answered) {
                *arg = match taken {
                    // The call says of which type a literal is.
                    around::Taken::Value if matches!(arg, Expr::Lit(l) if matches!(l.lit, syn::Lit::Int(_))) => {
                        continue;
                    }
                    around::Taken::Reference => parse_quote!(&::wengert::generated::asked!(#number, #arg)),
                    around::Taken::Value => parse_quote!(::wengert::generated::asked!(#number, &(#arg))),
                    around::Taken::Inside => continue,
                };
            }
            return None;
        }
        // Without arguments there is nothing to differentiate by.
        let of_others = |path| !call.args.is_empty() && self.is_of_others(path);
        let ours = || around::given_by(&f.path, "f64").is_some() || of_others(&f.path);
        let made = around::is_type(&name) && !around::is_function(&name);
        if !local && !made && self.own && ours() {
            match around::open_at(&f.path) {
                Some(Open::Std) => return self.call_unmarked(call),
                Some(Open::Trait) => {
                    let message = "a function that is generic over a trait without derivatives cannot be called while it \
                                   is recorded: put #[differentiable] on the trait, and on its `impl`s";
                    self.refuse(&f.path, message);
                    return None;
                }
                Some(Open::Form) | None => {}
            }
            if (0..call.args.len()).any(|k| around::takes_function(&f.path, k)) {
                match around::pasted(&f.path) {
                    Some(Pasted::Text(text)) => *call.func = self.repeated(text),
                    Some(Pasted::AtHome(text)) => {
                        let path = around::home_of(&f.path);
                        let mut bare = path.clone();
                        bare.segments.iter_mut().for_each(|s| s.arguments = PathArguments::None);
                        *call.func = parse_quote!(#bare::__as_written);
                        // What cannot be had there cannot be had here.
                        let before = self.repeats.len();
                        self.repeated(text);
                        self.repeats.truncate(before);
                    }
                    Some(Pasted::Unclear(message)) => self.refuse(&f.path, &message),
                    None => {
                        self.refuse(&f.path, "a function that takes functions cannot be called while it is recorded")
                    }
                }
                return None;
            }
            let last = f.path.segments.last_mut()?;
            let arguments = match std::mem::replace(&mut last.arguments, PathArguments::None) {
                PathArguments::AngleBracketed(a) => {
                    let own = a.args.iter();
                    Some(quote!(::<#number, #(#own),*>))
                }
                _ => None,
            };
            let path = around::home_of(&f.path);
            *call.func = parse_quote!(#path::__as_written #arguments);
            return None;
        }
        if local || made || !self.own { None } else { self.call_unmarked(call) }
    }
}

/// The type that a path names, its variant taken off.
pub(super) fn plain_type(path: &syn::Path, variant: bool) -> Type {
    let mut of = path.clone();
    if variant {
        of.segments.pop();
        of.segments.pop_punct();
    }
    parse_quote!(#of)
}

/// Whether the type of a value is known without the place that it goes to.
pub(super) fn says_its_type(x: &Expr) -> bool {
    let opens = ["collect", "into", "parse", "sum", "product", "unwrap_or_default", "new", "default", "with_capacity"];
    match x {
        Expr::MethodCall(m) => !opens.iter().any(|name| m.method == name) && says_its_type(&m.receiver),
        Expr::Call(c) => match &*c.func {
            Expr::Path(p) => p.path.segments.last().is_none_or(|s| !opens.iter().any(|name| s.ident == name)),
            _ => true,
        },
        Expr::Macro(m) => !m.mac.tokens.is_empty(),
        Expr::Closure(_) => false,
        _ => true,
    }
}

/// Whether a path names a function of the type of matrices.
fn of_matrix(path: &syn::Path) -> bool {
    let mut of = path.clone();
    of.segments.pop();
    of.segments.pop_punct();
    !of.segments.is_empty() && around::is_matrix(&of)
}

/// `Rc::clone` and `Rc::from` by the trait.
fn shared(path: &syn::Path) -> Option<Expr> {
    let [.., by, name] = &path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    if by.ident != "Rc" && by.ident != "Arc" || around::is_type(&by.ident.to_string()) {
        return None;
    }
    Some(match &*name.ident.to_string() {
        "clone" => parse_quote!(::core::clone::Clone::clone),
        "from" => parse_quote!(::core::convert::From::from),
        _ => return None,
    })
}
