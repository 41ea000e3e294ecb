-- How many pairs a batch could bring, which share of them was drawn at random, and with which seed;
-- NULL where all pairs were taken.
ALTER TABLE pool_batch ADD COLUMN budget INTEGER;
ALTER TABLE pool_batch ADD COLUMN random_share DOUBLE;
ALTER TABLE pool_batch ADD COLUMN seed BIGINT;
