//! Bodies as Rust, with a type at each value.

use front::hir::{Binary, ExprId, ExprKind, PatId, PatKind, Say, Stmt, TypeRef, Unary};
use front::items::{AdtId, FnId, Origin};
use front::program::Program;
use front::ty::{Float, Len, Ty};
use front::typed::{Closures, Typed};
use quote::ToTokens;

/// What is written.
pub(crate) struct Writer<'a> {
    pub(crate) program: &'a Program,
    pub(crate) f: FnId,
    /// The text that it stands in.
    pub(crate) text: &'a str,
    pub(crate) closures: &'a Closures,
    pub(crate) typed: &'a Typed,
}

/// The body of a function.
pub(crate) fn body(program: &Program, f: FnId, text: &str, closures: &Closures, typed: &Typed) -> String {
    let writer = Writer { program, f, text, closures, typed };
    // `self` stays what it is.
    let itself = typed.body.locals.iter().position(|local| &*local.name == "self");
    let of_self = itself.map_or(String::new(), |k| match writer.local(k).as_str() {
        "self" => String::new(),
        name => format!("let mut {name} = self; "),
    });
    let items: String = typed.body.items.iter().map(|item| item.to_token_stream().to_string()).collect();
    format!(" {{ {items} {of_self} {} }}\n", writer.value(typed.body.root))
}

impl Writer<'_> {
    fn kind(&self, e: ExprId) -> &ExprKind {
        &self.typed.body.exprs[e].kind
    }

    /// A path as it stands in the text.
    fn path(&self, e: ExprId) -> String {
        let from = self.typed.body.exprs[e].span.byte_range().start;
        if let (true, ExprKind::Item(front::items::ItemId::Fn(f), args)) =
            (self.text[..from.min(self.text.len())].trim_end().ends_with(" as"), self.kind(e))
        {
            let def = self.program.func(*f);
            let of = def.of_trait.map_or("".into(), |of| self.program.trait_def(of).name.clone());
            return format!("<{} as {of}>::{}", self.type_ref(&args[0]), def.name);
        }
        let text = &self.text[from.min(self.text.len())..];
        let (mut depth, mut end) = (0, 0);
        for (k, c) in text.char_indices() {
            let before = text[..k].trim_end();
            match c {
                '<' if k == 0 || depth > 0 || before.ends_with("::") => depth += 1,
                '>' if depth > 0 && !before.ends_with('-') => depth -= 1,
                _ if depth > 0 || c.is_alphanumeric() || c == '_' || c == ':' => {}
                _ => break,
            }
            end = k + c.len_utf8();
        }
        text[..end].to_owned()
    }

    fn local(&self, k: usize) -> String {
        match &*self.typed.body.locals[k].name {
            "self" => "self".into(),
            name => format!("{}_{k}", name.trim_start_matches("r#")),
        }
    }

    /// The type, with `_` for what cannot be written.
    fn ty(&self, ty: &Ty) -> String {
        let all = |parts: &[Ty]| parts.iter().map(|part| self.ty(part)).collect::<Vec<_>>().join(", ");
        let len = |len: &Len| match len {
            Len::Known(n) => n.to_string(),
            Len::Param(k) => self.program.func(self.f).generics.names[*k].to_string(),
            Len::Text(text) if text.contains(|c: char| !c.is_alphanumeric() && c != '_') => "_".into(),
            Len::Text(text) if !text.is_empty() => text.to_string(),
            _ => "_".into(),
        };
        match ty {
            Ty::Never => "!".into(),
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Str => "str".into(),
            Ty::Int(int) => int.name().into(),
            Ty::Float(Float::F32) => "f32".into(),
            Ty::Float(Float::F64) => "f64".into(),
            Ty::Float(Float::Own) => self.own(),
            Ty::Tuple(parts) if parts.len() == 1 => format!("({},)", all(parts)),
            Ty::Tuple(parts) => format!("({})", all(parts)),
            Ty::Array(of, n) => format!("[{}; {}]", self.ty(of), len(n)),
            Ty::Slice(of) => format!("[{}]", self.ty(of)),
            Ty::Vec(of) => format!("Vec<{}>", self.ty(of)),
            Ty::Boxed(_, of) if matches!(**of, Ty::FnPtr(..)) => {
                format!("Box<dyn {}>", self.ty(of).replacen("fn", "Fn", 1))
            }
            Ty::Boxed(by, of) => format!("{}<{}>", by.path()[1], self.ty(of)),
            Ty::Ref(_, of) if matches!(**of, Ty::FnPtr(..)) => "_".into(),
            Ty::Ref(true, of) => format!("&mut {}", self.ty(of)),
            Ty::Ref(false, of) => format!("&{}", self.ty(of)),
            Ty::Adt(adt, args) => match self.adt(*adt) {
                Some(path) if args.is_empty() => path,
                Some(path) => format!("{path}<{}>", all(args)),
                None => "_".into(),
            },
            Ty::Const(n) => len(n),
            Ty::Param(_) | Ty::Rigid(..) => {
                let (f, k) = match ty {
                    Ty::Rigid(f, k) => (*f, k),
                    Ty::Param(k) => (self.f, k),
                    _ => return "_".into(),
                };
                let name = self.program.func(f).generics.names[*k].to_string();
                if name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(char::is_alphanumeric) {
                    name
                } else {
                    "_".into()
                }
            }
            Ty::FnPtr(params, ret) => format!("fn({}) -> {}", all(params), self.ty(ret)),
            Ty::Opaque(text) if !text.is_empty() && !text.starts_with("impl") && !text.contains("Self") => {
                text.to_string()
            }
            Ty::Dyn(of, args, types) if types.is_empty() => {
                let args = if args.is_empty() { String::new() } else { format!("<{}>", all(args)) };
                format!("dyn {}{args}", self.program.trait_def(*of).name)
            }
            Ty::Dyn(..) => "_".into(),
            Ty::FnItem(..) | Ty::VariantItem(..) | Ty::Closure(_) | Ty::Assoc(..) | Ty::Var(_) | Ty::Opaque(_) => {
                "_".into()
            }
        }
    }

    /// The name of the number that the function is written on.
    fn own(&self) -> String {
        let generics = &self.program.func(self.f).generics;
        let number = generics.bounds.iter().find_map(|bound| match bound {
            front::items::Bound::Number(Ty::Param(k)) => Some(generics.names[*k].to_string()),
            _ => None,
        });
        number.unwrap_or_else(|| "_".into())
    }

    fn adt(&self, adt: AdtId) -> Option<String> {
        let def = self.program.adt(adt);
        if def.origin == Origin::Prelude {
            return match &*def.name {
                "Option" | "Result" => Some(def.name.to_string()),
                "Ordering" => Some("std::cmp::Ordering".into()),
                name if name.starts_with("Range") => Some(format!("std::ops::{name}")),
                "ControlFlow" => Some("std::ops::ControlFlow".into()),
                _ => None,
            };
        }
        let path = self.program.path_of_adt(adt);
        path.map(|path| path.to_token_stream().to_string()).or(Some(def.name.to_string()))
    }

    fn variant(&self, adt: AdtId, k: usize) -> String {
        let def = self.program.adt(adt);
        let path = self.adt(adt).unwrap_or_else(|| def.name.to_string());
        if def.is_enum { format!("{path}::{}", def.variants[k].name) } else { path }
    }

    fn type_ref(&self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Infer => "_".into(),
            TypeRef::Ty(ty) | TypeRef::With(ty) => self.ty(ty),
        }
    }

    fn turbofish(&self, types: &[TypeRef]) -> String {
        match types {
            [] => String::new(),
            _ => format!("::<{}>", types.iter().map(|ty| self.type_ref(ty)).collect::<Vec<_>>().join(", ")),
        }
    }

    /// A value, with its type.
    pub(crate) fn value(&self, e: ExprId) -> String {
        let ty = &self.typed.exprs[e];
        let scalar = matches!(ty, Ty::Bool | Ty::Int(_) | Ty::Float(_) | Ty::Char);
        let is_told = match self.kind(e) {
            ExprKind::Literal(_) => scalar,
            ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Deref(_) => scalar,
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Call(..)
            | ExprKind::Method(..)
            | ExprKind::Cast(..) => !matches!(ty, Ty::Never),
            _ => false,
        };
        let text = self.expr(e);
        match self.ty(ty).as_str() {
            told if is_told && told != "_" => format!("is::<{told}>({text})"),
            _ => text,
        }
    }

    /// An expression where a place stands.
    fn expr(&self, e: ExprId) -> String {
        let values = |all: &[ExprId]| all.iter().map(|e| self.value(*e)).collect::<Vec<_>>().join(", ");
        let label = |k: &usize| format!("'l{k}");
        match self.kind(e) {
            ExprKind::Literal(lit) => lit.to_token_stream().to_string(),
            ExprKind::Local(k) => self.local(*k),
            ExprKind::Item(..) | ExprKind::Variant(..) | ExprKind::TypeFn(..) | ExprKind::Param(_) => self.path(e),
            ExprKind::Foreign(path) => path.to_token_stream().to_string(),
            ExprKind::ForeignStruct(..) => "unreachable!()".into(),
            ExprKind::Text(text, _) => text.to_string(),
            ExprKind::Unary(Unary::Neg, a) => format!("(-{})", self.value(*a)),
            ExprKind::Unary(Unary::Not, a) => format!("(!{})", self.value(*a)),
            ExprKind::Binary(Binary::And, a, b) => {
                format!("({} && {})", self.value(*a), self.value(*b))
            }
            ExprKind::Binary(op, a, b) => {
                let compares =
                    matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
                let side = |e| if compares { self.expr(e) } else { self.value(e) };
                format!("({} {} {})", side(*a), op.sign(), side(*b))
            }
            ExprKind::Assign(a, b) => format!("({} = {})", self.expr(*a), self.value(*b)),
            ExprKind::AssignOp(op, a, b) => format!("({} {}= {})", self.expr(*a), op.sign(), self.value(*b)),
            ExprKind::Block(stmts, tail, name) => {
                let name = name.as_ref().map_or(String::new(), |k| format!("{}: ", label(k)));
                let stmts: String = stmts.iter().map(|stmt| self.stmt(stmt)).collect();
                let tail = tail.map_or(String::new(), |e| self.value(e));
                format!("{name}{{ {stmts} {tail} }}")
            }
            ExprKind::If(cond, then, otherwise) => {
                let otherwise = otherwise.map_or(String::new(), |e| match self.kind(e) {
                    ExprKind::Block(..) | ExprKind::If(..) => format!(" else {}", self.expr(e)),
                    _ => format!(" else {{ {} }}", self.value(e)),
                });
                format!("if {} {}{otherwise}", self.condition(*cond), self.block(*then))
            }
            ExprKind::Let(pat, init) => format!("(let {} = {})", self.pat(*pat), self.expr(*init)),
            ExprKind::Match(on, arms) => {
                let arms = arms.iter().map(|arm| {
                    let guard = arm.guard.map_or(String::new(), |e| format!(" if {}", self.condition(e)));
                    format!("{}{guard} => {{ {} }}", self.pat(arm.pat), self.value(arm.body))
                });
                format!("(match {} {{ {} }})", self.expr(*on), arms.collect::<Vec<_>>().join(" "))
            }
            ExprKind::Loop(inside, k, _) => format!("{}: loop {}", label(k), self.block(*inside)),
            ExprKind::While(cond, inside, k, _) => {
                format!("{}: while {} {}", label(k), self.condition(*cond), self.block(*inside))
            }
            ExprKind::For(pat, over, inside, k, _) => {
                let (iter, item) = &self.typed.iterators[&e];
                let _ = iter;
                let over = format!("items::<{}, _>({})", self.ty(item), self.expr(*over));
                format!("{}: for {} in {over} {}", label(k), self.pat(*pat), self.block(*inside))
            }
            ExprKind::Break(k, value) => {
                format!("break {} {}", label(k), value.map_or(String::new(), |e| self.value(e)))
            }
            ExprKind::Continue(k) => format!("continue {}", label(k)),
            ExprKind::Return(value) => format!("return {}", value.map_or(String::new(), |e| self.value(e))),
            ExprKind::Try(inside) => format!("{}?", self.value(*inside)),
            ExprKind::Call(f, args) => {
                let callee = match self.kind(*f) {
                    ExprKind::Item(..) | ExprKind::TypeFn(..) | ExprKind::Variant(..) | ExprKind::Foreign(_) => {
                        self.expr(*f)
                    }
                    _ => format!("({})", self.expr(*f)),
                };
                format!("{callee}({})", values(args))
            }
            ExprKind::Method(on, name, types, args) => {
                let on = if matches!(self.typed.exprs[*on], Ty::Float(_) | Ty::Int(_)) {
                    self.value(*on)
                } else {
                    self.parts(*on)
                };
                format!("{on}.{name}{}({})", self.turbofish(types), values(args))
            }
            ExprKind::Field(on, name) => format!("{}.{name}", self.parts(*on)),
            ExprKind::Index(on, index) => format!("{}[{}]", self.parts(*on), self.value(*index)),
            ExprKind::Range(a, b, closed) => {
                let end = |e: &Option<ExprId>| e.map_or(String::new(), |e| self.value(e));
                format!("({}{}{})", end(a), if *closed { "..=" } else { ".." }, end(b))
            }
            ExprKind::Tuple(parts) if parts.len() == 1 => format!("({},)", values(parts)),
            ExprKind::Tuple(parts) => format!("({})", values(parts)),
            ExprKind::List(parts, vec) => format!("{}[{}]", if *vec { "vec!" } else { "" }, values(parts)),
            ExprKind::Repeat(part, n, vec) => {
                let n = match &self.typed.exprs[e] {
                    Ty::Array(..) => self.plain(*n),
                    _ => self.value(*n),
                };
                format!("{}[{}; {n}]", if *vec { "vec!" } else { "" }, self.value(*part))
            }
            ExprKind::Struct(adt, k, _, fields, base) => {
                let fields = fields.iter().map(|(name, e)| format!("{name}: {}", self.value(*e)));
                let base = base.map(|e| format!("..{}", self.expr(e)));
                format!("({} {{ {} }})", self.variant(*adt, *k), fields.chain(base).collect::<Vec<_>>().join(", "))
            }
            ExprKind::Ref(mutable, of) => format!("(&{}{})", if *mutable { "mut " } else { "" }, self.expr(*of)),
            ExprKind::Deref(of) => format!("(*{})", self.expr(*of)),
            ExprKind::Cast(of, to) => {
                let _ = to;
                format!("({} as {})", self.value(*of), self.ty(&self.typed.exprs[e]))
            }
            ExprKind::Closure(closure) => {
                let known = &self.closures.all[self.typed.closures[&e]];
                let params = closure.params.iter().zip(&known.params);
                let params = params.map(|((pat, written), ty)| match written {
                    // A reference in what is written may be one for all lifetimes.
                    Some(_) => format!("{}: {}", self.pat(*pat), self.ty(ty)),
                    None if has_ref(ty) => self.pat(*pat),
                    None => format!("{}: {}", self.pat(*pat), self.ty(ty)),
                });
                let moves = if closure.moves { "move " } else { "" };
                let params = params.collect::<Vec<_>>().join(", ");
                match self.ty(&known.ret).as_str() {
                    _ if has_ref(&known.ret) => format!("({moves}|{params}| {{ {} }})", self.value(closure.body)),
                    ret => format!("({moves}|{params}| -> {ret} {{ {} }})", self.value(closure.body)),
                }
            }
            ExprKind::Assert(cond, say) => format!("{{ {}; assert!({}) }}", self.said(say), self.value(*cond)),
            ExprKind::Say(say) | ExprKind::Test(say) => {
                match say.path.segments.last().map(|last| last.ident.to_string()).as_deref() {
                    Some("format") => format!("{{ {}; String::new() }}", self.said(say)),
                    Some("print" | "println" | "eprint" | "eprintln") => format!("{{ {} }}", self.said(say)),
                    _ => format!("{{ {}; panic!() }}", self.said(say)),
                }
            }
        }
    }

    /// A constant expression.
    fn plain(&self, e: ExprId) -> String {
        match self.kind(e) {
            ExprKind::Binary(op, a, b) => format!("({} {} {})", self.plain(*a), op.sign(), self.plain(*b)),
            ExprKind::Cast(of, to) => format!("({} as {})", self.plain(*of), self.type_ref(to)),
            _ => self.expr(e),
        }
    }

    fn said(&self, say: &Say) -> String {
        say.args.iter().map(|(_, e)| format!("let _ = &{};", self.expr(*e))).collect()
    }

    /// What a field, an element, a method is of.
    fn parts(&self, e: ExprId) -> String {
        match self.kind(e) {
            ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Index(..) => self.expr(e),
            ExprKind::Method(..) | ExprKind::Call(..) => self.value(e),
            _ => format!("({})", self.expr(e)),
        }
    }

    fn block(&self, e: ExprId) -> String {
        match self.kind(e) {
            ExprKind::Block(_, _, None) => self.expr(e),
            _ => format!("{{ {} }}", self.value(e)),
        }
    }

    /// A condition, where `let` may stand under `&&`.
    fn condition(&self, e: ExprId) -> String {
        match self.kind(e) {
            ExprKind::Let(pat, init) => format!("let {} = ({})", self.pat(*pat), self.expr(*init)),
            ExprKind::Binary(Binary::And, a, b) => format!("{} && {}", self.condition(*a), self.condition(*b)),
            _ => format!("({})", self.value(e)),
        }
    }

    fn stmt(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Let { pat, init, otherwise, .. } => {
                let of = &self.typed.pats[*pat];
                let mut ty = of.ty.clone();
                for _ in 0..of.derefs {
                    ty = Ty::Ref(false, Box::new(ty));
                }
                let told = if of.derefs > 0 { "_".to_owned() } else { self.ty(&ty) };
                let init = init.map_or(String::new(), |e| format!(" = {}", self.value(e)));
                let otherwise = otherwise.map_or(String::new(), |e| format!(" else {}", self.block(e)));
                format!("let {}: {told}{init}{otherwise}; ", self.pat(*pat))
            }
            Stmt::Expr(e) => format!("{}; ", self.expr(*e)),
        }
    }

    /// A pattern.
    pub(crate) fn pat(&self, p: PatId) -> String {
        let body = &self.typed.body;
        let all = |parts: &[PatId]| parts.iter().map(|part| self.pat(*part)).collect::<Vec<_>>().join(", ");
        match &body.pats[p].kind {
            PatKind::Wild => "_".into(),
            PatKind::Rest => "..".into(),
            PatKind::Bind { local, by_ref, inner } => {
                let by_ref = match by_ref {
                    Some(true) => "ref mut ",
                    Some(false) => "ref ",
                    None if body.locals[*local].mutable => "mut ",
                    None => "",
                };
                let inner = inner.map_or(String::new(), |inner| format!(" @ {}", self.pat(inner)));
                format!("{by_ref}{}{inner}", self.local(*local))
            }
            PatKind::Tuple(parts) if parts.len() == 1 => format!("({},)", all(parts)),
            PatKind::Tuple(parts) => format!("({})", all(parts)),
            PatKind::Slice(parts) => format!("[{}]", all(parts)),
            PatKind::Variant(adt, k, fields) => {
                let fields = fields.iter().map(|(name, part)| format!("{name}: {}", self.pat(*part)));
                let fields = fields.chain(["..".to_owned()]).collect::<Vec<_>>().join(", ");
                format!("{} {{ {fields} }}", self.variant(*adt, *k))
            }
            PatKind::Ref(inside) => {
                let text = body.pats[p].span.source_text().unwrap_or_default();
                let mutable = if text.starts_with("&mut") { "mut " } else { "" };
                format!("&{mutable}{}", self.pat(*inside))
            }
            PatKind::Value(e) => self.constant(*e),
            PatKind::Range(a, b, closed) => {
                let end = |e: &Option<ExprId>| e.map_or(String::new(), |e| self.constant(e));
                format!("{}{}{}", end(a), if *closed { "..=" } else { ".." }, end(b))
            }
            PatKind::Or(parts) => {
                format!("({})", parts.iter().map(|part| self.pat(*part)).collect::<Vec<_>>().join(" | "))
            }
            PatKind::Foreign(_) => body.pats[p].span.source_text().unwrap_or_default(),
        }
    }

    fn constant(&self, e: ExprId) -> String {
        match self.kind(e) {
            ExprKind::Unary(Unary::Neg, a) => format!("-{}", self.constant(*a)),
            _ => self.expr(e),
        }
    }
}

fn has_ref(ty: &Ty) -> bool {
    match ty {
        Ty::Ref(..) => true,
        Ty::Tuple(parts) | Ty::Adt(_, parts) => parts.iter().any(has_ref),
        Ty::Array(of, _) | Ty::Slice(of) | Ty::Vec(of) | Ty::Boxed(_, of) => has_ref(of),
        _ => false,
    }
}
