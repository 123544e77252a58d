"""Reading of positions and games that people have: texts, lists, arrays and dictionaries, in any known notation."""
