//! Functions whose derivatives are not those of a text: one with a rule of the user's calls that, one without a body has
//! parameters alone.

use crate::core::{Builder, Refusal, refuse};
use crate::ir::lowered::{Leaf, Lowered};
use crate::ir::{Access, Arg, Atom, Block, Call, Lie, Op, Out, Program as Steps, Ret, RowsOf, Said, Step, Storage};
use crate::ir::{Ty, Verbatim};
use crate::signature::options::Options;
use crate::signature::state::Leads;
use crate::signature::{Param, Shape, Signature};
use front::program::Program;
use front::ty::{Float, Int, Ty as Type};
use front::typed::Closures;
use quote::quote;

/// The parameters of a function whose body is not known.
pub(crate) fn parameters(program: &Program, item: &syn::ItemFn, sig: &Signature) -> Result<Lowered, Refusal> {
    let mut closures = Closures::default();
    let mut b = Builder::new(program, &mut closures, (item, sig), Options::default(), crate::core::Holds::EVEN);
    let leaves = b.parameters()?;
    Ok(b.steps_of(vec![], Ret::Unit, leaves))
}

/// A function that hands its parameters on to one that has the same.
pub(crate) fn calls(
    program: &Program,
    item: &syn::ItemFn,
    sig: &Signature,
    (path, method): (&syn::Path, bool),
) -> Result<Lowered, Refusal> {
    let mut closures = Closures::default();
    let mut b = Builder::new(program, &mut closures, (item, sig), Options::default(), crate::core::Holds::EVEN);
    let leaves = b.parameters()?;
    let given = leaves.iter().zip(&sig.params);
    let (args, mut lent): (Vec<_>, Vec<_>) =
        given.map(|(leaf, p)| (b.handed_leaf(leaf, &p.ty), is_lent(&b, leaf, p))).unzip();
    if method && let Some(receiver) = lent.first_mut() {
        *receiver = false;
    }
    let out = b.out_of_shape(&sig.ret)?;
    let ret = ret_of(&out);
    let rows = sig.params.iter().any(|p| p.part.is_some()) || out.has_rows();
    let mut steps = vec![called(path, method, args, lent, out.clone(), rows)];
    steps.extend(b.lengths(&out));
    Ok(b.steps_of(steps, ret, leaves))
}

/// A function that leads to one that takes constants by value that this one changes, and gives them back last.
pub(crate) fn leads(program: &Program, item: &syn::ItemFn, sig: &Signature, leads: &Leads) -> Result<Lowered, Refusal> {
    let mut closures = Closures::default();
    let mut b = Builder::new(program, &mut closures, (item, sig), Options::default(), crate::core::Holds::EVEN);
    let (mut leaves, mut args, mut lent, mut steps) = (vec![], vec![], vec![], vec![]);
    let (mut parts, mut after) = (vec![], vec![]);
    for p in &sig.params {
        let Some((name, ty)) = leads.states.iter().find(|(name, _)| *name == p.name) else {
            let leaf = b.parameter(p)?;
            args.push(b.handed_leaf(&leaf, &p.ty));
            lent.push(is_lent(&b, &leaf, p));
            leaves.push(leaf);
            continue;
        };
        let place = b.value(&p.name.to_string(), Ty::Unknown, p.name.span());
        leaves.push(Leaf::Scalar(place));
        let copy = b.made_value("t", Ty::Unknown);
        let code = Verbatim::of(quote!(#ty::clone(&*#name)), vec![place]);
        steps.push(Step::Let(copy, Op::Verbatim(code)));
        args.push(Arg::Scalar(Atom::Val(copy)));
        lent.push(false);
        let left = b.made_value(&format!("{name}__left"), crate::syntax::types::primitive(ty).unwrap_or(Ty::Unknown));
        let said = [(&p.name, place), (&b.values[left].name.clone(), left)];
        let said = said.map(|(name, v)| (None, Said::Code(quote!(#name), vec![v])));
        after.push(Step::Say(quote!(::wengert::generated::left), None, said.into()));
        parts.push(Out::Count(left));
    }
    let given = b.out_of_shape(&sig.ret)?;
    let ret = ret_of(&given);
    let rows = sig.params.iter().any(|p| p.part.is_some()) || given.has_rows();
    let out = match (given, parts.as_slice()) {
        (Out::Unit, [one]) => one.clone(),
        (Out::Unit, _) => Out::Tuple(parts),
        (given, _) => Out::Tuple([given].into_iter().chain(parts).collect()),
    };
    steps.push(called(&leads.to.clone().into(), false, args, lent, out.clone(), rows));
    steps.extend(b.lengths(&out));
    steps.extend(after);
    Ok(b.steps_of(steps, ret, leaves))
}

fn called(path: &syn::Path, method: bool, args: Vec<Arg>, lent: Vec<bool>, out: Out, lifted: bool) -> Step {
    let path = path.clone();
    let method = if method { path.get_ident().cloned() } else { None };
    Step::Call(Call {
        id: 1,
        path,
        plain: None,
        method,
        args,
        lent,
        changed: vec![],
        constants: vec![],
        out,
        lifted,
        active: false,
    })
}

fn is_lent(b: &Builder<'_>, leaf: &Leaf, param: &Param) -> bool {
    matches!(leaf, Leaf::Scalar(v) if b.values[*v].ty == Ty::Record) && matches!(param.ty, syn::Type::Reference(_))
}

impl Builder<'_> {
    fn steps_of(self, steps: Vec<Step>, ret: Ret, leaves: Vec<Leaf>) -> Lowered {
        let Builder { values, arrays, parents, .. } = self;
        let body = Block { id: 0, steps };
        let program = Steps { values, arrays, parents, body, ret, beside: vec![] };
        Lowered { program, leaves, items: vec![], beside: vec![], within: vec![], nested: vec![], repeated: None }
    }

    fn handed_leaf(&self, leaf: &Leaf, ty: &syn::Type) -> Arg {
        match leaf {
            Leaf::Scalar(v) => Arg::Scalar(Atom::Val(*v)),
            Leaf::Array(arr) => {
                let view = crate::ir::View { arr: *arr, part: None };
                match (&self.arrays[*arr].storage, ty) {
                    (Storage::Exclusive, _) => Arg::View(view, Access::Write),
                    (Storage::Shared, _) | (_, syn::Type::Reference(_)) => Arg::View(view, Access::Read),
                    _ => Arg::Owned(*arr),
                }
            }
            Leaf::Tuple(parts) => {
                let types: Vec<&syn::Type> = match ty {
                    syn::Type::Tuple(t) => t.elems.iter().collect(),
                    _ => vec![],
                };
                let part = |(k, leaf): (usize, &Leaf)| self.handed_leaf(leaf, types.get(k).copied().unwrap_or(ty));
                Arg::Tuple(parts.iter().enumerate().map(part).collect())
            }
        }
    }

    fn out_of_shape(&mut self, shape: &Shape) -> Result<Out, Refusal> {
        let float = Type::Float(Float::F64);
        Ok(match shape {
            Shape::Unit => Out::Unit,
            Shape::Scalar => Out::Scalar(self.made_value("t", Ty::Float)),
            Shape::Record(_) => Out::Scalar(self.made_value("t", Ty::Record)),
            Shape::Count(of) => {
                let ty = crate::syntax::types::primitive(of).unwrap_or(Ty::some_int());
                Out::Count(self.made_value("t", ty))
            }
            Shape::Fixed(len) => Out::Array(self.result_array(Storage::Fixed(len.clone()), &float)),
            Shape::Vec => Out::Array(self.result_array(Storage::Heap, &float)),
            Shape::Rows(levels) => {
                let count = self.made_value("count", Ty::usize());
                let usize = Type::Int(Int::Usize);
                let table = |b: &mut Self| Lie::Table(b.result_array(Storage::Heap, &usize));
                Out::Rows(count, (0..*levels).map(|_| table(self)).collect())
            }
            Shape::Tuple(shapes) => {
                Out::Tuple(shapes.iter().map(|shape| self.out_of_shape(shape)).collect::<Result<_, _>>()?)
            }
            Shape::Slice | Shape::SliceMut => return refuse("a result of this type"),
        })
    }

    /// How long lists are that a call gives.
    fn lengths(&mut self, out: &Out) -> Vec<Step> {
        let mut made = vec![];
        out.each(&mut |_| {}, &mut |arr| made.push(arr));
        made.retain(|arr| matches!(self.arrays[*arr].storage, Storage::Heap));
        let mut steps = vec![];
        for arr in made {
            let len = self.made_value("t", Ty::usize());
            self.arrays[arr].len = Some(Atom::Val(len));
            steps.push(Step::Let(len, Op::Int(crate::ir::Int::Len(arr))));
        }
        steps
    }

    fn made_value(&mut self, name: &str, ty: Ty) -> usize {
        let v = self.value(name, ty, self.span);
        self.temporaries.insert(v);
        v
    }

    fn result_array(&mut self, storage: Storage, of: &Type) -> usize {
        let arr = self.array("list", storage, of, self.span);
        self.unnamed.insert(arr);
        self.arrays[arr].result = true;
        arr
    }
}

/// What a call gives, as what the function gives.
fn ret_of(out: &Out) -> Ret {
    match out {
        Out::Unit => Ret::Unit,
        Out::Scalar(v) | Out::Count(v) => Ret::Scalar(Atom::Val(*v)),
        Out::Array(arr) => Ret::Array(*arr),
        Out::Rows(count, lies) => {
            let level = |lie: &Lie| match lie {
                Lie::Even(len) => RowsOf::Even(Atom::lit(len.clone())),
                Lie::Table(table) => RowsOf::Table(*table),
            };
            Ret::Rows(Atom::Val(*count), lies.iter().map(level).collect())
        }
        Out::Tuple(parts) => Ret::Tuple(parts.iter().map(ret_of).collect()),
    }
}
