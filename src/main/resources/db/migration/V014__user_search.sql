-- What finds a person: the name, each word of it, the address and the external id, in lower case.
-- A prefix is one range of an index, and so is a page of what it finds.
CREATE TABLE iam_user_terms (
  organization_id  uuid NOT NULL,
  status           text NOT NULL,
  term             text COLLATE "C" NOT NULL,
  user_id          uuid NOT NULL,
  -- The same person's term before this one. Where that begins with what is looked for, the person
  -- was found there already.
  previous         text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, status, term, user_id),
  FOREIGN KEY (organization_id, user_id) REFERENCES iam_users (organization_id, id)
);

CREATE UNIQUE INDEX iam_users_email_unique ON iam_users (organization_id, lower(email));
CREATE INDEX iam_users_by_status ON iam_users (organization_id, status, id);
CREATE INDEX iam_service_accounts_by_status ON iam_service_accounts (organization_id, status, id);
CREATE INDEX iam_groups_by_status ON iam_groups (organization_id, status, id);
CREATE INDEX iam_group_members_by_group ON iam_group_members (organization_id, group_id, id);
