//! Structures in generated code: fields, operators that a type may bring, lists that are fields.

pub(crate) mod borrowed;
pub(crate) mod in_place;
pub(crate) mod kept;
pub(crate) mod record;
pub(crate) mod tuples;

use crate::emit::Emitter;
use crate::ir::lowered::Leaf;
use crate::ir::{Arr, Atom, Lies, Make, Op, Part, Projections, Storage, Ty, Val};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// How generated code copies.
const COPY: &str = ":: core :: clone :: Clone :: clone";

/// What code makes a copy of, by reference, where it does nothing else.
fn copied(code: &TokenStream) -> Option<TokenStream> {
    match syn::parse2(code.clone()) {
        Ok(syn::Expr::Call(call)) if call.func.to_token_stream().to_string() == COPY => {
            Some(call.args.to_token_stream())
        }
        _ => None,
    }
}

impl Emitter<'_> {
    /// Whether a leaf is a structure.
    pub(crate) fn is_record(&self, leaf: &Leaf) -> bool {
        matches!(leaf, Leaf::Scalar(v) if self.p.values[*v].by_ref)
    }

    /// A reference to a value, over the number.
    pub(crate) fn lend(&self, a: &Atom) -> TokenStream {
        let (tokens, number, scalar) = (self.tokens(a), self.number(), &self.sig.scalar);
        match a {
            Atom::Val(v) if self.p.values[*v].by_ref => tokens,
            Atom::Val(v) if self.p.values[*v].lifted => quote!(&#tokens),
            a if self.may_be_structure(a) => {
                quote!(&{ use ::wengert::generated::Lift as _; #tokens.lift_to::<#number>() })
            }
            _ => quote!(&::wengert::generated::over::<#number, #scalar, _>(&#tokens)),
        }
    }

    /// Whether a constant may be a structure, as far as its type shows.
    pub(crate) fn may_be_structure(&self, a: &Atom) -> bool {
        let ty = match a {
            Atom::Val(v) => self.p.values[*v].ty,
            Atom::Lit(t) => crate::syntax::literal_ty(t),
        };
        matches!(ty, Ty::Record | Ty::Unknown)
    }

    /// Whether a constant is a float for certain.
    fn is_float(&self, a: &Atom) -> bool {
        let ty = match a {
            Atom::Val(v) => self.p.values[*v].ty,
            Atom::Lit(t) => crate::syntax::literal_ty(t),
        };
        ty == Ty::Float
    }

    /// A value of its own, over the number.
    pub(crate) fn owned(&self, a: &Atom) -> TokenStream {
        let (tokens, number, scalar) = (self.tokens(a), self.number(), &self.sig.scalar);
        match a {
            Atom::Val(v) if self.moves(*v) => tokens,
            Atom::Val(v) if self.p.is_rich(*v) => {
                let lent = self.lend(a);
                quote!(::core::clone::Clone::clone(#lent))
            }
            Atom::Val(v) if self.p.values[*v].lifted => tokens,
            Atom::Val(v) if self.p.values[*v].ty == Ty::Float => quote!(#number::constant(#tokens)),
            Atom::Lit(t) if crate::syntax::literal_ty(t) == Ty::Float => quote!(#number::constant(#tokens)),
            a if self.may_be_structure(a) => {
                quote!({ use ::wengert::generated::Lift as _; #tokens.lift_to::<#number>() })
            }
            _ => quote!(::wengert::generated::over::<#number, #scalar, _>(&#tokens)),
        }
    }

    /// The code of an operation on values of open kind.
    pub(crate) fn rich_operation(&self, v: Val, op: &Op) -> Option<TokenStream> {
        let lifted = self.p.values[v].lifted;
        let number = self.number();
        Some(match op {
            Op::Field(a, path) if self.lent(v).is_some() => self.lent_value(&self.tokens(a), path),
            Op::Field(a, path) if lifted && self.p.values[v].number => {
                let (a, path) = (self.tokens(a), path.tokens(self.p));
                quote!(#a #path)
            }
            Op::Field(a, path) if lifted => {
                let (a, path) = (self.tokens(a), path.tokens(self.p));
                quote!({
                    use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
                    (&&&::wengert::generated::kind::<#number, _>(&#a #path)).get(&#a #path)
                })
            }
            Op::Field(a, path) => {
                let (a, path) = (self.tokens(a), path.tokens(self.p));
                quote!(::core::clone::Clone::clone(&#a #path))
            }
            Op::Nothing(ty) => quote!(::core::option::Option::<#ty>::None),
            Op::Something(a) => {
                let a = if lifted { self.owned(a) } else { self.tokens(a) };
                quote!(::core::option::Option::Some(#a))
            }
            Op::Look(a) if self.ends_in(v) => self.array(*a).to_token_stream(),
            Op::Look(a) => self.look(*a, lifted),
            Op::List(atoms) => {
                let list = atoms.iter().map(|a| if lifted { self.owned(a) } else { self.tokens(a) });
                quote!([#(#list),*])
            }
            Op::Repeat(a, n, fixed) => {
                let (a, n) = (if lifted { self.owned(a) } else { self.tokens(a) }, self.tokens(n));
                match fixed {
                    Some(len) => quote!({
                        let one_of = #a;
                        ::core::array::from_fn::<_, { #len }, _>(|_| ::core::clone::Clone::clone(&one_of))
                    }),
                    None => quote!(::std::vec![#a; #n]),
                }
            }
            Op::Make(make) => self.make(make, lifted),
            Op::Pack(pack) => self.packed(pack, lifted),
            _ => return None,
        })
    }

    /// Whether a constant is an integer or a flag.
    pub(crate) fn is_count(&self, a: &Atom) -> bool {
        let ty = match a {
            Atom::Val(v) if self.p.values[*v].lifted => return false,
            Atom::Val(v) => self.p.values[*v].ty,
            Atom::Lit(t) => crate::syntax::literal_ty(t),
        };
        matches!(ty, Ty::Int(_) | Ty::Bool)
    }

    fn make(&self, make: &Make, lifted: bool) -> TokenStream {
        let mut fields = TokenStream::new();
        for (member, part) in &make.parts {
            let value = match (part, &make.fill, lifted) {
                (Part::Array(a), _, false) => {
                    let name = self.array(*a);
                    quote!(#name.clone())
                }
                (Part::Array(a), fill, true) => {
                    let name = self.array(*a);
                    let list = match &self.p.arrays[*a].storage {
                        Storage::Fixed(_) => quote!(#name),
                        _ => quote!(#name.to_vec()),
                    };
                    match fill {
                        Some((of, variant)) => {
                            let fill = crate::syntax::names::filler(variant.as_ref(), member);
                            let active = self.p.arrays[*a].lifted;
                            let list = if active { quote!(::wengert::generated::Active(#list)) } else { list };
                            quote!(#of::#fill(#list))
                        }
                        None if !self.p.arrays[*a].lifted && make.numbers.contains(member) => {
                            let (number, scalar) = (self.number(), &self.sig.scalar);
                            quote!(::wengert::generated::over::<#number, #scalar, _>(&#list))
                        }
                        None => list,
                    }
                }
                (Part::Scalar(x), _, false) => self.tokens(x),
                (Part::Scalar(x), Some((of, variant)), true) => {
                    if self.p.lifted(x) {
                        let (open, x) = (crate::syntax::names::opener(variant.as_ref(), member), self.owned(x));
                        quote!(#of::#open(::wengert::generated::Active(#x)))
                    } else {
                        let (fill, x) = (crate::syntax::names::filler(variant.as_ref(), member), self.tokens(x));
                        quote!(#of::#fill(#x))
                    }
                }
                (Part::Scalar(x), None, true) => match x {
                    Atom::Val(v) if self.p.values[*v].lifted => self.owned(x),
                    // The field is a number, or a constant float.
                    x if self.is_float(x) => {
                        let (x, scalar) = (self.tokens(x), &self.sig.scalar);
                        quote!(<#scalar as ::core::convert::Into<_>>::into(#x))
                    }
                    // So is what does not show what it is.
                    x if make.numbers.contains(member) && self.sig.scalar == "f64" => {
                        let (x, number) = (self.tokens(x), self.number());
                        quote!({
                            use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
                            let constant = #x;
                            (&&&::wengert::generated::kind::<#number, _>(&constant)).get(&constant)
                        })
                    }
                    x => self.tokens(x),
                },
            };
            let value = match !lifted && make.boxed.contains(member) {
                true => quote!(::core::convert::Into::into(#value)),
                false => value,
            };
            fields.extend(quote!(#member: #value,));
        }
        let path = if lifted { &make.path } else { &make.plain };
        let by = make.by.as_ref().map(|by| quote!(.#by()));
        quote!(#path { #fields } #by)
    }

    /// The adjoint of a value, as a place.
    pub(crate) fn adjoint_of(&self, v: Val) -> TokenStream {
        if let Some((of, path)) = self.lent(v) {
            let (of, path) = (self.adjoint_of(of), path.tokens(self.p));
            return quote!((#of #path));
        }
        let name = self.adjoint(v);
        if self.p.values[v].by_ref { quote!((*#name)) } else { quote!(#name) }
    }

    /// Adds a value to the adjoint of a structure.
    pub(crate) fn absorb(&self, v: Val, code: &TokenStream) -> TokenStream {
        let (place, number) = (self.adjoint_of(v), self.number());
        if let Some(original) = copied(code) {
            return quote!(::wengert::Bundle::<#number>::absorb(&mut #place, #original););
        }
        let one = !matches!(syn::parse2(code.clone()), Ok(syn::Expr::Binary(_) | syn::Expr::Cast(_)));
        let code = if one { code.clone() } else { quote!((#code)) };
        quote!(::wengert::Bundle::<#number>::absorb(&mut #place, &#code);)
    }

    /// Whether contributions to a number are added where its adjoint is asked for.
    fn is_straight(&self, a: &Atom) -> bool {
        a.val().is_some_and(|v| !self.p.is_rich(v) && self.p.values[v].straight)
    }

    /// The adjoint step of an operation on values of open kind.
    pub(crate) fn reverse_rich(&mut self, v: Val, op: &Op, g: &TokenStream, out: &mut TokenStream) -> bool {
        let number = self.number();
        match op {
            // What reaches it reaches the whole.
            Op::Field(..) if self.lent(v).is_some() => {}
            Op::Field(Atom::Val(a), path) => {
                if self.p.values[*a].active {
                    let (place, path) = (self.adjoint_of(*a), path.tokens(self.p));
                    if self.p.values[v].number {
                        out.extend(quote!(#place #path += #g;));
                        return true;
                    }
                    out.extend(quote!({
                        use ::wengert::generated::{OfAnything as _, OfConstants as _, OfNumbers as _};
                        (&&&::wengert::generated::kind::<#number, _>(&#place #path)).add(&mut #place #path, &#g);
                    }));
                }
            }
            Op::Field(..) => {}
            Op::Something(a) if self.is_straight(a) => {
                let zero = self.zero();
                self.contribute(a, false, quote!(#g.map_or(#zero, |one_of| one_of)), out);
            }
            Op::Something(a) => {
                let mut inner = TokenStream::new();
                self.contribute(a, false, quote!(::core::clone::Clone::clone(one_of)), &mut inner);
                out.extend(quote!(if let ::core::option::Option::Some(one_of) = &#g { #inner }));
            }
            // Their adjoint is one.
            Op::Look(..) if self.order.once.ends.contains_key(&v) => {}
            Op::Look(a) => self.reverse_look(*a, g, out),
            Op::List(atoms) => {
                for (k, a) in atoms.iter().enumerate() {
                    self.contribute(a, false, quote!(::core::clone::Clone::clone(&#g[#k])), out);
                }
            }
            Op::Repeat(a, ..) if self.is_straight(a) => {
                let zero = self.zero();
                self.contribute(a, false, quote!(#g.iter().fold(#zero, |sum, one_of| sum + *one_of)), out);
            }
            Op::Repeat(a, ..) => {
                let mut inner = TokenStream::new();
                self.contribute(a, false, quote!(::core::clone::Clone::clone(one_of)), &mut inner);
                out.extend(quote!(for one_of in #g.iter() { #inner }));
            }
            Op::Pack(pack) => self.reverse_packed(pack, g, out),
            Op::Make(make) => {
                for (member, part) in &make.parts {
                    let way = make.way(member);
                    match part {
                        Part::Scalar(x) if self.p.active(x) => {
                            self.contribute(x, false, quote!(::core::clone::Clone::clone(&#g #way)), out);
                        }
                        Part::Array(a) if self.p.arrays[*a].active => {
                            let name = self.array_adjoint(*a);
                            out.extend(quote!(::wengert::generated::seed(&mut #name[..], &#g #way[..]);));
                        }
                        _ => {}
                    }
                }
            }
            _ => return false,
        }
        true
    }

    // Lists that are fields.

    pub(crate) fn alias(&self, a: Arr, v: Val, path: &Projections) -> TokenStream {
        let (list, record, path) = (self.array(a), self.name(v), path.tokens(self.p));
        quote!(let #list = &#record #path[..];)
    }

    pub(crate) fn declare_alias(&self, a: Arr, v: Val, path: &Projections) -> TokenStream {
        let (array, path) = (&self.p.arrays[a], path.tokens(self.p));
        if !array.active {
            return TokenStream::new();
        }
        let (list, name, zero) = (self.array(a), self.array_adjoint(a), self.zero());
        match array.lies {
            Lies::Apart => quote!(let mut #name = ws.filled(#zero, #list.len());),
            Lies::Path(..) => TokenStream::new(),
            Lies::Slice => {
                let place = self.adjoint(v);
                quote!(let #name = &mut #place #path[..];)
            }
        }
    }

    pub(crate) fn reverse_alias(&self, a: Arr, v: Val, path: &Projections) -> TokenStream {
        let (array, path) = (&self.p.arrays[a], path.tokens(self.p));
        if !array.active {
            return TokenStream::new();
        }
        let name = self.array_adjoint(a);
        match array.lies {
            Lies::Path(..) | Lies::Slice => TokenStream::new(),
            Lies::Apart => {
                let place = self.adjoint(v);
                quote!(::wengert::generated::flow(&mut #name[..], &mut #place #path[..]); ws.give(#name);)
            }
        }
    }

    /// What an arm handed out as an option is there when the arm is reversed.
    pub(crate) fn unwrap_kept(&self, block: &crate::ir::Block) -> TokenStream {
        let mut out = TokenStream::new();
        for &v in self.order.locals.get(&block.id).into_iter().flatten() {
            if self.plan.wanted.contains(&v)
                && let Some((of, path)) = self.lent(v)
            {
                let lent = self.lent_value(&self.tokens(&Atom::Val(of)), path);
                out.extend(self.let_value(v, lent));
            } else if self.plan.wanted.contains(&v) && self.has_no_dummy(v) {
                let name = self.name(v);
                out.extend(quote!(let #name = ::wengert::generated::certain(#name);));
            }
        }
        out
    }

    /// Whether anything in the program is of open kind, so that its record cannot be named.
    pub fn is_rich(&self) -> bool {
        self.sig.ret.has_record() || (0..self.p.values.len()).any(|v| self.p.is_rich(v) || self.p.values[v].by_ref)
    }
}
