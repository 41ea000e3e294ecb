"""However a run is read, in parts, from its file again, or line by line, it is the same run."""

from unittest import mock

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from judge_app.domain.errors import BadInputError
from judge_app.services import import_reading, long_runs
from judge_app.services.import_answers import import_answer
from judge_app.services.import_options import Upload, parse_import_options
from judge_app.services.project import command_line_actor, create_project

LEAD = command_line_actor()

QUERIES = ["1", "2", "10", "q", "é", "\u2028", "\xa0x"]
DOCUMENTS = [*(f"d{n}" for n in range(30)), "é", "D\u0085", '"d"', "\\", "x" * 40, "#"]
SCORES = [
    *("3", "2.5", "2.50", "1e-3", "1E2", "+1", ".5", "1.", "inf", "-Infinity", "-0", "0.0"),
    *("0.10000000149011612", "1e400", "1e-400", "1" * 25),
]
NO_SCORES = ["nan", "NaN", "1,5", "0x10", "1_000", "x", "1e", "null", "-nan"]
TAGS = ["t", "t", "t", "u", "ü"]


def lines_of(form, queries=QUERIES, scores=SCORES):
    chosen = map(st.sampled_from, (queries, DOCUMENTS, scores, TAGS))
    return st.builds(form.format, *chosen)


LINE = lines_of("{} Q0 {} 1 {} {}")
ODD_LINE = st.one_of(
    LINE,
    lines_of("#{} Q0 {} 1 {} {}"),
    lines_of("{} Q0 {} 1 {} {}", scores=NO_SCORES),
    lines_of("{}  Q0 {} 1 {} {}"),
    lines_of("{}\tQ0\t{}\t1\t{}\t{}"),
    st.sampled_from(
        ["", " ", "# comment", "1 Q0 d1 1 2", "1 Q0 d1 1 2 t extra", "1 Q0 d\r1 1 2 t"]
    ),
)
ENCODINGS = ["utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"]


def _pair(line):
    return tuple(line.split(" ")[:3])


@st.composite
def files(draw):
    """Lines of a run: queries together or scattered, no pair twice, and sometimes a little odd."""
    lines = draw(st.lists(LINE, min_size=1, max_size=30, unique_by=_pair))
    if draw(st.booleans()):
        lines.sort(key=lambda line: line.split(" ")[0])
    if draw(st.booleans()):
        for line in draw(st.lists(ODD_LINE, min_size=1, max_size=3)):
            lines.insert(draw(st.integers(0, len(lines))), line)
    end = draw(st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"]))
    text = end.join(lines) + draw(st.sampled_from([end, ""]))
    return text.encode(draw(st.sampled_from(ENCODINGS)), errors="replace")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    made = create_project(tmp_path_factory.mktemp("ways") / "p.duckdb")
    folder = tmp_path_factory.mktemp("known")
    (folder / "topics.tsv").write_text("1\tone\nq\tletter\n")
    (folder / "corpus.jsonl").write_text(
        "".join(f'{{"_id": "d{n}", "text": "t"}}\n' for n in range(9))
    )
    known = [Upload(path, path.name) for path in sorted(folder.iterdir())]
    import_answer(made, LEAD, known, parse_import_options())
    yield made
    made.close()


def held():
    return mock.patch.object(long_runs, "HELD_BYTES", 1 << 30)


def read_again():
    return mock.patch.object(long_runs, "HELD_BYTES", 0)


def line_by_line():
    return mock.patch.object(import_reading, "may_be_in_parts", return_value=False)


def brought(project, path, way, **options):
    """Return what is said of a file, and what is stored of it."""
    upload = Upload(path, "name.run")
    said = parse_import_options(**options, accept_warnings=True, replace=True, run_name="run")
    with way():
        try:
            told = import_answer(project, LEAD, [upload], said, dry_run=True)["files"][0]
            stored = import_answer(project, LEAD, [upload], said)["files"][0]["new"]
        except BadInputError as refusal:
            return str(refusal), refusal.hint, refusal.problems, refusal.n_problems
    (run,) = project.store.runs.all()
    rows = project.store.exports.rankings((run.run_id,))
    with project.store.database.transaction() as cursor:
        cursor.execute("DELETE FROM ranking")
        cursor.execute("DELETE FROM run")
    return told, stored, run.n_lines, run.depth, rows.to_dict("list")


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(content=files(), options=st.sampled_from([{}, {}, {"kind": "run"}, {"encoding": "cp1252"}]))
@example(content=b"1 Q0 d1 1 1 t\n2 Q0 d1 1 1 t\n1 Q0 d2 1 1 t\n", options={})
@example(content=b"1 Q0 d1 1 1 t\n2 Q0 d1 1 1 t\n1 Q0 d1 1 1 t\n", options={})
def test_every_way_tells_and_stores_the_same(project, tmp_path, content, options):
    path = tmp_path / "a.run"
    path.write_bytes(content)
    slow = brought(project, path, line_by_line, **options)
    assert brought(project, path, held, **options) == slow
    again = brought(project, path, read_again, **options)
    if again[0] != slow[0]:
        assert again[0] | {"documents": slow[0]["documents"]} == slow[0]
        assert again[1:] == slow[1:]
