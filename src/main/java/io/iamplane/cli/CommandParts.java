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

/** The parts of a command, as completion and the manual page show them. */
record CommandParts(CommandSpec spec) {

  /** The kind of value that a shell can offer. */
  enum Value {
    /** An option alone, without a value. */
    NOTHING,
    FILE,
    DIRECTORY,
    /** Something that only a database or a person knows. */
    UNKNOWN
  }

  static CommandParts iam() {
    return new CommandParts(Usage.describe().getCommandSpec());
  }

  /** In the order of the help. */
  static List<CommandParts> commands() {
    Map<String, CommandLine> commands = Usage.describe().getSubcommands();
    return commands.values().stream()
        .map(command -> new CommandParts(command.getCommandSpec()))
        .toList();
  }

  String name() {
    return spec.name();
  }

  String summary() {
    return joined(spec.usageMessage().header());
  }

  /** By their longest names, as the help lists them. */
  List<OptionSpec> options() {
    return spec.options().stream().sorted(Comparator.comparing(OptionSpec::longestName)).toList();
  }

  List<String> optionNames() {
    return options().stream().flatMap(option -> Arrays.stream(option.names())).toList();
  }

  List<PositionalParamSpec> parameters() {
    return spec.positionalParameters();
  }

  /** The kind of value that an option or argument takes. */
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

  /** The help before the options: lines of a paragraph are one. */
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

  Map<String, String> exitCodes() {
    return spec.usageMessage().exitCodeList();
  }

  /** The end of its help, line by line. */
  List<String> example() {
    return Arrays.stream(spec.usageMessage().footer()).map(String::stripTrailing).toList();
  }

  private static String joined(String[] lines) {
    return String.join(" ", lines).formatted().strip();
  }
}
