-- By whose rights a webhook is sent events: who made it or altered it last, at which assurance. Null: a
-- command did, or it was made before this was kept.
ALTER TABLE iam_webhooks
  ADD COLUMN authorized_by text COLLATE "C",
  ADD COLUMN authorized_aal text COLLATE "C",
  ADD CONSTRAINT iam_webhooks_authority_whole CHECK (num_nonnulls(authorized_by, authorized_aal) IN (0, 2));
