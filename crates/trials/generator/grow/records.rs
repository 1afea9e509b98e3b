//! Random values of structures, and statements on them.

use super::{Grower, LONGEST};
use crate::generator::print::index;
use crate::generator::scope::{Array, Float, Int, List, Place};
use crate::generator::tree::*;

impl Grower<'_> {
    /// Declares a structure with all that is in it.
    pub(crate) fn declare(&mut self, path: &str, record: usize, mutable: bool, reference: bool) {
        self.scope.hide(path);
        self.declare_part(path, record, mutable, reference);
    }

    fn declare_part(&mut self, path: &str, record: usize, mutable: bool, reference: bool) {
        self.scope.places.push(Place { path: path.into(), record, mutable, reference });
        for field in self.records[record].clone().fields() {
            let name = format!("{path}.{}", field.name);
            let long = Of::LONG;
            let read = Expr::Variable(name.clone());
            match field.of {
                Of::Float => self.scope.floats.push(Float { name, read, mutable, behind: false }),
                Of::Constant => self.scope.floats.push(Float {
                    read: Expr::Constant(name.clone()),
                    name,
                    mutable: false,
                    behind: false,
                }),
                Of::Triple | Of::Vector => {
                    let hold = if field.of == Of::Triple { Hold::Fixed } else { Hold::Vector };
                    let (class, length) = (Self::fixed_class(long), Some(long));
                    self.scope.arrays.push(Array { name, hold, mutable, least: long, class, length });
                }
                Of::Whole => self.scope.ints.push(Int {
                    name,
                    mutable: false,
                    least: 0,
                    below: Some(Of::BELOW),
                    inside: Vec::new(),
                    length_of: None,
                }),
                Of::Record(k) => self.declare_part(&name, k, mutable, false),
                Of::Records(k) => self.scope.lists.push(List {
                    path: name,
                    record: k,
                    mutable,
                    grows: false,
                    reference: false,
                    least: long,
                    class: Self::fixed_class(long),
                }),
            }
        }
    }

    /// Declares a list of structures.
    pub(crate) fn declare_list(&mut self, list: List) {
        self.scope.hide(&list.path);
        self.scope.lists.push(list);
    }

    /// An element of a list of structures.
    pub(crate) fn element_of(&mut self, list: &List, mutable: bool) -> Option<String> {
        let array = Array {
            name: list.path.clone(),
            hold: Hold::Vector,
            mutable: false,
            least: list.least,
            class: list.class,
            length: None,
        };
        let at = if mutable { self.place_in(&array)? } else { self.at(&array)? };
        Some(format!("{}[{}]", list.path, index(&at)))
    }

    /// A float in an element of a list of structures.
    pub(crate) fn float_of(&mut self, mutable: bool) -> Option<String> {
        let lists: Vec<List> = self.scope.lists.iter().filter(|l| l.mutable || !mutable).cloned().collect();
        let list = self.random.choose(&lists)?;
        let path = self.element_of(&list, mutable)?;
        self.float_in(&path, list.record)
    }

    /// A number of a structure that has an operator for it, by an index.
    pub(crate) fn indexed(&mut self, mutable: bool) -> Option<String> {
        let operator = if mutable { "IndexMut" } else { "Index" };
        let fits = |p: &&Place| {
            self.records[p.record].operators.contains(&operator) && (p.mutable || !mutable) && p.path != "self"
        };
        let places: Vec<Place> = self.scope.places.iter().filter(fits).cloned().collect();
        let place = self.random.choose(&places)?;
        let ints: Vec<String> = self.scope.ints.iter().map(|i| i.name.clone()).collect();
        let at = match self.random.choose(&ints) {
            Some(name) if self.random.chance(60) => format!("{name} % 3"),
            _ => self.random.below(3).to_string(),
        };
        Some(format!("{}[{at}]", place.path))
    }

    pub(crate) fn float_in(&mut self, path: &str, record: usize) -> Option<String> {
        let fields: Vec<Field> = self.records[record].fields().to_vec();
        let field = self.random.choose(&fields)?;
        let path = format!("{path}.{}", field.name);
        match field.of {
            Of::Float => Some(path),
            Of::Record(k) => self.float_in(&path, k),
            Of::Triple | Of::Vector => Some(format!("{path}[{}]", self.random.below(Of::LONG))),
            Of::Records(k) => {
                let at = self.random.below(Of::LONG);
                self.float_in(&format!("{path}[{at}]"), k)
            }
            Of::Whole | Of::Constant => None,
        }
    }

    /// A structure by its place, as a value.
    pub(crate) fn copied(&self, path: &str, record: usize, reference: bool) -> Expr {
        let text = match (self.records[record].copy, reference) {
            (true, false) => path.to_owned(),
            (true, true) => format!("(*{path})"),
            (false, _) => format!("{path}.clone()"),
        };
        Expr::Made(text, Vec::new())
    }

    fn place(&mut self, record: usize, mutable: bool) -> Option<Place> {
        let fits = |p: &&Place| p.record == record && (p.mutable || !mutable);
        let places: Vec<Place> = self.scope.places.iter().filter(fits).cloned().collect();
        self.random.choose(&places)
    }

    /// Any structure that is in scope, as a place.
    fn any_place(&mut self, mutable: bool) -> Option<Place> {
        let places: Vec<Place> = self.scope.places.iter().filter(|p| p.mutable || !mutable).cloned().collect();
        self.random.choose(&places)
    }

    /// A random value of a structure.
    pub(crate) fn record(&mut self, record: usize, depth: usize) -> Expr {
        for _ in 0..4 {
            if let Some(value) = self.some_record(record, depth) {
                return value;
            }
        }
        self.make(record, depth)
    }

    fn some_record(&mut self, record: usize, depth: usize) -> Option<Expr> {
        let operators = self.records[record].operators.clone();
        let has = |name: &str| operators.contains(&name);
        let boxed = |grower: &mut Self| Box::new(grower.record(record, depth.saturating_sub(1)));
        match self.random.below(if depth == 0 { 5 } else { 12 }) {
            0..3 => {
                let place = self.place(record, false)?;
                Some(self.copied(&place.path, record, place.reference))
            }
            3 => {
                let lists: Vec<List> = self.scope.lists.iter().filter(|l| l.record == record).cloned().collect();
                let list = self.random.choose(&lists)?;
                let path = self.element_of(&list, false)?;
                Some(self.copied(&path, record, false))
            }
            4..6 => Some(self.make(record, depth)),
            6 if has("Add") => Some(Expr::Binary('+', boxed(self), boxed(self))),
            7 if has("Sub") => Some(Expr::Binary('-', boxed(self), boxed(self))),
            8 if has("Mul<%T>") => {
                let s = self.bounded(1);
                Some(Expr::Binary('*', boxed(self), Box::new(s)))
            }
            9 if has("Scaled") => {
                let s = self.bounded(1);
                Some(Expr::Scaled(Box::new(s), boxed(self)))
            }
            8 if has("Neg") => Some(Expr::Negative(boxed(self))),
            10 => {
                let c = self.condition();
                Some(Expr::Choose(Box::new(c), boxed(self), boxed(self)))
            }
            _ => {
                let callees = self.callees_of("method", |c| c.returns == Returns::Record(record) && c.is_pure());
                let callee = self.random.choose(&callees)?;
                let args = self.args(&callee.params)?;
                Some(Expr::Call(callee.name, args))
            }
        }
    }

    /// A structure made of its fields.
    fn make(&mut self, record: usize, depth: usize) -> Expr {
        let (label, named, fields, open) = match &self.records[record].form {
            Form::Parameter => {
                let path = self.place(record, false).map_or("self".into(), |place| place.path);
                return Expr::Made(format!("{path}.clone()"), Vec::new());
            }
            Form::Named(fields) => (format!("^{record}"), true, fields.clone(), true),
            Form::Tuple(fields) => (format!("^{record}"), false, fields.clone(), false),
            Form::Variants(variants) => {
                let variants = variants.clone();
                let v = self.random.pick(&variants);
                (format!("^{record}::{}", v.name), v.named, v.fields, false)
            }
        };
        if fields.is_empty() {
            return Expr::Made(label, Vec::new());
        }
        let (mut parts, mut values) = (Vec::new(), Vec::new());
        // The rest from another structure.
        let base = if open && fields.len() > 1 && self.random.chance(20) { self.place(record, false) } else { None };
        let kept = base.as_ref().map_or(fields.len(), |_| self.random.between(1, fields.len() - 1));
        for field in &fields[..kept] {
            let text = self.content(field.of, depth, &mut values);
            parts.push(if named { format!("{}: {text}", field.name) } else { text });
        }
        if let Some(base) = base {
            let Expr::Made(text, _) = self.copied(&base.path, record, base.reference) else {
                return self.record(record, 0);
            };
            parts.push(format!("..{text}"));
        }
        let parts = parts.join(", ");
        let text = if named { format!("{label} {{ {parts} }}") } else { format!("{label}({parts})") };
        Expr::Made(text, values)
    }

    /// What a field gets, as part of a pattern.
    fn content(&mut self, of: Of, depth: usize, values: &mut Vec<Expr>) -> String {
        let (long, inner) = (Of::LONG, depth.saturating_sub(1));
        let mut put = |e: Expr| {
            values.push(e);
            format!("${}", values.len() - 1)
        };
        match of {
            // A pattern has ten values at most.
            Of::Float => {
                let e = self.bounded(inner.min(1));
                put(e)
            }
            Of::Triple => {
                let (a, b) = (self.bounded(0), self.leaf());
                format!("[{}, {}, %{{0.5}}]", put(a), put(b))
            }
            Of::Vector => {
                let fits = |a: &&Array| a.class == Self::fixed_class(long) && a.hold != Hold::Constants;
                let arrays: Vec<String> = self.scope.arrays.iter().filter(fits).map(|a| a.name.clone()).collect();
                match self.random.choose(&arrays) {
                    Some(name) if self.random.chance(60) => format!("{name}.to_vec()"),
                    _ => {
                        let e = self.bounded(0);
                        format!("vec![{}; {long}]", put(e))
                    }
                }
            }
            Of::Whole => {
                let ints: Vec<String> = self.scope.ints.iter().map(|i| i.name.clone()).collect();
                match self.random.choose(&ints) {
                    Some(name) if self.random.chance(60) => format!("{name} % {}", Of::BELOW),
                    _ => self.random.below(Of::BELOW).to_string(),
                }
            }
            Of::Constant => self.random.pick(&["0.75", "1.25"]).into(),
            Of::Record(k) => {
                let e = self.record(k, inner);
                put(e)
            }
            Of::Records(k) => {
                let fits = |l: &&List| l.record == k && l.class == Self::fixed_class(long);
                let lists: Vec<List> = self.scope.lists.iter().filter(fits).cloned().collect();
                match self.random.choose(&lists) {
                    Some(list) if self.random.chance(60) => list.copied(),
                    _ => {
                        let e = self.record(k, 0);
                        format!("vec![{}; {long}]", put(e))
                    }
                }
            }
        }
    }

    /// A statement on structures.
    pub(crate) fn on_records(&mut self, construct: &str) -> Option<Vec<Stmt>> {
        let stmt = self.one_on_records(construct)?;
        // What has `mut` is changed: a method's name does not say whether it changes what it is called on.
        let fits =
            |p: &&Place| matches!(&stmt, Stmt::Text(text, _) if text.starts_with(&format!("let mut {}", p.path)));
        let made = self.scope.places.iter().find(fits).cloned();
        let Some(place) = made else { return Some(vec![stmt]) };
        let name = format!("{}.", place.path);
        let own = |v: &&Float| v.mutable && v.name.starts_with(&name);
        let change = match self.scope.floats.iter().find(own).cloned() {
            Some(v) => {
                let value = self.leaf();
                Stmt::Assign { target: Target::Variable(v.name), operator: None, value }
            }
            None => Stmt::Text(format!("{} = $0;", place.path), vec![self.record(place.record, 1)]),
        };
        Some(vec![stmt, change])
    }

    fn one_on_records(&mut self, construct: &str) -> Option<Stmt> {
        if self.records.is_empty() {
            return None;
        }
        let record = self.random.below(self.records.len());
        let makes = ["record", "records"].contains(&construct);
        if makes && self.records[record].is_parameter() && self.place(record, false).is_none() {
            return None;
        }
        match construct {
            "record" => {
                let value = self.record(record, 2);
                let own = |p: &&Place| !p.path.contains(['.', '[']) && p.path != "self";
                let names: Vec<String> = self.scope.places.iter().filter(own).map(|p| p.path.clone()).collect();
                // Some take another's name.
                let taken = self.random.choose(&names).filter(|_| self.random.chance(15));
                let (name, mutable) = (taken.unwrap_or_else(|| self.fresh("b")), self.random.chance(60));
                let word = if mutable { "mut " } else { "" };
                // The compiler has to know what a call gives.
                let ty = match &value {
                    Expr::Made(..) if !self.records[record].is_choice() && self.random.chance(70) => String::new(),
                    _ if self.records[record].is_parameter() => String::new(),
                    _ => format!(": ~{record}"),
                };
                self.declare(&name, record, mutable, false);
                Some(Stmt::Text(format!("let {word}{name}{ty} = $0;"), vec![value]))
            }
            "record_set" => self.set_record(),
            "destructure" => self.destructure(),
            "enum" => self.matched(),
            "records" => self.new_list(record),
            "records_loop" => self.over_list(),
            "records_push" => {
                let growing: Vec<List> = self.scope.lists.iter().filter(|l| l.mutable && l.grows).cloned().collect();
                let list = self.random.choose(&growing)?;
                let value = self.without(&list.path, |grower| grower.record(list.record, 1));
                self.scope.lists.retain(|l| l.path != list.path);
                // It is longer now.
                let class = self.class();
                self.scope.lists.push(List { class, ..list.clone() });
                Some(Stmt::Text(format!("{}.push($0);", list.path), vec![value]))
            }
            "records_view" => {
                let lists: Vec<List> = self.scope.lists.iter().filter(|l| l.mutable).cloned().collect();
                let list = self.random.choose(&lists)?;
                if self.depth > 2 {
                    return None;
                }
                let (path, name) = (self.element_of(&list, true)?, self.fresh("e"));
                let scope = self.scope.clone();
                self.scope.hide(&list.path);
                self.declare(&name, list.record, true, true);
                let mut body = vec![Stmt::Text(format!("let {name} = &mut {path};"), Vec::new())];
                body.extend(self.open_block(3));
                self.scope = scope;
                Some(Stmt::Scope(body))
            }
            _ => self.chain_of_records(),
        }
    }

    /// What is made while something cannot be read.
    fn without<R>(&mut self, path: &str, make: impl FnOnce(&mut Self) -> R) -> R {
        let scope = self.scope.clone();
        self.scope.hide(path);
        let made = make(self);
        self.scope = scope;
        made
    }

    fn set_record(&mut self) -> Option<Stmt> {
        if self.random.chance(35) {
            let lists: Vec<List> = self.scope.lists.iter().filter(|l| l.mutable).cloned().collect();
            let list = self.random.choose(&lists)?;
            let path = self.element_of(&list, true)?;
            if self.random.chance(25) {
                let other = self.random.below(list.least);
                return Some(Stmt::Text(format!("{}.swap({other}, {});", list.path, list.least - 1), Vec::new()));
            }
            let value = self.record(list.record, 1);
            return Some(Stmt::Text(format!("{path} = $0;"), vec![value]));
        }
        let place = self.any_place(true)?;
        let operators = self.records[place.record].operators.clone();
        let star = if place.reference { "*" } else { "" };
        if operators.contains(&"AddAssign") && self.random.chance(50) {
            let value = self.record(place.record, 1);
            return Some(Stmt::Text(format!("{star}{} += $0;", place.path), vec![value]));
        }
        if operators.contains(&"MulAssign<%T>") && self.random.chance(50) {
            let value = self.bounded(1);
            return Some(Stmt::Text(format!("{star}{} *= $0;", place.path), vec![value]));
        }
        let value = self.record(place.record, 2);
        Some(Stmt::Text(format!("{star}{} = $0;", place.path), vec![value]))
    }

    /// `let R { x, y: u, .. } = b;`
    fn destructure(&mut self) -> Option<Stmt> {
        let places: Vec<Place> = self.scope.places.iter().filter(|p| self.records[p.record].copy).cloned().collect();
        let place = self.random.choose(&places)?;
        let named = matches!(self.records[place.record].form, Form::Named(_));
        let fields = self.records[place.record].fields().to_vec();
        if fields.is_empty() {
            return None;
        }
        let mut parts = Vec::new();
        let mut names = Vec::new();
        for field in &fields {
            if named && self.random.chance(30) {
                continue;
            }
            let name = match field.of {
                Of::Float | Of::Record(_) => self.fresh("u"),
                _ => "_".to_owned(),
            };
            parts.push(if named { format!("{}: {name}", field.name) } else { name.clone() });
            names.push((name, field.of));
        }
        let rest = if parts.len() < fields.len() { [parts, vec!["..".into()]].concat() } else { parts };
        let Expr::Made(value, _) = self.copied(&place.path, place.record, place.reference) else { return None };
        for (name, of) in names {
            match of {
                Of::Float => self.scope.float(&name, false),
                Of::Record(k) => self.declare(&name, k, false, false),
                _ => {}
            }
        }
        let parts = rest.join(", ");
        let k = place.record;
        let pattern = if named { format!("^{k} {{ {parts} }}") } else { format!("^{k}({parts})") };
        Some(Stmt::Text(format!("let {pattern} = {value};"), Vec::new()))
    }

    /// A `match` on an `enum`.
    fn matched(&mut self) -> Option<Stmt> {
        let fits = |p: &&Place| self.records[p.record].is_choice();
        let places: Vec<Place> = self.scope.places.iter().filter(fits).cloned().collect();
        let place = self.random.choose(&places)?;
        self.matched_on(&place)
    }

    pub(crate) fn matched_on(&mut self, place: &Place) -> Option<Stmt> {
        let Form::Variants(variants) = self.records[place.record].form.clone() else { return None };
        if self.depth > 2 {
            return None;
        }
        // By reference what is bound is a reference.
        let by_reference = place.reference || self.random.chance(30);
        let head = if place.reference || !by_reference { place.path.clone() } else { format!("&{}", place.path) };
        let mut arms = Vec::new();
        for v in &variants {
            if arms.len() + 1 == variants.len() && self.random.chance(30) {
                break;
            }
            let scope = self.scope.clone();
            self.scope.freeze(&place.path);
            let mut parts = Vec::new();
            for field in &v.fields {
                let name = self.fresh("v");
                match field.of {
                    Of::Float if by_reference => self.scope.read_as(&name, Expr::Reference(name.clone())),
                    Of::Float => self.scope.float(&name, false),
                    Of::Record(k) => self.declare(&name, k, false, by_reference),
                    _ => {}
                }
                let name = if matches!(field.of, Of::Float | Of::Record(_)) { name } else { "_".into() };
                parts.push(if v.named { format!("{}: {name}", field.name) } else { name });
            }
            let parts = parts.join(", ");
            let pattern = match (v.fields.is_empty(), v.named) {
                (true, _) => format!("^{}::{}", place.record, v.name),
                (_, true) => format!("^{}::{} {{ {parts} }}", place.record, v.name),
                (_, false) => format!("^{}::{}({parts})", place.record, v.name),
            };
            let body = self.open_block(2);
            self.scope = scope;
            arms.push((pattern, body));
        }
        let body = self.block(1);
        arms.push(("_".into(), body));
        Some(Stmt::Match { head, arms })
    }

    fn new_list(&mut self, record: usize) -> Option<Stmt> {
        let name = self.fresh("all");
        let sources: Vec<List> = self.scope.lists.iter().filter(|l| l.record == record).cloned().collect();
        let (mut least, mut class) = (3, Self::fixed_class(3));
        let mut grows = self.random.chance(70);
        let (text, values) = match self.random.below(5) {
            // By the first it is plain what a list is made of.
            0 => ("vec![$0; 3]".into(), vec![self.make(record, 2)]),
            1 => {
                let values = [self.make(record, 1), self.record(record, 1), self.record(record, 1)];
                ("vec![$0, $1, $2]".into(), values.into())
            }
            2 if self.records[record].copy && !self.records[record].is_choice() => {
                grows = false;
                let values = [self.make(record, 1), self.record(record, 1), self.record(record, 1)];
                ("[$0, $1, $2]".into(), values.into())
            }
            3 => {
                let variable = self.fresh("i");
                let scope = self.scope.clone();
                self.scope.int(Int {
                    name: variable.clone(),
                    mutable: false,
                    least: 0,
                    below: Some(3),
                    inside: vec![(class, 0)],
                    length_of: None,
                });
                let value = self.record(record, 2);
                self.scope = scope;
                (format!("(0..3).map(|{variable}| $0).collect::<Vec<~{record}>>()"), vec![value])
            }
            _ => {
                let from = self.random.choose(&sources)?;
                (least, class) = (from.least, from.class);
                (from.copied(), Vec::new())
            }
        };
        self.declare_list(List { path: name.clone(), record, mutable: true, grows, reference: false, least, class });
        let ty = if self.records[record].is_choice() { format!(": Vec<~{record}>") } else { String::new() };
        Some(Stmt::Text(format!("let mut {name}{ty} = {text};"), values))
    }

    /// A `for` over a list of structures.
    fn over_list(&mut self) -> Option<Stmt> {
        if !self.room(LONGEST) {
            return None;
        }
        let lists = self.scope.lists.clone();
        let list = self.random.choose(&lists)?;
        let scope = self.scope.clone();
        let mutable = list.mutable && self.random.chance(55);
        let name = self.fresh("e");
        if mutable {
            self.scope.hide(&list.path);
        } else {
            self.scope.freeze(&list.path);
        }
        self.declare(&name, list.record, mutable, true);
        let counted = self.random.chance(35);
        let head = match (counted, mutable) {
            (true, _) => {
                let i = self.fresh("i");
                self.scope.int(Int {
                    name: i.clone(),
                    mutable: false,
                    least: 0,
                    below: None,
                    inside: vec![(list.class, 0)],
                    length_of: None,
                });
                format!(
                    "for ({i}, {name}) in {}.{}().enumerate()",
                    list.path,
                    if mutable { "iter_mut" } else { "iter" }
                )
            }
            (_, true) if self.random.chance(40) && !list.reference => format!("for {name} in &mut {}", list.path),
            (_, true) => format!("for {name} in {}.iter_mut()", list.path),
            (_, false) if self.random.chance(40) && !list.reference => format!("for {name} in &{}", list.path),
            (_, false) => format!("for {name} in {}.iter()", list.path),
        };
        let body = self.loop_body(LONGEST, 3, true);
        self.scope = scope;
        Some(Stmt::Around { head, values: Vec::new(), body, end: "" })
    }

    /// A chain over a list of structures, to a float.
    fn chain_of_records(&mut self) -> Option<Stmt> {
        let lists = self.scope.lists.clone();
        let list = self.random.choose(&lists)?;
        if !self.room(LONGEST) {
            return None;
        }
        let (name, item) = (self.fresh("u"), self.fresh("e"));
        let scope = self.scope.clone();
        self.scope.freeze(&list.path);
        self.declare(&item, list.record, false, true);
        let value = self.bounded(2);
        self.scope = scope;
        self.scope.float(&name, true);
        let chain = format!("{}.iter().map(|{item}| $0)", list.path);
        let end = self.random.pick(&["fold(%{0.25}, |p, q| p * %{0.5} + q)", "fold(%{0.0}, |p, q| p + q.sin())"]);
        Some(Stmt::Text(format!("let mut {name}: %T = {chain}.{end};"), vec![value]))
    }
}
