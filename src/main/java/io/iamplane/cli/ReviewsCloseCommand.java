package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:reviews:close}. */
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
final class ReviewsCloseCommand extends JsonCommand implements Callable<Integer> {

  private final ReviewJobs reviews;
  private final ReviewCampaigns campaigns;
  private final RecordedJobs jobs;
  private final Output output;

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

  ReviewsCloseCommand(
      ReviewJobs reviews, ReviewCampaigns campaigns, RecordedJobs jobs, Output output) {
    this.reviews = reviews;
    this.campaigns = campaigns;
    this.jobs = jobs;
    this.output = output;
  }

  @Override
  public Integer call() {
    if (organization != null && campaign != null) {
      ReviewCampaigns.CampaignLine closed = campaigns.close(organization, campaign, confirmed);
      output.print(json, closed, List.of(closed.line()));
      return ExitCode.DONE;
    }
    if (organization != null || campaign != null || confirmed) {
      throw CommandException.usage(
          "--organization and --campaign must be used together, and --confirmed requires both");
    }
    return jobs.run(JobName.REVIEWS_CLOSE, this::closeDue, ReviewJobs.ClosedView::result)
        .result()
        .exitCode();
  }

  private ReviewJobs.ClosedView closeDue() {
    ReviewJobs.ClosedView done = reviews.close();
    output.print(json, done, done.lines());
    return done;
  }
}
