"""Which documents of a large file are wanted, and how many went by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class WantedIds:
    """The ids that are wanted; every record of a file is held against them.

    Attributes
    ----------
    ids : frozenset of str or None
        None where all are wanted.
    n_rows : int
        Records so far, wanted or not.
    """

    ids: frozenset[str] | None = None
    n_rows: int = 0

    def may_skip(self, doc_id: object) -> bool:
        """Count a record; tell whether its id proves that nobody asks for it.

        It does where it is a text that is not blank and not among the wanted ones. What else
        stands there has to be looked at.
        """
        self.n_rows += 1
        if self.ids is None or type(doc_id) is not str or doc_id in self.ids:
            return False
        return not (doc_id == "" or doc_id.isspace())
