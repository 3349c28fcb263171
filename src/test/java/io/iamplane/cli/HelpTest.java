package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.GoldenFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The help texts are part of the interface: people and scripts read them. */
class HelpTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theHelpOfTheWhole() {
    assertThat(answer("--help")).hasValue(ExitCode.DONE);
    GoldenFile.of("help/iam.txt").assertMatches(out.toString());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpWithAnExample(String command) {
    assertThat(answer(command, "--help")).hasValue(ExitCode.DONE);
    assertThat(out.toString()).contains("Example:").contains(command);
    GoldenFile.of("help/" + command.replace(':', '-') + ".txt").assertMatches(out.toString());
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandButServeCanPrintJson(String command) {
    assertThat(Usage.describe().getSubcommands().get(command).getCommandSpec().findOption("--json"))
        .satisfies(option -> assertThat(option == null).isEqualTo(command.equals("serve")));
  }

  @Test
  void noOptionTakesASecret() {
    assertThat(commands())
        .allSatisfy(command ->
            assertThat(Usage.describe().getSubcommands().get(command).getCommandSpec().optionsMap())
                .allSatisfy((name, option) ->
                    assertThat(name).doesNotContainPattern("secret|password|token|kek")));
  }

  @Test
  void theVersionIsTheBuilds() {
    assertThat(answer("--version")).hasValue(ExitCode.DONE);
    assertThat(out.toString()).startsWith("iam ").doesNotContain("${");
  }

  @Test
  void unknownCommandsAndOptionsAreNamed() {
    assertThat(answer("iam:nonsense")).hasValue(ExitCode.USAGE);
    assertThat(answer("--nonsense")).hasValue(ExitCode.USAGE);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .containsExactly(
            "iam: unknown command 'iam:nonsense'; see iam --help",
            "iam: unknown option '--nonsense'; see iam --help");
  }

  @Test
  void aCommandWithoutHelpIsLeftToRun() {
    assertThat(answer("iam:migrate", "--json")).isEmpty();
  }

  private OptionalInt answer(String... arguments) {
    return Usage.answer(List.of(arguments), new PrintWriter(out, true), new PrintWriter(err, true));
  }

  static Stream<String> commands() {
    return Usage.describe().getSubcommands().keySet().stream();
  }
}
