//! Arrows between the stages of a crate point down.

use crate::File;

/// The stages of a crate, from the bottom up; those of one line know each other.
type Stages = &'static [&'static [&'static str]];

const STAGES: [(&str, Stages); 5] = [
    ("adjoint", &[&["expand"], &["show"]]),
    ("lower", &[&["derive"], &["core"]]),
    ("emit", &[&["recorded"], &["plan"], &["emit"]]),
    ("steps", &[&["syntax"], &["ir"], &["passes"], &["around"], &["signature"]]),
    (
        "front",
        &[
            &["diagnostic", "hash"],
            &["items", "ty"],
            &["index"],
            &["visit", "visit_mut"],
            &["configured"],
            &["prelude"],
            &["hir", "program"],
            &["typed"],
            &["infer"],
            &["print"],
        ],
    ),
];

/// The uses of a stage in a stage below it, and the modules of these crates that are none.
pub fn upward(sources: &[File]) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in sources {
        let Some((stages, path)) = STAGES
            .iter()
            .find_map(|(name, stages)| Some((stages, file.path.strip_prefix(&format!("crates/{name}/src/"))?)))
        else {
            continue;
        };
        let module = path.split(['/', '.']).next().unwrap_or_default();
        if module == "lib" {
            continue;
        }
        let level = |stage: &str| stages.iter().position(|names| names.contains(&stage));
        let Some(own) = level(module) else {
            complaints.push(format!("{}: `{module}` is no stage: put it into one, or give it a place here", file.path));
            continue;
        };
        for (number, line) in file.code() {
            for used in used(line).filter(|used| level(used).is_some_and(|above| above > own)) {
                complaints.push(format!("{}:{number}: {module} uses {used}, which comes after it", file.path));
            }
        }
    }
    complaints
}

/// The modules at the root of the crate that a line names.
fn used(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::")
        .skip(1)
        .flat_map(|rest| {
            let group = rest.strip_prefix('{').and_then(|rest| rest.split('}').next());
            group.unwrap_or(rest.split([' ', ',']).next().unwrap_or(rest)).split(',')
        })
        .map(|path| path.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
}
