"""Players, and exact results about them."""
