package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.GoldenFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manual page is made from the commands, and readers of such pages take it. */
class ManualPageTest {

  private static final String PAGE = ManualPage.text("1.2.3-TEST");

  @TempDir Path folder;

  @Test
  void thePage() {
    GoldenFile.of("help/iam.1").assertMatches(PAGE);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandIsThereWithItsOptionsAndParameters(CommandParts command) {
    String page = PAGE.replace("\\-", "-").replaceAll("\\\\f[BIR]", "");
    String own = page.replaceFirst("(?s).*\\.SS \"iam " + command.name() + "\"\n", "");
    String shown = own.replaceFirst("(?s)\n\\.S[SH] .*", "");

    assertThat(shown).contains(command.summary());
    assertThat(command.optionNames())
        .filteredOn(name -> !List.of("-h", "--help", "--json").contains(name))
        .allSatisfy(name -> assertThat(shown).contains("\n" + name));
    assertThat(command.parameters())
        .allSatisfy(parameter -> assertThat(shown).contains("\n" + parameter.paramLabel()));
  }

  @Test
  void noLineIsTakenForARequestThatIsNone() {
    assertThat(PAGE.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
        .allMatch(line -> line.matches("\\.(\\\\\".*|TH .*|S[HS] .*|TP|PP|B .*|br|sp|EX|EE)"));
    assertThat(PAGE.lines()).noneMatch(String::isBlank);
  }

  @Test
  void readersOfPagesHaveNothingToSay() throws Exception {
    Path page = Files.writeString(folder.resolve("iam.1"), PAGE);
    List<List<String>> readers =
        List.of(
            List.of("mandoc", "-Tlint", "-Wwarning"),
            List.of("groff", "-man", "-Tascii", "-ww", "-rCHECKSTYLE=1"));
    for (List<String> reader : readers) {
      if (!Shells.isThere(reader.getFirst())) {
        System.out.println("skipped: there is no " + reader.getFirst());
        continue;
      }
      Shells.Ran ran = Shells.run(folder, Stream.concat(reader.stream(), Stream.of(page + "")));
      assertThat(ran.err()).as(reader.getFirst()).isEmpty();
      assertThat(ran.exitCode()).as(ran.out()).isZero();
    }
  }

  static Stream<CommandParts> commands() {
    return CommandParts.commands().stream();
  }
}
