//! What can go wrong on a device.

use core::fmt;

/// Why there is no device, or why it did not do what it was asked for.
///
/// ```
/// use gpu::{Device, Error};
/// // Where there is no such device, the error says what there is, or what to install.
/// match Device::by_name("no device is called so") {
///     Err(Error::NoDevice { message }) => assert!(message.contains("but ") || message.contains("apt-get install")),
///     Err(error) => panic!("{error}"),
///     Ok(device) => panic!("{device}"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// No device is there, or none that was asked for.
    NoDevice {
        /// What was looked for and found, and what to install.
        message: String,
    },
    /// The device does not compute with `f64`.
    NoDoubles {
        /// The device.
        device: String,
    },
    /// The program cannot be made into kernels.
    Program(program::Error),
    /// The device's compiler refused the kernels.
    Build {
        /// The device.
        device: String,
        /// What the compiler said.
        log: String,
    },
    /// The device has less memory than one call needs.
    Memory {
        /// What needs it.
        what: &'static str,
        /// How many bytes are needed.
        bytes: u64,
        /// How many bytes there are.
        most: u64,
    },
    /// A call of the driver failed.
    Driver {
        /// The call.
        call: &'static str,
        /// The name of OpenCL's error.
        error: String,
    },
    /// At some points the program could not be run, on the host neither; the results are there at all others.
    Points {
        /// The first point where it failed, by its number from 0.
        point: usize,
        /// Why it failed there.
        error: program::Error,
        /// At how many points it failed. Their results are NaN.
        failed: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoDevice { message } => f.write_str(message),
            Error::NoDoubles { device } => {
                write!(
                    f,
                    "{device} does not compute with f64: compile for f32 and leave out functions that f32 has not"
                )
            }
            Error::Program(error) => error.fmt(f),
            Error::Build { device, log } => write!(f, "the compiler of {device} refused the kernels: {log}"),
            Error::Memory { what, bytes, most } => {
                write!(
                    f,
                    "{what} needs {bytes} bytes on the device, which has {most} for it: run fewer points at a time"
                )
            }
            Error::Driver { call, error } => write!(f, "{call}: {error}"),
            Error::Points { point, error, failed } => {
                write!(f, "point {point}: {error}")?;
                match failed {
                    1 => Ok(()),
                    n => write!(f, "; and at {} more points", n - 1),
                }
            }
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Program(error) | Error::Points { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<program::Error> for Error {
    fn from(error: program::Error) -> Error {
        Error::Program(error)
    }
}
