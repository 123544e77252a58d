"""Words of papers and pictures: one module a language."""
