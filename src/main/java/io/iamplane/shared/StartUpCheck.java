package io.iamplane.shared;

import java.util.List;

/**
 * Looks for unsafe settings before the service opens a port. Each feature contributes its own as a
 * bean; all findings are printed, and a {@link Severity#SEVERE} one stops a production start.
 *
 * <p>A check reads configuration and memory. It may ask the database only if an unreachable one
 * yields no finding: an outage must not keep the process from starting.
 */
public interface StartUpCheck {

  List<Finding> findings();

  enum Severity {
    /** Printed, in every profile. */
    WARNING,
    /** Stops a production start; printed as a warning in development and tests. */
    SEVERE
  }

  /**
   * One unsafe setting, described in one line.
   *
   * @param setting the property or environment variable to change
   * @param problem the fault of its value; never the value of a secret
   * @param remedy the value to set instead
   */
  record Finding(Severity severity, String setting, String problem, String remedy) {

    public static Finding severe(String setting, String problem, String remedy) {
      return new Finding(Severity.SEVERE, setting, problem, remedy);
    }

    public static Finding warning(String setting, String problem, String remedy) {
      return new Finding(Severity.WARNING, setting, problem, remedy);
    }

    public String line() {
      return setting + ": " + problem + "; " + remedy;
    }
  }
}
