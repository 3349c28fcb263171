-- An answer that named an erased person: the key stays known, so that a repeat is refused and not carried out
-- again; the answer is gone, and with it the hash of the request, against which a guess could be checked.
ALTER TABLE iam_idempotent_answers
  ALTER COLUMN fingerprint DROP NOT NULL,
  ALTER COLUMN answer DROP NOT NULL,
  ADD CONSTRAINT iam_idempotent_answers_whole CHECK (num_nonnulls(fingerprint, answer) IN (0, 2));
