//! What several modules write alike. A macro here has one rule, whose items end with `;`: `program::text` writes it out for
//! who reads.

/// Lists gone through from both ends: structures with `from` and `to`. The last part says which item is that of an index.
macro_rules! walk {
    ($([$($params:tt)*] $list:ty, $item:ty, $me:ident, $k:ident, $element:expr;)*) => {$(
        impl<$($params)*> iter::Iter for $list {
            type Item = $item;

            fn next(&mut $me) -> Option<$item> {
                if $me.from < $me.to {
                    let $k = $me.from;
                    $me.from += 1;
                    Some($element)
                } else {
                    None
                }
            }

            fn indexed(&$me) -> bool {
                true
            }

            fn len(&$me) -> usize {
                $me.to - $me.from
            }

            fn at(&mut $me, k: usize) -> $item {
                let $k = $me.from + k;
                $element
            }

            fn forget(&mut $me, n: usize) {
                $me.from += n;
            }
        }

        impl<$($params)*> iter::Back for $list {
            fn next_back(&mut $me) -> Option<$item> {
                if $me.from < $me.to {
                    $me.to -= 1;
                    let $k = $me.to;
                    Some($element)
                } else {
                    None
                }
            }

            fn forget_back(&mut $me, n: usize) {
                $me.to -= n;
            }
        }
    )*};
}

/// What has an item for each of the iterator in it: the last part says which for the item `x`, the one before it whether
/// nothing else can be seen of that.
macro_rules! each_item {
    ($([$($params:tt)*] $adaptor:ty, $item:ty, $me:ident, $x:ident, $quiet:expr, $made:expr;)*) => {$(
        impl<$($params)*> Iter for $adaptor {
            type Item = $item;

            fn next(&mut $me) -> Option<$item> {
                match $me.iter.next() {
                    Some($x) => Some($made),
                    None => None,
                }
            }

            fn indexed(&$me) -> bool {
                $me.iter.indexed()
            }

            fn quiet(&$me) -> bool {
                $quiet
            }

            fn len(&$me) -> usize {
                $me.iter.len()
            }

            fn at(&mut $me, k: usize) -> $item {
                let $x = $me.iter.at(k);
                $made
            }

            fn forget(&mut $me, n: usize) {
                $me.iter.forget(n);
            }

            fn each<S: FnMut($item) -> bool>(&mut $me, mut sink: S) -> bool {
                $me.iter.each(|$x| sink($made))
            }
        }

        impl<$($params)*> Back for $adaptor
        where
            I: Back,
        {
            fn next_back(&mut $me) -> Option<$item> {
                match $me.iter.next_back() {
                    Some($x) => Some($made),
                    None => None,
                }
            }

            fn forget_back(&mut $me, n: usize) {
                $me.iter.forget_back(n);
            }

            fn each_back<S: FnMut($item) -> bool>(&mut $me, mut sink: S) -> bool {
                $me.iter.each_back(|$x| sink($made))
            }
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
