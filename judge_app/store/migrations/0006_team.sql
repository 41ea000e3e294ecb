-- Judgments wanted of one pair; NULL asks for as many as the project does.
ALTER TABLE pool_pair ADD COLUMN wanted INTEGER;

-- Pairs whose grade the lead has fixed, to measure people by. The last row of a pair counts, and
-- one without a grade takes the pair back.
CREATE TABLE gold_pair (
    gold_id INTEGER NOT NULL,
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    grade SMALLINT,
    explanation VARCHAR NOT NULL,
    is_warm_up BOOLEAN NOT NULL,
    set_at TIMESTAMP NOT NULL,
    set_by VARCHAR NOT NULL
);

-- What was laid before somebody for another purpose than to get a label. Kept after the claim has
-- ended, since a judgment made without a connection may come late.
CREATE TABLE check_pair (
    person_id INTEGER NOT NULL,
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    purpose VARCHAR NOT NULL,
    handed_at TIMESTAMP NOT NULL
);

CREATE TABLE person_group (
    name VARCHAR NOT NULL,
    person_id INTEGER NOT NULL
);

-- Queries named here are given only to these persons and groups; all others to everybody.
CREATE TABLE assignment (
    query_id VARCHAR NOT NULL,
    person_id INTEGER,
    group_name VARCHAR,
    CHECK ((person_id IS NULL) <> (group_name IS NULL))
);

-- Practice and checks of a person say nothing about the document.
CREATE OR REPLACE VIEW current_judgment AS
SELECT *
FROM judgment
WHERE verdict <> 'skipped' AND NOT is_late AND kind NOT IN ('training', 'gold', 'repeat')
QUALIFY row_number() OVER (
    PARTITION BY query_id, doc_id, person_id, kind = 'adjudication' ORDER BY judgment_id DESC
) = 1;
