//! Steps that are made into the body of a loop.

use super::Lowerer;
use crate::ir::{Block, BlockId, Frame, Step};

/// What was being written to when the body of a loop began.
pub(super) struct Outside {
    frame: Frame,
    block: BlockId,
    steps: Vec<Step>,
}

impl Lowerer {
    /// Begins the body of a loop, in a frame of its own.
    pub(super) fn begin_body(&mut self) -> Outside {
        self.parents.push(self.frame);
        self.blocks += 1;
        Outside {
            frame: core::mem::replace(&mut self.frame, self.parents.len() - 1),
            block: core::mem::replace(&mut self.block, self.blocks),
            steps: core::mem::take(&mut self.out),
        }
    }

    /// Ends it: its frame, and its steps.
    pub(super) fn end_body(&mut self, outside: Outside) -> (Frame, Block) {
        let Outside { frame, block, steps } = outside;
        let frame = core::mem::replace(&mut self.frame, frame);
        let id = core::mem::replace(&mut self.block, block);
        (frame, Block { id, steps: core::mem::replace(&mut self.out, steps) })
    }
}
