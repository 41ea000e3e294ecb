"""Krippendorff's α written out pair by pair, in whole numbers and fractions."""

from fractions import Fraction
from itertools import permutations


def alpha(units, level):
    """1 − observed / expected disagreement of lists of grades, one per unit; None for 0/0."""
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]
    cost = COSTS[level](values)
    observed = sum(
        Fraction(cost(*pair), len(unit) - 1) for unit in units for pair in permutations(unit, 2)
    )
    expected = sum(
        Fraction(cost(*pair), max(1, len(values) - 1)) for pair in permutations(values, 2)
    )
    return float(1 - observed / expected) if expected else None


def _ordinal(values):
    """Square of the judgments from c to k, the two ends counted half."""

    def cost(one, other):
        low, high = sorted((one, other))
        between = sum(low <= value <= high for value in values)
        ends = Fraction(values.count(one) + values.count(other), 2)
        return (between - ends) ** 2 if low < high else Fraction(0)

    return cost


COSTS = {
    "nominal": lambda _: lambda one, other: Fraction(one != other),
    "ordinal": _ordinal,
    "interval": lambda _: lambda one, other: Fraction((one - other) ** 2),
}
