"""The words and the decisions of the product: pure values and pure functions."""
