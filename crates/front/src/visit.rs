//! Visitors that look at syntax trees, as syn's, but walked as trait objects.
//!
//! What syn generates is generic over the visitor, some 360 functions for each. With 47 visitors, of both kinds, these were
//! 16,160 of the 56,275 functions that a debug build of the transformation compiled; as trait objects all are 42,227.

use syn::*;

/// A visitor as a trait object.
pub trait AsVisit<'ast> {
    #[doc(hidden)]
    fn as_visit(&mut self) -> &mut (dyn Visit<'ast> + '_);
}

impl<'ast, V: Visit<'ast>> AsVisit<'ast> for V {
    fn as_visit(&mut self) -> &mut (dyn Visit<'ast> + '_) {
        self
    }
}

macro_rules! nodes {
    ($($method:ident $Node:ident,)*) => {
        /// What looks at nodes of a tree: where it has no method of its own, at the nodes inside.
        #[allow(missing_docs)]
        pub trait Visit<'ast>: AsVisit<'ast> {
            $(fn $method(&mut self, node: &'ast $Node) {
                $method(self.as_visit(), node);
            })*
        }

        struct Walk<'v, 'ast>(&'v mut (dyn Visit<'ast> + 'v));

        impl<'ast> syn::visit::Visit<'ast> for Walk<'_, 'ast> {
            $(fn $method(&mut self, node: &'ast $Node) {
                self.0.$method(node);
            })*
        }

        $(/// Looks at the nodes inside.
        pub fn $method<'ast>(visitor: &mut (dyn Visit<'ast> + '_), node: &'ast $Node) {
            syn::visit::$method(&mut Walk(visitor), node);
        })*
    };
}

nodes! {
    visit_arm Arm,
    visit_attribute Attribute,
    visit_block Block,
    visit_expr Expr,
    visit_expr_assign ExprAssign,
    visit_expr_binary ExprBinary,
    visit_expr_call ExprCall,
    visit_expr_closure ExprClosure,
    visit_expr_let ExprLet,
    visit_expr_method_call ExprMethodCall,
    visit_expr_reference ExprReference,
    visit_expr_repeat ExprRepeat,
    visit_expr_return ExprReturn,
    visit_expr_struct ExprStruct,
    visit_expr_unary ExprUnary,
    visit_file File,
    visit_generic_argument GenericArgument,
    visit_generics Generics,
    visit_generic_param GenericParam,
    visit_ident Ident,
    visit_item Item,
    visit_item_const ItemConst,
    visit_item_enum ItemEnum,
    visit_item_fn ItemFn,
    visit_item_impl ItemImpl,
    visit_item_struct ItemStruct,
    visit_item_trait ItemTrait,
    visit_item_type ItemType,
    visit_local Local,
    visit_macro Macro,
    visit_pat Pat,
    visit_pat_ident PatIdent,
    visit_pat_struct PatStruct,
    visit_pat_tuple_struct PatTupleStruct,
    visit_path Path,
    visit_path_segment PathSegment,
    visit_return_type ReturnType,
    visit_signature Signature,
    visit_stmt Stmt,
    visit_type Type,
    visit_type_impl_trait TypeImplTrait,
    visit_type_param_bound TypeParamBound,
    visit_type_path TypePath,
    visit_visibility Visibility,
}
