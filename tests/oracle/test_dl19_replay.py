"""Eight assessors judge the pool again, at once, through the API of a real server."""

import threading
from collections import Counter, defaultdict
from uuid import uuid4

import ir_measures
import pytest
import pytrec_eval

from judge_app.domain.people import Role
from judge_app.services.project import open_project
from judge_app.services.tokens import Purpose, load_tokens
from tests.support import dl19
from tests.support.projects import person
from tests.support.server import running_server

pytestmark = pytest.mark.realdata
BATCH = 10


@pytest.fixture(scope="module")
def replay(tmp_path_factory, realdata):
    """Return the answers of a server after the replay: log, qrels, scores under both means."""
    path = tmp_path_factory.mktemp("replay") / "dl19.duckdb"
    made = dl19.make_project(path, realdata)
    dl19.pool(made)
    pooled = set(made.store.pool.pairs()[["query_id", "doc_id"]].itertuples(index=False))
    work = defaultdict(list)
    for assessor, query_id, doc_id, grade in dl19.assessor_judgments(realdata):
        if (query_id, doc_id) in pooled:
            work[assessor].append((query_id, doc_id, grade))
    tokens = load_tokens(path)
    keys = {
        name: tokens.issue(Purpose.API, person(made, name).person.person_id, Role.ANNOTATOR)
        for name in work
    }
    made.close()
    measures = ["nDCG@3", "nDCG@5", "nDCG@10", "P@5", "Judged@10"]
    measures += [f"nDCG(dcg='log2')@{k}" for k in (3, 5, 10)]
    with running_server(path) as server:
        statuses = _judge_at_once(server, work, keys)
        with server.client() as lead:
            words = {"measures": measures, "per_query": 1}
            answers = {
                topics: lead.get("/evaluation", params={**words, "topics": topics}).json()
                for topics in ("relevant", "all")
            }
            qrels = lead.get("/export").text
    opened = open_project(path)
    log = opened.store.judgments.since(0)
    names = {p.person_id: p.name for p in opened.store.people.all()}
    opened.close()
    return {
        "work": work,
        "statuses": statuses,
        "log": [(names[j.person_id], j.query_id, j.doc_id, j.grade) for j in log],
        "answers": answers,
        "qrels": qrels,
    }


def _judge_at_once(server, work, keys) -> Counter:
    statuses: Counter = Counter()
    faults = []

    def judge(name):
        try:
            with server.client(keys[name]) as client:
                for start in range(0, len(work[name]), BATCH):
                    items = [
                        {
                            "client_key": str(uuid4()),
                            "query_id": query_id,
                            "doc_id": doc_id,
                            "verdict": "graded",
                            "grade": grade,
                        }
                        for query_id, doc_id, grade in work[name][start : start + BATCH]
                    ]
                    answer = client.post("/grading/judgments", json={"items": items})
                    answer.raise_for_status()
                    statuses.update(result["status"] for result in answer.json()["results"])
        except Exception as error:
            faults.append(error)
            raise

    threads = [threading.Thread(target=judge, args=(name,)) for name in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    return statuses


def test_every_judgment_is_stored_once(replay):
    wanted = Counter(
        (n, *judged) for n, judgments in replay["work"].items() for judged in judgments
    )
    assert len(replay["work"]) == 8
    assert replay["statuses"] == {"saved": sum(wanted.values())}
    assert Counter(replay["log"]) == wanted


def test_exported_labels_are_the_lower_median_of_the_assessors(replay):
    grades = defaultdict(list)
    for _, query_id, doc_id, grade in replay["log"]:
        grades[query_id, doc_id].append(grade)
    exported = dl19.read_qrels(replay["qrels"])
    labels = {(q, d): grade for q, found in exported.items() for d, grade in found.items()}
    assert labels == {pair: sorted(g)[(len(g) - 1) // 2] for pair, g in grades.items()}


def test_every_score_equals_the_reference_tools_on_the_exported_labels(replay, realdata):
    qrels = dl19.read_qrels(replay["qrels"])
    by_gain = {
        "log2": qrels,
        "exp-log2": {q: {d: 2**g - 1 for d, g in found.items()} for q, found in qrels.items()},
    }
    irrelevant = {q for q, grades in qrels.items() if not any(grades.values())}
    ours = {
        topics: {(r["run"], r["query_id"], r["measure"]): r["value"] for r in told["per_query"]}
        for topics, told in replay["answers"].items()
    }
    compared = 0
    for path in dl19.run_files(realdata):
        run = dl19.read_run(path)
        theirs = {}
        for dcg, graded in by_gain.items():
            names = {"ndcg_cut.3,5,10", "P.5"}
            scores = pytrec_eval.RelevanceEvaluator(graded, names).evaluate(run)
            for query_id, found in scores.items():
                theirs |= {
                    (query_id, f"nDCG(dcg='{dcg}')@{k}"): found[f"ndcg_cut_{k}"] for k in (3, 5, 10)
                }
                theirs[query_id, "P@5"] = found["P_5"]
        judged = ir_measures.iter_calc([ir_measures.Judged @ 10], qrels, run)
        theirs |= {(metric.query_id, "Judged@10"): metric.value for metric in judged}
        for (query_id, name), value in theirs.items():
            everywhere = ours["all"][path.stem, query_id, name]
            assert everywhere == pytest.approx(value, abs=1e-9), (path.stem, query_id, name)
            relevant = ours["relevant"][path.stem, query_id, name]
            if query_id in irrelevant and name.startswith("nDCG"):
                assert (relevant, value) == (None, 0)
            else:
                assert relevant == everywhere
            compared += 1
    assert compared >= 8 * len(qrels) * 8
