-- The approved memories that one contradicted when it was approved: whoever approved it was shown them, so that they are no
-- reason to doubt it later.

ALTER TABLE memories ADD COLUMN accepted uuid[] NOT NULL DEFAULT '{}';
