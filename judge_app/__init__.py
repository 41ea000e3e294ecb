"""Judgepool: pooled relevance judgments, and live scores that say how sure they are."""

__version__ = "0.1.0"
