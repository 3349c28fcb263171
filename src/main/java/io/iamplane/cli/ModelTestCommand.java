package io.iamplane.cli;

import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:model:test",
    header = "Run the tests of a relation model; no database is needed.",
    description = {
      "%nReads tests in the formats of OpenFGA (.fga.yaml and the format of its own test",
      "suite), SpiceDB (validation YAML) and Topaz (assertions, templates), converts their",
      "model as iam:model:import does, and evaluates the tests with the decision engine. Also",
      "reads this server's own format: {manifest_file, relations_file?, relations?, tests:",
      "[{name?, relations?, check: [{subject, relation, resource, context?, expected}]}]}.",
      "",
      "Prints the parts of the model that were not converted, then each assertion whose",
      "result differs: '-' marks the expected result, '+' the actual result, '?' an assertion",
      "that could not be evaluated, and '!' one that this server allows and for which the",
      "other system returns an error (a documented difference, not a failure). For a",
      "folder, runs every test file and prints a summary line for each. Without --all, at",
      "most 20 lines are printed for each file. The exit code is 0 if every assertion was",
      "evaluated with the expected result, otherwise 1; it is 2 if a file cannot be read."
    },
    footer = "  iam iam:model:test store.fga.yaml")
final class ModelTestCommand extends JsonCommand {

  private final Clock clock;

  @Parameters(paramLabel = "FILE", description = "The test file, or a folder of test files.")
  String file = "";

  @Option(
      names = "--from",
      paramLabel = "SYSTEM",
      description = "Source system: openfga, spicedb or topaz; by default, detected from the file.")
  @Nullable String from;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "File of the model, if it is not in the test file, as with Topaz assertions.")
  @Nullable String model;

  @Option(
      names = "--relations",
      paramLabel = "FILE",
      description = "File of additional relations for all tests; may be repeated.")
  List<String> relations = new ArrayList<>();

  @Option(names = "--all", description = "Print all lines for each file.")
  boolean all;

  ModelTestCommand(Output output, Clock clock) {
    super(output);
    this.clock = clock;
  }

  /**
   * @param answeredHere allowed here, an error there
   * @param failures the assertions that did not pass
   */
  @RegisterForReflection
  record View(
      int assertions,
      int passed,
      int failed,
      int notAsked,
      int answeredHere,
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

  /** For a folder, with files that cannot be read ({@code refused}) and files that are no tests. */
  @RegisterForReflection
  record FolderView(
      int assertions,
      int passed,
      int failed,
      int notAsked,
      int answeredHere,
      int refused,
      int otherFiles,
      List<FileView> files) {}

  /** A file of a folder; {@code tests} is null when it cannot be read. */
  @RegisterForReflection
  record FileView(String file, @Nullable View tests, List<String> faults) {}

  @Override
  public Integer call() {
    return Files.isDirectory(Path.of(file)) ? folder(Path.of(file)) : file();
  }

  private Integer file() {
    ModelTests tests =
        ModelFiles.read(
            file,
            all,
            () ->
                ModelTests.run(
                    file, ModelFiles.beside(file), from, model, relations, clock.instant()));
    View view = view(tests);
    List<String> lines = new ArrayList<>(ShownLines.of(lines(tests), all));
    lines.add("%s: %s".formatted(file, counts(view)));
    print(view, lines);
    return exitCode(view);
  }

  private Integer folder(Path folder) {
    FolderTests tests = ModelFiles.read(file, all, () -> FolderTests.run(folder, clock.instant()));
    List<FileView> files = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (FolderTests.FileOutcome each : tests.files()) {
      ModelTests own = each.tests();
      View shown = own == null ? null : view(own);
      files.add(new FileView(each.file(), shown, each.faults()));
      lines.addAll(ShownLines.of(own == null ? each.faults() : lines(own), all));
      lines.add(each.file() + ": " + (shown == null ? "cannot be read" : counts(shown)));
    }
    View total = view(tests.all());
    lines.add(
        "%s: %d test files, %d of which cannot be read; %d other files are not tests"
            .formatted(file, files.size(), tests.refused(), tests.other()));
    lines.add("%s: %s".formatted(file, counts(total)));
    print(
        new FolderView(
            total.assertions(),
            total.passed(),
            total.failed(),
            total.notAsked(),
            total.answeredHere(),
            tests.refused(),
            tests.other(),
            files),
        lines);
    return tests.refused() > 0 ? ExitCode.USAGE : exitCode(total);
  }

  private static int exitCode(View view) {
    return view.failed() + view.notAsked() == 0 ? ExitCode.DONE : ExitCode.FINDING;
  }

  private static View view(ModelTests tests) {
    return new View(
        tests.outcomes().size(),
        tests.count(Result.PASSED),
        tests.count(Result.FAILED),
        tests.count(Result.NOT_ASKED),
        tests.count(Result.ANSWERED_HERE),
        tests.report(),
        failures(tests).stream().map(ModelTestCommand::view).toList());
  }

  private static List<AssertionOutcome> failures(ModelTests tests) {
    return tests.outcomes().stream().filter(each -> each.result() != Result.PASSED).toList();
  }

  private static String counts(View view) {
    return "%d assertions, %d passed, %d failed, %d could not be evaluated"
            .formatted(view.assertions(), view.passed(), view.failed(), view.notAsked())
        + (view.answeredHere() == 0
            ? ""
            : ", %d errors in the other system".formatted(view.answeredHere()));
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

  private static List<String> lines(ModelTests tests) {
    List<String> lines = new ArrayList<>(tests.report());
    for (AssertionOutcome each : failures(tests)) {
      lines.add("@@ %s %s".formatted(each.place(), each.test()));
      if (each.result() == Result.NOT_ASKED) {
        lines.add(
            "? %s: %s (%s)"
                .formatted(each.question(), each.expected(), Objects.toString(each.reason(), "")));
      } else if (each.result() == Result.ANSWERED_HERE) {
        lines.add("! %s: %s".formatted(each.question(), each.answered()));
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
    return lines;
  }
}
