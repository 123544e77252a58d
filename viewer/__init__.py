"""Everything a person or a program meets: the command line, text, pictures and exports.

The viewer only reads books; it never solves. How a book is asked is the ``book`` package's.
"""
