-- Where the guidelines leave people alone, as the lead notes it while settling disagreements.
CREATE TABLE guideline_mark (
    mark_id INTEGER NOT NULL,
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    note VARCHAR NOT NULL,
    marked_at TIMESTAMP NOT NULL,
    marked_by VARCHAR NOT NULL,
    is_settled BOOLEAN NOT NULL
);
