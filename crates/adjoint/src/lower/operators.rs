//! Operators: arithmetic, comparisons, and what is evaluated only if its left side says so.

use super::integers::binary;
use super::{Item, Lowerer, fault};
use crate::ir::{Atom, Binary, Join, Op, Step, Ty};
use proc_macro2::Span;
use quote::quote;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, ExprUnary, Lit, Result, UnOp};

/// The sign of an operator of arithmetic.
pub(super) fn sign_of(op: &BinOp) -> Option<char> {
    Some(match op {
        BinOp::Add(_) => '+',
        BinOp::Sub(_) => '-',
        BinOp::Mul(_) => '*',
        BinOp::Div(_) => '/',
        BinOp::Rem(_) => '%',
        _ => return None,
    })
}

impl Lowerer {
    pub(super) fn unary(&mut self, u: &ExprUnary) -> Result<Atom> {
        match u.op {
            UnOp::Neg(_) => {
                if let Expr::Lit(l) = &*u.expr
                    && matches!(l.lit, Lit::Float(_) | Lit::Int(_))
                {
                    return Ok(Atom::Lit(quote!((#u))));
                }
                let x = self.scalar(&u.expr)?;
                let ty = match self.atom_ty(&x) {
                    Ty::Record => Ty::Maybe,
                    ty => ty,
                };
                let references = (self.refers(&u.expr), false);
                let known = self.known_operation('-', &x, None);
                let out = self.temporary(ty, Op::Neg(x), u.span());
                self.note_sign(&out, false, references);
                if let Some(known) = known {
                    self.note(&out, known);
                }
                Ok(out)
            }
            UnOp::Not(_) => {
                let x = self.scalar(&u.expr)?;
                Ok(self.temporary(Ty::Bool, Op::Not(x), u.span()))
            }
            _ => match self.item(&Expr::Unary(u.clone()))? {
                Item::Scalar(a) => Ok(a),
                Item::Element(a, i) => Ok(self.read(a, i)),
                _ => fault(u, "a number is expected here"),
            },
        }
    }

    pub(super) fn binary(&mut self, b: &ExprBinary) -> Result<Atom> {
        let sign = match &b.op {
            op if let Some(sign) = sign_of(op) => sign,
            BinOp::And(_) | BinOp::Or(_) => return self.shortcut(b),
            op => match binary(op) {
                Some(sign) => {
                    let (x, y) = (self.scalar(&b.left)?, self.scalar(&b.right)?);
                    return Ok(self.temporary(Ty::Bool, Op::Compare(sign, x, y), b.span()));
                }
                None => return fault(op, "an assignment has no value: write it as a statement of its own"),
            },
        };
        let (x, y) = (self.operand(&b.left)?, self.operand(&b.right)?);
        let known = self.known_operation(sign, &x, Some(&y));
        let references = (self.refers(&b.left), self.refers(&b.right));
        let out = self.arithmetic(sign, x, y, b.span());
        self.note_sign(&out, false, references);
        if let Some(known) = known {
            self.note(&out, known);
        }
        Ok(out)
    }

    /// One side of an operator: a constant of a type, or what a function of it makes of constants, may be a structure.
    fn operand(&mut self, e: &Expr) -> Result<Atom> {
        let bare = super::records::bare(e);
        let own = |f: &Expr| matches!(f, Expr::Path(p) if super::records::of_own_type(&p.path));
        let atom = match bare {
            Expr::Call(c) if own(&c.func) && self.opaque(bare) && self.ty(bare) == Ty::Unknown => {
                self.constant(bare)?
            }
            _ => return self.constant_of_type(e),
        };
        if let Atom::Val(v) = atom {
            self.values[v].ty = Ty::Record;
        }
        Ok(atom)
    }

    fn constant_of_type(&mut self, e: &Expr) -> Result<Atom> {
        let x = self.scalar(e)?;
        match (&x, super::records::bare(e)) {
            (Atom::Lit(t), Expr::Path(p)) if self.records && super::records::of_own_type(&p.path) => {
                let code = crate::ir::Verbatim { tokens: t.clone(), vals: vec![], reads: vec![], lens: vec![] };
                Ok(self.temporary(Ty::Record, Op::Verbatim(code), e.span()))
            }
            _ => Ok(x),
        }
    }

    pub(super) fn arithmetic(&mut self, sign: char, x: Atom, y: Atom, span: Span) -> Atom {
        if let (Atom::Lit(a), Atom::Lit(b)) = (&x, &y) {
            let op: BinOp = match sign {
                '+' => syn::parse_quote!(+),
                '-' => syn::parse_quote!(-),
                '*' => syn::parse_quote!(*),
                '/' => syn::parse_quote!(/),
                _ => syn::parse_quote!(%),
            };
            return Atom::Lit(quote!((#a #op #b)));
        }
        let ty = match (self.atom_ty(&x), self.atom_ty(&y)) {
            (Ty::Record | Ty::Maybe, _) | (_, Ty::Record | Ty::Maybe) => Ty::Maybe,
            (Ty::Float, _) | (_, Ty::Float) => Ty::Float,
            // A literal takes the type of the other side.
            (Ty::Int(_), other @ Ty::Int(_)) if matches!(x, Atom::Lit(_)) => other,
            (Ty::Unknown, other) | (other, _) => other,
        };
        self.temporary(ty, Op::Bin(sign, x, y), span)
    }

    /// `&&` and `||`: the right side runs only if it decides.
    fn shortcut(&mut self, b: &ExprBinary) -> Result<Atom> {
        let and = matches!(b.op, BinOp::And(_));
        let cond = self.scalar(&b.left)?;
        let fixed = Atom::Lit(if and { quote!(false) } else { quote!(true) });
        let (known, before) = (self.known.clone(), self.current.clone());
        let (block, right) = self.arm(|l| l.scalar(&b.right))?;
        if block.steps.is_empty() && matches!(right, Atom::Val(_)) {
            let op = if and { Binary::BitAnd } else { Binary::BitOr };
            return Ok(self.temporary(Ty::Bool, Op::Compare(op, cond, right), b.span()));
        }
        let mut joins = self.joins_after(before, and);
        if joins.is_empty() && block.steps.iter().all(|step| step.writes().is_empty()) {
            self.known = known;
        } else {
            self.forget();
        }
        let (empty, ()) = self.arm(|_| Ok(()))?;
        let out = self.value("t", Ty::Bool, b.span());
        self.temporaries.insert(out);
        let (then, other, join) = if and {
            (block, empty, Join { out, then: right, other: fixed })
        } else {
            (empty, block, Join { out, then: fixed, other: right })
        };
        joins.push(join);
        self.out.push(Step::If { cond, then, other, joins });
        Ok(Atom::Val(out))
    }
}
