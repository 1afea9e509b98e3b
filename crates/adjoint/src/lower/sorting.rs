//! `sort_by` and its kin: the order is found by merging, on constants; then the elements change places by it.
//!
//! Merging is stable as the standard library's sort is, so every bit comes out as there.

use super::closure::Callee;
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Op, Ty};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Result, parse_quote};

impl Lowerer {
    /// A statement that sorts.
    pub(super) fn sort(&mut self, m: &ExprMethodCall) -> Result<bool> {
        let v = &m.receiver;
        let nested = self.depth(v) > 0;
        let held = self.is_held(v) && !self.is_held_structure(v);
        // A list of structures is sorted where it lies.
        let list: Expr = if held { (**v).clone() } else { parse_quote!(sorted__v) };
        let (mut by, mut turned) = (m.args.first().cloned(), false);
        if let Some(Expr::Closure(c)) = &mut by
            && let Some(key) = reversed(&c.body)
        {
            (*c.body, turned) = (key, true);
        }
        let above: Expr = match (m.method.to_string().as_str(), m.args.len()) {
            ("sort_by" | "sort_unstable_by", 1) => parse_quote!(sorted__by(&#list[p__], &#list[q__]).is_gt()),
            ("sort_by_key" | "sort_unstable_by_key" | "sort_by_cached_key", 1) if turned => {
                parse_quote!(sorted__by(&#list[p__]) < sorted__by(&#list[q__]))
            }
            ("sort_by_key" | "sort_unstable_by_key" | "sort_by_cached_key", 1) => {
                parse_quote!(sorted__by(&#list[p__]) > sorted__by(&#list[q__]))
            }
            ("sort" | "sort_unstable", 0) => parse_quote!(#list[p__] > #list[q__]),
            _ => return Ok(false),
        };
        if !held && !nested && !self.is_table(v) && self.try_view(v)?.is_none() {
            return fault(&m.method, format!("`{}` is of lists of numbers here: write it as a loop", m.method));
        }
        let by: Option<syn::Stmt> = by.map(|f| parse_quote!(let sorted__by = #f;));
        let place: Expr = match nested || held {
            true => parse_quote!(for k__ in 0..n__ {
                let mut from__ = order__[k__];
                while from__ < k__ {
                    from__ = order__[from__];
                }
                #list.swap(k__, from__);
            }),
            false => parse_quote!({
                let before__ = sorted__v.to_vec();
                for k__ in 0..n__ {
                    sorted__v[k__] = before__[order__[k__]];
                }
            }),
        };
        let name: Option<syn::Stmt> = (!held).then(|| parse_quote!(let sorted__v = &mut #v;));
        let code: Expr = parse_quote!({
            #by
            #name
            let n__ = #list.len();
            let mut order__: Vec<usize> = (0..n__).collect();
            let mut merged__: Vec<usize> = (0..n__).collect();
            let mut width__ = 1usize;
            while width__ < n__ {
                let mut start__ = 0usize;
                while start__ < n__ {
                    let middle__ = (start__ + width__).min(n__);
                    let end__ = (middle__ + width__).min(n__);
                    let (mut i__, mut j__) = (start__, middle__);
                    for k__ in start__..end__ {
                        let mut first__ = i__ < middle__;
                        if i__ < middle__ && j__ < end__ {
                            let (p__, q__) = (order__[i__], order__[j__]);
                            first__ = !(#above);
                        }
                        if first__ {
                            merged__[k__] = order__[i__];
                            i__ += 1usize;
                        } else {
                            merged__[k__] = order__[j__];
                            j__ += 1usize;
                        }
                    }
                    start__ = end__;
                }
                std::mem::swap(&mut order__, &mut merged__);
                width__ = width__ * 2usize;
            }
            #place
        });
        self.effect(&code)?;
        Ok(true)
    }

    /// `is_gt` and its kin of an `Ordering` that is not kept.
    pub(super) fn ordering_method(&mut self, m: &ExprMethodCall) -> Result<Option<Item>> {
        let (turned, not) = match m.method.to_string().as_str() {
            "is_gt" => (false, false),
            "is_le" => (false, true),
            "is_lt" => (true, false),
            "is_ge" => (true, true),
            _ => return Ok(None),
        };
        let greater = self.ordered(&m.receiver, turned)?;
        Ok(Some(Item::Scalar(match not {
            true => self.temporary(Ty::Bool, Op::Not(greater), m.span()),
            false => greater,
        })))
    }

    /// Whether an ordering is `Greater`, or `Less` if it is turned round; it may be what a closure gives.
    fn ordered(&mut self, e: &Expr, turned: bool) -> Result<Atom> {
        let Expr::Call(c) = e else { return self.greater(e, turned) };
        match self.callee(&c.func)? {
            Callee::Closure(id) => {
                let args = c.args.iter().map(|e| self.item(e)).collect::<Result<Vec<_>>>()?;
                self.inside_closure(id, args, c.span(), |l, body| l.greater(body, turned))
            }
            Callee::Path(path) => {
                let args: Vec<&Expr> = c.args.iter().collect();
                match (path.path.segments.last().map(|s| s.ident.to_string()).as_deref(), args.as_slice()) {
                    (Some("total_cmp"), [a, b]) => self.greater(&parse_quote!((#a).total_cmp(#b)), turned),
                    _ => self.greater(&parse_quote!(#path(#(#args),*)), turned),
                }
            }
        }
    }
}

/// The key in `Reverse(key)`.
fn reversed(body: &Expr) -> Option<Expr> {
    let Expr::Call(c) = body else { return None };
    let Expr::Path(f) = &*c.func else { return None };
    let wraps = f.path.segments.last().is_some_and(|s| s.ident == "Reverse") && c.args.len() == 1;
    wraps.then(|| c.args[0].clone())
}
