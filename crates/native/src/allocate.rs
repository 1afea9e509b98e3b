//! Registers for the values of a list, in one pass along it.
//!
//! Before the pass each operand learns which line reads its value next. A register is taken from the value that is read
//! last of all (Belady 1966), which is written to memory if it is not there: a value is written once at most. Around a
//! call everything that is read later is in memory.

use crate::encode::{Encoder, Operand, Place, Register};
use crate::list::{Id, Line, List, NONE, Origin, What};

/// No line.
const NEVER: u32 = u32::MAX;

/// No register.
const OUTSIDE: Register = Register::MAX;

/// From so many lines on, code is so long that it comes from the main memory at each run.
const LONG: usize = 60_000;

/// Writes the instructions of a list; returns how many places it needs behind the area.
///
/// # Errors
/// The number of bytes, once it is more than so many.
pub(crate) fn allocate<E: Encoder>(list: &List, encoder: &mut E, most: usize) -> Result<usize, usize> {
    let next = next_readers(list);
    let mut allocator = Allocator::new(list, encoder);
    let long = list.lines.len() > LONG;
    allocator.encoder.begin_part();
    for (line, next) in list.lines.iter().zip(&next) {
        allocator.line(line, next);
        if long {
            allocator.encoder.look_ahead();
        }
        if allocator.encoder.bytes() > most {
            return Err(allocator.encoder.bytes());
        }
    }
    allocator.encoder.end_part();
    Ok(allocator.slots as usize)
}

/// So many registers, from the first on.
fn all(registers: usize) -> u64 {
    (1 << registers) - 1
}

/// For each line, who reads its operands next, and in the last place who reads its value first.
fn next_readers(list: &List) -> Vec<[u32; 4]> {
    let mut readers = vec![NEVER; list.origins.len()];
    let mut next = vec![[NEVER; 4]; list.lines.len()];
    for (at, (line, next)) in list.lines.iter().zip(&mut next).enumerate().rev() {
        if line.to != NONE {
            next[3] = readers[line.to as usize];
        }
        for (&id, next) in line.args.iter().zip(next.iter_mut()).filter(|(id, _)| **id != NONE) {
            *next = readers[id as usize];
        }
        for &id in line.args.iter().filter(|id| **id != NONE) {
            readers[id as usize] = at as u32;
        }
    }
    next
}

struct Allocator<'l, E> {
    list: &'l List,
    encoder: &'l mut E,
    /// The register that holds a value.
    of: Vec<Register>,
    /// The slot of a value that was written to memory.
    slot: Vec<u32>,
    /// The value in each register, and who reads it next.
    held: Vec<Id>,
    until: Vec<u32>,
    /// Registers that hold none.
    empty: u64,
    /// Registers that a line has chosen, and must not lose.
    chosen: u64,
    free: Vec<u32>,
    /// Slots whose values are read by this line for the last time.
    read: Vec<u32>,
    slots: u32,
}

impl<'l, E: Encoder> Allocator<'l, E> {
    fn new(list: &'l List, encoder: &'l mut E) -> Allocator<'l, E> {
        let (values, registers) = (list.origins.len(), encoder.registers() as usize);
        Allocator {
            list,
            encoder,
            of: vec![OUTSIDE; values],
            slot: vec![NEVER; values],
            held: vec![NONE; registers],
            until: vec![0; registers],
            empty: all(registers),
            chosen: 0,
            free: Vec::new(),
            read: Vec::new(),
            slots: 0,
        }
    }

    fn line(&mut self, line: &Line, next: &[u32; 4]) {
        let [a, ..] = line.args;
        match line.what {
            // Nobody reads the value.
            _ if line.to != NONE && next[3] == NEVER => {
                line.args.iter().zip(next).filter(|(id, _)| **id != NONE).for_each(|(&id, &next)| self.read(id, next));
            }
            What::Call(site) => self.call(site, line, next),
            What::Work(site) => {
                self.write_all();
                self.encoder.end_part();
                self.encoder.work(site);
                self.encoder.begin_part();
            }
            What::Get(k) => {
                let to = self.take(line.to, next[3]);
                self.encoder.load(to, Place::Area(k));
            }
            What::Put(k) => self.store(a, next[0], Place::Area(k)),
            What::Output(k) => self.store(a, next[0], Place::Output(k)),
            What::Leave => {
                let mask = self.load(a, next[0]);
                self.encoder.leave(mask);
                self.read(a, next[0]);
            }
            what => self.compute(what, line, next),
        }
        self.chosen = 0;
        self.free.append(&mut self.read);
    }

    fn store(&mut self, id: Id, next: u32, to: Place) {
        let from = self.load(id, next);
        self.encoder.store(from, to);
        self.read(id, next);
    }

    fn compute(&mut self, what: What, line: &Line, next: &[u32; 4]) {
        let ([mut a, mut b, c], [mut na, mut nb, nc, _]) = (line.args, *next);
        let turns = matches!(what, What::Add | What::Mul | What::And | What::Or | What::Xor | What::SameBits);
        if turns && self.of[a as usize] == OUTSIDE && self.of[b as usize] != OUTSIDE {
            ((a, na), (b, nb)) = ((b, nb), (a, na));
        }
        let first = self.load(a, na);
        let second = match b {
            NONE => Operand::Register(0),
            b => match self.place(b) {
                Some(place) if a != b && self.stays_outside(b, nb) && self.encoder.takes(what, place) => {
                    Operand::Memory(place)
                }
                _ => Operand::Register(self.load(b, nb)),
            },
        };
        let third = if c == NONE { 0 } else { self.load(c, nc) };
        for (id, next) in [(a, na), (b, nb), (c, nc)] {
            if id != NONE {
                self.read(id, next);
            }
        }
        self.chosen = 0;
        let to = self.take(line.to, next[3]);
        self.encoder.apply(what, to, first, second, third);
    }

    fn call(&mut self, site: u32, line: &Line, next: &[u32; 4]) {
        let count = line.args.iter().take_while(|id| **id != NONE).count();
        let args = &line.args[..count];
        for (&id, _) in args.iter().zip(next).filter(|(_, next)| **next == NEVER) {
            // It need not be written.
            let register = self.of[id as usize];
            if register != OUTSIDE {
                self.until[register as usize] = NEVER;
            }
        }
        self.write_all_but_last();
        self.move_all((0..).zip(args.iter().copied()).collect());
        args.iter().zip(next).for_each(|(&id, &next)| self.read(id, next));
        self.forget();
        self.encoder.call(site);
        (self.held[0], self.until[0], self.of[line.to as usize]) = (line.to, next[3], 0);
        self.empty &= !1;
    }

    /// Brings values to the first registers, all at once.
    fn move_all(&mut self, mut moves: Vec<(Register, Id)>) {
        let scratch = self.held.len() as Register;
        let mut from: Vec<Option<Register>> =
            moves.iter().map(|(_, id)| Some(self.of[*id as usize]).filter(|r| *r != OUTSIDE)).collect();
        while !moves.is_empty() {
            let ready = (0..moves.len()).find(|&k| (0..moves.len()).all(|j| j == k || from[j] != Some(moves[k].0)));
            let Some(k) = ready else {
                // A circle: one of its values steps aside.
                let aside = from.iter().flatten().next().copied().unwrap_or(0);
                self.encoder.copy(scratch, aside);
                from.iter_mut().filter(|from| **from == Some(aside)).for_each(|from| *from = Some(scratch));
                continue;
            };
            let (to, id) = moves.swap_remove(k);
            match from.swap_remove(k) {
                Some(register) if register == to => {}
                Some(register) => self.encoder.copy(to, register),
                None => {
                    let place = self.place(id).unwrap_or(Place::Area(0));
                    self.encoder.load(to, place);
                }
            }
        }
    }

    /// Where a value is in memory, if it is there.
    fn place(&self, id: Id) -> Option<Place> {
        match self.list.origins[id as usize] {
            Origin::Input(i) => Some(Place::Input(i)),
            Origin::Constant(k) => Some(Place::Constant(k)),
            Origin::Line => Some(self.slot[id as usize]).filter(|slot| *slot != NEVER).map(Place::Slot),
        }
    }

    /// Whether a value that is read from memory had better not take a register.
    fn stays_outside(&self, id: Id, next: u32) -> bool {
        self.of[id as usize] == OUTSIDE
            && (next == NEVER || self.empty == 0 && self.until.iter().all(|&until| until < next))
    }

    /// The register of a value, which is brought there if it is not.
    fn load(&mut self, id: Id, next: u32) -> Register {
        let known = self.of[id as usize];
        if known != OUTSIDE {
            self.chosen |= 1 << known;
            return known;
        }
        let to = self.take(id, next);
        let place = self.place(id).unwrap_or(Place::Area(0));
        self.encoder.load(to, place);
        to
    }

    /// A register for a value that is read next by that line.
    fn take(&mut self, id: Id, next: u32) -> Register {
        let chosen = self.chosen;
        let register = match self.empty & !chosen {
            0 => {
                let open = (0..self.held.len()).filter(|&register| chosen & 1 << register == 0);
                let register = open.max_by_key(|&register| self.until[register]).unwrap_or(0);
                self.write(register);
                self.of[self.held[register] as usize] = OUTSIDE;
                register
            }
            empty => empty.trailing_zeros() as usize,
        };
        self.empty &= !(1 << register);
        (self.held[register], self.until[register]) = (id, next);
        self.of[id as usize] = register as Register;
        self.chosen |= 1 << register;
        register as Register
    }

    /// A value was read, and that line reads it next; after the last reader it is nowhere.
    fn read(&mut self, id: Id, next: u32) {
        let register = self.of[id as usize];
        if register != OUTSIDE {
            self.until[register as usize] = next;
        }
        if next == NEVER {
            if register != OUTSIDE {
                self.held[register as usize] = NONE;
                self.empty |= 1 << register;
                self.of[id as usize] = OUTSIDE;
            }
            let slot = core::mem::replace(&mut self.slot[id as usize], NEVER);
            if slot != NEVER {
                self.read.push(slot);
            }
        }
    }

    /// Sees that the value of a register is in memory.
    fn write(&mut self, register: usize) {
        let id = self.held[register];
        if id != NONE && self.place(id).is_none() {
            let slot = self.free.pop().unwrap_or_else(|| {
                self.slots += 1;
                self.slots - 1
            });
            self.slot[id as usize] = slot;
            self.encoder.store(register as Register, Place::Slot(slot));
        }
    }

    fn write_all(&mut self) {
        (0..self.held.len()).for_each(|register| self.write(register));
        self.forget();
    }

    /// Writes what is read later.
    fn write_all_but_last(&mut self) {
        for register in 0..self.held.len() {
            if self.until[register] != NEVER {
                self.write(register);
            }
        }
    }

    /// No register holds anything.
    fn forget(&mut self) {
        for id in self.held.iter_mut().filter(|id| **id != NONE) {
            self.of[*id as usize] = OUTSIDE;
            *id = NONE;
        }
        self.empty = all(self.held.len());
    }
}
