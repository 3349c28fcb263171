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
  private final UnusedDatabase database;

  KeysRotateJob(KeyJobs keys, UnusedDatabase database) {
    this.keys = keys;
    this.database = database;
  }

  @Override
  public JobName name() {
    return JobName.KEYS_ROTATE;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() ->
        database.isOne()
            ? new JobResult(ExitCode.DONE, "there is no key yet: the database has no organization")
            : keys.due(platform -> Caller.job(platform, "keys-rotate", UuidV7.next().toString()))
                .result());
  }
}
