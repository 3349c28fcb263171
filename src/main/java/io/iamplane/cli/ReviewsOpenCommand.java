package io.iamplane.cli;

import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:reviews:open",
    header = "Open an access review campaign.",
    description = {
      "%nCreates an item for each active permit in the scope of a draft campaign. If the command",
      "is interrupted, iam:reviews:close completes the opening."
    },
    footer =
        "  iam iam:reviews:open --organization acme --campaign"
            + " 0192f3c4-0000-7000-8000-000000000000")
final class ReviewsOpenCommand extends JsonCommand {

  private final ReviewJobs reviews;

  @Option(
      names = "--organization",
      required = true,
      paramLabel = "KEY",
      description = "Key or id of the campaign's organization.")
  String organization = "";

  @Option(
      names = "--campaign",
      required = true,
      paramLabel = "ID",
      description = "Id of the draft campaign.")
  String campaign = "";

  ReviewsOpenCommand(ReviewJobs reviews, Output output) {
    super(output);
    this.reviews = reviews;
  }

  @Override
  public Integer call() {
    ReviewJobs.CampaignLine opened = reviews.open(organization, campaign);
    return done(opened, List.of(opened.line()));
  }
}
