//! Bodies as text, with their types if they are known, for people and for tests.
//!
//! It reads like Rust. Locals have their numbers behind their names, `x.0`; what inference does to a value before it is
//! used stands in front of it: `(&*x.0).len()`.

mod operators;
mod patterns;

use crate::hir::{Attrs, Binary, Body, ExprId, ExprKind, LabelId, LocalId, Say, Stmt, TypeRef, Unary};
use crate::infer::show;
use crate::items::{AdtId, FnId, ItemId};
use crate::program::Program;
use crate::typed::{Adjust, Typed};
use operators::{ASSIGN, PREFIX, RANGE, binding, is_block, operand, strength};
use quote::ToTokens;

/// The body of a function.
pub fn body(program: &Program, f: FnId, body: &Body) -> String {
    Printer { program, body, typed: None, out: String::new(), indent: 0 }.function(f)
}

/// The body of a function with its types.
pub fn typed(program: &Program, f: FnId, typed: &Typed) -> String {
    Printer { program, body: &typed.body, typed: Some(typed), out: String::new(), indent: 0 }.function(f)
}

struct Printer<'a> {
    program: &'a Program,
    body: &'a Body,
    typed: Option<&'a Typed>,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn function(mut self, f: FnId) -> String {
        let name = self.program.func(f).name.clone();
        self.put(&format!("fn {name}("));
        for (k, p) in self.body.params.iter().enumerate() {
            self.put(if k > 0 { ", " } else { "" });
            self.pattern(*p);
            if let Some(typed) = self.typed {
                self.put(&format!(": {}", show::ty(self.program, &typed.pats[*p].ty)));
            }
        }
        self.put(")");
        if let Some(typed) = self.typed {
            self.put(&format!(" -> {}", show::ty(self.program, &typed.ret)));
        }
        self.put(" ");
        self.expr(self.body.root);
        self.put("\n");
        self.out
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    fn local(&mut self, local: LocalId) {
        let text = format!("{}.{local}", self.body.locals[local].name);
        self.put(&text);
    }

    fn label(&self, label: LabelId) -> String {
        match &self.body.labels[label].name {
            Some(name) => format!("'{name}.{label}"),
            None => format!("'{label}"),
        }
    }

    /// The label of a loop or a block, if something names it.
    fn labelled(&mut self, label: LabelId) {
        if self.body.labels[label].name.is_some() {
            let text = self.label(label);
            self.put(&format!("{text}: "));
        }
    }

    fn variant(&self, adt: AdtId, variant: usize) -> String {
        let def = self.program.adt(adt);
        match def.is_enum {
            true => format!("{}::{}", def.name, def.variants[variant].name),
            false => def.name.to_string(),
        }
    }

    fn types(&mut self, types: &[TypeRef]) {
        if !types.is_empty() {
            let all: Vec<String> = types.iter().map(|t| self.type_ref(t)).collect();
            self.put(&format!("::<{}>", all.join(", ")));
        }
    }

    fn type_ref(&self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Infer => "_".into(),
            TypeRef::Ty(ty) | TypeRef::With(ty) => show::ty(self.program, ty),
        }
    }

    /// An expression in a place where what holds together less than this needs parentheses.
    fn operand(&mut self, e: ExprId, least: u8) {
        let adjusted = self.typed.and_then(|t| t.adjusted.get(&e)).is_some_and(|all| !all.is_empty());
        let own = if adjusted { PREFIX } else { strength(&self.body.exprs[e].kind) };
        let open = own < least;
        self.put(if open { "(" } else { "" });
        self.expr(e);
        self.put(if open { ")" } else { "" });
    }

    /// What is done to a value before it is used.
    fn adjustments(&mut self, e: ExprId) -> bool {
        let Some(all) = self.typed.and_then(|t| t.adjusted.get(&e)) else { return false };
        for adjust in all.iter().rev() {
            let text = match adjust {
                Adjust::Deref => "*".to_owned(),
                Adjust::Borrow(false) => "&".to_owned(),
                Adjust::Borrow(true) => "&mut ".to_owned(),
                Adjust::Unsize(ty) => format!("<{}>", show::ty(self.program, ty)),
                Adjust::Call(f, ..) => format!("<{}>", self.program.func(*f).name),
            };
            self.put(&text);
        }
        !all.is_empty()
    }

    fn expr(&mut self, e: ExprId) {
        // What hangs on its first operand is gone through in a loop: it may have thousands of links.
        let (mut links, mut first) = (vec![], e);
        loop {
            let kind = &self.body.exprs[first].kind;
            let adjusted = self.adjustments(first);
            let own = strength(kind);
            let wrapped = adjusted && own < PREFIX;
            self.put(if wrapped { "(" } else { "" });
            let Some((inner, least)) = operand(kind) else {
                self.leaf(first);
                self.put(if wrapped { ")" } else { "" });
                break;
            };
            let adjusts = self.typed.and_then(|t| t.adjusted.get(&inner)).is_some_and(|all| !all.is_empty());
            let strength = if adjusts { PREFIX } else { strength(&self.body.exprs[inner].kind) };
            let open = strength < least;
            self.put(if open { "(" } else { "" });
            links.push((first, open, wrapped));
            first = inner;
        }
        for (link, open, wrapped) in links.into_iter().rev() {
            self.put(if open { ")" } else { "" });
            self.link(link);
            self.put(if wrapped { ")" } else { "" });
        }
    }

    /// What stands behind the first operand.
    fn link(&mut self, e: ExprId) {
        match &self.body.exprs[e].kind {
            ExprKind::Binary(op, _, b) => {
                self.put(&format!(" {} ", op.sign()));
                self.operand(*b, binding(*op) + 1);
            }
            ExprKind::Assign(_, b) => {
                self.put(" = ");
                self.operand(*b, ASSIGN);
            }
            ExprKind::AssignOp(op, _, b) => {
                self.put(&format!(" {}= ", op.sign()));
                self.operand(*b, ASSIGN);
            }
            ExprKind::Try(_) => self.put("?"),
            ExprKind::Call(_, args) => self.list("(", args, ")"),
            ExprKind::Method(_, name, types, args) => {
                self.put(&format!(".{name}"));
                self.types(types);
                self.list("(", args, ")");
            }
            ExprKind::Field(_, name) => self.put(&format!(".{name}")),
            ExprKind::Index(_, i) => {
                self.put("[");
                self.expr(*i);
                self.put("]");
            }
            ExprKind::Cast(_, ty) => {
                let ty = self.type_ref(ty);
                self.put(&format!(" as {ty}"));
            }
            _ => {}
        }
    }

    fn list(&mut self, open: &str, parts: &[ExprId], close: &str) {
        self.put(open);
        for (k, part) in parts.iter().enumerate() {
            self.put(if k > 0 { ", " } else { "" });
            self.expr(*part);
        }
        self.put(close);
    }

    fn leaf(&mut self, e: ExprId) {
        match &self.body.exprs[e].kind {
            ExprKind::Literal(lit) => self.put(&lit.to_token_stream().to_string()),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Item(ItemId::Fn(f), types) => {
                let name = self.program.func(*f).name.clone();
                self.put(&name);
                self.types(types);
            }
            ExprKind::Item(ItemId::Const(c), _) => {
                let name = self.program.constant(*c).name.clone();
                self.put(&name);
            }
            ExprKind::Item(..) => self.put("?"),
            ExprKind::Variant(adt, variant, types) => {
                let name = self.variant(*adt, *variant);
                self.put(&name);
                self.types(types);
            }
            ExprKind::TypeFn(ty, name, types) => {
                let ty = self.type_ref(ty);
                self.put(&format!("<{ty}>::{name}"));
                self.types(types);
            }
            ExprKind::Param(place) => self.put(&format!("parameter {place}")),
            ExprKind::Foreign(path) => self.put(&format!("foreign {}", plain(path))),
            ExprKind::Unary(op, a) => {
                self.put(if *op == Unary::Neg { "-" } else { "!" });
                self.operand(*a, PREFIX);
            }
            ExprKind::Ref(mutable, a) => {
                self.put(if *mutable { "&mut " } else { "&" });
                self.operand(*a, PREFIX);
            }
            ExprKind::Deref(a) => {
                self.put("*");
                self.operand(*a, PREFIX);
            }
            ExprKind::Block(stmts, value, label) => self.block(stmts, *value, *label),
            ExprKind::If(..) => self.choice(e),
            ExprKind::Let(pat, value) => {
                self.put("let ");
                self.pattern(*pat);
                self.put(" = ");
                self.operand(*value, binding(Binary::And) + 1);
            }
            ExprKind::Match(value, arms) => {
                self.put("match ");
                self.expr(*value);
                self.put(" {");
                self.indent += 1;
                for arm in arms {
                    self.line();
                    self.pattern(arm.pat);
                    if let Some(guard) = arm.guard {
                        self.put(" if ");
                        self.expr(guard);
                    }
                    self.put(" => ");
                    self.expr(arm.body);
                    self.put(",");
                }
                self.indent -= 1;
                self.line();
                self.put("}");
            }
            ExprKind::Loop(body, label, attrs) => {
                self.attributes(attrs);
                self.labelled(*label);
                self.put("loop ");
                self.expr(*body);
            }
            ExprKind::While(cond, body, label, attrs) => {
                self.attributes(attrs);
                self.labelled(*label);
                self.put("while ");
                self.expr(*cond);
                self.put(" ");
                self.expr(*body);
            }
            ExprKind::For(pat, items, body, label, attrs) => {
                self.attributes(attrs);
                self.labelled(*label);
                self.put("for ");
                self.pattern(*pat);
                self.put(" in ");
                self.expr(*items);
                self.put(" ");
                self.expr(*body);
            }
            ExprKind::Break(label, value) => {
                let label = self.label(*label);
                self.put(&format!("break {label}"));
                self.after(" ", *value);
            }
            ExprKind::Continue(label) => {
                let label = self.label(*label);
                self.put(&format!("continue {label}"));
            }
            ExprKind::Return(value) => {
                self.put("return");
                self.after(" ", *value);
            }
            ExprKind::Range(a, b, closed) => {
                if let Some(a) = a {
                    self.operand(*a, RANGE + 1);
                }
                self.put(if *closed { "..=" } else { ".." });
                if let Some(b) = b {
                    self.operand(*b, RANGE + 1);
                }
            }
            ExprKind::Tuple(parts) => self.list("(", parts, if parts.len() == 1 { ",)" } else { ")" }),
            ExprKind::List(parts, grows) => self.list(if *grows { "vec![" } else { "[" }, parts, "]"),
            ExprKind::Repeat(value, n, grows) => {
                self.put(if *grows { "vec![" } else { "[" });
                self.expr(*value);
                self.put("; ");
                self.expr(*n);
                self.put("]");
            }
            ExprKind::Struct(adt, variant, types, fields, base) => {
                let name = self.variant(*adt, *variant);
                self.put(&name);
                self.types(types);
                self.fields(fields, *base);
            }
            ExprKind::ForeignStruct(path, fields, base) => {
                self.put(&format!("foreign {}", plain(path)));
                self.fields(fields, *base);
            }
            ExprKind::Closure(c) => {
                self.put(if c.moves { "move |" } else { "|" });
                for (k, (pat, ty)) in c.params.iter().enumerate() {
                    self.put(if k > 0 { ", " } else { "" });
                    self.pattern(*pat);
                    if let Some(ty) = ty {
                        let ty = self.type_ref(ty);
                        self.put(&format!(": {ty}"));
                    }
                }
                self.put("|");
                if let Some(ty) = &c.ret {
                    let ty = self.type_ref(ty);
                    self.put(&format!(" -> {ty}"));
                }
                if !c.captures.is_empty() {
                    self.put(" [");
                    for (k, local) in c.captures.iter().enumerate() {
                        self.put(if k > 0 { ", " } else { "" });
                        self.local(*local);
                    }
                    self.put("]");
                }
                self.put(" ");
                self.expr(c.body);
            }
            ExprKind::Assert(cond, say) => {
                let path = plain(&say.path);
                self.put(&format!("{path}!("));
                match &self.body.exprs[*cond].kind {
                    ExprKind::Binary(_, a, b) if path.ends_with("_eq") || path.ends_with("_ne") => {
                        self.list("", &[*a, *b], "");
                    }
                    _ => self.expr(*cond),
                }
                self.said(say, true);
            }
            ExprKind::Say(say) | ExprKind::Test(say) => {
                self.put(&format!("{}!(", plain(&say.path)));
                self.said(say, false);
            }
            ExprKind::Text(text, locals) => {
                self.put(&format!("text {{ {text} }}"));
                for local in locals {
                    self.put(" ");
                    self.local(*local);
                }
            }
            ExprKind::Binary(..)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp(..)
            | ExprKind::Try(_)
            | ExprKind::Call(..)
            | ExprKind::Method(..)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Cast(..) => {}
        }
    }

    fn after(&mut self, text: &str, value: Option<ExprId>) {
        if let Some(value) = value {
            self.put(text);
            self.expr(value);
        }
    }

    fn said(&mut self, say: &Say, more: bool) {
        let mut more = more;
        if let Some(format) = &say.format {
            self.put(if more { ", " } else { "" });
            self.put(&format.to_string());
            more = true;
        }
        for (name, value) in &say.args {
            self.put(if more { ", " } else { "" });
            if let Some(name) = name {
                self.put(&format!("{name} = "));
            }
            self.expr(*value);
            more = true;
        }
        self.put(")");
    }

    fn fields(&mut self, fields: &[(std::rc::Rc<str>, ExprId)], base: Option<ExprId>) {
        self.put(" {");
        for (k, (name, value)) in fields.iter().enumerate() {
            self.put(if k > 0 { ", " } else { " " });
            self.put(&format!("{name}: "));
            self.expr(*value);
        }
        if let Some(base) = base {
            self.put(if fields.is_empty() { " .." } else { ", .." });
            self.expr(base);
        }
        self.put(" }");
    }

    /// `if`, with all that follows by `else if`.
    fn choice(&mut self, e: ExprId) {
        let mut at = e;
        while let ExprKind::If(cond, then, rest) = &self.body.exprs[at].kind {
            self.put("if ");
            self.expr(*cond);
            self.put(" ");
            self.expr(*then);
            let Some(rest) = rest else { return };
            self.put(" else ");
            at = *rest;
        }
        self.expr(at);
    }

    fn block(&mut self, stmts: &[Stmt], value: Option<ExprId>, label: Option<LabelId>) {
        if let Some(label) = label {
            self.labelled(label);
        }
        if stmts.is_empty() && value.is_none() {
            return self.put("{}");
        }
        self.put("{");
        self.indent += 1;
        for stmt in stmts {
            self.line();
            match stmt {
                Stmt::Expr(e) => {
                    self.expr(*e);
                    if is_block(&self.body.exprs[*e].kind) {
                        continue;
                    }
                }
                Stmt::Let { pat, ty, init, otherwise, attrs } => {
                    self.attributes(attrs);
                    self.put("let ");
                    self.pattern(*pat);
                    if let (Some(ty), None) = (ty, self.typed) {
                        let ty = self.type_ref(ty);
                        self.put(&format!(": {ty}"));
                    }
                    self.after(" = ", *init);
                    self.after(" else ", *otherwise);
                }
            }
            self.put(";");
        }
        if let Some(value) = value {
            self.line();
            self.expr(value);
        }
        self.indent -= 1;
        self.line();
        self.put("}");
    }

    fn attributes(&mut self, attrs: &Attrs) {
        for attr in attrs {
            self.put(&format!("#[{}", plain(attr.text.path())));
            for (k, (name, value)) in attr.values.iter().enumerate() {
                self.put(if k > 0 { ", " } else { "(" });
                self.put(&format!("{name} = "));
                self.expr(*value);
            }
            self.put(if attr.values.is_empty() { "] " } else { ")] " });
        }
    }
}

fn plain(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}
