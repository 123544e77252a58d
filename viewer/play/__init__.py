"""Games played and watched at a terminal or in a notebook."""
