//! Which binding a name refers to, and the errors when there is none.

use crate::ast::{Ast, Definition, Span, Symbol};
use crate::error::{Error, Kind};
use crate::matrices::CALLS;
use crate::names;
use crate::unit::Operand;
use rules::Row;
use std::collections::HashMap;

/// A name of the program in its scope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    /// Unique in the program.
    pub(crate) number: u32,
    /// How many functions lie around the one that binds it.
    pub(crate) unit: usize,
    pub(crate) place: Operand,
}

/// What a name means where it is used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Meaning {
    Bound(Binding),
    /// A named function of the program.
    Function(u32),
    /// A function of the table.
    Row(&'static Row),
    Constant(f64),
    Nothing,
}

/// What to do with names that nothing defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Free {
    /// They are inputs, in the order in which they appear.
    Inputs,
    /// They are errors: the inputs are declared.
    Errors,
    /// They are errors: a named function sees its parameters only.
    Outside,
}

/// All names that are visible at the point that is being compiled.
#[derive(Debug)]
pub(crate) struct Scope {
    /// For every symbol its bindings, the innermost last.
    bindings: Vec<Vec<Binding>>,
    functions: HashMap<Symbol, u32>,
    count: u32,
    pub(crate) free: Free,
}

impl Scope {
    /// With the program's named functions visible; defining one twice is an error.
    pub(crate) fn new(ast: &Ast, source: &str) -> Result<Scope, Error> {
        let mut functions = HashMap::new();
        for (i, function) in ast.functions.iter().enumerate() {
            if let Some(first) = functions.insert(function.name.symbol, i as u32) {
                let message = format!("the function `{}` is defined twice", ast.name(function.name.symbol));
                return Err(Error::new(Kind::Parse, message, function.name.span, source)
                    .related(ast.functions[first as usize].name.span, "the first is here")
                    .help("rename one of them"));
            }
        }
        Ok(Scope { bindings: vec![Vec::new(); ast.symbols()], functions, count: 0, free: Free::Outside })
    }

    pub(crate) fn bind(&mut self, symbol: Symbol, unit: usize, place: Operand) -> Binding {
        self.count += 1;
        let binding = Binding { number: self.count, unit, place };
        self.bindings[symbol.0 as usize].push(binding);
        binding
    }

    pub(crate) fn unbind(&mut self, symbol: Symbol) {
        self.bindings[symbol.0 as usize].pop();
    }

    pub(crate) fn meaning(&self, ast: &Ast, symbol: Symbol) -> Meaning {
        let name = ast.name(symbol);
        if let Some(&binding) = self.bindings[symbol.0 as usize].last() {
            Meaning::Bound(binding)
        } else if let Some(&function) = self.functions.get(&symbol) {
            Meaning::Function(function)
        } else if let Some(row) = names::function(name) {
            Meaning::Row(row)
        } else {
            names::constant(name).map_or(Meaning::Nothing, Meaning::Constant)
        }
    }

    fn visible<'a>(&'a self, ast: &'a Ast) -> impl Iterator<Item = &'a str> {
        let bound = self.bindings.iter().enumerate().filter(|(_, bindings)| !bindings.is_empty());
        bound.map(|(i, _)| ast.name(Symbol(i as u32)))
    }

    fn named<'a>(&'a self, ast: &'a Ast) -> impl Iterator<Item = &'a str> {
        self.functions.keys().map(|&symbol| ast.name(symbol))
    }

    /// The error for a name that is called and that nothing defines.
    pub(crate) fn unknown_function(&self, ast: &Ast, symbol: Symbol, span: Span, source: &str) -> Error {
        let name = ast.name(symbol);
        let matrices = CALLS.iter().map(|&(_, name, ..)| name);
        let candidates = self.visible(ast).chain(self.named(ast)).chain(names::functions()).chain(matrices);
        let message = format!("unknown function `{name}`");
        let error = Error::new(Kind::UnknownName, message, span, source).label("no function has this name");
        match names::elsewhere(name).or_else(|| names::nearest(name, candidates)) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help(format!("define it, `fn {name}(x) = ..;`, or write `{name}*(..)` for a product")),
        }
    }

    /// The error for a name that is used as a value and that nothing defines.
    pub(crate) fn unknown_name(&self, ast: &Ast, symbol: Symbol, span: Span, source: &str) -> Error {
        let name = ast.name(symbol);
        let constants = names::constants();
        let candidates = self.visible(ast).chain(self.named(ast)).chain(constants).chain(names::functions());
        let error = Error::new(Kind::UnknownName, format!("unknown name `{name}`"), span, source);
        let error = error.label("nothing defines this");
        if let Some(near) = names::nearest(name, candidates) {
            return error.help(format!("did you mean `{near}`?"));
        }
        error.help(match self.free {
            Free::Outside => {
                format!("a named function sees only its parameters: make `{name}` one of them")
            }
            Free::Errors | Free::Inputs => {
                let mut known: Vec<&str> = self.visible(ast).take(8).collect();
                known.sort_unstable();
                match known.is_empty() {
                    true => format!("the program has no inputs: give `{name}` a value"),
                    false => format!("give it a value; known here: {}", known.join(", ")),
                }
            }
        })
    }
}

/// Whether every name is defined once among these.
pub(crate) fn distinct(ast: &Ast, definitions: &[Definition], source: &str) -> Result<(), Error> {
    let mut seen = HashMap::new();
    for definition in definitions {
        if let Some(first) = seen.insert(definition.symbol, definition.span) {
            let message = format!("the parameter `{}` is named twice", ast.name(definition.symbol));
            return Err(Error::new(Kind::Parse, message, definition.span, source)
                .related(first, "the first is here")
                .help("rename one of them"));
        }
    }
    Ok(())
}
