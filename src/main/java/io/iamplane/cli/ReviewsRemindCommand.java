package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
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
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:reviews:remind --json")
final class ReviewsRemindCommand extends JsonCommand implements Callable<Integer> {

  private final ReviewJobs reviews;
  private final RecordedJobs jobs;
  private final Output output;

  ReviewsRemindCommand(ReviewJobs reviews, RecordedJobs jobs, Output output) {
    this.reviews = reviews;
    this.jobs = jobs;
    this.output = output;
  }

  @Override
  public Integer call() {
    return jobs.run(JobName.REVIEWS_REMIND, this::remind, ReviewJobs.RemindedView::result)
        .result()
        .exitCode();
  }

  private ReviewJobs.RemindedView remind() {
    ReviewJobs.RemindedView done = reviews.remind();
    output.print(json, done, List.of(done.line()));
    return done;
  }
}
