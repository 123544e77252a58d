"""Lessons for a class: their plan, and all papers that they need."""
