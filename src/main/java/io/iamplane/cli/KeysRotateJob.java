package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import io.iamplane.shared.Caller;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;

/** {@code iam:keys:rotate --due} by the schedule of servers and workers. */
@Singleton
class KeysRotateJob implements Job {

  private final KeyJobs keys;

  KeysRotateJob(KeyJobs keys) {
    this.keys = keys;
  }

  @Override
  public JobName name() {
    return JobName.KEYS_ROTATE;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() ->
        keys.due(platform -> Caller.job(platform, "keys-rotate", UuidV7.next().toString()))
            .result());
  }
}
