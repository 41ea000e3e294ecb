"""The kinds of measures that there are, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from metrics.errors import UnknownMeasureError


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of measure and what may be said about it.

    Attributes
    ----------
    parameters : tuple of str
        Parameters that the name takes, in the order they are printed.
    cutoff : {'required', 'optional', 'none'}
        Whether ``@k`` follows the name.
    needs_relevant : bool
        Whether the measure is undefined for a query with nothing relevant.
    aliases : tuple of str
        Other spellings that are read, never printed.
    """

    parameters: tuple[str, ...] = ()
    cutoff: Literal["required", "optional", "none"] = "optional"
    needs_relevant: bool = False
    aliases: tuple[str, ...] = ()


FAMILIES = {
    "nDCG": Family(("dcg", "judged_only"), needs_relevant=True, aliases=("NDCG",)),
    "DCG": Family(("dcg",)),
    "P": Family(("rel", "judged_only"), "required", aliases=("Precision",)),
    "R": Family(("rel", "judged_only"), "required", needs_relevant=True, aliases=("Recall",)),
    "Success": Family(("rel", "judged_only"), "required", aliases=("HitRate", "Hit")),
    "RR": Family(("rel", "judged_only"), needs_relevant=True, aliases=("MRR",)),
    "AP": Family(("rel", "judged_only"), needs_relevant=True, aliases=("MAP",)),
    "Bpref": Family(("rel",), "none", needs_relevant=True, aliases=("BPref",)),
    "RBP": Family(("p", "rel")),
    "ERR": Family(),
    "Judged": Family(),
}


def canonical_name(name: str) -> str:
    """Return the spelling that is printed for a name or an alias.

    Raises
    ------
    UnknownMeasureError
        If there is no such measure; names that look alike are listed.
    """
    for canonical, family in FAMILIES.items():
        if name == canonical or name in family.aliases:
            return canonical
    near = _similar_names(name)
    known = f"Known are {', '.join(FAMILIES)}."
    hint = f"Did you mean {' or '.join(near)}? {known}" if near else known
    raise UnknownMeasureError(f"There is no measure {name!r}.", hint, near)


def _similar_names(name: str) -> tuple[str, ...]:
    """Return the measures that a name may have been meant to be, the most similar first."""
    spellings = {
        spelling.casefold(): canonical
        for canonical, family in FAMILIES.items()
        for spelling in (canonical, *family.aliases)
    }
    # trec_eval's spellings (ndcg_cut_10, map_cut_10) start with the name meant.
    candidates = dict.fromkeys((name.casefold(), name.casefold().split("_")[0]))
    matches = [
        spellings[match]
        for candidate in candidates
        for match in get_close_matches(candidate, spellings, n=3, cutoff=0.5)
    ]
    return tuple(dict.fromkeys(matches))
