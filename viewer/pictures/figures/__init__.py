"""Figures for slides, papers and blackboards: game trees and the algorithms on them."""
