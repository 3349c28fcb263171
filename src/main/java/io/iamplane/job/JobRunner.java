package io.iamplane.job;

import io.iamplane.shared.WireName;

public enum JobRunner implements WireName {
  /** A server or worker, by its schedule. */
  SERVER,
  /** A command, such as a CronJob's. */
  COMMAND
}
