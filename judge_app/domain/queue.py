"""In which order a person meets the pool."""

from __future__ import annotations

from datetime import timedelta

LEASE = timedelta(minutes=15)
BATCH = 16
MOST_AT_ONCE = 64


def starting_query(person_number: int, n_queries: int) -> int:
    """Return the position of the query at which a person starts.

    People who start at once should meet different queries, however many they are. The numbers
    0, 1, 2, 3 … are spread over the queries by reversing their binary digits: 0, 1/2, 1/4, 3/4 …
    (van der Corput 1935).

    Parameters
    ----------
    person_number : int
        Number of the person inside the project, from 0.
    n_queries : int
        Queries in the pool.

    Returns
    -------
    int
        From 0 to ``n_queries - 1``; 0 when there are none.
    """
    share, step = 0.0, 0.5
    while person_number:
        share += step * (person_number & 1)
        person_number >>= 1
        step /= 2
    return int(share * n_queries)
