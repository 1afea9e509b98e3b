//! Sums over all points, on the device.
//!
//! Point `i` goes into slot `i mod SLOTS`; each slot adds its points in order, with what the rounding of each addition
//! lost kept beside the sum (Knuth's two-sum); then the second half of the slots is added to the first, until one is
//! left. The order follows from the number of points alone, and so do the bits, whatever the work groups and however
//! many points run at a time.

use crate::array::Array;
use crate::driver::{Argument, Compiled, Driver, Memory};
use crate::error::Error;
use crate::kernel::{Kernel, Launch};
use crate::number::Number;
use crate::rerun::{Left, rerun};
use program::Precision;

/// How many sums run side by side.
pub const SLOTS: usize = 16384;

const SOURCE: &str = include_str!("sum.cl");
const CLEAR: usize = 0;
const ACCUMULATE: usize = 1;
const FOLD: usize = 2;

/// Memory for sums.
#[derive(Debug)]
pub(crate) struct Sums<T> {
    sums: Option<Memory<T>>,
    rests: Option<Memory<T>>,
}

impl<T> Default for Sums<T> {
    fn default() -> Sums<T> {
        Sums { sums: None, rests: None }
    }
}

fn compiled<T: Number>(driver: &Driver) -> Result<&Compiled, Error> {
    let (at, number, double) = match T::PRECISION {
        Precision::Double => (0, "double", "#define DOUBLE\n"),
        Precision::Single => (1, "float", ""),
    };
    let built = driver.sums[at].get_or_init(|| {
        let source = format!("{double}#define NUMBER {number}\n#define SLOTS {SLOTS}\n{SOURCE}");
        driver.build(&source, &["clear", "accumulate", "fold"].map(str::to_owned), at == 1)
    });
    built.as_ref().map_err(Clone::clone)
}

impl<T: Number> Kernel<T> {
    /// The sum of each output over all points, such as the gradient of a likelihood of many observations.
    ///
    /// The sums have the same bits for any work-group size and any number of points that run at a time; what the rounding
    /// of each addition loses is carried along, so that their error hardly grows with the number of points.
    ///
    /// # Errors
    /// [`Error::Points`] where a point fails on the host too; [`Error::Memory`]; [`Error::Driver`].
    ///
    /// # Panics
    /// If the points have not as many numbers as the program has inputs.
    ///
    /// Cost: a run, and one more read of the outputs.
    ///
    /// ```no_run
    /// use program::Program;
    /// let device = gpu::Device::any()?;
    /// let square = Program::record(1, |x| vec![x[0] * x[0]])?.with_gradient()?;
    /// let x = device.upload(&[1.0, 2.0, 3.0], 1)?;
    /// assert_eq!(device.compile(&square)?.sum(&x)?, [14.0, 12.0]);
    /// # Ok::<(), gpu::Error>(())
    /// ```
    #[track_caller]
    pub fn sum(&self, x: &Array<T>) -> Result<Vec<T>, Error> {
        self.expect(x);
        let driver = &self.device.driver;
        let compiled = compiled::<T>(driver)?;
        let outputs = self.program.outputs().len();
        let all = outputs * SLOTS;
        // Whole rounds of slots, so that where one chunk ends the next one goes on.
        let chunk = (self.chunk / SLOTS).max(1) * SLOTS;
        let chunk = chunk.min(x.lanes.next_multiple_of(SLOTS).max(SLOTS));
        let mut guard = self.buffers();
        let buffers = &mut *guard;
        driver.grow(&mut buffers.sums.sums, all)?;
        driver.grow(&mut buffers.sums.rests, all)?;
        driver.grow(&mut buffers.y, outputs * chunk)?;
        driver.grow(&mut buffers.v, self.source.room() * chunk)?;
        driver.grow(&mut buffers.status, chunk)?;
        let (Some(y), Some(v), Some(status)) = (&mut buffers.y, &mut buffers.v, &mut buffers.status) else {
            return Ok(vec![]);
        };
        let (Some(sums), Some(rests)) = (&mut buffers.sums.sums, &mut buffers.sums.rests) else { return Ok(vec![]) };
        let pair = |sums, rests| [Argument::of(sums, all), Argument::of(rests, all)];
        let [a, b] = pair(sums, rests);
        driver.launch(compiled, CLEAR, all, self.group, &[Argument::Word(all as u64), a, b])?;
        let mut failure = None;
        for from in (0..x.lanes).step_by(chunk) {
            let lanes = chunk.min(x.lanes - from);
            let launch = Launch { lanes, from, x_stride: x.lanes, to: 0, y_stride: lanes };
            self.launch(&launch, &x.memory, &buffers.shared, v, y, status)?;
            let left = Left { x: &x.memory, launch: &launch };
            rerun(self, &left, y, status, &mut buffers.alone, &mut failure)?;
            let [a, b] = pair(sums, rests);
            let words = [all, lanes].map(|word| Argument::Word(word as u64));
            let [all_of, lanes_of] = words;
            driver.launch(
                compiled,
                ACCUMULATE,
                all,
                self.group,
                &[all_of, lanes_of, Argument::of(y, outputs * lanes), a, b],
            )?;
        }
        let mut half = SLOTS / 2;
        while half > 0 {
            let [a, b] = pair(sums, rests);
            let [items, half_of] = [outputs * half, half].map(|word| Argument::Word(word as u64));
            driver.launch(compiled, FOLD, outputs * half, self.group, &[items, half_of, a, b])?;
            half /= 2;
        }
        let mut totals = Vec::with_capacity(outputs);
        for output in 0..outputs {
            let (mut sum, mut rest) = ([T::default()], [T::default()]);
            driver.read(sums, output * SLOTS, &mut sum)?;
            driver.read(rests, output * SLOTS, &mut rest)?;
            // What infinities leave behind is no number.
            let [sum, rest] = [sum[0], rest[0]].map(T::wide);
            totals.push(T::of(if sum.is_finite() { sum + rest } else { sum }));
        }
        failure.map_or(Ok(totals), Err)
    }
}
