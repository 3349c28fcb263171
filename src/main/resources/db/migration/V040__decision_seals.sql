-- Blocks of decisions that no record of the audit chain names yet. A flush adds, sealing takes away.
CREATE TABLE iam_decision_unsealed (
  organization_id  uuid NOT NULL,
  id               uuid NOT NULL,
  decisions        integer NOT NULL,
  root             bytea NOT NULL,
  PRIMARY KEY (organization_id, id)
);
INSERT INTO iam_decision_unsealed (organization_id, id, decisions, root)
SELECT organization_id, id, decisions, root FROM iam_decisions;

-- What one record of the audit chain vouches for: some blocks, by the root of the Merkle tree over their roots.
CREATE TABLE iam_decision_seals (
  organization_id  uuid NOT NULL,
  id               uuid NOT NULL,
  blocks           integer NOT NULL,
  decisions        bigint NOT NULL,
  root             bytea NOT NULL,
  sealed_at        timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);

-- Which blocks those are, in their order. It outlives them: a block that is gone leaves its root here.
CREATE TABLE iam_decision_sealed (
  organization_id  uuid NOT NULL,
  block_id         uuid NOT NULL,
  seal_id          uuid NOT NULL,
  position         integer NOT NULL,
  root             bytea NOT NULL,
  PRIMARY KEY (organization_id, block_id),
  UNIQUE (organization_id, seal_id, position)
);
