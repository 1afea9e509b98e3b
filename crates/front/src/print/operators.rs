//! Operators as text, and where parentheses stand.

use crate::hir::{Binary, ExprId, ExprKind};

/// How strongly an expression holds together; what is greater needs no parentheses.
const JUMP: u8 = 0;
pub(super) const ASSIGN: u8 = 1;
pub(super) const RANGE: u8 = 2;
pub(super) const PREFIX: u8 = 10;
const CAST: u8 = 9;
const WHOLE: u8 = 11;

/// The first operand, and how strongly it has to hold together.
pub(super) fn operand(kind: &ExprKind) -> Option<(ExprId, u8)> {
    Some(match kind {
        ExprKind::Binary(op, a, _) => (*a, binding(*op) + u8::from(op.compares())),
        ExprKind::Assign(a, _) | ExprKind::AssignOp(_, a, _) => (*a, ASSIGN + 1),
        ExprKind::Try(a)
        | ExprKind::Call(a, _)
        | ExprKind::Method(a, ..)
        | ExprKind::Field(a, _)
        | ExprKind::Index(a, _) => (*a, WHOLE),
        ExprKind::Cast(a, _) => (*a, CAST),
        _ => return None,
    })
}

pub(super) fn strength(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Binary(op, ..) => binding(*op),
        ExprKind::Assign(..) | ExprKind::AssignOp(..) => ASSIGN,
        ExprKind::Range(..) => RANGE,
        ExprKind::Cast(..) => CAST,
        ExprKind::Unary(..) | ExprKind::Ref(..) | ExprKind::Deref(_) => PREFIX,
        ExprKind::Closure(_) | ExprKind::Return(_) | ExprKind::Break(..) => JUMP,
        ExprKind::Let(..) => binding(Binary::And) + 1,
        _ => WHOLE,
    }
}

/// What ends with a brace as a statement.
pub(super) fn is_block(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Block(..)
            | ExprKind::If(..)
            | ExprKind::Match(..)
            | ExprKind::Loop(..)
            | ExprKind::While(..)
            | ExprKind::For(..)
    )
}

pub(super) fn binding(op: Binary) -> u8 {
    match op {
        Binary::Or => 3,
        Binary::And => 4,
        op if op.compares() => 5,
        Binary::BitOr | Binary::BitXor | Binary::BitAnd | Binary::Shl | Binary::Shr => 6,
        Binary::Add | Binary::Sub => 7,
        _ => 8,
    }
}
