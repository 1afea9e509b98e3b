//! Calls of other differentiable functions: with a record, and back through it.

pub(crate) mod backward;
pub mod protocol;

use crate::emit::{Emitter, Mode};
use crate::ir::{Access, Arg, Arr, Atom, Call, Lie, Out, Storage, Ty, View};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashMap;

/// An argument without tuples around it.
pub(crate) enum Flat<'c> {
    Scalar(&'c Atom),
    View(&'c View, Access),
    Owned(Arr),
}

pub(crate) fn flatten<'c>(args: &'c [Arg], out: &mut Vec<Flat<'c>>) {
    for arg in args {
        match arg {
            Arg::Scalar(a) => out.push(Flat::Scalar(a)),
            Arg::View(v, m) => out.push(Flat::View(v, *m)),
            Arg::Owned(a) => out.push(Flat::Owned(*a)),
            Arg::Tuple(parts) => flatten(parts, out),
        }
    }
}

/// Whether the arguments are such as functions of the table take: these tell active ones from constants.
pub(crate) fn elementary(args: &[Flat<'_>]) -> bool {
    args.len() <= 3 && args.iter().all(|a| matches!(a, Flat::Scalar(_)))
}

impl Emitter<'_> {
    /// The path of one of the functions beside `f`.
    pub(crate) fn beside(&self, path: &syn::Path, function: &str) -> TokenStream {
        let mut path = path.clone();
        let number = self.number();
        if let Some((mut of, name)) = associated(&path) {
            if self.sig.typed.iter().any(|t| of.is_ident(&t.name)) {
                let function = crate::syntax::names::hidden(&name, function);
                return quote!(#of::#function::<#number>);
            }
            // A function of a type: it is found at the type over the number.
            let function = format_ident!("__{}_{}", name, function.trim_start_matches('_'), span = name.span());
            let scalar = &self.sig.scalar;
            let (open, bare) = (crate::around::is_open(&of), of.segments.last().is_some_and(|s| s.arguments.is_none()));
            if let (false, true, Some(last)) = (open, bare, of.segments.last_mut()) {
                // They follow from what the function takes and gives.
                let lifetime = |p: &syn::GenericParam| matches!(p, syn::GenericParam::Lifetime(_));
                let parameters = crate::around::parameters_of(&last.ident).into_iter().filter(|p| !lifetime(p));
                let any: Vec<_> = parameters.map(|_| quote!(_)).collect();
                if !any.is_empty() {
                    last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(::<#(#any),*>));
                }
            }
            return match self.sig.generic {
                _ if crate::around::is_choice(&syn::parse_quote!(#of)) => quote!(#of::#function),
                true => quote!(#of::#function),
                false if open && bare => quote!(#of::<#number>::#function),
                false => quote!(<<#of as ::wengert::Differentiable<#scalar>>::Over<#number>>::#function),
            };
        }
        // Without arguments of the user's, those of the callee follow from what it is given.
        let arguments = match path.segments.last_mut().map(|last| std::mem::take(&mut last.arguments)) {
            Some(syn::PathArguments::AngleBracketed(a)) => {
                // Functions that are passed stand behind, and follow from what is passed.
                let (stand, unnamed) = crate::around::functions_of(&path);
                let functions = (0..stand.len() + unnamed).map(|_| quote!(_));
                let written = |(k, a): (usize, &syn::GenericArgument)| {
                    let function = stand.contains(&k) && matches!(a, syn::GenericArgument::Type(_));
                    (!function).then(|| quote!(#a))
                };
                let args = a.args.iter().enumerate().filter_map(written).chain(functions);
                quote!(::<#number #(, #args)*>)
            }
            _ => TokenStream::new(),
        };
        let function = format_ident!("{}", function, span = path_span(&path));
        let home = crate::around::home_of(&path);
        quote!(#home::#function #arguments)
    }

    /// The same of a call: where an operation on matrices takes constants alone, nothing else shows the number.
    pub(crate) fn function_of(&self, c: &Call, function: &str) -> TokenStream {
        let (path, number) = (self.beside(&c.path, function), self.number());
        let lifted = |arg: &Arg| matches!(arg, Arg::View(v, _) if self.p.arrays[v.arr].lifted);
        if c.is_operation() && !c.args.iter().any(lifted) { quote!(#path::<#number>) } else { path }
    }

    pub(crate) fn forward_call(&mut self, c: &Call) -> TokenStream {
        if !c.lifted {
            return self.plain_call(c);
        }
        let mut args = vec![];
        flatten(&c.args, &mut args);
        let (before, borrowed) = self.disjoint(&args);
        let free = elementary(&args);
        let mut tokens = vec![];
        for (k, arg) in args.iter().enumerate() {
            tokens.push(match arg {
                Flat::Scalar(a) if self.p.rich(a) => {
                    let x = self.lend(a);
                    self.give(quote!(::wengert::generated::Any(#x)))
                }
                Flat::Scalar(a) if self.p.lifted(a) => {
                    let x = self.tokens(a);
                    let x = quote!(::wengert::generated::Active(#x));
                    if free { self.give(x) } else { x }
                }
                Flat::Scalar(a) => self.give(self.constant_argument(a)),
                Flat::View(v, access) => {
                    let (name, range) = (self.array(v.arr), self.range(v));
                    let read = !access.writes();
                    let number = !self.p.arrays[v.arr].lifted && *access == Access::Number;
                    let place = match (borrowed.get(&k), read) {
                        _ if *access == Access::Lent && v.part.is_none() => self.memory(v.arr),
                        (Some(part), _) if number => quote!(&mut #part[0]),
                        (None, _) if number => {
                            let at = v.part.as_ref().map_or(quote!(0), |(at, _)| self.tokens(at));
                            quote!(&mut #name[#at])
                        }
                        (Some(part), false) => quote!(#part),
                        (Some(part), true) => quote!(&*#part),
                        (None, false) => quote!(&mut #name[#range]),
                        (None, true) => quote!(&#name[#range]),
                    };
                    match (self.p.arrays[v.arr].lifted, access) {
                        (true, Access::Either | Access::Value) => {
                            self.give(quote!(::wengert::generated::Active(#place)))
                        }
                        (true, _) => quote!(::wengert::generated::Active(#place)),
                        (false, Access::Read) if c.is_operation() => {
                            quote!(::wengert::generated::matrices::Constant(#place))
                        }
                        (false, Access::Read | Access::Value) => self.give(place),
                        (false, _) => place,
                    }
                }
                Flat::Owned(a) => {
                    let name = self.array(*a);
                    match (&self.p.arrays[*a].storage, self.p.arrays[*a].lifted) {
                        (Storage::Fixed(_), true) => quote!(::wengert::generated::Active(#name)),
                        (Storage::Fixed(_), false) => self.give(quote!(#name)),
                        (_, true) => self.give(quote!(::wengert::generated::Active(&#name[..]))),
                        (_, false) => self.give(quote!(&#name[..])),
                    }
                }
            });
        }
        if let (true, Some(receiver)) = (c.is_of_constant(), receiver(&args)) {
            tokens[0] = self.constant_receiver(c, receiver);
        }
        let eval = !self.recording || !c.active;
        let form = if eval { "value" } else { "forward" };
        let call = match &c.method {
            Some(method) if !c.is_of_constant() => {
                tokens.remove(0);
                self.method_call(method, receiver(&args), &tokens, form)
            }
            _ => {
                let mut function = self.function_of(c, &format!("__{form}"));
                if eval && !c.is_operation() && self.shows_no_number(c, &args) {
                    let number = self.number();
                    function = quote!(#function::<#number>);
                }
                let ws = (!eval).then(|| quote!(ws));
                quote_spanned!(path_span(&c.path)=> #function(#(#tokens,)* #ws))
            }
        };
        let (pattern, adopt) = self.outs(&c.out);
        let open = |arg: &Flat| matches!(arg, Flat::Scalar(a) if self.p.rich(a));
        let bind = match &c.out {
            Out::Unit => quote!(let _ = #call;),
            // Where arguments may be structures, the callee's number does not show by them.
            Out::Scalar(v)
                if eval && c.method.is_none() && self.p.values[*v].ty == Ty::Float && args.iter().any(open) =>
            {
                let number = self.number();
                quote!(let #pattern: #number = #call;)
            }
            _ => quote!(let #pattern = #call; #adopt),
        };
        let mut after = TokenStream::new();
        if self.recording && !eval {
            for arg in &args {
                let a = match arg {
                    Flat::View(v, access) if !access.lends() => v.arr,
                    Flat::Owned(a) => *a,
                    _ => continue,
                };
                if self.plan.snapshots.contains(&(c.id, a)) {
                    let name = self.array(a);
                    after.extend(if self.p.arrays[a].lifted {
                        quote!(ws.keep_copy(&#name[..]);)
                    } else {
                        quote!(ws.save_words(&#name[..]);)
                    });
                }
            }
        }
        if self.mode == Mode::Joint {
            for k in self.plan.checks.overwrites.get(&c.id).into_iter().flatten() {
                let mut place = vec![];
                flatten(&c.args[..*k], &mut place);
                let place = place.len();
                after.extend(quote!(if !ws.overwrote(#place) { return ::core::option::Option::None; }));
            }
        }
        quote!(#before #bind #after)
    }

    /// Whether neither what a call is given nor what it gives tells of which number it is: counts alone.
    fn shows_no_number(&self, c: &Call, args: &[Flat<'_>]) -> bool {
        let lifted = |arg: &Flat| match arg {
            Flat::Scalar(a) => self.p.lifted(a) || self.p.rich(a),
            Flat::View(View { arr, .. }, _) | Flat::Owned(arr) => self.p.arrays[*arr].lifted,
        };
        let (mut values, mut arrays) = (0, 0);
        c.out.numbers(&mut |_| values += 1, &mut |_| arrays += 1);
        let generic = c.path.segments.iter().any(|s| !s.arguments.is_empty());
        values + arrays == 0 && !generic && !args.iter().any(lifted)
    }

    /// The constant that a method is called on, which may be behind a reference.
    pub(crate) fn constant_receiver(&self, c: &Call, a: &Atom) -> TokenStream {
        let (tokens, of) = (self.tokens(a), crate::syntax::split_variant(&c.path).0);
        self.give(quote!(::wengert::generated::Whole(::core::borrow::Borrow::<#of>::borrow(&#tokens))))
    }

    /// A call of a method on any number: the receiver's type has it under another name.
    fn method_call(&self, method: &Ident, of: Option<&Atom>, args: &[TokenStream], form: &str) -> TokenStream {
        let function = format_ident!("__{}_{}", method, form, span = method.span());
        let (ws, span) = ((form != "value").then(|| quote!(ws)), method.span());
        let receiver = of.map(|a| self.lend(a)).unwrap_or_default();
        match of.and_then(|a| self.type_parameter(a)) {
            Some(of) => {
                let function = crate::syntax::names::hidden(method, form);
                let number = self.number();
                quote_spanned!(span=> #of::#function::<#number>(
                    ::wengert::generated::Active(::wengert::generated::Lent::By(#receiver)), #(#args,)* #ws
                ))
            }
            None => {
                let receiver = self.via(&receiver);
                quote_spanned!(span=> (#receiver).#function(#(#args,)* #ws))
            }
        }
    }

    /// A receiver as the traits of its type take it.
    pub(crate) fn via(&self, receiver: &TokenStream) -> TokenStream {
        let number = self.number();
        quote!(::wengert::generated::via::<#number, _>(#receiver))
    }

    /// The type parameter that is the type of a value, where it is a parameter of the function.
    pub(crate) fn type_parameter(&self, a: &Atom) -> Option<Ident> {
        let leaf =
            |l: &crate::ir::lowered::Leaf| matches!(l, crate::ir::lowered::Leaf::Scalar(v) if Some(*v) == a.val());
        let k = self.leaves.iter().position(leaf)?;
        let named = |t: &&crate::signature::bounds::Typed| {
            let ty = &self.sig.params[k].ty;
            self.sig.params[k].active && crate::signature::bounds::is_one(std::slice::from_ref(t), ty)
        };
        self.sig.typed.iter().find(named).map(|t| t.name.clone())
    }

    /// A constant whose type does not hang in the air.
    fn typed(&self, a: &Atom) -> TokenStream {
        let tokens = self.tokens(a);
        let float = matches!(a, Atom::Lit(t) if crate::syntax::literal_ty(t) == crate::ir::Ty::Float);
        let scalar = &self.sig.scalar;
        if float { quote!((#tokens as #scalar)) } else { tokens }
    }

    /// A constant argument; where it may be a structure, a reference to one is told from the rest.
    pub(crate) fn constant_argument(&self, a: &Atom) -> TokenStream {
        let tokens = self.typed(a);
        if matches!(a, Atom::Val(v) if self.p.values[*v].ty == crate::ir::Ty::Record && !self.p.values[*v].by_ref) {
            return quote!(::wengert::generated::Shared(&#tokens));
        }
        // A constant of a type that does not show, by value or by reference.
        if matches!(a, Atom::Val(v) if self.p.values[*v].ty == Ty::some_int()) {
            return quote!(::wengert::generated::Whole(&#tokens));
        }
        match self.may_be_structure(a) {
            // It is passed again on the way back.
            true if self.is_copied(a) => {
                quote!(::wengert::generated::shared!(::core::clone::Clone::clone(&#tokens)))
            }
            true => quote!(::wengert::generated::shared!(#tokens)),
            false => tokens,
        }
    }

    /// Whether a constant is a value that can be copied, and no place of the caller's.
    fn is_copied(&self, a: &Atom) -> bool {
        let leaf =
            |l: &crate::ir::lowered::Leaf| matches!(l, crate::ir::lowered::Leaf::Scalar(v) if Some(*v) == a.val());
        let param = self.leaves.iter().position(leaf).map(|k| &self.sig.params[k].ty);
        a.val().is_some() && !param.is_some_and(crate::syntax::types::is_changed)
    }

    /// An argument that fits several parameters: the callee's signature decides.
    pub(crate) fn give(&self, x: TokenStream) -> TokenStream {
        let number = self.number();
        quote!(::wengert::generated::give::<#number, _, _>(#x, &mut ::core::default::Default::default()))
    }

    /// Parts of one array, some of them written: borrowed together. Gives the names of the parts by argument.
    fn disjoint(&mut self, args: &[Flat<'_>]) -> (TokenStream, HashMap<usize, Ident>) {
        let mut groups = vec![];
        for (k, arg) in args.iter().enumerate() {
            if let Flat::View(v, m) = arg {
                groups.push((v.arr, (k, *v, m.writes())));
            }
        }
        let (mut code, mut names) = (TokenStream::new(), HashMap::new());
        for (a, parts) in Self::by_owner(groups) {
            if parts.len() < 2 || !parts.iter().any(|p| p.2) {
                continue;
            }
            let owner = self.array(a);
            let (mut idents, mut ranges) = (vec![], vec![]);
            let len = self.unique("len");
            for (k, v, _) in parts {
                let ident = self.unique("part");
                ranges.push(match &v.part {
                    None => quote!(0..#len),
                    Some(_) => self.range(v),
                });
                names.insert(k, ident.clone());
                idents.push(ident);
            }
            code.extend(quote!(let #len = #owner.len();));
            code.extend(quote!(let [#(#idents),*] = ::wengert::generated::disjoint(&mut #owner[..], [#(#ranges),*]);));
        }
        (code, names)
    }

    /// The pattern that takes a call's result, and what turns its arrays into arrays of ours.
    pub(crate) fn outs(&mut self, out: &Out) -> (TokenStream, TokenStream) {
        match out {
            Out::Unit => (quote!(_), TokenStream::new()),
            Out::Scalar(v) | Out::Count(v) => {
                let name = self.name(*v);
                (quote!(#name), TokenStream::new())
            }
            Out::Array(a) => {
                let name = self.array(*a);
                let array = &self.p.arrays[*a];
                let pooled = array.lifted && self.mode != Mode::Eval;
                // Of which number it is, constant arguments do not show.
                let of = if array.lifted { self.number().into_token_stream() } else { quote!(_) };
                let adopt = |raw: &Ident| match (&array.storage, pooled) {
                    (Storage::Fixed(_), true) => quote!(::wengert::generated::Settle::<#of, _>::settle_in(#raw, ws)),
                    (Storage::Fixed(_), false) => quote!(::wengert::generated::Settle::<#of, _>::settle(#raw)),
                    (_, true) => quote!(::wengert::generated::Adopt::<#of>::adopt_in(#raw, ws)),
                    (_, false) => quote!(::wengert::generated::Adopt::<#of>::adopt(#raw)),
                };
                if self.declared.contains(a) {
                    let raw = self.unique("list");
                    let list = adopt(&raw);
                    return (quote!(#raw), quote!(#name = #list;));
                }
                let list = adopt(name);
                let ty = match &array.storage {
                    Storage::Fixed(n) => quote!(: [_; #n]),
                    _ => TokenStream::new(),
                };
                (quote!(#name), quote!(let mut #name #ty = #list;))
            }
            Out::Rows(count, tables) => {
                let (count, rows) = (self.name(*count), self.unique("rows"));
                let tables = tables.iter().enumerate().filter_map(|(k, lie)| {
                    let Lie::Table(table) = lie else { return None };
                    let (name, made) = (self.array(*table), quote!(#rows.table(#k)));
                    let declared = self.declared.contains(table);
                    Some(if declared { quote!(#name = #made;) } else { quote!(let mut #name = #made;) })
                });
                (quote!(#rows), quote!(let #count = #rows.count; #(#tables)*))
            }
            Out::Tuple(parts)
                if let [Out::Scalar(v), Out::Rows(count, _)] = parts.as_slice()
                    && self.p.values[*v].option =>
            {
                let (name, count, number) = (self.name(*v), self.name(*count), self.number());
                let (raw, rows) = (self.unique("given"), self.unique("rows"));
                let adopt = quote! {
                    let #count = #rows.count;
                    let #name = {
                        use ::wengert::generated::{OfAll as _, OfOptions as _};
                        (&&::wengert::generated::kind::<#number, _>(&#raw)).option(#raw, #count != 0)
                    };
                };
                (quote!((#raw, #rows)), adopt)
            }
            Out::Tuple(parts) => {
                let (patterns, adopts): (Vec<_>, Vec<_>) = parts.iter().map(|o| self.outs(o)).unzip();
                (quote!((#(#patterns),*)), quote!(#(#adopts)*))
            }
        }
    }

    /// A call of constants only that changes some of them: copies are changed, and come back.
    fn plain_call_that_changes(&mut self, c: &Call, mut args: Vec<TokenStream>) -> TokenStream {
        let (mut copies, mut names) = (TokenStream::new(), vec![]);
        for &k in &c.changed {
            let (name, arg) = (self.unique("changed"), &args[k]);
            copies.extend(quote!(let mut #name = ::core::clone::Clone::clone(&#arg);));
            args[k] = if c.method.is_some() && k == 0 { quote!(#name) } else { quote!(&mut #name) };
            names.push(name);
        }
        let call = match &c.method {
            Some(method) => {
                let (receiver, args) = (&args[0], &args[1..]);
                quote!(#receiver.#method(#(#args),*))
            }
            None => {
                let path = c.plain_path();
                quote!(#path(#(#args),*))
            }
        };
        let alone = match &c.out {
            Out::Tuple(parts) => parts.len() == names.len(),
            _ => true,
        };
        let (pattern, adopt) = self.outs(&c.out);
        let made = if alone { quote!(#call; (#(#names),*)) } else { quote!(let given = #call; (given, #(#names),*)) };
        quote!(let #pattern = { #copies #made }; #adopt)
    }

    /// A call of constants only: as it was written.
    fn plain_call(&mut self, c: &Call) -> TokenStream {
        fn argument(e: &Emitter<'_>, arg: &Arg) -> TokenStream {
            match arg {
                Arg::Scalar(a) => e.tokens(a),
                Arg::View(v, access) => {
                    let (name, range) = (e.array(v.arr), e.range(v));
                    if *access == Access::Number {
                        let at = v.part.as_ref().map_or(quote!(0), |(at, _)| e.tokens(at));
                        quote!(&mut #name[#at])
                    } else if access.writes() {
                        quote!(&mut #name[#range])
                    } else {
                        quote!(&#name[#range])
                    }
                }
                Arg::Owned(a) => {
                    let name = e.array(*a);
                    quote!(#name.clone())
                }
                Arg::Tuple(parts) => {
                    let parts = parts.iter().map(|a| argument(e, a));
                    quote!((#(#parts),*))
                }
            }
        }
        let one = |(k, arg)| match (argument(self, arg), c.lends(k)) {
            (tokens, true) => quote!(&#tokens),
            (tokens, false) => tokens,
        };
        let args: Vec<_> = c.args.iter().enumerate().map(one).collect();
        let path = c.plain_path();
        if !c.changed.is_empty() && c.changed.iter().all(|&k| k < args.len()) {
            return self.plain_call_that_changes(c, args);
        }
        // What may give nothing is an `Option` or a `Result` as it was written.
        if let (Out::Tuple(parts), None) = (&c.out, &c.method)
            && let [Out::Scalar(v), Out::Rows(count, tables)] = &parts[..]
            && tables.is_empty()
        {
            let (value, count, given) = (self.name(*v).clone(), self.name(*count).clone(), self.unique("given"));
            let taken = if self.p.values[*v].option { quote!(#given) } else { quote!(#given.unwrap_or_default()) };
            return quote! {
                let #given = ::core::iter::IntoIterator::into_iter(#path(#(#args),*)).next();
                let #count = usize::from(#given.is_some());
                let #value = #taken;
            };
        }
        let (pattern, adopt) = self.outs(&c.out);
        if let Some(method) = &c.method {
            let (receiver, args) = (&args[0], &args[1..]);
            return quote!(let #pattern = #receiver.#method(#(#args),*); #adopt);
        }
        quote!(let #pattern = #path(#(#args),*); #adopt)
    }
}

/// The receiver of a method.
pub(crate) fn receiver<'c>(args: &[Flat<'c>]) -> Option<&'c Atom> {
    match args.first() {
        Some(Flat::Scalar(a)) => Some(a),
        _ => None,
    }
}

/// The type and the function of a path like `Camera::new`.
fn associated(path: &syn::Path) -> Option<(syn::Path, Ident)> {
    let n = path.segments.len();
    if n < 2 || !path.segments[n - 2].ident.to_string().starts_with(char::is_uppercase) {
        return None;
    }
    let mut of = path.clone();
    let name = of.segments.pop()?.into_value().ident;
    of.segments.pop_punct();
    Some((of, name))
}

pub(crate) fn path_span(path: &syn::Path) -> proc_macro2::Span {
    path.segments.last().map_or_else(proc_macro2::Span::call_site, |s| s.ident.span())
}
