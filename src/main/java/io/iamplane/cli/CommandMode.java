package io.iamplane.cli;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** The settings that make the same application a command. */
final class CommandMode {

  /** Beside a running server a command must open no port and do none of the server's work. */
  private static final Map<String, String> FIXED =
      Map.of(
          "quarkus.http.host-enabled", "false",
          "quarkus.management.host-enabled", "false",
          "quarkus.scheduler.enabled", "false",
          // Standard output is the command's own, so that it can be piped.
          "quarkus.log.console.stderr", "true",
          // A command may take longer than a request may: a migration rewrites tables.
          "quarkus.datasource.jdbc.additional-jdbc-properties.socketTimeout", "0");

  private static final String JSON_LOG = "quarkus.log.console.json.enabled";

  /** A person reads the log, unless the environment says otherwise, as in a cluster. */
  private static final Map<String, String> USUAL =
      Map.of("quarkus.log.level", "WARN", JSON_LOG, "false");

  /** A worker lives as long as a server: it is probed, and its statements are short. */
  private static final Set<String> NOT_FOR_WORKERS =
      Set.of(
          "quarkus.management.host-enabled",
          "quarkus.scheduler.enabled",
          JSON_LOG,
          "quarkus.datasource.jdbc.additional-jdbc-properties.socketTimeout");

  private CommandMode() {}

  /** Returns true for a command that runs until a signal ends it. */
  static boolean isWorker(String command) {
    return command.equals(QueueWorkCommand.NAME);
  }

  static void enter(String command, Map<String, String> environment, Properties system) {
    boolean worker = isWorker(command);
    FIXED.forEach((setting, value) -> {
      if (!(worker && NOT_FOR_WORKERS.contains(setting))) {
        system.put(setting, value);
      }
    });
    USUAL.forEach((setting, value) -> {
      boolean given = environment.containsKey(setting.replace('.', '_').toUpperCase(Locale.ROOT));
      if (!given && !(worker && NOT_FOR_WORKERS.contains(setting))) {
        system.putIfAbsent(setting, value);
      }
    });
  }
}
