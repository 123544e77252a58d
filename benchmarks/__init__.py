"""Measurements, and campaigns of minutes to hours: what the README says of speed and of faults comes from here."""
