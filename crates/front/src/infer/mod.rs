//! Types for everything in a body, found by unification.
//!
//! A body is inferred for given arguments of its generic parameters, anew for each: like a template. Of what it calls only
//! the signatures are read. Expected types go down into literals and closures; what is demanded of types that are not
//! known yet (`obligation`) waits until they are. What cannot be found out becomes [`Ty::Opaque`], which fits everything.
//!
//! That the types are rustc's, rustc says: each function is written again with its types, and compiled. What is changed
//! at random in it brings no panic, and no error that rustc does not see.
//! ```text
//! cargo run -p wengert-front --example oracle -- crates/front/tests/programs/*.rs
//! cargo run -p wengert-front --example shaken -- 30 crates/front/tests/programs/*.rs
//! cargo run -p wengert-front --example types -- crates/wengert/tests/*.rs
//! ```
//! The last says what is not known in functions of whole crates, and how long it takes.

mod builtin;
mod call;
mod closure;
mod coerce;
mod deref;
mod expr;
mod finish;
mod item;
mod marker;
mod meant;
mod method;
mod obligation;
mod of_trait;
mod ops;
mod pat;
mod place;
mod select;
pub mod show;
mod table;

use crate::hir::{Body, ExprId, LabelId, LocalId, PatKind, TypeRef};
use crate::items::{FnDef, FnId, Generics, ImplId, ItemId, TraitId};
use crate::program::Program;
use crate::ty::{Len, Ty};
use crate::typed::{Adjust, Callee, Closures, Diagnostic, PatTy, Typed};
use coerce::Join;
use obligation::{Obligation, Question};
use proc_macro2::Span;
use select::Answer;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use table::{Kind, Table};

pub use of_trait::{implementation_of, method_of, value_of_constant};
pub use ops::operator_named;

/// Finds the types in the body of a function, for these arguments of its generic parameters.
///
/// # Errors
/// What does not fit for certain, or the body cannot be read.
pub fn infer(program: &Program, closures: &mut Closures, f: FnId, args: &[Ty]) -> Result<Typed, Vec<Diagnostic>> {
    let hides = hides_type(&program.func(f).ret).then(|| (f, args.to_vec()));
    if let Some(Some(known)) = hides.as_ref().and_then(|key| closures.returned.get(key)) {
        return Ok(known.clone());
    }
    if let Some(key) = &hides {
        closures.returned.insert(key.clone(), None);
    }
    let typed = body_of(program, closures, f, args);
    if let (Some(key), Ok(typed)) = (hides, &typed) {
        closures.returned.insert(key, Some(typed.clone()));
    }
    typed
}

fn body_of(program: &Program, closures: &mut Closures, f: FnId, args: &[Ty]) -> Result<Typed, Vec<Diagnostic>> {
    let body = crate::hir::body(program, f)?;
    let before = closures.all.len();
    let mut infer = Infer::new(program, closures, body, f, args);
    infer.function();
    let typed = infer.finish(before);
    if typed.is_err() {
        closures.all.truncate(before);
    }
    typed
}

/// What is known of a body so far.
struct Infer<'a> {
    program: &'a Program,
    closures: &'a mut Closures,
    body: Rc<Body>,
    owner: FnId,
    args: Vec<Ty>,
    table: Table,
    exprs: Vec<Ty>,
    pats: Vec<PatTy>,
    locals: Vec<Ty>,
    /// Parameters whose types are generic parameters, which are those of the arguments here.
    of_params: HashMap<LocalId, usize>,
    adjusted: HashMap<ExprId, Vec<Adjust>>,
    callees: HashMap<ExprId, Callee>,
    /// What is called where the generic parameters are any types, once that is asked for.
    by_bounds: Option<Rc<HashMap<ExprId, Callee>>>,
    owners: HashMap<ExprId, Ty>,
    iterators: HashMap<ExprId, (Ty, Ty)>,
    closure_of: HashMap<ExprId, usize>,
    /// Expressions whose types were found before they are come to.
    ready: HashSet<ExprId>,
    pending: Vec<Obligation>,
    /// Implementations that were taken, with their arguments.
    applied: HashMap<Question, (ImplId, Vec<Ty>)>,
    /// What was asked of types.
    answers: HashMap<Question, Answer>,
    /// What functions give of which only the path is known.
    of_foreign: Vec<Ty>,
    /// The same, with what is lent to others, which is hardly a number.
    foreign: Vec<Ty>,
    /// What functions of other crates give, whatever they are given.
    given_by_foreign: Vec<Ty>,
    /// What such functions are given.
    to_foreign: Vec<Ty>,
    /// What is given to what may be left, innermost last.
    breaks: Vec<(LabelId, Join)>,
    /// What functions and closures around give, innermost last.
    returns: Vec<Join>,
    /// Whether what comes next is never reached.
    diverges: bool,
    wrong: Vec<Diagnostic>,
    unknown: Vec<Diagnostic>,
}

impl<'a> Infer<'a> {
    fn new(program: &'a Program, closures: &'a mut Closures, body: Rc<Body>, owner: FnId, args: &[Ty]) -> Infer<'a> {
        let mut table = Table::default();
        let locals = body.locals.iter().map(|_| table.fresh(Kind::Any)).collect();
        let pat = PatTy { ty: Ty::unknown(), derefs: 0, by_ref: None };
        Infer {
            exprs: vec![Ty::unknown(); body.exprs.len()],
            pats: vec![pat; body.pats.len()],
            locals,
            program,
            closures,
            body,
            owner,
            args: args.to_vec(),
            table,
            of_params: HashMap::new(),
            adjusted: HashMap::new(),
            callees: HashMap::new(),
            by_bounds: None,
            owners: HashMap::new(),
            iterators: HashMap::new(),
            closure_of: HashMap::new(),
            ready: HashSet::new(),
            pending: Vec::new(),
            applied: HashMap::new(),
            answers: HashMap::new(),
            of_foreign: Vec::new(),
            given_by_foreign: Vec::new(),
            foreign: Vec::new(),
            to_foreign: Vec::new(),
            breaks: Vec::new(),
            returns: Vec::new(),
            diverges: false,
            wrong: Vec::new(),
            unknown: Vec::new(),
        }
    }

    fn function(&mut self) {
        let body = self.body.clone();
        let def = self.program.func(self.owner);
        for (pat, param) in body.params.iter().zip(&def.params) {
            if let (PatKind::Bind { local, .. }, Ty::Param(k)) = (&body.pats[*pat].kind, method::behind(&param.ty)) {
                self.of_params.insert(*local, *k);
            }
            let ty = self.own(&param.ty);
            self.pat(*pat, &ty, None);
        }
        let ret = self.own(&def.ret);
        let ret = self.unhidden(&ret, &def);
        self.returns.push(Join::to(Some(ret.clone())));
        let given = self.expr(body.root, Some(&ret));
        self.demand(body.root, &given, &ret);
    }

    /// The type with something to be found in the place of each `impl Trait`: what that says of it is demanded.
    fn unhidden(&mut self, ty: &Ty, def: &FnDef) -> Ty {
        let mut hidden = Vec::new();
        let ty = table::map(
            ty,
            &mut |part| match part {
                Ty::Opaque(text) if is_hidden(part) => {
                    hidden.push((text.clone(), self.any()));
                    hidden.last().map(|(_, ty)| ty.clone())
                }
                _ => None,
            },
            &mut Len::clone,
        );
        for (text, ty) in hidden {
            let mut args = self.args.clone();
            let bounds = self.program.bounds_of_hidden(self.owner, &text, &Ty::Param(args.len()));
            args.push(ty);
            self.require_bounds(&Generics { bounds, ..def.generics.clone() }, &args);
        }
        ty
    }

    /// A type as it stands in the text of the function at hand, with its arguments put in.
    fn own(&mut self, ty: &Ty) -> Ty {
        let (def, args) = (self.program.func(self.owner), std::mem::take(&mut self.args));
        let ty = self.instance(ty, &def.generics, &args);
        self.args = args;
        ty
    }

    /// The generic parameter that a type is: the function that declares it, and its place there.
    fn declared(&self, ty: &Ty) -> Option<(FnId, usize)> {
        match ty {
            Ty::Param(k) => Some((self.owner, *k)),
            Ty::Rigid(f, k) => Some((*f, *k)),
            _ => None,
        }
    }

    /// A type in the bounds of a generic parameter.
    fn said_of(&mut self, own: &Ty, ty: &Ty) -> Ty {
        match own {
            Ty::Rigid(f, _) => {
                let def = self.program.func(*f);
                let args = self.program.own_args(*f);
                self.instance(ty, &def.generics, &args)
            }
            _ => self.own(ty),
        }
    }

    /// A type as it is written in the body.
    fn written(&mut self, ty: &TypeRef) -> Ty {
        match ty {
            TypeRef::Infer => self.any(),
            TypeRef::Ty(ty) => self.own(ty),
            TypeRef::With(ty) => {
                let (mut types, mut lens) = (HashMap::new(), HashMap::new());
                let table = std::cell::RefCell::new(&mut self.table);
                let ty = table::map(
                    ty,
                    &mut |part| match part {
                        Ty::Var(v) => {
                            Some(types.entry(*v).or_insert_with(|| table.borrow_mut().fresh(Kind::Any)).clone())
                        }
                        _ => None,
                    },
                    &mut |len| match len {
                        Len::Var(v) => lens.entry(*v).or_insert_with(|| table.borrow_mut().fresh_len()).clone(),
                        _ => len.clone(),
                    },
                );
                self.own(&ty)
            }
        }
    }

    fn any(&mut self) -> Ty {
        self.table.fresh(Kind::Any)
    }

    /// The type of what is not known here; it may still follow from its use.
    fn open(&mut self) -> Ty {
        self.table.fresh(Kind::Open)
    }

    fn span(&self, e: ExprId) -> Span {
        self.body.exprs[e].span
    }

    fn error(&mut self, span: Span, message: String) {
        self.wrong.push(Diagnostic { span, message, certain: true });
    }

    fn note(&mut self, span: Span, message: String) {
        self.unknown.push(Diagnostic { span, message, certain: false });
    }

    /// Makes two types the same, or leaves both as they are.
    fn same(&mut self, a: &Ty, b: &Ty) -> bool {
        let mark = self.table.mark();
        let same = self.table.unify(a, b);
        if same {
            self.table.keep(mark)
        } else {
            self.table.undo(mark)
        }
        same
    }

    /// The type, of which the outermost part is known if what waits can tell it.
    fn shallow(&mut self, ty: &Ty) -> Ty {
        let now = self.table.shallow(ty);
        if matches!(now, Ty::Var(_)) && !self.pending.is_empty() {
            self.solve();
            let now = self.table.shallow(&now);
            if self.table.kind(&now) == Some(Kind::Any) && (self.force(&now) || self.said_by_bounds(&now)) {
                self.solve();
                return self.table.shallow(&now);
            }
            return now;
        }
        now
    }

    /// How a type is written, for messages.
    fn show(&self, ty: &Ty) -> String {
        match self.table.kind(ty) {
            Some(table::Kind::Int | table::Kind::Loose) => "{integer}".into(),
            Some(table::Kind::Float) => "{float}".into(),
            _ => show::ty(self.program, &self.table.resolve(ty)),
        }
    }

    /// A trait of the prelude, by its path there.
    fn std_trait(&self, path: &str) -> Option<TraitId> {
        match self.program.prelude(path) {
            Some(ItemId::Trait(of)) => Some(of),
            _ => None,
        }
    }

    /// A type of the prelude, by its path there, with arguments.
    fn std_adt(&self, path: &str, args: Vec<Ty>) -> Ty {
        match self.program.prelude(path) {
            Some(ItemId::Adt(adt)) => Ty::Adt(adt, args),
            _ => Ty::unknown(),
        }
    }

    /// Whether a type is that of the prelude.
    fn is_std(&self, ty: &Ty, path: &str) -> bool {
        matches!((ty, self.program.prelude(path)), (Ty::Adt(a, _), Some(ItemId::Adt(b))) if *a == b)
    }
}

/// Whether an `impl Trait` is in the type of a result.
fn hides_type(ty: &Ty) -> bool {
    is_hidden(ty) || ty.parts().any(hides_type)
}

fn is_hidden(ty: &Ty) -> bool {
    matches!(ty, Ty::Opaque(text) if text.starts_with("impl "))
}

/// The type with arguments in the place of generic parameters.
pub fn substitute(ty: &Ty, args: &[Ty]) -> Ty {
    table::map(
        ty,
        &mut |part| match part {
            Ty::Param(k) => args.get(*k).cloned(),
            _ => None,
        },
        &mut |len| substitute_len(len, args),
    )
}

fn substitute_len(len: &Len, args: &[Ty]) -> Len {
    match len {
        Len::Param(k) => match args.get(*k) {
            Some(Ty::Const(len)) => len.clone(),
            _ => len.clone(),
        },
        _ => len.clone(),
    }
}
