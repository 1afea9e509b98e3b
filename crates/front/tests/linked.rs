//! Other crates in the index: their public items are found where they are imported, and have paths that lead there.

use front::index::{CfgOptions, Def, Files, Index, Named, ScopeId, Space};

const POINT: &str = "pub struct Point { pub x: f64 }";

#[test]
fn other_crates_are_known_by_their_public_items() {
    let folder = std::env::temp_dir().join(format!("linked_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (root, other) = (folder.join("main.rs"), folder.join("lib.rs"));
    std::fs::write(&other, format!("pub mod shapes {{ {POINT} pub(crate) struct Hidden; }} pub use shapes::Point;"))
        .expect("a file");
    std::fs::write(&root, "use shapes::Point; mod own { pub struct Point; } mod all { pub use shapes::shapes::*; }")
        .expect("a file");
    let linked = vec![("shapes".to_owned(), other)];
    let index = Index::of_crate(&root, &linked, &CfgOptions::default(), &mut Files::default());
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Vec<_>>();
    let found = |text: &str| index.resolve(ScopeId::ROOT, &path(text), Space::Types).0;
    let Named::One(Def::Item(point)) = found("Point") else { panic!("imported: {:?}", found("Point")) };
    assert_eq!(found("shapes::shapes::Point"), found("Point"));
    assert_eq!(found("::shapes::Point"), found("Point"));
    assert_eq!(index.path_of(point), ["", "shapes", "shapes", "Point"]);
    assert!(!index.is_own(point.scope) && index.is_whole());
    // A namesake of this crate is another, and what the other crate keeps is not there.
    assert_ne!(found("own::Point"), found("Point"));
    assert_eq!(found("all::Point"), found("Point"));
    assert!(!matches!(found("all::Hidden"), Named::One(_)));
    // Who knows other crates by paths alone is told a path.
    let outside = Named::One(Def::Outside(path("shapes::shapes::Point")));
    assert_eq!(index.resolve_here(ScopeId::ROOT, &path("Point"), Space::Types).0, outside);
    std::fs::remove_dir_all(&folder).expect("it was there");
}
