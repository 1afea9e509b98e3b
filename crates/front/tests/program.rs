//! Items, as they are read of texts.

use expect_test::{Expect, expect};
use front::hir::TypeRef;
use front::items::{Bound, FnId, Generics, ItemId};
use front::program::{Program, Value};
use front::ty::{Float, Len, Ty};

struct Show<'p>(&'p Program);

impl Show<'_> {
    fn all(&self, all: &[Ty]) -> String {
        all.iter().map(|t| self.ty(t)).collect::<Vec<_>>().join(", ")
    }

    fn len(&self, len: &Len) -> String {
        match len {
            Len::Known(n) => n.to_string(),
            Len::Text(text) => format!("`{text}`"),
            Len::Param(k) => format!("P{k}"),
            Len::Var(k) => format!("_{k}"),
        }
    }

    fn ty(&self, ty: &Ty) -> String {
        let p = self.0;
        match ty {
            Ty::Never => "!".into(),
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::Str => "str".into(),
            Ty::Int(int) => int.name().into(),
            Ty::Float(Float::F32) => "f32".into(),
            Ty::Float(Float::F64) => "f64".into(),
            Ty::Float(Float::Own) => "Own".into(),
            Ty::Tuple(all) => format!("({})", self.all(all)),
            Ty::Array(of, len) => format!("[{}; {}]", self.ty(of), self.len(len)),
            Ty::Slice(of) => format!("[{}]", self.ty(of)),
            Ty::Vec(of) => format!("Vec<{}>", self.ty(of)),
            Ty::Boxed(_, of) => format!("Box<{}>", self.ty(of)),
            Ty::Ref(mutable, of) => format!("&{}{}", if *mutable { "mut " } else { "" }, self.ty(of)),
            Ty::Adt(adt, args) if args.is_empty() => p.adt(*adt).name.to_string(),
            Ty::Adt(adt, args) => format!("{}<{}>", p.adt(*adt).name, self.all(args)),
            Ty::FnPtr(params, ret) => format!("fn({}) -> {}", self.all(params), self.ty(ret)),
            Ty::Param(k) => format!("P{k}"),
            Ty::Const(len) => format!("const {}", self.len(len)),
            Ty::Assoc(of, id, name) => format!("<{} as {}>::{name}", self.ty(of), p.trait_def(*id).name),
            Ty::Var(k) => format!("_{k}"),
            Ty::Dyn(of, args, types) => {
                let types = types.iter().map(|(name, ty)| format!("{name} = {}", self.ty(ty)));
                let args = args.iter().map(|ty| self.ty(ty)).chain(types).collect::<Vec<_>>().join(", ");
                format!("dyn {}<{args}>", p.trait_def(*of).name)
            }
            Ty::Opaque(text) => format!("`{text}`"),
            other => format!("{other:?}"),
        }
    }

    fn generics(&self, g: &Generics) -> String {
        let names = g.names.iter().zip(&g.consts).map(|(n, c)| format!("{}{n}", if *c { "const " } else { "" }));
        let names = names.collect::<Vec<_>>().join(", ");
        let bounds = g.bounds.iter().map(|b| match b {
            Bound::Trait(t, id, args, types) => {
                let mut args: Vec<String> = args.iter().map(|t| self.ty(t)).collect();
                args.extend(types.iter().map(|(n, t)| format!("{n} = {}", self.ty(t))));
                let args = if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) };
                format!("{}: {}{args}", self.ty(t), self.0.trait_def(*id).name)
            }
            Bound::Call(t, params, ret) => format!("{}: Fn({}) -> {}", self.ty(t), self.all(params), self.ty(ret)),
            Bound::Number(t) => format!("{}: number", self.ty(t)),
        });
        let bounds = bounds.collect::<Vec<_>>().join(", ");
        match (names.is_empty(), bounds.is_empty()) {
            (true, _) => String::new(),
            (_, true) => format!("<{names}>"),
            _ => format!("<{names} | {bounds}>"),
        }
    }

    fn function(&self, f: FnId) -> String {
        let def = self.0.func(f);
        let params = def.params.iter().map(|p| format!("{}{}", if p.constant { "#" } else { "" }, self.ty(&p.ty)));
        let params = params.collect::<Vec<_>>().join(", ");
        let marks = [(def.differentiable, "differentiable "), (def.intrinsic.is_some(), "intrinsic ")];
        let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, m)| *m).collect();
        format!("{marks}{}{}({params}) -> {}", def.name, self.generics(&def.generics), self.ty(&def.ret))
    }

    fn type_ref(&self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Infer => "_".into(),
            TypeRef::Ty(ty) | TypeRef::With(ty) => self.ty(ty),
        }
    }

    fn value(&self, value: &Value) -> String {
        let refs = |all: &[TypeRef]| {
            let all = all.iter().map(|t| self.type_ref(t)).collect::<Vec<_>>().join(", ");
            if all.is_empty() { all } else { format!("::<{all}>") }
        };
        match value {
            Value::Fn(f, args) => format!("fn {}{}", self.0.func(*f).name, refs(args)),
            Value::Const(c) => {
                let def = self.0.constant(*c);
                format!("const {}: {}", def.name, self.ty(&def.ty))
            }
            Value::Variant(adt, k, args) => {
                let def = self.0.adt(*adt);
                format!("variant {}.{}{}", def.name, def.variants[*k].name, refs(args))
            }
            Value::ConstParam(k) => format!("P{k}"),
            Value::TypeFn(ty, name, args) => format!("<{}>::{name}{}", self.type_ref(ty), refs(args)),
            Value::Foreign => "foreign".into(),
        }
    }
}

fn functions(text: &str, names: &[&str], expected: Expect) {
    let program = Program::of_texts(&[text]);
    let show = Show(&program);
    let all = names.iter().map(|name| show.function(program.function(name).expect(name)) + "\n");
    expected.assert_eq(&all.collect::<String>());
}

fn values(text: &str, inside: &str, paths: &[&str], expected: Expect) {
    let program = Program::of_texts(&[text]);
    let scope = program.scope_of(program.function(inside).expect(inside));
    let show = Show(&program);
    let all = paths.iter().map(|path| {
        let read: syn::ExprPath = syn::parse_str(path).expect(path);
        format!("{path}: {}\n", show.value(&program.value(&scope, read.qself.as_ref(), &read.path)))
    });
    expected.assert_eq(&all.collect::<String>());
}

#[test]
fn signatures() {
    functions(
        "use wengert::Real;
        use std::ops::{Add, Mul};
        #[derive(Clone, Copy)] struct Vec3 { x: f64, y: f64, z: f64 }
        struct Matrix<const R: usize, const C: usize, T = f64>([[T; C]; R]);
        type Row<T> = [T; 3];
        const N: usize = 2 + DIM;
        const DIM: usize = 3;
        #[differentiable] fn plain(x: &[f64], #[constant] k: usize, v: &mut Vec<f64>) -> f64 { 0.0 }
        fn number<T: Real>(x: T, y: &[T]) -> T { x }
        fn nested<T>(x: Option<(T, f64)>) -> Result<Vec<T>, String> where T: Copy { loop {} }
        fn calls(f: impl Fn(f64) -> f64, g: &dyn Fn(&[f64]) -> f64, h: fn(f64, usize) -> Vec3) {}
        fn bounded<F>(f: F, n: usize) -> f64 where F: FnMut(usize) -> f64 { 0.0 }
        fn lengths<const K: usize>(a: [f64; N], b: [f64; K], c: [f64; 2 * DIM], d: Matrix<2, K>, e: Row<f32>) {}
        fn items<'a, I: Iterator<Item = &'a f64>>(it: I) -> I::Item { loop {} }
        fn adds<T: Copy + Add<Output = T> + Mul<f64, Output = T>>(x: T) -> T { x }
        fn hidden(xs: impl Iterator<Item = f64> + Clone) -> impl Iterator<Item = f64> { xs }
        fn unknown(m: std::collections::LinkedList<f64>, n: nalgebra::DMatrix<f64>) -> ! { loop {} }",
        &["plain", "number", "nested", "calls", "bounded", "lengths", "items", "adds", "hidden", "unknown"],
        expect![[r#"
            differentiable plain(&[f64], #usize, &mut Vec<f64>) -> f64
            number<T | P0: number>(P0, &[P0]) -> P0
            nested<T | P0: Copy, P0: Clone>(Option<(P0, f64)>) -> Result<Vec<P0>, `String`>
            calls<impl 0 | P0: Fn(f64) -> f64>(P0, &fn(&[f64]) -> f64, fn(f64, usize) -> Vec3) -> ()
            bounded<F | P0: Fn(usize) -> f64>(P0, usize) -> f64
            lengths<const K>([f64; 5], [f64; P0], [f64; 6], Matrix<const 2, const P0, f64>, [f32; 3]) -> ()
            items<I | P0: Iter<Item = &f64>>(P0) -> <P0 as Iter>::Item
            adds<T | P0: Copy, P0: Clone, P0: Add<P0, Output = P0>, P0: Mul<f64, Output = P0>>(P0) -> P0
            hidden<impl 0 | P0: Iter<Item = f64>, P0: Clone>(P0) -> `impl Iterator < Item = f64 >`
            unknown(`std :: collections :: LinkedList < f64 >`, `nalgebra :: DMatrix < f64 >`) -> !
        "#]],
    );
}

#[test]
fn paths_of_values() {
    values(
        "use std::f64::consts;
        mod inner { pub fn f() {} pub struct Unit; pub const K: f64 = 1.5; }
        use inner::{f as g, Unit};
        struct Pair<T>(T, T);
        impl<T> Pair<T> { const TWO: usize = 2; fn new(x: T) -> Self { loop {} } }
        enum Shape { Circle(f64), Square { side: f64 } }
        use Shape::Circle;
        type P64 = Pair<f64>;
        trait Zero { fn zero() -> Self; }
        impl Zero for f64 { fn zero() -> f64 { 0.0 } }
        fn here<T: Zero, const N: usize>() {}",
        "here",
        &[
            "g",
            "inner::f",
            "inner::K",
            "Unit",
            "Pair",
            "Pair::<f64>",
            "Pair::new",
            "Pair::<f64>::new",
            "Pair::TWO",
            "P64::new",
            "Shape::Circle",
            "Circle",
            "Some",
            "None",
            "Option::<f64>::None",
            "Some::<f64>",
            "Ok",
            "T::zero",
            "f64::zero",
            "Zero::zero",
            "<f64 as Zero>::zero",
            "N",
            "f64::max",
            "f64::EPSILON",
            "std::f64::consts::PI",
            "consts::LN_2",
            "usize::MAX",
            "Vec::new",
            "Vec::<f64>::with_capacity",
            "std::cmp::Ordering::Less",
            "nothing",
            "rand::random",
        ],
        expect![[r#"
            g: fn f
            inner::f: fn f
            inner::K: const K: f64
            Unit: variant Unit.Unit
            Pair: variant Pair.Pair
            Pair::<f64>: variant Pair.Pair::<f64>
            Pair::new: <Pair<_0>>::new
            Pair::<f64>::new: <Pair<f64>>::new
            Pair::TWO: <Pair<_0>>::TWO
            P64::new: <Pair<f64>>::new
            Shape::Circle: variant Shape.Circle
            Circle: variant Shape.Circle
            Some: variant Option.Some
            None: variant Option.None
            Option::<f64>::None: variant Option.None::<f64>
            Some::<f64>: variant Option.Some::<f64>
            Ok: variant Result.Ok
            T::zero: <P0>::zero
            f64::zero: <f64>::zero
            Zero::zero: fn zero
            <f64 as Zero>::zero: fn zero::<f64>
            N: P1
            f64::max: <f64>::max
            f64::EPSILON: const EPSILON: f64
            std::f64::consts::PI: const PI: f64
            consts::LN_2: const LN_2: f64
            usize::MAX: const MAX: usize
            Vec::new: <Vec<_0>>::new
            Vec::<f64>::with_capacity: <Vec<f64>>::with_capacity
            std::cmp::Ordering::Less: variant Ordering.Less
            nothing: foreign
            rand::random: foreign
        "#]],
    );
}

#[test]
fn methods() {
    let program = Program::of_texts(&["
        use std::ops::Add;
        #[derive(Clone, Copy, PartialEq)] struct Vec3 { x: f64 }
        #[differentiable] impl Vec3 { fn norm(&self) -> f64 { self.x } }
        impl Add for Vec3 { type Output = Vec3; fn add(self, o: Vec3) -> Self::Output { o } }
        impl Add<f64> for Vec3 { type Output = f64; fn add(self, o: f64) -> f64 { o } }
        trait Area { fn area(&self) -> f64; fn twice(&self) -> f64 { 2.0 * self.area() } }
        impl Area for Vec3 { fn area(&self) -> f64 { 0.0 } }
        impl<T: Area> Area for [T] { fn area(&self) -> f64 { 0.0 } }
        trait Any { fn any(&self) {} }
        impl<T> Any for T {}
        fn list() -> [Vec3; 2] {} fn one() -> Vec3 {} fn slice(x: &[Vec3]) {}
    "]);
    let show = Show(&program);
    let one = program.func(program.function("one").unwrap()).ret.clone();
    let slice = program.func(program.function("slice").unwrap()).params[0].ty.clone();
    let Ty::Ref(_, slice) = slice else { panic!() };
    let mut out = String::new();
    for (ty, name) in [
        (&one, "norm"),
        (&one, "add"),
        (&one, "area"),
        (&one, "twice"),
        (&one, "any"),
        (&*slice, "area"),
        (&*slice, "iter"),
        (&*slice, "len"),
        (&one, "map"),
    ] {
        out += &format!("{}.{name}\n", show.ty(ty));
        for m in program.methods_named(ty, name) {
            let of = m.of.map(|of| show.ty(&program.impl_def(of).ty));
            out += &format!("    {} of {}\n", show.function(m.f), of.unwrap_or_default());
        }
    }
    for name in ["clone::Clone", "iter::Iterator", "ops::Add"] {
        if let Some(ItemId::Trait(id)) = program.prelude(name) {
            out += &format!("{name}: {}\n", program.impls_of_trait(id, &one).len());
        }
    }
    expect![[r#"
        Vec3.norm
            differentiable norm(&Vec3) -> f64 of Vec3
        Vec3.add
            add(Vec3, Vec3) -> Vec3 of Vec3
            add(Vec3, f64) -> f64 of Vec3
        Vec3.area
            area(&Vec3) -> f64 of Vec3
        Vec3.twice
            twice<Self>(&P0) -> f64 of Vec3
        Vec3.any
            any<Self>(&P0) -> () of P0
            any<I, F | P0: Iter, P1: Fn(<P0 as Iter>::Item) -> bool>(&mut P0, P1) -> bool of 
        [Vec3].area
            area<T | P0: Area>(&[P0]) -> f64 of [P0]
        [Vec3].iter
            iter<T>(&[P0]) -> Iter<P0> of 
        [Vec3].len
            intrinsic len<T>(&[P0]) -> usize of 
        Vec3.map
            map<I, B, F | P0: Iter, P2: Fn(<P0 as Iter>::Item) -> P1>(P0, P2) -> Map<P0, P2> of 
        clone::Clone: 1
        iter::Iterator: 0
        ops::Add: 2
    "#]]
    .assert_eq(&out);
}

#[test]
fn what_macros_make() {
    let text = "
        macro_rules! binary {
            ($op:ident, $f:ident, $sign:tt) => {
                impl $op for V2 { type Output = V2; fn $f(self, o: V2) -> V2 { V2(self.0 $sign o.0) } }
            };
        }
        macro_rules! newtype { ($name:ident) => { #[derive(Clone)] pub struct $name(pub f64); helper!($name); } }
        macro_rules! helper { ($name:ident) => { pub fn make(x: f64) -> $name { $name(x) } } }
        use std::ops::Add;
        pub struct V2(f64);
        binary!(Add, add, +);
        pub mod units { newtype!(Meters); }
        mod user {
            use super::units::*;
            use super::units::make as made;
            use super::V2;
            fn here(a: V2) -> Meters { loop {} }
        }";
    values(
        text,
        "user::here",
        &["Meters", "make", "made", "super::units::make", "crate::units::Meters", "other"],
        expect![[r#"
            Meters: variant Meters.Meters
            make: fn make
            made: fn make
            super::units::make: fn make
            crate::units::Meters: variant Meters.Meters
            other: foreign
        "#]],
    );
    functions(
        text,
        &["user::here", "units::make"],
        expect![[r#"
        here(V2) -> Meters
        make(f64) -> Meters
    "#]],
    );
    let program = Program::of_texts(&[text]);
    let f = program.func(program.function("user::here").unwrap());
    let Ty::Adt(meters, _) = f.ret else { panic!() };
    let path = program.path_of_adt(meters).unwrap();
    assert_eq!(quote::quote!(#path).to_string(), "crate :: units :: Meters");
    assert_eq!(program.methods_named(&f.params[0].ty, "add").len(), 1);
    let own = syn::parse_quote!(
        pub fn make(x: f64) -> Meters {
            Meters(x)
        }
    );
    let there = program.scope_of_made("make", false, None).unwrap();
    assert_eq!(program.define(&there, &own), program.function("units::make").unwrap());
    assert!(program.scope_of_made("Meters", true, None).is_none() && program.scope_of_made("V2", true, None).is_some());
    assert!(!program.methods_named(&f.ret, "clone").is_empty());
}

#[test]
fn trait_objects() {
    let text = "
        pub trait Base { fn base(&self) -> f64; }
        pub trait Shape<K = f64>: Base { type Out; fn area(&self, k: K) -> Self::Out; }
        impl dyn Base { fn own(&self) -> f64 { 1.0 } }
        fn takes(a: &dyn Shape<Out = f64>, b: Box<dyn Base + Send>, c: &dyn Fn(f64) -> f64, d: &dyn std::error::Error) {}";
    functions(
        text,
        &["takes"],
        expect![[r#"
            takes<impl 0 | P0: Shape<f64, Out = f64>, P0: Base>(&P0, Box<dyn Base<>>, &fn(f64) -> f64, &`dyn std :: error :: Error`) -> ()
        "#]],
    );
    let program = Program::of_texts(&[text]);
    let show = Show(&program);
    let params = program.func(program.function("takes").unwrap()).params.clone();
    let mut out = String::new();
    for (k, name) in [(0, "area"), (0, "base"), (1, "base"), (1, "own"), (0, "own")] {
        for m in program.methods_named(params[k].ty.behind(), name) {
            let def = program.impl_def(m.of.unwrap());
            let types = def.types.iter().map(|(name, ty)| format!(" {name} = {}", show.ty(ty))).collect::<String>();
            out += &format!("{k}.{name}: {} of {}{types}\n", show.function(m.f), show.ty(&def.ty));
        }
    }
    expect![[r#"
        1.base: base<Self>(&P0) -> f64 of dyn Base<>
        1.own: own(&dyn Base<>) -> f64 of dyn Base<>
        0.own: own(&dyn Base<>) -> f64 of dyn Base<>
    "#]]
    .assert_eq(&out);
}

#[test]
fn what_never_ends_ends() {
    let text = "
        type A = B; type B = A;
        type P<T> = (Q<T>, Q<T>); type Q<T> = (P<T>, P<T>);
        const M: usize = N + N; const N: usize = M + M;
        struct Knot<T = Knot>(T);
        trait Up: Down { type Out; } trait Down: Up {}
        struct S;
        impl Up for S { type Out = Self::Out; }
        impl Up for S::Out { type Out = S; }
        impl<T: Up> Up for T::Out where T::Out: Up { type Out = T::Out; }
        mod m { pub use super::n::*; } mod n { pub use super::m::*; }
        use m::*;
        macro_rules! again { ($($x:tt)*) => { again!($($x)* $($x)*); } }
        again!(a);
        fn aliases(a: A, p: P<f64>) -> [f64; M] { loop {} }
        fn knots(k: Knot, s: S, n: nothing::N, g: Again) -> S::Out { loop {} }
        fn bounds<T: Up + Down>(t: T) -> T::Out where T::Out: Up { loop {} }
        fn body() {
            enum Shape { Circle(f64), Square(Shape2) }
            struct Shape2(Box<Shape>);
            use Shape::*;
            use self::Shape as Other;
            use other as other;
        }";
    let program = Program::of_texts(&[text]);
    let show = Show(&program);
    for name in ["aliases", "knots", "bounds"] {
        show.function(program.function(name).expect(name));
    }
    let knots = program.func(program.function("knots").unwrap());
    for param in &knots.params {
        program.impls_of(&param.ty);
        program.methods_named(&param.ty, "map");
        program.const_of(&param.ty, "N");
    }
    let f = program.function("body").unwrap();
    let body = program.text(f).unwrap();
    let items = body.block.stmts.iter().filter_map(|s| match s {
        syn::Stmt::Item(item) => Some(item.clone()),
        _ => None,
    });
    let inner = program.open(&program.scope_of(f), &items.collect::<Vec<_>>());
    let of = |path: &str| show.value(&program.value(&inner, None, &syn::parse_str(path).unwrap()));
    let all = ["Circle", "Other::Square", "other", "Shape2"].map(of).join("; ");
    expect!["variant Shape.Circle; foreign; foreign; variant Shape2.Shape2"].assert_eq(&all);
}

#[test]
fn constants_of_types() {
    values(
        "struct Unit<T>(T);
        impl Unit<f64> { const ONE: f64 = 1.0; }
        impl Unit<f32> { const ONE: f32 = 1.0; }
        impl<T: Zero> Unit<T> { const NIL: T = T::ZERO; const WIDTH: usize = 2; }
        trait Zero { const ZERO: Self; const TEN: f64 = 10.0; }
        impl Zero for f64 { const ZERO: f64 = 0.0; }
        fn here<T: Zero>() {}",
        "here",
        &[
            "T::ZERO",
            "T::TEN",
            "f64::ZERO",
            "f64::TEN",
            "<f64 as Zero>::ZERO",
            "Unit::<f64>::ONE",
            "Unit::<f32>::ONE",
            "Unit::<f64>::WIDTH",
            "Unit::<f64>::NIL",
            "Unit::ONE",
        ],
        expect![[r#"
            T::ZERO: <P0>::ZERO
            T::TEN: <P0>::TEN
            f64::ZERO: const ZERO: f64
            f64::TEN: <f64>::TEN
            <f64 as Zero>::ZERO: <f64>::ZERO
            Unit::<f64>::ONE: const ONE: f64
            Unit::<f32>::ONE: const ONE: f32
            Unit::<f64>::WIDTH: <Unit<f64>>::WIDTH
            Unit::<f64>::NIL: <Unit<f64>>::NIL
            Unit::ONE: <Unit<_0>>::ONE
        "#]],
    );
}
