package io.iamplane.cli;

import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code iam:reviews:open}. */
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
final class ReviewsOpenCommand extends JsonCommand implements Callable<Integer> {

  private final ReviewCampaigns campaigns;
  private final Output output;

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

  ReviewsOpenCommand(ReviewCampaigns campaigns, Output output) {
    this.campaigns = campaigns;
    this.output = output;
  }

  @Override
  public Integer call() {
    ReviewCampaigns.CampaignLine opened = campaigns.open(organization, campaign);
    output.print(json, opened, List.of(opened.line()));
    return ExitCode.DONE;
  }
}
