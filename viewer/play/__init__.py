"""Games played and watched at a terminal."""
