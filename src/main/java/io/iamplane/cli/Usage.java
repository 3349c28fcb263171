package io.iamplane.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import picocli.CommandLine;

/** Answers from the commands' descriptions alone. */
final class Usage {

  private static final Set<String> HELP = Set.of("--help", "-h");
  private static final Set<String> VERSION = Set.of("--version", "-V");

  private static final String MANUAL = "--manual";
  private static final String COMPLETION = "--completion";
  private static final String VERSION_FILE = "/iam-version.properties";

  private Usage() {}

  /** The commands and their options; good for their descriptions, not to run them. */
  static CommandLine describe() {
    return configure(new CommandLine(IamCommand.class));
  }

  static CommandLine configure(CommandLine commandLine) {
    return commandLine
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .setUsageHelpWidth(100)
        .setUsageHelpLongOptionsMaxWidth(40);
  }

  /**
   * Prints help, the version, or the error in the command's name, and returns the exit code; empty
   * if there is a command to run.
   */
  static OptionalInt answer(List<String> arguments, PrintWriter out, PrintWriter err) {
    CommandLine iam = describe();
    String name = arguments.getFirst();
    if (HELP.contains(name)) {
      iam.usage(out);
      return OptionalInt.of(ExitCode.DONE);
    }
    if (VERSION.contains(name)) {
      out.println("iam " + version());
      return OptionalInt.of(ExitCode.DONE);
    }
    if (name.equals(MANUAL)) {
      out.print(ManualPage.text(version()));
      out.flush();
      return OptionalInt.of(ExitCode.DONE);
    }
    if (name.equals(COMPLETION) || name.startsWith(COMPLETION + "=")) {
      return OptionalInt.of(complete(shell(arguments), out, err));
    }
    CommandLine command = iam.getSubcommands().get(name);
    if (command == null) {
      String kind = name.startsWith("-") ? "option" : "command";
      err.println("iam: unknown " + kind + " '" + name + "'; see iam --help");
      return OptionalInt.of(ExitCode.USAGE);
    }
    if (arguments.stream().skip(1).anyMatch(HELP::contains)) {
      command.usage(out);
      return OptionalInt.of(ExitCode.DONE);
    }
    return OptionalInt.empty();
  }

  /** The version of this build. */
  private static String version() {
    Properties properties = new Properties();
    try (InputStream file = Usage.class.getResourceAsStream(VERSION_FILE)) {
      if (file == null) {
        throw new IllegalStateException("the build does not contain " + VERSION_FILE);
      }
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  private static String shell(List<String> arguments) {
    String first = arguments.getFirst();
    if (first.contains("=")) {
      return first.substring(first.indexOf('=') + 1);
    }
    return arguments.size() > 1 ? arguments.get(1) : "";
  }

  private static int complete(String shell, PrintWriter out, PrintWriter err) {
    switch (shell) {
      case "bash" -> out.print(BashCompletion.text());
      case "zsh" -> out.print(ZshCompletion.text());
      default -> {
        err.println("iam: --completion must be bash or zsh, not '" + shell + "'");
        return ExitCode.USAGE;
      }
    }
    out.flush();
    return ExitCode.DONE;
  }
}
