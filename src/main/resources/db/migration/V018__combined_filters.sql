-- Two filters at once are one range too: what has much of each may have little of both, and the rows of
-- one would be read to find those of the other.
CREATE INDEX iam_grants_by_subject_and_privilege
  ON iam_grants (organization_id, subject_type, subject_id, privilege_key, status, id);
CREATE INDEX iam_grants_by_subject_and_resource
  ON iam_grants (organization_id, subject_type, subject_id, resource_type, resource_id, status, id)
  WHERE resource_type IS NOT NULL;
CREATE INDEX iam_grants_by_privilege_and_resource
  ON iam_grants (organization_id, privilege_key, resource_type, resource_id, status, id)
  WHERE resource_type IS NOT NULL;

CREATE INDEX iam_relations_by_subject_and_relation
  ON iam_relations (organization_id, subject_type, subject_id, relation, id);
CREATE INDEX iam_relations_by_object_and_relation
  ON iam_relations (organization_id, object_type, object_id, relation, id);
CREATE INDEX iam_relations_by_subject_and_object
  ON iam_relations (organization_id, subject_type, subject_id, object_type, object_id, id);

CREATE INDEX iam_applications_by_status ON iam_applications (organization_id, status, key);
