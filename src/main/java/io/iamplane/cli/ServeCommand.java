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
      "%nTakes no options: everything is set by the environment or a configuration file.",
      "Unsafe settings are printed, one line each, and stop a production start."
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
