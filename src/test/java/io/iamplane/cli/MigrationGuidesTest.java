package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Follows the migration guides literally: files, commands, output. */
class MigrationGuidesTest {

  private static final Pattern BLOCK =
      Pattern.compile(
          "^```(?:(\\w+) file=(\\S+)|console)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openfga", "spicedb", "topaz"})
  void commandsPrintWhatThePageShows(String system) throws IOException {
    String page = Files.readString(Path.of("docs/migrate/" + system + ".md"));
    Matcher block = BLOCK.matcher(page);
    int commands = 0;
    while (block.find()) {
      if (block.group(2) == null) {
        commands += follow(block.group(3));
      } else {
        file(block.group(2), block.group(3));
      }
    }
    assertThat(commands).isGreaterThanOrEqualTo(2);
  }

  /** Makes a file of the page; one that a command has made must be as the page shows it. */
  private void file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    if (Files.exists(file)) {
      assertThat(file).hasContent(text);
    } else {
      Files.writeString(file, text);
    }
  }

  private int follow(String console) {
    int commands = 0;
    for (String each : console.split("(?m)^\\$ iam ")) {
      if (!each.isBlank()) {
        List<String> lines = each.lines().toList();
        assertThat(run(lines.getFirst().split(" ")))
            .as(lines.getFirst())
            .containsExactlyElementsOf(lines.subList(1, lines.size()));
        commands++;
      }
    }
    return commands;
  }

  /** Runs in the folder of the test, and removes its name from the output. */
  private Stream<String> run(String... words) {
    List<String> arguments = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      boolean path = words[i].indexOf('.') > 0 || words[i - 1].equals("--output");
      arguments.add(path ? folder.resolve(words[i]).toString() : words[i]);
    }
    StringWriter out = new StringWriter();
    Output output = new Output(new ObjectMapper(), new PrintWriter(out, true));
    Object command =
        words[0].equals("iam:model:test")
            ? new ModelTestCommand(output, Clock.systemUTC())
            : new ModelImportCommand(null, output);
    Usage.configure(new CommandLine(command))
        .setExecutionExceptionHandler(Failures::ofCommand)
        .setErr(new PrintWriter(out, true))
        .execute(arguments.toArray(String[]::new));
    return out.toString().replace(folder + "/", "").lines();
  }
}
