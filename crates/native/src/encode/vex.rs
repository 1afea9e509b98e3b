//! Instructions of x86-64 on vectors, in the VEX and EVEX encodings.
//!
//! Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, sections 2.3 and 2.7.

use super::Register;

/// What stands before the opcode: the mandatory prefix, the map of opcodes, and the bit W.
#[derive(Clone, Copy)]
pub(super) struct Opcode {
    pub(super) prefix: u8,
    pub(super) map: u8,
    pub(super) wide: bool,
    pub(super) byte: u8,
}

/// The prefixes 66, F3 and F2 as VEX has them.
pub(super) const P66: u8 = 1;
pub(super) const PF3: u8 = 2;
pub(super) const PF2: u8 = 3;

/// The maps 0F, 0F38 and 0F3A.
pub(super) const M0F: u8 = 1;
pub(super) const M38: u8 = 2;
pub(super) const M3A: u8 = 3;

impl Opcode {
    pub(super) const fn new(prefix: u8, map: u8, byte: u8) -> Opcode {
        Opcode { prefix, map, wide: false, byte }
    }

    pub(super) const fn wide(self) -> Opcode {
        Opcode { wide: true, ..self }
    }
}

/// How many bits of the registers are worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// One number of them.
    One,
    /// 256 bits.
    Four,
    /// 512 bits.
    Eight,
}

/// A register or an address, as the last field of an instruction.
#[derive(Clone, Copy)]
pub(super) enum Field {
    Register(Register),
    /// A base register and a distance.
    Base(u8, i32),
    /// A place among the bytes.
    Here(usize),
}

/// What EVEX has beside VEX: masks, and numbers that are read once for all lanes.
#[derive(Clone, Copy, Default)]
pub(super) struct Extra {
    pub(super) mask: u8,
    pub(super) broadcast: bool,
    /// By how many bytes a short distance counts.
    pub(super) unit: i32,
}

/// An instruction in the VEX encoding; `more` bytes follow it.
pub(super) fn vex(bytes: &mut Vec<u8>, op: Opcode, long: bool, reg: u8, second: u8, last: Field, more: usize) {
    let extended = match last {
        Field::Register(register) => register > 7,
        Field::Base(base, _) => base > 7,
        Field::Here(_) => false,
    };
    let tail = (!second & 15) << 3 | u8::from(long) << 2 | op.prefix;
    if op.map == M0F && !op.wide && !extended {
        bytes.extend([0xc5, u8::from(reg < 8) << 7 | tail]);
    } else {
        let inverted = u8::from(reg < 8) << 7 | 1 << 6 | u8::from(!extended) << 5;
        bytes.extend([0xc4, inverted | op.map, u8::from(op.wide) << 7 | tail]);
    }
    bytes.push(op.byte);
    operand(bytes, reg, last, 1, more);
}

/// An instruction on 512 bits in the EVEX encoding.
pub(super) fn evex(bytes: &mut Vec<u8>, op: Opcode, reg: u8, second: u8, last: Field, extra: Extra, more: usize) {
    let (b, x) = match last {
        Field::Register(register) => (register >> 3 & 1, register >> 4 & 1),
        Field::Base(base, _) => (base >> 3 & 1, 0),
        Field::Here(_) => (0, 0),
    };
    let first = (!reg >> 3 & 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | (!reg >> 4 & 1) << 4 | op.map;
    let middle = u8::from(op.wide) << 7 | (!second & 15) << 3 | 1 << 2 | op.prefix;
    let third = 0b10 << 5 | u8::from(extra.broadcast) << 4 | (!second >> 4 & 1) << 3 | extra.mask;
    bytes.extend([0x62, first, middle, third, op.byte]);
    operand(bytes, reg, last, extra.unit, more);
}

/// The byte ModRM and what follows it.
pub(super) fn operand(bytes: &mut Vec<u8>, reg: u8, last: Field, unit: i32, more: usize) {
    let reg = (reg & 7) << 3;
    match last {
        Field::Register(register) => bytes.push(0xc0 | reg | register & 7),
        Field::Base(base, distance) => {
            let short = i8::try_from(distance / unit).ok().filter(|_| distance % unit == 0);
            bytes.push(if short.is_some() { 0x40 } else { 0x80 } | reg | base & 7);
            if base & 7 == 4 {
                bytes.push(0x24);
            }
            match short {
                Some(short) => bytes.push(short as u8),
                None => bytes.extend(distance.to_le_bytes()),
            }
        }
        Field::Here(at) => {
            bytes.push(reg | 5);
            let end = bytes.len() + 4 + more;
            bytes.extend((at as i64 - end as i64).to_le_bytes()[..4].iter());
        }
    }
}
