package io.iamplane.cli;

import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iam:model:test}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:model:test",
    header = "Ask what a file of tests expects of a relation model; needs no database.",
    description = {
      "%nReads tests of OpenFGA (.fga.yaml), SpiceDB (validation YAML) and Topaz (assertions), brings",
      "their model over as iam:model:import does, and asks the decision engine; or reads this",
      "product's own tests: {manifest_file, relations_file?, relations?, tests: [{name?, relations?,",
      "check: [{subject, relation, resource, context?, expected}]}]}.",
      "",
      "Prints what was not brought over, then what was answered otherwise: - is expected, + answered,",
      "? could not be asked. The exit code is 1 unless every assertion was asked and answered as",
      "expected, and 2 if a file cannot be read."
    },
    synopsisHeading = "%nUsage: ",
    parameterListHeading = "%nParameters:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:model:test store.fga.yaml")
final class ModelTestCommand extends JsonCommand implements Callable<Integer> {

  private final Output output;
  private final Clock clock;

  @Parameters(paramLabel = "FILE", description = "The file of tests.")
  String file = "";

  @Option(
      names = "--from",
      paramLabel = "SYSTEM",
      description = "openfga, spicedb or topaz; by default the file shows it.")
  @Nullable String from;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "The model, when the file of tests holds none, as with Topaz.")
  @Nullable String model;

  @Option(
      names = "--relations",
      paramLabel = "FILE",
      description = "More relations, stored for all tests; may be repeated.")
  List<String> relations = new ArrayList<>();

  ModelTestCommand(Output output, Clock clock) {
    this.output = output;
    this.clock = clock;
  }

  /** The output of {@code --json}; failures are the assertions that did not pass. */
  @RegisterForReflection
  record View(
      int assertions,
      int passed,
      int failed,
      int notAsked,
      List<String> report,
      List<FailureView> failures) {}

  /** An assertion that did not pass; {@code answered} is null when it could not be asked. */
  @RegisterForReflection
  record FailureView(
      String place,
      String test,
      String question,
      String expected,
      @Nullable String answered,
      @Nullable String reason) {}

  @Override
  public Integer call() {
    ModelTests tests =
        ModelFiles.read(file, () -> ModelTests.run(file, from, model, relations, clock.instant()));
    List<AssertionOutcome> failures =
        tests.outcomes().stream().filter(each -> each.result() != Result.PASSED).toList();
    View view =
        new View(
            tests.outcomes().size(),
            tests.count(Result.PASSED),
            tests.count(Result.FAILED),
            tests.count(Result.NOT_ASKED),
            tests.report(),
            failures.stream().map(ModelTestCommand::view).toList());
    output.print(json, view, lines(tests, failures, view));
    return failures.isEmpty() ? ExitCode.DONE : ExitCode.FINDING;
  }

  private static FailureView view(AssertionOutcome each) {
    return new FailureView(
        each.place().toString(),
        each.test(),
        each.question(),
        each.expected(),
        each.answered(),
        each.reason());
  }

  private List<String> lines(ModelTests tests, List<AssertionOutcome> failures, View view) {
    List<String> lines = new ArrayList<>(tests.report());
    for (AssertionOutcome each : failures) {
      lines.add("@@ %s %s".formatted(each.place(), each.test()));
      if (each.result() == Result.NOT_ASKED) {
        lines.add(
            "? %s: %s (%s)"
                .formatted(each.question(), each.expected(), Objects.toString(each.reason(), "")));
      } else {
        lines.add("- %s: %s".formatted(each.question(), each.expected()));
        lines.add(
            "+ %s: %s%s"
                .formatted(
                    each.question(),
                    each.answered(),
                    each.reason() == null ? "" : " (" + each.reason() + ")"));
      }
    }
    lines.add(
        "%s: %d assertions, %d passed, %d failed, %d could not be asked"
            .formatted(file, view.assertions(), view.passed(), view.failed(), view.notAsked()));
    return lines;
  }
}
