package io.iamplane.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options and headings of every command. A superclass and not a mixin, since a mixin would have
 * the command made, with all its dependencies, before its help can be shown.
 */
@Command(
    synopsisHeading = "%nUsage: ",
    parameterListHeading = "%nParameters:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n")
abstract class JsonCommand {

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;
}
