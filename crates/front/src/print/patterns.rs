//! Patterns as text.

use super::{Printer, plain};
use crate::hir::{Form, PatId, PatKind};
use crate::infer::show;
use std::rc::Rc;

impl Printer<'_> {
    pub(super) fn pattern(&mut self, p: PatId) {
        match &self.body.pats[p].kind {
            PatKind::Wild => self.put("_"),
            PatKind::Rest => self.put(".."),
            PatKind::Bind { local, by_ref, inner } => {
                self.put(match by_ref {
                    Some(true) => "ref mut ",
                    Some(false) => "ref ",
                    None if self.body.locals[*local].mutable => "mut ",
                    None => "",
                });
                self.local(*local);
                if let Some(typed) = self.typed.filter(|_| !self.body.params.contains(&p)) {
                    self.put(&format!(": {}", show::ty(self.program, &typed.locals[*local])));
                }
                if let Some(inner) = inner {
                    self.put(" @ ");
                    self.pattern(*inner);
                }
            }
            PatKind::Tuple(parts) => self.patterns("(", parts, if parts.len() == 1 { ",)" } else { ")" }),
            PatKind::Slice(parts) => self.patterns("[", parts, "]"),
            PatKind::Variant(adt, variant, fields) => {
                let name = self.variant(*adt, *variant);
                self.put(&name);
                let def = self.program.adt(*adt);
                let def = &def.variants[*variant];
                if def.named {
                    return self.named(fields);
                }
                for (k, field) in def.fields.iter().enumerate() {
                    self.put(if k > 0 { ", " } else { "(" });
                    match fields.iter().find(|(name, _)| *name == field.name) {
                        Some((_, part)) => self.pattern(*part),
                        None => self.put("_"),
                    }
                }
                self.put(if def.fields.is_empty() { "" } else { ")" });
            }
            PatKind::Ref(inner) => {
                self.put("&");
                self.pattern(*inner);
            }
            PatKind::Value(e) => self.expr(*e),
            PatKind::Range(a, b, closed) => {
                if let Some(a) = a {
                    self.expr(*a);
                }
                self.put(if *closed { "..=" } else { ".." });
                if let Some(b) = b {
                    self.expr(*b);
                }
            }
            PatKind::Or(parts) => {
                self.put("(");
                for (k, part) in parts.iter().enumerate() {
                    self.put(if k > 0 { " | " } else { "" });
                    self.pattern(*part);
                }
                self.put(")");
            }
            PatKind::Foreign(f) => {
                self.put(&format!("foreign {}", plain(&f.path)));
                match f.form {
                    Form::Unit => {}
                    Form::Tuple => {
                        let parts: Vec<PatId> = f.fields.iter().map(|(_, p)| *p).collect();
                        self.patterns("(", &parts, ")");
                    }
                    Form::Named(_) => self.named(&f.fields),
                }
            }
        }
    }

    fn patterns(&mut self, open: &str, parts: &[PatId], close: &str) {
        self.put(open);
        for (k, part) in parts.iter().enumerate() {
            self.put(if k > 0 { ", " } else { "" });
            self.pattern(*part);
        }
        self.put(close);
    }

    fn named(&mut self, fields: &[(Rc<str>, PatId)]) {
        self.put(" {");
        for (k, (name, part)) in fields.iter().enumerate() {
            self.put(if k > 0 { ", " } else { " " });
            self.put(&format!("{name}: "));
            self.pattern(*part);
        }
        self.put(" }");
    }
}
