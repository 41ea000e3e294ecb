-- What a run was before another file took its place under the same name.
CREATE TABLE replaced_run (
    replaced_id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    imported_at TIMESTAMP NOT NULL,
    imported_by VARCHAR NOT NULL,
    replaced_at TIMESTAMP NOT NULL,
    replaced_by VARCHAR NOT NULL
);

-- Of a replaced ranking only the pairs that the pool took from it, so that it stays known why they
-- are there.
CREATE TABLE replaced_ranking (
    replaced_id INTEGER NOT NULL,
    query_id VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    rank INTEGER NOT NULL
);

-- The version of the run that a batch was made from; NULL is the one of today.
ALTER TABLE pool_batch_run ADD COLUMN replaced_id INTEGER;

CREATE OR REPLACE VIEW pool_source AS
SELECT pair.query_id, pair.doc_id, source.batch_id, source.run_id, ranking.rank
FROM pool_pair AS pair
JOIN ranking ON ranking.query_id = pair.query_id AND ranking.doc_id = pair.doc_id
JOIN pool_batch_run AS source
    ON source.run_id = ranking.run_id AND source.replaced_id IS NULL
JOIN pool_batch AS batch ON batch.batch_id = source.batch_id
WHERE batch.depth IS NULL OR ranking.rank <= batch.depth
UNION ALL
SELECT pair.query_id, pair.doc_id, source.batch_id, source.run_id, ranking.rank
FROM pool_pair AS pair
JOIN replaced_ranking AS ranking
    ON ranking.query_id = pair.query_id AND ranking.doc_id = pair.doc_id
JOIN pool_batch_run AS source ON source.replaced_id = ranking.replaced_id
JOIN pool_batch AS batch ON batch.batch_id = source.batch_id
WHERE batch.depth IS NULL OR ranking.rank <= batch.depth;
