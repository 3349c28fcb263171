-- Finds the images of a person, to blank them.
CREATE INDEX iam_policy_changes_of_users ON iam_policy_changes (organization_id, target_id)
  WHERE target_type = 'user';
