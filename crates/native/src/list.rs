//! What native code is made from: lines that compute a value each from earlier ones, nearly one to a machine instruction.

use crate::call::Site;
use std::collections::HashMap;

/// The number of a value.
pub(crate) type Id = u32;

/// No value.
pub(crate) const NONE: Id = u32::MAX;

/// What a line does with its operands `a`, `b` and `c`; masks have all bits set where they hold, and none elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Add,
    Sub,
    Mul,
    Div,
    /// `a` if it is less than `b`, else `b`.
    Least,
    /// `a` if it is greater than `b`, else `b`.
    Most,
    /// The lesser and the greater, of which a NaN loses: AArch64 has this, x86-64 the former.
    Lesser,
    Greater,
    And,
    /// The bits of `b` that `a` has not.
    AndNot,
    Or,
    Xor,
    Compare(Predicate),
    /// Whether all bits are the same, as a mask.
    SameBits,
    Root,
    Round(Rounding),
    /// `a * b + c`, rounded once.
    Fused,
    /// `b` where the mask `a` holds, else `c`.
    Blend,
    /// The function of that site of up to three operands.
    Call(u32),
    /// The work of that site on the area.
    Work(u32),
    /// Puts `a` into the area.
    Put(u32),
    /// Takes a value from the area.
    Get(u32),
    /// Writes a result.
    Output(u32),
    /// Leaves where the mask `a` holds.
    Leave,
}

/// A question to `a` and `b`; all but the negative ones and `Unordered` are false where one is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Predicate {
    Equal,
    Less,
    LessEqual,
    Unordered,
    NotEqual,
    NotLess,
    NotLessEqual,
    Ordered,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    Down,
    Up,
    ToZero,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) what: What,
    pub(crate) to: Id,
    pub(crate) args: [Id; 3],
}

/// Where a value is that no line computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Input(u32),
    /// The number of the constant.
    Constant(u32),
    Line,
}

/// The lines, in the order in which they run.
#[derive(Debug, Default)]
pub(crate) struct List {
    pub(crate) lines: Vec<Line>,
    pub(crate) origins: Vec<Origin>,
    /// The bits of the constants.
    pub(crate) constants: Vec<u64>,
    numbers: HashMap<u64, Id>,
    /// The constants that were asked for last, by some of the bits of a product with theirs: nearly all are asked for often.
    last: [Option<(u64, Id)>; 16],
    pub(crate) sites: Vec<Site>,
    /// How many values are passed in memory at most.
    pub(crate) area: u32,
}

impl List {
    /// The value of an input.
    pub(crate) fn input(&mut self, i: usize) -> Id {
        self.origins.push(Origin::Input(i as u32));
        self.origins.len() as u32 - 1
    }

    /// The value with these bits; the same for the same bits.
    pub(crate) fn bits(&mut self, bits: u64) -> Id {
        let place = (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize;
        if let Some((known, id)) = self.last[place]
            && known == bits
        {
            return id;
        }
        let id = *self.numbers.entry(bits).or_insert_with(|| {
            self.origins.push(Origin::Constant(self.constants.len() as u32));
            self.constants.push(bits);
            self.origins.len() as u32 - 1
        });
        self.last[place] = Some((bits, id));
        id
    }

    pub(crate) fn number(&mut self, number: f64) -> Id {
        self.bits(number.to_bits())
    }

    /// A line that gives a value.
    pub(crate) fn compute(&mut self, what: What, args: &[Id]) -> Id {
        let to = self.origins.len() as u32;
        self.origins.push(Origin::Line);
        self.push(what, to, args);
        to
    }

    /// A line that gives none.
    pub(crate) fn act(&mut self, what: What, args: &[Id]) {
        self.push(what, NONE, args);
    }

    fn push(&mut self, what: What, to: Id, args: &[Id]) {
        let args = core::array::from_fn(|i| args.get(i).copied().unwrap_or(NONE));
        self.lines.push(Line { what, to, args });
    }

    /// Has a site work on operands in memory, and takes `results` values from behind them.
    pub(crate) fn work(&mut self, site: Site, args: &[Id], results: usize) -> Vec<Id> {
        for (k, &arg) in (0..).zip(args) {
            self.act(What::Put(k), &[arg]);
        }
        let (from, all) = (args.len() as u32, (args.len() + results) as u32);
        self.area = self.area.max(all);
        let site = self.site(site);
        self.act(What::Work(site), &[]);
        (from..all).map(|k| self.compute(What::Get(k), &[])).collect()
    }

    pub(crate) fn site(&mut self, site: Site) -> u32 {
        self.sites.push(site);
        self.sites.len() as u32 - 1
    }
}
