"""Names of measures: read and written in the grammar of ir_measures."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from metrics.discount import check_cutoff
from metrics.errors import MetricsError
from metrics.families import FAMILIES, canonical_name
from metrics.gain import Gain

PERSISTENCE = 0.8
"""Default p of RBP, as in ir_measures."""

GREATEST_CUTOFF = 100_000
"""Nobody reads further down; a greater number is a slip that would fill the memory."""

PARAMETER_TYPES = {"dcg": str, "p": float, "rel": int, "judged_only": bool, "cutoff": int}
TYPES_IN_WORDS = {str: "a text", float: "a number", int: "a whole number", bool: "True or False"}

_NAME = re.compile(
    r"\s*(?P<name>\w+)\s*(?:\((?P<parameters>[^()]*)\)\s*)?(?:@\s*(?P<cutoff>\d+)\s*)?",
    re.ASCII,
)
_ENTRY = re.compile(r"(?:[^\s,(]|\([^)]*\)?)+")


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure with everything that its value depends on.

    ``str(measure)`` is its name; `parse_measure` reads it back to an equal measure. A gain
    is always spelt out, since tools differ in what they take for granted; p of RBP is too.

    Attributes
    ----------
    name : str
        Key of `FAMILIES`.
    cutoff : int or None
        Last rank that counts; None for whole rankings.
    gain : Gain or None
        Gain variant of nDCG and DCG, None for the others.
    rel : int
        Lowest grade that a binary measure calls relevant.
    judged_only : bool
        Whether documents without a label are dropped first (condensed lists).
    p : float or None
        Persistence of RBP, None for the others.

    Raises
    ------
    MetricsError
        If the parts do not make a measure.
    """

    name: str
    cutoff: int | None = None
    gain: Gain | None = None
    rel: int = 1
    judged_only: bool = False
    p: float | None = None

    def __post_init__(self) -> None:
        """Check each part against what the family takes."""
        if self.gain is not None:
            object.__setattr__(self, "gain", Gain.of(self.gain))
        if canonical_name(self.name) != self.name:
            raise MetricsError(f"{self.name} is spelt {canonical_name(self.name)}.")
        self._check_cutoff()
        self._check_parameters()

    def _check_cutoff(self) -> None:
        """Refuse a cut-off that is missing, out of place or no rank."""
        rule = FAMILIES[self.name].cutoff
        if self.cutoff is None and rule == "required":
            raise MetricsError(f"{self.name} needs a cut-off.", f"Write {self.name}@10.")
        if self.cutoff is not None and rule == "none":
            raise MetricsError(f"{self.name} takes no cut-off.", f"Write {self.name}.")
        if self.cutoff is not None:
            check_cutoff(self.cutoff)
            if self.cutoff > GREATEST_CUTOFF:
                raise MetricsError(
                    f"{self.name}@{self.cutoff}: a cut-off is at most {GREATEST_CUTOFF:,}."
                )

    def _check_parameters(self) -> None:
        """Refuse parameters that are missing, out of place or out of range."""
        taken = FAMILIES[self.name].parameters
        given = {
            "dcg": self.gain is not None,
            "p": self.p is not None,
            "rel": self.rel != 1,
            "judged_only": self.judged_only,
        }
        for parameter, is_given in given.items():
            if is_given and parameter not in taken:
                raise MetricsError(f"{self.name} takes no parameter {parameter}.")
            if not is_given and parameter in taken and parameter in {"dcg", "p"}:
                raise MetricsError(f"{self.name} needs parameter {parameter}.")
        if self.rel < 1:
            raise MetricsError(f"{self.name}(rel={self.rel}): the lowest relevant grade is 1.")
        if self.p is not None and not 0 < self.p < 1:
            raise MetricsError(f"RBP(p={self.p}): the persistence lies between 0 and 1.")

    @property
    def needs_relevant(self) -> bool:
        """Whether the measure is undefined for a query with nothing relevant."""
        return FAMILIES[self.name].needs_relevant

    @property
    def needs_whole_ranking(self) -> bool:
        """Whether ranks beyond the cut-off can change the value."""
        return self.cutoff is None or self.judged_only

    def __str__(self) -> str:
        """Return the name in the grammar of ir_measures."""
        written = {
            "dcg": None if self.gain is None else repr(self.gain.dcg_name),
            "p": None if self.p is None else repr(self.p),
            "rel": None if self.rel == 1 else repr(self.rel),
            "judged_only": "True" if self.judged_only else None,
        }
        parts = [
            f"{parameter}={written[parameter]}"
            for parameter in FAMILIES[self.name].parameters
            if written[parameter] is not None
        ]
        parameters = f"({','.join(parts)})" if parts else ""
        return f"{self.name}{parameters}" + ("" if self.cutoff is None else f"@{self.cutoff}")


def parse_measure(text: str, default_gain: Gain = Gain.EXPONENTIAL) -> Measure:
    """Read the name of one measure.

    Parameters
    ----------
    text : str
        For instance ``nDCG@10``, ``nDCG(dcg='log2')@10``, ``P(rel=2)@5``, ``AP``,
        ``RBP(p=0.8)``. The aliases of ir_measures (``MAP``, ``MRR``, ``NDCG``, …) are read.
    default_gain : Gain
        Variant that nDCG and DCG mean where the name has no ``dcg=``.

    Returns
    -------
    Measure

    Raises
    ------
    UnknownMeasureError
        If there is no such measure; names that look alike are listed.
    MetricsError
        If the text is no name at all, or a parameter does not fit.

    Examples
    --------
    >>> str(parse_measure("nDCG@10")), str(parse_measure("nDCG@10", Gain.LINEAR))
    ("nDCG(dcg='exp-log2')@10", "nDCG(dcg='log2')@10")
    >>> str(parse_measure("MRR(rel=2)@10"))
    'RR(rel=2)@10'
    """
    match = _NAME.fullmatch(text)
    if match is None:
        raise MetricsError(
            f"{text!r} is not the name of a measure.", "Write for instance nDCG@10 or P(rel=2)@5."
        )
    name = canonical_name(match["name"])
    family = FAMILIES[name]
    parameters = _read_parameters(name, match["parameters"] or "")
    if match["cutoff"] is not None:
        if "cutoff" in parameters:
            raise MetricsError(f"{text!r} has two cut-offs.", f"Write {name}@{match['cutoff']}.")
        parameters["cutoff"] = int(match["cutoff"])
    if "dcg" in family.parameters:
        dcg_name = parameters.pop("dcg", Gain.of(default_gain).dcg_name)
        parameters["gain"] = Gain.from_dcg_name(str(dcg_name))
    if "p" in family.parameters:
        parameters.setdefault("p", PERSISTENCE)
    return Measure(name, **parameters)


def parse_measures(
    texts: str | Iterable[str], default_gain: Gain = Gain.EXPONENTIAL
) -> tuple[Measure, ...]:
    """Read several names, separated by commas or blanks outside parentheses.

    Parameters
    ----------
    texts : str or iterable of str
        One list, or several that are joined.
    default_gain : Gain
        As in `parse_measure`.

    Returns
    -------
    tuple of Measure
        In the order given, each measure once.

    Raises
    ------
    MetricsError
        As `parse_measure`, or if no name is there.

    Examples
    --------
    >>> [str(measure) for measure in parse_measures("P(rel=2)@5, AP AP")]
    ['P(rel=2)@5', 'AP']
    """
    lists = [texts] if isinstance(texts, str) else list(texts)
    entries = [entry for text in lists for entry in _ENTRY.findall(text)]
    if not entries:
        raise MetricsError("No measure is named.", "Write for instance nDCG@10.")
    return tuple(dict.fromkeys(parse_measure(entry, default_gain) for entry in entries))


def _read_parameters(name: str, text: str) -> dict[str, Any]:
    """Read ``key=value, …`` and check the keys and the types of the values."""
    allowed = (*FAMILIES[name].parameters, "cutoff")
    parameters: dict[str, Any] = {}
    for entry in filter(str.strip, text.split(",")):
        key, equals, written = (part.strip() for part in entry.partition("="))
        if not equals or key not in allowed or key in parameters:
            raise MetricsError(
                f"{name} does not take {entry.strip()!r} here.",
                f"It takes {', '.join(f'{key}=' for key in allowed)} each once.",
            )
        parameters[key] = _read_value(name, key, written)
    return parameters


def _read_value(name: str, key: str, written: str) -> int | float | bool | str:
    """Read one value as the type that its parameter has."""
    expected = PARAMETER_TYPES[key]
    value: int | float | bool | str
    try:
        value = ast.literal_eval(written)
    except (ValueError, SyntaxError):
        value = written
    if expected is float and type(value) is int:
        value = float(value)
    if type(value) is not expected:
        raise MetricsError(f"{name}({key}={written}): {key} must be {TYPES_IN_WORDS[expected]}.")
    return value
