-- Answers that show a secret say whose, as 'client/<id>' or 'webhook/<id>': with the secret the stored
-- answer ends. The row stays, so that the request is not carried out again.
ALTER TABLE iam_idempotent_answers
  ADD COLUMN secrets text[] COLLATE "C",
  ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;

CREATE INDEX iam_idempotent_answers_by_secret ON iam_idempotent_answers USING gin (secrets)
  WHERE secrets IS NOT NULL;
