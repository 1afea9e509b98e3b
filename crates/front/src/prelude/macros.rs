//! What several modules write alike. A macro here has one rule, whose items end with `;`: `program::text` writes it out for
//! who reads.

/// Lists gone through from both ends: structures with `from` and `to`, whose method `element` gives an element by its index.
macro_rules! walk {
    ($([$($params:tt)*] $list:ty, $item:ty;)*) => {$(
        impl<$($params)*> iter::Iter for $list {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                if self.from < self.to {
                    self.from += 1;
                    Some(self.element(self.from - 1))
                } else {
                    None
                }
            }

            fn indexed(&self) -> bool {
                true
            }

            fn len(&self) -> usize {
                self.to - self.from
            }

            fn at(&mut self, k: usize) -> $item {
                self.element(self.from + k)
            }

            fn forget(&mut self, n: usize) {
                self.from += n;
            }
        }

        impl<$($params)*> iter::Back for $list {
            fn next_back(&mut self) -> Option<$item> {
                if self.from < self.to {
                    self.to -= 1;
                    Some(self.element(self.to))
                } else {
                    None
                }
            }

            fn forget_back(&mut self, n: usize) {
                self.to -= n;
            }
        }
    )*};
}

/// What has an item for each of the iterator in it.
macro_rules! one_each {
    ($($inner:ident;)*) => {$(
        fn indexed(&self) -> bool {
            self.$inner.indexed()
        }

        fn len(&self) -> usize {
            self.$inner.len()
        }

        fn forget(&mut self, n: usize) {
            self.$inner.forget(n);
        }
    )*};
}

/// References to what a collection holds are gone through by its method `iter`.
macro_rules! lends {
    ($([$($params:tt)*] $collection:ty, $item:ty, $iter:ty;)*) => {$(
        impl<'a, $($params)*> IntoIter for &'a $collection {
            type Item = $item;
            type IntoIter = $iter;

            fn into_iter(self) -> $iter {
                self.iter()
            }
        }
    )*};
}

/// The same of references through which it is changed, by its method `iter_mut`.
macro_rules! lends_mut {
    ($([$($params:tt)*] $collection:ty, $item:ty, $iter:ty;)*) => {$(
        impl<'a, $($params)*> IntoIter for &'a mut $collection {
            type Item = $item;
            type IntoIter = $iter;

            fn into_iter(self) -> $iter {
                self.iter_mut()
            }
        }
    )*};
}

/// A collection of nothing by default.
macro_rules! empty {
    ($([$($params:tt)*] $collection:ty;)*) => {$(
        impl<$($params)*> Default for $collection {
            fn default() -> $collection {
                <$collection>::new()
            }
        }
    )*};
}
