//! Programs as text, one step a line: what the passes see, for people.
//!
//! ```text
//! fn f(x: &[float] active) {
//!     t: usize = `x.len()`
//!     loop 1: i in 0..t, sum: float active = 0.0 {
//!         t_1: float active = x[i]
//!         t_2: float active = t_1 * t_1
//!         sum_1: float active = sum + t_2
//!         next sum = sum_1
//!     } sum_2: float active
//!     return sum_2
//! }
//! ```
//!
//! Behind a value's name stand its type and what is known of it: `lifted` if it is the engine's number, `active` if it
//! carries a derivative, `spread` if contributions to its adjoint come from other blocks than its own. Code of the
//! user's that is carried over as it stands is in backticks.

use super::{
    Access, Arg, Arr, Array, Atom, Block, Call, Extent, Head, Init, IntTy, Lie, Lies, Loop, Mode, Op, Out, Pack, Part,
    Program, Projections, Ret, RowsOf, Said, Step, Storage, Ty, Val, View,
};
use crate::ir::lowered::Leaf;
use crate::syntax::marks::Keep;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

impl Program {
    /// The whole program, with its parameters.
    pub fn text(&self, name: &str, leaves: &[Leaf]) -> String {
        let mut text = Text { p: self, out: String::new(), depth: 0 };
        let params = list(leaves.iter().map(|leaf| text.leaf(leaf)));
        text.line(&format!("fn {name}({params}) {{"));
        text.depth = 1;
        text.block(&self.body);
        let ret = text.ret(&self.ret);
        if !ret.is_empty() {
            text.line(&format!("return {ret}"));
        }
        text.depth = 0;
        text.line("}");
        text.out
    }

    /// One step, with those inside it.
    pub fn step_text(&self, step: &Step) -> String {
        let mut text = Text { p: self, out: String::new(), depth: 0 };
        text.step(step);
        text.out.trim_end().to_string()
    }
}

struct Text<'p> {
    p: &'p Program,
    out: String,
    depth: usize,
}

fn list(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(", ")
}

impl Text<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn inside(&mut self, block: &Block, last: impl FnOnce(&mut Self)) {
        self.depth += 1;
        self.block(block);
        last(self);
        self.depth -= 1;
    }

    fn block(&mut self, block: &Block) {
        block.steps.iter().for_each(|step| self.step(step));
    }

    fn leaf(&self, leaf: &Leaf) -> String {
        match leaf {
            Leaf::Scalar(v) => self.value(*v),
            Leaf::Array(a) => self.array(*a),
            Leaf::Tuple(parts) => format!("({})", list(parts.iter().map(|l| self.leaf(l)))),
        }
    }

    fn name(&self, v: Val) -> String {
        self.p.values[v].name.to_string()
    }

    fn atom(&self, a: &Atom) -> String {
        match a {
            Atom::Val(v) => self.name(*v),
            Atom::Lit(t) => code(t),
        }
    }

    fn atoms<'a>(&self, atoms: impl IntoIterator<Item = &'a Atom>) -> String {
        list(atoms.into_iter().map(|a| self.atom(a)))
    }

    /// A value where it is defined.
    fn value(&self, v: Val) -> String {
        let value = &self.p.values[v];
        let ty = match &value.ty {
            Ty::Float => "float".to_string(),
            Ty::Bool => "bool".to_string(),
            Ty::Int(IntTy::Open) => "int".to_string(),
            Ty::Int(int) => int.to_string(),
            Ty::Record => "structure".to_string(),
            Ty::Unknown => "unknown".to_string(),
        };
        let spread = value.active && !value.straight;
        let keep = match value.keep {
            Some(Keep::Save) => " save",
            Some(Keep::Once) => " once",
            Some(Keep::Recompute(_)) => " recompute",
            None => "",
        };
        let flags = [
            (value.lifted && !value.active, " lifted"),
            (value.active, " active"),
            (spread, " spread"),
            (value.by_ref, " lent"),
            (value.option, " option"),
        ];
        format!("{}: {ty}{}{keep}", value.name, set(&flags))
    }

    /// An array where it is made.
    fn array(&self, a: Arr) -> String {
        let Array { storage, float, .. } = &self.p.arrays[a];
        let array = &self.p.arrays[a];
        let element = if *float { "float" } else { "constant" };
        let ty = match storage {
            Storage::Shared => format!("&[{element}]"),
            Storage::Exclusive => format!("&mut [{element}]"),
            Storage::Fixed(n) => format!("[{element}; {}]", code(n)),
            Storage::Heap => format!("list [{element}]"),
            Storage::Held => "held".to_string(),
        };
        let len = array.len.as_ref().map(|n| format!(" of {}", self.atom(n))).unwrap_or_default();
        let flags = [
            (array.lifted && !array.active, " lifted"),
            (array.active, " active"),
            (array.result, " result"),
            (array.grows, " grows"),
            (array.undone, " undone"),
            (array.still, " still"),
        ];
        let lies = match &array.lies {
            Lies::Apart => String::new(),
            Lies::Slice => " adjoint in slice".to_string(),
            Lies::Path(v, path) => format!(" adjoint in {}{}", self.name(*v), self.way(path)),
        };
        format!("{}: {ty}{len}{}{lies}", array.name, set(&flags))
    }

    fn way(&self, path: &Projections) -> String {
        code(&path.tokens(self.p))
    }

    fn arr(&self, a: Arr) -> String {
        self.p.arrays[a].name.to_string()
    }

    fn view(&self, view: &View) -> String {
        match &view.part {
            None => self.arr(view.arr),
            Some((off, len)) => format!("{}[{}; {}]", self.arr(view.arr), self.atom(off), self.atom(len)),
        }
    }

    fn step(&mut self, step: &Step) {
        let text = match step {
            Step::If { cond, then, other, joins } => {
                self.line(&format!("if {} {{", self.atom(cond)));
                self.inside(then, |_| {});
                if !other.steps.is_empty() {
                    self.line("} else {");
                    self.inside(other, |_| {});
                }
                let joins = joins
                    .iter()
                    .map(|j| format!("{} = {} | {}", self.value(j.out), self.atom(&j.then), self.atom(&j.other)));
                format!("}} {}", list(joins)).trim_end().to_string()
            }
            Step::Loop(l) => self.repeat(l),
            Step::Let(v, op) => format!("{} = {}", self.value(*v), self.op(op)),
            Step::Alloc(a, init) => format!("{} = {}", self.array(*a), self.init(init)),
            Step::Store(a, i, mode, x) => {
                let sign = match mode {
                    Mode::Set => "=",
                    Mode::Add => "+=",
                    Mode::Sub => "-=",
                };
                format!("{}[{}] {sign} {}", self.arr(*a), self.atom(i), self.atom(x))
            }
            Step::CopyFrom(to, from) => format!("copy {} to {}", self.view(from), self.view(to)),
            Step::Undo(a, i, old) => format!("undo {}[{}] to {}", self.arr(*a), self.atom(i), self.name(*old)),
            Step::Swap(a, i, j) => format!("swap {}[{}], [{}]", self.arr(*a), self.atom(i), self.atom(j)),
            Step::Grow(a, n) => format!("grow {} to {}", self.arr(*a), self.atom(n)),
            Step::Cut(a, n) => format!("cut {} to {}", self.arr(*a), self.atom(n)),
            Step::Exchange(a, b) => format!("exchange {}, {}", self.arr(*a), self.arr(*b)),
            Step::Call(c) => self.call(c),
            Step::Assert(path, cond, rest) => format!("{}! {}, {}", code(path), self.atom(cond), code(rest)),
            Step::Say(path, text, said) => {
                let said = said.iter().map(|(_, what)| self.said(what));
                format!("{}! {}", code(path), list(text.iter().map(code).chain(said)))
            }
            Step::Bounds(end, limit) => format!("check {} <= {}", self.atom(end), self.atom(limit)),
            Step::Alias(a, v, path) => format!("{} = {}{}", self.array(*a), self.name(*v), self.way(path)),
            Step::Hold(a, value) => format!("{} = {}", self.array(*a), self.atom(value)),
            Step::Put(put) => {
                let (arr, index, value) = (self.arr(put.arr), self.atom(&put.index), self.atom(&put.value));
                format!("{arr}[{index}] = {value}")
            }
        };
        self.line(&text);
    }

    /// A loop up to its last line.
    fn repeat(&mut self, l: &Loop) -> String {
        let carried = l.carried.iter().map(|c| format!(", {} = {}", self.value(c.param), self.atom(&c.init)));
        let carried: String = carried.collect();
        let marks = [
            (l.checkpoint.is_some(), " checkpointed"),
            (matches!(l.keep, Some(Keep::Save)), " save"),
            (matches!(l.keep, Some(Keep::Recompute(_))), " recompute"),
            (l.independent.is_some(), " independent"),
        ];
        let marks = set(&marks);
        match &l.head {
            Head::Range { var, lo, hi, rev } => {
                let (var, lo, hi) = (self.value(*var), self.atom(lo), self.atom(hi));
                let back = if *rev { " backwards" } else { "" };
                self.line(&format!("loop {}{marks}: {var} in {lo}..{hi}{back}{carried} {{", l.frame));
            }
            Head::While { block, cond } => {
                self.line(&format!("loop {}{marks}: while{carried} {{", l.frame));
                self.inside(block, |text| text.line(&format!("while {}", text.atom(cond))));
            }
        }
        self.inside(&l.body, |text| {
            for c in &l.carried {
                text.line(&format!("next {} = {}", text.name(c.param), text.atom(&c.next)));
            }
            if let Some(exit) = &l.exit {
                text.line(&format!("leave if {}", text.atom(exit)));
            }
        });
        let after = l.carried.iter().map(|c| self.value(c.after));
        let count = l.count.iter().map(|&v| format!("{} = count", self.value(v)));
        format!("}} {}", list(after.chain(count))).trim_end().to_string()
    }

    fn init(&self, init: &Init) -> String {
        match init {
            Init::Fill(x, n) => format!("[{}; {}]", self.atom(x), self.atom(n)),
            Init::Elements(xs) => format!("[{}]", self.atoms(xs)),
            Init::Copy(v) => format!("copy of {}", self.view(v)),
        }
    }

    fn op(&self, op: &Op) -> String {
        let at = |a: &Atom| self.atom(a);
        match op {
            Op::Verbatim(v) => format!("`{}`", code(&v.tokens)),
            Op::Int(int) => code(&int.tokens(self.p)),
            Op::Read(a, i) => format!("{}[{}]", self.arr(*a), at(i)),
            Op::Guarded(a, i, lo, hi) => format!("{}[{}] if {} < {}", self.arr(*a), at(i), at(lo), at(hi)),
            Op::Bin(sign, a, b) => format!("{} {sign} {}", at(a), at(b)),
            Op::Neg(a) => format!("-{}", at(a)),
            Op::Fun(f, args, n) => format!("{}({})", f.row().name, self.atoms(args.iter().chain(n))),
            Op::Compare(sign, a, b) => format!("{} {} {}", at(a), code(&sign.to_token_stream()), at(b)),
            Op::Not(a) => format!("!{}", at(a)),
            Op::Ask(method, a) => format!("{}.{method}()", at(a)),
            Op::Cast(ty, a) => format!("{} as {}", at(a), code(ty)),
            Op::ToBits(_, a) => format!("bits of {}", at(a)),
            Op::OfBits(_, a) => format!("number of bits {}", at(a)),
            Op::Stop(a) => format!("stop {}", at(a)),
            Op::Offset(off, i, len) => format!("{} + {} of {}", at(off), at(i), at(len)),
            Op::GuardedOffset([off, i, len], [lo, hi]) => {
                format!("{} + {} of {} if {} < {}", at(off), at(i), at(len), at(lo), at(hi))
            }
            Op::Field(a, path) => format!("{}{}", at(a), self.way(path)),
            Op::Look(a) => self.arr(*a),
            Op::Nothing(ty) => format!("none of {}", code(ty)),
            Op::Something(a) => format!("some {}", at(a)),
            Op::List(atoms) => format!("[{}]", self.atoms(atoms)),
            Op::Repeat(a, n, fixed) => {
                format!("{}[{}; {}]", if fixed.is_some() { "" } else { "list " }, at(a), at(n))
            }
            Op::Make(make) => {
                let parts =
                    make.parts.iter().map(|(m, part)| format!("{}: {}", code(&m.to_token_stream()), self.part(part)));
                format!("{} {{ {} }}", code(&make.plain), list(parts))
            }
            Op::Pack(pack) => match &**pack {
                Pack::Rows(arr, extents) => {
                    let extents = extents.iter().map(|e| match e {
                        Extent::Even(n, _) => at(n),
                    });
                    format!("rows of {} by {}", self.arr(*arr), list(extents))
                }
                Pack::Tuple(parts) => format!("({})", self.atoms(parts)),
            },
        }
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Scalar(a) => self.atom(a),
            Part::Array(a) => self.arr(*a),
        }
    }

    fn call(&self, c: &Call) -> String {
        let path = match &c.method {
            Some(method) if c.path.segments.len() < 2 => format!(".{method}"),
            _ => code(&c.path.to_token_stream()),
        };
        let flags = [(c.lifted && !c.active, " lifted"), (c.active, " active")];
        let args = list(c.args.iter().map(|a| self.arg(a)));
        let call = format!("call{} {path}({args})", set(&flags));
        let out = self.given(&c.out);
        if out.is_empty() { call } else { format!("{out} = {call}") }
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Scalar(a) => self.atom(a),
            Arg::View(v, access) => {
                let sign = match access {
                    Access::Read => "&",
                    Access::Write | Access::Lent | Access::Number => "&mut ",
                    Access::Either => "&mut? ",
                    Access::Value => "",
                };
                format!("{sign}{}", self.view(v))
            }
            Arg::Owned(a) => self.arr(*a),
            Arg::Tuple(parts) => format!("({})", list(parts.iter().map(|a| self.arg(a)))),
        }
    }

    fn given(&self, out: &Out) -> String {
        match out {
            Out::Unit => String::new(),
            Out::Scalar(v) | Out::Count(v) => self.value(*v),
            Out::Array(a) => self.array(*a),
            Out::Rows(count, lies) => {
                let lies = lies.iter().map(|lie| match lie {
                    Lie::Table(t) => self.array(*t),
                    Lie::Even(n) => code(n),
                });
                format!("rows ({})", list([self.value(*count)].into_iter().chain(lies)))
            }
            Out::Tuple(parts) => format!("({})", list(parts.iter().map(|o| self.given(o)))),
        }
    }

    fn said(&self, what: &Said) -> String {
        match what {
            Said::Atom(a) => self.atom(a),
            Said::View(v) => self.view(v),
            Said::Tuple(parts) => format!("({})", list(parts.iter().map(|s| self.said(s)))),
            Said::Code(t, _) => format!("`{}`", code(t)),
        }
    }

    fn ret(&self, ret: &Ret) -> String {
        match ret {
            Ret::Unit => String::new(),
            Ret::Scalar(a) => self.atom(a),
            Ret::Array(a) => self.arr(*a),
            Ret::Rows(count, levels) => {
                let levels = levels.iter().map(|level| match level {
                    RowsOf::Even(n) => self.atom(n),
                    RowsOf::Table(t) => self.arr(*t),
                });
                format!("rows ({})", list([self.atom(count)].into_iter().chain(levels)))
            }
            Ret::Tuple(parts) => format!("({})", list(parts.iter().map(|r| self.ret(r)))),
        }
    }
}

fn set(flags: &[(bool, &str)]) -> String {
    flags.iter().filter(|(set, _)| *set).map(|(_, text)| *text).collect()
}

/// Code in one line, as people space it.
pub(super) fn code(tokens: &TokenStream) -> String {
    let mut out = String::new();
    write(tokens, &mut out);
    out
}

fn write(tokens: &TokenStream, out: &mut String) {
    /// What stood before.
    #[derive(PartialEq)]
    enum Last {
        Nothing,
        Word,
        /// An operator, and whether it may have an operand on its left only.
        Sign,
        /// What sticks to what follows.
        Glue,
    }
    let mut last = Last::Nothing;
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(g) => {
                let (open, close) = match g.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                if last == Last::Sign || last == Last::Word && g.delimiter() == Delimiter::Brace {
                    out.push(' ');
                }
                out.push_str(open);
                write(&g.stream(), out);
                out.push_str(close);
                last = Last::Word;
            }
            TokenTree::Punct(p) => {
                let mut sign = p.as_char().to_string();
                let mut joint = p.spacing() == Spacing::Joint;
                while let (true, Some(TokenTree::Punct(next))) = (joint && p.as_char() != '\'', tokens.peek()) {
                    sign.push(next.as_char());
                    joint = next.spacing() == Spacing::Joint;
                    tokens.next();
                }
                last = match sign.as_str() {
                    "." | "::" | ".." | "..=" | "?" => {
                        out.push_str(&sign);
                        Last::Glue
                    }
                    "," | ";" | ":" => {
                        out.push_str(&sign);
                        Last::Sign
                    }
                    "!" | "'" | "#" => {
                        if last == Last::Sign {
                            out.push(' ');
                        }
                        out.push_str(&sign);
                        Last::Glue
                    }
                    // Nothing stands before it that it could join: it is one of the next operand.
                    "-" | "*" | "&" | "&&" | "|" | "||" if last != Last::Word => {
                        if last == Last::Sign {
                            out.push(' ');
                        }
                        out.push_str(&sign);
                        Last::Glue
                    }
                    _ => {
                        if last == Last::Word {
                            out.push(' ');
                        }
                        out.push_str(&sign);
                        Last::Sign
                    }
                };
            }
            word => {
                if matches!(last, Last::Word | Last::Sign) {
                    out.push(' ');
                }
                out.push_str(&word.to_string());
                last = Last::Word;
            }
        }
    }
}
