"""Numbered steps from an empty file to today's tables; each runs once, in a transaction."""
