//! The syntax tree: nodes in one array that name each other by index, so that no pass over it and no drop recurses.

use std::collections::HashMap;

/// A range of bytes of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    /// From offsets that the lexer has checked to fit.
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }
}

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id(u32);

/// A name, numbered by first appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol(pub(crate) u32);

/// A name that is being defined, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) symbol: Symbol,
    pub(crate) span: Span,
}

/// Several nodes, as a range of [`Ast::lists`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    start: u32,
    end: u32,
}

/// Several definitions, as a range of [`Ast::definitions`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameters {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    Number(f64),
    Truth(bool),
    Name(Symbol),
    Negate(Id),
    Arithmetic(Arithmetic, Id, Id),
    Power(Id, Id),
    Compare(Comparison, Id, Id),
    And(Id, Id),
    Or(Id, Id),
    Not(Id),
    If {
        condition: Id,
        then: Id,
        otherwise: Id,
    },
    Let {
        name: Definition,
        value: Id,
        body: Id,
    },
    Lambda {
        parameters: Parameters,
        body: Id,
    },
    Call {
        callee: Id,
        arguments: List,
    },
    /// Results at the end of the program, a column or the rows of a matrix elsewhere.
    Results(List),
    /// The matrix and its places, as one list.
    Entry(List),
}

/// `fn name(parameters) = body;`
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedFunction {
    pub(crate) name: Definition,
    pub(crate) parameters: Parameters,
    pub(crate) body: Id,
}

/// A parsed program.
#[derive(Debug, Default)]
pub(crate) struct Ast {
    nodes: Vec<Node>,
    spans: Vec<Span>,
    lists: Vec<Id>,
    definitions: Vec<Definition>,
    names: Vec<String>,
    symbols: HashMap<String, Symbol>,
    pub(crate) functions: Vec<NamedFunction>,
}

impl Ast {
    pub(crate) fn node(&self, id: Id) -> Node {
        self.nodes[id.0 as usize]
    }

    pub(crate) fn span(&self, id: Id) -> Span {
        self.spans[id.0 as usize]
    }

    pub(crate) fn list(&self, list: List) -> &[Id] {
        &self.lists[list.start as usize..list.end as usize]
    }

    pub(crate) fn parameters(&self, parameters: Parameters) -> &[Definition] {
        &self.definitions[parameters.start as usize..parameters.end as usize]
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// The number of different names.
    pub(crate) fn symbols(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.symbols.insert(name.to_owned(), symbol);
        symbol
    }

    pub(crate) fn push(&mut self, node: Node, start: usize, end: usize) -> Id {
        let id = Id(self.nodes.len() as u32);
        self.nodes.push(node);
        self.spans.push(Span::new(start, end));
        id
    }

    pub(crate) fn push_name(&mut self, name: &str, start: usize, end: usize) -> Id {
        let symbol = self.symbol(name);
        self.push(Node::Name(symbol), start, end)
    }

    pub(crate) fn push_call(&mut self, callee: Id, arguments: &[Id], start: usize, end: usize) -> Id {
        let arguments = self.push_list(arguments);
        self.push(Node::Call { callee, arguments }, start, end)
    }

    pub(crate) fn push_results(&mut self, results: &[Id], start: usize, end: usize) -> Id {
        let results = self.push_list(results);
        self.push(Node::Results(results), start, end)
    }

    pub(crate) fn push_entry(&mut self, matrix: Id, places: &[Id], start: usize, end: usize) -> Id {
        let list = self.push_list(&[&[matrix], places].concat());
        self.push(Node::Entry(list), start, end)
    }

    pub(crate) fn push_lambda(&mut self, parameters: &[Definition], body: Id, start: usize, end: usize) -> Id {
        let parameters = self.push_parameters(parameters);
        self.push(Node::Lambda { parameters, body }, start, end)
    }

    /// `let a = .., b = .. in body` as one node per binding, the later ones inside the earlier.
    pub(crate) fn push_let(&mut self, bindings: &[(Definition, Id)], body: Id, start: usize, end: usize) -> Id {
        bindings.iter().rev().fold(body, |body, &(name, value)| self.push(Node::Let { name, value, body }, start, end))
    }

    pub(crate) fn push_function(&mut self, name: Definition, parameters: &[Definition], body: Id) {
        let parameters = self.push_parameters(parameters);
        self.functions.push(NamedFunction { name, parameters, body });
    }

    fn push_list(&mut self, ids: &[Id]) -> List {
        let start = self.lists.len() as u32;
        self.lists.extend_from_slice(ids);
        List { start, end: self.lists.len() as u32 }
    }

    fn push_parameters(&mut self, parameters: &[Definition]) -> Parameters {
        let start = self.definitions.len() as u32;
        self.definitions.extend_from_slice(parameters);
        Parameters { start, end: self.definitions.len() as u32 }
    }
}
