package io.iamplane.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** What a command is made of, as completion and the manual page show it. */
record CommandParts(CommandSpec spec) {

  /** What a shell can offer in a place. */
  enum Value {
    /** An option alone, without a value. */
    NOTHING,
    FILE,
    DIRECTORY,
    /** Something that only a database or a person knows. */
    UNKNOWN
  }

  /** The program itself. */
  static CommandParts iam() {
    return new CommandParts(Usage.describe().getCommandSpec());
  }

  /** Its commands, as the help lists them. */
  static List<CommandParts> commands() {
    Map<String, CommandLine> commands = Usage.describe().getSubcommands();
    return commands.values().stream()
        .map(command -> new CommandParts(command.getCommandSpec()))
        .toList();
  }

  String name() {
    return spec.name();
  }

  /** One line that says what it does. */
  String summary() {
    return String.join(" ", spec.usageMessage().header()).formatted().strip();
  }

  /** By their longest names, as the help lists them. */
  List<OptionSpec> options() {
    return spec.options().stream().sorted(Comparator.comparing(OptionSpec::longestName)).toList();
  }

  /** Every name of every option. */
  List<String> optionNames() {
    return options().stream().flatMap(option -> Arrays.stream(option.names())).toList();
  }

  List<PositionalParamSpec> parameters() {
    return spec.positionalParameters();
  }

  /** What stands where a value is asked for. */
  static Value value(ArgSpec part) {
    if (part.isOption() && part.arity().max() == 0) {
      return Value.NOTHING;
    }
    return switch (part.paramLabel()) {
      case "FILE" -> Value.FILE;
      case "DIR" -> Value.DIRECTORY;
      default -> Value.UNKNOWN;
    };
  }

  static String description(ArgSpec part) {
    return joined(part.description());
  }

  /** What the help says before its options: lines of a paragraph are one. */
  List<String> paragraphs() {
    List<String> paragraphs = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String line : spec.usageMessage().description()) {
      if (line.isBlank()) {
        paragraphs.add(String.join(" ", lines));
        lines.clear();
      } else {
        lines.add(line.formatted().strip());
      }
    }
    paragraphs.add(String.join(" ", lines));
    return paragraphs.stream().filter(paragraph -> !paragraph.isBlank()).toList();
  }

  /** What each exit code means, where the command says so itself. */
  Map<String, String> exitCodes() {
    return spec.usageMessage().exitCodeList();
  }

  /** What its help shows at its end, line by line. */
  List<String> example() {
    return Arrays.stream(spec.usageMessage().footer()).map(String::stripTrailing).toList();
  }

  private static String joined(String[] lines) {
    return String.join(" ", lines).formatted().strip();
  }
}
