//! Prints the devices that are there; ends with 1 where there is none, and says what to install.

use std::process::ExitCode;

fn main() -> ExitCode {
    match gpu::Device::list() {
        Ok(devices) => {
            devices.iter().enumerate().for_each(|(i, device)| println!("{i}: {device}"));
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}
