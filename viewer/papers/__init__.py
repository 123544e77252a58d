"""Papers to print: templates for Typst, and the boards on them."""
