-- Rows that outlived every token that they can end are removed whether or not others follow.
CREATE INDEX iam_ended_tokens_end ON iam_ended_tokens (ended_at);
