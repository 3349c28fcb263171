-- Every filter of a list is one range of an index, in the order of the list.
CREATE INDEX iam_grants_by_status ON iam_grants (organization_id, status, id);
DROP INDEX iam_grants_by_subject;
CREATE INDEX iam_grants_by_subject
  ON iam_grants (organization_id, subject_type, subject_id, status, id);
DROP INDEX iam_grants_by_privilege;
CREATE INDEX iam_grants_by_privilege ON iam_grants (organization_id, privilege_key, status, id);
CREATE INDEX iam_grants_by_resource
  ON iam_grants (organization_id, resource_type, resource_id, status, id)
  WHERE resource_type IS NOT NULL;
CREATE INDEX iam_grants_with_condition ON iam_grants (organization_id, id)
  WHERE condition IS NOT NULL AND status <> 'revoked';

DROP INDEX iam_relations_by_subject;
CREATE INDEX iam_relations_by_subject
  ON iam_relations (organization_id, subject_type, subject_id, id);
CREATE INDEX iam_relations_by_object ON iam_relations (organization_id, object_type, object_id, id);
CREATE INDEX iam_relations_by_relation ON iam_relations (organization_id, relation, id);
