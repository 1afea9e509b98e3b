//! The interpreter on plain numbers.

use crate::code::*;
use crate::error::Error;
use crate::guard::Guard;
use crate::program::Program;
use rules::{Rule, Shared, rule};

/// The memory of a run, kept from one run to the next so that repeated evaluation does not allocate.
///
/// It serves any program; changing from one to another costs a pass over the constants.
///
/// ```
/// use program::{Program, Workspace};
/// let (f, g) = (Program::record(1, |x| vec![x[0] * x[0]])?, Program::record(1, |x| vec![x[0] + 1.0])?);
/// // One for any program.
/// let (mut workspace, mut y) = (Workspace::new(), [0.0]);
/// f.eval_into(&[3.0], &mut workspace, &mut y)?;
/// g.eval_into(&y.clone(), &mut workspace, &mut y)?;
/// assert_eq!(y, [10.0]);
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Values by place, then the constants.
    pub(crate) values: Vec<f64>,
    pub(crate) adjoints: Vec<f64>,
    pub(crate) args: Vec<f64>,
    /// What operations on matrices share in a run.
    pub(crate) shared: Vec<Shared>,
    /// Which program's constants are there, and whether its values have places of their own.
    owner: (u64, bool),
}

impl Workspace {
    /// Without memory yet.
    pub const fn new() -> Workspace {
        Workspace { values: Vec::new(), adjoints: Vec::new(), args: Vec::new(), shared: Vec::new(), owner: (0, false) }
    }

    /// Makes room for a program and puts its constants and inputs there.
    pub(crate) fn load(&mut self, program: &Program, code: &Code, keeps: bool, x: &[f64]) {
        if self.owner != (program.stamp, keeps) {
            self.values.clear();
            self.values.resize(code.places, 0.0);
            self.values.extend(&program.constants);
            self.owner = (program.stamp, keeps);
        }
        self.values[..x.len()].copy_from_slice(x);
        self.shared.clear();
        self.shared.resize(code.shared, None);
    }
}

impl Program {
    /// The outputs at `x`.
    ///
    /// # Errors
    /// [`Error::BranchChanged`] where the function would take another branch than the recorded one,
    /// [`Error::Precondition`] where it would panic, and [`Error::Operation`] where an operation on matrices has no value, as
    /// the solution of a singular system.
    ///
    /// # Panics
    /// If `x` has not as many numbers as the program has inputs.
    ///
    /// Cost: one to two nanoseconds for an arithmetic operation, else that of the function; before the first run of a
    /// program, some tens of nanoseconds for each operation.
    #[track_caller]
    pub fn eval(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        let mut y = vec![0.0; self.outputs.len()];
        self.eval_into(x, &mut Workspace::new(), &mut y)?;
        Ok(y)
    }

    /// The outputs at `x` into `y`; with the same workspace, nothing is allocated from the second call on.
    ///
    /// # Errors
    /// As [`eval`](Program::eval); `y` is then as it was. Operations on matrices allocate what they work in.
    ///
    /// # Panics
    /// If `x` or `y` have not as many numbers as the program has inputs or outputs.
    ///
    /// ```
    /// use program::{Program, Workspace};
    /// let f = Program::record(1, |x| vec![x[0] * x[0]])?;
    /// let (mut workspace, mut y) = (Workspace::new(), [0.0]);
    /// for x in [1.0, 2.0, 3.0] {
    ///     f.eval_into(&[x], &mut workspace, &mut y)?;
    ///     assert_eq!(y, [x * x]);
    /// }
    /// # Ok::<(), program::Error>(())
    /// ```
    #[track_caller]
    pub fn eval_into(&self, x: &[f64], workspace: &mut Workspace, y: &mut [f64]) -> Result<(), Error> {
        self.expect(x.len(), y.len(), self.outputs.len());
        let code = self.code();
        workspace.load(self, code, false, x);
        let Workspace { values, args, shared, .. } = workspace;
        if code.run(values, args, shared) {
            y.iter_mut().zip(&code.outputs).for_each(|(y, &at)| *y = values[at as usize]);
        } else {
            let values = self.all_values(x)?;
            y.iter_mut().zip(&self.outputs).for_each(|(y, &id)| *y = values[id as usize]);
        }
        Ok(())
    }

    /// # Panics
    /// If the numbers of inputs and of places for results are not these.
    #[track_caller]
    pub(crate) fn expect(&self, inputs: usize, places: usize, results: usize) {
        assert!(
            inputs == self.inputs,
            "the program has {} inputs, and {inputs} numbers were given: pass one for each input",
            self.inputs
        );
        assert!(places == results, "there are {results} results and {places} places: give one place for each");
    }

    /// All values at `x`, by their ids.
    ///
    /// # Errors
    /// As [`eval`](Program::eval).
    pub(crate) fn all_values(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        let mut values = Vec::with_capacity(self.values());
        values.extend(x);
        values.extend(&self.constants);
        let mut guards = self.guards.iter().enumerate().peekable();
        let mut args = Vec::new();
        for (j, step) in self.steps.iter().enumerate() {
            while let Some((at, guard)) = guards.next_if(|(_, g)| g.at <= j) {
                self.ask(at, guard, &values)?;
            }
            if let Some((called, element)) = self.element(step) {
                if element == 0 {
                    values.extend(self.value_of(called, values.len(), &values)?);
                }
                continue;
            }
            let (function, ids, n) = self.call(step);
            args.clear();
            args.extend(ids.iter().map(|&id| values[id as usize]));
            let at = self.first() + j;
            let requires = function.op().map_or("", |op| op.row().requires);
            let broken = Error::Precondition { at, function: function.name(), requires };
            values.push(function.value(&args, n).ok_or(broken)?);
        }
        for (at, guard) in guards {
            self.ask(at, guard, &values)?;
        }
        Ok(values)
    }

    fn ask(&self, at: usize, guard: &Guard, values: &[f64]) -> Result<(), Error> {
        let seen = [values[guard.a as usize], values[guard.b as usize]];
        if guard.test.answer(seen[0], seen[1]) == guard.answer {
            return Ok(());
        }
        let (test, recorded, location) = (guard.test, guard.answer, guard.location);
        Err(Error::BranchChanged { at, test, values: seen, recorded, location })
    }
}

impl Code {
    /// Runs the instructions on the values by their places; false where a guard turns out otherwise or a precondition is
    /// broken.
    pub(crate) fn run(&self, v: &mut [f64], room: &mut Vec<f64>, shared: &mut [Shared]) -> bool {
        macro_rules! ensure {
            ($holds:expr) => {
                match $holds {
                    true => continue,
                    false => return false,
                }
            };
        }
        macro_rules! dispatch {
            ($($code:ident $Inner:ident $Outer:ident $side:ident),*) => {
                for packed in &self.list {
                    if packed.code == ARRAY {
                        ensure!(self.array(packed).run(packed.to, v, shared).is_ok());
                    }
                    let [a, b, c] = packed.args;
                    let (a, b, c) = (|| v[a as usize], || v[b as usize], || v[c as usize]);
                    v[packed.to as usize] = match packed.code {
                        NEG => rule::Neg::value([a()], 0),
                        ADD => rule::Add::value([a(), b()], 0),
                        SUB => rule::Sub::value([a(), b()], 0),
                        MUL => rule::Mul::value([a(), b()], 0),
                        DIV => rule::Div::value([a(), b()], 0),
                        SELECT => rule::Select::value([a(), b(), c()], 0),
                        $($code => $side::<rule::$Inner, rule::$Outer>([a(), b(), c()]),)*
                        GUARD => {
                            let (test, answer) = self.guards[packed.args[2] as usize];
                            ensure!(test.answer(a(), b()) == answer)
                        }
                        LESS => ensure!(a() < b()),
                        LESS_EQUAL => ensure!(a() <= b()),
                        GREATER => ensure!(a() > b()),
                        GREATER_EQUAL => ensure!(a() >= b()),
                        EQUAL => ensure!(a() == b()),
                        NOT_LESS => ensure!((a() < b()) == false),
                        NOT_LESS_EQUAL => ensure!((a() <= b()) == false),
                        NOT_GREATER => ensure!((a() > b()) == false),
                        NOT_GREATER_EQUAL => ensure!((a() >= b()) == false),
                        NOT_EQUAL => ensure!((a() == b()) == false),
                        _ => {
                            let Call { function, n } = self.call(packed);
                            if function.is_conditional() || !fits(function) {
                                match self.slowly(packed, v, room) {
                                    Some(value) => value,
                                    None => return false,
                                }
                            } else {
                                function.of_few([a(), b(), c()], *n)
                            }
                        }
                    };
                }
            };
        }
        pairs!(dispatch);
        true
    }
    /// The value of a call that has a precondition or a list of operands; none where the precondition is broken.
    #[cold]
    fn slowly(&self, packed: &Packed, v: &[f64], room: &mut Vec<f64>) -> Option<f64> {
        let Call { function, n } = self.call(packed);
        room.clear();
        room.extend(reads(&self.calls, &self.lists, packed).iter().map(|&at| v[at as usize]));
        function.value(room, *n)
    }
}
