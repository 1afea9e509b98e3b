//! What is said where there is no device. In a program of its own, since the loader looks for drivers once.

use gpu::{Device, Error};
use std::process::Command;

const CHILD: &str = "WENGERT_GPU_WITHOUT_DRIVERS";

#[test]
fn no_device_is_an_error_that_says_what_to_install() {
    if std::env::var_os(CHILD).is_some() {
        for found in [Device::any(), Device::by_index(0), Device::by_name("a")] {
            let error = found.unwrap_err();
            assert!(matches!(&error, Error::NoDevice { .. }), "{error:?}");
            let text = error.to_string();
            assert!(text.starts_with("no OpenCL device is there (") && text.contains("pocl-opencl-icd"), "{text}");
        }
        return;
    }
    let empty = env!("CARGO_TARGET_TMPDIR").to_owned() + "/no_vendors";
    std::fs::create_dir_all(&empty).unwrap();
    let this = std::env::current_exe().unwrap();
    let ran = Command::new(this).env(CHILD, "1").env("OCL_ICD_VENDORS", empty).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}
