package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:reviews:remind",
    header = "Remind reviewers of undecided items.",
    description = {
      "%nSends one event for each reviewer in each campaign, once a day, at or after",
      "IAM_REVIEWS_REMIND_AT (09:00 by default) in IAM_REVIEWS_TIME_ZONE.",
      "",
      "Also runs as a scheduled job, every 15 minutes on one server or worker",
      "(IAM_SCHEDULE_REVIEWS_REMIND). It is safe to run this command repeatedly, even while",
      "the job is running."
    },
    footer = "  iam iam:reviews:remind --json")
final class ReviewsRemindCommand extends JobCommand {

  ReviewsRemindCommand(ReviewJobs reviews, RecordedJobs jobs, Output output) {
    super(JobName.REVIEWS_REMIND, reviews::remind, jobs, output);
  }
}
