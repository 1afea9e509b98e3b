//! Visitors that change syntax trees, as syn's, but walked as trait objects: see [`visit`](crate::visit).

use syn::*;

/// A visitor as a trait object.
pub trait AsVisitMut {
    #[doc(hidden)]
    fn as_visit_mut(&mut self) -> &mut (dyn VisitMut + '_);
}

impl<V: VisitMut> AsVisitMut for V {
    fn as_visit_mut(&mut self) -> &mut (dyn VisitMut + '_) {
        self
    }
}

macro_rules! nodes {
    ($($method:ident $Node:ident,)*) => {
        /// What changes nodes of a tree: where it has no method of its own, the nodes inside.
        #[allow(missing_docs)]
        pub trait VisitMut: AsVisitMut {
            $(fn $method(&mut self, node: &mut $Node) {
                $method(self.as_visit_mut(), node);
            })*
        }

        struct Walk<'v>(&'v mut (dyn VisitMut + 'v));

        impl syn::visit_mut::VisitMut for Walk<'_> {
            $(fn $method(&mut self, node: &mut $Node) {
                self.0.$method(node);
            })*
        }

        $(/// Changes the nodes inside.
        pub fn $method(visitor: &mut (dyn VisitMut + '_), node: &mut $Node) {
            syn::visit_mut::$method(&mut Walk(visitor), node);
        })*
    };
}

nodes! {
    visit_arm_mut Arm,
    visit_block_mut Block,
    visit_expr_array_mut ExprArray,
    visit_expr_binary_mut ExprBinary,
    visit_expr_closure_mut ExprClosure,
    visit_expr_if_mut ExprIf,
    visit_expr_index_mut ExprIndex,
    visit_expr_match_mut ExprMatch,
    visit_expr_method_call_mut ExprMethodCall,
    visit_expr_mut Expr,
    visit_expr_path_mut ExprPath,
    visit_expr_reference_mut ExprReference,
    visit_expr_struct_mut ExprStruct,
    visit_field_pat_mut FieldPat,
    visit_field_value_mut FieldValue,
    visit_generic_argument_mut GenericArgument,
    visit_ident_mut Ident,
    visit_impl_item_fn_mut ImplItemFn,
    visit_item_enum_mut ItemEnum,
    visit_item_fn_mut ItemFn,
    visit_item_impl_mut ItemImpl,
    visit_item_mut Item,
    visit_item_struct_mut ItemStruct,
    visit_item_trait_mut ItemTrait,
    visit_item_type_mut ItemType,
    visit_lifetime_mut Lifetime,
    visit_lit_mut Lit,
    visit_local_mut Local,
    visit_macro_mut Macro,
    visit_member_mut Member,
    visit_pat_mut Pat,
    visit_pat_struct_mut PatStruct,
    visit_path_arguments_mut PathArguments,
    visit_path_mut Path,
    visit_qself_mut QSelf,
    visit_return_type_mut ReturnType,
    visit_signature_mut Signature,
    visit_stmt_mut Stmt,
    visit_trait_item_fn_mut TraitItemFn,
    visit_type_array_mut TypeArray,
    visit_type_bare_fn_mut TypeBareFn,
    visit_type_mut Type,
    visit_type_param_bound_mut TypeParamBound,
    visit_type_path_mut TypePath,
    visit_type_reference_mut TypeReference,
}
