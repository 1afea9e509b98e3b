//! From a trace to the inputs that outputs depend on, and to the pairs of inputs that meet.

use super::loops::Found;
use super::origin::{ONGOING, Origin};
use super::rows::once;
use super::trace::{Trace, ones};
use crate::{Error, Pattern, memory};

/// More entries than these are not listed.
const MOST: usize = 1 << 30;

impl Trace {
    /// Appends the inputs that a number depends on, each once, in no order.
    pub(super) fn inputs(&mut self, origin: Origin, list: &mut Vec<u32>) {
        if let Some(input) = origin.input() {
            list.push(input);
        } else if let Some(number) = origin.operation() {
            match self.windows.loops.found(number) {
                Some(Found::Alone(origin)) => self.inputs(origin, list),
                Some(Found::Round { at, round, reads, .. }) => {
                    let begin = list.len();
                    list.extend(self.windows.loops.inputs(at, round, reads));
                    // A round may read an input more than once.
                    list[begin..].sort_unstable();
                    once(list, begin);
                }
                Some(Found::Carried { .. }) => list.extend(self.sets.gather(&self.windows, ONGOING, number.into())),
                None => {}
            }
        } else if origin.is_active() {
            let (window, begin) = (origin.window() - self.first, list.len());
            let atoms = self.windows.atoms(window);
            list.extend(ones(origin.bits()).map(|place| atoms[place]));
            if list[begin..].iter().any(|&atom| atom >= self.windows.inputs) {
                list.truncate(begin);
                list.extend(self.sets.gather(&self.windows, window, origin.bits()));
            }
        }
    }

    /// The pattern of the Jacobian: for each output the inputs it depends on.
    pub(super) fn jacobian(&mut self, outputs: &[Origin]) -> Result<Pattern, Error> {
        self.expect_all()?;
        let (mut pointers, mut indices) = core::mem::take(&mut self.listed);
        pointers.clear();
        indices.clear();
        pointers.push(0);
        self.rows.start();
        let mut asked = 1 << 24;
        for &output in outputs {
            let number = output.operation();
            if !number.is_some_and(|number| self.rows.append(&self.windows.loops, number, &mut indices)) {
                self.inputs(output, &mut indices);
            }
            if indices.len() > MOST {
                return Err(Error::TooLarge { what: "entries", count: indices.len(), most: MOST });
            }
            if indices.len() > asked {
                asked = 2 * indices.len();
                // A list that grows is copied, and columns are made of rows at last.
                memory::expect(memory::bytes([(asked, 16)]), || format!("a pattern of {asked} entries"))?;
            }
            pointers.push(indices.len());
        }
        let pattern = Pattern::of_rows(self.windows.inputs as usize, &pointers, &indices);
        self.listed = (pointers, indices);
        pattern
    }

    /// The pattern of the Hessians of all sums of the outputs: the pairs of inputs that meet in an operation that is not
    /// linear in them, and that an output needs. None if not all that was computed is needed, and the function has to be run
    /// again.
    pub(super) fn hessian(&mut self, outputs: &[Origin]) -> Result<Option<Pattern>, Error> {
        self.expect_all()?;
        let mut nodes = core::mem::take(&mut self.listed.1);
        nodes.clear();
        nodes.extend(outputs.iter().map(|output| self.windows.loops.node(*output)));
        self.list_loops()?;
        let needs = self.needs.end(nodes.iter().copied(), self.windows.loops.are_used());
        self.listed.1 = nodes;
        if let Some(needs) = needs {
            self.needs = needs;
            return Ok(None);
        }
        self.list_pairs()?;
        self.pairs.pattern(&self.windows.loops.spans).map(Some)
    }
}
