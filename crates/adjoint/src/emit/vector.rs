//! Loops whose functions are computed for several iterations at once, by the kernels of `wengert::vector`.
//!
//! Ordered sums are not vectorised by the compiler, so a loop is written in strips: first what a function is of, for each
//! iteration of a strip, into an array; then the function of all of them; then the iterations themselves, in their order,
//! which find the results in an array. So every bit is as in a loop that calls the function in each iteration.

use super::Emitter;
use super::protocol::replace;
use crate::ir::{Arr, Atom, Frame, Head, Lies, Loop, Op, Program, Step, Ty, Val};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rules::{Kind, Op as Row};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Iterations in a strip. Log-sum-exp took 0.65 of its time by std with 16, 0.47 with 32, 0.43 with 64; a mixture with loops of
/// five took 1.36 with 64, as the arrays are longer than what they hold, and 1.27 with 32.
const STRIP: usize = 32;

/// A function that is computed before the iterations of a strip.
#[derive(Clone)]
struct Ahead {
    value: Val,
    row: Row,
    args: Vec<Atom>,
    /// How many such functions are computed one after the other, until it is.
    level: usize,
    /// What is computed for its arguments, in order.
    steps: Vec<Val>,
}

/// The functions of a loop that are computed for a strip at once.
#[derive(Clone)]
pub(super) struct Strips {
    list: Vec<Ahead>,
    /// Where the results are.
    names: HashMap<Val, Ident>,
}

/// What of each loop can be computed for several iterations at once.
pub(super) fn strips(p: &Program) -> HashMap<Frame, Strips> {
    let mut all = HashMap::new();
    crate::ir::walk(&p.body, &mut |step, _| {
        if let Step::Loop(l) = step
            && let Some(strips) = Strips::of(p, l)
        {
            all.insert(l.frame, strips);
        }
    });
    all
}

impl Strips {
    fn of(p: &Program, l: &Loop) -> Option<Strips> {
        let Head::Range { var, rev: false, .. } = &l.head else { return None };
        if p.values[*var].ty != Ty::usize() || l.count.is_some() || l.exit.is_some() {
            return None;
        }
        let (mut written, mut ops) = (HashSet::new(), HashMap::new());
        crate::ir::walk(&l.body, &mut |step, _| {
            written.extend(step.writes());
            if let Step::Grow(a, _) | Step::Undo(a, ..) = step {
                written.insert(*a);
            }
        });
        for step in &l.body.steps {
            if let Step::Let(v, op) = step {
                ops.insert(*v, op);
            }
        }
        let mut body = Body { p, l, var: *var, ops, written, list: vec![] };
        for step in &l.body.steps {
            let Step::Let(v, Op::Fun(row, args, None)) = step else { continue };
            let mut ahead = Ahead { value: *v, row: *row, args: args.clone(), level: 0, steps: vec![] };
            let varies = args.iter().any(|a| body.varies(a));
            if ::vector::has_kernel(*row)
                && !p.is_rich(*v)
                && varies
                && args.iter().all(|a| body.is_at_hand(a, &mut ahead))
            {
                body.list.push(ahead);
            }
        }
        let list = body.list;
        let names = list.iter().map(|a| (a.value, format_ident!("strip_{}__", p.values[a.value].name))).collect();
        (!list.is_empty()).then_some(Strips { list, names })
    }
}

/// The body of a loop while it is looked through.
struct Body<'a> {
    p: &'a Program,
    l: &'a Loop,
    var: Val,
    ops: HashMap<Val, &'a Op>,
    written: HashSet<Arr>,
    list: Vec<Ahead>,
}

impl Body<'_> {
    fn is_inside(&self, frame: Frame) -> bool {
        self.p.within(frame, self.l.frame)
    }

    fn varies(&self, a: &Atom) -> bool {
        a.val().is_some_and(|v| self.is_inside(self.p.values[v].frame))
    }

    fn is_at_hand(&self, a: &Atom, ahead: &mut Ahead) -> bool {
        a.val().is_none_or(|v| self.is_value_at_hand(v, ahead))
    }

    /// Whether a value can be computed before the iterations, from what does not change in them; notes what is computed for
    /// it.
    fn is_value_at_hand(&self, v: Val, ahead: &mut Ahead) -> bool {
        if v == self.var || !self.is_inside(self.p.values[v].frame) || ahead.steps.contains(&v) {
            return true;
        }
        if let Some(other) = self.list.iter().find(|other| other.value == v) {
            ahead.level = ahead.level.max(other.level + 1);
            return true;
        }
        let Some(op) = self.ops.get(&v) else { return false };
        let is_cheap = match op {
            Op::Read(..) | Op::Bin(..) | Op::Neg(_) | Op::Offset(..) | Op::Int(_) => true,
            Op::Fun(row, ..) => matches!(row, Row::Sqrt | Row::Abs | Row::Recip),
            _ => false,
        };
        let so = is_cheap
            && !self.p.is_rich(v)
            && op.arrays().into_iter().chain(op.lens()).all(|a| self.stays(a))
            && op.vals().into_iter().all(|v| self.is_value_at_hand(v, ahead));
        if so {
            ahead.steps.push(v);
        }
        so
    }

    /// Whether an array is the same in all iterations.
    fn stays(&self, a: Arr) -> bool {
        let array = &self.p.arrays[a];
        let lies_inside = match &array.lies {
            Lies::Path(of, _) => self.is_inside(self.p.values[*of].frame),
            _ => false,
        };
        !lies_inside && !self.written.contains(&a) && !self.is_inside(array.frame)
    }
}

impl Emitter<'_> {
    /// Whether a function is one of the kernels: those that some loop computes for several iterations. What is computed one by
    /// one is faster by std.
    pub(super) fn has_kernel(&self, v: Val) -> bool {
        self.strips.values().any(|s| s.names.contains_key(&v))
    }

    /// What of a loop is computed for several iterations at once: from here on, these find the results in arrays.
    pub(super) fn enter_strips(&mut self, l: &Loop) -> Option<Strips> {
        let strips = self.strips.get(&l.frame).filter(|_| self.plan.tune)?.clone();
        self.stripped.extend(strips.names.iter().map(|(v, name)| (*v, name.clone())));
        Some(strips)
    }

    /// The run on plain numbers, for wide vectors.
    ///
    /// # Errors
    /// None, as it is a function.
    pub(crate) fn run_in_vectors(&self, gambles: bool) -> syn::Result<TokenStream> {
        let run: syn::ItemFn = syn::parse2(self.run_function(gambles))?;
        let (number, scalar, arguments, name) = (self.number(), &self.sig.scalar, &self.sig.arguments, &self.sig.name);
        let plain = |ty: &syn::Type| syn::parse2(replace(ty.to_token_stream(), number, scalar));
        let types =
            run.sig.inputs.iter().filter_map(|p| if let syn::FnArg::Typed(p) = p { Some(plain(&p.ty)) } else { None });
        let types = types.collect::<syn::Result<Vec<syn::Type>>>()?;
        let out = match &run.sig.output {
            syn::ReturnType::Default => quote!(()),
            syn::ReturnType::Type(_, ty) => plain(ty)?.to_token_stream(),
        };
        Ok(crate::emit::delegate::body(self.sig, &types, &out, &quote!(#name::__run::<#scalar, #(#arguments),*>)))
    }

    /// A run on plain numbers, in wide vectors if that is wanted.
    pub(super) fn call_run(&self, args: &[TokenStream]) -> TokenStream {
        let (scalar, arguments) = (&self.sig.scalar, &self.sig.arguments);
        match self.sig.vector {
            true => crate::emit::delegate::call(self.sig, args),
            false => quote!(Self::__run::<#scalar, #(#arguments),*>(#(#args),*)),
        }
    }

    /// What is said of a function: which functions are computed many at a time, and which one by one.
    pub(super) fn said_of_strips(&self) -> TokenStream {
        if !self.sig.vector {
            return TokenStream::new();
        }
        let (mut many, mut single) = (BTreeSet::new(), BTreeSet::new());
        crate::ir::walk(&self.p.body, &mut |step, _| {
            if let Step::Let(v, Op::Fun(row, ..)) = step
                && (::vector::has_kernel(*row) || matches!(row.row().kind, Kind::Method | Kind::Function))
                && !matches!(row, Row::Sqrt | Row::Abs | Row::Recip)
            {
                let list = if self.has_kernel(*v) { &mut many } else { &mut single };
                list.insert(row.row().name);
            }
        });
        let listed = |names: BTreeSet<&str>| match names.is_empty() {
            true => "nothing".to_string(),
            false => names.into_iter().collect::<Vec<_>>().join(", "),
        };
        let text = format!(" Many at a time: {}. One by one: {}.", listed(many), listed(single));
        quote!(#[doc = #text])
    }

    /// The iterations are written.
    pub(super) fn leave_strips(&mut self, strips: Option<&Strips>) {
        strips.into_iter().flat_map(|s| s.names.keys()).for_each(|v| _ = self.stripped.remove(v));
    }

    /// The result of a function of the iteration, where it is in an array.
    pub(super) fn in_strip(&self, v: Val) -> Option<TokenStream> {
        self.stripped.get(&v).map(|name| quote!(#name[lane__]))
    }

    /// The loop around a body that finds functions computed; `rows` are a pattern and an iterator that it goes over too.
    pub(super) fn strip_run(
        &mut self,
        l: &Loop,
        strips: &Strips,
        rows: Option<(TokenStream, TokenStream)>,
        body: &TokenStream,
    ) -> TokenStream {
        let Head::Range { var, lo, hi, .. } = &l.head else { return TokenStream::new() };
        let (var, lo, hi) = (self.name(*var), self.tokens(lo), self.tokens(hi));
        let (mut declare, mut first) = (TokenStream::new(), TokenStream::new());
        let ops: HashMap<Val, Op> = l
            .body
            .steps
            .iter()
            .filter_map(|s| if let Step::Let(v, op) = s { Some((*v, op.clone())) } else { None })
            .collect();
        for level in 0..=strips.list.iter().map(|a| a.level).max().unwrap_or(0) {
            let (mut body, mut calls, mut done) = (TokenStream::new(), TokenStream::new(), HashSet::new());
            for earlier in strips.list.iter().filter(|a| a.level < level) {
                let (name, out) = (self.name(earlier.value), &strips.names[&earlier.value]);
                body.extend(quote!(let #name = #out[lane__];));
            }
            for ahead in strips.list.iter().filter(|a| a.level == level) {
                for v in ahead.steps.iter().filter(|v| done.insert(**v)) {
                    body.extend(self.let_value(*v, self.operation(*v, &ops[v])));
                }
                let lifted = self.p.values[ahead.value].lifted;
                let (number, scalar) = (self.number(), &self.sig.scalar);
                let ty = if lifted { quote!(#number) } else { quote!(#scalar) };
                let out = &strips.names[&ahead.value];
                declare.extend(quote!(let mut #out = [<#ty as ::wengert::Number>::constant(0.0); #STRIP];));
                let mut given = vec![];
                for (k, arg) in ahead.args.iter().enumerate() {
                    let (name, arg) = (format_ident!("{out}{k}"), self.as_value(arg, lifted));
                    declare.extend(quote!(let mut #name = #out;));
                    body.extend(quote!(#name[lane__] = #arg;));
                    given.push(quote!(&#name[..]));
                }
                let (row, n) = (format_ident!("{}", format!("{:?}", ahead.row)), given.len());
                calls.extend(quote! {
                    ::wengert::vector::strip::<::wengert::vector::rule::#row, #ty, #n>(
                        [#(#given),*], &mut #out[..], many__
                    );
                });
            }
            first.extend(quote! {
                for lane__ in 0..many__ {
                    let #var = start__ + lane__;
                    #body
                }
                #calls
            });
        }
        let (chain, run) = match rows {
            Some((pattern, chain)) => (
                quote!(let mut rows__ = #chain;),
                quote!(for (lane__, #pattern) in (0..many__).zip(rows__.by_ref()) { let #var = start__ + lane__; #body }),
            ),
            None => (TokenStream::new(), quote!(for lane__ in 0..many__ { let #var = start__ + lane__; #body })),
        };
        quote! {{
            #declare
            #chain
            let mut start__ = #lo;
            while start__ < #hi {
                let many__ = ::core::cmp::Ord::min(#hi - start__, #STRIP);
                #first
                #run
                start__ += many__;
            }
        }}
    }
}
