-- What a relation connects, as one value. The unique index over it is the only one that can find a
-- relation by it, so no plan, with whatever statistics, reads all relations of a kind to find one:
-- an index of seven columns has others beside it that look as good while a table is new.
CREATE FUNCTION iam_relation_key(
  organization uuid, object_type text, object_id text, relation text, subject_type text,
  subject_id text, subject_relation text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- A list of texts, not the texts joined: what separates them could be part of one.
RETURN sha256(convert_to(jsonb_build_array(organization, object_type, object_id, relation,
  subject_type, subject_id, subject_relation)::text, 'UTF8'));

ALTER TABLE iam_relations
  DROP CONSTRAINT iam_relations_unique,
  ADD COLUMN key bytea NOT NULL GENERATED ALWAYS AS (iam_relation_key(
    organization_id, object_type, object_id, relation, subject_type, subject_id, subject_relation))
    STORED,
  ADD CONSTRAINT iam_relations_unique UNIQUE (key);
