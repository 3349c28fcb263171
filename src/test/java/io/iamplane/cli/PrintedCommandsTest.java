package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every command that a page prints to be pasted has the options that it needs, and no others. */
class PrintedCommandsTest {

  private static final Pattern COMMAND =
      Pattern.compile("(?:^|\\s)(?:\\./iam|iam|\\S+quarkus-run\\.jar) (iam:[a-z:-]+[^#&|>]*)");

  private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|[^\\s\"])+");

  /** A command and the page that prints it. */
  record Printed(Path page, String command) {

    @Override
    public String toString() {
      return command + " (" + page + ")";
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isAccepted(Printed printed) {
    assertThat(faults(printed.command())).as(printed.toString()).isEmpty();
  }

  @Test
  void whatLacksAnOptionIsFound() {
    assertThat(faults("iam:bootstrap")).containsExactly("lacks --tenant");
    assertThat(faults("iam:bootstrap --tenant acme")).isEmpty();
    assertThat(faults("iam:bootstrap --tenant=acme --secret x"))
        .containsExactly("has no --secret", "takes no x");
    assertThat(faults("iam:bootstrap --tenant \"one word\"")).isEmpty();
    assertThat(faults("iam:manifest:validate")).containsExactly("lacks FILE");
    assertThat(faults("iam:bootstrap --help")).isEmpty();
    assertThat(faults("iam:nonsense")).containsExactly("is no command");
  }

  static Stream<Printed> commands() throws IOException {
    try (Stream<Path> pages = Files.walk(Path.of("docs"))) {
      List<Printed> printed = new ArrayList<>();
      for (Path page :
          Stream.concat(Stream.of(Path.of("README.md")), pages)
              .filter(path -> path.toString().endsWith(".md"))
              .sorted()
              .toList()) {
        blocks(page)
            .forEach(line -> {
              Matcher command = COMMAND.matcher(line);
              if (command.find()) {
                printed.add(new Printed(page, command.group(1).strip()));
              }
            });
      }
      assertThat(printed).hasSizeGreaterThan(5);
      return printed.stream();
    }
  }

  private static List<String> blocks(Path page) throws IOException {
    List<String> lines = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("```")) {
        inside = !inside;
      } else if (inside) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Splits a command like a shell: a text in double quotes is one word. */
  private static List<String> words(String command) {
    return WORD.matcher(command).results().map(MatchResult::group).toList();
  }

  private static List<String> faults(String command) {
    Iterator<String> words = words(command).iterator();
    CommandLine known = Usage.describe().getSubcommands().get(words.next());
    if (known == null) {
      return List.of("is no command");
    }
    CommandSpec spec = known.getCommandSpec();
    if (words(command).contains("--help")) {
      return List.of();
    }
    List<ArgSpec> needed = new ArrayList<>(spec.requiredArgs());
    List<ArgSpec> places = new ArrayList<>(spec.positionalParameters());
    List<String> faults = new ArrayList<>();
    while (words.hasNext()) {
      String word = words.next();
      if (word.startsWith("--")) {
        OptionSpec option = spec.findOption(word.replaceFirst("=.*", ""));
        if (option == null) {
          faults.add("has no " + word);
          continue;
        }
        needed.remove(option);
        if (option.arity().max() > 0 && !word.contains("=") && words.hasNext()) {
          words.next();
        }
      } else if (places.isEmpty()) {
        faults.add("takes no " + word);
      } else {
        needed.remove(places.removeFirst());
      }
    }
    needed.forEach(each ->
        faults.add(
            "lacks "
                + (each instanceof OptionSpec option ? option.longestName() : each.paramLabel())));
    return faults;
  }
}
