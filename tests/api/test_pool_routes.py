"""Pool and order of the queue over the API."""

from judge_app.domain.people import Role


def test_a_budget_is_spent_and_told(api):
    lead = api.signed_in("Lea", Role.LEAD)
    words = {"strategy": "dcg", "budget": 2, "random_share": 0.5, "seed": 4, "dry_run": True}
    answer = api.post("/pool", lead, **words).json()
    # All pairs are pooled already.
    assert (answer["candidates"], answer["pairs"], answer["built"]) == (0, 0, False)
    whole = api.post("/pool", lead, strategy="maxmean", dry_run=True).json()
    assert (whole["pairs"], whole["new"]) == (7, 0)
    assert (whole["budget"], whole["drawn"], whole["probability"]) == (None, 0, None)


def test_what_cannot_be_bought_is_refused_with_what_to_do(api):
    lead = api.signed_in("Lea", Role.LEAD)
    for words in (
        {"budget": 0},
        {"budget": "many"},
        {"random_share": 0.5},
        {"random_share": "half", "budget": 3},
        {"random_share": 2, "budget": 3},
        {"strategy": "settle"} | {"runs": ["secret-alpha"]},
        {"strategy": "guess"},
    ):
        answer = api.post("/pool", lead, **words)
        assert answer.status_code == 400, words
        assert answer.json()["error"]["message"], words


def test_the_order_of_the_queue_is_changed_and_read(api):
    lead, ada = api.signed_in("Lea", Role.LEAD), api.signed_in("Ada")
    assert api.get("/pool/order", lead).json()["order"] == "pooled"
    runs = ["secret-alpha", "secret-beta"]
    answer = api.post("/pool/order", lead, order="settle", runs=runs).json()
    assert (answer["order"], answer["runs"], answer["settled"]) == ("settle", runs, None)
    assert api.post("/pool/order", ada, order="dcg").status_code == 403
    assert api.get("/pool/order", lead).json() == answer
    assert api.post("/pool/order", lead, order="").status_code == 400


def test_an_annotator_learns_no_runs_from_the_order(api):
    lead, ada = api.signed_in("Lea", Role.LEAD), api.signed_in("Ada")
    api.post("/pool/order", lead, order="settle", runs=["secret-alpha", "secret-beta"])
    answer = api.get("/pool/order", ada)
    assert answer.status_code == 403
    assert "secret" not in answer.text
