//! From the lowered form and its plan to Rust.

mod absent;
mod adjoints;
pub mod api;
mod arrays;
pub mod calls;
mod forward;
mod joint;
mod loops;
pub mod nested;
mod rerun;
mod reverse;
mod run;
pub mod scopes;
mod seeds;
mod shapes;
mod split;
mod structures;
mod tape;
mod words;

use crate::ir::lowered::Leaf;
use crate::ir::{Arr, Atom, Frame, Lies, Op, Program, Storage, Ty, Val, View};
use crate::plan::Plan;
use crate::plan::order::Order;
use crate::signature::Signature;
pub(crate) use api::bound::with_lifetime;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rules::Kind;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Which function is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The function itself, on any number.
    Eval,
    /// Forward and reverse in one.
    Joint,
    /// Forward with a record.
    Forward,
    /// Reverse from a record.
    Reverse,
}

pub struct Emitter<'a> {
    pub(crate) p: &'a Program,
    pub(crate) order: &'a Order,
    pub(crate) plan: &'a Plan,
    pub(crate) sig: &'a Signature,
    pub(crate) leaves: &'a [Leaf],
    pub(crate) items: &'a [syn::Item],
    pub(crate) mode: Mode,
    /// What an adjoint's name ends with.
    suffix: &'static str,
    /// What has been added to the adjoints of straight values: negated or not, and the code.
    pending: HashMap<Val, Vec<(bool, TokenStream)>>,
    /// Arrays that are declared before the arm that makes them.
    declared: HashSet<Arr>,
    /// Whether frames that save push their records now.
    recording: bool,
    /// Reads whose adjoints go to a register, and whether they are all that it takes.
    carried: HashMap<Val, (TokenStream, bool)>,
    /// Arrays of which the iteration that is being written has its own.
    expanding: HashSet<Arr>,
    /// The loop that is being written in blocks.
    blocked: Option<loops::blocked::Blocked>,
    /// The loop that is being written in chunks.
    chunk: Option<loops::independent::Chunk>,
    counter: usize,
    /// Whether loops, by frame, leave a record.
    workspaces: RefCell<HashMap<Frame, bool>>,
    /// How often each value is used, if that was asked.
    uses: OnceCell<absent::Uses>,
    /// What is computed for a strip of iterations at once, by loop.
    strips: HashMap<Frame, crate::plan::strips::Strips>,
    /// Functions whose results are in an array where code is written now.
    stripped: HashMap<Val, Ident>,
    /// The arrays of the strips in the outermost loop that is being written.
    strip_arrays: Option<TokenStream>,
    /// Whether the result is written, after which nothing is asked of values.
    leaving: bool,
    /// The branches that take both arms, if that is what is written, and inside how many this is.
    both: Option<api::both_arms::Both>,
    arms: usize,
    /// Whether the function is recorded: what it calls is not known.
    pub recorded: bool,
    /// Whether the function forward and back puts nothing into a workspace.
    pub idle: bool,
    /// Whether the function is put where it is called, whatever it is made of.
    pub inlined: bool,
}

impl<'a> Emitter<'a> {
    pub fn new(
        p: &'a Program,
        order: &'a Order,
        plan: &'a Plan,
        sig: &'a Signature,
        leaves: &'a [Leaf],
        items: &'a [syn::Item],
        mode: Mode,
    ) -> Emitter<'a> {
        let suffix = ["_adj", "_bar", "_adjoint", "_adj_", "_bar_"]
            .into_iter()
            .find(|s| !order.names.iter().any(|n| n.ends_with(s)))
            .unwrap_or("_adj__");
        Emitter {
            p,
            order,
            plan,
            sig,
            leaves,
            items,
            mode,
            suffix,
            pending: HashMap::new(),
            declared: HashSet::new(),
            idle: false,
            inlined: false,
            recording: false,
            carried: HashMap::new(),
            expanding: HashSet::new(),
            blocked: None,
            chunk: None,
            counter: 0,
            workspaces: RefCell::default(),
            uses: OnceCell::new(),
            strips: if sig.vector { crate::plan::strips::strips(p) } else { HashMap::new() },
            stripped: HashMap::new(),
            strip_arrays: None,
            leaving: false,
            both: None,
            arms: 0,
            recorded: false,
        }
    }

    pub(crate) fn number(&self) -> &'a Ident {
        &self.sig.number
    }

    pub(crate) fn name(&self, v: Val) -> &'a Ident {
        &self.p.values[v].name
    }

    pub(crate) fn array(&self, a: Arr) -> &'a Ident {
        &self.p.arrays[a].name
    }

    pub(crate) fn adjoint(&self, v: Val) -> Ident {
        if let Some(a) = self.order.once.holder(v) {
            return self.own_adjoint(a);
        }
        format_ident!("{}{}", self.p.values[v].name, self.suffix)
    }

    pub(crate) fn array_adjoint(&self, a: Arr) -> TokenStream {
        match &self.p.arrays[a].lies {
            Lies::Path(of, path) => {
                let (of, path) = (self.adjoint(*of), path.tokens(self.p));
                quote!(#of #path)
            }
            _ => self.own_adjoint(a).to_token_stream(),
        }
    }

    /// The adjoint of an array that is no field.
    pub(crate) fn own_adjoint(&self, a: Arr) -> Ident {
        format_ident!("{}{}", self.p.arrays[a].name, self.suffix)
    }

    /// The place of an element's adjoint.
    pub(crate) fn adjoint_place(&self, a: Arr, i: &Atom) -> TokenStream {
        match self.blocked.as_ref().and_then(|b| b.adjoints.get(&a)) {
            Some(part) => quote!(#part[lane]),
            None => {
                let (name, i) = (self.array_adjoint(a), self.tokens(i));
                quote!(#name[#i])
            }
        }
    }

    pub(crate) fn unique(&mut self, base: &str) -> Ident {
        loop {
            self.counter += 1;
            let name = format!("{base}__{}", self.counter);
            if !self.order.names.contains(&name) {
                return format_ident!("{name}");
            }
        }
    }

    pub(crate) fn zero(&self) -> TokenStream {
        let number = self.number();
        quote!(#number::constant(0.0))
    }

    pub(crate) fn tokens(&self, a: &Atom) -> TokenStream {
        self.p.tokens(a)
    }

    /// The tokens of an atom as an engine's number.
    pub(crate) fn lifted(&self, a: &Atom) -> TokenStream {
        if self.p.rich(a) {
            return self.owned(a);
        }
        if let Some(code) = self.lifted_of_both(a) {
            return code;
        }
        let (tokens, number) = (self.tokens(a), self.number());
        if self.p.lifted(a) { tokens } else { quote!(#number::constant(#tokens)) }
    }

    /// As a number if `lifted`, as it is otherwise.
    pub(crate) fn as_value(&self, a: &Atom, lifted: bool) -> TokenStream {
        if lifted { self.lifted(a) } else { self.tokens(a) }
    }

    /// As [`as_value`](Emitter::as_value), for a value: one of open kind may be a constant structure made a number.
    pub(crate) fn for_value(&self, v: Val, a: &Atom) -> TokenStream {
        if self.p.is_rich(v) { self.owned(a) } else { self.as_value(a, self.p.values[v].lifted) }
    }

    /// The range of a view, for indexing its owner.
    pub(crate) fn range(&self, v: &View) -> TokenStream {
        match &v.part {
            None => quote!(..),
            Some((off, len)) => {
                let (off, len) = (self.tokens(off), self.tokens(len));
                quote!(#off..#off + #len)
            }
        }
    }

    /// Whether nothing is known that could stand for a value where it is not computed: a structure, or a constant of
    /// any type.
    pub(crate) fn has_no_dummy(&self, v: Val) -> bool {
        self.p.is_whole(v) || !self.p.values[v].lifted && self.p.values[v].ty == Ty::Unknown
    }

    /// Something of the type of a value, for where it is not computed.
    pub(crate) fn dummy(&self, v: Val) -> TokenStream {
        let value = &self.p.values[v];
        match &value.ty {
            _ if value.lifted => self.zero(),
            Ty::Float => quote!(0.0),
            Ty::Bool => quote!(false),
            _ => quote!(::core::default::Default::default()),
        }
    }

    /// The code of an operation.
    pub(crate) fn operation(&self, v: Val, op: &Op) -> TokenStream {
        let lifted = self.p.values[v].lifted;
        if let Some(code) = self.rich_operation(v, op).or_else(|| self.in_strip(v)) {
            return code;
        }
        match op {
            Op::Field(..) | Op::Make(_) | Op::Look(..) | Op::List(..) | Op::Repeat(..) => TokenStream::new(),
            Op::Nothing(_) | Op::Something(_) | Op::Pack(_) => TokenStream::new(),
            Op::Verbatim(code) => code.tokens.clone(),
            Op::Int(int) => int.tokens(self.p),
            Op::Read(..) if self.blocked.as_ref().is_some_and(|b| b.reads.contains_key(&v)) => {
                let part = self.blocked.as_ref().and_then(|b| b.reads.get(&v));
                quote!(#part[lane])
            }
            Op::Read(a, i) => {
                let (a, i) = (self.array(*a), self.tokens(i));
                quote!(#a[#i])
            }
            Op::Guarded(a, i, lo, hi) => {
                let (a, i, lo, hi) = (self.array(*a), self.tokens(i), self.tokens(lo), self.tokens(hi));
                let nothing = self.dummy(v);
                quote!(if #lo < #hi { #a[#i] } else { #nothing })
            }
            Op::Bin(sign, a, b) => {
                let (a, b) = (self.tokens(a), self.tokens(b));
                let sign = proc_macro2::Punct::new(*sign, proc_macro2::Spacing::Alone);
                quote!(#a #sign #b)
            }
            Op::Neg(a) => {
                let a = self.tokens(a);
                quote!(-#a)
            }
            Op::Fun(f, args, n) => {
                let row = f.row();
                let name = format_ident!("{}", row.name, span = self.p.values[v].name.span());
                let args: Vec<_> = args.iter().map(|a| self.as_value(a, lifted)).collect();
                let n = n.as_ref().map(|n| self.tokens(n));
                match row.kind {
                    _ if self.has_kernel(v) => quote!(::wengert::vector::#name(#(#args),*)),
                    Kind::Method if lifted => {
                        let (first, rest) = (&args[0], &args[1..]);
                        quote!(#first.#name(#(#rest,)* #n))
                    }
                    Kind::Method => {
                        let scalar = &self.sig.scalar;
                        quote!(#scalar::#name(#(#args,)* #n))
                    }
                    _ => quote!(::wengert::functions::#name(#(#args,)* #n)),
                }
            }
            Op::Compare(op, a, b) => {
                let (a, b) = (self.tokens(a), self.tokens(b));
                quote!(#a #op #b)
            }
            Op::Not(a) => {
                let a = self.tokens(a);
                quote!(!#a)
            }
            Op::Ask(method, a) => {
                let x = self.plain_value(a);
                quote!(#x.#method())
            }
            Op::Cast(ty, a) => {
                let x = self.plain_value(a);
                quote!(#x as #ty)
            }
            Op::ToBits(float, a) => {
                let x = self.plain_value(a);
                quote!(#float::to_bits(#x))
            }
            Op::OfBits(float, a) => {
                let bits = self.tokens(a);
                quote!(#float::from_bits(#bits))
            }
            Op::Stop(a) => self.plain_value(a),
            Op::Offset(off, i, _) if self.blocked.as_ref().is_some_and(|b| b.checked.contains(&v)) => {
                let (off, i) = (self.tokens(off), self.tokens(i));
                quote!(#off + #i)
            }
            Op::GuardedOffset([off, i, len], [lo, hi]) => {
                let [off, i, len, lo, hi] = [off, i, len, lo, hi].map(|a| self.tokens(a));
                quote!(if #lo < #hi { ::wengert::generated::offset(#off, #i, #len) } else { 0 })
            }
            Op::Offset(off, i, len) => {
                let (off, i, len) = (self.tokens(off), self.tokens(i), self.tokens(len));
                quote!(::wengert::generated::offset(#off, #i, #len))
            }
        }
    }

    pub(crate) fn plain_value(&self, a: &Atom) -> TokenStream {
        let tokens = self.tokens(a);
        if self.p.lifted(a) { quote!(#tokens.value()) } else { tokens }
    }

    /// A `let` of a value; a constant float says its type, so that literals are not left to inference.
    pub(crate) fn let_value(&self, v: Val, code: TokenStream) -> TokenStream {
        let (name, value) = (self.name(v), &self.p.values[v]);
        if self.lent(v).is_some() {
            return quote!(let #name = #code; let #name = &*#name;);
        }
        if value.ty == Ty::Float && !value.lifted {
            let scalar = &self.sig.scalar;
            quote!(let #name: #scalar = #code;)
        } else {
            quote!(let #name = #code;)
        }
    }

    /// The arrays that belong to a frame, parameters excepted.
    pub(crate) fn arrays_of(&self, frame: Frame) -> Vec<Arr> {
        self.order.arrays.get(&frame).cloned().unwrap_or_default()
    }

    pub(crate) fn is_heap(&self, a: Arr) -> bool {
        matches!(self.p.arrays[a].storage, Storage::Heap)
    }

    /// What a frame puts back before it is reversed.
    pub(crate) fn restored(&self, frame: Frame) -> Vec<Arr> {
        self.plan.restored.get(&frame).into_iter().flatten().copied().collect()
    }

    /// The arguments in the protocol between functions, in order: each parameter's leaves.
    pub(crate) fn flat_leaves(&self) -> Vec<(Leaf, usize)> {
        fn flatten(leaf: &Leaf, k: usize, out: &mut Vec<(Leaf, usize)>) {
            match leaf {
                Leaf::Tuple(parts) => parts.iter().for_each(|l| flatten(l, k, out)),
                leaf => out.push((leaf.clone(), k)),
            }
        }
        let mut out = vec![];
        self.leaves.iter().enumerate().for_each(|(k, l)| flatten(l, k, &mut out));
        out
    }

    /// Groups by key, in order of first appearance.
    pub(crate) fn by_owner<X>(list: Vec<(Arr, X)>) -> BTreeMap<Arr, Vec<X>> {
        let mut groups = BTreeMap::<Arr, Vec<X>>::new();
        for (a, x) in list {
            groups.entry(a).or_default().push(x);
        }
        groups
    }
}
