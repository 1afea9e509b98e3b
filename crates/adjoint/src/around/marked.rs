//! Functions and methods that lack the attribute, as the texts show for certain.
