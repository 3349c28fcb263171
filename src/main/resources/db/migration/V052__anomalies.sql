-- What the anomaly scan learned of an organization, and up to where it read.
CREATE TABLE iam_anomaly_states (
  organization_id  uuid PRIMARY KEY REFERENCES iam_organizations (id),
  decisions_until  uuid NOT NULL,
  records_until    bigint NOT NULL,
  learned          bytea NOT NULL,
  updated_at       timestamptz NOT NULL
) WITH (fillfactor = 50);
-- It is deflated already.
ALTER TABLE iam_anomaly_states ALTER COLUMN learned SET STORAGE EXTERNAL;

-- Unusual use that became an alert.
CREATE TABLE iam_anomaly_signals (
  organization_id  uuid NOT NULL REFERENCES iam_organizations (id),
  id               uuid NOT NULL,
  type             text COLLATE "C" NOT NULL CHECK (type IN ('denial_spike', 'first_use_of_privileged',
    'dormant_subject_active', 'peer_outlier', 'off_hours', 'rate_spike', 'mass_change', 'break_glass')),
  subject          text COLLATE "C" NOT NULL,
  seen_at          timestamptz NOT NULL,
  score            double precision NOT NULL,
  reasons          text[] COLLATE "C" NOT NULL,
  status           text COLLATE "C" NOT NULL CHECK (status IN ('open', 'resolved')),
  verdict          text COLLATE "C" CHECK (verdict IN ('confirmed', 'expected', 'false_alarm')),
  note             text COLLATE "C",
  resolved_by      text COLLATE "C",
  resolved_at      timestamptz,
  revision         bigint NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX iam_anomaly_signals_seen ON iam_anomaly_signals (organization_id, seen_at);
