-- When a client's secret was replaced last, and whose client it is, for the answers of the Admin API.
ALTER TABLE iam_clients ADD COLUMN secret_rotated_at timestamptz;

CREATE INDEX iam_clients_by_subject ON iam_clients (organization_id, subject_type, subject_id);
