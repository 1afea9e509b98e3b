//! A program on a device.

use crate::array::{Array, to_columns, to_rows};
use crate::device::Device;
use crate::driver::{Argument, Compiled, Memory};
use crate::error::Error;
use crate::number::Number;
use crate::rerun::{Alone, Left, rerun};
use crate::sum::Sums;
use program::{Kernels, Names, Precision, Program};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the calls for points on the host take of the device at most, in bytes.
const STAGE: u64 = 1 << 28;
/// The points of one work group, where the kernel and the device allow it.
const GROUP: usize = 256;

/// A program that a device runs at many points at once; [`Device::compile`] makes it.
///
/// Results have the bits of the program's own `eval_batch` for arithmetic, roots, comparisons and all functions that a
/// batch has in vectors. Kernels bring all other functions along, with the same bits on every device that keeps to IEEE
/// 754, and within the contract of the table. In `f32`, constants and inputs are rounded first, and functions of std are
/// the device's own.
///
/// A point where a guard turns out otherwise or a precondition is broken runs again on the host.
///
/// ```no_run
/// use gpu::Device;
/// use program::Program;
/// let f = Program::record(2, |x| vec![x[0] * x[1], x[0] + x[1]])?;
/// // At most two points at a time.
/// let kernel = Device::any()?.compile(&f)?.with_chunk(2).with_group(64);
/// assert_eq!((kernel.chunk(), kernel.program()), (2, &f));
/// let points = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// assert_eq!(kernel.eval_batch(&points)?, [2.0, 3.0, 12.0, 7.0, 30.0, 11.0]);
/// let mut results = [0.0; 6];
/// kernel.eval_batch_into(&points, &mut results)?;
/// assert_eq!(results[4], 30.0);
/// // What is known of it: there is nothing to check, and everything is in registers.
/// assert!(!kernel.source().is_checked() && kernel.private_bytes() < 1024);
///
/// let x = kernel.device().upload(&points, 2)?;
/// let mut y = kernel.device().array(2, 3)?;
/// kernel.run_into(&x, &mut y)?;
/// kernel.finish()?;
/// assert_eq!(y.download()?, results);
/// # Ok::<(), gpu::Error>(())
/// ```
#[derive(Debug)]
pub struct Kernel<T> {
    pub(crate) device: Device,
    pub(crate) program: Program,
    pub(crate) source: Kernels,
    compiled: Compiled,
    /// How many points run at a time.
    pub(crate) chunk: usize,
    pub(crate) group: usize,
    /// How many inputs each point has for itself; the others are shared.
    pub(crate) apart: usize,
    buffers: Mutex<Buffers<T>>,
}

/// Memory that is kept from one call to the next.
#[derive(Debug)]
pub(crate) struct Buffers<T> {
    x: Option<Memory<T>>,
    pub(crate) v: Option<Memory<T>>,
    pub(crate) y: Option<Memory<T>>,
    pub(crate) status: Option<Memory<i32>>,
    pub(crate) sums: Sums<T>,
    pub(crate) shared: Memory<T>,
    columns: Vec<T>,
    pub(crate) alone: Alone,
}

/// What a launch reads and writes: the parameters of the kernels.
pub(crate) struct Launch {
    pub(crate) lanes: usize,
    pub(crate) from: usize,
    pub(crate) x_stride: usize,
    pub(crate) to: usize,
    pub(crate) y_stride: usize,
}

impl Device {
    /// Makes kernels of a program, in the precision of the numbers.
    ///
    /// # Errors
    /// [`Error::Program`] for rules of the user's and programs that are too long; [`Error::NoDoubles`]; [`Error::Build`];
    /// [`Error::Memory`] where the device cannot hold one point.
    ///
    /// Cost: that of the device's compiler, some milliseconds for each ten operations; long programs take several kernels,
    /// and time in proportion to their length.
    ///
    /// ```no_run
    /// use program::Program;
    /// use rules::Functions;
    /// let f = Program::record(2, |x| vec![(x[0] * x[1]).exp()])?;
    /// let gradient = gpu::Device::any()?.compile(&f.with_gradient()?)?;
    /// // Two points, row by row; for each the value and the gradient.
    /// let y = gradient.eval_batch(&[0.0, 2.0, 3.0, 0.0])?;
    /// assert_eq!(y, [1.0, 2.0, 0.0, 1.0, 0.0, 3.0]);
    /// # Ok::<(), gpu::Error>(())
    /// ```
    pub fn compile<T: Number>(&self, program: &Program) -> Result<Kernel<T>, Error> {
        self.compile_shared(program, 0)
    }

    /// As [`compile`](Device::compile), where the last `shared` inputs are the same for all points, such as the parameters
    /// of a model whose data are the points: [`Kernel::share`] gives them, and points have only the other inputs.
    ///
    /// # Errors
    /// As [`compile`](Device::compile).
    ///
    /// ```no_run
    /// use program::Program;
    /// let square = Program::record(2, |x| vec![(x[0] - x[1]) * (x[0] - x[1])])?.with_gradient()?;
    /// let device = gpu::Device::any()?;
    /// let loss = device.compile_shared(&square, 1)?;
    /// let data = device.upload(&[1.0, 2.0, 6.0], 1)?;
    /// loss.share(&[3.0])?;
    /// // The sum of the values, of the derivatives by the data, and by the parameter.
    /// assert_eq!(loss.sum(&data)?, [14.0, 0.0, 0.0]);
    /// # Ok::<(), gpu::Error>(())
    /// ```
    pub fn compile_shared<T: Number>(&self, program: &Program, shared: usize) -> Result<Kernel<T>, Error> {
        let source = program.to_opencl_shared(&Names::of("program"), T::PRECISION, shared)?;
        let facts = &self.driver.facts;
        if source.has_doubles() && !facts.doubles {
            return Err(Error::NoDoubles { device: self.name().to_owned() });
        }
        let number = size_of::<T>() as u64;
        let constants = (source.constant_bytes() as u64).max(shared as u64 * number);
        if constants > facts.constants {
            let what = "constant memory";
            return Err(Error::Memory { what, bytes: constants, most: facts.constants });
        }
        let apart = program.inputs() - shared;
        let [n, m, v] = [apart, program.outputs().len(), source.room()].map(|count| count as u64 * number);
        let (widest, lane) = (n.max(m).max(v).max(number), n + m + v + 4);
        let most = (facts.piece / widest).min(facts.memory / 4 / lane);
        if most == 0 {
            return Err(Error::Memory { what: "one point", bytes: lane, most: facts.piece.min(facts.memory / 4) });
        }
        let chunk = most.min((STAGE / lane).max(1)) as usize;
        let chunk = if chunk < 64 { chunk } else { chunk / 64 * 64 };
        let single = T::PRECISION == Precision::Single;
        let compiled = self.driver.build(source.text(), source.names(), single)?;
        let mut room = self.driver.allocate(shared)?;
        let values = vec![T::default(); shared];
        self.driver.write(&mut room, 0, &values)?;
        let alone = Alone::sharing(shared);
        let buffers = Buffers {
            x: None,
            v: None,
            y: None,
            status: None,
            sums: Sums::default(),
            shared: room,
            columns: Vec::new(),
            alone,
        };
        let (device, program, buffers) = (self.clone(), program.clone(), Mutex::new(buffers));
        Ok(Kernel { device, program, source, compiled, chunk, group: GROUP, apart, buffers })
    }
}

impl<T: Number> Kernel<T> {
    /// With no more points at a time than this; else it is as many as a quarter of the device's memory holds, and for
    /// points on the host no more than 256 MiB.
    #[must_use]
    pub fn with_chunk(mut self, points: usize) -> Kernel<T> {
        self.chunk = self.chunk.min(points.max(1));
        self
    }

    /// With work groups of so many points, or as many as the kernels allow; else it is 256.
    #[must_use]
    pub fn with_group(mut self, points: usize) -> Kernel<T> {
        self.group = points.max(1);
        self
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The source of the kernels, with what is known of them.
    pub fn source(&self) -> &Kernels {
        &self.source
    }

    /// How many bytes of memory each point takes for what its registers do not hold, as the device's compiler says; 0
    /// where it does not say.
    pub fn private_bytes(&self) -> u64 {
        self.compiled.private
    }

    /// How many points run at a time.
    pub fn chunk(&self) -> usize {
        self.chunk
    }

    /// The inputs that all points of the next calls share; they are 0 before.
    ///
    /// # Errors
    /// [`Error::Driver`].
    ///
    /// # Panics
    /// If there are not as many as the kernel was compiled for.
    ///
    /// ```no_run
    /// let line = program::Program::record(3, |x| vec![x[1] + x[2] * x[0]])?;
    /// let kernel = gpu::Device::any()?.compile_shared(&line, 2)?;
    /// kernel.share(&[1.0, 10.0])?;
    /// assert_eq!(kernel.eval_batch(&[0.0, 2.0])?, [1.0, 21.0]);
    /// # Ok::<(), gpu::Error>(())
    /// ```
    #[track_caller]
    pub fn share(&self, inputs: &[T]) -> Result<(), Error> {
        let wanted = self.program.inputs() - self.apart;
        assert!(inputs.len() == wanted, "{} inputs are shared, and {} numbers were given", wanted, inputs.len());
        let mut guard = self.buffers();
        let Buffers { shared, alone, .. } = &mut *guard;
        alone.shared.clear();
        alone.shared.extend(inputs.iter().map(|x| x.wide()));
        self.device.driver.write(shared, 0, inputs)
    }

    /// The outputs at `points`, which hold the inputs of one point after the other; so does the result hold outputs.
    ///
    /// # Errors
    /// [`Error::Points`] where at some point the program cannot be run on the host either; [`Error::Memory`];
    /// [`Error::Driver`]. To have the results of the other points all the same, take
    /// [`eval_batch_into`](Kernel::eval_batch_into).
    ///
    /// # Panics
    /// If the number of `points` is no multiple of the number of inputs, or there are no inputs.
    #[track_caller]
    pub fn eval_batch(&self, points: &[T]) -> Result<Vec<T>, Error> {
        let n = self.apart;
        assert!(n > 0, "a program without inputs has the same outputs at every point: use eval");
        let mut results = vec![T::default(); points.len() / n * self.program.outputs().len()];
        self.eval_batch_into(points, &mut results)?;
        Ok(results)
    }

    /// As [`eval_batch`](Kernel::eval_batch), into `results`; nothing is allocated from the second run on, on the device
    /// neither.
    ///
    /// # Errors
    /// As [`eval_batch`](Kernel::eval_batch). All points are run; where the program fails, the results are NaN.
    ///
    /// # Panics
    /// If `points` and `results` are not the inputs and outputs of a whole number of points, the same number.
    #[track_caller]
    pub fn eval_batch_into(&self, points: &[T], results: &mut [T]) -> Result<(), Error> {
        let (n, m) = (self.apart, self.program.outputs().len());
        let count = points.len().checked_div(n).or(results.len().checked_div(m)).unwrap_or(0);
        assert!(
            (points.len(), results.len()) == (count * n, count * m),
            "the program has {n} inputs for each point and {m} outputs; {} numbers as points and {} places for results are not those \
             of a whole number of points: give {n} numbers and {m} places for each point",
            points.len(),
            results.len()
        );
        let driver = &self.device.driver;
        let mut guard = self.buffers();
        let Buffers { x, v, y, status, shared, columns, alone, .. } = &mut *guard;
        let chunk = self.chunk.min(count);
        driver.grow(x, n * chunk)?;
        driver.grow(v, self.source.room() * chunk)?;
        driver.grow(y, m * chunk)?;
        driver.grow(status, chunk)?;
        let (Some(x), Some(v), Some(y), Some(status)) = (x, v, y, status) else { return Ok(()) };
        let mut failure = None;
        let mut from = 0;
        while from < count {
            let lanes = chunk.min(count - from);
            let inputs = &points[from * n..(from + lanes) * n];
            let outputs = &mut results[from * m..(from + lanes) * m];
            to_columns(inputs, n, columns);
            driver.write(x, 0, columns)?;
            self.launch(&Launch { lanes, from: 0, x_stride: lanes, to: 0, y_stride: lanes }, x, shared, v, y, status)?;
            columns.clear();
            columns.resize(m * lanes, T::default());
            driver.read(y, 0, columns)?;
            to_rows(columns, lanes, outputs, m);
            if self.source.is_checked() {
                let mut codes = core::mem::take(&mut alone.codes);
                codes.clear();
                codes.resize(lanes, 0);
                driver.read(status, 0, &mut codes)?;
                for lane in (0..lanes).filter(|&lane| codes[lane] != 0) {
                    let point = inputs[lane * n..(lane + 1) * n].iter().copied();
                    let row = alone.run(&self.program, point, from + lane, &mut failure);
                    outputs[lane * m..(lane + 1) * m].iter_mut().zip(row).for_each(|(to, &y)| *to = T::of(y));
                }
                alone.codes = codes;
            }
            from += lanes;
        }
        failure.map_or(Ok(()), Err)
    }

    /// The outputs at points that are on the device, and stay there.
    ///
    /// # Errors
    /// As [`eval_batch`](Kernel::eval_batch); to have the results of the other points all the same, take
    /// [`run_into`](Kernel::run_into).
    ///
    /// # Panics
    /// If the points have not as many numbers as the program has inputs, or are on another device.
    ///
    /// ```no_run
    /// use program::Program;
    /// let device = gpu::Device::any()?;
    /// let square = device.compile(&Program::record(1, |x| vec![x[0] * x[0]])?)?;
    /// let x = device.upload(&[1.0, 2.0, 3.0], 1)?;
    /// let y = square.run(&square.run(&x)?)?;
    /// assert_eq!(y.download()?, [1.0, 16.0, 81.0]);
    /// # Ok::<(), gpu::Error>(())
    /// ```
    #[track_caller]
    pub fn run(&self, x: &Array<T>) -> Result<Array<T>, Error> {
        self.expect(x);
        let mut y = self.device.array(self.program.outputs().len(), x.lanes)?;
        self.run_into(x, &mut y)?;
        Ok(y)
    }

    /// As [`run`](Kernel::run), into an array of as many points.
    ///
    /// # Errors
    /// As [`run`](Kernel::run). All points are run; where the program fails, the results are NaN.
    ///
    /// # Panics
    /// As [`run`](Kernel::run), and if the results have other numbers of points or of outputs.
    #[track_caller]
    pub fn run_into(&self, x: &Array<T>, y: &mut Array<T>) -> Result<(), Error> {
        self.expect(x);
        let m = self.program.outputs().len();
        assert!(
            (y.width, y.lanes) == (m, x.lanes) && self.owns(y),
            "{} results of {} numbers for {} points with {m} outputs: make the array with `device.array`",
            y.lanes,
            y.width,
            x.lanes
        );
        let driver = &self.device.driver;
        let mut guard = self.buffers();
        let Buffers { v, status, shared, alone, .. } = &mut *guard;
        // Only what kernels keep for one another limits how many points run at a time.
        let chunk = if self.source.room() == 0 { x.lanes } else { self.chunk.min(x.lanes) };
        driver.grow(v, self.source.room() * chunk)?;
        driver.grow(status, if self.source.is_checked() { x.lanes } else { 1 })?;
        let (Some(v), Some(status)) = (v, status) else { return Ok(()) };
        let mut failure = None;
        for from in (0..x.lanes).step_by(chunk.max(1)) {
            let lanes = chunk.min(x.lanes - from);
            let launch = Launch { lanes, from, x_stride: x.lanes, to: from, y_stride: x.lanes };
            self.launch(&launch, &x.memory, shared, v, &mut y.memory, status)?;
            rerun(self, &Left { x: &x.memory, launch: &launch }, &mut y.memory, status, alone, &mut failure)?;
        }
        failure.map_or(Ok(()), Err)
    }

    /// Waits until all that was launched is done; calls that bring numbers to the host wait by themselves.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn finish(&self) -> Result<(), Error> {
        self.device.driver.finish()
    }

    /// Runs the kernels, one after the other.
    pub(crate) fn launch(
        &self,
        launch: &Launch,
        x: &Memory<T>,
        shared: &Memory<T>,
        v: &mut Memory<T>,
        y: &mut Memory<T>,
        status: &mut Memory<i32>,
    ) -> Result<(), Error> {
        let &Launch { lanes, from, x_stride, to, y_stride } = launch;
        if lanes == 0 {
            return Ok(());
        }
        let end =
            |width: usize, stride: usize, from: usize| if width == 0 { 0 } else { (width - 1) * stride + from + lanes };
        let checked = if self.source.is_checked() { to + lanes } else { 0 };
        for part in 0..self.source.names().len() {
            let [a, b, c, d, e] = [lanes, from, x_stride, to, y_stride].map(|word| Argument::Word(word as u64));
            let memory = [
                Argument::of(x, end(self.apart, x_stride, from)),
                Argument::of(shared, self.program.inputs() - self.apart),
                Argument::of(v, self.source.room() * lanes),
                Argument::of(y, end(self.program.outputs().len(), y_stride, to)),
            ];
            let [x, shared, v, y] = memory;
            let arguments = [a, b, c, d, e, x, shared, v, y, Argument::of(status, checked)];
            self.device.driver.launch(&self.compiled, part, lanes, self.group, &arguments)?;
        }
        Ok(())
    }

    pub(crate) fn buffers(&self) -> MutexGuard<'_, Buffers<T>> {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn owns(&self, array: &Array<T>) -> bool {
        std::sync::Arc::ptr_eq(&self.device.driver, &array.device.driver)
    }

    #[track_caller]
    pub(crate) fn expect(&self, x: &Array<T>) {
        assert!(
            x.width == self.apart,
            "the program has {} inputs for each point, and the points have {} numbers: upload one for each input",
            self.apart,
            x.width
        );
        assert!(self.owns(x), "the points are on another device: upload them with `kernel.device()`");
    }
}
