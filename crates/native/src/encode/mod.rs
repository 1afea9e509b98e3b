//! Machine instructions as bytes.

pub(crate) mod aarch64;
mod vex;
pub(crate) mod x86_64;

pub(crate) use vex::Width;

use crate::list::What;

/// A register for values.
pub(crate) type Register = u8;

/// Where a value is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Input(u32),
    Constant(u32),
    /// In the frame, behind the area.
    Slot(u32),
    Area(u32),
    Output(u32),
}

/// The second operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Register(Register),
    Memory(Place),
}

/// What writes instructions of one processor.
///
/// Code gets pointers to its inputs, results, frame and context, and returns 0, or 1 where it left.
pub(crate) trait Encoder {
    /// How many registers may hold values, from 0 on.
    fn registers(&self) -> Register;
    /// Whether the second operand of such a line may be there in memory.
    fn takes(&self, what: What, place: Place) -> bool;
    fn load(&mut self, to: Register, from: Place);
    fn store(&mut self, from: Register, to: Place);
    fn copy(&mut self, to: Register, from: Register);
    /// A line that computes; operands that it has not are 0.
    fn apply(&mut self, what: What, to: Register, a: Register, b: Operand, c: Register);
    /// Calls the function of a site with its operands in the first registers, and its value in register 0 then; no other
    /// register keeps its value.
    fn call(&mut self, site: u32);
    /// Calls a site that works in memory; no register keeps its value.
    fn work(&mut self, site: u32);
    /// Leaves where the mask holds.
    fn leave(&mut self, mask: Register);
    /// Goes through what follows once for each row of lanes, up to the end of the part; no register keeps its value.
    fn begin_part(&mut self) {}
    fn end_part(&mut self) {}
    /// Stands between lines, in code so long that it has to be brought near before it runs.
    fn look_ahead(&mut self) {}
    /// How many bytes there are.
    fn bytes(&self) -> usize;
    /// Returns, and gives the bytes and where the code begins among them.
    fn finish(self) -> (Vec<u8>, usize);
}
