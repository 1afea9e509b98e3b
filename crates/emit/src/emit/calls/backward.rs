//! Calls of other differentiable functions on the way back: where their adjoints are added, and what is handed to them.

use crate::emit::Emitter;
use crate::emit::calls::{Flat, elementary, flatten, path_span, receiver};
use crate::emit::structures::borrowed::Claims;
use crate::ir::{Access, Arr, Atom, Call, Out, Storage, View};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::HashMap;

/// The longest array of numbers that is made on the stack for one call.
const ON_STACK: usize = 64;

impl Emitter<'_> {
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
                Flat::View(v, access) if !access.lends() => v.arr,
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
        let mut taken = Claims::default();
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
                    self.give(quote!(::wengert::generated::AnyPair(#x, #place)))
                }
                Flat::Scalar(a) if self.p.lifted(a) => {
                    let (x, d) = (self.tokens(a), self.unique("d"));
                    before.extend(quote!(let mut #d = #zero;));
                    self.contribute_later(a, &d, &mut after);
                    let pair = quote!(::wengert::generated::Pair(#x, &mut #d));
                    if free { self.give(pair) } else { pair }
                }
                Flat::Scalar(a) => self.give(self.constant_argument(a)),
                Flat::View(v, access) => {
                    let mutable = access.writes();
                    let name = contents.get(&v.arr).cloned().unwrap_or_else(|| self.array(v.arr).clone());
                    let range = self.range(v);
                    if !self.p.arrays[v.arr].lifted {
                        tokens.push(if matches!(access, Access::Number | Access::Lent) {
                            // The callee knows what it was, or has kept what it wants again.
                            quote!(::wengert::generated::Gone)
                        } else if mutable {
                            quote!(&mut #name[#range])
                        } else if c.is_operation() {
                            quote!(::wengert::generated::matrices::Constant(&#name[#range]))
                        } else {
                            self.give(quote!(&#name[#range]))
                        });
                        continue;
                    }
                    if c.is_operation() && !self.p.arrays[v.arr].active {
                        tokens.push(quote!(::wengert::generated::Active(&#name[#range])));
                        continue;
                    }
                    let adjoint = self.argument_adjoint(v, mutable, owners[&v.arr] > 1, &mut before, &mut after);
                    match access {
                        Access::Read => quote!(::wengert::generated::Pair(&#name[#range], #adjoint)),
                        Access::Write | Access::Lent | Access::Number => {
                            quote!(::wengert::generated::Exclusive(#adjoint))
                        }
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
                        Some(_) if contents.contains_key(a) => quote!(::wengert::generated::array_of(&#name[..])),
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
        if let Some(method) = c.method.as_ref().filter(|_| !c.is_of_constant()) {
            let name = format_ident!("__{}_reverse", method, span = method.span());
            let receiver_atom = receiver(&args);
            let span = method.span();
            let first = tokens.remove(0);
            let ws = quote!(ws);
            let call = match receiver_atom.and_then(|a| self.type_parameter(a)) {
                Some(of) => {
                    let function = crate::syntax::names::hidden(method, "reverse");
                    let number = self.number();
                    quote_spanned!(span=> #of::#function::<#number>(#first, #(#tokens,)* #seeds, #ws);)
                }
                None => {
                    let receiver = receiver_atom.map(|a| self.lend(a)).unwrap_or_default();
                    let receiver = self.via(&receiver);
                    quote_spanned!(span=> (#receiver).#name(#first, #(#tokens,)* #seeds, #ws);)
                }
            };
            out.extend(quote!(#before #call #after));
            return out;
        }
        if let (true, Some(receiver)) = (c.is_of_constant(), receiver(&args)) {
            tokens[0] = self.constant_receiver(c, receiver);
        }
        let (function, span) = (self.function_of(c, "__reverse"), path_span(&c.path));
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
        if let (false, Some(n)) = (mutable, self.short_length(v)) {
            before.extend(quote!(let mut #d = [#zero; #n];));
            if array.active {
                after.extend(quote!(::wengert::generated::flow(&mut #d[..], &mut #name[#range]);));
            }
            return quote!(&mut #d[..]);
        }
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

    /// The length of a view that the compiler knows, and that is short enough for the stack.
    fn short_length(&self, v: &View) -> Option<TokenStream> {
        let n = match (&v.part, &self.p.arrays[v.arr].storage) {
            (Some((_, Atom::Lit(n))), _) => n.tokens(),
            (None, Storage::Fixed(n)) => n.clone(),
            _ => return None,
        };
        n.to_string().parse().is_ok_and(|n: usize| n <= ON_STACK).then(|| n.clone())
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
                Out::Rows(..) | Out::Count(_) => quote!(()),
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

    /// Where a call adds the adjoint of a value of open kind.
    fn rich_place(
        &mut self,
        a: &Atom,
        before: &mut TokenStream,
        after: &mut TokenStream,
        taken: &mut Claims,
    ) -> TokenStream {
        let number = self.number();
        match a.val().filter(|v| self.p.values[*v].active && self.claim(*v, taken)) {
            Some(v) => self.reached(v, before, after),
            None => {
                let (x, d) = (self.lend(a), self.unique("d"));
                before.extend(quote!(let mut #d = ::wengert::Bundle::<#number>::nothing(#x);));
                self.contribute_later(a, &d, after);
                quote!(&mut #d)
            }
        }
    }
}
