//! Methods of lists of numbers that are spelled out by others.

use super::{Binding, Item, Lowerer, fault};
use crate::ir::{Atom, Init, Step, Storage, View};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, RangeLimits, Result, Type, parse_quote};

impl Lowerer {
    /// `retain`, `dedup`, `clone_from` and the like as statements; false if the method is none of these.
    pub(super) fn spelled_statement(&mut self, m: &ExprMethodCall) -> Result<bool> {
        let v = &m.receiver;
        let code: Expr = match (m.method.to_string().as_str(), m.args.first()) {
            ("retain", Some(keep)) => parse_quote!({
                let kept__ = #v.clone();
                #v.clear();
                for item__ in kept__.iter() {
                    if (#keep)(item__) {
                        #v.push(*item__);
                    }
                }
            }),
            ("dedup", None) => parse_quote!({
                let kept__ = #v.clone();
                #v.clear();
                for item__ in 0..kept__.len() {
                    if item__ == 0 || kept__[item__] != kept__[item__ - 1] {
                        #v.push(kept__[item__]);
                    }
                }
            }),
            ("clone_from", Some(from)) => parse_quote!(#v = (#from).clone()),
            ("drain" | "split_off", Some(_)) => return self.spelled_value(m).map(|item| item.is_some()),
            _ => return Ok(false),
        };
        self.effect(&code)?;
        Ok(true)
    }

    /// `drain` and `split_off`: a list of what is taken out; none if the method is none of these.
    pub(super) fn spelled_value(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        match (m.method.to_string().as_str(), m.args.first()) {
            ("split_off", Some(_)) | ("drain", Some(Expr::Range(_))) => self.scoped(|l| l.taken_off(m)),
            _ => Ok(None),
        }
    }

    fn taken_off(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let (v, Some(part)) = (&m.receiver, m.args.first()) else { return Ok(None) };
        let (taken, left): (Expr, Expr) = match part {
            Expr::Range(r) => {
                let start = r.start.as_ref().map(|start| self.once(start)).transpose()?;
                let start: Expr = start.unwrap_or_else(|| parse_quote!(0));
                let end = r.end.as_ref().map(|end| self.once(end)).transpose()?;
                let end: Option<Expr> = end.map(|end| match r.limits {
                    RangeLimits::HalfOpen(_) => end,
                    RangeLimits::Closed(_) => parse_quote!(#end + 1),
                });
                let taken = match &end {
                    None => parse_quote!(#v[#start..].to_vec()),
                    Some(end) => parse_quote!(#v[#start..#end].to_vec()),
                };
                let left = match end {
                    None => parse_quote!(#v.truncate(#start)),
                    Some(end) => parse_quote!({
                        let rest__ = #v[#end..].to_vec();
                        #v.truncate(#start);
                        #v.extend_from_slice(&rest__);
                    }),
                };
                (taken, left)
            }
            at => {
                let at = self.once(at)?;
                (parse_quote!(#v[#at..].to_vec()), parse_quote!(#v.truncate(#at)))
            }
        };
        let taken = self.item(&taken)?;
        self.effect(&left)?;
        Ok(Some(taken))
    }

    /// `v.reverse()`, `v.rotate_left(k)`, `v.rotate_right(k)`: elements change places.
    pub(super) fn turning(&mut self, m: &ExprMethodCall) -> Result<bool> {
        let name = m.method.to_string();
        if !matches!((name.as_str(), m.args.len()), ("reverse", 0) | ("rotate_left" | "rotate_right", 1)) {
            return Ok(false);
        }
        self.scoped(|l| {
            let by = m.args.first().map(|k| l.once(k)).transpose()?;
            // A part has a name of its own.
            let part = name != "reverse" && matches!(super::records::bare(&m.receiver), Expr::Index(_));
            let v: Expr = if part { parse_quote!(turned_part__) } else { (*m.receiver).clone() };
            let named: Option<syn::Stmt> = part.then(|| {
                let whole = &m.receiver;
                parse_quote!(let turned_part__ = &mut #whole;)
            });
            let code: Expr = match (name.as_str(), by) {
                ("rotate_left", Some(k)) => {
                    parse_quote!({ #named #v[..#k].reverse(); #v[#k..].reverse(); #v.reverse(); })
                }
                ("rotate_right", Some(k)) => {
                    parse_quote!({ #named #v.reverse(); #v[..#k].reverse(); #v[#k..].reverse(); })
                }
                _ => parse_quote!(for turned__ in 0..#v.len() / 2 { #v.swap(turned__, #v.len() - 1 - turned__); }),
            };
            l.effect(&code)
        })?;
        Ok(true)
    }

    /// An integer under a name, for what is written out and mentions it more than once.
    pub(super) fn once(&mut self, e: &Expr) -> Result<Expr> {
        if matches!(e, Expr::Lit(_)) {
            return Ok(e.clone());
        }
        let value = self.index(e)?;
        let others = self.scopes.last().map_or(0, |names| names.len());
        let name = quote::format_ident!("once__{}_{others}", self.values.len());
        self.declare(&name, Binding::Const(value));
        Ok(parse_quote!(#name))
    }

    /// The same of a list in a structure.
    pub(super) fn taken_from_held(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let list = self.is_held(&m.receiver) && !self.is_held_structure(&m.receiver) && !self.is_of_its_type(m);
        if list { self.spelled_value(m) } else { Ok(None) }
    }

    /// Whether it is a list of numbers, of tuples or of structures.
    fn is_list_of_any(&self, e: &Expr) -> bool {
        self.names_array(e) || self.is_table(e) || self.is_list_value(e)
    }

    /// `partition_point` of numbers, in a list that is in order.
    pub(super) fn partition_point(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let (v, Some(below)) = (&m.receiver, m.args.first()) else { return Ok(None) };
        if m.method != "partition_point" || !self.is_list_of_any(v) {
            return Ok(None);
        }
        self.item(&parse_quote!(#v.iter().position(|item__| !(#below)(item__)).unwrap_or(#v.len()))).map(Some)
    }

    /// `binary_search_by` with a comparison of numbers: the standard library's is asked of the plain values.
    pub(super) fn searched(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let (v, Some(Expr::Closure(compares))) = (&m.receiver, m.args.first()) else { return Ok(None) };
        if m.method != "binary_search_by" || !self.is_list_of_any(v) {
            return Ok(None);
        }
        let message = "compare the elements with one number: `v.binary_search_by(|p| p.total_cmp(&a))`";
        let (Some(order), Some(pat)) = (compared(&compares.body), compares.inputs.first()) else {
            return fault(m, message);
        };
        let bound = super::code::bound(pat);
        let (key, sought) = (&order.receiver, &order.args[0]);
        let text = quote!(#sought).to_string();
        if text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| bound.iter().any(|name| name == word)) {
            return fault(m, message);
        }
        let keys: Expr = parse_quote!(#v.iter().map(|#pat| 1.0 * #key).collect::<Vec<_>>());
        let answered = crate::around::Answered {
            ret: parse_quote!(::core::result::Result<usize, usize>),
            taken: vec![crate::around::Taken::Reference, crate::around::Taken::Value],
        };
        let total = order.method == "total_cmp";
        let path = parse_quote!(::wengert::generated::searched::<#total>);
        self.answered(path, None, &[&keys, sought], answered, m.span()).map(Some)
    }

    /// `v.try_into().unwrap()` and `<[f64; N]>::try_from(v).unwrap()`: an array of a length that the type says.
    pub(super) fn converted(&mut self, e: &Expr, ty: Option<&Type>) -> Result<Option<Item>> {
        let Expr::MethodCall(unwrap) = e else { return Ok(None) };
        if !["unwrap", "expect"].iter().any(|n| unwrap.method == n) {
            return Ok(None);
        }
        let (from, ty) = match &*unwrap.receiver {
            Expr::MethodCall(m) if m.method == "try_into" => (&*m.receiver, ty),
            Expr::Call(ExprCall { func, args, .. }) => match (&**func, args.first()) {
                (Expr::Path(p), Some(from)) if p.path.segments.last().is_some_and(|s| s.ident == "try_from") => {
                    (from, p.qself.as_ref().map(|q| &*q.ty))
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let Some(Type::Array(array)) = ty else { return Ok(None) };
        let from = match self.item(from)? {
            Item::View(view) => view,
            Item::Fresh(arr) => View { arr, part: None },
            _ => return fault(from, "a list of numbers is expected here"),
        };
        let len = &array.len;
        let (count, wanted) = (self.length(&from), Atom::Lit(quote!(#len)));
        let same = self.asked(&count, &wanted, |a, b| quote!(#a == #b));
        self.out.push(Step::Assert(quote!(assert), same, quote!("the list has another length than the array")));
        let source = self.arrays[from.arr].clone();
        let arr = self.array("list", Storage::Fixed(quote!(#len)), source.float, e.span());
        let zero = if source.float { quote!(0.0) } else { source.sample.clone().unwrap_or(quote!(0)) };
        self.arrays[arr].sample = source.sample;
        self.out.push(Step::Alloc(arr, Init::Fill(Atom::Lit(zero), wanted)));
        self.out.push(Step::CopyFrom(View { arr, part: None }, from));
        Ok(Some(Item::Fresh(arr)))
    }

    /// `Vec::from(v)`, and `v.into()` where the type is that of a list.
    pub(super) fn list_from(&mut self, e: &Expr, ty: Option<&Type>) -> Result<Option<Item>> {
        let from = match e {
            Expr::MethodCall(m) if m.method == "into" && ty.is_some_and(|ty| super::lists::element(ty).is_some()) => {
                &*m.receiver
            }
            Expr::Call(c) => match (&*c.func, c.args.first()) {
                (Expr::Path(p), Some(from)) if is_vec_from(&p.path) => from,
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let view = match self.item(from)? {
            Item::View(view) => view,
            Item::Fresh(arr) => View { arr, part: None },
            item => return Ok(Some(item)),
        };
        Ok(Some(self.copy(&view, None, e.span())))
    }
}

fn is_vec_from(path: &syn::Path) -> bool {
    let n = path.segments.len();
    n > 1 && path.segments[n - 1].ident == "from" && path.segments[n - 2].ident == "Vec"
}

/// `a.total_cmp(&b)`, `a.partial_cmp(&b).unwrap()`
fn compared(e: &Expr) -> Option<&ExprMethodCall> {
    match e {
        Expr::Paren(p) => compared(&p.expr),
        Expr::Block(b) => match b.block.stmts.as_slice() {
            [syn::Stmt::Expr(e, None)] => compared(e),
            _ => None,
        },
        Expr::MethodCall(m) if m.args.len() == 1 && (m.method == "total_cmp" || m.method == "partial_cmp") => Some(m),
        Expr::MethodCall(m) if ["unwrap", "expect"].iter().any(|n| m.method == n) => compared(&m.receiver),
        _ => None,
    }
}
