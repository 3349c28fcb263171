-- Whose tokens ended, and with which version of the policy: a token that was issued at an earlier one is
-- refused. holder is 'client/<id>', 'subject/<type>:<id>' or 'organization/'. A row outlives every token
-- that it can end and is then removed by later ones.
CREATE TABLE iam_ended_tokens (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  holder           text COLLATE "C" NOT NULL,
  version          bigint NOT NULL,
  ended_at         timestamptz NOT NULL,
  PRIMARY KEY (organization_id, holder)
);

CREATE INDEX iam_ended_tokens_by_age ON iam_ended_tokens (organization_id, ended_at);
