-- The log without keys: for every label of an import they cost more than the label itself, in time
-- and in the file. Positions and client keys are given out by the only writer there is, in turn,
-- and a look for one key passes over the rows of imports, whose keys begin alike.
CREATE TABLE log_without_keys (
    judgment_id BIGINT NOT NULL,
    client_key VARCHAR NOT NULL,
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    person_id INTEGER NOT NULL,
    verdict VARCHAR NOT NULL,
    grade SMALLINT,
    note VARCHAR NOT NULL,
    seen VARCHAR,
    is_late BOOLEAN NOT NULL,
    kind VARCHAR NOT NULL,
    shown_at TIMESTAMP,
    judged_at TIMESTAMP,
    received_at TIMESTAMP NOT NULL,
    batch_id INTEGER,
    fingerprint VARCHAR NOT NULL,
    CHECK ((verdict = 'graded') = (grade IS NOT NULL))
);

INSERT INTO log_without_keys SELECT * FROM judgment;

DROP TABLE judgment;

ALTER TABLE log_without_keys RENAME TO judgment;
