package io.iamplane.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The options and headings of every command; a command's record {@code View}, if it has one, is the
 * output of {@code --json}. A superclass and not a mixin, since a mixin would have the command
 * made, with all its dependencies, before its help can be shown.
 */
@Command(
    synopsisHeading = "%nUsage: ",
    parameterListHeading = "%nParameters:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n")
abstract class JsonCommand implements Callable<Integer> {

  final Output output;

  @Option(names = "--json", description = "Print one JSON object instead of text.")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  JsonCommand(Output output) {
    this.output = output;
  }

  final void print(Object view, List<String> lines) {
    output.print(json, view, lines);
  }

  /** The lines that show a client and its secret, for the only time. */
  static List<String> secret(String clientId, @Nullable String secret) {
    return List.of(
        "  client_id      " + clientId,
        "  client_secret  " + secret,
        "Save the secret now: only its hash is stored, so it cannot be shown again.");
  }

  /** Prints the result of a command that succeeded. */
  final int done(Object view, List<String> lines) {
    print(view, lines);
    return ExitCode.DONE;
  }
}
