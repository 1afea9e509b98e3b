//! Adjoints of statements that a sweep by blocks has not come to yet.

use crate::Adjoint;
use rules::Number;

/// The adjoints of statements in lower blocks, each in a table for its block.
///
/// A statement has one while operations above it use it, so that its variable was alive in the program while those were
/// recorded: there are no more of them than the program had variables at that time.
pub(crate) struct Far<A> {
    shift: u32,
    tables: Vec<Table<A>>,
}

/// Open addressing: a power of two of slots, at most half of them taken, or none at all.
struct Table<A> {
    slots: Vec<(u32, A)>,
    taken: usize,
}

/// The place of a slot that is free: no place in a block is as large.
const FREE: u32 = u32::MAX;

impl<A: Copy> Far<A> {
    /// For blocks with `block` statements, a power of two.
    pub(crate) fn new(block: usize, blocks: usize) -> Self {
        let tables = core::iter::repeat_with(|| Table { slots: Vec::new(), taken: 0 }).take(blocks).collect();
        Far { shift: block.ilog2(), tables }
    }

    /// Adds to the adjoint of a statement; one that is above all blocks has none.
    #[inline]
    pub(crate) fn add<T: Number>(&mut self, index: u32, term: A)
    where
        A: Adjoint<T>,
    {
        let place = index & ((1 << self.shift) - 1);
        if let Some(table) = self.tables.get_mut((index >> self.shift) as usize) {
            table.add::<T>(place, term);
        }
    }

    /// Takes out the adjoints in a block, each with its place there, in no particular order.
    pub(crate) fn take(&mut self, block: usize) -> impl Iterator<Item = (usize, A)> + use<A> {
        let slots = self.tables.get_mut(block).map(|table| core::mem::take(&mut table.slots)).unwrap_or_default();
        slots.into_iter().filter(|slot| slot.0 != FREE).map(|(place, a)| (place as usize, a))
    }
}

impl<A: Copy> Table<A> {
    #[inline]
    fn add<T: Number>(&mut self, place: u32, term: A)
    where
        A: Adjoint<T>,
    {
        if 2 * self.taken >= self.slots.len() {
            self.grow::<T>();
        }
        if let Some(slot) = Self::find(&mut self.slots, place) {
            if slot.0 == FREE {
                slot.0 = place;
                self.taken += 1;
            }
            slot.1.add(term);
        }
    }

    /// The slot of a place, or the free one that it gets.
    #[inline]
    fn find(slots: &mut [(u32, A)], place: u32) -> Option<&mut (u32, A)> {
        let mask = slots.len().checked_sub(1)?;
        // The upper bits of the product depend on all bits of the place (Knuth, The Art of Computer Programming, 6.4).
        let mut at = (place.wrapping_mul(0x9e37_79b9) >> 8) as usize & mask;
        while ![place, FREE].contains(&slots[at].0) {
            at = (at + 1) & mask;
        }
        slots.get_mut(at)
    }

    #[cold]
    fn grow<T: Number>(&mut self)
    where
        A: Adjoint<T>,
    {
        let slots = vec![(FREE, A::zero()); (2 * self.slots.len()).max(16)];
        let before = core::mem::replace(&mut self.slots, slots);
        for slot in before.into_iter().filter(|slot| slot.0 != FREE) {
            if let Some(to) = Self::find(&mut self.slots, slot.0) {
                *to = slot;
            }
        }
    }
}
