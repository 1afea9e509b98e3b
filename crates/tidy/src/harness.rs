//! Tests live in `tests/`, so that libraries and programs are not compiled a second time to look for some in them.

use crate::File;

/// The libraries and programs that are compiled as tests too, as `cargo metadata` says.
///
/// # Errors
/// If this is no description of a workspace.
pub fn compiled_as_tests(metadata: &str) -> Result<Vec<String>, String> {
    let metadata: serde_json::Value = serde_json::from_str(metadata).map_err(|error| error.to_string())?;
    let list = |value: &serde_json::Value| value.as_array().cloned().ok_or("no list where one is due");
    let mut complaints = Vec::new();
    for package in list(&metadata["packages"])? {
        for target in list(&package["targets"])? {
            let kind = target["kind"][0].as_str().unwrap_or_default();
            if ["lib", "proc-macro", "bin"].contains(&kind) && target["test"] == true {
                complaints.push(format!("{}: write `test = false` for {kind} {}", package["name"], target["name"]));
            }
        }
    }
    Ok(complaints)
}

/// The tests in the sources of libraries and programs, where nobody runs them.
pub fn in_sources(sources: &[File]) -> Vec<String> {
    let is_test = |line: &str| line.contains("#[test]") || line.contains("#[cfg(test)]");
    let mut complaints = Vec::new();
    for file in sources {
        let tests = file.code().filter(|(_, line)| is_test(line));
        complaints.extend(tests.map(|(number, _)| format!("{}:{number}: a test belongs into `tests/`", file.path)));
    }
    complaints
}
