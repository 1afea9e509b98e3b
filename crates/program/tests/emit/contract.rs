//! The accuracy contract of the kernels' functions in double: every row against the references of many digits, as the table
//! itself is held to them. The kernels bring their own code for all of them, so that the same holds on a device.

use crate::kernels::run;
#[allow(dead_code, reason = "derivatives are held to the contract where the table is")]
#[path = "../../../rules/tests/common/reference.rs"]
mod reference;

use program::{Names, Precision, Program};
use reference::{Line, lines};
use rules::ROWS;
use std::collections::BTreeSet;

#[test]
fn rows_of_kernels_keep_the_contract() {
    let lines = lines();
    let rows: Vec<_> = ROWS.iter().filter(|row| lines.iter().any(|line| line.row.name == row.name)).collect();
    let of_row = |name: &str| -> Vec<&Line> { lines.iter().filter(|line| line.row.name == name).collect() };
    let parameters = |lines: &[&Line]| -> BTreeSet<i32> { lines.iter().map(|line| line.n).collect() };
    let programs: Vec<_> = rows
        .iter()
        .map(|row| {
            let lines = of_row(row.name);
            let p = Program::record_at(&vec![0.5; row.arity], |x| {
                parameters(&lines).into_iter().map(|n| row.op.apply(x, n)).collect()
            });
            let p = p.unwrap();
            let kernels = p.to_cuda(&Names::of(&format!("row_{}", row.name)), Precision::Double).unwrap();
            (p, kernels, lines.iter().map(|line| line.args.clone()).collect())
        })
        .collect();
    let Some(found) = run("kernels_contract", &programs, "double") else { return };
    let mut found = found.into_iter();
    let mut failures = Vec::new();
    for row in rows {
        let lines = of_row(row.name);
        let parameters = parameters(&lines);
        for line in lines {
            let (status, y) = found.next().unwrap();
            let y = y[parameters.iter().position(|&n| n == line.n).unwrap()];
            let error = line.value.error(y);
            if status != 0 || error > 4.0 {
                failures.push(format!("{}({}): {y:e}, {error:.1} units, status {status}", row.name, line.point()));
            }
        }
    }
    assert!(lines.len() > 2000, "the references are cut short: {} points", lines.len());
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), lines.len(), failures.join("\n"));
}
