-- Authorization requests that clients pushed (RFC 9126), for a minute. Only the SHA-256 of the request URI is kept; its
-- use deletes the row.
CREATE TABLE iam_pushed_requests (
  uri_hash          bytea PRIMARY KEY CHECK (length(uri_hash) = 32),
  client_id         text COLLATE "C" NOT NULL,
  query             text COLLATE "C" NOT NULL,
  expires_at        timestamptz NOT NULL
);

CREATE INDEX iam_pushed_requests_by_end ON iam_pushed_requests (expires_at);
