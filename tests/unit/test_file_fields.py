"""What a message says of options, the screen says of the fields of its form."""

import pytest

from judge_app.ui.parts.file_fields import in_fields, with_place


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("say --as qrels --format tsv.", "say “They are: qrels” and “Written as: tsv”."),
        (
            "with --as topics|documents|run|qrels|judgments, and if need be --format.",
            "with “They are”, and if need be “Written as”.",
        ),
        ("say --encoding windows-1252", "say “In the encoding: windows-1252”"),
        ("say --encoding if wrong", "say “In the encoding” if wrong"),
        ("or drop --model.", "or drop “This is a model, not a person”."),
        ("--accept-warnings stores it", "“Store despite warnings” stores it"),
        ("as not judged (--as unjudged)", "as not judged (--as unjudged)"),
        ("export what you need with --as run", "export what you need with --as run"),
        ("not --assess, nor pre--as", "not --assess, nor pre--as"),
    ],
)  # fmt: skip
def test_options_become_fields(said, shown):
    assert in_fields(said) == shown


def test_advice_says_where_the_fields_are_if_it_names_some():
    assert with_place("Say --encoding.") == ("Say “In the encoding”. See “More about these files”.")
    assert with_place("Use --map-grades.") == "Use “What the grades mean”."
    assert with_place("Mend the file.") == "Mend the file."
