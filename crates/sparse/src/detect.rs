//! Where the derivatives of a function can be other than zero, found by running it on pattern numbers.
//!
//! A [`PatternNumber`] knows on what it depends: a bit for each of up to 64 places of a window of the run. In a place there is
//! an input, or an earlier number that depends on many (`trace.rs`). To join two numbers is to join two words; what is not
//! linear marks the rows of a matrix of 64 x 64 bits. When its places are taken, the window is closed: the pairs of inputs that
//! meet are listed (`pairs.rs`), and what was in its places is kept. So no number has a list, and what a long sum depends on is
//! made a set where that is asked for, and nowhere else (`sets.rs`). A sum of a million terms, in whatever order, is one set.
//!
//! What a rule is linear in, the table says itself: its partials are run on numbers that know which arguments they depend on
//! (`shape.rs`), so x/y has no (x, x) entry and x y no diagonal. What no output needs has no entries: for each operation that
//! is not linear there is a bit that says whether it was used. If one was not, the function is run two more times (`needs.rs`). Rounds of
//! loops whose one result is used by nothing are left out at once, as pairs of loops are listed at the end, from the last one to the first (`listed.rs`).
//!
//! What is found is conservative: an entry that is left out is zero at every input for which the function does the same
//! operations. Whether these depend on the inputs is noted: a comparison of pattern numbers, or a value that is taken,
//! makes a pattern [local](Detected::Local). Choices that are rules (`max`, `select`, `clamp`) do not, and have the pattern
//! of everything that can be chosen. Where a function branches, it can be run on its other branches too
//! ([`Detector::run_branches`]): of a few branches all ways are taken, and the pattern is not local any more.
//!
//! Most operations stand in loops. What comes is listed first, a word an operation, in about a nanosecond. Where the list repeats, with
//! other inputs in every round (`body.rs`), one round is looked at: which of its inputs meet, and what goes on from round to round.
//! Of the others it is compared, many at once, whether they are the same, and the inputs that they read are kept, or their
//! steps, if these are even: then all arguments of a lot of rounds are compared with those of the lot before. Pairs in even steps,
//! and those of one input with them, are bands of the pattern, and are not listed (`loops.rs`, `bands.rs`). A loop is of up to 256
//! operations and 64 inputs a round, and what goes on through it is added up, as sums are. What it takes of loops before it stands for the
//! inputs that that depends on, which are in even steps too where both are (`outside.rs`): a list of residuals that is squared in a loop of its
//! own is found as fast as their sum of squares. Where that is more inputs than a word has bits, or is another number of them in each of a few
//! rounds, it is sets: intervals, bits from the first to the last input, or lists where few lie far apart, and of rounds that move on evenly those of the first one
//! (`wide.rs`, `spans.rs`). Where a result is squared behind its loop, all below it meets, and nothing else is listed there: of steps in
//! time the last one has all pairs (`listed.rs`). What else there is is traced in windows, as above (`repeat.rs`).
//!
//! The list is in static places of the thread, so that a number need not say where it is: an input or a result is one word that
//! is written as it is, and one that tells the recording, by which it is seen at once that it can be listed. What cannot is one
//! call, so that compilers keep the length of the list in a register from operation to operation.
//!
//! What it takes, as multiples of the function, in processor time with all cores in use by others, by
//! `cargo bench -p wengert-sparse -- run`; what it took, when all operations were traced in windows; and what it
//! took when they were recorded and sets were made of the recording:
//!
//! | function | an operation of it | Jacobian, Hessian | Hessian in windows | recorded |
//! | --- | --- | --- | --- | --- |
//! | chain of `sin`, `exp`, `ln`, 100 000 inputs | 0.8 ns | 2.0, 1.9 | 8 | 14 |
//! | fit of 10 000 points, exponentials, sines, quotients | 1.2 ns | 1.6, 1.8 | 5.4 | 11 |
//! | Brusselator, 20 000 unknowns, vectorised | 0.4 ns | 6.0, 6.3 | 18 | 31 |
//! | Rosenbrock, 100 000 inputs, vectorised | 0.07 ns | 12, 9.5 | 65 to 69 | 125 |
//! | bundle adjustment, 14 inputs a residual, vectorised | 0.2 ns | 9, 18 | 73 to 77 | 200 |
//! | its sum of squares | 0.3 ns | 6, 17 | 79 | 240 to 330 |
//! | ten dense layers, of 60 numbers each | 0.7 ns | 7, 19 | 10 | |
//! | of 64, 100, 200 and 400, Hessians | 0.7 ns | 22, 19, 24, 32 to 50 | | |
//!
//! Hessians of small functions and large ones, times the function:
//!
//! | function | 100 inputs | 10 000 |
//! | --- | --- | --- |
//! | Rosenbrock | 17 | 9.9 |
//! | Wood, chained | 18 | 10.4 |
//! | squares of Broyden's tridiagonal residuals | 16 | 7.1 |
//! | exponentials of squares | 4.2 | 2.1 |
//! | bundle adjustment, squared, 29 and 2900 inputs | 10.5 | 13 |
//! | minimal surface on a square grid | 18 | 12.7 |
//! | fourth powers over the edges of a random graph, four a node | 18 | 20 |
//! | squares of differences of fluxes | 34 | 18 |
//! | rocket: Lagrangian of 3200 and 12 800 points | | 14 and 15 |
//!
//! So the pattern of a Hessian is found within 20 times a function whose operations stand in loops, down to a hundred inputs and
//! some hundred operations. Of what it takes for Rosenbrock's with 100 inputs, 1080 ns, 400 are the list of 594 operations, 50 the
//! inputs, 270 the rounds, 290 the pattern, and the pattern written by hand takes 250, 4 times the function. The terms of a sum that
//! begins with zero are listed all alike, so that the first round is one of the loop: as operations of its own it took a tenth
//! of the time. Where rounds use what the one before made, as differences of fluxes do, of which compilers compute four at once
//! in 0.07 ns an operation, 12 of the 34 times are the list. Where the pattern has no bands, and inputs are few for the
//! pairs, these are bits of the whole matrix (`whole.rs`), which took half the time on the surface's 100 inputs; else the order of pairs
//! counts: of the graph with 10 000 inputs, whose rounds read in no even steps, 11 of the 20 times are operations that are listed and
//! compared, and the rest are 40 000 pairs that are listed, and put in order by rows and then by columns (`across.rs`):
//! `from_coordinates` takes 25 times the function for the same pattern. With a loop over each row and column in place of one over all
//! pairs it was 28 times, with more branches and longer words up to 42. With 100 000 inputs, whose places stay in no cache, it is 50
//! times, 17 of which are a Jacobian's and wait for the numbers in memory too; pairs are put in order by parts of the columns then
//! (`buckets.rs`), and a quarter of the time is memory that is touched for the first time. Between 300 and 3000 inputs graphs take 18 to 20
//! times, surfaces 15 to 27. The bodies of loops are kept for the next recording; where
//! a function is seen for the first time, a fifth is added. Of what the round before has made, a round
//! may use what does not depend on the one before that (differences of fluxes, the trapezoidal rule), whose inputs then are its
//! own too, and what is added up. Loops are not seen that use more of it; these take 1.1 to 1.6
//! times what they took in windows. Broyden's residuals of 10 000 inputs that are listed first, and squared in a loop of their own, take 10 times
//! the function (116 in windows), of 100 inputs 24 (118), explicit steps in time of 1000 cells on a line 12, 15, 17, 23 and 27 times for 1,
//! 4, 10, 20 and 30 of them; in windows these took 64 to 6600 times, as each number then depends on up to 61 inputs. Functions of 10 000
//! nodes that are read along the edges of a random graph take 26 times, of 100 nodes 30 (390 in windows, 93 where each number that is
//! read was looked up for itself): 19 are those of the graph. An input that all rounds read, as the rocket's final time, is a row and a column that are
//! made as a whole: listed pair by pair, they were half of its pattern's time. Numbers that depend on the same inputs have one place in
//! a window: layers of 64 numbers and more, which fill it, took 77 to 109 times with a place for each.
//! Means over a random graph that are made once, twice and three times take 85, 50 and 30 to 90 ns for each entry of the pattern, with 8000 inputs as with
//! 50 000: as bits such sets were memory with the square of the inputs.
//!
//! What was tried and lost:
//!
//! * a recording of all operations that join inputs, walked back to find what counts, then forward to make sets, of three
//!   inputs where they are (in two words) and of more in lists: the last column;
//! * numbers that say where the list is, which has of each operation how long before what it takes was made: 1.2 times as long for
//!   Rosenbrock's function and the bundle;
//! * inputs of all rounds that are gathered, then looked at whether they ascend evenly: 1.3 times as long for Rosenbrock's
//!   function;
//! * every operation of a loop held against its body as it comes, in place of a list that is looked through when it is full: 1.7 times
//!   as long for Rosenbrock's function;
//! * where a round reads inputs that meet themselves as well as each other, a mark for each beside the pair: a tenth more for the
//!   graph; bits of the whole matrix where these are two words a pair, not one: a sixth more with 1000 inputs;
//! * constants of the number's own type told from variables in the one call, not where the operation stands: 0.97 of the time for most
//!   functions, and 1.4 to 1.7 times where there are such constants;
//! * copies of what a number depends on, by which the window engine was asked: they are written in pieces and read as a whole,
//!   which takes 6 ns an operation;
//! * a list of operations that are not linear, walked back after the run, in place of a bit for each that was used: 0.9 ns an
//!   operation more, half of it for memory that is touched for the first time;
//! * pairs of large groups one by one, each pair looked up in a list of recent ones: 1.5 times as long for the bundle's sum of
//!   squares;
//! * columns of large groups put in order by going through what is across the diagonal, as those of pairs are, in place of a sort of
//!   each: 1.1 times as long for it.

mod across;
mod alike;
#[doc(hidden)]
pub mod arms;
mod bands;
mod body;
mod branches;
mod buckets;
mod found;
mod groups;
mod listed;
mod listing;
mod loops;
mod lot;
mod needs;
mod number;
mod origin;
mod outside;
mod pairs;
mod parts;
mod period;
mod reach;
mod recorder;
mod repeat;
mod resolved;
mod rows;
mod runs;
mod sets;
mod shape;
mod skyline;
mod spans;
mod trace;
mod uses;
mod whole;
mod wide;

use crate::{Error, memory};
pub use found::{Detected, LocalPattern};
use needs::Needs;
pub use number::PatternNumber;
pub use parts::{Part, parts};
use recorder::{Lent, Recorder, What};

/// The pattern of the Jacobian of a function, m x n.
///
/// # Errors
/// If the recording or the pattern has more entries than can be numbered, or than there is memory for.
///
/// Cost: 2 to 5 ns for each operation in a loop and 7 to 15 ns for others, and the sizes of the sets that are made.
///
/// ```
/// use sparse::detect;
/// let found = detect::jacobian(&[1.0, 2.0, 3.0], |x| vec![x[0] * x[1], 2.0 * x[2], x[0] - x[0] + 1.0])?;
/// assert_eq!(found.here().iter().collect::<Vec<_>>(), [(0, 0), (2, 0), (0, 1), (1, 2)]);
/// assert!(!found.is_local());
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn jacobian(
    inputs: &[f64],
    f: impl for<'p> FnMut(&[PatternNumber<'p>]) -> Vec<PatternNumber<'p>>,
) -> Result<Detected, Error> {
    Detector::jacobian().run(inputs, f)
}

/// The pattern of the Hessians of all weighted sums of the outputs, n x n, both triangles; for one output, of its Hessian.
///
/// # Errors
/// As [`jacobian`].
///
/// Cost: 2 to 6 ns for each operation in a loop and 7 to 15 ns for others, and the sizes of the sets that are made; entries that are
/// found in several windows cost as often. The function is run three times if it computes what no output needs.
///
/// ```
/// use sparse::detect;
/// let found = detect::hessian(&[1.0, 2.0, 3.0], |x| vec![x[0] / x[1] + x[2]])?;
/// assert_eq!(found.here().iter().collect::<Vec<_>>(), [(1, 0), (0, 1), (1, 1)]);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn hessian(
    inputs: &[f64],
    f: impl for<'p> FnMut(&[PatternNumber<'p>]) -> Vec<PatternNumber<'p>>,
) -> Result<Detected, Error> {
    Detector::hessian().run(inputs, f)
}

/// As [`jacobian`], on numbers without a lifetime, as containers of other crates demand. A number that is kept when the
/// call is over is noticed when it meets another recording.
///
/// # Errors
/// As [`jacobian`].
///
/// ```
/// use sparse::detect::{PatternNumber, jacobian_static};
/// struct Point<T: 'static>(T, T);
/// let found = jacobian_static(&[1.0, 2.0], |x: &[PatternNumber<'static>]| {
///     let point = Point(x[0], x[1]);
///     vec![point.0 * point.1, point.1]
/// })?;
/// assert_eq!(found.here().iter().collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 1)]);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn jacobian_static(
    inputs: &[f64],
    f: impl FnMut(&[PatternNumber<'static>]) -> Vec<PatternNumber<'static>>,
) -> Result<Detected, Error> {
    Detector::jacobian().run_static(inputs, f)
}

/// As [`hessian`], on numbers without a lifetime; see [`jacobian_static`].
///
/// # Errors
/// As [`jacobian`].
///
/// ```
/// let found = sparse::detect::hessian_static(&[1.0, 2.0], |x| vec![x[0] * x[1]])?;
/// assert_eq!(found.here().iter().collect::<Vec<_>>(), [(1, 0), (0, 1)]);
/// # Ok::<(), sparse::Error>(())
/// ```
pub fn hessian_static(
    inputs: &[f64],
    f: impl FnMut(&[PatternNumber<'static>]) -> Vec<PatternNumber<'static>>,
) -> Result<Detected, Error> {
    Detector::hessian().run_static(inputs, f)
}

/// What is looked for, and how: of which derivative, and whether choices are followed.
///
/// ```
/// use rules::Functions;
/// use sparse::detect::Detector;
/// let here = Detector::jacobian().local().run(&[1.0, 2.0], |x| vec![x[0].max(x[1])])?;
/// assert_eq!(here.here().iter().collect::<Vec<_>>(), [(0, 1)]);
/// assert!(here.is_local());
/// # Ok::<(), sparse::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Detector {
    second: bool,
    local: bool,
}

impl Detector {
    /// For a Jacobian: see [`jacobian`].
    ///
    /// ```
    /// let found = sparse::detect::Detector::jacobian().run(&[1.0, 2.0], |x| vec![x[0] * x[1], x[1]])?;
    /// assert_eq!(found.here().entries(), 3);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn jacobian() -> Detector {
        Detector { second: false, local: false }
    }

    /// For Hessians: see [`hessian`].
    ///
    /// ```
    /// let found = sparse::detect::Detector::hessian().run(&[1.0, 2.0], |x| vec![x[0] * x[1], x[1]])?;
    /// assert_eq!(found.here().entries(), 2);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn hessian() -> Detector {
        Detector { second: true, local: false }
    }

    /// At this point alone: what `max`, `select` and their like choose there counts, and what they might choose does not.
    ///
    /// ```
    /// use rules::Functions;
    /// use sparse::detect::Detector;
    /// let entries = |detector: Detector| detector.run(&[1.0, 2.0], |x| vec![x[0].max(x[1])]).map(|f| f.here().entries());
    /// assert_eq!(entries(Detector::jacobian())?, 2);
    /// assert_eq!(entries(Detector::jacobian().local())?, 1);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    #[must_use]
    pub fn local(self) -> Detector {
        Detector { local: true, ..self }
    }

    /// The pattern of a function, at a point.
    ///
    /// # Errors
    /// As [`jacobian`].
    ///
    /// ```
    /// use sparse::detect::Detector;
    /// let found = Detector::jacobian().run(&[1.0, 2.0, 3.0], |x| x.windows(2).map(|w| w[1] - w[0]).collect())?;
    /// assert_eq!(found.here().iter().collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 1), (1, 2)]);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn run(
        self,
        inputs: &[f64],
        mut f: impl for<'p> FnMut(&[PatternNumber<'p>]) -> Vec<PatternNumber<'p>>,
    ) -> Result<Detected, Error> {
        let lent = Lent::take();
        self.detect(lent.recorder, inputs, &mut f)
    }

    /// As [`run`](Detector::run), at no point: values are NaN, and are not computed. For what never looks at one, such as a
    /// formula or a list of operations; choices are not followed.
    ///
    /// # Errors
    /// As [`jacobian`].
    ///
    /// ```
    /// use rules::Functions;
    /// use sparse::detect::Detector;
    /// let found = Detector::hessian().run_without_values(2, |x| vec![x[0].clamp(2.0, 1.0) * x[1]])?;
    /// assert_eq!(found.here().iter().collect::<Vec<_>>(), [(1, 0), (0, 1)]);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn run_without_values(
        self,
        inputs: usize,
        mut f: impl for<'p> FnMut(&[PatternNumber<'p>]) -> Vec<PatternNumber<'p>>,
    ) -> Result<Detected, Error> {
        let lent = Lent::take();
        Detector { local: false, ..self }.detect_with(lent.recorder, &vec![f64::NAN; inputs], true, &mut f)
    }

    /// As [`run`](Detector::run), on numbers without a lifetime: see [`jacobian_static`].
    ///
    /// # Errors
    /// As [`jacobian`].
    ///
    /// ```
    /// let found = sparse::detect::Detector::hessian().run_static(&[1.0, 2.0], |x| vec![x[0] * x[1]])?;
    /// assert_eq!(found.here().entries(), 2);
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn run_static(
        self,
        inputs: &[f64],
        mut f: impl FnMut(&[PatternNumber<'static>]) -> Vec<PatternNumber<'static>>,
    ) -> Result<Detected, Error> {
        let lent = Lent::take();
        self.detect(lent.recorder, inputs, &mut f)
    }

    /// The union of the patterns on the branch at this point and on others: comparisons are answered otherwise, in at most
    /// `most` runs.
    ///
    /// If there are few comparisons, so that all sequences of answers are run, the pattern holds for every input, and is not
    /// local; those in which an operand is NaN apart. Otherwise it is local still, but has both arms of most branches: the
    /// second run answers all otherwise, the next at random, until three have found nothing new.
    ///
    /// A run that panics, as its answers fit no input, is left out, and what is found is local; the message is printed as
    /// that of any panic.
    ///
    /// # Errors
    /// As [`jacobian`], or if the number of outputs depends on the branch.
    ///
    /// ```
    /// use sparse::detect::Detector;
    /// let huber = Detector::hessian().run_branches(&[0.5, 0.1], 100, |x| {
    ///     let r = x[0] - x[1];
    ///     vec![if r > 1.0 { r } else if r < -1.0 { -r } else { 0.5 * r * r }]
    /// })?;
    /// assert_eq!((huber.here().entries(), huber.is_local()), (4, false));
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn run_branches(
        self,
        inputs: &[f64],
        most: usize,
        f: impl for<'p> Fn(&[PatternNumber<'p>]) -> Vec<PatternNumber<'p>>,
    ) -> Result<Detected, Error> {
        let lent = Lent::take();
        branches::explore(self, lent.recorder, inputs, most, &f)
    }

    /// As [`run_branches`](Detector::run_branches), on numbers without a lifetime: see [`jacobian_static`].
    ///
    /// # Errors
    /// As [`run_branches`](Detector::run_branches).
    ///
    /// ```
    /// use sparse::detect::Detector;
    /// let larger = Detector::jacobian().run_branches_static(&[1.0, 2.0], 10, |x| vec![if x[0] > x[1] { x[0] } else { x[1] }])?;
    /// assert_eq!((larger.here().entries(), larger.is_local()), (2, false));
    /// # Ok::<(), sparse::Error>(())
    /// ```
    pub fn run_branches_static(
        self,
        inputs: &[f64],
        most: usize,
        f: impl Fn(&[PatternNumber<'static>]) -> Vec<PatternNumber<'static>>,
    ) -> Result<Detected, Error> {
        let lent = Lent::take();
        branches::explore(self, lent.recorder, inputs, most, &f)
    }

    fn is_local(self) -> bool {
        self.local
    }

    fn detect(self, recorder: &Recorder, inputs: &[f64], f: Run<'_>) -> Result<Detected, Error> {
        self.detect_with(recorder, inputs, false, f)
    }

    /// As [`detect`](Detector::detect), perhaps without values.
    fn detect_with(self, recorder: &Recorder, inputs: &[f64], blind: bool, f: Run<'_>) -> Result<Detected, Error> {
        expect_room(inputs.len())?;
        let what = What { second: self.second, local: self.local, loops: true, blind };
        let (mut needs, way) = (Needs::default(), recorder.branches().borrow().clone());
        loop {
            let watch = arms::Watch::begin(!self.local && !blind);
            let numbers = recorder.begin(inputs, what, needs);
            let outputs = f(&numbers);
            let origins = recorder.end(numbers, &outputs);
            let trace = &mut *recorder.settled();
            let found = if self.second { trace.hessian(&origins)? } else { Some(trace.jacobian(&origins)?) };
            recorder.keep(origins);
            let Some(pattern) = found else {
                // Once more, in the same way.
                needs = core::mem::take(&mut trace.needs);
                recorder.branches().replace(way.clone());
                continue;
            };
            if let Some(at) = watch.decided() {
                recorder.look(at);
            }
            let branch = recorder.looked();
            return Ok(match self.local || branch.is_some() {
                true => Detected::local(pattern, branch),
                false => Detected::Global(pattern),
            });
        }
    }
}

/// A function that runs on pattern numbers, by a pointer: what follows is compiled once, and not for each function.
type Run<'f> = &'f mut dyn FnMut(&[PatternNumber<'static>]) -> Vec<PatternNumber<'static>>;

/// Whether there is room for so many pattern numbers.
fn expect_room(inputs: usize) -> Result<(), Error> {
    let most = crate::pattern::MOST;
    if inputs > most {
        return Err(Error::TooLarge { what: "inputs", count: inputs, most });
    }
    let bytes = memory::bytes([(inputs, size_of::<PatternNumber<'_>>())]);
    memory::expect(bytes, || format!("a list of {inputs} pattern numbers"))
}
