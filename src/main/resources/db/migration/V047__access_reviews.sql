-- Campaigns in which reviewers say which grants are still needed.
CREATE TABLE iam_access_reviews (
  organization_id    uuid NOT NULL REFERENCES iam_organizations (id),
  id                 uuid NOT NULL,
  name               text COLLATE "C" NOT NULL,
  application_keys   text[] COLLATE "C" NOT NULL,
  privilege_types    text[] COLLATE "C" NOT NULL,
  subject_types      text[] COLLATE "C" NOT NULL,
  only_privileged    boolean NOT NULL,
  reviewer_strategy  text COLLATE "C" NOT NULL CHECK (reviewer_strategy IN ('named', 'manager')),
  reviewer           text COLLATE "C",
  on_unconfirmed     text COLLATE "C" NOT NULL CHECK (on_unconfirmed IN ('revoke', 'keep', 'suspend')),
  due_at             timestamptz NOT NULL,
  apply              text COLLATE "C" NOT NULL CHECK (apply IN ('at_once', 'at_close')),
  max_blast_radius   double precision NOT NULL CHECK (max_blast_radius BETWEEN 0 AND 1),
  status             text COLLATE "C" NOT NULL
    CHECK (status IN ('draft', 'opening', 'running', 'closing', 'completed', 'cancelled')),
  owner              text COLLATE "C" NOT NULL,
  stopped            boolean NOT NULL,
  items_created      integer NOT NULL,
  opened_at          timestamptz,
  closed_at          timestamptz,
  revision           bigint NOT NULL,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
-- What a job looks for: campaigns on their way.
CREATE INDEX iam_access_reviews_open ON iam_access_reviews (status, due_at)
  WHERE status IN ('opening', 'running', 'closing');

-- A grant under review. What the grant looked like is of the moment at which the campaign opened.
CREATE TABLE iam_access_review_items (
  organization_id   uuid NOT NULL,
  id                uuid NOT NULL,
  campaign_id       uuid NOT NULL,
  grant_id          uuid NOT NULL,
  subject_type      text COLLATE "C" NOT NULL,
  subject_id        text COLLATE "C" NOT NULL,
  privilege_type    text COLLATE "C" NOT NULL,
  privilege_key     text COLLATE "C" NOT NULL,
  privileged        boolean NOT NULL,
  subject_active    boolean NOT NULL,
  holders           integer NOT NULL,
  last_used_at      timestamptz,
  reviewer          text COLLATE "C",
  delegated_by      text[] COLLATE "C" NOT NULL DEFAULT '{}',
  decision          text COLLATE "C" NOT NULL DEFAULT 'undecided'
    CHECK (decision IN ('undecided', 'certified', 'revoked')),
  decided_by        text COLLATE "C",
  as_administrator  boolean NOT NULL DEFAULT false,
  decided_at        timestamptz,
  note              text,
  outcome           text COLLATE "C"
    CHECK (outcome IN ('kept', 'revoked', 'suspended', 'gone', 'refused')),
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT iam_access_review_items_grant UNIQUE (organization_id, campaign_id, grant_id),
  FOREIGN KEY (organization_id, campaign_id) REFERENCES iam_access_reviews (organization_id, id)
);
CREATE INDEX iam_access_review_items_by_campaign
  ON iam_access_review_items (organization_id, campaign_id, decision, id);
-- What closing goes through.
CREATE INDEX iam_access_review_items_open ON iam_access_review_items (organization_id, campaign_id, id)
  WHERE outcome IS NULL;
CREATE INDEX iam_access_review_items_by_reviewer
  ON iam_access_review_items (organization_id, reviewer, decision, id);

-- Which reminders were sent: one for each campaign, recipient and day of the reviews' time zone.
CREATE TABLE iam_access_review_reminders (
  organization_id  uuid NOT NULL,
  campaign_id      uuid NOT NULL,
  day              date NOT NULL,
  audience         text COLLATE "C" NOT NULL CHECK (audience IN ('reviewer', 'owner')),
  recipient        text COLLATE "C" NOT NULL,
  sent_at          timestamptz NOT NULL,
  PRIMARY KEY (organization_id, campaign_id, day, recipient),
  FOREIGN KEY (organization_id, campaign_id) REFERENCES iam_access_reviews (organization_id, id)
);
