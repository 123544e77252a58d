"""Pictures drawn from a book: positions, strategy graphs, maps, cheat sheets and charts."""
