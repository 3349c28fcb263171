-- Servers publish how many signals were raised lately, of all organizations.
CREATE INDEX iam_anomaly_signals_created ON iam_anomaly_signals (created_at, type);
