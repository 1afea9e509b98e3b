//! Traits of std, for who reads the prelude: what their methods take and give. This file is never compiled.

pub trait Borrow<B> {}
impl<T> Borrow<T> for T {}
impl<'a, T> Borrow<T> for &'a T {}
impl<T> Borrow<[T]> for Vec<T> {}
pub trait Clone: Sized {
    fn clone(&self) -> Self;
}
pub trait Copy: Clone {}
pub trait Default: Sized {
    fn default() -> Self;
}
pub trait From<T>: Sized {
    fn from(value: T) -> Self;
}
pub trait Into<T>: Sized {
    fn into(self) -> T;
}
pub trait AsRef<T> {
    fn as_ref(&self) -> &T;
}
pub trait AsMut<T> {
    fn as_mut(&mut self) -> &mut T;
}
pub trait Deref {
    type Target;
    fn deref(&self) -> &Self::Target;
}
pub trait DerefMut: Deref {
    fn deref_mut(&mut self) -> &mut Self::Target;
}
pub trait Drop {
    fn drop(&mut self);
}
pub trait Index<I> {
    type Output;
    fn index(&self, index: I) -> &Self::Output;
}
pub trait IndexMut<I>: Index<I> {
    fn index_mut(&mut self, index: I) -> &mut Self::Output;
}
pub trait PartialEq<Rhs = Self> {
    fn eq(&self, other: &Rhs) -> bool;
    fn ne(&self, other: &Rhs) -> bool {
        !self.eq(other)
    }
}
pub trait Eq: PartialEq {}
pub trait PartialOrd<Rhs = Self>: PartialEq<Rhs> {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;
    fn lt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less))
    }
    fn le(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Less | Ordering::Equal))
    }
    fn gt(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater))
    }
    fn ge(&self, other: &Rhs) -> bool {
        matches!(self.partial_cmp(other), Some(Ordering::Greater | Ordering::Equal))
    }
}
pub trait Ord: Eq + PartialOrd {
    fn cmp(&self, other: &Self) -> Ordering;
    fn max(self, other: Self) -> Self {
        match other.cmp(&self) {
            Ordering::Less => self,
            _ => other,
        }
    }
    fn min(self, other: Self) -> Self {
        match other.cmp(&self) {
            Ordering::Less => other,
            _ => self,
        }
    }
    fn clamp(self, min: Self, max: Self) -> Self {
        if self.cmp(&min) == Ordering::Less {
            min
        } else if self.cmp(&max) == Ordering::Greater {
            max
        } else {
            self
        }
    }
}
pub trait Neg {
    type Output;
    fn neg(self) -> Self::Output;
}
pub trait Not {
    type Output;
    fn not(self) -> Self::Output;
}
macro_rules! operator {
    ($($name:ident, $method:ident;)*) => {$(
        pub trait $name<Rhs = Self> {
            type Output;
            fn $method(self, rhs: Rhs) -> Self::Output;
        }
    )*};
}
operator! {
    Add, add; Sub, sub; Mul, mul; Div, div; Rem, rem;
    BitAnd, bitand; BitOr, bitor; BitXor, bitxor; Shl, shl; Shr, shr;
}

macro_rules! assignment {
    ($($name:ident, $method:ident;)*) => {$(
        pub trait $name<Rhs = Self> {
            fn $method(&mut self, rhs: Rhs);
        }
    )*};
}
assignment! {
    AddAssign, add_assign; SubAssign, sub_assign; MulAssign, mul_assign; DivAssign, div_assign; RemAssign, rem_assign;
    BitAndAssign, bitand_assign; BitOrAssign, bitor_assign; BitXorAssign, bitxor_assign; ShlAssign, shl_assign; ShrAssign, shr_assign;
}
