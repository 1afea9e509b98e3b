//! A function as a tree, for people.

use crate::error::Error;
use crate::function::Function;
use crate::quantity::Quantity;
use program::{Instruction, Program};

/// The most lines of a tree.
const MOST_LINES: usize = 10_000;

impl Function {
    /// The function at `point` as a tree of operations for each output, a line each; what is used more than once is drawn at its
    /// first place, and named elsewhere.
    ///
    /// # Errors
    /// As [`listing`](Function::listing).
    ///
    /// ```
    /// use wengert_runtime::Function;
    /// let tree = Function::parse("x*y + sin(x*y)")?.tree(&[1.0, 2.0])?;
    /// assert_eq!(tree, "\
    /// add
    /// ├─ mul = v0
    /// │  ├─ x
    /// │  └─ y
    /// └─ sin
    ///    └─ v0
    /// ");
    /// # Ok::<(), wengert_runtime::Error>(())
    /// ```
    pub fn tree(&self, point: &[f64]) -> Result<String, Error> {
        let recording = self.recorded(Quantity::Value, point)?;
        Ok(drawn(recording.value(), self.inputs()))
    }
}

fn drawn(program: &Program, names: &[String]) -> String {
    let first = program.values() - program.len();
    let mut uses = vec![0u32; program.values()];
    let used = program.instructions().flat_map(|i| operands(i).to_vec()).chain(program.outputs().iter().copied());
    used.for_each(|id| uses[id as usize] += 1);
    let mut seen = vec![false; program.values()];
    let mut text = String::new();
    // What is to be drawn, the last first: an id, what stands before it, what stands before what is below it.
    let root = |&id: &u32| (id, String::new(), String::new());
    let mut todo: Vec<(u32, String, String)> = program.outputs().iter().rev().map(root).collect();
    let mut lines = 0;
    while let Some((id, before, below)) = todo.pop() {
        lines += 1;
        if lines > MOST_LINES {
            text.push_str("..\n");
            break;
        }
        text.push_str(&before);
        let instruction = program.instruction(id);
        let own = || format!("v{}", id as usize - first);
        let again = seen[id as usize];
        match instruction {
            Instruction::Input(i) => text.push_str(&names[i]),
            Instruction::Constant(c) => text.push_str(&format!("{c:?}")),
            _ if again => text.push_str(&own()),
            Instruction::Apply { function, n, .. } => {
                text.push_str(function.name());
                if function.family() {
                    text.push_str(&format!("; {n}"));
                }
            }
            Instruction::Element { operation, element, .. } => {
                text.push_str(&format!("{}[{element}]", operation.name()));
            }
            _ => text.push('?'),
        }
        let args = operands(instruction);
        if !again && !args.is_empty() && uses[id as usize] > 1 {
            text.push_str(&format!(" = {}", own()));
        }
        text.push('\n');
        if again {
            continue;
        }
        seen[id as usize] = true;
        for (k, &arg) in args.iter().enumerate().rev() {
            let last = k + 1 == args.len();
            let (mark, space) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            todo.push((arg, format!("{below}{mark}"), format!("{below}{space}")));
        }
    }
    text
}

fn operands<'a>(instruction: Instruction<'a>) -> &'a [u32] {
    match instruction {
        Instruction::Apply { args, .. } | Instruction::Element { args, .. } => args,
        _ => &[],
    }
}
