//! Lists of lists put together.

/// All elements of the lists in a list.
pub fn concat<T: Clone, V: Borrow<[T]>>(lists: &[V]) -> Vec<T> {
    let mut out = Vec::new();
    for i in 0..lists.len() {
        let list: &[T] = lists[i].borrow();
        for k in 0..list.len() {
            out.push(list[k].clone());
        }
    }
    out
}

/// All elements of the lists in a list, with an element, or elements, between them.
pub fn join<T: Clone, V: Borrow<[T]>, S: Separator<T>>(lists: &[V], separator: S) -> Vec<T> {
    let mut out = Vec::new();
    for i in 0..lists.len() {
        if i > 0 {
            separator.put(&mut out);
        }
        let list: &[T] = lists[i].borrow();
        for k in 0..list.len() {
            out.push(list[k].clone());
        }
    }
    out
}

/// What stands between lists that are joined.
pub trait Separator<T> {
    /// Puts it at the end of a list.
    fn put(&self, out: &mut Vec<T>);
}

impl<T: Clone> Separator<T> for &T {
    fn put(&self, out: &mut Vec<T>) {
        out.push((**self).clone());
    }
}

impl<T: Clone> Separator<T> for &[T] {
    fn put(&self, out: &mut Vec<T>) {
        for k in 0..self.len() {
            out.push(self[k].clone());
        }
    }
}

/// What holds a list.
pub trait Borrow<L: ?Sized> {
    /// The list.
    fn borrow(&self) -> &L;
}

macro_rules! holds {
    ($([$($params:tt)*] $list:ty;)*) => {$(
        impl<$($params)*> Borrow<[T]> for $list {
            fn borrow(&self) -> &[T] {
                self
            }
        }
    )*};
}
holds! {
    [T] Vec<T>;
    [T] [T];
    [T, const N: usize] [T; N];
    [T] &[T];
    [T] &Vec<T>;
    [T] &mut [T];
}

impl<T, const N: usize> Borrow<[T]> for &[T; N] {
    fn borrow(&self) -> &[T] {
        *self
    }
}
