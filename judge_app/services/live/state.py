"""Everything a live board knows at one position of the log."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import pyarrow as pa

from judge_app.domain.labels import LabelRule, parse_label_rule
from judge_app.domain.model import Judgment, Run
from judge_app.domain.people import Person
from judge_app.domain.qrels import qrels_lines, query_lines
from judge_app.services.live.differences import Differences
from judge_app.services.live.layout import Layout, lay_out
from judge_app.services.live.loaded import LoadedVotes, load_votes
from judge_app.services.live.open_pairs import OpenPairs
from judge_app.services.live.scores import Scores
from judge_app.services.live.votes import Votes
from judge_app.store import Store
from metrics import DifferenceRows, Gain, MeanDifference, Measure, Topics, parse_measures

BOARD_MEASURES = "nDCG@3, nDCG@10, Judged@10"


class BoardState:
    """Votes, labels and scores after a number of judgments; not safe for several threads.

    Attributes
    ----------
    layout : Layout
        The rankings as arrays.
    scores : Scores
        Every measure of every run and query.
    measures : tuple of Measure
        What is computed, in the order shown.
    position : int
        Place in the log of the last judgment that is taken in.
    pooled_queries : dict of str to int
        Queries with pairs, numbered from 0 in the project's order.
    changed_at : int64[queries]
        Place in the log at which each query's labels changed last.
    runs : tuple of Run
        In the order of the layout.
    ties : mapping of str to int
        Queries of each run in which equal scores stand on both sides of the deepest cut-off.
    """

    def __init__(
        self, layout: Layout, measures: Sequence[Measure], max_grade: int, rule: LabelRule
    ) -> None:
        self.layout = layout
        self.measures = tuple(measures)
        self.scores = Scores(layout, measures, max_grade)
        self.position = 0
        self._rule = rule
        self._votes = Votes(rule)
        self._lines: list[bytes] = [b""] * len(layout.queries)
        self._label_set: str | None = None
        self.pooled_queries: dict[str, int] = {}
        self._unreadable: dict[int, list[str]] = {}
        self.changed_at = np.zeros(len(layout.queries), dtype=np.int64)
        self.runs: tuple[Run, ...] = ()
        self.ties: Mapping[str, int] = {}
        self._differences = Differences(self.scores, self.main_measure)
        self._open_pairs: OpenPairs | None = None
        self._all_differences = Differences(self.scores, self.main_measure, Topics.ALL)

    @property
    def main_measure(self) -> Measure:
        """The nDCG by which systems are ordered, and in which annotators see effects."""
        return self.measures[1]

    def load(self, store: Store, runs: Sequence[Run], position: int) -> None:
        """Take over everything up to a position of the log."""
        self.runs = tuple(runs)
        self.ties = store.runs.straddling_ties(self.layout.documents.shape[2])
        self.pooled_queries = {q: n for n, q in enumerate(store.pool.queries())}
        unreadable = store.pool.without_text()
        columns = (unreadable[name].tolist() for name in ("query_id", "doc_id"))
        for query_id, doc_id in zip(*columns, strict=True):
            self._unreadable.setdefault(self.layout.query_number[query_id], []).append(doc_id)
        words = store.judgments.words(position)
        counted = [p.person_id for p in store.people.all() if self._rule.counts(p.name, p.kind)]
        self._load_labels(load_votes(words, counted))
        self.scores.recompute_all()
        self.changed_at[:] = position
        self.position = position

    def _load_labels(self, loaded: LoadedVotes) -> None:
        number = self.layout.query_number
        numbers = np.array([number[query_id] for query_id in loaded.queries], dtype=np.int64)
        queries = np.repeat(numbers, np.diff(loaded.query_starts))
        labels = loaded.labels(self._rule)
        self._votes.load(loaded)
        self.scores.load(queries, loaded.documents, labels)
        ids = pa.array(self.layout.queries, pa.large_string()).take(pa.array(queries))
        content, ends = qrels_lines(ids, loaded.documents, pa.array(labels))
        bounds = ends[loaded.query_starts].tolist()
        for query, (start, end) in zip(numbers.tolist(), pairwise(bounds), strict=True):
            self._lines[query] = content[start:end]

    def knows(self, judgments: Sequence[Judgment]) -> bool:
        """Tell whether all judgments are about queries of the layout."""
        return all(judgment.query_id in self.layout.query_number for judgment in judgments)

    def take_in(self, judgments: Sequence[Judgment], people: dict[int, Person]) -> None:
        """Follow the log, recomputing only the queries whose labels change.

        Parameters
        ----------
        judgments : sequence of Judgment
            Those after `position`, in log order, about known queries.
        people : dict
            Everybody by number.
        """
        changed = set()
        for judgment in judgments:
            self._votes.apply(judgment, people[judgment.person_id])
            if self._open_pairs is not None:
                self._open_pairs.apply(judgment, people[judgment.person_id])
            query = self.layout.query_number[judgment.query_id]
            label = self._votes.label(judgment.query_id, judgment.doc_id)
            if self.scores.set_label(query, judgment.doc_id, label):
                changed.add(query)
            self.position = judgment.judgment_id
        for query in changed:
            self.scores.recompute(slice(query, query + 1))
            self.changed_at[query] = self.position
            self._renew_lines(query)

    def open_pairs(self, store: Store) -> OpenPairs:
        """Return which pairs want judgments; read when somebody first asks, since few states are.

        Parameters
        ----------
        store : Store
            The project's file.
        """
        if self._open_pairs is None:
            self._open_pairs = OpenPairs(store, self.position)
        return self._open_pairs

    def forget_open_pairs(self) -> None:
        """Read anew what pairs want when somebody asks next."""
        self._open_pairs = None

    def n_judgments(self) -> int:
        """Return how many current grades the labels are made of."""
        return self._votes.n_judgments()

    def label_set(self) -> str:
        """Return the sha256 of the default qrels export."""
        if self._label_set is None:
            digest = hashlib.sha256()
            for lines in self._lines:
                digest.update(lines)
            self._label_set = digest.hexdigest()
        return self._label_set

    def difference(self, a: int, b: int) -> MeanDifference:
        """Return the mean difference of two runs, by number, in the main measure."""
        return self._differences.between(a, b, self.changed_at, self.position)

    def lead_rows(self, a: int, b: int) -> DifferenceRows:
        """Return the difference of two runs, by number, on every pooled query.

        In the main measure, where a query with nothing relevant counts 0: the queries that count
        are the same from the first label to the last, so that a lead once certain stays certain.
        """
        rows = self._all_differences.rows(a, b, self.changed_at, self.position)
        pooled = [self.layout.query_number[query_id] for query_id in self.pooled_queries]
        return DifferenceRows(
            rows.value[pooled], rows.low[pooled], rows.high[pooled], rows.unjudged[pooled]
        )

    def labels_of(self, query_id: str) -> Mapping[str, int]:
        """Return the labels of a query by document id."""
        query = self.layout.query_number.get(query_id)
        return {} if query is None else self.scores.labels_of(query)

    def pool_progress(self, query: int | None) -> tuple[int, int]:
        """Return how many pooled pairs have a label, and how many there are.

        Parameters
        ----------
        query : int or None
            Number of a query; None for the whole pool.
        """
        which = slice(None) if query is None else slice(query, query + 1)
        total = int(self.scores.pool_size[which].sum())
        return total - int(self.scores.pool_unjudged[which].sum()), total

    def is_finished(self, query: int) -> bool:
        """Tell whether every pooled pair of a query that can be shown has a label."""
        labels = self.scores.labels_of(query)
        hidden = sum(doc_id not in labels for doc_id in self._unreadable.get(query, ()))
        return int(self.scores.pool_unjudged[query]) == hidden

    def _renew_lines(self, query: int) -> None:
        labels = self.scores.labels_of(query)
        self._label_set = None
        self._lines[query] = query_lines(self.layout.queries[query], labels).encode()


def load_state(store: Store, label_rule: str | None = None) -> BoardState:
    """Return the state at the end of the log, under the project's label rule or another one."""
    settings = store.project()
    measures = parse_measures(BOARD_MEASURES, Gain(settings.gain))
    depth = max(measure.cutoff or 1 for measure in measures)
    position = store.judgments.size()
    query_ids = {query.query_id for query in store.collection.queries()}
    runs = store.runs.all()
    layout = lay_out(
        [run.name for run in runs],
        query_ids | set(store.judgments.query_ids()),
        store.runs.top(depth),
        store.runs.retrieved(),
        store.pool.pairs(),
        depth,
    )
    rule = parse_label_rule(label_rule or settings.label_rule)
    state = BoardState(layout, measures, settings.scale.max_grade, rule)
    state.load(store, runs, position)
    return state
