package io.iamplane.cli;

import java.util.Map;
import java.util.Properties;

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

  private static final String LOG_LEVEL = "quarkus.log.level";

  private CommandMode() {}

  static void enter(Map<String, String> environment, Properties system) {
    system.putAll(FIXED);
    if (!environment.containsKey("QUARKUS_LOG_LEVEL")) {
      system.putIfAbsent(LOG_LEVEL, "WARN");
    }
  }
}
