//! x86-64: one number by AVX, eight by AVX2 and FMA, sixteen by AVX-512.
//!
//! Of several numbers a value has two registers, so that two chains of operations overlap. Where functions are called, the
//! code between two calls is a loop over rows of so many numbers, and a call gets those of all rows: with one row, a batch of
//! Black-Scholes took 1.8 times the time of the interpreter's, which has up to 256 numbers in a call.
//!
//! Constants stand before the code and are reached from there; so does the way out of a run that leaves.

use super::vex::{Extra, Field, M0F, M3A, M38, Opcode, P66, PF2, PF3, Width, evex, vex};
use super::{Encoder, Operand, Place, Register};
use crate::list::{Predicate, Rounding, What};
use crate::machine::{FEW, WORK};

/// The registers that keep the addresses of inputs, results, frame and context: those that calls leave alone.
const INPUTS: u8 = 5;
const OUTPUTS: u8 = 13;
const FRAME: u8 = 3;

/// Writes code for one point, or for several at once.
pub(crate) struct X86 {
    bytes: Vec<u8>,
    width: Width,
    /// Which of the registers of a value is worked on.
    half: u8,
    /// Where the way out begins, and the code.
    exit: usize,
    entry: usize,
    /// How many values are in the frame before the slots.
    area: u32,
    /// How many rows of numbers a value has, and where the loop over them begins.
    rows: u32,
    part: usize,
    /// Where code was last told to look ahead.
    looked: usize,
}

impl X86 {
    /// With constants, an area of so many values, and so many rows in each.
    pub(crate) fn new(width: Width, constants: &[u64], area: u32, rows: u32) -> X86 {
        let mut bytes: Vec<u8> = constants.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        let exit = bytes.len();
        // mov eax, 1
        bytes.extend([0xb8, 1, 0, 0, 0]);
        let mut x86 = X86 { bytes, width, half: 0, exit, entry: 0, area, rows, part: 0, looked: 0 };
        x86.leave_frame();
        x86.bytes.resize(x86.bytes.len().next_multiple_of(64), 0xcc);
        x86.entry = x86.bytes.len();
        // push rbx; push rbp; push r13; push r14; push r15: five, so that the stack is aligned for calls.
        x86.bytes.extend([0x53, 0x55, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57]);
        // mov rbp, rdi; mov r13, rsi; mov rbx, rdx; mov r14, rcx
        x86.bytes.extend([0x48, 0x89, 0xfd, 0x49, 0x89, 0xf5, 0x48, 0x89, 0xd3, 0x49, 0x89, 0xce]);
        x86
    }

    fn leave_frame(&mut self) {
        if self.width != Width::One {
            // vzeroupper
            self.bytes.extend([0xc5, 0xf8, 0x77]);
        }
        // pop r15; pop r14; pop r13; pop rbp; pop rbx; ret
        self.bytes.extend([0x41, 0x5f, 0x41, 0x5e, 0x41, 0x5d, 0x5d, 0x5b, 0xc3]);
    }

    /// How many bytes a register holds of a value, and the value.
    fn sizes(&self) -> [i64; 2] {
        match self.width {
            Width::One => [8, 8],
            Width::Four => [32, 64],
            Width::Eight => [64, 128],
        }
    }

    /// Does something for each register of the values.
    fn halves(&mut self, mut act: impl FnMut(&mut X86)) {
        for half in 0..if self.width == Width::One { 1 } else { 2 } {
            self.half = half;
            act(self);
        }
        self.half = 0;
    }

    /// The register for the half that is worked on.
    fn half(&self, register: Register) -> Register {
        register + self.half * self.registers()
    }

    fn field(&self, place: Place) -> Field {
        let (base, at) = match place {
            Place::Constant(k) => return Field::Here(8 * k as usize),
            Place::Input(i) => (INPUTS, i),
            Place::Output(k) => (OUTPUTS, k),
            Place::Area(k) => (FRAME, k),
            Place::Slot(k) => (FRAME, self.area + k),
        };
        let [part, whole] = self.sizes();
        // `compile` refuses lists of which a place is farther.
        Field::Base(base, (i64::from(at) * i64::from(self.rows) * whole + i64::from(self.half) * part) as i32)
    }

    /// An instruction that works on numbers: with the prefix F2 on one, with 66 on several.
    fn numbers(&self, byte: u8) -> Opcode {
        Opcode::new(if self.width == Width::One { PF2 } else { P66 }, M0F, byte)
    }

    fn three(&mut self, op: Opcode, to: Register, second: Register, last: Field, more: usize) {
        match self.width {
            Width::Eight => {
                let broadcast = matches!(last, Field::Here(_));
                let extra = Extra { broadcast, unit: if broadcast { 8 } else { 64 }, mask: 0 };
                evex(&mut self.bytes, op.wide(), to, second, last, extra, more);
            }
            width => vex(&mut self.bytes, op, width == Width::Four, to, second, last, more),
        }
    }

    fn last(&self, operand: Operand) -> Field {
        match operand {
            Operand::Register(register) => Field::Register(register),
            Operand::Memory(place) => self.field(place),
        }
    }

    /// A comparison that gives a mask.
    fn compare(&mut self, op: Opcode, code: Option<u8>, to: Register, a: Register, b: Field) {
        let more = usize::from(code.is_some());
        if self.width == Width::Eight {
            // To mask register 1, and from there to all bits of the lanes.
            self.three(op, 1, a, b, more);
            self.bytes.extend(code);
            self.three(Opcode::new(PF3, M38, 0x38), to, 0, Field::Register(1), 0);
        } else {
            self.three(op, to, a, b, more);
            self.bytes.extend(code);
        }
    }

    fn round(&mut self, to: Register, a: Register, rounding: Rounding) {
        let (byte, second) = match self.width {
            Width::One => (0x0b, a),
            _ => (0x09, 0),
        };
        self.three(Opcode::new(P66, M3A, byte), to, second, Field::Register(a), 1);
        self.bytes.push(match rounding {
            Rounding::Down => 9,
            Rounding::Up => 10,
            Rounding::ToZero => 11,
        });
    }

    fn fused(&mut self, to: Register, a: Register, b: Register, c: Register) {
        let scalar = u8::from(self.width == Width::One);
        let op = |byte: u8| Opcode::new(P66, M38, byte + scalar).wide();
        let (byte, second, last) = if to == a {
            (0xa8, b, c)
        } else if to == b {
            (0xa8, a, c)
        } else {
            if to != c {
                self.copy_half(to, c);
            }
            (0xb8, a, b)
        };
        self.three(op(byte), to, second, Field::Register(last), 0);
    }

    fn blend(&mut self, to: Register, mask: Register, then: Register, other: Register) {
        if self.width == Width::Eight {
            self.three(Opcode::new(PF3, M38, 0x39), 1, 0, Field::Register(mask), 0);
            let extra = Extra { mask: 1, unit: 64, broadcast: false };
            let op = Opcode::new(P66, M38, 0x65).wide();
            evex(&mut self.bytes, op, to, other, Field::Register(then), extra, 0);
        } else {
            self.three(Opcode::new(P66, M3A, 0x4b), to, other, Field::Register(then), 1);
            self.bytes.push(mask << 4);
        }
    }

    /// A move of a whole value between a register and its place.
    fn transfer(&mut self, byte: u8, register: Register, place: Place) {
        let (field, op) = (self.field(place), self.numbers(byte));
        match self.width {
            Width::Eight => {
                let extra = Extra { unit: 64, ..Extra::default() };
                evex(&mut self.bytes, op.wide(), register, 0, field, extra, 0);
            }
            width => vex(&mut self.bytes, op, width == Width::Four, register, 0, field, 0),
        }
    }

    fn load_half(&mut self, to: Register, from: Place) {
        let field = self.field(from);
        match (self.width, from) {
            (Width::Four, Place::Constant(_)) => {
                vex(&mut self.bytes, Opcode::new(P66, M38, 0x19), true, to, 0, field, 0);
            }
            (Width::Eight, Place::Constant(_)) => {
                let extra = Extra { unit: 8, ..Extra::default() };
                evex(&mut self.bytes, Opcode::new(P66, M38, 0x19).wide(), to, 0, field, extra, 0);
            }
            _ => self.transfer(0x10, to, from),
        }
    }

    fn copy_half(&mut self, to: Register, from: Register) {
        self.three(Opcode::new(P66, M0F, 0x28), to, 0, Field::Register(from), 0);
    }

    fn apply_half(&mut self, what: What, to: Register, a: Register, b: Operand, c: Register) {
        let last = self.last(b);
        let second = match b {
            Operand::Register(register) => register,
            Operand::Memory(_) => 0,
        };
        let bits = |byte| Opcode::new(P66, M0F, byte);
        match what {
            What::Add => self.three(self.numbers(0x58), to, a, last, 0),
            What::Mul => self.three(self.numbers(0x59), to, a, last, 0),
            What::Sub => self.three(self.numbers(0x5c), to, a, last, 0),
            What::Least => self.three(self.numbers(0x5d), to, a, last, 0),
            What::Div => self.three(self.numbers(0x5e), to, a, last, 0),
            What::Most => self.three(self.numbers(0x5f), to, a, last, 0),
            What::And => self.three(bits(0x54), to, a, last, 0),
            What::AndNot => self.three(bits(0x55), to, a, last, 0),
            What::Or => self.three(bits(0x56), to, a, last, 0),
            What::Xor => self.three(bits(0x57), to, a, last, 0),
            What::Compare(predicate) => self.compare(self.numbers(0xc2), Some(code(predicate)), to, a, last),
            What::SameBits => self.compare(Opcode::new(P66, M38, 0x29), None, to, a, last),
            What::Root => {
                let second = if self.width == Width::One { a } else { 0 };
                self.three(self.numbers(0x51), to, second, Field::Register(a), 0);
            }
            What::Round(rounding) => self.round(to, a, rounding),
            What::Fused => self.fused(to, a, second, c),
            What::Blend => self.blend(to, a, second, c),
            _ => {}
        }
    }

    /// Adds to the registers of inputs, results and frame.
    fn advance(&mut self, distance: i64) {
        for code in [[0x48, 0x81, 0xc3], [0x48, 0x81, 0xc5], [0x49, 0x81, 0xc5]] {
            self.bytes.extend(code);
            self.bytes.extend((distance as i32).to_le_bytes());
        }
    }

    /// Calls what stands there in the context.
    fn enter(&mut self, at: u8, site: u32) {
        if self.width != Width::One {
            self.bytes.extend([0xc5, 0xf8, 0x77]);
        }
        // mov rdi, r14; mov esi, site; call [r14 + at]
        self.bytes.extend([0x4c, 0x89, 0xf7, 0xbe]);
        self.bytes.extend(site.to_le_bytes());
        self.bytes.extend([0x41, 0xff, 0x56, at]);
    }
}

impl Encoder for X86 {
    fn registers(&self) -> Register {
        match self.width {
            // The last one is where values step aside before a call.
            Width::One => 15,
            Width::Four => 8,
            Width::Eight => 16,
        }
    }

    fn takes(&self, what: What, place: Place) -> bool {
        let constant = matches!(place, Place::Constant(_));
        match what {
            What::Add | What::Sub | What::Mul | What::Div | What::Least | What::Most => {
                !constant || self.width != Width::Four
            }
            // On one number these read as much as they work on, which is more.
            What::And | What::AndNot | What::Or | What::Xor => match self.width {
                Width::One => false,
                Width::Four => !constant,
                Width::Eight => true,
            },
            What::Compare(_) => !constant || self.width != Width::Four,
            _ => false,
        }
    }

    fn load(&mut self, to: Register, from: Place) {
        self.halves(|x86| x86.load_half(x86.half(to), from));
    }

    fn store(&mut self, from: Register, to: Place) {
        self.halves(|x86| x86.transfer(0x11, x86.half(from), to));
    }

    fn copy(&mut self, to: Register, from: Register) {
        self.halves(|x86| x86.copy_half(x86.half(to), x86.half(from)));
    }

    fn apply(&mut self, what: What, to: Register, a: Register, b: Operand, c: Register) {
        self.halves(|x86| {
            let b = match b {
                Operand::Register(register) => Operand::Register(x86.half(register)),
                memory => memory,
            };
            x86.apply_half(what, x86.half(to), x86.half(a), b, x86.half(c));
        });
    }

    fn call(&mut self, site: u32) {
        self.enter(FEW, site);
    }

    fn work(&mut self, site: u32) {
        // mov rdx, rbx
        self.bytes.extend([0x48, 0x89, 0xda]);
        self.enter(WORK, site);
    }

    fn leave(&mut self, mask: Register) {
        // vmovq rax, mask; test rax, rax; jnz exit
        vex(&mut self.bytes, Opcode::new(P66, M0F, 0x7e).wide(), false, mask, 0, Field::Register(0), 0);
        self.bytes.extend([0x48, 0x85, 0xc0, 0x0f, 0x85]);
        let distance = self.exit as i64 - (self.bytes.len() as i64 + 4);
        self.bytes.extend((distance as i32).to_le_bytes());
    }

    fn begin_part(&mut self) {
        if self.rows > 1 {
            // mov r15d, rows
            self.bytes.extend([0x41, 0xbf]);
            self.bytes.extend(self.rows.to_le_bytes());
            self.part = self.bytes.len();
        }
    }

    fn end_part(&mut self) {
        if self.rows == 1 {
            return;
        }
        if self.bytes.len() == self.part {
            // Nothing is done.
            self.bytes.truncate(self.part - 6);
            return;
        }
        let [_, whole] = self.sizes();
        self.advance(whole);
        // dec r15d; jnz to the beginning
        self.bytes.extend([0x41, 0xff, 0xcf, 0x0f, 0x85]);
        let distance = self.part as i64 - (self.bytes.len() as i64 + 4);
        self.bytes.extend((distance as i32).to_le_bytes());
        self.advance(-whole * i64::from(self.rows));
    }

    fn look_ahead(&mut self) {
        const LINE: usize = 64;
        const AHEAD: i32 = 4096;
        if self.bytes.len() >= self.looked + LINE {
            self.looked = self.bytes.len();
            // prefetcht1 [rip + AHEAD]
            self.bytes.extend([0x0f, 0x18, 0x15]);
            self.bytes.extend(AHEAD.to_le_bytes());
        }
    }

    fn bytes(&self) -> usize {
        self.bytes.len()
    }

    fn finish(mut self) -> (Vec<u8>, usize) {
        // xor eax, eax
        self.bytes.extend([0x31, 0xc0]);
        self.leave_frame();
        (self.bytes, self.entry)
    }
}

/// What the instructions call a comparison; none of them complains of a NaN.
fn code(predicate: Predicate) -> u8 {
    match predicate {
        Predicate::Equal => 0x00,
        Predicate::Less => 0x11,
        Predicate::LessEqual => 0x12,
        Predicate::Unordered => 0x03,
        Predicate::NotEqual => 0x04,
        Predicate::NotLess => 0x15,
        Predicate::NotLessEqual => 0x16,
        Predicate::Ordered => 0x07,
    }
}
