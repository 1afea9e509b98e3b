//! Where states are kept.

use crate::actions::{Level, Slot};
use crate::error::Error;
use crate::state::State;

/// A place for states; implement it to keep them elsewhere.
///
/// A slot holds one state. A schedule stores to empty slots only, and restores what it stored: `step` is then the same.
/// After an error every slot holds what it held.
///
/// States kept as text, by their slots:
///
/// ```
/// use checkpoint::{Error, Level, Memory, Slot, Storage};
/// use std::collections::HashMap;
///
/// #[derive(Default)]
/// struct Texts(HashMap<Slot, String>);
///
/// impl Storage<f64> for Texts {
///     fn store(&mut self, slot: Slot, step: u64, state: &f64) -> Result<(), Error> {
///         self.0.insert(slot, format!("{step} {state}"));
///         Ok(())
///     }
///     fn restore(&mut self, slot: Slot, step: u64, state: &mut f64) -> Result<(), Error> {
///         let found = self.0.get(&slot).and_then(|text| text.strip_prefix(&format!("{step} "))?.parse().ok());
///         // What there is none of, an empty storage says so.
///         *state = found.map_or_else(|| Memory::new().restore(slot, step, state).map(|()| *state), Ok)?;
///         Ok(())
///     }
///     fn discard(&mut self, slot: Slot) -> Result<(), Error> {
///         self.0.remove(&slot);
///         Ok(())
///     }
///     fn clear(&mut self) {
///         self.0.clear();
///     }
/// }
///
/// let (mut texts, mut state) = (Texts::default(), 0.0);
/// let slot = Slot { level: Level::Memory, index: 0 };
/// texts.store(slot, 3, &0.1)?;
/// texts.take(slot, 3, &mut state)?;
/// assert_eq!(state, 0.1);
/// assert!(texts.restore(slot, 3, &mut state).is_err());
/// # Ok::<(), Error>(())
/// ```
pub trait Storage<S> {
    /// Keeps a copy of state `step` in a slot that is empty.
    ///
    /// # Errors
    /// If there is no room, or the place fails.
    fn store(&mut self, slot: Slot, step: u64, state: &S) -> Result<(), Error>;

    /// Copies what a slot holds, which must be state `step`, into a state of the same shape.
    ///
    /// # Errors
    /// If it is not that state, bit by bit.
    fn restore(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error>;

    /// As [`restore`](Storage::restore), and empties the slot.
    ///
    /// # Errors
    /// As the other two.
    fn take(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error> {
        self.restore(slot, step, state)?;
        self.discard(slot)
    }

    /// Empties a slot.
    ///
    /// # Errors
    /// If the place fails.
    fn discard(&mut self, slot: Slot) -> Result<(), Error>;

    /// Empties all slots; what cannot be emptied is left for the drop.
    fn clear(&mut self);
}

/// States in memory. A slot keeps its memory for the next state: no allocation once every slot was used.
///
/// ```
/// use checkpoint::{Level, Memory, Slot, Storage};
/// let mut memory = Memory::new();
/// let slot = Slot { level: Level::Memory, index: 0 };
/// memory.store(slot, 5, &vec![1.0, 2.0])?;
/// let mut state = vec![0.0; 2];
/// memory.restore(slot, 5, &mut state)?;
/// assert_eq!(state, [1.0, 2.0]);
/// assert!(memory.restore(slot, 6, &mut state).is_err());
/// # Ok::<(), checkpoint::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Memory<S> {
    slots: [Vec<Held<S>>; 2],
}

#[derive(Clone, Debug)]
struct Held<S> {
    step: Option<u64>,
    state: S,
}

impl<S> Memory<S> {
    /// No state.
    pub const fn new() -> Self {
        Memory { slots: [Vec::new(), Vec::new()] }
    }

    fn held(&mut self, slot: Slot, step: u64) -> Result<&mut Held<S>, Error> {
        let held = self.slots[slot.level as usize].get_mut(slot.index);
        held.filter(|held| held.step == Some(step)).ok_or_else(|| Error::not_stored(slot, step))
    }
}

impl<S> Default for Memory<S> {
    fn default() -> Self {
        Memory::new()
    }
}

impl<S: State> Storage<S> for Memory<S> {
    fn store(&mut self, slot: Slot, step: u64, state: &S) -> Result<(), Error> {
        let slots = &mut self.slots[slot.level as usize];
        match slots.get_mut(slot.index) {
            Some(held) => {
                held.step = Some(step);
                held.state.copy_from(state);
            }
            None => {
                // Slots are handed out in order, so that at most one is new.
                slots.resize_with(slot.index, || Held { step: None, state: state.clone() });
                slots.push(Held { step: Some(step), state: state.clone() });
            }
        }
        Ok(())
    }

    fn restore(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error> {
        state.copy_from(&self.held(slot, step)?.state);
        Ok(())
    }

    fn take(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error> {
        let held = self.held(slot, step)?;
        held.step = None;
        core::mem::swap(&mut held.state, state);
        Ok(())
    }

    fn discard(&mut self, slot: Slot) -> Result<(), Error> {
        if let Some(held) = self.slots[slot.level as usize].get_mut(slot.index) {
            held.step = None;
        }
        Ok(())
    }

    fn clear(&mut self) {
        for held in self.slots.iter_mut().flatten() {
            held.step = None;
        }
    }
}

/// One storage for each [`Level`]: for [two-level schedules](crate::Schedule::two_level).
///
/// ```
/// use checkpoint::{Disk, Level, Memory, Slot, Storage, Tiers};
/// let mut tiers = Tiers { memory: Memory::new(), disk: Disk::create_in(std::env::temp_dir())? };
/// let far = Slot { level: Level::Disk, index: 0 };
/// tiers.store(Slot { level: Level::Memory, index: 0 }, 0, &1.5)?;
/// assert_eq!(tiers.disk.used(), 0);
/// tiers.store(far, 1, &2.5)?;
/// let mut state = 0.0;
/// tiers.take(far, 1, &mut state)?;
/// assert_eq!((state, tiers.disk.used()), (2.5, 0));
/// # Ok::<(), checkpoint::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tiers<M, D> {
    /// For [`Level::Memory`].
    pub memory: M,
    /// For [`Level::Disk`].
    pub disk: D,
}

impl<S, M: Storage<S>, D: Storage<S>> Storage<S> for Tiers<M, D> {
    fn store(&mut self, slot: Slot, step: u64, state: &S) -> Result<(), Error> {
        match slot.level {
            Level::Memory => self.memory.store(slot, step, state),
            Level::Disk => self.disk.store(slot, step, state),
        }
    }

    fn restore(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error> {
        match slot.level {
            Level::Memory => self.memory.restore(slot, step, state),
            Level::Disk => self.disk.restore(slot, step, state),
        }
    }

    fn take(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error> {
        match slot.level {
            Level::Memory => self.memory.take(slot, step, state),
            Level::Disk => self.disk.take(slot, step, state),
        }
    }

    fn discard(&mut self, slot: Slot) -> Result<(), Error> {
        match slot.level {
            Level::Memory => self.memory.discard(slot),
            Level::Disk => self.disk.discard(slot),
        }
    }

    fn clear(&mut self) {
        self.memory.clear();
        self.disk.clear();
    }
}

impl<S, P: Storage<S> + ?Sized> Storage<S> for &mut P {
    fn store(&mut self, slot: Slot, step: u64, state: &S) -> Result<(), Error> {
        (**self).store(slot, step, state)
    }

    fn restore(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error> {
        (**self).restore(slot, step, state)
    }

    fn take(&mut self, slot: Slot, step: u64, state: &mut S) -> Result<(), Error> {
        (**self).take(slot, step, state)
    }

    fn discard(&mut self, slot: Slot) -> Result<(), Error> {
        (**self).discard(slot)
    }

    fn clear(&mut self) {
        (**self).clear();
    }
}
