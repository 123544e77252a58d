"""Measurements, and campaigns of minutes to hours: the documentation's figures of speed and faults."""
