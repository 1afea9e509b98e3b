//! The syntax of the programs: what is printed twice, on `f64` and on any number.

/// An expression whose value is a float.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    /// A literal.
    Literal(&'static str),
    /// A variable.
    Variable(String),
    /// A variable of type `&f64`.
    Reference(String),
    /// A variable of type `&mut f64`.
    Behind(String),
    /// An element of an array.
    Element(String, Index),
    /// A constant: an item, or a parameter that is not differentiated by.
    Constant(String),
    /// An element of a constant array.
    ConstantElement(String, Index),
    /// The constant that a type has.
    Associate(usize),
    /// An integer as a float.
    Cast(Index),
    /// A component of a tuple.
    Field(String, usize),
    Negative(Box<Expr>),
    Binary(char, Box<Expr>, Box<Expr>),
    /// A method: the receiver, and the other arguments.
    Method(&'static str, Vec<Expr>),
    /// The same, called by its path.
    Associated(&'static str, Vec<Expr>),
    /// `powi`.
    Power(Box<Expr>, Exponent),
    /// A free function of the table.
    Free(&'static str, Vec<Expr>),
    /// `if` as a value; the arms may hold statements.
    Choose(Box<Cond>, Box<Expr>, Box<Expr>),
    /// A block as a value.
    Block(Vec<Stmt>, Box<Expr>),
    /// A call of a function that gives a float.
    Call(String, Vec<Arg>),
    /// `stop_gradient`.
    Stop(Box<Expr>),
    /// A value, often of a structure, from a pattern.
    Made(String, Vec<Expr>),
    /// A number times a structure.
    Scaled(Box<Expr>, Box<Expr>),
}

/// The exponent of `powi`.
#[derive(Clone, Debug)]
pub(crate) enum Exponent {
    Number(i32),
    Index(Index),
}

/// An expression whose value is a `usize`.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    Number(usize),
    Variable(String),
    /// The length of an array.
    Length(String),
    Binary(char, Box<Index>, Box<Index>),
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Cond {
    Floats(&'static str, Expr, Expr),
    Whole(&'static str, Index, Index),
    Flag(String),
    /// A call of a function that gives a flag.
    Call(String, Vec<Arg>),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
}

/// How a variable holds an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Hold {
    /// A `&[f64]`.
    Shared,
    /// A `&mut [f64]`.
    Exclusive,
    /// A `Vec<f64>`.
    Vector,
    /// An array `[f64; N]`.
    Fixed,
    /// A `&[f64]` of constants.
    Constants,
}

/// A part of an array, from and to; all of it where there is no range.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub name: String,
    pub hold: Hold,
    pub range: Option<(Index, Index)>,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Float(Expr),
    /// A float that is not differentiated by.
    Constant(Expr),
    /// `&a[..]`.
    Shared(View),
    /// `&mut a[..]`.
    Exclusive(View),
    /// `&a[..]` of constants, where constants are wanted.
    Constants(View),
    Whole(Index),
    Flag(Cond),
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    /// An array, a tuple or a structure by its name.
    Named(String),
    /// A structure, or a reference to one.
    Given(Expr),
    /// A closure on numbers, by reference or not.
    Lambda {
        params: Vec<String>,
        typed: bool,
        value: Box<Expr>,
        lent: bool,
    },
    /// A function by its name, by reference or not; `any` says whether its twin has a name of its own.
    Function {
        name: String,
        any: bool,
        lent: bool,
    },
}

/// What is assigned to.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Variable(String),
    Element(String, Index),
    /// What a reference points to.
    Behind(String),
}

/// What a function gives back.
#[derive(Clone, Debug)]
pub(crate) enum Give {
    Nothing,
    Float(Expr),
    Truth(Cond),
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    /// A vector by its name.
    Vector(String),
    /// `vec![value; length]`.
    Filled(Expr, Index),
}

/// What one variable of a loop goes over.
#[derive(Clone, Debug)]
pub(crate) struct Over {
    pub variable: String,
    pub view: View,
    pub by: By,
}

/// How a loop goes over an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum By {
    /// `v` in `a.iter()`.
    Reference,
    /// `&v` in `a.iter()`.
    Value,
    /// `v` in `&a`.
    Short,
    /// `v` in `a.iter_mut()`.
    Exclusive,
    /// `v` in `&mut a`.
    ShortExclusive,
    /// `v` in `a.chunks_exact(n)`.
    Chunks(usize),
    /// `v` in `a.chunks_exact_mut(n)`.
    ChunksMut(usize),
}

/// The head of a `for`.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    Range {
        variable: String,
        from: Index,
        to: Index,
        inclusive: bool,
        reversed: bool,
        step: Option<usize>,
    },
    /// Over one array, or over two side by side.
    Slices {
        over: Vec<Over>,
        counted: Option<String>,
        reversed: bool,
    },
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Let {
        name: String,
        mutable: bool,
        annotated: bool,
        value: Expr,
    },
    /// `let (a, mut b) = (x, y);`
    LetTuple {
        names: Vec<(String, bool)>,
        values: Vec<Expr>,
    },
    /// `let t = (x, y);`
    LetPair {
        name: String,
        values: Vec<Expr>,
    },
    /// `let (a, mut b) = f(..);`
    LetTupleCall {
        names: Vec<(String, bool)>,
        callee: String,
        args: Vec<Arg>,
    },
    LetInt {
        name: String,
        mutable: bool,
        value: Index,
    },
    LetFlag {
        name: String,
        value: Cond,
    },
    /// `let mut a = vec![x; n];`, or `[x; n]`.
    LetFilled {
        name: String,
        fixed: bool,
        value: Expr,
        length: Index,
    },
    /// `let mut a = vec![x, y];`, or `[x, y]`.
    LetList {
        name: String,
        fixed: bool,
        values: Vec<Expr>,
    },
    /// `let mut a = b.to_vec();`
    LetCopy {
        name: String,
        from: View,
    },
    /// `let mut a = f(..);`
    LetArrayCall {
        name: String,
        callee: String,
        args: Vec<Arg>,
    },
    /// `let a = &b[i..j];`
    LetView {
        name: String,
        view: View,
        mutable: bool,
    },
    /// `let (a, b) = c.split_at_mut(i);`
    Split {
        left: String,
        right: String,
        of: View,
        at: Index,
        mutable: bool,
    },
    Assign {
        target: Target,
        operator: Option<char>,
        value: Expr,
    },
    If {
        arms: Vec<(Cond, Vec<Stmt>)>,
        otherwise: Option<Vec<Stmt>>,
    },
    For {
        head: Head,
        body: Vec<Stmt>,
    },
    While {
        condition: Cond,
        body: Vec<Stmt>,
    },
    Loop(Vec<Stmt>),
    Scope(Vec<Stmt>),
    Break,
    Continue,
    Return(Give),
    Count {
        name: String,
        operator: Option<char>,
        value: Index,
    },
    Fill(View, Expr),
    Copy(View, View),
    Swap(String, Index, Index),
    /// Two vectors change places.
    Exchange(String, String),
    Call(String, Vec<Arg>),
    /// Statements from a pattern.
    Made {
        pattern: String,
        names: Vec<String>,
        values: Vec<Expr>,
        arrays: Vec<String>,
    },
    /// A statement from a pattern.
    Text(String, Vec<Expr>),
    /// A head from a pattern, and a block, with what stands behind it.
    Around {
        head: String,
        values: Vec<Expr>,
        body: Vec<Stmt>,
        end: &'static str,
    },
    /// `match head { pattern => { .. } }`
    Match {
        head: String,
        arms: Vec<(String, Vec<Stmt>)>,
    },
    /// `let f = move |p| value;`
    Lambda {
        name: String,
        params: Vec<String>,
        moved: bool,
        value: Expr,
    },
    Assert(Cond),
    AssertEqual(Index, Index),
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// `&[f64]` of at least so many elements.
    Slice(usize),
    /// `&mut [f64]` of at least so many elements.
    SliceMut(usize),
    /// `Vec<f64>` of at least so many elements.
    Vector(usize),
    Float,
    /// `(f64, f64)`
    Pair,
    /// `[f64; 3]`
    Triple,
    ConstantSlice(usize),
    ConstantFloat,
    Whole,
    Flag,
    /// The receiver of a method of this structure: `&self`, `&mut self` or `self`.
    Receiver(usize, Pass),
    /// A structure.
    Record(usize, Pass),
    /// `&[R]` of at least so many.
    Records(usize, usize),
    /// `&mut [R]` of at least so many.
    LentRecords(usize, usize),
    /// `&impl Fn(f64) -> f64` of so many arguments, or `impl Fn` where it is not lent.
    Function(usize, bool),
    /// `[f64; N]` of a function over `const N: usize`, or a reference to one where it is lent.
    Sized(bool),
    /// `&[(f64, f64)]` of at least so many.
    Pairs(usize),
}

/// How a structure is passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pass {
    Shared,
    Exclusive,
    Moved,
}

/// What a function's result is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Returns {
    Nothing,
    Float,
    /// A flag: of functions that programs call.
    Flag,
    Pair,
    Triple,
    /// A vector as long as that parameter.
    Vector(usize),
    /// A structure.
    Record(usize),
    /// An `Option<f64>`.
    Maybe,
    /// A `Result<f64, usize>`.
    Tried,
    /// A `[f64; N]` as long as the first parameter.
    Sized,
}

/// A type of the program's own.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub form: Form,
    pub copy: bool,
    /// The operators that it has.
    pub operators: Vec<&'static str>,
    /// Whether it has the program's trait.
    pub law: bool,
    /// Whether it has a constant, `K`.
    pub constant: bool,
}

/// What a type consists of.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Named(Vec<Field>),
    Tuple(Vec<Field>),
    Variants(Vec<Variant>),
    /// A type parameter with the program's trait.
    Parameter,
}

/// A variant of an `enum`.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub name: &'static str,
    pub named: bool,
    pub fields: Vec<Field>,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub name: String,
    pub of: Of,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Of {
    Float,
    /// `[f64; 3]`
    Triple,
    /// `Vec<f64>`
    Vector,
    /// An integer below [`Of::BELOW`].
    Whole,
    /// A float with `#[constant]`.
    Constant,
    Record(usize),
    /// `Vec<R>`
    Records(usize),
}

impl Of {
    /// Integers in structures are below this.
    pub(crate) const BELOW: usize = 3;
    /// Lists in structures are so long.
    pub(crate) const LONG: usize = 3;
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    /// The options of the attribute.
    pub options: String,
    /// The `impl` that it stands in.
    pub home: Option<Home>,
    pub stands: Stands,
    pub params: Vec<(String, Kind)>,
    pub returns: Returns,
    pub body: Vec<Stmt>,
    pub give: Give,
}

impl Program {
    /// Has its function recorded while it runs, and every other helper, where that can be.
    pub(crate) fn record(&mut self) {
        let takes = |f: &Function| f.params.iter().any(|(_, kind)| matches!(kind, Kind::Function(..)));
        if self.scalar != "f64" || self.helpers.iter().any(takes) || self.records.iter().any(Record::is_parameter) {
            return;
        }
        let others = self.helpers.iter_mut().filter(|f| f.home.is_none()).step_by(2);
        for f in others.chain([&mut self.main]) {
            let more = if f.options.is_empty() { "" } else { ", " };
            f.options += &format!("{more}tape");
        }
    }
}

impl Function {
    /// The module that it stands in, if it stands in one.
    pub(crate) fn module(&self) -> String {
        format!("m{}", self.name.trim_start_matches('p'))
    }

    /// What others call it.
    pub(crate) fn path(&self) -> String {
        if self.stands == Stands::Module { format!("{}::{}", self.module(), self.name) } else { self.name.clone() }
    }
}

/// Where a function stands that is no method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stands {
    Beside,
    /// In a module of its own.
    Module,
    /// In the body of the program's function.
    Inside,
}

/// An `impl` of a structure: its own, that of an operator, as `Mul<%T>`, or that of the program's trait, as
/// `Law::force`. What the trait provides stands at the type parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Home {
    pub record: usize,
    pub operator: Option<&'static str>,
}

impl Home {
    /// Whether it is that of the program's trait.
    pub(crate) fn is_law(self) -> bool {
        self.operator.is_some_and(|name| name.starts_with("Law"))
    }
}

/// A program: a function and those that it calls.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub index: usize,
    /// Its own types.
    pub records: Vec<Record>,
    pub main: Function,
    /// Those of `impl`s too.
    pub helpers: Vec<Function>,
    /// `f64` or `f32`.
    pub scalar: &'static str,
    /// Whether it is written on `T: Real` instead.
    pub generic: bool,
    /// Whether its types are.
    pub generic_types: bool,
    /// Whether it stands in a module of its own.
    pub nested: bool,
}
