-- The texts of which nearly every row has its own are packed by zstd. Left to choose, DuckDB makes
-- dictionaries of them, which take an import up to twice the time and not fewer bytes.
CREATE TABLE packed_log (
    judgment_id BIGINT NOT NULL,
    client_key VARCHAR NOT NULL USING COMPRESSION zstd,
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL USING COMPRESSION zstd,
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

INSERT INTO packed_log SELECT * FROM judgment;

DROP TABLE judgment;

ALTER TABLE packed_log RENAME TO judgment;
