"""Figures for slides, papers and blackboards: game trees and what is done on them."""
