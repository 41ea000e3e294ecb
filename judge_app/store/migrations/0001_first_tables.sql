-- Ids are text and byte-exact. Times are UTC. The judgment log is append-only.

CREATE TABLE setting (
    name VARCHAR PRIMARY KEY,
    value VARCHAR NOT NULL
);

CREATE TABLE query (
    query_id VARCHAR PRIMARY KEY,
    text VARCHAR NOT NULL,
    narrative VARCHAR NOT NULL,
    position INTEGER NOT NULL
);

CREATE TABLE document (
    doc_id VARCHAR PRIMARY KEY,
    title VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    url VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    extra VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL,
    -- Kept, since asking the text itself would read all of it at each look into the queue.
    is_readable BOOLEAN NOT NULL
);

CREATE TABLE run (
    run_id INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL UNIQUE,
    source VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    imported_at TIMESTAMP NOT NULL,
    imported_by VARCHAR NOT NULL,
    contributes_to_pool BOOLEAN NOT NULL
);

-- No key: a ranking may have millions of rows, and the import has already refused doubles.
CREATE TABLE ranking (
    run_id INTEGER NOT NULL,
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    score DOUBLE NOT NULL,
    rank INTEGER NOT NULL
);

CREATE TABLE pool_batch (
    batch_id INTEGER PRIMARY KEY,
    strategy VARCHAR NOT NULL,
    depth INTEGER,
    added_at TIMESTAMP NOT NULL,
    added_by VARCHAR NOT NULL
);

CREATE TABLE pool_batch_run (
    batch_id INTEGER NOT NULL,
    run_id INTEGER NOT NULL
);

CREATE TABLE pool_pair (
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    batch_id INTEGER NOT NULL,
    priority DOUBLE NOT NULL,
    inclusion_probability DOUBLE NOT NULL,
    PRIMARY KEY (query_id, doc_id)
);

CREATE TABLE person (
    person_id INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL UNIQUE,
    kind VARCHAR NOT NULL,
    roles VARCHAR NOT NULL
);

CREATE TABLE claim (
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    person_id INTEGER NOT NULL,
    expires_at TIMESTAMP NOT NULL
);

CREATE TABLE judgment (
    judgment_id BIGINT PRIMARY KEY,
    client_key VARCHAR NOT NULL UNIQUE,
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

-- A person's word on a pair: the latest of theirs that did not arrive late. Putting a pair off
-- says nothing about it.
CREATE VIEW current_judgment AS
SELECT *
FROM judgment
WHERE verdict <> 'skipped' AND NOT is_late
QUALIFY row_number() OVER (
    PARTITION BY query_id, doc_id, person_id, kind = 'adjudication' ORDER BY judgment_id DESC
) = 1;

-- Documents that there is something to show of. The others stay in the pool and in every
-- denominator, and nobody is asked about them.
CREATE VIEW readable_document AS
SELECT doc_id FROM document WHERE is_readable;

-- Which run brought which pair, and at which rank: a join, so that it is never lost.
CREATE VIEW pool_source AS
SELECT pair.query_id, pair.doc_id, source.batch_id, source.run_id, ranking.rank
FROM pool_pair AS pair
JOIN ranking ON ranking.query_id = pair.query_id AND ranking.doc_id = pair.doc_id
JOIN pool_batch_run AS source ON source.run_id = ranking.run_id
JOIN pool_batch AS batch ON batch.batch_id = source.batch_id
WHERE batch.depth IS NULL OR ranking.rank <= batch.depth;
