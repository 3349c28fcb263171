-- Relations (tuples): subject relation object. A subject with a relation of its own is a userset
-- (group:staff#member), one with the id '*' is everyone of the type.
CREATE TABLE iam_relations (
  id                uuid NOT NULL,
  organization_id   uuid NOT NULL REFERENCES iam_organizations (id),
  subject_type      text COLLATE "C" NOT NULL,
  subject_id        text COLLATE "C" NOT NULL,
  -- Empty when the subject is no userset: a null would not be unique.
  subject_relation  text COLLATE "C" NOT NULL DEFAULT '',
  relation          text COLLATE "C" NOT NULL,
  object_type       text COLLATE "C" NOT NULL,
  object_id         text COLLATE "C" NOT NULL,
  condition         text,
  valid_from        timestamptz,
  valid_until       timestamptz,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_relations_unique UNIQUE
    (organization_id, object_type, object_id, relation, subject_type, subject_id, subject_relation),
  CHECK (valid_from < valid_until)
);

CREATE INDEX iam_relations_by_subject ON iam_relations (organization_id, subject_type, subject_id);
