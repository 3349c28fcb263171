-- What a change appends rests on its tenant's version, which it has locked, and which refers to the organization.
-- Organizations are never deleted. To look for the organization again for each appended row proved nothing.
ALTER TABLE iam_policy_changes DROP CONSTRAINT iam_policy_changes_organization_id_fkey;
ALTER TABLE iam_audit_records DROP CONSTRAINT iam_audit_records_organization_id_fkey;
ALTER TABLE iam_audit_personal DROP CONSTRAINT iam_audit_personal_organization_id_fkey;
ALTER TABLE iam_outbox_messages DROP CONSTRAINT iam_outbox_messages_organization_id_fkey;

-- No query reads it: versions, not transactions, say what a poller has not seen yet.
DROP INDEX iam_policy_changes_by_transaction;

-- The plan that a session keeps for the record behind the head may be from when the table was small, and then
-- reads all of it for each record: on a new installation 0.65 ms with a thousand records, and more with each.
ALTER FUNCTION iam_head_advances() SET enable_seqscan = off;
