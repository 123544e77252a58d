"""Books as players, judges and environments of libraries of the field; each module needs the library it is for."""
