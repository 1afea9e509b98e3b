//! How a call went, and what there is to say of it.

use runtime::{Error, Kind};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a call went. What went wrong, in words and with advice, is told by `wengert_last_error`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WengertStatus {
    /// All is well.
    Ok = 0,
    /// The text is not a program of the language, or the names do not fit it.
    Parse = 1,
    /// As many numbers as are wanted were not given, or places for them.
    Shape = 2,
    /// At this point the function has no value.
    Domain = 3,
    /// A loaded recording would have taken another branch.
    Branch = 4,
    /// A limit on steps, depth or memory.
    Limit = 5,
    /// Bytes that are no function.
    Invalid = 6,
    /// A pointer is null where one is needed.
    Null = 7,
    /// What is written to overlaps with what is read or with itself.
    Overlap = 8,
    /// A fault in the library itself.
    Panic = 9,
}

/// What goes wrong in a call.
pub(crate) struct Fault {
    pub(crate) status: WengertStatus,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(status: WengertStatus, message: impl Into<String>) -> Fault {
        Fault { status, message: message.into() }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        let status = match error.kind() {
            Kind::Parse => WengertStatus::Parse,
            Kind::Shape => WengertStatus::Shape,
            Kind::Domain => WengertStatus::Domain,
            Kind::Branch => WengertStatus::Branch,
            Kind::Limit => WengertStatus::Limit,
            _ => WengertStatus::Invalid,
        };
        Fault::new(status, error.to_string())
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs what a call does; neither panics nor errors leave it but as a status.
pub(crate) fn guarded(call: impl FnOnce() -> Result<(), Fault>) -> WengertStatus {
    let fault = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => return WengertStatus::Ok,
        Ok(Err(fault)) => fault,
        Err(panic) => Fault::new(WengertStatus::Panic, said(&*panic)),
    };
    let message: String = fault.message.chars().filter(|&c| c != '\0').collect();
    // A thread that ends has no place for it any more.
    let _ = LAST.try_with(|last| *last.borrow_mut() = CString::new(message).unwrap_or_default());
    fault.status
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("a fault in the library, which should be reported: {}", text.unwrap_or("it panicked"))
}

/// What went wrong in the last call of this thread that did not end well: text in UTF-8 that ends with a zero. It stays until
/// the next such call of the thread. An empty text where there was none.
#[allow(unsafe_code, reason = "the name of a function of C")]
// SAFETY: the name is this library's own.
#[unsafe(no_mangle)]
pub extern "C" fn wengert_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr()).unwrap_or(CStr::as_ptr(c""))
}
