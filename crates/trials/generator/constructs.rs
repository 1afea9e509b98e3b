//! The constructs that programs are made of, with their weights, and which of them may be used.

use super::callees::callees;
use super::marks::MARKS;

/// The statements, with their weights.
pub(crate) const STATEMENTS: &[(usize, &str)] = &[
    (12, "set"),
    (10, "add"),
    (4, "scale"),
    (11, "element"),
    (8, "element_add"),
    (3, "element_scale"),
    (6, "let"),
    (3, "let_mut"),
    (3, "tuple"),
    (3, "shadow"),
    (4, "vec"),
    (3, "array"),
    (2, "list"),
    (2, "to_vec"),
    (9, "if"),
    (3, "else_if"),
    (3, "if_value"),
    (11, "for"),
    (3, "stencil"),
    (4, "accumulate"),
    (8, "iter"),
    (3, "chunks"),
    (3, "while"),
    (3, "loop"),
    (3, "break"),
    (3, "continue"),
    (3, "return"),
    (2, "block"),
    (2, "fill"),
    (2, "copy"),
    (3, "swap"),
    (2, "exchange"),
    (3, "split"),
    (3, "view"),
    (9, "call"),
    (4, "helper"),
    (2, "assert"),
    (3, "counter"),
    (2, "flag"),
    (4, "chain"),
    (3, "scan"),
    (3, "gathered"),
    (2, "sorted"),
    (3, "grown"),
    (3, "rows"),
    (3, "tuples"),
    (3, "maybe"),
    (3, "closure"),
    (3, "changer"),
    (2, "search"),
    (4, "matched"),
    (7, "lambda"),
    (9, "method"),
    (7, "record"),
    (7, "record_set"),
    (3, "destructure"),
    (7, "enum"),
    (4, "records"),
    (4, "records_loop"),
    (2, "records_push"),
    (3, "records_view"),
    (3, "records_index"),
    (3, "records_copy"),
    (3, "state"),
    (3, "records_chain"),
    (4, "pairs"),
    (4, "independent"),
    (2, "iterator"),
];

/// The forms of expressions, with their weights. Sums, products and the functions that bound them are always there.
pub(crate) const EXPRESSIONS: &[(usize, &str)] = &[
    (12, "sum"),
    (10, "product"),
    (10, "bounded"),
    (4, "quotient"),
    (3, "negative"),
    (6, "functions"),
    (3, "kinks"),
    (2, "associated"),
    (3, "powers"),
    (2, "free"),
    (4, "choose"),
    (1, "block_value"),
    (5, "scalar_call"),
    (2, "recursion"),
    (1, "stop"),
];

/// What a program as a whole may have, with the number of programs of a hundred that do.
pub(crate) const SIGNATURES: &[(usize, &str)] = &[
    (30, "float_parameter"),
    (14, "pair_parameter"),
    (14, "array_parameter"),
    (8, "vector_parameter"),
    (16, "output_parameter"),
    (24, "constant_slice"),
    (14, "constant_float"),
    (30, "integer_parameter"),
    (14, "flag_parameter"),
    (20, "second_slice"),
    (18, "short_slice"),
    (12, "other_results"),
    (100, "array_return"),
    (8, "single"),
    (6, "generic"),
    (10, "nested_module"),
    (50, "types"),
    (40, "record_parameter"),
    (20, "records_parameter"),
    (30, "passed"),
    (40, "reverse_only"),
    (40, "trait"),
    (30, "option"),
    (20, "lent_parameter"),
    (12, "pairs_parameter"),
    (10, "sized_parameter"),
    (25, "generic_types"),
    (25, "modules"),
    (40, "mutual"),
    (40, "sized"),
    (40, "index"),
    (40, "associated_constant"),
    (40, "constants"),
    (30, "literals"),
    (25, "casts"),
];

/// Which constructs may be used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constructs {
    only: Vec<String>,
    without: Vec<String>,
}

impl Constructs {
    /// From a list of names, separated by commas: these and no others, or, where they start with a minus, all but
    /// these. The functions of the library that programs call have names too. An empty list allows everything.
    ///
    /// # Panics
    /// If there is no construct of that name.
    pub(crate) fn parse(list: &str) -> Constructs {
        let mut constructs = Constructs::default();
        for word in list.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (name, to) = match word.strip_prefix('-') {
                Some(name) => (name, &mut constructs.without),
                None => (word, &mut constructs.only),
            };
            let constructs =
                [STATEMENTS, EXPRESSIONS, SIGNATURES, MARKS].concat().into_iter().map(|(_, name)| name.to_owned());
            let all: Vec<String> = constructs.chain(callees().into_iter().map(|callee| callee.name)).collect();
            assert!(all.iter().any(|known| known == name), "no construct is called {name}; there are {all:?}");
            to.push(name.to_owned());
        }
        constructs
    }

    /// Whether this construct may be used.
    pub(crate) fn allow(&self, name: &str) -> bool {
        (self.only.is_empty() || self.only.iter().any(|n| n == name)) && !self.without.iter().any(|n| n == name)
    }

    /// Whether this function of the library may be called.
    pub(crate) fn allow_callee(&self, name: &str) -> bool {
        !self.without.iter().any(|n| n == name)
    }

    /// Those of a list that may be used.
    pub(crate) fn of(&self, list: &[(usize, &'static str)]) -> Vec<(usize, &'static str)> {
        list.iter().copied().filter(|(_, name)| self.allow(name)).collect()
    }
}
