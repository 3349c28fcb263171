-- The Merkle tree over the hashes of a chain's records (RFC 6962), as tiles of 256 hashes (C2SP
-- tlog-tiles), written once when they are full. root is the hash of the whole tile, which the tile one
-- level above holds.
CREATE TABLE iam_audit_tiles (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  level            smallint NOT NULL CHECK (level >= 0),
  tile             bigint NOT NULL CHECK (tile >= 0),
  hashes           bytea NOT NULL CHECK (length(hashes) = 8192),
  root             bytea NOT NULL CHECK (length(root) = 32),
  PRIMARY KEY (organization_id, level, tile)
);
-- Hashes do not compress.
ALTER TABLE iam_audit_tiles ALTER COLUMN hashes SET STORAGE EXTERNAL;

-- The perfect subtrees at the end of the tree, the largest first: what the next record is appended to.
ALTER TABLE iam_audit_heads ADD COLUMN tree bytea;

DO $$
DECLARE
  head record;
  entry record;
  stack bytea[];
  node bytea;
  leaves bytea;
  size bigint;
  rest bigint;
  merges integer;
BEGIN
  FOR head IN SELECT organization_id FROM iam_audit_heads LOOP
    stack := '{}';
    leaves := '';
    size := 0;
    FOR entry IN SELECT hash FROM iam_audit_records
        WHERE organization_id = head.organization_id ORDER BY seq LOOP
      node := sha256('\x00'::bytea || entry.hash);
      leaves := leaves || node;
      size := size + 1;
      rest := size;
      merges := 0;
      WHILE rest % 2 = 0 LOOP
        node := sha256('\x01'::bytea || stack[array_length(stack, 1)] || node);
        stack := stack[1:array_length(stack, 1) - 1];
        rest := rest / 2;
        merges := merges + 1;
        IF merges % 8 = 0 THEN
          INSERT INTO iam_audit_tiles (organization_id, level, tile, hashes, root)
          SELECT head.organization_id, merges / 8 - 1, rest - 1,
            CASE merges WHEN 8 THEN leaves ELSE (
              SELECT string_agg(root, ''::bytea ORDER BY tile) FROM iam_audit_tiles
              WHERE organization_id = head.organization_id AND level = merges / 8 - 2
                AND tile >= (rest - 1) * 256) END,
            node;
          leaves := '';
        END IF;
      END LOOP;
      stack := stack || node;
    END LOOP;
    UPDATE iam_audit_heads
      SET tree = coalesce((SELECT string_agg(part, ''::bytea ORDER BY place)
        FROM unnest(stack) WITH ORDINALITY AS parts (part, place)), '')
      WHERE organization_id = head.organization_id;
  END LOOP;
END
$$;

ALTER TABLE iam_audit_heads ALTER COLUMN tree SET NOT NULL;

-- For the filters of the list of events. The text that was hashed names it too.
ALTER TABLE iam_audit_records ADD COLUMN application text COLLATE "C";
CREATE INDEX iam_audit_records_by_time ON iam_audit_records (organization_id, occurred_at, seq);
CREATE INDEX iam_audit_records_by_type
  ON iam_audit_records (organization_id, event_type, occurred_at, seq);
CREATE INDEX iam_audit_records_by_actor
  ON iam_audit_records (organization_id, actor, occurred_at, seq);
CREATE INDEX iam_audit_records_by_target
  ON iam_audit_records (organization_id, target_type, target_id, occurred_at, seq);
CREATE UNIQUE INDEX iam_audit_records_by_id ON iam_audit_records (organization_id, id);

-- What is personal in a record, apart from it: the chain holds SHA-256(salt, value) alone, so that a value
-- can be erased and everything still verifies. path is a JSON Pointer (RFC 6901) into the record.
CREATE TABLE iam_audit_personal (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  seq              bigint NOT NULL,
  path             text COLLATE "C" NOT NULL,
  subject          text COLLATE "C" NOT NULL,
  salt             bytea NOT NULL CHECK (length(salt) = 32),
  value            text NOT NULL,
  PRIMARY KEY (organization_id, seq, path)
);
CREATE INDEX iam_audit_personal_by_subject ON iam_audit_personal (organization_id, subject);

-- Signed statements of how long a chain was and what its tree's root was (C2SP tlog-checkpoint).
CREATE TABLE iam_audit_checkpoints (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  size             bigint NOT NULL CHECK (size > 0),
  root             bytea NOT NULL CHECK (length(root) = 32),
  head_hash        bytea NOT NULL CHECK (length(head_hash) = 32),
  note             text NOT NULL,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, size)
);

-- What verifications found.
CREATE TABLE iam_audit_verifications (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  id               uuid NOT NULL,
  started_at       timestamptz NOT NULL,
  finished_at      timestamptz NOT NULL,
  full_chain       boolean NOT NULL,
  from_seq         bigint NOT NULL,
  to_seq           bigint NOT NULL,
  cause            text COLLATE "C",
  bad_seq          bigint,
  expected         text,
  found            text,
  PRIMARY KEY (organization_id, id),
  CHECK ((cause IS NULL) = (bad_seq IS NULL))
);

-- ALWAYS, so that a session that plays a replica is refused as well.
ALTER TABLE iam_audit_records ENABLE ALWAYS TRIGGER iam_audit_records_append_only;
ALTER TABLE iam_audit_records ENABLE ALWAYS TRIGGER iam_audit_records_no_truncate;

CREATE TRIGGER iam_audit_tiles_append_only BEFORE UPDATE OR DELETE ON iam_audit_tiles
  FOR EACH ROW EXECUTE FUNCTION iam_refuse_change();
CREATE TRIGGER iam_audit_tiles_no_truncate BEFORE TRUNCATE ON iam_audit_tiles
  FOR EACH STATEMENT EXECUTE FUNCTION iam_refuse_change();
ALTER TABLE iam_audit_tiles ENABLE ALWAYS TRIGGER iam_audit_tiles_append_only;
ALTER TABLE iam_audit_tiles ENABLE ALWAYS TRIGGER iam_audit_tiles_no_truncate;

CREATE TRIGGER iam_audit_checkpoints_append_only BEFORE UPDATE OR DELETE ON iam_audit_checkpoints
  FOR EACH ROW EXECUTE FUNCTION iam_refuse_change();
CREATE TRIGGER iam_audit_checkpoints_no_truncate BEFORE TRUNCATE ON iam_audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION iam_refuse_change();
ALTER TABLE iam_audit_checkpoints ENABLE ALWAYS TRIGGER iam_audit_checkpoints_append_only;
ALTER TABLE iam_audit_checkpoints ENABLE ALWAYS TRIGGER iam_audit_checkpoints_no_truncate;

-- Erasure deletes; nothing ever changes a value, or all of them at once.
CREATE TRIGGER iam_audit_personal_unchanged BEFORE UPDATE ON iam_audit_personal
  FOR EACH ROW EXECUTE FUNCTION iam_refuse_change();
CREATE TRIGGER iam_audit_personal_no_truncate BEFORE TRUNCATE ON iam_audit_personal
  FOR EACH STATEMENT EXECUTE FUNCTION iam_refuse_change();
ALTER TABLE iam_audit_personal ENABLE ALWAYS TRIGGER iam_audit_personal_unchanged;
ALTER TABLE iam_audit_personal ENABLE ALWAYS TRIGGER iam_audit_personal_no_truncate;

-- The head moves, and nothing else.
CREATE TRIGGER iam_audit_heads_stay BEFORE DELETE ON iam_audit_heads
  FOR EACH ROW EXECUTE FUNCTION iam_refuse_change();
CREATE TRIGGER iam_audit_heads_no_truncate BEFORE TRUNCATE ON iam_audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION iam_refuse_change();
ALTER TABLE iam_audit_heads ENABLE ALWAYS TRIGGER iam_audit_heads_stay;
ALTER TABLE iam_audit_heads ENABLE ALWAYS TRIGGER iam_audit_heads_no_truncate;
