package io.iamplane.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The bash completion of commands and options; printed by {@code iam --completion=bash}. Starts no
 * process, and needs no library of functions.
 */
final class BashCompletion {

  /**
   * The shell breaks words at colons and at equals signs, which are parts of ours: words are those
   * of the line, and the part of the last word that bash has already is taken off the answers.
   */
  private static final String FRAME =
      """
      # Completion of iam in bash, made by iam --completion=bash.
      _iam() {
        local line=${COMP_LINE:0:COMP_POINT} word previous kept
        local -a words=()
        read -ra words <<<"$line"
        case $line in *[[:space:]]) words+=('') ;; esac
        local last=$((${#words[@]} - 1))
        COMPREPLY=()
        [ "$last" -ge 1 ] || return 0
        word=${words[last]} previous=${words[last - 1]}
        if [ "$last" -eq 1 ]; then
          _iam_offer %s
          return 0
        fi
        case ${words[1]} in
      %s  esac
      }

      # Offers words that begin with what is typed.
      _iam_offer() {
        _iam_take -W "$*"
      }

      # Offers what compgen makes of the options, or of a value behind an equals sign.
      _iam_take() {
        local typed=$word prefix='' each
        case $word in --*=*) typed=${word#*=} prefix=${word%%%%=*}= ;; esac
        local IFS=$'\\n'
        kept=${word%%"${word##*["$COMP_WORDBREAKS"]}"}
        for each in $(IFS=$' \\t\\n'; compgen "$@" -- "$typed"); do
          each=$prefix$each
          COMPREPLY+=("${each#"$kept"}")
        done
      }

      # The same of files, which bash shows and quotes as such.
      _iam_files() {
        compopt -o filenames 2>/dev/null || true
        _iam_take "$@"
      }

      complete -F _iam iam
      """;

  private BashCompletion() {}

  static String text() {
    List<CommandParts> commands = CommandParts.commands();
    String first =
        commands.stream().map(CommandParts::name).collect(Collectors.joining(" "))
            + " "
            + String.join(" ", CommandParts.iam().optionNames());
    return FRAME.formatted(
        first, commands.stream().map(BashCompletion::branch).collect(Collectors.joining()));
  }

  /** The case of one command: values of its options, its options, its parameter. */
  private static String branch(CommandParts command) {
    StringBuilder text = new StringBuilder("    %s)\n".formatted(command.name()));
    text.append("      case $word:$previous in\n");
    valued(text, command, CommandParts.Value.FILE, "_iam_files -f");
    valued(text, command, CommandParts.Value.DIRECTORY, "_iam_files -d");
    valued(text, command, CommandParts.Value.UNKNOWN, ":");
    text.append("        -*) _iam_offer %s ;;\n".formatted(offered(command)));
    text.append("        *) %s ;;\n".formatted(otherwise(command)));
    return text.append("      esac\n      ;;\n").toString();
  }

  private static void valued(
      StringBuilder text, CommandParts command, CommandParts.Value kind, String action) {
    String pattern =
        command.options().stream()
            .filter(option -> CommandParts.value(option) == kind)
            .map(OptionSpec::longestName)
            .map(name -> name + "=*|*:" + name)
            .collect(Collectors.joining("|"));
    if (!pattern.isEmpty()) {
      text.append("        %s) %s ;;\n".formatted(pattern, action));
    }
  }

  private static String otherwise(CommandParts command) {
    boolean takesFile =
        command.parameters().stream()
            .anyMatch(parameter -> CommandParts.value(parameter) == CommandParts.Value.FILE);
    return takesFile ? "_iam_files -f" : "_iam_offer " + offered(command);
  }

  private static String offered(CommandParts command) {
    return String.join(" ", command.optionNames());
  }
}
