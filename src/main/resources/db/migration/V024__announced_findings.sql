-- Whether the platform knows the outcome: its chain tells of the finding, or it was the platform that found
-- nothing. What a tenant finds in its own chain must not keep the platform from announcing it.
ALTER TABLE iam_audit_verifications ADD COLUMN announced boolean NOT NULL DEFAULT false;

-- A chain whose organization is gone is a finding, which must be kept all the same.
ALTER TABLE iam_audit_verifications DROP CONSTRAINT iam_audit_verifications_organization_id_fkey;
