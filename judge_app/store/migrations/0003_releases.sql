-- Releases never change: rows are added, and nothing updates or deletes them. Their labels are
-- computed from the log up to log_position; label_set is the hash that they have to have. Texts and
-- runs are not kept: pair_texts and all_texts are hashes, by which a change since is noticed.

CREATE TABLE release (
    name VARCHAR PRIMARY KEY,
    log_position BIGINT NOT NULL,
    label_rule VARCHAR NOT NULL,
    gain VARCHAR NOT NULL,
    scale VARCHAR NOT NULL,
    label_set VARCHAR NOT NULL,
    n_judgments BIGINT NOT NULL,
    n_labels BIGINT NOT NULL,
    pool_batch INTEGER NOT NULL,
    pool_pairs BIGINT NOT NULL,
    pair_texts VARCHAR NOT NULL,
    all_texts VARCHAR NOT NULL,
    note VARCHAR NOT NULL,
    created_at TIMESTAMP NOT NULL,
    created_by VARCHAR NOT NULL
);

CREATE TABLE release_run (
    release_name VARCHAR NOT NULL,
    position INTEGER NOT NULL,
    run_name VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL
);

-- Known to the project's file only, so that a copy of the file makes the same pseudonyms.
CREATE TABLE secret (
    name VARCHAR PRIMARY KEY,
    value VARCHAR NOT NULL
);
