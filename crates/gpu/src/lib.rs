//! Recorded programs at many points on GPUs and other devices that OpenCL drives.
//!
//! [`Device::any`] finds a device, [`Device::compile`] makes kernels of a [`Program`](program::Program) (its value, its
//! gradient, its Hessian products: all are programs), and [`Kernel::eval_batch`] runs it at many points, as the
//! program's own `eval_batch` does on the processor. With [`Device::upload`] and [`Kernel::run`] data stay on the device
//! between calls; [`Kernel::sum`] adds outputs up there, in an order that depends on the number of points alone.
//!
//! The library of OpenCL is looked for when the first device is asked for: this crate builds without it.

mod array;
mod device;
mod driver;
mod error;
mod kernel;
mod number;
mod rerun;
mod sum;

pub use array::Array;
pub use device::{Device, Kind};
pub use error::Error;
pub use kernel::Kernel;
pub use number::Number;
pub use sum::SLOTS;
