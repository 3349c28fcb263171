package io.iamplane.job;

import io.iamplane.shared.WireName;

/** The runner of a job. */
public enum JobRunner implements WireName {
  /** A server or worker, by its schedule. */
  SERVER,
  /** A command, such as a CronJob's. */
  COMMAND
}
