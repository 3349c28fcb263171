package io.iamplane.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The manual page, in the macros {@code man}; printed by {@code iam --manual}. */
final class ManualPage {

  private final StringBuilder text = new StringBuilder();

  private ManualPage() {}

  /** The whole page, the same for each call of a build. */
  static String text(String version) {
    ManualPage page = new ManualPage();
    page.line(".\\\" Made by iam --manual.");
    page.line(".TH IAM 1 \"\" \"iam %s\" \"IAM control plane\"".formatted(escaped(version)));
    page.top();
    page.section("COMMANDS");
    CommandParts.commands().forEach(page::command);
    page.end();
    return page.text.toString();
  }

  private void top() {
    CommandParts iam = CommandParts.iam();
    section("NAME");
    line("iam \\- serve an identity and access management control plane, or run one command");
    section("SYNOPSIS");
    line(".B iam");
    line("[\\fBserve\\fR]");
    line(".br");
    line(".B iam");
    line("\\fICOMMAND\\fR [\\fIOPTIONS\\fR]");
    section("DESCRIPTION");
    words(iam.summary());
    line(".PP");
    words(
        "Every command takes --help and --json, writes its result to standard output, and what"
            + " failed to standard error. All are safe to run twice, beside a server, and after a"
            + " run that was killed.");
    section("OPTIONS");
    iam.options().forEach(this::option);
  }

  private void command(CommandParts command) {
    line(".SS \"iam %s\"".formatted(escaped(command.name())));
    words(command.summary());
    for (String paragraph : command.paragraphs()) {
      line(".PP");
      words(paragraph);
    }
    command.parameters().forEach(parameter -> part(value(parameter), parameter));
    command.options().stream()
        .filter(option -> !option.usageHelp() && !option.longestName().equals("--json"))
        .forEach(this::option);
    if (!command.exitCodes().isEmpty()) {
      line(".PP");
      line("Exit codes:");
      codes(command.exitCodes());
    }
    example(command.example());
  }

  private void end() {
    section("EXIT STATUS");
    codes(CommandParts.iam().exitCodes());
    section("ENVIRONMENT");
    for (Map.Entry<String, String> variable : Variables.DESCRIBED.entrySet()) {
      line(".TP");
      line(".B " + escaped(variable.getKey()));
      words(variable.getValue());
    }
    section("EXAMPLES");
    example(CommandParts.iam().example());
  }

  private void option(OptionSpec option) {
    String names =
        String.join(
            ", ", Stream.of(option.names()).map(name -> "\\fB" + escaped(name) + "\\fR").toList());
    boolean isFlag = CommandParts.value(option) == CommandParts.Value.NOTHING;
    part(isFlag ? names : names + "=" + value(option), option);
  }

  private void part(String heading, ArgSpec part) {
    line(".TP");
    line(heading);
    words(CommandParts.description(part) + (part.required() ? " Required." : ""));
  }

  private void codes(Map<String, String> codes) {
    codes.forEach((code, meaning) -> {
      line(".TP");
      line(".B " + escaped(code));
      words(meaning);
    });
  }

  private void example(List<String> lines) {
    line(".PP");
    line(".EX");
    for (String line : lines) {
      if (line.isBlank()) {
        line(".sp");
      } else {
        words(line);
      }
    }
    line(".EE");
  }

  private static String value(ArgSpec part) {
    return "\\fI" + escaped(part.paramLabel()) + "\\fR";
  }

  private void section(String name) {
    line(".SH " + (name.contains(" ") ? "\"" + name + "\"" : name));
  }

  /** A line of text, which is never taken for a request. */
  private void words(String words) {
    String escaped = escaped(words);
    line(escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  /** A hyphen that is typed stays one, so that it can be copied. */
  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
  }

  /**
   * Variables of the environment that the manual page describes; settings have a page of their own.
   */
  private static final class Variables {

    /** By name, in the order of the page. */
    static final Map<String, String> DESCRIBED = described();

    private Variables() {}

    private static Map<String, String> described() {
      Map<String, String> variables = new LinkedHashMap<>();
      variables.put(
          "QUARKUS_DATASOURCE_JDBC_URL, QUARKUS_DATASOURCE_USERNAME, QUARKUS_DATASOURCE_PASSWORD",
          "The database, for every command that needs one.");
      variables.put(
          "IAM_KEK, IAM_OAUTH_ENCRYPTION_KEY",
          "The keys of the installation, base64 of 32 bytes each. The guide lists every other"
              + " setting.");
      variables.put(
          Progress.VARIABLE,
          "Progress on standard error: always or never; by default on a terminal, after two"
              + " seconds.");
      variables.put(
          "JAVA_OPTS",
          "Options of the JVM, in place of those that the launcher chooses for a server or for a"
              + " command.");
      variables.put(
          "IAM_JAVA_HOME, JAVA_HOME",
          "Where Java 25 or newer is, if not where it was when iam was installed.");
      return Collections.unmodifiableMap(variables);
    }
  }
}
