-- The conditions that an application's model declares by name.
ALTER TABLE iam_applications ADD COLUMN conditions jsonb NOT NULL DEFAULT '{}';

-- A relation may name one of them, and store values for its parameters. It has one condition, of its own or of the model.
-- Constants as defaults, and checks that hold for every row with nulls: nothing is rewritten.
ALTER TABLE iam_relations
  ADD COLUMN condition_name text COLLATE "C",
  ADD COLUMN condition_values jsonb,
  ADD CONSTRAINT iam_relations_one_condition CHECK (condition IS NULL OR condition_name IS NULL) NOT VALID,
  ADD CONSTRAINT iam_relations_condition_values CHECK ((condition_name IS NULL) = (condition_values IS NULL)) NOT VALID;

-- A manifest that changes or removes a condition asks which relations name it. Relations that name none are not in the index.
CREATE INDEX iam_relations_by_condition ON iam_relations (organization_id, condition_name, id)
  WHERE condition_name IS NOT NULL;
