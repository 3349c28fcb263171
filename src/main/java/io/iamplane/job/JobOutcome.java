package io.iamplane.job;

import io.iamplane.shared.WireName;

public enum JobOutcome implements WireName {
  DONE,
  /** Exit code 1: the job did its work, with a finding. */
  FINDING,
  /** Any other exit code: the job did not do its work, or not all of it. */
  FAILED,
  /** Its process ended before it did. */
  INTERRUPTED
}
