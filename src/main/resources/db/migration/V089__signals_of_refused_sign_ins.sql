ALTER TABLE iam_anomaly_signals DROP CONSTRAINT iam_anomaly_signals_type_check;
ALTER TABLE iam_anomaly_signals ADD CONSTRAINT iam_anomaly_signals_type_check CHECK (type IN ('denial_spike',
  'first_use_of_privileged', 'dormant_subject_active', 'peer_outlier', 'off_hours', 'rate_spike', 'mass_change',
  'break_glass', 'refresh_token_reused', 'credential_reused', 'sign_in_refused'));
