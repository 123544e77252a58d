"""Picture, export and player of a distribution that is not oxobook's."""
