//! An index taken apart to `i * stride + base + rest`.

use crate::ir::{Arr, Val};
use proc_macro2::TokenStream;
use quote::quote;

/// A part of an index that is the same in all iterations.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) number: i64,
    pub(super) plus: Vec<TokenStream>,
    pub(super) minus: Vec<TokenStream>,
    pub(super) vals: Vec<Val>,
}

impl Part {
    pub(super) fn code(&self) -> TokenStream {
        let number = proc_macro2::Literal::usize_suffixed(self.number.max(0) as usize);
        let plus = &self.plus;
        match (self.number > 0, plus.as_slice()) {
            (false, [one]) => quote!((#one)),
            _ => quote!((#number #(+ (#plus))*)),
        }
    }
    pub(super) fn minus(&self) -> TokenStream {
        let number = proc_macro2::Literal::usize_suffixed((-self.number).max(0) as usize);
        let minus = &self.minus;
        quote!((#number #(+ (#minus))*))
    }
    pub(super) fn one(&self) -> bool {
        self.number == 1 && self.plus.is_empty() && self.minus.is_empty()
    }
    pub(super) fn literal(&self) -> Option<i64> {
        (self.plus.is_empty() && self.minus.is_empty()).then_some(self.number)
    }
    pub(super) fn same(&self, other: &Part) -> bool {
        let text = |list: &[TokenStream]| {
            let mut list: Vec<String> = list.iter().map(ToString::to_string).collect();
            list.sort();
            list
        };
        self.number == other.number && text(&self.plus) == text(&other.plus) && text(&self.minus) == text(&other.minus)
    }
    pub(super) fn add(mut self, other: Part) -> Part {
        self.number += other.number;
        self.plus.extend(other.plus);
        self.vals.extend(other.vals);
        for term in self.minus.split_off(0).into_iter().chain(other.minus) {
            match self.plus.iter().position(|t| t.to_string() == term.to_string()) {
                Some(k) => drop(self.plus.remove(k)),
                None => self.minus.push(term),
            }
        }
        self
    }
    pub(super) fn negative(self) -> Part {
        Part { number: -self.number, plus: self.minus, minus: self.plus, vals: self.vals }
    }
    pub(super) fn times(mut self, other: Part) -> Option<Part> {
        if let (Some(a), Some(b)) = (self.literal(), other.literal()) {
            return Some(Part { number: a * b, ..Part::default() });
        }
        if self.literal() == Some(1) {
            return Some(other);
        }
        if other.literal() == Some(1) {
            return Some(self);
        }
        if self.literal() == Some(0) || other.literal() == Some(0) {
            return Some(Part::default());
        }
        if self.number < 0 || other.number < 0 || !self.minus.is_empty() || !other.minus.is_empty() {
            return None;
        }
        let (a, b) = (self.code(), other.code());
        self.vals.extend(other.vals);
        Some(Part { number: 0, plus: vec![quote!(#a * #b)], minus: vec![], vals: self.vals })
    }
}

/// What is left of an index besides.
#[derive(Clone, Debug)]
pub(super) enum Rest {
    None,
    Below(Part),
    /// Below the length of a row: where it stands in a table of rows.
    BelowRow(Row),
    /// Below the length of the row to whose start it is added.
    InRow,
    Unknown,
}

/// The place of a row in a table: what `stride` and `base` are there.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) table: Arr,
    pub(super) stride: Part,
    pub(super) base: Part,
}

/// An index taken apart.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) stride: Option<Part>,
    pub(super) base: Part,
    pub(super) rest: Rest,
    /// It is what stands at this place of a table of rows.
    pub(super) table: Option<Arr>,
}

impl Index {
    pub(super) fn fixed(base: Part) -> Index {
        Index { stride: None, base, rest: Rest::None, table: None }
    }
    pub(super) fn unknown() -> Index {
        Index { rest: Rest::Unknown, ..Index::fixed(Part::default()) }
    }
    /// The part that is the same in all iterations, if that is all.
    pub(super) fn part(self) -> Option<Part> {
        match self {
            Index { stride: None, base, rest: Rest::None, .. } => Some(base),
            _ => None,
        }
    }
    pub(super) fn add(self, other: Index) -> Option<Index> {
        if other.table.is_some() || self.table.is_some() && (other.stride.is_some() || other.base.literal() != Some(0))
        {
            return None;
        }
        let stride = match (self.stride, other.stride) {
            (Some(_), Some(_)) => return None,
            (a, b) => a.or(b),
        };
        let rest = match (self.rest, other.rest) {
            (Rest::None, Rest::BelowRow(row)) if self.table.is_some() => {
                let same = stride.as_ref().is_some_and(|s| s.same(&row.stride)) && self.base.same(&row.base);
                if same && self.table == Some(row.table) { Rest::InRow } else { Rest::Unknown }
            }
            (Rest::None, rest) | (rest, Rest::None) => rest,
            _ => Rest::Unknown,
        };
        Some(Index { stride, base: self.base.add(other.base), rest, table: self.table })
    }
    pub(super) fn minus(mut self, other: Index) -> Option<Index> {
        match (&self.stride, &other) {
            (_, Index { rest: Rest::None, table: None, .. }) if self.table.is_none() => {}
            (None, Index { stride: None, .. }) => return Some(Index::unknown()),
            _ => return None,
        }
        match (&self.stride, &other.stride) {
            (_, None) => {}
            (Some(a), Some(b)) if a.same(b) => self.stride = None,
            // It runs backwards.
            (None, Some(b)) if b.one() => self.stride = Some(b.clone().negative()),
            _ => return None,
        }
        Some(Index { base: self.base.add(other.base.negative()), ..self })
    }
    pub(super) fn times(self, by: Part) -> Option<Index> {
        if self.table.is_some() {
            return None;
        }
        let stride = match self.stride {
            Some(stride) => Some(stride.times(by.clone())?),
            None => None,
        };
        let rest = match self.rest {
            Rest::None => Rest::None,
            _ => Rest::Unknown,
        };
        Some(Index { stride, base: self.base.times(by)?, rest, table: None })
    }
}
