"""Words on papers for the classroom, by language."""
