package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;

/** {@code iam:reviews:remind}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:reviews:remind",
    header = "Remind reviewers of undecided items.",
    description = {
      "%nSends one event for each reviewer and campaign, once a day, from IAM_REVIEWS_REMIND_AT",
      "(09:00) in IAM_REVIEWS_TIME_ZONE on. One server or worker looks every quarter of an hour",
      "(IAM_SCHEDULE_REVIEWS_REMIND); safe to run twice and beside it."
    },
    footer = "  iam iam:reviews:remind --json")
final class ReviewsRemindCommand extends JobCommand {

  ReviewsRemindCommand(ReviewJobs reviews, RecordedJobs jobs, Output output) {
    super(JobName.REVIEWS_REMIND, reviews::remind, jobs, output);
  }
}
