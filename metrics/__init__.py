"""Measures of ranked retrieval, with what unjudged documents leave open."""
