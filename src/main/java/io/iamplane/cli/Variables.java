package io.iamplane.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Variables of the environment that the manual page describes; settings have a page of their own.
 */
final class Variables {

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
        "always says on standard error what a command is doing, never does not; by default it is"
            + " said on a terminal, after two seconds.");
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
