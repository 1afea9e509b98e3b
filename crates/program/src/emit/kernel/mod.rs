//! A program as kernels for accelerators: one lane a work item, structures of arrays.

mod dialect;
mod parts;
mod write;

use super::names::Names;
use crate::error::Error;
use crate::program::Program;
use core::fmt;
use dialect::Dialect;

/// The numbers that a kernel computes with.
///
/// ```
/// use program::{Names, Precision, Program};
/// let f = Program::record(1, |x| vec![x[0] * x[0]])?;
/// let text = |precision| f.to_opencl(&Names::of("square"), precision).map(|kernels| kernels.to_string());
/// assert!(text(Precision::Double)?.contains("const double x0") && text(Precision::Single)?.contains("const float x0"));
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// `double`: the bits of a batch on the host, where both do the same arithmetic.
    Double,
    /// `float`: constants are rounded to it. Functions for which there is no code in `float` are computed in `double` and
    /// rounded.
    Single,
}

/// Kernels that compute a program, as source text; see [`Program::to_opencl`]. It prints itself as that text.
///
/// ```
/// use program::{Names, Precision, Program};
/// let f = Program::record(2, |x| vec![x[0] * x[1] + 0.5])?;
/// let kernels = f.to_opencl(&Names::of("f"), Precision::Double)?;
/// assert_eq!(kernels.names(), ["f"]);
/// // One kernel, so none keeps anything for another; one constant; nothing to check.
/// assert_eq!((kernels.room(), kernels.constant_bytes(), kernels.is_checked()), (0, 8, false));
/// assert!(kernels.has_doubles() && kernels.live() >= 2 && kernels.text() == kernels.to_string());
/// # Ok::<(), program::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Kernels {
    pub(super) text: String,
    pub(super) names: Vec<String>,
    pub(super) room: usize,
    pub(super) checked: bool,
    pub(super) doubles: bool,
    pub(super) live: usize,
    pub(super) constant_bytes: usize,
}

impl Kernels {
    /// The source.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names of the kernels, in the order in which they are to run.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// How many values for each lane the kernels keep for one another.
    pub fn room(&self) -> usize {
        self.room
    }

    /// Whether the kernels write to `status`: whether the program has guards or preconditions.
    pub fn is_checked(&self) -> bool {
        self.checked
    }

    /// Whether the source computes anything in `double`.
    pub fn has_doubles(&self) -> bool {
        self.doubles
    }

    /// How large the table of constants is, in bytes.
    pub fn constant_bytes(&self) -> usize {
        self.constant_bytes
    }

    /// How many values are needed at one time, at most: what the registers of a lane have to hold.
    pub fn live(&self) -> usize {
        self.live
    }
}

impl fmt::Display for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Program {
    /// OpenCL C (1.2) of kernels that compute the outputs of many lanes, a work item for each:
    ///
    /// ```text
    /// kernel void name(ulong lanes, ulong from, ulong x_stride, ulong to, ulong y_stride,
    ///     global const double *restrict x, constant double *restrict shared, global double *restrict v,
    ///     global double *restrict y, global int *restrict status)
    /// ```
    ///
    /// Input `k` of lane `i` is `x[k * x_stride + from + i]`, and output `k` becomes `y[k * y_stride + to + i]`; `shared`
    /// is not read (see [`to_opencl_shared`](Program::to_opencl_shared)); `v` is room for what several kernels keep for one another, [`room`](Kernels::room) times `lanes` numbers.
    /// `status[to + i]` becomes 0; else the number of the guard that turned out otherwise plus 1; else -1 less the number of the operation whose
    /// precondition is broken. A program without guards and preconditions leaves `status` alone. The global size is a
    /// multiple of any work-group size that is no less than `lanes`.
    ///
    /// Constants are in constant memory as far as 64 KiB of it reach, and else in the code. Long programs become several
    /// kernels, cut where the fewest values are needed on both sides.
    ///
    /// In `double`, every function that a batch has in vectors is the same here (see [`math`](crate::math)), and so are
    /// arithmetic, roots and comparisons: they have the bits of [`eval_batch`](Program::eval_batch). All other functions
    /// come along too, so that only sines, cosines and tangents beyond 2^20 and powers of special values are the device's own;
    /// they keep the contract of the table. In `float`, functions of std are the device's own, of which the standard of OpenCL C
    /// says in its section on relative errors what they may lose.
    ///
    /// # Errors
    /// [`Error::Code`] with the name of a rule of the user's. [`Error::Name`] if names cannot be given.
    /// [`Error::TooLong`] for more than a million operations, where a function of the table counts as 12.
    ///
    /// ```
    /// use program::{Names, Precision, Program};
    /// let f = Program::record(2, |x| vec![x[0] * x[1] + 0.5])?;
    /// let kernels = f.to_opencl(&Names::of("f"), Precision::Double)?;
    /// assert!(kernels.text().ends_with("
    /// constant double f_constants[1] = {0.5};
    ///
    /// kernel void f(ulong lanes, ulong from, ulong x_stride, ulong to, ulong y_stride,
    ///     global const double *restrict x, constant double *restrict shared, global double *restrict v,
    ///     global double *restrict y, global int *restrict status) {
    ///     const ulong lane = get_global_id(0);
    ///     if (lane >= lanes) {
    ///         return;
    ///     }
    ///     x += from + lane, v += lane, y += to + lane, status += to + lane;
    ///     const double x0 = x[0];
    ///     const double x1 = x[x_stride];
    ///     const double v0 = x0 * x1;
    ///     const double v1 = v0 + f_constants[0];
    ///     y[0] = v1;
    /// }
    /// "), "{kernels}");
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn to_opencl(&self, names: &Names, precision: Precision) -> Result<Kernels, Error> {
        write::kernels(self, names, precision, 0, Dialect::OpenCl)
    }

    /// As [`to_opencl`](Program::to_opencl), where the last `shared` inputs are the same for all lanes, such as the
    /// parameters of a model whose data are the lanes: input `k` of these is `shared[k]`, in constant memory.
    ///
    /// # Errors
    /// As [`to_opencl`](Program::to_opencl); if there are not as many inputs.
    ///
    /// ```
    /// use program::{Names, Precision, Program};
    /// let f = Program::record(2, |x| vec![x[0] * x[1]])?;
    /// let text = f.to_opencl_shared(&Names::of("f"), Precision::Double, 1)?.to_string();
    /// assert!(text.contains("const double x1 = shared[0];"));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn to_opencl_shared(&self, names: &Names, precision: Precision, shared: usize) -> Result<Kernels, Error> {
        write::kernels(self, names, precision, shared, Dialect::OpenCl)
    }

    /// As [`to_opencl`](Program::to_opencl), in CUDA C++: `__global__` functions with C linkage and the same parameters,
    /// the first five of type `unsigned long long`. Compile with `-fmad=false`: products and sums that become one are
    /// rounded once.
    ///
    /// # Errors
    /// As [`to_opencl`](Program::to_opencl).
    ///
    /// ```
    /// use program::{Names, Precision, Program};
    /// let f = Program::record(2, |x| vec![x[0] * x[1]])?.with_gradient()?;
    /// let text = f.to_cuda(&Names::of("f"), Precision::Single)?.to_string();
    /// assert!(text.contains("extern \"C\" __global__ void f("));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn to_cuda(&self, names: &Names, precision: Precision) -> Result<Kernels, Error> {
        write::kernels(self, names, precision, 0, Dialect::Cuda)
    }

    /// As [`to_cuda`](Program::to_cuda), with shared inputs as those of
    /// [`to_opencl_shared`](Program::to_opencl_shared).
    ///
    /// # Errors
    /// As [`to_opencl_shared`](Program::to_opencl_shared).
    ///
    /// ```
    /// use program::{Names, Precision, Program};
    /// let f = Program::record(2, |x| vec![x[0] * x[1]])?;
    /// let text = f.to_cuda_shared(&Names::of("f"), Precision::Double, 1)?.to_string();
    /// assert!(text.contains("const double x1 = shared[0];"));
    /// # Ok::<(), program::Error>(())
    /// ```
    pub fn to_cuda_shared(&self, names: &Names, precision: Precision, shared: usize) -> Result<Kernels, Error> {
        write::kernels(self, names, precision, shared, Dialect::Cuda)
    }
}
