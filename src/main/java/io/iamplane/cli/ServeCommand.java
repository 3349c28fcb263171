package io.iamplane.cli;

import io.quarkus.arc.Unremovable;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Only describes: {@link IamMain} serves before a command line is built. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = ServeCommand.NAME,
    header = "Serve the HTTP API until SIGTERM.",
    description = {
      "%nAll settings come from the environment or a configuration file; there are no options",
      "for them. Unsafe settings are printed, one per line; in production, the server does",
      "not start with severe ones."
    },
    synopsisHeading = "%nUsage: ",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  IAM_ADMIN_AUDIENCE=https://iam.example.com/api iam serve")
final class ServeCommand {

  static final String NAME = "serve";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;
}
