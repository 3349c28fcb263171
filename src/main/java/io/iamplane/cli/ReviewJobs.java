package io.iamplane.cli;

import io.iamplane.governance.review.DueReviews;
import io.iamplane.governance.review.ReviewReminders;
import io.iamplane.job.JobResult;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;

/** The work of jobs about access reviews, in servers and as commands. */
@Singleton
class ReviewJobs {

  private final Database database;
  private final DueReviews due;
  private final ReviewReminders reminders;
  private final Clock clock;

  ReviewJobs(Database database, DueReviews due, ReviewReminders reminders, Clock clock) {
    this.database = database;
    this.due = due;
    this.reminders = reminders;
    this.clock = clock;
  }

  /** The output of {@code iam:reviews:close --json}. */
  @RegisterForReflection
  record ClosedView(int opened, int completed, int stopped, int failed) implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of(
          "opened %d campaigns, completed %d, stopped %d; %d failed"
              .formatted(opened, completed, stopped, failed));
    }

    @Override
    public JobResult result() {
      return new JobResult(failed == 0 ? ExitCode.DONE : ExitCode.UNAVAILABLE, lines().getFirst());
    }
  }

  /** The output of {@code iam:reviews:remind --json}. */
  @RegisterForReflection
  record RemindedView(int campaigns, int reminders, int failed) implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of(
          "sent %d reminders for %d campaigns; %d campaigns failed"
              .formatted(reminders, campaigns, failed));
    }

    @Override
    public JobResult result() {
      return new JobResult(failed == 0 ? ExitCode.DONE : ExitCode.UNAVAILABLE, lines().getFirst());
    }
  }

  ClosedView close() {
    return AuditFailures.unknown(() -> {
      database.requireSchema();
      DueReviews.Done done = due.run(clock.instant());
      return new ClosedView(done.opened(), done.completed(), done.stopped(), done.failed());
    });
  }

  RemindedView remind() {
    return AuditFailures.unknown(() -> {
      database.requireSchema();
      ReviewReminders.Sent sent = reminders.send(clock.instant());
      return new RemindedView(sent.campaigns(), sent.reminders(), sent.failed());
    });
  }
}
