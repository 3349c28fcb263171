package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:reviews:close",
    header = "Close the access review campaigns that are due, or a specific one.",
    description = {
      "%nWithout --campaign, closes the campaigns that are past their due date, and completes",
      "interrupted openings and closings. A campaign is stopped if closing it would revoke a",
      "larger share of its items than its max_blast_radius; to close it anyway, use --campaign",
      "and --confirmed.",
      "",
      "Also runs as a scheduled job, every five minutes on one server or worker",
      "(IAM_SCHEDULE_REVIEWS_CLOSE). It is safe to run this command repeatedly, even while",
      "the job is running."
    },
    footer = "  iam iam:reviews:close --json")
final class ReviewsCloseCommand extends JobCommand {

  private final ReviewJobs reviews;

  @Option(
      names = "--organization",
      paramLabel = "KEY",
      description = "Key or id of the campaign's organization.")
  @Nullable String organization;

  @Option(
      names = "--campaign",
      paramLabel = "ID",
      description = "Close this campaign now, even if it is not due.")
  @Nullable String campaign;

  @Option(
      names = "--confirmed",
      description = "Close the campaign even if this exceeds its max_blast_radius.")
  boolean confirmed;

  ReviewsCloseCommand(ReviewJobs reviews, RecordedJobs jobs, Output output) {
    super(JobName.REVIEWS_CLOSE, reviews::close, jobs, output);
    this.reviews = reviews;
  }

  @Override
  public Integer call() {
    if (organization != null && campaign != null) {
      ReviewJobs.CampaignLine closed = reviews.close(organization, campaign, confirmed);
      return done(closed, List.of(closed.line()));
    }
    if (organization != null || campaign != null || confirmed) {
      throw CommandException.usage(
          "--organization and --campaign must be used together, and --confirmed requires both");
    }
    return super.call();
  }
}
