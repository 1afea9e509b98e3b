//! AArch64: one number at a time, by its scalar instructions and those on 64 bits of a vector.
//!
//! Source: Arm Architecture Reference Manual for A-profile, section C7.2.
//!
//! Constants stand before the code, and so does the way out of a run that leaves. Registers 8 to 15 belong to the caller and
//! are not used.

use super::{Encoder, Operand, Place, Register};
use crate::list::{Predicate, Rounding, What};
use crate::machine::{FEW, WORK};

/// The registers that keep the addresses of inputs, results, frame, context and constants.
const INPUTS: u32 = 19;
const OUTPUTS: u32 = 20;
const FRAME: u32 = 21;
const CONTEXT: u32 = 22;
const CONSTANTS: u32 = 23;
/// For what does not fit into an instruction.
const SPARE: u32 = 16;

/// For masks on their way.
const MASK: u32 = 30;
const OTHER: u32 = 31;

/// Writes code for one point.
pub(crate) struct Aarch64 {
    bytes: Vec<u8>,
    exit: usize,
    entry: usize,
    area: u32,
}

impl Aarch64 {
    /// With constants, and an area of so many values.
    pub(crate) fn new(constants: &[u64], area: u32) -> Aarch64 {
        let bytes: Vec<u8> = constants.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        let mut code = Aarch64 { exit: bytes.len(), bytes, entry: 0, area };
        // mov w0, #1
        code.put(0x5280_0020);
        code.leave_frame();
        code.entry = code.bytes.len();
        // stp x29, x30, [sp, #-64]!; stp x19, x20, [sp, #16]; stp x21, x22, [sp, #32]; str x23, [sp, #48]
        [0xa9bc_7bfd, 0xa901_53f3, 0xa902_5bf5, 0xf900_1bf7].into_iter().for_each(|word| code.put(word));
        // mov x19, x0; mov x20, x1; mov x21, x2; mov x22, x3
        [0xaa00_03f3, 0xaa01_03f4, 0xaa02_03f5, 0xaa03_03f6].into_iter().for_each(|word| code.put(word));
        // adr x23, here; sub x23, x23, x16
        let here = code.bytes.len() as u32;
        code.put(0x1000_0017);
        code.spare(here);
        code.put(0xcb10_02f7);
        code
    }

    fn leave_frame(&mut self) {
        // ldr x23, [sp, #48]; ldp x21, x22, [sp, #32]; ldp x19, x20, [sp, #16]; ldp x29, x30, [sp], #64; ret
        [0xf940_1bf7, 0xa942_5bf5, 0xa941_53f3, 0xa8c4_7bfd, 0xd65f_03c0].into_iter().for_each(|word| self.put(word));
    }

    fn put(&mut self, word: u32) {
        self.bytes.extend(word.to_le_bytes());
    }

    /// A number to the spare register: movz, movk.
    fn spare(&mut self, number: u32) {
        self.put(0xd280_0000 | (number & 0xffff) << 5 | SPARE);
        self.put(0xf2a0_0000 | (number >> 16) << 5 | SPARE);
    }

    /// Three registers and an instruction.
    fn three(&mut self, word: u32, to: u32, a: u32, b: u32) {
        self.put(word | b << 16 | a << 5 | to);
    }

    fn transfer(&mut self, near: u32, far: u32, register: Register, place: Place) {
        let (base, at) = match place {
            Place::Constant(k) => (CONSTANTS, k),
            Place::Input(i) => (INPUTS, i),
            Place::Output(k) => (OUTPUTS, k),
            Place::Area(k) => (FRAME, k),
            Place::Slot(k) => (FRAME, self.area + k),
        };
        let register = number(register);
        if at < 4096 {
            self.put(near | at << 10 | base << 5 | register);
        } else {
            self.spare(8 * at);
            self.three(far, register, base, SPARE);
        }
    }

    fn compare(&mut self, predicate: Predicate, to: u32, a: u32, b: u32) {
        const EQUAL: u32 = 0x5e60_e400;
        const GREATER_EQUAL: u32 = 0x7e60_e400;
        const GREATER: u32 = 0x7ee0_e400;
        let negative = match predicate {
            Predicate::Equal | Predicate::NotEqual => {
                self.three(EQUAL, to, a, b);
                predicate == Predicate::NotEqual
            }
            Predicate::Less | Predicate::NotLess => {
                self.three(GREATER, to, b, a);
                predicate == Predicate::NotLess
            }
            Predicate::LessEqual | Predicate::NotLessEqual => {
                self.three(GREATER_EQUAL, to, b, a);
                predicate == Predicate::NotLessEqual
            }
            Predicate::Ordered | Predicate::Unordered => {
                self.three(EQUAL, MASK, a, a);
                self.three(EQUAL, OTHER, b, b);
                self.three(AND, to, MASK, OTHER);
                predicate == Predicate::Unordered
            }
        };
        if negative {
            // mvn to.8b, to.8b
            self.three(0x2e20_5800, to, to, 0);
        }
    }

    /// Calls what stands there in the context.
    fn enter(&mut self, at: u8, site: u32) {
        // mov x0, x22; movz w1, site; movk w1, site, lsl 16; ldr x16, [x22, at]; blr x16
        self.put(0xaa16_03e0);
        self.put(0x5280_0001 | (site & 0xffff) << 5);
        self.put(0x72a0_0001 | (site >> 16) << 5);
        self.put(0xf940_0000 | u32::from(at / 8) << 10 | CONTEXT << 5 | SPARE);
        self.put(0xd63f_0000 | SPARE << 5);
    }
}

const AND: u32 = 0x0e20_1c00;
const COPY: u32 = 0x1e60_4000;

/// The register of the processor that stands for one of a value.
fn number(register: Register) -> u32 {
    u32::from(if register < 8 { register } else { register + 8 })
}

impl Encoder for Aarch64 {
    fn registers(&self) -> Register {
        // One more is where values step aside before a call, and two are for masks.
        21
    }

    fn takes(&self, _: What, _: Place) -> bool {
        false
    }

    fn load(&mut self, to: Register, from: Place) {
        self.transfer(0xfd40_0000, 0xfc60_6800, to, from);
    }

    fn store(&mut self, from: Register, to: Place) {
        self.transfer(0xfd00_0000, 0xfc20_6800, from, to);
    }

    fn copy(&mut self, to: Register, from: Register) {
        self.three(COPY, number(to), number(from), 0);
    }

    fn apply(&mut self, what: What, to: Register, a: Register, b: Operand, c: Register) {
        let Operand::Register(b) = b else { return };
        let [to, a, b, c] = [to, a, b, c].map(number);
        match what {
            What::Add => self.three(0x1e60_2800, to, a, b),
            What::Sub => self.three(0x1e60_3800, to, a, b),
            What::Mul => self.three(0x1e60_0800, to, a, b),
            What::Div => self.three(0x1e60_1800, to, a, b),
            What::Lesser => self.three(0x1e60_7800, to, a, b),
            What::Greater => self.three(0x1e60_6800, to, a, b),
            What::Root => self.three(0x1e61_c000, to, a, 0),
            What::Fused => self.three(0x1f40_0000 | c << 10, to, a, b),
            What::Round(Rounding::Down) => self.three(0x1e65_4000, to, a, 0),
            What::Round(Rounding::Up) => self.three(0x1e64_c000, to, a, 0),
            What::Round(Rounding::ToZero) => self.three(0x1e65_c000, to, a, 0),
            What::And => self.three(AND, to, a, b),
            What::AndNot => self.three(0x0e60_1c00, to, b, a),
            What::Or => self.three(0x0ea0_1c00, to, a, b),
            What::Xor => self.three(0x2e20_1c00, to, a, b),
            What::SameBits => self.three(0x7ee0_8c00, to, a, b),
            What::Compare(predicate) => self.compare(predicate, to, a, b),
            What::Blend => {
                self.three(COPY, MASK, a, 0);
                self.three(0x2e60_1c00, MASK, b, c);
                self.three(COPY, to, MASK, 0);
            }
            _ => {}
        }
    }

    fn call(&mut self, site: u32) {
        self.enter(FEW, site);
    }

    fn work(&mut self, site: u32) {
        // mov x2, x21
        self.put(0xaa15_03e2);
        self.enter(WORK, site);
    }

    fn leave(&mut self, mask: Register) {
        // fmov x16, mask; cbz x16, over the next; b exit
        self.put(0x9e66_0000 | number(mask) << 5 | SPARE);
        self.put(0xb400_0040 | SPARE);
        let distance = (self.exit as i64 - self.bytes.len() as i64) / 4;
        self.put(0x1400_0000 | distance as u32 & 0x03ff_ffff);
    }

    fn bytes(&self) -> usize {
        self.bytes.len()
    }

    fn finish(mut self) -> (Vec<u8>, usize) {
        // mov w0, #0
        self.put(0x5280_0000);
        self.leave_frame();
        (self.bytes, self.entry)
    }
}
