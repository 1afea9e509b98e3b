//! A block of lanes: the values of a program at some points, and the loop over its instructions.

use crate::code::*;
use rules::{Op, Rule, Shared, rule};
use vector::kernels as math;

/// The lanes that one step of the inner loops takes: two of the widest vectors, four of the usual ones.
pub(super) const LANES: usize = 16;

/// A value at as many points.
pub(super) type Lanes = [f64; LANES];

/// Values by place, then constants, for [`width`](Block::width) points.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Each place has `rows` groups of lanes, one after the other; each constant one.
    groups: Vec<Lanes>,
    rows: usize,
    places: usize,
    /// Which lanes left the recorded branch or broke a precondition: not 0 there.
    diverged: Vec<[u64; LANES]>,
    room: Vec<f64>,
    /// How many lanes hold points.
    filled: usize,
    /// What operations on matrices share in a run, lane by lane.
    shared: Vec<Shared>,
    stamp: u64,
}

impl Default for Block {
    fn default() -> Block {
        Block {
            groups: Vec::new(),
            rows: 1,
            places: 0,
            diverged: Vec::new(),
            room: Vec::new(),
            filled: 0,
            shared: Vec::new(),
            stamp: 0,
        }
    }
}

/// A function of the groups of an instruction's first operand.
///
/// These are macros, because a function that gets a function need not be compiled in place, and then lacks the wide
/// instructions.
macro_rules! groups {
    ($block:ident, $packed:ident, $f:path) => {{
        let ((a, s), to) = ($block.find($packed.args[0]), $block.to($packed));
        for row in 0..$block.rows {
            $block.groups[to + row] = $f($block.groups[a + row * s]);
        }
    }};
}

/// An expression in each lane of the operands.
macro_rules! lanes {
    ($block:ident, $packed:ident, $($x:ident)+ => $value:expr) => {{
        let mut places = $packed.args.into_iter();
        $(let $x = $block.find(places.next().unwrap_or(0));)+
        let to = $block.to($packed);
        for row in 0..$block.rows {
            $(let $x = $block.groups[$x.0 + row * $x.1];)+
            let mut y = [0.0; LANES];
            for (lane, y) in y.iter_mut().enumerate() {
                $(let $x = $x[lane];)+
                *y = $value;
            }
            $block.groups[to + row] = y;
        }
    }};
}

/// Marks the lanes where a comparison of the operands does not give the answer that was recorded: 1 for true, 0 for false.
macro_rules! guard {
    ($block:ident, $packed:ident, $($x:ident)+ => $holds:expr, $answer:literal) => {{
        let mut places = $packed.args.into_iter();
        $(let $x = $block.find(places.next().unwrap_or(0));)+
        for row in 0..$block.rows {
            $(let $x = $block.groups[$x.0 + row * $x.1];)+
            for (lane, diverged) in $block.diverged[row].iter_mut().enumerate() {
                $(let $x = $x[lane];)+
                *diverged |= u64::from($holds) ^ $answer;
            }
        }
    }};
}

/// What a block should take of the first cache.
const BYTES: usize = 1 << 14;

impl Block {
    /// How many points a block of a program with that many places has.
    #[cfg(feature = "rayon")]
    pub(super) fn lanes(places: usize) -> usize {
        LANES * Block::rows(places)
    }

    fn rows(places: usize) -> usize {
        (BYTES / size_of::<Lanes>() / places.max(1)).clamp(1, 16)
    }

    pub(super) fn width(&self) -> usize {
        LANES * self.rows
    }

    /// Makes room for a program, and puts its constants there.
    pub(super) fn prepare(&mut self, stamp: u64, code: &Code, constants: &[f64]) {
        if self.stamp != stamp {
            (self.places, self.rows, self.stamp) = (code.places, Block::rows(code.places), stamp);
            self.groups.clear();
            self.groups.resize(self.places * self.rows, [0.0; LANES]);
            self.groups.extend(constants.iter().map(|&c| [c; LANES]));
            self.diverged.clear();
            self.diverged.resize(self.rows, [0; LANES]);
        }
    }

    /// Takes in points of `n` numbers each, at most a block of them; other lanes hold what they held.
    pub(super) fn load(&mut self, points: &[f64], n: usize, filled: usize) {
        self.filled = filled;
        for (row, points) in points.chunks(LANES * n.max(1)).enumerate() {
            for i in 0..n {
                let group = &mut self.groups[i * self.rows + row];
                group.iter_mut().zip(points[i..].iter().step_by(n)).for_each(|(to, &x)| *to = x);
            }
        }
        self.diverged.fill([0; LANES]);
        self.shared.clear();
    }

    /// Writes the outputs, `m` for each point.
    pub(super) fn store(&self, code: &Code, results: &mut [f64], m: usize) {
        for (row, results) in results.chunks_mut(LANES * m.max(1)).enumerate() {
            for (k, &place) in code.outputs.iter().enumerate() {
                let (at, step) = self.find(place);
                let group = &self.groups[at + row * step];
                results[k..].iter_mut().step_by(m).zip(group).for_each(|(to, &y)| *to = y);
            }
        }
    }

    /// The lanes that have to be run again alone, among the first `filled`.
    pub(super) fn diverged(&self, filled: usize) -> impl Iterator<Item = usize> {
        let lanes = self.diverged.as_flattened().iter().take(filled);
        lanes.enumerate().filter(|(_, diverged)| **diverged != 0).map(|(lane, _)| lane)
    }

    /// Where the groups of a place are, and how far apart: those of a constant are one.
    #[inline(always)]
    fn find(&self, place: u32) -> (usize, usize) {
        let place = place as usize;
        match place.checked_sub(self.places) {
            None => (place * self.rows, 1),
            Some(k) => (self.places * self.rows + k, 0),
        }
    }

    /// Runs all instructions.
    #[inline(always)]
    pub(super) fn run<const EXACT: bool>(&mut self, code: &Code) {
        macro_rules! dispatch {
            ($($code:ident $Inner:ident $Outer:ident $side:ident),*) => {
                for packed in &code.list {
                    match packed.code {
                        NEG => lanes!(self, packed, a => rule::Neg::value([a], 0)),
                        ADD => lanes!(self, packed, a b => rule::Add::value([a, b], 0)),
                        SUB => lanes!(self, packed, a b => rule::Sub::value([a, b], 0)),
                        MUL => lanes!(self, packed, a b => rule::Mul::value([a, b], 0)),
                        DIV => lanes!(self, packed, a b => rule::Div::value([a, b], 0)),
                        SELECT => lanes!(self, packed, c a b => rule::Select::value([c, a, b], 0)),
                        $($code => lanes!(self, packed, a b c => $side::<rule::$Inner, rule::$Outer>([a, b, c])),)*
                        LESS => guard!(self, packed, a b => a < b, 1),
                        LESS_EQUAL => guard!(self, packed, a b => a <= b, 1),
                        GREATER => guard!(self, packed, a b => a > b, 1),
                        GREATER_EQUAL => guard!(self, packed, a b => a >= b, 1),
                        EQUAL => guard!(self, packed, a b => a == b, 1),
                        NOT_LESS => guard!(self, packed, a b => a < b, 0),
                        NOT_LESS_EQUAL => guard!(self, packed, a b => a <= b, 0),
                        NOT_GREATER => guard!(self, packed, a b => a > b, 0),
                        NOT_GREATER_EQUAL => guard!(self, packed, a b => a >= b, 0),
                        NOT_EQUAL => guard!(self, packed, a b => a == b, 0),
                        GUARD => {
                            let (test, answer) = code.guards[packed.args[2] as usize];
                            guard!(self, packed, a b => test.answer(a, b) == answer, 1);
                        }
                        ARRAY => self.array(code, packed),
                        _ => self.call::<EXACT>(code, packed),
                    }
                }
            };
        }
        pairs!(dispatch);
    }

    /// An operation on matrices, lane by lane.
    #[inline(never)]
    fn array(&mut self, code: &Code, packed: &Packed) {
        self.shared.resize(self.width() * code.shared, None);
        let array = code.array(packed);
        let mut shared = core::mem::take(&mut self.shared);
        for point in 0..self.filled {
            let (row, lane) = (point / LANES, point % LANES);
            let value = |place: u32| {
                let (at, step) = self.find(place);
                self.groups[at + row * step][lane]
            };
            match array.values(packed.to, &value, &mut shared[point * code.shared..][..code.shared]) {
                Ok(values) => values.for_each(|(place, y)| self.groups[place as usize * self.rows + row][lane] = y),
                Err(_) => self.diverged[row][lane] = 1,
            }
        }
        self.shared = shared;
    }

    /// A call: in vectors where that gives the same bits, or where 4 units in the last place are good enough; else lane
    /// by lane.
    #[inline(always)]
    fn call<const EXACT: bool>(&mut self, code: &Code, packed: &Packed) {
        let Call { function, n } = code.call(packed);
        match function.op() {
            Some(Op::Sqrt) => lanes!(self, packed, a => rule::Sqrt::value([a], 0)),
            Some(Op::Recip) => lanes!(self, packed, a => rule::Recip::value([a], 0)),
            Some(Op::LnSlope) => lanes!(self, packed, a => rule::LnSlope::value([a], 0)),
            Some(Op::Damped) => lanes!(self, packed, a b => rule::Damped::value([a, b], 0)),
            Some(Op::Abs) => lanes!(self, packed, a => rule::Abs::value([a], 0)),
            Some(Op::Max) => lanes!(self, packed, a b => rule::Max::value([a, b], 0)),
            Some(Op::Min) => lanes!(self, packed, a b => rule::Min::value([a, b], 0)),
            Some(Op::Ge) => lanes!(self, packed, a b => rule::Ge::value([a, b], 0)),
            Some(Op::Gt) => lanes!(self, packed, a b => rule::Gt::value([a, b], 0)),
            Some(Op::Le) => lanes!(self, packed, a b => rule::Le::value([a, b], 0)),
            Some(Op::Lt) => lanes!(self, packed, a b => rule::Lt::value([a, b], 0)),
            Some(Op::Eq) => lanes!(self, packed, a b => rule::Eq::value([a, b], 0)),
            Some(Op::Ne) => lanes!(self, packed, a b => rule::Ne::value([a, b], 0)),
            Some(Op::Exp) if !EXACT => groups!(self, packed, math::exp),
            Some(Op::Ln) if !EXACT => groups!(self, packed, math::ln),
            Some(Op::Sin) if !EXACT => groups!(self, packed, math::sin),
            Some(Op::Cos) if !EXACT => groups!(self, packed, math::cos),
            Some(Op::Tanh) if !EXACT => groups!(self, packed, math::tanh),
            Some(Op::Sech) if !EXACT => groups!(self, packed, math::sech),
            Some(Op::Sigmoid) if !EXACT => groups!(self, packed, math::sigmoid),
            Some(Op::Bell) if !EXACT => groups!(self, packed, math::bell),
            Some(Op::Erf) if !EXACT => groups!(self, packed, math::erf),
            Some(Op::Erfc) if !EXACT => groups!(self, packed, math::erfc),
            Some(Op::NormPdf) if !EXACT => groups!(self, packed, math::norm_pdf),
            Some(Op::NormCdf) if !EXACT => groups!(self, packed, math::norm_cdf),
            Some(Op::Powf) if !EXACT => {
                let ((a, s), (b, t), to) = (self.find(packed.args[0]), self.find(packed.args[1]), self.to(packed));
                for row in 0..self.rows {
                    self.groups[to + row] = math::powf(self.groups[a + row * s], self.groups[b + row * t]);
                }
            }
            _ if fits(function) && !function.is_conditional() => {
                lanes!(self, packed, a b c => function.of_few([a, b, c], *n));
            }
            _ => self.slowly(code, packed),
        }
    }

    /// A call with a precondition or a list of operands.
    fn slowly(&mut self, code: &Code, packed: &Packed) {
        let Call { function, n } = code.call(packed);
        let to = self.to(packed);
        for (row, lane) in (0..self.rows).flat_map(|row| (0..LANES).map(move |lane| (row, lane))) {
            let mut room = core::mem::take(&mut self.room);
            room.clear();
            room.extend(reads(&code.calls, &code.lists, packed).iter().map(|&place| {
                let (at, step) = self.find(place);
                self.groups[at + row * step][lane]
            }));
            let value = function.value(&room, *n);
            self.room = room;
            self.diverged[row][lane] |= u64::from(value.is_none());
            self.groups[to + row][lane] = value.unwrap_or(f64::NAN);
        }
    }

    #[inline(always)]
    fn to(&self, packed: &Packed) -> usize {
        packed.to as usize * self.rows
    }
}
