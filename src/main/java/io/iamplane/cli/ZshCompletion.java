package io.iamplane.cli;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The zsh completion of commands and options; printed by {@code iam --completion=zsh}. */
final class ZshCompletion {

  private static final String FRAME =
      """
      #compdef iam
      # Completion of iam in zsh, made by iam --completion=zsh.

      _iam() {
        local -a commands
        commands=(
      %s  )
        if (( CURRENT == 2 )); then
          _describe -t commands command commands
          _arguments%s
          return
        fi
        shift words
        (( CURRENT-- ))
        case $words[1] in
      %s  esac
      }

      if [ "$funcstack[1]" = _iam ]; then
        _iam "$@"
      else
        compdef _iam iam
      fi
      """;

  private ZshCompletion() {}

  static String text() {
    return FRAME.formatted(
        CommandParts.commands().stream()
            .map(command ->
                "    %s\n"
                    .formatted(
                        quoted(command.name().replace(":", "\\:") + ":" + command.summary())))
            .collect(Collectors.joining()),
        arguments(CommandParts.iam()),
        CommandParts.commands().stream()
            .map(command ->
                "    %s) _arguments%s ;;\n".formatted(command.name(), arguments(command)))
            .collect(Collectors.joining()));
  }

  private static String arguments(CommandParts command) {
    Stream<String> options =
        command.options().stream()
            .flatMap(option -> Stream.of(option.names()).map(name -> option(option, name)));
    Stream<String> parameters =
        command.parameters().stream().map(parameter -> ":" + value(parameter));
    return Stream.concat(options, parameters)
        .map(each -> " \\\n      " + quoted(each))
        .collect(Collectors.joining());
  }

  /** An option once: its other names go with it. */
  private static String option(OptionSpec option, String name) {
    String others = option.names().length > 1 ? "(" + String.join(" ", option.names()) + ")" : "";
    boolean isFlag = CommandParts.value(option) == CommandParts.Value.NOTHING;
    String explained = "[" + escaped(CommandParts.description(option)) + "]";
    return others + name + (isFlag ? explained : "=" + explained + ":" + value(option));
  }

  private static String value(ArgSpec part) {
    String action =
        switch (CommandParts.value(part)) {
          case FILE -> "_files";
          case DIRECTORY -> "_files -/";
          case NOTHING, UNKNOWN -> " ";
        };
    return escaped(part.paramLabel()) + ":" + action;
  }

  private static String escaped(String text) {
    return text.replaceAll("[\\\\:\\[\\]]", "\\\\$0");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
