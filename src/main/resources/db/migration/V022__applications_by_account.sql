-- Whose client a service account's is: asked with every change of a service account's client.
CREATE INDEX iam_applications_by_service_account
  ON iam_applications (organization_id, service_account_id) WHERE service_account_id IS NOT NULL;
