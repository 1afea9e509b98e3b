//! Calls of other differentiable functions: with a record, and back through it.

use super::{Emitter, Mode};
use crate::ir::{Access, Arg, Arr, Atom, Call, Out, Storage, View};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::HashMap;

/// An argument without tuples around it.
enum Flat<'c> {
    Scalar(&'c Atom),
    View(&'c View, Access),
    Owned(Arr),
}

fn flatten<'c>(args: &'c [Arg], out: &mut Vec<Flat<'c>>) {
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
fn elementary(args: &[Flat<'_>]) -> bool {
    args.len() <= 3 && args.iter().all(|a| matches!(a, Flat::Scalar(_)))
}

impl Emitter<'_> {
    /// The path of one of the functions beside `f`.
    fn beside(&self, path: &syn::Path, function: &str) -> TokenStream {
        let mut path = path.clone();
        let number = self.number();
        if let Some((of, name)) = associated(&path) {
            // A function of a type: it is found at the type over the number.
            let function = format_ident!("__{}_{}", name, function.trim_start_matches('_'), span = name.span());
            let scalar = &self.sig.scalar;
            return match self.sig.generic {
                true => quote!(#of::#function),
                false => quote!(<<#of as ::wengert::Differentiable<#scalar>>::Over<#number>>::#function),
            };
        }
        // Without arguments of the user's, those of the callee follow from what it is given.
        let arguments = match path.segments.last_mut().map(|last| std::mem::take(&mut last.arguments)) {
            Some(syn::PathArguments::AngleBracketed(a)) => {
                let args = a.args.into_iter();
                quote!(::<#number #(, #args)*>)
            }
            _ => TokenStream::new(),
        };
        let function = format_ident!("{}", function, span = path_span(&path));
        quote!(#path::#function #arguments)
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
                Flat::Scalar(a) => self.give(self.typed(a)),
                Flat::View(v, access) => {
                    let (name, range) = (self.array(v.arr), self.range(v));
                    let read = !access.writes();
                    let place = match (borrowed.get(&k), read) {
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
        let eval = !self.recording || !c.active;
        if let Some(method) = &c.method {
            return self.forward_method(c, method, tokens, eval, before);
        }
        let function = self.beside(&c.path, if eval { "__value" } else { "__forward" });
        let ws = (!eval).then(|| quote!(ws));
        let span = path_span(&c.path);
        let call = quote_spanned!(span=> #function(#(#tokens,)* #ws));
        let (pattern, adopt) = self.outs(&c.out);
        let bind = match &c.out {
            Out::Unit => quote!(let _ = #call;),
            _ => quote!(let #pattern = #call; #adopt),
        };
        let mut after = TokenStream::new();
        if self.recording && !eval {
            for arg in &args {
                let a = match arg {
                    Flat::View(v, access) if *access != Access::Write => v.arr,
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

    /// A call of a method on any number: the receiver's type has it under another name.
    fn forward_method(
        &mut self,
        c: &Call,
        method: &Ident,
        mut tokens: Vec<TokenStream>,
        eval: bool,
        before: TokenStream,
    ) -> TokenStream {
        let mut args = vec![];
        flatten(&c.args, &mut args);
        let name = if eval { "value" } else { "forward" };
        let function = format_ident!("__{}_{}", method, name, span = method.span());
        let receiver = receiver(&args).map(|a| self.lend(a)).unwrap_or_default();
        tokens.remove(0);
        let (ws, span) = ((!eval).then(|| quote!(ws)), method.span());
        let call = quote_spanned!(span=> (#receiver).#function(#(#tokens,)* #ws));
        let (pattern, adopt) = self.outs(&c.out);
        match &c.out {
            Out::Unit => quote!(#before let _ = #call;),
            _ => quote!(#before let #pattern = #call; #adopt),
        }
    }

    /// Where a call adds the adjoint of a value of open kind.
    fn rich_place(
        &mut self,
        a: &Atom,
        before: &mut TokenStream,
        after: &mut TokenStream,
        taken: &mut Vec<crate::ir::Val>,
    ) -> TokenStream {
        let number = self.number();
        match a.val().filter(|v| self.p.values[*v].active && !taken.contains(v)) {
            Some(v) => {
                taken.push(v);
                self.adjoint_of(v)
            }
            None => {
                let (x, d) = (self.lend(a), self.unique("d"));
                before.extend(quote!(let mut #d = ::wengert::Bundle::<#number>::zero(#x);));
                self.contribute_later(a, &d, after);
                quote!(#d)
            }
        }
    }

    /// A constant whose type does not hang in the air.
    fn typed(&self, a: &Atom) -> TokenStream {
        let tokens = self.tokens(a);
        let float = matches!(a, Atom::Lit(t) if crate::lower::literal_ty(t) == crate::ir::Ty::Float);
        let scalar = &self.sig.scalar;
        if float { quote!((#tokens as #scalar)) } else { tokens }
    }

    /// An argument that fits several parameters: the callee's signature decides.
    fn give(&self, x: TokenStream) -> TokenStream {
        let number = self.number();
        quote!(::wengert::generated::Give::give(#x, &mut ::wengert::generated::Spare::<#number>::new()))
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
    fn outs(&mut self, out: &Out) -> (TokenStream, TokenStream) {
        match out {
            Out::Unit => (quote!(_), TokenStream::new()),
            Out::Scalar(v) => {
                let name = self.name(*v);
                (quote!(#name), TokenStream::new())
            }
            Out::Array(a) => {
                let name = self.array(*a);
                let pooled = self.p.arrays[*a].lifted && self.mode != Mode::Eval;
                let adopt = |raw: &Ident| match pooled {
                    true => quote!(::wengert::generated::Adopt::adopt_in(#raw, ws)),
                    false => quote!(::wengert::generated::Adopt::adopt(#raw)),
                };
                if self.declared.contains(a) {
                    let raw = self.unique("list");
                    let list = adopt(&raw);
                    return (quote!(#raw), quote!(#name = #list;));
                }
                let list = adopt(name);
                (quote!(#name), quote!(let mut #name = #list;))
            }
            Out::Rows(count, tables) => {
                let (count, rows) = (self.name(*count), self.unique("rows"));
                let tables = tables.iter().enumerate().map(|(k, table)| {
                    let name = self.array(*table);
                    let made = quote!(#rows.table(#k));
                    if self.declared.contains(table) { quote!(#name = #made;) } else { quote!(let mut #name = #made;) }
                });
                (quote!(#rows), quote!(let #count = #rows.count; #(#tables)*))
            }
            Out::Tuple(parts) => {
                let (patterns, adopts): (Vec<_>, Vec<_>) = parts.iter().map(|o| self.outs(o)).unzip();
                (quote!((#(#patterns),*)), quote!(#(#adopts)*))
            }
        }
    }

    /// A call of constants only: as it was written.
    fn plain_call(&mut self, c: &Call) -> TokenStream {
        fn argument(e: &Emitter<'_>, arg: &Arg) -> TokenStream {
            match arg {
                Arg::Scalar(a) => e.tokens(a),
                Arg::View(v, access) => {
                    let (name, range) = (e.array(v.arr), e.range(v));
                    if access.writes() { quote!(&mut #name[#range]) } else { quote!(&#name[#range]) }
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
        let args: Vec<_> = c.args.iter().map(|a| argument(self, a)).collect();
        let path = &c.path;
        let (pattern, adopt) = self.outs(&c.out);
        if let Some(method) = &c.method {
            let (receiver, args) = (&args[0], &args[1..]);
            return quote!(let #pattern = #receiver.#method(#(#args),*); #adopt);
        }
        quote!(let #pattern = #path(#(#args),*); #adopt)
    }

    pub(crate) fn reverse_call(&mut self, c: &Call) -> TokenStream {
        let mut args = vec![];
        flatten(&c.args, &mut args);
        let mut out = TokenStream::new();
        let seeds = self.seeds(&c.out, &mut out);
        let (zero, free) = (self.zero(), elementary(&args));
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        // Contents that were saved for this call, last saved first.
        let mut contents: HashMap<Arr, Ident> = HashMap::new();
        for arg in args.iter().rev() {
            let a = match arg {
                Flat::View(v, access) if *access != Access::Write => v.arr,
                Flat::Owned(a) => *a,
                _ => continue,
            };
            if self.plan.snapshots.contains(&(c.id, a)) {
                let snap = self.unique("snapshot");
                if self.p.arrays[a].lifted {
                    before.extend(quote!(let #snap = ws.kept();));
                    after.extend(quote!(ws.give(#snap);));
                } else {
                    let sample = self.p.arrays[a].sample.clone().unwrap_or(quote!(0.0));
                    before.extend(quote!(let mut #snap = ::std::vec![#sample; 0]; ws.restore_words(&mut #snap);));
                }
                contents.insert(a, snap);
            }
        }
        let mut owners: HashMap<Arr, usize> = HashMap::new();
        let mut taken = vec![];
        for arg in &args {
            if let Flat::View(View { arr, .. }, _) | Flat::Owned(arr) = arg {
                *owners.entry(*arr).or_default() += 1;
            }
        }
        let mut tokens = vec![];
        for arg in &args {
            tokens.push(match arg {
                Flat::Scalar(a) if self.p.rich(a) => {
                    let place = self.rich_place(a, &mut before, &mut after, &mut taken);
                    let x = self.lend(a);
                    self.give(quote!(::wengert::generated::AnyPair(#x, &mut #place)))
                }
                Flat::Scalar(a) if self.p.lifted(a) => {
                    let (x, d) = (self.tokens(a), self.unique("d"));
                    before.extend(quote!(let mut #d = #zero;));
                    self.contribute_later(a, &d, &mut after);
                    let pair = quote!(::wengert::generated::Pair(#x, &mut #d));
                    if free { self.give(pair) } else { pair }
                }
                Flat::Scalar(a) => self.give(self.typed(a)),
                Flat::View(v, access) => {
                    let mutable = access.writes();
                    let name = contents.get(&v.arr).cloned().unwrap_or_else(|| self.array(v.arr).clone());
                    let range = self.range(v);
                    if !self.p.arrays[v.arr].lifted {
                        tokens.push(if mutable {
                            quote!(&mut #name[#range])
                        } else {
                            self.give(quote!(&#name[#range]))
                        });
                        continue;
                    }
                    let adjoint = self.argument_adjoint(v, mutable, owners[&v.arr] > 1, &mut before, &mut after);
                    match access {
                        Access::Read => quote!(::wengert::generated::Pair(&#name[#range], #adjoint)),
                        Access::Write => quote!(::wengert::generated::Exclusive(#adjoint)),
                        Access::Either | Access::Value => {
                            self.give(quote!(::wengert::generated::Pair(&#name[#range], #adjoint)))
                        }
                    }
                }
                Flat::Owned(a) => {
                    let name = contents.get(a).cloned().unwrap_or_else(|| self.array(*a).clone());
                    let array = &self.p.arrays[*a];
                    let fixed = match &array.storage {
                        Storage::Fixed(n) => Some(n.clone()),
                        _ => None,
                    };
                    // What was saved for the call is a list; the callee takes an array.
                    let value = match &fixed {
                        Some(_) if contents.contains_key(a) => quote!(::wengert::generated::to_array(#name.to_vec())),
                        _ => quote!(#name),
                    };
                    if !array.lifted {
                        tokens.push(self.give(if fixed.is_some() { value } else { quote!(&#name[..]) }));
                        continue;
                    }
                    let view = View { arr: *a, part: None };
                    if let Some(n) = fixed {
                        let adjoint = self.array_adjoint(*a);
                        let reference = array.param && !self.is_written(*a) && !array.result;
                        if owners[a] > 1 || !array.active {
                            let d = self.unique("d");
                            before.extend(quote!(let mut #d = [#zero; #n];));
                            if array.active {
                                after.extend(quote!(::wengert::generated::flow(&mut #d[..], &mut #adjoint[..]);));
                            }
                            quote!(::wengert::generated::Pair(#value, &mut #d))
                        } else if reference {
                            quote!(::wengert::generated::Pair(#value, &mut *#adjoint))
                        } else {
                            quote!(::wengert::generated::Pair(#value, &mut #adjoint))
                        }
                    } else {
                        let adjoint = self.argument_adjoint(&view, false, owners[a] > 1, &mut before, &mut after);
                        self.give(quote!(::wengert::generated::Pair(&#name[..], #adjoint)))
                    }
                }
            });
        }
        if let Some(method) = &c.method {
            let name = format_ident!("__{}_reverse", method, span = method.span());
            let receiver = receiver(&args).map(|a| self.lend(a)).unwrap_or_default();
            let span = method.span();
            let first = tokens.remove(0);
            let ws = quote!(ws);
            let call = quote_spanned!(span=> (#receiver).#name(#first, #(#tokens,)* #seeds, #ws););
            out.extend(quote!(#before #call #after));
            return out;
        }
        let (function, span) = (self.beside(&c.path, "__reverse"), path_span(&c.path));
        let ws = quote!(ws);
        let call = quote_spanned!(span=> #function(#(#tokens,)* #seeds, #ws););
        out.extend(quote!(#before #call #after));
        out
    }

    /// The contribution of a scalar argument; it is made after the call.
    fn contribute_later(&mut self, a: &Atom, d: &Ident, after: &mut TokenStream) {
        let mut code = TokenStream::new();
        self.contribute(a, false, quote!(#d), &mut code);
        after.extend(code);
    }

    /// Where a call adds the adjoint of an array: in place, or in a copy where the array is passed twice.
    fn argument_adjoint(
        &mut self,
        v: &View,
        mutable: bool,
        shared: bool,
        before: &mut TokenStream,
        after: &mut TokenStream,
    ) -> TokenStream {
        let (name, range, zero) = (self.array_adjoint(v.arr), self.range(v), self.zero());
        let array = &self.p.arrays[v.arr];
        if array.active && !shared {
            return quote!(&mut #name[#range]);
        }
        let d = self.unique("d");
        if !array.active {
            let owner = self.array(v.arr);
            before.extend(quote!(let mut #d = ws.filled(#zero, #owner[#range].len());));
        } else if mutable {
            before.extend(quote!(let mut #d = ws.copied(&#name[#range]);));
            after.extend(quote!(#name[#range].copy_from_slice(&#d);));
        } else {
            before.extend(quote!(let mut #d = ws.filled(#zero, #name[#range].len());));
            after.extend(quote!(::wengert::generated::flow(&mut #d[..], &mut #name[#range]);));
        }
        after.extend(quote!(ws.give(#d);));
        quote!(&mut #d[..])
    }

    /// The adjoints of a call's results, as the callee takes them.
    fn seeds(&mut self, out: &Out, code: &mut TokenStream) -> TokenStream {
        fn seed(e: &mut Emitter<'_>, out: &Out, code: &mut TokenStream) -> TokenStream {
            match out {
                Out::Unit => quote!(()),
                Out::Scalar(v) if e.p.is_rich(*v) => {
                    let g = e.adjoint_of(*v);
                    quote!(::wengert::generated::sow(&#g))
                }
                Out::Scalar(v) => {
                    let g = e.take(*v, code).unwrap_or_else(|| e.zero());
                    quote!(::wengert::generated::Seed(#g))
                }
                Out::Array(a) => {
                    if e.p.arrays[*a].active {
                        let name = e.array_adjoint(*a);
                        quote!(::wengert::generated::Seed(&#name[..]))
                    } else {
                        quote!(::wengert::generated::Seed(&[][..]))
                    }
                }
                Out::Rows(..) => quote!(()),
                Out::Tuple(parts) => {
                    let parts: Vec<_> = parts.iter().map(|o| seed(e, o, code)).collect();
                    quote!((#(#parts),*))
                }
            }
        }
        match out {
            Out::Unit => quote!(::core::option::Option::None),
            out => {
                let seeds = seed(self, out, code);
                quote!(::core::option::Option::Some(#seeds))
            }
        }
    }
}

/// The receiver of a method.
fn receiver<'c>(args: &[Flat<'c>]) -> Option<&'c Atom> {
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

fn path_span(path: &syn::Path) -> proc_macro2::Span {
    path.segments.last().map_or_else(proc_macro2::Span::call_site, |s| s.ident.span())
}
