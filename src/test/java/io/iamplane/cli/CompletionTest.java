package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.iamplane.testing.GoldenFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Completion is made from the commands, and works in the shells that are there. */
class CompletionTest {

  private static final String BREAKS = " \t\n\"'><=;|&(:";
  private static final String END = "== end ==\n";

  /** Completes its arguments, each a line, after the first, which are the breaks. */
  private static final String ASK =
      ". ./iam.bash; COMP_WORDBREAKS=$1; shift; for COMP_LINE; do COMP_POINT=${#COMP_LINE};"
          + " COMPREPLY=(); _iam; printf '%s\\n' ${COMPREPLY[@]+\"${COMPREPLY[@]}\"}; printf '"
          + END.replace("\n", "\\n")
          + "'; done";

  @TempDir Path folder;

  @Test
  void theScripts() {
    GoldenFile.of("help/iam.bash").assertMatches(BashCompletion.text());
    GoldenFile.of("help/_iam").assertMatches(ZshCompletion.text());
  }

  @Test
  void bashCompletesCommandsAndTheirOptions() throws Exception {
    assertThat(bash("iam iam:audit:v")).containsExactly("verify");
    assertThat(bash("iam s")).containsExactly("serve");
    assertThat(bash("iam ")).contains("serve", "iam:migrate", "--help", "--version");
    assertThat(bash("iam --ver")).containsExactly("--version");
    assertThat(bash("iam iam:audit:verify --o")).containsExactly("--organization");
    assertThat(bash("iam iam:audit:verify --full ")).contains("--json", "--anchor");
    assertThat(bash("iam iam:nonsense --")).isEmpty();
  }

  /** If the shell breaks words at spaces alone, no prefix is removed. */
  @Test
  void bashCompletesWhereColonsBreakNoWords() throws Exception {
    assertThat(bash("iam iam:audit:v", " ")).containsExactly("iam:audit:verify");
  }

  @Test
  void bashCompletesFilesAndDirectoriesWhereTheyAreAskedFor() throws Exception {
    Files.createFile(folder.resolve("shop.yaml"));
    Files.createDirectories(folder.resolve("shore"));

    assertThat(bash("iam iam:manifest:apply sho")).containsExactlyInAnyOrder("shop.yaml", "shore");
    assertThat(bash("iam iam:manifest:apply --o")).containsExactly("--organization");
    assertThat(bash("iam iam:audit:verify --anchor sho")).containsExactly("shore");
    assertThat(bash("iam iam:audit:verify --anchor=sho")).containsExactly("shore");
    assertThat(bash("iam iam:audit:verify --organization sho"))
        .as("what only the database knows")
        .isEmpty();
  }

  @Test
  void everyCommandAndOptionIsOffered() throws Exception {
    assumeTrue(Shells.isThere("bash"), "skipped: there is no bash");
    List<CommandParts> commands = CommandParts.commands();
    List<List<String>> offered =
        bash(commands.stream().map(each -> "iam " + each.name() + " -").toList(), BREAKS);
    String zsh = ZshCompletion.text();
    for (int i = 0; i < commands.size(); i++) {
      CommandParts command = commands.get(i);
      assertThat(offered.get(i)).containsExactlyInAnyOrderElementsOf(command.optionNames());
      assertThat(zsh).contains(command.name().replace(":", "\\:") + ":");
      assertThat(command.optionNames()).allSatisfy(name -> assertThat(zsh).contains(name));
    }
  }

  @Test
  void zshTakesItsScript() throws Exception {
    assumeTrue(Shells.isThere("zsh"), "skipped: there is no zsh");
    Path script = Files.writeString(folder.resolve("_iam"), ZshCompletion.text());

    Shells.Ran ran = Shells.run(folder, Stream.of("zsh", "-fn", script.toString()));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    ran =
        Shells.run(
            folder,
            Stream.of(
                "zsh", "-fc", "autoload -U compinit; compinit -D; . ./_iam; echo $_comps[iam]"));
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().strip()).isEqualTo("_iam");
  }

  @Test
  void anotherShellIsWrongUsage() {
    assertThat(answer("--completion=fish"))
        .isEqualTo("2 iam: --completion takes bash or zsh, not 'fish'\n");
    assertThat(answer("--completion")).isEqualTo("2 iam: --completion takes bash or zsh, not ''\n");
    assertThat(answer("--completion", "bash")).isEqualTo("0 " + BashCompletion.text());
    assertThat(answer("--completion=zsh")).isEqualTo("0 " + ZshCompletion.text());
    assertThat(answer("--manual")).startsWith("0 .\\\" Made by iam --manual.\n.TH IAM 1");
  }

  private static String answer(String... arguments) {
    StringWriter both = new StringWriter();
    PrintWriter printer = new PrintWriter(both, true);
    int exitCode = Usage.answer(List.of(arguments), printer, printer).orElseThrow();
    return exitCode + " " + both;
  }

  private List<String> bash(String typed) throws Exception {
    return bash(typed, BREAKS);
  }

  private List<String> bash(String typed, String breaks) throws Exception {
    return bash(List.of(typed), breaks).getFirst();
  }

  /** The completions of one bash for each line, with the cursor at its end. */
  private List<List<String>> bash(List<String> typed, String breaks) throws Exception {
    assumeTrue(Shells.isThere("bash"), "skipped: there is no bash");
    Path script = Files.writeString(folder.resolve("iam.bash"), BashCompletion.text());
    Shells.Ran syntax = Shells.run(folder, Stream.of("bash", "-n", script.toString()));
    assertThat(syntax.exitCode()).as(syntax.err()).isZero();
    Shells.Ran ran =
        Shells.run(
            folder,
            Stream.concat(Stream.of("bash", "--norc", "-uc", ASK, "bash", breaks), typed.stream()));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.err()).isEmpty();
    List<List<String>> offered =
        Stream.of(ran.out().split(END))
            .map(each -> each.lines().filter(line -> !line.isEmpty()).toList())
            .toList();
    assertThat(offered).hasSameSizeAs(typed);
    return offered;
  }
}
