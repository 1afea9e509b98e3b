//! Random uses of whole arrays and of parts of them.

use super::Grower;
use crate::generator::scope::Array;
use crate::generator::tree::*;

impl Grower<'_> {
    /// `fill`, `copy_from_slice`, `swap`, two vectors that change places, a split, a view.
    pub(crate) fn on_arrays(&mut self, construct: &str) -> Option<Stmt> {
        let arrays = self.scope.changeable(0);
        match construct {
            "fill" => {
                let a = self.random.choose(&arrays)?;
                let view = if self.random.chance(50) { a.view() } else { self.part(&a, true).0 };
                // What is borrowed to be filled cannot be read for the value.
                let scope = self.scope.clone();
                self.scope.hide(&a.name);
                let value = self.expr(1).0;
                self.scope = scope;
                Some(Stmt::Fill(view, value))
            }
            "copy" => self.copy(&arrays),
            "swap" => {
                let a = self.random.choose(&arrays)?;
                let (i, j) = (self.place_in(&a)?, self.place_in(&a)?);
                Some(Stmt::Swap(a.name, i, j))
            }
            "exchange" => {
                let vectors: Vec<Array> = arrays.into_iter().filter(|a| a.hold == Hold::Vector).collect();
                let a = self.random.choose(&vectors)?;
                let same: Vec<Array> = vectors.into_iter().filter(|b| b.class == a.class && b.name != a.name).collect();
                Some(Stmt::Exchange(a.name, self.random.choose(&same)?.name))
            }
            "split" => self.split(),
            _ => self.view(),
        }
    }

    fn copy(&mut self, arrays: &[Array]) -> Option<Stmt> {
        let a = self.random.choose(arrays)?;
        let sources: Vec<Array> = self.scope.readable(0).into_iter().filter(|b| b.name != a.name).collect();
        let same: Vec<Array> = sources.iter().filter(|b| b.class == a.class).cloned().collect();
        if let Some(b) = self.random.choose(&same)
            && self.random.chance(60)
        {
            return Some(Stmt::Copy(a.view(), b.view()));
        }
        let b = self.random.choose(&sources)?;
        let n = self.random.between(1, a.least.min(b.least).max(1));
        if a.least < n || b.least < n {
            return None;
        }
        let (i, j) = (self.random.below(a.least - n + 1), self.random.below(b.least - n + 1));
        let to = a.part(Index::Number(i), Index::Number(i + n));
        let from = b.part(Index::Number(j), Index::Number(j + n));
        Some(Stmt::Copy(to, from))
    }

    /// A part of an array, with the least length that it has, and its length if that is known.
    pub(crate) fn part(&mut self, a: &Array, mutable: bool) -> (View, usize, Option<usize>) {
        let from = self.random.below(a.least.min(2) + 1);
        let length = self.length(a, !mutable);
        match (self.random.below(3), length) {
            (0, _) => (a.part(Index::Number(from), a.len()), a.least - from, None),
            (1, Some(length)) => {
                let half = Index::Binary('/', Box::new(length), Box::new(Index::Number(2)));
                (a.part(Index::Number(0), half), a.least / 2, None)
            }
            _ => {
                let to = self.random.between(from, a.least);
                (a.part(Index::Number(from), Index::Number(to)), to - from, Some(to - from))
            }
        }
    }

    /// `split_at_mut` or `split_at`, and statements on the two parts.
    fn split(&mut self) -> Option<Stmt> {
        let mutable = self.random.chance(75);
        let arrays = if mutable { self.scope.changeable(1) } else { self.scope.readable(1) };
        let a = self.random.choose(&arrays)?;
        if self.depth > 2 {
            return None;
        }
        let length = self.length(&a, !mutable || a.hold == Hold::Exclusive).filter(|_| self.random.chance(40));
        let (at, left_least, right_least, left_length) = if let Some(length) = length {
            let half = Index::Binary('/', Box::new(length), Box::new(Index::Number(2)));
            (half, a.least / 2, a.least - a.least / 2, None)
        } else {
            let n = self.random.below(a.least + 1);
            (Index::Number(n), n, a.least - n, Some(n))
        };
        let (left, right) = (self.fresh("lo"), self.fresh("hi"));
        let scope = self.scope.clone();
        if mutable {
            self.scope.hide(&a.name);
        } else {
            self.scope.freeze(&a.name);
        }
        let hold = if mutable { Hold::Exclusive } else { Hold::Shared };
        let left_class = left_length.map_or_else(|| self.class(), Self::fixed_class);
        let right_class = self.class();
        for (name, least, class) in [(&left, left_least, left_class), (&right, right_least, right_class)] {
            self.scope.array(Array { name: name.clone(), hold, mutable, least, class, length: None });
        }
        let mut body = vec![Stmt::Split { left, right, of: a.view(), at, mutable }];
        body.extend(self.open_block(4));
        self.scope = scope;
        Some(Stmt::Scope(body))
    }

    /// `let v = &mut a[i..j];`, and statements on it.
    fn view(&mut self) -> Option<Stmt> {
        let mutable = self.random.chance(50);
        let arrays = if mutable { self.scope.changeable(1) } else { self.scope.readable(1) };
        let a = self.random.choose(&arrays)?;
        let (view, least, length) = self.part(&a, mutable);
        let name = self.fresh("w");
        let hold = if mutable { Hold::Exclusive } else { Hold::Shared };
        let class = length.map_or_else(|| self.class(), Self::fixed_class);
        let array = Array { name: name.clone(), hold, mutable, least, class, length: None };
        let stmt = Stmt::LetView { name, view, mutable };
        if !mutable {
            // It stands until the end of the block, and what it is a part of must not change as long.
            self.scope.freeze(&a.name);
            self.scope.array(array);
            return Some(stmt);
        }
        if self.depth > 2 {
            return None;
        }
        let scope = self.scope.clone();
        self.scope.hide(&a.name);
        self.scope.array(array);
        let mut body = vec![stmt];
        body.extend(self.open_block(3));
        self.scope = scope;
        Some(Stmt::Scope(body))
    }
}
